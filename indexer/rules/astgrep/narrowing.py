"""What every file has in which a rule of ast-grep finds something, as a query, for the index to narrow by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from indexer.model import Span
from indexer.query.tree import And, Lang, Node, Or, Pattern, Query
from indexer.rules.astgrep.conditions import AllOf, AnyOf, Condition, Fits, HasShape, Related
from indexer.rules.astgrep.rule import TreeRule

_NOWHERE = Span(0, 0)
_DEEPEST = 50
_MOST = 1000  # conditions that are looked at: few utilities that use each other twice are many


@lru_cache(maxsize=4096)
def narrowing(rule: TreeRule) -> Query:
    """A query for the files of a language that have the words of the patterns that must be there."""
    asked = _asked(rule.asked.condition, rule, 0, iter(range(_MOST)))
    language = Lang(rule.language, _NOWHERE)
    root: Node = language if asked is None else And((language, asked), _NOWHERE)
    return Query(root, None, None, "")


def _asked(condition: Condition, rule: TreeRule, depth: int, left: Iterator[int]) -> Node | None:
    """What a text must have for a condition to be true of a node in it; None for nothing in particular."""
    if depth > _DEEPEST or next(left, None) is None:
        return None
    if isinstance(condition, HasShape):
        return None if condition.selector is not None else Pattern(condition.source, _NOWHERE)
    if isinstance(condition, AllOf):
        parts = [node for part in condition.parts if (node := _asked(part, rule, depth + 1, left)) is not None]
        return None if not parts else parts[0] if len(parts) == 1 else And(tuple(parts), _NOWHERE)
    if isinstance(condition, AnyOf):
        every = [_asked(part, rule, depth + 1, left) for part in condition.parts]
        known = tuple(node for node in every if node is not None)
        return Or(known, _NOWHERE) if known and len(known) == len(every) else None
    if isinstance(condition, Related):
        return _asked(condition.part, rule, depth + 1, left)
    if isinstance(condition, Fits):
        utility = rule.utility(condition.name)
        return None if utility is None else _asked(utility.condition, rule, depth + 1, left)
    return None
