"""What was run: for each run its seed, the code and the grammars it was run on, and the inputs of each subject.

The record is what trust in a grammar rests on, see tests/fuzz/test_fuzz.py.
"""

from __future__ import annotations

import json
import subprocess
import tomllib
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

FILE = Path(__file__).parent / "record.toml"
PACKAGES = ("tree-sitter", "tree-sitter-language-pack", "tree-sitter-c-sharp", "tree-sitter-yaml")
_HEAD = """# What `python -m tests.fuzz` has run. Of each subject: inputs, crashes, hangs, exceptions.
# A run is continued by the same command with the same seed, as long as code and packages are the same.
"""


@dataclass(slots=True)
class Count:
    """The inputs of one subject, and how many of them went wrong."""

    inputs: int = 0
    crash: int = 0
    hang: int = 0
    exception: int = 0

    @property
    def clean(self) -> bool:
        return not (self.crash or self.hang or self.exception)


@dataclass(slots=True)
class Run:
    seed: int
    code: str  # the commit, with a plus sign if files had been changed
    packages: str
    seconds: int = 0
    subjects: dict[str, Count] = field(default_factory=dict)

    @property
    def inputs(self) -> int:
        return sum(count.inputs for count in self.subjects.values())

    @property
    def key(self) -> tuple[int, str, str]:
        return self.seed, self.code, self.packages


def installed() -> str:
    return ", ".join(f"{package} {version(package)}" for package in PACKAGES)


def code() -> str:
    """The commit of what is run; the record itself and saved cases do not count as changes."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=FILE.parent, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ":/indexer")
    return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def runs(file: Path = FILE) -> list[Run]:
    if not file.exists():
        return []
    return [
        Run(
            row["seed"],
            row["code"],
            row["packages"],
            row["seconds"],
            {name: Count(*numbers) for name, numbers in row["subjects"].items()},
        )
        for row in tomllib.loads(file.read_text("utf-8")).get("run", [])
    ]


def keep(run: Run, file: Path = FILE) -> None:
    """Writes a run in the place of what was known of the same one."""
    every = [each for each in runs(file) if each.key != run.key]
    file.write_text(_HEAD + "".join(_written(each) for each in [*every, run]), "utf-8")


def _written(run: Run) -> str:
    rows = [
        f"{json.dumps(name)} = [{count.inputs}, {count.crash}, {count.hang}, {count.exception}]"
        for name, count in sorted(run.subjects.items())
    ]
    head = [
        f"seed = {run.seed}",
        f"code = {json.dumps(run.code)}",
        f"packages = {json.dumps(run.packages)}",
        f"seconds = {run.seconds}",
        f"inputs = {run.inputs}",
    ]
    return "\n[[run]]\n" + "\n".join([*head, "", "[run.subjects]", *rows]) + "\n"
