"""Sections of manuals, and languages whose outlines were empty."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.languages.registry import by_name

OUTLINES = {
    "pod": (
        "=head1 NAME\n\nx - C<y>\n\n=head2 The C<new> method, E<lt>b>\n\n"
        "=begin html\n\n=head1 none\n\n=end html\n\n=cut\n",
        ["section NAME", " section The new method, <b>"],
    ),
    "roff": (
        '.\\" a comment\n.TH CTAGS 1 "2014"\n.de XX\n.SH none\n..\n.  am XX\n.  .\n.SH NAME\nx \\- y\n.SH\n'
        'Next row\n.SS "sub \\fBsection\\fR"\n'
        ".SH SEE ALSO\n",
        ["section CTAGS", " section NAME", " section Next row", "  section sub section", " section SEE ALSO"],
    ),
    "scdoc": (
        "foo(1)\n\n# NAME\n\nfoo - x\n\n# SYNTAX\n\n```\n# none\n```\n\n## Lists\n",
        ["section foo", " section NAME", " section SYNTAX", "  section Lists"],
    ),
    "txt2tags": (
        "Title\n\n= One =\n\n== Two ==[label]\n\n```\n= none =\n```\n\n+ Three +\n= not = a title\n",
        ["section One", " section Two", "section Three"],
    ),
    "robot": (
        "*** Settings ***\nLibrary    X\n\n*** Variables ***\n${A}    1\n@{B C}    2\n\n*** Test Cases ***\n"
        "Adds Two Numbers\n"
        "    Log    x    # no\n    Should Be    y\n# a comment\nB    [Tags]    z\n\n"
        "*** Keywords ***\nDo ${it} Now\n    Log    x\n",
        [
            *("section Settings", "section Variables", " variable A", " variable B C"),
            *("section Test Cases", " test Adds Two Numbers", " test B", "section Keywords", " function Do ${it} Now"),
        ],
    ),
    "prolog": (
        ":- module(lists, [a/1]).\n% b(X) :- c.\na(X) :-\n    b(X),\n    X == 0'%,\n    c('d :- e').\n"
        "'Quoted'(x).\nf --> [g].\n",
        ["module lists", "function a", "function Quoted", "function f"],
    ),
    "nftables": (
        "define wan = eth0\ntable inet filter {\n\tset s {\n\t\ttype ipv4_addr\n\t}\n"
        "\tchain input {\n\t\ttcp dport 22 accept\n\t}\n}\n",
        ["constant wan", "table filter", " variable s", " function input"],
    ),
    "s-lang": (
        '% x\nvariable a = 1, b;\nstatic define f (x)\n{\n   variable c;\n   message ("define g ()");\n}\n',
        ["variable a", "variable b", "function f"],
    ),
    "dtd": (
        '<!-- <!ELEMENT no EMPTY> -->\n<!ELEMENT a (b|c)*>\n<!ATTLIST a x:y CDATA #IMPLIED\n  z (p|q) "p">\n'
        '<!ENTITY % d "e">\n<!ENTITY f "g">\n<!NOTATION h SYSTEM "i">\n',
        ["element a", "field x:y", "field z", "constant d", "constant f", "type h"],
    ),
    "vim": (
        "vim9script\nexport var a = 1\nfinal b = []\ndef C(d: number): number\n  var e = d\n  return e\nenddef\n"
        "class F\n  var g: number\n  def new(this.g)\n  enddef\n  def H()\n  enddef\nendclass\nenum I\n  J\nendenum\n"
        "python3 << EOF\ndef nope():\n  pass\nEOF\n",
        [
            *("variable a", "constant b", "function C", "class F", " field g", " constructor new", " method H"),
            "enum I",
        ],
    ),
    "sql": ("# you'll need\nCREATE TABLE t (a int);\n", ["table t", " field a"]),
    "perl": ('my $x = <<"AB\\"CD";\nsub none { }\nAB"CD\nsub real { 1 }\n', ["variable $x", "function real"]),
    "latex": (
        "\\newcommand{\\x}[1]{\\section{#1}}\n\\begin{frame}{One}\n\\end{frame}\n\\begin{frame}\n\\frametitle{Two}\n\\end{frame}\n",
        ["macro \\x", "section One", "section Two"],
    ),
    "html": (
        "<title>A page</title><h1>One <b>b</b>old<br>word</h1><h2><a>Two</a></h2>\n",
        ["section A page", "section One bold word", "section Two"],
    ),
}


def outline(language: str, text: str) -> list[str]:
    symbols = Document.of(by_name(language), text.encode()).symbols()
    depths: list[int] = []
    for symbol in symbols:
        depths.append(0 if symbol.parent is None else depths[symbol.parent] + 1)
    return [f"{' ' * depth}{symbol.kind} {symbol.name}" for depth, symbol in zip(depths, symbols, strict=True)]


@pytest.mark.parametrize("language", OUTLINES)
def test_outline(language: str) -> None:
    text, expected = OUTLINES[language]
    assert outline(language, text) == expected


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("foo.1.scd", "foo(1)\n\n# NAME\n", "scdoc"),
        ("synth.scd", "(\nSynthDef(\\a, { |freq| }).add;\n)\n", "supercollider"),
        ("rules.nft", "", "nftables"),
        ("a.t2t", "", "txt2tags"),
        ("a.sl", "", "s-lang"),
        ("a.if", "interface(`b',`\n", "selinux"),
        ("script", "x\n" * 9000 + "# vim: set ft=python :\n", "python"),
        ("a.h", "int a;\n" * 9000 + "/*\n * Local Variables:\n * mode: c++\n * End:\n */\n", "cpp"),
    ],
)
def test_languages_are_told_apart(path: str, text: str, language: str) -> None:
    found = detect(path, text.encode())
    assert found is not None
    assert found.name == language


@pytest.mark.parametrize(
    "language", ["pod", "roff", "scdoc", "txt2tags", "robot", "prolog", "nftables", "s-lang", "vim"]
)
def test_long_rows_take_no_time(language: str) -> None:
    for text in (
        "= " * 50_000,
        "=head1 " + " " * 100_000 + "x",
        '.SH "' + "a " * 50_000,
        "a" * 100_000,
        "a\t " * 40_000,
    ):
        Document.of(by_name(language), text.encode()).symbols()
