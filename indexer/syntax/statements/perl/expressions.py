"""The tokens of an expression. Each method reads one at `pos` and says what is expected after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from indexer.syntax.statements.lexer import HEREDOC, Opener
from indexer.syntax.statements.perl.blocks import Blocks
from indexer.syntax.statements.perl.runs import RUN, end_of_run
from indexer.syntax.statements.perl.state import (
    CONSTANT,
    HANDLE,
    HEADER,
    LAMBDA,
    LIST,
    METHOD,
    NO_PATTERN,
    OPERATOR,
    TERM,
    WORD,
    Quote,
)
from indexer.syntax.statements.perl.tokens import (
    ARRAY,
    BARE_WORD,
    BRACE_OR_END,
    ESCAPED_QUOTE,
    FAT_COMMA,
    FILE_TEST,
    GLOB,
    HANDLE_TERM,
    HANDLE_WORD,
    HASH_ARGUMENT,
    HASH_START,
    HEREDOC_OPENER,
    NUMBER,
    OPERATOR_SIGN,
    PAREN_AHEAD,
    PATTERN_AHEAD,
    POSTFIX_DEREFERENCE,
    REST_OF_PATH,
    SCALAR,
    SIGIL,
    SIMPLE_INPUT,
    SUB_NAME,
    SUBSCRIPT,
)
from indexer.syntax.statements.perl.words import (
    INFIX,
    KNOWN,
    LISTING,
    MAYBE_ARGUMENT,
    MODIFIERS,
    PRINTING,
    QUOTING,
    SUBS,
    TAKING_TERM,
    WITHOUT_ARGUMENTS,
)

_AMBIGUOUS_AFTER_WORD: Final = b"{[/<%&*-+?"
_BLOCK_WORDS: Final = frozenset((b"try", b"catch", b"finally"))


class Expressions(Blocks):
    """What the reader of a line knows of expressions."""

    __slots__ = ()

    def token(self, char: int) -> None:
        """Reads a token of an expression; as many as a run has, where one can begin."""
        text, pos, expect = self.text, self.pos, self.expect
        if (
            expect in (TERM, OPERATOR)
            or (expect in (WORD, CONSTANT) and char not in _AMBIGUOUS_AFTER_WORD)
            or (expect < OPERATOR and char in b"\"'@")
        ) and (run := RUN.match(text, pos)):
            self.pos, self.expect = end_of_run(text, run.end())
            return
        if expect == METHOD and self.method(char):
            return
        if (read := _TOKENS.get(char)) is not None:
            if read(self, char):
                return
        elif (match := BARE_WORD.match(text, pos)) is not None:
            self.word(match[0], match.end())
            return
        match = OPERATOR_SIGN.match(text, pos)
        self.pos = match.end() if match else pos + 1
        self.expect = TERM

    def method(self, char: int) -> bool:
        """Behind an arrow."""
        text = self.text
        if match := BARE_WORD.match(text, self.pos):
            self.pos = match.end()
            if match := REST_OF_PATH.match(text, self.pos):
                self.pos = match.end()
            self.expect = OPERATOR
            return True
        if match := POSTFIX_DEREFERENCE.match(text, self.pos):
            self.pos = match.end()
            self.expect = OPERATOR
            return True
        self.expect = TERM if char == 36 else OPERATOR
        return False

    def variable(self, char: int) -> bool:
        text, expect, stack = self.text, self.expect, self.stack
        match = (SCALAR if char == 36 else ARRAY).match(text, self.pos)
        if not match:
            self.pos += 1
            self.expect = OPERATOR
            return True
        group = match.lastindex
        if group == 1:
            self.pos = match.end()
            self.push(125, TERM if expect == HANDLE else OPERATOR)
            return True
        if group == 2 and match[2] in b",)=" and stack and stack[-1].closer == 41 and stack[-1].head in SUBS:
            self.pos += 1  # a parameter without a name in a signature
        else:
            self.pos = match.end()
        self.expect = TERM if expect == HANDLE and HANDLE_TERM.match(text, self.pos) else OPERATOR
        return True

    def word(self, word: bytes, end: int) -> None:
        text, pos, expect = self.text, self.pos, self.expect
        self.pos = end
        if FAT_COMMA.match(text, end):
            self.expect = OPERATOR
            return
        if word in QUOTING:
            self.quoted(end, Quote(word, 0, 0, 0, QUOTING[word], OPERATOR))
            return
        rest = REST_OF_PATH.match(text, end)
        if rest and not (word in KNOWN and text[end] == 39):
            self.pos = rest.end()
            if word != b"CORE":
                self.expect = TERM if self._is_handle() else WORD
                return
            word = text[pos : self.pos].rpartition(b"::")[2]
        if word in KNOWN or word in _BLOCK_WORDS:
            self._known_word(word)
        elif not (expect == OPERATOR and word[:1] == b"x" and word[1:].isdigit()):
            self.expect = TERM if self._is_handle() else CONSTANT if word.isupper() else WORD

    def _is_handle(self) -> bool:
        """Whether the word that was just read is what a list is printed to or made by, and a term follows."""
        return self.expect == LIST or (self.expect == HANDLE and HANDLE_WORD.match(self.text, self.pos) is not None)

    def _known_word(self, word: bytes) -> None:
        text = self.text
        if word in INFIX:
            self.expect = TERM
            if word in MODIFIERS and (match := PAREN_AHEAD.match(text, self.pos)):
                self.pos = match.end()
                self.push(41, OPERATOR, word.decode())
        elif word in TAKING_TERM:
            self.expect = TERM
            if word == b"require" and (match := SUB_NAME.match(text, self.pos)) and match[0].strip() not in QUOTING:
                self.pos = match.end()
                self.expect = OPERATOR
        elif word in MAYBE_ARGUMENT:
            self.expect = NO_PATTERN
        elif word in PRINTING:
            self.expect = HANDLE
        elif word in LISTING:
            self.expect = LIST
        elif word in WITHOUT_ARGUMENTS:
            self.expect = OPERATOR
        elif word == b"sub":
            self._sub()
        elif BRACE_OR_END.match(text, self.pos):  # `do`, `eval`, `try`, `catch`, `finally`
            self.expect = LAMBDA
            self.head = word.decode()
        else:
            self.expect = TERM if word == b"do" or word == b"eval" else WORD

    def _sub(self) -> None:
        self.head = "sub"
        match = SUB_NAME.match(self.text, self.pos)
        if not match:
            self.expect = LAMBDA
            return
        # A named sub is no part of an expression: whatever is open around it lacks its closer.
        while self.stack and self.stack[-1].block is None:
            self.stack = self.stack[:-1]
        self.pos = match.end()
        self.expect = HEADER

    def quote(self, char: int) -> bool:
        pos = self.pos
        self.quoted(pos + 1, Quote(self.text[pos : pos + 1], char, char, 1, 1, OPERATOR))
        return True

    def brace(self, char: int) -> bool:
        text, pos, expect = self.text, self.pos, self.expect
        if expect == OPERATOR and (match := SUBSCRIPT.match(text, pos)):
            self.pos = match.end()
            return True
        is_word = expect in (WORD, CONSTANT)
        if expect == LIST or (is_word and not HASH_START.match(text, pos) and not HASH_ARGUMENT.match(text, pos)):
            self.open("anonymous", TERM, "")
            return True
        self.push(125, TERM if expect == HANDLE else OPERATOR)
        self.head = ""
        self.pos += 1
        return True

    def bracket(self, char: int) -> bool:
        expect = self.expect
        self.push(41 if char == 40 else 93, OPERATOR)
        if char == 40 and LIST <= expect <= HANDLE:
            self.expect = expect
        self.pos += 1
        return True

    def number(self, char: int) -> bool:
        if char == 46 and not (self.expect <= HANDLE and self.text[self.pos + 1 : self.pos + 2].isdigit()):
            return False
        self.pos = NUMBER.match(self.text, self.pos).end()  # type: ignore[union-attr]
        self.expect = OPERATOR
        return True

    def _begins_term(self) -> bool:
        """Whether a sign that may be an operator begins a term, by what is expected and the blank before it."""
        return self.expect <= HANDLE or (self.expect == WORD and self.text[self.pos - 1] in b" \t")

    def minus(self, char: int) -> bool:
        text, pos = self.text, self.pos
        following = text[pos + 1 : pos + 2]
        if following == b">":
            self.pos += 2
            self.expect = METHOD
        elif following == b"-":
            self.pos += 2
        elif self._begins_term() and (match := FILE_TEST.match(text, pos)):
            self.pos = match.end()
            self.expect = OPERATOR if FAT_COMMA.match(text, self.pos) else NO_PATTERN
        else:
            return False
        return True

    def plus(self, char: int) -> bool:
        if self.text[self.pos + 1 : self.pos + 2] != b"+":
            return False
        self.pos += 2
        return True

    def less(self, char: int) -> bool:
        """A heredoc, a glob, or input from a handle."""
        text, pos, expect = self.text, self.pos, self.expect
        blank_before = pos > 0 and text[pos - 1] in b" \t"
        match = None
        if expect <= HANDLE or (blank_before and (expect in (WORD, CONSTANT))):
            match = HEREDOC_OPENER.match(text, pos)
            if match and match[6] and (expect == CONSTANT or (expect == WORD and match[6].isdigit())):
                match = None
        if match:
            indented, double, single, command, escaped, bare = match.groups()
            terminator = next(part for part in (double, single, command, bare) if part is not None)
            terminator = ESCAPED_QUOTE.sub(rb"\1", terminator)
            opener = Opener(match.end(), terminator, single is None and escaped is None, bool(indented))
            self.events.append((HEREDOC, pos, opener))
        elif expect <= HANDLE:
            match = GLOB.match(text, pos)
        elif expect == WORD and blank_before:
            match = SIMPLE_INPUT.match(text, pos)
        if not match:
            return False
        self.pos = match.end()
        self.expect = OPERATOR
        return True

    def slash(self, char: int) -> bool:
        text, pos, expect = self.text, self.pos, self.expect
        pattern = expect <= HANDLE and not (expect == NO_PATTERN and text[pos + 1 : pos + 2] == b"/")
        if expect == WORD and pos > 0 and text[pos - 1] in b" \t":
            pattern = PATTERN_AHEAD.match(text, pos) is not None
        return pattern and self.quote(char)

    def sigil(self, char: int) -> bool:
        match = SIGIL.match(self.text, self.pos) if self._begins_term() else None
        if not match:
            return False
        self.pos = match.end()
        self.expect = OPERATOR
        if match.lastindex:
            self.push(125, OPERATOR)
        return True


_TOKENS: Final[Mapping[int, Callable[[Expressions, int], bool]]] = {
    **dict.fromkeys(b"$@", Expressions.variable),
    **dict.fromkeys(b"\"'`", Expressions.quote),
    **dict.fromkeys(b"([", Expressions.bracket),
    **dict.fromkeys(b"0123456789.", Expressions.number),
    **dict.fromkeys(b"%&*", Expressions.sigil),
    ord("{"): Expressions.brace,
    ord("-"): Expressions.minus,
    ord("+"): Expressions.plus,
    ord("<"): Expressions.less,
    ord("/"): Expressions.slash,
}
