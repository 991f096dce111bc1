"""The lexer of PowerShell."""

from __future__ import annotations

import re

from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexer import BODY, Event, Lexer, Opener, State, row_before
from indexer.syntax.statements.powershell.glance import at_a_glance
from indexer.syntax.statements.powershell.line import Line
from indexer.syntax.statements.powershell.state import AWAIT, HEREDOC_BODY, INITIAL, STATEMENT, PowerShellState

# What may be more than text in the body of a heredoc.
_SUBEXPRESSION = re.compile(rb"\$\(")


class PowerShellLexer(Lexer):
    """Reads PowerShell."""

    signs = profile_of("powershell").heredocs.signs

    @property
    def initial(self) -> State:
        return INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, PowerShellState)
        top = state.stack[-1]
        if state.bodies:
            if top.kind == HEREDOC_BODY and not hold and b"$(" not in text:
                assert top.opener
                if not text.startswith(top.opener.terminator):
                    return state, [(BODY, 0, None)]
        elif not state.declared:
            result = at_a_glance(text, state)
            if result:
                return result
        return Line(text, state).read(hold)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, PowerShellState)
        if not state.bodies:
            return state.declared
        begun = [frame.opener for frame in reversed(state.stack) if frame.opener]
        if state.stack[-1].kind == HEREDOC_BODY:
            return (begun[0], *state.declared, *begun[1:])
        return (*state.declared, *begun)

    def drop(self, state: State) -> State:
        assert isinstance(state, PowerShellState)
        dropped = self.pending(state)[:1]
        stack, declared, ended, bodies = state
        if declared and stack[-1].kind != HEREDOC_BODY:
            declared = declared[1:]
        elif bodies:
            begun = max(index for index, frame in enumerate(stack) if frame.kind == HEREDOC_BODY)
            stack = stack[:begun]
            bodies -= 1
        if dropped and not declared and stack[-1].kind == STATEMENT and not stack[-1].word:
            # Without its here-string the statement ends with its line.
            stack = (*stack[:-1], stack[-1]._replace(stage=AWAIT, detail="p"))
            ended = (0, dropped[0].end)
        return PowerShellState(stack, declared, ended, bodies)

    def ends(self, text: bytes, opener: Opener) -> bool:
        return text.startswith(opener.terminator)

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, PowerShellState)
        return row_before(_SUBEXPRESSION, text, start, end) if state.stack[-1].kind == HEREDOC_BODY else start


LEXER = PowerShellLexer()
