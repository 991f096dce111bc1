"""Brackets that have no partner: the commonest reason why a pattern cannot be read."""

from __future__ import annotations

import re

_TOKEN = re.compile(rb"""\\.|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[][(){}]""")
_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}"}


def unpaired_bracket(text: bytes) -> int | None:
    """The offset of the first bracket that closes nothing, else of the last that is not closed."""
    opened: list[tuple[int, bytes]] = []
    for token in _TOKEN.finditer(text):
        if token[0] in _CLOSERS:
            opened.append((token.start(), _CLOSERS[token[0]]))
        elif token[0] in _CLOSERS.values():
            if not opened or opened[-1][1] != token[0]:
                return token.start()
            opened.pop()
    return opened[-1][0] if opened else None
