"""Edits of a text that can be taken back, and why a text is not edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Refused(Exception):
    """Why a file is left as it is, in words that say what to do."""


class Edit(NamedTuple):
    """What stands at a place, and what is to stand there."""

    at: int
    old: str
    new: str


def applied(text: str, edits: Sequence[Edit]) -> str:
    made: list[str] = []
    done = 0
    for at, old, new in sorted(edits):
        assert text[at : at + len(old)] == old and at >= done
        made += [text[done:at], new]
        done = at + len(old)
    return "".join([*made, text[done:]])


def reversed_edits(edits: Sequence[Edit]) -> list[Edit]:
    """The edits that take these back, of the text that these make."""
    made: list[Edit] = []
    grown = 0
    for at, old, new in sorted(edits):
        made.append(Edit(at + grown, new, old))
        grown += len(new) - len(old)
    return made


def newline_of(text: str) -> str:
    """How lines end in a text."""
    return "\r\n" if "\r\n" in text else "\n"
