"""Brackets, braces, and signs that mean several things in Ruby: one method for each."""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import HEREDOC, Opener
from indexer.syntax.statements.ruby.expected import Expected
from indexer.syntax.statements.ruby.state import (
    ARGUMENT,
    BRACE,
    BRACKETS,
    ENDLESS,
    HEAD,
    INSIDE,
    NAME,
    OPERAND,
    RETURN,
    VALUE,
    WORD,
    Block,
    Interpolation,
    Quote,
)
from indexer.syntax.statements.ruby.tokens import ENDLESS_BODY, NAME_BYTE, PARAMETERS

_HEREDOC = re.compile(rb"<<([-~]?)(?:\"([^\"]*)\"|'([^']*)'|`([^`]*)`|(" + NAME_BYTE + rb"+))")
_PERCENT = re.compile(rb"%([qQwWiIrsx]?)([^A-Za-z0-9\x80-\xff\s])")
_CHARACTER = re.compile(
    rb"\?(?:\\(?:u\{[^}]*\}|u[0-9A-Fa-f]{4}|(?:[CM]-|c)(?:\\?[CM]-|\\c)?\\?.|x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)"
    rb"|[\x80-\xff]+|[^\s\\](?!" + NAME_BYTE + rb"))",
    re.DOTALL,
)
_TERNARY = re.compile(rb"\?(?:" + NAME_BYTE + rb"\s*:|[\"':@$(\[])")
_BLOCK_PARAMETERS = re.compile(rb"[ \t]*\|(?:[^|]*(\|))?")
_LAMBDA = re.compile(rb"->[ \t]*+(?:\([^()]*+\))?[ \t]*+(\{|do(?!" + NAME_BYTE + rb"))")
_LAMBDA_BODY = re.compile(rb"[ \t]*(\{|do(?!" + NAME_BYTE + rb"))")
_MACRO = re.compile(rb"\{%-?[ \t].*?%\}")
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">"}
_DEFINITIONS = frozenset({"def", "class", "module"})


