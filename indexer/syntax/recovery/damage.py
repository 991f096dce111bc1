"""Broken code: finds the rows that hold the damage, so that everything else can be parsed as if they were blank.

A text is cut as its layout shows it, each part is tried alone, and the parts that do not parse are the damage. A part
that is indented code around members (a class) is cut again at its members, each tried between the part's first and last
rows. All of it is a function of the text alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from tree_sitter import Tree

from indexer.grammars.parsers import parser
from indexer.languages.profile import profile_of
from indexer.lazy import lazy
from indexer.syntax.opaque import layout as opaque_layout
from indexer.syntax.recovery.layout import (
    DEEPEST,
    FOREIGN,
    MERGED,
    MERGED_SIZE,
    TRIED,
    Span,
    behind_opener,
    body_start,
    closing_row,
    definition_starts,
    first_deeper,
    inner_start,
    margin_of,
    sibling_starts,
)
from indexer.syntax.recovery.strategy import strategy_of

_SIBLINGS = 200  # parts side by side, for each is a parse
_LARGEST = 512 * 1024  # above this, the parser's own recovery has to do
_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))


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


class Damage:
    """The damaged spans of a text, and the surroundings in which each can be parsed for what is left of it.

    `suspects` are the spans of top-level nodes in which the parser saw an error; nothing outside them is questioned.
    Without any, the text is one part, between what stands `before` and `after` it, and is whole without the damage.
    `broken` is a text that is known not to parse.
    """

    def __init__(
        self,
        grammar: str,
        data: bytes,
        suspects: list[Span] | None,
        before: bytes = b"",
        after: bytes = b"",
        broken: bytes | None = None,
    ) -> None:
        self.spans: list[Span] = []
        self.contexts: list[tuple[bytes, bytes]] = []
        self._grammar = grammar
        self._data = data
        self._broken = broken
        self._prologue = profile_of(grammar).grammar.prologue
        self._layout = strategy_of(grammar).damage_layout(opaque_layout(grammar, data))
        self._parts: list[Span] = []  # what each span is part of, from one cut at the margin to the next
        if suspects is None:
            self._within(before, 0, len(data), after, 0)
            if not self.is_all and not self._parses(before, shortened(data, self.spans), after):
                self.spans, self.contexts = [self._all], [(before, after)]
        elif len(data) <= _LARGEST:
            self._find(suspects)
            if self.spans and self.tree.root_node.has_error:
                self._widen()
                del self.tree

    def layout_of(self, span: Span) -> bytes:
        """The layout of a damaged span."""
        return self._layout[slice(*span)]

    @property
    def mended(self) -> bytes:
        """The text without the damage."""
        return blanked(self._data, self.spans)

    @lazy
    def tree(self) -> Tree:
        """The tree of the text without the damage, once that is found."""
        parse = parser(self._grammar)
        assert parse is not None
        return parse.parse(self.mended)

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
        cuts = [
            *definition_starts(self._grammar, self._layout, 0, len(self._data), margin_of(self._layout)),
            len(self._data),
        ]
        at = whole = broken = 0
        while at < len(cuts) - 1:
            if not any(start < cuts[at + 1] and end > cuts[at] for start, end in suspects):
                at += 1
                continue
            foreign = broken >= FOREIGN and broken > 4 * whole
            until = self._whole_until(cuts, at, 1 if foreign else MERGED)
            if until is None:
                until = self._closed_at(cuts, at)
                self._within(self._prologue, cuts[at], cuts[until], b"", 0)
                self._parts += [(cuts[at], cuts[until])] * (len(self.spans) - len(self._parts))
                broken += 1
            else:
                whole += 1
            at = until

    def _closed_at(self, cuts: list[int], at: int) -> int:
        """The next cut at which the braces are closed that a part opens: a row at the margin may stand in between."""
        opened = 0
        for until in range(at + 1, min(at + 1 + MERGED, len(cuts))):
            part = cuts[until - 1], cuts[until]
            opened += self._layout.count(b"{", *part) - self._layout.count(b"}", *part)
            if opened <= 0:
                return until if opened == 0 else at + 1
        return at + 1

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
        last = closing_row(self._layout, start, end)
        inside: list[int] = []
        if level < DEEPEST:
            first, indent = inner_start(self._layout, start, end)
            inside = [
                cut for cut in definition_starts(self._grammar, self._layout, first, end, indent) if start < cut < last
            ]
        closing = self._data[last:behind]
        foot = closing + after if closing.endswith(b"\n") else closing + b"\n" + after
        # The head of a class may be one row or several, so both its first deeper row and its first member may end it;
        # that of a function whose parameters have rows of their own ends with a row that is no deeper. Below the row
        # that opens a body the damage itself may be no deeper.
        starts = body_start(self._layout, start, last), behind_opener(self._layout, start, last)
        bodies = [[body, *(cut for cut in inside if cut > body)] for body in starts if body and body not in inside[:1]]
        best: tuple[bytes, list[Span]] | None = None
        for members in (inside, inside[1:], *bodies):
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
            deeper = first_deeper(self._layout, start, last)
            for head, low, high, tail in (outside, (before + self._data[start:deeper], deeper, last, foot)):
                parts = list(pairwise([*sibling_starts(self._grammar, self._layout, low, high), high]))
                if best is None and 1 < len(parts) <= _SIBLINGS:
                    broken = [part for part in parts if not self._parses(head, self._data[slice(*part)], tail)]
                    if len(broken) < len(parts):
                        best, foot = (head, broken), tail
        if best is not None and best[1]:
            for low, high in best[1]:
                self._within(best[0], low, high, foot, level + 1)
            return
        self.spans.append((start, end))
        self.contexts.append((before, self._data[end:behind] + after))

    def _any_parses(self, before: bytes, parts: list[Span], after: bytes) -> bool:
        return any(self._parses(before, self._data[slice(*part)], after) for part in parts)

    def _parses(self, before: bytes, part: bytes, after: bytes) -> bool:
        text = before + part + after
        return text != self._broken and _parses(self._grammar, text)


@lru_cache(4096)
def _parses(grammar: str, data: bytes) -> bool:
    parse = parser(grammar)
    return parse is not None and not parse.parse(data).root_node.has_error
