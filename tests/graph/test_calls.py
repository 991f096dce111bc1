"""`outcrop callers`, `callees` and `impact`: who calls what, step by step, and why that is believed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command import data, outcrop

BASE = """\
class Base:
    def save(self):
        return validate(self)


def validate(thing):
    return thing
"""
ORDER = """\
from shop.base import Base, validate


class Order(Base):
    def pay(self):
        self.save()
        return len([validate(self)])


TAX = validate(2)
"""
OTHER = """\
class Other:
    def save(self):
        return 1


def store(thing):
    thing.save()
"""
RUN = """\
from shop.order import Order


def run():
    order = Order()
    order.pay()
    order.save()


def again(n):
    return again(n - 1)
"""
TEST = """\
from shop.run import run


def test_run():
    run()
"""
FILES = {
    "shop/__init__.py": "",
    "shop/base.py": BASE,
    "shop/order.py": ORDER,
    "shop/other.py": OTHER,
    "shop/run.py": RUN,
    "tests/test_order.py": TEST,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def _calls(found: dict[str, list[dict[str, object]]]) -> list[tuple[object, ...]]:
    return [
        (each["name"], each["file"], each["depth"], each["of"], each["evidence"], each["at"]) for each in found["calls"]
    ]


def test_callers_as_data(root: Path) -> None:
    found = data("callers", "validate", cwd=root)
    assert [(each["name"], each["file"], each["name_line"]) for each in found["definitions"]] == [
        ("validate", "shop/base.py", 6)
    ]
    assert _calls(found) == [
        ("Base.save", "shop/base.py", 1, "validate", "scope", [3]),
        ("Order.pay", "shop/order.py", 1, "validate", "import", [7]),
        (None, "shop/order.py", 1, "validate", "import", [10]),
    ]
    assert found["calls"][1] == {
        "name": "Order.pay",
        "kind": "method",
        "file": "shop/order.py",
        "line": 5,
        "depth": 1,
        "of": "validate",
        "evidence": "import",
        "at": [7],
    }
    assert found["truncated"] is False


def test_callers_of_callers_and_a_method_among_several(root: Path) -> None:
    found = data("callers", "Base.save", "--depth", "3", cwd=root)
    assert _calls(found) == [
        ("Order.pay", "shop/order.py", 1, "Base.save", "member", [6]),
        ("store", "shop/other.py", 1, "Base.save", "name", [7]),
        ("run", "shop/run.py", 1, "Base.save", "member", [7]),
        ("run", "shop/run.py", 2, "Order.pay", "member", [6]),
        ("test_run", "tests/test_order.py", 2, "run", "import", [5]),
    ]
    said = outcrop("callers", "Base.save", "--depth", "3", cwd=root).stderr
    assert "1 place was not followed further: only its name leads there" in said


def test_what_a_function_inside_calls_is_called_by_that_one(tmp_path: Path) -> None:
    """The same asked from both sides, by both commands and by the query language; a class has what its methods call."""
    (tmp_path / "a.py").write_text(
        "def far(): ...\ndef near(): ...\n"
        "def outer(items):\n    def inner():\n        far()\n    items.sort(key=lambda one: near())\n    return inner\n"
        "class Kept:\n    def one(self):\n        far()\n"
    )
    called = {of: [each["name"] for each in data("callees", of, cwd=tmp_path)["calls"]] for of in ("outer", "inner")}
    assert called == {"outer": ["near"], "inner": ["far"]}
    assert [each["name"] for each in data("callees", "Kept", cwd=tmp_path)["calls"]] == ["far"]
    assert [each["name"] for each in data("callers", "far", cwd=tmp_path)["calls"]] == ["inner", "Kept.one"]
    for query, lines in (("called-by:outer", [2]), ("called-by:inner", [1]), ("calls:far", [4, 9])):
        hits = data("search", query, cwd=tmp_path)["hits"]
        assert [hit["line"] for hit in hits] == lines


def test_a_function_that_calls_itself_ends(root: Path) -> None:
    assert _calls(data("callers", "again", "--depth", "9", cwd=root)) == [
        ("again", "shop/run.py", 1, "again", "scope", [11])
    ]


def test_callers_of_what_is_defined_elsewhere(root: Path) -> None:
    found = data("callers", "len", cwd=root)
    assert found["definitions"] == [] and _calls(found) == [("Order.pay", "shop/order.py", 1, "len", "external", [7])]
    assert outcrop("callers", "len", cwd=root).stdout.startswith("len  defined elsewhere\n└─ Order.pay")


def test_callees(root: Path) -> None:
    found = data("callees", "pay", "--depth", "2", cwd=root)
    assert _calls(found) == [
        ("Base.save", "shop/base.py", 1, "Order.pay", "member", [6]),
        ("validate", "shop/base.py", 1, "Order.pay", "import", [7]),
        ("validate", "shop/base.py", 2, "Base.save", "scope", [3]),
    ]
    assert found["external"] == ["len"]


def test_callers_for_people(root: Path) -> None:
    result = outcrop("callers", "Base.save", "--depth", "2", cwd=root)
    assert result.stdout.splitlines() == [
        "Base.save  shop/base.py:2",
        "├─ Order.pay  shop/order.py:5  line 6  member",
        "│  └─ run  shop/run.py:4  line 6  member  (below)",
        "├─ store  shop/other.py:6  line 7  by name",
        "└─ run  shop/run.py:4  line 7  member",
        "   └─ test_run  tests/test_order.py:4  line 5  import",
    ]
    assert "callers" not in result.stderr


def test_a_caller_that_only_the_name_leads_to_is_shown_once_for_all_definitions(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "class A:\n    def save(self):\n        pass\n\n    def go(self):\n        self.save()\n\n\n"
        "class B(A):\n    def save(self):\n        super().save()\n\n    def again(self):\n        self.save()\n\n\n"
        "def store(thing):\n    thing.save()\n"
    )
    assert outcrop("callers", "save", cwd=tmp_path).stdout.splitlines() == [
        "A.save  a.py:2",
        "├─ A.go  a.py:5  line 6  member",
        "└─ B.save  a.py:10  line 11  member  (below)",
        "B.save  a.py:10",
        "└─ B.again  a.py:13  line 14  member",
        "any of 2 definitions",
        "└─ store  a.py:17  line 18  by name",
    ]


@pytest.mark.parametrize("how", ["table", "dot", "mermaid"])
def test_callers_to_be_drawn(root: Path, how: str) -> None:
    drawn = outcrop("callers", "Base.save", "--format", how, cwd=root).stdout
    assert "Order.pay" in drawn and "store" in drawn
    assert how != "dot" or '"store shop/other.py:6" -> "Base.save shop/base.py:2" [style=dashed];' in drawn


@pytest.mark.parametrize("how", [("--format", "dot"), ("--format", "mermaid"), ("--svg", "")])
@pytest.mark.parametrize("command", ["callers", "callees"])
def test_a_name_with_several_definitions_is_drawn_with_all_of_them(
    tmp_path: Path, command: str, how: tuple[str, str]
) -> None:
    (tmp_path / "a.py").write_text(
        "class A:\n    def save(self):\n        self.keep()\n\n    def keep(self):\n        self.save()\n\n\n"
        "class B:\n    def save(self):\n        self.keep()\n\n    def keep(self):\n        self.save()\n"
    )
    picture = tmp_path / "picture.svg"
    option, value = how
    drawn = outcrop(command, "save", option, str(picture) if option == "--svg" else value, cwd=tmp_path).stdout
    if option == "--svg":
        drawn = picture.read_text("utf-8")
        assert drawn.count("#fde68a") == 2
    assert all(f"{name} a.py:{line}" in drawn for name, line in [("A.save", 2), ("B.save", 10), ("B.keep", 13)])


def test_impact_of_a_name_and_of_a_file_tests_first(root: Path) -> None:
    found = data("impact", "Order.pay", cwd=root)
    assert found["affected"] == [
        {"file": "tests/test_order.py", "name": "test_run", "line": 4, "depth": 2, "evidence": "import", "test": True},
        {"file": "shop/run.py", "name": "run", "line": 4, "depth": 1, "evidence": "member", "test": False},
    ]
    files = data("impact", "shop/base.py", cwd=root)["affected"]
    assert files == [
        {"file": "tests/test_order.py", "depth": 3, "evidence": "import", "test": True},
        {"file": "shop/order.py", "depth": 1, "evidence": "import", "test": False},
        {"file": "shop/run.py", "depth": 2, "evidence": "import", "test": False},
    ]
    assert outcrop("impact", "Order.pay", cwd=root).stdout.startswith("tests (")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("callers", "nobody"), "nothing is called `nobody` here"),
        (("callers", "test_run"), "nothing here calls this `test_run`"),
        (("callees", "Other.save"), "`Other.save` itself calls nothing that is defined here"),
        (("impact", "test_run"), "nothing here uses `test_run`"),
        (("impact", "shop/__init__.py"), "no import leads to __init__.py"),
    ],
)
def test_nothing_is_said_why(root: Path, command: tuple[str, ...], said: str) -> None:
    result = outcrop(*command, cwd=root)
    assert result.returncode == 1
    assert said in result.stderr


def test_what_is_called_elsewhere_is_an_answer(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f():\n    print(len([]))\n")
    assert data("callees", "f", cwd=tmp_path)["external"] == ["print", "len"]
    told = outcrop("callees", "f", cwd=tmp_path)
    assert (told.returncode, told.stdout, told.stderr) == (0, "elsewhere: print, len\n", "")


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("App.User", 1),
        ("App.User.find", 2),
        ("User.find", 2),
        ("Other.User.find", None),
        ("p.User.find", None),
        ("M.foo", 1),
        ("foo", None),
    ],
)
def test_a_definition_is_asked_for_by_a_name_that_has_dots_in_it(tmp_path: Path, name: str, row: int | None) -> None:
    (tmp_path / "a.ex").write_text("defmodule App.User do\n  def find(x), do: look(x)\nend\n")
    (tmp_path / "a.lua").write_text("function M.foo(x) return look(x) end\n")
    found = json.loads(outcrop("callees", name, "--json", cwd=tmp_path).stdout)
    assert [each["name_line"] for each in found["definitions"]] == ([] if row is None else [row])
    assert found.get("external") == (None if row is None else ["look"])
    assert outcrop("impact", "." * 5000, cwd=tmp_path).returncode == 1


def test_a_part_says_that_there_is_more(root: Path) -> None:
    result = outcrop("callers", "validate", "--limit", "1", cwd=root)
    assert "there is more; --limit 0 for all" in result.stderr
    assert data("callers", "validate", "--limit", "1", cwd=root)["truncated"] is True


def test_a_ring_of_ten_thousand_functions_is_walked_without_recursion(tmp_path: Path) -> None:
    rows = [f"def f{at}():\n    f{(at + 1) % 10_000}()\n" for at in range(10_000)]
    (tmp_path / "ring.py").write_text("\n".join(rows))
    found = data("callers", "f0", "--depth", "40", cwd=tmp_path)
    assert [each["name"] for each in found["calls"]] == [f"f{10_000 - at}" for at in range(1, 41)]


@pytest.mark.parametrize("part", ["shop/run.py", "tests", "shop"])
@pytest.mark.parametrize(
    "command", ["refs pay", "callers pay", "callees run", "callees test_run", "impact pay", "analyze"]
)
def test_a_name_may_lead_out_of_what_was_asked_for(root: Path, command: str, part: str) -> None:
    """The index is of a folder around it, so what lies beside it is known; its path can be typed where one stands."""
    outcrop("index", ".", cwd=root)
    for where, typed in ((root, part), (root / "tests", f"../{part}")):
        result = outcrop(*command.split(), typed, cwd=where)
        if (command, part) == ("analyze", "shop/run.py"):
            assert result.returncode == 3 and "not a folder" in result.stderr
            continue
        assert result.returncode in (0, 1) and "Traceback" not in result.stderr
        for path in re.findall(r"\S+\.py", result.stdout):
            assert (where / path).is_file(), (path, result.stdout)


def test_what_lies_beside_what_was_asked_for_has_a_path_from_there_in_json(root: Path) -> None:
    outcrop("index", ".", cwd=root)
    (call,) = [each for each in data("callees", "test_run", "tests", cwd=root)["calls"] if each["name"] == "run"]
    assert call["file"] == "../shop/run.py"


@pytest.mark.parametrize("command", ["callers", "callees", "impact"])
def test_at_least_one_step_is_followed(root: Path, command: str) -> None:
    for depth in ("0", "-1", "x"):
        result = outcrop(command, "pay", "--depth", depth, cwd=root)
        assert result.returncode == 2 and "is not a number of at least 1" in result.stderr


def test_only_what_is_required_is_asked_for(root: Path) -> None:
    assert outcrop("callers", cwd=root).stderr.splitlines()[-1].endswith("are required: NAME")


def test_a_call_of_something_else_with_the_name_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def run():\n    pass\n")
    (tmp_path / "b.py").write_text("from elsewhere import run\n\n\ndef go():\n    run()\n")
    result = outcrop("callers", "run", cwd=tmp_path)
    assert result.returncode == 1 and "`outcrop refs run` lists every place" in result.stderr
    assert outcrop("refs", "run", cwd=tmp_path).returncode == 0
