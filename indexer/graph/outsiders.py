"""Whether what comes from outside may be something of the workspace all the same.

What a function from elsewhere gives, and what something from elsewhere holds, is taken for something from elsewhere:
nearly always that is so. But `next(orders)` gives an order, and whoever renames what orders have must ask.
"""

from __future__ import annotations

from indexer.graph.meaning import Meaning
from indexer.graph.things import Asked, Beyond, Callable
from indexer.graph.values import Call, Either, Instance, Item, Member, Name, Part, Value

_DEEPEST = 8  # values of values


def may_be_inside(meaning: Meaning, path: str, value: Value | None, depth: int = 0) -> bool:
    """Whether a value that is thought to be from outside was only handed on there."""
    if value is None or depth > _DEEPEST:
        return False
    match value:
        case Call(of, first):
            if first is not None:
                return may_be_inside(meaning, path, first, depth + 1)
            things = meaning.evaluated(path, of)
            if any(isinstance(thing, Beyond) for thing in things):
                return True
            ours = [thing for thing in things if isinstance(thing, Callable) and thing.binding >= 0]
            given = [(one.path, meaning.binding((one.path, one.binding)).value) for one in ours]
            return any(may_be_inside(meaning, *one, depth + 1) for one in given)
        case Item(of) | Part(of):
            things = meaning.evaluated(path, of)
            return any(isinstance(thing, Beyond) for thing in things) or may_be_inside(meaning, path, of, depth + 1)
        case Either(several):
            return any(may_be_inside(meaning, path, each, depth + 1) for each in several)
        case Instance(of):
            return may_be_inside(meaning, path, of, depth + 1)
        case Name(name, at, sort, given_to):
            places = meaning.lookup(path, name, at, Asked(path, sort, given_to)).places
        case Member(of, name, sort, given_to):
            answers = meaning.of_each(meaning.evaluated(path, of), name, Asked(path, sort, given_to))
            places = tuple(place for _, found in answers for place in found.places)
            if not places:
                return may_be_inside(meaning, path, of, depth + 1)
        case _:
            return False
    return any(may_be_inside(meaning, place[0], meaning.binding(place).value, depth + 1) for place in places)
