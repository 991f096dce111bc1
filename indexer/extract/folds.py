"""Folds: what an editor can collapse. The row with the closing delimiter stays visible, ranges never cross.

A definition whose signature spans rows is one fold: it begins where the name is, so that the name stays visible, and
what could be folded within the signature (parameters, bases, a `where` clause) is none of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from indexer.extract.structure import Items, Spot
from indexer.model import Fold, HeredocBody
from indexer.text.document_text import Text

Runs = list[tuple[int, int]]  # first and last rows

_REGION_START = re.compile(rb"^\W*(?:pragma\s+)?region\b|\{\{\{")
_REGION_END = re.compile(rb"^\W*(?:pragma\s+)?end\s?region\b|\}\}\}")
_EXAMPLE = re.compile(rb"\{\{\{(?:[^{}]++|\{(?!\{\{)|\}(?!\}\}))*+\}\}\}")


def folds(text: Text, pieces: Iterable[tuple[Items, int]], extra: Iterable[Fold] = ()) -> list[Fold]:
    """The folds of a text from its structure items, with folds found by other means (heredocs) among them."""
    pieces = list(pieces)
    imports = [
        (spot.start + shift, spot.end + shift)
        for items, shift in pieces
        for spot in items.spots
        if spot.kind == "import"
    ]
    regions = region_folds(region_marks(text, pieces))
    return without_crossings([*extra, *raw_folds(text, pieces), *regions, *import_folds(text, imports)])


def raw_folds(text: Text, pieces: Sequence[tuple[Items, int]]) -> list[Fold]:
    """The folds of a text, which may cross each other, without those over imports and those that people have marked."""
    return code_folds(text, pieces) + comment_folds(comment_runs(text, pieces))


def code_folds(text: Text, pieces: Iterable[tuple[Items, int]]) -> list[Fold]:
    """The same, without those over comments."""
    found: list[Fold] = []
    new = tuple.__new__  # half of what it costs to call the class of a named tuple
    for items, shift in pieces:
        spots = items.spots
        if signatures := _signatures(text.data, items, shift):
            spots = list(_with_signatures(spots, signatures))
        # There are thousands of them, and most are on one row: whatever can be done for all at once is.
        spots = [spot for spot in spots if spot[2] != "comment" and spot[2] != "import"]
        firsts = text.lines.rows_of([spot[3] + shift for spot in spots])
        lasts = text.lines.rows_of([max(spot[1] - 1, spot[0]) + shift for spot in spots])
        found += [
            new(Fold, (first, last - spot[4], "code"))
            for spot, first, last in zip(spots, firsts, lasts, strict=True)
            if first < last
        ]
    return found


def comment_runs(text: Text, pieces: Iterable[tuple[Items, int]]) -> Runs:
    """The first and the last row of comments on rows that follow each other. A comment behind code belongs to that."""
    lines, data = text.lines, text.data
    found: Runs = []
    for items, shift in pieces:
        spots = [spot for spot in items.spots if spot[2] == "comment"]
        rows = lines.rows_of([spot[0] + shift for spot in spots])
        ends = lines.rows_of([max(spot[1] - 1, spot[0]) + shift for spot in spots])
        starts = lines.starts_of(rows)
        found += [
            (row, end)
            for spot, row, end, start in zip(spots, rows, ends, starts, strict=True)
            if not data[start : spot[0] + shift].strip()
        ]
    return united_runs(found)


def united_runs(runs: Iterable[tuple[int, int]]) -> Runs:
    """Runs of rows, in order, those that follow each other as one."""
    found: Runs = []
    first = last = -2
    for row, end in runs:
        if row <= last + 1:
            last = max(end, last)
            continue
        if first >= 0:
            found.append((first, last))
        first, last = row, end
    if first >= 0:
        found.append((first, last))
    return found


def comment_folds(runs: Runs) -> list[Fold]:
    """The folds over comments."""
    return [Fold(first, last, "comment") for first, last in runs if first < last]


def _with_signatures(spots: Iterable[Spot], signatures: list[tuple[int, int]]) -> Iterator[Spot]:
    """The spots without those within a signature; the body of a definition hangs from its name."""
    seen = -1  # the last body: what else begins with it is inside of it
    for spot in spots:
        start = spot[0]
        if at := bisect_right(signatures, (start,)):
            name, body = signatures[at - 1]
            if start == body != seen and spot.kind == "fold":
                seen = body
                spot = spot._replace(head=min(spot.head, name))
            elif name < start and spot.reach <= body and spot[2] != "comment" and spot[2] != "import":
                continue
        yield spot


def import_folds(text: Text, imports: list[tuple[int, int]]) -> list[Fold]:
    """The folds over imports that follow each other, with nothing but blanks and semicolons between them."""
    lines, data = text.lines, text.data
    found: list[Fold] = []
    first = last = -1  # the rows of those so far
    previous_end = 0
    for start, end in imports:
        row, end_row = lines.row_of(start), lines.row_of(max(end - 1, start))
        if first >= 0 and (row <= last + 1 or not data[previous_end:start].strip(b" \t\r\n;")):
            last = max(end_row, last)
        else:
            if last > first:
                found.append(Fold(first, last, "imports"))
            first, last = row, end_row
        previous_end = end
    if last > first:
        found.append(Fold(first, last, "imports"))
    return found


def region_marks(text: Text, pieces: Iterable[tuple[Items, int]]) -> Iterator[tuple[int, bool]]:
    """The rows of comments in which people begin a fold or end one (True): `#region`, `#endregion`, `{{{`, `}}}`.

    Braces around an example in a comment are no marks.
    """
    if not _may_have_regions(text.data):
        return
    for start, end in _comments(pieces):
        comment = _EXAMPLE.sub(b"", text.data[start:end])
        ends = _REGION_END.search(comment) is not None
        if ends or _REGION_START.search(comment):
            yield text.lines.row_of(start), ends


def region_folds(marks: Iterable[tuple[int, bool]]) -> Iterator[Fold]:
    """The folds between marks that people have made."""
    open_rows: list[int] = []
    for row, ends in marks:
        if not ends:
            open_rows.append(row)
        elif open_rows:
            yield Fold(open_rows.pop(), row, "region")


def _may_have_regions(data: bytes) -> bool:
    return b"region" in data or b"{{{" in data or b"}}}" in data


def _comments(pieces: Iterable[tuple[Items, int]]) -> Iterator[tuple[int, int]]:
    for items, shift in pieces:
        for spot in items.spots:
            if spot.kind == "comment":
                yield spot.start + shift, spot.end + shift


def heredoc_folds(heredocs: Iterable[HeredocBody]) -> list[Fold]:
    """A heredoc folds from its declaration over its body; the terminator stays visible."""
    return [Fold(heredoc.content_row_start - 1, heredoc.content_row_end, "heredoc") for heredoc in heredocs]


def _signatures(data: bytes, items: Items, shift: int) -> list[tuple[int, int]]:
    """Where the names and the bodies of definitions begin, for bodies that can be folded and start on a later row."""
    found = [
        item for item in items.definitions if item[5] < item[1] and _is_split(data, item[4] + shift, item[5] + shift)
    ]
    if not found:
        return []
    # Where a body begins with a definition that can be folded itself, as an element of HTML, that is not the body.
    others = {(item.start, item.reach) for item in items.definitions}
    wanted = {item.header_end for item in found}
    bodies = {
        spot.start: spot.end
        for spot in reversed(items.spots)
        if spot[0] in wanted and spot.kind == "fold" and (spot.head < spot.start or (spot[0], spot[5]) not in others)
    }
    return sorted(
        (item.name_start, item.header_end)
        for item in found
        if item.header_end in bodies and data.find(b"\n", bodies[item.header_end] + shift, item.end + shift) < 0
    )


def _is_split(data: bytes, name_end: int, body: int) -> bool:
    """Whether a body is no block below the row of its name: that row is not its whole head, or a brace stands below."""
    row_end = data.find(b"\n", name_end, body)
    return row_end >= 0 and (data[body] in b"{(" or not data[row_end:body].isspace())


def without_crossings(found: Iterable[Fold]) -> list[Fold]:
    """One fold a row, the widest; where two would cross, the earlier one ends before the later begins."""
    widest = {fold[0]: fold for fold in sorted(found) if fold[1] > fold[0]}  # the last of those that begin alike
    kept: list[Fold] = []
    open_at: list[int] = []  # indexes into `kept` of the folds around the current row
    for row, fold in widest.items():
        while open_at and kept[open_at[-1]][1] < row:
            open_at.pop()
        while open_at and kept[open_at[-1]][1] < fold[1]:
            crossed = kept[open_at[-1]]
            kept[open_at.pop()] = Fold(crossed.row_start, row - 1, crossed.kind)
        open_at.append(len(kept))
        kept.append(fold)
    return [fold for fold in kept if fold[1] > fold[0]]
