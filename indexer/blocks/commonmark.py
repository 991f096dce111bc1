"""The headings and fences of a CommonMark text: a reading of its block structure, row by row.

Containers (block quotes and list items) are followed exactly, because they decide whether a `#` or a fence in a row
means anything. Inline markup is never read. Tables are GitHub's. MDX is CommonMark without HTML and indented code, but
with modules and expressions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from indexer.text.document_text import Text

DEEPEST = 100  # containers inside each other; deeper ones are read as text


class Heading(NamedTuple):
    """A heading: its rank (1 is the highest), the rows it is written on, and its text in bytes and as written."""

    level: int
    row: int
    row_end: int
    start: int
    end: int
    written: str


class Container(NamedTuple):
    """A block quote or list item begins at this row, or the innermost one has ended before it."""

    row: int
    opens: bool


class Fence(NamedTuple):
    """Code between fences. `row_end` is the row of the closing fence, or the last row inside where there is none."""

    row: int
    row_end: int
    info: str
    closed: bool
    kind: str = "fence"
    quotes: int = 0  # the block quotes around it, whose marks stand before each row


@dataclass
class Scan:
    """What divides a text, in order. Headings inside a container make sections that end with it."""

    events: list[Heading | Container] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    marked_up: bool = True  # whether a heading may hold emphasis, links and code that are no part of its name

    def headings(self) -> list[Heading]:
        return [event for event in self.events if isinstance(event, Heading)]


_BLANKS = re.compile(rb"[ \t]*")
_ATX = re.compile(rb"(#{1,6})(?=[ \t]|$)[ \t]*")
_SETEXT = re.compile(rb"(=++|-++)[ \t]*+$")
_RULE = re.compile(rb"(?:(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|(?:-[ \t]*+){3,}+)$")
_FENCE = re.compile(rb"`{3,}(?=[^`]*$)|~{3,}")
_BULLET = re.compile(rb"(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)")
_CELL = re.compile(rb":?-++:?$")
_PIPE = re.compile(rb"(?<!\\)\|")
_TAG_NAMES = (
    b"address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt"
    b" fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li"
    b" link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th"
    b" thead title tr track ul"
)
_ATTRIBUTE = rb"""[ \t]++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:[ \t]*+=[ \t]*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?+"""
_TAG = re.compile(
    rb"(?:<[A-Za-z][A-Za-z0-9-]*+(?:" + _ATTRIBUTE + rb")*+[ \t]*+/?>|</[A-Za-z][A-Za-z0-9-]*+[ \t]*+>)[ \t]*+$"
)
_LONGEST_TAG = 4000
# What opens an HTML block and what closes it; None is a blank row.
_HTML: tuple[tuple[re.Pattern[bytes], re.Pattern[bytes] | None], ...] = (
    (
        re.compile(rb"<(?:script|pre|style|textarea)(?=[ \t>]|$)", re.I),
        re.compile(rb"</(?:script|pre|style|textarea)>", re.I),
    ),
    (re.compile(rb"<!--"), re.compile(rb"-->")),
    (re.compile(rb"<\?"), re.compile(rb"\?>")),
    (re.compile(rb"<![A-Za-z]"), re.compile(rb">")),
    (re.compile(rb"<!\[CDATA\["), re.compile(rb"\]\]>")),
    (re.compile(rb"</?(?:" + b"|".join(_TAG_NAMES.split()) + rb")(?=[ \t]|/?>|$)", re.I), None),
)
_NOTHING = re.compile(rb"(?!)")
_TITLE = rb"""(?:"(?:[^"\\]|\\[\s\S])*+"|'(?:[^'\\]|\\[\s\S])*+'|\((?:[^()\\]|\\[\s\S])*+\))"""
_REFERENCE = re.compile(
    rb"\[(?=[^\]]*[^\s\]])(?:[^\[\]\\]|\\[\s\S])++\]:[ \t]*+\n?[ \t]*+(?:<(?:[^<>\n\\]|\\.)*+>|[^\s<]\S*+)"
    rb"(?:(?:[ \t]*+\n[ \t]*+|[ \t]++)" + _TITLE + rb"[ \t]*+(?:\n|\Z)|[ \t]*+(?:\n|\Z))"
)
_MODULE = re.compile(rb"(?:import|export)[ \t{*]")
_YAML_ROW = re.compile(rb"""(?:#|-?[ \t]|[\w"'$@.-][^:]*:(?:[ \t]|$)|[\[\]{}]|$)""")


