"""A toy language, small enough to see through, in which the statement tracker is tested.

    if x { print "text"; }      statements end at `;`, blocks take the type of the word that starts their statement
    # comment   /* comment */   the latter, and strings, may span lines
    print <<A, <<'B';           bodies start on the next line, in order; the body of a quoted one is literal
    print <<-C;                 the terminator may be indented, and code may follow it
    #{ <<D }                    in a body that is not literal, declares a heredoc whose body comes first

It has every trait that makes tracking hard: openers that look alike, nested bodies, code after a terminator.
"""

from __future__ import annotations

import re
from typing import NamedTuple

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
)

OPENER = re.compile(rb"<<(-?)(?:([A-Z]\w*)|'([A-Z]\w*)')")
TOKEN = re.compile(
    rb"""(?P<blank>\s+|\#.*)|(?P<quote>"|/\*)|(?P<heredoc><<-?(?:[A-Z]\w*|'[A-Z]\w*'))|(?P<word>\w+)|."""
)
NESTED = re.compile(rb"#\{\s*(<<-?(?:[A-Z]\w*|'[A-Z]\w*'))")


class Pending(NamedTuple):
    """A heredoc whose terminator is still to come.

    Like most lexers, this one does not remember that a body has begun until the body declares another heredoc.
    """

    opener: Opener
    in_body: bool


class ToyState(NamedTuple):
    pending: tuple[Pending, ...] = ()
    depth: int = 0
    statement: bytes | None = None  # the first word of the statement being read
    closing: bytes = b""  # what ends the string or comment being read


class ToyLexer(Lexer):
    """Reads the toy language."""

    signs = OPENER

    @property
    def initial(self) -> State:
        return ToyState()

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, ToyState)
        if not state.pending or hold:
            return self._code(text, 0, state, [])
        first = state.pending[0]
        if not self.ends(text, first.opener):
            return self._body(text, state)
        state = self.drop(state)
        column = text.index(first.opener.terminator) + len(first.opener.terminator)
        events: list[Event] = [(TERMINATOR, column, None)]
        if any(other.in_body for other in state.pending):
            return state, [(BODY, 0, None), *events]
        return self._code(text, column, state, events)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, ToyState)
        return tuple(pending.opener for pending in state.pending)

    def drop(self, state: State) -> ToyState:
        assert isinstance(state, ToyState)
        return state._replace(pending=state.pending[1:])

    def ends(self, text: bytes, opener: Opener) -> bool:
        if opener.indented:
            return re.match(rb"\s*%s\b" % opener.terminator, text) is not None
        return text == opener.terminator

    def _body(self, text: bytes, state: ToyState) -> tuple[State, list[Event]]:
        events: list[Event] = [(BODY, 0, None)]
        inner = []
        if state.pending[0].opener.interpolated:
            for match in NESTED.finditer(text):
                opener = _opener(text, match.start(1))
                events.append((HEREDOC, match.start(1), opener))
                inner.append(Pending(opener._replace(end=0), False))
        if inner:
            outer = state.pending[0]._replace(in_body=True)
            state = state._replace(pending=(*inner, outer, *state.pending[1:]))
        return state, events

    def _code(self, text: bytes, column: int, state: ToyState, events: list[Event]) -> tuple[State, list[Event]]:
        pending, depth, statement, closing = list(state.pending), state.depth, state.statement, state.closing
        while column < len(text):
            if closing:
                end = text.find(closing, column)
                column = end + len(closing) if end >= 0 else len(text)
                closing = b"" if end >= 0 else closing
                continue
            match = TOKEN.match(text, column)
            assert match
            token, start, column = match[0], column, match.end()
            if match["blank"]:
                continue
            if statement is None and token not in (b"}", b";"):
                statement = token
                events.append((BEGIN, start, None))
            if match["quote"]:
                closing = b"*/" if token == b"/*" else b'"'
            elif match["heredoc"]:
                opener = _opener(text, start)
                events.append((HEREDOC, start, opener))
                pending.append(Pending(opener._replace(end=0), False))
            elif token == b"{":
                word = statement if statement and statement.isalpha() else b"anonymous"
                events.append((OPEN, start, word.decode()))
                depth += 1
                statement = None
            elif token == b"}" and depth:
                if statement is not None:
                    events.append((END, start, None))
                depth -= 1
                events.append((CLOSE, column, None))
                events.append((END, column, None))
                statement = None
            elif token == b";" and statement is not None:
                events.append((END, column, None))
                statement = None
        return ToyState(tuple(pending), depth, statement, closing), events


def _opener(text: bytes, column: int) -> Opener:
    match = OPENER.match(text, column)
    assert match
    return Opener(match.end(), match[2] or match[3], match[2] is not None, bool(match[1]))


LEXER = ToyLexer()
