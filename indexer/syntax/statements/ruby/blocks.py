"""What is open on a line of Ruby: blocks and statements, and the heredocs that wait for their bodies."""

from __future__ import annotations

from indexer.syntax.statements.lexer import BEGIN, CLOSE, END, OPEN, Event
from indexer.syntax.statements.ruby.state import (
    ARGUMENT,
    BRACKETS,
    BRANCH,
    ENDLESS,
    INSIDE,
    NAME,
    NEW,
    OPERAND,
    RETURN,
    VALUE,
    Block,
    Body,
    Interpolation,
    Late,
    RubyState,
)
from indexer.syntax.statements.ruby.tokens import BLANK_BYTES


class Blocks:
    """A line as far as it was read."""

    base = 0  # where the code on this line starts, and the position there
    base_position = OPERAND
    mark = -1  # the end of the last token that `before` cannot judge by its characters, and the position there
    mark_position = VALUE
    arrow_depth = -1  # how much is open around the bare parameters of a lambda, if they are being read
    spaced = False  # blanks stand between the token and the one before it
    pos = 0

    def __init__(self, text: bytes, state: RubyState, first: int = -1, plain_end: int = -1) -> None:
        """`first` is where something other than blanks stands, `plain_end` where `PLAIN` stops, if known."""
        self.text = text
        self.first = first
        self.plain_end = plain_end
        stack, self.heredocs, self.position, self.open, self.late, self.in_body = state
        self.stack = list(stack)
        self.events: list[Event] = []

    def state(self) -> RubyState:
        stack = tuple(self.stack)
        in_body = self.in_body and any(type(entry) is Body for entry in stack)
        return RubyState(stack, self.heredocs, self.position, self.open, self.late, in_body)

    def age(self) -> None:
        """Statements that may have ended did so one more line ago."""
        if self.late:
            self.late = Late(self.late.lines + 1, self.late.column)
        for index, entry in enumerate(self.stack):
            if type(entry) is Interpolation and entry.late:
                late = Late(entry.late.lines + 1, entry.late.column)
                self.stack[index] = Interpolation(entry.position, entry.open, late)

    def hold_bodies(self) -> None:
        while self.stack and type(self.stack[-1]) is Body:
            body = self.stack.pop()
            assert isinstance(body, Body)
            self.heredocs = (body.opener, *body.rest, *self.heredocs)

    def end_late(self) -> None:
        if self.late:
            self.events.append((END, self.late.column, self.late.lines))
            self.late = None
            self.open = False

    def end_continued(self) -> None:
        """A backslash continues a line with the next one, but not over a blank line or a comment."""
        if self.position in (ARGUMENT, NAME, VALUE, RETURN):
            self.position = NEW
            if self.open and self.in_statements():
                self.events.append((END, 0, 1))
                self.open = False

    def in_statements(self) -> bool:
        top = self.stack[-1] if self.stack else None
        return top is None or (type(top) is Block and top.phase == INSIDE)

    def note(self, end: int, position: int) -> None:
        """Goes on after a token that `before` cannot judge by its characters."""
        self.pos = self.mark = end
        self.mark_position = position

    def begin(self, at: int) -> None:
        if not self.open:
            self.events.append((BEGIN, at, None))
            self.open = True

    def end_statement(self, at: int) -> None:
        if self.open:
            while at > 0 and self.text[at - 1] in BLANK_BYTES:
                at -= 1
            self.events.append((END, at, None))
            self.open = False

    def open_block(self, block_type: str, at: int, phase: int, closer: int) -> None:
        self.events.append((OPEN, at, block_type))
        self.stack.append(Block(block_type, phase, closer))
        self.open = phase != INSIDE

    def close_top(self, at: int, end: int) -> None:
        """Closes what is innermost; its closing token stands from `at` to `end`."""
        entry = self.stack.pop()
        if type(entry) is Block:
            if entry.phase == INSIDE:
                self.end_statement(at)
            self.events.append((CLOSE, end, None))
            self.open = entry.closer != BRANCH

    def close_down_to(self, index: int, at: int) -> None:
        """Closes what is open inside an entry; text that is not broken has only a last branch there."""
        while len(self.stack) > index + 1:
            self.close_top(at, at)

    def block_type(self, block_type: str) -> str:
        """`{` or `do` after the bare parameters of a lambda is its body."""
        if self.arrow_depth != len(self.stack):
            return block_type
        self.arrow_depth = -1
        return "lambda"

    def innermost_block(self) -> Block | None:
        """The innermost block, brackets aside: one that a branch follows cannot have stayed open."""
        for entry in reversed(self.stack):
            if type(entry) is Block:
                if entry.phase != ENDLESS:
                    return entry
            elif entry not in BRACKETS:
                break
        return None
