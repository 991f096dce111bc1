"""C in the texts of parser generators: between `%{` and `%}`, in `%code {…}`, and behind the second `%%`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.embedded.host import Host
from indexer.embedded.region import region
from indexer.languages.registry import by_name
from indexer.model import Region

# What opens a block of C, and the row that closes it: the code is between the rows, but that of a union is all of it.
_BLOCK = re.compile(
    rb"(?m)^%(?:(?P<plain>\{[^\n]*+\n)|(?P<named>(?:code|top)\b[^\n{]*+\{[^\n]*+\n)|(?P<union>union\b[^{;]{0,300}\{))"
)
_ENDS = {
    "plain": re.compile(rb"(?m)^[ \t]*+%\}"),
    "named": re.compile(rb"(?m)^\}"),
    "union": re.compile(rb"(?m)^[ \t]*+\}"),
}
_MARK = re.compile(rb"(?m)^%%[^\n]*\n?")


def code_of_generators(host: Host) -> Iterator[Region]:
    """What of a text is C."""
    language = by_name("c")
    assert language is not None
    data = host.text.data
    marks = [match.span() for match in _MARK.finditer(data)]
    end = marks[1][0] if len(marks) > 1 else len(data)
    for span in _blocks(data, end):
        yield region(language, "code", [span])
    if len(marks) > 1:
        yield region(language, "code", [(marks[1][1], len(data))])


def _blocks(data: bytes, end: int) -> Iterator[tuple[int, int]]:
    """The C in blocks before `end`. A closer that is missing once is not looked for again."""
    missing: set[str] = set()
    at = 0
    while (opener := _BLOCK.search(data, at, end)) is not None:
        kind = opener.lastgroup
        assert kind is not None
        closer = None if kind in missing else _ENDS[kind].search(data, opener.end(), end)
        if closer is None:
            missing.add(kind)
            at = opener.start() + 1
        else:
            yield (opener.start() + 1, closer.end()) if kind == "union" else (opener.end(), closer.start())
            at = closer.end()
