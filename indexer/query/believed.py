"""What `evidence:` speaks of: the references beside it, in the same parentheses.

After parsing it is a part of these references, and no part of the tree any more. Any combination of such conditions is
a set of kinds of evidence, so that `-evidence:name` and `(evidence:import OR evidence:member)` need nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from indexer.model import Span
from indexer.query.tree import (
    EVIDENCE,
    UNKNOWN,
    And,
    Believed,
    Contains,
    Count,
    Inside,
    Node,
    Not,
    Or,
    Ordered,
    Ref,
    Related,
    is_evidence_condition,
    walk,
)

_ALL = frozenset((*EVIDENCE, UNKNOWN))
_MISPLACED = (
    "`evidence:` speaks of a reference beside it, in the same parentheses: `ref:close evidence:import`, or `call:`, "
    "`import:` and the like"
)


def with_evidence(node: Node, problem: Callable[[str, Span], None]) -> Node:
    """A query whose references know which evidence they must have."""
    if is_evidence_condition(node):
        problem(_MISPLACED, node.span)
        return node
    if isinstance(node, And):
        return _conjunction(node, problem)
    if isinstance(node, Or):
        return replace(node, parts=tuple(with_evidence(part, problem) for part in node.parts))
    if isinstance(node, Not):
        return replace(node, part=with_evidence(node.part, problem))
    if isinstance(node, Inside | Contains | Count | Ordered | Related):
        return replace(node, query=with_evidence(node.query, problem))
    return node


def _conjunction(node: And, problem: Callable[[str, Span], None]) -> Node:
    said = [part for part in node.parts if is_evidence_condition(part)]
    rest = [with_evidence(part, problem) for part in node.parts if part not in said]
    marked = [_given(part, frozenset()) for part in rest]
    for condition in said:
        if marked == rest:
            problem(_MISPLACED, condition.span)
        rest = [_given(part, _meant(condition)) for part in rest]
    for term in (term for part in rest for term in walk(part) if isinstance(term, Ref)):
        if term.indirect and term.evidence is not None:
            problem("`extends+:` goes by names alone; `evidence:` goes with `extends:`", term.span)
    return replace(node, parts=tuple(rest)) if len(rest) > 1 else rest[0]


def _meant(condition: Node) -> frozenset[str]:
    """The kinds of evidence that fulfil a condition."""
    if isinstance(condition, And):
        return frozenset.intersection(*map(_meant, condition.parts))
    if isinstance(condition, Or):
        return frozenset.union(*map(_meant, condition.parts))
    if isinstance(condition, Not):
        return _ALL - _meant(condition.part)
    assert isinstance(condition, Believed)
    return condition.evidence


def _given(part: Node, evidence: frozenset[str]) -> Node:
    """A part of a query whose references must have some evidence."""
    if isinstance(part, And | Or):
        return replace(part, parts=tuple(_given(inner, evidence) for inner in part.parts))
    if isinstance(part, Not):
        return replace(part, part=_given(part.part, evidence))
    if isinstance(part, Ref):
        return replace(part, evidence=evidence if part.evidence is None else part.evidence & evidence)
    return part
