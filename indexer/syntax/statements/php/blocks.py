"""What is open on a line of PHP: blocks, statements and brackets."""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import CLOSE, END, OPEN, Event
from indexer.syntax.statements.php.state import (
    ALTERNATIVE,
    AWAIT,
    BLOCK,
    BRACKET,
    DATA,
    HEREDOC_BODY,
    LABEL,
    PAREN,
    QUOTE,
    READY,
    REST,
    STATEMENT,
    Frame,
    PhpState,
)
from indexer.syntax.statements.php.tokens import WORD


class Blocks:
    """A line as far as it was read: a cursor over its text, and the state as it changes."""

    __slots__ = ("bodies", "declared", "ended", "events", "pos", "stack", "text")

    def __init__(self, text: bytes, state: PhpState) -> None:
        self.text = text
        self.pos = 0
        self.stack = list(state.stack)
        self.declared = state.declared
        self.ended = (state.ended[0] + 1, state.ended[1]) if state.ended else None
        self.bodies = state.bodies
        self.events: list[Event] = []

    def skip(self, pattern: re.Pattern[bytes]) -> int:
        """Where what the pattern takes from here ends."""
        match = pattern.match(self.text, self.pos)
        return match.end() if match else self.pos

    def word(self) -> str:
        """The word here in lower case, empty if there is none or if it starts a qualified name."""
        match = WORD.match(self.text, self.pos)
        return match[0].decode("latin-1").lower() if match else ""

    def replace_top(self, word: str | None = None, stage: str | None = None, detail: str | None = None) -> None:
        """Says something else of the innermost thing that is open."""
        old = self.stack[-1]
        self.stack[-1] = Frame(
            old.kind,
            old.word if word is None else word,
            old.stage if stage is None else stage,
            old.detail if detail is None else detail,
        )

    def open_block(self, block_type: str, ends: bool) -> None:
        """Opens a block at the brace here; its closer ends the statement around it or not."""
        self.events.append((OPEN, self.pos, block_type))
        self.pos += 1
        self.replace_top(word="", stage=REST)
        self.stack.append(Frame(BLOCK, block_type, "", "ends" if ends else ""))

    def close_brace(self) -> None:
        """Closes the innermost brace, and whatever was left open inside it."""
        stack = self.stack
        depth = len(stack) - 1
        while depth > 0 and not _is_brace(stack[depth]):
            if stack[depth].kind in (QUOTE, HEREDOC_BODY):
                return
            depth -= 1
        if depth == 0:
            return
        while len(stack) > depth + 1:
            inner = stack.pop()
            if inner.kind == STATEMENT:
                self.events.append((END, self.pos - 1, None))
            elif inner.kind == BLOCK:
                self.events.append((CLOSE, self.pos - 1, None))
        closed = stack.pop()
        if closed.kind == BLOCK:
            self.events.append((CLOSE, self.pos, None))
        if closed.detail.endswith("ends"):
            self.finish(self.pos)

    def close_bracket(self, opening: str) -> None:
        """Closes the innermost bracket of that kind, unless a brace is open inside it."""
        stack = self.stack
        depth = len(stack) - 1
        while stack[depth].kind == BRACKET and not stack[depth].detail.endswith(opening):
            if stack[depth].detail.startswith("{"):
                return
            depth -= 1
        if stack[depth].kind != BRACKET:
            return
        del stack[depth:]
        if stack[-1].stage == PAREN:
            self.replace_top(stage=READY)

    def finish(self, column: int) -> None:
        """Ends the innermost statement at a column, unless the next word may continue it."""
        frame = self.stack[-1]
        if frame.stage == AWAIT:
            return
        if frame.detail and frame.stage != LABEL:
            self.replace_top(word="", stage=AWAIT)
            self.ended = (0, column)
        else:
            self.stack.pop()
            self.events.append((END, column, None))

    def end_late(self) -> None:
        """Ends the statement that might have gone on where it ended, which may be lines above."""
        assert self.ended
        lines, column = self.ended
        self.stack.pop()
        self.events.append((END, column, lines or None))
        self.ended = None

    def halt(self) -> None:
        """Takes all that follows for data."""
        self.stack.append(Frame(DATA))
        self.pos = len(self.text)


def _is_brace(frame: Frame) -> bool:
    if frame.kind == BLOCK:
        return frame.stage != ALTERNATIVE
    return frame.kind == BRACKET and frame.detail.startswith("{")
