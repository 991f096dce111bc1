"""A text that a parser reads in bits, so that other threads can go on meanwhile.

Its tree reads them, too: whoever asks a node for its text, and queries that compare texts.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

from tree_sitter import Language, Parser

_BIT = 4 * 1024
_AGAIN = 512  # of what a parser has read already: some go back to the start of the row at each token
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

    def __call__(self, at: int, point: object) -> bytes:
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


_let_go = ctypes.PYFUNCTYPE(None, ctypes.py_object)(("Py_DecRef", ctypes.pythonapi))


@cache
def keeps_bits(language: Language) -> bool:
    """Whether parsers hold on to what they were given to read."""
    bit = b"".join((b"a ", b"bit"))
    before = sys.getrefcount(bit)
    Parser(language).parse(lambda at, point: bit if at == 0 else b"")
    return sys.getrefcount(bit) > before
