"""The server for agents at its wire, through the official client: its answers, their size, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

from mcp_server import lines
from mcp_server.main import main
from mcp_server.rendering import brief, signature
from mcp_server.roots import Refused, Roots
from mcp_server.session import WAIT
from tests.e2e.wire import Wire
from tests.paths import ROOT
from tests.patience import PATIENCE

SERVICE = '''\
"""Users."""
from base import Base


class UserService(Base):
    """Finds users. And more than that."""

    def get_user(self, id: int, *, fresh: bool = False):
        """Fetches one user from the table.

        A second paragraph.
        """
        try:
            return self.table.fetch(id)
        except KeyError:
            raise LookupError("no such user in the table")

    def drop(self):
        if self.table:
            self.table.clear()
'''
MAIN = """\
from app.service import UserService


def show(id):
    return UserService().get_user(id)


def run():
    show(7)


def main():
    run()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "app").mkdir(parents=True)
    (folder / "app" / "service.py").write_text(SERVICE)
    (folder / "main.py").write_text(MAIN)
    (folder / "base.py").write_text("class Base:\n    table = None\n")
    (folder / "README.md").write_text("# Project\n\nThis project keeps users in a table, and finds them again.\n")
    (tmp_path / "secret.txt").write_text("outside of every root, nobody may read this\n")
    return folder


@asynccontextmanager
async def served(*roots: Path, cache: Path, options: Sequence[str] = ()) -> AsyncIterator[Client]:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "mcp_server.main", *map(str, roots), *options],
        env={"OUTCROP_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)},
    )
    async with Client(stdio_client(server)) as client:
        yield client


async def ask(client: Client, tool: str, **arguments: Any) -> list[str]:
    """The text blocks of an answer."""
    result = await client.call_tool(tool, arguments)
    blocks = [block.text for block in result.content if block.type == "text"]
    assert not result.is_error, blocks
    return blocks


