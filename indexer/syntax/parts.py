"""Parts of a text that can be parsed alone: the definitions at its margin, and what lies between them.

A search for a shape knows words that every match has, and most files that have them have them in few places. Parsing
the definitions around those is exact where the text is a sequence of definitions and nothing that begins at the margin
can lie inside of something else, but for the containers named here. An error inside of a function's body is that
body's own; with any other error in a part the text is parsed as a whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tree_sitter import Node, Tree

from indexer.grammars.parsers import parser
from indexer.languages.profile import profile_of
from indexer.syntax.recovery.c import AT_MARGIN
from indexer.text.linear import Linear

Span = tuple[int, int]

# What may hold definitions that begin at the margin.
_CONTAINERS: Final = frozenset(["declaration_list", "linkage_specification", "module", "translation_unit"])


def may_hold_definitions(kind: str) -> bool:
    """Whether a node of a kind may have definitions inside that begin at the margin."""
    return kind in _CONTAINERS or kind.startswith("preproc_")


def trees_of_parts(
    grammar: str,
    data: bytes,
    definitions: Sequence[Span],
    words: Sequence[bytes],
    known: dict[Span, Tree],
    runs: Sequence[Linear] = (),
) -> Iterable[tuple[Tree, int]]:
    """Trees in which all is that has all the words and what the expressions find, each with the offset it starts at.

    `definitions` are those of whole kinds that lie in no other, in order. `known` are trees of parts of this text,
    which those that are made here join: whoever asks for several shapes needs many of them again.
    """
    parse = parser(grammar)
    assert parse is not None
    in_bodies = profile_of(grammar).structure.errors_in_bodies
    found: list[tuple[Tree, int]] = []
    for start, end in _holding(data, _parts(data, definitions), words):
        if not all(run.is_in(data, start, end) for run in runs):
            continue
        part = data[start:end]
        tree = known.get((start, end)) or known.setdefault((start, end), parse.parse(part))
        if tree.root_node.has_error and not (in_bodies and _errs_in_bodies(tree.root_node, part)):
            whole = (0, len(data))
            return [(known.get(whole) or known.setdefault(whole, parse.parse(data)), 0)]
        found.append((tree, start))
    return found


def _errs_in_bodies(root: Node, data: bytes) -> bool:
    """Whether all errors lie inside bodies of functions that hold nothing else: no row in them begins at the margin."""
    if root.is_error:
        return False
    for node in root.children:
        if not node.has_error:
            continue
        body = node.child_by_field_name("body")
        if node.is_error or body is None or any(child.has_error for child in node.children if child != body):
            return False
        if AT_MARGIN.search(data, body.start_byte, node.end_byte):
            return False
    return True


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
    at = _token_at(data, rarest, 0, len(data))
    while at >= 0:
        part = bisect_right(cuts, at)
        start, end = cuts[part - 1], cuts[part] if part < len(cuts) else len(data)
        if all(_token_at(data, word, start, end) >= 0 for word in others):
            yield start, end
        at = _token_at(data, rarest, end, len(data))


def _token_at(data: bytes, word: bytes, start: int, end: int) -> int:
    """Where a word first is that can be a token. A number may stand right before one: `1if x else 2`."""
    at = data.find(word, start, end)
    while at >= 0:
        before, after = data[max(at - 1, 0) : at], data[at + len(word) : at + len(word) + 1]
        if not ((_is_letter(word[:1]) and _is_letter(before)) or (_in_word(word[-1:]) and _in_word(after))):
            return at
        at = data.find(word, at + 1, end)
    return -1


def _is_letter(sign: bytes) -> bool:
    return sign.isalpha() or sign == b"_"


def _in_word(sign: bytes) -> bool:
    return sign.isalnum() or sign == b"_"
