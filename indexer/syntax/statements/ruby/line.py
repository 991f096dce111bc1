"""A line of Ruby, token by token. It alone knows everything; all quicker ways come to what it comes to."""

from __future__ import annotations

import re
from functools import cache

from indexer.syntax.statements.lexer import BEGIN, BODY, TERMINATOR, Event
from indexer.syntax.statements.ruby.keywords import Keywords
from indexer.syntax.statements.ruby.state import (
    ARGUMENT,
    ENDLESS,
    HEAD,
    INSIDE,
    METHOD,
    NEW,
    OPERAND,
    VALUE,
    Block,
    Body,
    Interpolation,
    Late,
    Quote,
    RubyState,
    ends,
)
from indexer.syntax.statements.ruby.tokens import BLANK_BYTES, INTERPOLATED_GLOBAL, NAME_BYTE, OPERATOR_NAME, PLAIN

_BLANK = re.compile(rb"[ \t\f\v\r]*+")
_CONTINUES = re.compile(rb"\.(?!\.)|&[.&]|\|\||(?:and|or)(?!" + NAME_BYTE + rb"|[?!:])")
_METHOD = re.compile(rb"[ \t]*+(?:" + NAME_BYTE + rb"++(?:[?!](?!=))?|" + OPERATOR_NAME + rb")")
_BODY_TEXT = re.compile(rb"(?:[^\\#]++|\\.|\\|#(?!\{))*+", re.DOTALL)


@cache
def _quoted_text(opening: bytes, closing: bytes, interpolated: bool) -> re.Pattern[bytes]:
    """What stands between the delimiters, up to something that has to be looked at."""
    stops = re.escape(opening + closing)
    if closing == b"\\":
        return re.compile(rb"(?:[^\\#]++|#(?!\{))*+" if interpolated else rb"[^\\]*+")
    if not interpolated:
        return re.compile(rb"(?:[^\\" + stops + rb"]++|\\.|\\)*+", re.DOTALL)
    hash_sign = INTERPOLATED_GLOBAL + (rb"" if closing == b"#" else rb"|#(?!\{)")
    return re.compile(rb"(?:[^\\#" + stops + rb"]++|\\.|\\|" + hash_sign + rb")*+", re.DOTALL)


