"""A line of Perl code, token by token. Each method reads one token at `pos` and says what is expected after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from indexer.syntax.statements.lexer import BEGIN, CLOSE, END, HEREDOC, OPEN, Event, Opener
from indexer.syntax.statements.perl.glance import DEEPEST, block_line, list_closed, plain_statement
from indexer.syntax.statements.perl.quotes import Quotes
from indexer.syntax.statements.perl.runs import CONDITION, PLAIN_START, RUN, end_of_run
from indexer.syntax.statements.perl.state import (
    AFTER,
    CONSTANT,
    FINISHED,
    HANDLE,
    HEADER,
    LABELED,
    LAMBDA,
    LIST,
    METHOD,
    NO_PATTERN,
    OPERATOR,
    PICTURE,
    POD,
    STATEMENT,
    TERM,
    WORD,
    Frame,
    PerlState,
    Quote,
    Result,
    openers,
    statement_end,
)
from indexer.syntax.statements.perl.tokens import (
    ARRAY,
    ATTRIBUTE,
    BARE_WORD,
    BLANK,
    BLANKS,
    BRACE_AHEAD,
    BRACE_OR_END,
    DECLARED_NAME,
    END_MARKS,
    END_OF_CODE,
    ESCAPED_QUOTE,
    FAT_COMMA,
    FILE_TEST,
    FORMAT_HEAD,
    GLOB,
    HANDLE_TERM,
    HANDLE_WORD,
    HASH_ARGUMENT,
    HASH_START,
    HEADER_WORD,
    HEREDOC_OPENER,
    LABEL,
    NUMBER,
    OPERATOR_SIGN,
    PACKAGE_NAME,
    PAREN_AHEAD,
    PATTERN_AHEAD,
    POD_COMMAND,
    POD_START,
    POSTFIX_DEREFERENCE,
    PROTOTYPE,
    REST_OF_PATH,
    SCALAR,
    SIGIL,
    SIMPLE_INPUT,
    SUB_NAME,
    SUBSCRIPT,
    USED_NAME,
)
from indexer.syntax.statements.perl.words import (
    ARGUMENTS,
    BRACED,
    CHAINS,
    DECLARATORS,
    HEADERS,
    INFIX,
    KNOWN,
    LISTING,
    MAYBE_ARGUMENT,
    MODIFIERS,
    PRINTING,
    QUOTING,
    STARTING,
    SUBS,
    TAKING_TERM,
    TRYING,
    WITHOUT_ARGUMENTS,
)

_AMBIGUOUS_AFTER_WORD: Final = b"{[/<%&*-+?"
_HEADERS: Final = (HEADER, LAMBDA)
_LOOPS: Final = ("for", "foreach")


def read_code(text: bytes, state: PerlState) -> Result:
    """Reads a line of code, from the end of a quote on if it starts inside one."""
    quote, expect = state.inside, state.expect
    if isinstance(quote, Quote):
        line = Line(text, state, 0, quote.after)
        line.read_quote(0, quote)
        if line.inside is not None:
            return PerlState(state.stack, expect, state.head, line.inside, line.pending(), None), line.events
        return line.read()
    if text[0] == 61 and (POD_START if expect <= LABELED or expect == AFTER else POD_COMMAND).match(text):
        return state._replace(inside=POD).one_line_on(), []
    return _at_a_glance(text, state) or Line(text, state, 0, expect).read()


def _at_a_glance(text: bytes, state: PerlState) -> Result | None:
    """The quick way for most lines: a run and little else, or the header or the end of a block."""
    expect = state.expect
    if expect == STATEMENT:
        blank = PLAIN_START.match(text)
        if blank and (run := RUN.match(text, blank.end())):
            start, end = blank.end(), run.end()
            if text[end:] == b";":
                return state, [(BEGIN, start, None), (END, end + 1, None)]
            return Line(text, state, *end_of_run(text, end), [(BEGIN, start, None)]).read()
    elif expect in (TERM, OPERATOR):
        if run := RUN.match(text):
            pos, after = end_of_run(text, run.end())
            if pos == len(text) and after == expect and state.stack and state.stack[-1].block is None:
                return state, []
            return Line(text, state, pos, after).read()
        return list_closed(text, state)
    elif expect == AFTER and text[-1] == 59:
        return plain_statement(text, state)
    return block_line(text, state) if text[-1] in b"{}" else None


class Line(Quotes):
    """The reader of one line."""

    __slots__ = ("before", "expect", "head", "last", "stack")

    def __init__(
        self, text: bytes, state: PerlState, pos: int = 0, expect: int = STATEMENT, events: list[Event] | None = None
    ) -> None:
        self.text = text
        self.before = state
        self.stack = state.stack
        self.head = state.head
        self.pos = pos
        self.expect = expect
        self.inside = None
        self.last = 0  # where the last token ends, if there is one on this line
        self.events = [] if events is None else events

    def read(self) -> Result:
        """Reads to the end of the line: the state there, and what was found."""
        text, size = self.text, len(self.text)
        while (pos := self.pos) < size and len(self.stack) < DEEPEST:
            self.last = pos
            char = text[pos]
            if char in BLANK:
                pos = BLANKS.match(text, pos).end()  # type: ignore[union-attr]
                if pos == size:
                    break
                self.pos = pos
                char = text[pos]
            if char == 35:  # '#'
                break
            expect = self.expect
            if (expect <= LABELED or expect == AFTER) and self._between_statements(char):
                continue
            if char == 59:  # ';'
                self._semicolon()
            elif char in b"})]":
                self._closer(char)
            elif char in END_MARKS and END_OF_CODE.match(text, pos):
                self.events.append(statement_end(self.last, self.before.tail))
                self._finish(FINISHED)
            elif expect not in _HEADERS or not self._header(char):
                self._token(char)
        else:
            self.last = self.pos
        return self._result()

    def pending(self) -> tuple[Opener, ...]:
        return self.before.pending + openers(self.events)

    def _result(self) -> Result:
        stack, expect, _head, quote, pending, tail = self.before
        if b"<<" in self.text:
            pending = self.pending()
        elif self.expect == STATEMENT == expect and self.stack is stack and self.inside is None is quote:
            return self.before, self.events
        stack, expect, last = self.stack, self.expect, self.last
        if expect == STATEMENT or self.inside is not None or (stack and stack[-1].block is None):
            tail = None
        elif last:
            tail = (1, last)
        elif tail:
            tail = (tail[0] + 1, tail[1])
        return PerlState(stack, expect, self.head, self.inside, pending, tail), self.events

    def embedded_heredocs(self, start: int, end: int) -> None:
        _, found = read_code(b" " * start + self.text[start:end], PerlState(expect=TERM))
        self.events.extend(event for event in found if event[0] == HEREDOC)

    def _between_statements(self, char: int) -> bool:
        """The first token of a statement, or what continues the one before it; False where it is read as any other."""
        if self.expect == AFTER and self._after_block(char):
            return True
        return char != 125 and self._statement(char)

    def _token(self, char: int) -> None:
        """Reads a token of an expression; as many as a run has, where one can begin."""
        text, pos, expect = self.text, self.pos, self.expect
        if (
            expect in (TERM, OPERATOR)
            or (expect in (WORD, CONSTANT) and char not in _AMBIGUOUS_AFTER_WORD)
            or (expect < OPERATOR and char in b"\"'@")
        ) and (run := RUN.match(text, pos)):
            self.pos, self.expect = end_of_run(text, run.end())
            return
        if expect == METHOD and self._method(char):
            return
        if (read := _TOKENS.get(char)) is not None:
            if read(self, char):
                return
        elif (match := BARE_WORD.match(text, pos)) is not None:
            self._word(match[0], match.end())
            return
        match = OPERATOR_SIGN.match(text, pos)
        self.pos = match.end() if match else pos + 1
        self.expect = TERM

    def _finish(self, inside: str) -> None:
        """What is left of the line, and what is below it, is no code."""
        self.pos, self.expect, self.head, self.inside = len(self.text), STATEMENT, "", inside

    def _push(self, closer: int, after: int, head: str = "") -> None:
        """A bracket opens that is no block."""
        self.stack += (Frame(closer, None, after, head),)
        self.expect = TERM

    def _open(self, block: str, after: int, head: str) -> None:
        """A block opens."""
        self.events.append((OPEN, self.pos, block))
        self.stack += (Frame(125, block, after, head),)
        self.expect = STATEMENT
        self.head = ""
        self.pos += 1

    def _after_block(self, char: int) -> bool:
        """Behind a block that another one may continue. If none does, the token belongs to the next statement."""
        match = BARE_WORD.match(self.text, self.pos)
        if match and match[0] in CHAINS.get(self.head, ()) and not FAT_COMMA.match(self.text, match.end()):
            self.head = match[0].decode()
            self.expect = HEADER
            self.pos = match.end()
            return True
        self.expect = STATEMENT
        trying = self.head in TRYING
        self.head = ""
        if char == 59 and trying:
            self.pos += 1
            self.events.append((END, self.pos, None))
            return True
        self.events.append(statement_end(self.last, self.before.tail))
        return False

    def _statement(self, char: int) -> bool:
        """The first token of a statement, or the one behind its label. Most are read as in any expression."""
        text, pos = self.text, self.pos
        if char == 59:  # ';'
            self.pos += 1
            if self.expect == LABELED:
                self.events.append((END, self.pos, None))
                self.expect = STATEMENT
            return True
        if self.expect == STATEMENT:
            if char in END_MARKS and END_OF_CODE.match(text, pos):
                self._finish(FINISHED)
                return True
            self.events.append((BEGIN, pos, None))
        self.head = ""
        if char == 123:  # '{'
            if HASH_START.match(text, pos):
                self._push(125, OPERATOR)
                self.pos += 1
            else:
                self._open("anonymous", AFTER, "anonymous")
            return True
        self.expect = TERM
        match = BARE_WORD.match(text, pos)
        if not match:
            return False
        word, end = match[0], match.end()
        if word not in QUOTING and word != b"default" and (label := LABEL.match(text, end)):
            self.pos = label.end()
            self.expect = LABELED
            return True
        return word in STARTING and not FAT_COMMA.match(text, end) and self._starting_word(word, end)

    def _starting_word(self, word: bytes, end: int) -> bool:
        """A word that means something else at the start of a statement than elsewhere."""
        text = self.text
        if word in HEADERS and text[end : end + 2] not in (b"::", b"->"):
            self.head = word.decode()
        elif word in BRACED and BRACE_OR_END.match(text, end):
            self.head = BRACED[word]
        elif word == b"package" and (name := PACKAGE_NAME.match(text, end)):
            self.head = "package"
            end = name.end()
        elif word in DECLARATORS and (name := DECLARED_NAME.match(text, end)):
            self.head = word.decode()
            end = name.end()
        elif (word == b"use" or word == b"no") and (name := USED_NAME.match(text, end)):
            self.pos = name.end()
            return True
        elif word == b"format" and FORMAT_HEAD.match(text, end):
            self._finish(PICTURE)
            return True
        else:
            return False
        self.expect = HEADER
        self.pos = end
        return True

    def _semicolon(self) -> None:
        stack = self.stack
        # Only `for` has semicolons in parentheses: elsewhere the closing one is missing.
        while stack and stack[-1].block is None and stack[-1].closer != 125 and stack[-1].after < METHOD:
            if stack[-1].head in _LOOPS:
                break
            stack = stack[:-1]
        self.stack = stack
        self.pos += 1
        self.head = ""
        if not stack or stack[-1].block is not None:
            self.events.append((END, self.pos, None))
            self.expect = STATEMENT
        else:
            self.expect = TERM

    def _closer(self, char: int) -> None:
        """A closing bracket: of the innermost one that it fits, unless a block lies between."""
        stack = self.stack
        at = len(stack) - 1
        while at >= 0 and stack[at].closer != char and stack[at].block is None:
            at -= 1
        self.pos += 1
        if at < 0 or stack[at].closer != char:
            return
        frame = stack[at]
        stack = self.stack = stack[:at]
        expect_before = self.expect
        self.expect, self.head = frame.after, frame.head
        if frame.block is None:
            # `) {` of what looked like a modifier: the statement before it lacks its semicolon.
            if self.head and self.expect == OPERATOR:
                if BRACE_AHEAD.match(self.text, self.pos) and (not stack or stack[-1].block is not None):
                    self.expect = HEADER
                else:
                    self.head = ""
            return
        if expect_before != STATEMENT:
            self.events.append(statement_end(self.last, self.before.tail))
        self.events.append((CLOSE, self.pos, None))
        if self.expect == AFTER and self.head not in CHAINS:
            self.events.append((END, self.pos, None))
            self.expect = STATEMENT
            self.head = ""

    def _header(self, char: int) -> bool:
        """Between the word that announces a block and the block; False where there is none after all."""
        text, pos, expect, head = self.text, self.pos, self.expect, self.head
        if char == 123:
            after = AFTER if expect == HEADER else TERM if head in ARGUMENTS else OPERATOR
            self._open(head, after, head if expect == HEADER else "")
        elif char == 40:
            if match := (PROTOTYPE if head in SUBS else CONDITION).match(text, pos):
                self.pos = match.end()
            else:
                self._push(41, expect, head)
                self.head = ""
                self.pos += 1
        elif char == 58:  # ':'
            match = ATTRIBUTE.match(text, pos)
            assert match
            self.pos = match.end()
            if match.lastindex:
                self._quoted(self.pos, Quote(b":", 40, 41, 1, 1, expect))
        elif head == "do" or head == "eval":
            self.expect = TERM
            self.head = ""
            return False
        else:
            match = HEADER_WORD.match(text, pos)
            if match and match[0] == b"qw":
                self._quoted(match.end(), Quote(b"qw", 0, 0, 0, 1, expect))
            else:
                self.pos = match.end() if match else pos + 1
        return True

    def _method(self, char: int) -> bool:
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

    def _variable(self, char: int) -> bool:
        text, expect, stack = self.text, self.expect, self.stack
        match = (SCALAR if char == 36 else ARRAY).match(text, self.pos)
        if not match:
            self.pos += 1
            self.expect = OPERATOR
            return True
        group = match.lastindex
        if group == 1:
            self.pos = match.end()
            self._push(125, TERM if expect == HANDLE else OPERATOR)
            return True
        if group == 2 and match[2] in b",)=" and stack and stack[-1].closer == 41 and stack[-1].head in SUBS:
            self.pos += 1  # a parameter without a name in a signature
        else:
            self.pos = match.end()
        self.expect = TERM if expect == HANDLE and HANDLE_TERM.match(text, self.pos) else OPERATOR
        return True

    def _word(self, word: bytes, end: int) -> None:
        text, pos, expect = self.text, self.pos, self.expect
        self.pos = end
        if FAT_COMMA.match(text, end):
            self.expect = OPERATOR
            return
        if word in QUOTING:
            self._quoted(end, Quote(word, 0, 0, 0, QUOTING[word], OPERATOR))
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
                self._push(41, OPERATOR, word.decode())
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

    def _quote(self, char: int) -> bool:
        pos = self.pos
        self._quoted(pos + 1, Quote(self.text[pos : pos + 1], char, char, 1, 1, OPERATOR))
        return True

    def _quoted(self, pos: int, quote: Quote) -> None:
        self.read_quote(pos, quote)
        if self.inside is None:
            self.expect = quote.after

    def _brace(self, char: int) -> bool:
        text, pos, expect = self.text, self.pos, self.expect
        if expect == OPERATOR and (match := SUBSCRIPT.match(text, pos)):
            self.pos = match.end()
            return True
        is_word = expect in (WORD, CONSTANT)
        if expect == LIST or (is_word and not HASH_START.match(text, pos) and not HASH_ARGUMENT.match(text, pos)):
            self._open("anonymous", TERM, "")
            return True
        self._push(125, TERM if expect == HANDLE else OPERATOR)
        self.head = ""
        self.pos += 1
        return True

    def _bracket(self, char: int) -> bool:
        expect = self.expect
        self._push(41 if char == 40 else 93, OPERATOR)
        if char == 40 and LIST <= expect <= HANDLE:
            self.expect = expect
        self.pos += 1
        return True

    def _number(self, char: int) -> bool:
        if char == 46 and not (self.expect <= HANDLE and self.text[self.pos + 1 : self.pos + 2].isdigit()):
            return False
        self.pos = NUMBER.match(self.text, self.pos).end()  # type: ignore[union-attr]
        self.expect = OPERATOR
        return True

    def _begins_term(self) -> bool:
        """Whether a sign that may be an operator begins a term, by what is expected and the blank before it."""
        return self.expect <= HANDLE or (self.expect == WORD and self.text[self.pos - 1] in b" \t")

    def _minus(self, char: int) -> bool:
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

    def _plus(self, char: int) -> bool:
        if self.text[self.pos + 1 : self.pos + 2] != b"+":
            return False
        self.pos += 2
        return True

    def _less(self, char: int) -> bool:
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

    def _slash(self, char: int) -> bool:
        text, pos, expect = self.text, self.pos, self.expect
        pattern = expect <= HANDLE and not (expect == NO_PATTERN and text[pos + 1 : pos + 2] == b"/")
        if expect == WORD and pos > 0 and text[pos - 1] in b" \t":
            pattern = PATTERN_AHEAD.match(text, pos) is not None
        return pattern and self._quote(char)

    def _sigil(self, char: int) -> bool:
        match = SIGIL.match(self.text, self.pos) if self._begins_term() else None
        if not match:
            return False
        self.pos = match.end()
        self.expect = OPERATOR
        if match.lastindex:
            self._push(125, OPERATOR)
        return True


_BLOCK_WORDS: Final = frozenset((b"try", b"catch", b"finally"))
_TOKENS: Final[Mapping[int, Callable[[Line, int], bool]]] = {
    **dict.fromkeys(b"$@", Line._variable),
    **dict.fromkeys(b"\"'`", Line._quote),
    **dict.fromkeys(b"([", Line._bracket),
    **dict.fromkeys(b"0123456789.", Line._number),
    **dict.fromkeys(b"%&*", Line._sigil),
    ord("{"): Line._brace,
    ord("-"): Line._minus,
    ord("+"): Line._plus,
    ord("<"): Line._less,
    ord("/"): Line._slash,
}
