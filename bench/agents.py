"""`python -m bench.agents DJANGO`: what an agent must read to find its way, with our tools and with grep and cat.

Ten things that an agent does in a repository it does not know, in Django's source. Each is done twice: by calls of
`outcrop-mcp`, and by the shell commands that lead to the same fact. Counted are the bytes that come back. A task counts
only if both answers hold the fact that was asked for.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """Something to find out: the calls, the commands, and what both answers must have in them."""

    name: str
    calls: list[tuple[str, Arguments]]
    commands: list[str]
    facts: list[str] = field(default_factory=list)


_GREP = "grep -rn --include=*.py"
TASKS = [
    Task(
        "get one's bearings",
        [("overview", {}), ("overview", {"path": "django"})],
        ["cat README.rst", "ls -l", "find django -name '*.py' -not -path '*/locale/*'"],
        ["contrib", "middleware", "shortcuts.py"],
    ),
    Task(
        "find a definition and what it takes",
        [("symbol", {"name": "get_object_or_404"})],
        [f"{_GREP} 'def get_object_or_404' .", "cat django/shortcuts.py"],
        ["def get_object_or_404(klass, *args, **kwargs)", "raise an Http404"],
    ),
    Task(
        "who calls a function",
        [("callers", {"name": "update_session_auth_hash", "max_tokens": 500})],
        [
            f"{_GREP} update_session_auth_hash django",
            "cat django/contrib/auth/views.py django/contrib/auth/admin.py",
        ],
        ["user_change_password", "form_valid"],
    ),
    Task(
        "who implements an interface",
        [("search", {"query": "kind:class extends:BaseCache -file:tests"})],
        [
            f"{_GREP} 'BaseCache' django",
            "head -40 django/core/cache/backends/locmem.py django/core/cache/backends/redis.py",
        ],
        ["LocMemCache", "RedisCache", "FileBasedCache"],
    ),
    Task(
        "what a file contains",
        [("outline", {"path": "django/db/models/query.py", "max_tokens": 4000})],
        ["cat django/db/models/query.py"],
        ["bulk_create", "RawQuerySet"],
    ),
    Task(
        "where an error message comes from",
        [
            ("search", {"query": '"didn\'t return an HttpResponse object" -file:tests'}),
            ("read", {"path": "django/core/handlers/base.py", "line": 333}),
        ],
        [f'{_GREP} "didn\'t return an HttpResponse object" .', "cat django/core/handlers/base.py"],
        ["def check_response"],
    ),
    Task(
        "trace three hops back",
        [("callers", {"name": "_check_token_format", "depth": 3, "max_tokens": 800})],
        [
            f"{_GREP} _check_token_format django",
            f"{_GREP} '_get_secret\\|_check_token\\b' django",
            f"{_GREP} 'process_view' django",
            "cat django/middleware/csrf.py",
        ],
        ["_get_secret", "process_view"],
    ),
    Task(
        "what a class offers",
        [("symbol", {"name": "Paginator"})],
        [f"{_GREP} 'class Paginator' .", "cat django/core/paginator.py"],
        ["get_elided_page_range", "validate_number"],
    ),
    Task(
        "who depends on a file",
        [("dependencies", {"path": "django/utils/functional.py", "direction": "importers"})],
        [f"{_GREP} 'utils.functional' django tests"],
        ["django/db/models/", "query.py:"],
    ),
    Task(
        "a question without a name",
        [("chunks", {"question": "how is a password reset token made and checked", "max_tokens": 1500})],
        [f"{_GREP} -i 'reset.*token\\|token.*reset' django", "cat django/contrib/auth/tokens.py"],
        ["check_token"],
    ),
]


async def measured(root: Path) -> list[str]:
    server = StdioServerParameters(command=sys.executable, args=["-m", "mcp_server.main", str(root)])
    rows: list[str] = []
    lacking: list[str] = []
    total = [0, 0]
    async with Client(stdio_client(server)) as client:
        while json.loads(await _asked(client, "status", {}))["state"] != "ready":
            await anyio.sleep(0.2)
        for task in TASKS:
            begun = time.perf_counter()
            ours = "\n".join([await _asked(client, name, arguments) for name, arguments in task.calls])
            spent = time.perf_counter() - begun
            theirs = "\n".join(_shell(root, command) for command in task.commands)
            lacking += [f"{task.name}: our answer lacks {fact!r}" for fact in task.facts if fact not in ours]
            lacking += [f"{task.name}: the commands lack {fact!r}" for fact in task.facts if fact not in theirs]
            sizes = len(ours.encode()), len(theirs.encode())
            total = [total[0] + sizes[0], total[1] + sizes[1]]
            calls = ", ".join(name for name, _ in task.calls)
            rows.append(
                f"| {task.name} | {calls} | {sizes[0]:,} | {sizes[1]:,} | {sizes[0] / sizes[1]:.2f} | {spent:.2f} s |"
            )
    if lacking:
        raise SystemExit("\n".join(lacking))
    rows.append(f"| **all** | | {total[0]:,} | {total[1]:,} | **{total[0] / total[1]:.2f}** | |")
    return rows


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
    options.add_argument("root", type=Path, help="Django's source, as its sdist has it")
    rows = anyio.run(measured, options.parse_args().root.resolve())
    print("| task | tools | bytes | with grep and cat | ratio | time |")
    print("|---|---|---|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
