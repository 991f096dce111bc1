"""Haskell."""

from __future__ import annotations

import re

from indexer.languages.opaque import BRACES
from indexer.languages.profile import Damage, Docs, Grammar, Names, Patterns, Profile, Structure

# A literate program is prose in which the rows that begin with `>` are code, or those between two commands of LaTeX. A
# comment may have such rows, too, so they count where what is imported stands there and nowhere else.
_ROW = re.compile(rb"^(>?)(.*)$", re.MULTILINE)
_IMPORT = rb"(?:module|import(?:[ \t]+(?:qualified|safe))*)[ \t]+[A-Z\"]"
_BEGINS = re.compile(rb"^>[ \t]*" + _IMPORT, re.MULTILINE)
_PLAIN = re.compile(rb"^" + _IMPORT, re.MULTILINE)
_CODE = re.compile(rb"(?:\A|^\\end\{code\})[^\0]*?(?:^\\begin\{code\}[^\n]*|\Z)", re.MULTILINE)
_LETTER = re.compile(rb"[^\n]")


def without_prose(data: bytes) -> bytes:
    """A literate program without what is no code."""
    if b"\\begin{code}" in data and b"\n\\begin{code}" in b"\n" + data:
        return _CODE.sub(lambda prose: _LETTER.sub(b" ", prose[0]), data)
    if (b"\n>" in data or data.startswith(b">")) and _BEGINS.search(data) and not _PLAIN.search(data):
        return _ROW.sub(lambda row: b" " + row[2] if row[1] else b" " * len(row[2]), data)
    return data


PROFILE = Profile(
    imports="indexer.graph.imports.modules:HaskellResolver",
    grammar=Grammar(dialect=without_prose),
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        strategy="indexer.syntax.recovery.haskell:Haskell", opaque=(BRACES,), stubs=(b"()", b"| () = ()", b"")
    ),
    names=Names(clauses="any"),
    docs=Docs(signature=rb"[ \t]*\(?%s\b.*?::|[ \t]*\(?%s\)?[ \t]*::"),
    patterns=Patterns(places="indexer.patterns.places_lua:HASKELL"),
    has_server=True,
)
