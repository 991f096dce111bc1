"""How long parsers and tree queries may work on a text before it is given up on.

Error recovery and queries of tree-sitter take a time that grows with the square of some hostile texts: 60 KB of calls
and a brace hold C's grammar for half a minute. Where somebody waits, what they may spend is bounded. It is counted by
the clock and, that over, by the processor's time of the thread, so that a busy machine changes no answer: asking
for the latter may take longer than parsing a few rows, and there may be a hundred parses to a key.
"""

from __future__ import annotations

import math
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from functools import partial

from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

from indexer.grammars.bits import Bits, keeps_bits
from indexer.grammars.until_error import ParserUntilError

# A parser stops this often to be asked whether it may go on. Not more often: what it makes of a broken text can be
# another where it is stopped, so that is parsed once more.
SLICE = 0.1
# A parser holds up all threads, unless it asks for its text bit by bit: then others can go on where it does. A text
# that is shorter than this is parsed in a few milliseconds.
SHORT = 24 * 1024  # bytes
# Bytes a second that a parser is to get through that has an earlier tree, as many as in a parse from nothing; and how
# often it is asked whether it does.
_FAST = 8e6
_HASTE = 0.001
# A long text takes a parser longer than that, and would be parsed twice if it is broken. So it may take as long for
# each of its bytes as slow grammars do, and nobody waits longer than that for a parser to be given up on.
_LONG = 64 * 1024  # bytes
_LONGEST = 1.0  # seconds
_FOR_BYTE = 1e-6
# A query cannot go on where it stopped, so the clock ends it after so much more than it may take. If the processor was
# elsewhere meanwhile, it begins again.
_PATIENCE = 2

Matches = list[tuple[int, dict[str, list[Node]]]]


class TooSlow(Exception):
    """A text takes its parser longer than it may."""


class _Budget(threading.local):
    seconds: float = math.inf
    spent: float = 0.0  # by the clock, in parsers and queries
    started: float = 0.0  # the processor's time of the thread when the counting began

    @property
    def left(self) -> float:
        by_clock = self.seconds - self.spent
        return by_clock if by_clock > 0 else max(self.seconds - (time.thread_time() - self.started), 0.0)

    def is_over(self, more: float) -> bool:
        """Whether all is spent if so many seconds more are."""
        return self.spent + more > self.seconds and time.thread_time() - self.started > self.seconds


