"""Perl's lexer: what a row lies in decides how it is read."""

from __future__ import annotations

from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexer import BODY, END, TERMINATOR, Event, Lexer, Opener, State, row_before
from indexer.syntax.statements.perl.line import Line, read_code
from indexer.syntax.statements.perl.state import FINISHED, PICTURE, POD, PerlState, Result, openers
from indexer.syntax.statements.perl.tokens import BLANK, PICTURE_END, POD_END, SHIFT


class PerlLexer(Lexer):
    """Perl 5, up to the `class` syntax of 5.38 and the block keywords of common modules."""

    signs = profile_of("perl").heredocs.signs

    @property
    def initial(self) -> State:
        return PerlState()

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, PerlState)
        stack, _, _, inside, pending, tail = state
        if pending and not hold:
            return _read_body(text, state)
        if inside is None:
            code = text.lstrip(BLANK)
            if not code or code[0] == 35:  # '#'
                return (state.one_line_on() if tail else state), []
            return read_code(text, state)
        if inside == FINISHED:
            return state, []
        if inside == POD:
            if tail:
                state = state.one_line_on()
            ends = text.startswith(b"=cut") and POD_END.match(text)
            return (state._replace(inside=None) if ends else state), []
        if inside == PICTURE:
            return (PerlState(stack, pending=pending), [(END, 1, None)]) if PICTURE_END.match(text) else (state, [])
        return read_code(text, state)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, PerlState)
        return state.pending

    def drop(self, state: State) -> State:
        assert isinstance(state, PerlState)
        return state._replace(pending=state.pending[1:])

    def ends(self, text: bytes, opener: Opener) -> bool:
        return (text.lstrip(b" \t") if opener.indented else text) == opener.terminator

    def closed(self, state: State) -> bool:
        assert isinstance(state, PerlState)
        return not state.stack

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, PerlState)
        if state.tail is not None:
            return start
        return row_before(SHIFT, text, start, end) if state.pending[0].interpolated else end


LEXER = PerlLexer()


def _read_body(text: bytes, state: PerlState) -> Result:
    opener = state.pending[0]
    state = state.one_line_on()
    if LEXER.ends(text, opener):
        return state._replace(pending=state.pending[1:]), [(TERMINATOR, len(text), None)]
    events: list[Event] = [(BODY, 0, None)]
    if opener.interpolated and b"<<" in text:
        Line(text, state, events=events).interpolated_heredocs(0, len(text))
        if len(events) > 1:
            state = state._replace(pending=openers(events) + state.pending)
    return state, events
