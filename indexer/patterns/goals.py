"""Goals: what a pattern wants of a tree, as a small tree of its own.

A leaf wants a token, a branch wants a node of a kind with children that meet its own goals in order, and a variable
takes what it finds. Goals are made from the grammar's own reading of the pattern, so they speak of the kinds that the
grammar has. They know nothing of fields: as for ast-grep, the order of children says it all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from indexer.patterns.metavariables import Variable, Written

DEEPEST = 100
_CLOSERS = frozenset([")", "]", "}"])
_BLANK = b" \t\r\n\f\\"  # a backslash continues a line


@dataclass(frozen=True, slots=True)
class Leaf:
    """A token. Where the kind says it all, as with keywords and operators, `text` is None."""

    kind: int
    name: str
    named: bool
    text: bytes | None
    source: bytes  # as the pattern has it


@dataclass(frozen=True, slots=True)
class Branch:
    """A node with children. `certain` when it can be met in at most one way: no `$$$` anywhere inside."""

    kind: int
    name: str
    children: tuple[Goal, ...]
    certain: bool


Goal = Leaf | Branch | Variable


class TooLarge(Exception):
    """The pattern is nested deeper, or has more nodes, than anyone would write."""


def goal_of(node: Node, written: Written, end: int, shift: int = 0, depth: int = 0) -> Goal:
    """The goal for a node of the pattern's tree. What starts at or after `end` was added to make it readable."""
    start = node.start_byte - shift
    text = written.text[start : node.end_byte - shift]
    variable = written.stand_ins.get(text)
    if variable is not None:
        return variable
    if not node.child_count or _has_hidden_text(node, text):
        return _leaf(node, text)
    if depth > DEEPEST:
        raise TooLarge
    goals = [
        goal_of(child, written, end, shift, depth + 1)
        for child in node.children
        if child.start_byte - shift < end and not child.is_missing and not is_filling(child, written, shift)
    ]
    return Branch(node.kind_id, node.type, *_settled(goals))


def _has_hidden_text(node: Node, text: bytes) -> bool:
    """Whether a node has text that none of its children shows, as strings in YAML have: it is compared as a whole."""
    at = 0
    for child in node.children:
        if text[at : child.start_byte - node.start_byte].strip(_BLANK):
            return True
        at = child.end_byte - node.start_byte
    return bool(text[at:].strip(_BLANK))


def is_filling(node: Node, written: Written, shift: int) -> bool:
    """Whether a node is a token that came with a stand-in."""
    return not node.is_named and written.is_filling(node.start_byte - shift, node.end_byte - shift)


def _leaf(node: Node, text: bytes) -> Leaf:
    said = text.decode("utf-8", "replace").lower()
    keyword = node.type.lower() in (said, f"keyword_{said}")
    return Leaf(node.kind_id, node.type, node.is_named, None if keyword or not node.is_named else text, text)


def _settled(goals: list[Goal]) -> tuple[tuple[Goal, ...], bool]:
    """The goals without the punctuation that follows a `$$$`, and whether they can be met in at most one way.

    `f($$$A, x)` shall find `f(x)`, so the comma is not wanted, and neither is a closing bracket. But what the `$$$`
    stands for ends at that bracket: in Swift nothing else keeps the parameters from what follows them.
    """
    kept: list[Goal] = []
    certain = True
    for goal in goals:
        last = kept[-1] if kept else None
        if isinstance(goal, Leaf) and isinstance(last, Variable) and last.many and is_punctuation(goal):
            if goal.name in _CLOSERS and not last.closer:
                kept[-1] = replace(last, closer=goal.name)
            continue
        certain = certain and not (isinstance(goal, Variable) and goal.many)
        certain = certain and (not isinstance(goal, Branch) or goal.certain)
        kept.append(goal)
    return tuple(kept), certain


def anchor_of(goals: tuple[Goal, ...]) -> tuple[int, Leaf | Branch]:
    """The goal of a sequence to look for first, and its index: the first that is no metavariable, best no token."""
    asked = [(at, goal) for at, goal in enumerate(goals) if not isinstance(goal, Variable)]
    return next((found for found in asked if not (isinstance(found[1], Leaf) and is_punctuation(found[1]))), asked[0])


def is_punctuation(leaf: Leaf) -> bool:
    """Whether a leaf is a token without a name and without a letter in it."""
    return not leaf.named and not any(chr(byte).isalpha() for byte in leaf.source)


def each(goals: tuple[Goal, ...]) -> Iterator[Goal]:
    """All goals, those inside of others too, in order."""
    for goal in goals:
        yield goal
        if isinstance(goal, Branch):
            yield from each(goal.children)
