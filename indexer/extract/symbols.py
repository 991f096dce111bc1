"""Symbols: the named definitions of a document, in order, each knowing the one it lies in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from indexer.extract.conventions import FUNCTIONS, Around, Conventions, Outer
from indexer.extract.doc import Docs
from indexer.extract.signatures import SIGNATURE as SIGNATURE
from indexer.extract.signatures import header_of, without_decorators
from indexer.extract.signatures import signature_of as signature_of
from indexer.extract.spelling import spelled
from indexer.extract.structure import Items
from indexer.languages.profile import profile_of
from indexer.model import Span, Symbol
from indexer.text.document_text import Text

_CLAUSES = frozenset(("function", "method", "macro", "test_function"))


def symbols(
    text: Text,
    pieces: list[tuple[Items, int]],
    grammar: str = "",
    outer: Outer | None = None,
    with_docs: bool = True,
    tool: bool = False,
    apart: bool = False,
    with_signatures: bool = True,
) -> list[Symbol]:
    """The symbols of a text from its structure items; `pieces` pairs items with the shift of their offsets.

    `outer` is what is around all of the text, if it is a part of another, and `tool` says that the other one names a
    test tool. The clauses of one function are one symbol, unless they are to stay apart. Without docs and signatures,
    a symbol costs half.
    """
    with_signatures |= bool(profile_of(grammar).names.clauses)  # they tell clauses apart
    data, letters, rows = text.data, text.letters, text.lines.starts()
    new = tuple.__new__  # half of what it costs to call the class of a named tuple
    found: list[Symbol] = []
    around: list[Around] = []  # the symbols around
    conventions = Conventions(grammar, data, outer, tool)
    comments = [
        (spot[0] + shift, spot[1] + shift) for items, shift in pieces for spot in items.spots if spot[2] == "comment"
    ]
    docs = Docs(grammar, data, comments)
    previous = -1
    row_start = 0
    for items, shift in pieces:
        for start, end, kind, name_start, name_end, header_end, _ in items.definitions:
            start += shift
            end += shift
            name_start += shift
            name_end += shift
            header_end += shift
            while around and (around[-1][1] < end or (around[-1][1] == end and around[-1][0] == start)):
                around.pop()  # names of one statement (`local a, b`) stand side by side
            owner = around[-1] if around else None
            parent = None if owner is None else owner[4]
            if kind in FUNCTIONS:
                kind = conventions.kind(kind, start, (name_start, name_end), header_end, owner)
            around.append(new(Around, (start, end, kind, header_end, len(found))))
            row_start = bisect_right(rows, start, row_start) - 1
            row_end = row_start
            if row_end + 1 < len(rows) and rows[row_end + 1] < end:
                row_end = bisect_right(rows, end - 1, row_start) - 1
            name = new(Span, (name_start, name_end))
            doc = docs.of(start, name, header_end, end, kind, previous) if with_docs else ""
            signature = ""
            if with_signatures:
                told = start
                if kind == "test" and start == name_start:  # all that stands before its title in the row is about it
                    told = data.rfind(b"\n", 0, start) + 1
                if data[start] in b'@#["':
                    told = without_decorators(grammar, data, start, name_start)
                if comments and (inside := _inside(comments, told, header_end)):
                    signature = signature_of(header_of(data, told, header_end, inside))
                else:
                    signature = signature_of(data[told:header_end])
            written = letters[name_start:name_end] if letters is not None else ""
            if not written.isidentifier():
                written = spelled(data, name_start, name_end, grammar)
            span = new(Span, (start, end))
            found.append(new(Symbol, (written, kind, span, name, row_start, row_end, signature, parent, doc)))
            previous = start
    return found if apart else joined_clauses(found, data, grammar)


def joined_clauses(found: list[Symbol], data: bytes, grammar: str) -> list[Symbol]:
    """The symbols with the clauses of one function made one, in languages that have such."""
    clauses = profile_of(grammar).names.clauses
    return _joined(found, data, clauses) if clauses else found


def may_go_on(before: Symbol, symbol: Symbol) -> bool:
    """Whether a symbol can be the next clause of the one before it."""
    return symbol.name == before.name and symbol.kind == before.kind and symbol.kind in _CLAUSES


def _inside(comments: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """The comments that lie in a header, where it has any."""
    at = bisect_left(comments, (start,))
    if at == len(comments) or comments[at][0] >= end:
        return []
    return [span for span in comments[at : bisect_left(comments, (end,))] if span[1] <= end]


def _joined(found: list[Symbol], data: bytes, clauses: str) -> list[Symbol]:
    """The symbols with the clauses of one function made one symbol that spans them all."""
    joined: list[Symbol] = []
    place: list[int] = []  # where each symbol went
    last: dict[int | None, int] = {}  # the last symbol of each parent
    for symbol in found:
        parent = None if symbol.parent is None else place[symbol.parent]
        before = last.get(parent)
        if before is not None and _same(joined[before], symbol, data, clauses):
            span = Span(joined[before].span.start, symbol.span.end)
            joined[before] = joined[before]._replace(span=span, row_end=symbol.row_end)
        else:
            before = len(joined)
            joined.append(symbol._replace(parent=parent) if parent != symbol.parent else symbol)
            last[parent] = before
        place.append(before)
    return joined


def _same(before: Symbol, symbol: Symbol, data: bytes, clauses: str) -> bool:
    """Whether a symbol is the next clause of the one before it."""
    if not may_go_on(before, symbol):
        return False
    if clauses == "semicolon":  # the last clause is followed by another sign
        return data[before.span.end - 1 : symbol.span.start].lstrip(b" \t")[:1] == b";"
    if clauses == "arity":
        return _arity(before.signature, before.name) == _arity(symbol.signature, symbol.name)
    return True


def _arity(signature: str, name: str) -> int:
    """How many parameters the head of a function names."""
    depth = count = 0
    for sign in signature[signature.find(name) + len(name) :]:
        if sign in "([{<":
            depth += 1
            count += depth == 1 and sign == "("
        elif sign in ")]}>":
            depth -= 1
            if depth == 0:
                break
        count += sign == "," and depth == 1
    return count
