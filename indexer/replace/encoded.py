"""From a changed text back to the bytes of its file, in the encoding and with the mark that the file has."""

from __future__ import annotations

from indexer.text.decoding import to_utf8

_NAMES = {"latin-1": "Latin-1"}


class Unwritable(Exception):
    """A text that its file cannot have: the reason, in words for a person."""


def file_bytes(raw: bytes, new: bytes) -> bytes:
    """The bytes of a file whose text has become another. No byte changes that stands for text that has not."""
    decoded = to_utf8(raw)
    if decoded is None:
        raise Unwritable("it is a binary file")
    text, encoding = decoded
    if encoding == "utf-8":
        return raw[: len(raw) - len(text)] + new
    written = text.decode().encode(encoding, "replace")
    mark = raw[: len(raw) - len(written)]
    if mark + written != raw or len(mark) > 4:
        raise Unwritable(f"it is not valid {encoding.upper()}, so that other bytes of it would change")
    try:
        return mark + new.decode().encode(encoding)
    except UnicodeEncodeError as error:
        sign = error.object[error.start]
        name = _NAMES.get(encoding, encoding.upper())
        raise Unwritable(f"it is in {name}, which has no {sign!r}") from error
