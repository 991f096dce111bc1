"""`outcrop deps`: the files that a file's imports lead to, or those whose imports lead to it."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.cli.outcome import FOUND, NOTHING, Failure
from indexer.cli.paths import existing, opened
from indexer.cli.terminal import paint, print_json, table, write_to
from indexer.cli.tree import Branch, print_tree
from indexer.engine import drawn

if TYPE_CHECKING:
    from indexer.engine import Reach, Target

_MANY = 4  # files of one folder that an import leads to are shown as the folder from so many on


def run(options: argparse.Namespace) -> int:
    file = existing(options.file)
    if not file.is_file():
        raise Failure(f"{options.file}: not a file")
    here = Path.cwd()
    folder = options.path or ("." if file.is_relative_to(here) else os.path.relpath(file.parent))
    with opened([folder]) as (engine, targets):
        target = targets.all[0]
        found = engine.graph.reach(file, options.reverse, options.depth)
        notes = engine.notes(bool(found and found.steps))
    if found is None:
        raise Failure(f"{options.file}: not among the files of {target.root} that are searched")
    names = _Names(target)
    if options.svg:
        write_to(options.svg, [_drawing(found, names, "svg", options.reverse).encode()])
    if options.json:
        print_json(_record(found, names))
    elif options.format in ("dot", "mermaid"):
        print(_drawing(found, names, options.format, options.reverse), end="")
    elif not options.svg:
        _table(found, names) if options.format == "table" else _tree(found, names, options.reverse)
    for note in [*notes, *_notes(found, options.file, options.reverse)]:
        print(f"outcrop: {note}", file=sys.stderr)
    return FOUND if found.steps or (found.external and not options.reverse) else NOTHING


class _Names:
    """Paths as they are printed: from the folder that was asked for."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def __getitem__(self, path: str) -> str:
        below = self._target.below[: self._target.below.rfind("/") + 1]
        return path[len(below) :] if path.startswith(below) else os.path.relpath(path, below).replace(os.sep, "/")


def _record(found: Reach, names: _Names) -> dict[str, object]:
    return {
        "file": names[found.file],
        "root": str(found.root),
        "edges": [
            {
                "from": names[step.source],
                "to": names[step.target],
                "line": step.row + 1,
                "text": step.text,
                "evidence": step.evidence,
                "depth": step.depth,
            }
            for step in found.steps
        ],
        "external": found.external,
    }


def _notes(found: Reach, given: str, reverse: bool) -> list[str]:
    notes = []
    if not found.followed:
        notes.append(f"{given}: imports of its language are not followed")
    elif not found.steps and reverse:
        notes.append(f"no import leads to {given}")
    elif not found.steps and not found.external:
        notes.append(f"{given} imports nothing")
    if found.unread:
        first, reason = next(iter(found.unread.items()))
        rest = f", and {len(found.unread) - 1} more files" if len(found.unread) > 1 else ""
        notes.append(f"imports may be missing: {first} ({reason}){rest}")
    return notes


def _drawing(found: Reach, names: _Names, how: str, reverse: bool) -> str:
    steps = [(names[step.source], names[step.target], step.depth, step.evidence == "name") for step in found.steps]
    return drawn(steps, [names[found.file]], how, reverse)


def _table(found: Reach, names: _Names) -> None:
    rows = [
        (names[step.source], str(step.row + 1), names[step.target], step.evidence, str(step.depth))
        for step in found.steps
    ]
    table(rows, ("from", "line", "to", "evidence", "depth"))


def _tree(found: Reach, names: _Names, reverse: bool) -> None:
    """The steps below the file."""
    steps: dict[str, list[tuple[str, str, str]]] = {}
    for step in found.steps:
        at, other = (step.target, step.source) if reverse else (step.source, step.target)
        where = f"{names[step.source]}:{step.row + 1}" if reverse else f":{step.row + 1}"
        steps.setdefault(at, []).append((other, where, step.evidence))
    below = {at: [_branch(row, reverse) for row in _grouped(leading, names, reverse)] for at, leading in steps.items()}
    print_tree({found.file: paint(names[found.file], "bold")}, below)
    if found.external and not reverse:
        print(paint(f"elsewhere: {', '.join(found.external)}", "dim"))


def _branch(row: tuple[str, str, str, str | None], reverse: bool) -> Branch[str]:
    shown, where, evidence, other = row
    doubt = paint("  (by name)", "yellow") if evidence == "name" else ""
    return Branch(f"{paint(where, 'magenta')}{doubt}" if reverse else f"{shown}{paint(where, 'dim')}{doubt}", other)


def _grouped(steps: list[tuple[str, str, str]], names: _Names, reverse: bool) -> list[tuple[str, str, str, str | None]]:
    """An import that leads to all files of a folder is one row."""
    folders: dict[tuple[str, str], list[str]] = {}
    for other, where, _ in steps:
        folders.setdefault((other.rpartition("/")[0], where), []).append(other)
    rows: dict[tuple[str, str], tuple[str, str, str, str | None]] = {}
    for other, where, evidence in steps:
        folder = other.rpartition("/")[0]
        several = folders[folder, where]
        if reverse or len(several) < _MANY:
            rows[other, where] = names[other], where, evidence, other
        else:
            shown = f"{names[other].rpartition('/')[0]}/ ({len(several)} files)"
            rows.setdefault((folder, where), (shown, where, evidence, None))
    return list(rows.values())
