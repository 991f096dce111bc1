"""The lexers of the shells: the whole one, and the lean one that finds nothing but heredocs."""

from __future__ import annotations

import re

from indexer.languages.families.shell import HEREDOCS
from indexer.syntax.statements.lexer import (
    BEGIN,
    END,
    TERMINATOR,
    Event,
    Lexer,
    Opener,
    PlainHeredoc,
    State,
    row_before,
)
from indexer.syntax.statements.shell.glance import (
    ARM_LINE,
    BLOCK_LINE,
    HEREDOC_LINE,
    SIMPLE_LINE,
    arm_line,
    block_line,
    heredoc_line,
    terminator,
    text_line,
)
from indexer.syntax.statements.shell.line import Line
from indexer.syntax.statements.shell.patterns import IN_ARRAY, IN_DOUBLE, dotall
from indexer.syntax.statements.shell.runs import run
from indexer.syntax.statements.shell.skip import IN_CASE, case_rows, skip
from indexer.syntax.statements.shell.state import (
    ARM,
    ARRAY,
    BACKTICK,
    BRACE,
    CASE,
    COMMAND,
    DELIMITER,
    DOUBLE,
    FILE,
    FOR_HEAD,
    FUNCTION_BODY,
    FUNCTION_HEAD,
    IF_BODY,
    IF_HEAD,
    INITIAL,
    LOOP_BODY,
    LOOP_HEAD,
    PAREN,
    SINGLE,
    START,
    SUBSTITUTION,
    TEXT,
    Frame,
    ShellState,
    ends,
)
from indexer.syntax.statements.shell.words import KEYWORD_AHEAD, SUBSTITUTED, SUMMED

_COMMAND_ROW = dotall(rb"[ \t]*+(?!" + KEYWORD_AHEAD + rb")[\w$\"'./:-]")
_NOT_TEXT = dotall(rb"`|\$\(|\\[\r\n]")  # what may be more than text in a body
_ALL_TICKED = rb"`(?:[^`\\<\n]|<(?!<)|\\[^\n])*+`"
_TEXT_ROWS = re.compile(
    rb"(?:(?:[^`\\$\n]++|\\[^\n]|\$(?!\()|" + rb"|".join((SUMMED, SUBSTITUTED, _ALL_TICKED)) + rb")*+\n)*+"
)
_INSIDE = {
    SINGLE: dotall(rb"[^']*+"),
    DOUBLE: IN_DOUBLE,
    ARRAY: IN_ARRAY,
}
_BODIES = {
    (IF_HEAD, START, b"then"): IF_BODY,
    (LOOP_HEAD, START, b"do"): LOOP_BODY,
    (FOR_HEAD, START, b"do"): LOOP_BODY,
    (FUNCTION_HEAD, FUNCTION_BODY, b"{"): BRACE,
}
_FORGOTTEN = frozenset((IF_BODY, IF_HEAD, LOOP_BODY, LOOP_HEAD, BRACE))
_WITH_COMMANDS = frozenset((FILE, CASE, PAREN, SUBSTITUTION))
_FARTHEST = 16_000  # how many bytes a skip may pass; an edit goes through all of them again
_MOST_SKIPPED = 100


