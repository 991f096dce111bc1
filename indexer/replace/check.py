"""The check that a file is not broken: what its grammars could read before, they can read after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from indexer.model import Span
from indexer.replace.edits import Back, Edit
from indexer.search.run.corpus import Candidate
from indexer.text.document_text import Text


class Breakage(NamedTuple):
    """That code would not parse any more: what to say, and the place in the text as it is now."""

    message: str
    span: Span


def breakage(candidate: Candidate, edits: Sequence[Edit], new: bytes) -> Breakage | None:
    """The first place that the edits would break. What was broken before is not judged."""
    after = candidate.with_text(new).faults()
    if not after:
        return None
    before = candidate.faults() or ()
    back = Back(edits)
    for fault in after:
        low, high = back.before(fault.around.start).start, back.before(fault.around.end).end
        if any(low <= known.span.start <= high for known in before):
            continue
        place = back.before(fault.span.start)
        row = Text.of(new).lines.row_of(fault.span.start) + 1
        now = candidate.text.lines.row_of(_nearest(edits, place.start)) + 1
        message = f"line {now}: the change would break the {fault.language or 'code'} (line {row} after it); left alone"
        return Breakage(message, place)
    return None


def _nearest(edits: Sequence[Edit], offset: int) -> int:
    """Where the edit begins that is most likely to blame for what is wrong at an offset."""
    return min((edit.span.start for edit in edits), key=lambda start: (abs(start - offset), start), default=offset)
