"""Bytes and text: what a file's bytes are (UTF-8, UTF-16, Latin-1 text, or no text at all), and back and forth.

Inside the engine all text is valid UTF-8 without a BOM.
"""

from __future__ import annotations

import codecs
import re

SNIFFED = 8192
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_UTF32 = {codecs.BOM_UTF32_LE: "utf-32-le", codecs.BOM_UTF32_BE: "utf-32-be"}


def to_utf8(data: bytes) -> tuple[bytes, str] | None:
    """The text as UTF-8 and the name of the encoding found, or None for a binary file."""
    if data.isascii():  # nearly all are, and then they have no mark
        return None if is_binary(data) else (data, "utf-8")
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
    for marks in (_UTF32, _UTF16):  # UTF-32's little-endian mark begins with UTF-16's
        for mark, encoding in marks.items():
            if data.startswith(mark):
                return data[len(mark) :].decode(encoding, "replace").encode("utf-8", "replace"), encoding
    if is_binary(data):
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1").encode(), "latin-1"
    return data, "utf-8"


def is_binary(data: bytes) -> bool:
    """Whether the head of a file holds a NUL byte, which no text in a one-byte encoding or UTF-8 does."""
    return b"\0" in data[:SNIFFED]


def decode(data: bytes) -> str:
    return data.decode("utf-8")


def encode(text: str) -> bytes:
    """Document bytes, always valid UTF-8: a lone surrogate, which an editor can send, becomes U+FFFD.

    Both are one unit in UTF-16, so the editor's columns stay right.
    """
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub("\ufffd", text).encode()
