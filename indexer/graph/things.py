"""What a value can be in a workspace, and what a name leads to: the words that `meaning.py` answers with."""

from __future__ import annotations

from typing import NamedTuple

from indexer.graph.sources import Module
from indexer.graph.values import Given, Many, Several, Value

Place = tuple[str, int]  # a file and the number of a binding in it


class Kind(NamedTuple):
    """A class or another type, or something of it."""

    path: str
    scope: int  # -1 where it has none
    binding: int  # -1 where it has no name
    instance: bool = False


class Callable(NamedTuple):
    """A function: a binding, or one without a name that gives `result`."""

    path: str
    binding: int
    result: Value | None = None


class Held(NamedTuple):
    """Values that belong together, to be told apart by whoever takes one."""

    path: str
    value: Many | Several


class Above(NamedTuple):
    """What a class inherits from, whatever that is."""

    kind: Kind


class Beyond(NamedTuple):
    """Something that no file of the workspace defines."""


Thing = Kind | Callable | Held | Module | Above | Beyond


class Found(NamedTuple):
    """What a name leads to."""

    places: tuple[Place, ...] = ()
    modules: tuple[Module, ...] = ()
    outside: bool = False  # it is, or may be, defined where no file of the workspace is

    def __bool__(self) -> bool:
        return bool(self.places or self.modules or self.outside)


class Asked(NamedTuple):
    """How a name is asked for: by what kind of node and, if it is called, with what."""

    path: str = ""
    sort: str = ""
    given: Given = None


ANY = Asked()
NOTHING = Found()
OUTSIDE = Found(outside=True)


def joined(several: list[Found]) -> Found:
    places = tuple(dict.fromkeys(place for found in several for place in found.places))
    modules = tuple(dict.fromkeys(module for found in several for module in found.modules))
    return Found(places, modules, any(found.outside for found in several))
