"""Vim script."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Damage, Names, Profile, Structure
from indexer.languages.rows import Rows, Rule

_EXPORT = rb"(?:export[ \t]+)?"

_ROWS = Rows(
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
)

PROFILE = Profile(
    imports="indexer.graph.imports.files:SourcedResolver",
    structure=Structure(
        cuttable=True,
        rows=_ROWS,
        rows_with_tree="added",
    ),
    damage=Damage(
        opaque=(),
        quotes_end_with_row=True,
        closers=rb"end(?:class|def|enum|f(?:u(?:n(?:c(?:tion)?)?)?)?|fo(?:r)?|if?|interface|t(?:ry?)?|w(?:hile)?)",
    ),
    names=Names(convention=Convention(test=re.compile(rb"(?:g:)?Test_"))),
)
