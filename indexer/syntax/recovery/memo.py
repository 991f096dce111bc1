"""What is known of parts of a text by their bytes.

Everything kept here is a function of its key, so a memo may be shared by all versions of a text and may forget at any
time. It holds what was of use lately, and no more than a few times the text it serves.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
_LEAST = 1 << 20  # bytes of keys


class Memo(Generic[Key, Value]):
    """A mapping that forgets what was not asked for while as much again was put in."""

    def __init__(self) -> None:
        self._young: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}
        self._size = 0

    def __contains__(self, key: Key) -> bool:
        return key in self._young or key in self._old

    def __getitem__(self, key: Key) -> Value:
        if key not in self._young:
            self._young[key] = self._old[key]
        return self._young[key]

    def get(self, key: Key) -> Value | None:
        if key not in self:
            return None
        return self[key]

    def put(self, key: Key, value: Value, size: int) -> Value:
        """Keeps a value; `size` is about what it takes."""
        self._young[key] = value
        self._size += size
        return value

    def forget(self, size: int) -> None:
        """Forgets what is old, if there is more than a text of this size needs."""
        if self._size > 4 * size + _LEAST:
            self._old, self._young = self._young, {}
            self._size = 0
