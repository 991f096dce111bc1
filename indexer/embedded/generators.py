"""C in the texts of parser generators: between `%{` and `%}`, in `%code {…}`, and behind the second `%%`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.embedded.host import Host
from indexer.embedded.region import region
from indexer.languages.registry import by_name
from indexer.model import Region

_BLOCK = re.compile(
    rb"(?ms)^%\{[^\n]*\n(.*?)^[ \t]*%\}|^%(?:code|top)\b[^\n{]*\{[^\n]*\n(.*?)^\}|^%(union\b[^{;]*\{.*?^[ \t]*\})"
)
_MARK = re.compile(rb"(?m)^%%[^\n]*\n?")


def code_of_generators(host: Host) -> Iterator[Region]:
    """What of a text is C."""
    language = by_name("c")
    assert language is not None
    data = host.text.data
    marks = [match.span() for match in _MARK.finditer(data)]
    end = marks[1][0] if len(marks) > 1 else len(data)
    for block in _BLOCK.finditer(data, 0, end):
        yield region(language, "code", [block.span(block.lastindex or 0)])
    if len(marks) > 1:
        yield region(language, "code", [(marks[1][1], len(data))])
