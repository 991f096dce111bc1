"""Namespaces of C++ whose members stand at the margin, as most are written: `namespace a {` … `}  // namespace a`.

One broken member breaks the namespace around it, and the layout says nothing of where the namespace ends, but the
comment behind its brace does. So in a broken text such a pair of rows is read by itself, and what is between stands at
the margin in truth.
"""

from __future__ import annotations

import re

from indexer.extract.structure import Definition, Items

_ROW = re.compile(
    rb"^(?:inline[ \t]++)?namespace\b[ \t]*+(?P<name>[\w:]*+)[^\n;{}=]*+\{[ \t]*+(?:/[/*][^\n]*)?\r?$"
    rb"|^(?P<end>\})[ \t]*/[/*][^\n]*\bnamespace\b[^\n]*$",
    re.MULTILINE,
)


def without_namespaces(data: bytes) -> tuple[bytes, Items]:
    """A C++ text with blanks for the rows that begin and end its namespaces, and these as definitions."""
    opened: list[re.Match[bytes]] = []
    pairs: list[tuple[re.Match[bytes], re.Match[bytes]]] = []
    for row in _ROW.finditer(data):
        if row["end"] is None:
            opened.append(row)
        elif opened:
            pairs.append((opened.pop(), row))
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
