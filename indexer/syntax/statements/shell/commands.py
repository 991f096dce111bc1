"""Commands, word by word, and the operators between and inside them, one method for each."""

from __future__ import annotations

from indexer.syntax.statements.lexer import BEGIN
from indexer.syntax.statements.shell.keywords import Keywords
from indexer.syntax.statements.shell.patterns import ARGUMENTS, BY_KEYWORD, EMPTY_PARENTHESES, PIECE, dotall
from indexer.syntax.statements.shell.state import (
    AFTER,
    ARGUMENT,
    ARITHMETIC,
    ARM,
    ARRAY,
    BRACE,
    CASE,
    COMMAND,
    DELIMITER,
    FOR_IN,
    FOR_NAME,
    FUNCTION_BODY,
    FUNCTION_HEAD,
    FUNCTION_NAME,
    GLOB,
    GROUP,
    INDENTED_DELIMITER,
    PAREN,
    PATTERN,
    START,
    SUBSTITUTION,
    Frame,
)

_BLANKS = dotall(rb"[ \t]*+")
_WORD = dotall(rb"(?:" + PIECE + rb")++")
_REST_OF_ARGUMENTS = dotall(ARGUMENTS)
_DISOWN = dotall(rb"&(?:\||!(?=[ \t]*+(?:[;})#]|\Z)))")
_BY_KEYWORD_OR_BRACE = BY_KEYWORD | {BRACE}
_PARENTHESES = frozenset((PAREN, SUBSTITUTION, GROUP))


