"""The extension in a real VS Code: packed to a .vsix, installed, and used in the extension host and in the workbench.

The tools come from `tests/editors/vscode/setup.sh`. Where they are missing this is skipped on a developer's machine
and fails in CI.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import fields
from pathlib import Path

import pytest

from indexer.settings import SWITCHES, Settings
from tests.editors.editor import SHAPES
from tests.judges import missing, needed
from tests.paths import ROOT
from tests.patience import PATIENCE

EXTENSION = ROOT / "editors" / "vscode"
TOOLS = Path(__file__).parent / "vscode"
PERL = ("File/Temp.pm", "Text/Balanced.pm", "Text/ParseWords.pm", "Text/Wrap.pm")


def _missing() -> str | None:
    """What is missing to run VS Code here."""
    node = shutil.which("node")
    if node is None:
        return "node"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.lstrip("v").partition(".")[0]) < 20:
        return f"node 20 or later (this is {version.strip()})"
    if not Path(os.environ.get("CHROMIUM", "/usr/bin/chromium")).exists():
        return "chromium"
    installed = (EXTENSION / "node_modules/esbuild", TOOLS / "node_modules/code-server/lib/vscode/node_modules.asar")
    if not all(path.exists() for path in installed):
        return "the packages that tests/editors/vscode/setup.sh installs"
    return None


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real code that nobody here wrote: packages of Python's standard library and modules of Perl. And `SHAPES`."""
    if (lacking := _missing()) is not None:
        missing(lacking)
    perl = needed("perl")
    folder = tmp_path_factory.mktemp("vscode") / "project"
    library = Path(sysconfig.get_path("stdlib"))
    for name in ("asyncio", "http", "json"):
        shutil.copytree(library / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    where = subprocess.run([perl, "-e", r'print join "\n", @INC'], capture_output=True, text=True, check=True).stdout
    (folder / "perl").mkdir()
    for module in PERL:
        found = next(path for place in where.splitlines() if (path := Path(place) / module).exists())
        shutil.copy(found, folder / "perl")
    (folder / "shapes").mkdir()
    for path, text in SHAPES.items():
        if path.startswith("shapes/"):
            (folder / path).write_text(text, "utf-8")
    return folder


def test_extension_in_vscode(project: Path, tmp_path: Path) -> None:
    slow = str(TOOLS / "slow_server.py")
    environment = {
        **os.environ,
        "PYTHON": sys.executable,
        "OUTCROP_TEST_SERVER": _server(),
        "OUTCROP_SLOW_SERVER": json.dumps([sys.executable, slow]),
    }
    vsix = tmp_path / "outcrop.vsix"
    for command in ("node scripts/build.mjs", "npx tsc --noEmit", f"node scripts/package.mjs {vsix}"):
        _run(command.split(), EXTENSION, environment)
    given = [str(vsix), str(project), str(tmp_path / "scratch")]
    said = _run(["node", "run.mjs", "host", *given], TOOLS, environment)
    said += _run([*_offline(), "node", "run.mjs", "view", *given], TOOLS, environment)
    assert "ok after a crash the server is started again" in said
    assert "ok hits come while the search goes on" in said
    assert "ok selected code becomes a pattern" in said
    assert "ok a query becomes a rule" in said
    assert "ok calls and types are followed both ways" in said
    assert "ok a rename shows what only has the name before anything is changed" in said


def _server() -> str:
    """The server of the environment that runs the tests."""
    return str(Path(sysconfig.get_path("scripts")) / "outcrop-lsp")


def _offline() -> list[str]:
    """What runs a command without a network, where the system lets us: once installed, the extension needs none."""
    apart = ["unshare", "--map-root-user", "--net"]
    may = shutil.which("unshare") and subprocess.run([*apart, "true"], capture_output=True).returncode == 0
    return [*apart, sys.executable, str(TOOLS / "offline.py")] if may else []


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _described() -> dict[str, dict[str, object]]:
    manifest = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    groups = manifest["contributes"]["configuration"]
    return {name: about for group in groups for name, about in group["properties"].items()}


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda setting: setting.name)
def test_settings_are_described_as_the_server_has_them(setting: object) -> None:
    name = setting.name  # type: ignore[attr-defined]
    about = _described()[f"outcrop.{name}"]
    default = getattr(Settings(), name)
    assert about["default"] == (list(default) if isinstance(default, tuple) else default)
    doc = str(setting.metadata["doc"]).replace('{"*.inc" = "php"}', '{"*.inc": "php"}')  # type: ignore[attr-defined]
    assert str(about["markdownDescription"]).startswith(doc.rstrip("."))
    if default == "auto":
        assert set(SWITCHES) == set(about["enum"])  # type: ignore[call-overload]


def test_every_described_setting_is_used() -> None:
    """The server knows it, or the extension reads it itself."""
    own = {"outcrop.server.command", "outcrop.server.arguments", "outcrop.trace.server", "outcrop.outline"}
    known = {f"outcrop.{setting.name}" for setting in fields(Settings)}
    assert _described().keys() == known | own
    sent = (EXTENSION / "src/server/settings.ts").read_text("utf-8")
    assert all(f'"{setting.name}",' in sent for setting in fields(Settings))


def test_an_open_folder_has_no_say_in_what_is_started() -> None:
    """Its settings cannot name a command, and one module alone starts programs: outside of the folder."""
    about = _described()
    for name in ("server.command", "server.arguments", "cache_dir", "workers"):
        assert about[f"outcrop.{name}"]["scope"] == "machine", name
    for path in (EXTENSION / "src").rglob("*.ts"):
        source = path.read_text("utf-8")
        starts = re.search(r'import \{[^}]*\} from "node:child_process"', source) is not None
        assert starts == (path.name == "launching.ts"), path
        assert "workspaceFolder}" not in source and "getActiveEnvironmentPath" not in source, path
        if starts:
            assert source.count("cwd: os.homedir(), env: environment()") == 2


def test_the_vocabulary_can_be_made() -> None:
    """Completions come from the engine and its documentation; every field must be explained there."""
    made = subprocess.run(
        [sys.executable, str(EXTENSION / "scripts/vocabulary.py")], capture_output=True, text=True, check=True
    )
    words = json.loads(made.stdout)
    assert {"kind", "in", "pattern"} <= {field["name"] for field in words["fields"]}
    assert "function" in words["definitions"]
    assert "python" in words["languages"]


def test_no_registry_in_lock_files() -> None:
    for folder in (EXTENSION, TOOLS):
        assert '"resolved"' not in (folder / "package-lock.json").read_text("utf-8")
