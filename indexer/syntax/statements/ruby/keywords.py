"""The keywords of Ruby: what each opens, closes or goes on with."""

from __future__ import annotations

import re

from indexer.syntax.statements.ruby.signs import Signs
from indexer.syntax.statements.ruby.state import (
    BRACE,
    BRACKETS,
    BRANCH,
    ENDLESS,
    HEAD,
    INSIDE,
    OPERAND,
    RETURN,
    VALUE,
    WORD,
    Block,
)
from indexer.syntax.statements.ruby.tokens import ENDLESS_BODY, GLOBAL, KEYWORD, NAME_BYTE, OPERATOR_NAME, PARAMETERS

_BRANCHES = frozenset({"then", "else", "elsif", "when", "in", "rescue", "ensure"})
_WORD = re.compile(KEYWORD)
_DEFINITION = re.compile(
    rb"def[ \t]+(?:(?:[@$]*" + NAME_BYTE + rb"+|\([^()]*\))[ \t]*(?:\.|::)[ \t]*)?"
    rb"(?:" + NAME_BYTE + rb"+(?:[?!](?!=)|=(?!~|>|=(?!>)))?|" + OPERATOR_NAME + rb")"
)
_PHASE_BLOCK = re.compile(rb"(?:BEGIN|END)[ \t]*\{")
_SINGLETON = re.compile(rb"class[ \t]*<<")
_ALIAS = re.compile(rb"alias[ \t]+(?:[^\s\"'#;]+|" + GLOBAL + rb")[ \t]+(?:" + GLOBAL + rb"|[^\s\"'#;]+)")
_UNDEF = re.compile(rb"undef[ \t]+[^\s\"'#;,]+(?:,[ \t]*[^\s\"'#;,]+)*")
_CONDITIONALS = frozenset({"if", "unless", "elsif"})
_LOOPS = frozenset({"while", "until", "for"})
_CASES = frozenset({"case", "when", "in"})


class Keywords(Signs):
    """A line of which keywords can be read."""

    def keyword(self, at: int) -> None:
        match = _WORD.match(self.text, at)
        if match is None:
            self.begin(at)
            self.pos = at + 1
            return
        word, end = match[0].decode(), match.end()
        if word == "end":
            self.end_word(at, end)
        elif word in _BRANCHES:
            self.branch_word(word, at, end)
        else:
            self.begin(at)
            if word in ("if", "unless", "while", "until"):
                if self.before(at) == OPERAND:
                    self.open_block(word, at, HEAD, WORD)
                self.note(end, OPERAND)
            elif word == "def":
                self.definition(at, end)
            elif word == "do":
                self.do_word(at, end)
            elif word in ("class", "module", "for", "case"):
                self.open_block(word, at, HEAD, WORD)
                singleton = _SINGLETON.match(self.text, at)
                self.note(singleton.end() if singleton else end, OPERAND)
            elif word == "begin":
                self.open_block(word, at, INSIDE, WORD)
                self.note(end, OPERAND)
            elif word in ("alias", "undef"):
                names = (_ALIAS if word == "alias" else _UNDEF).match(self.text, at)
                self.note(names.end() if names else end, VALUE if names else OPERAND)
            elif word in ("BEGIN", "END"):
                phase = _PHASE_BLOCK.match(self.text, at)
                if phase:
                    self.open_block(word, at, INSIDE, BRACE)
                self.note(phase.end() if phase else end, OPERAND if phase else VALUE)
            else:
                self.note(end, OPERAND)

    def definition(self, at: int, end: int) -> None:
        self.open_block("def", at, HEAD, WORD)
        name = _DEFINITION.match(self.text, at)
        if name is None:
            self.note(end, OPERAND)
            return
        self.note(name.end(), VALUE)
        parameters = PARAMETERS.match(self.text, self.pos)
        if parameters is None:
            endless = ENDLESS_BODY.match(self.text, self.pos)
            if endless:
                self.stack[-1] = Block("def", ENDLESS, WORD)
                self.note(endless.end(), OPERAND)
        elif parameters[0].endswith(b")"):
            self.pos = parameters.end()
            self.after_parameters()
        else:
            self.stack.append("def(")
            self.pos = parameters.end()

    def do_word(self, at: int, end: int) -> None:
        top = self.stack[-1] if self.stack else None
        if type(top) is Block and top.phase == HEAD and top.type in _LOOPS:
            self.stack[-1] = Block(top.type, INSIDE, WORD)
            self.open = False
            self.note(end, OPERAND)
        else:
            self.open_block(self.block_type("do"), at, INSIDE, WORD)
            self.pos = end
            self.block_parameters()

    def end_word(self, at: int, end: int) -> None:
        stack = self.stack
        index = len(stack) - 1
        while index >= 0:
            entry = stack[index]
            if type(entry) is Block:
                if entry.closer == WORD and entry.phase != ENDLESS:
                    break
            elif entry not in BRACKETS:
                index = -1
                break
            index -= 1
        self.note(end, VALUE)
        if index >= 0:
            self.close_down_to(index, at)
            self.close_top(at, end)

    def branch_word(self, word: str, at: int, end: int) -> None:
        top = self.stack[-1] if self.stack else None
        if word == "then":
            if type(top) is Block and top.phase == HEAD:
                self.stack[-1] = Block(top.type, INSIDE, top.closer)
                self.open = False
            self.note(end, OPERAND)
            return
        block = self.innermost_block()
        if word == "rescue":
            follows = block is top and block is not None and self.before(at) == OPERAND
        elif word == "in":
            follows = block is top and block is not None and not self.open and block.type in _CASES
        elif word == "when":
            follows = block is not None and block.type in _CASES
        elif word == "elsif":
            follows = block is not None and block.type in _CONDITIONALS
        else:
            follows = block is not None and block.closer != BRACE
        if not follows or block is None:
            if word in ("rescue", "in"):
                self.begin(at)
            self.note(end, RETURN if word == "rescue" else OPERAND)
            return
        while self.stack[-1] is not block:
            self.close_top(at, at)
        if block.phase == INSIDE:
            self.end_statement(at)
        if word in ("elsif", "else") and block.type in _CONDITIONALS:
            closer = WORD
            self.close_top(at, at)
        else:
            closer = BRANCH
            if block.closer == BRANCH:
                self.close_top(at, at)
        self.open_block(word, at, INSIDE if word in ("else", "ensure") else HEAD, closer)
        self.note(end, RETURN if word == "rescue" else OPERAND)
