"""What a member of a thing is: its own, what is added to its type, and what it inherits."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.graph.additions import bases_added, in_additions
from indexer.graph.asking import Asking, of_sort
from indexer.graph.names import Names
from indexer.graph.sources import Module
from indexer.graph.things import (
    ANY,
    NOTHING,
    OUTSIDE,
    Above,
    Asked,
    Beyond,
    Callable,
    Found,
    Held,
    Kind,
    Place,
    Thing,
    joined,
)
from indexer.languages.scoping import Scoping


class Members(Asking):
    """Finds the members of things."""

    def member(self, thing: Thing, name: str, asked: Asked = ANY) -> Found:
        """What a member of something is, imports followed."""
        if isinstance(thing, Above):
            return self.inherited(thing.kind, name, asked)
        if isinstance(thing, Beyond):
            return OUTSIDE
        if isinstance(thing, Module):
            return self.in_module(thing, name)
        if isinstance(thing, Kind):
            return self.of_kind(thing, name, asked)
        if isinstance(thing, Held):
            scoping = self.sources.scoping(thing.path)
            return OUTSIDE if scoping is not None and scoping.containers_are_outside else NOTHING
        return NOTHING

    def of_each(self, things: Sequence[Thing], name: str, asked: Asked = ANY) -> list[tuple[Thing, Found]]:
        """What a member is of each thing that something may be.

        If it may be of a type of the workspace that lacks the member, it is of one below that: nobody knows whose.
        """
        answers = [(thing, self.member(thing, name, asked)) for thing in things]
        if not any(isinstance(thing, Kind) and not found for thing, found in answers):
            return answers
        return [(thing, NOTHING if isinstance(thing, Beyond) else found) for thing, found in answers]

    def of_kind(self, kind: Kind, name: str, asked: Asked = ANY) -> Found:
        """A member of a type or of what it inherits from; of functions with one name those that take what is given."""
        found = self._of_kind(kind, name, asked)
        scoping = self.sources.scoping(kind.path)
        if (
            not found.places
            and scoping is not None
            and scoping.assigned_space
            and name.startswith(scoping.assigned_space)
        ):
            return self.of_kind(kind, name[len(scoping.assigned_space) :], asked)
        if asked.given is not None and not found.places:
            found = self._of_kind(kind, name, asked._replace(given=None))
        if asked.given is None:
            return found
        found, able = self.chosen(found, asked)
        if not able:  # what a class above has under that name may take it
            above, able = self.chosen(self._inherited(kind, name, asked), asked)
            return above if able and above.places else found
        return found

    def _of_kind(self, kind: Kind, name: str, asked: Asked) -> Found:
        scoping = self.sources.scoping(kind.path)
        reopened = scoping is not None and scoping.reopened
        asker = kind if reopened else kind._replace(instance=False)
        key = ("member", asker, name, asked.sort, asked.given is None)
        if not self.enters(key):
            return NOTHING
        try:
            own = self._own(kind, name, asked)
            if not own and reopened and scoping is not None:
                own = self._elsewhere(kind, name, asked, scoping)
                if not own and name == scoping.creates and not kind.instance and scoping.constructors:
                    made = [self._of_kind(kind._replace(instance=True), each, asked) for each in scoping.constructors]
                    return joined(made) or OUTSIDE
            if not own or any(self.binding(place).kind != "set" for place in own.places):
                return own or (self.inherited if reopened else self._inherited)(kind, name, asked)
            return Found((*self._inherited(kind, name, asked).places, *own.places))  # a type above may declare it
        finally:
            self._open.discard(key)

    def _own(self, kind: Kind, name: str, asked: Asked = ANY) -> Found:
        names = self.sources.names(kind.path)
        assert names is not None
        bound: list[int] = []
        if kind.scope >= 0 and names.scopes[kind.scope].kind in ("class", "namespace"):
            bound = list(names.in_scope.get(kind.scope, {}).get(name, ()))
        scoping = self.sources.scoping(kind.path)
        if scoping is not None and scoping.class_space and not kind.instance and kind.scope >= 0:
            bound = list(names.in_scope.get(kind.scope, {}).get(scoping.class_space + name, bound))
        if scoping is not None and scoping.sorts:
            bound = of_sort(names, bound, scoping, asked)
        if bound:
            return Found(tuple((kind.path, one) for one in _fields_first(names, bound)))
        if kind.scope in names.globs:
            return self.in_globs(kind.path, names.globs[kind.scope], name)
        if scoping is not None and scoping.named_paths is not None and kind.binding >= 0:
            return in_additions(self, kind, name, asked)
        if kind.binding >= 0 and scoping is not None and scoping.package == "folder":
            own = names.bindings[kind.binding].name
            places: list[Place] = []
            for path in self.sources.defining(self.sources.package(kind.path), name):
                others = self.sources.names(path)
                if others is not None:
                    places += [(path, one) for one in others.methods.get(own, {}).get(name, ())]
            return Found(tuple(places))
        return NOTHING

    def _elsewhere(self, kind: Kind, name: str, asked: Asked, scoping: Scoping) -> Found:
        """A member that a class has where another place opens it."""
        opened = self.opened(scoping)
        places = opened.places(opened.full_name(kind), name)
        spaces = ("",) if kind.instance else (scoping.class_space, "")
        for space in spaces:
            found = [place for place in places if self.binding(place).space == space and self.fits(place, asked)]
            if found:
                return Found(tuple(opened.ordered(found) if self.binding(found[0]).kind == "class" else found))
        return NOTHING

    def inherited(self, kind: Kind, name: str, asked: Asked = ANY) -> Found:
        """A member of what a class inherits from, at whichever place it says so."""
        scoping = self.sources.scoping(kind.path)
        assert scoping is not None
        outside = False
        for each in (kind, *self.opened(scoping).openings(kind)):
            found = self._inherited(each, name, asked)
            if found.places:
                return found
            outside |= found.outside
        return OUTSIDE if outside else NOTHING

    def _inherited(self, kind: Kind, name: str, asked: Asked) -> Found:
        names = self.sources.names(kind.path)
        assert names is not None
        outside = False
        bases: list[Thing] = []
        for things in self._bases_of(kind.path, kind.scope):
            bases += [each._replace(instance=kind.instance) if isinstance(each, Kind) else each for each in things]
            outside |= not things
        if kind.binding >= 0:
            bases += [each for each in self.underlying(kind) if isinstance(each, (Kind, Beyond))]
            bases += bases_added(self, kind)
        for thing in bases:
            if isinstance(thing, Kind):
                found = self._of_kind(thing, name, asked)
                places = tuple(place for place in found.places if self.binding(place).kind != "generic")
                if places:
                    return Found(places)
                outside |= found.outside
            else:
                outside = True
        return OUTSIDE if outside else NOTHING

    def _bases_of(self, path: str, scope: int) -> list[list[Thing]]:
        """What each base of a class is, worked out once.

        A name in the head of a class may be a member that it inherits, so a class is asked for its bases while they are
        worked out: it has none then. What was worked out meanwhile is good until that ends, and not kept.
        """
        names = self.sources.names(path)
        if names is None or scope < 0 or not names.scopes[scope].bases:
            return []
        for known in (self._based, self._basing):
            if (path, scope) in known:
                return known[path, scope]
        outermost = not self._basing
        self._basing[path, scope] = []
        try:
            with self.apart():
                found = [self.evaluated(path, base) for base in names.scopes[scope].bases]
            self._basing[path, scope] = found
            if outermost and self.has_steps:
                self._based[path, scope] = found
        finally:
            if outermost:
                self._basing.clear()
        return found

    def parameter(self, thing: Thing, name: str) -> Found:
        """A parameter of what is called, by its name."""
        if isinstance(thing, Beyond):
            return OUTSIDE
        if isinstance(thing, Callable) and thing.binding >= 0:
            names = self.sources.names(thing.path)
            assert names is not None
            bound = names.in_scope.get(names.bindings[thing.binding].inner, {}).get(name, ())
            return Found(tuple((thing.path, one) for one in bound if names.bindings[one].kind in ("parameter", "self")))
        if isinstance(thing, Kind) and not thing.instance:
            scoping = self.sources.scoping(thing.path)
            outside = False
            for constructor in scoping.constructors if scoping is not None else ():
                found = self.of_kind(thing, constructor)
                outside |= found.outside
                for place in found.places:
                    for each in self.things_of(place):
                        parameter = self.parameter(each, name)
                        if parameter:
                            return parameter
                if found.places:
                    return NOTHING
            fields = self._own(thing, name)
            return fields or (OUTSIDE if outside else NOTHING)
        return NOTHING


def _fields_first(names: Names, bound: list[int]) -> list[int]:
    """What is set on an object hides what its class has."""
    return sorted(bound, key=lambda one: names.bindings[one].kind != "field")
