"""Statements of PHP: how each begins, what its keyword wants next, and what may carry it on."""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import BEGIN, CLOSE, END, OPEN
from indexer.syntax.statements.php.blocks import Blocks
from indexer.syntax.statements.php.state import (
    ALTERNATIVE,
    BLOCK,
    BRACKET,
    LABEL,
    NAMING,
    PAREN,
    READY,
    REST,
    START,
    STATEMENT,
    Frame,
)
from indexer.syntax.statements.php.tokens import GOTO_LABEL, NAME, PARENTHESES
from indexer.syntax.statements.php.words import (
    CONDITIONAL,
    FOLLOWED,
    FOLLOWERS,
    MODIFIERS,
    STARTED,
    TERMINAL_WORDS,
    UNCONDITIONAL,
)

_CONDITION = re.compile(rb"[ \t]*+" + PARENTHESES, re.DOTALL)
_ENUM = re.compile(rb"(?i:enum)[ \t]+(?!(?i:extends|implements)\b)[A-Za-z_\x80-\xff]")
_FUNCTION_NAME = re.compile(rb"[ \t]*+&?[ \t]*+(?:(%b)|(\())?" % NAME)


class Statements(Blocks):
    """The tokens between, before and after statements."""

    __slots__ = ()

    def begin_statement(self, block: Frame) -> None:
        """Takes the first token in a block after its start or after another statement."""
        text, pos = self.text, self.pos
        char = text[pos : pos + 1]
        if char in b"})];":
            self.pos += 1
            if char == b"}":
                self.close_brace()
            return
        word = self.word()
        if block.stage == ALTERNATIVE and (word in TERMINAL_WORDS or word in ("else", "elseif")):
            self.continue_alternative(word)
            return
        label = GOTO_LABEL.match(text, pos)
        if label and word != "else":
            self.events += ((BEGIN, pos, None), (END, label.end(), None))
            self.pos = label.end()
            return
        self.events.append((BEGIN, pos, None))
        self.stack.append(Frame(STATEMENT, stage=START))
        self.take_at_start(self.stack[-1])

    def continue_alternative(self, word: str) -> None:
        """Takes the word that ends a block opened with `:`, and may open the next one."""
        start = self.pos
        self.pos += len(word)
        self.stack.pop()
        followers = self.stack[-1].detail
        if word in TERMINAL_WORDS:
            self.events.append((CLOSE, self.pos, None))
            if word == "endif" and followers.endswith("i"):
                followers = followers[:-1]
            self.replace_top(word="", stage=REST, detail=followers)
        else:
            self.events.append((CLOSE, start, None))
            self.replace_top(word=word, stage=PAREN if word == "elseif" else READY)

    def take_at_start(self, frame: Frame) -> None:
        """Takes a token where a statement, or one without braces in another one, starts."""
        text, pos = self.text, self.pos
        if text.startswith(b"{", pos):
            self.open_block("anonymous", ends=True)
            return
        if text.startswith(b"#[", pos):
            self.pos += 2
            self.stack.append(Frame(BRACKET, stage=REST, detail="["))
            return
        word = self.word()
        after = pos + len(word)
        if word in MODIFIERS:
            self.pos = after
        elif word in CONDITIONAL:
            self.pos = after
            self.replace_top(word=word, stage=PAREN, detail=frame.detail + FOLLOWED.get(word, ""))
        elif word in UNCONDITIONAL:
            self.pos = after
            self.replace_top(word=word, stage=READY, detail=frame.detail + FOLLOWED[word])
        elif word == "case":
            self.pos = after
            self.replace_top(word=word, stage=LABEL, detail="")
        elif word in STARTED or (word == "enum" and _ENUM.match(text, pos)):
            self.pos = after
            self.replace_top(word=word, stage=REST)
        elif word == "function":
            self.pos = after
            self.replace_top(stage=NAMING)
        else:
            self.replace_top(word="", stage=REST)

    def take_condition(self, frame: Frame) -> None:
        """Takes the parentheses after a keyword such as `if`."""
        condition = _CONDITION.match(self.text, self.pos)
        if condition:
            self.pos = condition.end()
            self.replace_top(stage=READY)
        elif self.text.startswith(b"(", self.pos):
            self.pos += 1
            self.stack.append(Frame(BRACKET, stage=REST, detail="for(" if frame.word == "for" else "("))
        else:
            self.replace_top(word="", stage=REST)

    def take_when_ready(self, frame: Frame) -> None:
        """Takes what follows `if (…)`, `else` and the like."""
        if self.text.startswith(b"{", self.pos):
            self.open_block(frame.word, ends=True)
        elif self.text.startswith(b":", self.pos) and not self.text.startswith(b"::", self.pos):
            self.events.append((OPEN, self.pos, frame.word))
            self.pos += 1
            self.replace_top(stage=REST)
            self.stack.append(Frame(BLOCK, frame.word, ALTERNATIVE))
        else:
            self.replace_top(word="", stage=START)

    def take_name(self, frame: Frame) -> None:
        """Takes the name of a function, which tells it from a closure."""
        name = _FUNCTION_NAME.match(self.text, self.pos)
        self.pos = name.end(1) if name and name[1] else self.pos
        if name and name[1] and frame.kind == STATEMENT:
            self.replace_top(word="function", stage=REST)
        elif self.text.startswith(b"&", self.pos):
            self.pos += 1
        else:
            self.replace_top(word="lambda", stage=REST)

    def take_after_statement(self, frame: Frame) -> None:
        """Takes the first word after a statement that might go on, as `if {}` does with `else`."""
        word = self.word()
        followers = frame.detail
        while followers and word not in FOLLOWERS[followers[-1]]:
            followers = followers[:-1]
        if not followers:
            self.end_late()
            return
        self.pos += len(word)
        self.ended = None
        if word in ("else", "while", "finally"):
            followers = followers[:-1]
        if word == "while":
            self.replace_top(word="", stage=REST, detail=followers)
        else:
            self.replace_top(word=word, stage=PAREN if word in ("elseif", "catch") else READY, detail=followers)
