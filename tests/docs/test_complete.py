"""Whatever can be typed, set or read is documented: commands, options, exit codes, variables, tools.

Settings are compared in tests/test_settings.py, fields and kinds in tests/search/test_match.py, requests in
tests/test_map.py and, with all their fields, in test_schemas.py.
"""

from __future__ import annotations

import re
import sys

import pytest

from indexer.cli import outcome
from mcp_server.server import TOOLS
from tests.paths import ROOT

DOCS = ROOT / "docs"
FOREIGN = {"PYTHONPATH", "APPDATA", "TERM"}  # of the platform; nobody sets them for Outcrop


def test_every_command_and_option_is_documented() -> None:
    sys.path.insert(0, str(DOCS / "schemas"))
    try:
        import commands
    finally:
        sys.path.pop(0)
    assert commands.PAGE.read_text("utf-8") == commands.page(), "run: python docs/schemas/commands.py"


def test_every_exit_code_is_documented() -> None:
    codes = {value for name, value in vars(outcome).items() if name.isupper() and isinstance(value, int)}
    text = (DOCS / "terminal.md").read_text("utf-8")
    table = text[text.index("## Exit codes") :]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)} == codes


def variables() -> list[str]:
    """The environment variables that our code reads."""
    sources = [
        path.read_text("utf-8")
        for name in ("indexer", "lsp_server", "mcp_server")
        for path in (ROOT / name).rglob("*.py")
    ]
    names = {found for text in sources for found in re.findall(r"environ(?:\.get\(|\.pop\(|\[)\s*\"([A-Z_]+)\"", text)}
    return sorted(names - FOREIGN)


@pytest.mark.parametrize("name", variables())
def test_every_variable_is_documented(name: str) -> None:
    pages = "\n".join(path.read_text("utf-8") for path in DOCS.glob("*.md"))
    assert re.search(rf"`\$?{name}`", pages)


def test_variables_are_found() -> None:
    assert "OUTCROP_CACHE_DIR" in variables()


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_every_tool_for_agents_is_documented(tool: str) -> None:
    assert f"\n| `{tool}` | " in (DOCS / "mcp.md").read_text("utf-8")
