"""Comments that silence rules: `outcrop: ignore[rule-name]`, for the line that they end, or for the next line where
they stand alone. `ast-grep-ignore` is known too, for rules that came from there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from indexer.model import Span
from indexer.search.match.facts import Facts
from indexer.text.document_text import Text

_MARK = re.compile(rb"\boutcrop:[ \t]*ignore\b(?:[ \t]*\[([^\]\r\n]*)\])?")
_FOREIGN = re.compile(rb"\bast-grep-ignore\b(?::[ \t]*([\w./-]+(?:[ \t]*,[ \t]*[\w./-]+)*))?")
_NAME = re.compile(rb"[^,\s]+")
MARKS = ("outcrop: ignore", "ast-grep-ignore")


class Silence(NamedTuple):
    """One such comment."""

    span: Span  # of the words
    comment: Span
    row: int  # that it silences
    names: tuple[tuple[str, Span], ...]
    foreign: bool  # it is another tool's, which may mean all rules by naming none
    alone: bool  # on its line

    def covers(self, rule: str) -> bool:
        return any(name == rule for name, _ in self.names) or (self.foreign and not self.names)

    def removal(self, text: Text) -> Span:
        """What goes when the comment goes: the line, where it stands alone, else the blanks before it too."""
        first, last = text.lines.row_of(self.comment.start), text.lines.row_of(max(self.comment.end - 1, 0))
        if self.alone:
            end = text.lines[last + 1] if last + 1 < len(text.lines) else len(text.data)
            return Span(text.lines[first], end)
        before = text.data[text.lines[first] : self.comment.start]
        return Span(text.lines[first] + len(before.rstrip(b" \t")), self.comment.end)


def silences(facts: Facts) -> list[Silence]:
    """The comments of a text that silence rules, in order."""
    text = facts.text
    if b"ignore" not in text.data or (b"outcrop:" not in text.data and b"ast-grep-ignore" not in text.data):
        return []
    found: list[Silence] = []
    for comment in facts.comments():
        for foreign, expression in enumerate((_MARK, _FOREIGN)):
            matches = expression.finditer(text.data, comment.start, comment.end)
            found += [_silence(text, comment, match, bool(foreign)) for match in matches]
    return _with_rows(found)


def _silence(text: Text, comment: Span, match: re.Match[bytes], foreign: bool) -> Silence:
    names = tuple(
        (name[0].decode("utf-8", "replace"), Span(*name.span()))
        for name in (_NAME.finditer(match.string, *match.span(1)) if match[1] is not None else ())
    )
    first, last = text.lines.row_of(comment.start), text.lines.row_of(max(comment.end - 1, comment.start))
    before = text.data[text.lines[first] : comment.start]
    after = text.data[comment.end : text.row_span(last)[1]]
    alone = not before.strip() and not after.strip()
    return Silence(Span(*match.span()), comment, last + 1 if alone else first, names, foreign, alone)


def _with_rows(found: Sequence[Silence]) -> list[Silence]:
    """One that stands alone above another silences what that one silences."""
    rows: dict[int, int] = {}
    made: list[Silence] = []
    for silence in sorted(found, key=lambda each: each.span.start, reverse=True):
        row = rows.get(silence.row, silence.row) if silence.alone else silence.row
        if silence.alone:
            rows[silence.row - 1] = row
        made.append(silence._replace(row=row))
    return made[::-1]
