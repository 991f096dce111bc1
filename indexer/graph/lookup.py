"""What a plain name means: scopes first, then the package, what is in reach, and other files."""

from __future__ import annotations

import posixpath

from indexer.graph.additions import begins
from indexer.graph.asking import Asking, of_sort
from indexer.graph.names import FILE, Binding, Names
from indexer.graph.packages import Packages
from indexer.graph.reopened import Reopened
from indexer.graph.sources import Module
from indexer.graph.things import ANY, NOTHING, OUTSIDE, Asked, Found, Kind, Place, joined
from indexer.graph.values import Value
from indexer.languages.scoping import Scoping

_MOST_DEFINING = 40  # files that are read to find what one declaration stands for
_MOST_BOUND = 20  # places that bind one name


class Lookup(Asking):
    """Finds the places that bind a name."""

    def lookup(self, path: str, name: str, at: int, asked: Asked = ANY) -> Found:
        """What a plain name means at an offset of a file, imports not followed."""
        names, scoping = self.sources.names(path), self.sources.scoping(path)
        if names is None or scoping is None or not name:
            return NOTHING
        if asked.sort in scoping.nested:
            return self.opened(scoping).named(path, names, name, at, asked)
        if scoping.package == "declared" and scoping.module_separator in name:
            return self._by_path(path, names, name, at, asked)
        plain = scoping.package == "named" and not scoping.nested
        if plain and (name[0].isidentifier() or scoping.module_separator in name):
            return self.packages(scoping).named(path, names, name, at, asked)
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
            bound = of_sort(names, bound, scoping, asked)
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
                    places = [(path, one) for one in bound[:_MOST_BOUND]]
                    if scoping.package == "named" and not names.bindings[bound[0]].private:
                        places += self.packages(scoping).others(path, names, bound[0])
                    return Found(tuple(places))
            if scope in names.globs:
                found = self.in_globs(path, names.globs[scope], name, at)
                fitting = tuple(place for place in found.places if self.fits(place, asked))
                if fitting or found.modules:
                    return found._replace(places=fitting)
                outside |= found.outside
            if scoping.sealed and kind == "namespace" and asked.sort != "macro":
                break
            scope = names.scopes[scope].parent
        found = self._beyond_file(path, names, name, at, asked)
        return found or (OUTSIDE if outside else NOTHING)

    def in_globs(self, path: str, globs: list[Value], name: str, at: int = -1) -> Found:
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
        if scoping.package == "named":
            return self.packages(scoping).named(path, names, name, at, asked)
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

    def opened(self, scoping: Scoping) -> Reopened:
        if scoping.package == "named":
            return self.packages(scoping)
        if self._reopened is None:
            self._reopened = Reopened(self, scoping.module_separator)
        return self._reopened

    def packages(self, scoping: Scoping) -> Packages:
        if scoping.module_separator not in self._packages:
            self._packages[scoping.module_separator] = Packages(self, scoping)
        return self._packages[scoping.module_separator]

    def _asked_of_self(self, path: str, name: str, at: int, asked: Asked, scoping: Scoping) -> Found:
        """What a name means that nothing binds: a member of the object, or a function that all objects have."""
        outside = False
        for thing in self.around(path, at, above=False):
            found = self.member(thing, name, asked)
            if found.places:
                return found
            outside |= found.outside
        places = [place for place in self.opened(scoping).places("", name) if self.binding(place).kind == "method"]
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
                for one in of_sort(names, names.in_scope.get(FILE, {}).get(name, []), scoping, asked):
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
        found = [place for place in found if self.fits(place, asked)]
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

    def announced(self, place: Place, announcing: frozenset[str]) -> Found:
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
        inside = self.into_class(lead.module, module)
        if inside is None:
            return self.in_module(lead.module, name)
        found = [self.member(thing, name, asked) for thing in self.of_found(inside)]
        return joined(found)

    def into_class(self, module: Module, written: str) -> Found | None:
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
            found = joined([self.member(thing, word) for thing in self.of_found(found)])
        return found

    def qualified(self, path: str, written: str) -> Found:
        """What a whole path means, where paths lead to classes."""
        scoping = self.sources.scoping(path)
        if scoping is not None and scoping.package == "declared":
            return self.declared(path, written)
        if scoping is not None and scoping.package == "named":
            return self.packages(scoping).package(path, written)
        lead = self.sources.lead(path, written)
        if lead.module is None:
            return Found(outside=lead.outside)
        return self.into_class(lead.module, written) or NOTHING

    def _in_package(self, paths: list[str], name: str, scoping: Scoping, asked: Asked) -> Found:
        places: list[Place] = []
        for path in self.sources.defining(paths, name):
            names = self.sources.names(path)
            if names is not None:
                bound = of_sort(names, names.in_scope.get(FILE, {}).get(name, []), scoping, asked)
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
        if not self.enters(key):
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
                    found.append(self.in_globs(path, names.globs[FILE], name))
            return joined(found)
        finally:
            self._open.discard(key)


def _plain(name: str) -> str:
    """A name without the space that it is looked up in."""
    return name.rpartition(" ")[2]


def _is_known(binding: Binding, at: int, scoping: Scoping) -> bool:
    """Whether a name that is known from its declaration on is known at an offset."""
    if binding.kind in scoping.unordered:
        return True
    if scoping.statements and binding.kind != "parameter":
        return binding.since <= at or binding.span.start == at
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
