"""Whoever looks something up in the documentation finds it: every package, request, command and word of a walk."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from lsp_server.server import COMMANDS, CUSTOM, FEATURES
from tests.paths import ROOT

GUIDE = (ROOT / "docs" / "design" / "architecture.md").read_text("utf-8")
SERVER = (ROOT / "docs" / "server.md").read_text("utf-8")
PACKAGES = ("indexer", "lsp_server", "mcp_server")
MOST_FOR_A_KEY = 34

# One letter is typed into a document whose symbols were asked for before, and they are asked for again.
A_KEY = """
import asyncio, inspect, json, sys, threading
from pathlib import Path
from lsprotocol import types

ROOT = Path(sys.argv[1])
PACKAGES = tuple(str(ROOT / name) for name in ("indexer", "lsp_server"))
SOURCE = "class Parser:\\n    def load(self, path):\\n        return open(path)\\n\\n\\ndef main():\\n    pass\\n"
entered, noting = {}, False

def note(frame, event, argument):
    code = frame.f_code
    if noting and event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(PACKAGES):
        module = Path(code.co_filename).relative_to(ROOT).as_posix()
        entered.setdefault(module, set()).add(code.co_qualname)

threading.setprofile(note)
sys.setprofile(note)
from lsp_server.each_key import Change
from lsp_server.features.document_symbol import document_symbol
from lsp_server.session import ClientAbilities, Session

async def type_and_ask():
    global noting
    session = Session()
    session.client = ClientAbilities(nested_symbols=True)
    uri = "file:///project/parser.py"
    session.did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 1, SOURCE)))
    await asyncio.wrap_future(document_symbol(session, uri))
    for version in (2, 3):
        noting = version == 3
        place = 2, 18 + version
        session.did_change(uri, version, [Change("x", (place, place))])
        await asyncio.wrap_future(document_symbol(session, uri))
    noting = False
    session.end()

asyncio.run(type_and_ask())
print(json.dumps({module: sorted(functions) for module, functions in entered.items()}))
"""


def section(title: str) -> str:
    start = GUIDE.index(f"## {title}\n")
    return GUIDE[start : GUIDE.index("\n## ", start + 1)]


def parts() -> list[str]:
    """The packages and modules that the map has to name."""
    inner = (ROOT / "indexer").iterdir()
    modules = [f"indexer/{path.name}" for path in inner if path.suffix == ".py" and path.name != "__init__.py"]
    packages = [path.parent for path in (ROOT / "indexer").glob("*/__init__.py")]
    return sorted([*modules, *(f"indexer/{path.name}/" for path in packages), "lsp_server/", "mcp_server/"])


@pytest.mark.parametrize("part", parts())
def test_the_map_has_every_part(part: str) -> None:
    assert f"\n| `{part}` | " in GUIDE


def test_what_the_map_and_the_guides_name_is_there() -> None:
    for guide in ("architecture.md", "lexers.md"):
        text = (ROOT / "docs" / "design" / guide).read_text("utf-8")
        named = re.findall(r"`((?:indexer|lsp_server|mcp_server|tests|bench)/[\w/.]*)`", text)
        assert named, guide
        missing = [name for name in named if not (ROOT / name).exists() and not (ROOT / f"{name}.py").exists()]
        assert missing == [], guide


@pytest.mark.parametrize("method", sorted({**FEATURES, **CUSTOM, **COMMANDS}))
def test_every_request_is_documented(method: str) -> None:
    assert f"`{method}`" in SERVER


def test_a_key_enters_the_modules_that_the_map_names() -> None:
    """Nothing may come between a key and its answer unnoticed."""
    command = [sys.executable, "-c", A_KEY, str(ROOT)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    entered = json.loads(result.stdout)
    named = set(re.findall(r"`((?:indexer|lsp_server)/[\w/]+\.py)`", section("The way of a key")))
    assert named - set(entered) == set(), "these are not on the way"
    assert len(entered) <= MOST_FOR_A_KEY, sorted(entered)


def test_the_words_are_in_order() -> None:
    words = re.findall(r"^\| (\w+) \|", section("Words that are ours"), re.MULTILINE)[1:]
    assert words == sorted(words) and len(set(words)) == len(words) >= 20
