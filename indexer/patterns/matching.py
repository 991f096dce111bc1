"""The check after the query: does a node meet a goal, and what do the metavariables stand for?

The rules are ast-grep's default ones. On the way to a token the code's own tokens are skipped when they have no name (a
trailing comma, the `async` before `def`), comments are skipped everywhere, and so is all that comes after the last goal
(an `else`). A repeated metavariable must stand for equal code, spacing aside.

Where a `$$$` can end in several places all are tried, and that is the one thing that could take long: each step is
paid from a budget, and an empty budget ends the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from indexer.languages.profile import profile_of
from indexer.patterns.goals import Branch, Goal, Leaf
from indexer.patterns.metavariables import Variable

Bound = tuple[Sequence[Node], int, int]  # siblings, and which of them: first and one past the last
Bindings = Mapping[str, Bound]
Way = tuple[Bindings, int]  # what was bound so far, and the index of the next child to look at

_NOTHING: Bindings = {}
STEPS_EACH = 20_000
STEPS_ALL = 2_000_000


class Matcher:
    """One search over one tree: its text, with `offset` to add to the tree's own offsets, and what is left to spend."""

    def __init__(self, data: bytes, offset: int = 0, grammar: str = "") -> None:
        self.data = data
        known = profile_of(grammar).patterns
        self._has_stray_comments = known.stray_comments
        self.tails = known.tails
        self.offset = offset
        self.left = STEPS_ALL
        self.complete = True
        self._floor = 0

    def first(self, goals: tuple[Goal, ...], nodes: Sequence[Node], at: int, bound: Bindings = _NOTHING) -> Way | None:
        """The first way in which the nodes from `at` on meet the goals, if there is one. What is bound already stays
        so."""
        if self.left <= 0:
            self.complete = False
            return None
        self._floor = max(self.left - STEPS_EACH, 0)
        return next(self._ways(goals, 0, nodes, at, bound), None)

    def span(self, first: Node, last: Node) -> tuple[int, int]:
        """Where code begins and ends in the text, without blanks that a grammar has at the end of a node."""
        start, end = self.offset + first.start_byte, self.offset + self._end(last)
        return start, start + len(self.data[start:end].rstrip())

    def _end(self, node: Node) -> int:
        """Where a node ends without comments that belong to what follows: below it, and no deeper than it begins.

        In Kotlin the node of an import has the comment of the class after it.
        """
        own = self._column(node) if self._has_stray_comments else 0
        while self._has_stray_comments and node.child_count:
            last = node.child(node.child_count - 1)
            assert last is not None
            if not last.is_extra:
                if last.end_byte < node.end_byte:
                    break
                node = last
                continue
            before = last.prev_sibling
            gap = b"" if before is None else self.data[self.offset + before.end_byte : self.offset + last.start_byte]
            if before is None or b"\n" not in gap or self._column(last) > own:
                break
            node = before
        return node.end_byte

    def _column(self, node: Node) -> int:
        start = self.offset + node.start_byte
        return start - self.data.rfind(b"\n", 0, start)

    def text(self, node: Node) -> bytes:
        return self.data[self.offset + node.start_byte : self.offset + node.end_byte]

    def _ways(
        self, goals: tuple[Goal, ...], goal_at: int, nodes: Sequence[Node], at: int, bound: Bindings
    ) -> Iterator[Way]:
        """All ways to meet the goals from `goal_at` on with nodes from `at` on, in order."""
        while goal_at < len(goals):
            goal = goals[goal_at]
            if isinstance(goal, Variable) and goal.many:
                yield from self._ways_of_many(goals, goal_at, nodes, at, bound)
                return
            if isinstance(goal, Variable) and self.tails:
                yield from self._ways_with_tail(goals, goal_at, nodes, at, bound)
                return
            if isinstance(goal, Branch) and (self.tails or not goal.certain):
                for inner in self._ways_of_branch(goal, nodes, at, bound):
                    yield from self._ways(goals, goal_at + 1, nodes, inner[1], inner[0])
                return
            met = self._meet(goal, nodes, at, bound)
            if met is None:
                return
            bound, at = met
            goal_at += 1
        yield bound, at

    def _ways_of_many(
        self, goals: tuple[Goal, ...], goal_at: int, nodes: Sequence[Node], at: int, bound: Bindings
    ) -> Iterator[Way]:
        goal = goals[goal_at]
        assert isinstance(goal, Variable)
        last = goal_at + 1 == len(goals)
        for end in range(len(nodes) if last else at, len(nodes) + 1):
            if not self._spend():
                return
            taken = _taken(goal, nodes, at, end)
            after = bound if goal.name is None else self._bind(goal.name, taken, bound)
            if after is not None:
                yield from self._ways(goals, goal_at + 1, nodes, end, after)

    def _ways_with_tail(
        self, goals: tuple[Goal, ...], goal_at: int, nodes: Sequence[Node], at: int, bound: Bindings
    ) -> Iterator[Way]:
        """The ways in which a metavariable takes a node and what goes on with it, the longest first."""
        goal = goals[goal_at]
        assert isinstance(goal, Variable)
        at = end = self._place(goal, nodes, at)
        if at == len(nodes) or nodes[at].type in self.tails:
            return
        while end + 1 < len(nodes) and nodes[end + 1].type in self.tails:
            end += 1
        for last in range(end + 1, at, -1):
            if not self._spend():
                return
            after = bound if goal.name is None else self._bind(goal.name, (nodes, at, last), bound)
            if after is not None:
                yield from self._ways(goals, goal_at + 1, nodes, last, after)

    def _ways_of_branch(self, goal: Branch, nodes: Sequence[Node], at: int, bound: Bindings) -> Iterator[Way]:
        at = self._place(goal, nodes, at)
        if at < len(nodes):
            children = nodes[at].children
            if children or not goal.children:
                for inner, _ in self._ways(goal.children, 0, children, 0, bound):
                    yield inner, at + 1

    def _meet(self, goal: Leaf | Branch | Variable, nodes: Sequence[Node], at: int, bound: Bindings) -> Way | None:
        """The one way in which a goal without `$$$` is met by the next node that cannot be skipped."""
        at = self._place(goal, nodes, at)
        if at == len(nodes) or not self._spend():
            return None
        node = nodes[at]
        if isinstance(goal, Variable):
            after = bound if goal.name is None else self._bind(goal.name, (nodes, at, at + 1), bound)
            return None if after is None else (after, at + 1)
        if isinstance(goal, Leaf):
            return bound, at + 1
        children = node.children
        if goal.children and not children:
            return None
        child_at = 0
        for inner in goal.children:
            met = self._meet(inner, children, child_at, bound)
            if met is None:
                return None
            bound, child_at = met
        return bound, at + 1

    def _place(self, goal: Leaf | Branch | Variable, nodes: Sequence[Node], at: int) -> int:
        """The index of the node that can meet a goal, or the number of nodes where one stands in the way."""
        while at < len(nodes):
            node = nodes[at]
            if isinstance(goal, Variable):
                if not node.is_extra:
                    return at if node.is_named or not goal.named else len(nodes)
            elif node.kind_id == goal.kind and (isinstance(goal, Branch) or goal.text in (None, self.text(node))):
                return at
            if not node.is_extra and (node.is_named or not isinstance(goal, Leaf)):
                break
            at += 1
        return len(nodes)

    def _bind(self, name: str, value: Bound, bound: Bindings) -> Bindings | None:
        before = bound.get(name)
        if before is None:
            return {**bound, name: value}
        if before[1] == before[2] or value[1] == value[2]:
            return bound if before[2] - before[1] == value[2] - value[1] else None
        if not self._spend(before[2] - before[1] + value[2] - value[1]):
            return None
        old, new = ([node for node in siblings[start:end] if node.is_named] for siblings, start, end in (before, value))
        return bound if len(old) == len(new) and all(map(self._equal, old, new)) else None

    def _equal(self, one: Node, other: Node) -> bool:
        """Whether two nodes hold the same code, spacing aside."""
        pairs = [(one, other)]
        while pairs:
            one, other = pairs.pop()
            if not one.named_child_count or not other.named_child_count:
                if self.text(one) != self.text(other):
                    return False
            elif one.kind_id != other.kind_id or one.child_count != other.child_count or not self._spend():
                return False
            else:
                pairs += zip(one.children, other.children, strict=True)
        return True

    def spend(self) -> bool:
        """Pays for a look at a node, beside those for patterns. False when there is nothing left."""
        self.left -= 1
        self.complete = self.complete and self.left > 0
        return self.left > 0

    def _spend(self, steps: int = 1) -> bool:
        if self.left - steps < self._floor:
            self.complete = False
            return False
        self.left -= steps
        return True


def _taken(goal: Variable, nodes: Sequence[Node], at: int, end: int) -> Bound:
    """What a `$$$` stands for: the nodes up to its bracket, without the comma or bracket that follows them."""
    if goal.closer and end < len(nodes):
        closers = (index for index in range(at, end) if not nodes[index].is_named and nodes[index].type == goal.closer)
        end = next(closers, end)
    while end > at and not nodes[end - 1].is_named:
        end -= 1
    return nodes, at, end
