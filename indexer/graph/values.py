"""What an expression or a type is worth, as far as one file tells: a small tree of plain data, without nodes.

`values.py` makes it of a tree by the shapes of the language (`indexer/languages/scoping`); what it means in the
workspace is worked out later, in `meaning.py`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from indexer.languages.scoping import Scoping

_DEEPEST = 60  # expressions in expressions; what is deeper is not looked at


class Name(NamedTuple):
    """A name, as it is known at an offset."""

    name: str
    at: int
    sort: str = ""  # the kind of node that says what it can mean, in languages that tell such apart
    given: Given = None


class Member(NamedTuple):
    of: Value
    name: str
    sort: str = ""
    given: Given = None


class Call(NamedTuple):
    of: Value
    first: Value | None = None  # its first argument, where that tells what comes of it


class Instance(NamedTuple):
    of: Value


class Item(NamedTuple):
    of: Value
    key: bool = False


class Part(NamedTuple):
    """One of several values that are taken apart."""

    of: Value
    number: int


class Either(NamedTuple):
    of: tuple[Value, ...]


class Several(NamedTuple):
    of: tuple[Value, ...]


class Many(NamedTuple):
    """What holds others; its element and key are types, or values if it is a list."""

    element: Value | None
    key: Value | None = None
    typed: bool = True


class Holding(NamedTuple):
    """A type that is known to hold others wherever it is defined outside, and what it holds."""

    of: Value
    held: Value
    wraps: bool  # what it holds is one thing, whose members it has too


class Function(NamedTuple):
    result: Value | None


class Literal(NamedTuple):
    """A class without a name; where its scope begins."""

    start: int


class This(NamedTuple):
    at: int
    type: bool = False  # the type itself


class Here(NamedTuple):
    """The module around an offset or, of a module, the one that a word leads to."""

    word: str
    at: int
    of: Value | None = None


class Super(NamedTuple):
    at: int


class Keyword(NamedTuple):
    """A parameter of what is called."""

    of: Value
    name: str


class Key(NamedTuple):
    """A field of a literal of some type or, where that has none, a name."""

    of: Value
    name: str
    at: int
    label: bool = False  # it is compared with something: of a type from outside that may be a plain value, too


class Argument(NamedTuple):
    """What a function expects at a place among what it is called with."""

    of: Value
    number: int


class Outside(NamedTuple):
    """Something of a type that no workspace defines; where the language has a word for it, that."""

    type: str = ""


class Sum(NamedTuple):
    """What an operation makes of values: never one of them, but of a type that theirs tell."""

    of: tuple[Value, ...]


class Shared(NamedTuple):
    """A name that pages, style sheets and scripts share: a class, an id, a variable of a sheet."""

    name: str
    at: int
    space: str  # what it is a name of
    of: str = ""  # what it is asked of, as its reader says it


Value = (
    Name
    | Shared
    | Member
    | Call
    | Instance
    | Item
    | Part
    | Either
    | Several
    | Many
    | Function
    | Holding
    | Literal
    | This
    | Here
    | Super
    | Keyword
    | Key
    | Argument
    | Outside
    | Sum
)


Given = tuple[Value | None, ...] | None  # the arguments of a call


def result_of(value: Value) -> Value:
    """What a function gives whose result is of a type, or of several."""
    return Several(tuple(map(Instance, value.of))) if isinstance(value, Several) else Instance(value)


def text_of(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def parts_of(node: Node, parts: tuple[str | int, ...]) -> list[Node]:
    """The children that a shape speaks of."""
    if not parts:
        return node.named_children
    found = []
    for part in parts:
        child = node.child_by_field_name(part) if isinstance(part, str) else _numbered(node, part)
        if child is not None:
            found.append(child)
    return found


def _numbered(node: Node, number: int) -> Node | None:
    children = [child for child in node.named_children if not child.is_extra]
    return children[number] if -len(children) <= number < len(children) else None


class Values:
    """Makes values of the nodes of one tree."""

    def __init__(self, scoping: Scoping) -> None:
        self._scoping = scoping

    def of(self, node: Node | None, depth: int = 0) -> Value | None:
        """What a node is worth; None where nothing can be said."""
        if node is None or depth > _DEEPEST:
            return None
        kind = node.type
        if kind in self._scoping.identifiers:
            is_name = self._scoping.is_name
            return self.plain(node, depth) if is_name is None or is_name(node) else None
        if kind in self._scoping.paths:
            return Name(text_of(node), node.start_byte)
        shape = self._scoping.shapes.get(kind)
        if self._scoping.overloading is not None and (word := self._scoping.overloading.type_of(node)):
            return Outside(word)
        if shape is None:
            return None
        if shape.op == "module" or (shape.op == "this" and self._begins_path(node)):
            before = self._before(node, depth)
            return Here(text_of(node), node.start_byte, before) if before is None or shape.op == "module" else before
        if shape.op == "outside":
            return Outside()
        if shape.op == "scope":
            named = parts_of(node, shape.parts) if shape.parts else []
            return self.of(named[0], depth + 1) if named else Literal(node.start_byte)
        if shape.op == "this":
            return This(node.start_byte)
        if shape.op == "super":
            return Super(node.start_byte)
        parts = parts_of(node, shape.parts)
        if shape.op == "same" and not parts and self._scoping.named_paths is not None:
            return self._before(node, depth)  # `a::{*}`
        if shape.op == "member":
            if len(parts) == 1 and len(shape.parts) == 2 and parts[0].type in self._scoping.nested:
                return self.outermost(parts[0])
            return self._member(parts, depth)
        if shape.op == "invoke":
            return self._invoked(node, shape.parts, depth)
        made = [self.of(part, depth + 1) for part in parts]
        if shape.op == "several":  # a, b int
            counts = [max(1, len(part.children_by_field_name("name"))) for part in parts]
            made = [value for value, count in zip(made, counts, strict=True) for _ in range(count)]
        known = [value for value in made if value is not None]
        first = made[0] if made else None
        match shape.op:
            case "same":
                return Item(first) if first is not None and self._takes(node) else first
            case "declared":
                return _written_type(parts[0]) if parts and isinstance(first, Outside) else first
            case "list":
                return Many(first, None, typed=False)
            case "call":
                return self._call(node, first, depth)
            case "item":
                return self._item(node, first, depth)
            case "instance":
                return None if first is None else Instance(first)
            case "either":
                return known[0] if len(known) == 1 else Either(tuple(known)) if known else None
            case "several":
                if len(made) == 1:
                    return made[0]
                return Several(tuple(value if value is not None else Outside() for value in made))
            case "many":
                return _layers(node, first, made[1] if len(made) > 1 else None)
            case "array":
                return Instance(_layers(node, first))
            case "sum":
                return Sum(tuple(known))
            case "function":
                return Function(first)
            case "signature":
                return Function(None if first is None else result_of(first))
        return None

    def named(self, node: Node, sort: str = "", given: Given = None) -> Name | Member | This | Super:
        """What a plain name is worth."""
        name = self.spaced(node)
        if self._scoping.fields and name.startswith(self._scoping.fields):
            return Member(This(node.start_byte), name)
        if name in self._scoping.selves:
            return This(node.start_byte)
        if name in self._scoping.parents:
            return Super(node.start_byte)
        return Name(name, node.start_byte, sort, given)

    def plain(self, node: Node, depth: int = 0) -> Value:
        """What a name is worth that is not a member of what stands before it."""
        name = text_of(node)
        if name == self._scoping.own_type:
            return This(node.start_byte, type=True)
        before = self._before(node, depth)
        if before is not None:
            return Member(before, name, self.sort(node))
        return self.named(node, self.sort(node))

    def sort(self, node: Node) -> str:
        """How a name is asked for."""
        if self._scoping.sort_of is not None:
            return self._scoping.sort_of(node)
        return node.type if node.type in self._scoping.sorts else ""

    def _begins_path(self, node: Node) -> bool:
        """Whether a word that stands for an object elsewhere stands for a module: `self::name`, `use a::{self}`."""
        paths, parent = self._scoping.named_paths, node.parent
        if paths is None or parent is None:
            return False
        field = paths.parts.get(parent.type)
        return field is not None and (not field or parent.child_by_field_name(field) == node)

    def _before(self, node: Node, depth: int = 0) -> Value | None:
        """What stands before a path that is one of a list: `a::{b, c}`."""
        paths = self._scoping.named_paths
        inner, around = node, node.parent
        for _ in range(_DEEPEST):
            if paths is None or around is None or around.type not in paths.parts:
                break
            if around.type in paths.lists:
                before = around.child_by_field_name(paths.lists[around.type])
                if before is not None and before != inner:
                    return self.of(before, depth + 1)
            inner, around = around, around.parent
        return None

    def outermost(self, node: Node) -> Name:
        """A name that is not looked up in what is around it."""
        return Name(self._scoping.module_separator + text_of(node), node.start_byte, node.type)

    def spaced(self, node: Node) -> str:
        """A name with the space that it is looked up in."""
        return self.space(node) + text_of(node)

    def space(self, node: Node) -> str:
        if self._scoping.space_of is not None:
            return self._scoping.space_of(node)
        return self._scoping.spaces.get(node.parent.type, "") if self._scoping.spaces and node.parent else ""

    def _takes(self, node: Node) -> bool:
        return bool(self._scoping.taking) and node.child_count > 1 and node.children[0].type in self._scoping.taking

    def _member(self, parts: list[Node], depth: int) -> Value | None:
        value = self.of(parts[0], depth + 1) if parts else None
        for part in parts[1:]:
            if value is None:
                return None
            above = self._scoping.shapes.get(part.type)
            if part.type in self._scoping.signed:
                if part.parent is None or part.parent.type not in self._scoping.signed[part.type]:
                    return None  # the name is what a variable holds
                value = Member(value, text_of(part))
                continue
            if above is not None and above.op == "this":  # the object of a class around
                value = Instance(value)
            elif above is not None and above.op == "module":
                value = Here(text_of(part), part.start_byte, value)
            else:
                value = Member(value, self.spaced(part), self.sort(part))
        return value

    def _invoked(self, node: Node, parts: tuple[str | int, ...], depth: int) -> Value | None:
        of, name = (parts_of(node, (part,)) for part in parts)
        if not name or name[0].type in self._scoping.signed:
            return None
        given = self.given(node, depth + 1)
        if not of:
            return Call(Name(text_of(name[0]), name[0].start_byte, node.type, given))
        value = self.of(of[0], depth + 1)
        if value is not None and text_of(name[0]) == self._scoping.creates:
            return Instance(value)
        return None if value is None else Call(Member(value, text_of(name[0]), node.type, given))

    def given(self, node: Node, depth: int = 0) -> Given:
        """The arguments of a call, where functions of one name are told apart."""
        arguments = node.child_by_field_name("arguments") if node.type in self._scoping.sorts else None
        if arguments is None:
            return None
        return tuple(self.of(child, depth) for child in arguments.named_children if not child.is_extra)

    def _call(self, node: Node, called: Value | None, depth: int) -> Value | None:
        if called is None:
            return None
        if (
            isinstance(called, Member)
            and isinstance(called.of, (Name, Member))
            and f"{called.of.name}.{called.name}" in self._scoping.copies
        ):
            first = self.of(self._argument(node), depth + 1)
            return None if first is None else Call(called, first)
        if isinstance(called, Name):
            if called.name in self._scoping.supers:
                return Super(called.at)
            makes, copies = called.name in self._scoping.makers, called.name in self._scoping.copies
            if makes or copies:
                first = self.of(self._argument(node), depth + 1)
                return None if first is None else Call(called, Instance(first) if makes else first)
        if isinstance(called, Member) and called.name in self._scoping.numbering:
            return Many(Several((Outside(), Item(called.of))), typed=False)
        if isinstance(called, Name) and called.name in self._scoping.patterns.holders:
            return Many(self.of(self._argument(node), depth + 1), typed=False)
        return Call(called)

    @staticmethod
    def _argument(node: Node) -> Node | None:
        arguments = node.child_by_field_name("arguments")
        return arguments.named_children[0] if arguments is not None and arguments.named_children else None

    def _type(self, node: Node, depth: int) -> Value | None:
        """A type in brackets, which may be written in a string."""
        made = self.of(node, depth + 1)
        return _written_type(node) if isinstance(made, Outside) else made

    def _inside(self, inner: list[Node]) -> list[Node]:
        """The types in brackets, which may be in one node."""
        shape = self._scoping.shapes.get(inner[0].type) if len(inner) == 1 else None
        return inner[0].named_children if shape is not None and shape.op == "same" else inner

    def _parts(self, inner: list[Node], depth: int) -> Several | None:
        """The types of the parts of a tuple; None where it has any number of them."""
        each = self._inside(inner)
        if any(text_of(node) == "..." for node in each):
            return None
        kinds = [self._type(node, depth) for node in each]
        return Several(tuple(Name("", 0) if kind is None else Instance(kind) for kind in kinds))

    def _item(self, node: Node, of: Value | None, depth: int) -> Value | None:
        """Something in brackets: an element, or a type with what it is about."""
        if of is None:
            return None
        last = of.name if isinstance(of, (Name, Member)) else ""
        if last in self._scoping.unions:
            several = self._inside(node.named_children[1:])
            return Either(tuple(kind for one in several if (kind := self._type(one, depth)) is not None))
        if last in self._scoping.wrappers or last in self._scoping.containers or last in self._scoping.maps:
            inner = node.named_children[1:]
            if inner and inner[0].type in self._scoping.arguments:
                inner = inner[0].named_children
            if last in self._scoping.tuples and (parts := self._parts(inner, depth)) is not None:
                return parts
            kinds = [made for child in inner if (made := self.of(child, depth + 1)) is not None]
            about = kinds[0] if kinds else None
            held = Many(about) if last in self._scoping.containers else about
            if last in self._scoping.maps:
                held = Many(Several(tuple(map(Instance, kinds[:2]))), typed=False)
            may_be_own = self._scoping.arguments or self._scoping.containers_are_outside
            if may_be_own and held is not None:  # a workspace may have one of that name
                return Holding(of, held, last in self._scoping.wrappers)
            return held
        return Item(of)


def _layers(node: Node, element: Value | None, key: Value | None = None) -> Many:
    """What holds others, which may be such themselves: `int[][]`."""
    dimensions = node.children_by_field_name("dimensions")
    depth = sum(max(1, text_of(one).count("[")) for one in dimensions[:_DEEPEST])
    found = Many(element, key)
    for _ in range(min(depth, _DEEPEST) - 1):
        found = Many(found)
    return found


def _written_type(node: Node) -> Value:
    """A type that is written in a string, because its class is not there yet where it is written."""
    match = re.fullmatch(r"[\"']([A-Za-z_][\w.]*)[\"']", text_of(node))
    if match is None:
        return Outside()
    first, *rest = match[1].split(".")
    value: Value = Name(first, node.start_byte)
    for part in rest:
        value = Member(value, part)
    return value