async def data(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The JSON of an answer, with each item's path in place of its number."""
    found: dict[str, Any] = json.loads((await ask(client, tool, **arguments))[0])
    for key, items in found.items():
        if isinstance(items, list) and "_f" in found and key not in ("_f", "notes"):
            for item in items:
                item["f"] = found["_f"][item["f"]]
    return found


async def refused(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.content
    [block] = result.content
    assert block.type == "text" and "Traceback" not in block.text
    return block.text


async def test_an_agent_finds_its_way(root: Path, tmp_path: Path) -> None:
    async with served(root, cache=tmp_path / "cache") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"overview", "search", "symbols", "symbol", "references", "callers", "outline", "read"} < set(tools)
        writing = {name for name, tool in tools.items() if not (tool.annotations and tool.annotations.read_only_hint)}
        assert writing == {"index", "delete_repository"}
        assert all("max_tokens" in tool.input_schema["properties"] for tool in tools.values())

        seen = await data(client, "overview")
        assert seen["files"] == 4 and seen["languages"] == {"python": 3, "markdown": 1}
        assert seen["about"] == "This project keeps users in a table, and finds them again."
        assert {"p": "main.py", "lines": 13, "defs": ["show", "run", "main"]} in seen["entries"]

        [found] = (await data(client, "symbols", query="getuser"))["symbols"]
        assert (found["n"], found["k"], found["l"], found["in"]) == ("get_user", "method", "8-16", "UserService")
        assert found["sig"] == "def get_user(self,id:int,*,fresh:bool=False)"
        assert found["doc"] == "Fetches one user from the table."

        detail = await data(client, "symbol", name="UserService")
        assert detail["bases"] == ["Base"] and detail["refs"] == {"import": 1, "call": 1}
        assert [member["n"] for member in detail["members"]] == ["get_user", "drop"]
        assert detail["doc"] == "Finds users. And more than that."
        assert detail["members"][0]["id"] == found["id"]

        head, text = await ask(client, "read", id=found["id"])
        assert json.loads(head)["l"] == "8-16" and text == "\n".join(SERVICE.splitlines()[7:16])
        head, text = await ask(client, "read", path="app/service.py", line=19, block=True)
        assert json.loads(head) == {"f": "app/service.py", "k": "if", "l": "19-20", "in": "UserService.drop"}
        assert text.startswith("        if self.table:")

        hits = (await data(client, "search", query='"no such user"'))["hits"]
        assert hits[0]["in"].endswith("get_user") or "get_user" in hits[0]["in"]
        [hit] = (await data(client, "search", query="kind:function has:(kind:try)"))["hits"]
        assert hit["n"] == "get_user"

        calls = (await data(client, "callers", name="get_user", depth=3))["callers"]
        assert [(call["n"], call.get("of")) for call in calls] == [("show", None), ("run", "show"), ("main", "run")]
        assert all(call["e"] in ("import", "scope", "member", "unique") for call in calls)
        affected = (await data(client, "impact", name="get_user"))["affected"]
        assert {"show", "run", "main"} <= {one.get("n") for one in affected}
        way = (await data(client, "path", **{"from": "main", "to": "get_user"}))["path"]
        assert [step["n"] for step in way] == ["main", "run", "show"]
        referred = (await data(client, "references", name="Base", kind="extends"))["refs"]
        assert [(one["l"], one["in"]) for one in referred] == [(5, "UserService")]

        imports, importers = map(json.loads, await ask(client, "dependencies", path="app/service.py"))
        assert imports["imports"] == [{"l": 2, "n": "base", "p": ["base.py"], "e": "import"}]
        assert importers["importers"] == [{"p": "", "files": ["main.py:1"]}]

        outline = await data(client, "outline", path="app/service.py", docs=True)
        assert [(one["n"], one.get("d", 0)) for one in outline["symbols"]] == [
            ("UserService", 0),
            ("get_user", 1),
            ("drop", 1),
        ]
        head, best, *_ = await ask(client, "chunks", question="how is a user fetched from the table")
        assert "def get_user" in best and json.loads(head)["chunks"]


async def test_changes_on_disk_are_followed_and_an_index_is_shared(root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    editor = Wire(environment={"OUTCROP_CACHE_DIR": str(cache)})
    try:
        editor.initialize(root.as_uri())
        deadline = time.monotonic() + PATIENCE
        while editor.request("outcrop/status", {})["state"] != "ready" and time.monotonic() < deadline:
            await anyio.sleep(0.05)
        async with served(root, cache=cache) as client:
            assert (await data(client, "symbols", query="get_user"))["symbols"]
            (root / "late.py").write_text("def arrived_late():\n    return 'here I am'\n")
            text = (root / "app" / "service.py").read_text()
            (root / "app" / "service.py").write_text("# one line more\n" + text)
            found: list[Any] = []
            while not found and time.monotonic() < deadline:
                found = (await data(client, "symbols", query="sym:=arrived_late"))["symbols"]
                await anyio.sleep(0.05)
            assert [one["n"] for one in found] == ["arrived_late"]
            [moved] = (await data(client, "symbols", query="sym:=get_user"))["symbols"]
            assert moved["l"] == "9-17"
    finally:
        editor.kill()


async def test_what_is_outside_or_wrong_is_refused_and_the_server_lives(root: Path, tmp_path: Path) -> None:
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    (root / "out").symlink_to(tmp_path)
    async with served(root, cache=tmp_path / "cache") as client:
        outside = ["../secret.txt", str(tmp_path / "secret.txt"), "link.txt", "out/secret.txt", "app/../../secret.txt"]
        for path in outside:
            for tool in ("read", "outline", "dependencies"):
                assert "outside the folders" in await refused(client, tool, {"path": path})
        assert "outside the folders" in await refused(client, "overview", {"path": ".."})
        for tool, what in (("overview", "folder"), ("read", "file")):
            said = await refused(client, tool, {"path": "a" * 5000})
            assert said.startswith(f"there is no {what} aaa") and len(said) < 1000, "a path may be longer than any is"
        assert "outside the folders" in await refused(client, "overview", {"path": "out"})
        assert "NUL" in await refused(client, "read", {"path": "a\0b"})
        assert "no file" in await refused(client, "read", {"path": "nowhere.py"})
        assert "is a folder" in await refused(client, "read", {"path": "app"})
        assert "has no index" in await refused(client, "delete_repository", {"root": "/"})
        assert "nobody may read" not in str(await ask(client, "search", query="nobody"))

        assert "did you mean `query`" in await refused(client, "search", {"quary": "x"})
        assert "`query` is missing" in await refused(client, "search", {})
        assert "must be a text" in await refused(client, "search", {"query": ["x"]})
        assert "must be a whole number" in await refused(client, "search", {"query": "x", "limit": True})
        assert "from 50 to" in await refused(client, "search", {"query": "x", "max_tokens": 1})
        assert "one of call, import" in await refused(client, "references", {"name": "x", "kind": "y"})
        assert "give one of" in await refused(client, "symbol", {})
        assert "give one of" in await refused(client, "read", {"id": "x", "path": "main.py"})
        assert "no definition has the id" in await refused(client, "read", {"id": "zzzzzz"})
        assert "nothing defines" in await refused(client, "symbol", {"name": "Nobody"})
        assert "unknown field" in await refused(client, "search", {"query": "knd:class"})
        assert "closed" in await refused(client, "search", {"query": '"open'})
        assert "characters" in await refused(client, "search", {"query": "x" * 200_000})
        assert "13 lines" in await refused(client, "read", {"path": "main.py", "line": 999})
        for tool in ("references", "callers", "impact"):
            [said] = (await data(client, tool, name="x" * 5000))["notes"]
            assert "a name has 1,000 characters at most" in said
        assert "1,000 characters at most" in await refused(client, "symbols", {"query": "x" * 5000})
        assert len(await refused(client, "search", {"q" * 5000: "x"})) < 300
        assert len(await refused(client, "read", {"path": "x" * 5000})) < 6000
        with pytest.raises(MCPError, match="there is no tool"):
            await client.call_tool("nonsense", {})
        assert (await data(client, "status"))["state"] == "ready"


async def test_what_could_not_be_searched_is_said(root: Path, tmp_path: Path) -> None:
    (root / "large.py").write_text("# hidden_here\n" * 100_000)
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.py")).write_text("hidden_there = 1\n")
    async with served(root, cache=tmp_path / "cache") as client:
        found = await data(client, "search", query="hidden_here OR hidden_there")
        assert [note.partition(": ")[2].partition(";")[0] for note in found["notes"]] == [
            "1 file could not be read",
            "1 file too large to be searched",
        ]
        found = await data(client, "search", query="kind:class")
        assert len(found["notes"]) == 1, "what is left out on purpose matters only when nothing was found"


async def test_a_root_whose_name_is_not_unicode(root: Path, tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    root.rename(odd)
    async with served(odd, cache=tmp_path / "cache") as client:
        assert (await data(client, "status"))["roots"] == [f"{tmp_path}/caf\ufffd"]
        [found] = (await data(client, "symbols", query="getuser"))["symbols"]
        assert found["n"] == "get_user"
        assert "outside the folders" in await refused(client, "read", {"path": "/etc/passwd"})
        [listed] = (await data(client, "repositories"))["repositories"]
        assert listed["root"] == f"{tmp_path}/caf\ufffd"


_CALL = '"method":"tools/call","params":{"name":"search","arguments":'


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        ('{"jsonrpc":"2.0","id":7,' + _CALL + '{"query":"\\ud800"}}}', 7, -32600),
        ('{"jsonrpc":"2.0","id":7,' + _CALL + '{"query":' + "[" * 500 + "]" * 500 + "}}}", 7, -32600),
        ('{"jsonrpc":"2.0","id":7,' + _CALL + '{"query":' + "9" * 10_000 + "}}}", None, -32700),
        ('{"jsonrpc":"2.0","id":7,' + _CALL + '{"query":' + "[" * 100_000, None, -32700),
        ('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}', 7, -32600),
        ('{"jsonrpc":"1.0","id":7,"method":"tools/list"}', 7, -32600),
        *[
            (f'{{"jsonrpc":"2.0","id":{odd},"method":"ping"}}', None, -32600)
            for odd in ("1.5", "null", "[]", '"\\ud800"')
        ],
        ("[]", None, -32600),
        ("{", None, -32700),
    ],
    ids=lambda value: str(value)[:60],
)
async def test_a_line_that_the_library_cannot_read_is_answered(line: str, number: object, code: int) -> None:
    refusal = lines.refused(line)
    assert refusal is not None and (refusal.id, refusal.error.code) == (number, code)
    refusal.model_dump_json()


def test_a_server_refuses_what_it_cannot_read_and_lives(root: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_server.main", str(root)],
        env={**os.environ, "OUTCROP_CACHE_DIR": str(tmp_path / "cache")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    call = {"name": "search", "arguments": {"query": "\ud800"}}
    odd = [b"\xff\xfe", b"", b"{" * 10_000, b'{"jsonrpc":"2.0","method":"x","params":"\\ud800"}']
    messages = [{"id": 0, "method": "initialize", "params": start}, {"method": "notifications/initialized"}]
    messages += [{"id": number, "method": "tools/call", "params": call} for number in range(1, 2001)]
    messages += [{"id": 5000, "method": "ping"}]
    sent = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    try:
        process.stdin.write(b"\n".join([sent[0], *odd, *sent[1:], b""]))  # it reads although nobody reads what it says
        process.stdin.flush()
        answers = {}
        while 5000 not in answers or len(answers) < 2003:
            answer = json.loads(process.stdout.readline())
            answers[answer["id"]] = answer
        assert "result" in answers[5000]
        assert "hex escape" in answers[1]["error"]["message"]
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()


async def test_without_an_index_it_says_so_at_once(root: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    async with served(root, cache=tmp_path / "cache") as client:
        with anyio.fail_after(2 * WAIT):  # there is nothing to wait for, not even in three calls
            for _ in range(3):
                found = await data(client, "search", query="kind:class")
        assert "no index can be kept" in found["notes"][0]


def large_project(root: Path) -> None:
    body = "".join(f"    value_{at} = compute(argument_{at})  # a line of the body\n" for at in range(20))
    for file in range(20):
        methods = "".join(
            f'def function_{file}_{at}(argument):\n    """Does number {at}. In detail."""\n{body}\n' for at in range(15)
        )
        (root / f"module_{file:02}.py").write_text(methods)


async def test_answers_are_no_larger_than_asked_for(root: Path, tmp_path: Path) -> None:
    large_project(root)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("overview", {}),
        ("search", {"query": "compute", "limit": 1000}),
        ("symbols", {"query": "function", "limit": 1000}),
        ("references", {"name": "compute", "limit": 1000}),
        ("callers", {"name": "compute", "limit": 1000}),
        ("outline", {"path": "module_00.py", "docs": True}),
        ("read", {"path": "module_00.py"}),
        ("chunks", {"question": "compute the value of an argument", "limit": 100}),
    ]
    async with served(root, cache=tmp_path / "cache") as client:
        for tool, arguments in calls:
            for tokens in (100, 400):
                blocks = await ask(client, tool, **arguments, max_tokens=tokens)
                assert sum(len(block.encode()) for block in blocks) <= tokens * 4, (tool, tokens)
                head = json.loads(blocks[0])
                assert head.get("truncated") is True and head["left_out"], (tool, tokens)
        blocks = await ask(client, "references", name="compute", limit=1000, max_tokens=100_000)
        full = json.loads(blocks[0])
        assert len(full["refs"]) == 1000 and full["left_out"] == "5000 of 6000 refs"


async def test_a_call_can_be_cancelled(root: Path, tmp_path: Path) -> None:
    large_project(root)
    async with served(root, cache=tmp_path / "cache") as client:
        for _ in range(5):  # the index is still being made, so these would wait
            with anyio.move_on_after(0.05):
                await client.call_tool("search", {"query": 'pattern:"$A = compute($B)"', "limit": 1000})
        with anyio.fail_after(PATIENCE):
            assert (await data(client, "search", query="no_such_word_anywhere"))["hits"] == []


async def test_the_index_can_be_made_anew_but_not_deleted_under_the_server(root: Path, tmp_path: Path) -> None:
    async with served(root, cache=tmp_path / "cache") as client:
        before = await data(client, "index")
        assert before["state"] == "ready" and before["files"] == 4
        [listed] = (await data(client, "repositories"))["repositories"]
        assert listed["root"] == str(root)
        assert "works with" in await refused(client, "delete_repository", {"root": str(root)})
        assert (await data(client, "index", rebuild=True))["symbols"] == before["symbols"]


def test_paths_in_several_roots(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "same.py").touch()
    (other / "only.py").touch()
    roots = Roots([one, other])
    assert roots.shown(other, "only.py") == "other/only.py"
    assert roots.file("other/only.py") == roots.file("only.py") == (other, other / "only.py")
    assert roots.file("other/same.py") == (other, other / "same.py")
    assert roots.file("same.py") == (one, one / "same.py")
    for outside in ("one/../../x", "other/../one/../../x", "../one/../x", str(tmp_path)):
        with pytest.raises(Refused, match="outside"):
            roots.file(outside)


def test_signatures_and_docs_are_cut_between_words() -> None:
    assert signature("def f(self, a: int = 1) -> str") == "def f(self,a:int=1)->str"
    assert len(signature("def f(" + "argument, " * 30 + ")")) <= 120
    assert brief("One thing. Another.") == "One thing."
    assert brief("Split over\ntwo lines\n\nMore.") == "Split over two lines"
    long = brief("wörter " * 50)
    assert len(long) <= 100 and long.endswith("wörter…")


def test_without_the_package_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("mcp_server.main.find_spec", lambda name: None)
    assert main([str(tmp_path)]) == 3
    assert "-m pip install 'mcp>=2.3,<3'" in capsys.readouterr().err
    assert main([str(tmp_path / "nowhere")]) == 3
    assert "no such folder" in capsys.readouterr().err


RENAME = {"query": 'pattern:"$A.get_user($B)"', "template": "$A.find_user(id=$B)"}


async def test_replace_answers_a_patch_and_writes_nothing(root: Path, tmp_path: Path) -> None:
    async with served(root, cache=tmp_path / "cache") as client:
        [tool] = [tool for tool in (await client.list_tools()).tools if tool.name == "replace"]
        assert tool.annotations and tool.annotations.read_only_hint
        assert "write" not in tool.input_schema["properties"]
        head, patch = await ask(client, "replace", **RENAME)
        assert json.loads(head) == {"total": 1, "files": 1}
        assert patch.splitlines()[:3] == ["diff --git a/main.py b/main.py", "--- a/main.py", "+++ b/main.py"]
        assert "+    return UserService().find_user(id=id)" in patch
        assert "--allow-write" in await refused(client, "replace", {**RENAME, "write": True})
        assert "`$C`" in await refused(client, "replace", {**RENAME, "template": "$C"})
        [head] = await ask(client, "replace", **{**RENAME, "template": "$A.find_user("})
        assert json.loads(head)["left_alone"][0]["f"] == "main.py"
    assert (root / "main.py").read_text() == MAIN


async def test_replace_writes_where_the_server_may(root: Path, tmp_path: Path) -> None:
    async with served(root, cache=tmp_path / "cache", options=["--allow-write"]) as client:
        [tool] = [tool for tool in (await client.list_tools()).tools if tool.name == "replace"]
        assert tool.annotations and not tool.annotations.read_only_hint and tool.annotations.destructive_hint
        head, _ = await ask(client, "replace", **RENAME)
        assert (root / "main.py").read_text() == MAIN  # only when a call says so
        head, _ = await ask(client, "replace", **RENAME, write=True)
        assert json.loads(head)["written"] == 1
        assert (root / "main.py").read_text() == MAIN.replace(".get_user(id)", ".find_user(id=id)")
        [hit] = (await data(client, "search", query="find_user"))["hits"]  # the new text is found at once
        assert hit["x"] == "return UserService().find_user(id=id)"


async def test_the_patch_fits_its_budget_and_says_what_is_left_out(root: Path, tmp_path: Path) -> None:
    for number in range(40):
        (root / f"m{number}.py").write_text("x = old_name(1)\n" * 3)
    async with served(root, cache=tmp_path / "cache") as client:
        head, patch = await ask(client, "replace", query="old_name", template="new_name", max_tokens=500)
        assert len(head.encode()) + len(patch.encode()) <= 2000
        told = json.loads(head)
        assert (told["total"], told["files"], told["truncated"]) == (120, 40, True)
        assert told["left_out"] == f"patches of {40 - patch.count('diff --git')} of 40 files"
