"""Haskell: in a literate program all code is indented, and a part of it needs something to be inside of."""

from __future__ import annotations

import re

from indexer.syntax.recovery.strategy import Strategy

_INDENTED = re.compile(rb"\s*+(?<=[ \t])(?!module\b)[^\s]")
_AROUND = b"module M where\n"


class Haskell(Strategy):
    """Haskell."""

    def around(self, part: bytes) -> tuple[bytes, bytes]:
        return (_AROUND, b"") if _INDENTED.match(part) else (b"", b"")
