"""What opens and closes: blocks, brackets, statements, and the rest of a text that is no code."""

from __future__ import annotations

from typing import Final

from indexer.syntax.statements.lexer import CLOSE, END, OPEN
from indexer.syntax.statements.perl.quotes import Quotes
from indexer.syntax.statements.perl.state import (
    AFTER,
    HEADER,
    METHOD,
    OPERATOR,
    STATEMENT,
    TERM,
    Frame,
    PerlState,
    Quote,
    statement_end,
)
from indexer.syntax.statements.perl.tokens import BARE_WORD, BRACE_AHEAD, FAT_COMMA
from indexer.syntax.statements.perl.words import CHAINS, TRYING

_LOOPS: Final = ("for", "foreach")


class Blocks(Quotes):
    """What the reader of a line knows of what is open."""

    __slots__ = ("before", "expect", "head", "last", "stack")

    before: PerlState  # where the line begins
    stack: tuple[Frame, ...]  # what is open
    head: str  # the word that announced the block that comes next, or that was just closed
    expect: int  # what may stand at `pos`
    last: int  # where the last token ends, if there is one on this line

    def finish(self, inside: str) -> None:
        """What is left of the line, and what is below it, is no code."""
        self.pos, self.expect, self.head, self.inside = len(self.text), STATEMENT, "", inside

    def push(self, closer: int, after: int, head: str = "") -> None:
        """A bracket opens that is no block."""
        self.stack += (Frame(closer, None, after, head),)
        self.expect = TERM

    def open(self, block: str, after: int, head: str) -> None:
        """A block opens."""
        self.events.append((OPEN, self.pos, block))
        self.stack += (Frame(125, block, after, head),)
        self.expect = STATEMENT
        self.head = ""
        self.pos += 1

    def after_block(self, char: int) -> bool:
        """Behind a block that another one may continue. If none does, the token belongs to the next statement."""
        match = BARE_WORD.match(self.text, self.pos)
        if match and match[0] in CHAINS.get(self.head, ()) and not FAT_COMMA.match(self.text, match.end()):
            self.head = match[0].decode()
            self.expect = HEADER
            self.pos = match.end()
            return True
        self.expect = STATEMENT
        trying = self.head in TRYING
        self.head = ""
        if char == 59 and trying:
            self.pos += 1
            self.events.append((END, self.pos, None))
            return True
        self.events.append(statement_end(self.last, self.before.tail))
        return False

    def semicolon(self) -> None:
        stack = self.stack
        # Only `for` has semicolons in parentheses: elsewhere the closing one is missing.
        while stack and stack[-1].block is None and stack[-1].closer != 125 and stack[-1].after < METHOD:
            if stack[-1].head in _LOOPS:
                break
            stack = stack[:-1]
        self.stack = stack
        self.pos += 1
        self.head = ""
        if not stack or stack[-1].block is not None:
            self.events.append((END, self.pos, None))
            self.expect = STATEMENT
        else:
            self.expect = TERM

    def closer(self, char: int) -> None:
        """A closing bracket: of the innermost one that it fits, unless a block lies between."""
        stack = self.stack
        at = len(stack) - 1
        while at >= 0 and stack[at].closer != char and stack[at].block is None:
            at -= 1
        self.pos += 1
        if at < 0 or stack[at].closer != char:
            return
        frame = stack[at]
        stack = self.stack = stack[:at]
        expect_before = self.expect
        self.expect, self.head = frame.after, frame.head
        if frame.block is None:
            # `) {` of what looked like a modifier: the statement before it lacks its semicolon.
            if self.head and self.expect == OPERATOR:
                if BRACE_AHEAD.match(self.text, self.pos) and (not stack or stack[-1].block is not None):
                    self.expect = HEADER
                else:
                    self.head = ""
            return
        if expect_before != STATEMENT:
            self.events.append(statement_end(self.last, self.before.tail))
        self.events.append((CLOSE, self.pos, None))
        if self.expect == AFTER and self.head not in CHAINS:
            self.events.append((END, self.pos, None))
            self.expect = STATEMENT
            self.head = ""

    def quoted(self, pos: int, quote: Quote) -> None:
        self.read_quote(pos, quote)
        if self.inside is None:
            self.expect = quote.after
