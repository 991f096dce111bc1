"""The query that finds where a goal may be met: what the tree must have there, in so far as a query can say it cheaply.

Matching happens in C for all nodes of a tree, and the check in Python only where the query found something. The query
follows one line from the goal down: to the longest text, else to the child that says most. Two children of one node
would find fewer places, but a grammar's analysis of such a query can take seconds (Swift), and in a long list of
children a cursor would keep a half-finished match for each. One query serves all readings of a pattern, since for a
large grammar to compile one costs the same whatever its size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Language, Query, QueryError

from indexer.patterns.goals import Branch, Goal, Leaf, is_punctuation
from indexer.patterns.metavariables import Variable

_DEEPEST = 5
_MASKED = re.compile(rb"[&/:=]")
_COMMON = frozenset(["(", ")", "[", "]", "{", "}", ",", ";", ":", "."])


def skeleton_query(language: Language, goals: Sequence[tuple[Leaf | Branch, bool]], simple: bool = False) -> Query:
    """A query with a pattern for each goal, whose capture `root` can be every node that meets the goal.

    With each goal comes whether its `parent` is wanted too. A `simple` query asks for nothing but kinds.
    """
    sources = [_Writer(goal).written(parent, simple) for goal, parent in goals]
    try:
        return Query(language, "\n".join(sources))
    except QueryError:  # the analysis of queries takes some things for impossible that trees have
        return Query(language, "\n".join(_possible(language, *goal) for goal in goals))


def _possible(language: Language, goal: Leaf | Branch, parent: bool) -> str:
    """The most telling pattern of a query for a goal that compiles."""
    for source in (_Writer(goal).written(parent, False), _Writer(goal).written(parent, True)):
        try:
            Query(language, source)
            return source
        except QueryError:
            continue
    return "(_ (_) @root) @parent" if parent else "(_) @root"


class _Writer:
    """Writes the pattern of one goal."""

    def __init__(self, goal: Leaf | Branch) -> None:
        self.goal = goal
        self.leaf = _longest_leaf(goal)

    def written(self, parent: bool, simple: bool) -> str:
        nodes = _node(self.goal) if simple else self._line(self.goal, 0)
        test = f" (#eq? @text {_quoted(self.leaf.source)})" if self.leaf is not None and "@text" in nodes else ""
        return f"((_ {nodes} @root) @parent{test})" if parent else f"({nodes} @root{test})"

    def _line(self, goal: Leaf | Branch, depth: int) -> str:
        if isinstance(goal, Leaf):
            return f"{_node(goal)} @text" if goal is self.leaf else _node(goal)
        child = self._telling(goal) if depth < _DEEPEST else None
        return f"({goal.name})" if child is None else f"({goal.name} {self._line(child, depth + 1)})"

    def _telling(self, goal: Branch) -> Leaf | Branch | None:
        """The child with the text, else the largest one with children, else a token such as an operator."""
        children = [child for child in goal.children if not isinstance(child, Variable)]
        wanted = [child for child in children if child.name not in ("ERROR", "comment") and not _is_common(child)]
        return max(wanted, key=lambda child: (self._has_text(child), _size(child)), default=None)

    def _has_text(self, goal: Goal) -> bool:
        if goal is self.leaf:
            return True
        return isinstance(goal, Branch) and any(self._has_text(child) for child in goal.children)


def _size(goal: Goal) -> int:
    return 1 + sum(map(_size, goal.children)) if isinstance(goal, Branch) else not isinstance(goal, Variable)


def _longest_leaf(goal: Goal) -> Leaf | None:
    """The leaf with the longest text that no tree of a masked text can have otherwise, see `syntax.blind_spots`."""
    if isinstance(goal, Leaf):
        return goal if goal.text is not None and not _MASKED.search(goal.text) else None
    if isinstance(goal, Variable):
        return None
    leaves = [leaf for leaf in map(_longest_leaf, goal.children) if leaf is not None]
    return max(leaves, key=lambda leaf: len(leaf.source), default=None)


def _is_common(goal: Leaf | Branch) -> bool:
    return isinstance(goal, Leaf) and is_punctuation(goal) and goal.name in _COMMON


def _node(goal: Leaf | Branch) -> str:
    return f"({goal.name})" if isinstance(goal, Branch) or goal.named else _quoted(goal.name.encode())


def _quoted(text: bytes) -> str:
    said = text.decode("utf-8", "replace")
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\0", "\\0")):
        said = said.replace(plain, escaped)
    return f'"{said}"'
