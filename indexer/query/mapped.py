"""A query of which some parts are written otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from indexer.query.tree import Node

T = TypeVar("T")


def mapped(node: T, change: Callable[[Any], Node | None]) -> T:
    """A tree of a query with some of its nodes changed."""
    changed = change(node)
    if changed is not None:
        return changed  # type: ignore[return-value]
    if isinstance(node, tuple) and not hasattr(node, "_fields"):
        return tuple(mapped(part, change) for part in node)  # type: ignore[return-value]
    if not is_dataclass(node) or isinstance(node, type):
        return node
    parts = {each.name: getattr(node, each.name) for each in fields(node)}
    new = {name: mapped(part, change) for name, part in parts.items()}
    return replace(node, **new) if any(new[name] is not part for name, part in parts.items()) else node
