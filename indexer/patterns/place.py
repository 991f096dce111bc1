"""A place in which a snippet of code can stand, as code to put around it."""

from __future__ import annotations

import re
from dataclasses import dataclass

Context = tuple[str, str]  # what was put before and after
_AMONG_STATEMENTS = re.compile(r"(?:^|[{}>]\s*|\n\s*|<\?php )\Z")


@dataclass(frozen=True, slots=True)
class Place:
    """What to put before and after a snippet.

    `styles` is how its metavariables look there besides the usual way, `kinds` what it can be there, if not anything.
    """

    before: str
    after: str
    styles: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    is_list: bool = True  # whether several things can stand here one after the other


@dataclass(frozen=True, slots=True)
class Contexts:
    """The places of a language and the endings that a snippet in them may lack."""

    whole: tuple[Place, ...]
    part: tuple[Place, ...]
    endings: tuple[str, ...]


NOWHERE = Contexts((), (), ())  # a snippet is all there is of a text


def whole(*items: Context | Place) -> tuple[Place, ...]:
    """Places for something whole. Statements can follow each other, an expression or a type is alone."""
    return tuple(
        item if isinstance(item, Place) else Place(*item, is_list=_AMONG_STATEMENTS.search(item[0]) is not None)
        for item in items
    )


def parts(*items: Context | Place) -> tuple[Place, ...]:
    """Places for parts of something."""
    return tuple(item if isinstance(item, Place) else Place(*item) for item in items)


def inside(before: str, after: str, *kinds: str) -> Place:
    """A place inside of a string or other text, which can hold nodes of some kinds."""
    return Place(before, after, kinds=kinds, is_list=False)
