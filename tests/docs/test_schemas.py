"""The JSON schemas are those of shapes.txt, and what is really printed and answered fits them, field by field."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from indexer.cli.main import _parser
from lsp_server.server import CUSTOM
from tests.cli.command import outcrop
from tests.e2e.asking import eventually
from tests.e2e.wire import Wire
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "docs" / "schemas"))
import make as schemas

sys.path.pop(0)
del sys.modules["make"]  # the pictures are made by another module of this name

PARTS = schemas.parts()
RULE = """\
[no-log-error]
query = 'pattern:"log.error($$$A)" lang:python'
message = "say where it comes from"
fix = "log.exception($$$A)"
url = "https://example.org/logging"
files = ["*.py"]
bad = ['log.error("x")']
good = ['log.exception("x")', 'log.error("y")']
"""
BROKEN_RULE = '[broken]\nquery = "knd:x"\nmessage = "x"\n'
LAYERS = """\
[[layer]]
name = "upper"
files = ["billing.py"]

[[layer]]
name = "lower"
files = ["*.py"]
"""
NOT_JSON = {"completions"}  # commands that print scripts

# Every use in shapes.txt with calls that together print every field of it.
CALLS: dict[str, list[list[str]]] = {
    "outcrop agents list": [["agents", "list"]],
    "outcrop agents install": [["agents", "install", "--client", "codex", "--dry-run"]],
    "outcrop agents remove": [["agents", "remove", "--client", "codex", "--dry-run"]],
    "outcrop analyze": [["analyze"], ["analyze", "--layers", "layers.toml"]],
    "outcrop blocks": [["blocks", "nightly.sh"], ["blocks", "billing.go"]],
    "outcrop callees": [["callees", "total"], ["callees", "main"]],
    "outcrop callers": [["callers", "total"], ["callers", "len"]],
    "outcrop check": [["check"]],
    "outcrop check --test": [["check", "--test"]],
    "outcrop chunks": [["chunks", "Billing.java"]],
    "outcrop clear": [["clear"]],
    "outcrop config": [["config", "show"]],
    "outcrop deps": [["deps", "report.py"], ["deps", "billing.py", "--reverse"]],
    "outcrop doctor": [["doctor"]],
    "outcrop export": [["export", "--ctags", "tags"]],
    "outcrop files": [["files"], ["files", "--skipped"]],
    "outcrop folds": [["folds", "nightly.sh"]],
    "outcrop impact": [["impact", "total"], ["impact", "billing.py"]],
    "outcrop index": [["index"]],
    "outcrop keywords": [["keywords"]],
    "outcrop languages": [["languages"]],
    "outcrop outline": [["outline", "Billing.java"]],
    "outcrop refs": [["refs", "total"]],
    "outcrop replace": [
        ["replace", 'pattern:"log.error($$$A)"', "log.exception($$$A)"],
        ["replace", "sqlite3.connect lang:python", "if ("],
        ["replace", "knd:x", "$A"],
    ],
    "outcrop repos": [["repos", "list"]],
    "outcrop rules list": [["rules", "list"]],
    "outcrop rules new": [["rules", "new", "another", "TODO"]],
    "outcrop search": [
        ["search", "TODO"],
        ["search", "kind:function lines:>9", "--limit", "1"],
        ["search", 'pattern:"log.error($$$A)"'],
        ["search", "knd:x"],
        ["search", "billing select:file"],
        ["search", "nowhere_at_all"],
    ],
    "outcrop statements": [["statements", "nightly.sh"], ["statements", "billing.py"]],
    "outcrop stats": [["stats"]],
    "outcrop symbols": [["symbols", "total"], ["symbols", "kind:clas"]],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    shutil.copytree(ROOT / "docs" / "example", project)
    (project / ".outcrop" / "rules").mkdir(parents=True)
    (project / ".outcrop" / "rules" / "logging.toml").write_text(RULE)
    (project / ".outcrop" / "rules" / "broken.toml").write_text(BROKEN_RULE)
    (project / "picture.bin").write_bytes(b"\0\1\2")
    (project / "report.py").write_text("import billing\nimport page\n\n\ndef nobody_calls_this():\n    pass\n")
    (project / "page.py").write_text("import report\n")
    (project / "layers.toml").write_text(LAYERS)
    return project


def fits(part: str, use: str, which: str, value: object) -> None:
    """Nothing is missing, and there is nothing that the documentation does not name."""
    whole = schemas.schema(PARTS[part], strict=True)
    jsonschema.validate(value, {**whole["uses"][use][which], "$defs": whole["$defs"]})


def test_the_files_are_those_of_the_shapes() -> None:
    for path, text in schemas.files().items():
        assert path.read_text("utf-8") == text, "run: python docs/schemas/make.py"


@pytest.mark.parametrize("part", PARTS)
def test_every_shape_is_used_and_known(part: str) -> None:
    whole = schemas.schema(PARTS[part])
    jsonschema.Draft202012Validator.check_schema({key: value for key, value in whole.items() if key != "uses"})
    text = json.dumps(whole)
    loose = [name for name in PARTS[part].shapes if f'"#/$defs/{name}"' not in text]
    assert loose in ([], ["SearchProgress"]), "no shape or command has them"
    for name in {found.rsplit("/", 1)[-1] for found in _references(whole)}:
        assert name in PARTS[part].shapes


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inside in value.items():
            if key == "$ref":
                yield inside
            else:
                yield from _references(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _references(inside)


def test_every_command_that_prints_json_has_a_shape() -> None:
    _, commands = _parser()
    known = {use.name.split()[1] for use in PARTS["terminal"].uses}
    assert set(commands) - NOT_JSON == known, "write it into docs/schemas/shapes.txt"
    assert set(CALLS) == {use.name for use in PARTS["terminal"].uses}, "and a call of it into this test"


@pytest.mark.parametrize("use", CALLS)
def test_what_a_command_prints_fits(use: str, folder: Path, tmp_path: Path) -> None:
    environment = {
        "OUTCROP_CACHE_DIR": str(tmp_path / "cache"),
        "HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    for call in CALLS[use]:
        result = outcrop(*call, "--json", cwd=folder, environment=environment)
        assert result.stdout, (call, result.stderr)
        fits("terminal", use, "result", json.loads(result.stdout))


def test_every_field_is_seen_in_some_answer(folder: Path, tmp_path: Path) -> None:
    """A field that is documented and never printed would be found here, for what can be searched."""
    seen: set[str] = set()
    for call in CALLS["outcrop search"]:
        result = outcrop(*call, "--json", cwd=folder, environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
        answer = json.loads(result.stdout)
        seen |= set(answer) | {name for hit in answer["hits"] for name in hit}
    documented = {one.name for name in ("SearchResult", "Hit") for one in PARTS["terminal"].shapes[name].fields}
    assert documented == seen


def test_every_request_of_ours_has_a_shape() -> None:
    assert {use.name for use in PARTS["server"].uses} == set(CUSTOM), "write it into docs/schemas/shapes.txt"


def test_what_the_server_answers_fits(folder: Path, tmp_path: Path) -> None:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    try:
        wire.initialize(folder.as_uri())
        eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
        script = folder / "nightly.sh"
        item = {"uri": script.as_uri(), "languageId": "shellscript", "version": 1, "text": script.read_text()}
        wire.send("textDocument/didOpen", {"textDocument": item})
        document = {"textDocument": {"uri": script.as_uri()}}
        place = {"line": 14, "character": 0}
        calls: list[tuple[str, dict[str, Any]]] = [
            ("outcrop/status", {}),
            ("outcrop/search", {"query": "TODO", "limit": 2, "context": 1, "sort": "path"}),
            ("outcrop/search", {"query": "kind:function lines:>5"}),
            ("outcrop/search", {"query": 'pattern:"log.error($$$A)"'}),
            ("outcrop/search", {"query": "knd:x"}),
            ("outcrop/replace", {"query": 'pattern:"log.error($$$A)"', "template": "log.exception($$$A)"}),
            ("outcrop/replace", {"query": "sqlite3.connect lang:python", "template": "if (", "force": False}),
            ("outcrop/replace", {"query": "knd:x", "template": "$A"}),
            ("outcrop/blocks", document),
            ("outcrop/blocks", {**document, "position": place}),
            ("outcrop/statements", document),
            ("outcrop/statements", {**document, "range": {"start": place, "end": place}}),
            ("outcrop/chunks", document),
            ("outcrop/chunks", {"textDocument": {"uri": "file:///nowhere.py"}}),
            ("outcrop/reindex", {}),
        ]
        assert {method for method, _ in calls} == set(CUSTOM)
        for method, params in calls:
            fits("server", method, "params", params)
            fits("server", method, "result", wire.request(method, params))
    finally:
        wire.kill()
