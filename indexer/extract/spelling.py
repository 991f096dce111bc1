"""How a name is spelled: on one line, without the quotes of a string and without a sign that only marks it as a name.

A string is one name, however many escapes and interpolations it has: the whole of what is between its quotes.
"""

from __future__ import annotations

import re

from indexer.languages.profile import profile_of

QUOTES = b"\"'`"
MARKS = frozenset(b"\"'`$:%[q~")  # what can begin a name that is more than its spelling

_PREFIXED = re.compile(rb"(?:%[qQwWiI]?|qq?|~[a-zA-Z])([(\[{<|/!])")
_LONG = re.compile(rb"\[=*\[")
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">"}
# Tags in a heading: those inside a word are left out, others end one.
_INLINE_TAG = re.compile(
    rb"</?(?:a|abbr|b|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var)\b[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(rb"<[^<>]*>")
_BRACKETED = re.compile(rb"\[([^\[\]]+)\]")  # of a name in SQL
_UNICODE_ESCAPE = re.compile(rb"\\u(?:([0-9A-Fa-f]{4})|\{0*([0-9A-Fa-f]{1,6})\})")
_ESCAPED_QUOTE = re.compile(rb"\\([\"'`\\])")


def bare(data: bytes, start: int, end: int, sigil: re.Pattern[bytes] | None, is_string: bool) -> tuple[int, int]:
    """The span of a name without what only marks it. `is_string` says that the tree calls it a string."""
    first = data[start]
    quoted = first in QUOTES and end - start > 2 and data[end - 1] == first != data[start + 1]
    if quoted and is_string and sigil is None:  # as nearly always
        return start + 1, end - 1
    inner = _inside(data, start, end, sigil, is_string)
    return inner if inner[0] < inner[1] else (start, end)


def _inside(data: bytes, start: int, end: int, sigil: re.Pattern[bytes] | None, is_string: bool) -> tuple[int, int]:
    if sigil is not None and (sign := sigil.match(data, start, end)) is not None:
        start = sign.end()
    for quote in (data[start : start + 3], data[start : start + 1]):
        if quote[0] in QUOTES and quote == quote[:1] * len(quote) and _encloses(data, start, end, quote, is_string):
            return start + len(quote), end - len(quote)
    prefix = _PREFIXED.match(data, start, end)
    if prefix is not None and is_string and data[end - 1 : end] == _CLOSING.get(prefix[1], prefix[1]):
        return prefix.end(), end - 1
    long = _LONG.match(data, start, end)
    if long is not None and data.endswith(long[0].replace(b"[", b"]"), start, end):
        return long.end(), end - len(long[0])
    return start, end


def _encloses(data: bytes, start: int, end: int, quote: bytes, is_string: bool) -> bool:
    """Whether a quote opens at the start and closes at the end, and not in between."""
    if end - start < 2 * len(quote) or not data.endswith(quote, start, end):
        return False
    inside = data[start + len(quote) : end - len(quote)]
    return is_string or quote not in inside.replace(b"\\" + quote, b"")


def spelled(data: bytes, start: int, end: int, grammar: str = "") -> str:
    """The name at a place, as people read it."""
    written = data[start:end]
    if b"<" in written and profile_of(grammar).structure.markup:
        written = _TAG.sub(b" ", _INLINE_TAG.sub(b"", written))
    if written.endswith(b"]") and profile_of(grammar).names.in_brackets:
        written = _BRACKETED.sub(rb"\1", written)
    if b"\\" in written and profile_of(grammar).names.unicode_escapes:
        written = _UNICODE_ESCAPE.sub(_character, written)
    if b"\\" in written and start and data[start - 1] in QUOTES and data[end : end + 1] == data[start - 1 : start]:
        written = _ESCAPED_QUOTE.sub(rb"\1", written.replace(rb"'\''", b"'"))
    name = written.decode("utf-8", "replace")
    if name.isidentifier():
        return name
    name = b" ".join(written.split()).decode("utf-8", "replace")
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'`" and name[0] not in name[1:-1]:
        name = name[1:-1]
    return name or '""'


def _character(escape: re.Match[bytes]) -> bytes:
    code = int(escape[1] or escape[2], 16)
    return escape[0] if 0xD800 <= code < 0xE000 or code > 0x10FFFF else chr(code).encode()
