"""Packages that any file may open by their full names: their functions and variables, and what they take from others.

A file may open several packages, and a package may be opened in several files. What no package is said of is of the
outermost package, which is each file's own: `main`. Where packages nest, one in another is named after it, imports
shorten their names, and what a package takes from others it gives on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from indexer.graph.imports.tree import shared
from indexer.graph.names import FILE, Names
from indexer.graph.reopened import Reopened
from indexer.graph.things import NOTHING, OUTSIDE, Asked, Found, Kind, Place, joined

if TYPE_CHECKING:
    from indexer.graph.asking import Asking
    from indexer.languages.scoping import Scoping

_OUTERMOST = "main"
_MOST_FILES = 40  # that open one package
_MOST_SHORTENED = 10  # times that an import shortens what another has shortened
_MOST_OPENINGS = 12  # places at which one package says what it inherits from
_NO_MEMBERS = frozenset(("parameter", "class", "import", "export"))


class _Held(NamedTuple):
    """What one file has for packages, by full names: of what it defines, takes from others and gives to others."""

    defined: dict[str, list[int]]
    taken: dict[str, list[int]]
    given: dict[str, set[str]]  # by package
    stars: dict[str, list[str]]  # packages, and those that they take whatever is given from


class Packages(Reopened):
    """Answers for one root."""

    def __init__(self, meaning: Asking, scoping: Scoping) -> None:
        super().__init__(meaning, scoping.module_separator)
        self._scoping = scoping
        self._held: dict[str, _Held] = {}
        self._opening: dict[str, list[str]] = {}

    def named(self, path: str, names: Names, name: str, at: int, asked: Asked) -> Found:
        """What a name means that no scope binds: one with its package, or one of the package around."""
        if asked.sort == "package":
            return self.package(path, self.written_out(names, name, at))
        space, plain = _apart(name)
        around, sign, last = plain.rpartition(self._separator)
        if sign:
            return self.member(path, around or _OUTERMOST, space + last) or self._unknown(path, around)
        found = self.member(path, self.around(names, at), name)
        if found:
            return found
        builtin_pattern = self._scoping.builtin_pattern
        if name in self._scoping.builtins or (builtin_pattern and builtin_pattern.fullmatch(name)):
            return OUTSIDE
        return NOTHING if space else self._of_all(path, name)

    def package(self, path: str, full: str) -> Found:
        """The places that open a package; one that no file opens is from outside."""
        full = full.removesuffix(self._separator)
        places = [(file, at) for file in self._files(path, full) for at in self._openings_in(file, full)]
        if not places and (full in self._scoping.builtins or self._scoping.packages_nest):
            return OUTSIDE
        if not places:
            lead = self._sources.lead(path, full)
            return Found((), (lead.module,)) if lead.module is not None else OUTSIDE
        return Found(tuple(places))

    def member(self, path: str, full: str, name: str) -> Found:
        """A function or variable of a package as a file sees it, which may be taken from another package."""
        files = self._files(path, full)
        places = [place for file in files for place in self._defined(file, full, name)]
        if places:
            return Found(tuple(places))
        key = ("package", full, name)
        if not self._meaning.enters(key):
            return NOTHING
        try:
            return joined([found for file in files if (found := self._from_others(file, full, name))][:1])
        finally:
            self._meaning.leaves(key)

    def taken(self, path: str, module: str, name: str) -> Found:
        """What an import takes from a package, which may be the package itself."""
        if not name:
            return self.package(path, module)
        return self.member(path, module, name) or self._unknown(path, module)

    def others(self, path: str, names: Names, at: int) -> list[Place]:
        """The other places that declare the variable of a package that one does."""
        binding = names.bindings[at]
        full = binding.under or self.around(names, binding.span.start)
        return [place for place in self._defined(path, full, binding.space + binding.name) if place != (path, at)]

    def around(self, names: Names, at: int) -> str:
        """The package that an offset of a text is in."""
        scope = names.class_around(at)
        owner = names.scopes[scope].owner if scope > FILE else -1
        return self._called(names, owner) if owner >= 0 else _OUTERMOST

    def _called(self, names: Names, at: int) -> str:
        """The full name of the package that a binding opens."""
        binding = names.bindings[at]
        around = names.full_name(binding.scope, self._separator) if self._scoping.packages_nest else ""
        return f"{around}{self._separator}{binding.name}" if around else binding.name

    def written_out(self, names: Names, name: str, at: int) -> str:
        """The full name of a package that is written at an offset: its first word may stand for more of it."""
        if not self._scoping.packages_nest:
            return name
        for _ in range(_MOST_SHORTENED):
            first, sign, rest = name.partition(self._separator)
            meant = self._word(names, first, at)
            if meant is None:
                break
            word, at = meant
            name = word + sign + rest
        return name

    def _word(self, names: Names, word: str, at: int) -> tuple[str, int] | None:
        """What the first word of a package's name stands for, and where that is written; None for itself."""
        if word in self._scoping.selves:
            return self.around(names, at), -1
        scope = names.scope_at(at)
        while scope >= FILE:
            for each in reversed(names.in_scope.get(scope, {}).get(word, ())):
                one = names.bindings[each]
                if one.kind == "import" and one.since <= at:
                    return one.module, one.span.start - 1
                if one.kind == "class" and scope > FILE:
                    return self._called(names, each), -1
            scope = names.scopes[scope].parent
        return None

    def _unknown(self, path: str, full: str) -> Found:
        """What is said of a member that was not found: a package that no file opens is from outside."""
        return NOTHING if self._files(path, full, alone=True) else OUTSIDE

    def _defined(self, file: str, full: str, name: str) -> Iterator[Place]:
        """Where a file defines something of a package: what declares it stands before what only gives it a value."""
        held, names = self._of(file), self._sources.names(file)
        if held is not None and names is not None:
            found = held.defined.get(_full(full, name), ())
            yield from ((file, at) for at in sorted(found, key=lambda at: bool(names.bindings[at].under)))

    def _from_others(self, file: str, full: str, name: str) -> Found:
        """What a package has of a name that a file says it takes from elsewhere."""
        held = self._of(file)
        if held is None:
            return NOTHING
        for at in held.taken.get(_full(full, name), ()):
            return Found(((file, at),))
        outside = False
        for module in dict.fromkeys(held.stars.get(full, ())):
            found = self.package(file, module)
            if found.outside:
                outside = True
            elif self._gives(file, module, name):
                given = self.member(file, module, name)
                if given.places:
                    return given
                outside |= given.outside
        return OUTSIDE if outside and not _apart(name)[0] else NOTHING  # seldom is a variable given

    def _gives(self, path: str, full: str, name: str) -> bool:
        """Whether a package gives a name to others; one whose list cannot be read may give all it has."""
        if self._scoping.packages_nest:
            return True
        lists = False
        for file in self._files(path, full):
            held = self._of(file)
            if held is None:
                continue
            if name in held.given.get(full, ()):
                return True
            lists |= any(_full(full, each) in held.defined for each in ("@EXPORT", "@EXPORT_OK"))
            if held.given.get(full):
                return False
        return lists

    def _of_all(self, path: str, name: str) -> Found:
        """A function of the outermost package that a file has which this one reads."""
        reach = self._sources.reach(path)
        places = [
            place
            for file in self._sources.defining_anywhere(name)
            if file in reach
            for place in self._defined(file, _OUTERMOST, name)
        ]
        return Found(tuple(places))

    def _files(self, path: str, full: str, alone: bool = False) -> list[str]:
        """The files that open a package, this one and those that it would read first; of the outermost it alone."""
        if full == _OUTERMOST:
            return [path]
        known = self._opening.get(full)
        if known is None:
            known = self._opening[full] = self._opened_in(full)
        if path not in known and not alone:  # it may define something of a package without opening it
            known = [path, *known]
        if len(known) < 2:
            return known
        lead = self._sources.lead(path, full).module
        read = lead.files if lead is not None else ()
        return sorted(known, key=lambda file: (file != path, file not in read, -shared(path, file), file.count("/")))

    def _opened_in(self, full: str) -> list[str]:
        """The files that open a package; one that stands in others is defined by the end of its name."""
        rest = full
        while rest:
            files = [file for file in self._sources.defining_anywhere(rest) if self._openings_in(file, full)]
            if files or not self._scoping.packages_nest:
                return files[:_MOST_FILES]
            rest = rest.partition(self._separator)[2]
        return []

    def _openings_in(self, file: str, full: str) -> list[int]:
        """The bindings of a file that open a package."""
        names = self._sources.names(file)
        if names is None:
            return []
        return [
            at
            for at, one in enumerate(names.bindings)
            if one.kind == "class" and full.endswith(one.name) and self._called(names, at) == full
        ]

    def _of(self, file: str) -> _Held | None:
        found = self._held.get(file)
        if found is None:
            names = self._sources.names(file)
            if names is None:
                return None
            found = self._held[file] = self._read(names)
        return found

    def _read(self, names: Names) -> _Held:
        held = _Held({}, {}, {}, {})
        for at, binding in enumerate(names.bindings):
            around = binding.under or self.around(names, binding.span.start)
            name = binding.space + binding.name
            if binding.kind == "export":
                held.given.setdefault(around, set()).add(name)
            elif binding.kind == "import":
                held.taken.setdefault(_full(around, name), []).append(at)
            elif binding.kind not in _NO_MEMBERS and not binding.private:
                held.defined.setdefault(_full(around, name), []).append(at)
        for scope, module in names.stars:
            around = self.around(names, names.scopes[scope].span.start) if scope > FILE else _OUTERMOST
            end = names.scopes[scope].span.end - 1  # what is shortened in all of it
            held.stars.setdefault(around, []).append(self.written_out(names, module, end))
        return held

    # What is asked of packages as of classes.

    def places(self, full: str, name: str) -> list[Place]:
        known: Iterable[str] = self._files("", full, alone=True) if full != _OUTERMOST else ()
        return [place for file in known for place in self._defined(file, full, name)]

    def full_name(self, kind: Kind) -> str:
        names = self._sources.names(kind.path)
        return "" if names is None or kind.scope < 0 else self.around(names, names.scopes[kind.scope].span.start)

    def ordered(self, places: list[Place]) -> list[Place]:
        return places

    def openings(self, kind: Kind) -> list[Kind]:
        """The other places that open a package."""
        found = []
        for path, at in self.package(kind.path, self.full_name(kind)).places[:_MOST_OPENINGS]:
            inner = self._meaning.binding((path, at)).inner
            if inner >= 0 and (path, inner) != (kind.path, kind.scope):
                found.append(Kind(path, inner, at, kind.instance))
        return found


def _apart(name: str) -> tuple[str, str]:
    """A name without the sign of the space that it is looked up in."""
    return (name[0], name[1:]) if not (name[0].isalnum() or name[0] in "_:") else ("", name)


def _full(package: str, name: str) -> str:
    space, plain = _apart(name)
    return f"{space}{package}::{plain}"
