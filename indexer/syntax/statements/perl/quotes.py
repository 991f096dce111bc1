"""Strings, patterns and lists of words: where each ends, and the heredocs that are declared inside."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from indexer.syntax.statements.lexer import Event
from indexer.syntax.statements.perl.state import Quote
from indexer.syntax.statements.perl.tokens import BLANKS, FLAGS, INTERPOLATION
from indexer.syntax.statements.perl.words import FLAGGED, INFIX, LITERAL

_PAIRS: Final = {40: 41, 91: 93, 123: 125, 60: 62}
_NESTING: Final = {
    opener: re.compile(rb"\\.|[%b%b]" % (re.escape(bytes([opener])), re.escape(bytes([closer]))))
    for opener, closer in _PAIRS.items()
}


class _Part(NamedTuple):
    """One delimited part of a quote, as far as a line has it."""

    start: int
    end: int  # behind its closing delimiter, or the end of the line
    closed: bool
    depth: int


@cache
def _up_to(closer: int) -> re.Pattern[bytes]:
    """What is left of a quote; group 1 is its closing delimiter, if it is there."""
    mark = re.escape(bytes([closer]))
    if closer == 92:
        return re.compile(rb"[^\\]*+(\\)?")
    return re.compile(rb"(?:[^\\%b]++|\\.)*+(%b)?" % (mark, mark), re.DOTALL)


class Quotes:
    """What the reader of a line knows of quotes."""

    __slots__ = ("events", "inside", "pos", "text")

    text: bytes
    pos: int
    inside: Quote | str | None  # what is still open where the line ends
    events: list[Event]

    def embedded_heredocs(self, start: int, end: int) -> None:
        """Adds the heredocs declared in the code between two columns of a quote."""
        raise NotImplementedError

    def read_quote(self, pos: int, quote: Quote) -> None:
        """Reads on in a quote from a column; then the line goes on behind it, or is over with the quote still open."""
        operator, opener, closer, depth, parts, after = quote
        text, size = self.text, len(self.text)
        while True:
            if not opener:
                start = pos
                pos = BLANKS.match(text, pos).end()  # type: ignore[union-attr]
                # A # directly behind the operator delimits; behind a blank or on a further line it starts a comment.
                if pos >= size or (text[pos] == 35 and (pos > start or pos == 0)):
                    self.pos, self.inside = size, Quote(operator, 0, 0, 0, parts, after)
                    return
                opener = text[pos]
                closer = _PAIRS.get(opener, opener)
                depth = 1
                pos += 1
            part = _part(text, pos, opener, closer, depth)
            if not part.closed:
                self._leave_open(part, Quote(operator, opener, closer, part.depth, parts, after))
                return
            if parts == 1:
                self._close(part, operator)
                return
            pos = part.end
            parts -= 1
            if opener != closer:
                opener = closer = depth = 0

    def _close(self, part: _Part, operator: bytes) -> None:
        """The last part of a quote has ended."""
        text, pos, start, end = self.text, part.end, part.start, part.end - 1
        self.pos = pos
        holds_sign = text.find(b"<<", start, end) >= 0
        if operator in FLAGGED:
            flags = FLAGS.match(text, pos)
            assert flags
            if flags[0] not in INFIX:
                self.pos = flags.end()
            if operator == b"s" and holds_sign and b"e" in flags[0]:
                self.embedded_heredocs(start, end)
                return
        if holds_sign and operator not in LITERAL:
            self.interpolated_heredocs(start, end)

    def _leave_open(self, part: _Part, quote: Quote) -> None:
        """The line ends in a quote."""
        size = len(self.text)
        if self.text.find(b"<<", part.start) >= 0:
            if quote.operator == b"s" and quote.parts == 1 and quote.opener != quote.closer:
                # Whether the replacement is code is known at its end only; one of several lines is.
                self.embedded_heredocs(part.start, size)
            elif quote.operator not in LITERAL:
                self.interpolated_heredocs(part.start, size)
        self.pos, self.inside = size, quote

    def interpolated_heredocs(self, start: int, end: int) -> None:
        """Adds the heredocs declared in `@{[ … ]}` and `${\\ … }` between two columns of a string."""
        text = self.text
        while interpolation := INTERPOLATION.search(text, start, end):
            start = interpolation.end()
            stop = end
            depth = 1
            for brace in _NESTING[123].finditer(text, start, end):
                depth += {123: 1, 125: -1}.get(text[brace.start()], 0)
                if not depth:
                    stop = brace.start()
                    break
            if text.find(b"<<", start, stop) >= 0:
                self.embedded_heredocs(start, stop)
            start = stop


def _part(text: bytes, start: int, opener: int, closer: int, depth: int) -> _Part:
    """The part of a quote that starts at a column, inside so many delimiters."""
    if opener == closer:
        match = _up_to(closer).match(text, start)
        assert match
        return _Part(start, match.end(), match.lastindex is not None, depth)
    for mark in _NESTING[opener].finditer(text, start):
        char = text[mark.start()]
        if char == closer:
            depth -= 1
            if not depth:
                return _Part(start, mark.end(), True, depth)
        elif char == opener:
            depth += 1
    return _Part(start, len(text), False, depth)