def scan(text: Text, mdx: bool = False) -> Scan:
    """Reads a whole text."""
    return _CommonMarkReader(text, mdx).read()


def scan_mdx(text: Text) -> Scan:
    """The same of MDX, where rows that are indented are no code and tags are no HTML."""
    return scan(text, mdx=True)


class _Row:
    """A place in a row, with the column that tabs bring it to."""

    __slots__ = ("column", "data", "next", "next_column", "offset")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.offset = 0
        self.column = 0
        self._look()

    def _look(self) -> None:
        match = _BLANKS.match(self.data, self.offset)
        assert match is not None
        self.next = match.end()
        self.next_column = self.column
        for blank in match.group():
            self.next_column += 1 if blank == 32 else 4 - self.next_column % 4

    @property
    def indent(self) -> int:
        return self.next_column - self.column

    @property
    def blank(self) -> bool:
        return self.next == len(self.data)

    def skip(self, columns: int) -> None:
        """Goes on by columns of blanks, as far as there are any; a tab may be taken in part."""
        target = min(self.column + columns, self.next_column)
        while self.column < target:
            width = 1 if self.data[self.offset] == 32 else 4 - self.column % 4
            if self.column + width > target:
                self.column = target
                return
            self.column += width
            self.offset += 1

    def pass_by(self, length: int) -> None:
        """Goes past the blanks and `length` characters behind them."""
        self.column = self.next_column + length
        self.offset = self.next + length
        self._look()

    def rest(self) -> bytes:
        return self.data[self.next :]


class _Item:
    """A container: a block quote, or a list item with the columns its content is indented by."""

    __slots__ = ("empty", "indent")

    def __init__(self, indent: int | None, empty: bool = False) -> None:
        self.indent = indent  # None for a block quote
        self.empty = empty  # nothing but the marker has been seen


