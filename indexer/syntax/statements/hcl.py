"""The HCL lexer (Terraform, Packer, Nomad and others): attributes and blocks as statements, and heredocs.

A statement is an attribute, which ends with its line unless a bracket or a heredoc is open, or a block, whose type is
its first word. A heredoc body starts below the opener's line, which the opener must end, and stops at the first line
that is the marker and nothing else; the marker may be indented in both forms, `<<` and `<<-`.

The braces of object values, of `for` expressions and of `${…}` and `%{…}` in templates are brackets and never blocks.
A quoted string never spans lines, except inside of such a template sequence.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexer import (
    BEGIN,
    BODY,
    CLOSE,
    END,
    HEREDOC,
    OPEN,
    TERMINATOR,
    Event,
    Lexer,
    Opener,
    State,
    row_before,
)

# What a frame of the stack can be.
_BLOCK = "block"
_HEAD = "head"  # a statement up to its `=` or its brace; word: its first word
_VALUE = "value"  # a statement after its `=`
_BRACKET = "bracket"  # word: its opening bracket, "${" for either kind of template sequence
_QUOTE = "quote"
_HEREDOC = "heredoc"
_COMMENT = "comment"
_STATEMENTS = (_HEAD, _VALUE)


class Frame(NamedTuple):
    """One thing that is open."""

    kind: str
    word: str = ""
    opener: Opener | None = None


class HclState(NamedTuple):
    stack: tuple[Frame, ...] = ()  # innermost last
    declared: tuple[Opener, ...] = ()  # heredocs whose bodies have not begun
    bodies: int = 0  # how many heredoc bodies are open
    cut: int | None = None  # the column where, on the line above, a statement ended because its heredoc was dropped


_INITIAL = HclState()

_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff-]*+"
_STRING = rb'"(?:[^"\\$%]++|\\.|[$%](?!\{)|\$\$\{|%%\{|[$%]\{[^"{}#/<]*+\})*+"'
_PLAIN = rb"[^\"(){}\[\]#/<]++|<(?!<)|/(?![/*])|" + _STRING


def _grouped(depth: int) -> bytes:
    """A pattern for text with balanced brackets, but without comments and heredocs."""
    if not depth:
        return b"(?:" + _PLAIN + b")*+"
    inner = _grouped(depth - 1)
    return b"(?:" + _PLAIN + rb"|\(" + inner + rb"\)|\[" + inner + rb"\]|\{" + inner + rb"\})*+"


_QUIET = re.compile(_grouped(2), re.DOTALL)
_QUIET_LINE = re.compile(_grouped(2) + rb"\Z", re.DOTALL)
_ATTRIBUTE_LINE = re.compile(rb"[ \t]*+(%b)[ \t]*+=(?!=)" % _WORD + _grouped(2) + rb"\Z", re.DOTALL)
_BLANKS = re.compile(rb"[ \t\r\f\v]*+")
_HEAD_START = re.compile(rb'(%b)|"([^"]*)"' % _WORD)
_IN_HEAD = re.compile(rb'(?:[^={}()\[\]#/";]++|/(?![/*])|"(?:[^"\\]++|\\.)*+")*+')
_IN_QUOTES = re.compile(rb'(?:[^"\\$%]++|\\.|\\\Z|\$\$\{|%%\{|[$%](?!\{))*+', re.DOTALL)
_IN_BODY = re.compile(rb"(?:[^$%]++|\$\$\{|%%\{|[$%](?!\{))*+", re.DOTALL)
_OPENER = re.compile(rb"<<(-?)(%b)\Z" % _WORD)
_CLOSERS = {")": ("(",), "]": ("[",), "}": ("{", "${")}


# What may be more than text in the body of a heredoc.
_TEMPLATE = re.compile(rb"[$%]\{")


class HclLexer(Lexer):
    """Reads HCL."""

    signs = profile_of("hcl").heredocs.signs

    @property
    def initial(self) -> State:
        return _INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, HclState)
        stack, declared, bodies, cut = state
        kind = stack[-1].kind if stack else _BLOCK
        if bodies:
            if kind == _HEREDOC and not hold and b"${" not in text and b"%{" not in text:
                opener = stack[-1].opener
                assert opener
                if not self.ends(text, opener):
                    return state, [(BODY, 0, None)]
        elif not declared and cut is None:
            # Most lines can be told at a glance, and leave the state as it is.
            if kind == _BLOCK:
                if not text:
                    return state, []
                attribute = _ATTRIBUTE_LINE.match(text)
                if attribute:
                    return state, [(BEGIN, attribute.start(1), None), (END, len(text.rstrip()), None)]
            elif _QUIET_LINE.match(text) if kind == _BRACKET else kind == _COMMENT and b"*/" not in text:
                return state, []
        return _HclLine(text, state).read(hold)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, HclState)
        if not state.bodies:
            return state.declared
        begun = [frame.opener for frame in reversed(state.stack) if frame.opener]
        if state.stack[-1].kind == _HEREDOC:
            return (begun[0], *state.declared, *begun[1:])
        return (*state.declared, *begun)

    def drop(self, state: State) -> State:
        assert isinstance(state, HclState)
        dropped = self.pending(state)[:1]
        stack, declared, bodies = state.stack, state.declared, state.bodies
        if declared and stack[-1:] != (Frame(_HEREDOC, opener=dropped[0]),):
            declared = declared[1:]
        elif bodies:
            begun = max(index for index, frame in enumerate(stack) if frame.kind == _HEREDOC)
            stack = stack[:begun]
            bodies -= 1
        cut = dropped and not declared and stack and stack[-1].kind in _STATEMENTS
        return HclState(stack, declared, bodies, dropped[0].end if cut else state.cut)

    def ends(self, text: bytes, opener: Opener) -> bool:
        return text.strip() == opener.terminator

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, HclState)
        in_body = bool(state.stack) and state.stack[-1].kind == _HEREDOC
        return row_before(_TEMPLATE, text, start, end) if in_body else start


class _HclLine:
    """Reads one line: a cursor over the text, and the state as it changes."""

    __slots__ = ("bodies", "declared", "end", "events", "pos", "stack", "text")

    def __init__(self, text: bytes, state: HclState) -> None:
        self.text = text
        self.pos = 0
        self.end = 0  # the column after the last token
        self.stack = list(state.stack)
        self.declared = state.declared
        self.bodies = state.bodies
        self.events: list[Event] = []
        if state.cut is not None:
            self.stack.pop()
            self.events.append((END, state.cut, 1))

    def read(self, hold: bool) -> tuple[HclState, list[Event]]:
        in_body = bool(self.stack) and self.stack[-1].kind == _HEREDOC
        if hold and in_body:
            opener = self.stack.pop().opener
            assert opener
            self.declared = (opener, *self.declared)
            self.bodies -= 1
        elif self.declared and not hold and not in_body:
            self.stack.append(Frame(_HEREDOC, opener=self.declared[0]))
            self.declared = self.declared[1:]
            self.bodies += 1
        if self.bodies:
            self.begin_body_line()
        while self.pos < len(self.text):
            self.step()
        self.end_line()
        return HclState(tuple(self.stack), self.declared, self.bodies), self.events

    def begin_body_line(self) -> None:
        opener = self.stack[-1].opener
        if not opener or self.text.strip() != opener.terminator:
            self.events.append((BODY, 0, None))
            return
        self.stack.pop()
        self.bodies -= 1
        self.end = self.pos = len(self.text.rstrip())
        self.events.append((TERMINATOR, self.pos, None))

    def end_line(self) -> None:
        while self.stack and self.stack[-1].kind == _QUOTE:
            self.stack.pop()
        if self.stack and self.stack[-1].kind in _STATEMENTS and not self.declared:
            self.stack.pop()
            self.events.append((END, self.end, None))

    def skip(self, pattern: re.Pattern[bytes]) -> None:
        match = pattern.match(self.text, self.pos)
        self.pos = match.end() if match else self.pos

    def step(self) -> None:
        """Reads on to the next token that matters, and takes it."""
        frame = self.stack[-1] if self.stack else Frame(_BLOCK)
        kind = frame.kind
        if kind == _COMMENT:
            end = self.text.find(b"*/", self.pos)
            self.pos = end + 2 if end >= 0 else len(self.text)
            if end >= 0:
                self.stack.pop()
        elif kind in (_QUOTE, _HEREDOC):
            self.read_template(_IN_QUOTES if kind == _QUOTE else _IN_BODY)
        else:
            start = self.pos
            self.skip(_IN_HEAD if kind == _HEAD else _BLANKS if kind == _BLOCK else _QUIET)
            quiet = self.text[start : self.pos].rstrip()
            if quiet:
                self.end = start + len(quiet)
            if self.pos < len(self.text) and not self.take_comment():
                self.take(frame)

    def read_template(self, inside: re.Pattern[bytes]) -> None:
        """Reads a string or a heredoc body up to its end or to the next `${` or `%{`."""
        self.skip(inside)
        if self.text.startswith((b"${", b"%{"), self.pos):
            self.pos += 2
            self.stack.append(Frame(_BRACKET, "${"))
        elif self.pos < len(self.text):
            self.pos += 1
            self.end = self.pos
            self.stack.pop()

    def take_comment(self) -> bool:
        if self.text.startswith(b"/*", self.pos):
            self.pos += 2
            self.stack.append(Frame(_COMMENT))
            return True
        if self.text.startswith((b"#", b"//"), self.pos):
            self.pos = len(self.text)
            return True
        return False

    def take(self, frame: Frame) -> None:
        """Takes the token here, the first one that is not quiet."""
        if frame.kind == _BLOCK and not self.text.startswith((b")", b"]", b"}"), self.pos):
            self.begin_statement()
            return
        start = self.pos
        char = self.text[start : start + 1].decode("latin-1")
        self.pos = self.end = start + 1
        if char == "=" and frame.kind == _HEAD:
            self.stack[-1] = Frame(_VALUE)
        elif char == "{" and frame.kind == _HEAD:
            self.events.append((OPEN, start, frame.word))
            self.stack.append(Frame(_BLOCK))
        elif char in ("(", "[", "{"):
            self.stack.append(Frame(_BRACKET, char))
        elif char in _CLOSERS:
            self.close(char)
        elif char == '"':
            self.stack.append(Frame(_QUOTE))
        elif char == "<":
            self.take_heredoc(start)

    def begin_statement(self) -> None:
        self.events.append((BEGIN, self.pos, None))
        word = _HEAD_START.match(self.text, self.pos)
        self.pos = self.end = word.end() if word else self.pos + 1
        name = (word[1] or word[2]).decode("utf-8", "replace") if word else ""
        self.stack.append(Frame(_HEAD, name or "anonymous"))

    def take_heredoc(self, start: int) -> None:
        opener = _OPENER.match(self.text, start)
        if not opener:
            self.pos = start + 2
            return
        declared = Opener(opener.end(), opener[2], True, True)
        self.events.append((HEREDOC, start, declared))
        self.declared = (*self.declared, declared)
        self.pos = self.end = opener.end()

    def close(self, closer: str) -> None:
        """Closes the innermost bracket or block that the closer fits, and whatever was left open inside it."""
        stack = self.stack
        opening = _CLOSERS[closer]
        depth = len(stack) - 1
        while depth >= 0 and not (stack[depth].kind == _BRACKET and stack[depth].word in opening):
            if stack[depth].kind == _BLOCK and closer == "}":
                break
            if stack[depth].kind in (_BLOCK, _QUOTE, _HEREDOC):
                return
            depth -= 1
        if depth < 0:
            return
        if any(frame.kind in _STATEMENTS for frame in stack[depth + 1 :]):
            self.events.append((END, self.pos - 1, None))
        closed = stack[depth]
        del stack[depth:]
        if closed.kind == _BLOCK:
            self.events += ((CLOSE, self.pos, None), (END, self.pos, None))
            stack.pop()


LEXER = HclLexer()
