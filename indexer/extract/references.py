"""References: the places of a document that name something defined elsewhere, each with the symbol it lies in.

What counts is in the query files. A name inside a comment, a string or a heredoc is never one: grammars have no such
node there, and heredocs are hidden from them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from indexer.extract.structure import Items, Mention
from indexer.model import Reference, Span, Symbol
from indexer.text.document_text import Text

_MARKS = b"\"'` \t\r\n"
# The last names of dotted names in a composed type; strings, numbers and what is called are none.
_TYPE_NAME = re.compile(rb"""(?:"[^"\n]*"|'[^'\n]*'|#[^\n]*|\d[\w.]*)|(?:[^\W\d]\w*\s*\.\s*)*([^\W\d]\w*)""")
_NO_TYPE = frozenset((b"None", b"True", b"False"))


def references(text: Text, pieces: Iterable[tuple[Items, int]], symbols: list[Symbol]) -> list[Reference]:
    """The references of a text in order, from its structure items; a definition's own name is none."""
    data, letters, rows = text.data, text.letters, text.lines.starts()
    names = [symbol[3] for symbol in symbols]
    own = {name[0] for name in names} | {-name[1] for name in names}
    spans: list[tuple[int, int]] = [symbol[2] for symbol in symbols]
    spans.append((len(data) + 1, len(data) + 1))  # never reached
    new = tuple.__new__  # half of what it costs to call the class of a named tuple
    found: list[Reference] = []
    around: list[int] = []
    inside: int | None = None
    coming = row = 0
    until = -1  # from here on what is around may be another symbol
    composed = False
    for items, shift in pieces:
        comments = [(spot[0] + shift, spot[1] + shift) for spot in items.spots if spot[2] == "comment"]
        comments.append(spans[-1])
        hidden = 0
        mentions, named = _first_of_each(items.mentions)
        for _, _, kind, start, end, _ in mentions:
            start += shift
            end += shift
            # "none" is for names that a later pattern would take for a reference.
            if kind == "none" or ((kind == "call" or kind == "type") and (start in own or -end in own)):
                continue
            if comments[hidden][0] <= start:
                while comments[hidden][1] <= start:
                    hidden += 1
                if comments[hidden][0] <= start:
                    continue  # a form that is commented out
            if until <= start:
                while spans[coming][0] <= start:
                    while around and spans[around[-1]][1] <= spans[coming][0]:
                        around.pop()
                    around.append(coming)
                    coming += 1
                while around and spans[around[-1]][1] <= start:
                    around.pop()
                inside, until = None, spans[coming][0]
                if around:
                    inside = around[-1]
                    until = min(until, spans[inside][1])
            if kind == "import":
                written = data[start:end]
                start += len(written) - len(written.lstrip(_MARKS))
                written = written.strip(_MARKS)
                if written[:1] == b"<" and written[-1:] == b">":
                    start, written = start + 1, written[1:-1]
                end = start + len(written)
            elif kind == "type" and (data.find(b"|", start, end) >= 0 or data.find(b"[", start, end) >= 0):
                for low, high in _type_names(data, start, end):
                    if low == start or low - shift not in named:  # else it is one by itself
                        name = data[low:high].decode("utf-8", "replace")
                        found.append(Reference("type", name, Span(low, high), bisect_right(rows, low) - 1, inside))
                        composed = True
                continue
            name = letters[start:end] if letters is not None else data[start:end].decode("utf-8", "replace")
            row = bisect_right(rows, start, row) - 1
            found.append(new(Reference, (kind, name, new(Span, (start, end)), row, inside)))
    return sorted(found, key=lambda reference: reference.span.start) if composed else found


def _type_names(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _TYPE_NAME.finditer(data, start, end):
        if match[1] and match[1] not in _NO_TYPE:
            yield match.span(1)


def _first_of_each(mentions: Sequence[Mention]) -> tuple[Sequence[Mention], set[int]]:
    """The mentions by name, of each name the one whose pattern stands first in its file, and where the names start."""
    starts = [mention[3] for mention in mentions]
    named = set(starts)
    if len(named) < len(starts):
        best: dict[int, Mention] = {}
        for mention in mentions:
            known = best.get(mention[3])
            if known is None or mention[5] < known[5]:
                best[mention[3]] = mention
        mentions = list(best.values())
    elif sorted(starts) == starts:
        return mentions, named
    return sorted(mentions, key=itemgetter(3)), named
