"""Where a language adds members to types in scopes of their own, and where imports are names for paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.graph.sources import Module
from indexer.graph.things import NOTHING, Asked, Found, Kind, Place, Thing
from indexer.graph.values import Here, Member, Name, Value

if TYPE_CHECKING:
    from indexer.graph.asking import Asking

Addition = tuple[str, int]  # a file and a scope in it
_MOST = 400  # files that may add members to a type


def begins(value: Value | None, at: int) -> bool:
    """Whether a path begins with the word at an offset."""
    while isinstance(value, Member):
        value = value.of
    return isinstance(value, Name) and value.at == at


def modules_at(meaning: Asking, path: str, here: Here) -> list[Thing]:
    """The module that a word like `crate`, `self` or `super` means."""
    scoping = meaning.sources.scoping(path)
    root = scoping.named_paths.roots.get(here.word) if scoping is not None and scoping.named_paths is not None else None
    if root == "top":
        return _led(meaning, path, here.word)
    if here.of is not None:
        things = meaning.evaluated(path, here.of)
        return [above for thing in things for above in _above(meaning, thing, here.word)] if root == "above" else things
    names = meaning.sources.names(path)
    scope = names.class_around(here.at, "namespace") if names is not None else -1
    if names is None or root is None:
        return []
    around: Thing = Module((path,), "")
    if scope >= 0:
        around = Kind(path, scope, names.scopes[scope].owner)
    return [around] if root == "here" else _above(meaning, around, here.word)


def _above(meaning: Asking, thing: Thing, word: str) -> list[Thing]:
    if isinstance(thing, Module):
        return _led(meaning, thing.files[0], word)
    names = meaning.sources.names(thing.path) if isinstance(thing, Kind) else None
    if names is None or not isinstance(thing, Kind) or thing.scope < 0:
        return []
    scope = names.class_around(names.scopes[thing.scope].span.start - 1, "namespace")
    return [Kind(thing.path, scope, names.scopes[scope].owner)] if scope >= 0 else [Module((thing.path,), "")]


def _led(meaning: Asking, path: str, word: str) -> list[Thing]:
    module = meaning.sources.lead(path, word).module
    return [] if module is None else [module]


def additions(meaning: Asking, kind: Kind) -> list[Addition]:
    """The scopes that add members to a type, those that do it for no other type's sake first."""
    place: Place = kind.path, kind.binding
    known = meaning.added.get(place)
    if known is not None:
        return known
    meaning.added[place] = []  # while they are looked for: a type that is known by its own members has none
    with meaning.apart():
        found = _found(meaning, place)
    if meaning.has_steps:
        meaning.added[place] = found
    else:
        del meaning.added[place]
    return found


def _found(meaning: Asking, place: Place) -> list[Addition]:
    binding = meaning.binding(place)
    found: list[Addition] = []
    for path in meaning.sources.adding(binding.name)[:_MOST] if binding.kind == "class" else ():
        names = meaning.sources.names(path)
        for scope in names.additions.get(binding.name, ()) if names is not None else ():
            assert names is not None
            things = meaning.evaluated(path, names.scopes[scope].adds)
            if any(isinstance(one, Kind) and (one.path, one.binding) == place for one in things):
                found.append((path, scope))
    return sorted(found, key=lambda one: bool(_bases(meaning, one)))


def _bases(meaning: Asking, addition: Addition) -> tuple[Value, ...]:
    names = meaning.sources.names(addition[0])
    return () if names is None else names.scopes[addition[1]].bases


def in_additions(meaning: Asking, kind: Kind, name: str, asked: Asked) -> Found:
    """A member that is added to a type: its own, else the first that it has for the sake of another."""
    for path, scope in additions(meaning, kind):
        found = meaning.held_in(path, scope, name, asked)
        if found:
            return Found(tuple((path, one) for one in found))
    return NOTHING


def bases_added(meaning: Asking, kind: Kind) -> list[Thing]:
    """The types whose members a type has by what is added to it."""
    scoping = meaning.sources.scoping(kind.path)
    if scoping is None or scoping.named_paths is None:
        return []
    found: list[Thing] = []
    for path, scope in additions(meaning, kind):
        for base in _bases(meaning, (path, scope)):
            found += meaning.evaluated(path, base)
            word = scoping.inherits_by.get(_last(base), "")
            targets = [meaning.things_of((path, one)) for one in meaning.held_in(path, scope, word, Asked(path))]
            found += [thing for things in targets for thing in things if isinstance(thing, Kind)]
    return found


def _last(value: Value) -> str:
    return value.name if isinstance(value, (Name, Member)) else ""
