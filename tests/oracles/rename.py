"""Whether a renamed package still passes its own tests.

Names are drawn at random in the Python files of real packages: functions, classes, methods, variables, parameters and
locals. Each rename that is answered without a doubtful place is applied to a copy of the package, several at once, and
the tests of the package run there: what passed before must pass after. Where it does not, those that the failures name
are tried apart, or halves, until those are left that break it, each alone. Tests run in an environment that is made
once, with the packages installed for what they say of themselves; their code comes from the copy. (What pytest itself
is made of cannot be judged by it: pluggy, iniconfig, packaging.)

    pip download --no-deps --no-binary :all: -d ARCHIVES toolz click attrs
    python -m tests.oracles.rename ARCHIVES/*.tar.gz --keep FOLDER [--draw 60] [--seed 1] [--with hypothesis pyyaml]

Exit code 0 when no rename broke anything.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from indexer.engine import Engine, Limits, Problem
from indexer.graph.names import FILE
from indexer.graph.renaming import Renamer, Renaming
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts

ENDING = "_rn"  # a test stays a test, and a private name private
SECONDS = 300  # that the tests of a package may take


class Drawn(NamedTuple):
    """A name that was drawn, where it is bound."""

    path: str
    offset: int
    row: int
    name: str
    sort: str


class Asked(NamedTuple):
    """A name that was drawn and the rename of it."""

    drawn: Drawn
    renaming: Renaming


class Outcome(NamedTuple):
    """What the tests of a package said."""

    passed: int
    failed: int
    tail: str


def unpacked(archive: Path, folder: Path) -> Path:
    """A package as its archive has it."""
    if archive.is_dir():
        return archive
    name = archive.name.removesuffix(".tar.gz")
    if not (folder / name).is_dir():
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    return folder / name


def environment(folder: Path, needed: list[str]) -> Path:
    """The interpreter of an environment that has pytest and what the packages need."""
    python = folder / "environment" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "environment", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "pytest", *needed], check=True)
    return python


def tested(python: Path, folder: Path, known: int = 1000) -> Outcome:
    """Runs the tests of a package in a folder, of which a number is known to fail."""
    paths = [str(folder / "src"), str(folder)]
    told = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--tb=line"]
    command += [f"--maxfail={known + 5}"]  # what broke is told by the first
    try:
        done = subprocess.run(
            command, cwd=folder, env=told, capture_output=True, text=True, timeout=SECONDS, errors="replace"
        )
    except subprocess.TimeoutExpired:
        return Outcome(0, 0, "the tests took too long")
    counts = {word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|errors?)", done.stdout[-2000:])}
    failed = counts.get("failed", 0) + counts.get("error", 0) + counts.get("errors", 0)
    return Outcome(counts.get("passed", 0), failed, (done.stdout + done.stderr)[-1500:])


def drawn(folder: Path, resolver: Resolver, count: int, chance: random.Random) -> list[Drawn]:
    """Bound names drawn at random, as many of each sort as there are."""
    sources = resolver.meaning(resolver.corpora[0]).sources
    by_sort: dict[str, list[Drawn]] = {}
    for file in sorted(folder.rglob("*.py")):
        path = file.relative_to(folder).as_posix()
        names = sources.names(path)
        for binding in () if names is None else names.bindings:
            scope = names.scopes[binding.scope].kind if names is not None else ""
            if binding.kind == "import" or binding.name in ("self", "cls", "_"):
                continue
            sort = binding.kind
            if sort not in ("parameter", "class"):
                is_def = binding.inner >= 0
                where = "method" if scope == "class" else "function" if is_def else "variable"
                sort = where if scope in ("class", "file") or is_def else "local"
                sort = "field" if scope == "class" and not is_def else sort
            if binding.scope == FILE and sort == "local":
                sort = "variable"
            row = sources.row_of(path, binding.span.start)
            by_sort.setdefault(sort, []).append(Drawn(path, binding.span.start, row, binding.name, sort))
    found: list[Drawn] = []
    for several in by_sort.values():
        found += chance.sample(several, min(len(several), max(1, count // len(by_sort))))
    chance.shuffle(found)
    return found


def answered(folder: Path, count: int, seed: int, tally: Counter[str]) -> list[Asked]:
    """The renames of one package that are sure, and in the tally what became of the others."""
    engine = Engine()
    limits = Limits(seconds=60)
    found: list[Asked] = []
    taken: set[tuple[str, int]] = set()
    try:
        targets = engine.open_paths({str(folder): folder}, lambda *_: None)
        with targets.corpora({}) as corpora:
            resolver = Resolver(corpora, KnownTexts(), limits)
            for one in drawn(folder, resolver, count, random.Random(seed)):
                tally["asked"] += 1
                answer = Renamer(resolver, corpora[0], one.path, one.offset, limits).renaming(one.name + ENDING)
                if isinstance(answer, Problem):
                    tally["refused"] += 1
                    tally["refused: " + re.sub(r"`[^`]*`|\d+", "…", answer.message).split(",")[0]] += 1
                    continue
                if answer.doubtful:
                    tally["doubtful"] += 1
                    continue
                places = {(place.path, place.span.start) for place in answer.sure}
                if places & taken:
                    tally["drawn twice"] += 1
                    continue
                taken |= places
                found.append(Asked(one, answer))
    finally:
        engine.shutdown()
    return found


def applied(package: Path, copy: Path, renames: list[Asked]) -> Path:
    """A copy of a package with some renames."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(package, copy, symlinks=True)
    edits: dict[str, list[tuple[int, int, bytes]]] = {}
    for one in renames:
        for place in one.renaming.sure:
            edits.setdefault(place.path, []).append((place.span.start, place.span.end, one.renaming.new.encode()))
    for path, places in edits.items():
        data = (copy / path).read_bytes()
        for start, end, new in sorted(places, reverse=True):
            data = data[:start] + new + data[end:]
        (copy / path).write_bytes(data)
    return copy


