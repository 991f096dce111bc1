"""`python -m bench.agents DJANGO [GO LINUX]`: what an agent must read to find its way, with our tools and without.

Ten things that an agent does in a repository it does not know, in each of Django's source, Go's `net/http` and Linux's
`fs/ext4`: it locates, explains, looks what a change touches, and edits. Each is done twice: by calls of `outcrop-mcp`,
and by the shell commands, grep and cat above all, that lead to the same fact. Counted are the calls and the bytes that
come back. A task counts only if both answers hold the fact that was asked for.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import anyio
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

from bench.agent_tasks import DJANGO, EXT4, HTTP, Arguments, Task


async def measured(root: Path, tasks: Sequence[Task]) -> tuple[list[str], list[int]]:
    server = StdioServerParameters(command=sys.executable, args=["-m", "mcp_server.main", str(root)])
    rows: list[str] = []
    lacking: list[str] = []
    total = [0, 0, 0, 0]
    async with Client(stdio_client(server)) as client:
        while json.loads(await _asked(client, "status", {}))["state"] != "ready":
            await anyio.sleep(0.2)
        for task in tasks:
            begun = time.perf_counter()
            ours = "\n".join([await _asked(client, name, arguments) for name, arguments in task.calls])
            spent = time.perf_counter() - begun
            theirs = "\n".join(_shell(root, command) for command in task.commands)
            lacking += [f"{task.name}: our answer lacks {fact!r}" for fact in task.facts if fact not in ours]
            lacking += [f"{task.name}: the commands lack {fact!r}" for fact in task.facts if fact not in theirs]
            sizes = len(ours.encode()), len(theirs.encode())
            counts = [*sizes, len(task.calls), len(task.commands)]
            total = [one + other for one, other in zip(total, counts, strict=True)]
            calls = ", ".join(name for name, _ in task.calls)
            rows.append(
                f"| {task.name} | {calls} | {len(task.commands)} | {sizes[0]:,} | {sizes[1]:,} "
                f"| {sizes[0] / sizes[1]:.2f} | {spent:.2f} s |"
            )
    if lacking:
        raise SystemExit("\n".join(lacking))
    return rows, total


def _sum(name: str, total: Sequence[int]) -> str:
    ours, theirs, calls, commands = total
    return f"| **{name}** | {calls} calls | {commands} | {ours:,} | {theirs:,} | **{ours / theirs:.2f}** | |"


async def _asked(client: Client, name: str, arguments: Arguments) -> str:
    result = await client.call_tool(name, arguments)
    text = "\n".join(block.text for block in result.content if block.type == "text")
    if result.is_error:
        raise SystemExit(f"{name}: {text}")
    return text


def _shell(root: Path, command: str) -> str:
    result = subprocess.run(["sh", "-c", command], cwd=root, capture_output=True, check=False)
    return result.stdout.decode("utf-8", "replace")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("django", type=Path, help="Django's source, as its sdist has it")
    options.add_argument("go", type=Path, nargs="?", help="Go's own source, the folder `src`")
    options.add_argument("linux", type=Path, nargs="?", help="Linux's source")
    given = options.parse_args()
    places = [(given.django, DJANGO)]
    places += [(given.go / "net" / "http", HTTP)] if given.go else []
    places += [(given.linux / "fs" / "ext4", EXT4)] if given.linux else []
    print("| task | tools | commands | bytes | with grep and cat | ratio | time |")
    print("|---|---|---|---|---|---|---|")
    whole = [0, 0, 0, 0]
    for root, tasks in places:
        rows, total = anyio.run(measured, root.resolve(), tasks)
        whole = [one + other for one, other in zip(whole, total, strict=True)]
        print("\n".join([*rows, _sum(root.name, total)]), flush=True)
    print(_sum("all", whole))


if __name__ == "__main__":
    main()
