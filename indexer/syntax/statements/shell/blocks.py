"""What is open on a line of shell: blocks, statements, and the heredocs that wait for their bodies."""

from __future__ import annotations

from indexer.syntax.statements.lexer import BEGIN, CLOSE, END, OPEN, TERMINATOR, Event
from indexer.syntax.statements.shell.patterns import TEXTS
from indexer.syntax.statements.shell.state import (
    AFTER,
    ARGUMENT,
    ARM,
    ARRAY,
    BACKTICK,
    CASE_IN,
    FILE,
    FUNCTION_BODY,
    FUNCTION_HEAD,
    GLOB,
    PAREN,
    PATTERN,
    START,
    SUBJECT,
    SUBSTITUTION,
    TEXT,
    Frame,
    ShellState,
)


class Blocks:
    """A line as far as it was read: a place in its bytes, and the state as it changes."""

    __slots__ = (
        "at",
        "braces",
        "continued",
        "end",
        "events",
        "frames",
        "limit",
        "pending",
        "place",
        "text",
        "tick",
        "ticks",
        "word",
    )

    def __init__(self, text: bytes, state: ShellState) -> None:
        self.text = text
        self.at = 0
        self.limit = self.end = len(text)  # the end is that of the code, before a comment
        self.tick = False  # the limit is a backtick that closes the substitution we are in
        frames, self.place, self.word, pending, self.ticks = state
        self.frames = list(frames)
        self.pending = list(pending)
        self.events: list[Event] = []
        self.continued = False
        self.braces = 0  # braces opened on this line

    def end_heredocs(self, level: int, at: int) -> None:
        """Ends the heredocs whose text is over, terminated or not."""
        while self.pending and self.pending[0][0] >= level:
            self.end_first_heredoc(at)

    def end_first_heredoc(self, at: int) -> None:
        del self.pending[0]
        self.events.append((TERMINATOR, at, None))

    def find(self, kinds: frozenset[int], crossed: frozenset[int]) -> int | None:
        """The innermost open frame of these kinds, if only frames that may lack their end lie inside it."""
        frames = self.frames
        for index in range(len(frames) - 1, -1, -1):
            kind = frames[index].kind
            if kind in kinds:
                return index
            if kind not in crossed:
                return None
        return None

    def open(self, kind: int, name: str, at: int, back: int) -> None:
        self.events.append((OPEN, at, name))
        self.frames.append(Frame(kind, back))
        self.place = START
        self.word = False

    def open_function(self, at: int, kind: int) -> None:
        if self.place == START and kind <= PAREN:
            self.events.append((BEGIN, at, None))
        self.open(FUNCTION_HEAD, "function", at, AFTER)
        self.place = FUNCTION_BODY

    def close(self, index: int, at: int, end: int) -> None:
        """Closes the frame at `index`, and those inside it, with a token from `at` to `end`."""
        frames = self.frames
        open_statement = self.place not in (START, SUBJECT, CASE_IN, ARM, PATTERN)
        while len(frames) > index:
            kind = frames[-1].kind
            if kind <= PAREN and open_statement:
                self.end_event(at)
            if kind <= FUNCTION_HEAD:
                self.events.append((CLOSE, end if len(frames) == index + 1 else at, None))
            elif kind == SUBSTITUTION and self.pending:
                self.release(len(frames))
            self.place = frames.pop().back
            open_statement = True
        self.word = False

    def release(self, level: int) -> None:
        """Hands the heredocs of a substitution that closes to the text around it, where bash reads them."""
        outer = self.level(level - 1)
        self.pending = [(outer if depth == level else depth, opener) for depth, opener in self.pending]

    def level(self, below: int | None = None) -> int:
        """How many frames lie around the text that heredocs are read from now."""
        frames = self.frames
        for index in range(len(frames) if below is None else below, 0, -1):
            if frames[index - 1].kind in TEXTS:
                return index
        return 0

    def gather(self) -> None:
        """At a newline: the body of the first heredoc declared in this text is next."""
        if self.pending and self.pending[0][0] == self.level():
            self.frames.append(Frame(TEXT, self.place, opener=self.pending[0][1]))

    def newline(self) -> None:
        frames = self.frames
        while frames and frames[-1].kind == GLOB and not frames[-1].depth:
            # Only zsh has parentheses in plain words, and it closes them on the line.
            self.place = frames.pop().back
        kind = frames[-1].kind if frames else FILE
        self.word = False
        if kind > ARRAY:
            if kind == TEXT and self.pending:
                self.gather()
            return
        if kind <= BACKTICK and (self.place == ARGUMENT or self.place == AFTER):
            self.end_statement(self.end, kind)
        if self.pending:
            self.gather()

    def end_statement(self, at: int, kind: int) -> None:
        if kind == FUNCTION_HEAD:
            self.close(len(self.frames) - 1, at, at)
            kind = self.frames[-1].kind if self.frames else FILE
        if kind <= PAREN and self.place != START:
            self.end_event(at)
        self.place = START

    def end_event(self, at: int) -> None:
        at = len(self.text[:at].rstrip(b" \t"))
        # With nothing before it, the statement ended on the line above, with a backslash that joins nothing to it.
        back = None if at else 1
        if self.events:
            at = max(at, self.events[-1][1])
        self.events.append((END, at, back))
