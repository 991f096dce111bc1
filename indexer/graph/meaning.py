"""What names and values mean in the workspace: scopes first, then imports, then the members of what is known.

Values are worked out on demand and never further than needed. A hostile text can make that endless: so what is being
worked out is not asked for again inside of itself, and a question ends after so many steps.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from contextlib import contextmanager

from indexer.graph.additions import bases_added, begins, in_additions, modules_at
from indexer.graph.names import FILE, Binding, Names
from indexer.graph.reopened import Reopened
from indexer.graph.sources import Module, Sources
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
from indexer.graph.values import (
    Argument,
    Call,
    Either,
    Function,
    Here,
    Holding,
    Instance,
    Item,
    Key,
    Keyword,
    Literal,
    Many,
    Member,
    Name,
    Outside,
    Part,
    Several,
    Super,
    This,
    Value,
)
from indexer.languages.scoping import Scoping
from indexer.model import Span

_STEPS = 4000  # for one name
_DEEPEST = 40
_MOST = 12  # things that one value may be
_MOST_DEFINING = 40  # files that are read to find what one declaration stands for
_MOST_BOUND = 20  # places that bind one name


class Meaning:
    """Answers for one root. `begin` is called before each question."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._steps = _STEPS
        self._open: set[object] = set()
        self._things: dict[Place, tuple[Thing, ...]] = {}
        self.added: dict[Place, list[tuple[str, int]]] = {}  # by type: the scopes that add members to it
        self._reopened: Reopened | None = None

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
        return _of_sort(names, names.in_scope.get(scope, {}).get(name, []), scoping, asked)

    def _enters(self, key: object) -> bool:
        """Whether something may be worked out now: not inside of itself, and not without end."""
        self._steps -= 1
        if self._steps < 0 or key in self._open or len(self._open) > _DEEPEST * 4:
            return False
        self._open.add(key)
        return True

    def binding(self, place: Place) -> Binding:
        names = self.sources.names(place[0])
        assert names is not None
        return names.bindings[place[1]]

    def is_member(self, place: Place) -> bool:
        """Whether a binding is a method of a class."""
        names, binding = self.sources.names(place[0]), self.binding(place)
        return names is not None and binding.kind == "method" and names.scopes[binding.scope].kind == "class"

    # Names

    def lookup(self, path: str, name: str, at: int, asked: Asked = ANY) -> Found:
        """What a plain name means at an offset of a file, imports not followed."""
        names, scoping = self.sources.names(path), self.sources.scoping(path)
        if names is None or scoping is None or not name:
            return NOTHING
        if asked.sort in scoping.nested:
            return self._opened(scoping).named(path, names, name, at, asked)
        if scoping.package == "declared" and scoping.module_separator in name:
            return self._by_path(path, names, name, at, asked)
        start = scope = names.scope_at(at)
        outside = closed = False
        while scope >= FILE:
            kind = names.scopes[scope].kind
            if kind == "class" and scoping.class_is_seen:  # with all that it inherits
                found = self.of_kind(Kind(path, scope, names.scopes[scope].owner), name, asked)
                if found.places:
                    return found
                outside |= found.outside
                scope = names.scopes[scope].parent
                continue
            bound = names.in_scope.get(scope, {}).get(name, [])
            if kind == "class" and not (scope == start and scoping.class_sees_itself):
                # what stands for a type is known in all of a class
                bound = [one for one in bound if names.bindings[one].kind == "generic"]
            if scoping.asks_self:
                bound = [one for one in bound if names.bindings[one].kind in scoping.closed]
            if closed:
                bound = [one for one in bound if names.bindings[one].kind not in scoping.closed]
            bound = _of_sort(names, bound, scoping, asked)
            own = kind == "function" or (kind == "class" and scoping.reopened)
            closed |= own and bool(scoping.closed) and (scope, name) not in names.opened
            if scoping.named_paths is not None:
                bound = [one for one in bound if not begins(names.bindings[one].value, at)]
            if bound:
                if kind in scoping.ordered:
                    bound = [one for one in bound if _is_known(names.bindings[one], at, scoping)]
                if bound:
                    # What is declared twice are alternatives of the preprocessor, unless the tree has lost a function.
                    if (not scoping.announcing or start == FILE) and (not scoping.hides or kind in scoping.ordered):
                        bound = _nearest_first(names, bound, at, scope == start)
                    if scoping.hides and kind in scoping.ordered:
                        bound = [one for one in bound if names.bindings[one].whole == names.bindings[bound[0]].whole]
                    return Found(tuple((path, one) for one in bound[:_MOST_BOUND]))
            if scope in names.globs:
                found = self._in_globs(path, names.globs[scope], name, at)
                fitting = tuple(place for place in found.places if self._fits(place, asked))
                if fitting or found.modules:
                    return found._replace(places=fitting)
                outside |= found.outside
            if scoping.sealed and kind == "namespace" and asked.sort != "macro":
                break
            scope = names.scopes[scope].parent
        found = self._beyond_file(path, names, name, at, asked)
        return found or (OUTSIDE if outside else NOTHING)

    def _in_globs(self, path: str, globs: list[Value], name: str, at: int = -1) -> Found:
        """What a name means in what imports of a scope take in whole."""
        things = [thing for glob in globs if not begins(glob, at) for thing in self.evaluated(path, glob)]
        return joined([self.member(thing, name) for thing in things])

    def _beyond_file(self, path: str, names: Names, name: str, at: int, asked: Asked) -> Found:
        scoping = self.sources.scoping(path)
        assert scoping is not None
        if scoping.asks_self:
            return self._asked_of_self(path, name, at, asked, scoping)
        if scoping.package == "declared":
            if not name[0].isidentifier():
                return NOTHING  # a variable
            return self._declared(path, names.package_at(at), name, asked)
        if scoping.package:
            found = self._in_package(self.sources.package(path), name, scoping, asked)
            if found:
                return found
        if scoping.stars_are_implicit:
            return self._in_reach(path, name, asked)
        stars = [self._in_star(path, module, name, asked) for _, module in names.stars]
        found = joined([star for star in stars if star.places or star.modules])
        if found:
            return found
        if scoping.named_paths is not None and asked.sort == scoping.named_paths.head and not name[0].isupper():
            lead = self.sources.lead(path, name)
            return Found((), () if lead.module is None else (lead.module,), lead.outside)
        if name in scoping.builtins or any(star.outside for star in stars):
            return OUTSIDE
        if scoping.builtin_pattern is not None and scoping.builtin_pattern.fullmatch(name):
            return OUTSIDE
        return NOTHING

    def _opened(self, scoping: Scoping) -> Reopened:
        if self._reopened is None:
            self._reopened = Reopened(self, scoping.module_separator)
        return self._reopened

    def _asked_of_self(self, path: str, name: str, at: int, asked: Asked, scoping: Scoping) -> Found:
        """What a name means that nothing binds: a member of the object, or a function that all objects have."""
        outside = False
        for thing in self._around(path, at, above=False):
            found = self.member(thing, name, asked)
            if found.places:
                return found
            outside |= found.outside
        places = [place for place in self._opened(scoping).places("", name) if self.binding(place).kind == "method"]
        if places:
            return Found(tuple(sorted(places, key=lambda place: place[0] != path)))
        return OUTSIDE if outside or name in scoping.builtins else NOTHING

    def _by_path(self, path: str, names: Names, written: str, at: int, asked: Asked) -> Found:
        """What a name with a path means, where packages are what files declare."""
        scoping = self.sources.scoping(path)
        assert scoping is not None
        first, separator, rest = written.partition(scoping.module_separator)
        if not first:
            return self.declared(path, rest, asked)
        bound = names.in_scope.get(FILE, {}).get(first, ())
        modules = [names.bindings[one].module for one in bound if names.bindings[one].kind == "import"]
        around = modules[0] if modules else names.package_at(at)
        if not modules and first != "namespace":
            rest = first + separator + rest
        return self.declared(path, around + separator + rest if around else rest, asked)

    def declared(self, path: str, full: str, asked: Asked = ANY) -> Found:
        """What the full name of something means that files declare."""
        scoping = self.sources.scoping(path)
        package, _, name = full.lstrip("\\").rpartition(scoping.module_separator if scoping is not None else ".")
        return self._declared(path, package, name, asked, exactly=True)

    def _declared(self, path: str, package: str, name: str, asked: Asked, exactly: bool = False) -> Found:
        """What a name of a package means. What is no type is known in all packages, if it is of none."""
        scoping = self.sources.scoping(path)
        assert scoping is not None
        for around in dict.fromkeys((package, package if exactly else "")):
            places: list[Place] = []
            for file in self.sources.declaring(path, around, name):
                names = self.sources.names(file)
                if names is None:
                    continue
                for one in _of_sort(names, names.in_scope.get(FILE, {}).get(name, []), scoping, asked):
                    binding = names.bindings[one]
                    there = binding.kind != "import" and names.package_at(binding.span.start) == around
                    if there and (around == package or binding.kind != "class"):
                        places.append((file, one))
            if places:
                return Found(tuple(places))
        return OUTSIDE

    def _in_reach(self, path: str, name: str, asked: Asked) -> Found:
        """What a name means in the files that an import takes in whole, and in those that they take in."""
        reach = self.sources.reach(path)
        defining = self.sources.defining_anywhere(_plain(name))
        found = self._outermost([file for file in defining if file in reach], name)
        found = [place for place in found if self._fits(place, asked)]
        if found:
            return Found(tuple(sorted(found, key=lambda place: reach[place[0]])))
        scoping = self.sources.scoping(path)
        few = len(defining) <= _MOST_DEFINING
        if (
            scoping is not None and few and name != _plain(name)
        ):  # a struct may be known to those alone who include this file
            found = self._outermost([file for file in defining if path in self.sources.reach(file)], name)
            found = [one for one in found if self.binding(one).kind not in scoping.announcing]
            if len(found) == 1:
                return Found(tuple(found))
        if any(file == path or file in reach for file in defining):
            return NOTHING  # it is there, but stands in a text whose tree is broken
        outside = "" in reach or (scoping is not None and name in scoping.builtins)
        return OUTSIDE if outside else NOTHING

    def _outermost(self, paths: list[str], name: str) -> list[Place]:
        """The places at which files bind a name for all that they have."""
        found: list[Place] = []
        for path in paths:
            names = self.sources.names(path)
            if names is not None:
                found += [(path, one) for one in names.in_scope.get(FILE, {}).get(name, ())]
        return found

    def _announced(self, place: Place, announcing: frozenset[str]) -> Found:
        """The definition that a declaration stands for: in its file, or the one that another has for all."""
        binding = self.binding(place)
        name = binding.space + binding.name
        own = [one for one in self._outermost([place[0]], name) if self.binding(one).kind not in announcing]
        if own or binding.private:
            return Found(tuple(own) or (place,))
        defining = self.sources.defining_anywhere(binding.name)
        if len(defining) > _MOST_DEFINING:
            return Found((place,))
        found = [
            one
            for one in self._outermost(defining, name)
            if not self.binding(one).private and self.binding(one).kind not in announcing
        ]
        if len(found) > 1:  # whoever defines what a header declares includes it
            found = [one for one in found if place[0] in self.sources.reach(one[0])]
        return Found((found[0] if len(found) == 1 else place,))

    def _in_star(self, path: str, module: str, name: str, asked: Asked = ANY) -> Found:
        lead = self.sources.lead(path, module, everything=True)
        if lead.module is None:
            return Found(outside=lead.outside)
        inside = self._into_class(lead.module, module)
        if inside is None:
            return self.in_module(lead.module, name)
        found = [self.member(thing, name, asked) for thing in self._of_found(inside)]
        return joined(found)

    def _into_class(self, module: Module, written: str) -> Found | None:
        """The class that a path goes on into behind the file of it; None where a path is one of files alone."""
        scoping = self.sources.scoping(module.files[0])
        if scoping is None or not scoping.class_is_module:
            return None
        words = written.split(scoping.module_separator)
        stem = posixpath.splitext(posixpath.basename(module.files[0]))[0]
        if stem not in words:
            return None
        at = len(words) - words[::-1].index(stem)
        found = self.in_module(module, stem)
        for word in words[at:]:
            found = joined([self.member(thing, word) for thing in self._of_found(found)])
        return found

    def qualified(self, path: str, written: str) -> Found:
        """What a whole path means, where paths lead to classes."""
        scoping = self.sources.scoping(path)
        if scoping is not None and scoping.package == "declared":
            return self.declared(path, written)
        lead = self.sources.lead(path, written)
        if lead.module is None:
            return Found(outside=lead.outside)
        return self._into_class(lead.module, written) or NOTHING

    def _in_package(self, paths: list[str], name: str, scoping: Scoping, asked: Asked) -> Found:
        places: list[Place] = []
        for path in self.sources.defining(paths, name):
            names = self.sources.names(path)
            if names is not None:
                bound = _of_sort(names, names.in_scope.get(FILE, {}).get(name, []), scoping, asked)
                places += [(path, one) for one in bound if names.bindings[one].kind != "import"]
        return Found(tuple(places))

    def shares(self, path: str, others: set[str]) -> bool:
        """Whether other files are of the package of one."""
        scoping, names = self.sources.scoping(path), self.sources.names(path)
        if scoping is None or scoping.package != "declared":
            return others <= set(self.sources.package(path))
        theirs = [self.sources.names(other) for other in others]
        return all(one is not None and names is not None and one.package == names.package for one in theirs)

    def in_module(self, module: Module, name: str) -> Found:
        """What a name of a module means, imports followed."""
        key = ("module", module.files[:1], module.folder, name)
        if not self._enters(key):
            return NOTHING
        try:
            found: list[Found] = []
            files = list(module.files)
            if len(files) > 1:
                files = self.sources.defining(files, name)
            for path in files:
                names = self.sources.names(path)
                bound = names.given(name) if names is not None else []
                scoping = self.sources.scoping(path)
                in_order = scoping is not None and scoping.hides
                found += [self.followed((path, one)) for one in (bound if in_order else reversed(bound))]
            if any(one.places or one.modules for one in found):
                return joined(found)
            within = self.sources.submodule(module, name)
            if within is not None:
                return Found(modules=(within,))
            for path in files:
                names = self.sources.names(path)
                for _, star in names.stars if names is not None else ():
                    found.append(self._in_star(path, star, name))
                if names is not None and FILE in names.globs:
                    found.append(self._in_globs(path, names.globs[FILE], name))
            return joined(found)
        finally:
            self._open.discard(key)

    def followed(self, place: Place) -> Found:
        """What a binding means in the end, if it is an import."""
        binding = self.binding(place)
        scoping = self.sources.scoping(place[0])
        if scoping is not None and binding.kind in scoping.announcing:
            return self._announced(place, scoping.announcing)
        if binding.kind not in ("import", "export"):
            return Found((place,))
        if scoping is not None and scoping.named_paths is not None:
            return self._along(place, binding, scoping.named_paths.form)
        if not binding.module:
            return self._exported(place, binding)
        if scoping is not None and scoping.package == "declared":
            return self.declared(place[0], binding.module)
        lead = self.sources.lead(place[0], binding.module, binding.imported)
        inside = None if lead.module is None else self._into_class(lead.module, binding.module)
        if inside is not None:
            return inside
        if not binding.imported:
            return Found((), () if lead.module is None else (lead.module,), lead.outside)
        found = NOTHING if lead.module is None else self.in_module(lead.module, binding.imported)
        if found.places or found.modules:
            return found
        return Found((), () if lead.part is None else (lead.part,), lead.outside or found.outside)

    def _along(self, place: Place, binding: Binding, form: str) -> Found:
        """What an import means that is a name for a path, or for a file beside this one."""
        if binding.module:
            said = (binding.imported, "path") if binding.imported else (binding.module, form)
            lead = self.sources.lead(place[0], said[0], form=said[1])
            return Found((), () if lead.module is None else (lead.module,), lead.outside)
        if not self._enters(("along", place)):
            return NOTHING
        try:
            return self.found(place[0], binding.value)
        finally:
            self._open.discard(("along", place))

    def found(self, path: str, value: Value | None) -> Found:
        """The definitions that a path leads to."""
        match value:
            case Name(name, at, sort, given):
                asked = Asked(path, sort, given)
                return self.meant(self.lookup(path, name, at, asked), asked)
            case Member(of, name, sort, given):
                asked = Asked(path, sort, given)
                several = [self.member(thing, name, asked) for thing in self.evaluated(path, of)]
                return self.meant(joined(several), asked)
            case None:
                return NOTHING
        things = self.evaluated(path, value)
        places = tuple((one.path, one.binding) for one in things if isinstance(one, Kind) and one.binding >= 0)
        modules = tuple(one for one in things if isinstance(one, Module))
        return Found(places, modules, any(isinstance(one, Beyond) for one in things))

    def _exported(self, place: Place, binding: Binding) -> Found:
        """What a name of its own means that a file gives to others under another."""
        if not self._enters(("exported", place)):
            return NOTHING
        try:
            return self.meant(self.lookup(place[0], binding.imported, binding.span.start))
        finally:
            self._open.discard(("exported", place))

    def meant(self, found: Found, asked: Asked = ANY) -> Found:
        """The same with imports followed, to what can be meant."""
        end = joined([self.followed(place) for place in found.places] + [found._replace(places=())])
        for each in (asked, asked._replace(given=None)):
            fitting = tuple(place for place in end.places if self._fits(place, each))
            if fitting:
                return end._replace(places=fitting)
        return end

    def _fits(self, place: Place, asked: Asked) -> bool:
        names, scoping = self.sources.names(place[0]), self.sources.scoping(place[0])
        return names is None or scoping is None or bool(_of_sort(names, [place[1]], scoping, asked))

    # Things

    def things_of(self, place: Place) -> tuple[Thing, ...]:
        """What a binding is worth."""
        known = self._things.get(place)
        if known is not None:
            return known
        if not self._enters(place):
            return ()
        try:
            found = tuple(self._worth(place))[:_MOST]
        finally:
            self._open.discard(place)
        if self._steps >= 0 and not self._open:
            self._things[place] = found
        return found

    def _worth(self, place: Place) -> list[Thing]:
        path, at = place
        binding = self.binding(place)
        match binding.kind:
            case "class" | "namespace":
                return [Kind(path, binding.inner, at)]
            case "variant":  # it has fields, is one of its type, and may be called to make one
                own = [Kind(path, binding.inner, at, instance=True)] if binding.inner >= 0 else []
                return [*own, *self.evaluated(path, binding.value), Callable(path, at)]
            case "forward":
                found = self.followed(place)
                return [] if found.places == (place,) else self._of_found(found)
            case "function" | "method" | "static" | "classmethod" | "signature" | "prototype":
                return [Callable(path, at)]
            case "property":
                return self.evaluated(path, binding.value)
            case "import" | "export":
                return self._of_found(self.followed(place))
            case "self":
                return self._self(path, binding)
        return self.evaluated(path, binding.value)

    def _self(self, path: str, binding: Binding) -> list[Thing]:
        names = self.sources.names(path)
        assert names is not None
        function = names.scopes[binding.scope]
        owner = names.bindings[function.owner] if function.owner >= 0 else None
        if owner is not None and owner.kind == "static":
            return []
        around = names.scopes[function.parent]
        return [Kind(path, function.parent, around.owner, instance=owner is None or owner.kind != "classmethod")]

    def _of_found(self, found: Found) -> list[Thing]:
        places = found.places
        if len(places) > 1:  # the ways to call a function count in their order, and before the function itself
            ways = [place for place in places if self.binding(place).kind == "signature"]
            places = tuple(sorted(ways)) or places
            scoping = self.sources.scoping(places[0][0])
            if scoping is not None and scoping.reopened and self.binding(places[0]).kind == "class":
                places = places[:1]  # all that open it have the same members
        things: list[Thing] = [thing for place in places for thing in self.things_of(place)]
        things += found.modules
        return [*things, Beyond()] if found.outside else things

    def evaluated(self, path: str, value: Value | None) -> list[Thing]:
        """What a value in a file is worth."""
        if value is None or not self._enters((path, value)):
            return []
        try:
            return list(dict.fromkeys(self._evaluated(path, value)))[:_MOST]
        finally:
            self._open.discard((path, value))

    def _evaluated(self, path: str, value: Value) -> list[Thing]:
        match value:
            case Outside():
                return [Beyond()]
            case Name(name, at, sort, given):
                asked = Asked(path, sort, given)
                return self._of_found(self.meant(self.lookup(path, name, at, asked), asked))
            case Member(of, name, sort, given):
                asked = Asked(path, sort, given)
                things = self.evaluated(path, of)
                if not things:
                    return self._of_found(self.by_path(path, value))
                return [thing for each in things for thing in self._of_found(self.member(each, name, asked))]
            case Call(of, first):
                if first is not None:
                    return self.evaluated(path, first)
                if isinstance(of, Member):
                    held = self._given_by(path, of)
                    if held:
                        return held
                things = [thing for each in self.evaluated(path, of) for thing in self._called(each)]
                if isinstance(of, Member) and all(isinstance(thing, Beyond) for thing in things):
                    return self._kept_by(path, of) or things
                return things
            case Instance(of):
                return [
                    thing._replace(instance=True) if isinstance(thing, Kind) else thing
                    for thing in self.evaluated(path, of)
                ]
            case Item(of, key):
                scoping = self.sources.scoping(path)
                things = self.evaluated(path, of)
                if scoping is not None and scoping.arguments:  # what holds something of ours may be from outside
                    things = [thing for thing in things if not isinstance(thing, Beyond)]
                return [thing for each in things for thing in self._item(each, key)]
            case Part(of, number):
                return [thing for each in self.evaluated(path, of) for thing in self._part(each, number)]
            case Either(several):
                return [thing for each in several for thing in self.evaluated(path, each)]
            case Many() | Several():
                return [Held(path, value)]
            case Holding():
                return self._holding(path, value)
            case Function(result):
                return [Callable(path, -1, result)]
            case Literal(start):
                names = self.sources.names(path)
                scope = names.literals.get(start, -1) if names is not None else -1
                return [Kind(path, scope, -1)] if scope >= 0 else []
            case This(at, kind):
                return self._this(path, at, kind)
            case Super(at):
                return self._around(path, at, above=True)
            case Here():
                return modules_at(self, path, value)
            case Argument(of, number):
                return [thing for each in self.evaluated(path, of) for thing in self._expected(each, number)]
            case Keyword() | Key():
                return []

    def by_path(self, path: str, value: Value) -> Found:
        """What a path means that is written out where a name is expected: its first word means nothing else."""
        scoping = self.sources.scoping(path)
        words: list[str] = []
        while isinstance(value, Member):
            words.append(value.name)
            value = value.of
        if scoping is None or not scoping.class_is_module or not isinstance(value, Name) or not value.name:
            return NOTHING
        if self.lookup(path, value.name, value.at, Asked(path, value.sort)):
            return NOTHING
        return self.qualified(path, scoping.module_separator.join([value.name, *reversed(words)]))

    def _given_by(self, path: str, of: Member) -> list[Thing]:
        """What a call of something that holds others gives, if that is one of them."""
        scoping = self.sources.scoping(path)
        if scoping is None or of.name not in scoping.givers:
            return []
        held = [thing for thing in self.evaluated(path, of.of) if isinstance(thing, Held)]
        return [thing for each in held for thing in self._item(each, key=False)]

    def _kept_by(self, path: str, of: Member) -> list[Thing]:
        """What a call gives that gives what it is asked of, in one form or another."""
        scoping = self.sources.scoping(path)
        if scoping is None or (of.name not in scoping.keepers and of.name not in scoping.valued):
            return []
        things = self.evaluated(path, of.of)
        if of.name in scoping.valued:
            pairs = [each for thing in things if isinstance(thing, Held) for each in self._item(thing, key=False)]
            values = [
                (one.path, one.value.of) for one in pairs if isinstance(one, Held) and isinstance(one.value, Several)
            ]
            if values:
                return [Held(where, Many(several[-1], typed=False)) for where, several in values]
        kept = of.name in scoping.keepers
        return [thing for thing in things if kept and not isinstance(thing, Beyond)]

    def _this(self, path: str, at: int, kind: bool) -> list[Thing]:
        """The object around, or its type: where a scope adds members to a type, that, and else the scope."""
        names = self.sources.names(path)
        scope = names.class_around(at) if names is not None else -1
        while names is not None and scope > FILE and names.scopes[scope].owner >= 0:
            if names.bindings[names.scopes[scope].owner].kind != "variant":
                break
            scope = names.scopes[scope].parent
        if names is None or scope < 0:
            return []
        adds = names.scopes[scope].adds
        known = [] if adds is None else [one for one in self.evaluated(path, adds) if isinstance(one, Kind)]
        own = Kind(path, scope, names.scopes[scope].owner, instance=not kind)
        return [one._replace(instance=not kind) for one in known] or [own]

    def _around(self, path: str, at: int, above: bool) -> list[Thing]:
        names = self.sources.names(path)
        scope = names.class_around(at) if names is not None else -1
        if names is None or scope < 0:
            return []
        scoping = self.sources.scoping(path)
        if not above:
            instance = True
            if scoping is not None and scoping.reopened:
                function = names.function_around(at)
                instance = function is not None and function.space != scoping.class_space
            return [Kind(path, scope, names.scopes[scope].owner, instance)]
        if scoping is not None and scoping.reopened:
            return [Above(thing) for thing in self._around(path, at, above=False) if isinstance(thing, Kind)]
        found = [thing for base in names.scopes[scope].bases for thing in self.evaluated(path, base)]
        return [thing._replace(instance=True) if isinstance(thing, Kind) else thing for thing in found] or [Beyond()]

    def _called(self, thing: Thing) -> list[Thing]:
        if isinstance(thing, Beyond):
            return [thing]
        if isinstance(thing, Callable):
            if thing.binding < 0:
                return self.evaluated(thing.path, None if thing.result is None else _instance(thing.result))
            return self.evaluated(thing.path, self.binding((thing.path, thing.binding)).value)
        if isinstance(thing, Kind):
            if not thing.instance:
                return [thing._replace(instance=True)]
            under = self._underlying(thing)
            if under:
                return [result for each in under for result in self._called(each)]
            return [
                result
                for place in self.member(thing, "__call__").places
                for each in self.things_of(place)
                for result in self._called(each)
            ]
        return []

    def _expected(self, thing: Thing, number: int) -> list[Thing]:
        """What a function takes at a place among its parameters."""
        if isinstance(thing, Kind) and not thing.instance:
            scoping = self.sources.scoping(thing.path)
            makers = [self.of_kind(thing, name) for name in (scoping.constructors if scoping is not None else ())]
            found = [each for maker in makers for place in maker.places for each in self.things_of(place)]
            return [each for one in found if isinstance(one, Callable) for each in self._expected(one, number)]
        names = self.sources.names(thing.path) if isinstance(thing, Callable) and thing.binding >= 0 else None
        if names is None or not isinstance(thing, Callable):
            return [thing] if isinstance(thing, Beyond) else []
        inner = names.bindings[thing.binding].inner
        taken: dict[Span, int] = {}  # by what declares a parameter, its first name
        for at in sorted(one for bound in names.in_scope.get(inner, {}).values() for one in bound):
            if names.bindings[at].kind == "parameter":
                taken.setdefault(names.bindings[at].whole, at)
        if number >= len(taken):
            return []
        parameter = names.bindings[list(taken.values())[number]]
        value = parameter.value
        if isinstance(value, Member) and isinstance(value.of, Instance):  # it takes apart what it is given
            value = value.of
        return self.evaluated(thing.path, value)

    def _underlying(self, kind: Kind) -> list[Thing]:
        """What a type is made of that is no class by itself."""
        if kind.binding < 0:
            return []
        value = self.binding((kind.path, kind.binding)).value
        return [each for each in self.evaluated(kind.path, value) if each != kind]

    def _item(self, thing: Thing, key: bool) -> list[Thing]:
        if isinstance(thing, Held):
            if isinstance(thing.value, Many):
                value = thing.value.key if key else thing.value.element
                if key and thing.value.key is None:
                    return [Beyond()]
                return self.evaluated(
                    thing.path, _instance(value) if thing.value.typed and value is not None else value
                )
            return [each for value in thing.value.of[:_MOST] for each in self.evaluated(thing.path, value)]
        if isinstance(thing, Kind):
            if not thing.instance:
                return [thing]
            under = [each for base in self._underlying(thing) for each in self._item(base, key)]
            return under
        return [thing] if isinstance(thing, (Beyond, Callable)) else []

    def _holding(self, path: str, value: Holding) -> list[Thing]:
        """Something of a type that only holds another, unless the workspace has a type of that name."""
        own = [thing for thing in self.evaluated(path, value.of) if isinstance(thing, Kind)]
        return [*own] if own and not value.wraps else [*own, *self.evaluated(path, value.held)]

    def _part(self, thing: Thing, number: int) -> list[Thing]:
        if isinstance(thing, Held) and isinstance(thing.value, Several):
            parts = thing.value.of
            return self.evaluated(thing.path, parts[number]) if number < len(parts) else []
        if isinstance(thing, Held) and isinstance(thing.value, Many) and not thing.value.typed:
            return self._item(thing, key=False)
        return [thing] if number == 0 or isinstance(thing, Beyond) else [Beyond()]

    # Members

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
        return found

    def _of_kind(self, kind: Kind, name: str, asked: Asked) -> Found:
        scoping = self.sources.scoping(kind.path)
        reopened = scoping is not None and scoping.reopened
        asker = kind if reopened else kind._replace(instance=False)
        key = ("member", asker, name, asked.sort, asked.given is None)
        if not self._enters(key):
            return NOTHING
        try:
            own = self._own(kind, name, asked)
            if not own and reopened and scoping is not None:
                own = self._elsewhere(kind, name, asked, scoping)
                if not own and name == scoping.creates and not kind.instance:
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
            bound = _of_sort(names, bound, scoping, asked)
        if bound:
            return Found(tuple((kind.path, one) for one in _fields_first(names, bound)))
        if kind.scope in names.globs:
            return self._in_globs(kind.path, names.globs[kind.scope], name)
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
        opened = self._opened(scoping)
        places = opened.places(opened.full_name(kind), name)
        spaces = ("",) if kind.instance else (scoping.class_space, "")
        for space in spaces:
            found = [place for place in places if self.binding(place).space == space and self._fits(place, asked)]
            if found:
                return Found(tuple(opened.ordered(found) if self.binding(found[0]).kind == "class" else found))
        return NOTHING

    def inherited(self, kind: Kind, name: str, asked: Asked = ANY) -> Found:
        """A member of what a class inherits from, at whichever place it says so."""
        scoping = self.sources.scoping(kind.path)
        assert scoping is not None
        outside = False
        for each in (kind, *self._opened(scoping).openings(kind)):
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
        if kind.scope >= 0:
            for base in names.scopes[kind.scope].bases:
                things = self.evaluated(kind.path, base)
                things = [each._replace(instance=kind.instance) if isinstance(each, Kind) else each for each in things]
                outside |= not things
                bases += things
        if kind.binding >= 0:
            bases += [each for each in self._underlying(kind) if isinstance(each, (Kind, Beyond))]
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


