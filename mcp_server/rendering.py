"""Compact answers: short keys, every path once, signatures and docs cut, and no more bytes than were asked for.

Items carry their path under `f`. When an answer is written, the paths go to a table `_f` and `f` becomes a place in
it; where all items are in one file, its path is said once. What does not fit is dropped from the end, and the answer
says what was left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from indexer.engine import decode, encode

Record = dict[str, Any]

BYTES_PER_TOKEN = 4
SIGNATURE = 120
DOC = 100
LINE = 160
_TIGHT = re.compile(r"\s*([:,(\[{=])\s*|\s*(->|=>)\s*")
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)")


def written(record: Record) -> str:
    return unicode(json.dumps(record, ensure_ascii=False, separators=(",", ":")))


def unicode(text: str) -> str:
    """A text that can be sent: names of files need not be Unicode, and the library ends with what is not."""
    return decode(encode(text))


def fitted(record: Record, key: str, tokens: int, total: int | None = None, at_least: bool = False) -> str:
    """A record whose list `key` is cut to fit. `total` is how many items there are, if more than are in the list.

    With `at_least` there may be still more.
    """
    items: Sequence[Record] = record[key]
    total = max(total or 0, len(items))
    low, high = 0, len(items)
    best = _with_table(record, key, items, total, at_least)
    if len(best.encode()) <= tokens * BYTES_PER_TOKEN:
        return best
    while low < high:
        middle = (low + high + 1) // 2
        if len(_with_table(record, key, items[:middle], total, at_least).encode()) <= tokens * BYTES_PER_TOKEN:
            low = middle
        else:
            high = middle - 1
    return _with_table(record, key, items[:low], total, at_least)


def _with_table(record: Record, key: str, items: Sequence[Record], total: int, at_least: bool) -> str:
    paths = list(dict.fromkeys(item["f"] for item in items if "f" in item))
    head: Record = {}
    if len(paths) == 1 and all("f" in item for item in items):
        head["f"] = paths[0]
        items = [{name: value for name, value in item.items() if name != "f"} for item in items]
    elif paths:
        head["_f"] = paths
        place = {path: at for at, path in enumerate(paths)}
        items = [{name: place[value] if name == "f" else value for name, value in item.items()} for item in items]
    made = {**head, **record, key: items}
    if len(items) < total:
        made |= {
            "truncated": True,
            "left_out": f"{total - len(items)} of {'at least ' if at_least else ''}{total} {key}",
        }
    return written(made)


def lines(first: int, last: int) -> int | str:
    """Rows as lines: a number, or the first and the last with a dash."""
    return first + 1 if first == last else f"{first + 1}-{last + 1}"


def signature(text: str) -> str:
    """A signature without the blanks that say nothing, at most 120 characters."""
    return cut(_TIGHT.sub(lambda match: match[1] or match[2], text[: 8 * SIGNATURE]), SIGNATURE)


def brief(doc: str) -> str:
    """The first sentence of a doc comment, or as much of it as fits, at most 100 characters."""
    first = " ".join(doc.strip().partition("\n\n")[0].split())
    sentence = _SENTENCE.match(first)
    return cut(sentence[1] if sentence else first, DOC)


def cut(text: str, most: int) -> str:
    """A text that ends at a word and with a sign that something is missing, if it is too long."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    at = kept.rfind(" ")
    return (kept[:at] if at > most // 2 else kept).rstrip() + "…"
