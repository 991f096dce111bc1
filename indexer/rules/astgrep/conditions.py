"""Conditions on a node, as ast-grep's rules have them: plain frozen data, which can be handed to another process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class HasShape:
    """`pattern`: the node has the shape of some code; with a selector, of a part of that code."""

    source: str
    selector: str | None = None


@dataclass(frozen=True, slots=True)
class IsKind:
    """`kind`: the node is of a kind of its grammar."""

    kind: str


@dataclass(frozen=True, slots=True)
class HasText:
    """`regex`: some part of the node's text fits."""

    expression: str


@dataclass(frozen=True, slots=True)
class IsNth:
    """`nthChild`: it is the so-manieth among its named siblings, or among those of them that fit a condition."""

    step: int
    offset: int
    reverse: bool = False
    of: Condition | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """`inside`, `has`, `follows`, `precedes`: a node that stands so to it fits. `until` is how far one looks."""

    how: Literal["inside", "has", "follows", "precedes"]
    part: Condition
    until: Literal["neighbor", "end"] | Condition = "neighbor"
    field: str | None = None


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class NotSo:
    part: Condition


@dataclass(frozen=True, slots=True)
class Fits:
    """`matches`: what a utility rule of that name says."""

    name: str


Condition: TypeAlias = HasShape | IsKind | HasText | IsNth | Related | AllOf | AnyOf | NotSo | Fits


@dataclass(frozen=True, slots=True)
class Named:
    """A condition with those on what its metavariables hold."""

    condition: Condition
    constraints: tuple[tuple[str, Condition], ...] = ()


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """The conditions that one is made of."""
    if isinstance(condition, AllOf | AnyOf):
        return condition.parts
    if isinstance(condition, NotSo):
        return (condition.part,)
    if isinstance(condition, Related):
        return (condition.part,) if isinstance(condition.until, str) else (condition.part, condition.until)
    if isinstance(condition, IsNth) and condition.of is not None:
        return (condition.of,)
    return ()
