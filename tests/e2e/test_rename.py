"""Rename over the wire: every place that surely means it, in files that are open and that are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

SHOP = """\
import threading


class Order:
    def pay(self, sum):
        return self.total(sum)

    def total(self, sum):
        return sum


class Rush(Order):
    def total(self, sum):
        return sum + 1


class Worker(threading.Thread):
    def run(self):
        return helper(1)


def helper(count):
    \"\"\"The helper.\"\"\"
    helper = count  # a local of that name
    return helper


TAX = helper(count=2)


class Odd(threading.local):
    def total(self, sum):
        return sum
"""
MAIN = """\
from shop import Order, helper as other
import shop


def go(thing, sum=1):
    order = Order()
    order.total(sum)
    thing.total(3)
    return other(2), shop.helper(3)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "shop.py").write_text(SHOP)
    (root / "main.py").write_text(MAIN)
    return root


@pytest.fixture
def wire(root: Path, tmp_path: Path) -> Iterator[Wire]:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    annotated = {"documentChanges": True, "changeAnnotationSupport": {}}
    wire.initialize(root.as_uri(), options={"rename": "on"}, workspace={"workspaceEdit": annotated})
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    wire.open(SHOP, (root / "shop.py").as_uri())
    yield wire
    wire.kill()


def at(root: Path, sought: str, text: str = SHOP, name: str = "shop.py") -> dict[str, Any]:
    before = text[: text.index(sought)]
    position = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
    return {"textDocument": {"uri": (root / name).as_uri()}, "position": position}


def renamed(wire: Wire, root: Path, sought: str, new: str) -> tuple[dict[str, str], list[tuple[str, int]]]:
    """The texts after a rename, and the places that are to be confirmed."""
    edit = wire.request("textDocument/rename", {**at(root, sought), "newName": new})
    texts, doubtful = {"shop.py": SHOP, "main.py": MAIN}, []
    for change in edit["documentChanges"]:
        name = change["textDocument"]["uri"].rpartition("/")[2]
        assert change["textDocument"]["version"] == (1 if name == "shop.py" else None)
        rows = texts[name].split("\n")
        for one in sorted(change["edits"], key=lambda one: tuple(one["range"]["start"].values()), reverse=True):
            start, end = one["range"]["start"], one["range"]["end"]
            if edit.get("changeAnnotations", {}).get(one.get("annotationId"), {}).get("needsConfirmation"):
                doubtful.append((name, start["line"]))
                continue
            row = rows[start["line"]]
            rows[start["line"]] = row[: start["character"]] + one["newText"] + row[end["character"] :]
        texts[name] = "\n".join(rows)
    return texts, doubtful


def test_a_function_and_its_imports_but_not_what_only_has_its_name(wire: Wire, root: Path) -> None:
    texts, doubtful = renamed(wire, root, "helper(count):", "assist")
    assert texts["shop.py"] == (
        SHOP.replace("return helper(1)", "return assist(1)")
        .replace("def helper(count)", "def assist(count)")
        .replace("TAX = helper(", "TAX = assist(")
    )
    assert texts["main.py"] == MAIN.replace("helper as other", "assist as other").replace("shop.helper", "shop.assist")
    assert not doubtful


def test_a_member_with_those_that_override_it_and_places_to_confirm(wire: Wire, root: Path) -> None:
    texts, doubtful = renamed(wire, root, "total(self, sum)", "amount")
    own, odd = SHOP.split("class Odd")
    assert texts["shop.py"] == own.replace("total", "amount") + "class Odd" + odd
    assert texts["main.py"] == MAIN.replace("order.total", "order.amount")
    assert sorted(doubtful) == [("main.py", 7), ("shop.py", 31)], "what has a base from outside may override it"


