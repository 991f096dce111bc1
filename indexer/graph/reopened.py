"""Classes that go on in other files: what is known of them by their full names.

A name of a class is looked up in the classes around it, then in what the innermost of them inherits from, then among
the outermost names. Its members are those of all places that open it.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from indexer.graph.names import FILE, Names
from indexer.graph.things import OUTSIDE, Asked, Found, Kind, Place

if TYPE_CHECKING:
    from indexer.graph.asking import Asking

_MOST_OPENINGS = 12  # places that a class inherits something at
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Reopened:
    """Answers for one root."""

    def __init__(self, meaning: Asking, separator: str) -> None:
        self._meaning = meaning
        self._sources = meaning.sources
        self._separator = separator

    def places(self, full: str, name: str) -> list[Place]:
        """Where files bind a member of a class, or with no class an outermost name."""
        found: list[Place] = []
        for path in self._sources.opening(full, name[1:] + "=" if name[:1] == "=" else name, self._separator):
            names = self._sources.names(path)
            found += [] if names is None else [(path, one) for one in self._bound(names, full, name)]
        return found

    def _bound(self, names: Names, full: str, name: str) -> list[int]:
        """The bindings of a text that have a full name."""
        name = name.lstrip("=")
        wanted = f"{full}{self._separator}{name}" if full else name
        return [
            at
            for at, binding in enumerate(names.bindings)
            if binding.name == name
            and self._full(names, at) == wanted
            and binding.kind not in ("variable", "parameter")
        ]

    def _full(self, names: Names, at: int) -> str:
        binding = names.bindings[at]
        if names.scopes[binding.scope].kind not in ("file", "class"):
            return ""
        around = names.full_name(binding.scope, self._separator)
        return self._separator.join(word for word in (around, binding.under, binding.name) if word)

    def full_name(self, kind: Kind) -> str:
        names = self._sources.names(kind.path)
        return "" if names is None or kind.scope < 0 else names.full_name(kind.scope, self._separator)

    def named(self, path: str, names: Names, name: str, at: int, asked: Asked) -> Found:
        """What the name of a class or constant means at an offset."""
        if name.startswith(self._separator):  # the outermost, whatever is around
            name, at = name.removeprefix(self._separator), -1
        scope = names.scope_at(at) if at >= 0 else FILE
        around: list[int] = []
        while scope > FILE:
            if names.scopes[scope].kind == "class":
                around.append(scope)
            scope = names.scopes[scope].parent
        levels = [names.full_name(each, self._separator) for each in around]
        for full in [*levels, ""]:
            if full == "" and around:
                innermost = around[0]
                kind = Kind(path, innermost, names.scopes[innermost].owner)
                inherited = self._meaning.inherited(kind, name, asked)
                if inherited.places:
                    return inherited
            scoping = self._sources.scoping(path)
            if full == "" and scoping is not None and name in scoping.builtins:
                return OUTSIDE
            found = self.places(full, name)
            if found:
                return Found(tuple(self.ordered(found)))
        return OUTSIDE

    def ordered(self, places: list[Place]) -> list[Place]:
        """Places that open one class, the one that a reader would call its definition first."""
        return sorted(places, key=self._distance) if len(places) > 1 else places

    def _distance(self, place: Place) -> tuple[bool, bool, int, str]:
        path, at = place
        names = self._sources.names(path)
        assert names is not None
        words = self._full(names, at).split(self._separator)
        spelled = "/".join("_".join(_HUMP.split(word)).lower() for word in words)
        stem = posixpath.splitext(path)[0].replace("-", "_")
        inner = names.bindings[at].inner
        says_more = inner >= 0 and bool(names.scopes[inner].bases)
        called = stem == spelled or stem.endswith("/" + spelled)
        return not called, not says_more, path.count("/"), path

    def openings(self, kind: Kind) -> list[Kind]:
        """The other places that open a class."""
        full = self.full_name(kind)
        around, _, name = full.rpartition(self._separator)
        found = []
        for path, at in self.ordered(self.places(around, name))[:_MOST_OPENINGS] if name else ():
            names = self._sources.names(path)
            assert names is not None
            if names.bindings[at].inner >= 0 and (path, names.bindings[at].inner) != (kind.path, kind.scope):
                found.append(Kind(path, names.bindings[at].inner, at, kind.instance))
        return found
