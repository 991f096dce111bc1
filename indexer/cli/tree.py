"""A graph as a tree at the terminal: each node is gone into once, where the fewest steps lead to it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from indexer.cli.terminal import paint

Node = TypeVar("Node", bound=Hashable)


class Branch(NamedTuple, Generic[Node]):
    """A row of the tree, and the node that it leads to; None for one that leads nowhere."""

    row: str
    node: Node | None


def print_tree(roots: Mapping[Node, str], below: Mapping[Node, Sequence[Branch[Node]]]) -> None:
    """Prints the roots, each with its row, and the branches below them.

    A node that is gone into elsewhere has `(above)` or `(below)` behind it.
    """
    homes = _homes(roots, below)
    seen: set[Node] = set()
    for root, title in roots.items():
        print(title)
        seen.add(root)
        waiting = [(iter(below.get(root, ())), "", len(below.get(root, ())))]
        while waiting:
            branches, indent, left = waiting.pop()
            branch = next(branches, None)
            if branch is None:
                continue
            waiting.append((branches, indent, left - 1))
            row, node = branch
            inner = below.get(node, ()) if node is not None else ()
            here = node is not None and homes.get(node) is branch
            if inner and not here:
                row += paint("  (above)" if node in seen else "  (below)", "dim")
            print(f"{paint(indent + ('└─ ' if left == 1 else '├─ '), 'dim')}{row}")
            if inner and here and node is not None:
                seen.add(node)
                waiting.append((iter(inner), indent + ("   " if left == 1 else "│  "), len(inner)))


def _homes(roots: Mapping[Node, str], below: Mapping[Node, Sequence[Branch[Node]]]) -> dict[Node, Branch[Node] | None]:
    """The branch at which each node is gone into; None for a root."""
    homes: dict[Node, Branch[Node] | None] = dict.fromkeys(roots)
    level = list(roots)
    while level:
        following = []
        for node in level:
            for branch in below.get(node, ()):
                if branch.node is not None and branch.node not in homes:
                    homes[branch.node] = branch
                    following.append(branch.node)
        level = following
    return homes
