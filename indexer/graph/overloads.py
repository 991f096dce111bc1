"""Which of several functions with one name is called: the one that takes what it is given.

Types are compared as far as they are written: those of the workspace by what they inherit from, those from outside by
their names and what the language says is above them. What is not known fits everything, and costs more than what is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from indexer.graph.asking import Asking
from indexer.graph.things import Asked, Found, Kind, Place
from indexer.graph.values import (
    Call,
    Either,
    Holding,
    Instance,
    Item,
    Literal,
    Many,
    Member,
    Name,
    Outside,
    Sum,
    This,
    Value,
)
from indexer.languages.scoping import Overloading

_UNKNOWN, _PERHAPS, _TOP = 5, 6, 9  # what it costs that a type is not known, may be another, or is the one above all
_BOXED, _SPREAD = 20, 100  # what it costs to put a value into an object, or several into one parameter
_DEEPEST = 12  # types above types, calls in calls


class Type(NamedTuple):
    """A type: a class of the workspace, or what one from outside is called."""

    name: str
    kind: Kind | None = None
    layers: int = 0  # how many times it is in an array
    stands: bool = False  # it stands for any type


class Overloads(Asking):
    """Tells functions of one name apart."""

    def chosen(self, found: Found, asked: Asked) -> tuple[Found, bool]:
        """Those of some functions that take what is given, the best first, and whether any of them does."""
        scoping = self.sources.scoping(asked.path)
        rules = scoping.overloading if scoping is not None else None
        if rules is None or not asked.given or not found.places:
            return found, True
        if not self.enters(("chosen", found.places, asked)):
            return found, True
        try:
            given = [self._type(asked.path, value, rules) for value in asked.given]
            costs = [(self._cost(place, given, rules), place) for place in found.places]
        finally:
            self._open.discard(("chosen", found.places, asked))
        able = [(cost, place) for cost, place in costs if cost is not None]
        if not able:
            return found, False
        least = min(cost for cost, _ in able)
        if None not in given:
            able = [each for each in able if each[0] == least]
        able.sort(key=lambda each: each[0])
        return found._replace(places=tuple(place for _, place in able)), True

    def _cost(self, place: Place, given: list[Type | None], rules: Overloading) -> int | None:
        """How far what is given is from what a function takes; None where it cannot be given."""
        binding = self.binding(place)
        takes = binding.takes
        if takes is None:
            return 0
        wanted = [self._written(place[0], value, rules) for value in takes]
        if len(given) == len(wanted) and binding.takes_more:
            costs = [self._distance(has, wants, rules) for has, wants in zip(given, [*wanted[:-1], None], strict=True)]
            last = wanted[-1]
            held = None if last is None else last._replace(layers=last.layers + 1)
            whole = self._distance(given[-1], held, rules)
            single = self._distance(given[-1], last, rules)
            few = [cost for cost in (whole, None if single is None else single + _SPREAD) if cost is not None]
            costs[-1] = min(few) if few else None
        else:
            spread = len(given) != len(wanted)
            if spread:
                wanted = [*wanted[:-1], *[wanted[-1]] * (len(given) - len(wanted) + 1)] if wanted else []
            if len(wanted) != len(given):
                return _SPREAD  # the last parameter is given nothing
            costs = [self._distance(has, wants, rules) for has, wants in zip(given, wanted, strict=True)]
            costs += [_SPREAD] if spread else []
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    def _distance(self, has: Type | None, wants: Type | None, rules: Overloading) -> int | None:
        """How far one type is from another that it can be given for; None where it cannot."""
        if has is None or wants is None:
            return _UNKNOWN
        if (has.name, has.kind, has.layers) == (wants.name, wants.kind, wants.layers):
            return 0
        plain = has.name in rules.boxes and not has.layers
        if wants.name in rules.boxes and not wants.layers:
            if plain:
                return _wider(has.name, wants.name, rules.widening)
            boxed = next((small for small, large in rules.boxes.items() if large == has.name), None)
            if boxed is None or has.layers or has.kind is not None:
                return None
            wider = 0 if boxed == wants.name else _wider(boxed, wants.name, rules.widening)
            return None if wider is None else _BOXED + wider
        if plain:
            boxed_to = self._distance(Type(rules.boxes[has.name]), wants, rules)
            return None if boxed_to is None else _BOXED + boxed_to
        if has.name == rules.nothing:
            return 0 if wants.layers or wants.name != rules.top else 1
        if has.name == rules.function:
            known = wants.name == rules.top or wants.name in rules.above or wants.layers
            return None if known and not wants.stands else _UNKNOWN
        if not wants.layers and (wants.stands or wants.name == rules.top):
            return _TOP + (has.layers > 0)
        if has.layers or wants.layers:
            if has.layers < wants.layers or not wants.layers:
                return _UNKNOWN if has.stands and not has.layers else None
            inner = has._replace(layers=has.layers - wants.layers)
            outer = wants._replace(layers=0)
            if (inner.name in rules.boxes and not inner.layers) or outer.name in rules.boxes:
                return 0 if inner == outer else None
            return self._distance(inner, outer, rules)
        if has.stands:
            return None
        return self._above(has, wants, rules)

    def _above(self, has: Type, wants: Type, rules: Overloading) -> int | None:
        """How many steps one class is below another."""
        row, seen, unknown = [has], {has}, False
        for steps in range(1, _DEEPEST):
            following: list[Type] = []
            for each in row:
                if each.kind is None:
                    above = rules.above.get(each.name)
                    unknown |= above is None
                    if wants.kind is None and wants.name in (above or ()):
                        return steps
                    continue
                bases = self._bases_written(each.kind, rules)
                unknown |= None in bases
                following += [base for base in bases if base is not None and base not in seen]
            if any((base.name, base.kind) == (wants.name, wants.kind) for base in following):
                return steps
            seen.update(following)
            row = following
        if wants.kind is not None and has.kind is None:
            return None  # what lies outside does not know the workspace
        return _PERHAPS if unknown else None

    def _bases_written(self, kind: Kind, rules: Overloading) -> list[Type | None]:
        names = self.sources.names(kind.path)
        bases = names.scopes[kind.scope].bases if names is not None and kind.scope >= 0 else ()
        return [self._written(kind.path, base, rules) for base in bases]

    def _written(self, path: str, value: Value | None, rules: Overloading, depth: int = 0) -> Type | None:
        """What a type is that is written in a file."""
        if depth > _DEEPEST:
            return None
        match value:
            case Outside(word):
                return Type(word) if word else None
            case Many(element):
                inner = self._written(path, element, rules, depth + 1)
                return None if inner is None else inner._replace(layers=inner.layers + 1)
            case Holding(of) | Item(of) | Instance(of):
                return self._written(path, of, rules, depth + 1)
            case Name(name) | Member(_, name):
                found = self.found(path, value)
                for place in found.places[:1]:
                    binding = self.binding(place)
                    if binding.kind == "generic":
                        bound = self._written(place[0], binding.value, rules, depth + 1)
                        return Type(f"{place}", stands=True) if bound is None else bound
                    if binding.kind == "class":
                        return Type(name, Kind(place[0], binding.inner, place[1]))
                return Type(name) if found.outside else None
        return None

    def _type(self, path: str, value: Value | None, rules: Overloading, depth: int = 0) -> Type | None:
        """The type of a value, as far as what it is made of says it."""
        if depth > _DEEPEST:
            return None
        match value:
            case Outside(word):
                return Type(word) if word else None
            case Instance(of):
                return self._written(path, of, rules, depth + 1)
            case Either(several) | Sum(several):
                kinds = [self._type(path, each, rules, depth + 1) for each in several]
                return _joined(kinds, rules, isinstance(value, Sum))
            case Item(of):
                whole = self._type(path, of, rules, depth + 1)
                return whole._replace(layers=whole.layers - 1) if whole is not None and whole.layers else None
            case This() | Literal():
                for thing in self.evaluated(path, value):
                    if isinstance(thing, Kind):
                        name = self.binding((thing.path, thing.binding)).name if thing.binding >= 0 else ""
                        return Type(name, thing._replace(instance=False))
                return None
            case Call(Member() as of):
                return self._result(path, of, rules, depth) or self._told(path, of, rules, depth)
            case Call(Name() as of):
                return self._result(path, of, rules, depth)
            case Name():
                return self._result(path, value, rules, depth)
            case Member(_, _, sort) if sort in rules.types or sort == "":
                return self._result(path, value, rules, depth) or self._told(path, value, rules, depth)
            case Member():
                return Type(rules.function)
        return None

    def _result(self, path: str, value: Name | Member, rules: Overloading, depth: int) -> Type | None:
        """The type that a variable has, or that a call of a function gives."""
        for place in self.found(path, value).places[:1]:
            binding = self.binding(place)
            if binding.kind == "class":
                return None
            kind = self._type(place[0], binding.value, rules, depth + 1)
            other = kind is not None and kind.stands and not isinstance(value, Name)
            return None if other else kind  # what stands for a type is told by who asks
        return None

    def _told(self, path: str, value: Member, rules: Overloading, depth: int) -> Type | None:
        """What a member of a type from outside gives, where the language says so."""
        of = self._type(path, value.of, rules, depth + 1) or self._written(path, value.of, rules, depth + 1)
        if of is not None and of.kind is not None:
            return None
        owner = of.name if of is not None else ""
        word = rules.results.get(f"{owner}.{value.name}", rules.results.get(value.name))
        if word is None:
            return None
        if not word:
            return of
        return Type(word.rstrip("[]"), layers=word.count("["))


def _wider(has: str, wants: str, widening: Mapping[str, tuple[str, ...]]) -> int | None:
    """How far a plain type is below a wider one."""
    wider = (has, *widening.get(has, ()))
    return wider.index(wants) if wants in wider else None


def _joined(kinds: list[Type | None], rules: Overloading, summed: bool) -> Type | None:
    """What an operation or a choice gives: a text if one is, else the widest of numbers."""
    known = [kind for kind in kinds if kind is not None and kind.name != rules.nothing]
    if summed and any(kind.name == rules.text and not kind.layers for kind in known):
        return Type(rules.text)
    numbers = [_unboxed(kind, rules) for kind in known]
    if len(numbers) == len(kinds) and all(number in rules.widening for number in numbers):
        numbers += [rules.least] if summed else []
        return Type(str(min(numbers, key=lambda number: len(rules.widening[str(number)]))))
    if summed:
        return None
    return known[0] if known else None


def _unboxed(kind: Type, rules: Overloading) -> str | None:
    if kind.layers or kind.kind is not None:
        return None
    return next((small for small, large in rules.boxes.items() if large == kind.name), kind.name)
