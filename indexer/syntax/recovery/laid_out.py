"""A broken text as it is laid out, made from the one before it in the rows that changed.

All of it is a function of the text: the layout, the rows where something may begin, and where its parts do.
"""

from __future__ import annotations

from typing import NamedTuple

from indexer.extract.structure import Items
from indexer.languages.profile import profile_of
from indexer.syntax.opaque import Layout, Span
from indexer.syntax.recovery.layout import key_starts, part_starts, without_markers
from indexer.syntax.recovery.openings import Openings, Stretch
from indexer.syntax.recovery.strategy import Strategy, strategy_of
from indexer.text.document_text import Edit

_MARKERS = (b"<" * 7, b">" * 7)


class LaidOut(NamedTuple):
    """One version of a text."""

    grammar: str
    text: bytes
    data: bytes  # without the markers of a merge conflict and what stands around definitions
    around: Items | None
    layout: Layout
    parts_text: bytes  # the layout as parts and their members are found by it
    openings: Openings

    @classmethod
    def of(cls, grammar: str, text: bytes) -> LaidOut:
        strategy = strategy_of(grammar)
        data, around = strategy.without_containers(without_markers(text))
        layout = Layout.of(grammar, data)
        parts_text = strategy.parts_layout(layout.text)
        return cls(grammar, text, data, around, layout, parts_text, Openings.of(parts_text))

    def edited(self, text: bytes, edit: Edit | None) -> LaidOut:
        """The next version; `edit` is what made it of this one, if that is known."""
        if edit is None:
            edit = Edit.between(self.text, text)
        strategy = strategy_of(self.grammar)
        if self.data is self.text and not _may_have_markers(text, edit):
            data = text
        else:
            data = without_markers(text)
        plain, around = strategy.without_containers(data)
        if plain is not text or self.data is not self.text:
            edit = Edit.between(self.data, plain)
        layout, (low, high) = self.layout.edited(self.grammar, plain, edit)
        parts_text = layout.text
        if strategy.has_parts_layout:
            parts_text, (low, high) = _parts_text(strategy, self, layout.text, (low, high), edit.delta)
        openings = self.openings.edited(parts_text, low, high, edit.delta)
        return LaidOut(self.grammar, text, plain, around, layout, parts_text, openings)

    def cuts(self) -> list[int]:
        """Where parts begin, and where the last one ends."""
        known = profile_of(self.grammar).damage
        if known.begins is not None:
            return [0, *(match.end() for match in known.begins.finditer(self.parts_text)), len(self.data)]
        if known.members_by_row:
            return [*key_starts(self.parts_text), len(self.data)]
        return [*part_starts(self.grammar, self.parts_text, self.openings), len(self.data)]

    def stretch(self, start: int, end: int) -> Stretch:
        return Stretch(self.parts_text, self.openings, start, end)


def _may_have_markers(text: bytes, edit: Edit) -> bool:
    """Whether an edit of a text without markers may have made one."""
    near = text[max(edit.start - 7, 0) : edit.start + edit.inserted + 7]
    return any(marker in near for marker in _MARKERS)


def _parts_text(strategy: Strategy, old: LaidOut, layout: bytes, changed: Span, delta: int) -> tuple[bytes, Span]:
    """The layout that parts are found by, made anew in the rows that changed and those that they go on in."""
    low = layout.rfind(b"\n", 0, changed[0]) + 1
    while low and _goes_on(layout, low):
        low = layout.rfind(b"\n", 0, low - 1) + 1
    high = max(
        _whole_rows(layout, changed[1]),
        _whole_rows(old.layout.text, changed[1] - delta) + delta,
    )
    text = old.parts_text[:low] + strategy.parts_layout(layout[low:high]) + old.parts_text[high - delta :]
    return text, (low, high)


def _whole_rows(layout: bytes, offset: int) -> int:
    """The next offset at which a row begins that does not go on with the one before it."""
    at = layout.find(b"\n", offset) + 1 or len(layout)
    while at < len(layout) and _goes_on(layout, at):
        at = layout.find(b"\n", at) + 1 or len(layout)
    return at


def _goes_on(layout: bytes, row: int) -> bool:
    """Whether a row goes on with the one before it."""
    return layout.endswith((b"\\\n", b"\\\r\n"), max(row - 3, 0), row)