def _plain(name: str) -> str:
    """A name without the space that it is looked up in."""
    return name.rpartition(" ")[2]


def _instance(value: Value) -> Value:
    return value if isinstance(value, Instance) else Instance(value)


def _of_sort(names: Names, bound: list[int], scoping: Scoping, asked: Asked) -> list[int]:
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


def _is_known(binding: Binding, at: int, scoping: Scoping) -> bool:
    """Whether a name that is known from its declaration on is known at an offset."""
    if binding.kind in scoping.unordered:
        return True
    if binding.kind in ("parameter", "variadic", "class", "label", "function"):
        return binding.kind != "class" or binding.whole.start <= at
    return (binding.span.end if scoping.known_in_own_value else binding.whole.end) <= at or binding.span.start == at


def _nearest_first(names: Names, bound: list[int], at: int, same_scope: bool) -> list[int]:
    """The bindings of one name in one scope, the one that counts at an offset first."""
    if len(bound) == 1:
        return bound
    before = [one for one in bound if _has_been_read(names.bindings[one], at)] if same_scope else list(bound)
    before.reverse()
    before.sort(key=lambda one: is_hidden(names.bindings[one], at))
    rest = set(before)
    return (before + [one for one in bound if one not in rest])[:_MOST_BOUND]


def _has_been_read(binding: Binding, at: int) -> bool:
    return binding.since <= at or binding.span.start == at


def is_hidden(binding: Binding, at: int) -> bool:
    """Whether what is at an offset never runs after a binding."""
    return any(span.start <= at < span.end for span in binding.hidden)


def _fields_first(names: Names, bound: list[int]) -> list[int]:
    """What is set on an object hides what its class has."""
    return sorted(bound, key=lambda one: names.bindings[one].kind != "field")
