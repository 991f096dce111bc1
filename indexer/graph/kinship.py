"""Classes and what they inherit from: above a type, below it, and who implements a member of it."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.graph.calls import HOLDING, CallGraph, Node, target_of
from indexer.graph.uses import UseKind, uses_of
from indexer.model import Limits, Symbol
from indexer.search.run.corpus import Corpus, Gone

_INHERITED: frozenset[UseKind] = frozenset(("extends", "implements"))
_INHERITABLE = HOLDING | {"type"}
# They have no member that somebody could override without knowing it.
_ROOTS = frozenset(("object", "Object", "ABC", "Protocol", "Generic"))
_MOST = 10_000  # types that a search for implementations enters


class Kinship:
    """The types of a workspace, for one question."""

    def __init__(self, graph: CallGraph, limits: Limits) -> None:
        self._graph = graph
        self._limits = limits

    def above(self, node: Node) -> list[Node]:
        """The types that one inherits from or implements, as its head names them."""
        return self._named_above(node)[1]

    def _named_above(self, node: Node) -> tuple[int, list[Node]]:
        """How many types the head of one names, and those of them that are in the workspace."""
        if node.symbol is None:
            return 0, []
        source = self._graph.resolver.meaning(node.corpus).sources.source(node.path)
        try:
            heads = [one for one in source.references() if one.kind in _INHERITED and self._heads(node, one.symbol)]
        except Gone:
            return 0, []
        found: dict[tuple[str, str, int], Node] = {}
        named = [one.span.start for one in heads]
        for targets in self._graph.resolver.targets_at(node.corpus, node.path, named):
            for target in targets[:1]:
                above = self._graph.node(target)
                if above is not None and above.key != node.key and above.symbol and above.symbol.kind in _INHERITABLE:
                    found[above.key] = above
        names = {name for one in heads if (name := one.name.rpartition(".")[2]) not in _ROOTS}
        return len(names), list(found.values())

    def _heads(self, node: Node, at: int | None) -> bool:
        """Whether a place belongs to the head of a type: the type is the innermost around it."""
        return self._type_around(node.corpus, node.path, at) == node.symbol

    def _type_around(self, corpus: Corpus, path: str, at: int | None) -> Symbol | None:
        symbols = self._graph.symbols(corpus, path)
        while at is not None and at < len(symbols) and symbols[at].kind not in HOLDING:
            at = symbols[at].parent
        return None if at is None or at >= len(symbols) else symbols[at]

    def below(self, node: Node) -> list[Node]:
        """The types that inherit from one or implement it; those that only its name leads to are left out."""
        if node.symbol is None:
            return []
        by_root = {corpus.root: corpus for corpus in self._graph.resolver.corpora}
        wanted = target_of(node.corpus, node.path, node.symbol)
        found: dict[tuple[str, str, int], Node] = {}
        for use in uses_of(node.symbol.name, self._graph.resolver, self._limits, wanted, _INHERITED):
            corpus = by_root[use.root]
            symbol = self._type_around(corpus, use.path, use.reference.symbol)
            if symbol is not None and use.evidence != "name":
                below = Node(corpus, use.path, symbol)
                if below.key != node.key:
                    found[below.key] = below
        return list(found.values())

    def all_below(self, node: Node) -> Iterator[Node]:
        """The types below one, and below those; a circle is gone round once."""
        seen = {node.key}
        waiting = [node]
        while waiting and len(seen) < _MOST and not self._limits.cancelled():
            for below in self.below(waiting.pop(0)):
                if below.key not in seen:
                    seen.add(below.key)
                    waiting.append(below)
                    yield below

    def implementations(self, node: Node) -> list[Node]:
        """Of a type, those below it; of a member, those of its name in the types below."""
        if node.symbol is None:
            return []
        if node.symbol.kind in HOLDING:
            return list(self.all_below(node))
        around = self._graph.around(node)
        if not around or around[-1].kind not in HOLDING:
            return []
        kin = self.all_below(Node(node.corpus, node.path, around[-1]))
        return [member for below in kin for member in self.members(below, node.symbol.name)]

    def members(self, node: Node, name: str) -> list[Node]:
        """The members of a type that have a name."""
        symbols = self._graph.symbols(node.corpus, node.path)
        return [
            Node(node.corpus, node.path, symbol)
            for symbol in symbols
            if symbol.name == name and symbol.parent is not None and symbols[symbol.parent] == node.symbol
        ]

    def tops(self, node: Node) -> list[Node] | None:
        """The uppermost types above one, or itself; None if one of them lies outside of the workspace."""
        seen = {node.key}
        waiting, tops = [node], []
        while waiting:
            kin = waiting.pop()
            named, above = self._named_above(kin)
            if len(above) < named:
                return None
            if not above:
                tops.append(kin)
            for one in above:
                if one.key not in seen:
                    seen.add(one.key)
                    waiting.append(one)
        return tops or [node]
