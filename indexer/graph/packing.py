"""Values and records of the graph as lists that can be written down, and back.

A record is a list that begins with the number of its class; defaults at its end are left out. Offsets are counted from
a base, so that what is written the same way in several places packs to the same.
"""

from __future__ import annotations

from typing import Any

from indexer.graph import values as _values
from indexer.graph.values import Here, Key, Literal, Name, Shared, Super, This
from indexer.model import Span

_TUPLE, _LIST, _DICT, _SET = -1, -2, -3, -4
_CLASSES: tuple[Any, ...] = (
    Span,
    *sorted(
        (
            one
            for one in vars(_values).values()
            if isinstance(one, type) and issubclass(one, tuple) and one.__module__ == _values.__name__
        ),
        key=lambda one: one.__name__,
    ),
)
_NUMBERS = {one: at for at, one in enumerate(_CLASSES)}
_OFFSETS: dict[Any, int] = {
    Name: 1,
    Here: 1,
    Shared: 1,
    Key: 2,
    This: 0,
    Super: 0,
    Literal: 0,
}  # fields that are offsets
_OFFSET_OF = [_OFFSETS.get(one, -1) for one in _CLASSES]


def size(name: str) -> int:
    """How many bytes a name has in a text."""
    return len(name) if name.isascii() else len(name.encode("utf-8", "surrogatepass"))


def packed(value: Any, base: int = 0) -> Any:
    if value is None or isinstance(value, str | int | bool):
        return value
    number = _NUMBERS.get(type(value))
    if number == 0:
        return [0, value.start - base, value.end - base]
    if number is not None:
        fields, defaults, offset = value._fields, value._field_defaults, _OFFSET_OF[number]
        end = len(fields)
        while end and fields[end - 1] in defaults and value[end - 1] == defaults[fields[end - 1]]:
            end -= 1
        return [number, *(one - base if at == offset else packed(one, base) for at, one in enumerate(value[:end]))]
    if isinstance(value, tuple):
        return [_TUPLE, *(packed(one, base) for one in value)]
    if isinstance(value, list):
        return [_LIST, *(packed(one, base) for one in value)]
    if isinstance(value, dict):
        return [_DICT, *([packed(key, base), packed(held, base)] for key, held in value.items())]
    assert isinstance(value, frozenset), type(value)
    return [_SET, *(packed(one, base) for one in sorted(value))]


def unpacked(value: Any, base: int = 0) -> Any:
    if type(value) is not list:
        return value
    number = value[0]
    if number == 0:
        return Span(value[1] + base, value[2] + base)
    if number == _DICT:
        return {unpacked(key, base): unpacked(held, base) for key, held in value[1:]}
    inside = [unpacked(one, base) if type(one) is list else one for one in value[1:]]
    if number > 0:
        if (offset := _OFFSET_OF[number]) >= 0:
            inside[offset] += base
        return _CLASSES[number](*inside)
    return inside if number == _LIST else tuple(inside) if number == _TUPLE else frozenset(inside)
