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


# `--shadow: ;`: a property of one's own may be empty.
_EMPTY = re.compile(rb": ;")
_OWN_PROPERTY = re.compile(rb"(?<![\w-])--[\w-]++\Z")
_LONGEST_NAME = 100


def with_filled_properties(data: bytes) -> bytes:
    """The text with a number for each empty value."""

    def filled(found: re.Match[bytes]) -> bytes:
        name = data[max(found.start() - _LONGEST_NAME, 0) : found.start()]
        return b":0;" if _OWN_PROPERTY.search(name) else found[0]

    return _EMPTY.sub(filled, data)


# `$width: 1px !default;`
_FLAG = re.compile(rb"!(?:default|global)\b")


def without_flags(data: bytes) -> bytes:
    """The text without what is said of how a variable is set."""
    return _FLAG.sub(lambda flag: b" " * len(flag[0]), data)
