"""JavaScript, TypeScript and what is written like them."""

from __future__ import annotations

import re

# `f<typeof import("x")>()`: as an argument the type is taken for a comparison.
_IMPORT = re.compile(rb"""import\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)""")
_AS_ARGUMENT = re.compile(rb"(?:<\s*(?:typeof\s+)?|,\s*typeof\s+)\Z")
_BEFORE = 40  # bytes in which what is before an import is looked for
# `href="?a=b&c=d"`: in an attribute the sign begins a character's name, and there is none.
_ATTRIBUTE = re.compile(rb'="[^"\n&]*&[^"\n]*"')
_LONE_SIGN = re.compile(rb"&(?!#?\w+;)")


def with_plain_imported_types(data: bytes) -> bytes:
    """The text with a name for each imported type that is an argument."""
    return _IMPORT.sub(_as_name, data) if b"import(" in data else data


def _as_name(found: re.Match[bytes]) -> bytes:
    before = found.string[max(found.start() - _BEFORE, 0) : found.start()]
    return found[0] if _AS_ARGUMENT.search(before) is None else b"_" * len(found[0])


def with_plain_attributes(data: bytes) -> bytes:
    """The text without lone signs in attributes."""
    return _ATTRIBUTE.sub(_without_signs, data) if b"&" in data else data


def _without_signs(found: re.Match[bytes]) -> bytes:
    return _LONE_SIGN.sub(b"_", found[0])
