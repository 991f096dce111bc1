"""Rows of languages for tests, rules and scripts: Robot Framework, Prolog, S-Lang, nftables, SystemTap, SELinux."""

from __future__ import annotations

from indexer.extract.rows import BRACES, INDENT, SECTION, Rows, Rule

_HASH = rb"#[^\n]*"
_SLASHES = rb"//[^\n]*|/\*.*?(?:\*/|\Z)"
_DOUBLE = rb'"(?:\\.|[^"\\\n])*"'
_SINGLE = rb"'(?:\\.|[^'\\\n])*'"
_EXPORT = rb"(?:export[ \t]+)?"
_MARGIN = rb"(?<![ \t])"
_ROBOT_NAME = _MARGIN + rb"(?!\.\.\.(?:\s|$))([^\s*#|]\S*(?: \S+)*)"

RULES: dict[str, Rows] = {
    "nftables": Rows(
        (
            Rule("table", rb"(?:add[ \t]+)?table[ \t]+(?:(?:ip6?|inet|arp|bridge|netdev)[ \t]+)?([\w.-]+)", BRACES),
            Rule("function", rb"chain[ \t]+([\w.-]+)[ \t]*(?=\{)", BRACES, inside="table"),
            Rule(
                "variable",
                rb"(?:set|map|flowtable|counter|quota|limit|secmark|synproxy|ct[ \t]+(?:helper|timeout|expectation))"
                rb"[ \t]+([\w.-]+)[ \t]*(?=\{)",
                BRACES,
                inside="table",
            ),
            Rule("constant", rb"(?:re)?define[ \t]+(\w+)[ \t]*="),
        ),
        comment=_HASH,
        string=_DOUBLE,
    ),
    "prolog": Rows(
        (
            Rule("module", rb":-[ \t]*module\([ \t]*([\w/.-]+|'[^'\n]*')"),
            Rule(
                "function",
                _MARGIN + rb"(?:\w+:)?([a-z]\w*|'[^'\n]*')(?=\(|[ \t]*(?::-|-->|=>|\.[ \t]*$))",
                INDENT,
            ),
        ),
        comment=rb"%[^\n]*|/\*.*?(?:\*/|\Z)",
        string=rb"0'(?:\\.|''|[^\n])|" + _SINGLE + b"|" + _DOUBLE,
    ),
    "robot": Rows(
        (
            Rule("section", _MARGIN + rb"\*+[ \t]*([^\s*]+(?: [^\s*]+)*)", SECTION, level=1),
            Rule("test", _ROBOT_NAME, INDENT, inside="section", under=rb"\*[\s*]*(?:test ?cases?|tasks?)\b"),
            Rule("function", _ROBOT_NAME, INDENT, inside="section", under=rb"\*[\s*]*keywords?\b"),
            Rule("variable", _MARGIN + rb"[$@&%]\{([^}\n]+)\}", inside="section", under=rb"\*[\s*]*variables?\b"),
        ),
        comment=rb"(?:^|(?<=[ \t]{2})|(?<=\t))#[^\n]*",
        ignore_case=True,
    ),
    "s-lang": Rows(
        (
            Rule("function", rb"(?:(?:static|private|public)[ \t]+)?define[ \t]+(\w+)", BRACES),
            Rule(
                "variable",
                rb"(?:(?:static|private|public)[ \t]+)?variable[ \t]+([^\n]+)",
                inside=".",
                each=rb"(?:(?<=[ \t,])|^)[A-Za-z_]\w*(?=[ \t]*(?:[,;=]|$))",
            ),
            Rule("struct", rb"typedef[ \t]+struct\b[^}]*\}[ \t]*(\w+)"),
            Rule("namespace", rb"implements[ \t]*\([ \t]*\"(\w+)\""),
            Rule("macro", rb"#define[ \t]+(\w+)"),
        ),
        comment=rb"%[^\n]*",
        string=_DOUBLE + b"|" + _SINGLE,
    ),
    "systemtap": Rows(
        (
            Rule("function", rb"(?:private[ \t]+)?function[ \t]+(\w+)", BRACES),
            Rule("macro", rb"@define[ \t]+(\w+)"),
            Rule("event", rb"probe[ \t]+([^\s{,=]+)", BRACES),
            Rule(
                "variable",
                rb"(?:private[ \t]+)?global[ \t]+([^\n;]+)",
                inside=".",
                each=rb"[A-Za-z_]\w*(?=[ \t]*(?:[,=\[%]|$))",
            ),
        ),
        comment=_HASH + b"|" + _SLASHES,
        string=_DOUBLE,
    ),
    # What only Vim 9 script has; the rest is read by the grammar.
    "vim": Rows(
        (
            Rule("class", _EXPORT + rb"(?:abstract[ \t]+)?class[ \t]+(\w+)", rb"endclass\b"),
            Rule("interface", _EXPORT + rb"interface[ \t]+(\w+)", rb"endinterface\b"),
            Rule("enum", _EXPORT + rb"enum[ \t]+(\w+)", rb"endenum\b"),
            Rule("type", _EXPORT + rb"type[ \t]+(\w+)[ \t]*="),
            Rule("constructor", rb"def[ \t]+(_?new\w*)[ \t]*\(", rb"enddef\b", inside="class enum"),
            Rule("method", rb"(?:abstract|static)[ \t]+def[ \t]+(\w+)[ \t]*\(", rb"enddef\b", inside="class enum"),
            Rule("method", rb"def[ \t]+(\w+)[ \t]*\(", inside="interface"),
            Rule("function", _EXPORT + rb"def!?[ \t]+([\w:#.<>]+)[ \t]*[(<]", rb"enddef\b"),
            Rule(
                "field",
                rb"(?:(?:public|static)[ \t]+)*(?:var|final|const)[ \t]+(\w+)",
                inside="class interface enum",
            ),
            Rule("constant", _EXPORT + rb"(?:final|const)[ \t]+(\w+)", inside="."),
            Rule("variable", _EXPORT + rb"var[ \t]+(\w+)", inside="."),
        ),
        comment=rb"^[ \t]*[\"#][^\n]*"
        rb"|^[ \t]*(?:py(?:thon)?[3x]?|lua|ruby|perl|tcl|mzscheme)[ \t]*<<[ \t]*(?:trim[ \t]+)?(?P<eof>\S+)\n"
        rb".*?(?:^[ \t]*(?P=eof)[ \t]*$|\Z)",
    ),
}
