"""A query in a symbol picker: its words are names. `kind:class user` is a class named so, not a line with that word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from indexer.model import Span
from indexer.query.tree import And, InHeredoc, Is, Name, Node, Not, Or, Query, Sym, Text, findables, walk


def by_name(query: Query) -> Query:
    """The same query with names for words; one that finds something else in the text too, or says what a hit is, as it
    is."""
    finds_more = any(not isinstance(term, Text) for term in findables(query.root))
    if query.select is not None or finds_more or any(isinstance(node, Is | InHeredoc) for node in walk(query.root)):
        return query
    return replace(query, root=_named(query.root), select="symbol")


def _named(node: Node) -> Node:
    if isinstance(node, Text):
        return _name([node])
    if isinstance(node, Not):
        return replace(node, part=_named(node.part))
    if isinstance(node, Or):
        return replace(node, parts=tuple(map(_named, node.parts)))
    if not isinstance(node, And):
        return node
    words = [part for part in node.parts if isinstance(part, Text) and not part.regex]
    rest = tuple(_named(part) for part in node.parts if part not in words)
    parts = (*rest, _name(words)) if words else rest
    return replace(node, parts=parts) if len(parts) > 1 else parts[0]


def _name(words: Iterable[Text]) -> Sym:
    """Words side by side are one name, as they are in a picker without fields."""
    first, *rest = words
    if first.regex:
        return Sym(Name("regex", first.text, first.ignore_case), first.span)
    text = " ".join(word.text for word in (first, *rest))
    ignore_case = all(word.ignore_case for word in (first, *rest))
    return Sym(Name("fuzzy", text, ignore_case), Span(first.span.start, (first, *rest)[-1].span.end))
