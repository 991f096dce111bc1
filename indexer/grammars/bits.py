"""A text that a parser reads in bits, so that other threads can go on meanwhile.

Its tree reads them, too: whoever asks a node for its text, and queries that compare texts.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from tree_sitter import Language, Parser

_BIT = 4 * 1024
_AGAIN = 512  # of what a parser has read already: some go back to the start of the row at each token
_LARGE = 32 * 1024  # at most, of what is read on and on to find the end of something
_NAME = 64  # of what is read again afterwards, where a query compares a node's text


class Bits:
    """One text.

    What is read again is given in small bits, because making them would else take longer than all of parsing: where
    a scanner asks for its column, the row is read again from its start, and the text of a node is read from where it
    begins, without a word of where it ends. A bit that follows the last one is twice as long, so that a long node takes
    a few of them.

    py-tree-sitter 0.25.2 takes hold of each bit that it is given and never lets go (`keeps`), so that a text would stay
    in memory each time it is parsed, and a name each time it is looked at. So what it holds is given back: when the
    next bit is asked for, for then the last one has been read, and with the tree.
    """

    __slots__ = ("_data", "_keeps", "_last", "_read", "_size", "is_parsed")

    def __init__(self, data: bytes, keeps: bool = False) -> None:
        self._data = data
        self._keeps = keeps
        self._read = 0  # how far it has been read
        self._last = -1, b""  # what was given last, in one piece, since several threads may ask
        self._size = _NAME
        self.is_parsed = False

    def __call__(self, at: int, point: Any) -> bytes:
        begun, bit = self._last
        if self._keeps and len(bit) > 1:  # shorter ones are shared by all of Python
            _let_go(bit)
        if at != begun:  # else a row is read again, as may be for each of its tokens
            bit = self._data[at : at + self._wanted(at, begun + len(bit))]
            self._last = at, bit
        return bit

    def _wanted(self, at: int, follows: int) -> int:
        if self.is_parsed:
            self._size = self._size * 2 if at == follows else _NAME
            return self._size
        if at < self._read:
            return _AGAIN
        self._read = at + _BIT
        return _BIT

    def __del__(self) -> None:
        bit = self._last[1]
        if self._keeps and len(bit) > 1:
            _let_go(bit)


class Reading(Bits):
    """A text that a parser reads in small bits, so that it is known how much of it that has looked at."""

    __slots__ = ("_place", "_start", "ended", "goes_on", "read")

    def __init__(self, language: Language, data: bytes, start: int) -> None:
        super().__init__(data, keeps_bits(language))
        self._start = start
        self._place = 0, (0, 0)  # an offset that was asked for, and its row and column
        self.goes_on: Callable[[], None] | None = None  # is told whenever more is read behind `start`
        self.ended = False  # whether there is no more for the parser
        self.read = 0  # how far it has been read

    def __call__(self, at: int, point: Any) -> bytes:
        if self.ended and not self.is_parsed:
            return b""
        bit = super().__call__(at, point)
        if at + len(bit) > self.read:
            self.read = at + len(bit)
            self._place = at, point
        if self.goes_on is not None and self.read >= self._start:
            self.goes_on()
        return bit

    def _wanted(self, at: int, follows: int) -> int:
        if not self.is_parsed:
            self._size = min(self._size * 2, _LARGE) if at == follows else _AGAIN
            return self._size
        return super()._wanted(at, follows)

    def offset_of(self, row: int, column: int) -> int:
        """The offset of a place."""
        at, (known, _) = self._place
        at = self._data.rfind(b"\n", 0, at) + 1
        while known > row:
            at = self._data.rfind(b"\n", 0, at - 1) + 1
            known -= 1
        while known < row:
            at = self._data.find(b"\n", at) + 1 or len(self._data)
            known += 1
        return min(at + column, len(self._data))


_let_go = ctypes.PYFUNCTYPE(None, ctypes.py_object)(("Py_DecRef", ctypes.pythonapi))


@cache
def keeps_bits(language: Language) -> bool:
    """Whether parsers hold on to what they were given to read."""
    bit = b"".join((b"a ", b"bit"))
    before = sys.getrefcount(bit)
    Parser(language).parse(lambda at, point: bit if at == 0 else b"")
    return sys.getrefcount(bit) > before
