"""A line of PowerShell, token by token. It alone knows everything; the glance comes to what it comes to."""

from __future__ import annotations

import re
from collections.abc import Callable

from indexer.syntax.statements.lexer import BODY, TERMINATOR, Event
from indexer.syntax.statements.powershell.expressions import Expressions
from indexer.syntax.statements.powershell.state import (
    AWAIT,
    BLOCK,
    BRACKET,
    COMMENT,
    HEREDOC_BODY,
    QUOTE,
    REST,
    START,
    STATEMENT,
    Frame,
    PowerShellState,
)
from indexer.syntax.statements.powershell.statements import Statements
from indexer.syntax.statements.powershell.tokens import BLANKS, QUIET

_IN_QUOTES = {
    "'": re.compile(rb"(?:[^']++|'')*+"),
    '"': re.compile(rb'(?:[^"`$]++|`.|`\Z|""|\$(?!\())*+', re.DOTALL),
}
_IN_BODY = re.compile(rb"(?:[^`$]++|`.|`\Z|\$(?!\())*+", re.DOTALL)


class Line(Statements, Expressions):
    """One line being read."""

    __slots__ = ()

    def read(self, hold: bool) -> tuple[PowerShellState, list[Event]]:
        """Reads the line; on hold, it is code although here-strings are pending."""
        if hold and self.stack[-1].kind == HEREDOC_BODY:
            opener = self.stack.pop().opener
            assert opener
            self.declared = (opener, *self.declared)
            self.bodies -= 1
        elif self.declared and not hold and self.stack[-1].kind != HEREDOC_BODY:
            self.stack.append(Frame(HEREDOC_BODY, opener=self.declared[0]))
            self.declared = self.declared[1:]
            self.bodies += 1
        if self.bodies:
            self.begin_body_line()
        while self.pos < len(self.text):
            self.step()
        self.end_line()
        return PowerShellState(tuple(self.stack), self.declared, self.ended, self.bodies), self.events

    def begin_body_line(self) -> None:
        """Takes the terminator of the here-string whose body is open, or says that the line is in the body."""
        opener = self.stack[-1].opener
        if not opener or not self.text.startswith(opener.terminator):
            self.events.append((BODY, 0, None))
            return
        self.stack.pop()
        self.bodies -= 1
        self.pos = self.end = len(opener.terminator)
        self.events.append((TERMINATOR, self.pos, None))

    def step(self) -> None:
        """Reads on to the next token that matters, and takes it."""
        frame = self.stack[-1]
        _READERS[frame.kind](self, frame)

    def in_comment(self, frame: Frame) -> None:
        """Reads a block comment up to its end."""
        end = self.text.find(b"#>", self.pos)
        self.pos = end + 2 if end >= 0 else len(self.text)
        if end >= 0:
            self.stack.pop()

    def in_quote(self, frame: Frame) -> None:
        """Reads a string."""
        self.read_text(_IN_QUOTES[frame.word])

    def in_body(self, frame: Frame) -> None:
        """Reads the body of a here-string, which in single quotes holds nothing but text."""
        assert frame.opener
        if frame.opener.interpolated:
            self.read_text(_IN_BODY)
        else:
            self.pos = len(self.text)

    def read_text(self, inside: re.Pattern[bytes]) -> None:
        """Reads a string or a body up to its end or to the next `$(`."""
        match = inside.match(self.text, self.pos)
        self.pos = self.end = match.end() if match else self.pos
        if self.pos == len(self.text):
            return
        if self.text.startswith(b"$(", self.pos):
            self.pos += 2
            self.stack.append(Frame(BRACKET, stage=REST, detail="("))
        else:
            self.pos += 1
            self.end = self.pos
            self.stack.pop()

    def in_code(self, frame: Frame) -> None:
        """Reads code up to the next token that matters where it stands, and takes a comment itself."""
        text = self.text
        start = self.pos
        quiet = frame.stage == REST and frame.word != "param"
        match = (QUIET if quiet else BLANKS).match(text, start)
        self.pos = match.end() if match else start
        skipped = text[start : self.pos].rstrip()
        if skipped:
            self.end = start + len(skipped)
        if self.pos == len(text):
            return
        if text.startswith(b"<#", self.pos):
            self.pos += 2
            self.stack.append(Frame(COMMENT))
        elif text.startswith(b"#", self.pos):
            self.pos = len(text)
        elif frame.kind == BLOCK:
            self.begin_statement(frame)
        else:
            _STAGES[frame.stage](self, frame)


_READERS = {
    BLOCK: Line.in_code,
    STATEMENT: Line.in_code,
    BRACKET: Line.in_code,
    COMMENT: Line.in_comment,
    QUOTE: Line.in_quote,
    HEREDOC_BODY: Line.in_body,
}
_STAGES: dict[str, Callable[[Line, Frame], None]] = {
    START: Line.take_at_start,
    REST: Line.take,
    AWAIT: Line.take_after_statement,
}
