"""A process that has imported the server, and forks one for each test.

To import the protocol's types takes half of what a server takes until it is ready, and the tests start more than a
hundred. What is forked is a process as any other, with an environment, a folder, pipes and an exit code of its own.
That a server starts from nothing is seen where its command is given (`tests/e2e/test_traps.py` and others).
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import IO


class Forked:
    """A server that was forked, with as much of `subprocess.Popen` as tests use."""

    def __init__(self, arguments: list[str], cwd: Path | None, environment: dict[str, str]) -> None:
        call = json.dumps([arguments, str(cwd or Path.cwd()), environment]).encode()
        for_server, write = os.pipe()
        read, into = os.pipe()
        errors, into_errors = os.pipe()
        ending, told = os.pipe()
        _started().send(b"%d\n" % len(call))
        socket.send_fds(_started(), [call], theirs := [for_server, into, into_errors, told])
        for number in theirs:
            os.close(number)
        self.stdin: IO[bytes] = os.fdopen(write, "wb")
        self.stdout: IO[bytes] = os.fdopen(read, "rb")
        self.stderr: IO[bytes] = os.fdopen(errors, "rb")
        self._ending = os.fdopen(ending)
        self.pid = int(self._ending.readline())
        self._code: int | None = None

    def poll(self) -> int | None:
        if self._code is None and select.select([self._ending], [], [], 0)[0]:
            self._code = int(self._ending.readline())
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        if self._code is None and not select.select([self._ending], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("a forked server", timeout or 0)
        code = self.poll()
        assert code is not None
        return code

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


@cache
def _started() -> socket.socket:
    """The way to the process that is ready, from the first call to the end of the tests."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.forked", str(theirs.fileno())],
        cwd=Path(__file__).parents[2],
        pass_fds=[theirs.fileno()],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # a process with threads must not fork
    )
    theirs.close()
    atexit.register(process.terminate)
    return ours


def _serve(calls: socket.socket) -> int:
    """Forks until nobody calls any more. Who is forked gets out of here with the exit code of the server."""
    from lsp_server import server  # noqa: F401 - it is what takes long
    from lsp_server.main import main

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for who waits for a server
    while length := _line(calls):
        data, files, _, _ = socket.recv_fds(calls, int(length), 4)
        while len(data) < int(length):
            data += calls.recv(int(length) - len(data))
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            calls.close()
            *standard, told = files
            if (child := os.fork()) == 0:
                os.close(told)
                for number, file in enumerate(standard):
                    os.dup2(file, number)
                    os.close(file)
                arguments, cwd, environment = json.loads(data)
                os.environ.clear()
                os.environ.update(environment)
                os.chdir(cwd)
                sys.argv = ["main.py", *arguments]
                return main()
            for file in standard:
                os.close(file)
            _tell(told, child)
            _tell(told, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            os._exit(0)
        for file in files:
            os.close(file)
    return 0


def _line(calls: socket.socket) -> bytes:
    """The length of what comes next, read sign by sign: the files come with the first byte of that."""
    line = b""
    while not line.endswith(b"\n") and (sign := calls.recv(1)):
        line += sign
    return line


def _tell(told: int, number: int) -> None:
    try:
        os.write(told, b"%d\n" % number)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    sys.exit(_serve(socket.socket(fileno=int(sys.argv[1]))))
