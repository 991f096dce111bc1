"""The names of one text: its scopes, what binds names in them, and what each name is asked of.

Plain data that can come from another process. Nothing here knows other files: an import is a module and a name as
written.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from indexer.graph.values import Member, Name, Value
from indexer.model import Span

FILE = 0  # the scope that is the file
_USES = frozenset(["shorthand", "narrowed", "set"])  # bindings that are uses all the same


class Scope(NamedTuple):
    """A part of a text that names are bound in."""

    kind: str  # file, class, function, block
    span: Span
    parent: int  # -1 for the file
    owner: int  # the binding whose inside it is, or -1
    bases: tuple[Value, ...] = ()
    adds: Value | None = None  # the type that its members are added to


class Binding(NamedTuple):
    """A place that gives a name a meaning."""

    name: str
    kind: str
    span: Span  # of the name
    whole: Span
    scope: int
    value: Value | None = None  # what it holds; of a function, what calling it gives
    inner: int = -1  # the scope that it is the name of
    module: str = ""  # of an import: where it looks
    imported: str = ""  # and what it takes from there
    of: str = ""  # the type that it is a method of
    space: str = ""  # the word for the names that it is one of, where a language has several kinds
    private: bool = False  # no other file sees it, unless it takes in this one whole
    since: int = 0  # where what binds it has been read: a name in its own value is another
    takes: tuple[Value | None, ...] | None = None  # the types of its parameters, where functions may share a name
    takes_more: bool = False  # the last of them any number of times
    hidden: tuple[Span, ...] = ()  # parts of its scope behind it that are never run after it
    under: str = ""  # the path that a class is named with


class Use(NamedTuple):
    """A name in a text that is not bound there, and what has to be worked out to know what it means."""

    name: str
    span: Span
    kind: str  # call, type, value, import, extends
    value: Value


class Names:
    """The scopes and bindings of one text."""

    def __init__(
        self,
        scopes: list[Scope],
        bindings: list[Binding],
        outers: list[Span],
        stars: list[tuple[int, str]],
        modules: list[tuple[Span, str]],
        packages: list[tuple[int, str]],
        taken: dict[Span, Span] | None = None,
        opened: frozenset[tuple[int, str]] = frozenset(),
        globs: dict[int, list[Value]] | None = None,
    ) -> None:
        self.made_of = scopes, bindings, outers, stars, modules, packages, taken, opened, globs
        self.scopes, self.bindings, self.stars, self.modules = scopes, bindings, stars, modules
        self._packages = packages
        self.opened = opened  # scopes, and names that they say they take from around
        self.package = packages[0][1] if packages else ""
        self.globs = globs or {}  # by scope: all names of these are known in it
        self._outers = outers
        self._starts = [scope.span.start for scope in scopes]
        self._outer_starts = [outer.start for outer in outers]
        self.at_place = {
            binding.span: at
            for at, binding in reversed(list(enumerate(bindings)))
            if binding.kind not in _USES and not binding.name.isdigit()
        }
        for span, place in (taken or {}).items():
            if place in self.at_place:
                self.at_place.setdefault(span, self.at_place[place])
        self.in_scope: dict[int, dict[str, list[int]]] = {}
        self.methods: dict[str, dict[str, list[int]]] = {}
        self.exports: dict[str, list[int]] = {}  # names that only other files know
        for at, binding in enumerate(bindings):
            if binding.kind == "export":
                self.exports.setdefault(binding.name, []).append(at)
            elif binding.of:
                self.methods.setdefault(binding.of, {}).setdefault(binding.name, []).append(at)
            else:
                self.in_scope.setdefault(binding.scope, {}).setdefault(binding.space + binding.name, []).append(at)
        self.additions: dict[str, list[int]] = {}  # by the name of a type: the scopes that add members to it
        for at, scope in enumerate(scopes):
            if isinstance(scope.adds, (Name, Member)):
                self.additions.setdefault(scope.adds.name, []).append(at)
        self.literals = {scope.span.start: at for at, scope in enumerate(scopes) if scope.kind == "class"}

    def scope_at(self, offset: int) -> int:
        """The innermost scope that a name at an offset is looked up in."""
        at = bisect_right(self._starts, offset) - 1
        while at > FILE and self.scopes[at].span.end <= offset:
            at = self.scopes[at].parent
        outer = bisect_right(self._outer_starts, offset) - 1
        if outer >= 0 and at > FILE:
            span = self._outers[outer]
            if span.start <= offset < span.end and self.scopes[at].span.start <= span.start:
                return self.scopes[at].parent
        return max(at, FILE)

    def package_at(self, offset: int) -> str:
        """The package that a part of the text is of, where a file may have several."""
        return next((name for start, name in reversed(self._packages) if start <= offset), self.package)

    def given(self, name: str) -> list[int]:
        """The bindings that other files know by a name."""
        return self.exports.get(name) or self.in_scope.get(FILE, {}).get(name, [])

    def full_name(self, scope: int, separator: str) -> str:
        """The name of a class with those of the classes around it."""
        words: list[str] = []
        while scope > FILE:
            owner = self.scopes[scope].owner
            if self.scopes[scope].kind == "class" and owner >= 0:
                binding = self.bindings[owner]
                words.append(f"{binding.under}{separator}{binding.name}" if binding.under else binding.name)
            scope = self.scopes[scope].parent
        return separator.join(reversed(words))

    def function_around(self, offset: int) -> Binding | None:
        """The function that an offset lies in, inside of the innermost class."""
        at = bisect_right(self._starts, offset) - 1
        while at > FILE and (self.scopes[at].span.end <= offset or self.scopes[at].kind not in ("class", "function")):
            at = self.scopes[at].parent
        owner = self.scopes[at].owner if at > FILE and self.scopes[at].kind == "function" else -1
        return self.bindings[owner] if owner >= 0 else None

    def class_around(self, offset: int, kind: str = "class") -> int:
        """The innermost class around an offset, or scope of another kind, or -1."""
        at = bisect_right(self._starts, offset) - 1
        while at > FILE and (self.scopes[at].span.end <= offset or self.scopes[at].kind != kind):
            at = self.scopes[at].parent
        return at if at > FILE else -1
