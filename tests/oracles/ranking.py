"""Queries people would type, and where the file they want comes: `python -m tests.oracles.ranking [FOLDER…]`.

The queries are in `tests/cases/ranking`, one file a repository; a folder is held against the file whose name its own
begins with (`Django-5.1` and `django.toml`), and without folders all that is installed on this machine is. Each query
is `[what is typed, the file that is wanted, the name of the definition]`, where the name may be left out: `symbols`
are typed into a symbol picker or after `outcrop symbols`, `search` after `outcrop search`. Those under `held` were
written with the others and not run while the rules of ranking were made, so they tell what the rules are worth.
Exit code 0 when 90 % come among the first three, 1 when not.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from indexer.index.indexer import Indexer
from indexer.index.workers import Pool
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Hit, find_symbols, search
from indexer.settings import Settings
from indexer.store.place import cache_folder, index_folder
from indexer.store.reader import Store
from indexer.store.writer import Writer
from tests.paths import CASES

FOLDER = CASES / "ranking"
TOP = 3
_LOOKED_AT = 100
_LAST_PART = re.compile(r"::|\\\\|[.#]")
_PACKAGES = ("_pytest", "click", "hypothesis", "packaging", "pip", "pygls", "pytest", "rich", "starlette")


@dataclass(frozen=True)
class Golden:
    """What a person types, and what they want."""

    repository: str  # the name of the file it is written in
    command: Literal["symbols", "search"]
    typed: str
    file: str
    name: str | None
    held: bool

    def is_wanted(self, hit: Hit) -> bool:
        named = _LAST_PART.split(hit.found.name or "")[-1]  # Gem::Version is wanted as Version
        return hit.path == self.file and self.name in (None, named)

    def rank(self, corpus: Corpus) -> int | None:
        """The place of the first hit that is wanted, from 1."""
        ask = find_symbols if self.command == "symbols" else search
        hits = ask(self.typed, [corpus], Limits(hits=_LOOKED_AT, seconds=60)).hits
        return next((place for place, hit in enumerate(hits, 1) if self.is_wanted(hit)), None)


def goldens(repository: str) -> list[Golden]:
    data = tomllib.loads((FOLDER / f"{repository}.toml").read_text())
    return [
        Golden(repository, command, *query, *[None] * (3 - len(query)), held=held)
        for held, part in ((False, data), (True, data["held"]))
        for command in ("symbols", "search")
        for query in part.get(command, ())
    ]


def repository_of(folder: Path) -> str | None:
    """The repository whose copy a folder is, by its name."""
    known = sorted((path.stem for path in FOLDER.glob("*.toml")), key=len, reverse=True)
    return next((stem for stem in known if folder.name.lower().startswith(stem)), None)


def installed() -> dict[str, tuple[Path, tuple[str, ...]]]:
    """The repositories that are on this machine, each with patterns of what is left out of it."""
    library, packages = (Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib"))
    places: dict[str, tuple[Path | None, tuple[str, ...]]] = {
        "python-library": (
            library,
            ("/*-packages", "/test", "/config-*", "/idlelib", "/lib2to3", "/encodings", "/pydoc_data"),
        ),
        "python-packages": (packages, ("/*", *(f"!/{name}" for name in _PACKAGES))),
        "ruby-library": (_said("ruby", "-e", "print RbConfig::CONFIG['rubylibdir']"), ()),
        "perl-library": (_said("perl", "-MConfig", "-e", "print $Config{privlib}"), ("/unicore", "/pod")),
        "symfony": (Path("/usr/share/php/Symfony"), ()),
    }
    return {
        name: (folder.resolve(), ignore)
        for name, (folder, ignore) in places.items()
        if folder is not None and folder.is_dir()
    }


def _said(*command: str) -> Path | None:
    try:
        return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    except (OSError, subprocess.CalledProcessError):
        return None


@contextmanager
def indexed(root: Path, ignore: tuple[str, ...], index: Path) -> Iterator[Corpus]:
    """A folder with an index of it that is up to date."""
    writer = Writer.open(index, root)
    assert writer is not None, f"{index} is being written by somebody else"
    pool = Pool()
    try:
        indexer = Indexer(root, Settings(ignore=ignore), writer, pool)
        indexer.update()
        indexer.arrange()
    finally:
        pool.stop()
        writer.close()
    reader = SafeReader()
    try:
        with Store(index).snapshot() as snapshot:
            yield Corpus(root, snapshot, reader)
    finally:
        reader.stop()


def _table(ranked: Iterable[tuple[Golden, int | None]]) -> None:
    for golden, rank in ranked:
        place = f"{rank or '–':>3}"
        mark = "" if rank is not None and rank <= TOP else "  <"
        held = "held" if golden.held else ""
        print(f"{place}  {golden.command:8}{held:6}{golden.typed:44} {golden.file}{mark}")


def _figures(title: str, ranks: list[int | None]) -> None:
    found = [rank for rank in ranks if rank is not None]
    first, top = sum(rank == 1 for rank in found), sum(rank <= TOP for rank in found)
    count = len(ranks) or 1
    mrr = sum(1 / rank for rank in found) / count
    print(f"{title:24}{len(ranks):4} queries  first {first / count:6.1%}  top {TOP} {top / count:6.1%}  MRR {mrr:.3f}")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, nargs="*")
    options.add_argument("--without-held", action="store_true", help="leave those that are held back unseen")
    arguments = options.parse_args()
    places = installed()
    if arguments.folder:
        places = {}
        for folder in arguments.folder:
            name = repository_of(folder)
            if name is None:
                options.error(f"no file in {FOLDER.name} is about {folder}")
            places[name] = (folder.resolve(), ())
    ranked: list[tuple[Golden, int | None]] = []
    for name, (root, ignore) in places.items():
        print(f"\n{name} ({root.name})")
        with indexed(root, ignore, index_folder(root, cache_folder() / "ranking")) as corpus:
            asked = [golden for golden in goldens(name) if not (golden.held and arguments.without_held)]
            here = [(golden, golden.rank(corpus)) for golden in asked]
        _table(here)
        ranked += here
    print()
    for title, held in (("seen while made", False), ("held back", True)):
        part = [rank for golden, rank in ranked if golden.held is held]
        if part:
            _figures(title, part)
    ranks = [rank for _, rank in ranked]
    _figures("all", ranks)
    return 0 if sum(rank is not None and rank <= TOP for rank in ranks) >= 0.9 * len(ranks) else 1


if __name__ == "__main__":
    sys.exit(main())
