"""What is renamed together: the places that bind one name in one scope, and the members that stand for each other.

A variable that two branches set is one variable, and so is a field that several methods set, in a type or in those
above and below it. A parameter goes with the same of the functions that override its own: who
calls one may call another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.graph.alike import Alike
from indexer.graph.calls import HOLDING, TESTS, CallGraph, Node, target_of
from indexer.graph.kinship import Kinship
from indexer.graph.names import Binding, Names
from indexer.graph.resolve import Target
from indexer.languages.scoping import Scoping
from indexer.model import Limits, Problem
from indexer.search.run.corpus import Corpus

# The last of the marks above a function, as far as they are on rows of their own or end on one.
_MARKED = re.compile(rb"^[ \t]*@([\w.]+)(?:\((?:[^()]|\([^()]*\))*\))?[ \t]*(?:#[^\n]*)?\r?\n\Z", re.M)
_HARMLESS = frozenset((b"staticmethod", b"classmethod", b"property", b"override", b"Override", b"abstractmethod"))
Key = tuple[str, str, int]


class Namesakes:
    """The definitions that have one name because they are one thing, for one question."""

    def __init__(self, graph: CallGraph, limits: Limits) -> None:
        self._graph = graph
        self._kinship = Kinship(graph, limits)
        self._alike = Alike(graph.resolver)

    def of(self, name: str, targets: list[Target]) -> list[Target] | Problem:
        """Some definitions with all that must be renamed with them, or why that cannot be told."""
        found: dict[Key, Target] = {}
        for target in targets:
            assert target.corpus is not None
            alike = self._alike.of(name, target)
            if isinstance(alike, Problem):
                return alike
            for one in alike:
                several = self._with_kin(name, one)
                if isinstance(several, Problem):
                    return several
                for kin in several:
                    bound = self._bound_there(kin)
                    if isinstance(bound, Problem):
                        return bound
                    for each in bound:
                        assert each.corpus is not None
                        found[str(each.corpus.root), each.path, each.span.start] = each
        return list(found.values())

    def strangers(self, name: str, targets: list[Target]) -> Iterator[Target]:
        """Members of that name in types of which a base is not known: they may override what is renamed."""
        if all(self.holder(target) is None for target in targets):
            return
        known = {(target.path, target.span) for target in targets}
        for node in self._graph.defined(name):
            assert node.symbol is not None
            target = target_of(node.corpus, node.path, node.symbol)
            holder = self.holder(target)
            if holder is not None and (target.path, target.span) not in known and self._kinship.tops(holder) is None:
                yield target

    def _bound_there(self, target: Target) -> list[Target] | Problem:
        """All places that bind the name of a definition in its scope."""
        assert target.corpus is not None
        names, at = self._binding(target)
        if names is None or at is None:
            return [target]
        binding = names.bindings[at]
        held = names.methods.get(binding.of, {}) if binding.of else names.in_scope.get(binding.scope, {})
        together = [names.bindings[one] for one in held.get(binding.space + binding.name, [at])]
        if any(one.kind == "import" for one in together):
            return Problem(f"`{binding.name}` is imported as well where it is defined, in {target.path}")
        return [target, *(_target(target.corpus, target.path, one) for one in together if one.span != target.span)]

    def _binding(self, target: Target) -> tuple[Names | None, int | None]:
        assert target.corpus is not None
        names = self._graph.resolver.meaning(target.corpus).sources.names(target.path)
        return names, None if names is None else names.bound_at(target.span)

    def _scoping(self, target: Target) -> Scoping | None:
        assert target.corpus is not None
        return self._graph.resolver.meaning(target.corpus).sources.scoping(target.path)

    def _with_kin(self, name: str, target: Target) -> list[Target] | Problem:
        """A member with those that it overrides and that override it; a parameter with those of such members."""
        names, at = self._binding(target)
        if names is not None and at is not None and names.bindings[at].kind == "parameter":
            return self._parameters(target, names, names.bindings[at])
        holder = self.holder(target)
        scoping = self._scoping(target)
        if holder is None or (scoping is not None and scoping.structural and target.kind != "method"):
            return [target]
        tops = self._kinship.tops(holder)
        if tops is None:
            return Problem(f"`{name}` may override a member of a type that is not in the workspace")
        if scoping is not None and not scoping.structural and frozenset([name]) in scoping.outside_interfaces:
            return Problem(f"`{name}` is what code outside of the workspace may ask for")
        return [target, *self._members(tops, name, self.space(target))]

    def _members(self, tops: list[Node], name: str, space: str) -> Iterator[Target]:
        for top in tops:
            for kin in (top, *self._kinship.all_below(top)):
                yield from self.members(kin, name, space)

    def space(self, target: Target) -> str:
        """The word for the names that a definition is one of, where a language has several kinds."""
        names, at = self._binding(target)
        return names.bindings[at].space if names is not None and at is not None else ""

    def members(self, node: Node, name: str, space: str = "") -> list[Target]:
        """The members of a type that have a name, those that only its methods set among them."""
        found = [
            target_of(member.corpus, member.path, member.symbol)
            for member in self._kinship.members(node, name)
            if member.symbol is not None
        ]
        names = self._graph.resolver.meaning(node.corpus).sources.names(node.path)
        at = names.bound_at(node.symbol.name_span) if names is not None and node.symbol is not None else None
        if names is None or at is None:
            return found
        found = [target for target in found if self.space(target) == space]
        held = names.in_scope.get(names.bindings[at].inner, {}).get(space + name, ())
        return found + [_target(node.corpus, node.path, names.bindings[one]) for one in held]

    def all_below(self, node: Node) -> Iterator[Node]:
        """A type and those below it."""
        yield node
        yield from self._kinship.all_below(node)

    def holder(self, target: Target) -> Node | None:
        """The type that a definition is a member of."""
        node = self._graph.node(target)
        if node is not None:
            around = self._graph.around(node)
            if around and around[-1].kind in HOLDING:
                return Node(node.corpus, node.path, around[-1])
        names, at = self._binding(target)
        if names is None or at is None or target.corpus is None:
            return None
        scope = names.scopes[names.bindings[at].scope]
        if scope.kind != "class" or scope.owner < 0:
            return None
        return self._graph.node(_target(target.corpus, target.path, names.bindings[scope.owner]))

    def _parameters(self, target: Target, names: Names, parameter: Binding) -> list[Target] | Problem:
        """The parameter of a function and of those that stand for it, where calls can name it."""
        assert target.corpus is not None
        owner = names.scopes[parameter.scope].owner
        scoping = self._scoping(target)
        if owner < 0 or scoping is None or not scoping.keywords:
            return [target]
        function = names.bindings[owner]
        if self._is_given_by_name(target.corpus, target.path, function):
            return Problem(
                f"`{parameter.name}` may be given to `{function.name}` by name, by what calls tests or decorates"
            )
        whole = self._with_kin(function.name, _target(target.corpus, target.path, function))
        found = [target]
        for one in () if isinstance(whole, Problem) else whole:
            theirs, at = self._binding(one)
            if theirs is None or at is None or one.corpus is None:
                continue
            held = theirs.in_scope.get(theirs.bindings[at].inner, {}).get(parameter.space + parameter.name, ())
            bound = [theirs.bindings[each] for each in held]
            found += [_target(one.corpus, one.path, each) for each in bound if each.kind == "parameter"]
        return found

    def _is_given_by_name(self, corpus: Corpus, path: str, function: Binding) -> bool:
        """Whether a framework may look at the names of a function's parameters."""
        target = _target(corpus, path, function)
        node = self._graph.node(target)
        is_test = node is not None and node.symbol is not None and node.symbol.kind in TESTS
        return is_test or self.is_decorated(target)

    def is_decorated(self, target: Target) -> bool:
        """Whether what stands above a definition may use its name."""
        assert target.corpus is not None
        text = self._graph.resolver.meaning(target.corpus).sources.text(target.path)
        if text is None:
            return False
        start = text.data.rfind(b"\n", 0, target.span.start) + 1
        marked = _MARKED.search(text.data[max(start - 1000, 0) : start])
        return marked is not None and marked[1] not in _HARMLESS


def _target(corpus: Corpus, path: str, binding: Binding) -> Target:
    return Target(corpus, path, binding.span, binding.kind, "scope", binding.whole)
