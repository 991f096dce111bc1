"""Headers and bodies: which bytes of a text say what is defined, and which are what it consists of.

The header of a definition goes from its first sign, decorators included, to where its body begins: the tree tells, or
else its brackets. A function without
a body is all header; any other definition without one has neither, and its bytes are of what is around it. Of the
definitions around a byte the innermost decides.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from indexer.extract.conventions import CLASS_LIKE
from indexer.extract.lexical import merged
from indexer.extract.structure import Items
from indexer.model import Span, Symbol
from indexer.text.document_text import Text

_CALLED = frozenset(("constructor", "function", "method", "prototype", "test_function", "test_method"))

_WITH_BODY = _CALLED | CLASS_LIKE | {"macro", "module", "namespace", "test"}
_SIGN = re.compile(rb"""[()\[\]{]|\r?\n|\r|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'""")

Cut = tuple[int, int, int]  # where a definition begins, where its body does, and where it ends
Halves = tuple[list[Span], list[Span]]  # headers and bodies; what is in a header is in no body, whatever these say


def tree_halves(data: bytes, pieces: Iterable[tuple[Items, int]]) -> Halves:
    """The headers and bodies of a parsed text; `pieces` pairs structure items with the shift of their offsets."""
    cuts: list[Cut] = []
    for items, shift in pieces:
        comments = [(spot.end, spot.start) for spot in items.spots if spot.kind == "comment"]
        comments.sort()
        for start, end, kind, _, name_end, header_end, _ in items.definitions:
            if header_end < end:
                header_end = _without_comments(data, shift, comments, name_end, header_end)
            elif kind in _WITH_BODY:
                header_end = _by_brackets(data, start + shift, name_end + shift, end + shift) - shift
            if header_end < end or kind in _CALLED:
                cuts.append((start + shift, header_end + shift, end + shift))
    return _halves(cuts)


def layout_halves(text: Text, symbols: Sequence[Symbol]) -> Halves:
    """Those of a text without a tree: the first row of a definition is its header."""
    cuts: list[Cut] = []
    for symbol in symbols:
        if symbol.row_end > symbol.row_start:
            cuts.append((symbol.span.start, text.lines[symbol.row_start + 1], symbol.span.end))
        elif symbol.kind in _CALLED:
            cuts.append((symbol.span.start, symbol.span.end, symbol.span.end))
    return _halves(cuts)


def _by_brackets(data: bytes, start: int, name_end: int, end: int) -> int:
    """Where the body of a definition begins of which the tree says nothing but where it is.

    That is at a brace behind its name, or at the row after the one on which all brackets behind its name are closed. A
    body may also stand before the name, as that of a `typedef` does.
    """
    brace = data.find(b"{", start, name_end)
    if brace >= 0 and data.find(b"}", brace, name_end) >= 0:
        return brace
    depth = 0
    for sign in _SIGN.finditer(data, name_end, end):
        if sign[0] in (b"(", b"["):
            depth += 1
        elif sign[0] in (b")", b"]"):
            depth -= 1
        elif depth <= 0 and sign[0] == b"{":
            return sign.start()
        elif depth <= 0 and sign[0] in (b"\n", b"\r", b"\r\n"):
            return sign.end()
    return end


def _without_comments(data: bytes, shift: int, comments: Sequence[tuple[int, int]], least: int, header_end: int) -> int:
    """Where a header ends if the comments on rows of their own between it and the body are of the body.

    A grammar may count them to neither: to Python's, a block begins with its first statement.
    """
    while True:
        end = least + shift + len(data[least + shift : header_end + shift].rstrip()) - shift
        at = bisect_left(comments, (end,))
        if at == len(comments) or comments[at][0] != end or comments[at][1] < least:
            return header_end
        start = comments[at][1]
        row = max(data.rfind(b"\n", 0, start + shift), data.rfind(b"\r", 0, start + shift)) + 1
        if data[row : start + shift].strip():
            return header_end
        header_end = start


def _halves(cuts: list[Cut]) -> Halves:
    headers: list[Span] = []
    around: list[Cut] = []
    done = 0

    def run(until: int) -> None:
        """What lies between here and there, if the innermost definition around has its header there."""
        nonlocal done
        while around and done < until:
            _, body, end = around[-1]
            if end <= done:
                around.pop()
                continue
            after = min(body if done < body else end, until)
            if done < body:
                headers.append(Span(done, after))
            done = after
        done = max(done, until)

    cuts.sort(key=lambda cut: (cut[0], -cut[2]))
    for cut in cuts:
        run(cut[0])
        around.append(cut)
    run(max((end for _, _, end in cuts), default=0))
    return headers, merged((body, end) for _, body, end in cuts if body < end)
