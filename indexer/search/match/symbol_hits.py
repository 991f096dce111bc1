"""Hits that are definitions: a name was asked for and nothing else, and the index knows which definitions can have it.

They are made from the packed columns of the index, and are what `match` makes of all that a file defines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from indexer.query.tree import Name
from indexer.search.match.row_hits import Found
from indexer.search.match.surroundings import PackedSurroundings
from indexer.search.names.qualified import fit, names_around
from indexer.text.document_text import Text

if TYPE_CHECKING:
    from indexer.store.columns import PackedOutline  # it imports numpy


def symbol_hits(wanted: Name, path: str, text: Text, packed: PackedOutline, numbers: Iterable[int]) -> list[Found]:
    """The hits among some definitions of a text, given by their numbers."""
    surroundings = PackedSurroundings(text, packed)
    row_of = text.lines.row_of
    found: list[Found] = []
    for at in numbers:
        kind, name = packed.symbol_name(at)
        span = packed.name_span(at)
        around = surroundings.of_symbol(at)
        fitting = fit(wanted, name, partial(names_around, path, text, span.start, around.containers))
        if fitting is None:
            continue
        row, last = row_of(span.start), row_of(max(span.end - 1, span.start))
        line = text.row_bytes(row).decode("utf-8", "replace")
        found.append(Found(span, row, last, line, kind, name, around.rows, around.ancestry, symbol=at, fit=fitting))
    return found
