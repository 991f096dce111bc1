"""The names of one text: its scopes, what binds names in them, and what each name is asked of.

Plain data that can come from another process. Nothing here knows other files: an import is a module and a name as
written.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from indexer.graph.values import Member, Name, Value
from indexer.lazy import lazy
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


Head = tuple[str, str, tuple[int, int], int, str, str]  # name, kind, span, scope, of, space: what finds a binding
_K = TypeVar("_K")
_BindingsOf = dict[_K, dict[str, list[int]]]


class Names:
    """The scopes and bindings of one text."""

    def __init__(
        self,
        scopes: Sequence[Scope],
        bindings: Sequence[Binding],
        outers: list[Span],
        stars: list[tuple[int, str]],
        modules: list[tuple[Span, str]],
        packages: list[tuple[int, str]],
        taken: dict[Span, Span] | None = None,
        opened: frozenset[tuple[int, str]] = frozenset(),
        globs: dict[int, list[Value]] | None = None,
        links: Sequence[tuple[int, int, str, str, str, str]] = (),
    ) -> None:
        self.made_of = scopes, bindings, outers, stars, modules, packages, taken, opened, globs, tuple(links)
        self.links = links  # sheets it takes in: where that stands, the path, how, under which name, by whose rules
        self.scopes, self.bindings, self.stars, self.modules = scopes, bindings, stars, modules
        self._packages = packages
        self.opened = opened  # scopes, and names that they say they take from around
        self.package = packages[0][1] if packages else ""
        self.globs = globs or {}  # by scope: all names of these are known in it
        self._outers = outers
        self._taken: dict[Any, Span] = dict(taken or {})  # by spans, which are pairs

    # What names that were kept can tell without making each of what they hold

    def _heads(self) -> Iterable[Head]:
        return ((one.name, one.kind, one.span, one.scope, one.of, one.space) for one in self.bindings)

    def _scope_starts(self) -> list[int]:
        return [scope.span.start for scope in self.scopes]

    @lazy
    def _binding_starts(self) -> list[int]:
        """Where their names begin; they are in this order."""
        return [one.span.start for one in self.bindings]

    def _scope_kinds(self) -> list[str]:
        return [scope.kind for scope in self.scopes]

    def _adding(self) -> Iterable[int]:
        return range(len(self.scopes))

    # What is asked of them

    @lazy
    def _starts(self) -> list[int]:
        return self._scope_starts()

    @lazy
    def _outer_starts(self) -> list[int]:
        return [outer.start for outer in self._outers]

    def bound_at(self, span: tuple[int, int]) -> int | None:
        """The binding of which a span is the name."""
        at = self._first_at(span)
        if at is None and (place := self._taken.get(span)) is not None:
            at = self._first_at(place)
        return at

    def _first_at(self, span: tuple[int, int]) -> int | None:
        """The first binding with this name, or the last one that gives it to other files: that may be a key, too."""
        starts, bindings = self._binding_starts, self.bindings
        at = bisect_left(starts, span[0])
        found: int | None = None
        while at < len(starts) and starts[at] == span[0]:
            one = bindings[at]
            if one.span == span:
                is_first = found is None and one.kind not in _USES and not one.name.isdigit()
                if is_first or one.kind == "export":
                    found = at
            at += 1
        return found

    @lazy
    def _tables(self) -> tuple[_BindingsOf[int], _BindingsOf[str], dict[str, list[int]]]:
        in_scope: _BindingsOf[int] = {}
        methods: _BindingsOf[str] = {}
        exports: dict[str, list[int]] = {}
        for at, (name, kind, _, scope, of, space) in enumerate(self._heads()):
            if kind == "export":
                exports.setdefault(name, []).append(at)
            elif of:
                methods.setdefault(of, {}).setdefault(name, []).append(at)
            else:
                in_scope.setdefault(scope, {}).setdefault(space + name, []).append(at)
        return in_scope, methods, exports

    @property
    def in_scope(self) -> _BindingsOf[int]:
        """By scope and name."""
        return self._tables[0]

    @property
    def methods(self) -> _BindingsOf[str]:
        """By the type that they are of and name."""
        return self._tables[1]

    @property
    def exports(self) -> dict[str, list[int]]:
        """Names that only other files know."""
        return self._tables[2]

    @lazy
    def imports(self) -> list[Binding]:
        return [self.bindings[at] for at, head in enumerate(self._heads()) if head[1] == "import"]

    @lazy
    def additions(self) -> dict[str, list[int]]:
        """By the name of a type: the scopes that add members to it."""
        found: dict[str, list[int]] = {}
        for at in self._adding():
            adds = self.scopes[at].adds
            if isinstance(adds, (Name, Member)):
                found.setdefault(adds.name, []).append(at)
        return found

    @lazy
    def literals(self) -> dict[int, int]:
        """The classes by where they begin."""
        starts = self._starts
        return {starts[at]: at for at, kind in enumerate(self._scope_kinds()) if kind == "class"}

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
