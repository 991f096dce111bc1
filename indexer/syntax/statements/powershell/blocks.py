"""What is open on a line of PowerShell: blocks, statements and brackets."""

from __future__ import annotations

from indexer.syntax.statements.lexer import CLOSE, END, OPEN, Event
from indexer.syntax.statements.powershell.state import (
    AWAIT,
    BLOCK,
    BRACKET,
    HEREDOC_BODY,
    QUOTE,
    REST,
    STATEMENT,
    Frame,
    PowerShellState,
)
from indexer.syntax.statements.powershell.tokens import KEYWORD

_OPENING = {")": "(", "]": "[", "}": "{"}


class Blocks:
    """A line as far as it was read: a cursor over its text, and the state as it changes."""

    __slots__ = ("bodies", "declared", "end", "ended", "events", "pos", "stack", "text")

    def __init__(self, text: bytes, state: PowerShellState) -> None:
        self.text = text
        self.pos = 0
        self.end = 0  # the column after the last token
        self.stack = list(state.stack)
        self.declared = state.declared
        self.ended = (state.ended[0] + 1, state.ended[1]) if state.ended else None
        self.bodies = state.bodies
        self.events: list[Event] = []

    def keyword(self) -> str:
        """The word here in lower case, empty if there is none or if it is part of something longer."""
        match = KEYWORD.match(self.text, self.pos)
        return match[0].decode().lower() if match else ""

    def open_block(self, block_type: str, ends: bool) -> None:
        """Opens a block at the brace here; its closer ends the statement around it or not."""
        self.events.append((OPEN, self.pos, block_type))
        self.pos += 1
        self.end = self.pos
        self.stack[-1] = self.stack[-1]._replace(word="", stage=REST)
        self.stack.append(Frame(BLOCK, block_type, "", "ends" if ends else ""))

    def close(self, closer: str) -> None:
        """Closes the innermost bracket or block that the closer fits, and whatever was left open inside it."""
        stack = self.stack
        self.end = self.pos
        depth = len(stack) - 1
        while depth > 0 and not (stack[depth].kind == BRACKET and stack[depth].detail == _OPENING[closer]):
            if stack[depth].kind == BLOCK and closer == "}":
                break
            if stack[depth].kind in (BLOCK, QUOTE, HEREDOC_BODY):
                return
            depth -= 1
        if depth == 0:
            return
        if any(frame.kind == STATEMENT for frame in stack[depth + 1 :]):
            self.events.append((END, self.pos - 1, None))
        closed = stack[depth]
        del stack[depth:]
        if closed.kind == BLOCK:
            self.events.append((CLOSE, self.pos, None))
        if closed.detail == "ends" or stack[-1].word == "param":
            self.finish()

    def finish(self) -> None:
        """Ends the innermost statement here, unless the next word may continue it."""
        frame = self.stack[-1]
        if frame.detail:
            self.stack[-1] = frame._replace(stage=AWAIT)
            self.ended = (0, self.pos)
        else:
            self.stack.pop()
            self.events.append((END, self.pos, None))

    def end_late(self) -> None:
        """Ends the statement that might have gone on where it ended, which may be lines above."""
        assert self.ended
        lines, column = self.ended
        self.stack.pop()
        self.events.append((END, column, lines or None))
        self.ended = None
