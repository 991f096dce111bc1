"""A line of shell, token by token. It alone knows everything; all quicker ways come to what it comes to."""

from __future__ import annotations

from indexer.syntax.statements.lexer import BODY, HEREDOC, TERMINATOR, Event, State
from indexer.syntax.statements.shell.commands import Commands
from indexer.syntax.statements.shell.state import (
    ANSI,
    ARITHMETIC,
    ARRAY,
    BACKTICK,
    DOUBLE,
    EXPANSION,
    FILE,
    GLOB,
    OLD_SUM,
    SINGLE,
    SUM,
    TEST,
    TEXT,
    ShellState,
    ends,
)

# Nobody nests so deep; beyond it the rest of a line is not read, which bounds the time that hostile text can take.
_DEEPEST = 200


class Line(Commands):
    """The reading of one line that is not plain."""

    __slots__ = ()

    def read(self, hold: bool) -> tuple[State, list[Event]]:
        frames = self.frames
        if hold and frames and frames[-1].kind == TEXT:
            self.place = frames.pop().back
        if self.ticks:
            self.find_tick()
        quiet = bool(self.pending) and self.terminate()
        self.run()
        events = self.events
        if quiet:
            events = [event for event in events if event[0] in (HEREDOC, TERMINATOR)]
            if not events or events[0][0] != TERMINATOR:
                events.insert(0, (BODY, 0, None))
        return ShellState(tuple(frames), self.place, self.word, tuple(self.pending), self.ticks), events

    def terminate(self) -> bool:
        """Ends the outermost body whose terminator this line is. Returns whether the line lies in a body still."""
        frames, text = self.frames, self.text
        inside = closing = False
        for index, frame in enumerate(frames):
            # What comes after a closing backtick lies outside the bodies that it cuts short.
            closing = closing or (frame.kind == BACKTICK and self.tick)
            opener = frame.opener
            if opener is None:
                continue
            if not frame.joined and ends(text, opener):
                del frames[index:]
                if self.ticks and not closing:
                    self.ticks = any(outer.kind == BACKTICK for outer in frames)
                self.place, self.word = frame.back, False
                self.at = len(opener.terminator)
                if opener.indented:
                    self.at += len(text) - len(text.lstrip(b"\t"))
                self.end_heredocs(self.level() + 1, self.at)
                self.end_first_heredoc(self.at)
                return inside
            inside = inside or not closing
        return inside

    def run(self) -> None:
        frames = self.frames
        while True:
            if self.at >= self.limit:
                if not self.tick:
                    break
                self.close_tick()
                continue
            kind = frames[-1].kind if frames else FILE
            if len(frames) > _DEEPEST:
                self.at = self.limit
            elif kind <= BACKTICK:
                self.commands(kind)
            else:
                _READERS[kind](self)
        if not self.continued:
            self.newline()


_READERS = {
    TEST: Line.in_test,
    ARRAY: Line.in_array,
    GLOB: Line.in_glob,
    DOUBLE: Line.in_double,
    SINGLE: Line.in_single,
    ANSI: Line.in_ansi,
    EXPANSION: Line.in_expansion,
    ARITHMETIC: Line.in_arithmetic,
    SUM: Line.in_arithmetic,
    OLD_SUM: Line.in_arithmetic,
    TEXT: Line.in_text,
}
