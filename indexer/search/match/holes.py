"""What the holes of a pattern stand for at each of its places: whether that is what `where:` says, and what several
patterns share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from itertools import product

import numpy as np

from indexer.query.holes import holes_of
from indexer.query.regexes import compiled
from indexer.query.tree import And, Hole, Node, Not, Number, Or, Pattern, Text, TreeQuery, Where
from indexer.search.match.facts import Facts
from indexer.search.match.nodes import Flags
from indexer.search.match.places import Places
from indexer.search.plan.shared import Shared
from indexer.store.columns import Rows

Asked = Callable[[Node, Rows, Rows], Flags]  # whether a query is true of each of some ranges
MOST_CHOICES = 2000  # of what shared holes stand for in one text

_RUN = re.compile(rb"\s+")
_SPACED = re.compile(rb" ?([^\w\s]) ?")
_NUMBER = re.compile(
    rb"[-+]?(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_']*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?)"
)


def code(text: bytes) -> bytes:
    """A code as it is compared: spacing aside, unless it may be in a string."""
    if b'"' in text or b"'" in text or b"`" in text:
        return text.replace(b"\r\n", b"\n").strip()
    return _SPACED.sub(rb"\1", _RUN.sub(b" ", text)).strip()


class Holes:
    """The places of one pattern or tree query, and what is said of its holes."""

    def __init__(self, term: Pattern | TreeQuery, places: Places, data: bytes, asked: Asked) -> None:
        self._term = term
        self._places = places
        self._data = data
        self._asked = asked

    def kept(self) -> Places:
        """The places at which all that is said holds."""
        at = np.arange(len(self._places))
        for condition in self._term.where:
            at = at[self._holds(condition, at)]
        return self._places.kept(at.tolist())

    def _holds(self, condition: Node, at: Rows) -> Flags:
        if not len(at):
            return np.zeros(0, np.bool_)
        if isinstance(condition, Not):
            return ~self._holds(condition.part, at)
        if isinstance(condition, And):
            return reduce(np.bitwise_and, (self._holds(part, at) for part in condition.parts))
        if isinstance(condition, Or):
            return reduce(np.bitwise_or, (self._holds(part, at) for part in condition.parts))
        assert isinstance(condition, Where)
        test, texts = condition.test, [self._text(condition.hole, place) for place in at.tolist()]
        if isinstance(test, Text):
            return _flags(map(_text_test(test), texts))
        if isinstance(test, Hole):
            others = (self._text(test.name, place) for place in at.tolist())
            return _flags(code(text) == code(other) for text, other in zip(texts, others, strict=True))
        if isinstance(test, Number):
            return self._of_number(condition.hole, test, at, texts)
        return self._asked_of(test.query, condition.hole, at)

    def _text(self, hole: str, place: int) -> bytes:
        return _text(self._places, hole, place, self._data)

    def _of_number(self, hole: str, number: Number, at: Rows, texts: list[bytes]) -> Flags:
        if holes_of(self._term)[hole]:
            counts = (self._places.counts[place].get(hole, 0) for place in at.tolist())
            return _flags(number.low <= count <= number.high for count in counts)
        values = map(_value, texts)
        return _flags(value is not None and number.low <= value <= number.high for value in values)

    def _asked_of(self, query: Node, hole: str, at: Rows) -> Flags:
        assert self._places.captures is not None
        captures = self._places.captures
        filled = [number for number, place in enumerate(at.tolist()) if hole in captures[place]]
        spans = np.array([captures[int(at[number])][hole] for number in filled], np.int64).reshape(-1, 2)
        flags = np.zeros(len(at), np.bool_)
        flags[filled] = self._asked(query, spans[:, 0], spans[:, 1])
        return flags


def _flags(flags: Iterable[bool]) -> Flags:
    return np.fromiter(flags, np.bool_)


def _text(places: Places, hole: str, place: int, data: bytes) -> bytes:
    """What a hole stands for at a place; a `$$$` that stands for nothing has no text."""
    assert places.captures is not None
    span = places.captures[place].get(hole)
    return b"" if span is None else data[span[0] : span[1]]


def _text_test(test: Text) -> Callable[[bytes], bool]:
    if test.regex:
        regex = compiled(test.text, test.ignore_case)
        return lambda text: regex.search(text.replace(b"\r\n", b"\n")) is not None
    wanted = code(test.text.encode("utf-8", "surrogatepass"))
    if test.ignore_case:
        return lambda text: code(text).decode("utf-8", "replace").lower() == wanted.decode("utf-8", "replace").lower()
    return lambda text: code(text) == wanted


def _value(text: bytes) -> float | None:
    """The number that a text is, as most languages write them."""
    written = _NUMBER.match(text)
    if written is None or len(text) > 40 or not re.fullmatch(rb"[a-zA-Z_]*[0-9]*", text[written.end() :]):
        return None
    digits = written[0].replace(b"_", b"").replace(b"'", b"").lower()
    try:
        return float(int(digits, 0)) if digits.lstrip(b"+-")[:2] in (b"0x", b"0b", b"0o") else float(digits)
    except ValueError:
        return None


class ByText:
    """The places of a pattern by what its holes stand for."""

    def __init__(self, places: Places, holes: tuple[str, ...], data: bytes) -> None:
        self._places, self._holes = places, holes
        self._at: dict[tuple[bytes, ...], list[int]] = {}
        for at in range(len(places)):
            self._at.setdefault(tuple(code(_text(places, hole, at, data)) for hole in holes), []).append(at)

    def bound_to(self, bound: Mapping[str, bytes]) -> Places:
        """Those at which the holes stand for given texts."""
        return self._places.kept(self._at.get(tuple(bound[hole] for hole in self._holes), []))


def choices(
    shared: Shared, places_of: Callable[[Pattern | TreeQuery], Places], data: bytes, facts: Facts
) -> Iterator[Mapping[str, bytes]]:
    """What shared holes can stand for in a text, each choice once, in the order of their texts.

    Patterns that every hit needs are joined; of a hole that only others have, each text is tried. A hole that no
    pattern finds stands for nothing, and is not bound.
    """
    known: list[dict[str, bytes]] = [{}]
    tables = sorted((_table(term, shared, places_of(term), data) for term in shared.needed), key=len)
    for table in tables:
        known = list(_joined(known, table))
    for hole in sorted(shared.holes - {hole for term in shared.needed for hole in holes_of(term)}):
        rows = {
            row[hole] for term in shared.others for row in _table(term, shared, places_of(term), data) if hole in row
        }
        if rows:
            known = [{**one, hole: text} for one, text in product(known[: MOST_CHOICES + 1], sorted(rows))]
    known = [one for one in known if all(_agrees(join, one) for join in shared.joins)]
    if len(known) > MOST_CHOICES:
        facts.is_incomplete("its patterns share holes in too many ways; some matches may be missing")
    yield from sorted(known, key=lambda one: sorted(one.items()))[:MOST_CHOICES]


def _table(term: Pattern | TreeQuery, shared: Shared, places: Places, data: bytes) -> list[dict[str, bytes]]:
    """What the shared holes of a pattern stand for at its places, each way once."""
    holes = [hole for hole in holes_of(term) if hole in shared.holes]
    rows = {tuple(code(_text(places, hole, at, data)) for hole in holes) for at in range(len(places))}
    return [dict(zip(holes, row, strict=True)) for row in sorted(rows)]


def _joined(known: list[dict[str, bytes]], table: list[dict[str, bytes]]) -> Iterator[dict[str, bytes]]:
    if not known or not table:
        return
    common = [hole for hole in table[0] if hole in known[0]]
    by_key: dict[tuple[bytes, ...], list[dict[str, bytes]]] = {}
    for row in table:
        by_key.setdefault(tuple(row[hole] for hole in common), []).append(row)
    made = 0
    for one in known:
        for row in by_key.get(tuple(one[hole] for hole in common), ()):
            yield {**one, **row}
            made += 1
            if made > MOST_CHOICES:
                return


def _agrees(join: Node, bound: Mapping[str, bytes]) -> bool:
    if isinstance(join, Not):
        return not _agrees(join.part, bound)
    assert isinstance(join, Where) and isinstance(join.test, Hole)
    return bound.get(join.hole) == bound.get(join.test.name)
