"""JSON as programs keep their settings in: with comments and trailing commas, and with the place of every member.

`json` tells what a text means and not where it says so, and it knows no comments. Nothing is changed here.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

_BLANK = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_PLAIN = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
_DEEPEST = 100


class Unreadable(Exception):
    """Why a text is not read, and in which line."""


@dataclass(frozen=True)
class Value:
    """A value: where it begins and ends, and what it means."""

    start: int
    end: int
    meaning: object
    members: tuple[Member, ...] = ()
    last_comma: int | None = None  # where the comma behind the last member is, if there is one

    def member(self, name: str) -> Member | None:
        return next((member for member in self.members if member.name == name), None)


@dataclass(frozen=True)
class Member:
    """A name and its value in an object."""

    name: str
    start: int
    value: Value


def read(text: str) -> Value | None:
    """The value that a text holds; None if it holds nothing but blanks. Unreadable, with the reason."""
    reader = _JsoncReader(text)
    at = reader.blank(0)
    if at == len(text):
        return None
    value = reader.value(at, 0)
    rest = reader.blank(value.end)
    if rest != len(text):
        raise reader.wrong(rest, "something follows its end")
    return value


class _JsoncReader:
    def __init__(self, text: str) -> None:
        self._text = text

    def wrong(self, at: int, what: str) -> Unreadable:
        return Unreadable(f"{what} (line {self._text.count(chr(10), 0, at) + 1})")

    def blank(self, at: int) -> int:
        """Where blanks and comments that begin here end."""
        found = _BLANK.match(self._text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> Value:
        if depth > _DEEPEST:
            raise self.wrong(at, "it is nested too deeply")
        sign = self._text[at : at + 1]
        if sign == "{":
            return self._object(at, depth)
        if sign == "[":
            return self._array(at, depth)
        found = _STRING.match(self._text, at) or _PLAIN.match(self._text, at)
        if found is None:
            raise self.wrong(at, "a value is missing" if at < len(self._text) else "it ends too early")
        try:
            return Value(at, found.end(), json.loads(found.group()))
        except ValueError:
            raise self.wrong(at, "this is no value") from None

    def _object(self, at: int, depth: int) -> Value:
        members: list[Member] = []
        start, comma = at, None
        at = self.blank(at + 1)
        while self._text[at : at + 1] != "}":
            found = _STRING.match(self._text, at)
            if found is None or (members and comma is None):
                raise self.wrong(at, "a comma is missing" if found else "a name in quotes is missing")
            name = json.loads(found.group())
            if any(member.name == name for member in members):
                raise self.wrong(at, f"`{name}` is there twice")
            colon = self.blank(found.end())
            if self._text[colon : colon + 1] != ":":
                raise self.wrong(colon, "a colon is missing")
            value = self.value(self.blank(colon + 1), depth + 1)
            members.append(Member(name, at, value))
            at, comma = self._behind(value.end)
        meaning = {member.name: member.value.meaning for member in members}
        return Value(start, at + 1, meaning, tuple(members), comma)

    def _array(self, at: int, depth: int) -> Value:
        items: list[object] = []
        start, comma = at, None
        at = self.blank(at + 1)
        while self._text[at : at + 1] != "]":
            if items and comma is None:
                raise self.wrong(at, "a comma is missing")
            value = self.value(at, depth + 1)
            items.append(value.meaning)
            at, comma = self._behind(value.end)
        return Value(start, at + 1, items, (), comma)

    def _behind(self, end: int) -> tuple[int, int | None]:
        """Where what follows a value begins, and where the comma between is."""
        at = self.blank(end)
        if self._text[at : at + 1] == ",":
            return self.blank(at + 1), at
        return at, None
