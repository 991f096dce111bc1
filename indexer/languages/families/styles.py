"""CSS and the languages that become it."""

from __future__ import annotations

import re

# A row may begin with any sign but a closing one and not go on with the one above it.
ANY_SIGN_BEGINS = re.compile(rb"[ \t]*+[)\]},]")

# An address without quotes. What has a variable in it is left to the grammars of SCSS and Less.
_ADDRESS = re.compile(rb"""url\((\s*)([^\s"'()$#@{}][^\s"'()$@{}]*)(?=\s*\))""")
_PLAIN = re.compile(rb"[\w.-]+")


def with_plain_addresses(data: bytes) -> bytes:
    """The text with a word for each address that has signs of its own."""
    return _ADDRESS.sub(_as_word, data) if b"url(" in data else data


def _as_word(found: re.Match[bytes]) -> bytes:
    return found[0] if _PLAIN.fullmatch(found[2]) else b"url(" + found[1] + b"_" * len(found[2])
