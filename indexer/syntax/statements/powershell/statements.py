"""Statements of PowerShell: how each begins, what may carry it on, and whether it ends with its line."""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import BEGIN
from indexer.syntax.statements.powershell.blocks import Blocks
from indexer.syntax.statements.powershell.state import AWAIT, REST, START, STATEMENT, Frame
from indexer.syntax.statements.powershell.tokens import OPERATOR
from indexer.syntax.statements.powershell.words import FOLLOWED, FOLLOWERS, PART_BLOCKS, WITH_BLOCK

_HEADED = re.compile(
    rb"(?i:(?:class|enum|function|filter|workflow|configuration)[ \t]+[\w'\"]|foreach[ \t]*(?:[(-]|\Z)|\w+)"
)
_PART = re.compile(rb"[A-Za-z]++(?:[ \t]+[\w-]++)?+[ \t]*+(?:\{|\Z)")
_LABEL = re.compile(rb":[A-Za-z_]\w*+")
_ATTRIBUTES = re.compile(rb"[ \t]*\[[\w.]+(?:\([^\[\]]*\))?\](?:[ \t]*\[[\w.]+(?:\([^\[\]]*\))?\])*\Z")

# A line that ends with one of these goes on below; with an operator, if it is not the argument of a command.
_JOINED = re.compile(rb"(?:[|,`]|&&)\Z")
_COMMAND = re.compile(rb"(?:.*[|;{(=])?[ \t]*+(?!(?i:return|throw|exit)\b)[A-Za-z][^=]*\Z", re.DOTALL)


class Statements(Blocks):
    """The tokens between, before and after statements."""

    __slots__ = ()

    def begin_statement(self, frame: Frame) -> None:
        """Takes the first token in a block after its start or after another statement."""
        char = self.text[self.pos : self.pos + 1].decode("latin-1")
        if char in ")];}":
            self.pos += 1
            if char == "}":
                self.close(char)
            return
        self.events.append((BEGIN, self.pos, None))
        self.stack.append(Frame(STATEMENT, stage=START))

    def take_at_start(self, frame: Frame) -> None:
        """Takes a token where a statement starts."""
        text = self.text
        label = _LABEL.match(text, self.pos)
        if label:
            self.pos = self.end = label.end()
            return
        if text.startswith(b"{", self.pos):
            self.open_block("anonymous", ends=False)
            return
        word = self.keyword()
        headed = (word in WITH_BLOCK and _HEADED.match(text, self.pos)) or (
            word in PART_BLOCKS and _PART.match(text, self.pos)
        )
        clause = word == "default" and self.stack[-2].word == "switch"
        if headed or clause or word == "param":
            self.pos += len(word)
            self.end = self.pos
            self.stack[-1] = Frame(STATEMENT, word, REST, FOLLOWED.get(word, ""))
        else:
            self.stack[-1] = Frame(STATEMENT, "", REST)

    def take_after_statement(self, frame: Frame) -> None:
        """Takes the first token after a statement that might go on, as `if {}` does with `else`."""
        char = self.text[self.pos : self.pos + 1].decode("latin-1")
        token = self.keyword() or ("" if self.text.startswith(b"||", self.pos) else char)
        followers = frame.detail
        while followers and token not in FOLLOWERS[followers[-1]]:
            followers = followers[:-1]
        if not followers:
            self.end_late()
            return
        self.ended = None
        if token in ("|", "{"):
            self.stack[-1] = Frame(STATEMENT, "method" if token == "{" else "", REST)
        elif followers == "a":
            self.stack[-1] = Frame(STATEMENT, "", START)
        else:
            self.pos += len(token)
            self.end = self.pos
            if token in ("while", "until"):
                self.stack[-1] = Frame(STATEMENT, "", REST, followers[:-1])
            else:
                left = followers[:-1] if token in ("else", "finally") else followers
                self.stack[-1] = Frame(STATEMENT, token, REST, left)

    def end_line(self) -> None:
        """Ends the statement with its line, unless something says that it goes on."""
        frame = self.stack[-1]
        if frame.kind != STATEMENT or frame.stage != REST or frame.word or self.declared or self.goes_on():
            return
        followers = "p"
        around = self.stack[-2].word
        code = self.text[: self.end]
        if around == "class" and code.endswith(b")") and b"=" not in code:
            followers = "m"
        elif _ATTRIBUTES.match(code):
            followers = "a"
        self.stack[-1] = frame._replace(stage=AWAIT, detail=followers)
        self.ended = (0, self.end)

    def goes_on(self) -> bool:
        """Whether the end of the line is not that of the statement."""
        if self.stack[-2].word == "switch":
            return True  # a clause ends with its block
        code = self.text[: self.end]
        if not code.strip():
            return True  # nothing but a comment
        if _JOINED.search(code):
            return True
        return bool(OPERATOR.search(code)) and not _COMMAND.match(code)
