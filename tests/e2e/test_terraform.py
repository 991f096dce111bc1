"""Addresses of Terraform over the wire: where they lead, who uses what they name, and renaming it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

MAIN = """\
variable "cidr" {}

module "my-net" {
  source = "./net"
  range  = var.cidr
}

resource "aws_instance" "web" {
  subnet = module.my-net.subnet
  tags   = { cidr = "in ${var.cidr}" }
  data   = <<-EOT
    net ${var.cidr} of cidr
  EOT
}
"""
NET = """\
variable "range" {}
variable "cidr" {}
output "subnet" { value = [for cidr in var.range : "${cidr}-${var.cidr}"] }
"""
FILES = {"main.tf": MAIN, "out.tf": 'output "o" { value = aws_instance.web.id }\n', "net/main.tf": NET}
Place = tuple[str, int, int]


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
    for name, text in FILES.items():
        wire.open(text, (root / name).as_uri(), "terraform")
    yield wire
    wire.kill()


def at(root: Path, sought: str, name: str = "main.tf") -> dict[str, Any]:
    """Where a word stands that is in brackets."""
    before, _, rest = sought.partition("[")
    text = FILES[name]
    place = text.index(before + rest.replace("]", "", 1)) + len(before)
    row = text[:place]
    position = {"line": row.count("\n"), "character": len(row.rpartition("\n")[2])}
    return {"textDocument": {"uri": (root / name).as_uri()}, "position": position}


def places(root: Path, found: list[dict[str, Any]]) -> list[Place]:
    uri = f"{root.as_uri()}/"
    ranges = [(one["uri"].removeprefix(uri), one["range"]["start"]) for one in found]
    return sorted((path, start["line"], start["character"]) for path, start in ranges)


def test_definition(wire: Wire, root: Path) -> None:
    def lead(sought: str, name: str = "main.tf") -> list[Place]:
        return places(root, wire.request("textDocument/definition", at(root, sought, name)) or [])

    assert lead("= var.[cidr]\n") == [("main.tf", 0, 10)]
    assert lead("module.[my-net].subnet") == [("main.tf", 2, 8)]
    assert lead("module.my-net.[subnet]") == [("net/main.tf", 2, 8)]
    assert lead("  [range]  =") == [("net/main.tf", 0, 10)]
    assert lead("aws_instance.[web]", "out.tf") == [("main.tf", 7, 25)]
    assert lead('"${[cidr]}-', "net/main.tf") == [("net/main.tf", 2, 31)]
    assert lead("{ [cidr] = ") == []


def test_references_and_highlights(wire: Wire, root: Path) -> None:
    def used(sought: str, name: str = "main.tf", itself: bool = False) -> list[Place]:
        asked = {**at(root, sought, name), "context": {"includeDeclaration": itself}}
        return places(root, wire.request("textDocument/references", asked) or [])

    assert used('variable "[cidr]"') == [("main.tf", 4, 15), ("main.tf", 9, 30), ("main.tf", 11, 14)]
    assert used('variable "[cidr]"', "net/main.tf") == [("net/main.tf", 2, 66)]
    assert used('output "[subnet]"', "net/main.tf") == [("main.tf", 8, 25)]
    assert used('"[my-net]"', itself=True) == [("main.tf", 2, 8), ("main.tf", 8, 18)]
    assert used('"[web]"') == [("out.tf", 0, 34)]
    marked = wire.request("textDocument/documentHighlight", at(root, 'variable "[cidr]"'))
    assert sorted(one["range"]["start"]["line"] for one in marked) == [0, 4, 9, 11]


def test_rename(wire: Wire, root: Path) -> None:
    def renamed(sought: str, new: str, name: str = "main.tf") -> dict[str, str]:
        edit = wire.request("textDocument/rename", {**at(root, sought, name), "newName": new})
        texts = dict(FILES)
        for uri, edits in edit["changes"].items():
            path = uri.removeprefix(f"{root.as_uri()}/")
            rows = texts[path].split("\n")
            for one in sorted(edits, key=lambda one: tuple(one["range"]["start"].values()), reverse=True):
                start, end = one["range"]["start"], one["range"]["end"]
                row = rows[start["line"]]
                rows[start["line"]] = row[: start["character"]] + one["newText"] + row[end["character"] :]
            texts[path] = "\n".join(rows)
        return {path: text for path, text in texts.items() if text != FILES[path]}

    assert renamed('variable "[cidr]"', "ip-range") == {
        "main.tf": MAIN.replace('variable "cidr"', 'variable "ip-range"').replace("var.cidr", "var.ip-range")
    }
    assert renamed('output "[subnet]"', "subnets", "net/main.tf") == {
        "main.tf": MAIN.replace("my-net.subnet", "my-net.subnets"),
        "net/main.tf": NET.replace('output "subnet"', 'output "subnets"'),
    }
    assert renamed("  [range]  =", "ranges") == {
        "main.tf": MAIN.replace("  range  =", "  ranges  ="),
        "net/main.tf": NET.replace('"range"', '"ranges"').replace("var.range", "var.ranges"),
    }


def test_refused(wire: Wire, root: Path) -> None:
    def refusal(sought: str, new: str) -> str:
        wire.send("textDocument/rename", {**at(root, sought), "newName": new}, number=99)
        return str(wire.answer(99)["error"]["message"])

    assert "outside" in refusal('resource "aws_instance" "web" {\n  subnet = [module].', "modules")
    assert "no name" in refusal("{ [cidr] = ", "range")
    assert "no name that could" in refusal('variable "[cidr]"', "a b")