class Line(Keywords):
    """One line being read."""

    def read(self, hold: bool) -> tuple[RubyState, list[Event]]:
        if self.late or self.in_body:
            self.age()
        if hold:
            self.hold_bodies()
        elif self.heredocs:
            self.stack.append(Body(self.heredocs[0], self.heredocs[1:]))
            self.heredocs = ()
            self.in_body = True
        text, stack, size = self.text, self.stack, len(self.text)
        top = stack[-1] if stack else None
        if type(top) is Body:
            if ends(text, top.opener):
                self.events.append((TERMINATOR, size, None))
                stack.pop()
                if top.rest:
                    stack.append(Body(top.rest[0], top.rest[1:]))
                return self.state(), self.events
            self.events.append((BODY, 0, None))
            if not top.opener.interpolated:
                return self.state(), self.events
        elif self.in_body:
            self.events.append((BODY, 0, None))
        if type(top) is not Body and type(top) is not Quote and not self.start():
            return self.state(), self.events
        while self.pos < size:
            top = stack[-1] if stack else None
            if type(top) is Quote:
                self.quote(top)
            elif type(top) is Body:
                self.body()
            else:
                self.code()
        self.finish()
        return self.state(), self.events

    def start(self) -> bool:
        """Starts a line of code. False if nothing on it has to be read."""
        text = self.text
        top = self.stack[-1] if self.stack else None
        if top == "__END__":
            return False
        if top == "=begin":
            if text.startswith(b"=end") and text[4:5] in (b"", b" ", b"\t"):
                self.stack.pop()
            return False
        if top == "|":
            bar = text.find(b"|")
            if bar < 0:
                return False
            self.stack.pop()
            self.pos = self.base = bar + 1
            return True
        first = self.first
        if first < 0:
            match = _BLANK.match(text)
            first = match.end() if match else 0
        if first == len(text):
            self.end_late()
            self.end_continued()
            return False
        if text[first] == 35:
            self.end_continued()
            return False
        if first == 0 and self.is_data_or_comment():
            return False
        if self.position == NEW:
            if not _CONTINUES.match(text, first):
                self.end_late()
                if type(top) is Block and top.phase == HEAD:
                    self.stack[-1] = Block(top.type, INSIDE, top.closer)
                    self.open = False
            self.late = None
        elif self.position == METHOD:
            method = _METHOD.match(text)
            if method:
                self.pos = self.mark = method.end()
                self.mark_position = ARGUMENT
        else:
            self.base_position = self.position
        if not self.open and text[first] == 124:
            self.pos = first
            self.block_parameters()
        return True

    def is_data_or_comment(self) -> bool:
        if self.text == b"__END__":
            self.end_late()
            self.stack.append("__END__")
            return True
        if self.text.startswith(b"=begin") and self.text[6:7] in (b"", b" ", b"\t"):
            self.end_late()
            self.stack.append("=begin")
            return True
        return False

    def finish(self) -> None:
        """Decides at the end of the line whether what is open goes on."""
        top = self.stack[-1] if self.stack else None
        if type(top) is Quote or type(top) is Body or top == "|":
            return
        text, end = self.text, self.pos
        while end > self.base and text[end - 1] in BLANK_BYTES:
            end -= 1
        if end == self.base and self.mark != end:
            return
        self.position = self.position_at(end)
        if self.position != NEW:
            return
        while type(top) is Block and top.phase == ENDLESS:
            self.close_top(end, end)
            top = self.stack[-1] if self.stack else None
        if self.open and self.in_statements():
            self.late = Late(0, end)

    def body(self) -> None:
        """Reads the text of a heredoc up to an interpolation."""
        match = _BODY_TEXT.match(self.text, self.pos)
        self.pos = match.end() if match else len(self.text)
        if self.pos < len(self.text):
            self.stack.append(Interpolation(self.position, self.open, self.late))
            self.open, self.late = True, None
            self.enter_code(self.pos + 2)

    def quote(self, quote: Quote) -> None:
        """Reads quoted text up to its end or an interpolation."""
        text, size = self.text, len(self.text)
        pattern = _quoted_text(quote.opening, quote.closing, quote.interpolated)
        pos, depth = self.pos, quote.depth
        while True:
            match = pattern.match(text, pos)
            pos = match.end() if match else size
            if pos >= size:
                self.stack[-1] = quote._replace(depth=depth)
                self.pos = size
                return
            character = text[pos : pos + 1]
            if character == quote.closing:
                pos += 1
                if depth == 0:
                    self.stack.pop()
                    while quote.regexp and pos < size and text[pos] in b"imxounse":
                        pos += 1
                    self.pos = self.base = self.mark = pos
                    self.base_position = self.mark_position = VALUE
                    return
                depth -= 1
            elif character == quote.opening:
                pos += 1
                depth += 1
            else:
                self.stack[-1] = quote._replace(depth=depth)
                self.stack.append("#{")
                self.enter_code(pos + 2)
                return

    def enter_code(self, pos: int) -> None:
        self.pos = self.base = pos
        self.base_position = OPERAND

    def code(self) -> None:
        """Reads code up to the end of the line, or to something quoted."""
        text, size, stack = self.text, len(self.text), self.stack
        while True:
            if self.pos == 0 and self.plain_end >= 0:
                first, at = self.first, self.plain_end
            else:
                match = PLAIN.match(text, self.pos)
                assert match is not None
                first, at = match.end(1), match.end()
            if first < at and not self.open:
                self.events.append((BEGIN, first, None))
                self.open = True
            self.pos = at
            if at >= size:
                return
            character = text[at]
            if 65 <= character <= 122 and character != 91 and character != 93 and character != 96:
                self.keyword(at)
            elif character == 123:
                self.brace(at)
            elif character == 125:
                if self.close_brace(at):
                    return
            elif character == 40:
                self.begin(at)
                stack.append("(")
                self.pos = at + 1
            elif character == 91:
                self.begin(at)
                stack.append("[")
                self.pos = at + 1
            elif character == 41 or character == 93:
                self.close_bracket(at, character)
            elif character == 35:
                self.finish()
                self.pos = size
                self.base = size
                return
            elif character == 59:
                self.semicolon(at)
            else:
                self.begin(at)
                if self.ambiguous(at, character):
                    return