class _CommonMarkReader:
    def __init__(self, text: Text, mdx: bool) -> None:
        self._text = text
        self._mdx = mdx
        self._scan = Scan()
        self._items: list[_Item] = []
        # What the innermost container holds open: paragraph, fence, html, code, table, module, expression, or nothing.
        self._leaf = ""
        self._paragraph: list[tuple[int, int, bytes]] = []  # row, offset of its text in the document, the text
        self._fence = (0, b"", 0, "")  # row, fence, indentation, info string
        self._html_end: re.Pattern[bytes] | None = None
        self._braces = 0

    def read(self) -> Scan:
        rows = len(self._text.lines)
        if self._text.lines[rows - 1] == len(self._text.data):
            rows -= 1
        for row in range(self._front_matter(), rows):
            self._read_row(row, self._text.row_bytes(row))
        self._end_leaf(rows)
        self._leave(0, rows)
        return self._scan

    def _front_matter(self) -> int:
        """The row behind the front matter; 0 where there is none, or where it does not look like what it should be."""
        text = self._text
        first = text.row_bytes(0).removeprefix(b"\xef\xbb\xbf").rstrip(b" \t")
        if first not in (b"---", b"+++"):
            return 0
        for row in range(1, len(text.lines)):
            line = text.row_bytes(row)
            if line.rstrip(b" \t") == first or (line.rstrip(b" \t") == b"..." and first == b"---"):
                info = "yaml" if first == b"---" else "toml"
                self._scan.fences.append(Fence(0, row, info, True, "frontmatter"))
                return row + 1
            if first == b"---" and (not _YAML_ROW.match(line) or (row == 1 and not line.strip())):
                return 0
        return 0

    def _read_row(self, number: int, data: bytes) -> None:
        row = _Row(data)
        if number == 0 and data.startswith(b"\xef\xbb\xbf"):
            row.next = 3
            row.pass_by(0)
        matched = self._matched(row)
        whole = matched == len(self._items)
        if whole and self._continues(row, number):
            return
        taken, matched = self._opens(row, number, matched)
        if taken:
            return
        if self._leaf == "paragraph" and not row.blank and matched < len(self._items):
            self._add(row, number)  # a lazy row: its containers go on although it does not carry their marks
            return
        self._leave(matched, number)
        if row.blank:
            if self._leaf != "code":
                self._end_leaf(number)
        elif self._leaf == "paragraph":
            if self._is_table_head(row):
                self._leaf = "table"
            else:
                self._add(row, number)
        elif self._leaf != "table":
            self._begin("paragraph")
            self._paragraph = []
            self._add(row, number)

    def _matched(self, row: _Row) -> int:
        """How many of the open containers this row continues."""
        for at, item in enumerate(self._items):
            if item.indent is None:
                if row.indent > 3 or row.data[row.next : row.next + 1] != b">":
                    return at
                row.pass_by(1)
                if row.indent:
                    row.skip(1)
            elif (row.blank and not item.empty) or (row.indent >= item.indent and not row.blank):
                row.skip(item.indent)
            else:
                return at
        return len(self._items)

    def _continues(self, row: _Row, number: int) -> bool:
        """Whether the row belongs to an open leaf that takes rows as they are."""
        leaf = self._leaf
        if leaf == "fence":
            _, fence, _, _ = self._fence
            rest = row.rest().rstrip(b" \t")
            if row.indent <= 3 and len(rest) >= len(fence) and not rest.strip(fence[:1]):
                self._end_fence(number, True)
        elif leaf == "html":
            if self._html_end is None:
                if row.blank:
                    self._leaf = ""
            elif self._html_end.search(row.data, row.offset):
                self._leaf = ""
        elif leaf == "code":
            if row.indent < 4 and not row.blank:
                self._leaf = ""
                return False
        elif leaf == "table":
            if row.indent >= 4:
                self._leaf = ""
            return False
        elif leaf == "module":
            if row.blank:
                self._leaf = ""
        elif leaf == "expression":
            self._count_braces(row)
        else:
            return False
        return True

    def _opens(self, row: _Row, number: int, matched: int) -> tuple[bool, int]:
        """Opens the containers that begin in this row.

        Returns whether a leaf has taken the row, and how many of the open containers the row lies in.
        """
        while not row.blank:
            inside = self._leaf == "paragraph" and matched == len(self._items)  # the row would continue a paragraph
            first = row.data[row.next : row.next + 1]
            if row.indent >= 4 and not self._mdx:
                if self._leaf == "paragraph":
                    return False, matched
                self._leave(matched, number)
                self._begin("code")
                return True, matched
            if first == b">" and matched < DEEPEST:
                self._enter(_Item(None), matched, number)
                row.pass_by(1)
                if row.indent:
                    row.skip(1)
                matched = len(self._items)
                continue
            if self._opens_leaf(row, number, matched, inside, first):
                return True, matched
            item = self._item(row, inside) if matched < DEEPEST else None
            if item is None:
                return False, matched
            self._enter(item, matched, number)
            matched = len(self._items)
        return False, matched

    def _opens_leaf(self, row: _Row, number: int, matched: int, inside: bool, first: bytes) -> bool:
        data, at = row.data, row.next
        if first == b"#":
            match = _ATX.match(data, at)
            if match is None:
                return False
            self._leave(matched, number)
            self._end_leaf(number)
            self._filled()
            content = data[match.end() :].rstrip(b" \t")
            bare = content.rstrip(b"#")
            if bare != content and (not bare or bare[-1] in b" \t"):
                content = bare.rstrip(b" \t")
            start = self._text.lines[number] + match.end()
            written = content.decode("utf-8", "replace")
            heading = Heading(len(match.group(1)), number, number, start, start + len(content), written)
            self._scan.events.append(heading)
            return True
        if first in (b"`", b"~"):
            match = _FENCE.match(data, at)
            if match is None:
                return False
            self._leave(matched, number)
            self._begin("fence")
            info = data[match.end() :].strip().decode("utf-8", "replace")
            self._fence = number, match.group(), row.indent, info
            return True
        if first == b"<" and not self._mdx:
            return self._opens_html(row, number, matched)
        if inside and first in (b"=", b"-") and _SETEXT.match(data, at) and self._underlined(number, first):
            return True
        if first in (b"*", b"-", b"_") and _RULE.match(data, at):
            self._leave(matched, number)
            self._end_leaf(number)
            self._filled()
            return True
        if self._mdx and self._leaf != "paragraph":
            if _MODULE.match(data, at) and at == 0:
                self._leave(matched, number)
                self._begin("module")
                return True
            if first == b"{":
                self._leave(matched, number)
                self._begin("expression")
                self._braces = 0
                self._count_braces(row)
                return True
        return False

    def _opens_html(self, row: _Row, number: int, matched: int) -> bool:
        data, at = row.data, row.next
        end = next((end for opener, end in _HTML if opener.match(data, at)), _NOTHING)
        if end is _NOTHING:
            # A tag of any other name opens a block only if it stands alone, and never within a paragraph.
            if self._leaf == "paragraph" or len(data) - at > _LONGEST_TAG or not _TAG.match(data, at):
                return False
            end = None
        self._leave(matched, number)
        self._begin("html")
        self._html_end = end
        if end is not None and end.search(data, at):
            self._leaf = ""
        return True

    def _item(self, row: _Row, inside: bool) -> _Item | None:
        """The list item that begins here, the row having moved behind its marker."""
        match = _BULLET.match(row.data, row.next)
        if match is None:
            return None
        marker = match.group()
        empty = not row.data[match.end() :].strip(b" \t")
        # In a paragraph, a line that begins with some number is more likely prose than a list.
        if inside and (empty or (len(marker) > 1 and int(marker[:-1]) != 1)):
            return None
        outer = row.indent + len(marker)
        row.pass_by(len(marker))
        blanks = 1 if empty or row.indent > 4 else row.indent
        row.skip(blanks)
        return _Item(outer + blanks, empty)

    def _underlined(self, number: int, first: bytes) -> bool:
        """Turns the paragraph into a heading, unless it is nothing but link reference definitions."""
        self._drop_references()
        lines = self._paragraph
        if not lines:
            self._leaf = "paragraph"
            return False
        _, last_start, last = lines[-1]
        written = " ".join(line.strip().decode("utf-8", "replace") for _, _, line in lines)
        end = last_start + len(last.rstrip(b" \t"))
        self._scan.events.append(Heading(1 if first == b"=" else 2, lines[0][0], number, lines[0][1], end, written))
        self._leaf = ""
        self._paragraph = []
        return True

    def _drop_references(self) -> None:
        lines = self._paragraph
        if not lines[0][2].startswith(b"["):
            return
        joined = b"\n".join(line for _, _, line in lines)
        at = 0
        while (match := _REFERENCE.match(joined, at)) is not None and match.end() > at:
            at = match.end()
        gone = joined.count(b"\n", 0, at) + (at == len(joined) and not joined.endswith(b"\n"))
        del lines[:gone]

    def _is_table_head(self, row: _Row) -> bool:
        """Whether the row delimits the columns of the row above."""
        rest = row.rest()
        above = self._paragraph[-1][2] if self._paragraph else b""
        if rest.strip(b"|:- \t") or b"|" not in above or b"-" not in rest:
            return False
        cells = _cells(rest)
        return all(_CELL.match(cell.strip()) for cell in cells) and len(cells) == len(_cells(above))

    def _add(self, row: _Row, number: int) -> None:
        self._paragraph.append((number, self._text.lines[number] + row.next, row.rest()))

    def _count_braces(self, row: _Row) -> None:
        self._braces += row.data.count(b"{") - row.data.count(b"}")
        if self._braces <= 0:
            self._leaf = ""

    def _begin(self, leaf: str) -> None:
        self._end_leaf(0)
        self._leaf = leaf
        self._filled()

    def _filled(self) -> None:
        if self._items:
            self._items[-1].empty = False

    def _enter(self, item: _Item, matched: int, number: int) -> None:
        self._leave(matched, number)
        self._end_leaf(number)
        self._filled()
        self._items.append(item)
        self._scan.events.append(Container(number, True))

    def _leave(self, matched: int, number: int) -> None:
        """Closes the containers that this row does not continue."""
        if matched < len(self._items):
            self._end_leaf(number)
        while len(self._items) > matched:
            self._items.pop()
            self._scan.events.append(Container(number, False))

    def _end_leaf(self, number: int) -> None:
        if self._leaf == "fence":
            self._end_fence(number - 1, False)
        self._leaf = ""

    def _end_fence(self, row_end: int, closed: bool) -> None:
        row, _, _, info = self._fence
        quotes = sum(item.indent is None for item in self._items)
        self._scan.fences.append(Fence(row, max(row, row_end), info, closed, quotes=quotes))
        self._leaf = ""


def _cells(row: bytes) -> list[bytes]:
    row = row.strip(b" \t")
    cells = _PIPE.split(row)
    if cells and not cells[0].strip():
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].strip():
        cells = cells[:-1]
    return cells
