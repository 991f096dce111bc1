"""Which lines, definitions and blocks have a change in them."""

from __future__ import annotations

import numpy as np

from indexer.git.comparison import Changes
from indexer.search.match.nodes import Flags
from indexer.search.match.subjects import FileSubject, NodeSubjects, Subjects
from indexer.text.document_text import Text

_LOOK_BACK = 4096  # bytes between the end of a definition and lines that are gone behind it


def touched(changes: Changes, subjects: Subjects, text: Text) -> Flags:
    """Which subjects have a changed line, or lines that are gone in their middle or at their end."""
    if not changes.any:
        return np.zeros(len(subjects), np.bool_)
    if isinstance(subjects, FileSubject):
        return np.ones(1, np.bool_)
    starts, ends = subjects.starts, np.maximum(subjects.ends, subjects.starts + 1)
    spans = np.array(changes.spans, np.int64).reshape(-1, 2)
    at = np.searchsorted(spans[:, 1], starts, "right")
    limits = np.append(spans[:, 0], np.iinfo(np.int64).max)
    flags: Flags = limits[at] < ends
    cuts = np.array([cut.offset for cut in changes.cuts], np.int64)
    flags |= np.searchsorted(cuts, starts, "right") < np.searchsorted(cuts, ends, "left")
    if isinstance(subjects, NodeSubjects):
        for offset, indent in changes.cuts:
            flags |= _ended(subjects, text, offset, indent)
    return flags


def _ended(subjects: NodeSubjects, text: Text, cut: int, indent: int) -> Flags:
    """Which definitions and blocks end where lines are gone that were indented deeper than they are, as in Python."""
    low = max(0, cut - _LOOK_BACK)
    end = low + len(text.data[low:cut].rstrip())
    flags: Flags = (subjects.ends >= end) & (subjects.ends <= cut) & (subjects.starts < end)
    for at in np.flatnonzero(flags).tolist():
        row = text.row_bytes(text.lines.row_of(int(subjects.starts[at])))
        flags[at] = len(row) - len(row.lstrip()) < indent
    return flags
