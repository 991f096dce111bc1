"""Kconfig: menus, choices and conditions stand at the margin around options that do, too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from indexer.extract.structure import Items, Spot
from indexer.syntax.recovery.strategy import AsParsed, End

_EDGE = re.compile(rb"\n(end)?(choice|if|menu)\b")  # of a text that begins with one more line end
_END_WORDS = frozenset((b"endchoice", b"endif", b"endmenu"))


class Kconfig(AsParsed):
    """Kconfig."""

    tells_names = True

    def named(self, data: bytes, items: Items) -> Items:
        """A word that ends something is no name, although it seems to be one where it stands alone."""
        return items._replace(mentions=[each for each in items.mentions if data[each[3] : each[4]] not in _END_WORDS])

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
    opened: Counter[bytes] = Counter()  # how many of each word
    for edge in _EDGE.finditer(b"\n" + layout):
        closes, word = edge.groups()
        if closes is None:
            around.append((word, edge.start()))
            opened[word] += 1
        elif opened[word]:
            while (last := around.pop())[0] != word:
                opened[last[0]] -= 1
            opened[word] -= 1
            found[last[1]] = End(edge.end() - 1, True)
    return found
