"""An entry in settings that are YAML: lines below a name that stands at the left margin. Nothing else is touched.

Only what is certain from the lines alone is edited: at the margin there is neither a text nor a list, so a name there
is one of the outermost mapping.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from indexer.agents.edit import Edit, Refused, newline_of

_MARGIN = re.compile(r"^[^\s#].*$", re.MULTILINE)
_NAME = re.compile(r"[\w-]+:(?:[ \t].*)?\r?")


def found(text: str, path: Sequence[str]) -> object:
    """The lines of an entry; None if there is none."""
    outer, name = path
    block = _block(text, outer)
    if block is None:
        return None
    place = _entry(text, block, name)
    return text[place[0] : place[1]] if place else None


def added(text: str, path: Sequence[str], entry: Mapping[str, object]) -> list[Edit]:
    """What puts an entry below a name, whatever stands there."""
    outer, name = path
    newline = newline_of(text)
    block = _block(text, outer)
    indent = _indentation(text, block) if block else "  "
    lines = [f"{indent}{name}:", *(f"{indent * 2}{key}: {_flow(value)}" for key, value in entry.items())]
    written = newline.join([*lines, ""])
    if block is None:
        gap = "" if not text or text.endswith("\n") else newline
        return [Edit(len(text), "", f"{gap}{outer}:{newline}{written}")]
    place = _entry(text, block, name)
    if place is None:
        gap = "" if text[block[0] - 1 : block[0]] == "\n" else newline
        return [Edit(block[0], "", gap + written)]
    old = text[place[0] : place[1]]
    return [] if old == written else [Edit(place[0], old, written)]


def removed(text: str, path: Sequence[str], with_parents: bool = False) -> list[Edit]:
    """What takes an entry out again, with the name above it if that is ours too and has nothing else."""
    outer, name = path
    block = _block(text, outer)
    place = _entry(text, block, name) if block else None
    if block is None or place is None:
        return []
    start = place[0]
    if with_parents and not text[block[0] : place[0]].strip() and not text[place[1] : block[1]].strip():
        start = text.rfind("\n", 0, block[0] - 1) + 1
    return [Edit(start, text[start : place[1]], "")]


def _flow(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)  # JSON is YAML


def _block(text: str, outer: str) -> tuple[int, int] | None:
    """Where the lines below a name at the margin begin and end."""
    heads = list(_MARGIN.finditer(text.removeprefix("\ufeff")))
    shift = len(text) - len(text.removeprefix("\ufeff"))
    place: tuple[int, int] | None = None
    for number, head in enumerate(heads):
        line = head.group()
        if not _NAME.fullmatch(line):
            raise Refused(f"`{line.strip()[:40]}` at the margin is not read here; change the file by hand")
        if line.partition(":")[0] != outer:
            continue
        rest = line.partition(":")[2].strip()
        if place is not None or (rest and not rest.startswith("#")):
            raise Refused(f"`{outer}` is written in a way that is not edited here; change it by hand")
        end = heads[number + 1].start() if number + 1 < len(heads) else len(text) - shift
        place = min(head.end() + 1, len(text) - shift) + shift, end + shift
    return place


def _indentation(text: str, block: tuple[int, int]) -> str:
    for line in text[block[0] : block[1]].splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            indent = line[: len(line) - len(line.lstrip())]
            if "\t" in indent or line.lstrip().startswith("-"):
                raise Refused("its lines are indented in a way that is not edited here; change it by hand")
            return indent
    return "  "


def _entry(text: str, block: tuple[int, int], name: str) -> tuple[int, int] | None:
    """Where an entry's lines begin and end: its head, and all that is indented further."""
    indent = _indentation(text, block)
    start: int | None = None
    end = at = block[0]
    for line in text[block[0] : block[1]].splitlines(keepends=True):
        bare = line.strip()
        depth = len(line) - len(line.lstrip())
        if start is not None and bare and depth <= len(indent):
            break
        if start is None and depth == len(indent) and bare in (f"{name}:", f'"{name}":', f"'{name}':"):
            start = at
        at += len(line)
        if bare:
            end = at
    return None if start is None else (start, end)
