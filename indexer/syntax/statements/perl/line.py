"""A line of Perl code. It alone knows everything; the glances come to what it comes to."""

from __future__ import annotations

from typing import Final

from indexer.syntax.statements.lexer import BEGIN, END, HEREDOC, Event, Opener
from indexer.syntax.statements.perl.expressions import Expressions
from indexer.syntax.statements.perl.glance import DEEPEST, block_line, list_closed, plain_statement
from indexer.syntax.statements.perl.runs import PLAIN_START, RUN, end_of_run
from indexer.syntax.statements.perl.state import (
    AFTER,
    FINISHED,
    HEADER,
    LABELED,
    LAMBDA,
    OPERATOR,
    POD,
    STATEMENT,
    TERM,
    PerlState,
    Quote,
    Result,
    openers,
    statement_end,
)
from indexer.syntax.statements.perl.statements import Statements
from indexer.syntax.statements.perl.tokens import BLANK, BLANKS, END_MARKS, END_OF_CODE, POD_COMMAND, POD_START

_HEADERS: Final = (HEADER, LAMBDA)


def read_code(text: bytes, state: PerlState) -> Result:
    """Reads a line of code, from the end of a quote on if it starts inside one."""
    quote, expect = state.inside, state.expect
    if isinstance(quote, Quote):
        line = Line(text, state, 0, quote.after)
        line.read_quote(0, quote)
        if line.inside is not None:
            return PerlState(state.stack, expect, state.head, line.inside, line.pending(), None), line.events
        return line.read()
    if text[0] == 61 and (POD_START if expect <= LABELED or expect == AFTER else POD_COMMAND).match(text):
        return state._replace(inside=POD).one_line_on(), []
    return _at_a_glance(text, state) or Line(text, state, 0, expect).read()


def _at_a_glance(text: bytes, state: PerlState) -> Result | None:
    """The quick way for most lines: a run and little else, or the header or the end of a block."""
    expect = state.expect
    if expect == STATEMENT:
        blank = PLAIN_START.match(text)
        if blank and (run := RUN.match(text, blank.end())):
            start, end = blank.end(), run.end()
            if text[end:] == b";":
                return state, [(BEGIN, start, None), (END, end + 1, None)]
            return Line(text, state, *end_of_run(text, end), [(BEGIN, start, None)]).read()
    elif expect in (TERM, OPERATOR):
        if run := RUN.match(text):
            pos, after = end_of_run(text, run.end())
            if pos == len(text) and after == expect and state.stack and state.stack[-1].block is None:
                return state, []
            return Line(text, state, pos, after).read()
        return list_closed(text, state)
    elif expect == AFTER and text[-1] == 59:
        return plain_statement(text, state)
    return block_line(text, state) if text[-1] in b"{}" else None


class Line(Statements, Expressions):
    """The reader of one line."""

    __slots__ = ()

    def __init__(
        self, text: bytes, state: PerlState, pos: int = 0, expect: int = STATEMENT, events: list[Event] | None = None
    ) -> None:
        self.text = text
        self.before = state
        self.stack = state.stack
        self.head = state.head
        self.pos = pos
        self.expect = expect
        self.inside = None
        self.last = 0  # where the last token ends, if there is one on this line
        self.events = [] if events is None else events

    def read(self) -> Result:
        """Reads to the end of the line: the state there, and what was found."""
        text, size = self.text, len(self.text)
        while (pos := self.pos) < size and len(self.stack) < DEEPEST:
            self.last = pos
            char = text[pos]
            if char in BLANK:
                pos = BLANKS.match(text, pos).end()  # type: ignore[union-attr]
                if pos == size:
                    break
                self.pos = pos
                char = text[pos]
            if char == 35:  # '#'
                break
            expect = self.expect
            if (expect <= LABELED or expect == AFTER) and self.between_statements(char):
                continue
            if char == 59:  # ';'
                self.semicolon()
            elif char in b"})]":
                self.closer(char)
            elif char in END_MARKS and END_OF_CODE.match(text, pos):
                self.events.append(statement_end(self.last, self.before.tail))
                self.finish(FINISHED)
            elif expect not in _HEADERS or not self.header(char):
                self.token(char)
        else:
            self.last = self.pos
        return self._result()

    def pending(self) -> tuple[Opener, ...]:
        return self.before.pending + openers(self.events)

    def _result(self) -> Result:
        stack, expect, _head, quote, pending, tail = self.before
        if b"<<" in self.text:
            pending = self.pending()
        elif self.expect == STATEMENT == expect and self.stack is stack and self.inside is None is quote:
            return self.before, self.events
        stack, expect, last = self.stack, self.expect, self.last
        if expect == STATEMENT or self.inside is not None or (stack and stack[-1].block is None):
            tail = None
        elif last:
            tail = (1, last)
        elif tail:
            tail = (tail[0] + 1, tail[1])
        return PerlState(stack, expect, self.head, self.inside, pending, tail), self.events

    def embedded_heredocs(self, start: int, end: int) -> None:
        _, found = read_code(b" " * start + self.text[start:end], PerlState(expect=TERM))
        self.events.extend(event for event in found if event[0] == HEREDOC)
