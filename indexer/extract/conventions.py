"""What a function is by the conventions of its language: a method, a constructor, a test.

A tree tells that something is a function. That it builds an object or tests something is told by its name, its
attributes or the class around it, as the language itself or the test tools of its users would tell it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

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


@dataclass(frozen=True, slots=True)
class Convention:
    """How a language tells constructors and tests from other functions.

    `attribute` is looked for before the name, `head` is what the definition begins with. A function called as `test`
    says is one; a method is if its class also says that it tests. With `tool` the text has to name the test tool. A
    name in quotes is the title of a test where `title` is what stands before it in its row.
    """

    constructors: frozenset[bytes] = frozenset()
    attribute: re.Pattern[bytes] | None = None
    head: re.Pattern[bytes] | None = None
    test: re.Pattern[bytes] | None = None
    in_class: bool = False  # whether only a method can be a test
    tool: re.Pattern[bytes] | None = None
    title: re.Pattern[bytes] | None = None


_CAMEL = re.compile(rb"test(?=[A-Z_0-9])")
_SNAKE = re.compile(rb"test_")
_JUNIT = re.compile(rb"@(?:\w++\.)*+(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\b")
_GO = re.compile(
    rb"func\s+(?:(?:Test|Benchmark|Fuzz)(?![a-z])\w*\s*\([^()]*\btesting\.(?:TB|[TBFM])\b"
    rb"|Example(?![a-z])\w*\s*\(\s*\)"
    rb"|\([^()]*Suite\)\s*Test(?![a-z])\w*\s*\(\s*\))"
)
_JAVA = Convention(attribute=_JUNIT, test=_CAMEL, in_class=True)

CONVENTIONS = {
    "bash": Convention(test=_CAMEL, tool=re.compile(rb"shunit2?\b|bash_?unit"), title=re.compile(rb"[ \t]*@test[ \t]")),
    "csharp": Convention(
        attribute=re.compile(
            rb"[\[,]\s*+(?:\w++\.)*+(?:Test|TestCase|TestCaseSource|Fact|Theory|TestMethod|DataTestMethod)(?:Attribute)?\s*[\],(]"
        )
    ),
    "erlang": Convention(test=re.compile(rb"\w+_test_?\Z")),
    "fsharp": Convention(attribute=re.compile(rb"\[<[^>]{0,300}\b(?:Test|TestCase|Fact|Theory|TestMethod|Property)\b")),
    "gdscript": Convention(constructors=frozenset((b"_init",)), test=_SNAKE),
    "go": Convention(head=_GO),
    "groovy": _JAVA,
    "java": _JAVA,
    "kotlin": _JAVA,
    "lua": Convention(test=re.compile(rb"Test\w*[.:]test")),
    "objc": Convention(test=_CAMEL, in_class=True),
    "php": Convention(
        frozenset((b"__construct",)),
        re.compile(rb"#\[[^\]]{0,300}\b(?:Test|DataProvider|TestWith)\b"),
        None,
        _CAMEL,
        True,
    ),
    "python": Convention(constructors=frozenset((b"__init__",)), test=_CAMEL),
    "ruby": Convention(constructors=frozenset((b"initialize",)), test=_SNAKE, in_class=True),
    "rust": Convention(
        attribute=re.compile(
            rb"#\[\s*+(?:\w++\s*+::\s*+)*+(?:test|bench|rstest|test_case|wasm_bindgen_test|quickcheck)\b"
        )
    ),
    "scala": _JAVA,
    "solidity": Convention(test=re.compile(rb"(?:test|invariant)(?=[A-Z_])"), in_class=True),
    "swift": Convention(attribute=re.compile(rb"@Test\b"), test=_CAMEL, in_class=True),
    "vim": Convention(test=re.compile(rb"(?:g:)?Test_")),
}
_TEST_CLASS = re.compile(rb"Test|Spec\b")


class Conventions:
    """The conventions of one language, asked about the definitions of one text."""

    def __init__(self, grammar: str, data: bytes, outer: Outer | None = None) -> None:
        self._convention = convention = CONVENTIONS.get(grammar)
        self._data = data
        self._outer = outer
        self._test: re.Pattern[bytes] | None = None
        if convention is not None and (convention.tool is None or convention.tool.search(data)):
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
    convention = CONVENTIONS.get(grammar)
    return convention is not None and convention.tool is not None and convention.tool.search(data) is not None
