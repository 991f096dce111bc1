"""Code in texts with headings: fences, code directives, source blocks that name their language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.blocks.commonmark import Fence
from indexer.blocks.markdown import fence_language
from indexer.embedded.host import Host
from indexer.embedded.region import region
from indexer.languages.embedded_names import info_language
from indexer.languages.profile import profile_of
from indexer.model import Region
from indexer.text.document_text import Text

# A session shows prompts and what was answered; it is no text of the language it was held in.
_SESSION = re.compile(rb"\s*(?:>>>|\$|>|irb\(|In \[\d+\]:)(?:[ \t\r\n]|$)")
_OPTION = re.compile(rb"[ \t]+:[\w-]+:")


def fences(host: Host) -> Iterator[Region]:
    """The fences whose language is known and that hold code, not a session."""
    text = host.text
    options = profile_of(host.language.name if host.language is not None else "").embeds.fence_options
    for fence in host.scan.fences:
        language = info_language(fence.info, fence_language(fence)) if fence.kind == "fence" else None
        if language is None:
            continue
        first, after = fence.row + 1, fence.row_end + (not fence.closed)
        if options:
            while first < after and _OPTION.match(text.row_bytes(first)):
                first += 1
        spans = _rows(text, fence, first, after)
        if spans and not _SESSION.match(text.data, *spans[0]):
            yield region(language, "fence", spans)


def _rows(text: Text, fence: Fence, first: int, after: int) -> list[tuple[int, int]]:
    """The spans of a fence's rows: one, unless the marks of block quotes stand before each row."""
    if first >= after:
        return []
    ends = [*text.lines[first + 1 : after], text.lines[after] if after < len(text.lines) else len(text.data)]
    if not fence.quotes:
        return [(text.lines[first], ends[-1])]
    spans = []
    for row, end in zip(range(first, after), ends, strict=True):
        start = text.lines[row]
        marks = _marks(fence.quotes).match(text.data, start, end)
        if marks is None:
            return []
        spans.append((marks.end(), end))
    return spans


def _marks(quotes: int) -> re.Pattern[bytes]:
    return re.compile(rb"(?:[ \t]*>[ \t]?){%d}" % quotes)
