"""Sound code that a grammar stumbles over, made readable for it: a text of equal length, so that offsets hold.

One odd thing in a file is an error in its tree, and hides what is around it. Only what stands inside a token is
changed, so nothing else in the tree is. A language's profile says how; each expression there begins with a literal,
for it runs at every keystroke. What takes longer is asked of each run of rows alone, from one behind a blank row to the
next, so that a key has it done for its own run and for no other.
"""

from __future__ import annotations

import threading
from itertools import pairwise

from indexer.languages.profile import Change, profile_of

_LEAST = 1 << 20  # bytes of runs that are known


class _Known(threading.local):
    """What became of runs of rows lately, in each grammar: a key changes one of them."""

    def __init__(self) -> None:
        self.runs: dict[str, dict[bytes, bytes]] = {}
        self.size = 0

    def of(self, grammar: str, size: int) -> dict[bytes, bytes]:
        """The runs that are known, or none if there are more than a text of this size needs."""
        if self.size > 4 * size + _LEAST:
            self.runs, self.size = {}, 0
        return self.runs.setdefault(grammar, {})


_known = _Known()


def readable(grammar: str, data: bytes) -> bytes:
    """The text as the grammar is to see it, or the text itself."""
    known = profile_of(grammar).grammar
    for change in known.readable:
        data = change(data)
    if not known.readable_apart:
        return data
    cuts = [0, *[match.end() for match in known.apart.finditer(data)], len(data)]
    rows = [data[start:end] for start, end in pairwise(cuts)]
    runs = _known.of(grammar, len(data))
    for new in rows:
        if new not in runs:
            runs[new] = _run(known.readable_apart, new)
            _known.size += len(new)
    changed = b"".join(map(runs.__getitem__, rows))
    return data if changed == data else changed


def _run(changes: tuple[Change, ...], rows: bytes) -> bytes:
    """A run of rows as the grammar is to see it."""
    for change in changes:
        rows = change(rows)
    return rows


def in_known_dialect(grammar: str, data: bytes) -> bytes:
    """A whole text without what only a dialect has that the grammar does not know, or the text itself."""
    change = profile_of(grammar).grammar.dialect
    return data if change is None else change(data)
