"""`extends+:`: who inherits, also by way of others and in other files. Python's own `ast` is the judge."""

from __future__ import annotations

import ast
import json
import sysconfig
from pathlib import Path

import pytest

from tests.cli.command import outcrop
from tests.rules.checking import written

FILES = {
    "a.py": "class Base: pass\nclass A(Base): pass\nclass Other: pass\n",
    "b.py": "import a\nclass B(a.A): pass\nclass C(\n    B,\n    Other,\n): pass\n",
    "c.py": "class Loop(Loop): pass\nclass D(C): pass\nclass E(Other): pass\n",
    "d.ts": "interface I extends Base {}\nclass F implements I {}\nclass G extends F {}\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "project"


def places(root: Path, query: str) -> list[str]:
    found = outcrop("search", "--json", "--limit", "100000", query, str(root))
    return [f"{hit['file']}:{hit['line']}" for hit in json.loads(found.stdout)["hits"]]


def test_it_finds_those_that_inherit_by_way_of_others(folder: Path) -> None:
    written(folder, FILES)
    below = ["a.py:2", "b.py:2", "b.py:4", "c.py:2", "d.ts:1", "d.ts:2", "d.ts:3"]
    assert places(folder, "extends+:Base") == below
    assert places(folder, "extends+:A") == ["b.py:2", "b.py:4", "c.py:2"]
    assert places(folder, "extends:A") == ["b.py:2"]
    assert places(folder, "extends+:Loop") == ["c.py:1"]
    assert places(folder, "extends+:Nobody") == []
    assert places(folder / "c.py", "extends+:Base") == ["c.py:2"], "what is between may lie elsewhere"
    assert places(folder, "kind:class has:(extends+:A) -has:(extends:A)") == ["b.py:3", "c.py:2"]
    assert places(folder, "lang:python -extends+:Base class") == ["a.py:1", "a.py:3", "b.py:3", "c.py:1", "c.py:3"]


@pytest.mark.parametrize(
    "arguments", [("replace", "extends+:Base", "x", "."), ("check", "."), ("search", "inherits:Base")]
)
def test_what_cannot_be_asked_is_said(folder: Path, arguments: tuple[str, ...]) -> None:
    rule = "[r]\nquery = 'extends+:Base'\nmessage = 'x'\n"
    written(folder, {**FILES, ".outcrop/rules/a.toml": rule})
    done = outcrop(*arguments, cwd=folder)
    assert done.returncode != 0
    assert "extends+:" in done.stdout + done.stderr


@pytest.mark.parametrize("base", ["Exception", "TestCase", "object", "Action", "Message", "ABC"])
def test_the_classes_are_those_that_python_s_own_parser_sees(folder: Path, base: str) -> None:
    library = Path(sysconfig.get_path("stdlib"))
    several = [*library.glob("[a-d]*.py"), *library.glob("email/*.py"), *library.glob("unittest/*.py")]
    files = {f"{path.parent.name}/{path.name}": path.read_text("utf-8", "replace") for path in sorted(several)}
    written(folder, files)
    classes: list[tuple[str, str, int, str]] = []  # file, class, row of a base, its name
    for name, text in files.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                for each in node.bases:
                    named = each.value if isinstance(each, ast.Subscript) else each
                    called = named.id if isinstance(named, ast.Name) else getattr(named, "attr", "")
                    classes.append((name, node.name, each.lineno, called))
    heirs = {base}
    while more := {name for _, name, _, called in classes if called in heirs} - heirs:
        heirs |= more
    expected = {f"{file}:{row}" for file, _, row, called in classes if called in heirs}
    assert expected
    assert set(places(folder, f"extends+:={base}")) == expected
