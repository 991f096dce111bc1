"""A small task queue, for the outline of every Python construct."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

MAX_RETRIES = 3
_default_delay: float = 0.5
first, second = 1, 2
low = high = 0
square = lambda x: x * x

try:
    import ujson as json

    FAST = True
except ImportError:
    import json

    FAST = False

type Handler[T] = Callable[[T], None]


@dataclasses.dataclass(frozen=True)
class Task:
    """One unit of work."""

    name: str
    retries: int = MAX_RETRIES
    LOW, HIGH = "low", "high"

    class Failed(Exception):
        pass

    @property
    def label(self) -> str:
        return f"{self.name} ({self.retries})"

    @label.setter
    def label(
        self,
        value: str,
    ) -> None:
        self.name = value

    async def run(self, handler: Handler[Task]) -> None:
        def attempt() -> bool:
            handler(self)
            return True

        for _ in range(self.retries):
            if attempt():
                break
        # Nobody is told when every attempt fails.


def main() -> None:
    local = 1
    print(json, local)


if __name__ == "__main__":
    main()
