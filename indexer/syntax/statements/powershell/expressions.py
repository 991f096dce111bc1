"""Expressions of PowerShell: words, brackets, strings, here-strings, and what ends a statement."""

from __future__ import annotations

import re
from collections.abc import Callable

from indexer.syntax.statements.lexer import END, HEREDOC, Opener
from indexer.syntax.statements.powershell.blocks import Blocks
from indexer.syntax.statements.powershell.state import BRACKET, QUOTE, REST, STATEMENT, Frame
from indexer.syntax.statements.powershell.words import AFTER_ASSIGNMENT, FOLLOWED, IN_BRACKETS

_GENERIC = re.compile(rb"[\w\x80-\xff](?:[\w\x80-\xff\\/:.*?#+!^~%-]|`.)*+", re.DOTALL)
_EXPRESSION_KEYWORD = re.compile(rb"([A-Za-z]++)(?=[ \t]*+(?:[({\[-]|\Z)|[ \t]++\w)")
_OPENER = re.compile(rb"@([\"'])[ \t]*\Z")


class Expressions(Blocks):
    """The tokens in the middle of a statement."""

    __slots__ = ()

    def take(self, frame: Frame) -> None:
        """Takes a word, a bracket, a string or the end of a statement."""
        word = _GENERIC.match(self.text, self.pos)
        if word:
            self.take_word(frame, word.end())
        else:
            _TOKENS.get(self.text[self.pos : self.pos + 1], Expressions.take_sign)(self, frame)

    def take_sign(self, frame: Frame) -> None:
        """Takes a sign that means nothing to us, but that after `param` no parentheses came."""
        self.pos = self.end = self.pos + 1
        if frame.word == "param":
            self.stack[-1] = frame._replace(word="")

    def take_opening(self, frame: Frame) -> None:
        """Takes `(` or `[`."""
        self.stack.append(Frame(BRACKET, stage=REST, detail=self.text[self.pos : self.pos + 1].decode()))
        self.pos = self.end = self.pos + 1

    def take_closing(self, frame: Frame) -> None:
        """Takes `)`, `]` or `}`."""
        self.pos += 1
        self.close(self.text[self.pos - 1 : self.pos].decode())

    def take_quote(self, frame: Frame) -> None:
        """Takes the mark that opens a string."""
        self.stack.append(Frame(QUOTE, self.text[self.pos : self.pos + 1].decode()))
        self.pos = self.end = self.pos + 1

    def take_semicolon(self, frame: Frame) -> None:
        """Takes `;`, which ends a statement outside brackets."""
        if frame.kind != STATEMENT:
            self.take_sign(frame)
            return
        self.pos = self.end = self.pos + 1
        self.stack.pop()
        self.events.append((END, self.pos, None))

    def take_at(self, frame: Frame) -> None:
        """Takes the `@` of a here-string, an array or a hash literal."""
        if not self.take_heredoc():
            self.take_joined_bracket(frame)

    def take_joined_bracket(self, frame: Frame) -> None:
        """Takes `$(`, `@(` or `@{`, one bracket each; the name in a `${` without its `}` is not worth reading."""
        after = self.pos + 1
        if not self.text.startswith((b"(", b"{"), after):
            self.take_sign(frame)
            return
        self.pos = self.end = after + 1
        self.stack.append(Frame(BRACKET, stage=REST, detail=self.text[after : after + 1].decode()))

    def take_dash(self, frame: Frame) -> None:
        """Takes a `-`; what follows `--%` goes to a program as it stands, up to a pipe."""
        if not self.text.startswith(b"--%", self.pos):
            self.take_sign(frame)
            return
        pipe = self.text.find(b"|", self.pos)
        self.pos = self.end = pipe if pipe >= 0 else len(self.text)

    def take_word(self, frame: Frame, end: int) -> None:
        """Takes a word up to its end; the next brace may belong to it."""
        text, start = self.text, self.pos
        self.pos = self.end = end
        match = _EXPRESSION_KEYWORD.match(text, start)
        before = text[:start].rstrip()
        if not match or match.end(1) != end or before.endswith((b"-", b".", b":", b"\\", b"|")):
            return
        word = match[1].decode().lower()
        if frame.kind == BRACKET and word in IN_BRACKETS:
            self.stack[-1] = frame._replace(word=word)
        elif frame.kind == STATEMENT and word in AFTER_ASSIGNMENT and before.endswith(b"="):
            self.stack[-1] = frame._replace(word=word, detail=FOLLOWED.get(word, ""))

    def take_brace(self, frame: Frame) -> None:
        """Takes `{`, which opens a block of the keyword before it, of a clause, a method, or of its own."""
        statement = frame.kind == STATEMENT
        around = self.stack[-2].word
        if frame.word and frame.word != "param":
            self.open_block(frame.word, ends=statement)
        elif statement and around == "switch":
            self.open_block("case", ends=True)
        elif statement and around == "class" and self.text[: self.pos].rstrip().endswith(b")"):
            self.open_block("method", ends=True)
        else:
            self.open_block("anonymous", ends=False)

    def take_heredoc(self) -> bool:
        """Takes the opener of a here-string, if it is the last thing on the line."""
        opener = _OPENER.match(self.text, self.pos)
        if not opener:
            return False
        declared = Opener(self.pos + 2, opener[1] + b"@", opener[1] == b'"', False)
        self.events.append((HEREDOC, self.pos, declared))
        self.declared = (*self.declared, declared)
        self.end = declared.end
        self.pos = len(self.text)
        return True


_TOKENS: dict[bytes, Callable[[Expressions, Frame], None]] = {
    b"{": Expressions.take_brace,
    b"(": Expressions.take_opening,
    b"[": Expressions.take_opening,
    b")": Expressions.take_closing,
    b"]": Expressions.take_closing,
    b"}": Expressions.take_closing,
    b"'": Expressions.take_quote,
    b'"': Expressions.take_quote,
    b";": Expressions.take_semicolon,
    b"@": Expressions.take_at,
    b"$": Expressions.take_joined_bracket,
    b"-": Expressions.take_dash,
}
