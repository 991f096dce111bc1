"""Nothing of a workspace runs, whatever Outcrop is asked to do there. See tests/traps.py."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer.cli.main import _parser
from indexer.model import Limits
from indexer.search.run import prefetch
from indexer.search.run.search import search
from indexer.settings import Settings
from indexer.workspace import Workspace
from tests.e2e.wire import Wire
from tests.patience import PATIENCE
from tests.traps import Traps

BIN = Path(sys.executable).parent
COMMANDS: dict[str, list[list[str]]] = {
    "agents": [["list"], ["install", "--scope", "project", "--client", "cursor", "--client", "codex", "--dry-run"]],
    "analyze": [[]],
    "blocks": [["real", "bisect.py"]],
    "callees": [["shop"]],
    "callers": [["shop"]],
    "check": [[], ["--test"], ["--format", "sarif"]],
    "chunks": [["real"]],
    "clear": [[]],
    "completions": [["bash"], ["words", "--", "search", "kind:"]],
    "config": [["show"], ["validate"]],
    "deps": [["real/run.sh"]],
    "impact": [["shop"]],
    "doctor": [[]],
    "export": [["--ctags", "{out}/tags", "--scip", "{out}/index.scip"]],
    "files": [[], ["--skipped"]],
    "folds": [["real"]],
    "index": [[], ["--rebuild"]],
    "keywords": [[]],
    "languages": [[]],
    "outline": [["."]],
    "refs": [["insort"]],
    "replace": [['pattern:"println($A)"', "print($A)"]],
    "repos": [["list"]],
    "rules": [["list"]],
    "search": [["insort"], ['pattern:"bisect.insort($$$A)"'], ['pattern:"println($A)" lang:kotlin'], ["kind:class"]],
    "statements": [["real/run.sh"]],
    "stats": [[]],
    "symbols": [["shop"]],
}
# An interpreter that ignores its variables, so that what heeds them is what it starts.
ISOLATED = [sys.executable, "-I", "-m"]


@pytest.fixture
def traps(tmp_path: Path) -> Iterator[Traps]:
    made = Traps(tmp_path)
    yield made
    assert made.ran() == []
    assert not (made.root / "stolen").exists()


@pytest.mark.parametrize("start", ["program", "module", "variables"])
def test_no_command_runs_what_lies_in_the_workspace(traps: Traps, tmp_path: Path, start: str) -> None:
    assert set(COMMANDS) == set(_parser()[1]), "a command is missing here"
    environment = traps.environment(tmp_path / "cache")
    command = [str(BIN / "outcrop")]
    if start != "program":
        command = [*ISOLATED, "indexer.cli.main"]
    if start == "variables":
        environment |= traps.for_python()
    chosen = COMMANDS if start == "program" else {name: COMMANDS[name] for name in ("index", "outline", "search")}
    for name, runs in chosen.items():
        for arguments in runs:
            full = [*command, name, *(argument.format(out=tmp_path) for argument in arguments)]
            done = subprocess.run(
                full, cwd=traps.root, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
            assert traps.ran() == [], full
            assert "Traceback" not in done.stderr, done.stderr
            if name in ("search", "index", "symbols", "refs"):
                assert done.returncode == 0, (full, done.stdout, done.stderr)


def test_a_python_that_is_started_here_imports_nothing_of_ours_from_here(traps: Traps, tmp_path: Path) -> None:
    """`python -m` has the current folder first on its path. What Python itself then imports nobody can help."""
    for name in ("indexer", "lsp_server", "mcp_server"):
        (traps.root / name).rename(tmp_path / name)  # Python would take these for the program itself
    early = subprocess.run(
        [sys.executable, "-c", "import runpy, sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    for name in early.stdout.split():
        (traps.root / f"{name}.py").unlink(missing_ok=True)
    for name in ("sitecustomize", "usercustomize", "importlib", "contextlib", "functools", "collections"):
        (traps.root / f"{name}.py").unlink(missing_ok=True)
    command = [sys.executable, "-m", "indexer.cli.main", "search", 'pattern:"println($A)"']
    environment = traps.environment(tmp_path / "cache")
    done = subprocess.run(command, cwd=traps.root, env=environment, capture_output=True, text=True, check=False)
    assert "real/app.kt" in done.stdout, done.stderr


@pytest.mark.parametrize("variables", [False, True])
def test_the_server_runs_nothing_of_the_workspace(traps: Traps, tmp_path: Path, variables: bool) -> None:
    environment = traps.environment(tmp_path / "cache") | (traps.for_python() if variables else {})
    command = [*ISOLATED, "lsp_server.main"] if variables else [str(BIN / "outcrop-lsp")]
    wire = Wire(command=command, environment=environment, cwd=traps.root)
    try:
        uri = traps.root.as_uri()
        wire.initialize(uri, options={"outcrop": {}})
        wire.open((traps.root / "real/app.kt").read_text(), f"{uri}/real/app.kt", "kotlin")
        assert wire.symbols(f"{uri}/real/app.kt") == ["Shop", "sell"]
        deadline = time.monotonic() + PATIENCE
        while wire.request("outcrop/status", {})["state"] != "ready":
            assert time.monotonic() < deadline
            time.sleep(0.2)
        for query in ("insort", 'pattern:"println($A)"', "kind:class"):
            assert wire.request("outcrop/search", {"query": query})["hits"], query
        assert wire.end() == 0
    finally:
        wire.kill()


def test_the_server_for_agents_runs_nothing_of_the_workspace(traps: Traps, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [str(BIN / "outcrop-mcp")],
        cwd=traps.root,
        env=traps.environment(tmp_path / "cache"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None

    def ask(number: int | None, method: str, **params: object) -> Any:
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
        print(json.dumps(message), file=process.stdin, flush=True)
        while number is not None:
            assert process.stdout is not None
            answer = json.loads(process.stdout.readline())
            if answer.get("id") == number:
                return answer["result"]

    try:
        client = {"name": "test", "version": "0"}
        ask(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        ask(None, "notifications/initialized")
        for number, query in enumerate(("insort", 'pattern:"println($A)"'), 2):
            answer = ask(number, "tools/call", name="search", arguments={"query": query})
            assert "app." in json.dumps(answer), answer
    finally:
        process.kill()
        process.wait()


def test_helpers_of_a_search_run_nothing_of_the_workspace(
    traps: Traps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = subprocess.run(
        [*ISOLATED, "indexer.cli.main", "index"], cwd=traps.root, env=traps.environment(tmp_path / "cache"), check=False
    )
    assert done.returncode == 0
    monkeypatch.chdir(traps.root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(traps.root))
    monkeypatch.setattr(prefetch, "ALONE", -1.0)
    monkeypatch.setattr(prefetch, "HELPERS", 2)
    workspace = Workspace()
    try:
        workspace.open({traps.root: Settings()})
        with workspace.corpora({}) as corpora:
            answer = search('pattern:"len($A)" file:many/', corpora, Limits(None, seconds=60))
        assert answer.total == 300
    finally:
        workspace.stop()
