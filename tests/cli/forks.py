"""A process that has imported the command, and forks one that runs it for each call.

Most of what a short command takes is the start of Python and the import of modules, and the tests run hundreds. What is
forked here is a process as any other, with an environment, a folder and an exit code of its own. That a command starts
from nothing is seen where everything is done by real commands (`tests/e2e/test_traps.py`).
"""

from __future__ import annotations

import atexit
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NamedTuple


class _Call(NamedTuple):
    arguments: list[str]
    cwd: str
    environment: dict[str, str]
    output: str  # the files that take what it says
    errors: str


class Forks:
    """The process that is ready, from the first call to the end of the tests."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def run(self, arguments: list[str], cwd: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        with tempfile.TemporaryDirectory() as folder:
            output, errors = Path(folder, "output"), Path(folder, "errors")
            call = _Call(arguments, str(cwd), environment, str(output), str(errors))
            process.stdin.write(json.dumps(call) + "\n")
            process.stdin.flush()
            code = process.stdout.readline()
            assert code, "the process that forks has ended"
            said, complained = (path.read_text("utf-8") for path in (output, errors))
        return subprocess.CompletedProcess(arguments, int(code), said, complained)

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.cli.forks"],
                cwd=Path(__file__).parents[2],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # a process with threads must not fork
            )
            atexit.register(self._process.terminate)
        return self._process


def _serve(calls: IO[str], codes: IO[str]) -> None:
    import indexer.cli
    import indexer.engine  # what commands import when they run

    for module in pkgutil.iter_modules(indexer.cli.__path__, "indexer.cli."):
        import_module(module.name)
    for line in calls:
        child = os.fork()
        if child == 0:
            _become(_Call(*json.loads(line)))
        _, status = os.waitpid(child, 0)
        codes.write(f"{os.waitstatus_to_exitcode(status)}\n")
        codes.flush()


def _become(call: _Call) -> None:
    """Runs the command as `python -m indexer.cli.main` does, and ends."""
    code: Any = 1
    try:
        for path, number, flags in (
            (os.devnull, 0, os.O_RDONLY),
            (call.output, 1, os.O_WRONLY | os.O_CREAT | os.O_APPEND),
            (call.errors, 2, os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        ):
            os.dup2(os.open(path, flags, 0o600), number)
        os.environ.clear()
        os.environ.update(call.environment)
        os.chdir(call.cwd)
        sys.argv = ["main.py", *call.arguments]
        from indexer.cli.main import main

        code = main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else code is not None)


if __name__ == "__main__":
    answers = os.fdopen(os.dup(1), "w")
    _serve(os.fdopen(os.dup(0)), answers)
