"""Parts of a text that can be parsed alone: the definitions at its margin, and what lies between them.

A search for a shape knows words that every match has, and most files that have them have them in few places. Parsing
the definitions around those is exact where the text is a sequence of definitions and nothing that begins at the margin
can lie inside of something else, but for the containers named here. An error inside of a function's body is that
body's own; with any other error the parts are none, and the text is parsed as a whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Tree

from indexer.syntax.grammars import parser
from indexer.syntax.structure import errs_in_bodies

Span = tuple[int, int]

# What may hold definitions that begin at the margin.
_CONTAINERS: Final = frozenset(["declaration_list", "linkage_specification", "module", "translation_unit"])


def may_hold_definitions(kind: str) -> bool:
    """Whether a node of a kind may have definitions inside that begin at the margin."""
    return kind in _CONTAINERS or kind.startswith("preproc_")


def trees_of_parts(
    grammar: str, data: bytes, definitions: Sequence[Span], words: Sequence[bytes]
) -> Iterator[tuple[Tree, int]] | None:
    """Trees of the parts that hold all the words, each with the offset it starts at; None if that is not exact.

    `definitions` are those of whole kinds that lie in no other, in order.
    """
    parse = parser(grammar)
    if parse is None or not words:
        return None
    found: list[tuple[Tree, int]] = []
    for start, end in _holding(data, _parts(data, definitions), words):
        tree = parse.parse(data[start:end])
        if tree.root_node.has_error and not errs_in_bodies(grammar, tree.root_node, data[start:end]):
            return None
        found.append((tree, start))
    return iter(found)


def _parts(data: bytes, definitions: Sequence[Span]) -> list[int]:
    """Where the parts begin: at definitions that have their rows for themselves, and after them."""
    cuts = [0]
    for start, end in definitions:
        row_end = data.find(b"\n", end)
        row_end = len(data) if row_end < 0 else row_end + 1
        if start >= cuts[-1] and (start == 0 or data[start - 1 : start] == b"\n") and not data[end:row_end].strip():
            cuts += (start, row_end)
    return cuts


def _holding(data: bytes, cuts: list[int], words: Sequence[bytes]) -> Iterator[Span]:
    """The parts that hold all the words."""
    rarest, *others = words
    at = data.find(rarest)
    while at >= 0:
        part = bisect_right(cuts, at)
        start, end = cuts[part - 1], cuts[part] if part < len(cuts) else len(data)
        if all(data.find(word, start, end) >= 0 for word in others):
            yield start, end
        at = data.find(rarest, end)
