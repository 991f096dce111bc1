"""Definitions read from rows: in many languages a definition is a row that begins like one, and no grammar is needed.

What the rows of a language look like is data in its profile (`indexer.languages.rows`): for each kind a pattern that a
row begins with, whose last group is the name, and how what is defined ends. Comments are blanked first and the insides
of strings are filled, so that nothing is found in them; a name may still be a string, for it is taken from the text
itself.

Rules serve languages without a grammar alone, and others beside one. All is a function of the text. A pattern has to be
linear on a long row: no two neighbouring parts may match the same bytes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, Spot, joined
from indexer.languages.profile import Structure
from indexer.languages.rows import BRACES, BRACKETS, INDENT, ROW, SECTION, SEMICOLON, Rows

_FILLER = b"\x1f"  # what strings are filled with: no letter, no blank
_SIGN = re.compile(rb"[(){}\[\];]")
_CONTINUED = re.compile(rb"(?:[^\n\\]|\\\r?\n|\\(?!\r?\n))*")
_BLANKED = bytes(sign if bytes((sign,)).isspace() else ord(" ") for sign in range(256))
_FILLED = bytes(sign if bytes((sign,)).isspace() else _FILLER[0] for sign in range(256))


class _Found(NamedTuple):
    start: int
    name_start: int
    name_end: int
    rank: int


class _Signs:
    """The brackets and semicolons of a text, each bracket with its partner, so that no search goes over them twice."""

    def __init__(self, plain: bytes) -> None:
        self._plain = plain
        found = [(sign.start(), sign[0]) for sign in _SIGN.finditer(plain)]
        self._places = [place for place, _ in found]
        self._signs = [sign for _, sign in found]
        self._partners = [-1] * len(found)
        around: list[int] = []
        for at, sign in enumerate(self._signs):
            if sign in (b"(", b"[", b"{"):
                around.append(at)
            elif sign != b";" and around:
                self._partners[around.pop()] = at

    def closed(self, start: int, limit: int, by_braces: bool) -> int | None:
        """Where a body in braces closes, or a semicolon outside of brackets is; None where neither comes in time."""
        at = bisect_left(self._places, start)
        while at < len(self._places) and self._places[at] < limit:
            sign, partner = self._signs[at], self._partners[at]
            if sign == b";":
                return self._places[at] + 1
            if partner < 0:
                return None
            if by_braces and sign == b"{":
                return self._places[partner] + 1
            at = partner + 1
        return None

    def balanced(self, start: int, row_end: int) -> int:
        """The end of the row on which the brackets opened from `start` on are closed, or else of its own row."""
        at, end = bisect_left(self._places, start), row_end
        while at < len(self._places) and self._places[at] <= end:
            partner = self._partners[at]
            if partner >= 0 and self._places[partner] > end:
                end = _row_end(self._plain, self._places[partner])
            elif partner < 0 and self._signs[at] in (b"(", b"[", b"{"):
                return row_end
            at = max(partner, at) + 1
        return end


class _RowRules:
    """The rules of one language, compiled."""

    def __init__(self, rows: Rows) -> None:
        flags = re.MULTILINE | (re.IGNORECASE if rows.ignore_case else 0)
        self.rules = rows.rules
        self.aside = re.compile(
            rb"(?P<comment>(?:" + rows.comment + rb"))|(?P<string>(?:" + rows.string + rb"))", flags | re.DOTALL
        )
        self.patterns = [re.compile(rb"^[ \t]*+(?:" + rule.row + rb")", flags) for rule in rows.rules]
        rows_of_any = rb"|".join(b"(?:" + rule.row + b")" for rule in rows.rules)
        self.any = re.compile(rb"^[ \t]*+(?:" + rows_of_any + rb")", flags)
        self.each = [re.compile(rule.each, flags) if rule.each else None for rule in rows.rules]
        self.under = [re.compile(rule.under, flags) if rule.under else None for rule in rows.rules]
        self.within = re.compile(rows.within, flags | re.DOTALL) if rows.within else None
        ends = {rule.end for rule in rows.rules} - {ROW, BRACES, BRACKETS, SEMICOLON, INDENT, SECTION}
        self.ends = {end: re.compile(rb"^[ \t]*+(?:" + end + rb")[^\n]*", flags) for end in ends}

    def plain(self, data: bytes) -> bytes:
        """The text without its comments and what is in its strings, of the same length."""
        plain = self.aside.sub(_without, data).replace(b"\r", b" ")
        part = self.within.search(plain) if self.within is not None else None
        if part is None:
            return plain
        start, end = part.span(1)
        return plain[:start].translate(_BLANKED) + plain[start:end] + plain[end:].translate(_BLANKED)

    def definitions(self, data: bytes) -> list[Definition]:
        plain = self.plain(data)
        if self.any.search(plain) is None:
            return []  # as in most texts whose tree tells what they define
        found = self._found(plain)
        named: dict[int, list[tuple[_Found, int]]] = {}  # by where a name is: what the rules make of it, first to last
        for item, end in zip(found, self._extents(plain, found), strict=True):
            named.setdefault(item.name_start, []).append((item, end))
        definitions: list[Definition] = []
        around: list[tuple[int, str, int]] = []  # where the definitions around end, their kinds, where they start
        for readings in sorted(named.values(), key=lambda readings: (readings[0][0].start, -readings[0][1])):
            start = readings[0][0].start
            while around and around[-1][0] <= start:
                around.pop()
            kind, begun = around[-1][1:] if around else (".", 0)
            fitting = [reading for reading in readings if self._fits(reading[0].rank, plain, kind, begun)]
            if not fitting:
                continue
            item, end = fitting[0]
            rule = self.rules[item.rank]
            end = max(item.start + len(data[item.start : end].rstrip()), item.name_end)
            if rule.end:
                around.append((end, rule.kind, item.start))
            header = _header(plain, item, end)
            definitions.append(Definition(item.start, end, rule.kind, item.name_start, item.name_end, header, end))
        return definitions

    def _fits(self, rank: int, plain: bytes, kind: str, begun: int) -> bool:
        """Whether what a rule sees may lie in something of a kind that begins at a place, or in "." for nothing."""
        rule, under = self.rules[rank], self.under[rank]
        if rule.inside != "*" and kind not in rule.inside.split():
            return False
        return under is None or (kind != "." and under.match(plain, begun) is not None)

    def _found(self, plain: bytes) -> list[_Found]:
        """Where the rules see names, in order; of one name what the first rule says comes first."""
        found: list[_Found] = []
        for rank, pattern in enumerate(self.patterns):
            each = self.each[rank]
            for match in pattern.finditer(plain):
                if not match.lastindex:
                    continue
                start = match.start() + len(match[0]) - len(match[0].lstrip())
                if each is None:
                    spans: Sequence[tuple[int, int]] = [match.span(match.lastindex)]
                else:
                    spans = [name.span() for name in each.finditer(plain, *match.span(match.lastindex))]
                row_end = _row_end(plain, start)
                for name_start, name_end in spans:
                    if name_end > name_start:
                        begin = start if name_start < row_end or each is None else name_start
                        found.append(_Found(begin, name_start, name_end, rank))
        return sorted(found, key=lambda item: (item.name_start, item.rank))

    def _extents(self, plain: bytes, found: list[_Found]) -> list[int]:
        """Where what was found ends."""
        partners = {end: self._partners(plain, found, end) for end in self.ends}
        signs = _Signs(plain)
        limits = _limits(found, len(plain))
        extents: list[int] = []
        row_end = continued = 0
        for at, (start, _, name_end, rank) in enumerate(found):
            rule = self.rules[rank]
            if row_end < name_end:
                row_end = _row_end(plain, name_end)
            if rule.end == ROW:
                if continued < name_end:
                    continued = _CONTINUED.match(plain, name_end).end()  # type: ignore[union-attr]  # it always matches
                extents.append(continued)
            elif rule.end in (BRACES, SEMICOLON):
                extents.append(signs.closed(name_end, limits[at], rule.end == BRACES) or row_end)
            elif rule.end == BRACKETS:
                extents.append(signs.balanced(start, row_end))
            elif rule.end == INDENT:
                extents.append(_indented(plain, start, row_end))
            elif rule.end == SECTION:
                extents.append(self._next_section(found, at, len(plain)))
            else:
                extents.append(partners[rule.end].get(start, row_end))
        return extents

    def _next_section(self, found: list[_Found], at: int, end: int) -> int:
        level = self.rules[found[at].rank].level
        for place in range(at + 1, len(found)):
            rule = self.rules[found[place].rank]
            if rule.end == SECTION and rule.level <= level:
                return found[place].start
        return end

    def _partners(self, plain: bytes, found: list[_Found], end: bytes) -> dict[int, int]:
        """Where the rows are that close what begins at each place, for all rules that end so."""
        closing = [(match.start(), match.end()) for match in self.ends[end].finditer(plain)]
        opening = [item.start for item in found if self.rules[item.rank].end == end]
        events = sorted([(start, -1) for start in set(opening)] + closing)
        around: list[int] = []
        partners: dict[int, int] = {}
        for start, stop in events:
            if stop < 0:
                around.append(start)
            elif around:
                partners[around.pop()] = stop
        return partners


def row_definitions(rows: Rows, data: bytes) -> list[Definition]:
    """The definitions of a text by the rules of its language, ordered by start, outer before inner."""
    return _reader(rows).definitions(data)


def row_items(rows: Rows, data: bytes) -> Items:
    """The definitions of a text and its comments as structure items."""
    reader = _reader(rows)
    comments = [
        Spot(match.start(), match.end(), "comment", match.start(), False, match.end())
        for match in reader.aside.finditer(data)
        if match.lastgroup == "comment" and match.end() > match.start()
    ]
    return joined((Items(reader.definitions(data), comments),))


def beside_tree(known: Structure, data: bytes, items: Items) -> Items:
    """The items that a tree gave, with what the rows of the language say where they say something beside it."""
    if known.rows is None or not known.rows_with_tree:
        return items
    found = row_definitions(known.rows, data)
    if known.rows_with_tree == "instead":
        return _with(items._replace(definitions=[]), found, data)
    names = {definition.name_start for definition in items.definitions}
    added = [item for item in found if item.name_start not in names]
    return _with(items, added, data) if added else items


def _with(items: Items, added: list[Definition], data: bytes) -> Items:
    folds = [
        Spot(item.start, item.end, "fold", item.start, False, item.end)
        for item in added
        if b"\n" in data[item.start : item.end]
    ]
    return joined((Items(added, []), items._replace(spots=list({*items.spots, *folds}))))


def _limits(found: list[_Found], end: int) -> list[int]:
    """For each the start of the next one that the same rule found elsewhere: what has no end of its own ends there."""
    limits = [end] * len(found)
    following: dict[int, int] = {}
    for at in range(len(found) - 1, -1, -1):
        start, rank = found[at].start, found[at].rank
        limits[at] = following.get(rank, end)
        if at == 0 or (found[at - 1].start, found[at - 1].rank) != (start, rank):
            following[rank] = start
    return limits


@cache
def _reader(rows: Rows) -> _RowRules:
    return _RowRules(rows)


def _without(aside: re.Match[bytes]) -> bytes:
    text = aside[0]
    if aside.lastgroup == "comment":
        return text.translate(_BLANKED)
    return text[:1] + text[1:-1].translate(_FILLED) + text[-1:] if len(text) > 1 else text


def _row_end(data: bytes, at: int) -> int:
    end = data.find(b"\n", at)
    return len(data) if end < 0 else end


def _header(plain: bytes, item: _Found, end: int) -> int:
    """Where the signature ends: before a body in braces, or with the row of the name."""
    row_end = min(_row_end(plain, item.name_end), end)
    brace = plain.find(b"{", item.name_end, row_end)
    return max(row_end if brace < 0 else brace, item.name_end)


def _indented(plain: bytes, start: int, row_end: int) -> int:
    """The end of the last row that stands further in than the row of `start`."""
    row = plain.rfind(b"\n", 0, start) + 1
    column = len(plain[row:start].expandtabs())
    end, at = row_end, row_end + 1
    while at < len(plain):
        stop = _row_end(plain, at)
        text = plain[at:stop]
        if text.strip():
            if len(text.expandtabs()) - len(text.expandtabs().lstrip()) <= column:
                break
            end = stop
        at = stop + 1
    return end
