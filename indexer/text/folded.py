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
    """The same of many names, none of which has a line end in it, at once."""
    rows = b"\n".join(names)
    if not rows.isascii() or rows.count(b"\n") != len(names) - 1:
        return list(map(folded, names))
    joined = rows.translate(_LOWER, _IN_A_ROW).split(b"\n")
    return [name[:1] + rest if name[:1] in _SIGNS else rest for name, rest in zip(names, joined, strict=True)]
