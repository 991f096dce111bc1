"""Signatures: a definition's header on one line, without its decorators, its comments and what opens its body."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.languages.profile import profile_of

SIGNATURE = 200
_OPENERS = b" \t\r\n{:="
_LOOSE = re.compile(r"(?<=[(\[{]) | (?=[)\]},;])")
_BLANK = re.compile(rb"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_GROUP = re.compile(rb"""[()\[\]]|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""")


def signature_of(header: bytes) -> str:
    """A definition's header on one line, without what opens its body. It is cut between characters."""
    first = header[: 4 * SIGNATURE]  # a character has at most four bytes
    text = b" ".join(first.split()).rstrip(_OPENERS).decode("utf-8", "replace")
    opened = "( " in text or "[ " in text or "{ " in text  # most signatures have none, and this is the fastest to tell
    if opened or " )" in text or " ]" in text or " }" in text or " ," in text or " ;" in text:
        text = _LOOSE.sub("", text)
    return text if len(text) <= SIGNATURE else text[: SIGNATURE - 1] + "…"


def header_of(data: bytes, start: int, end: int, comments: Sequence[tuple[int, int]]) -> bytes:
    """The bytes [start, end) with a blank in place of each comment."""
    parts: list[bytes] = []
    for low, high in comments:
        parts.append(data[start:low])
        start = high
    return b" ".join((*parts, data[start:end]))


def without_decorators(grammar: str, data: bytes, start: int, name_start: int) -> int:
    """Where a definition that starts with decorators or attributes begins to say what it defines."""
    decorator = profile_of(grammar).names.decorator
    if decorator is None:
        return start
    while (match := decorator.match(data, start, name_start)) is not None:
        at = match.end()
        if data[at : at + 1] in (b"(", b"["):
            at = _group_end(data, at, name_start)
        blank = _BLANK.match(data, at, name_start)
        at = blank.end() if blank else at
        if at <= start or at >= name_start + 1:
            break
        start = at
    return start


def _group_end(data: bytes, start: int, limit: int) -> int:
    """The end of the bracketed group that opens at `start`, or the limit if it does not close before."""
    depth = 0
    for token in _GROUP.finditer(data, start, limit):
        if token[0] in (b"(", b"["):
            depth += 1
        elif token[0] in (b")", b"]"):
            depth -= 1
            if depth == 0:
                return token.end()
    return limit
