"""A line of PHP, token by token. It alone knows everything; the glances come to what it comes to."""

from __future__ import annotations

import re
from collections.abc import Callable

from indexer.syntax.statements.lexer import BODY, TERMINATOR, Event
from indexer.syntax.statements.php.expressions import Expressions
from indexer.syntax.statements.php.state import (
    AWAIT,
    BLOCK,
    BRACKET,
    COMMENT,
    DATA,
    HEREDOC_BODY,
    HTML,
    LABEL,
    NAMING,
    PAREN,
    QUOTE,
    READY,
    REST,
    START,
    STATEMENT,
    Frame,
    PhpState,
    terminator_end,
)
from indexer.syntax.statements.php.statements import Statements
from indexer.syntax.statements.php.tokens import BLANKS, IN_EXPRESSION, IN_LABEL

_INSIDE_QUOTES = {
    "'": re.compile(rb"(?:[^'\\]++|\\.|\\\Z)*+", re.DOTALL),
    '"': re.compile(rb'(?:[^"\\{$]++|\\.|\\\Z|\{(?!\$)|\$(?!\{))*+', re.DOTALL),
    "`": re.compile(rb"(?:[^`\\{$]++|\\.|\\\Z|\{(?!\$)|\$(?!\{))*+", re.DOTALL),
}
_INSIDE_BODY = re.compile(rb"(?:[^\\{$]++|\\.|\\\Z|\{(?!\$)|\$(?!\{))*+", re.DOTALL)
_OPEN_TAG = re.compile(rb"<\?(?:=|(?i:php)(?=[ \t\r\n]|\Z)|(?!(?i:xml|php)))")


class Line(Statements, Expressions):
    """One line being read."""

    __slots__ = ()

    def read(self, hold: bool) -> tuple[PhpState, list[Event]]:
        """Reads the line; on hold, no body begins or goes on in it."""
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
        return PhpState(tuple(self.stack), self.declared, self.ended, self.bodies), self.events

    def begin_body_line(self) -> None:
        """Takes the terminator of the heredoc whose body is open, or says that the line is in the body."""
        opener = self.stack[-1].opener
        end = terminator_end(self.text, opener) if opener else -1
        if end < 0:
            self.events.append((BODY, 0, None))
            return
        self.events.append((TERMINATOR, end, None))
        self.stack.pop()
        self.bodies -= 1
        self.pos = end

    def step(self) -> None:
        """Reads on to the next token that matters, and takes it."""
        frame = self.stack[-1]
        _READERS[frame.kind](self, frame)

    def in_html(self, frame: Frame) -> None:
        """Reads HTML up to the tag that opens code."""
        tag = _OPEN_TAG.search(self.text, self.pos)
        self.pos = tag.end() if tag else len(self.text)
        if tag:
            self.stack.pop()

    def in_comment(self, frame: Frame) -> None:
        """Reads a block comment up to its end."""
        end = self.text.find(b"*/", self.pos)
        self.pos = end + 2 if end >= 0 else len(self.text)
        if end >= 0:
            self.stack.pop()

    def in_quote(self, frame: Frame) -> None:
        """Reads a string."""
        self.read_text(_INSIDE_QUOTES[frame.word])

    def in_body(self, frame: Frame) -> None:
        """Reads the body of a heredoc, where a nowdoc holds nothing but text."""
        if frame.opener and frame.opener.interpolated:
            self.read_text(_INSIDE_BODY)
        else:
            self.pos = len(self.text)

    def in_data(self, frame: Frame) -> None:
        """Passes over what is no code."""
        self.pos = len(self.text)

    def read_text(self, inside: re.Pattern[bytes]) -> None:
        """Reads a string or a heredoc body up to its end or to the next `{$` or `${`."""
        self.pos = self.skip(inside)
        if self.pos == len(self.text):
            return
        if self.text.startswith((b"{$", b"${"), self.pos):
            # The `$` of `{$` belongs to the code inside.
            self.pos += 1 if self.text.startswith(b"{", self.pos) else 2
            self.stack.append(Frame(BRACKET, stage=REST, detail="{"))
        else:
            self.pos += 1
            self.stack.pop()

    def in_code(self, frame: Frame) -> None:
        """Reads code up to the next token that matters where it stands."""
        self.pos = self.skip(_QUIET.get(frame.stage, BLANKS))
        if self.pos >= len(self.text) or self.take_outside_code():
            return
        if frame.kind == BLOCK:
            self.begin_statement(frame)
        else:
            _STAGES[frame.stage](self, frame)

    def take_outside_code(self) -> bool:
        """Takes a comment or a closing tag, if one stands here."""
        text, pos = self.text, self.pos
        if text.startswith(b"/*", pos):
            self.stack.append(Frame(COMMENT))
            self.pos += 2
            return True
        if text.startswith(b"//", pos) or (text.startswith(b"#", pos) and not text.startswith(b"#[", pos)):
            end = text.find(b"?>", pos)
            self.pos = end if end >= 0 else len(text)
            return True
        if not text.startswith(b"?>", pos):
            return False
        if self.stack[-1].kind == STATEMENT:
            halted = self.stack[-1].word == "__halt_compiler"
            self.finish(pos)
            if self.ended:
                self.end_late()
            if halted:
                self.halt()
                return True
        self.pos += 2
        self.stack.append(Frame(HTML))
        return True


_QUIET = {REST: IN_EXPRESSION, LABEL: IN_LABEL}
_READERS = {
    BLOCK: Line.in_code,
    STATEMENT: Line.in_code,
    BRACKET: Line.in_code,
    HTML: Line.in_html,
    COMMENT: Line.in_comment,
    QUOTE: Line.in_quote,
    HEREDOC_BODY: Line.in_body,
    DATA: Line.in_data,
}
_STAGES: dict[str, Callable[[Line, Frame], None]] = {
    START: Line.take_at_start,
    PAREN: Line.take_condition,
    READY: Line.take_when_ready,
    NAMING: Line.take_name,
    REST: Line.take_in_expression,
    LABEL: Line.take_in_expression,
    AWAIT: Line.take_after_statement,
}
