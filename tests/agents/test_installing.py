"""`outcrop agents`: every client is told, what was there stays, and removing leaves no trace."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from pathlib import Path
from typing import Any

import anyio
import pytest

from indexer.agents.clients import CLIENTS, Client
from indexer.agents.jsonc import read
from indexer.agents.skill import SKILL
from indexer.engine import parse
from tests.cli.command import outcrop
from tests.paths import ROOT

EVERY = [argument for client in CLIENTS for argument in ("--client", client.name)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home folder, and nothing that leads elsewhere."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "my project"
    project.mkdir()
    (project / "app.py").write_text("def greet(name):\n    return name\n")
    return project


def state(folder: Path) -> dict[str, bytes | None]:
    """All that is in a folder but our notes: the bytes of files, and which folders there are."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if "share" not in path.parts and path.name != ".local"
    }


def agents(project: Path, *arguments: str) -> Any:
    return outcrop("agents", *arguments, cwd=project)


@pytest.mark.parametrize("scope", ["user", "project"])
def test_what_is_installed_for_every_client_is_removed_without_a_trace(home: Path, project: Path, scope: str) -> None:
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").write_bytes(b'\xef\xbb\xbf{\r\n\t"mcpServers": {\r\n\t},\r\n}')
    (home / ".codex").mkdir()
    (home / ".codex" / "config.toml").write_text('model = "x"  # mine')
    (project / ".vscode").mkdir()
    (project / ".vscode" / "mcp.json").write_text('{ // ours\n  "inputs": [],\n  "servers": {"a": {"command": "b"}}\n}')
    before = state(home), state(project)
    named = [
        argument for client in CLIENTS if scope == "user" or client.project for argument in ("--client", client.name)
    ]
    done = agents(project, "install", *named, "--scope", scope, "--yes")
    assert done.returncode == 0, done.stderr
    listed = json.loads(agents(project, "list", "--json").stdout)["clients"]
    assert all(one[scope] is True for one in listed if scope == "user" or one["project_file"])
    assert "as it should be" in agents(project, "install", *named, "--scope", scope, "--yes").stdout
    undone = agents(project, "remove", "--scope", scope, "--yes")
    assert undone.returncode == 0, undone.stderr
    assert (state(home), state(project)) == before


def test_a_dry_run_and_a_pipe_change_nothing(home: Path, project: Path) -> None:
    before = state(home), state(project)
    shown = agents(project, "install", *EVERY, "--dry-run")
    assert shown.returncode == 0 and '+    "outcrop": {' in shown.stdout and "+[mcp_servers.outcrop]" in shown.stdout
    asked = agents(project, "install", *EVERY)
    assert asked.returncode == 2 and "--yes" in asked.stderr
    assert (state(home), state(project)) == before


def test_what_others_wrote_meanwhile_stays(home: Path, project: Path) -> None:
    assert agents(project, "install", "--client", "cursor", "--client", "codex", "--yes").returncode == 0
    cursor = home / ".cursor" / "mcp.json"
    settings = json.loads(cursor.read_text())
    settings["mcpServers"]["other"] = {"command": "x"}
    cursor.write_text(json.dumps(settings, indent=4))
    codex = home / ".codex" / "config.toml"
    codex.write_text(codex.read_text() + '\n[profiles.fast]\nmodel = "y"\n')
    assert agents(project, "remove", "--yes").returncode == 0
    assert json.loads(cursor.read_text()) == {"mcpServers": {"other": {"command": "x"}}}
    assert tomllib.loads(codex.read_text()) == {"profiles": {"fast": {"model": "y"}}}


def test_an_entry_of_ones_own_comes_back(home: Path, project: Path) -> None:
    mine = '{"mcpServers": {"outcrop": {"command": "mine", "env": {"KEY": "value"}}}}\n'
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").write_text(mine)
    assert agents(project, "install", "--client", "cursor", "--yes").returncode == 0
    assert (home / ".cursor" / "mcp.json").read_text() != mine
    assert agents(project, "remove", "--yes").returncode == 0
    assert (home / ".cursor" / "mcp.json").read_text() == mine
    notes = next(home.rglob("agents.json"))
    assert stat.S_IMODE(notes.stat().st_mode) == 0o600


def test_a_second_version_is_undone_to_what_was_before_the_first(home: Path, project: Path) -> None:
    (home / ".codeium" / "windsurf").mkdir(parents=True)
    settings = home / ".codeium" / "windsurf" / "mcp_config.json"
    settings.write_text('{"mcpServers": {"secret": {"env": {"TOKEN": "hush"}}}}')
    assert agents(project, "install", "--client", "windsurf", "--yes").returncode == 0
    elsewhere = project / "inner"
    elsewhere.mkdir()
    assert agents(elsewhere, "install", "--client", "windsurf", "--yes").returncode == 0
    assert str(elsewhere) in settings.read_text()
    assert "hush" not in next(home.rglob("agents.json")).read_text()
    assert agents(project, "remove", "--yes").returncode == 0
    assert settings.read_text() == '{"mcpServers": {"secret": {"env": {"TOKEN": "hush"}}}}'


def test_a_skill_that_two_clients_share_goes_with_the_last(home: Path, project: Path) -> None:
    assert agents(project, "install", "--client", "codex", "--client", "zed", "--yes").returncode == 0
    skill = home / ".agents" / "skills" / "outcrop" / "SKILL.md"
    assert agents(project, "remove", "--client", "zed", "--yes").returncode == 0
    assert skill.exists()
    assert agents(project, "remove", "--client", "codex", "--yes").returncode == 0
    assert not (home / ".agents").exists()


