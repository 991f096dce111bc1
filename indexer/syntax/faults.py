"""Faults: the places that a grammar cannot make sense of, each with the part of the text that it may have spoiled."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from indexer.grammars.parsers import grammar
from indexer.languages.profile import profile_of
from indexer.model import Span

MOST = 200


class Fault(NamedTuple):
    """An error of a tree, or something that is missing there, and the outermost node around it."""

    span: Span
    around: Span
    language: str


def faults(root: Node, grammar_name: str, language: str) -> list[Fault]:
    """The faults of a tree in order, the outermost where one lies in another; the first ones where there are many."""
    if root.is_error:
        whole = Span(root.start_byte, root.end_byte)
        return [Fault(whole, whole, language)]
    found: list[Fault] = []
    for top in root.children:
        if not top.has_error:
            continue
        around = Span(top.start_byte, top.end_byte)
        waiting = [top]
        while waiting and len(found) < MOST:
            node = waiting.pop()
            if node.is_error or node.is_missing:
                found.append(Fault(Span(node.start_byte, node.end_byte), around, language))
            else:
                waiting += [child for child in reversed(node.children) if child.has_error]
    return sorted([*found, *_empty_blocks(root, grammar_name, language)])


def _empty_blocks(root: Node, grammar_name: str, language: str) -> list[Fault]:
    kind = profile_of(grammar_name).grammar.never_empty
    known = grammar(grammar_name) if kind else None
    if known is None:
        return []
    found = QueryCursor(Query(known, f"({kind}) @block")).captures(root).get("block", [])
    spans = [Span(node.start_byte, node.end_byte) for node in found if not node.child_count][:MOST]
    return [Fault(span, _outermost(root, span), language) for span in spans]


def _outermost(root: Node, span: Span) -> Span:
    around = (top for top in root.children if top.start_byte <= span.start and span.end <= top.end_byte)
    return next((Span(top.start_byte, top.end_byte) for top in around), span)
