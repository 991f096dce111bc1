"""What of a name counts when it is looked for: neither case nor the signs between its words.

A sign at the beginning tells a private name from a public one, so it counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SEPARATORS = re.compile(r"[\s_\-.:/$]+")
_SIGNS = bytes(code for code in range(128) if SEPARATORS.match(chr(code)))
_IN_A_ROW = _SIGNS.replace(b"\n", b"")
_LOWER = bytes(range(256)).lower()


def folded(name: bytes) -> bytes:
    """Names that begin alike, but for what does not count, begin with the same bytes."""
    if name.isascii():
        joined = name.translate(_LOWER, _SIGNS)
        return name[:1] + joined if name[:1] in _SIGNS else joined
    lower = name.decode("utf-8", "surrogatepass").lower()
    first = lower[:1] if SEPARATORS.match(lower) else ""
    return (first + SEPARATORS.sub("", lower)).encode("utf-8", "surrogatepass")


def all_folded(names: Sequence[bytes]) -> list[bytes]:
    """The same of many names at once."""
    if not names:
        return []
    rows = b"\n".join(names)
    odd: dict[int, bytes] = {}  # the few that are not ASCII or have a line end in them, by their places
    if not rows.isascii() or rows.count(b"\n") != len(names) - 1:
        odd = {at: folded(name) for at, name in enumerate(names) if not name.isascii() or b"\n" in name}
        rows = b"\n".join(b"" if at in odd else name for at, name in enumerate(names))
    joined = rows.translate(_LOWER, _IN_A_ROW).split(b"\n")
    every = [name[:1] + rest if name[:1] in _SIGNS else rest for name, rest in zip(names, joined, strict=True)]
    for at, name in odd.items():
        every[at] = name
    return every