def test_a_skill_that_somebody_changed_is_left_alone(home: Path, project: Path) -> None:
    assert agents(project, "install", "--client", "gemini", "--yes").returncode == 0
    skill = home / ".gemini" / "skills" / "outcrop" / "SKILL.md"
    skill.write_text(skill.read_text() + "\nAnd be kind.\n")
    removed = agents(project, "remove", "--yes")
    assert removed.returncode == 3 and "somebody changed this skill" in removed.stderr
    assert "be kind" in skill.read_text()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"mcpServers": {"a": {}}', "no JSON"),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
        (b'{"mcpServers": 3}', "no object"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_settings_that_cannot_be_read_stay_as_they_are(home: Path, project: Path, text: bytes, why: str) -> None:
    (home / ".cursor").mkdir()
    settings = home / ".cursor" / "mcp.json"
    settings.write_bytes(text)
    refused = agents(project, "install", "--client", "cursor", "--yes")
    assert refused.returncode == 3 and why in refused.stderr and "Traceback" not in refused.stderr
    assert settings.read_bytes() == text


def test_what_is_read_only_or_no_file_is_refused(home: Path, project: Path) -> None:
    (home / ".cursor").mkdir()
    settings = home / ".cursor" / "mcp.json"
    settings.write_text("{}")
    settings.chmod(0o444)
    refused = agents(project, "install", "--client", "cursor", "--yes")
    assert refused.returncode == 3 and "read-only" in refused.stderr and settings.read_text() == "{}"
    settings.unlink()
    os.mkfifo(settings)
    assert "no regular file" in agents(project, "install", "--client", "cursor", "--yes").stderr
    (home / ".gemini").write_text("a file where a folder should be")
    refused = agents(project, "install", "--client", "gemini", "--yes")
    assert refused.returncode == 3 and "Traceback" not in refused.stderr


def test_a_link_to_ones_own_settings_is_followed_and_stays_a_link(home: Path, project: Path) -> None:
    (home / ".cursor").mkdir()
    (home / "dotfiles").mkdir()
    (home / "dotfiles" / "mcp.json").write_text("{}\n")
    (home / ".cursor" / "mcp.json").symlink_to("../dotfiles/mcp.json")
    assert agents(project, "install", "--client", "cursor", "--yes").returncode == 0
    assert (home / ".cursor" / "mcp.json").is_symlink()
    assert "outcrop" in (home / "dotfiles" / "mcp.json").read_text()
    assert agents(project, "remove", "--yes").returncode == 0
    assert (home / "dotfiles" / "mcp.json").read_text() == "{}\n"


def test_a_project_cannot_lead_what_is_written_elsewhere(home: Path, project: Path) -> None:
    target = home / "settings.json"
    target.write_text("{}\n")
    (project / ".mcp.json").symlink_to(target)
    (project / ".cursor").symlink_to(home)
    (project / ".claude").symlink_to(home)
    before = state(home)
    refused = agents(project, "install", "--scope", "project", "--client", "claude-code", "--client", "cursor", "--yes")
    assert refused.returncode == 3 and refused.stderr.count("leads out of the project") == 4
    assert state(home) == before


def test_a_wrong_name_says_which_there_are(home: Path, project: Path) -> None:
    assert "did you mean cursor?" in agents(project, "install", "--client", "curser").stderr
    nothing = agents(project, "remove")
    assert nothing.returncode == 1 and "no client knows" in nothing.stderr


def test_the_skill_teaches_queries_that_can_be_asked() -> None:
    head, _, rest = SKILL.removeprefix("---\n").partition("\n---\n")
    names = dict(line.split(": ", 1) for line in head.splitlines())
    assert names["name"] == "outcrop" and 0 < len(names["description"]) <= 1024
    queries = rest.split("```text\n")[1].split("\n```")[0].splitlines()
    assert len(queries) >= 10
    for line in queries:
        query = line[:42].strip()
        assert parse(query).query is not None, query


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_the_server_starts_from_the_entry_that_was_written(home: Path, project: Path, client: Client) -> None:
    pytest.importorskip("mcp")
    assert agents(project, "install", "--client", client.name, "--yes").returncode == 0
    assert anyio.run(_tools, *_command(client, home, project), project) >= {"search", "symbols", "read"}


def _command(client: Client, home: Path, project: Path) -> tuple[str, list[str]]:
    """The command that a client would start, from its own settings."""
    file = client.settings("user", project)
    assert file is not None and file.is_relative_to(home)
    text = file.read_text("utf-8")
    if client.format == "yaml":
        entry = pytest.importorskip("yaml").safe_load(text)["extensions"]["outcrop"]
        assert (entry["type"], entry["enabled"]) == ("stdio", True)
        return entry["cmd"], entry["args"]
    settings: Any = tomllib.loads(text) if client.format == "toml" else read(text).meaning  # type: ignore[union-attr]
    entry = settings[client.keys]["outcrop"]
    if client.style == "array":
        return entry["command"][0], entry["command"][1:]
    arguments = [argument.replace("${workspaceFolder}", str(project)) for argument in entry["args"]]
    return entry["command"], arguments


async def _tools(command: str, arguments: list[str], folder: Path) -> set[str]:
    from mcp import StdioServerParameters
    from mcp.client.client import Client as Speaker
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command=command, args=arguments, cwd=str(folder))
    async with Speaker(stdio_client(server)) as speaker:
        return {tool.name for tool in (await speaker.list_tools()).tools}


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_every_client_is_documented(client: Client) -> None:
    rows = (ROOT / "docs" / "mcp.md").read_text("utf-8").splitlines()
    row = next(line for line in rows if line.startswith(f"| `{client.name}` |"))
    for place in (
        client.user.partition("/")[2],
        client.project,
        client.keys,
        client.user_skills,
        client.project_skills,
    ):
        assert place is None or place.removeprefix("$config/").rpartition("$CLAUDE_CONFIG_DIR/")[2] in row