def test_a_place_to_confirm_is_apart_and_says_where_it_is(wire: Wire, root: Path) -> None:
    """In groups that may be made at once or one after another, even where a row has both kinds."""
    rows = "def both(thing, order: Order):\n    return thing.total(order.total(thing.total(order.total(1))))\n"
    text = SHOP + rows
    change = {"textDocument": {"uri": (root / "shop.py").as_uri(), "version": 2}, "contentChanges": [{"text": text}]}
    wire.send("textDocument/didChange", change)
    edit = wire.request("textDocument/rename", {**at(root, "total(self, sum)"), "newName": "x"})
    row = text.split("\n").index("    return thing.total(order.total(thing.total(order.total(1))))")
    at_once, in_turn = [], text.split("\n")[row]
    for group in edit["documentChanges"]:
        assert len({one["annotationId"] for one in group["edits"]}) == 1
        if not group["textDocument"]["uri"].endswith("shop.py"):
            continue
        here = [one["range"] for one in group["edits"] if one["range"]["start"]["line"] == row]
        at_once += here
        for place in sorted(here, key=lambda place: place["start"]["character"], reverse=True):
            in_turn = in_turn[: place["start"]["character"]] + "x" + in_turn[place["end"]["character"] :]
    assert len(at_once) == 4
    assert in_turn == "    return thing.x(order.x(thing.x(order.x(1))))"
    asked = [one for one in edit["changeAnnotations"].values() if one.get("needsConfirmation")]
    assert sorted((one["label"].split()[-1], one["description"].partition(";")[0]) for one in asked) == [
        ("main.py", "line 8"),
        ("shop.py", "line 32 and 1 more"),
        ("shop.py", "line 35"),
    ]


def test_a_parameter_and_the_keywords_that_name_it(wire: Wire, root: Path) -> None:
    texts, _ = renamed(wire, root, "count):", "number")
    assert texts["shop.py"] == (
        SHOP.replace("helper(count)", "helper(number)")
        .replace("helper = count", "helper = number")
        .replace("count=2", "number=2")
    )
    assert texts["main.py"] == MAIN


def test_there_and_back_is_as_before(wire: Wire, root: Path) -> None:
    for sought, new in (("helper(count):", "assist"), ("Order:", "Purchase"), ("TAX", "LEVY")):
        texts, _ = renamed(wire, root, sought, new)
        old = sought.partition("(")[0].rstrip(":")
        assert texts["shop.py"] != SHOP and texts["shop.py"].replace(new, old) == SHOP


@pytest.mark.parametrize(
    ("sought", "new", "why"),
    [
        ("run(self)", "walk", "may override a member of a type that is not in the workspace"),
        ("Thread", "Fibre", "defined outside of the workspace"),
        ("helper(count):", "TAX", "already means something else"),
        ("total(self, sum)", "pay", "already a member of"),
        ("helper(count):", "class", "would not parse any more"),
        ("helper(count):", "two words", "is no name"),
        ("helper(count):", "", "is no name"),
        ("helper(count):", "x\ny", "is no name"),
        ("helper(count):", "x" * 100_000, "is no name"),
    ],
)
def test_what_cannot_be_renamed_says_why(wire: Wire, root: Path, sought: str, new: str, why: str) -> None:
    wire.send("textDocument/rename", {**at(root, sought), "newName": new}, number=900)
    assert why in wire.answer(900)["error"]["message"]


def test_whether_a_name_can_be_changed_is_said_first(wire: Wire, root: Path) -> None:
    found = wire.request("textDocument/prepareRename", at(root, "helper(count):"))
    assert found["placeholder"] == "helper" and found["range"]["start"] == {"line": 21, "character": 4}
    wire.send("textDocument/prepareRename", at(root, "run(self)"), number=901)
    assert "may override" in wire.answer(901)["error"]["message"]


def test_a_text_full_of_errors_is_renamed_in_as_far_as_it_is_understood(wire: Wire, root: Path) -> None:
    broken = SHOP + "\n\ndef broken(:\n    helper(\n"
    change = {"textDocument": {"uri": (root / "shop.py").as_uri(), "version": 2}, "contentChanges": [{"text": broken}]}
    wire.send("textDocument/didChange", change)
    wire.send("textDocument/rename", {**at(root, "helper(count):"), "newName": "assist"}, number=902)
    answer = wire.answer(902)
    edits = [one for change in answer["result"]["documentChanges"] for one in change["edits"]]
    assert len(edits) >= 5


def test_a_word_that_is_a_field_and_a_variable_is_written_out(wire: Wire, root: Path) -> None:
    text = "export function pack(sum) {\n  return { sum, tax: sum };\n}\n"
    wire.open(text, (root / "pack.js").as_uri(), "javascript")
    edit = wire.request("textDocument/rename", {**at(root, "sum)", text, "pack.js"), "newName": "total"})
    [change] = edit["documentChanges"]
    assert [(one["range"]["start"]["line"], one["newText"]) for one in change["edits"]] == [
        (0, "total"),
        (1, "sum: total"),
        (1, "total"),
    ]
