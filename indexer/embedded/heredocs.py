"""Heredocs whose terminator names a language, or whose first line names its interpreter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.embedded.host import Host
from indexer.embedded.region import region, without
from indexer.languages.embedded_names import shebang_language, terminator_language
from indexer.languages.profile import profile_of
from indexer.model import HeredocBody, Joint, Region
from indexer.syntax.statements.lexers import may_hold_heredoc
from indexer.text.document_text import Text

_CLOSERS = {b"{": b"}", b"(": b")"}


def heredocs(host: Host) -> Iterator[Region]:
    """The bodies in a known language, without what is interpolated into them."""
    language = host.language
    if language is None or not may_hold_heredoc(language, host.text.data):
        return
    tracker = host.tracker
    if tracker is None:
        return
    known = profile_of(language.name).heredocs
    for heredoc in tracker.bodies():
        body = body_span(host.text, heredoc)
        if body is None:
            continue
        first = host.text.row_bytes(heredoc.content_row_start).lstrip()
        inner = terminator_language(heredoc.terminator) or shebang_language(first)
        if inner is None and known.own.match(host.text.row_bytes(heredoc.declaration_row)):
            inner = language
        if inner is None:
            continue
        holes = values(host.text.data, *body, known.value) if heredoc.interpolated else []
        if holes is not None:
            yield region(inner, "heredoc", *without(*body, holes))


def body_span(text: Text, heredoc: HeredocBody) -> tuple[int, int] | None:
    """The bytes of a body, or None where it is empty or mended."""
    if heredoc.recovered or heredoc.terminator_row is None or heredoc.content_row_end < heredoc.content_row_start:
        return None
    return text.lines[heredoc.content_row_start], text.lines[heredoc.content_row_end + 1]


def values(data: bytes, start: int, end: int, pattern: re.Pattern[bytes] | None) -> list[tuple[int, int, Joint]] | None:
    """Where values are interpolated, or None where one does not end inside."""
    found: list[tuple[int, int, Joint]] = []
    at = start
    while pattern is not None and (match := pattern.search(data, at, end)) is not None:
        at = match.end()
        if match[1]:
            closed = _closing(data, at - 1, end)
            if closed is None:
                return None
            at = closed
        if match.lastindex:
            found.append((match.start(), at, "word"))
    return found


def _closing(data: bytes, opener: int, end: int) -> int | None:
    """The offset behind the bracket that closes the one at `opener`."""
    left = data[opener : opener + 1]
    depth = 0
    for match in re.compile(b"[%s%s]" % (re.escape(left), re.escape(_CLOSERS[left]))).finditer(data, opener, end):
        depth += 1 if match[0] == left else -1
        if depth == 0:
            return match.end()
    return None
