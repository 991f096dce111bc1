"""What hangs together in a graph: cycles, and islands that nothing leads to from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def cycles(out: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The largest groups in which every node leads to every other, the largest first; also nodes that lead to
    themselves.

    Tarjan's way, without recursion: a chain of imports may be longer than the interpreter's stack.
    """
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for first in out:
        if first in number:
            continue
        work = [(first, iter(out[first]))]
        number[first] = lowest[first] = len(number)
        stack.append(first)
        on_stack.add(first)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in number:
                    number[other] = lowest[other] = len(number)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(out.get(other, ()))))
                    break
                if other in on_stack:
                    lowest[node] = min(lowest[node], number[other])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    group = [stack.pop()]
                    while group[-1] != node:
                        group.append(stack.pop())
                    on_stack.difference_update(group)
                    if len(group) > 1 or node in out.get(node, ()):
                        found.append(sorted(group))
    return sorted(found, key=lambda group: (-len(group), group))


def shortest_cycle(out: Mapping[str, Iterable[str]], group: Iterable[str]) -> list[str]:
    """A way round through some of a group that is as short as there is from its first node, which it begins with."""
    inside = set(group)
    first = min(inside)
    came: dict[str, str] = {}
    level = [first]
    while level:
        following: list[str] = []
        for node in level:
            for other in out.get(node, ()):
                if other == first:
                    way = [node]
                    while way[-1] != first:
                        way.append(came[way[-1]])
                    return way[::-1]
                if other in inside and other not in came:
                    came[other] = node
                    following.append(other)
        level = following
    return [first]


def islands(together: Iterable[Iterable[str]]) -> list[list[str]]:
    """The groups that nodes fall into, of which some are together; the largest first."""
    parent: dict[str, str] = {}

    def top(node: str) -> str:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for nodes in together:
        first: str | None = None
        for node in nodes:
            if first is None:
                first = top(node)
            else:
                parent[top(node)] = first
                first = top(first)
    groups: dict[str, list[str]] = {}
    for node in parent:
        groups.setdefault(top(node), []).append(node)
    return sorted((sorted(group) for group in groups.values()), key=lambda group: (-len(group), group))
