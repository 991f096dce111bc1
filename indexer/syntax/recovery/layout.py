"""Broken code as its layout shows it: where parts and their members begin and end.

A parser's own recovery sees the text from left to right, and one open quote can swallow the rest of a file. People
see the damage at once, because they read the layout: a definition begins at the margin after a blank row.

Everything here is a function of the text alone, so it does not matter which edits broke it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from indexer.languages.profile import profile_of
from indexer.syntax.recovery.openings import Openings, Stretch

MERGED = 6  # how many parts may belong together: a comment or string with blank rows in it is torn apart by the cut
MERGED_SIZE = 16 * 1024  # and no more bytes than this, for each try is a parse
DEEPEST = 4
FOREIGN = 10  # broken parts after which, if few are whole, no merging helps: the text is hardly in this language
TRIED = 3  # members that tell whether what stands before them is a head: where it is not, none of them parses

_MARKER = re.compile(rb"(?m)^(?:<{7}|>{7}|\|{7})(?: [^\r\n]*)?$|^={7}$")
_ROW = re.compile(rb"[^\n]*\n?")
_INDENT = re.compile(rb"[ \t]*+")
_CLOSER = re.compile(rb"[ \t]*+(?:[)\]}]|(?:end|fi|done|esac)\b)")
_CLOSES_AT_MARGIN = re.compile(rb"[)\]}]|(?:end|fi|done|esac)\b")
_ANY_AT_MARGIN = re.compile(rb"(?m)^[^\s]")
# What a row at the margin begins with, unless it goes on with something: a key, an item, a document, a directive.
_KEY_AT_MARGIN = re.compile(rb"(?m)^(?:---(?=\s)|-(?=\s)|[^\s#\]}),:.])")
_COMMENT_FURTHER_OUT = re.compile(
    rb"(?:(?:#|//|--|;|%|\")[^\n]*+\n(?:[ \t\r]*+\n)*+){1,40}+(?:[ \t]++[^\s]|[)\]}]|(?:end|fi|done|esac)\b)"
)
_COMMENTS_ABOVE = re.compile(rb"(?:\s*+(?:/\*(?:[^*]++|\*(?!/))*+\*/|//[^\n]*+\n|#(?:[ #][^\n]*+)?\r?\n))++")
_GOES_ON = re.compile(
    rb"[ \t]*+(?!--)(?:[)\]}.,|&+*/=<>?:-]|(?:else|elif|elsif|elseif|except|finally|catch|rescue|ensure|when|in|then|do"
    rb"|where|and|or|end|fi|done|esac|of|with|until)\b|#(?:else|elif|endif)\b"
    rb"|(?:private|protected|public)[ \t]*+:?[ \t]*+\r?\n)(?!/|\*|--|<)"
)
_ENDED = re.compile(rb"(?:[;}]|\bend)\Z")
_LONGEST_END = 4  # bytes: a word, and what must not be one before it
_LOOSE = frozenset(["constant", "field", "property", "variable"])
_STRAY = 8  # rows further in than one, for each of which that one is a stray
_RUN = 32  # rows, more or less, of a table that are read together
_RUN_SIZE = 1024  # bytes, more or less, of short parts that are
_RUN_HEAD = 24
Span = tuple[int, int]


def without_markers(data: bytes) -> bytes:
    """The text with the rows that a merge conflict leaves behind blanked."""
    if b"<<<<<<<" not in data and b">>>>>>>" not in data:
        return data
    return _MARKER.sub(lambda match: b" " * len(match[0]), data)


def without_comments_above(head: bytes) -> bytes:
    """The head of a part without the comments above it, which may be pages and say nothing of its members."""
    above = _COMMENTS_ABOVE.match(head)
    return head if above is None else head[above.end() :]


@cache
def _going_on(grammar: str) -> re.Pattern[bytes]:
    """How a row begins that goes on with the one above it."""
    return profile_of(grammar).damage.goes_on or _GOES_ON


def definitions_at_margin(grammar: str, layout: bytes) -> list[Span]:
    """The spans from one definition at the margin to the next."""
    return list(pairwise([*definition_starts(grammar, layout, 0, len(layout), 0), len(layout)]))


def part_starts(grammar: str, layout: bytes, openings: Openings) -> list[int]:
    """Where the parts of a text begin, as its layout and the openings there show."""
    if not _ANY_AT_MARGIN.search(layout):
        return definition_starts(grammar, layout, 0, len(layout), margin_of(layout))
    return [0, *(at for at in openings.at_margin() if not _belongs_to_others(grammar, layout, at))]


def key_starts(text: bytes) -> list[int]:
    """Where the parts of a text begin that is made of keys and their values, with no blank rows between them.

    Items of a list at the margin belong to the key above them, if there is one.
    """
    found = [0]
    below_key = directive = False
    for match in _KEY_AT_MARGIN.finditer(text):
        sign = match[0]
        if sign == b"---":
            below_key = False
        item = sign == b"-"
        if match.start() and not (item and below_key) and not (directive and sign == b"---"):
            found.append(match.start())
        below_key = below_key or not (item or sign == b"---" or sign == b"%")
        directive = sign == b"%"
    return found


def begins_part(grammar: str, data: bytes, offset: int) -> bool:
    """Whether a row at the margin begins at an offset, after a blank row or one that closes a block."""
    if data[offset - 1 : offset] != b"\n":
        return False
    begins = profile_of(grammar).damage.begins
    if begins is not None:
        return begins.match(data, offset - 1) is not None
    before = data.rfind(b"\n", 0, offset - 1) + 1
    apart = _CLOSES_AT_MARGIN.match(data, before) or not data[before:offset].strip()
    return bool(apart) and not _going_on(grammar).match(data, offset)


def run_starts(grammar: str, data: bytes, starts: Sequence[int]) -> list[int]:
    """Where runs of parts begin: with each part, unless they are short ones.

    It is told by what a part begins with and by how long the one before it is, so that a key changes no other run.
    """
    if not profile_of(grammar).damage.short_parts:
        return list(starts)
    behind = (at for before, at in pairwise(starts) if crc32(data[at : at + _RUN_HEAD]) % _RUN_SIZE < at - before)
    return [*starts[:1], *behind]


def _belongs_to_others(grammar: str, layout: bytes, at: int) -> bool:
    """Whether a row at the margin goes on with what stands before it, or is a comment on what is further in."""
    goes_on = _going_on(grammar).match(layout, at)
    return bool(goes_on or _is_body(layout, at) or _COMMENT_FURTHER_OUT.match(layout, at))


def _is_body(layout: bytes, at: int) -> bool:
    """Whether a row opens the body of what the row before it says."""
    return layout.startswith(b"{", at) and layout[max(at - 200, 0) : at].rstrip().endswith(b")")


class Inside(NamedTuple):
    """The inside of a part: where its members may begin, and where the row that closes it does."""

    members: list[int]
    foot: int

    def heads(self) -> Iterator[list[int]]:
        """Ways to tell the members from the head: it may be one row or several."""
        for members in (self.members, self.members[1:]):
            if members:
                yield members


def inside_of(grammar: str, stretch: Stretch) -> Inside:
    """The inside of a part that is a long one, without a look at every row."""
    layout, start = stretch.layout, stretch.start
    text = stretch.text
    foot = closing_row(text, 0, len(text.rstrip()))
    outer = _indent(text)
    deeper_row = re.compile(rb"\n(?=[ \t]{%d,}[^\s])" % (outer + 1))
    first = deeper_row.search(text, 0, foot)
    if first is None:
        return Inside([], foot)
    # What a head leaves open, as parameters with blank rows between them, ends with a row that is as far out.
    if text.count(b"(", 0, first.end()) > text.count(b")", 0, first.end()):
        closed = re.compile(rb"\n[ \t]{0,%d}\)" % outer).search(text, first.end(), foot)
        first = (closed and deeper_row.search(text, closed.end(), foot)) or first
    openings = stretch.openings.between(start + first.end(), start + foot)
    # A head of several rows ends with one that is as far out as the first: `is`, `{`, `):`.
    begun = openings.starts[0] - start if openings.starts else foot
    for row in re.compile(rb"\n(?=[ \t]{0,%d}[^\s])" % outer).finditer(text, first.end(), begun):
        first = deeper_row.search(text, row.end(), foot) or first
    # A row that only closes what is further in, or goes on with something, says nothing of where members begin.
    goes_on = _going_on(grammar).match
    deeper = (
        column
        for column in sorted({indent for indent in openings.indents if indent > outer})
        if any(not (_CLOSER.match(layout, at) or goes_on(layout, at)) for at, _ in openings.at(column))
    )
    column = next(deeper, -1)
    if column < 0:
        return Inside([], foot)
    own = _indent(text, first.end())
    if own < column and not goes_on(layout, start + first.end()):
        column = own
    elif column < own and _is_stray(text, openings, column, own):
        column = own  # somebody types a row that is not yet where it belongs
    return Inside([first.end(), *_at_column(grammar, stretch, openings, column)], foot)


def going_on_inside(grammar: str, stretch: Stretch, column: int) -> Inside:
    """The inside of something that was opened before a stretch, up to the row that closes it; its members are at a
    column."""
    start, text = stretch.start, stretch.text
    closing = re.compile(rb"\n[ \t]{0,%d}(?:[)\]}]|(?:end|fi|done|esac)\b)" % max(column - 1, 0)).search(text)
    foot = len(text) if closing is None else closing.start() + 1
    first = re.compile(rb"(?:\A|\n)(?=[ \t]{%d,}[^\s])" % column).search(text, 0, foot)
    if first is None:
        return Inside([], foot)
    openings = stretch.openings.between(start + first.end(), start + foot)
    return Inside([first.end(), *_at_column(grammar, stretch, openings, column)], foot)


def closed_by(stretch: Stretch, inside: Inside) -> int:
    """Where the row ends that closes the inside of something."""
    return stretch.text.find(b"\n", inside.foot) + 1 or len(stretch.text)


def _at_column(grammar: str, stretch: Stretch, openings: Openings, column: int) -> list[int]:
    """The openings at a column that do not go on with something."""
    layout, start = stretch.layout, stretch.start
    goes_on = _going_on(grammar).match
    return [
        at - start
        for at, indent, closer in zip(*openings, strict=True)
        if indent == column and closer <= column and not (goes_on(layout, at) or _is_body(layout, at + column))
    ]


def _is_stray(text: bytes, openings: Openings, column: int, own: int) -> bool:
    """Whether what is at a column has strayed from the members, which are further in."""
    few, many = openings.indents.count(column), openings.indents.count(own)
    if few * _STRAY < many:
        return True
    return few < many and _closes_at(text, own) and not _closes_at(text, column)


def _closes_at(text: bytes, column: int) -> bool:
    return re.search(rb"\n[ \t]{%d}(?:[)\]}]|end\b)" % column, text) is not None


def rows_inside(grammar: str, stretch: Stretch) -> Inside:
    """The inside of a part each of whose members begins with a row that is as deep as the first one."""
    layout = stretch.text
    end = len(layout.rstrip())
    outer = _indent(layout)
    foot = closing_row(layout, 0, end)
    if _CLOSER.match(layout, foot) is None or _indent(layout[foot:]) > outer:
        foot = end
    first = re.compile(rb"\n(?=[ \t]{%d,}[^\s#])" % (outer + 1)).search(layout, 0, foot)
    if first is None:
        return Inside([], foot)
    column = _indent(layout[first.end() : foot])
    rows = re.compile(rb"\n(?=[ \t]{%d}[^\s#\]})])" % column)
    return Inside([match.end() for match in rows.finditer(layout, first.start(), foot)], foot)


def runs_inside(grammar: str, stretch: Stretch) -> Inside:
    """The inside of a part with neither blank rows nor blocks in it, as a long table is: runs of rows that are as deep
    as the first one. Where one ends is told by its last row alone, so that a key changes no other."""
    layout = stretch.text
    foot = closing_row(layout, 0, len(layout.rstrip()))
    outer = _indent(layout)
    first = re.compile(rb"\n(?=[ \t]{%d,}[^\s])" % (outer + 1)).search(layout, 0, foot)
    if first is None:
        return Inside([], foot)
    rows = re.compile(rb"\n(?=[ \t]{%d}[^\s\]})])" % _indent(layout, first.end()))
    starts = [match.end() for match in rows.finditer(layout, first.start(), foot)]
    goes_on = _going_on(grammar).match
    return Inside(
        [
            at
            for before, at in pairwise([first.start(), *starts])
            if at == starts[0] or (crc32(layout[before:at]) % _RUN == 0 and not goes_on(layout, at))
        ],
        foot,
    )


def sees_more(kinds: Sequence[str], than: Sequence[str]) -> bool:
    """Whether definitions of these kinds tell more of a text than others do.

    Where a function is not seen, what its body names seems to be the file's, so variables say nothing beside it.
    """
    solid, solid_than = ([kind for kind in each if kind not in _LOOSE] for each in (kinds, than))
    return len(solid) > len(solid_than) if solid or solid_than else len(kinds) > len(than)


def _rows(data: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    for match in _ROW.finditer(data, start, end):
        if match[0]:
            yield match.start(), match[0]


def _indent(row: bytes, at: int = 0) -> int:
    """How far a row is indented that begins at an offset."""
    match = _INDENT.match(row, at)
    assert match is not None
    return match.end() - at


def margin_of(data: bytes) -> int:
    """How far all rows are indented, as those of a script in a page are."""
    if _ANY_AT_MARGIN.search(data):
        return 0
    return min((_indent(row) for _, row in _rows(data, 0, len(data)) if row.strip()), default=0)


def definition_starts(grammar: str, data: bytes, start: int, end: int, indent: int) -> list[int]:
    """Where a definition may begin: rows of this indentation after a blank row or a closing one."""
    found = [start]
    goes_on = _going_on(grammar)
    apart = head = False  # a row that ends with a bracket may be the head of the body in the next one
    for at, row in _rows(data, start, end):
        if not row.strip():
            apart = True
            continue
        begins = apart and at > start and _indent(row) == indent and not goes_on.match(row)
        if begins and not (head and row.lstrip().startswith(b"{")):
            found.append(at)
        apart = _indent(row) <= indent and _CLOSER.match(row) is not None
        head = row.rstrip().endswith(b")")
    return found


def sibling_starts(grammar: str, data: bytes, start: int, end: int) -> list[int]:
    """The first row of a part and those as deep that follow the end of a statement or block."""
    found = [start]
    goes_on = _going_on(grammar)
    indent = _indent(data, start)
    ended = False
    for at, row in _rows(data, start, end):
        if row.strip():
            if ended and _indent(row) == indent and not goes_on.match(row):
                found.append(at)
            ended = _ENDED.search(row.rstrip()[-_LONGEST_END:]) is not None
    return found


def inner_start(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The inside of an indented part: its first row that is deeper, and how deep its members are."""
    outer = None
    deeper: list[tuple[int, int]] = []
    apart = False
    for at, row in _rows(data, start, end):
        if not row.strip():
            apart = True
            continue
        indent = _indent(row)
        if outer is None:
            outer = indent
        elif indent > outer and (apart or not deeper):
            deeper.append((at, indent))
        apart = _CLOSER.match(row) is not None
    if len(deeper) < 2:
        return end, 0
    return deeper[0][0], min(indent for _, indent in deeper)


def first_deeper(data: bytes, start: int, end: int) -> int:
    """The first row of a part that is deeper than the one it begins with; its end if there is none."""
    outer = _indent(data, start)
    return next((at for at, row in _rows(data, start, end) if row.strip() and _indent(row) > outer), end)


def body_start(data: bytes, start: int, end: int) -> int | None:
    """The row after the last one in the midst of a part that is no deeper than its first row."""
    outer = _indent(data, start)
    found = None
    after = False
    for at, row in _rows(data, data.find(b"\n", start, end) + 1 or end, end):
        if not row.strip():
            continue
        if _indent(row) <= outer:
            after = True
        elif after:
            found = at
            after = False
    return found


def behind_opener(data: bytes, start: int, end: int) -> int:
    """The row after the first one that opens something; the end of a part where none does."""
    return next((at + len(row) for at, row in _rows(data, start, end) if row.rstrip().endswith((b"{", b"("))), end)


def closing_row(data: bytes, start: int, end: int) -> int:
    """Where the closing row of a part begins; its end where it has none. It stands no deeper than the first row."""
    row = data.rfind(b"\n", start, end) + 1
    if row <= start or not _CLOSER.match(data, row, end):
        return end
    return row if _indent(data, row) <= _indent(data, start) else end
