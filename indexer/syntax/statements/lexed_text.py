"""A reading: what a lexer said about each line of a text, kept so that an edit re-reads only a few lines.

The lexer knows the language; the reading knows the whole file. So the reading decides what no single line can
tell: a heredoc whose terminator stands nowhere below is *absent* (its opener stays, the lines below are code),
and lines that the tracker gives back to the code around a heredoc are *held* (the body starts after them).

What a grammar needs to know is where the heredocs are. So a reading need not be *whole*: rows that a lexer can skip
are read when someone asks what is in them, and so are the rows below the last sign of a heredoc.

Every decision depends only on the text, never on the edits that led to it: a reading brought up to date with
`edited` equals one made with `scan`. A reading is never changed once made, and it never builds records.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.syntax.statements.lexer import BODY, CLOSE, HEREDOC, OPEN, TERMINATOR, Event, Lexer, Opener, State
from indexer.syntax.statements.pages import Pages

# What a reading adds to a lexer's events, always before them.
ABSENT = 7  # the first pending heredoc has no terminator: from this line on the text is code; value: its Opener
HELD = 8  # this line was read as code, and the body of the first pending heredoc starts below it

# One byte a row says what heredocs have to do with it. It can be searched at the speed of memory and survives
# an edit by copying, where a list of row numbers would have to be shifted.
DECLARING = 1  # declares a heredoc
INSIDE = 2  # lies in a body
ENDING = 4  # holds a terminator; code may follow it, unless it lies in another body
VANISHED = 8  # has an ABSENT event
CLOSING = 16  # the first row of a body that lies in no other, and nothing but closers

# Closing brackets, and the words that close a block in languages that have such words. The lexer has the last
# say on whether a line of them closes anything.
CLOSERS = re.compile(rb"[\s;,]*(?:(?:[)}\]]|(?:end|fi|done|esac)\b)[\s;,]*)+\Z")
_OUTER_CLOSER = re.compile(rb"^(?:[)}\]]|(?:end|fi|done|esac)\b)", re.MULTILINE)

# How often, on average, a row may be read before a body that nothing ends is left as it is.
_MOST_ROUNDS = 8

Result = tuple[State, list[Event]]  # what a lexer says about a line: the state after it, and its events
_UNREAD: list[Event] = []  # stands, as this very object, for the events of a row that was skipped
_BODY_ROW: list[Event] = [(BODY, 0, None)]
_SKIPPED: Result = (None, _UNREAD)  # a row that was skipped, unless the state after it is known


def rows_marked(bits: int, unless: int = 0) -> bytes:
    """A pattern for one row whose mark has one of `bits` and none of `unless`."""
    return b"[%s]" % b"".join(b"\\x%02x" % mark for mark in range(32) if mark & bits and not mark & unless)


IN_BODY = INSIDE | ENDING
_VANISHED_ROW = re.compile(rows_marked(VANISHED))


@dataclass(frozen=True, slots=True)
class Lines:
    """A text and the byte offsets of its rows, which end with `\\n`, `\\r\\n` or `\\r`."""

    text: bytes
    starts: Sequence[int]
    returns: bool = field(init=False)  # there are carriage returns, so some rows may not end with `\n` alone

    def __post_init__(self) -> None:
        object.__setattr__(self, "returns", b"\r" in self.text)

    @property
    def row_count(self) -> int:
        return len(self.starts)

    def content(self, row: int) -> bytes:
        """A row without its line end. A byte order mark reads as blanks, so that columns stay true."""
        content = self.text[self.starts[row] : self.offset(row + 1)].rstrip(b"\r\n")
        return content if row else _without_mark(content)

    def contents(self, row: int, end: int) -> list[bytes]:
        """The rows from `row` up to `end`, without their line ends."""
        if row >= end:
            return []
        rows = self.text[self.starts[row] : self.offset(end)].splitlines()
        if len(rows) < end - row:
            rows.append(b"")
        if not row:
            rows[0] = _without_mark(rows[0])
        return rows

    def offset(self, row: int) -> int:
        """Where a row starts; the end of the text for the row after the last."""
        return self.starts[row] if row < len(self.starts) else len(self.text)

    def row_of(self, offset: int, row: int) -> int:
        """The row that holds an offset, at or below the one given. Counting is fast, and it is rarely far below."""
        if self.returns:
            return bisect_right(self.starts, offset, row) - 1
        return row + self.text.count(b"\n", self.starts[row], offset)

    def last_sign(self, lexer: Lexer, row: int, end: int) -> int:
        """The last row in [row, end) that has the sign of a heredoc, or the row before the first."""
        stop, window = self.offset(end), 4096
        first = self.offset(row)
        while True:
            # Most often it is near the end, so the others need not be found.
            start = self.text.rfind(b"\n", first, max(stop - window, first)) + 1 or first
            signs = deque(lexer.signs.finditer(self.text, start, stop), 1)
            if signs or start == first:
                return bisect_right(self.starts, signs[0].start()) - 1 if signs else row - 1
            window *= 8

    def terminator_row(self, lexer: Lexer, opener: Opener, row: int, end: int) -> int | None:
        """The first row in [row, end) that ends the heredoc. Jumps from one occurrence of the word to the next."""
        text, starts, word = self.text, self.starts, opener.terminator
        stop = self.offset(end)
        while row < end:
            if word:
                offset = text.find(word, starts[row], stop)
                row = self.row_of(offset, row) if offset >= 0 else end
            if row < end and lexer.ends(self.content(row), opener):
                return row
            row += 1
        return None


def _without_mark(content: bytes) -> bytes:
    return b"   " + content[3:] if content.startswith(b"\xef\xbb\xbf") else content


class Reading:
    """The rows of a text as a lexer reads them. Below the last result there are only rows that were not read yet."""

    __slots__ = ("_unclosed", "initial", "marks", "relexed", "results", "rewound", "seen", "whole")

    def __init__(self, initial: State, results: Pages[Result], marks: bytes, seen: int, relexed: int) -> None:
        self.initial = initial
        self.results = results
        self.marks = marks
        self.seen = seen  # all bits that occur in the marks, and perhaps some that no longer do
        self.relexed = relexed  # how many rows were lexed to make this reading
        self.whole = False  # every row was read
        self.rewound = False  # a decision above depended on the reading below it
        self._unclosed: list[int] | None = None

    @classmethod
    def scan(cls, lexer: Lexer, lines: Lines, held: frozenset[int] = frozenset()) -> Reading:
        """Reads as much of a text as it takes to know its heredocs."""
        reader = _RowsReader(lexer, lines, held, 0, lexer.initial)
        while True:
            try:
                reader.read_heredocs(lines.last_sign(lexer, 0, lines.row_count))
                break
            except _Undecided as heredoc:
                reader.rewind(heredoc.body_row)
        marks = reader.marks_read() + bytes(lines.row_count - len(reader.results))
        reading = cls(lexer.initial, Pages.of(reader.results), marks, reader.seen, reader.relexed)
        reading.rewound = reader.rewinds > 0
        return reading

    def completed(self, lexer: Lexer, lines: Lines) -> Reading:
        """The reading with what was left out. There are no heredocs in it, so nothing is left to decide."""
        if self.whole:
            return self
        results = list(self.results)
        read = len(results)
        state = self.initial
        for row, content in enumerate(lines.contents(0, lines.row_count)):
            if row >= read:
                result = lexer.line(content, state)
                results.append(result)
            elif results[row][1] is _UNREAD:
                result = results[row] = lexer.line(content, state)
            else:
                result = results[row]
            state = result[0]
        reading = Reading(self.initial, Pages.of(results), self.marks, self.seen, self.relexed)
        reading.whole = True
        reading.rewound = self.rewound
        return reading

    def edited(
        self, lexer: Lexer, lines: Lines, first_row: int, old_row_end: int, new_row_end: int, held: frozenset[int]
    ) -> Reading:
        """The reading after rows [first_row, old_row_end) were replaced by rows [first_row, new_row_end)."""
        if not self.rewound:
            start = self._first_row_affected(lexer, lines, first_row, new_row_end)
            for row in (self._known_row(start), self._quiet_row(lexer, start)):
                try:
                    return self._reread(lexer, lines, row, start, old_row_end, new_row_end, held)
                except _Undecided:
                    continue
        fresh = Reading.scan(lexer, lines, held)
        return fresh.completed(lexer, lines) if self.whole else fresh

    def state_before(self, row: int) -> State:
        """The state before a row, where it is known."""
        return self.results[row - 1][0] if row else self.initial

    def final_state(self, lexer: Lexer, lines: Lines) -> State:
        """The state where the text ends, found by skipping over rows that were not read."""
        read = len(self.results)
        if read == lines.row_count:
            return self.state_before(read)
        reader = _RowsReader(lexer, lines, frozenset(), read, self.state_before(read))
        reader.read_heredocs(lines.row_count)
        return reader.state

    def unclosed(self) -> list[int]:
        """The rows where the blocks left open at the end of the text were opened, outermost first."""
        assert self.whole
        if self._unclosed is None:
            rows: list[int] = []
            closed = 0
            row = len(self.results)
            for _, events in self.results.reversed_from_end():
                row -= 1
                for op, _, _ in reversed(events):
                    if op == CLOSE:
                        closed += 1
                    elif op == OPEN and closed:
                        closed -= 1
                    elif op == OPEN:
                        rows.append(row)
            rows.reverse()
            self._unclosed = rows
        return self._unclosed

    def _first_row_affected(self, lexer: Lexer, lines: Lines, first_row: int, new_row_end: int) -> int:
        """The first row that reads differently: above the edit where the new rows end a heredoc that had no end."""
        if not self.seen & VANISHED:
            return first_row
        for match in _VANISHED_ROW.finditer(self.marks, 0, first_row):
            for op, _, opener in self.results[match.start()][1]:
                if op != ABSENT or not isinstance(opener, Opener):
                    continue
                if lines.terminator_row(lexer, opener, first_row, new_row_end) is not None:
                    return match.start()
        return first_row

    def _known_row(self, row: int) -> int:
        """The last row at or above `row` before which the state is known."""
        row = min(row, len(self.results))
        while row and self.results[row - 1] is _SKIPPED:
            row -= 1
        return row

    def _next_known_row(self, row: int) -> int:
        """The first row below `row` before which the state is known, or the end of what was read."""
        row += 1
        while row < len(self.results) and self.results[row - 1] is _SKIPPED:
            row += 1
        return row

    def _quiet_row(self, lexer: Lexer, row: int) -> int:
        """The last row at or above `row` before which the state is known and has no heredoc pending."""
        row = self._known_row(row)
        while lexer.pending(self.state_before(row)):
            row = self._known_row(row - 1)
        return row

    def _reread(
        self, lexer: Lexer, lines: Lines, row: int, start: int, old_row_end: int, new_row_end: int, held: frozenset[int]
    ) -> Reading:
        """Reads again from `row` on, where the state is known; `start` is the first row that may read differently."""
        shift = new_row_end - old_row_end
        read = len(self.results)
        reader = _RowsReader(lexer, lines, held, row, self.state_before(row))
        reader.follow(self.marks[row - 1] if row else 0)
        last_sign = lines.row_count if self.whole else lines.last_sign(lexer, row, max(new_row_end, read + shift))
        end = row
        as_before = False
        while end < lines.row_count and not (end > last_sign and lexer.settled(reader.state)):
            as_before = end >= new_row_end and end - shift <= read and self._goes_on_from(reader, row, end, end - shift)
            if as_before:
                break
            if self.whole:
                end = max(end + 1, new_row_end)
                reader.read(end)
            elif end < new_row_end:
                end = reader.step(start if end < start else new_row_end)
            else:
                end = reader.step(self._next_known_row(end - shift) + shift)
        if as_before:
            marks = self.marks[:row] + reader.marks_read() + self.marks[end - shift :]
            results = self.results.spliced(row, end - shift, reader.results)
        else:
            marks = self.marks[:row] + reader.marks_read() + bytes(lines.row_count - end)
            results = self.results.spliced(row, read, reader.results)
        reading = Reading(self.initial, results, marks, self.seen | reader.seen, reader.relexed)
        reading.whole = self.whole
        if as_before and self._unclosed == []:
            # The reading goes on as before from a state with as many open blocks, so none is left open in the end.
            reading._unclosed = []
        return reading

    def _goes_on_from(self, reader: _RowsReader, start: int, end: int, old_end: int) -> bool:
        """Whether what a reader has read from row `start` to `end` goes on as this reading does from `old_end`."""
        if old_end and (self.results[old_end - 1] is _SKIPPED or reader.state != self.state_before(old_end)):
            return False
        if not reader.lexer.pending(reader.state):
            return True
        # A state may not tell whether a body goes on or is only about to begin, but the row above does.
        above = reader.marks[end - 1 - start] if end > start else self.marks[end - 1]
        old_above = self.marks[old_end - 1]
        both = (above & IN_BODY, old_above & IN_BODY)
        return both == (0, 0) or (both == (INSIDE, INSIDE) and not (above | old_above) & DECLARING)


def closes_below(lexer: Lexer, lines: Lines, row: int) -> bool:
    """Whether at some place below a row no block is open, so that all blocks opened above it are closed."""
    reader = _RowsReader(lexer, lines, frozenset(), 0, lexer.initial)
    try:
        reader.read_heredocs(row)
        row = len(reader.results)
        while row < lines.row_count and not lexer.closed(reader.state):
            # An outermost block most often ends with a closer that is not indented, and the next one may follow it.
            closer = _OUTER_CLOSER.search(lines.text, lines.starts[row])
            end = lines.row_of(closer.start(), row) + 1 if closer else lines.row_count
            while row < end:
                row = reader.step(end)
    except _Undecided:
        return False
    return lexer.closed(reader.state)


class _Undecided(Exception):
    """A heredoc has no terminator below although its body has begun, at `body_row` if that is known."""

    def __init__(self, body_row: int | None) -> None:
        super().__init__(body_row)
        self.body_row = body_row


class _RowsReader:
    """Reads rows in order from a given row and state on, and decides which heredocs there are.

    A pending heredoc is told from the others by its *rank*, the number of heredocs pending from it on: nothing
    is ever added behind a heredoc whose body has begun, since what its body declares comes before it.
    """

    def __init__(self, lexer: Lexer, lines: Lines, held: frozenset[int], row: int, state: State) -> None:
        self.lexer = lexer
        self.lines = lines
        self.held = held
        self.first = row
        self.state = state
        self.results: list[Result] = []
        self.marks = bytearray(lines.row_count - row)
        self.seen = 0
        self.relexed = 0
        self.skips = type(lexer).skip is not Lexer.skip and not lines.returns
        self.pending_above = len(lexer.pending(state))  # up to this rank a body may have begun above the first row
        self.begun: list[tuple[int, int | None]] = []  # rank and first row of the bodies begun, innermost last
        self.end_row = -1  # the terminator of the innermost body, where it has been looked up
        self.rewinds = 0
        self.dropped_late: dict[int, int] = {}  # how many heredocs turned out to have no terminator, by body row
        self.missing: dict[tuple[bytes, bool, bool], int] = {}  # no terminator like this from that row on

    def follow(self, mark_above: int) -> None:
        """Takes from the mark of the row above whether a body has begun, if it says so without doubt."""
        if not mark_above & IN_BODY:
            self.pending_above = 0
        elif self.pending_above and mark_above & (ENDING | DECLARING):
            raise _Undecided(None)
        elif self.pending_above:
            self.begun.append((self.pending_above, None))
            self.pending_above -= 1

    def read(self, end: int) -> None:
        """Reads every row up to row `end`."""
        row = start = self.first + len(self.results)
        try:
            for content in self.lines.contents(row, end):
                self._read_row(row, content)
                row += 1
        finally:
            self.relexed += row - start
        if row == self.lines.row_count:
            self._check_end()

    def step(self, limit: int) -> int:
        """Skips rows if it can, none from row `limit` on, or else reads one. Returns the next row."""
        row = self.first + len(self.results)
        start = self.lines.offset(row)
        if self.begun or not self.skips or self._skip(start, self.lines.offset(limit)) == start:
            self.read(row + 1)
        return self.first + len(self.results)

    def read_heredocs(self, last_row: int) -> None:
        """Reads on until `last_row` is passed and no heredoc pending; skips what the lexer can tell to have none."""
        lexer, lines, results, row_count = self.lexer, self.lines, self.results, self.lines.row_count
        text, skips = lines.text, self.skips
        ends_with_newline = not lines.returns
        row = self.first + len(results)
        start = lines.offset(row)
        while row < row_count and not (row > last_row and lexer.settled(self.state)):
            if self.begun or skips:
                start = self._pass(row, start, last_row)
                passed, row = row, self.first + len(results)
                # What was in the way of going on is still there, so the next row is read at once.
                if row > passed and row > min(last_row, row_count - 1):
                    continue
            if ends_with_newline and row + 1 < row_count and row:
                end = text.index(b"\n", start) + 1
                content = text[start : end - 1]
            else:
                end = lines.offset(row + 1)
                content = lines.content(row)
            self._read_row(row, content)
            self.relexed += 1
            row += 1
            start = end
        if row == row_count:
            self._check_end()

    def _read_row(self, row: int, content: bytes) -> None:
        result = self.lexer.line(content, self.state)
        events = result[1]
        if events and events[0][0] >= BODY:
            result = self._read_body_row(row, content, self.state, result)
        self.results.append(result)
        self.state = result[0]

    def _pass(self, row: int, start: int, last_row: int) -> int:
        """Passes over rows that need not be read one by one, up to one below `last_row`. Returns where it starts."""
        if self.begun:
            return self._pass_body(row, start) if row < self.end_row < self.lines.row_count else start
        while row <= last_row:
            end = self._skip(start, len(self.lines.text))
            start = self._pass_heredoc(self.first + len(self.results), end)
            if start == end:
                break
            row = self.first + len(self.results)
        return start

    def _skip(self, start: int, limit: int) -> int:
        """Passes over the rows from `start` on that the lexer can skip. Returns where the next one starts."""
        text = self.lines.text
        end, self.state = self.lexer.skip(text, start, limit, self.state)
        if end > start:
            self.results += [_SKIPPED] * (text.count(b"\n", start, end) - 1)
            self.results.append((self.state, _UNREAD))
        return end

    def _pass_body(self, row: int, start: int) -> int:
        """Passes over rows of a body that are nothing but text. Returns where the next one starts."""
        lines = self.lines
        body_end = lines.offset(self.end_row)
        end = self.lexer.quiet_until(lines.text, start, body_end, self.state)
        if end > start:
            row_end = self.end_row if end == body_end else lines.row_of(end, row)
            self.results += [(self.state, _BODY_ROW)] * (row_end - row)
            self.marks[row - self.first : row_end - self.first] = bytes((INSIDE,)) * (row_end - row)
        return end

    def _pass_heredoc(self, row: int, start: int) -> int:
        """Passes over a heredoc if the lexer can do so in one go, from its declaration on. Returns as `_pass` does."""
        text = self.lines.text
        body = text.find(b"\n", start) + 1
        # What has been decided of a body has to be heeded, and a terminator that is missing is not to be sought again.
        if not body or not row or self.held or self.dropped_late or self.missing or self.lexer.pending(self.state):
            return start
        plain = self.lexer.plain_heredoc(text, start, body, self.state)
        if plain is None:
            return start
        declaration, terminator_start, terminator_end, terminator = plain
        rows = text.count(b"\n", body, terminator_start)
        marks = bytearray((DECLARING, *(INSIDE,) * rows, ENDING))
        if rows and CLOSERS.match(text, body, text.index(b"\n", body)):
            marks[1] |= CLOSING
            self.seen |= CLOSING
        self.seen |= DECLARING | ENDING | (INSIDE if rows else 0)
        at = row - self.first
        self.marks[at : at + len(marks)] = marks
        self.results += [declaration, *((declaration[0], _BODY_ROW),) * rows, terminator]
        self.state = terminator[0]
        self.relexed += 2
        return terminator_end + 1

    def may_rewind(self) -> bool:
        """Whether a body may still be reconsidered; else it keeps the rest of the text, which bounds the work."""
        return self.relexed <= _MOST_ROUNDS * self.lines.row_count

    def rewind(self, body_row: int | None) -> None:
        """Goes back to the row where a body began that nothing ends, to read it without that heredoc.

        This is rare: the terminator exists, but lies in the body of another heredoc that the first one's body
        declares, or only the lexer can tell what ends the heredoc.
        """
        row = body_row or 0
        del self.results[row - self.first :]
        self.marks[row - self.first :] = bytes(self.lines.row_count - row)
        self.state = self.results[-1][0] if self.results else self.lexer.initial
        self.begun.pop()
        self.end_row = -1
        self.rewinds += 1
        self.dropped_late = {above: count for above, count in self.dropped_late.items() if above <= row}
        self.dropped_late[row] = self.dropped_late.get(row, 0) + 1

    def marks_read(self) -> bytes:
        """The marks of the rows read so far."""
        self._mark_declarations(self.first + len(self.results), len(self.lexer.pending(self.state)))
        return bytes(self.marks[: len(self.results)])

    def _check_end(self) -> None:
        """Sees to it that no body is open where the text ends."""
        if self.begun and self.may_rewind():
            raise _Undecided(self.begun[-1][1])
        if self.pending_above and self.lexer.pending(self.state):
            raise _Undecided(None)

    def _read_body_row(self, row: int, content: bytes, state: State, result: Result) -> Result:
        decisions: list[Event] = []
        mark = 0
        while row > self.end_row and _is_body(result):
            pending = self.lexer.pending(state)
            rank = len(pending)
            begun = bool(self.begun) and self.begun[-1][0] == rank
            if not begun:
                if rank <= self.pending_above:
                    raise _Undecided(None)
                self._mark_declarations(row, rank)
                if row in self.held:
                    decisions.append((HELD, 0, None))
                    result = self.lexer.line(content, state, True)
                    break
            opener = pending[0]
            end_row = self._terminator_row(opener, row)
            if end_row is not None and not begun and len(decisions) < self.dropped_late.get(row, 0):
                end_row = None
            if end_row is None and begun:
                if self.may_rewind():
                    raise _Undecided(self.begun[-1][1])
                end_row = self.lines.row_count
            if end_row is not None:
                self.end_row = end_row
                if not begun:
                    if not self.begun and row < end_row and CLOSERS.match(content):
                        mark |= CLOSING
                    self.begun.append((rank, row))
                break
            decisions.append((ABSENT, 0, opener))
            mark |= VANISHED
            state = self.lexer.drop(state)
            result = self.lexer.line(content, state)
        if _is_body(result):
            mark |= self._enter_body_row(result[1])
        self.marks[row - self.first] = mark
        self.seen |= mark
        return (result[0], decisions + result[1]) if decisions else result

    def _enter_body_row(self, events: list[Event]) -> int:
        """Follows what a row of a body says of heredocs; returns its mark."""
        mark = 0
        for op, _, _ in events:
            if op == BODY:
                mark |= INSIDE
            elif op == TERMINATOR:
                mark |= ENDING
                self.end_row = -1
                if self.begun:
                    self.begun.pop()
            elif op == HEREDOC:
                self.end_row = -1
                mark |= DECLARING
        return mark

    def _terminator_row(self, opener: Opener, row: int) -> int | None:
        if type(opener) is not Opener:
            # A lexer gives its own kind of opener to a heredoc that more than its terminator can end.
            return self.lines.row_count
        kind = opener[1:]
        if row >= self.missing.get(kind, row + 1):
            return None
        found = self.lines.terminator_row(self.lexer, opener, row, self.lines.row_count)
        if found is None:
            self.missing[kind] = row
        return found

    def _mark_declarations(self, row: int, pending: int) -> None:
        """Marks the rows above `row` that declare the pending heredocs.

        Looking back from a body is cheaper than looking for declarations among the events of every row.
        """
        while pending > 0 and row > self.first:
            row -= 1
            if self.marks[row - self.first] & IN_BODY:
                break
            declared = sum(event[0] == HEREDOC for event in self.results[row - self.first][1])
            if declared:
                self.marks[row - self.first] |= DECLARING
                self.seen |= DECLARING
                pending -= declared


def _is_body(result: Result) -> bool:
    events = result[1]
    return bool(events) and events[0][0] >= BODY