def breaking(
    python: Path, package: Path, copy: Path, renames: list[Asked], before: Outcome
) -> Iterator[tuple[Asked, Outcome]]:
    """Those of some renames that break a test, each by itself."""
    if not renames:
        return
    after = tested(python, applied(package, copy, renames), before.failed)
    if after.passed >= before.passed and after.failed <= before.failed:
        return
    if len(renames) == 1:
        yield renames[0], after
        return
    told = [one for one in renames if re.search(rf"\b{re.escape(one.drawn.name)}({ENDING})?['\"`]", after.tail)]
    if not told or len(told) == len(renames):
        told = renames[: len(renames) // 2]
    yield from breaking(python, package, copy, told, before)
    yield from breaking(python, package, copy, [one for one in renames if one not in told], before)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("archive", type=Path, nargs="+", help="source archives of packages, or folders that have them")
    options.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="where all is unpacked and tried")
    options.add_argument("--draw", type=int, default=60, metavar="N", help="names of each package")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--with", dest="needed", nargs="*", default=[], metavar="NAME", help="what the tests need")
    options.add_argument("--python", type=Path, help="an interpreter that has pytest and all that is needed")
    arguments = options.parse_args()
    arguments.keep.mkdir(parents=True, exist_ok=True)
    names = [re.sub(r"-[^-]*$", "", archive.name) for archive in arguments.archive]
    python = arguments.python or environment(arguments.keep, [*names, *arguments.needed])
    python = python.absolute()
    whole: Counter[str] = Counter()
    for archive in arguments.archive:
        package = unpacked(archive, arguments.keep)
        copy = arguments.keep / "copies" / package.name
        before = tested(python, applied(package, copy, []))
        if not before.passed:
            print(f"{package.name}: its tests do not run here\n{before.tail}")
            continue
        tally: Counter[str] = Counter()
        renames = answered(package, arguments.draw, arguments.seed, tally)
        broken = []
        for one, after in breaking(python, package, copy, renames, before):
            broken.append(one)
            print(f"  broke: {one.drawn.sort} {one.drawn.name}, {package.name}/{one.drawn.path}:{one.drawn.row + 1}")
            print("    " + "\n    ".join(after.tail.strip().splitlines()[-6:]), flush=True)
        tally["packages"], tally["applied"], tally["broke"] = 1, len(renames), len(broken)
        tally["places"] = sum(len(one.renaming.sure) for one in renames)
        whole += tally
        print(f"{package.name}: {before.passed} tests, {before.failed} failed before; {_line(tally)}", flush=True)
    print(f"all: {_line(whole)}")
    for reason, count in sorted(whole.items()):
        if reason.startswith("refused: "):
            print(f"  {count} {reason}")
    return 1 if whole["broke"] or not whole["applied"] else 0


def _line(tally: Counter[str]) -> str:
    shown = ("asked", "refused", "doubtful", "drawn twice", "applied", "places", "broke")
    return ", ".join(f"{tally[word]} {word}" for word in shown)


if __name__ == "__main__":
    sys.exit(main())
