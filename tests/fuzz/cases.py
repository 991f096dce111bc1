"""Inputs that once went wrong, kept for ever: tests/cases/fuzz/SUBJECT/NUMBER-HASH."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from tests.paths import CASES

FOLDER = CASES / "fuzz"
QUESTIONS = 3 * 5 * 7 * 11 * 23 * 31  # after so many numbers the questions asked of a text are the same again


class Case(NamedTuple):
    subject: str
    number: int  # which questions are asked of it
    text: bytes


def save(subject: str, text: bytes, number: int) -> None:
    folder = FOLDER / subject
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{number % QUESTIONS}-{hashlib.sha256(text).hexdigest()[:12]}"
    (folder / name).write_bytes(text)


def cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*/*")):
        yield Case(path.parent.name, int(path.name.partition("-")[0]), path.read_bytes())
