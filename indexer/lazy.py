"""An attribute that is worked out when it is first asked for, and kept.

`functools.cached_property` of Python 3.11 holds a lock meanwhile, one for all objects of a class: a search that parses
a text would hold up the key that asks the same of another text. There is none here, as there is none in later versions
of Python, and that is twice as fast. Two threads that ask for the same at once may both work it out, so it has to be a
function of its object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):
    """Makes a method such an attribute. Its object has a `__dict__`, where others may look whether it was asked for."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> T | Self:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._make(instance)
        return value
