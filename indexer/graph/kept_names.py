"""The names of a text as columns: what a question asks of them is made of these when it is asked.

A question about a name comes to hundreds of files, and looks at a few of the bindings of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import sub
from typing import Any, overload

from indexer.graph.names import Binding, Head, Names, Scope
from indexer.graph.packing import packed, size, unpacked
from indexer.lazy import lazy
from indexer.model import Span

# Fields of a binding that few have: they are written beside the columns.
_SELDOM = ("module", "imported", "of", "space", "private", "takes", "takes_more", "hidden", "under")
_OF, _SPACE = _SELDOM.index("of"), _SELDOM.index("space")
_DEFAULTS = [Binding._field_defaults[name] for name in _SELDOM]


class KeptScopes(Sequence[Scope]):
    """Scopes, each made when it is asked for."""

    def __init__(self, written: list[Any], owners: dict[int, int]) -> None:
        words, kinds, steps, lengths, parents, seldom = written
        self.kinds = [words[kind] for kind in kinds]
        self.starts = list(accumulate(steps))
        self._columns = list(zip(lengths, parents, strict=True))
        self._owners = owners
        self._seldom: dict[int, list[Any]] = {at: rest for at, *rest in seldom}
        self._made: list[Scope | None] = [None] * len(self._columns)
        if len(self.kinds) != len(self.starts) or len(self.starts) != len(self._columns):
            raise ValueError("columns of different lengths")

    def __len__(self) -> int:
        return len(self._columns)

    @overload
    def __getitem__(self, at: int) -> Scope: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Scope]: ...
    def __getitem__(self, at: int | slice) -> Scope | Sequence[Scope]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        found = self._made[at]
        if found is None:
            start = self.starts[at]
            length, parent = self._columns[at]
            bases, adds = self._seldom.get(at, _NO_BASES)
            found = self._made[at] = Scope(
                self.kinds[at],
                Span(start, start + length),
                parent,
                self._owners.get(at, -1),
                unpacked(bases, start),
                unpacked(adds, start),
            )
        return found

    def adding(self) -> list[int]:
        """Those that may add members to a type."""
        return sorted(self._seldom)


_NO_BASES: tuple[Any, Any] = ((), None)


class KeptBindings(Sequence[Binding]):
    """Bindings, each made when it is asked for."""

    def __init__(self, written: list[Any]) -> None:
        words, self._names, kinds, steps, lengths, *columns, self._values, seldom = written
        self._kinds = [words[kind] for kind in kinds]
        self.starts = list(accumulate(steps))
        self._lengths = [size(name) + more for name, more in zip(self._names, lengths, strict=True)]
        self._columns = list(zip(*columns, strict=True))  # before, whole, scope, inner, since
        self._scopes = columns[2]
        self.owners = {inner: at for at, inner in enumerate(columns[3]) if inner >= 0}  # by the scope of each
        self._seldom: dict[int, dict[int, Any]] = {}
        for at, field, value in seldom:
            self._seldom.setdefault(at, {})[field] = value
        self._made: list[Binding | None] = [None] * len(self.starts)
        if {*map(len, (self._names, kinds, steps, lengths, self._values, self._columns))} != {len(self.starts)}:
            raise ValueError("columns of different lengths")

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, at: int) -> Binding: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Binding]: ...
    def __getitem__(self, at: int | slice) -> Binding | Sequence[Binding]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        found = self._made[at]
        if found is None:
            found = self._made[at] = self._read(at)
        return found

    def _read(self, at: int) -> Binding:
        start = self.starts[at]
        end = start + self._lengths[at]
        before, whole, scope, inner, since = self._columns[at]
        module, imported, of, space, *rest = _DEFAULTS
        if at in self._seldom:
            given = self._seldom[at]
            module, imported, of, space, *rest = [
                unpacked(given[field], start) if field in given else default for field, default in enumerate(_DEFAULTS)
            ]
        private, *others = rest
        return Binding(
            self._names[at],
            self._kinds[at],
            Span(start, end),
            Span(start - before, start - before + whole),
            scope,
            unpacked(self._values[at], start),
            inner,
            module,
            imported,
            of,
            space,
            private,
            end + since,
            *others,
        )

    def heads(self) -> Iterator[Head]:
        said = {at: (given.get(_OF, ""), given.get(_SPACE, "")) for at, given in self._seldom.items()}
        rows = zip(self._names, self._kinds, self.starts, self._lengths, self._scopes, strict=True)
        for at, (name, kind, start, length, scope) in enumerate(rows):
            of, space = said.get(at, _NOT_SAID)
            yield name, kind, (start, start + length), scope, of, space


_NOT_SAID = ("", "")


class KeptNames(Names):
    """The names of a text as they were kept."""

    scopes: KeptScopes
    bindings: KeptBindings

    def __init__(self, written: list[Any]) -> None:
        scopes, bindings, *others = written
        bound = KeptBindings(bindings)
        super().__init__(KeptScopes(scopes, bound.owners), bound, *map(unpacked, others))

    def _heads(self) -> Iterator[Head]:
        return self.bindings.heads()

    def _scope_starts(self) -> list[int]:
        return self.scopes.starts

    @lazy
    def _binding_starts(self) -> list[int]:
        return self.bindings.starts

    def _scope_kinds(self) -> list[str]:
        return self.scopes.kinds

    def _adding(self) -> list[int]:
        return self.scopes.adding()


def written(names: Names) -> list[Any]:
    """Names as lists of plain data, from which `KeptNames` are made."""
    scopes, bindings, *others = names.made_of
    return [_scopes(scopes), _bindings(bindings), *map(packed, others)]


def _scopes(scopes: Sequence[Scope]) -> list[Any]:
    words: dict[str, int] = {}
    starts = [scope.span.start for scope in scopes]
    kinds = [words.setdefault(scope.kind, len(words)) for scope in scopes]
    return [
        list(words),
        kinds,
        list(map(sub, starts, [0, *starts])),
        [scope.span.end - scope.span.start for scope in scopes],
        [scope.parent for scope in scopes],
        [
            [at, packed(scope.bases, scope.span.start), packed(scope.adds, scope.span.start)]
            for at, scope in enumerate(scopes)
            if scope.bases or scope.adds is not None
        ],
    ]


def _bindings(bindings: Sequence[Binding]) -> list[Any]:
    words: dict[str, int] = {}
    starts = [one.span.start for one in bindings]
    kinds = [words.setdefault(one.kind, len(words)) for one in bindings]
    return [
        list(words),
        [one.name for one in bindings],
        kinds,
        list(map(sub, starts, [0, *starts])),
        [one.span.end - one.span.start - size(one.name) for one in bindings],
        [one.span.start - one.whole.start for one in bindings],
        [one.whole.end - one.whole.start for one in bindings],
        [one.scope for one in bindings],
        [one.inner for one in bindings],
        [one.since - one.span.end for one in bindings],
        [packed(one.value, one.span.start) for one in bindings],
        [
            [at, field, packed(value, one.span.start)]
            for at, one in enumerate(bindings)
            for field, name in enumerate(_SELDOM)
            if (value := getattr(one, name)) != _DEFAULTS[field]
        ],
    ]
