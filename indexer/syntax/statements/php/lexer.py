"""The lexer of PHP."""

from __future__ import annotations

import re

from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexer import BODY, Event, Lexer, Opener, State, row_before
from indexer.syntax.statements.php.glance import GLANCES
from indexer.syntax.statements.php.line import Line
from indexer.syntax.statements.php.state import HEREDOC_BODY, INITIAL, PhpState, terminator_end

# What may be more than text in the body of a heredoc.
_INTERPOLATED = re.compile(rb"\{\$|\$\{")


class PhpLexer(Lexer):
    """Reads PHP."""

    signs = profile_of("php").heredocs.signs

    @property
    def initial(self) -> State:
        return INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, PhpState)
        top = state.stack[-1]
        if state.bodies:
            if top.kind == HEREDOC_BODY and not hold and b"{$" not in text and b"${" not in text:
                assert top.opener
                if terminator_end(text, top.opener) < 0:
                    return state, [(BODY, 0, None)]
        elif not state.declared:
            if not text and not state.ended:
                return state, []
            glance = GLANCES.get(top.kind)
            result = glance(text, state) if glance else None
            if result:
                return result
        return Line(text, state).read(hold)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, PhpState)
        if not state.bodies:
            return state.declared
        begun = [frame.opener for frame in reversed(state.stack) if frame.opener]
        if state.stack[-1].kind == HEREDOC_BODY:
            return (begun[0], *state.declared, *begun[1:])
        return (*state.declared, *begun)

    def drop(self, state: State) -> State:
        assert isinstance(state, PhpState)
        if state.stack[-1].kind == HEREDOC_BODY:
            return state._replace(stack=state.stack[:-1], bodies=state.bodies - 1)
        if state.declared:
            return state._replace(declared=state.declared[1:])
        if not state.bodies:
            return state
        # The innermost body is in the middle of an interpolation, which goes with it.
        begun = max(index for index, frame in enumerate(state.stack) if frame.kind == HEREDOC_BODY)
        return state._replace(stack=state.stack[:begun], bodies=state.bodies - 1)

    def ends(self, text: bytes, opener: Opener) -> bool:
        return terminator_end(text, opener) >= 0

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, PhpState)
        return row_before(_INTERPOLATED, text, start, end) if state.stack[-1].kind == HEREDOC_BODY else start


LEXER = PhpLexer()
