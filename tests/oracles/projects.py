"""Real projects with tests of their own: where they come from, how their tests are run and what those say.

Packages of `rename.toml` are fetched by the programs of their language, pinned by version, into a folder that is kept;
a folder that is there already is taken as it is. What a project needs is installed once beside it, and its copies are
tested with that: nothing but the copy of the project itself differs from one run to the next.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tarfile
import tomllib
import venv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

TABLE = tomllib.loads((Path(__file__).parent / "rename.toml").read_text("utf-8"))
SECONDS = 300  # that the tests of a project may take
_PYTEST = "python -m pytest -q -p no:cacheprovider -p no:randomly --tb=line --maxfail=40"  # the first tell what broke
_SUFFIXES = {"pypi": (".py",), "go": (".go",), "git": (".js", ".mjs", ".cjs", ".ts", ".tsx")}
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# What programs that run tests say in the end, or of each test: of pytest and vitest, of mocha, of TAP and node, of Go.
_COUNTS = (
    re.compile(r"(?P<count>\d+) (?P<word>passed|failed|errors?)\b"),
    re.compile(r"^\s*(?P<count>\d+) (?P<word>passing|failing)", re.M),
    re.compile(r"^[#ℹ] (?P<word>pass|fail) +(?P<count>\d+)", re.M),
    re.compile(r"^\s*--- (?P<word>PASS|FAIL): (?P<count>)", re.M),
    re.compile(r"^(?P<word>FAIL)\t(?P<count>).*\[(?:build|setup) failed\]", re.M),
)


class Project(NamedTuple):
    """A package that others wrote, unpacked, with what its tests need."""

    name: str
    ecosystem: str  # pypi, go, git
    folder: Path
    tools: Path  # what it needs: an environment, or the folder of the modules that it imports
    tests: list[str]

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How the files end that are renamed in."""
        return _SUFFIXES[self.ecosystem]


class Outcome(NamedTuple):
    """What the tests of a project said."""

    passed: int
    failed: int
    status: int
    output: str

    def is_as_good_as(self, before: Outcome) -> bool:
        """Whether nothing is wrong that was not wrong before."""
        return self.passed >= before.passed and self.failed <= before.failed and self.status <= before.status


def projects(keep: Path, wanted: list[str]) -> list[Project]:
    """The pinned projects, or those of a name or an ecosystem, fetched if they are not there yet."""
    found = []
    for ecosystem, packages in TABLE.items():
        for name, said in packages.items():
            if not wanted or ecosystem in wanted or name in wanted:
                found.append(_project(keep, ecosystem, name, said))
    return found


def local(keep: Path, folder: Path) -> Project:
    """A project that is no pinned one: a folder or the archive of a Python package."""
    if folder.is_file():
        name = folder.name.removesuffix(".tar.gz")
        folder = _unpacked(folder, keep / "sources" / name)
    ecosystem = next((one for one, file in (("go", "go.mod"), ("git", "package.json")) if (folder / file).exists()), "")
    return _project(keep, ecosystem or "pypi", re.sub(r"-[^-]*$", "", folder.name), {}, folder.absolute())


def _project(keep: Path, ecosystem: str, name: str, said: dict[str, object], folder: Path | None = None) -> Project:
    plain = name.replace("/", "+")
    folder = folder or keep / "sources" / plain
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        _fetch(keep, ecosystem, name, said, folder)
    tools = keep / "tools" / (ecosystem if ecosystem == "go" else plain)
    if ecosystem == "pypi":
        _environment(tools, [name.partition("+")[0], *_words(said.get("needs"))])
    elif ecosystem == "git" and not (tools / "node_modules").is_dir():
        tools.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "package.json", tools)
        subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=tools, check=True)
    usual = {"pypi": [_PYTEST], "go": ["go test -v ./..."], "git": ["npm test"]}
    return Project(plain, ecosystem, folder, tools.absolute(), _words(said.get("test")) or usual[ecosystem])


def _words(said: object) -> list[str]:
    return [str(word) for word in said] if isinstance(said, list) else []


def _fetch(keep: Path, ecosystem: str, name: str, said: dict[str, object], folder: Path) -> None:
    if ecosystem == "pypi":
        archives = keep / "archives"
        command = ["python3", "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(archives)]
        subprocess.run([*command, f"{name}=={said['version']}"], check=True)
        _unpacked(archives / f"{name}-{said['version']}.tar.gz", folder)
    elif ecosystem == "go":
        told = {**os.environ, "GOFLAGS": "-mod=mod"}
        command = ["go", "mod", "download", "-json", f"{name}@{said['version']}"]
        done = subprocess.run(command, env=told, check=True, capture_output=True, text=True)
        shutil.copytree(json.loads(done.stdout)["Dir"], folder)
        for path in (folder, *folder.rglob("*")):  # the store of modules is not to be written to
            path.chmod(path.stat().st_mode | 0o200)
    else:
        subprocess.run(["git", "clone", "-q", f"https://github.com/{name}", str(folder)], check=True)
        subprocess.run(["git", "-C", str(folder), "checkout", "-q", str(said["commit"])], check=True)


def _unpacked(archive: Path, folder: Path) -> Path:
    if not folder.is_dir():
        within = folder.with_name(folder.name + ".part")
        with tarfile.open(archive) as tar:
            tar.extractall(within, filter="data")
        [top] = within.iterdir()
        top.rename(folder)
        within.rmdir()
    return folder


def _environment(folder: Path, needed: list[str]) -> None:
    """An environment with pytest, what a package needs, and the package for what it says of itself."""
    if not (folder / "bin" / "pytest").exists():
        venv.create(folder, with_pip=True)
        subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "-q", "pytest", *needed], check=True)


def copied(project: Project, copy: Path) -> Path:
    """A copy of a project that its tests can be run in."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(project.folder, copy, symlinks=True, ignore=shutil.ignore_patterns("node_modules", ".git"))
    if (project.tools / "node_modules").is_dir():
        (copy / "node_modules").symlink_to(project.tools / "node_modules")
    return copy


def tested(project: Project, copy: Path) -> Outcome:
    """What the tests say of a copy of a project: one command after another, to the first that fails."""
    paths = [str(project.tools / "bin"), str(project.tools / "node_modules" / ".bin"), os.environ["PATH"]]
    told = {**os.environ, "PATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1", "GOFLAGS": "-mod=mod"}
    told["PYTHONPATH"] = os.pathsep.join([str(copy / "src"), str(copy)])
    output, status = "", 0
    for command in project.tests:
        process = subprocess.Popen(
            command,
            shell=True,
            cwd=copy,
            env=told,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Outcome(0, 0, 1, f"{command}: took longer than {SECONDS} s")
        output += _COLOURS.sub("", said.decode("utf-8", "replace"))
        status = int(process.returncode != 0)
        if status:
            break
    return Outcome(*counted(output), status, output)


def counted(output: str) -> tuple[int, int]:
    """How many tests passed, by what a program says that runs them, and how many failed."""
    counts: Counter[str] = Counter()
    for expression in _COUNTS:
        for found in expression.finditer(output):
            counts[found["word"].lower()[:4]] += int(found["count"] or 1)
    return counts["pass"], counts["fail"] + counts["erro"]
