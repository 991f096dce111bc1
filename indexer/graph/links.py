"""What of a text can be followed to a file: its imports, and in pages the links that are written there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from indexer.graph.files import FileGraph
from indexer.graph.imports.resolver import Certainty
from indexer.graph.imports.tree import folder_of, joined
from indexer.languages.profile import profile_of, resolved
from indexer.search.run.corpus import Gone
from indexer.text.addresses import unquoted
from indexer.text.document_text import Text

_SCHEME = re.compile(r"[a-zA-Z][\w+.-]*:|//")


class Link(NamedTuple):
    """A part of a text that leads to a file, and to a row of it where the link says one."""

    start: int
    end: int
    path: str
    row: int | None
    evidence: Certainty


def links_of(graph: FileGraph, file: str) -> tuple[Text, list[Link]]:
    """The links of a file, in order, and the text they are in."""
    text = graph.file(file).text
    found = []
    for each in graph.imports(file):
        if each.files:
            found.append(Link(each.start, each.end, each.files[0], None, each.evidence))
        for taken, part in zip(each.names, each.parts, strict=False):
            if part and taken.start >= 0:
                found.append(Link(taken.start, taken.start + len(taken.name.encode()), part[0], None, each.evidence))
    language = graph.language(file)
    finder = profile_of(language).links if language else ""
    if finder:
        for start, end in resolved(finder)(text.data):
            link = _written(graph, file, text.data[start:end].decode("utf-8", "replace"), start, end)
            if link is not None:
                found.append(link)
    return text, sorted(found)


def _written(graph: FileGraph, file: str, written: str, start: int, end: int) -> Link | None:
    """Where a link of a page leads: a file of the root, or a heading of one."""
    if _SCHEME.match(written):
        return None
    path, _, anchor = written.partition("#")
    path = unquoted(path)
    target: str | None = file
    if path:
        target = joined("" if path.startswith("/") else folder_of(file), path.lstrip("/"))
    tree = graph.following.tree
    if target is None or target not in tree:
        pages = [f"{target}/{name}" if target else name for name in ("README.md", "index.md", "index.html")]
        target = next((each for each in pages if each in tree), None) if target in tree.folders else None
    if target is None:
        return None
    row = _row_of(graph, target, unquoted(anchor)) if anchor else None
    return None if target == file and row is None else Link(start, end, target, row, "import")


def _row_of(graph: FileGraph, path: str, anchor: str) -> int | None:
    """The row of a heading by the anchor that pages give it, or the row that `L12` names."""
    line = re.fullmatch(r"L(\d{1,9})(?:-L\d+)?", anchor)
    if line:
        return int(line[1]) - 1
    try:
        symbols = graph.file(path).symbols()
    except Gone:
        return None
    seen: dict[str, int] = {}
    for symbol in symbols:
        if symbol.kind != "section":
            continue
        slug = anchor_of(symbol.name)
        count = seen[slug] = seen.get(slug, -1) + 1
        if anchor.lower() == (f"{slug}-{count}" if count else slug):
            return symbol.row_start
    return None


def anchor_of(heading: str) -> str:
    """The anchor that a heading gets: small letters, hyphens for blanks, no other signs."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


_LONG = 5_000  # bytes of a row
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})")
_CODE = re.compile(rb"(?<!`)(`++)[^\n]*?(?<!`)\1(?!`)")
_INLINE = re.compile(rb"\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))")
_DEFINED = re.compile(rb"^ {0,3}\[[^\]\n]+\]:[ \t]+<?([^\s<>]+)", re.MULTILINE)


def markdown_links(text: bytes) -> list[tuple[int, int]]:
    """Where the targets of links and images stand, without those in code."""
    plain = b"\n".join(_without_code(text.split(b"\n")))
    spans = [match.span(1 if match[1] is not None else 2) for match in _INLINE.finditer(plain)]
    spans += [match.span(1) for match in _DEFINED.finditer(plain)]
    return sorted(span for span in spans if span[0] < span[1])


def _without_code(rows: list[bytes]) -> Iterator[bytes]:
    """Rows as long as before, with blanks for code."""
    fence = b""
    for row in rows:
        found = _FENCE.match(row)
        if fence:
            if found and found[1].startswith(fence) and not row[found.end() :].strip():
                fence = b""
            yield b" " * len(row)
        elif found:
            fence = found[1]
            yield b" " * len(row)
        else:
            # To look for the ends of code takes the square of a row's length.
            yield _CODE.sub(_blank, row) if b"`" in row and len(row) < _LONG else row


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match[0])
