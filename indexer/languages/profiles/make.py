"""Makefile."""

from __future__ import annotations

import re

from indexer.languages.opaque import Opaque
from indexer.languages.profile import Damage, Profile, Structure
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

_ENDEF = re.compile(rb"(?m)^[ \t]*+endef\b[^\n]*+")
_ENDIF = re.compile(rb"(?m)^endif\b[^\n]*+")


PROFILE = Profile(
    imports="indexer.graph.imports.files:MakeResolver",
    structure=Structure(
        in_parts=lambda data: True,
        rows=_ROWS,
        rows_with_tree="instead",
    ),
    damage=Damage(
        strategy="indexer.syntax.recovery.strategy:AsParsed",
        opaque=(
            Opaque(
                b"define",
                rb"^(?:[ \t]*+(?:override|export)\b)*+[ \t]*+define\b",
                lambda ends, match: ends.matching(_ENDEF, match.end(), True),
            ),
            # What is in a condition stands at the margin as a rule.
            Opaque(b"if", rb"^ifn?(?:def|eq)\b", lambda ends, match: ends.matching(_ENDIF, match.end(), True)),
        ),
        begins=re.compile(rb"\n[ \t\r]*+\n(?=[^\s])"),
    ),
)
