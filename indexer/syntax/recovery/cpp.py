"""C++: macros in capitals, and namespaces whose members stand at the margin, as most are written.

One broken member breaks the namespace around it. So in a broken text the rows that begin and end a namespace are read
by themselves, and what is between stands at the margin in truth. A comment behind the brace may say which one it ends;
without one, it is the one that is open when all else that began at the margin has ended.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from indexer.extract.structure import Definition, Items
from indexer.syntax.recovery.c import Preprocessed, contained

_MARK = rb"_*[A-Z][A-Z0-9]*_[A-Z0-9_]+\b(?:\((?:[^()\n]|\([^()\n]*\))*\))?"  # as the name of a macro shows
# Marks alone on a row, unless a body follows and they define something; before a type and a name; between `class`
# and its name; behind parameters.
_MACROS = (
    re.compile(rb"\n[ \t]*(%b)(?=[ \t]*\r?\n(?!\s*\{))" % _MARK),
    re.compile(
        rb"\n[ \t]*(%b)(?=[ \t]++(?:[a-z]\w*+[ \t]++){0,4}[A-Za-z_][\w:<>, ]{0,80}[ \t*&]++[A-Za-z_~]\w*+[ \t]*+"
        rb"[(;={])" % _MARK
    ),
    re.compile(rb"class[ \t]+(?:(%b)(?=[ \t]+[A-Za-z_])|\w+[ \t]+(%b)(?=\s*[:{]))" % (_MARK, _MARK)),
    re.compile(rb"struct[ \t]+(?:(%b)(?=[ \t]+[A-Za-z_])|\w+[ \t]+(%b)(?=\s*[:{]))" % (_MARK, _MARK)),
    re.compile(rb"\)(?:[ \t]+(?:const|override|noexcept|final))*\s+(%b(?:\s++%b){0,20}+)(?=\s*[;{])" % (_MARK, _MARK)),
)
_SAID = rb"(?:/\*[^\n*]*+\*/[ \t]*+)?"
_HEAD = rb"(?:[^\n{};]++|\{[^\n{}]*+\})*+"  # of a row: parameters, initializers
_ROW = re.compile(
    rb"^(?P<space>(?:inline[ \t]++)?namespace\b[ \t]*+(?P<name>[\w:]*+)[^\n;{}=]*+|extern[ \t]++\"C\"[ \t]*+)"
    rb"\{[ \t]*+(?:/[/*][^\n]*+)?\r?$"
    rb"|^(?P<end>\})(?P<says>[ \t]*+/[/*][^\n]*\b(?:namespace|extern)\b[^\n]*$)?"
    rb"|^(?:%b[^\s#/{}](?:[^\n{]++|\{(?![ \t]*+(?:\r?\n|\Z|/[/*])))*+)?\{"
    rb"|^%b[^\s#/{}]%b\n(?:[ \t]++%b\n){0,99}+[ \t]++%b\{[ \t]*+(?:/[/*][^\n]*+)?\r?$"
    % (_SAID, _SAID, _HEAD, _HEAD, _HEAD),
    re.MULTILINE,
)


class Cpp(Preprocessed):
    """C++."""

    plain_first = True
    macros = _MACROS

    def is_sound(self, root: Node, data: bytes) -> bool:
        return contained(root, data, None)

    def without_containers(self, data: bytes) -> tuple[bytes, Items]:
        return without_namespaces(data)


def without_namespaces(data: bytes) -> tuple[bytes, Items]:
    """A C++ text with blanks for the rows that begin and end its namespaces, and these as definitions."""
    opened: list[re.Match[bytes]] = []
    pairs: list[tuple[re.Match[bytes], re.Match[bytes]]] = []
    for row in _ROW.finditer(data):
        other = bool(opened) and opened[-1]["space"] is None
        if row["end"] is None:
            if other:  # it has no end of its own, or this is the brace of its body
                opened.pop()
            opened.append(row)
        elif row["says"] is not None or not other:
            if other:
                opened.pop()
            if opened:
                pairs.append((opened.pop(), row))
        else:
            opened.pop()
    text = bytearray(data)
    found: list[Definition] = []
    for first, last in pairs:
        for row in (first, last):
            text[row.start() : row.end()] = re.sub(rb"[^\r\n]", b" ", row[0])
        if first["name"]:
            end = last.end("end")
            brace = data.index(b"{", first.end("name"))
            found.append(Definition(first.start(), end, "namespace", *first.span("name"), brace, end))
    return bytes(text), Items(sorted(found), [], [])
