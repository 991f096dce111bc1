"""The tokens of a style sheet, in CSS, SCSS and Less: one walk through the text, whatever is left open in it.

Strings of SCSS and Less may hold code (`"a#{$b}c"`), whose tokens come in their place. A string ends with its row at
the latest, a comment or an address with the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from indexer.text.closers import Closers


class Dialect(NamedTuple):
    """What tells the languages apart."""

    language: str
    row_comments: bool  # `//` begins a comment
    at_variables: bool  # `@name` is a variable unless it is known as a rule
    functions: bool  # what is called may be defined in a sheet


CSS = Dialect("css", row_comments=False, at_variables=False, functions=False)
SCSS = Dialect("scss", row_comments=True, at_variables=False, functions=True)
LESS = Dialect("less", row_comments=True, at_variables=True, functions=False)


class Token(NamedTuple):
    """A part of a sheet. The kind is `i` for a word, `s` for a string, `u` for an address, `n` for a number, `[` and
    the like for themselves, `#{` and `#}` around code in a word, and the sign before a name that has one."""

    kind: str
    start: int
    end: int


_START = rb"(?:[A-Za-z_\x80-\xff]|\\[^\r\n])"
_MORE = rb"(?:[\w\x80-\xff-]|\\[^\r\n])*+"
_TOKEN = re.compile(
    rb"(?P<blank>[ \t\r\n\f]++)"
    rb"|(?P<comment>/[*/])"
    rb"|(?P<number>[0-9]++(?:\.[0-9]++)?(?:%|[A-Za-z]++)?|\.[0-9]++(?:%|[A-Za-z]++)?)"
    rb"|(?P<url>[uU][rR][lL]\()"
    rb"|(?P<word>-?-?" + _START + _MORE + rb"|--" + _MORE + rb")"
    rb"|(?P<signed>[.$@%]-?-?" + _START + _MORE + rb"|@--" + _MORE + rb"|#(?:[\w\x80-\xff-]|\\[^\r\n])++)"
    rb"|(?P<code>[#@]\{)"
    rb"|(?P<quote>[\"'])"
    rb"|(?P<sign>.)",
    re.DOTALL,
)
_IN_STRING = {
    b'"': re.compile(rb'(?:[^"\\\r\n#@]|\\(?:\r\n|.)|[#@](?!\{))*+', re.DOTALL),
    b"'": re.compile(rb"(?:[^'\\\r\n#@]|\\(?:\r\n|.)|[#@](?!\{))*+", re.DOTALL),
}


class _Open(NamedTuple):
    quote: bytes  # empty for code in a string or a word
    start: int


def tokens(data: bytes, start: int, end: int, dialect: Dialect) -> Iterator[Token]:
    """The tokens of a part of a text, without blanks and comments."""
    closers = Closers(data, end)
    inside: list[_Open] = []
    whole = True  # whether the string that is open has had no code in it
    at = start
    while at < end:
        if inside and inside[-1].quote:
            opened = inside[-1]
            at = _IN_STRING[opened.quote].match(data, at, end).end()  # type: ignore[union-attr]
            if data[at : at + 1] == opened.quote and at < end:
                at += 1
                if whole:
                    yield Token("s", opened.start, at)
                inside.pop()
            elif data[at : at + 2] in (b"#{", b"@{") and at + 1 < end:
                if dialect.functions or dialect.at_variables:
                    whole = False
                    inside.append(_Open(b"", at))
                    yield Token("#{", at, at + 2)
                at += 2
            else:
                inside.pop()  # its row is over
            continue
        found = _TOKEN.match(data, at, end)
        assert found is not None
        kind, at = found.lastgroup, found.end()
        if kind == "blank":
            continue
        if kind == "comment":
            if found[0] == b"/*":
                closed = closers.after(b"*/", at)
                at = end if closed < 0 else closed
            elif dialect.row_comments:
                at = _row_end(data, at, end)
            else:
                at -= 1
                yield Token("/", at - 1, at)
        elif kind == "url":
            closed = closers.after(b")", at)
            code = min((one for one in (closers.after(b"#{", at), closers.after(b"@{", at)) if one >= 0), default=end)
            first = data[at : at + 64].lstrip()[:1]
            if closed < 0 or first in (b'"', b"'", b"$", b"@") or code < closed:
                at -= 1
                yield Token("i", at - 3, at)
            else:
                yield Token("u", at, closed - 1)
                at = closed
        elif kind == "quote":
            whole = True
            inside.append(_Open(found[0], at - 1))
        elif kind == "code":
            inside.append(_Open(b"", at - 2))
            yield Token("#{", at - 2, at)
        elif kind == "sign" and found[0] == b"}" and inside:
            inside.pop()
            whole = False  # of the string around it, if there is one
            yield Token("#}", at - 1, at)
        else:
            if kind == "sign" and found[0] in (b"{", b";"):
                inside.clear()  # whatever was open in a statement is not open in the next
            yield Token(_KINDS.get(kind or "") or chr(data[found.start()]), found.start(), at)


_KINDS = {"number": "n", "word": "i"}


def _row_end(data: bytes, at: int, end: int) -> int:
    found = _ROW_END.search(data, at, end)
    return end if found is None else found.start()


_ROW_END = re.compile(rb"[\r\n]")
