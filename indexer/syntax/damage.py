"""Broken code: finds the rows that hold the damage, so that everything else can be parsed as if they were blank.

A parser's own recovery sees the text from left to right, and one open quote can swallow the rest of a file. People
see the damage at once, because they read the layout: a definition begins at the margin after a blank row. So the text
is cut there, each part is tried alone, and the parts that do not parse are the damage. A part that is indented code
around members (a class) is cut again at its members, each tried between the part's first and last rows.

Everything here is a function of the text alone, so it does not matter which edits broke it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from indexer.syntax.grammars import parser

MERGED = 6  # how many parts may belong together: a comment or string with blank rows in it is torn apart by the cut
DEEPEST = 4
LARGEST = 512 * 1024  # above this, the parser's own recovery has to do

_MARKER = re.compile(rb"(?m)^(?:<{7}|>{7}|\|{7})(?: [^\r\n]*)?$|^={7}$")
_ROW = re.compile(rb"[^\n]*\n?")
_CLOSER = re.compile(rb"[ \t]*(?:[)\]}]|(?:end|fi|done|esac)\b)")
_GOES_ON = re.compile(
    rb"[ \t]*(?:[)\]}.,|&+*/=<>?:-]|(?:else|elif|elsif|elseif|except|finally|catch|rescue|ensure|when|in|then|do|where"
    rb"|and|or|end|fi|done|esac|of|with|until)\b|#(?:else|elif|endif)\b)(?!/|\*|--|<)"
)
# What a part needs before it to be code at all.
_PROLOGUES = {"php": b"<?php\n"}
# Comments and strings with rows of their own, by grammar. The layout inside them says nothing.
_SLASHES = rb"/\*.*?\*/"
_QUOTES = rb'"""(?:\\.|.)*?"""'
_OPAQUE = {
    "bash": rb"(?!)",
    "elixir": _QUOTES,
    "elm": rb"\{-.*?-\}",
    "erlang": rb"(?!)",
    "fsharp": rb"\(\*.*?\*\)|" + _QUOTES,
    "haskell": rb"\{-.*?-\}",
    "julia": rb"#=.*?=#|" + _QUOTES,
    "kotlin": _SLASHES + b"|" + _QUOTES,
    "lua": rb"--\[(=*)\[.*?\]\1\]",
    "ocaml": rb"\(\*.*?\*\)",
    "perl": rb"^=[a-zA-Z].*?^=cut\b[^\n]*",
    "python": _QUOTES + rb"|'''(?:\\.|.)*?'''",
    "ruby": rb"^=begin\b.*?^=end\b[^\n]*",
    "scala": _SLASHES + b"|" + _QUOTES,
    "swift": _SLASHES + b"|" + _QUOTES,
}

Span = tuple[int, int]


def without_markers(data: bytes) -> bytes:
    """The text with the rows that a merge conflict leaves behind blanked."""
    if b"<<<<<<<" not in data and b">>>>>>>" not in data:
        return data
    return _MARKER.sub(lambda match: b" " * len(match[0]), data)


def blanked(data: bytes, spans: list[Span]) -> bytes:
    """The text with blanks for everything in the spans but line ends; its length stays."""
    parts: list[bytes] = []
    done = 0
    for start, end in spans:
        parts += (data[done:start], re.sub(rb"[^\r\n]", b" ", data[start:end]))
        done = end
    return b"".join((*parts, data[done:]))


class Damage:
    """The damaged spans of a text, and the surroundings in which each can be parsed for what is left of it.

    `suspects` are the spans of top-level nodes in which the parser saw an error; nothing outside them is questioned.
    """

    def __init__(self, grammar: str, data: bytes, suspects: list[Span]) -> None:
        self.spans: list[Span] = []
        self.contexts: list[tuple[bytes, bytes]] = []
        self._grammar = grammar
        self._data = data
        self._prologue = _PROLOGUES.get(grammar, b"")
        self._layout = re.sub(_OPAQUE.get(grammar, _SLASHES), _solid, data, flags=re.DOTALL | re.MULTILINE)
        if len(data) <= LARGEST:
            self._find(suspects)

    def _find(self, suspects: list[Span]) -> None:
        cuts = [*_cuts(self._layout, 0, len(self._data), 0), len(self._data)]
        at = 0
        while at < len(cuts) - 1:
            if not any(start < cuts[at + 1] and end > cuts[at] for start, end in suspects):
                at += 1
                continue
            for until in range(at + 1, min(at + 1 + MERGED, len(cuts))):
                if self._parses(self._prologue if cuts[at] else b"", self._data[cuts[at] : cuts[until]], b""):
                    at = until
                    break
            else:
                self._within(self._prologue, cuts[at], cuts[at + 1], b"", 0)
                at += 1

    def _within(self, before: bytes, start: int, end: int, after: bytes, level: int) -> None:
        """Narrows a damaged part down to the members that hold the damage."""
        end = start + len(self._data[start:end].rstrip())
        last = _last_row(self._layout, start, end)
        inside: list[int] = []
        if level < DEEPEST:
            first, indent = _inner(self._layout, start, end)
            inside = [cut for cut in _cuts(self._layout, first, end, indent) if start < cut < last]
        foot = self._data[last:end] + b"\n" + after
        # The head of a class may be one row or several, so both its first deeper row and its first member may end it.
        best: tuple[bytes, list[Span]] | None = None
        for members in (inside, inside[1:]):
            if not members:
                continue
            head = before + self._data[start : members[0]]
            broken = [
                part for part in pairwise([*members, last]) if not self._parses(head, self._data[slice(*part)], foot)
            ]
            if len(broken) < len(members) and (best is None or len(broken) < len(best[1])):
                best = head, broken
        if best is not None and best[1]:
            for low, high in best[1]:
                self._within(best[0], low, high, foot, level + 1)
            return
        self.spans.append((start, end))
        self.contexts.append((before, after))

    def _parses(self, before: bytes, part: bytes, after: bytes) -> bool:
        return _parses(self._grammar, before + part + after)


@lru_cache(4096)
def _parses(grammar: str, data: bytes) -> bool:
    parse = parser(grammar)
    return parse is not None and not parse.parse(data).root_node.has_error


def _rows(data: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    for match in _ROW.finditer(data, start, end):
        if match[0]:
            yield match.start(), match[0]


def _indent(row: bytes) -> int:
    return len(row) - len(row.lstrip(b" \t"))


def _cuts(data: bytes, start: int, end: int, indent: int) -> list[int]:
    """Where a definition may begin: rows of this indentation after a blank row or a closing one."""
    found = [start]
    apart = False
    for at, row in _rows(data, start, end):
        if not row.strip():
            apart = True
            continue
        if apart and at > start and _indent(row) == indent and not _GOES_ON.match(row):
            found.append(at)
        apart = _indent(row) <= indent and _CLOSER.match(row) is not None
    return found


def _solid(match: re.Match[bytes]) -> bytes:
    """As many bytes that are one row and not blank, in place of a comment or string."""
    return b"x" * len(match[0])


def _inner(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The inside of an indented part: its first row that is deeper, and how deep its members are."""
    outer = None
    deeper: list[tuple[int, int]] = []
    apart = False
    for at, row in _rows(data, start, end):
        if not row.strip():
            apart = True
            continue
        indent = _indent(row)
        if outer is None:
            outer = indent
        elif indent > outer and (apart or not deeper):
            deeper.append((at, indent))
        apart = _CLOSER.match(row) is not None
    if len(deeper) < 2:
        return end, 0
    return deeper[0][0], min(indent for _, indent in deeper)


def _last_row(data: bytes, start: int, end: int) -> int:
    """Where the closing row of a part begins; its end where it has none."""
    row = data.rfind(b"\n", start, end) + 1
    return row if row > start and _CLOSER.match(data, row, end) else end
