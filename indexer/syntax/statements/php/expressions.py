"""Expressions of PHP: brackets, strings, heredocs, and the keywords that a brace further on belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable

from indexer.syntax.statements.lexer import HEREDOC, Opener
from indexer.syntax.statements.php.blocks import Blocks
from indexer.syntax.statements.php.state import BRACKET, NAMING, QUOTE, REST, STATEMENT, Frame
from indexer.syntax.statements.php.tokens import NAME
from indexer.syntax.statements.php.words import DECLARATIONS, WITH_MEMBERS

_OPENER = re.compile(rb"<<<[ \t]*(?:(%b)|\"(%b)\"|'(%b)')\Z" % (NAME, NAME, NAME))


class Expressions(Blocks):
    """The tokens in the middle of a statement."""

    __slots__ = ()

    def take_in_expression(self, frame: Frame) -> None:
        """Takes a bracket, a string, a heredoc, a keyword, or the end of a statement."""
        take = _TOKENS.get(self.text[self.pos : self.pos + 1], Expressions.take_keyword)
        take(self, frame)

    def take_opening(self, frame: Frame) -> None:
        """Takes `(`, `[` or the `#[` of an attribute."""
        char = self.text[self.pos : self.pos + 1]
        self.pos += 2 if char == b"#" else 1
        self.stack.append(Frame(BRACKET, stage=REST, detail="(" if char == b"(" else "["))

    def take_closing(self, frame: Frame) -> None:
        """Takes `}`, `)` or `]`."""
        char = self.text[self.pos : self.pos + 1]
        self.pos += 1
        if char == b"}":
            self.close_brace()
        else:
            self.close_bracket("(" if char == b")" else "[")

    def take_quote(self, frame: Frame) -> None:
        """Takes the mark that opens a string."""
        self.stack.append(Frame(QUOTE, self.text[self.pos : self.pos + 1].decode()))
        self.pos += 1

    def take_question(self, frame: Frame) -> None:
        """Takes the `?` of a ternary in a label, whose `:` does not end the label."""
        self.pos += 1
        self.replace_top(detail=frame.detail + "?")

    def take_colon(self, frame: Frame) -> None:
        """Takes a `:` in a label: that of a ternary, or the label's end."""
        self.pos += 1
        if frame.detail:
            self.replace_top(detail=frame.detail[:-1])
        else:
            self.finish(self.pos)

    def take_brace(self, frame: Frame) -> None:
        """Takes `{`, which opens a block where a keyword before it wants one, and else is a bracket."""
        word = frame.word
        if word in ("function", "enum") or (word in DECLARATIONS and frame.kind == STATEMENT):
            self.open_block(word, ends=True)
        elif word == "lambda":
            self.open_block(word, ends=False)
        elif word == "new class":
            self.open_block("class", ends=False)
        else:
            members = frame.kind == STATEMENT and self.stack[-2].word in WITH_MEMBERS
            grouped_use = self.text[: self.pos].endswith(b"\\")
            ends = members and word != "match" and not grouped_use
            self.pos += 1
            if word == "match":
                self.replace_top(word="")
            self.stack.append(Frame(BRACKET, stage=REST, detail="{ends" if ends else "{"))

    def take_semicolon(self, _: Frame) -> None:
        """Takes the `;` that ends a statement, or parts the header of a `for`."""
        self.pos += 1
        frame = self.stack[-1]
        if frame.kind == BRACKET and frame.detail in ("(", "["):
            # Only a `for` header has a `;` in parentheses, so these were never closed.
            while frame.kind == BRACKET and frame.detail in ("(", "["):
                self.stack.pop()
                frame = self.stack[-1]
        if frame.kind == STATEMENT:
            halted = frame.word == "__halt_compiler"
            self.finish(self.pos)
            if halted:
                self.halt()

    def take_heredoc(self, frame: Frame) -> None:
        """Takes `<<<` and the label after it."""
        opener = _OPENER.match(self.text, self.pos)
        if not opener:
            self.pos += 3
            return
        label = opener[1] or opener[2] or opener[3]
        declared = Opener(opener.end(), label, opener[3] is None, True)
        self.events.append((HEREDOC, self.pos, declared))
        self.declared = (*self.declared, declared)
        self.pos = opener.end()

    def take_keyword(self, frame: Frame) -> None:
        """Takes a word; some of them the next brace belongs to."""
        word = self.word()
        self.pos += len(word) or 1
        if frame.word == "use" and frame.kind == STATEMENT:
            return
        if word == "function":
            self.replace_top(stage=NAMING)
        elif word == "class":
            self.replace_top(word="new class")
        elif word == "match":
            self.replace_top(word="match")


_TOKENS: dict[bytes, Callable[[Expressions, Frame], None]] = {
    b"{": Expressions.take_brace,
    b"(": Expressions.take_opening,
    b"[": Expressions.take_opening,
    b"#": Expressions.take_opening,
    b"}": Expressions.take_closing,
    b")": Expressions.take_closing,
    b"]": Expressions.take_closing,
    b";": Expressions.take_semicolon,
    b"'": Expressions.take_quote,
    b'"': Expressions.take_quote,
    b"`": Expressions.take_quote,
    b"<": Expressions.take_heredoc,
    b"?": Expressions.take_question,
    b":": Expressions.take_colon,
}
