"""Layout: how a text of several lines is indented for where it lands, and which line ends and tabs it gets there."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from indexer.lazy import lazy
from indexer.model import MadeText, Span
from indexer.text.document_text import Text

_BLANKS = re.compile(rb"[ \t]*")
_LINE_END = re.compile(rb"\r\n|\n|\r")
_INDENTED = re.compile(rb"(?:\A|[\r\n])([ \t]+)[^ \t\r\n]")


class Kept(NamedTuple):
    """A part of a match that stays as it is written, lines and all."""

    span: Span


Piece = bytes | Span | MadeText | Kept  # text of a template, what a variable stands for, or what stays


class Layout:
    """The layout of one text. `fixed` tells the parts whose lines must not be indented anew: strings, heredocs."""

    def __init__(self, text: Text, fixed: Callable[[], Sequence[Span]]) -> None:
        self._text = text
        self._find_fixed = fixed

    @lazy
    def _fixed(self) -> tuple[list[int], list[int]]:
        starts: list[int] = []
        ends: list[int] = []
        for start, end in sorted(self._find_fixed()):
            if ends and start <= ends[-1]:
                ends[-1] = max(ends[-1], end)
            else:
                starts.append(start)
                ends.append(end)
        return starts, ends

    @lazy
    def _uses_tabs(self) -> bool:
        found = _INDENTED.search(self._text.data)
        return found is not None and found[1].startswith(b"\t")

    def indent_at(self, offset: int) -> bytes:
        """The blanks that the row of an offset begins with."""
        row_start = self._text.lines[self._text.lines.row_of(offset)]
        found = _BLANKS.match(self._text.data, row_start)
        assert found is not None
        return found[0]

    def _begins_row(self, offset: int) -> bool:
        return not self._text.data[self._text.lines[self._text.lines.row_of(offset)] : offset].strip()

    def line_end_at(self, offset: int) -> bytes:
        """How the row of an offset ends, or the rows before it where it is the last."""
        lines, data = self._text.lines, self._text.data
        row = lines.row_of(offset)
        if row + 1 == len(lines):
            row -= 1
        if row < 0:
            return b"\n"
        end = self._text.row_span(row)[1]
        return data[end : lines[row + 1]]

    def laid_out(self, pieces: Sequence[Piece], span: Span, unit: int) -> bytes:
        """The pieces one after another, as they read in place of a span. The template indents by `unit` blanks."""
        base, line_end = self.indent_at(span.start), self.line_end_at(span.start)
        with_tabs = b"\t" in base or (not base and self._uses_tabs)
        at_row_end = span.end >= self._text.row_span(self._text.lines.row_of(span.end))[1]
        made: list[bytes] = []
        indent = line_indent = base  # of the line that is being written, and of the template's line
        for number, piece in enumerate(pieces):
            if not isinstance(piece, bytes):
                if isinstance(piece, MadeText):
                    made.append(piece.text.replace(b"\r\n", b"\n").replace(b"\n", line_end + line_indent))
                    continue
                if isinstance(piece, Kept) and not self._begins_row(piece.span.start):
                    written = self._moved(piece.span, base, line_indent)
                else:
                    taken = piece.span if isinstance(piece, Kept) else piece
                    written = self._moved(taken, self.indent_at(taken.start), indent)
                made.append(written)
                if (last := _last_line(written)) is not None:
                    indent = _leading(last)
                continue
            first, *rest = piece.split(b"\n")
            made.append(first)
            for line_number, line in enumerate(rest, 1):
                made.append(line_end)
                is_last = line_number == len(rest)
                ends_all = is_last and number == len(pieces) - 1
                if line.strip() or (is_last and not (ends_all and at_row_end)):
                    own = _leading(line)
                    indent = line_indent = base + (_as_tabs(own, unit) if with_tabs else own)
                    made.append(indent + line[len(own) :])
        return b"".join(made)

    def _moved(self, span: Span, old: bytes, indent: bytes) -> bytes:
        """A part of the text whose lines are relative to `old`, indented anew for a line that begins with `indent`."""
        data, lines = self._text.data, self._text.lines
        first, last = lines.row_of(span.start), lines.row_of(max(span.end - 1, span.start))
        if first == last or old == indent:
            return data[span.start : span.end]
        made = [data[span.start : lines[first + 1]]]
        for row in range(first + 1, last + 1):
            start = lines[row]
            line = data[start : lines[row + 1] if row < last else span.end]
            if line.strip() and not self._is_fixed(start):
                line = indent + line[_common(line, old) :]
            made.append(line)
        return b"".join(made)

    def _is_fixed(self, offset: int) -> bool:
        starts, ends = self._fixed
        at = bisect_right(starts, offset - 1) - 1
        return at >= 0 and offset < ends[at]


def template_unit(text: str) -> int:
    """By how many blanks the lines of a template are indented, or 0."""
    depths = (len(line) - len(line.lstrip(" ")) for line in text.split("\n")[1:] if line.strip())
    return min((depth for depth in depths if depth), default=0)


def _as_tabs(blanks: bytes, unit: int) -> bytes:
    """Blanks of a template in a text that is indented with tabs."""
    if not unit or b"\t" in blanks:
        return blanks
    levels, rest = divmod(len(blanks), unit)
    return b"\t" * levels + b" " * rest


def _common(line: bytes, indent: bytes) -> int:
    """How many bytes of an old indentation a line begins with."""
    own = _leading(line)
    count = 0
    while count < len(indent) and count < len(own) and own[count] == indent[count]:
        count += 1
    return count


def _leading(line: bytes) -> bytes:
    found = _BLANKS.match(line)
    assert found is not None
    return found[0]


def _last_line(text: bytes) -> bytes | None:
    """What is behind the last line end of a text, or None if it has none."""
    end = None
    for found in _LINE_END.finditer(text):
        end = found.end()
    return None if end is None else text[end:]
