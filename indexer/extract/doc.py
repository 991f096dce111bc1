"""Doc comments: what the author wrote about a definition, without the signs that make it a comment.

In most languages it is the comment that ends on the row above a definition; attributes may stand between. A blank row
between means that the comment is about something else: a licence, a section. Some languages have a place of their own:
a string at the start of the body (Python, where a comment above a function is not its doc), after the name (Lisps),
above (Julia), or `@doc` (Elixir). Everything here is a function of the text and of where its
comments are; nothing is kept from one version of a text to the next.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from indexer.languages.profile import Docs as Habits
from indexer.languages.profile import profile_of

LIMIT = 2000
_NEWLINE = ord("\n")
_RUN = 400  # rows of one comment that are read at most
_BETWEEN = 24  # rows of a type signature that may stand between a comment and its definition

# Strings, the loops unrolled: a docstring may be long.
_TRIPLE = rb'"""([^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+)"""'
_PLAIN = rb'"([^"\\]*+(?:\\.[^"\\]*+)*+)"'
_PYTHON = re.compile(
    rb"[rRuU]?(?:" + _TRIPLE + rb"|'''([^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+)'''"
    rb'|"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"' + rb"|'([^'\\\n]*+(?:\\.[^'\\\n]*+)*+)')[ \t]*(?=[\r\n;#]|\Z)",
    re.DOTALL,
)
_AFTER_NAME = re.compile(rb"\s+" + _PLAIN + rb"\s*(?=[^\s)])", re.DOTALL)
_ON_ITS_ROW = re.compile(rb"\n[ \t]*" + _PLAIN, re.DOTALL)
_HELP = re.compile(rb"\n[ \t]+help[ \t]*\n")
_ABOVE = re.compile(rb"[ \t]*(?:@doc[ \t]+)?(?:raw)?(?:" + _TRIPLE + b"|" + _PLAIN + rb")[ \t]*", re.DOTALL)
_DOC_ATTRIBUTE = re.compile(
    rb"^[ \t]*@(module|type)?doc[ \t(]+(?:~[sS])?(?:" + _TRIPLE + b"|" + _PLAIN + b")", re.DOTALL | re.MULTILINE
)

_ATTRIBUTE = re.compile(rb"[ \t]*(?:@[\w.:]+[ \t]*(?:\(.*\))?|#!?\[.*\]|\[.*\])[ \t\r]*")
_ATTRIBUTE_SIGNS = (b"@", b"#", b"[")
_LINE = re.compile(
    r"(?<![ \t])[ \t]*+"
    r"(?://[/!]*<?|#+[':|]?|--+[ \t]?[|^]?(?!\[)|;+|%+|!+[<>]?|\"|'{1,3}|dnl\b|(?i:rem)\b|\*+(?!/))[ \t]?"
)
_BLOCK = (  # opening sign, closing sign
    ("/*", "*/"),
    ("(*", "*)"),
    ("{-", "-}"),
    ("<!--", "-->"),
    ("#=", "=#"),
    ("#|", "|#"),
    ("<#", "#>"),
    ("--[", "]"),
    ("=begin", "=end"),
)
_STAR = re.compile(r"(?<![ \t])[ \t]*+\*+(?!/)[ \t]?")
_TAG = re.compile(r"</?(?:summary|remarks|para|returns|value)\s*/?>[ \t]*")
_BLANK = re.compile(r"\s*")
_DRAWN = re.compile(r"[-=*#/~_+<>.:|\s]*")  # a row that is blank or draws a line
_LICENCE = re.compile(rb"(?i)copyright|licen[cs]ed? |spdx-")


class Docs:
    """The doc comments of one text. `comments` are the spans of its comments in order."""

    def __init__(self, grammar: str, data: bytes, comments: list[tuple[int, int]]) -> None:
        self._habits = habits = profile_of(grammar).docs
        self._data = data
        self._starts = {end: start for start, end in comments}
        self._attributes: list[_Attribute] = []
        if habits.place == "attribute":
            self._attributes = [
                _Attribute(match.start(), match.end(), match[1] == b"module", match[2] or match[3] or b"")
                for match in _DOC_ATTRIBUTE.finditer(data)
            ]
        self._inner = _INNER.get(habits.place)
        self._simple = not habits.signature and habits.place != "string above"  # comments and attributes alone

    def of(self, start: int, name: tuple[int, int], header_end: int, end: int, kind: str, previous: int) -> str:
        """The doc of a definition; `previous` is where the definition before it starts."""
        if self._attributes:
            found = self._attribute(start, header_end, kind, previous)
            if found:
                return found
        if self._inner is not None:
            found = self._inner(self._data, start, name[1], header_end, end)
            if found or (self._habits.place == "body" and header_end < end):
                return found  # where docs stand in the body, a comment above is none
        return self._above(start, name)

    def _attribute(self, start: int, header_end: int, kind: str, previous: int) -> str:
        ends = [attribute.end for attribute in self._attributes]
        if kind == "module":
            at = bisect_right(ends, header_end)
            if at < len(ends) and self._attributes[at].module:
                between = self._data[header_end : self._attributes[at].start]
                return "" if b"\n  def" in between else _dedented(self._attributes[at].text)
            return ""
        at = bisect_right(ends, start) - 1
        if at >= 0 and not self._attributes[at].module and self._attributes[at].start > previous:
            return _dedented(self._attributes[at].text)
        return ""

    def _above(self, start: int, name: tuple[int, int]) -> str:
        """The comment, or in some languages the string, that ends on the row above."""
        data = self._data
        row = data.rfind(b"\n", 0, start) + 1
        if row == 0 or (row < start and not data[row:start].isspace()):
            return ""  # the first row, or not the first thing on its row
        end = -1
        if data[row - 2] != _NEWLINE:
            above_start = data.rfind(b"\n", 0, row - 1) + 1
            text = data[above_start : row - 1].rstrip()
            if text:
                end = above_start + len(text)
                if self._simple and end not in self._starts and text.lstrip(b" \t")[:1] not in _ATTRIBUTE_SIGNS:
                    return ""  # the row above is neither a comment nor an attribute
        if end < 0:
            return self._pod(row) if self._habits.place == "manual" else ""
        first = self._starts.get(end)
        if first is None and (above := self._first_row(end, row, name)) != row:
            end = self._end_above(above)
            if end < 0:
                return ""
            first = self._starts.get(end)
        if first is None:
            return self._string(end) if self._habits.place == "string above" else ""
        return self._comment(first, end)

    def _end_above(self, row: int) -> int:
        """Where the row above ends, without the blanks at its end; -1 if it is blank or there is none."""
        if row == 0:
            return -1
        start = self._data.rfind(b"\n", 0, row - 1) + 1
        text = self._data[start : row - 1].rstrip()
        return start + len(text) if text else -1

    def _first_row(self, end: int, row: int, name: tuple[int, int]) -> int:
        """The row where attributes or a type signature above a definition begin; `row` if there are none."""
        data = self._data
        pattern = self._habits.signature
        if pattern:
            called = re.escape(data[name[0] : name[1]].strip(b"()"))
            signature = re.compile(pattern.replace(b"%s", called))
            above = row
            for _ in range(_BETWEEN):
                if (end := self._end_above(above)) < 0 or end in self._starts:
                    return row
                above = data.rfind(b"\n", 0, end) + 1
                if signature.match(data, above, end):
                    return above
            return row
        while end >= 0 and end not in self._starts:
            above = data.rfind(b"\n", 0, end) + 1
            if data[above:end].lstrip(b" \t")[:1] not in _ATTRIBUTE_SIGNS or not _ATTRIBUTE.fullmatch(data, above, end):
                break
            row = above
            end = self._end_above(row)
        return row

    def _comment(self, start: int, end: int) -> str:
        data = self._data
        row = data.rfind(b"\n", 0, start) + 1
        if data[row:start].strip():
            return ""  # a comment behind code belongs to that code
        first = data[start : start + 3]
        if first in self._habits.about_outer:
            return ""  # about what is around it
        if first[:2] != b"/*" and data.find(b"\n", start, end) < 0:
            sign = data[start : start + 1]
            for _ in range(_RUN):
                above = self._starts.get(self._end_above(row), -1)
                if above < 0 or data[above : above + 1] != sign or data[above : above + 2] == b"/*":
                    break
                start_of_row = data.rfind(b"\n", 0, above) + 1
                if data[start_of_row:above].strip():
                    break
                start, row = above, start_of_row
        if data[start : start + 2] == b"#!" and start == 0:
            start = data.find(b"\n") + 1
        raw = data[start:end]
        if row == 0 and _LICENCE.search(raw):
            return ""
        return comment_text(raw, self._habits)

    def _string(self, end: int) -> str:
        """The string that ends at an offset and begins a row."""
        data = self._data
        if data[end - 1 : end] != b'"':
            return ""
        triple = data[end - 3 : end] == b'"""' and end >= 6
        opening = data.rfind(b'"""' if triple else b'"', 0, end - (3 if triple else 1))
        row = data.rfind(b"\n", 0, max(opening, 0)) + 1
        match = _ABOVE.fullmatch(data, row, end) if opening >= 0 else None
        return _dedented(match[1] or match[2] or b"") if match else ""

    def _pod(self, row: int) -> str:
        """Documentation in POD, which a blank row may follow."""
        before = self._data.rfind(b"\n", 0, row - 1) + 1
        end = self._end_above(before)
        start = self._starts.get(end, -1)
        if start < 0 or self._data[start : start + 1] != b"=":
            return ""
        return comment_text(self._data[start:end], self._habits)


class _Attribute(NamedTuple):
    start: int
    end: int
    module: bool
    text: bytes


def comment_text(raw: bytes, habits: Habits = Habits()) -> str:  # noqa: B008 - frozen
    """What a comment says: without its signs, its common indentation and rows that only draw a line."""
    text = raw[: 4 * LIMIT].decode("utf-8", "replace")
    if text[:1] == "=" and habits.place == "manual":
        return _section(text)
    for opening, closing in _BLOCK:
        if text.startswith(opening):
            text = text[len(opening) :].removesuffix(closing).rstrip(f"{closing[0]} \t")
            text = re.sub(r"\A(?:=*\[|[*!|^]+)(?!/)", "", text)
            rows = text.splitlines()
            if opening == "/*" and all(_STAR.match(row) or not row.strip() for row in rows[1:]):
                rows[1:] = [_STAR.sub("", row, 1) for row in rows[1:]]
            break
    else:
        rows = [_LINE.sub("", row, 1) for row in text.splitlines()]
    if habits.has_tags:
        rows = [_TAG.sub("", row) for row in rows]
    return _trimmed(rows, _DRAWN)


def _section(pod: str) -> str:
    """The last section of a piece of POD, its commands left out."""
    rows: list[str] = []
    for row in pod.splitlines():
        if row.startswith(("=head", "=item")):
            rows = []
        elif not row.startswith("="):
            rows.append(row)
    return _trimmed(rows, _DRAWN)


def _dedented(raw: bytes) -> str:
    """A docstring as people read it."""
    return _trimmed(raw[: 4 * LIMIT].decode("utf-8", "replace").replace("\\\n", "").splitlines(), _BLANK)


def _trimmed(rows: list[str], silent: re.Pattern[str]) -> str:
    """The rows without common indentation, and without those at both ends that say nothing."""
    rows = [row.expandtabs().rstrip() for row in rows]
    indents = [len(row) - len(row.lstrip()) for row in rows[1:] if row]
    indent = min(indents, default=0)
    rows = [rows[0].strip(), *(row[indent:] for row in rows[1:])] if rows else []
    first, last = 0, len(rows)
    while first < last and silent.fullmatch(rows[first]):
        first += 1
    while first < last and silent.fullmatch(rows[last - 1]):
        last -= 1
    text = "\n".join(rows[first:last])
    return text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"


def _in_body(data: bytes, start: int, name_end: int, header_end: int, end: int) -> str:
    """The string that is the first statement, as in Python."""
    if header_end >= end or data[header_end] not in b"rRuU\"'":
        return ""
    match = _PYTHON.match(data, header_end, end)
    return _dedented(next((group for group in match.groups() if group), b"")) if match else ""


def _after_name(data: bytes, start: int, name_end: int, header_end: int, end: int) -> str:
    """The string behind the name, unless it is the value, as in Clojure."""
    match = _AFTER_NAME.match(data, name_end, end)
    return _dedented(match[1]) if match else ""


def _after_parameters(data: bytes, start: int, name_end: int, header_end: int, end: int) -> str:
    """The string on the row behind the parameters, or behind a variable's value, as in Lisps."""
    match = _ON_ITS_ROW.search(data, name_end, min(end, name_end + 4 * LIMIT))
    if match is None or b"(" in data[name_end : match.start()].partition(b"\n")[2]:
        return ""
    return _dedented(match[1])


def _at_start(data: bytes, start: int, name_end: int, header_end: int, end: int) -> str:
    """The string that the definition starts with, as in GraphQL."""
    match = _ABOVE.match(data, start, end)
    return _dedented(match[1] or match[2] or b"") if match else ""


def _help(data: bytes, start: int, name_end: int, header_end: int, end: int) -> str:
    """What help tells of an option, as in Kconfig."""
    match = _HELP.search(data, name_end, end)
    return _dedented(b"\n" + data[match.end() : end]) if match else ""


_INNER = {
    "after name": _after_name,
    "after parameters": _after_parameters,
    "body": _in_body,
    "help": _help,
    "start": _at_start,
}
