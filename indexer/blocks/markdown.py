"""Texts with headings: a section reaches to the next heading of its rank or above, and holds the code inside it.

Markdown and MDX, reStructuredText, Org, AsciiDoc, gemtext and RDoc are read each by its own rules; what is made of the
headings is the same for all. Blank rows at the end of a section belong to no one.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from indexer.blocks import commonmark
from indexer.blocks.commonmark import Fence, Heading, Scan
from indexer.blocks.nesting import Region, nest
from indexer.languages.profile import profile_of, resolved
from indexer.languages.registry import Language
from indexer.model import Block, Fold, Span, Symbol
from indexer.text.document_text import Text

NAME = 200


class Section(NamedTuple):
    """A heading with all that stands under it. Spans are in bytes, `parent` is an index into the same list."""

    level: int  # as written: 1 is the highest
    name: str
    row: int
    row_end: int
    name_span: Span
    span: Span
    parent: int | None


def scan(text: Text, language: Language | None) -> Scan:
    """The headings and the code of a text, by the rules of its language."""
    scanner = profile_of(language.name).layout.scanner if language is not None else ""
    found: Scan = resolved(scanner)(text) if scanner else commonmark.scan(text)
    return found


def sections(text: Text, found: Scan) -> list[Section]:
    """The sections that the headings of a scan divide the text into, in order."""
    filled = _filled_rows(text)
    open_rows: list[tuple[Heading, int | None]] = []
    closed: dict[int, int] = {}  # from a section to its last row
    around: list[int | None] = []  # the open sections; None where a container begins that they cannot leave

    def close(at: int, row: int) -> None:
        closed[at] = max(filled[row], open_rows[at][0].row_end)

    for event in found.events:
        if isinstance(event, Heading):
            while around and (at := around[-1]) is not None and open_rows[at][0].level >= event.level:
                close(at, event.row - 1)
                around.pop()
            parent = next((at for at in reversed(around) if at is not None), None)
            around.append(len(open_rows))
            open_rows.append((event, parent))
        elif event.opens:
            around.append(None)
        else:
            while (inner := around.pop()) is not None:
                close(inner, event.row - 1)
    for at in around:
        if at is not None:
            close(at, len(filled) - 1)
    bracketed = any("[" in heading.written for heading, _ in open_rows)
    labels = link_labels(text) if bracketed else frozenset()
    return [
        Section(
            heading.level,
            plain(heading.written, labels) if found.marked_up else heading.written,
            heading.row,
            closed[at],
            Span(heading.start, heading.end),
            Span(text.lines[heading.row], text.row_span(closed[at])[1]),
            parent,
        )
        for at, (heading, parent) in enumerate(open_rows)
    ]


def markdown_blocks(text: Text, language: Language | None, found: Scan | None = None) -> list[Block]:
    """Sections, and the code and front matter in them, as blocks. `found` is the scan, if it has been made."""
    found = found or scan(text, language)
    regions = [Region(s.row, s.row_end, 0, "section", s.name, True) for s in sections(text, found)]
    regions += [Region(fence.row, fence.row_end, 1, fence.kind, fence_language(fence)) for fence in found.fences]
    return nest(text, regions)


def section_symbols(text: Text, language: Language | None, found: Scan | None = None) -> list[Symbol]:
    """The sections as symbols."""
    return [
        Symbol(s.name, "section", s.span, s.name_span, s.row, s.row_end, s.name[:NAME], s.parent)
        for s in sections(text, found or scan(text, language))
    ]


def section_folds(text: Text, language: Language | None, found: Scan | None = None) -> list[Fold]:
    """Sections fold to their end; code folds up to the row that closes it."""
    found = found or scan(text, language)
    folds = [Fold(s.row, s.row_end, "code") for s in sections(text, found)]
    folds += [Fold(fence.row, fence.row_end - fence.closed, "code") for fence in found.fences]
    return sorted(
        (fold for fold in folds if fold.row_end > fold.row_start), key=lambda fold: (fold.row_start, -fold.row_end)
    )


_LANGUAGE = re.compile(r"[\s{.]*([^\s{}.,:]+)")


def fence_language(fence: Fence) -> str | None:
    """The language that a fence's info string names: the first word, without the braces some dialects put around."""
    match = _LANGUAGE.match(fence.info)
    return match.group(1) if match else None


_INLINE = re.compile(
    r"""\\([!-/:-@\[-`{-~])                                             # an escaped character
      | (?<!`)(`+)(?!`)(.*?[^`])\2(?!`)                                 # code
      | !?\[((?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*+\](?:\([^()]*+\))?)*+)\] # a link or an image, which may hold another
        (\((?:<[^<>]*+>|[^()]|\([^()]*+\))*+\)|\[[^\[\]]*+\])?
      | <([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>      # an address
      | </?[A-Za-z][^<>]*+>|<!--.*?-->                                   # a tag
    """,
    re.VERBOSE,
)
_LABEL = re.compile(rb"^ {0,3}\[([^\[\]\r\n]+)\]:[ \t]*\S", re.MULTILINE)
_ATTRIBUTES = re.compile(r"(?<!\s)\s*+\{[#.:][^{}]*+\}\s*+$")
_STARS = re.compile(r"(\*{1,3})(?=[^\s*])(.*?[^\s*])\1(?!\*)")
_UNDERSCORES = re.compile(r"(?<![^\W_])(_{1,3})(?=[^\s_])(.*?[^\s_])\1(?![^\W_])")
_LITERAL = 0xE000  # a private area holds the literal characters while emphasis is taken away


def link_labels(text: Text) -> frozenset[str]:
    """The labels that a text defines somewhere, so that `[label]` alone is a link to there."""
    return frozenset(_folded(match.group(1).decode("utf-8", "replace")) for match in _LABEL.finditer(text.data))


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()


def plain(written: str, labels: frozenset[str] = frozenset()) -> str:
    """A heading as people read it: without links, emphasis, code marks, tags and attributes, on one line."""
    kept: list[str] = []

    def literal(text: str) -> str:
        kept.append(text)
        return chr(_LITERAL + len(kept) - 1)

    def inline(match: re.Match[str]) -> str:
        escaped, _, code, label, target, address = match.groups()
        if escaped or address:
            return literal(escaped or address)
        if code is not None:
            stripped = code[1:-1] if code[0] == code[-1] == " " and code.strip() else code
            return literal(stripped)
        if label is None:
            return ""
        inside = _INLINE.sub(inline, label)
        return inside if target is not None or _folded(label) in labels else literal("[") + inside + literal("]")

    text = _INLINE.sub(inline, _ATTRIBUTES.sub("", written[: 2 * NAME]))
    for emphasis in (_STARS, _UNDERSCORES, _STARS):
        text = emphasis.sub(r"\2", text)
    text = html.unescape(text)
    text = "".join(kept[at] if 0 <= (at := ord(c) - _LITERAL) < len(kept) else c for c in text)
    return " ".join(text.split())


def _filled_rows(text: Text) -> list[int]:
    """For each row the last row up to it that is not blank; the row itself where all are blank."""
    last = 0
    found = []
    for row in range(len(text.lines)):
        start, end = text.row_span(row)
        if not text.data[start:end].isspace() and end > start:
            last = row
        found.append(last)
    return found
