"""Comments and strings of a text: where they are, not what they say.

They are structure items where there is a tree; of a string, without the code that is interpolated into it. Otherwise
they follow from the signs that begin a comment in the language, and from quotes that are closed on their row. The
bodies of heredocs are neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from indexer.extract.structure import Items, Literal
from indexer.languages.registry import Language
from indexer.model import Span
from indexer.text.closers import enclosed
from indexer.text.document_text import Text

_END = 1 << 62  # lies behind everything


def tree_comments(pieces: Iterable[tuple[Items, int]]) -> list[Span]:
    """The comments of a parsed text; `pieces` pairs structure items with the shift of their offsets."""
    return merged(
        (spot.start + shift, spot.end + shift)
        for items, shift in pieces
        for spot in items.spots
        if spot.kind == "comment"
    )


def tree_strings(pieces: Iterable[tuple[Items, int]]) -> list[Span]:
    """The strings of a parsed text, likewise, without the code inside of them."""
    found: list[tuple[int, int]] = []
    for items, shift in pieces:
        found += ((start + shift, end + shift) for start, end in _written_as_string(set(items.strings)))
    return merged(found)


def _written_as_string(nodes: set[Literal]) -> list[tuple[int, int]]:
    """What lies in a string and not in code inside it: of the nodes around each byte the innermost decides."""
    if all(is_string for _, _, is_string in nodes):
        return [(start, end) for start, end, _ in nodes]
    found: list[tuple[int, int]] = []
    around: list[tuple[int, bool]] = []
    done = 0
    ordered = sorted(nodes, key=lambda node: (node[0], -node[1], node[2]))
    for start, end, is_string in (*ordered, (_END, _END, False)):
        while around and around[-1][0] <= start:
            until, inside = around.pop()
            if inside and until > done:
                found.append((done, until))
            done = max(done, until)
        if around and around[-1][1] and start > done:
            found.append((done, start))
        done = max(done, start)
        if is_string or any(inside for _, inside in around):
            around.append((end, is_string))
    return found


def layout_comments(text: Text, language: Language | None) -> list[Span]:
    """The comments of a text without a tree, by the signs of its language."""
    if language is not None and language.adapter == "markdown":
        return [Span(each.start, each.end) for each in enclosed(text.data, _MARKUP_COMMENT, {b"<!--": b"-->"})]
    return _tokens(text, language, "comment")


def layout_strings(text: Text, language: Language | None) -> list[Span]:
    """The strings of a text without a tree, in a language that has comments: prose has quotes of its own."""
    return _tokens(text, language, "string")


_MARKUP_COMMENT = re.compile(rb"<!--")


def _tokens(text: Text, language: Language | None, kind: str) -> list[Span]:
    if language is None or not language.comment or language.adapter in ("markdown", "window"):
        return []
    pattern = _layout_pattern(language.comment)
    return [Span(*match.span()) for match in pattern.finditer(text.data) if match.lastgroup == kind]


@cache
def _layout_pattern(leaders: tuple[str, ...]) -> re.Pattern[bytes]:
    """A sign made of letters begins a comment only where a row begins, and a quote begins nothing if it is a sign."""
    signs: list[bytes] = []
    for leader in sorted(leaders, key=lambda leader: (-len(leader), leader)):
        sign = re.escape(leader.encode())
        signs.append(rb"(?m:^)[ \t]*" + sign + rb"(?![\w])[^\r\n]*" if leader[-1].isalnum() else sign + rb"[^\r\n]*")
    if "//" in leaders:
        signs.append(rb"/\*(?s:.*?)\*/")
    quotes = [
        rb"%s(?:\\.|[^%s\\\r\n])*%s" % (quote, quote, quote) for quote in (b'"', b"'") if quote.decode() not in leaders
    ]
    strings = rb"|".join(quotes) if quotes else rb"(?!)"
    return re.compile(rb"(?P<comment>" + rb"|".join(signs) + rb")|(?P<string>" + strings + rb")")


def merged(spans: Iterable[tuple[int, int]]) -> list[Span]:
    """The spans in order, those that touch or overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return [Span(*span) for span in merged]
