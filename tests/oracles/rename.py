"""Whether a renamed project still passes its own tests.

Names are drawn at random in the files of real projects in Python, Go, JavaScript and TypeScript, as many of each sort
as there are: functions, classes, methods, fields, variables, parameters, locals. Each rename that is answered without
a doubtful place is applied to a copy of the project, all at once, and its tests run there: what passed before must
pass after. Where it does not, those that the failures name are tried apart, or halves, until those are left that break
it, each alone. And each is renamed back, in a copy that has them all: the answer must be the same places, which have
the new name by then, so that the bytes are those of before (but for `{ name }`, which stays written out). That may be
refused where the old name means something else there too, a name of a scope around it.

    python -m tests.oracles.rename --keep FOLDER [--only pypi go git NAME…] [--draw 60] [--seed 1] [--refused]
    python -m tests.oracles.rename --keep FOLDER PROJECT…

Without projects it takes those of `rename.toml`, which it fetches. What pytest itself is made of cannot be judged by
it: pluggy, iniconfig, packaging. Exit code 0 when no rename broke anything.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from indexer.engine import Engine, Limits, Problem
from indexer.graph.names import FILE, Binding, Names
from indexer.graph.renames import Renamed, Renaming
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from indexer.search.run.corpus import Corpus
from tests.oracles.projects import Outcome, Project, copied, local, projects, tested

ENDING = "_rn"  # a test stays a test, and a private name private
_LIMITS = Limits(seconds=60)
_NOT_DRAWN = frozenset(["import", "export", "self", "set", "narrowed", "shorthand", "global", "embedded"])
_AS_BOUND = frozenset(["parameter", "class", "field", "method", "property"])
_FUNCTIONS = frozenset(["function", "static", "classmethod"])


class Drawn(NamedTuple):
    """A name that was drawn, where it is bound."""

    path: str
    offset: int
    row: int
    name: str
    sort: str

    @property
    def told(self) -> str:
        return f"{self.sort} {self.name}, {self.path}:{self.row + 1}"


class Asked(NamedTuple):
    """A name that was drawn and the rename of it."""

    drawn: Drawn
    renaming: Renaming


def drawn(project: Project, resolver: Resolver, count: int, chance: random.Random) -> list[Drawn]:
    """Bound names drawn at random, as many of each sort as there are."""
    sources = resolver.meaning(resolver.corpora[0]).sources
    by_sort: dict[str, list[Drawn]] = {}
    for file in sorted(project.folder.rglob("*")):
        path = file.relative_to(project.folder).as_posix()
        names = sources.names(path) if path.endswith(project.suffixes) else None
        for binding in () if names is None else names.bindings:
            sort = _sort(names, binding) if names is not None else None
            if sort is not None and sources.written(path, binding.span) == binding.name:
                row = sources.row_of(path, binding.span.start)
                by_sort.setdefault(sort, []).append(Drawn(path, binding.span.start, row, binding.name, sort))
    found: list[Drawn] = []
    for sort in sorted(by_sort):
        found += chance.sample(by_sort[sort], min(len(by_sort[sort]), max(1, count // len(by_sort))))
    chance.shuffle(found)
    return found


def _sort(names: Names, binding: Binding) -> str | None:
    """What sort of name a binding makes; None for those that rename something else, or have no name of their own."""
    if binding.kind in _NOT_DRAWN or binding.name in ("self", "cls", "_", "this"):
        return None
    scope = names.scopes[binding.scope].kind
    if binding.kind in _AS_BOUND or binding.of:
        return binding.kind
    if binding.kind in _FUNCTIONS:
        return "method" if scope == "class" else "function"
    if scope == "class":
        return "field"
    return "variable" if binding.scope == FILE else "local"


class Judge:
    """Draws renames in one project and finds those that break it."""

    def __init__(self, project: Project, copies: Path) -> None:
        self.project = project
        self.tally: Counter[str] = Counter()
        self.refusals: list[str] = []
        self._copy = copies / project.name
        self.before = tested(project, self.applied([]))

    def asked(self, count: int, seed: int) -> list[Asked]:
        """The renames that are sure, and in the tally what became of the others."""
        found: list[Asked] = []
        taken: set[tuple[str, int]] = set()
        with _Opened(self.project.folder) as (resolver, corpus):
            for one in drawn(self.project, resolver, count, random.Random(seed)):
                self.tally["asked"] += 1
                answer = Renamer(resolver, corpus, one.path, one.offset, _LIMITS).renaming(one.name + ENDING)
                if isinstance(answer, Problem):
                    self.tally["refused"] += 1
                    self.tally["refused: " + re.sub(r"`[^`]*`|\d+", "…", answer.message).split(",")[0]] += 1
                    self.refusals.append(f"{one.told}: {answer.message}")
                    continue
                if answer.doubtful:
                    self.tally["doubtful"] += 1
                    first = answer.doubtful[0]
                    self.refusals.append(f"{one.told}: to be confirmed, {_told(first)} of {len(answer.doubtful)}")
                    continue
                places = {(place.path, place.span.start) for place in answer.sure}
                if places & taken:
                    self.tally["drawn twice"] += 1
                    continue
                taken |= places
                found.append(Asked(one, answer))
        self.tally["applied"] = len(found)
        self.tally["places"] = sum(len(one.renaming.sure) for one in found)
        return found

    def applied(self, renames: Sequence[Asked]) -> Path:
        """A copy of the project with some renames."""
        copy = copied(self.project, self._copy)
        for path, edits in _edits(renames).items():
            data = (copy / path).read_bytes()
            for start, end, new in reversed(edits):
                data = data[:start] + new + data[end:]
            (copy / path).write_bytes(data)
        return copy

    def breaking(self, renames: Sequence[Asked]) -> Iterator[tuple[Asked, Outcome]]:
        """Those of some renames that break a test, each by itself."""
        if not renames:
            return
        after = tested(self.project, self.applied(renames))
        if after.is_as_good_as(self.before):
            return
        if len(renames) == 1:
            yield renames[0], after
            return
        told = [
            one for one in renames if re.search(rf"\b{re.escape(one.drawn.name)}({ENDING})?\b", after.output[-3000:])
        ]
        if not told or len(told) == len(renames):
            told = list(renames[: len(renames) // 2])
        yield from self.breaking(told)
        yield from self.breaking([one for one in renames if one not in told])

    def differing_back(self, renames: Sequence[Asked]) -> Iterator[tuple[Asked, str]]:
        """Those of some renames that are not what they were when they are renamed back."""
        edits = _edits(renames)

        def moved(path: str, offset: int) -> int:
            return offset + sum(len(new) - (end - start) for start, end, new in edits[path] if end <= offset)

        copy = self.applied(renames)
        (copy / "node_modules").unlink(missing_ok=True)
        with _Opened(copy) as (resolver, corpus):
            for one in renames:
                before = {(place.path, place.span.start): len(place.before.encode()) for place in one.renaming.sure}
                wanted = {(path, moved(path, start) + size) for (path, start), size in before.items()}
                path, start = one.drawn.path, one.drawn.offset
                at = moved(path, start) + before.get((path, start), 0)
                back = Renamer(resolver, corpus, path, at, _LIMITS).renaming(one.drawn.name)
                if isinstance(back, Problem):
                    if "already" in back.message:
                        self.tally["not back"] += 1
                    else:
                        yield one, back.message
                elif other := {(place.path, place.span.start) for place in back.sure} ^ wanted:
                    yield one, f"{len(other)} places differ, one in {min(other)[0]}"
                elif back.doubtful:
                    yield one, f"{_told(back.doubtful[0])} may mean it as well"


def _edits(renames: Sequence[Asked]) -> dict[str, list[tuple[int, int, bytes]]]:
    """What some renames change in each file: from where to where, and what is there afterwards."""
    found: dict[str, list[tuple[int, int, bytes]]] = {}
    for one in renames:
        for place in one.renaming.sure:
            new = place.written(one.renaming.new).encode()
            found.setdefault(place.path, []).append((place.span.start, place.span.end, new))
    return {path: sorted(edits) for path, edits in found.items()}


class _Opened:
    """The files of a folder, to ask what their names mean."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> tuple[Resolver, Corpus]:
        self._engine = Engine()
        targets = self._engine.open_paths({str(self._folder): self._folder}, lambda *_: None)
        self._corpora = targets.corpora({})
        corpora = self._corpora.__enter__()
        return Resolver(corpora, KnownTexts(), _LIMITS), corpora[0]

    def __exit__(self, *_: object) -> None:
        self._corpora.__exit__(None, None, None)
        self._engine.shutdown()


