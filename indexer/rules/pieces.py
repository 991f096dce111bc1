"""Patterns in a text that somebody types: what was found in a piece of it is kept as long as the piece is the same.

A document without errors is cut between top-level nodes into pieces whose trees depend on nothing but their bytes, and
a pattern that is one node lies in one of them. So after a key the piece that it touched is asked again, and no other.
"""

from __future__ import annotations

from collections.abc import Sequence

from indexer.documents import Document
from indexer.grammars.parsers import parser
from indexer.model import CapturedMatch, Problem, Span
from indexer.patterns.match import Match
from indexer.patterns.pattern import Pattern, compile_pattern

_Kept = dict[str, list[Match]]  # by pattern: where in a piece it was found


class PieceMemo:
    """What was found in the pieces of one text, through its versions."""

    def __init__(self) -> None:
        self._known: dict[bytes, _Kept] = {}
        self._document: Document | None = None
        self._pieces: list[tuple[int, bytes, _Kept]] | None = None

    def matches(self, document: Document, source: str) -> Sequence[CapturedMatch] | None:
        """The matches of a pattern; None where the text cannot be taken piece by piece."""
        grammar = document.language.grammar if document.language is not None else None
        if grammar is None or document.language is None or document.language.lexer is not None:
            return None  # heredocs may lie across pieces
        shape = compile_pattern(source, grammar)
        if isinstance(shape, Problem) or shape.looks_at_siblings:
            return None
        pieces = self._cut(document)
        if pieces is None:
            return None
        found: list[CapturedMatch] = []
        for start, data, kept in pieces:
            if source not in kept:
                asked = _asked(shape, grammar, data)
                if asked is None:
                    return None
                kept[source] = asked
            found += [_moved(match, start) for match in kept[source]]
        return found

    def _cut(self, document: Document) -> list[tuple[int, bytes, _Kept]] | None:
        """The pieces of a document, each with where it starts and what is known of it."""
        if document is not self._document:
            self._document, self._pieces = document, None
            structure = document.structure
            if structure is not None and structure.clean and not document.regions():
                data = document.text.data
                bounds = zip(structure.pieces, structure.offsets, strict=False)
                parts = [(start, data[start : start + piece.length]) for piece, start in bounds]
                known = {part: self._known.get(part, {}) for _, part in parts}
                self._known = known
                self._pieces = [(start, part, known[part]) for start, part in parts]
        return self._pieces


def _moved(match: Match, by: int) -> CapturedMatch:
    captures = {name: Span(start + by, end + by) for name, (start, end) in match.captures.items()}
    return CapturedMatch(Span(match.start + by, match.end + by), captures, match.counts)


def _asked(shape: Pattern, grammar: str, data: bytes) -> list[Match] | None:
    """Where a piece has a pattern; None where a limit cut that short."""
    if any(literal not in data for literal in shape.literals):
        return []
    parse = parser(grammar)
    assert parse is not None
    found = shape.find(parse.parse(data).root_node, data)
    return found.matches if found.complete else None
