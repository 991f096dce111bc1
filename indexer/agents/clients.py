"""The clients that agents run in: where each keeps its settings and skills, and how it writes down a server.

What is for one user lies in the home folder, what is for all who work on a project in that project.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Format = Literal["json", "toml", "yaml"]
Scope = Literal["user", "project"]
Style = Literal["plain", "stdio", "custom", "array", "extension"]
Entry = dict[str, object]

NAME = "outcrop"


@dataclass(frozen=True)
class Client:
    """One client. Paths are from the home folder or from that of the project."""

    name: str
    title: str
    user: str  # its settings; may begin with a variable of the environment that says where they are
    project: str | None
    keys: str  # what the servers stand below
    user_skills: str | None
    project_skills: str | None
    style: Style = "plain"
    format: Format = "json"
    folder: str = "."  # how the project is named to the server; "" where only its full path will do
    commands: tuple[str, ...] = ()  # programs that show that it is installed

    def settings(self, scope: Scope, project: Path) -> Path | None:
        """The file that the entry goes into; None if it has none of this scope."""
        if scope == "user":
            return _first_there(_at_home(self.user))
        return _first_there(project / self.project) if self.project else None

    def skill(self, scope: Scope, project: Path) -> Path | None:
        """The file that the skill goes into."""
        folder = self.user_skills if scope == "user" else self.project_skills
        if folder is None:
            return None
        return (_at_home(folder) if scope == "user" else project / folder) / NAME / "SKILL.md"

    def is_there(self) -> bool:
        """Whether the client seems to be installed: it has a folder of its own, or its program can be started."""
        shared = (Path.home(), Path.home() / ".agents")
        skills = _at_home(self.user_skills).parent if self.user_skills else None
        folders = [folder for folder in (_at_home(self.user).parent, skills) if folder not in shared]
        return any(folder.is_dir() for folder in folders if folder) or any(map(_on_path, self.commands))

    def entry(self, command: str, project: Path) -> Entry:
        """What it is told about the server."""
        arguments = [self.folder or str(project)]
        if self.style == "array":
            return {"type": "local", "command": [command, *arguments], "enabled": True}
        if self.style == "extension":
            said = "The structure of code: definitions, references, search by shape"
            names = {"enabled": True, "type": "stdio", "name": NAME, "description": said}
            return {**names, "cmd": command, "args": arguments, "timeout": 300}
        before: Mapping[Style, Entry] = {"stdio": {"type": "stdio"}, "custom": {"source": "custom"}}
        return {**before.get(self.style, {}), "command": command, "args": arguments}


CLIENTS = (
    Client(
        "claude-code",
        "Claude Code",
        "$CLAUDE_CONFIG_DIR/.claude.json",
        ".mcp.json",
        "mcpServers",
        "$CLAUDE_CONFIG_DIR/skills",
        ".claude/skills",
        "stdio",
        commands=("claude",),
    ),
    Client(
        "claude-desktop",
        "Claude Desktop",
        "$application/Claude/claude_desktop_config.json",
        None,
        "mcpServers",
        None,
        None,
        folder="",
    ),
    Client(
        "codex",
        "Codex",
        "$CODEX_HOME/config.toml",
        ".codex/config.toml",
        "mcp_servers",
        ".agents/skills",
        ".agents/skills",
        format="toml",
        commands=("codex",),
    ),
    Client(
        "cursor",
        "Cursor",
        ".cursor/mcp.json",
        ".cursor/mcp.json",
        "mcpServers",
        ".cursor/skills",
        ".cursor/skills",
        folder="${workspaceFolder}",
        commands=("cursor",),
    ),
    Client(
        "gemini",
        "Gemini CLI",
        ".gemini/settings.json",
        ".gemini/settings.json",
        "mcpServers",
        ".gemini/skills",
        ".gemini/skills",
        commands=("gemini",),
    ),
    Client(
        "goose",
        "Goose",
        "$goose/config.yaml",
        None,
        "extensions",
        "$config/goose/skills",
        ".goose/skills",
        "extension",
        "yaml",
        commands=("goose",),
    ),
    Client(
        "opencode",
        "OpenCode",
        "$config/opencode/opencode.json",
        "opencode.json",
        "mcp",
        "$config/opencode/skills",
        ".opencode/skills",
        "array",
        commands=("opencode",),
    ),
    Client(
        "vscode",
        "VS Code",
        "$application/Code/User/mcp.json",
        ".vscode/mcp.json",
        "servers",
        ".copilot/skills",
        ".github/skills",
        "stdio",
        folder="${workspaceFolder}",
        commands=("code",),
    ),
    Client(
        "windsurf",
        "Windsurf",
        ".codeium/windsurf/mcp_config.json",
        None,
        "mcpServers",
        ".codeium/windsurf/skills",
        ".windsurf/skills",
        folder="",
        commands=("windsurf",),
    ),
    Client(
        "zed",
        "Zed",
        "$zed/settings.json",
        ".zed/settings.json",
        "context_servers",
        ".agents/skills",
        ".agents/skills",
        "custom",
        commands=("zed", "zeditor"),
    ),
)


def _at_home(path: str) -> Path:
    """A path of a user's settings: the names that begin with a dollar differ by platform or can be set."""
    first, _, rest = path.partition("/")
    home = Path.home()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    application = config
    if sys.platform == "win32":
        application = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        application = home / "Library" / "Application Support"
    set_by_user = os.environ.get(first[1:]) if first in ("$CLAUDE_CONFIG_DIR", "$CODEX_HOME") else None
    windows = sys.platform == "win32"
    claude = home / ".claude" if rest == "skills" else home
    places = {
        "$CLAUDE_CONFIG_DIR": Path(set_by_user) if set_by_user else claude,
        "$CODEX_HOME": Path(set_by_user) if set_by_user else home / ".codex",
        "$application": application,
        "$config": config,
        "$goose": application / "Block" / "goose" / "config" if windows else config / "goose",
        "$zed": application / "Zed" if windows else config / "zed",
    }
    return places[first] / rest if first in places else home / path


def _first_there(path: Path) -> Path:
    """A settings file, or the one with comments that its client reads as well, if there is only that."""
    commented = path.with_suffix(".jsonc")
    return commented if path.name == "opencode.json" and commented.exists() and not path.exists() else path


def _on_path(command: str) -> bool:
    from shutil import which

    return which(command) is not None