_budget = _Budget()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Lets this thread parse and query for so long and no longer: then `TooSlow` is raised."""
    before = _budget.seconds, _budget.spent, _budget.started
    if seconds < _budget.left:
        _budget.seconds, _budget.spent, _budget.started = seconds, 0.0, time.thread_time()
    try:
        yield
    finally:
        _budget.seconds, _budget.spent, _budget.started = before


def somebody_waits() -> bool:
    """Whether this thread works for somebody who waits, beside threads that must not be held up."""
    return _budget.seconds < math.inf


class Patience(Enum):
    """How long a parser is waited for before it is looked at where it fails."""

    MUCH = "as long as a text takes that has no error"
    LITTLE = "a moment, since an error is likely"
    NONE = "not at all: it took long the last time"


class GrammarParser:
    """A grammar's parser, one for each thread: making one costs more than parsing a short text."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._own = threading.local()

    def parse(self, data: bytes, old_tree: Tree | None = None) -> Tree:
        return self._parse(data, self._source(data), old_tree)

    def parse_until_error(self, data: bytes, before: Tree, start: int, patience: Patience) -> Tree | int:
        """The tree of a text made from that of an earlier one without an error, which differs from `start` on. If that
        takes long, and an error is seen soon behind that: up to where the text has to stay as it is for it to be seen.
        """
        started = time.perf_counter()
        found: Tree | int | None = None
        if patience is not Patience.NONE:
            seconds = _HASTE if patience is Patience.LITTLE else len(data) / _FAST
            found = self._parsed_in_haste(data, before, seconds)
        if found is None:
            until_error: ParserUntilError | None = getattr(self._own, "until_error", None)
            if until_error is None:
                own = _stopping(self.language, SLICE)
                until_error = self._own.until_error = ParserUntilError(self.language, own)
            found = until_error.parse(data, before, start, partial(_may_go_on, started))
        _spend(started)
        return found

    def _parsed_in_haste(self, data: bytes, before: Tree, seconds: float) -> Tree | None:
        """The tree of a text if that takes no longer than so many seconds."""
        parser: Parser | None = getattr(self._own, "hasty", None)
        if parser is None:
            parser = self._own.hasty = _stopping(self.language, _HASTE)
        source = self._source(data)
        stops = int(seconds / _HASTE) - 1
        while True:
            try:
                tree = parser.parse(source, before)
            except ValueError:
                if stops <= 0:
                    parser.reset()
                    return None
                stops -= 1
            else:
                if isinstance(source, Bits):
                    source.is_parsed = True
                return tree

    def reading_at_once(self, tree: Tree, data: bytes) -> Tree:
        """The same tree of a text without errors, with the text at hand.

        Nothing is to be parsed again, which takes a hundredth of a parse. Whoever compares the texts of nodes waits
        longer for a tree that reads them in bits.
        """
        return self._parse(data, data, tree) if somebody_waits() and len(data) > SHORT else tree

    def _parse(self, data: bytes, source: bytes | Bits, old_tree: Tree | None) -> Tree:
        started = time.perf_counter()
        parser = self._for(data)
        stopped = False
        while True:
            try:
                tree = parser.parse(source) if old_tree is None else parser.parse(source, old_tree)
            except ValueError:  # a slice is over; asked again, the parser goes on where it stopped
                stopped = True
                if _budget.is_over(time.perf_counter() - started):
                    parser.reset()
                    raise TooSlow("parsing it takes too long") from None
            else:
                if stopped and old_tree is None and tree.root_node.has_error:
                    tree = self._parsed_at_once(data, started)
                _spend(started)
                if isinstance(source, Bits):
                    source.is_parsed = True
                return tree

    def _source(self, data: bytes) -> bytes | Bits:
        """What the parser reads a text from."""
        return Bits(data, keeps_bits(self.language)) if somebody_waits() and len(data) > SHORT else data

    def _parsed_at_once(self, data: bytes, started: float) -> Tree:
        """The tree of a broken text, by a parser that does not stop: else it would hang on how busy the machine is."""
        patience = time.perf_counter() - started if somebody_waits() else 0.0
        while True:
            patience *= _PATIENCE
            source = self._source(data)
            try:
                tree = _stopping(self.language, patience).parse(source)
            except ValueError:
                if _budget.is_over(time.perf_counter() - started):
                    raise TooSlow("parsing it takes too long") from None
            else:
                if isinstance(source, Bits):
                    source.is_parsed = True
                return tree

    def _for(self, data: bytes) -> Parser:
        """A parser that is not stopped before it can have read a text."""
        if len(data) < _LONG:
            return self._of_this_thread()
        return _stopping(self.language, SLICE + min(len(data) * _FOR_BYTE, _LONGEST))

    def _of_this_thread(self) -> Parser:
        parser: Parser | None = getattr(self._own, "parser", None)
        if parser is None:
            parser = self._own.parser = _stopping(self.language, SLICE)
        return parser


def _stopping(language: Language, seconds: float) -> Parser:
    """A parser that stops after so long; with 0 it never does."""
    with warnings.catch_warnings():  # the way that is to replace this one takes no bytes yet
        warnings.simplefilter("ignore", DeprecationWarning)
        return Parser(language, timeout_micros=int(seconds * 1e6))


def matches(query: Query, root: Node, span: tuple[int, int] | None = None, depth: int | None = None) -> Matches:
    """All matches of a query; with a span those of nodes that touch it, with a depth those that begin no deeper."""
    started = time.perf_counter()
    patience = max(SLICE, _budget.left * _PATIENCE)
    while True:
        begun = time.perf_counter()
        limit = 0 if patience == math.inf else int(patience * 1e6)
        cursor = QueryCursor(query, timeout_micros=limit)
        if span is not None:
            cursor.set_byte_range(*span)
        if depth is not None:
            cursor.set_max_start_depth(depth)
        found = cursor.matches(root)
        if not limit or time.perf_counter() - begun < patience:
            _spend(started)
            return found
        if _budget.is_over(time.perf_counter() - started):
            raise TooSlow("asking its tree takes too long")
        patience *= 2  # the machine was busy with something else


def _may_go_on(started: float) -> None:
    if _budget.is_over(time.perf_counter() - started):
        raise TooSlow("parsing it takes too long")


def _spend(started: float) -> None:
    if not somebody_waits():
        return
    taken = time.perf_counter() - started
    if _budget.is_over(taken):
        raise TooSlow("parsing it takes too long")
    _budget.spent += taken
