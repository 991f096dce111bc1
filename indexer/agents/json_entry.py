"""An entry in settings that are JSON: all around it stays as it is, comments, order, indentation and commas."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from indexer.agents.edit import Edit, Refused, newline_of
from indexer.agents.jsonc import Member, Unreadable, Value, read

_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/[ \t]*(?=\r?\n))?")
_OWN_LINE = re.compile(r"\r?\n[ \t]*\Z")


def found(text: str, path: Sequence[str]) -> object:
    """What stands at a path of names; None if nothing does."""
    value = _value(text)
    for name in path:
        member = value.member(name) if value else None
        if member is None:
            return None
        value = member.value
    return value.meaning if value else None


def added(text: str, path: Sequence[str], entry: object) -> list[Edit]:
    """What puts an entry at a path of names, whatever stands there."""
    value = _value(text)
    newline = newline_of(text)
    if value is None:
        gap = newline if text.strip("\ufeff") and not text.endswith("\n") else ""  # behind a comment
        return [Edit(len(text), "", gap + _written(_nested(path, entry), newline, "", "  ") + newline)]
    unit = _indentation(text, value) or "  "
    for depth, name in enumerate(path):
        if not isinstance(value.meaning, dict):
            where = f"`{'.'.join(path[:depth])}`" if depth else "what it holds"
            raise Refused(f"{where} is no object in braces")
        member = value.member(name)
        if member is None:
            return _inserted(text, value, name, _nested(path[depth + 1 :], entry), newline, unit, depth)
        value = member.value
    if value.meaning == entry:
        return []
    old = text[value.start : value.end]
    flat = "\n" not in old and "\n" not in text[: value.start]
    written = json.dumps(entry, ensure_ascii=False) if flat else _written(entry, newline, unit * len(path), unit)
    return [Edit(value.start, old, written)]


def removed(text: str, path: Sequence[str], with_parents: bool = False) -> list[Edit]:
    """What takes an entry out again, with the objects around it that have nothing else if those are ours too."""
    value = _value(text)
    objects: list[Value] = []
    for name in path:
        member = value.member(name) if value else None
        if value is None or member is None:
            return []
        objects.append(value)
        value = member.value
    depth = len(path) - 1
    while with_parents and depth > 0 and len(objects[depth].members) == 1:
        depth -= 1
    member = objects[depth].member(path[depth])
    assert member is not None
    return _cut(text, objects[depth], member)


def _value(text: str) -> Value | None:
    try:
        return read(text)
    except Unreadable as reason:
        raise Refused(f"it is no JSON: {reason}; mend that first") from None


def _nested(path: Sequence[str], entry: object) -> object:
    for name in reversed(path):
        entry = {name: entry}
    return entry


def _indentation(text: str, value: Value) -> str | None:
    """How far the first member of an object is indented; None where it begins no line."""
    if not value.members:
        return None
    start = value.members[0].start
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return line if line.strip() == "" and "\n" in text[value.start : start] else None


def _written(entry: object, newline: str, outer: str, unit: str) -> str:
    lines = json.dumps(entry, indent=unit, ensure_ascii=False).split("\n")
    return f"{newline}{outer}".join(lines)


def _inserted(text: str, value: Value, name: str, entry: object, newline: str, unit: str, depth: int) -> list[Edit]:
    key = json.dumps(name, ensure_ascii=False)
    inner = _indentation(text, value)
    if inner is None and value.members:  # all in one line
        member = f"{key}: {json.dumps(entry, ensure_ascii=False)}"
        if value.last_comma is not None:
            return [Edit(value.last_comma + 1, "", f" {member},")]
        return [Edit(value.members[-1].value.end, "", f", {member}")]
    inner = unit * (depth + 1) if inner is None else inner
    member = f"{newline}{inner}{key}: {_written(entry, newline, inner, unit)}"
    if not value.members:
        hollow = text[value.start + 1 : value.end - 1]
        if hollow.strip():  # a comment
            last = value.end - 1 - len(hollow) + len(hollow.rstrip())
            return [Edit(last, hollow[len(hollow.rstrip()) :], f"{member}{newline}{unit * depth}")]
        return [Edit(value.start + 1, hollow, f"{member}{newline}{unit * depth}")]
    if value.last_comma is not None:
        return [Edit(_line_end(text, value.last_comma + 1), "", f"{member},")]
    end = value.members[-1].value.end
    behind = _line_end(text, end)
    if behind == end:
        return [Edit(end, "", f",{member}")]
    return [Edit(end, "", ","), Edit(behind, "", member)]


def _line_end(text: str, at: int) -> int:
    """Behind a comment that follows in the same line."""
    match = _REST_OF_LINE.match(text, at)
    return match.end() if match and match.group().strip() else at


def _cut(text: str, value: Value, member: Member) -> list[Edit]:
    place = value.members.index(member)
    before = _OWN_LINE.search(text, value.start, member.start)
    start = before.start() if before else member.start
    end = member.value.end
    if place + 1 < len(value.members):
        comma = text.index(",", _skipped(text, end))
        blank = re.compile(r"[ \t]*").match(text, comma + 1)
        end = comma + 1 if before or blank is None else blank.end()
        return [Edit(start, text[start:end], "")]
    if value.last_comma is not None:
        end = value.last_comma + 1
        return [Edit(start, text[start:end], "")]
    if place == 0:
        end = value.end - 1 if not text[end : value.end - 1].strip() else end
        start = value.start + 1 if not text[value.start + 1 : start].strip() else start
        return [Edit(start, text[start:end], "")]
    comma = text.index(",", _skipped(text, value.members[place - 1].value.end))
    if before is None or not text[comma + 1 : start].strip():
        return [Edit(comma, text[comma:end], "")]
    return [Edit(comma, ",", ""), Edit(start, text[start:end], "")]


def _skipped(text: str, at: int) -> int:
    """Behind the comments that follow a value, in which there may be commas."""
    match = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL).match(text, at)
    return match.end() if match else at
