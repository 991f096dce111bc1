"""Nothing leaves the machine: everything works where there is no network at all, and no connection is tried."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

APART = ["unshare", "--map-root-user", "--net"]  # not even a loopback device is up there
# Ends with a code of its own when the process asks for a name or a connection beyond this machine.
GUARD = """
import os, sys
def guard(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "urllib.Request"):
        os.write(2, f"{event}: {arguments}".encode())
        os._exit(97)
sys.addaudithook(guard)
from indexer.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
COMMANDS = (
    ("index",),
    ("search", 'pattern:"print($A)"'),
    ("symbols", "main"),
    ("refs", "print"),
    ("outline", "."),
    ("doctor",),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "main.py").write_text("def main():\n    print('http://example.com')\n")
    (tmp_path / "unit.zig").write_text("fn main() void {}\n")  # a grammar that is asked in a child
    return tmp_path


def run(folder: Path, *arguments: str, apart: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "OUTCROP_CACHE_DIR": str(folder.parent / "cache")}
    command = [*apart, sys.executable, "-c", GUARD, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_no_connection_is_tried(folder: Path, command: tuple[str, ...]) -> None:
    result = run(folder, *command)
    assert result.returncode == 0, result.stderr


def test_nothing_needs_a_network(folder: Path) -> None:
    if shutil.which("unshare") is None or subprocess.run([*APART, "true"], capture_output=True).returncode != 0:
        pytest.skip("a process cannot be cut off from the network here")
    for command in COMMANDS:
        result = run(folder, *command, apart=tuple(APART))
        assert result.returncode == 0, (command, result.stderr)
