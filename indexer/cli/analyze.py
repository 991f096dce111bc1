"""`outcrop analyze`: what the imports of a folder's files say of it as a whole."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.cli.outcome import FOUND, NOTHING, USAGE, Failure, Record
from indexer.cli.paths import opened_folder
from indexer.cli.terminal import paint, print_json
from indexer.engine import Limits, layers_in

if TYPE_CHECKING:
    from indexer.engine import Analysis, Target

_QUESTIONS = ("cycles", "hotspots", "unused", "islands")


def run(options: argparse.Namespace) -> int:
    asked = [question for question in _QUESTIONS if getattr(options, question)]
    layers = None
    if options.layers is not None:
        try:
            said = layers_in(Path(options.layers).read_bytes())
        except OSError as error:
            raise Failure(f"{options.layers}: {error.strerror or error}") from error
        if isinstance(said, str):
            print(f"outcrop: {options.layers}: {said}", file=sys.stderr)
            return USAGE
        layers = said
    elif not asked:
        asked = [*_QUESTIONS]
    with opened_folder(options.path) as (engine, targets):
        target = targets.all[0]
        (found,) = engine.graph.analysis(asked, layers, Limits(None, math.inf))
        notes = engine.notes(True)
    if options.json:
        print_json(_record(found, target))
    else:
        _show(found, target, options.limit or None)
    for note in [*notes, *_notes(found)]:
        print(f"outcrop: {note}", file=sys.stderr)
    if found.upward is not None and not asked:
        return NOTHING if found.upward else FOUND
    answers = (found.cycles, found.hotspots, found.unused, found.islands)
    if found.upward:
        return NOTHING
    return FOUND if any(answers) else NOTHING


def _record(found: Analysis, target: Target) -> Record:
    record: Record = {}
    if found.cycles is not None:
        record["cycles"] = [[target.relative(path) for path in each.files] for each in found.cycles]
    if found.hotspots is not None:
        record["hotspots"] = [
            {"file": target.relative(each.file), "importers": each.importers} for each in found.hotspots
        ]
    if found.unused is not None:
        record["unused"] = [
            {"file": target.relative(each.file)}
            | ({"name": each.name} if each.name is not None else {})
            | ({"line": each.row + 1} if each.row is not None else {})
            | {"why": each.why}
            for each in found.unused
        ]
        record["left_out"] = found.left_out
    if found.islands is not None:
        record["islands"] = [[target.relative(path) for path in each] for each in found.islands]
    if found.upward is not None:
        record["layers"] = [
            {
                "from": target.relative(each.edge.source),
                "to": target.relative(each.edge.target),
                "line": row + 1,
                "text": each.edge.text,
                "evidence": each.edge.evidence,
                "layers": [each.source, each.target],
            }
            for each, row in found.upward
        ]
    return record | {"files": found.files, "edges": found.edges, "unread": len(found.unread)}


def _notes(found: Analysis) -> list[str]:
    notes = []
    if not found.files:
        notes.append("no file here is in a language whose imports are followed")
    if found.unread:
        first, reason = next(iter(found.unread.items()))
        notes.append(f"the imports of {len(found.unread)} files could not be read, so of {first} ({reason})")
    return notes


def _show(found: Analysis, target: Target, limit: int | None) -> None:
    print(paint(f"{found.files:,} files, {found.edges:,} imports between them", "dim"))
    if found.cycles is not None:
        _head("Cycles", len(found.cycles), "groups of files that import each other")
        for each in found.cycles[:limit]:
            size = f"{len(each.files)} files; " if len(each.files) > len(each.way) else ""
            way = [target.shown(path) for path in (*each.way, each.way[0])]
            print(f"  {size}{paint(' → ', 'dim').join(way)}")
        _rest(len(found.cycles), limit)
    if found.hotspots is not None:
        _head("Hot spots", len(found.hotspots), "files that others import, the most imported first")
        for spot in found.hotspots[:limit]:
            print(f"  {spot.importers:>5}  {target.shown(spot.file)}")
        _rest(len(found.hotspots), limit)
    if found.unused is not None:
        _head("Unused", len(found.unused), "files and definitions that nobody refers to")
        for one in found.unused[:limit]:
            place = target.shown(one.file) + (f":{one.row + 1}" if one.row is not None else "")
            print(f"  {paint(place, 'magenta')}  {one.name or '(file)'}  {paint(one.why, 'dim')}")
        _rest(len(found.unused), limit)
        if found.left_out:
            said = ", ".join(f"{reason} ({count:,})" for reason, count in found.left_out.items())
            print(paint(f"  left out, since they may be used without being named: {said}", "dim"))
    if found.islands is not None:
        _head("Islands", len(found.islands), "groups of files that nothing else is connected to")
        for group in found.islands[:limit]:
            names = [target.shown(path) for path in group]
            more = f" and {len(names) - 6} more" if len(names) > 6 else ""
            print(f"  {', '.join(names[:6])}{more}")
        _rest(len(found.islands), limit)
    if found.upward is not None:
        _head("Layers", len(found.upward), "imports that go upwards")
        for step, row in found.upward[:limit]:
            place = paint(f"{target.shown(step.edge.source)}:{row + 1}", "magenta")
            print(f"  {place}  {step.source} imports {target.shown(step.edge.target)} of {step.target}")
        _rest(len(found.upward), limit)


def _head(title: str, count: int, what: str) -> None:
    print(f"\n{paint(title, 'bold')}  {paint(f'{count:,} {what}' if count else f'no {what}', 'dim')}")


def _rest(count: int, limit: int | None) -> None:
    if limit is not None and count > limit:
        print(paint(f"  … and {count - limit:,} more; --limit 0 shows all", "dim"))
