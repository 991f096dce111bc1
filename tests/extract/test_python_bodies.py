"""The bodies of Python functions: hidden where they define nothing, and what is left defines the same."""

from __future__ import annotations

import time

import pytest

from indexer.documents import Document
from indexer.extract.python_bodies import without_bodies
from indexer.languages.registry import by_name

MODULE = b'''"""Doc."""
import os


def first(
    a,
    b=(1, 2),
) -> int:
    """Says

    something.
    """
    if a:
        local = b
    return local


class Holder:
    field = 1

    @property
    def size(self):
        return (
            self.a,
        )

    async def outer(self):
        def inner():
            return 1

        type Alias = int
        return inner

    def last(self): return 1

    def said(self):
        # before
        x = """
at the margin
"""
        return x  # after


TEMPLATE = """
def not_one():
    pass
"""
behind = lambda: 1
'''
CASES = [
    MODULE,
    MODULE.replace(b"\n", b"\r\n"),
    MODULE.replace(b"    ", b"\t"),
    MODULE + b"def end():\n    pass",
    b"def f():\n  if a:\n   b\n# far out\n  c = 1\nd = 2\n",
    b"def f():\n\n\n    pass\n\n\ndef g():\n    '''x'''\n",
    b"def f(a={1:\n  2}):\n    pass\ndef g(): pass\n",
    b"if x:\n    def f():\n        a = 1\nelse:\n    def f():\n        b = 2;\nc = 3\n",
    b"class A:\n    def f(self):\n        return 1 + \\\n2\n    b = 1\n",
    "def é():\n    return 'é'\nü = 1\n".encode(),
    b"def f():\n    a = '''\n'''; b = '''\ndef g():\n    c\n'''\n",
    b"",
]


@pytest.mark.parametrize("data", CASES)
def test_names_are_those_of_the_whole_text(data: bytes) -> None:
    document = Document.of(by_name("python"), data)
    names = document.names()
    assert names is None or names == [symbol._replace(doc="", signature="") for symbol in document.symbols()]


def test_what_functions_do_is_hidden() -> None:
    plain = without_bodies(MODULE)
    assert len(plain) == len(MODULE) and plain.count(b"\n") == MODULE.count(b"\n")
    assert b"local" not in plain and b"self.a" not in plain
    assert b"def inner()" in plain and b"type Alias" in plain and b"field = 1" in plain


@pytest.mark.parametrize(
    "data",
    [
        b"def f(\n" * 100_000,
        b"def f():\n " * 100_000,
        b"def f():\n" + b" " * 1_000_000 + b"x\n",
        b"def f():\n" + b"\n" * 1_000_000,
        b'def f():\n """\n' * 100_000,
        b" " * 1_000_000 + b"def f():\n",
        b"".join(b" " * depth + b"def f():\n" for depth in range(1500)),
        b"def f():\n" + b"".join(b" " * depth + b"x\n" for depth in range(1500, 0, -1)),
    ],
)
def test_hostile_rows_take_no_longer_than_they_are(data: bytes) -> None:
    started = time.process_time()
    without_bodies(data)
    assert time.process_time() - started < 5, "a second is enough for all of them on a slow machine"
