"""What `where:` speaks of: the patterns and tree queries beside it, in the same parentheses, that have its holes.

After parsing, each such condition is a part of the patterns that it speaks of, and no part of the tree any more. One
that compares holes of two patterns belongs to the whole query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from indexer.model import Span
from indexer.query.fields import nearest
from indexer.query.holes import holes_of
from indexer.query.tree import (
    And,
    Contains,
    Count,
    Holds,
    Hole,
    Inside,
    Node,
    Not,
    Or,
    Ordered,
    Pattern,
    Related,
    TreeQuery,
    Where,
    is_hole_condition,
    walk,
)


def attached(root: Node, problem: Callable[[str, Span], None]) -> tuple[Node | None, tuple[Node, ...]]:
    """A query whose conditions on holes are where they belong, and those on holes of different patterns."""
    under_way = _Attached(problem)
    return under_way.root(root), tuple(under_way.joins)


class _Attached:
    def __init__(self, problem: Callable[[str, Span], None]) -> None:
        self.joins: list[Node] = []
        self._problem = problem
        self._known: set[str] = set()

    def root(self, root: Node) -> Node | None:
        shapes = [node for node in walk(root) if isinstance(node, Pattern | TreeQuery)]
        self._known = {name for shape in shapes for name in holes_of(shape)}
        return self._node(root, True)

    def _node(self, node: Node, top: bool = False) -> Node | None:
        if is_hole_condition(node):
            self._misplaced(node, ())
            return None
        if isinstance(node, And):
            return self._conjunction(node, top)
        if isinstance(node, Or):
            parts = [part for part in map(self._node, node.parts) if part is not None]
            return replace(node, parts=tuple(parts)) if parts else None
        if isinstance(node, Not):
            inner = self._node(node.part)
            return None if inner is None else replace(node, part=inner)
        if isinstance(node, Inside | Contains | Count | Ordered | Related):
            inner = self._node(node.query)
            return None if inner is None else replace(node, query=inner)
        return node

    def _conjunction(self, node: And, top: bool) -> Node | None:
        said = [part for part in node.parts if is_hole_condition(part)]
        rest = [done for part in node.parts if part not in said and (done := self._node(part)) is not None]
        for condition in said:
            asked = self._asked(condition)
            if asked is None:
                continue
            names = set(_names(condition))
            given = [_given(part, asked, names) for part in rest]
            if given != rest:
                rest = given
            elif top and len(names) > 1 and _is_comparison(condition) and names <= self._known:
                self.joins.append(asked)
            else:
                self._misplaced(condition, rest)
        if not rest:
            return None
        return replace(node, parts=tuple(rest)) if len(rest) > 1 else rest[0]

    def _asked(self, condition: Node) -> Node | None:
        """A condition whose own queries have theirs in place."""
        if isinstance(condition, And | Or):
            parts = [part for part in map(self._asked, condition.parts) if part is not None]
            return replace(condition, parts=tuple(parts)) if parts else None
        if isinstance(condition, Not):
            inner = self._asked(condition.part)
            return None if inner is None else replace(condition, part=inner)
        if isinstance(condition, Where) and isinstance(condition.test, Holds):
            query = self._node(condition.test.query)
            return None if query is None else replace(condition, test=Holds(_whole(query)))
        return condition

    def _misplaced(self, condition: Node, beside: Iterable[Node]) -> None:
        here = [hole for part in beside for shape in _shapes(part) for hole in holes_of(shape)]
        for where in (node for node in walk(condition) if isinstance(node, Where)):
            names = [where.hole, *([where.test.name] if isinstance(where.test, Hole) else [])]
            for name in names:
                if name not in here:
                    self._problem(self._why(name, here), where.span)
                    return
            if len({*_names(condition)} - {*names}) == 0:
                self._problem("no pattern beside it has all of these holes", where.span)

    def _why(self, name: str, here: list[str]) -> str:
        if name.startswith("_"):
            return f"`${name}` is never kept: a name that begins with `_` is for what nobody asks about"
        if name in self._known:
            return f"the pattern with `${name}` is not beside it: `where:` goes in the same parentheses"
        if not self._known:
            return "`where:` needs a `pattern:` beside it, whose hole it speaks of"
        near = nearest(name, self._known)
        meant = f", did you mean `${near}`?" if near else f"; there is {_listed(here or self._known)}"
        return f"no pattern has `${name}`{meant}"


def _given(part: Node, condition: Node, names: set[str]) -> Node:
    """A part of a query with a condition on the patterns in it that have these holes."""
    if isinstance(part, And | Or):
        return replace(part, parts=tuple(_given(inner, condition, names) for inner in part.parts))
    if isinstance(part, Not):
        return replace(part, part=_given(part.part, condition, names))
    if isinstance(part, Pattern | TreeQuery) and names <= set(holes_of(part)):
        return replace(part, where=(*part.where, condition))
    return part


def _whole(node: Node) -> Node:
    """A query that is asked of what a hole stands for: its patterns must be all of that."""
    if isinstance(node, And | Or):
        return replace(node, parts=tuple(map(_whole, node.parts)))
    if isinstance(node, Not):
        return replace(node, part=_whole(node.part))
    return replace(node, whole=True) if isinstance(node, Pattern | TreeQuery) else node


def _shapes(node: Node) -> Iterator[Pattern | TreeQuery]:
    """The patterns that a condition beside a part of a query speaks of."""
    if isinstance(node, And | Or):
        for part in node.parts:
            yield from _shapes(part)
    elif isinstance(node, Not):
        yield from _shapes(node.part)
    elif isinstance(node, Pattern | TreeQuery):
        yield node


def _names(condition: Node) -> Iterator[str]:
    """The holes that a condition speaks of; what is in its queries has its own."""
    if isinstance(condition, And | Or):
        for part in condition.parts:
            yield from _names(part)
    elif isinstance(condition, Not):
        yield from _names(condition.part)
    elif isinstance(condition, Where):
        yield condition.hole
        if isinstance(condition.test, Hole):
            yield condition.test.name


def _is_comparison(condition: Node) -> bool:
    inner = condition.part if isinstance(condition, Not) else condition
    return isinstance(inner, Where) and isinstance(inner.test, Hole)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`${name}`" for name in sorted(set(names))[:5])
