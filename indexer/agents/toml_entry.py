"""An entry in settings that are TOML: a table at the end of the file. All before it stays as it is.

What a text means before and after is told by `tomllib`; an edit that changes anything but the entry is not made.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from indexer.agents.edit import Edit, Refused, applied, newline_of

_HEADER = re.compile(r"^[ \t]*\[.*$", re.MULTILINE)


def found(text: str, path: Sequence[str]) -> object:
    """What stands at a path of names; None if nothing does."""
    value: object = _meaning(text)
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def added(text: str, path: Sequence[str], entry: Mapping[str, object]) -> list[Edit]:
    """What puts an entry at a path of names, whatever stands there."""
    if found(text, path) == entry:
        return []
    newline = newline_of(text)
    lines = [
        f"[{'.'.join(path)}]",
        *(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items()),
    ]
    edits = removed(text, path)
    end = len(text)
    gap = "" if not text.strip("\ufeff") else newline if text.endswith("\n") else newline * 2
    if edits and edits[-1].at + len(edits[-1].old) == end:  # what is replaced was the last
        last = edits.pop()
        edits.append(Edit(last.at, last.old, newline.join([*lines, ""])))
    else:
        edits.append(Edit(end, "", gap + newline.join([*lines, ""])))
    expected = _without(_meaning(text), path)
    _put(expected, path, dict(entry))
    return _proved(text, edits, expected)


def removed(text: str, path: Sequence[str], with_parents: bool = False) -> list[Edit]:
    """What takes an entry out again. The tables around it are not written by themselves, so there are none to take."""
    before = _meaning(text)
    if found(text, path) is None:
        return []
    name = re.escape(".".join(path))
    ours = re.compile(rf"[ \t]*\[{name}(?:\.[^\]\r\n]+)?\][ \t]*(?:#.*)?\r?$")
    headers = list(_HEADER.finditer(text))
    edits: list[Edit] = []
    for number, header in enumerate(headers):
        if ours.match(header.group()):
            end = headers[number + 1].start() if number + 1 < len(headers) else len(text)
            edits.append(Edit(header.start(), text[header.start() : end], ""))
    return _proved(text, edits, _without(before, path))


def _meaning(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise Refused(f"it is no TOML: {error}; mend that first") from None


def _without(meaning: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    left = dict(meaning)
    inner = left.get(path[0])
    if isinstance(inner, dict):
        if len(path) > 1:
            inner = _without(inner, path[1:])
        if len(path) == 1 or not inner:
            del left[path[0]]
        else:
            left[path[0]] = inner
    elif inner is not None and len(path) == 1:
        del left[path[0]]
    return left


def _put(meaning: dict[str, Any], path: Sequence[str], entry: object) -> None:
    for name in path[:-1]:
        inner = meaning.get(name)
        meaning[name] = dict(inner) if isinstance(inner, dict) else {}
        meaning = meaning[name]
    meaning[path[-1]] = entry


def _proved(text: str, edits: list[Edit], expected: dict[str, Any]) -> list[Edit]:
    try:
        made = tomllib.loads(applied(text, edits).removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        made = None
    if made is None or _pruned(made) != _pruned(expected):
        raise Refused("its entry for this is written in a way that is not edited here; change it by hand")
    return edits


def _pruned(meaning: dict[str, Any]) -> dict[str, Any]:
    """Without tables that hold nothing: a header above which others were taken away stays or goes with them."""
    return {name: value for name, value in meaning.items() if value != {}}
