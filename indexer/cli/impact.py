"""`outcrop impact`: what may break when a definition or a file changes, tests first."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.cli.calls import missing, relative, shown
from indexer.cli.outcome import FOUND, NOTHING, Record
from indexer.cli.paths import Opened, opened
from indexer.cli.terminal import paint, print_json
from indexer.engine import Limits, is_test_path
from indexer.looking import is_file

if TYPE_CHECKING:
    from indexer.engine import Reach


def run(options: argparse.Namespace) -> int:
    file = Path(options.name)
    with opened(options.paths) as found:
        if is_file(file):  # what is too long for a path is a name
            records, notes, truncated = _of_file(found, file.resolve(), options.depth, options.limit)
        else:
            records, notes, truncated = _of_name(found, options.name, options.depth, options.limit)
        notes = [*found.engine.notes(bool(records)), *notes]
    if options.json:
        affected = [{key: value for key, value in record.items() if key != "shown"} for record in records]
        print_json({"of": options.name, "affected": affected, "truncated": truncated})
    else:
        _show(records)
    for note in notes:
        print(f"outcrop: {note}", file=sys.stderr)
    return FOUND if records else NOTHING


def _of_name(found: Opened, name: str, depth: int, limit: int) -> tuple[list[Record], list[str], bool]:
    told = found.engine.graph.impact(name, depth, Limits(limit or None, math.inf))
    records: list[Record] = []
    for edge in told.edges:
        record: Record = {"file": relative(found.targets, edge.place)}
        if edge.place.name is not None:
            record |= {"name": edge.place.full_name, "line": edge.place.row + 1}
        record |= {"depth": edge.depth, "evidence": edge.evidence, "test": edge.place.is_test}
        records.append(record | {"shown": shown(found.targets, edge.place)})
    notes = missing(name, told)
    if told.begin and not records:
        notes.append(f"nothing here uses `{name}`")
    return records, notes, told.truncated


def _of_file(found: Opened, file: Path, depth: int, limit: int) -> tuple[list[Record], list[str], bool]:
    """The files whose imports lead to one."""
    reached = found.engine.graph.reach(file, reverse=True, depth=depth)
    if reached is None:
        return [], [f"{file.name}: not among the files that are searched"], False
    records = _importers(found, reached)
    notes = [] if reached.followed else [f"{file.name}: imports of its language are not followed"]
    if not records:
        notes.append(f"no import leads to {file.name}")
    cut = bool(limit) and len(records) > limit
    return records[: limit or None], notes + (["there is more; --limit 0 for all"] if cut else []), cut


def _importers(found: Opened, reached: Reach) -> list[Record]:
    best: dict[str, Record] = {}
    for step in reached.steps:
        if step.source == reached.file:
            continue
        target = found.targets.holding(reached.root, step.source)
        best.setdefault(
            step.source,
            {
                "file": target.relative(step.source),
                "depth": step.depth,
                "evidence": step.evidence,
                "test": is_test_path(step.source),
                "shown": target.shown(step.source),
            },
        )
    return sorted(best.values(), key=lambda record: (not record["test"], record["depth"], record["file"]))


def _show(records: list[Record]) -> None:
    for test, heading in ((True, "tests"), (False, "code")):
        some = [record for record in records if record["test"] == test]
        if some:
            print(paint(f"{heading} ({len(some):,})", "bold"))
        for record in some:
            name = f"{record['name']}  " if "name" in record else ""
            doubt = paint("  by name", "yellow") if record["evidence"] == "name" else ""
            steps = paint(f"  {record['depth']} step{'s' if record['depth'] > 1 else ''}", "dim")
            print(f"  {name}{paint(record['shown'], 'magenta')}{steps}{doubt}")
