"""What must keep one name where types go together by what they have, and not by what they say of themselves.

A type has an interface by having its methods, so a method is renamed with those of the interfaces that its type has,
and of the other types that have them. A type that is embedded in another is a field there which is called like it.
Types without a name are one type if they are written alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from indexer.graph.holding import rows_with
from indexer.graph.names import FILE, Binding, Names
from indexer.graph.resolve import Resolver, Target
from indexer.graph.things import Kind, Place
from indexer.graph.values import Literal
from indexer.languages.scoping import Scoping
from indexer.model import Problem
from indexer.search.run.corpus import Corpus, candidates
from indexer.text.document_text import Text

_TYPES = frozenset(["class", "alias"])


class _Holder(NamedTuple):
    """A type that has a method of the name in question, or an interface that asks for it."""

    corpus: Corpus
    path: str
    binding: Binding  # of the method
    having: frozenset[str]  # the names of all its methods
    more: bool  # it may have others, by something that it embeds and that lies elsewhere
    asks: bool  # it is an interface


class Alike:
    """Finds what goes together, for one question."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver

    def of(self, name: str, target: Target) -> list[Target] | Problem:
        """A definition with all that must have its name, or why that cannot be told."""
        assert target.corpus is not None
        sources = self._resolver.meaning(target.corpus).sources
        scoping, names = sources.scoping(target.path), sources.names(target.path)
        at = names.bound_at(target.span) if names is not None else None
        if scoping is None or not scoping.structural or names is None or at is None:
            return [target]
        binding = names.bindings[at]
        if binding.kind in _TYPES:
            return [target, *self._embedding(name, target)]
        if binding.kind == "embedded":
            return self._embedded(name, target, binding)
        if binding.kind == "method":
            return self._methods(name, target, scoping)
        if binding.kind == "field":
            return [target, *self._twins(target, names, binding)]
        return [target]

    def _bound(self, name: str) -> Iterator[tuple[Corpus, str, Names, Binding]]:
        """All that binds a name in languages of this kind."""
        for corpus in self._resolver.corpora:
            sources = self._resolver.meaning(corpus).sources
            for candidate in candidates(corpus, rows_with(corpus, name)):
                scoping = sources.scoping(candidate.path)
                names = sources.names(candidate.path) if scoping is not None and scoping.structural else None
                for binding in () if names is None else names.bindings:
                    if names is not None and binding.name == name:
                        yield corpus, candidate.path, names, binding

    def _embedding(self, name: str, target: Target) -> Iterator[Target]:
        """The fields that are called like a type because it is embedded there."""
        for corpus, path, _, binding in self._bound(name):
            if binding.kind != "embedded" or corpus is not target.corpus:
                continue
            places = [self._place(corpus, place) for place in self._type(corpus, path, binding)]
            if (target.path, target.span) in places:
                yield _target(corpus, path, binding)

    def _embedded(self, name: str, target: Target, binding: Binding) -> list[Target] | Problem:
        """The type that an embedded field is called like, with all other fields of that kind."""
        assert target.corpus is not None
        names = self._resolver.meaning(target.corpus).sources
        for path, at in self._type(target.corpus, target.path, binding):
            found = names.names(path)
            assert found is not None
            own = _target(target.corpus, path, found.bindings[at])
            return [own, *self._embedding(name, own)]
        return Problem(f"`{name}` is called like the type that is embedded there, which is not in the workspace")

    def _type(self, corpus: Corpus, path: str, binding: Binding) -> tuple[Place, ...]:
        meaning = self._resolver.meaning(corpus)
        meaning.begin()
        return meaning.found(path, binding.value).places

    def _place(self, corpus: Corpus, place: Place) -> tuple[str, object]:
        names = self._resolver.meaning(corpus).sources.names(place[0])
        return place[0], names.bindings[place[1]].span if names is not None else None

    def _methods(self, name: str, target: Target, scoping: Scoping) -> list[Target] | Problem:
        """A method with those of its name that go together by interfaces, of the workspace or from outside."""
        holders = [one for found in self._bound(name) if (one := self._holder(*found)) is not None]
        together = [one for one in holders if (one.path, one.binding.span) == (target.path, target.span)]
        left = [one for one in holders if one not in together]
        for one in together:  # grows as it is gone through
            for other in list(left):
                fits = _fits(one, other)
                if fits is None:
                    return Problem(f"`{name}` may be what an interface in {other.path} asks for")
                if fits:
                    left.remove(other)
                    together.append(other)
        for one in together:
            for asked in scoping.outside_interfaces:
                if name in asked and (asked <= one.having or one.more):
                    return Problem(f"`{name}` is what an interface outside of the workspace asks for")
        return [target, *(_target(one.corpus, one.path, one.binding) for one in together)]

    def _holder(self, corpus: Corpus, path: str, names: Names, binding: Binding) -> _Holder | None:
        if binding.kind != "method":
            return None
        if not binding.of:
            own = frozenset(names.in_scope.get(binding.scope, ()))
            return _Holder(corpus, path, binding, own, False, True)
        having, more = self._having(corpus, path, binding.of, set())
        return _Holder(corpus, path, binding, frozenset(having), more, False)

    def _having(self, corpus: Corpus, path: str, of: str, seen: set[tuple[str, str]]) -> tuple[set[str], bool]:
        """The methods of a type by their names, and whether there may be more."""
        meaning = self._resolver.meaning(corpus)
        having: set[str] = set()
        more = False
        for file in meaning.sources.package(path):
            names = meaning.sources.names(file)
            if names is None:
                continue
            having |= names.methods.get(of, {}).keys()
            for at in names.in_scope.get(FILE, {}).get(of, ()):
                if (file, of) in seen or names.bindings[at].kind not in _TYPES:
                    continue
                seen.add((file, of))
                meaning.begin()
                for made in meaning.underlying(Kind(file, -1, at)):
                    if not isinstance(made, Kind) or made.scope < 0:
                        continue
                    theirs = meaning.sources.names(made.path)
                    for base in theirs.scopes[made.scope].bases if theirs is not None else ():
                        kinds = [one for one in meaning.evaluated(made.path, base) if isinstance(one, Kind)]
                        more |= not kinds
                        for kind in kinds:
                            found = meaning.sources.names(kind.path)
                            if found is not None and kind.binding >= 0:
                                inner = self._having(corpus, kind.path, found.bindings[kind.binding].name, seen)
                                having |= inner[0]
                                more |= inner[1]
        return having, more

    def _twins(self, target: Target, names: Names, field: Binding) -> Iterator[Target]:
        """The same field of the types that are written alike, one of which has no name."""
        assert target.corpus is not None
        sources = self._resolver.meaning(target.corpus).sources
        own, is_named = _written(sources.text(target.path), names, field.scope), field.scope in _named(names)
        function = _function(names, field.scope)
        for path in sources.package(target.path):
            theirs = sources.names(path)
            for binding in () if theirs is None else theirs.bindings:
                if theirs is None or binding.name != field.name or binding.kind != "field":
                    continue
                if is_named and binding.scope in _named(theirs):
                    continue
                apart = _function(theirs, binding.scope)
                if function and apart and (path, apart) != (target.path, function):
                    continue  # neither can be given to the other
                if _written(sources.text(path), theirs, binding.scope) == own:
                    yield _target(target.corpus, path, binding)


