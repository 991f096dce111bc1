"""Gives numbers to a process at risk and notes which of them it did not survive."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tests.fuzz import sources
from tests.fuzz.worker import NUMBER
from tests.paths import ROOT

_FRAME = re.compile(r'File "([^"]+)", line (\d+) in (\S+)')
BATCHES = 40  # that one process does: each subject loads a grammar for as long as it lives


@dataclass(frozen=True, slots=True)
class Failure:
    """A text that went wrong: its number, what kind of end it was, and where."""

    number: int
    kind: str  # "crash", "hang" or "exception"
    said: str

    @property
    def signature(self) -> str:
        """What two failures for one reason have in common."""
        return f"{self.kind} {self.said.partition(' at ')[2] or self.said}"


class Driver:
    """One process at risk, replaced when it ends."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="outcrop-fuzz-")
        self._number = Path(self._folder.name) / "number"
        self._number.write_bytes(NUMBER.pack(-1))
        self._sources = Path(self._folder.name) / "sources"
        sources.save(self._sources)
        self._errors: IO[bytes] = (Path(self._folder.name) / "errors").open("w+b")
        self._process: subprocess.Popen[str] | None = None
        self._done = 0

    def batch(self, subject: str, seed: int, first: int, last: int) -> list[Failure]:
        """The failures among the texts with these numbers."""
        failures: list[Failure] = []
        while first < last:
            found, survived = self._asked({"subject": subject, "seed": seed, "first": first, "last": last})
            failures += found
            if survived:
                break
            number = NUMBER.unpack(self._number.read_bytes())[0]
            failures.append(self._end(number))
            first = number + 1
        self._done += 1
        if self._done % BATCHES == 0:
            self.stop()
        return failures

    def one(self, subject: str, text: bytes, number: int) -> Failure | None:
        """What goes wrong with one text, asked the questions that belong to a number."""
        path = Path(self._folder.name) / "text"
        path.write_bytes(text)
        found, survived = self._asked({"subject": subject, "text": str(path), "number": number})
        if not survived:
            return self._end(number)
        return found[0] if found else None

    def _asked(self, order: dict[str, Any]) -> tuple[list[Failure], bool]:
        """The texts that raised, and whether the process is still there."""
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.flush()
        except OSError:
            return [], False
        found = []
        for line in process.stdout:
            failure = json.loads(line)
            if failure is None:
                return found, True
            found.append(Failure(failure[0], "exception", failure[1]))
        return found, False

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._errors.seek(0)
            self._errors.truncate()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.fuzz.worker", str(self._number), str(self._sources)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
        return self._process

    def _end(self, number: int) -> Failure:
        """How the process ended over a text."""
        assert self._process is not None
        code = self._process.wait()
        self._process = None
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace")
        frames = [f"{Path(file).name}:{line} {name}" for file, line, name in _FRAME.findall(said)[:3]]
        if code >= 0:
            raise RuntimeError(f"the process at risk ended by itself, with {code}: {said[-2000:]}")
        name = signal.Signals(-code).name
        kind = "hang" if name == "SIGPROF" else "crash"
        return Failure(number, kind, f"{name} at {' < '.join(frames)}")

    def stop(self) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
            self._process = None
