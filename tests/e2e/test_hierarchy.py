"""Call and type hierarchy, implementations and types over the wire, in files that import each other, one unsaved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

BASE = """\
class Shape:
    def area(self):
        raise NotImplementedError


class Named:
    pass
"""
ROUND = """\
from base import Named, Shape


class Circle(Shape, Named):
    def area(self):
        return 3


class Dot(Circle):
    def area(self):
        return self.scaled(0)

    def scaled(self, by):
        return by
"""
RUN = """\
from round import Dot


def total():
    dot = Dot()
    return dot.area() + dot.scaled(2)


print(total())
"""
ODD = "class Left(Right):\n    pass\n\n\nclass Right(Left):\n    pass\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    for name, text in {"base.py": BASE, "round.py": ROUND, "run.py": "", "odd.py": ODD}.items():
        (root / name).write_text(text)
    return root


@pytest.fixture
def wire(root: Path, tmp_path: Path) -> Iterator[Wire]:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri(), options={"references": "on", "definition": "on"})
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    for name, text in {"base.py": BASE, "round.py": ROUND, "run.py": RUN, "odd.py": ODD}.items():
        wire.open(text, (root / name).as_uri())  # run.py is empty on disk
    yield wire
    wire.kill()


def at(root: Path, name: str, text: str, sought: str) -> dict[str, Any]:
    before = text[: text.index(sought)]
    position = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
    return {"textDocument": {"uri": (root / name).as_uri()}, "position": position}


def named(items: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(item["name"], item["uri"].rpartition("/")[2]) for item in items]


def test_who_calls_and_what_is_called(wire: Wire, root: Path) -> None:
    [item] = wire.request("textDocument/prepareCallHierarchy", at(root, "round.py", ROUND, "scaled(self, by"))
    assert (item["name"], item["detail"]) == ("scaled", "Dot, round.py")
    calls = wire.request("callHierarchy/incomingCalls", {"item": item})
    assert named([call["from"] for call in calls]) == [("area", "round.py"), ("total", "run.py")]
    assert calls[1]["fromRanges"] == [{"start": {"line": 5, "character": 28}, "end": {"line": 5, "character": 34}}]
    [total] = wire.request("textDocument/prepareCallHierarchy", at(root, "run.py", RUN, "total():"))
    called = wire.request("callHierarchy/outgoingCalls", {"item": total})
    assert named([call["to"] for call in called]) == [("Dot", "round.py"), ("area", "round.py"), ("scaled", "round.py")]
    callers = wire.request("callHierarchy/incomingCalls", {"item": total})
    assert named([call["from"] for call in callers]) == [("run.py", "run.py")], "code outside of definitions"


def test_types_above_and_below(wire: Wire, root: Path) -> None:
    [item] = wire.request("textDocument/prepareTypeHierarchy", at(root, "round.py", ROUND, "Circle(Shape"))
    above = wire.request("typeHierarchy/supertypes", {"item": item})
    assert named(above) == [("Shape", "base.py"), ("Named", "base.py")]
    assert named(wire.request("typeHierarchy/subtypes", {"item": item})) == [("Dot", "round.py")]
    assert named(wire.request("typeHierarchy/subtypes", {"item": above[0]})) == [("Circle", "round.py")]
    assert not wire.request("textDocument/prepareTypeHierarchy", at(root, "run.py", RUN, "total():"))


def test_implementations_of_a_type_and_of_a_member(wire: Wire, root: Path) -> None:
    found = wire.request("textDocument/implementation", at(root, "base.py", BASE, "Shape:"))
    assert [one["range"]["start"]["line"] for one in found] == [3, 8]
    found = wire.request("textDocument/implementation", at(root, "base.py", BASE, "area"))
    assert [one["range"]["start"]["line"] for one in found] == [4, 9]


def test_the_type_of_a_variable(wire: Wire, root: Path) -> None:
    [found] = wire.request("textDocument/typeDefinition", at(root, "run.py", RUN, "dot.area"))
    assert found["uri"].endswith("round.py") and found["range"]["start"] == {"line": 8, "character": 6}


def test_classes_in_a_circle_end(wire: Wire, root: Path) -> None:
    found = wire.request("textDocument/implementation", at(root, "odd.py", ODD, "Left(Right"))
    assert [one["range"]["start"]["line"] for one in found] == [4]


def test_an_item_that_nobody_sent_is_answered_with_nothing(wire: Wire, root: Path) -> None:
    [item] = wire.request("textDocument/prepareCallHierarchy", at(root, "run.py", RUN, "total():"))
    for data in (None, 7, {"root": "/", "path": "../etc/passwd", "row": 0}, {"root": [], "path": 1}):
        assert wire.request("callHierarchy/incomingCalls", {"item": {**item, "data": data}}) == []