def _fits(one: _Holder, other: _Holder) -> bool | None:
    """Whether one of two is an interface that the other has; None where that cannot be told."""
    if not one.asks and not other.asks:
        return False
    pairs = [(asking, having) for asking, having in ((one, other), (other, one)) if asking.asks]
    if any(asking.having <= having.having for asking, having in pairs):
        return True
    return None if any(having.more for _, having in pairs) else False


def _named(names: Names) -> set[int]:
    """The scopes that a type with a name is made of."""
    starts = {one.value.start for one in names.bindings if one.kind in _TYPES and isinstance(one.value, Literal)}
    return {at for at, scope in enumerate(names.scopes) if scope.kind == "class" and scope.span.start in starts}


def _function(names: Names, scope: int) -> int:
    """The outermost function around a scope; 0 where there is none."""
    found = 0
    while scope > FILE:
        found = scope if names.scopes[scope].kind == "function" else found
        scope = names.scopes[scope].parent
    return found


def _written(text: Text | None, names: Names, scope: int) -> bytes:
    span = names.scopes[scope].span
    return b" ".join(text.data[span.start : span.end].split()) if text is not None else b""


def _target(corpus: Corpus, path: str, binding: Binding) -> Target:
    return Target(corpus, path, binding.span, binding.kind, "scope", binding.whole)
