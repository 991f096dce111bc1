"""TTCN-3."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, SLASHES
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACES, Rows, Rule

_ROWS = Rows(
    (
        Rule("module", rb"module[ \t]+(\w+)", BRACES),
        Rule("namespace", rb"group[ \t]+(\w+)", BRACES),
        Rule("enum", rb"(?:\w+[ \t]+)?type[ \t]+enumerated[ \t]+(\w+)", BRACES),
        Rule("struct", rb"(?:\w+[ \t]+)?type[ \t]+(?:record|set|union)[ \t]+(?!of\b|length\b)(\w+)", BRACES),
        Rule("class", rb"(?:\w+[ \t]+)?type[ \t]+(?:component|port)[ \t]+(\w+)", BRACES),
        Rule(
            "type",
            rb"(?:\w+[ \t]+)?type[ \t]+(?:(?:record|set)[ \t]+(?:length[ \t]*\([^()\n]*\)[ \t]*)?of[ \t]+)?"
            rb"[\w.]+[ \t]+(\w+)",
        ),
        Rule("test", rb"(?:\w+[ \t]+)?testcase[ \t]+(\w+)", BRACES),
        Rule(
            "function",
            rb"(?:(?:public|private|friend|external)[ \t]+)*(?:function|altstep|signature)[ \t]+"
            rb"(?:@\w+[ \t]+)?(\w+)",
            BRACES,
        ),
        Rule(
            "variable",
            rb"(?:(?:public|private|friend)[ \t]+)?template[ \t]+(?:\(\w+\)[ \t]*)?[\w.]+[ \t]+(\w+)",
        ),
        Rule("constant", rb"(?:\w+[ \t]+)?(?:const|modulepar)[ \t]+[\w.]+[ \t]+(\w+)"),
        Rule("field", rb"port[ \t]+[\w.]+[ \t]+(\w+)"),
        Rule(
            "variable",
            rb"var[ \t]+(?:template[ \t]+)?(?:universal[ \t]+)?[\w.]+[ \t]+(\w+)",
            inside=". module namespace class",
        ),
        Rule("variable", rb"timer[ \t]+(\w+)", inside=". module namespace class"),
        Rule(
            "enum_member",
            rb"(?!(?:\w+[ \t]+)?type\b)([A-Za-z_][^\n{}]*)",
            inside="enum",
            each=rb"(?<![\w(])[A-Za-z_]\w*",
        ),
        Rule(
            "field",
            rb"[A-Za-z][\w.]*[ \t]+([A-Za-z_]\w*)[ \t]*(?:\[[^\]\n]*\][ \t]*)?(?:optional\b)?[ \t]*(?=,|$)",
            inside="struct",
        ),
    ),
    comment=SLASHES,
    string=DOUBLE,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
