"""What is released carries one version everywhere, and says where it runs."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def _manifest(name: str) -> str:
    found: str = json.loads((ROOT / "editors" / "vscode" / name).read_text("utf-8"))["version"]
    return found


def _emacs() -> str:
    head = re.search(
        r"^;; Version: (.+)$", (ROOT / "editors" / "emacs" / "outcrop.el").read_text("utf-8"), re.MULTILINE
    )
    assert head is not None
    return head[1]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("what is installed", version("outcrop")),
        ("VS Code's manifest", _manifest("package.json")),
        ("VS Code's lock", _manifest("package-lock.json")),
        ("the header of the Emacs package", _emacs()),
    ],
)
def test_the_version_is_that_of_the_project(where: str, said: str) -> None:
    assert said == PROJECT["version"], where


def test_no_module_says_a_version_of_its_own() -> None:
    said = f'"{PROJECT["version"]}"'
    for package in ("indexer", "lsp_server", "mcp_server"):
        for file in Path(ROOT, package).rglob("*.py"):
            assert said not in file.read_text("utf-8"), file


def test_the_oldest_python_is_the_one_that_is_required() -> None:
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert PROJECT["requires-python"] == f">={named[0]}"
