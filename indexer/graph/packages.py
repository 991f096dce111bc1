"""Packages that any file may open by their full names: their functions and variables, and what they take from others.

A file may open several packages, and a package may be opened in several files. What no package is said of is of the
outermost package, which is each file's own: `main`.
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

_OUTERMOST = "main"
_MOST_FILES = 40  # that open one package
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

    def __init__(self, meaning: Asking, separator: str) -> None:
        super().__init__(meaning, separator)
        self._held: dict[str, _Held] = {}
        self._opening: dict[str, list[str]] = {}

    def named(self, path: str, names: Names, name: str, at: int, asked: Asked) -> Found:
        """What a name means that no scope binds: one with its package, or one of the package around."""
        if asked.sort == "package":
            return self.package(path, name)
        scoping = self._sources.scoping(path)
        assert scoping is not None
        space, plain = _apart(name)
        around, sign, last = plain.rpartition(self._separator)
        if sign:
            return self.member(path, around or _OUTERMOST, space + last) or self._unknown(path, around)
        found = self.member(path, self.around(names, at), name)
        if found:
            return found
        if name in scoping.builtins or (scoping.builtin_pattern and scoping.builtin_pattern.fullmatch(name)):
            return OUTSIDE
        return NOTHING if space else self._of_all(path, name)

    def package(self, path: str, full: str) -> Found:
        """The places that open a package; one that no file opens is from outside."""
        full = full.removesuffix(self._separator)
        places = []
        for file in self._files(path, full):
            names = self._sources.names(file)
            bound = [] if names is None else names.bindings
            places += [(file, at) for at, one in enumerate(bound) if one.kind == "class" and one.name == full]
        scoping = self._sources.scoping(path)
        if not places and scoping is not None and full in scoping.builtins:
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
        """What an import takes from a package."""
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
        return names.bindings[owner].name if owner >= 0 else _OUTERMOST

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
            known = [file for file in self._sources.defining_anywhere(full) if self._opens(file, full)][:_MOST_FILES]
            self._opening[full] = known
        if path not in known and not alone:  # it may define something of a package without opening it
            known = [path, *known]
        if len(known) < 2:
            return known
        lead = self._sources.lead(path, full).module
        read = lead.files if lead is not None else ()
        return sorted(known, key=lambda file: (file != path, file not in read, -shared(path, file), file.count("/")))

    def _opens(self, file: str, full: str) -> bool:
        names = self._sources.names(file)
        return names is not None and any(one.kind == "class" and one.name == full for one in names.bindings)

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
            held.stars.setdefault(around, []).append(module)
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