class Commands(Keywords):
    """A line of which commands can be read."""

    __slots__ = ()

    def commands(self, kind: int) -> None:
        """Reads tokens until a frame opens or closes, or the line ends."""
        text, limit = self.text, self.limit
        one_by_one = kind == BRACE and b" }" in text
        while self.at < limit:
            at = self.at
            if text[at] in b" \t":
                match = _BLANKS.match(text, at, limit)
                assert match is not None
                self.at = at = match.end()
                self.word = False
                if at == limit:
                    return
            byte = text[at]
            if self.place == ARGUMENT and not self.word and byte != 0x23 and not one_by_one:
                match = _REST_OF_ARGUMENTS.match(text, at, limit)
                assert match is not None
                if match.end() > at:
                    self.at = at = match.end()
                    self.word = text[at - 1] not in b" \t<>&"
                    continue
            handler = _OPERATORS.get(byte)
            if handler is None:
                if byte == 0x23 and not self.word:
                    self.end = at
                    self.at = limit
                    return
                match = _WORD.match(text, at, limit)
                if match is not None:
                    if self.word:
                        self.at = match.end()
                    elif self.first_word(match[0], at, match.end(), kind):
                        return
                    continue
                self.enter_word(kind)
                self.quote(byte)
                return
            if handler(self, kind):
                return

    def semicolon(self, kind: int) -> bool:
        at, text = self.at, self.text
        width = 1
        if kind == CASE:
            following = text[at + 1 : at + 3]
            if following == b";&":
                width = 3
            elif following[:1] in (b";", b"&", b"|") and following:
                width = 2
        self.at = at + width
        self.word = False
        if self.place in (ARGUMENT, AFTER, COMMAND):
            self.end_statement(at, kind)
        if width > 1:
            self.place = ARM
        elif self.place == FOR_IN:
            self.place = START
        return kind == FUNCTION_HEAD

    def ampersand(self, kind: int) -> bool:
        text, at = self.text, self.at
        following = text[at + 1 : at + 2]
        self.word = False
        if following == b"&" and at + 1 < self.limit:
            self.at = at + 2
            self.place = COMMAND
            return False
        if following == b">":
            self.enter_word(kind)
            self.at = at + 2
            self.word = False
            return False
        disown = _DISOWN.match(text, at, self.limit)
        self.at = at + 1 if disown is None else disown.end()
        if self.place in (ARGUMENT, AFTER, COMMAND):
            self.end_statement(at, kind)
        return kind == FUNCTION_HEAD

    def bar(self, kind: int) -> bool:
        self.word = False
        self.at += 2 if self.text[self.at + 1 : self.at + 2] in (b"|", b"&") else 1
        if self.place in (ARGUMENT, AFTER):
            self.place = COMMAND
        return False

    def left(self, kind: int) -> bool:
        """`<` in all its forms, and `>`."""
        text, at, limit = self.text, self.at, self.limit
        following = text[at + 1 : at + 2] if at + 1 < limit else b""
        if following == b"(":
            self.enter_word(kind)
            self.at = at + 2
            self.frames.append(Frame(SUBSTITUTION, self.place))
            self.place, self.word = START, False
            return True
        place = self.place
        self.word = False
        if place in (START, COMMAND):
            self.enter_word(kind)
        self.word = False
        if text[at : at + 1] == b"<" and following == b"<":
            if text[at + 2 : at + 3] == b"<":
                self.at = at + 3
                return False
            indented = text[at + 2 : at + 3] == b"-"
            blanks = _BLANKS.match(text, at + 2 + indented, limit)
            assert blanks is not None
            if blanks.end() == limit - 1 and text[limit - 1] == 0x5C:
                self.place = INDENTED_DELIMITER if indented else DELIMITER
                self.at = limit - 1
                return False
            self.delimiter(blanks.end(), indented)
            return False
        self.at = at + (2 if following and following in b"<>&|" else 1)
        return False

    def left_parenthesis(self, kind: int) -> bool:
        text, at, limit, place = self.text, self.at, self.limit, self.place
        if place in (FUNCTION_BODY, FUNCTION_NAME):
            empty = EMPTY_PARENTHESES.match(text, at, limit)
            if empty is not None:
                self.at, self.place, self.word = empty.end(), FUNCTION_BODY, False
                return False
            if text[at + 1 : at + 2] != b"(":
                self.frames[-1] = Frame(PAREN, self.frames[-1].back)
                self.at, self.place = at + 1, START
                return True
        if self.word and place not in (ARM, START):
            # Only an assignment goes on with a parenthesis on the next line: `a=\`, `(`.
            array = at == 0 or text[at - 1 : at] == b"="
            extended = text[at - 1 : at] in (b"?", b"*", b"+", b"@", b"!")
            self.frames.append(Frame(ARRAY if array else GLOB, place, int(extended)))
            self.at, self.word = at + 1, False
            return True
        if place == ARM:
            self.at, self.place = at + 1, PATTERN
            return False
        if place == FOR_NAME and text[at + 1 : at + 2] == b"(":
            self.frames.append(Frame(ARITHMETIC, AFTER))
            self.at = at + 2
            return True
        if place == FOR_IN:
            self.frames.append(Frame(ARRAY, START))
            self.at = at + 1
            return True
        if place > COMMAND and place not in (AFTER, FUNCTION_BODY):
            self.frames.append(Frame(GLOB, place))
            self.at = at + 1
            return True
        empty = EMPTY_PARENTHESES.match(text, at, limit)
        if empty is not None:
            # zsh: `() { … }`, a function without a name.
            self.open_function(at, kind)
            self.at = empty.end()
            return True
        if place == START and kind <= PAREN:
            self.events.append((BEGIN, at, None))
        if text[at + 1 : at + 2] == b"(" and at + 1 < limit and self.is_arithmetic(at):
            self.frames.append(Frame(ARITHMETIC, AFTER))
            self.at = at + 2
            return True
        self.open(PAREN, "subshell", at, AFTER)
        self.at = at + 1
        return True

    def right_parenthesis(self, kind: int) -> bool:
        at = self.at
        self.at = at + 1
        self.word = False
        if self.place == PATTERN or self.place == ARM:
            self.place = START
            return False
        index = self.find(_PARENTHESES, _BY_KEYWORD_OR_BRACE)
        if index is None:
            return False
        in_word = self.frames[index].kind == SUBSTITUTION
        self.close(index, at, at + 1)
        self.word = in_word
        return True

    def backslash(self, kind: int) -> bool:
        if self.at == self.limit - 1 and not self.tick:
            self.continued = True
            self.at = self.limit
            return False
        match = _WORD.match(self.text, self.at, self.limit)
        if match is None:
            self.at += 1
            return False
        if not self.word:
            return self.first_word(match[0], self.at, match.end(), kind)
        self.at = match.end()
        return False


_OPERATORS = {
    0x26: Commands.ampersand,
    0x28: Commands.left_parenthesis,
    0x29: Commands.right_parenthesis,
    0x3B: Commands.semicolon,
    0x3C: Commands.left,
    0x3E: Commands.left,
    0x5C: Commands.backslash,
    0x7C: Commands.bar,
}
