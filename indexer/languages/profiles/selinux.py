"""SELinux policy."""

from __future__ import annotations

from indexer.languages.families.rows import HASH
from indexer.languages.profile import Layout, Profile, Structure
from indexer.languages.rows import BRACKETS, Rows, Rule

_ROWS = Rows(
    (
        Rule("function", rb"(?:interface|template)[ \t]*\([ \t]*`(\w+)'", BRACKETS),
        Rule("macro", rb"define\(`(\w+)'", BRACKETS),
        Rule("module", rb"(?:policy_module[ \t]*\([ \t]*|module[ \t]+)(\w+)"),
        Rule("type", rb"(?:attribute|attribute_role|role|type)[ \t]+(\w+)(?=[ \t]*[;,]|[ \t]+(?:types|alias)\b)"),
        Rule("type", rb"type[ \t]+\w+[ \t]+alias[ \t]+([^\n;,]*)", each=rb"\w+"),
        Rule("type", rb"gen_user[ \t]*\([ \t]*(\w+)"),
        Rule("type", rb"typealias[ \t]+\w+[ \t]+alias[ \t]+([^\n;]*)", each=rb"\w+"),
        Rule("variable", rb"(?:gen_tunable|gen_bool)[ \t]*\([ \t]*`?(\w+)"),
        Rule("variable", rb"(?:bool|tunable)[ \t]+(\w+)"),
        Rule("class", rb"class[ \t]+(\w+)[ \t]*$"),
    ),
    comment=HASH + rb"|^[ \t]*gen_require\(`.*?'\)|^[ \t]*require[ \t]*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}",
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
    layout=Layout(words={"interface": "macro", "template": "macro"}),
)
