"""NSIS."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE
from indexer.languages.profile import Layout, Profile, Structure
from indexer.languages.rows import Rows, Rule

_NSIS_NAME = rb"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`|([^\s;#\"'`]+)"

_ROWS = Rows(
    (
        Rule("function", rb"Function[ \t]+([^\s;#]+)", rb"FunctionEnd\b"),
        Rule("macro", rb"!macro[ \t]+([^\s;#]+)", rb"!macroend\b"),
        Rule("module", rb"SectionGroup[ \t]+(?:/e[ \t]+)?(?:%s)" % _NSIS_NAME, rb"SectionGroupEnd\b"),
        Rule("section", rb"Section[ \t]+(?:/o[ \t]+)?(?:%s)" % _NSIS_NAME, rb"SectionEnd\b"),
        Rule("constant", rb"Section(?:Group)?[ \t]+(?:/\w[ \t]+)?(?:%s)[ \t]+([A-Za-z_]\w*)" % _NSIS_NAME),
        Rule("constant", rb"!define[ \t]+(?:/\w+[ \t]+)*([^\s;#/]+)"),
        Rule("variable", rb"Var[ \t]+(?:/GLOBAL[ \t]+)?([\w.]+)"),
        Rule("key", rb"(?:License)?LangString[ \t]+(\S+)"),
    ),
    comment=rb"/\*.*?(?:\*/|\Z)|^[ \t]*[;#][^\n]*|[ \t][;#][^\n]*",
    string=DOUBLE,
    ignore_case=True,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
    layout=Layout(words={"section": "function"}),
)
