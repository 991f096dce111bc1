"""M4."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACKETS, Rows, Rule

# An argument of M4, in quotes or not.
_M4_NAME = rb"[ \t]*\(\s*[`\[{]*([A-Za-z_][\w.-]*)"

_ROWS = Rows(
    (
        Rule("function", rb"[^\n]*?\b(?:AC|AU|AT|AS)_DEFUN(?:_ONCE)?" + _M4_NAME, BRACKETS),
        Rule("macro", rb"[^\n]*?\b(?:m4_)?(?:define|pushdef)(?:_default)?" + _M4_NAME, BRACKETS),
        Rule("package", rb"AC_INIT" + _M4_NAME, BRACKETS),
        Rule("constant", rb"[^\n]*?\b(?:AC_DEFINE(?:_UNQUOTED)?|AH_TEMPLATE)" + _M4_NAME, BRACKETS),
        Rule("constant", rb"[^\n]*?\bAM_CONDITIONAL" + _M4_NAME, BRACKETS),
        Rule("key", rb"[^\n]*?\bAC_ARG_(?:WITH|ENABLE)" + _M4_NAME, BRACKETS),
        Rule("variable", rb"[^\n]*?\b(?:AC_SUBST(?:_FILE)?|AC_ARG_VAR)" + _M4_NAME, BRACKETS),
        Rule("test", rb"AT_SETUP[ \t]*\([ \t]*\[?([^\]\n)]+)", rb"AT_CLEANUP\b"),
    ),
    comment=rb"\bdnl\b[^\n]*|(?<!\$)#[^\n]*",
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
