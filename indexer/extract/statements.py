"""Statements and block boundaries from a tree, for languages that need no lexer of their own to find them.

A statement is a child of the file or of a node that grammars use to hold statements: a block, a body, a suite. What
is inside a string, a template or a comment is never such a child, so nothing is found there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node, Tree

from indexer.model import Boundary, Span, Statement
from indexer.text.document_text import Text

_HOLDER = re.compile(
    r"(?:^|_)(?:block|body|suite|compound_statement|statements|statement_list|declaration_list|members|do_group"
    r"|body_statement|compound_command)$"
)
_CLOSERS = (b"}", b")", b"]")
_SUFFIX = re.compile(r"_(?:statement|definition|declaration|clause|expression|item|specifier|spec|body|block)$")


def tree_statements(text: Text, trees: Iterator[tuple[Tree, int]]) -> tuple[list[Statement], list[Boundary]]:
    """The statements and boundaries of a text that was parsed as `trees`, each with the offset it starts at."""
    row_of, data = text.lines.row_of, text.data
    statements: list[Statement] = []
    boundaries: list[Boundary] = []
    for tree, base in trees:
        pending: list[tuple[Node, int, int | None]] = [(tree.root_node, 0, None)]
        while pending:
            holder, depth, parent = pending.pop()
            inner: list[tuple[Node, int, int | None]] = []
            children = [node for node in holder.named_children if not node.is_extra and "comment" not in node.type]
            low, last = holder.start_byte + base, len(children) - 1
            high = holder.end_byte + base
            for at, node in enumerate(children):
                start, end = node.start_byte + base, node.end_byte + base
                if _HOLDER.search(node.type):
                    inner.append((node, depth, parent))  # `block` around `statement_list` is one level, not two
                    low = end
                    continue
                first, final = row_of(start), row_of(max(end - 1, start))
                after = text.row_span(final)[1]
                if at < last and children[at + 1].start_byte + base < after:
                    after = end
                elif end < high <= after and data[high - 1 : high] in _CLOSERS:
                    after = high - 1
                before = text.lines[first]
                is_first = low <= before or not data[before:start].strip()
                reach = Span(before if is_first else start, after)
                statements.append(Statement(first, final, depth, Span(start, end), reach, parent))
                low = end
                for held, owner in _holders(node):
                    held_start, held_end = held.start_byte + base, held.end_byte + base
                    name = _SUFFIX.sub("", owner.type)
                    boundaries.append(
                        Boundary(name, row_of(held_start), row_of(max(held_end - 1, held_start)), depth + 1, parent)
                    )
                    inner.append((held, depth + 1, len(boundaries) - 1))
            pending += reversed(inner)
    ordered, place = _ordered(boundaries)
    statements.sort(key=lambda s: (s.row_start, s.depth, -s.row_end, s.span))
    return [replace(one, block=None if one.block is None else place[one.block]) for one in statements], ordered


def _holders(node: Node) -> Iterator[tuple[Node, Node]]:
    """The nearest nodes below that hold statements, each with the node it belongs to."""
    pending = [node]
    while pending:
        owner = pending.pop()
        children = owner.named_children
        for child in children:
            if _HOLDER.search(child.type):
                yield child, owner
        pending += [child for child in reversed(children) if not _HOLDER.search(child.type)]


def _ordered(boundaries: list[Boundary]) -> tuple[list[Boundary], dict[int, int]]:
    """The boundaries by start row, parents renumbered, and the new number of each."""
    order = sorted(range(len(boundaries)), key=lambda at: (boundaries[at].row_start, boundaries[at].depth, at))
    place = {old: new for new, old in enumerate(order)}
    found = [
        Boundary(b.type, b.row_start, b.row_end, b.depth, None if b.parent is None else place[b.parent])
        for b in (boundaries[at] for at in order)
    ]
    return found, place
