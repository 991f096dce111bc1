"""What a function is by the conventions of its language: a method, a constructor, a test.

A tree tells that something is a function. That it builds an object or tests something is told by its name, its
attributes or the class around it, as the language itself or the test tools of its users would tell it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from indexer.languages.profile import profile_of

CLASS_LIKE = frozenset(("class", "struct", "interface", "trait", "impl", "enum", "object"))
FUNCTIONS = frozenset(("function", "method", "prototype"))  # what conventions are asked about
TESTS = {"function": "test_function", "method": "test_method"}


class Around(NamedTuple):
    """A definition around another: its span, kind, where its header ends, and its place among all."""

    start: int
    end: int
    kind: str
    header_end: int
    place: int


class Outer(NamedTuple):
    """A definition around a whole text: its kind, and what its header says."""

    kind: str
    header: bytes


_TEST_CLASS = re.compile(rb"Test|Spec\b")


class Conventions:
    """The conventions of one language, asked about the definitions of one text."""

    def __init__(self, grammar: str, data: bytes, outer: Outer | None = None, tool: bool = False) -> None:
        """`tool` says that a test tool is known to be named, be it elsewhere."""
        self._convention = convention = profile_of(grammar).names.convention
        self._data = data
        self._outer = outer
        self._test: re.Pattern[bytes] | None = None
        if convention is not None and (tool or convention.tool is None or convention.tool.search(data)):
            self._test = convention.test

    def kind(self, kind: str, start: int, name: tuple[int, int], header_end: int, around: Around | None) -> str:
        """The kind of a function or method whose definition, name and header are here."""
        outer = self._outer if around is None else Outer(around.kind, self._data[around.start : around.header_end])
        inside = outer is not None and outer.kind in CLASS_LIKE
        if inside and kind in ("function", "prototype"):
            kind = "method"
        convention = self._convention
        if convention is None or kind == "prototype":
            return kind
        data = self._data
        if convention.constructors and inside and data[name[0] : name[1]] in convention.constructors:
            return "constructor"
        if convention.attribute is not None and convention.attribute.search(data, start, name[0]):
            return TESTS[kind]
        if convention.title is not None and data[name[1] : name[1] + 1] in (b'"', b"'"):
            row = data.rfind(b"\n", 0, name[0]) + 1
            return "test" if convention.title.match(data, row, name[0]) else kind
        if convention.head is not None and convention.head.match(data, start, header_end):
            return TESTS[kind]
        if self._test is not None and self._test.match(data, *name):
            if outer is None:
                return kind if convention.in_class else TESTS[kind]
            if inside and _TEST_CLASS.search(outer.header):
                return TESTS[kind]
        return kind


def names_test_tool(grammar: str, data: bytes) -> bool:
    """Whether what a function is depends on a test tool that the text names anywhere."""
    convention = profile_of(grammar).names.convention
    return convention is not None and convention.tool is not None and convention.tool.search(data) is not None
