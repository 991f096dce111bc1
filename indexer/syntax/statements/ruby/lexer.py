"""The lexer of Ruby and Crystal."""

from __future__ import annotations

import re

from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexer import BODY, END, Event, Lexer, Opener, State, row_before
from indexer.syntax.statements.ruby.glance import keyword_line, new_statement
from indexer.syntax.statements.ruby.line import Line
from indexer.syntax.statements.ruby.state import (
    BRACKETS,
    ENDLESS,
    HEAD,
    INITIAL,
    NEW,
    OPERAND,
    Block,
    Body,
    Interpolation,
    Late,
    RubyState,
    ends,
)
from indexer.syntax.statements.ruby.tokens import BLANK_BYTES, OPEN_ENDED, PLAIN

# What may be more than text in the body of a heredoc.
_INTERPOLATED = re.compile(rb"#\{")


class RubyLexer(Lexer):
    """Reads a line of Ruby."""

    signs = profile_of("ruby").heredocs.signs

    @property
    def initial(self) -> State:
        return INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, RubyState)
        stack, heredocs, position, is_open, late, in_body = state
        top = stack[-1] if stack else None
        if type(top) is Body and not (hold or heredocs):
            return self._body_line(text, state, top)
        if position > OPERAND or heredocs or in_body:
            return Line(text, state).read(hold)
        in_brackets = False
        if type(top) is Block:
            if top.phase == ENDLESS or (top.phase == HEAD and position != NEW):
                return Line(text, state).read(hold)
        elif top in BRACKETS:
            in_brackets = True
        elif top is not None:
            return Line(text, state).read(hold)
        # Most lines are plain, or plain but for one keyword. These shorter ways read them just as `Line` would.
        match = PLAIN.match(text)
        assert match is not None
        first, at, size = match.end(1), match.end(), len(text)
        if at < size and text[at] != 35:
            if position == NEW and not in_brackets:
                result = keyword_line(text, state, top, first, at)
                if result is not None:
                    return result
            return Line(text, state, first, at).read(hold)
        if first == at:
            if late is None:
                return state, []
            if at == size:
                return RubyState(stack, (), NEW, False, None, False), [(END, late[1], late[0] + 1)]
            return RubyState(stack, (), NEW, True, Late(late[0] + 1, late[1]), False), []
        end = at
        while text[end - 1] in BLANK_BYTES:
            end -= 1
        last = text[end - 1]
        if text[first] in b".&|=_" or (last in OPEN_ENDED and (last != 44 or text[end - 2] == 36)):
            return Line(text, state, first, at).read(hold)
        after = OPERAND if last == 44 else NEW
        if in_brackets:
            return (state if after == position else RubyState(stack, (), after, is_open, None, False)), []
        events: list[Event] = []
        if position == NEW:
            stack, events = new_statement(state, top, first)
        return RubyState(stack, (), after, True, None if after else Late(0, end), False), events

    def _body_line(self, text: bytes, state: RubyState, body: Body) -> tuple[State, list[Event]]:
        """Reads a line of a heredoc's body."""
        if self.ends(text, body.opener) or (body.opener.interpolated and b"#{" in text):
            return Line(text, state).read(False)
        if any(type(entry) is Interpolation for entry in state.stack):
            return Line(text, state).read(False)
        if state.late is not None:
            state = state._replace(late=Late(state.late.lines + 1, state.late.column))
        return state, [(BODY, 0, None)]

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, RubyState)
        if not state.heredocs and not state.in_body:
            return ()
        openers = list(state.heredocs)
        for entry in reversed(state.stack):
            if type(entry) is Body:
                openers.append(entry.opener)
                openers.extend(entry.rest)
        return tuple(openers)

    def drop(self, state: State) -> State:
        assert isinstance(state, RubyState)
        if state.heredocs:
            return state._replace(heredocs=state.heredocs[1:])
        for index in range(len(state.stack) - 1, -1, -1):
            body = state.stack[index]
            if type(body) is Body:
                stack = state.stack[:index]
                after = state._replace(stack=stack, heredocs=body.rest, in_body=any(type(e) is Body for e in stack))
                inside = state.stack[index + 1] if index + 1 < len(state.stack) else None
                if type(inside) is Interpolation:
                    after = after._replace(position=inside.position, open=inside.open, late=inside.late)
                return after
        return state

    def ends(self, text: bytes, opener: Opener) -> bool:
        return ends(text, opener)

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, RubyState)
        top = state.stack[-1] if state.stack else None
        if type(top) is not Body or state.heredocs or state.late is not None:
            return start
        if any(type(entry) is Interpolation for entry in state.stack):
            return start
        return row_before(_INTERPOLATED, text, start, end) if top.opener.interpolated else end


LEXER = RubyLexer()
