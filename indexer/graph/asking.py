"""What all parts of an answer share: the sources, what was worked out before, and that no question is endless.

Values are worked out on demand and never further than needed. A hostile text can make that endless: so what is being
worked out is not asked for again inside of itself, and a question ends after so many steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from indexer.graph.names import Binding, Names
from indexer.graph.packages import Packages
from indexer.graph.reopened import Reopened
from indexer.graph.sources import Module, Sources
from indexer.graph.things import ANY, Asked, Found, Kind, Place, Thing
from indexer.graph.values import Value
from indexer.languages.scoping import Scoping

_STEPS = 4000  # for one name
_DEEPEST = 40


class Asking:
    """One root that is asked about. `begin` is called before each question; the parts below answer for each other."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._steps = _STEPS
        self._open: set[object] = set()
        self._things: dict[Place, tuple[Thing, ...]] = {}
        self.added: dict[Place, list[tuple[str, int]]] = {}  # by type: the scopes that add members to it
        self._reopened: Reopened | None = None
        self._packages: dict[str, Packages] = {}  # by what stands between the words of their names
        self._based: dict[tuple[str, int], list[list[Thing]]] = {}  # by file and scope: what the bases of a class are
        self._basing: dict[tuple[str, int], list[list[Thing]]] = {}  # the same while one is worked out

    def begin(self) -> None:
        self._steps = _STEPS
        self._open.clear()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Works something out that does not depend on what is being worked out now."""
        around, self._open = self._open, set()
        try:
            yield
        finally:
            self._open = around

    @property
    def has_steps(self) -> bool:
        return self._steps >= 0

    def held_in(self, path: str, scope: int, name: str, asked: Asked) -> list[int]:
        """The bindings of a name that a scope has for who asks so."""
        names, scoping = self.sources.names(path), self.sources.scoping(path)
        if names is None or scoping is None:
            return []
        return of_sort(names, names.in_scope.get(scope, {}).get(name, []), scoping, asked)

    def enters(self, key: object) -> bool:
        """Whether something may be worked out now: not inside of itself, and not without end."""
        self._steps -= 1
        if self._steps < 0 or key in self._open or len(self._open) > _DEEPEST * 4:
            return False
        self._open.add(key)
        return True

    def leaves(self, key: object) -> None:
        """Something that was entered has been worked out."""
        self._open.discard(key)

    def binding(self, place: Place) -> Binding:
        names = self.sources.names(place[0])
        assert names is not None
        return names.bindings[place[1]]

    def is_member(self, place: Place) -> bool:
        """Whether a binding is a method of a class."""
        names, binding = self.sources.names(place[0]), self.binding(place)
        return names is not None and binding.kind == "method" and names.scopes[binding.scope].kind == "class"

    # What the parts ask of each other; each answers where its noun is: lookup, evaluation, members, meaning.

    def lookup(self, path: str, name: str, at: int, asked: Asked = ANY) -> Found:
        """What a plain name means at an offset of a file, imports not followed."""
        raise NotImplementedError

    def in_globs(self, path: str, globs: list[Value], name: str, at: int = -1) -> Found:
        """What a name means in what imports of a scope take in whole."""
        raise NotImplementedError

    def opened(self, scoping: Scoping) -> Reopened:
        """The classes and modules of a language that any file may open again."""
        raise NotImplementedError

    def packages(self, scoping: Scoping) -> Packages:
        """The packages of a language that any file may open by their full names."""
        raise NotImplementedError

    def declared(self, path: str, full: str, asked: Asked = ANY) -> Found:
        """What the full name of something means that files declare."""
        raise NotImplementedError

    def announced(self, place: Place, announcing: frozenset[str]) -> Found:
        """The definition that a declaration stands for: in its file, or the one that another has for all."""
        raise NotImplementedError

    def into_class(self, module: Module, written: str) -> Found | None:
        """The class that a path goes on into behind the file of it; None where a path is one of files alone."""
        raise NotImplementedError

    def qualified(self, path: str, written: str) -> Found:
        """What a whole path means, where paths lead to classes."""
        raise NotImplementedError

    def in_module(self, module: Module, name: str) -> Found:
        """What a name of a module means, imports followed."""
        raise NotImplementedError

    def followed(self, place: Place) -> Found:
        """What a binding means in the end, if it is an import."""
        raise NotImplementedError

    def meant(self, found: Found, asked: Asked = ANY) -> Found:
        """The same with imports followed, to what can be meant."""
        raise NotImplementedError

    def found(self, path: str, value: Value | None) -> Found:
        """The definitions that a path leads to."""
        raise NotImplementedError

    def chosen(self, found: Found, asked: Asked) -> tuple[Found, bool]:
        """Those of some functions that take what is given, the best first, and whether any of them does."""
        raise NotImplementedError

    def fits(self, place: Place, asked: Asked) -> bool:
        """Whether a binding can be meant where a name is asked for so."""
        raise NotImplementedError

    def things_of(self, place: Place) -> tuple[Thing, ...]:
        """What a binding is worth."""
        raise NotImplementedError

    def of_found(self, found: Found) -> list[Thing]:
        """What the places that a name leads to are worth."""
        raise NotImplementedError

    def evaluated(self, path: str, value: Value | None) -> list[Thing]:
        """What a value in a file is worth."""
        raise NotImplementedError

    def around(self, path: str, at: int, above: bool) -> list[Thing]:
        """The class around an offset, or those that it inherits from."""
        raise NotImplementedError

    def underlying(self, kind: Kind) -> list[Thing]:
        """What a type is made of that is no class by itself."""
        raise NotImplementedError

    def member(self, thing: Thing, name: str, asked: Asked = ANY) -> Found:
        """What a member of something is, imports followed."""
        raise NotImplementedError

    def of_each(self, things: Sequence[Thing], name: str, asked: Asked = ANY) -> list[tuple[Thing, Found]]:
        """What a member is of each thing that something may be."""
        raise NotImplementedError

    def of_kind(self, kind: Kind, name: str, asked: Asked = ANY) -> Found:
        """A member of a type or of what it inherits from; of functions with one name those that take what is given."""
        raise NotImplementedError

    def inherited(self, kind: Kind, name: str, asked: Asked = ANY) -> Found:
        """A member that a type inherits."""
        raise NotImplementedError


def of_sort(names: Names, bound: list[int], scoping: Scoping, asked: Asked) -> list[int]:
    """Those of some bindings that can be meant where a name is asked for."""
    kinds = scoping.sorts.get(asked.sort)
    if kinds is not None:
        bound = [one for one in bound if names.bindings[one].kind in kinds]
    if asked.given is None:
        return bound
    return [one for one in bound if _takes(names.bindings[one], len(asked.given))]


def _takes(binding: Binding, count: int) -> bool:
    if binding.takes is None:
        return True
    return count == len(binding.takes) or (binding.takes_more and count >= len(binding.takes) - 1)
