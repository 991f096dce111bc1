"""What a pattern binds: its names, each with the part of the value that is its own."""

from __future__ import annotations

from tree_sitter import Node

from indexer.graph.values import Function, Instance, Item, Member, Name, Part, Several, Value, Values, text_of
from indexer.languages.scoping import Scoping

_DEEPEST = 100  # patterns in patterns; names that are deeper are not bound


class Taking:
    """Takes values apart as the patterns of one tree do."""

    def __init__(self, scoping: Scoping, values: Values) -> None:
        self._scoping, self._values = scoping, values
        self._beside: dict[int, dict[int, int]] = {}  # by the declaration, the places of the names it has

    def named(
        self, node: Node, value: Value | None, take: str | None, depth: int = 0
    ) -> list[tuple[Node, Value | None]]:
        """The names in what is bound, each with the part of the value that is its own."""
        if depth > _DEEPEST:
            return []
        if take == "range":
            names = node.named_children if node.type in self._scoping.lists else [node]
            return [
                (name, None if value is None else Item(value, key=at == 0))
                for at, name in enumerate(names)
                if name.type in self._scoping.identifiers
            ]
        while node.type in self._scoping.declarators:
            below = node.child_by_field_name("declarator") or next(iter(node.named_children), None)
            if below is None:
                return []
            node = below
        if node.type in self._scoping.defaults:
            named = node.child_by_field_name(self._scoping.defaults[node.type])
            return [] if named is None else self.named(named, value, None, depth + 1)
        patterns = self._scoping.patterns
        if node.type in patterns.typed:
            return self._typed(node, value, depth + 1)
        if node.type in patterns.passing:
            return [one for child in node.named_children for one in self.named(child, value, None, depth + 1)]
        if node.type in self._scoping.lists:
            found = []
            children = [child for child in node.named_children if not child.is_extra]
            for at, child in enumerate(children):
                if node.type in self._scoping.keyed:
                    found += self._by_key(child, value, depth + 1)
                elif node.type in self._scoping.elements and not isinstance(value, Several):
                    found += self.named(child, None if value is None else Item(value), None, depth + 1)
                else:
                    found += self.named(child, _part(value, at, len(children)), None, depth + 1)
            return found
        if node.type in self._scoping.prefixes:
            return [(node, value)]
        if node.type in self._scoping.identifiers:
            if depth and patterns.constant is not None and patterns.constant.fullmatch(text_of(node)):
                return []
            beside = self._names_beside(node)
            if len(beside) > 1 and not isinstance(value, (Instance, Function)):
                return [(node, _part(value, beside[node.id], len(beside)))]
            return [(node, _part(value, 0, 1))]
        return [(node, value)] if take == "package" else []

    def _names_beside(self, node: Node) -> dict[int, int]:
        """The names that a declaration has, in their order; looked at once for all of them: `a, b, c int`."""
        parent = node.parent
        if parent is None:
            return {}
        known = self._beside.get(parent.id)
        if known is None:
            names = parent.children_by_field_name("name")
            known = self._beside[parent.id] = {name.id: at for at, name in enumerate(names)}
        return known

    def _by_key(self, node: Node, value: Value | None, depth: int) -> list[tuple[Node, Value | None]]:
        """The names in what takes a member out of a value."""
        named: Node | None = node
        key = node
        if node.type in self._scoping.pairs:
            fields = self._scoping.pairs[node.type]
            key, named = node.child_by_field_name(fields[0]) or node, node.child_by_field_name(fields[1])
        elif node.type in self._scoping.defaults:
            key = node.child_by_field_name(self._scoping.defaults[node.type]) or node
        elif node.type in self._scoping.lists:  # what is left
            return self.named(node, value, None, depth)
        member = Member(value, text_of(key)) if value is not None and key.type in self._scoping.identifiers else None
        return [] if named is None else self.named(named, member, None, depth)

    def _typed(self, node: Node, value: Value | None, depth: int) -> list[tuple[Node, Value | None]]:
        """The names in a pattern that says of which type it takes the fields: `Point { x, y }`, `Some(a)`."""
        patterns = self._scoping.patterns
        kind = node.child_by_field_name(patterns.typed[node.type])
        made = self._values.of(kind)
        holds = isinstance(made, Name) and made.name in patterns.holders
        found: list[tuple[Node, Value | None]] = []
        number = 0
        for child in node.named_children:
            if child == kind or child.is_extra:
                continue
            if child.type in patterns.rest:
                number = -_DEEPEST  # how many it stands for is not told
            elif child.type in patterns.fields:
                key, inner = (child.child_by_field_name(field) for field in patterns.fields[child.type])
                part = None if made is None or key is None else Member(Instance(made), text_of(key))
                taken = inner if inner is not None else key
                found += [] if taken is None else self.named(taken, part, None, depth + 1)
            else:
                element = None if value is None else Item(value)
                member = None if made is None or number < 0 else Member(made, str(number))
                found += self.named(child, element if holds else member, None, depth + 1)
            number += 1
        return found


def _part(value: Value | None, at: int, count: int) -> Value | None:
    if value is None:
        return None
    if isinstance(value, Several) and len(value.of) == count:
        return value.of[at]
    return value if count == 1 else Part(value, at)
