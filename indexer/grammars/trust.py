"""Which texts a trusted grammar may read in the server's own process, and what is kept from every grammar.

A grammar's scanner is C code with limits of its own. Where such a limit is known, and a look at the text shows that it
is far away, the grammar can be trusted with that text; any other text of the language goes to the child process.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from indexer.grammars.parsers import TRUSTED

# YAML's scanner keeps a stack of open indentations and writes it to a buffer of 1,024 bytes without looking: the 254th
# of them is written behind the buffer. A row opens one at its indentation, which is deeper than those that are open,
# and one at each sign in it (`-`, `?` and `:` before a blank, `|`, `>`); a sequence may stand at the column of its key.
# So a row of this length, with nothing else known of it, leads to no more than 2 x 60 + 60 of them.
_SHORT = 120
_LONG_ROW = re.compile(rb"[^\r\n]{%d}[^\r\n]*+" % _SHORT)
_INDENT = re.compile(rb"[ \t]*+")
_SIGN = re.compile(rb"[-?:](?=[\s\0]|\Z)|[|>]")
_MOST_LEVELS = 200
_LONGEST_ROW = 30_000  # its columns are counted in 16 bits


def _yaml(data: bytes) -> bool:
    """Whether no row can make the scanner's stack too deep."""
    return all(_is_shallow(row[0]) for row in _LONG_ROW.finditer(data))


def _is_shallow(row: bytes) -> bool:
    indent = _INDENT.match(row)
    assert indent is not None
    levels = 2 * (indent.end() + 1) + len(_SIGN.findall(row))
    return levels <= _MOST_LEVELS and len(row) <= _LONGEST_ROW


_GUARDS: dict[str, Callable[[bytes], bool]] = {"yaml": _yaml}


def is_guarded(grammar: str | None) -> bool:
    """Whether it depends on the text if a grammar may read it in the server's own process."""
    return grammar in _GUARDS


def is_trusted(grammar: str, data: bytes) -> bool:
    """Whether a grammar may read a text in the server's own process."""
    guard = _GUARDS.get(grammar)
    return grammar in TRUSTED and (guard is None or guard(data))


def parsable(data: bytes) -> bytes:
    """The text as a grammar can take it: with the same length, and the same bytes wherever it can.

    Bytes that are no UTF-8 are question marks, since queries decode what they look at.
    """
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            data = _LONE.sub("?", data.decode("utf-8", "surrogateescape")).encode()
    return data


_LONE = re.compile("[\udc80-\udcff]")
