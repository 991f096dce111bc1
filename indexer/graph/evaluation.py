"""What a value is: the things that an expression may stand for."""

from __future__ import annotations

from indexer.graph.additions import modules_at
from indexer.graph.asking import Asking
from indexer.graph.names import FILE, Binding
from indexer.graph.things import NOTHING, Above, Asked, Beyond, Callable, Found, Held, Kind, Place, Thing
from indexer.graph.values import (
    Argument,
    Call,
    Either,
    Function,
    Here,
    Holding,
    Instance,
    Item,
    Key,
    Keyword,
    Literal,
    Many,
    Member,
    Name,
    Outside,
    Part,
    Several,
    Shared,
    Sum,
    Super,
    This,
    Value,
)
from indexer.model import Span

_MOST = 12  # things that one value may be


class Evaluation(Asking):
    """Works out values."""

    def things_of(self, place: Place) -> tuple[Thing, ...]:
        """What a binding is worth."""
        known = self._things.get(place)
        if known is not None:
            return known
        if not self.enters(place):
            return ()
        try:
            found = tuple(self._worth(place))[:_MOST]
        finally:
            self._open.discard(place)
        if self._steps >= 0 and not self._open:
            self._things[place] = found
        return found

    def _worth(self, place: Place) -> list[Thing]:
        path, at = place
        binding = self.binding(place)
        match binding.kind:
            case "class" | "namespace":
                return [Kind(path, binding.inner, at)]
            case "variant":  # it has fields, is one of its type, and may be called to make one
                own = [Kind(path, binding.inner, at, instance=True)] if binding.inner >= 0 else []
                return [*own, *self.evaluated(path, binding.value), Callable(path, at)]
            case "forward":
                found = self.followed(place)
                return [] if found.places == (place,) else self.of_found(found)
            case "function" | "method" | "static" | "classmethod" | "signature" | "prototype":
                return [Callable(path, at)]
            case "property":
                return self.evaluated(path, binding.value)
            case "import" | "export":
                return self.of_found(self.followed(place))
            case "module":
                lead = self.sources.lead(path, binding.module) if binding.module else None
                return [Beyond()] if lead is None or lead.module is None else [lead.module]
            case "self":
                return self._self(path, binding)
        return self.evaluated(path, binding.value)

    def _self(self, path: str, binding: Binding) -> list[Thing]:
        names = self.sources.names(path)
        assert names is not None
        function = names.scopes[binding.scope]
        owner = names.bindings[function.owner] if function.owner >= 0 else None
        if owner is not None and owner.kind == "static":
            return []
        around = names.scopes[function.parent]
        return [Kind(path, function.parent, around.owner, instance=owner is None or owner.kind != "classmethod")]

    def of_found(self, found: Found) -> list[Thing]:
        places = found.places
        if len(places) > 1:  # the ways to call a function count in their order, and before the function itself
            ways = [place for place in places if self.binding(place).kind == "signature"]
            places = tuple(sorted(ways)) or places
            scoping = self.sources.scoping(places[0][0])
            if scoping is not None and scoping.reopened and self.binding(places[0]).kind == "class":
                places = places[:1]  # all that open it have the same members
        things: list[Thing] = [thing for place in places for thing in self.things_of(place)]
        things += found.modules
        return [*things, Beyond()] if found.outside else things

    def evaluated(self, path: str, value: Value | None) -> list[Thing]:
        """What a value in a file is worth."""
        if value is None or not self.enters((path, value)):
            return []
        try:
            return list(dict.fromkeys(self._evaluated(path, value)))[:_MOST]
        finally:
            self._open.discard((path, value))

    def _evaluated(self, path: str, value: Value) -> list[Thing]:
        match value:
            case Outside() | Sum():
                return [Beyond()]
            case Shared():
                return []
            case Name(name, at, sort, given):
                asked = Asked(path, sort, given)
                return self.of_found(self.meant(self.lookup(path, name, at, asked), asked))
            case Member(of, name, sort, given):
                asked = Asked(path, sort, given)
                things = self.evaluated(path, of)
                if not things:
                    return self.of_found(self.by_path(path, value))
                return [thing for _, found in self.of_each(things, name, asked) for thing in self.of_found(found)]
            case Call(of, first):
                if first is not None:
                    return self.evaluated(path, first)
                if isinstance(of, Member):
                    held = self._given_by(path, of)
                    if held:
                        return held
                things = [thing for each in self.evaluated(path, of) for thing in self._called(each)]
                if isinstance(of, Member) and all(isinstance(thing, Beyond) for thing in things):
                    return self._kept_by(path, of) or things
                return things
            case Instance(of):
                return [
                    thing._replace(instance=True) if isinstance(thing, Kind) else thing
                    for thing in self.evaluated(path, of)
                ]
            case Item(of, key):
                scoping = self.sources.scoping(path)
                things = self.evaluated(path, of)
                if scoping is not None and scoping.arguments:  # what holds something of ours may be from outside
                    things = [thing for thing in things if not isinstance(thing, Beyond)]
                return [thing for each in things for thing in self._item(each, key)]
            case Part(of, number):
                return [thing for each in self.evaluated(path, of) for thing in self._part(each, number)]
            case Either(several):
                return [thing for each in several for thing in self.evaluated(path, each)]
            case Many() | Several():
                return [Held(path, value)]
            case Holding():
                return self._holding(path, value)
            case Function(result):
                return [Callable(path, -1, result)]
            case Literal(start):
                names = self.sources.names(path)
                scope = names.literals.get(start, -1) if names is not None else -1
                return [Kind(path, scope, -1)] if scope >= 0 else []
            case This(at, kind):
                return self._this(path, at, kind)
            case Super(at):
                return self.around(path, at, above=True)
            case Here():
                return modules_at(self, path, value)
            case Argument(of, number):
                return [thing for each in self.evaluated(path, of) for thing in self._expected(each, number)]
            case Keyword() | Key():
                return []

    def by_path(self, path: str, value: Value) -> Found:
        """What a path means that is written out where a name is expected: its first word means nothing else."""
        scoping = self.sources.scoping(path)
        words: list[str] = []
        while isinstance(value, Member):
            words.append(value.name)
            value = value.of
        if scoping is None or not scoping.class_is_module or not isinstance(value, Name) or not value.name:
            return NOTHING
        if self.lookup(path, value.name, value.at, Asked(path, value.sort)):
            return NOTHING
        return self.qualified(path, scoping.module_separator.join([value.name, *reversed(words)]))

    def _given_by(self, path: str, of: Member) -> list[Thing]:
        """What a call of something that holds others gives, if that is one of them."""
        scoping = self.sources.scoping(path)
        if scoping is None or of.name not in scoping.givers:
            return []
        held = [thing for thing in self.evaluated(path, of.of) if isinstance(thing, Held)]
        return [thing for each in held for thing in self._item(each, key=False)]

    def _kept_by(self, path: str, of: Member) -> list[Thing]:
        """What a call gives that gives what it is asked of, in one form or another."""
        scoping = self.sources.scoping(path)
        if scoping is None or (of.name not in scoping.keepers and of.name not in scoping.valued):
            return []
        things = self.evaluated(path, of.of)
        if of.name in scoping.valued:
            pairs = [each for thing in things if isinstance(thing, Held) for each in self._item(thing, key=False)]
            values = [
                (one.path, one.value.of) for one in pairs if isinstance(one, Held) and isinstance(one.value, Several)
            ]
            if values:
                return [Held(where, Many(several[-1], typed=False)) for where, several in values]
        kept = of.name in scoping.keepers
        return [thing for thing in things if kept and not isinstance(thing, Beyond)]

    def _this(self, path: str, at: int, kind: bool) -> list[Thing]:
        """The object around, or its type: where a scope adds members to a type, that, and else the scope."""
        names = self.sources.names(path)
        scope = names.class_around(at) if names is not None else -1
        while names is not None and scope > FILE and names.scopes[scope].owner >= 0:
            if names.bindings[names.scopes[scope].owner].kind != "variant":
                break
            scope = names.scopes[scope].parent
        if names is None or scope < 0:
            return []
        adds = names.scopes[scope].adds
        known = [] if adds is None else [one for one in self.evaluated(path, adds) if isinstance(one, Kind)]
        own = Kind(path, scope, names.scopes[scope].owner, instance=not kind)
        return [one._replace(instance=not kind) for one in known] or [own]

    def around(self, path: str, at: int, above: bool) -> list[Thing]:
        names = self.sources.names(path)
        scope = names.class_around(at) if names is not None else -1
        if names is None or scope < 0:
            return []
        scoping = self.sources.scoping(path)
        if not above:
            instance = True
            if scoping is not None and scoping.reopened:
                function = names.function_around(at)
                instance = function is not None and function.space != scoping.class_space
            return [Kind(path, scope, names.scopes[scope].owner, instance)]
        if scoping is not None and scoping.reopened:
            return [Above(thing) for thing in self.around(path, at, above=False) if isinstance(thing, Kind)]
        found = [thing for base in names.scopes[scope].bases for thing in self.evaluated(path, base)]
        return [thing._replace(instance=True) if isinstance(thing, Kind) else thing for thing in found] or [Beyond()]

    def _called(self, thing: Thing) -> list[Thing]:
        if isinstance(thing, Beyond):
            return [thing]
        if isinstance(thing, Callable):
            if thing.binding < 0:
                return self.evaluated(thing.path, None if thing.result is None else _instance(thing.result))
            return self.evaluated(thing.path, self.binding((thing.path, thing.binding)).value)
        if isinstance(thing, Kind):
            if not thing.instance:
                return [thing._replace(instance=True)]
            under = self.underlying(thing)
            if under:
                return [result for each in under for result in self._called(each)]
            return [
                result
                for place in self.member(thing, "__call__").places
                for each in self.things_of(place)
                for result in self._called(each)
            ]
        return []

    def _expected(self, thing: Thing, number: int) -> list[Thing]:
        """What a function takes at a place among its parameters."""
        if isinstance(thing, Kind) and not thing.instance:
            scoping = self.sources.scoping(thing.path)
            makers = [self.of_kind(thing, name) for name in (scoping.constructors if scoping is not None else ())]
            found = [each for maker in makers for place in maker.places for each in self.things_of(place)]
            return [each for one in found if isinstance(one, Callable) for each in self._expected(one, number)]
        names = self.sources.names(thing.path) if isinstance(thing, Callable) and thing.binding >= 0 else None
        if names is None or not isinstance(thing, Callable):
            return [thing] if isinstance(thing, Beyond) else []
        inner = names.bindings[thing.binding].inner
        taken: dict[Span, int] = {}  # by what declares a parameter, its first name
        for at in sorted(one for bound in names.in_scope.get(inner, {}).values() for one in bound):
            if names.bindings[at].kind == "parameter":
                taken.setdefault(names.bindings[at].whole, at)
        if number >= len(taken):
            return []
        parameter = names.bindings[list(taken.values())[number]]
        value = parameter.value
        if isinstance(value, Member) and isinstance(value.of, Instance):  # it takes apart what it is given
            value = value.of
        return self.evaluated(thing.path, value)

    def underlying(self, kind: Kind) -> list[Thing]:
        """What a type is made of that is no class by itself."""
        if kind.binding < 0:
            return []
        value = self.binding((kind.path, kind.binding)).value
        return [each for each in self.evaluated(kind.path, value) if each != kind]

    def _item(self, thing: Thing, key: bool) -> list[Thing]:
        if isinstance(thing, Held):
            if isinstance(thing.value, Many):
                value = thing.value.key if key else thing.value.element
                if key and thing.value.key is None:
                    return [Beyond()]
                return self.evaluated(
                    thing.path, _instance(value) if thing.value.typed and value is not None else value
                )
            return [each for value in thing.value.of[:_MOST] for each in self.evaluated(thing.path, value)]
        if isinstance(thing, Kind):
            if not thing.instance:
                return [thing]
            under = [each for base in self.underlying(thing) for each in self._item(base, key)]
            return under
        return [thing] if isinstance(thing, (Beyond, Callable)) else []

    def _holding(self, path: str, value: Holding) -> list[Thing]:
        """Something of a type that only holds another, unless the workspace has a type of that name."""
        own = [thing for thing in self.evaluated(path, value.of) if isinstance(thing, Kind)]
        return [*own] if own and not value.wraps else [*own, *self.evaluated(path, value.held)]

    def _part(self, thing: Thing, number: int) -> list[Thing]:
        if isinstance(thing, Held) and isinstance(thing.value, Several):
            parts = thing.value.of
            return self.evaluated(thing.path, parts[number]) if number < len(parts) else []
        if isinstance(thing, Held) and isinstance(thing.value, Many) and not thing.value.typed:
            return self._item(thing, key=False)
        return [thing] if number == 0 or isinstance(thing, Beyond) else [Beyond()]


def _instance(value: Value) -> Value:
    return value if isinstance(value, Instance) else Instance(value)
