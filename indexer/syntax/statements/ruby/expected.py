"""What may come next in a line of Ruby, told by what stands before: a value, an operator, an argument."""

from __future__ import annotations

import re

from indexer.syntax.statements.ruby.blocks import Blocks
from indexer.syntax.statements.ruby.state import ARGUMENT, HEAD, METHOD, NAME, NEW, OPERAND, RETURN, VALUE, Block
from indexer.syntax.statements.ruby.tokens import BLANK_BYTES, NAME_BYTE, NAME_BYTES, OPEN_ENDED, OPERATOR_NAME

_OPERATOR_SYMBOL = re.compile(rb"(?:(?<!:):|(?<!\.)\.)" + OPERATOR_NAME + rb"\Z")
_SETTER_SYMBOL = re.compile(rb"(?<!:):[A-Za-z_\x80-\xff]" + NAME_BYTE + rb"*+=\Z")
_POSITION_AFTER = {
    b"return": RETURN,
    b"break": RETURN,
    b"next": RETURN,
    b"self": VALUE,
    b"nil": VALUE,
    b"true": VALUE,
    b"false": VALUE,
    b"redo": VALUE,
    b"retry": VALUE,
    b"__FILE__": VALUE,
    b"__LINE__": VALUE,
    b"__ENCODING__": VALUE,
}


class Expected(Blocks):
    """A line of which one can ask what may come next."""

    def position_at(self, end: int) -> int:
        if not self.open:
            return NEW
        last = self.text[end - 1]
        if end != self.mark and last == 92:
            return self.before(end - 1)
        if end != self.mark and last not in OPEN_ENDED:
            return NEW
        if last == 58 and end != self.mark:
            top = self.stack[-1] if self.stack else None
            if type(top) is Block and top.phase == HEAD and top.type in ("def", "in"):
                return NEW
        position = self.before(end)
        return position if position in (OPERAND, METHOD) else NEW

    def before(self, at: int) -> int:
        """The position that the token before `at` leaves."""
        text, end = self.text, at
        while end > self.base and text[end - 1] in BLANK_BYTES:
            end -= 1
        self.spaced = end < at or end == 0
        if end == self.mark:
            return self.mark_position
        if end <= self.base:
            return self.base_position
        last = text[end - 1]
        if last in NAME_BYTES:
            return self.after_word(end)
        if last in b")]}\"'`":
            return VALUE
        previous = text[end - 2] if end - 2 >= self.base else 32
        if previous == 36:
            return VALUE
        if last in b"?!" and previous in NAME_BYTES:
            return ARGUMENT
        if last == 46:
            return OPERAND if previous == 46 else METHOD
        if last == 61 and previous in NAME_BYTES and _SETTER_SYMBOL.search(text, max(self.base, end - 80), end):
            return VALUE
        if _OPERATOR_SYMBOL.search(text, max(self.base, end - 4), end):
            return VALUE
        return OPERAND

    def after_word(self, end: int) -> int:
        text, start = self.text, end
        while start > self.base and text[start - 1] in NAME_BYTES:
            start -= 1
        previous = text[start - 1] if start > self.base else 32
        if previous in b"@$" or 48 <= text[start] <= 57:
            return VALUE
        if previous == 58:
            return ARGUMENT if text[start - 2 : start - 1] == b":" else VALUE
        if previous == 46:
            return ARGUMENT
        return _POSITION_AFTER.get(text[start:end], ARGUMENT if 65 <= text[start] <= 90 else NAME)
