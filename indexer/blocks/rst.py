"""The sections of a reStructuredText: the order in which styles of adornment appear defines their ranks.

Indented text (quotes, literals, the content of directives) can hold no section, so it is passed over.
"""

from __future__ import annotations

import re
import unicodedata

from indexer.blocks.commonmark import Fence, Heading, Scan
from indexer.languages.profile import profile_of
from indexer.text.document_text import Text

_ADORNMENT = re.compile(rb"([!-/:-@\[-`{-~])\1*+\s*+$")
_INDENTED = re.compile(rb"[ \t\f\v]")
_CODE = re.compile(rb"\.\.[ \t]+(?:%s)[ \t]*(.*)" % b"|".join(map(re.escape, profile_of("rst").embeds.signs)))
# What begins a body element of its own; a line below it is no underline.
_BODY = re.compile(
    rb"[-+*\xe2][ \t]|:(?![: ])[^:\n]*[^ :]:(?:[ \t]|$)|\.\.(?:[ \t]|$)|__[ \t]|>>>[ \t]|\|[ \t]|\+[-=]+\+"
)
_SHORTEST = 4  # an adornment shorter than this is one only if it is as long as its title


def scan_rst(text: Text) -> Scan:
    """The titles and code directives of a text."""
    return _RstReader(text).read()


class _RstReader:
    def __init__(self, text: Text) -> None:
        self._text = text
        self._rows = len(text.lines)
        # All at once: to ask for each by its number takes as long as all the rest.
        self._lines = [line.rstrip() for line in text.data.removeprefix(b"\xef\xbb\xbf").splitlines()]
        self._scan = Scan()
        self._styles: list[bytes] = []
        self._level = 0  # of the section we are in

    def read(self) -> Scan:
        row = 0
        while row < self._rows:
            line = self._line(row)
            if not line or _INDENTED.match(line):
                row += 1
            elif _ADORNMENT.match(line):
                row = self._after_adornment(row, line)
            else:
                row = self._after_text(row, line)
        return self._scan

    def _line(self, row: int) -> bytes:
        return self._lines[row] if row < len(self._lines) else b""

    def _after_adornment(self, row: int, line: bytes) -> int:
        """An overline with its title and underline, a transition, or text made of punctuation."""
        title, under = self._line(row + 1), self._line(row + 2)
        if not title:
            return row + 1
        complete = under == line and _ADORNMENT.match(under) is not None and not _ADORNMENT.match(title)
        if len(line) < _SHORTEST and (not complete or _width(title) > len(line)):
            return self._after_paragraph(row)
        if not complete:
            return row + 3 if _ADORNMENT.match(under) else row + 2
        self._title(row, row + 1, row + 2, line[:1] * 2)
        return row + 3

    def _after_text(self, row: int, line: bytes) -> int:
        if _BODY.match(line):
            return self._after_body(row, line)
        under = self._line(row + 1)
        if under and _ADORNMENT.match(under) and (len(under) >= _SHORTEST or _width(line) <= len(under)):
            self._title(row, row, row + 1, under[:1])
            return row + 2
        return self._after_paragraph(row)

    def _after_body(self, row: int, line: bytes) -> int:
        if line.startswith((b">>>", b"+", b"|")):
            return self._after_paragraph(row)  # a doctest, a table or a line block, up to a blank row
        if not line.startswith(b".."):
            return row + 1
        match = _CODE.match(line)
        end = row
        after = row + 1
        while after < self._rows and (not (below := self._line(after)) or _INDENTED.match(below)):
            end = after if below else end
            after += 1
        if match is not None and end > row:
            self._scan.fences.append(Fence(row, end, match.group(1).strip().decode("utf-8", "replace"), False))
        return after

    def _after_paragraph(self, row: int) -> int:
        """The row behind a paragraph, and behind the quoted literal block that it may introduce."""
        last = b""
        while row < self._rows and (line := self._line(row)) and not (last and _INDENTED.match(line)):
            last = line
            row += 1
        if last.endswith(b"::"):
            after = row
            while after < self._rows and not self._line(after):
                after += 1
            quote = self._line(after)[:1] if after < self._rows else b""
            if quote and _ADORNMENT.match(quote):
                while after < self._rows and self._line(after)[:1] == quote:
                    after += 1
                return after
        return row

    def _title(self, row: int, title_row: int, row_end: int, style: bytes) -> None:
        if style not in self._styles:
            if len(self._styles) > self._level:
                return  # a new style between known ones has no rank
            self._styles.append(style)
        level = self._styles.index(style) + 1
        if level > self._level + 1:
            return
        self._level = level
        line = self._text.row_bytes(title_row)
        stripped = line.strip()
        start = self._text.lines[title_row] + len(line) - len(line.lstrip())
        written = _unmarked(stripped.decode("utf-8", "replace").lstrip("\ufeff"))
        self._scan.events.append(Heading(level, row, row_end, start, start + len(stripped), written))


LONGEST = 400  # a title of more is shown as it is written
_ROLE = re.compile(
    r":[\w.:+-]+:`([^`<]*?)(?:\s*<[^`<>]*>)?`(?:`_?)?|``(.+?)``|`([^`<]+?)(?:\s*<[^`<>]*>)?`__?|`([^`]+)`"
)
_EMPHASIS = re.compile(r"(\*{1,2})(?=[^\s*])(.*?[^\s*])\1")
_SPECIAL = re.compile(r"([\\`*_\[\]<>&{}])")


def _unmarked(title: str) -> str:
    """A title without roles and emphasis, with the characters escaped that mean something in Markdown."""
    if len(title) > LONGEST:
        return _SPECIAL.sub(r"\\\1", title)
    title = _ROLE.sub(lambda match: next(group for group in match.groups() if group is not None), title)
    return _SPECIAL.sub(r"\\\1", _EMPHASIS.sub(r"\2", title))


def _width(line: bytes) -> int:
    """The columns that a text takes: wide characters take two, combining ones none."""
    if line.isascii():
        return len(line)
    text = line.decode("utf-8", "replace")
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text) - sum(
        1 for c in text if unicodedata.combining(c)
    )
