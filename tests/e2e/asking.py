"""What the tests ask of a running server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.e2e.wire import Wire
from tests.patience import PATIENCE


def eventually(check: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Waits until something is so."""
    until = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.05)
    return found


def names(wire: Wire, query: str) -> list[str]:
    return [symbol["name"] for symbol in wire.request("workspace/symbol", {"query": query})]


def hits(wire: Wire, query: str) -> list[tuple[str, int]]:
    found = wire.request("outcrop/search", {"query": query})
    assert found["problems"] == []
    return [
        (hit["location"]["uri"].rpartition("/")[2], hit["location"]["range"]["start"]["line"]) for hit in found["hits"]
    ]
