"""Names of pages and style sheets over the wire: where they lead, who uses them, and renaming them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

PAGE = """\
<link rel="stylesheet" href="css/site.css">
<a href="#top" class="button wide">up</a>
<p id="top">text</p>
"""
SITE = """\
@import "base.css";
.button { color: var(--ink); }
.button:hover { color: red; }
#top { margin: 0; }
"""
BASE = ":root { --ink: black; }\n.wide { width: 100%; }\n"
FILES = {"index.html": PAGE, "css/site.css": SITE, "css/base.css": BASE, "app.ts": 'x.classList.add("button")\n'}
LANGUAGES = {"html": "html", "css": "css", "ts": "typescript"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture
def wire(root: Path, tmp_path: Path) -> Iterator[Wire]:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    switched = dict.fromkeys(("definition", "references", "highlight", "rename", "hover"), "on")
    wire.initialize(root.as_uri(), options=switched)
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    for name in ("index.html", "css/site.css"):
        wire.open(FILES[name], (root / name).as_uri(), LANGUAGES[name.rpartition(".")[2]])
    yield wire
    wire.kill()


def at(root: Path, name: str, sought: str) -> dict[str, Any]:
    """Where a word stands that is in brackets."""
    before, _, rest = sought.partition("[")
    text = FILES[name]
    row = text[: text.index(before + rest.replace("]", "", 1)) + len(before)]
    position = {"line": row.count("\n"), "character": len(row.rpartition("\n")[2])}
    return {"textDocument": {"uri": (root / name).as_uri()}, "position": position}


def places(root: Path, found: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    uri = f"{root.as_uri()}/"
    ranges = [(one["uri"].removeprefix(uri), one["range"]["start"]) for one in found]
    return sorted((path, start["line"], start["character"]) for path, start in ranges)


@pytest.mark.parametrize(
    ("name", "sought", "expected"),
    [
        ("index.html", 'class="[button] ', [("css/site.css", 1, 1)]),
        ("index.html", "button [wide]", [("css/base.css", 1, 1)]),
        ("index.html", 'href="#[top]"', [("index.html", 2, 7)]),
        ("css/site.css", "var([--ink])", [("css/base.css", 0, 8)]),
        ("css/site.css", "#[top]", [("index.html", 2, 7)]),
        ("css/site.css", ".[button]:hover", [("css/site.css", 1, 1)]),
    ],
)
def test_definition(wire: Wire, root: Path, name: str, sought: str, expected: list[tuple[str, int, int]]) -> None:
    assert places(root, wire.request("textDocument/definition", at(root, name, sought))) == expected


def test_references_highlight_and_hover(wire: Wire, root: Path) -> None:
    asked = {**at(root, "css/site.css", ".[button] {"), "context": {"includeDeclaration": False}}
    assert places(root, wire.request("textDocument/references", asked)) == [
        ("app.ts", 0, 17),
        ("css/site.css", 2, 1),
        ("index.html", 1, 22),
    ]
    found = wire.request("textDocument/documentHighlight", at(root, "index.html", 'href="#[top]"'))
    assert [(one["range"]["start"]["line"], one["kind"]) for one in found] == [(1, 2), (2, 3)]
    hover = wire.request("textDocument/hover", at(root, "index.html", 'class="[button] '))
    assert "css/site.css" in hover["contents"]["value"] and "by an import" in hover["contents"]["value"]


def test_rename(wire: Wire, root: Path) -> None:
    asked = at(root, "index.html", 'class="[button] ')
    assert wire.request("textDocument/prepareRename", asked)["placeholder"] == "button"
    edit = wire.request("textDocument/rename", {**asked, "newName": "press"})
    changes = edit.get("changes") or {one["textDocument"]["uri"]: one["edits"] for one in edit["documentChanges"]}
    told = {uri.removeprefix(f"{root.as_uri()}/"): len(edits) for uri, edits in changes.items()}
    assert told == {"app.ts": 1, "css/site.css": 2, "index.html": 1}
