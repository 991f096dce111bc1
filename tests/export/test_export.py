"""What is exported, read by the readers of each format."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.judges import missing, needed
from tests.paths import TESTS

READER = TESTS / "oracles" / "scip_reader.js"
SERVICE = '"""Users."""\n\n\nclass User:\n    def find(self, é):\n        "Finds one."\n        return other(é)\n'
USE = "from service import User\n\n\ndef other(x):\n\treturn User().find(x)\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "service.py").write_text(SERVICE)
    (folder / "use.py").write_text(USE)
    return folder


def export(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "indexer.cli.main", "export", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_readtags_finds_definitions(root: Path, tmp_path: Path) -> None:
    needed("readtags")
    assert export(root, "--ctags", str(tmp_path / "tags")).returncode == 0

    def tag(name: str) -> list[str]:
        command = ["readtags", "-t", str(tmp_path / "tags"), "-ne", name]
        return subprocess.run(command, capture_output=True, text=True).stdout.rstrip("\n").split("\t")

    assert tag("find") == [
        "find",
        "service.py",
        '/^    def find(self, é):$/;"',
        "kind:method",
        "line:5",
        "language:python",
        "class:User",
        "end:7",
    ]
    assert tag("other")[:3] == ["other", "use.py", '/^def other(x):$/;"']
    lines = (tmp_path / "tags").read_bytes().splitlines()
    assert lines == sorted(lines), "readers look names up by halving"


def scip(root: Path, tmp_path: Path) -> dict[str, Any]:
    needed("node")
    needed("npm")
    where = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True).stdout.strip()
    if not (Path(where) / "@sourcegraph" / "scip-typescript").is_dir():
        missing("the npm package @sourcegraph/scip-typescript")
    assert export(root, "--scip", str(tmp_path / "index.scip")).returncode == 0
    read = subprocess.run(
        ["node", str(READER), str(tmp_path / "index.scip")],
        capture_output=True,
        text=True,
        env={**os.environ, "NODE_PATH": where},
    )
    assert read.returncode == 0, read.stderr
    found: dict[str, Any] = json.loads(read.stdout)
    return found


def test_another_indexers_reader_understands_scip(root: Path, tmp_path: Path) -> None:
    found = scip(root, tmp_path)
    assert (found["tool"], found["root"]) == ("outcrop", root.as_uri())
    service, use = found["documents"]
    assert [(one["symbol"], one["kind"]) for one in service["symbols"]] == [
        ("outcrop . . . `service.py`/User#", 7),
        ("outcrop . . . `service.py`/User#find().", 26),
    ]
    assert service["symbols"][1]["said"] == ["```python\ndef find(self, é)\n```", "Finds one."]
    assert {"range": [6, 15, 20], "symbol": "outcrop . . . `use.py`/other().", "roles": 0} in service["occurrences"]
    roles = {(one["symbol"].rpartition("/")[2], one["roles"]) for one in use["occurrences"]}
    assert roles == {("other().", 1), ("User#", 2), ("User#", 0), ("User#find().", 0)}


def test_an_export_names_a_file(root: Path) -> None:
    refused = export(root)
    assert refused.returncode == 2
    assert "--scip FILE, --ctags FILE or --parquet FOLDER" in refused.stderr
    failed = export(root, "--ctags", str(root / "no" / "such" / "tags"))
    assert (failed.returncode, failed.stderr.count("\n")) == (3, 1)
