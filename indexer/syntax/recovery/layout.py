"""Broken code: finds the rows that hold the damage, so that everything else can be parsed as if they were blank.

A parser's own recovery sees the text from left to right, and one open quote can swallow the rest of a file. People
see the damage at once, because they read the layout: a definition begins at the margin after a blank row. So the text
is cut there, each part is tried alone, and the parts that do not parse are the damage. A part that is indented code
around members (a class) is cut again at its members, each tried between the part's first and last rows.

Everything here is a function of the text alone, so it does not matter which edits broke it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from tree_sitter import Tree

from indexer.grammars.parsers import parser
from indexer.languages.profile import profile_of
from indexer.syntax.opaque import layout as opaque_layout
from indexer.syntax.recovery.openings import Openings, Stretch
from indexer.syntax.recovery.strategy import strategy_of

MERGED = 6  # how many parts may belong together: a comment or string with blank rows in it is torn apart by the cut
MERGED_SIZE = 16 * 1024  # and no more bytes than this, for each try is a parse
DEEPEST = 4
FOREIGN = 10  # broken parts after which, if few are whole, no merging helps: the text is hardly in this language
TRIED = 3  # members that tell whether what stands before them is a head: where it is not, none of them parses
SIBLINGS = 200  # parts side by side, for each is a parse
LARGEST = 512 * 1024  # above this, the parser's own recovery has to do

_MARKER = re.compile(rb"(?m)^(?:<{7}|>{7}|\|{7})(?: [^\r\n]*)?$|^={7}$")
_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))
_ROW = re.compile(rb"[^\n]*\n?")
_INDENT = re.compile(rb"[ \t]*+")
_CLOSER = re.compile(rb"[ \t]*+(?:[)\]}]|(?:end|fi|done|esac)\b)")
_CLOSES_AT_MARGIN = re.compile(rb"[)\]}]|(?:end|fi|done|esac)\b")
_ANY_AT_MARGIN = re.compile(rb"(?m)^[^\s]")
# What a row at the margin begins with, unless it goes on with something: a key, an item, a document, a directive.
_KEY_AT_MARGIN = re.compile(rb"(?m)^(?:---(?=\s)|-(?=\s)|[^\s#\]}),:.])")
_COMMENT_FURTHER_OUT = re.compile(rb"(?:(?:#|//|--|;|%)[^\n]*+\n(?:[ \t\r]*+\n)*+)++[ \t]++[^\s]")
_COMMENTS_ABOVE = re.compile(rb"(?:\s*+(?:/\*(?:[^*]++|\*(?!/))*+\*/|//[^\n]*+\n|#(?:[ #][^\n]*+)?\r?\n))++")
_GOES_ON = re.compile(
    rb"[ \t]*+(?!--)(?:[)\]}.,|&+*/=<>?:-]|(?:else|elif|elsif|elseif|except|finally|catch|rescue|ensure|when|in|then|do"
    rb"|where|and|or|end|fi|done|esac|of|with|until)\b|#(?:else|elif|endif)\b"
    rb"|(?:private|protected|public)[ \t]*+:?[ \t]*+\r?\n)(?!/|\*|--|<)"
)
_CLOSES = re.compile(rb"[ \t]*+[)\]},]")
_ENDED = re.compile(rb"(?:[;}]|\bend)\s*\Z")
_LOOSE = frozenset(["constant", "field", "property", "variable"])
Span = tuple[int, int]


def without_markers(data: bytes) -> bytes:
    """The text with the rows that a merge conflict leaves behind blanked."""
    if b"<<<<<<<" not in data and b">>>>>>>" not in data:
        return data
    return _MARKER.sub(lambda match: b" " * len(match[0]), data)


def without_comments_above(head: bytes) -> bytes:
    """The head of a part without the comments above it, which may be pages and say nothing of its members."""
    above = _COMMENTS_ABOVE.match(head)
    return head if above is None else head[above.end() :]


def blanked(data: bytes, spans: list[Span]) -> bytes:
    """The text with blanks for everything in the spans but line ends; its length stays."""
    parts: list[bytes] = []
    done = 0
    for start, end in spans:
        parts += (data[done:start], data[start:end].translate(_BLANKS))
        done = end
    return b"".join((*parts, data[done:]))


def shortened(data: bytes, spans: list[Span]) -> bytes:
    """The text with a blank and line ends alone for everything in the spans: it stays while somebody types in one."""
    parts: list[bytes] = []
    done = 0
    for start, end in spans:
        parts += (data[done:start], _filler(data, start, end))
        done = end
    return b"".join((*parts, data[done:]))


def _filler(data: bytes, start: int, end: int) -> bytes:
    return b" " + b"\n" * data.count(b"\n", start, end)


def lengthened(data: bytes, spans: list[Span]) -> Callable[[int], int]:
    """Where the offsets of a shortened text are in the text itself."""
    moves: list[Span] = []  # offsets of the shortened text from which on all are moved, and by how much
    delta = 0
    for start, end in spans:
        length = len(_filler(data, start, end))
        moves.append((start - delta + length, delta + end - start - length))
        delta = moves[-1][1]
    moves.reverse()

    def at(offset: int) -> int:
        for start, delta in moves:
            if offset >= start:
                return offset + delta
        return offset

    return at


@cache
def _going_on(grammar: str) -> re.Pattern[bytes]:
    """How a row begins that goes on with the one above it."""
    return _CLOSES if profile_of(grammar).damage.signs_begin else _GOES_ON


def definitions_at_margin(grammar: str, layout: bytes) -> list[Span]:
    """The spans from one definition at the margin to the next."""
    return list(pairwise([*_cuts(grammar, layout, 0, len(layout), 0), len(layout)]))


def part_starts(grammar: str, layout: bytes, openings: Openings) -> list[int]:
    """Where the parts of a text begin, as its layout and the openings there show."""
    if not _ANY_AT_MARGIN.search(layout):
        return _cuts(grammar, layout, 0, len(layout), _margin(layout))
    return [0, *(at for at in openings.at_margin() if not _belongs_to_others(grammar, layout, at))]


def key_starts(text: bytes) -> list[int]:
    """Where the parts of a text begin that is made of keys and their values, with no blank rows between them.

    Items of a list at the margin belong to the key above them, if there is one.
    """
    found = [0]
    below_key = directive = False
    for match in _KEY_AT_MARGIN.finditer(text):
        sign = match[0]
        if sign == b"---":
            below_key = False
        item = sign == b"-"
        if match.start() and not (item and below_key) and not (directive and sign == b"---"):
            found.append(match.start())
        below_key = below_key or not (item or sign == b"---" or sign == b"%")
        directive = sign == b"%"
    return found


def begins_part(grammar: str, data: bytes, offset: int) -> bool:
    """Whether a row at the margin begins at an offset, after a blank row or one that closes a block."""
    if data[offset - 1 : offset] != b"\n":
        return False
    before = data.rfind(b"\n", 0, offset - 1) + 1
    apart = _CLOSES_AT_MARGIN.match(data, before) or not data[before:offset].strip()
    return bool(apart) and not _going_on(grammar).match(data, offset)


def _belongs_to_others(grammar: str, layout: bytes, at: int) -> bool:
    """Whether a row at the margin goes on with what stands before it, or is a comment on what is further in."""
    goes_on = _going_on(grammar).match(layout, at)
    return bool(goes_on or _is_body(layout, at) or _COMMENT_FURTHER_OUT.match(layout, at))


def _is_body(layout: bytes, at: int) -> bool:
    """Whether a row opens the body of what the row before it says."""
    return layout.startswith(b"{", at) and layout[max(at - 200, 0) : at].rstrip().endswith(b")")


class Inside(NamedTuple):
    """The inside of a part: where its members may begin, and where the row that closes it does."""

    members: list[int]
    foot: int

    def heads(self) -> Iterator[list[int]]:
        """Ways to tell the members from the head: it may be one row or several."""
        for members in (self.members, self.members[1:]):
            if members:
                yield members


def inside_of(grammar: str, stretch: Stretch) -> Inside:
    """The inside of a part that is a long one, without a look at every row."""
    layout, start = stretch.layout, stretch.start
    text = stretch.text
    foot = _last_row(text, 0, len(text.rstrip()))
    outer = _indent(text)
    first = re.compile(rb"\n(?=[ \t]{%d,}[^\s])" % (outer + 1)).search(text, 0, foot)
    if first is None:
        return Inside([], foot)
    openings = stretch.openings.between(start + first.end(), start + foot)
    # A row that only closes what is further in says nothing of where members begin.
    deeper = (
        column
        for column in sorted({indent for indent in openings.indents if indent > outer})
        if any(not _CLOSER.match(layout, at) for at, _ in openings.at(column))
    )
    column = next(deeper, -1)
    if column < 0:
        return Inside([], foot)
    column = min(column, _indent(text, first.end()))
    goes_on = _going_on(grammar).match
    cuts = [
        at - start
        for at, indent, closer in zip(*openings, strict=True)
        if indent == column and closer <= column and not (goes_on(layout, at) or _is_body(layout, at + column))
    ]
    return Inside([first.end(), *cuts], foot)


def rows_inside(grammar: str, stretch: Stretch) -> Inside:
    """The inside of a part each of whose members begins with a row that is as deep as the first one."""
    layout = stretch.text
    end = len(layout.rstrip())
    outer = _indent(layout)
    foot = _last_row(layout, 0, end)
    if _CLOSER.match(layout, foot) is None or _indent(layout[foot:]) > outer:
        foot = end
    first = re.compile(rb"\n(?=[ \t]{%d,}[^\s#])" % (outer + 1)).search(layout, 0, foot)
    if first is None:
        return Inside([], foot)
    column = _indent(layout[first.end() : foot])
    rows = re.compile(rb"\n(?=[ \t]{%d}[^\s#\]})])" % column)
    return Inside([match.end() for match in rows.finditer(layout, first.start(), foot)], foot)


def sees_more(kinds: Sequence[str], than: Sequence[str]) -> bool:
    """Whether definitions of these kinds tell more of a text than others do.

    Where a function is not seen, what its body names seems to be the file's, so variables say nothing beside it.
    """
    solid, solid_than = ([kind for kind in each if kind not in _LOOSE] for each in (kinds, than))
    return len(solid) > len(solid_than) if solid or solid_than else len(kinds) > len(than)


class Damage:
    """The damaged spans of a text, and the surroundings in which each can be parsed for what is left of it.

    `suspects` are the spans of top-level nodes in which the parser saw an error; nothing outside them is questioned.
    Without any, the text is one part, between what stands `before` and `after` it, and is whole without the damage.
    """

    def __init__(
        self, grammar: str, data: bytes, suspects: list[Span] | None, before: bytes = b"", after: bytes = b""
    ) -> None:
        self.spans: list[Span] = []
        self.contexts: list[tuple[bytes, bytes]] = []
        self._grammar = grammar
        self._data = data
        self._prologue = profile_of(grammar).grammar.prologue
        self._layout = strategy_of(grammar).damage_layout(opaque_layout(grammar, data))
        self._parts: list[Span] = []  # what each span is part of, from one cut at the margin to the next
        if suspects is None:
            self._within(before, 0, len(data), after, 0)
            if not self.is_all and not self._parses(before, shortened(data, self.spans), after):
                self.spans, self.contexts = [self._all], [(before, after)]
        elif len(data) <= LARGEST:
            self._find(suspects)
            if self.spans and self._parse(self.mended).root_node.has_error:
                self._widen()

    @property
    def mended(self) -> bytes:
        """The text without the damage."""
        return blanked(self._data, self.spans)

    @cached_property
    def tree(self) -> Tree:
        """The tree of the text without the damage, once that is found."""
        return self._parse(self.mended)

    @property
    def is_all(self) -> bool:
        """Whether nothing is left without the damage."""
        return self.spans == [self._all]

    @property
    def _all(self) -> Span:
        return 0, len(self._data.rstrip())

    @property
    def slight(self) -> bool:
        """Whether what is lost is so little that no other reading of the text could see more, if the rest is whole."""
        return sum(end - start for start, end in self.spans) * 8 <= len(self._data)

    def _find(self, suspects: list[Span]) -> None:
        cuts = [*_cuts(self._grammar, self._layout, 0, len(self._data), _margin(self._layout)), len(self._data)]
        at = whole = broken = 0
        while at < len(cuts) - 1:
            if not any(start < cuts[at + 1] and end > cuts[at] for start, end in suspects):
                at += 1
                continue
            foreign = broken >= FOREIGN and broken > 4 * whole
            until = self._whole_until(cuts, at, 1 if foreign else MERGED)
            if until is None:
                self._within(self._prologue, cuts[at], cuts[at + 1], b"", 0)
                self._parts += [(cuts[at], cuts[at + 1])] * (len(self.spans) - len(self._parts))
                until = at + 1
                broken += 1
            else:
                whole += 1
            at = until

    def _whole_until(self, cuts: list[int], at: int, merged: int) -> int | None:
        """The next cut up to which the text from this one on parses, if there is one near.

        What begins in one part and ends in another leaves that one broken, too. An open quote only seems to end at the
        next one, whose part is whole; the end of a heredoc may look like code.
        """
        before = self._prologue if cuts[at] else b""
        declares = b"<<" in self._data[cuts[at] : cuts[at + 1]]
        for until in range(at + 1, min(at + 1 + merged, len(cuts))):
            if until > at + 1:
                if cuts[until] - cuts[at] > MERGED_SIZE:
                    break
                if not declares and self._parses(before, self._data[cuts[until - 1] : cuts[until]], b""):
                    continue
            if self._parses(before, self._data[cuts[at] : cuts[until]], b""):
                return until
        return None

    def _widen(self) -> None:
        """Takes the parts that hold damage for the damage, as what is left of them does not stand alone."""
        parts = sorted(set(self._parts))
        self.spans = [(start, start + len(self._data[start:end].rstrip())) for start, end in parts]
        self.contexts = [(self._prologue, b"")] * len(parts)

    def _within(self, before: bytes, start: int, end: int, after: bytes, level: int) -> None:
        """Narrows a damaged part down to the members that hold the damage."""
        behind = end
        end = start + len(self._data[start:end].rstrip())
        last = _last_row(self._layout, start, end)
        inside: list[int] = []
        if level < DEEPEST:
            first, indent = _inner(self._layout, start, end)
            inside = [cut for cut in _cuts(self._grammar, self._layout, first, end, indent) if start < cut < last]
        closing = self._data[last:behind]
        foot = closing + after if closing.endswith(b"\n") else closing + b"\n" + after
        # The head of a class may be one row or several, so both its first deeper row and its first member may end it;
        # that of a function whose parameters have rows of their own ends with a row that is no deeper.
        body = _body(self._layout, start, last)
        best: tuple[bytes, list[Span]] | None = None
        for members in (inside, inside[1:], [body, *(cut for cut in inside if cut > body)] if body else []):
            # A single one is all of the part, which does not parse.
            if len(members) < 2 or (best is not None and len(best[1]) == 1):
                continue
            head = before + self._data[start : members[0]]
            parts = list(pairwise([*members, last]))
            if len(parts) > TRIED and not self._any_parses(head, parts[:: len(parts) // TRIED], foot):
                continue
            broken = [part for part in parts if not self._parses(head, self._data[slice(*part)], foot)]
            if len(broken) < len(members) and (best is None or len(broken) < len(best[1])):
                best = head, broken
        if best is None and len(inside) == 1:
            # One thing in another, as a class that a function returns: the outer one may be whole without it.
            head = before + self._data[start : inside[0]]
            if self._parses(head, b"", foot):
                best = head, [(inside[0], last)]
        if best is None:
            # Several things one after the other, or in another, without blank rows or closers between them.
            outside = before, start, end, b"\n" + after
            deeper = _deeper(self._layout, start, last)
            for head, low, high, tail in (outside, (before + self._data[start:deeper], deeper, last, foot)):
                parts = list(pairwise([*_siblings(self._grammar, self._layout, low, high), high]))
                if best is None and 1 < len(parts) <= SIBLINGS:
                    broken = [part for part in parts if not self._parses(head, self._data[slice(*part)], tail)]
                    if len(broken) < len(parts):
                        best, foot = (head, broken), tail
        if best is not None and best[1]:
            for low, high in best[1]:
                self._within(best[0], low, high, foot, level + 1)
            return
        self.spans.append((start, end))
        self.contexts.append((before, self._data[end:behind] + after))

    def _parse(self, data: bytes) -> Tree:
        parse = parser(self._grammar)
        assert parse is not None
        return parse.parse(data)

    def _any_parses(self, before: bytes, parts: list[Span], after: bytes) -> bool:
        return any(self._parses(before, self._data[slice(*part)], after) for part in parts)

    def _parses(self, before: bytes, part: bytes, after: bytes) -> bool:
        return _parses(self._grammar, before + part + after)


@lru_cache(4096)
def _parses(grammar: str, data: bytes) -> bool:
    parse = parser(grammar)
    return parse is not None and not parse.parse(data).root_node.has_error


def _rows(data: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    for match in _ROW.finditer(data, start, end):
        if match[0]:
            yield match.start(), match[0]


def _indent(row: bytes, at: int = 0) -> int:
    """How far a row is indented that begins at an offset."""
    match = _INDENT.match(row, at)
    assert match is not None
    return match.end() - at


def _margin(data: bytes) -> int:
    """How far all rows are indented, as those of a script in a page are."""
    if _ANY_AT_MARGIN.search(data):
        return 0
    return min((_indent(row) for _, row in _rows(data, 0, len(data)) if row.strip()), default=0)


def _cuts(grammar: str, data: bytes, start: int, end: int, indent: int) -> list[int]:
    """Where a definition may begin: rows of this indentation after a blank row or a closing one."""
    found = [start]
    goes_on = _going_on(grammar)
    apart = head = False  # a row that ends with a bracket may be the head of the body in the next one
    for at, row in _rows(data, start, end):
        if not row.strip():
            apart = True
            continue
        begins = apart and at > start and _indent(row) == indent and not goes_on.match(row)
        if begins and not (head and row.lstrip().startswith(b"{")):
            found.append(at)
        apart = _indent(row) <= indent and _CLOSER.match(row) is not None
        head = row.rstrip().endswith(b")")
    return found


def _siblings(grammar: str, data: bytes, start: int, end: int) -> list[int]:
    """The first row of a part and those as deep that follow the end of a statement or block."""
    found = [start]
    goes_on = _going_on(grammar)
    indent = _indent(data, start)
    ended = False
    for at, row in _rows(data, start, end):
        if row.strip():
            if ended and _indent(row) == indent and not goes_on.match(row):
                found.append(at)
            ended = _ENDED.search(row) is not None
    return found


def _inner(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The inside of an indented part: its first row that is deeper, and how deep its members are."""
    outer = None
    deeper: list[tuple[int, int]] = []
    apart = False
    for at, row in _rows(data, start, end):
        if not row.strip():
            apart = True
            continue
        indent = _indent(row)
        if outer is None:
            outer = indent
        elif indent > outer and (apart or not deeper):
            deeper.append((at, indent))
        apart = _CLOSER.match(row) is not None
    if len(deeper) < 2:
        return end, 0
    return deeper[0][0], min(indent for _, indent in deeper)


def _deeper(data: bytes, start: int, end: int) -> int:
    """The first row of a part that is deeper than the one it begins with; its end if there is none."""
    outer = _indent(data, start)
    return next((at for at, row in _rows(data, start, end) if row.strip() and _indent(row) > outer), end)


def _body(data: bytes, start: int, end: int) -> int | None:
    """The row after the last one in the midst of a part that is no deeper than its first row."""
    outer = _indent(data, start)
    found = None
    after = False
    for at, row in _rows(data, data.find(b"\n", start, end) + 1 or end, end):
        if not row.strip():
            continue
        if _indent(row) <= outer:
            after = True
        elif after:
            found = at
            after = False
    return found


def _last_row(data: bytes, start: int, end: int) -> int:
    """Where the closing row of a part begins; its end where it has none. It stands no deeper than the first row."""
    row = data.rfind(b"\n", start, end) + 1
    if row <= start or not _CLOSER.match(data, row, end):
        return end
    return row if _indent(data, row) <= _indent(data, start) else end