def _told(place: Renamed) -> str:
    return f"{place.path}:{place.text.lines.row_of(place.span.start) + 1}"


def judged(project: Project, keep: Path, arguments: argparse.Namespace) -> Counter[str]:
    """Renames in one project and says what became of it."""
    judge = Judge(project, keep / "copies")
    before, tally = judge.before, judge.tally
    if not before.passed:
        print(f"{project.name}: its tests do not run here\n{before.output[-1500:]}")
        return Counter()
    renames = judge.asked(arguments.draw, arguments.seed)
    if arguments.refused:
        print(*(f"  {line}" for line in judge.refusals), sep="\n")
    for one, why in judge.differing_back(renames):
        tally["differ back"] += 1
        print(f"  differs when renamed back: {one.drawn.told}: {why}", flush=True)
    for one, after in judge.breaking(renames):
        tally["broke"] += 1
        print(f"  broke: {one.drawn.told}")
        lines = after.output.strip().splitlines()
        telling = [line for line in lines if ENDING in line or re.search(rf"\b{re.escape(one.drawn.name)}\b", line)]
        print("    " + "\n    ".join((telling or lines)[-6:]), flush=True)
    tally["packages"] = 1
    print(f"{project.name}: {before.passed} tests, {before.failed} failed before; {_line(tally)}", flush=True)
    return tally


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("project", type=Path, nargs="*", help="folders or archives, in place of the pinned projects")
    options.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="where all is unpacked and tried")
    options.add_argument("--only", nargs="*", default=[], metavar="NAME", help="pypi, go, git, or names of projects")
    options.add_argument("--draw", type=int, default=60, metavar="N", help="names of each project")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--refused", action="store_true", help="say what was not renamed, and why")
    arguments = options.parse_args()
    keep = arguments.keep.absolute()
    chosen = [local(keep, one) for one in arguments.project] or projects(keep, arguments.only)
    whole: dict[str, Counter[str]] = {}
    for project in chosen:
        whole.setdefault(project.ecosystem, Counter()).update(judged(project, keep, arguments))
    for ecosystem, tally in whole.items():
        print(f"{ecosystem}: {tally['packages']} projects: {_line(tally)}")
        for reason, count in sorted(tally.items()):
            if reason.startswith("refused: "):
                print(f"  {count} {reason}")
    fine = all(tally["applied"] and not tally["broke"] + tally["differ back"] for tally in whole.values())
    return 0 if fine and whole else 1


def _line(tally: Counter[str]) -> str:
    shown = ("asked", "refused", "doubtful", "drawn twice", "applied", "places", "broke", "differ back", "not back")
    return ", ".join(f"{tally[word]} {word}" for word in shown)


if __name__ == "__main__":
    sys.exit(main())