class ShellLexer(Lexer):
    """Reads shell, line by line."""

    signs = HEREDOCS.signs

    @property
    def initial(self) -> State:
        return INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, ShellState)
        frames, place, word, pending, ticks = state
        kind = frames[-1][0] if frames else FILE
        plain: tuple[State, list[Event]] | None = None
        events: list[Event]
        if word or ticks:
            pass
        elif pending:
            if kind == TEXT and not hold:
                plain = text_line(text, state)
        elif kind <= PAREN:
            if place == START:
                if kind == BRACE and b" } " in text:
                    pass
                elif b"<<" in text and (match := HEREDOC_LINE.fullmatch(text)) is not None:
                    plain = heredoc_line(match, state)
                elif (match := SIMPLE_LINE.fullmatch(text)) is None:
                    match = BLOCK_LINE.fullmatch(text)
                    if match is not None:
                        plain = block_line(match, state, kind)
                elif match.lastindex is None:
                    return state, []
                elif match.lastindex == 1:
                    return state, [(BEGIN, match.start(1), None), (END, match.end(1), None)]
                elif kind == CASE:
                    events = [(BEGIN, match.start(1), None), (END, match.end(1), None)]
                    plain = ShellState(frames, ARM, False, (), False), events
            elif place == ARM:
                match = ARM_LINE.fullmatch(text)
                if match is not None:
                    plain = arm_line(match, state)
                elif text.strip(b" \t") == b"esac":
                    match = BLOCK_LINE.fullmatch(text)
                    assert match is not None
                    plain = block_line(match, state, kind)
        elif kind <= FUNCTION_HEAD:
            body = _BODIES.get((kind, place, text.strip(b" \t")))
            if body is not None:
                return ShellState((*frames[:-1], Frame(body, frames[-1][1])), START, False, (), False), []
        elif kind in _INSIDE and _INSIDE[kind].fullmatch(text):
            return state, []
        return plain or Line(text, state).read(hold)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, ShellState)
        return tuple(opener for _, opener in state.pending)

    def drop(self, state: State) -> State:
        assert isinstance(state, ShellState)
        if not state.pending:
            return state
        frames, place, word, pending, ticks = state
        level = pending[0][0]
        pending = pending[1:]
        if len(frames) > level:
            for index in range(level, len(frames)):
                if frames[index].kind == TEXT:
                    place, word = frames[index].back, False
                    frames = frames[:index]
                    ticks = any(frame.kind == BACKTICK for frame in frames)
                    if pending and pending[0][0] == level:
                        frames = (*frames, Frame(TEXT, place, opener=pending[0][1]))
                    break
        return ShellState(frames, place, word, pending, ticks)

    def ends(self, text: bytes, opener: Opener) -> bool:
        return ends(text, opener)

    def settled(self, state: State) -> bool:
        assert isinstance(state, ShellState)
        # A continued line may part `<<` from its word, with quotes in between.
        return not state.pending and state.place < DELIMITER and all(back < DELIMITER for _, back, *_ in state.frames)

    def closed(self, state: State) -> bool:
        assert isinstance(state, ShellState)
        return not state.frames

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, ShellState)
        frame = state.frames[-1] if state.frames else None
        if frame is None or frame.opener is None or frame.joined or len(state.pending) > 1:
            return start
        if not frame.opener.interpolated:
            return end
        if text.find(b"\r", start, end) >= 0:
            return row_before(_NOT_TEXT, text, start, end)
        match = _TEXT_ROWS.match(text, start, end)
        assert match is not None
        return match.end()

    def skip(self, text: bytes, at: int, end: int, state: State) -> tuple[int, State]:
        assert isinstance(state, ShellState)
        return skip(text, at, end, state)

    def plain_heredoc(self, text: bytes, start: int, body: int, state: State) -> PlainHeredoc | None:
        assert isinstance(state, ShellState)
        frames, place, word, _, ticks = state
        kind = frames[-1].kind if frames else FILE
        if place != START or word or ticks or kind > PAREN:
            return None
        row = text[start : body - 1]
        match = HEREDOC_LINE.fullmatch(row) if b"<<" in row and (kind != BRACE or b" } " not in row) else None
        declaration = heredoc_line(match, state) if match is not None else None
        if declaration is None:
            return None
        opener = declaration[0].pending[0][1]
        found = terminator(text, body - 1, opener)
        if found is None:
            return None
        terminator_start, terminator_end = found
        if opener.interpolated and any(text.find(sign, body, terminator_start) >= 0 for sign in (b"`", b"$(", b"\\\n")):
            rows = _TEXT_ROWS.match(text, body, terminator_start)
            if rows is None or rows.end() < terminator_start:
                return None
        events: list[Event] = [(TERMINATOR, terminator_end - terminator_start, None)]
        return PlainHeredoc(declaration, terminator_start, terminator_end, (state, events))

    @property
    def lean(self) -> Lexer:
        return _LEAN


class _LeanShellLexer(ShellLexer):
    """Reads shell, and forgets at the end of each line which blocks are open.

    What is quoted and where a heredoc is declared do not depend on them. So most lines of a script leave the state as
    it was, and can be passed over in long runs.
    """

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        after, events = super().line(text, state, hold)
        assert isinstance(after, ShellState)
        return (after if after is state else _without_blocks(after)), events

    def skip(self, text: bytes, at: int, end: int, state: State) -> tuple[int, State]:
        assert isinstance(state, ShellState)
        frames, place, word, pending, ticks = state
        kind = frames[-1].kind if frames else FILE
        if kind == SINGLE or word or pending or ticks or len(frames) > _MOST_SKIPPED:
            return skip(text, at, end, state)
        if kind not in _WITH_COMMANDS or (
            place not in (START, ARM) and (place != COMMAND or not _COMMAND_ROW.match(text, at, end))
        ):
            return at, state
        rows = case_rows()
        start, end = at, min(end, at + _FARTHEST)
        while at < end and len(frames) <= _MOST_SKIPPED:
            begin = at
            if place == ARM:
                row = rows[ARM].match(text, at, end)
                if row is None or (row.lastgroup == "esac" and frames[-1] != IN_CASE):
                    break
                if row.lastgroup == "esac":
                    kind = frames[-2].kind if len(frames) > 1 else FILE
                    if kind not in _WITH_COMMANDS:
                        break
                    at, frames, place = row.end(), frames[:-1], START
                    continue
                begin = row.end()
            match = run(kind == CASE).match(text, begin, end)
            if match is not None and match.end() > begin:
                at, place = match.end(), START
            elif place != START:
                break
            row = rows[CASE if kind == CASE else FILE].match(text, at, end)
            if row is None:
                break
            at, place = row.end(), ARM
            if row.lastgroup == "case":
                frames, kind = (*frames, IN_CASE), CASE
        return (start, state) if at == start else (at, ShellState(frames, place, False, (), False))


LEXER = ShellLexer()
_LEAN = _LeanShellLexer()


def _without_blocks(state: ShellState) -> ShellState:
    """The state without the blocks that keywords and braces open. A `case` stays, for its patterns are no code."""
    if not state.frames:
        return state
    kept: list[Frame] = []
    levels = [0]
    for frame in state.frames:
        if frame.kind not in _FORGOTTEN:
            kept.append(frame)
        levels.append(len(kept))
    if len(kept) == len(state.frames):
        return state
    pending = tuple((levels[level], opener) for level, opener in state.pending)
    return ShellState(tuple(kept), state.place, state.word, pending, state.ticks)
