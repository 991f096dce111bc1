"""Kconfig: menus, choices and conditions stand at the margin around options that do, too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from indexer.extract.structure import Items, Spot
from indexer.syntax.recovery.strategy import AsParsed, End

_EDGE = re.compile(rb"\n(end)?(choice|if|menu)\b")  # of a text that begins with one more line end


class Kconfig(AsParsed):
    """Kconfig."""

    def without_containers(self, data: bytes) -> tuple[bytes, Items | None]:
        """Conditions, which are nothing to the grammar without their end."""
        found = [(at, end.at) for at, end in _ends(data).items() if data.startswith(b"if", at)]
        spots = [Spot(low, high, kind, low, True, high) for low, high in found for kind in ("block.if", "fold")]
        return data, Items([], spots) if spots else None

    def ends(self, layout: bytes) -> Mapping[int, End]:
        return _ends(layout)


@lru_cache(2)
def _ends(layout: bytes) -> dict[int, End]:
    """Where each of them ends."""
    found: dict[int, End] = {}
    around: list[tuple[bytes, int]] = []  # what has not ended: its word, and where it begins
    for edge in _EDGE.finditer(b"\n" + layout):
        if edge[1] is None:
            around.append((edge[2], edge.start()))
            continue
        at = next((at for at in range(len(around) - 1, -1, -1) if around[at][0] == edge[2]), None)
        if at is not None:
            found[around[at][1]] = End(edge.end() - 1, True)
            del around[at:]
    return found