class Signs(Expected):
    """A line of which signs can be read."""

    def ambiguous(self, at: int, character: int) -> bool:
        """A character whose meaning depends on what stands before it. True if it opens something quoted."""
        text = self.text
        if character == 34 or character == 39 or character == 96:
            return self.open_quote(at + 1, Quote(b"", text[at : at + 1], character != 39, False))
        self.pos = at + 1
        if character == 45:
            self.arrow(at)
        elif character == 60:
            self.heredoc(at)
        elif character == 63:
            self.question_mark(at)
        elif character == 47:
            position = self.before(at)
            is_regexp = position in (OPERAND, RETURN)
            if position in (ARGUMENT, NAME) and self.spaced and text[at + 1 : at + 2] not in (b" ", b"\t", b"=", b""):
                is_regexp = position == ARGUMENT or text.find(b"/", at + 1) > 0
            if is_regexp:
                return self.open_quote(at + 1, Quote(b"", b"/", True, True))
        elif character == 37:
            match = _PERCENT.match(text, at)
            position = self.before(at) if match else VALUE
            if match and (
                position in (OPERAND, RETURN) or (position in (ARGUMENT, NAME) and self.spaced and match[0] != b"%=")
            ):
                letter, opening = match[1], match[2]
                nests = opening in _CLOSING
                closing = _CLOSING.get(opening, opening)
                interpolated = letter not in (b"q", b"w", b"i", b"s")
                return self.open_quote(
                    match.end(), Quote(opening if nests else b"", closing, interpolated, letter == b"r")
                )
        return False

    def open_quote(self, pos: int, quote: Quote) -> bool:
        self.stack.append(quote)
        self.pos = pos
        return True

    def semicolon(self, at: int) -> None:
        while self.stack:
            top = self.stack[-1]
            if type(top) is not Block or top.phase == INSIDE:
                break
            if top.phase == HEAD:
                self.stack[-1] = Block(top.type, INSIDE, top.closer)
                self.open = False
                break
            self.close_top(at, at)
        if self.in_statements():
            self.end_statement(at)
        self.note(at + 1, OPERAND)

    def close_bracket(self, at: int, character: int) -> None:
        openers = ("(", "def(", "->(") if character == 41 else ("[",)
        stack = self.stack
        index = len(stack) - 1
        while index >= 0:
            entry = stack[index]
            if entry in openers:
                break
            if entry not in BRACKETS and not (type(entry) is Block and entry.phase == ENDLESS):
                index = -1
                break
            index -= 1
        self.pos = at + 1
        if index < 0:
            return
        self.close_down_to(index, at)
        opener = stack.pop()
        if opener == "def(":
            self.after_parameters()
        elif opener == "->(":
            body = _LAMBDA_BODY.match(self.text, self.pos)
            if body:
                self.lambda_body(body)

    def brace(self, at: int) -> None:
        # Crystal's `{% … %}` runs when the program is compiled. The blocks between two of them are the program's.
        macro = _MACRO.match(self.text, at)
        if macro:
            self.begin(at)
            self.note(macro.end(), VALUE)
        elif self.arrow_depth != len(self.stack) and self.before(at) in (OPERAND, RETURN):
            self.begin(at)
            self.stack.append("{")
            self.pos = at + 1
        else:
            self.begin(at)
            self.open_block(self.block_type("brace"), at, INSIDE, BRACE)
            self.pos = at + 1
            self.block_parameters()

    def close_brace(self, at: int) -> bool:
        """Reads `}`. True if it goes back to quoted text."""
        stack = self.stack
        index = len(stack) - 1
        while index >= 0:
            entry = stack[index]
            if type(entry) is Block:
                if entry.closer == BRACE:
                    break
                if entry.type in _DEFINITIONS and entry.phase != ENDLESS:
                    index = -1
                    break
            elif entry in ("{", "#{") or type(entry) is Interpolation:
                break
            elif entry not in BRACKETS:
                index = -1
                break
            index -= 1
        self.note(at + 1, VALUE)
        if index < 0:
            return False
        self.close_down_to(index, at)
        entry = stack[-1]
        self.close_top(at, at + 1)
        if type(entry) is Interpolation:
            self.position, self.open, self.late = entry
            return True
        return entry == "#{"

    def block_parameters(self) -> None:
        """Steps over `|a, b|` at the start of a block."""
        match = _BLOCK_PARAMETERS.match(self.text, self.pos)
        if match is None:
            self.note(self.pos, OPERAND)
        elif match[1]:
            self.note(match.end(), OPERAND)
        else:
            self.stack.append("|")
            self.pos = len(self.text)

    def arrow(self, at: int) -> None:
        match = _LAMBDA.match(self.text, at)
        if match:
            self.lambda_body(match)
            return
        self.note(at + 2, OPERAND)
        if PARAMETERS.match(self.text, at + 2):
            self.pos = self.text.index(b"(", at) + 1
            self.stack.append("->(")
        else:
            self.arrow_depth = len(self.stack)

    def lambda_body(self, match: re.Match[bytes]) -> None:
        self.open_block("lambda", match.start(1), INSIDE, BRACE if match[1] == b"{" else WORD)
        self.note(match.end(), OPERAND)

    def heredoc(self, at: int) -> None:
        match = _HEREDOC.match(self.text, at)
        position = self.before(at) if match else VALUE
        if match and (position in (OPERAND, RETURN) or (position in (ARGUMENT, NAME) and self.spaced)):
            kind, double, single, backtick, name = match.groups()
            terminator = next(part for part in (name, double, single, backtick) if part is not None)
            opener = Opener(match.end(), terminator, single is None, bool(kind))
            self.events.append((HEREDOC, at, opener))
            self.heredocs = (*self.heredocs, opener)
            self.note(match.end(), VALUE)
        else:
            self.pos = at + 2

    def question_mark(self, at: int) -> None:
        position = self.before(at)
        match = _CHARACTER.match(self.text, at)
        if position in (ARGUMENT, NAME) and not self.spaced:
            match = None
        if position == NAME and _TERNARY.match(self.text, at):
            match = None
        if match and position != VALUE:
            self.note(match.end(), VALUE)
        else:
            self.note(at + 1, OPERAND)

    def after_parameters(self) -> None:
        endless = ENDLESS_BODY.match(self.text, self.pos)
        top = self.stack[-1] if self.stack else None
        if type(top) is Block and top.type == "def":
            self.stack[-1] = Block("def", ENDLESS if endless else INSIDE, WORD)
            self.open = endless is not None
        self.note(endless.end() if endless else self.pos, OPERAND)
