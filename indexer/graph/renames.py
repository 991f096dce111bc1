"""What a renaming is made of: the places to change, and whether a name can take the place of another."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from indexer.graph.resolve import Evidence
from indexer.model import Span
from indexer.text.document_text import Text

_LONGEST = 200  # characters of a name


class Renameable(NamedTuple):
    """A name that can be changed, and where it was asked about."""

    name: str
    span: Span


class Renamed(NamedTuple):
    """A place to change."""

    root: Path
    path: str
    text: Text
    version: int | None  # of the open document; None for a file
    span: Span
    evidence: Evidence
    before: str = ""  # what is written before the new name: a field that keeps its own
    after: str = ""

    def written(self, new: str) -> str:
        """What the place has when it is renamed."""
        return self.before + new + self.after


class Renaming(NamedTuple):
    """All places to change for a new name."""

    name: str
    new: str
    sure: list[Renamed]
    doubtful: list[Renamed]  # places that only have the name


def changed(places: list[Renamed], new: str) -> bytes:
    data = places[0].text.data
    for place in sorted(places, key=lambda one: -one.span.start):
        data = data[: place.span.start] + place.written(new).encode() + data[place.span.end :]
    return data


def fits(name: str, new: str, allowed: str) -> bool:
    """Whether a name can take the place of another: a plain name, or one with signs that any has, or the other."""
    signs = "".join(sorted({*allowed, *(sign for sign in name if not (sign.isalnum() or sign == "_"))}))
    plain = new
    for sign in signs:
        plain = plain.replace(sign, "_")
    return len(new) <= _LONGEST and new != name and plain.isidentifier()
