"""What of a name counts when it is looked for: neither case nor the signs between its words.

A sign at the beginning tells a private name from a public one, so it counts.
"""

from __future__ import annotations

import re

SEPARATORS = re.compile(r"[\s_\-.:/$]+")
_SIGNS = bytes(code for code in range(128) if SEPARATORS.match(chr(code)))
_LOWER = bytes(range(256)).lower()


def folded(name: bytes) -> bytes:
    """Names that begin alike, but for what does not count, begin with the same bytes."""
    if name.isascii():
        joined = name.translate(_LOWER, _SIGNS)
        return name[:1] + joined if name[:1] in _SIGNS else joined
    lower = name.decode("utf-8", "surrogatepass").lower()
    first = lower[:1] if SEPARATORS.match(lower) else ""
    return (first + SEPARATORS.sub("", lower)).encode("utf-8", "surrogatepass")
