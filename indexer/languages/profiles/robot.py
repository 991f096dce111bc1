"""Robot Framework."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import INDENT, SECTION, Rows, Rule

_MARGIN = rb"(?<![ \t])"
_ROBOT_NAME = _MARGIN + rb"(?!\.\.\.(?:\s|$))([^\s*#|]\S*(?: \S+)*)"

_ROWS = Rows(
    (
        Rule("section", _MARGIN + rb"\*+[ \t]*([^\s*]+(?: [^\s*]+)*)", SECTION, level=1),
        Rule("test", _ROBOT_NAME, INDENT, inside="section", under=rb"\*[\s*]*(?:test ?cases?|tasks?)\b"),
        Rule("function", _ROBOT_NAME, INDENT, inside="section", under=rb"\*[\s*]*keywords?\b"),
        Rule("variable", _MARGIN + rb"[$@&%]\{([^}\n]+)\}", inside="section", under=rb"\*[\s*]*variables?\b"),
    ),
    comment=rb"(?:^|(?<=[ \t]{2})|(?<=\t))#[^\n]*",
    ignore_case=True,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
