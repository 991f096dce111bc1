"""The masked text: a text of equal length in which no heredoc is left for a grammar to stumble over.

Each opener becomes a neutral token of the same length, bodies and terminators become blanks, line ends stay. So
every offset in a tree of the masked text is an offset in the text itself, and an edit inside a body does not
change the masked text beyond its length. The mask never touches code, also where it follows a terminator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from indexer.languages.heredocs import Filler
from indexer.model import Span
from indexer.syntax.statements.lexed_text import DECLARING, ENDING, IN_BODY, INSIDE, rows_marked
from indexer.syntax.statements.lexer import HEREDOC, TERMINATOR, Event, Opener
from indexer.syntax.statements.tracker import StatementTracker

_BLANKS = bytes(byte if byte in b"\r\n" else ord(" ") for byte in range(256))
_INSIDE = rows_marked(INSIDE)
_ENDING = rows_marked(ENDING, unless=INSIDE)
_DECLARING = rows_marked(DECLARING, unless=IN_BODY)
_HEREDOC_ROWS = re.compile(b"(?P<inside>%s+)|(?P<ending>%s)|%s" % (_INSIDE, _ENDING, _DECLARING))
_BODY_ROWS = re.compile(b"(?=%s)%s*(?P<ending>%s)?" % (rows_marked(IN_BODY), _INSIDE, _ENDING))


def mask(text: bytes, tracker: StatementTracker, line_starts: Sequence[int], filler: Filler) -> bytes:
    """The masked text, or the text itself if it declares no heredoc."""
    if not tracker.reading.seen:
        return text
    pieces: list[bytes] = []
    done = 0
    for start, end, stand_in in _stand_ins(text, tracker, line_starts, filler):
        pieces += (text[done:start], stand_in)
        done = end
    if not pieces:
        return text
    pieces.append(text[done:])
    return b"".join(pieces)


def opaque_spans(tracker: StatementTracker, line_starts: Sequence[int]) -> list[Span]:
    """The bytes of heredoc bodies with their terminators, in order."""
    marks, results = tracker.reading.marks, tracker.reading.results
    spans: list[Span] = []
    for match in _BODY_ROWS.finditer(marks):
        row, row_end = match.span()
        if match["ending"]:
            end = line_starts[row_end - 1] + _terminator_column(results[row_end - 1][1])
        else:
            end = line_starts[row_end] if row_end < len(line_starts) else len(tracker.lines.text)
        spans.append(Span(line_starts[row], end))
    return spans


def _stand_ins(
    text: bytes, tracker: StatementTracker, line_starts: Sequence[int], filler: Filler
) -> Iterator[tuple[int, int, bytes]]:
    """What to replace, in order: start, end, and as many bytes to put there."""
    marks, results = tracker.reading.marks, tracker.reading.results
    left_open = False
    for match in _HEREDOC_ROWS.finditer(marks):
        row, row_end = match.span()
        start = line_starts[row]
        if match["inside"]:
            end = line_starts[row_end] if row_end < len(line_starts) else len(text)
            yield start, end, text[start:end].translate(_BLANKS)
            continue
        events = results[row][1]
        if match["ending"]:
            column = _terminator_column(events)
            yield start, start + column, filler.terminator(column, left_open)
        left_open = row_end < len(marks) and marks[row_end] & IN_BODY != 0
        for op, column, opener in events:
            if op == HEREDOC and isinstance(opener, Opener):
                yield start + column, start + opener.end, filler.opener(opener.end - column, left_open)


def _terminator_column(events: Sequence[Event]) -> int:
    return next(column for op, column, _ in events if op == TERMINATOR)
