"""Makefile."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import INDENT, Rows, Rule

# A name of Make: a word in which variables may stand, in parentheses or braces.
_MAKE_NAME = rb"(?:[^\s:=#$?+!&|;\"'`()]|\$(?:\((?:[^()\n]|\([^()\n]*\))*\)|\{[^{}\n]*\}|[^({\s]))+(?:\([^()\n]*\))?"

_ROWS = Rows(
    (
        Rule("macro", rb"(?<!\t)(?:override[ \t]+|export[ \t]+)*define[ \t]+([^\s=:#]+)", rb"(?<!\t)endef\b"),
        Rule(
            "variable",
            rb"(?<!\t)(?:(?:override|export|unexport|private|undefine)[ \t]+)*(%s)[ \t]*(?::{1,3}|[?+!])?="
            % _MAKE_NAME,
            inside=". target",
        ),
        Rule(
            "target",
            rb"(?<!\t)(?!\$[({](?:call|error|eval|foreach|if|info|warning)\b|-?s?include\b|export\b|vpath\b|ifn?eq\b"
            rb"|else\b|unexport\b|\.[A-Z_]+[ \t]*:)(%s(?:[ \t]+%s)*)[ \t]*&?::?(?!=)" % (_MAKE_NAME, _MAKE_NAME),
            INDENT,
            inside=". target",
            each=_MAKE_NAME,
        ),
    ),
    comment=rb"(?<=\\\n)[^\n]*|(?<=\\\r\n)[^\n]*|^#(?:[^\n\\]|\\.)*|(?<=[ \t])#[^\n]*",
)

PROFILE = Profile(
    imports="indexer.graph.imports.files:MakeResolver",
    structure=Structure(
        rows=_ROWS,
        rows_with_tree="instead",
    ),
)
