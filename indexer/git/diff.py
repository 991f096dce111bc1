"""Which lines of a text are new, and where lines of the old one are gone: as short a difference as there is.

Lines that only one of the texts has are told apart at once; for the others the way of Myers finds the longest common
sequence. Where that takes too long, all that is between what the texts begin and end with counts as changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

_FURTHEST = 1000  # lines that differ though both texts have them


class Gap(NamedTuple):
    """Old lines that are gone without a new one in their place."""

    before: int  # the line of the new text that they stood before
    first: int  # the first of them in the old text
    last: int


class LineChanges(NamedTuple):
    new: list[tuple[int, int]]  # ranges of new lines, the end not included
    gaps: list[Gap]


def lines_of(text: bytes) -> list[bytes]:
    """Lines with their ends; only a line feed ends one."""
    lines = text.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def line_changes(old: Sequence[bytes], new: Sequence[bytes]) -> LineChanges:
    """What changed from one text to another."""
    return _collected(*_marked(old, new))


def carried(changes: LineChanges, middle: Sequence[bytes], new: Sequence[bytes]) -> LineChanges:
    """Changes up to a text, seen in a later one: in the lines that are still there."""
    gone, added = _marked(middle, new)
    kept = (at for at, is_added in enumerate(added) if not is_added)
    place: list[int | None] = [None if is_gone else next(kept) for is_gone in gone]
    rows = [row for first, end in changes.new for at in range(first, end) if (row := place[at]) is not None]
    gaps = []
    for gap in changes.gaps:
        after = next((row for row in place[gap.before :] if row is not None), len(new))
        gaps.append(gap._replace(before=after))
    return LineChanges([(row, row + 1) for row in rows], gaps)


def _marked(old: Sequence[bytes], new: Sequence[bytes]) -> tuple[list[bool], list[bool]]:
    """Which lines of a text are gone, and which of another are new."""
    first, last = 0, 0
    shorter = min(len(old), len(new))
    while first < shorter and old[first] == new[first]:
        first += 1
    while last < shorter - first and old[-1 - last] == new[-1 - last]:
        last += 1
    gone, added = [False] * len(old), [False] * len(new)
    _mark(old, new, range(first, len(old) - last), range(first, len(new) - last), gone, added)
    _slide(old, gone)
    _slide(new, added)
    return gone, added


def _mark(
    old: Sequence[bytes], new: Sequence[bytes], olds: range, news: range, gone: list[bool], added: list[bool]
) -> None:
    """Marks the lines that are not in the longest common sequence of two ranges."""
    in_old, in_new = {old[at] for at in olds}, {new[at] for at in news}
    left = [at for at in olds if old[at] in in_new]
    right = [at for at in news if new[at] in in_old]
    kept = _common([old[at] for at in left], [new[at] for at in right])
    for at in olds:
        gone[at] = True
    for at in news:
        added[at] = True
    for one, other in kept:
        gone[left[one]] = added[right[other]] = False


def _common(old: list[bytes], new: list[bytes]) -> list[tuple[int, int]]:
    """The pairs of a longest common sequence; none if it takes too long to find."""
    reached = defaultdict(int, {1: 0})
    history: list[dict[int, int]] = []
    for distance in range(min(len(old) + len(new), _FURTHEST) + 1):
        history.append(dict(reached))
        for diagonal in range(-distance, distance + 1, 2):
            down = diagonal == -distance or (diagonal != distance and reached[diagonal - 1] < reached[diagonal + 1])
            x = reached[diagonal + 1] if down else reached[diagonal - 1] + 1
            while x < len(old) and 0 <= x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            reached[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return _path(history, len(old), len(new))
    return []


def _path(history: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    """The pairs on the way that was found, from its end."""
    pairs = []
    for distance in range(len(history) - 1, -1, -1):
        reached, diagonal = history[distance], x - y
        down = diagonal == -distance or (
            diagonal != distance and reached.get(diagonal - 1, 0) < reached.get(diagonal + 1, 0)
        )
        before = diagonal + 1 if down else diagonal - 1
        from_x = reached.get(before, 0)
        from_y = from_x - before
        while x > from_x and y > from_y and x > 0 and y > 0:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = from_x, from_y
    return pairs


def _slide(lines: Sequence[bytes], marked: list[bool]) -> None:
    """Moves each run of marked lines, where the same lines could be marked elsewhere, to where a thing begins.

    Of the places that are as good the one begins with the least indented line, and of those the last.
    """
    at = 0
    while at < len(lines):
        if not marked[at]:
            at += 1
            continue
        end = at
        while end < len(lines) and marked[end]:
            end += 1
        low, high = at, end
        while low > 0 and not marked[low - 1] and lines[low - 1] == lines[low - 1 + end - at]:
            low -= 1
        while high < len(lines) and not marked[high] and lines[high] == lines[high - (end - at)]:
            high += 1
        starts = range(low, high - (end - at) + 1)
        best = max(starts, key=lambda start: (-_indent(lines[start]), start))
        for each in range(low, high):
            marked[each] = best <= each < best + end - at
        at = max(high, end)


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 1 << 30


def _collected(gone: list[bool], added: list[bool]) -> LineChanges:
    new: list[tuple[int, int]] = []
    gaps: list[Gap] = []
    old_at = new_at = 0
    while old_at < len(gone) or new_at < len(added):
        old_first, new_first = old_at, new_at
        while old_at < len(gone) and gone[old_at]:
            old_at += 1
        while new_at < len(added) and added[new_at]:
            new_at += 1
        if new_at > new_first:
            new.append((new_first, new_at))
        elif old_at > old_first:
            gaps.append(Gap(new_at, old_first, old_at))
        old_at, new_at = old_at + 1, new_at + 1
    return LineChanges(new, gaps)
