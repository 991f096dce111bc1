"""The query that finds where a goal may be met: what the tree must have there, in so far as a query can say it cheaply.

Matching happens in C for all nodes of a tree, and the check in Python only where the query found something. The query
asks for kinds, keywords and operators, and for the text of one leaf, the longest, after which it asks for nothing more:
a cursor that has the text must not have to wait, once for each node with such a text, for something in a long list.
Anchors between children would miss code with comments.
"""

from __future__ import annotations

from tree_sitter import Language, Query, QueryError

from indexer.patterns.goals import Branch, Goal, Leaf, is_punctuation
from indexer.patterns.metavariables import Variable

_DEEPEST = 5
_MOST = 16
_BRACKETS = frozenset(["(", ")", "[", "]", "{", "}", ",", ";", ":", "."])


def skeleton_query(language: Language, goal: Leaf | Branch, with_parent: bool) -> Query:
    """A query whose captures named `root` include every node that meets the goal, maybe with its `parent`."""
    nodes, test = _Writer(_longest_leaf(goal)).written(goal)
    for inner in (nodes, f"{_node(goal)} @root", "(_) @root"):
        source = f"((_ {inner}) @parent {test})" if with_parent else f"({inner} {test})"
        try:
            return Query(language, source)
        except QueryError:
            test = ""  # the analysis of queries takes some things for impossible that trees have
    raise AssertionError("a query for any node compiles")


class _Writer:
    """Writes the query of one goal."""

    def __init__(self, leaf: Leaf | None) -> None:
        self.leaf = leaf
        self.left = _MOST

    def written(self, goal: Leaf | Branch) -> tuple[str, str]:
        """The nodes of the query, and its test for the text."""
        nodes = self._written(goal, 0)
        if self.leaf is None or " @text" not in nodes:
            return f"{nodes} @root", ""
        return f"{nodes} @root", f"(#eq? @text {_quoted(self.leaf.source)})"

    def _written(self, goal: Leaf | Branch, depth: int) -> str:
        self.left -= 1
        if goal is self.leaf:
            return f"{_node(goal)} @text"
        if isinstance(goal, Leaf):
            return _node(goal)
        children = self._wanted(goal) if depth < _DEEPEST else []
        inner = "".join(f" {self._written(child, depth + 1)}" for child in children)
        return f"({goal.name}{inner})"

    def _wanted(self, goal: Branch) -> list[Leaf | Branch]:
        """Children of different kinds in order, up to the one with the text if it is among them."""
        by_kind: dict[int, Leaf | Branch] = {}
        for child in goal.children:
            if isinstance(child, Variable) or (isinstance(child, Leaf) and _is_common(child)):
                continue
            if self._has_text(child):
                by_kind[child.kind] = child
                break
            by_kind.setdefault(child.kind, child)
        chosen = set(map(id, by_kind.values()))
        return [
            child
            for child in goal.children
            if not isinstance(child, Variable)
            and id(child) in chosen
            and child.name not in ("ERROR", "comment")
            and (self.left > 0 or self._has_text(child))
        ]

    def _has_text(self, goal: Goal) -> bool:
        if goal is self.leaf:
            return True
        return isinstance(goal, Branch) and any(self._has_text(child) for child in goal.children)


def _longest_leaf(goal: Goal) -> Leaf | None:
    if isinstance(goal, Leaf):
        return goal if goal.text is not None else None
    if isinstance(goal, Variable):
        return None
    leaves = [leaf for leaf in map(_longest_leaf, goal.children) if leaf is not None]
    return max(leaves, key=lambda leaf: len(leaf.source), default=None)


def _is_common(leaf: Leaf) -> bool:
    return is_punctuation(leaf) and leaf.name in _BRACKETS


def _node(goal: Leaf | Branch) -> str:
    return f"({goal.name})" if isinstance(goal, Branch) or goal.named else _quoted(goal.name.encode())


def _quoted(text: bytes) -> str:
    said = text.decode("utf-8", "replace")
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\0", "\\0")):
        said = said.replace(plain, escaped)
    return f'"{said}"'
