"""The folders and files that a command was given, opened so that the engine can be asked about them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from indexer.cli.outcome import Failure
from indexer.cli.terminal import progress_bar
from indexer.engine import Engine, Loaded, load_settings

if TYPE_CHECKING:
    from indexer.engine import Surveyed, Targets


class Opened(NamedTuple):
    """An engine and what it looks through."""

    engine: Engine
    targets: Targets

    def survey(self) -> Surveyed:
        """What the index of the one folder that was given holds."""
        target = self.targets.all[0]
        found = self.engine.survey()
        if not found:
            raise Failure(
                f"no index can be kept ({target.index.problem})"
                if target.index.problem
                else f"another process has only just begun to make the index of {target.root}"
            )
        return found[0]


@contextmanager
def opened(
    given: Sequence[str], structure: bool = True, exactly: bool = False, rebuild: bool = False
) -> Iterator[Opened]:
    """The folders and files that were named behind a query, or the current folder, with their indexes up to date."""
    engine = Engine()
    try:
        paths = {name: existing(name, after_query=True) for name in given or ["."]}
        with progress_bar() as report:
            targets = engine.open_paths(paths, report, structure, exactly, rebuild)
        _tell(targets.wrong_settings)
        yield Opened(engine, targets)
    finally:
        engine.shutdown()


@contextmanager
def opened_folder(given: str, structure: bool = True, exactly: bool = False, rebuild: bool = False) -> Iterator[Opened]:
    """One folder, likewise."""
    folder_of(given)
    with opened([given], structure, exactly, rebuild) as found:
        yield found


def folder_of(given: str) -> Path:
    path = existing(given)
    if not path.is_dir():
        raise Failure(f"{given}: not a folder")
    return path


def existing(given: str, after_query: bool = False) -> Path:
    path = Path(given)
    if not path.exists():
        hint = "; a query of several words goes in quotes" if after_query else ""
        raise Failure(f"{given}: no such file or folder{hint}")
    return path.resolve()


def settings_for(root: Path) -> Loaded:
    """The settings, with a line on standard error for each that is wrong."""
    loaded = load_settings(root)
    _tell(loaded.problems)
    return loaded


def _tell(problems: Sequence[str]) -> None:
    for problem in problems:
        print(f"outcrop: {problem}", file=sys.stderr)
