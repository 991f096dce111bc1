"""Which nodes of a tree fit a rule, by the meaning that ast-grep gives each condition.

What metavariables hold is shared by the conditions that must all be true, in their order: the first one binds, the
others must find the same code. Each node that is looked at is paid from a budget, and an empty one ends the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tree_sitter import Node, Query, QueryCursor

from indexer.documents import Document
from indexer.grammars.parsers import grammar as grammar_of
from indexer.languages.registry import by_name
from indexer.model import CapturedMatch, Problem, Span
from indexer.patterns.goals import Branch, Goal, Leaf
from indexer.patterns.matching import Bindings, Matcher
from indexer.patterns.metavariables import Variable
from indexer.query.regexes import Regex
from indexer.rules.astgrep.conditions import (
    AllOf,
    AnyOf,
    Condition,
    Fits,
    HasShape,
    HasText,
    IsKind,
    IsNth,
    Named,
    NotSo,
    Related,
)
from indexer.rules.astgrep.rewriting import Rewriting, captures_of
from indexer.rules.astgrep.rule import TreeRule
from indexer.rules.astgrep.shapes import shape_of
from indexer.shapes import ShapeMatches

_DEEPEST = 200  # conditions in conditions
_NOTHING: Bindings = {}


def tree_matches(document: Document, rule: TreeRule) -> ShapeMatches:
    """The places in a document that fit a rule, with what its metavariables hold."""
    language = by_name(rule.language)
    root = document.whole_root()
    if language is None or document.language != language or root is None or language.grammar is None:
        return ShapeMatches([], None, True)
    search = _Search(rule, language.grammar, document.text.data)
    span_of = search.matcher.span
    rewriting = Rewriting(rule.rewriters, document.text, search.fits, span_of)
    found: dict[Span, CapturedMatch] = {}
    for node in search.candidates(root):
        bound = search.fits(rule.asked, node)
        if bound is not None:
            span = Span(*span_of(node, node))
            if span not in found:
                texts = rewriting.texts(rule.transforms, bound)
                found[span] = CapturedMatch(span, captures_of(bound, span_of), {}, texts)
    complete = search.matcher.complete and rewriting.complete
    return ShapeMatches([found[span] for span in sorted(found)], None, complete)


class _Search:
    """One rule in one tree."""

    def __init__(self, rule: TreeRule, grammar: str, data: bytes) -> None:
        self._rule = rule
        self._grammar = grammar
        self._data = data
        self.matcher = Matcher(data, 0, grammar)
        self._depth = 0
        self._kinds_of: dict[str, frozenset[str] | None] = {}  # utilities

    def candidates(self, root: Node) -> Iterable[Node]:
        """The nodes that may fit: those of the kinds that the rule leaves, where it leaves few."""
        kinds = self._kinds(self._rule.asked.condition, 0)
        if kinds is None:
            return _below(root, True)
        language = grammar_of(self._grammar)
        assert language is not None
        known = sorted(kind for kind in kinds if language.id_for_node_kind(kind, True) is not None)
        others = sorted(kind for kind in kinds if language.id_for_node_kind(kind, False) is not None)
        if not known and not others:
            return ()
        quoted = [f"({kind})" for kind in known] + [_quoted(kind) for kind in others]
        captured = QueryCursor(_kind_query(self._grammar, " ".join(quoted))).captures(root)
        return sorted(captured.get("node", ()), key=lambda node: (node.start_byte, -node.end_byte))

    def _kinds(self, condition: Condition, depth: int) -> frozenset[str] | None:
        """The kinds of nodes that can fit; None where any can."""
        if depth > _DEEPEST:
            return None
        if isinstance(condition, IsKind):
            return frozenset([condition.kind])
        if isinstance(condition, HasShape):
            readings = shape_of(condition, self._grammar)
            if isinstance(readings, Problem):
                return frozenset()
            firsts = [goals[0] for goals in readings]
            if any(isinstance(goal, Variable) for goal in firsts):
                return None
            return frozenset(goal.name for goal in firsts if isinstance(goal, Leaf | Branch))
        if isinstance(condition, AllOf):
            several = [kinds for part in condition.parts if (kinds := self._kinds(part, depth + 1)) is not None]
            return frozenset.intersection(*several) if several else None
        if isinstance(condition, AnyOf):
            each = [self._kinds(part, depth + 1) for part in condition.parts]
            return None if None in each else frozenset().union(*(kinds for kinds in each if kinds is not None))
        if isinstance(condition, Fits):
            if condition.name not in self._kinds_of:
                utility = self._rule.utility(condition.name)
                kinds = frozenset[str]() if utility is None else self._kinds(utility.condition, depth + 1)
                self._kinds_of[condition.name] = kinds
            return self._kinds_of[condition.name]
        return None

    def fits(self, asked: Named, node: Node, bound: Bindings = _NOTHING) -> Bindings | None:
        """What the metavariables hold if a node fits a condition and they fit theirs."""
        found = self._fits(asked.condition, node, bound)
        if found is None:
            return None
        for name, condition in asked.constraints:
            held = found.get(name)
            if held is not None and held[2] > held[1]:
                siblings, first, _ = held
                after = self._fits(condition, siblings[first], found)
                if after is None:
                    return None
                found = after
        return found

    def _fits(self, condition: Condition, node: Node, bound: Bindings) -> Bindings | None:
        if not self.matcher.spend() or self._depth > _DEEPEST:
            return None
        self._depth += 1
        try:
            return self._asked(condition, node, bound)
        finally:
            self._depth -= 1

    def _asked(self, condition: Condition, node: Node, bound: Bindings) -> Bindings | None:
        if isinstance(condition, HasShape):
            return self._shape(condition, node, bound)
        if isinstance(condition, IsKind):
            return bound if node.is_named and node.type == condition.kind else None
        if isinstance(condition, HasText):
            text = self._data[node.start_byte : node.end_byte]
            return bound if expression(condition.expression).search(text) is not None else None
        if isinstance(condition, IsNth):
            return bound if self._is_nth(condition, node) else None
        if isinstance(condition, Related):
            return self._related(condition, node, bound)
        if isinstance(condition, AllOf):
            now: Bindings | None = bound
            for part in condition.parts:
                now = None if now is None else self._fits(part, node, now)
            return now
        if isinstance(condition, AnyOf):
            return next(
                (found for part in condition.parts if (found := self._fits(part, node, bound)) is not None), None
            )
        if isinstance(condition, NotSo):
            return bound if self._fits(condition.part, node, bound) is None else None
        utility = self._rule.utility(condition.name)
        return None if utility is None else self.fits(utility, node, bound)

    def _shape(self, condition: HasShape, node: Node, bound: Bindings) -> Bindings | None:
        readings = shape_of(condition, self._grammar)
        if isinstance(readings, Problem):
            return None
        for goals in readings:
            siblings: list[Node] = [node]
            at = 0
            if len(goals) > 1 and node.parent is not None:
                siblings = node.parent.children
                at = next((place for place, each in enumerate(siblings) if each.id == node.id), 0)
            if not _may_begin(goals[0], node):
                continue
            way = self.matcher.first(goals, siblings, at, bound)
            if way is not None:
                return way[0]
        return None

    def _is_nth(self, condition: IsNth, node: Node) -> bool:
        parent = node.parent
        if parent is None or not node.is_named:
            return False
        siblings = parent.named_children
        if condition.of is not None:
            siblings = [each for each in siblings if self._fits(condition.of, each, _NOTHING) is not None]
        if condition.reverse:
            siblings = siblings[::-1]
        place = next((number for number, each in enumerate(siblings, 1) if each.id == node.id), None)
        if place is None:
            return False
        left = place - condition.offset
        return left == 0 if condition.step == 0 else left % condition.step == 0 and left // condition.step >= 0

    def _related(self, condition: Related, node: Node, bound: Bindings) -> Bindings | None:
        if condition.how == "has":
            return self._has(condition, node, bound)
        if condition.how == "inside":
            return self._inside(condition, node, bound)
        return self._beside(condition, node, bound)

    def _inside(self, condition: Related, node: Node, bound: Bindings) -> Bindings | None:
        below, outer = node, node.parent
        while outer is not None:
            held = condition.field is None or _is_field(outer, condition.field, below)
            found = self._fits(condition.part, outer, bound) if held else None
            if found is not None or condition.until == "neighbor" or self._ends(condition, outer):
                return found
            below, outer = outer, outer.parent
        return None

    def _beside(self, condition: Related, node: Node, bound: Bindings) -> Bindings | None:
        back = condition.how == "follows"
        other = node.prev_sibling if back else node.next_sibling
        while other is not None:
            found = self._fits(condition.part, other, bound)
            if found is not None or condition.until == "neighbor" or self._ends(condition, other):
                return found
            other = other.prev_sibling if back else other.next_sibling
        return None

    def _has(self, condition: Related, node: Node, bound: Bindings) -> Bindings | None:
        if condition.field is not None:
            child = node.child_by_field_name(condition.field)
            if child is None:
                return None
            found = self._fits(condition.part, child, bound)
            if found is not None or condition.until == "neighbor" or self._ends(condition, child):
                return found
            return self._deep(condition, child, bound)
        return self._deep(condition, node, bound)

    def _deep(self, condition: Related, node: Node, bound: Bindings) -> Bindings | None:
        """The first node below that fits, from above to below; not below those that end the search."""
        pending = node.children[::-1]
        while pending:
            child = pending.pop()
            found = self._fits(condition.part, child, bound)
            if found is not None:
                return found
            if not self.matcher.spend():
                return None
            if condition.until != "neighbor" and not self._ends(condition, child):
                pending += child.children[::-1]
        return None

    def _ends(self, condition: Related, node: Node) -> bool:
        """Whether one looks no further than this node."""
        return not isinstance(condition.until, str) and self._fits(condition.until, node, _NOTHING) is not None


def _may_begin(goal: Goal, node: Node) -> bool:
    """Whether a node can be the first of a shape. Nothing is skipped before it."""
    if isinstance(goal, Variable):
        return node.is_named or not goal.named
    return node.kind_id == goal.kind


def _is_field(outer: Node, field: str, child: Node) -> bool:
    found = outer.child_by_field_name(field)
    return found is not None and found.id == child.id


def _below(root: Node, with_root: bool) -> Iterator[Node]:
    pending = [root] if with_root else root.children[::-1]
    while pending:
        node = pending.pop()
        yield node
        pending += node.children[::-1]


def _quoted(kind: str) -> str:
    escaped = kind.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


@lru_cache(maxsize=256)
def _kind_query(grammar: str, kinds: str) -> Query:
    language = grammar_of(grammar)
    assert language is not None
    return Query(language, f"[{kinds}] @node")


@lru_cache(maxsize=1024)
def expression(source: str) -> Regex:
    """An expression for RE2, which reads what ast-grep's engine reads, but for a few signs. ValueError for others."""
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = 8 << 20
    try:
        made: Regex = re2.compile(source.encode("utf-8", "replace"), options)
    except re2.error as error:
        text = error.args[0] if error.args else ""
        raise ValueError(text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)) from None
    return made
