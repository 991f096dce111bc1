"""What `outcrop callers` and `callees` have in common: a walk through calls, as a tree, a table or a picture."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.cli.outcome import FOUND, NOTHING, Record
from indexer.cli.paths import opened
from indexer.cli.terminal import paint, print_json, table, write_to
from indexer.cli.tree import Branch, print_tree
from indexer.engine import Encoding, Limits, drawn, position_of

if TYPE_CHECKING:
    from indexer.engine import Definition, Edge, Engine, Place, Targets, Told

Ask = Callable[["Engine"], Callable[[str, int, Limits], "Told"]]
_MOST_LINES = 5  # of calls that are shown in a row of the tree


def run(options: argparse.Namespace, ask: Ask, reverse: bool) -> int:
    """Asks and shows; `reverse` where the walk goes from what is called to who calls it."""
    with opened(options.paths) as (engine, targets):
        told = ask(engine)(options.name, options.depth, Limits(options.limit or None, math.inf))
        notes = engine.notes(bool(told.edges))
    if options.svg:
        write_to(options.svg, [_drawing(told, targets, options.name, "svg", reverse).encode()])
    if options.json:
        print_json(_record(options.name, told, targets))
    elif options.format in ("dot", "mermaid"):
        print(_drawing(told, targets, options.name, options.format, reverse), end="")
    elif not options.svg:
        _table(told, targets) if options.format == "table" else _tree(told, targets, reverse)
        if told.external and options.format == "tree":
            print(paint(f"elsewhere: {', '.join(told.external)}", "dim"))
    for note in [*notes, *_notes(options.name, told, reverse)]:
        print(f"outcrop: {note}", file=sys.stderr)
    return FOUND if told.edges or told.external else NOTHING


def shown(targets: Targets, place: Place) -> str:
    """Where something is, as one can type it where one stands."""
    if place.kind == "external":
        return "defined elsewhere"
    path = targets.holding(place.root, place.path).shown(place.path)
    return path if place.name is None else f"{path}:{place.row + 1}"


def relative(targets: Targets, place: Place) -> str:
    return targets.holding(place.root, place.path).relative(place.path)


def missing(name: str, told: Told) -> list[str]:
    """What an answer lacks."""
    notes = [] if told.begin else [f"nothing is called `{name}` here; `outcrop symbols {name}` finds names like it"]
    if told.truncated:
        notes.append("there is more; --limit 0 for all")
    if told.unfollowed:
        one = told.unfollowed == 1
        what = "1 place was" if one else f"{told.unfollowed:,} places were"
        notes.append(f"{what} not followed further: only {'its name leads' if one else 'their names lead'} there")
    return notes


def _notes(name: str, told: Told, reverse: bool) -> list[str]:
    notes = missing(name, told)
    if told.begin and not told.edges and not told.external:
        nobody = f"nothing here calls this `{name}`; `outcrop refs {name}` lists every place that has the name"
        itself = f"`{name}` itself calls nothing that is defined here; ask for functions inside of it by their names"
        notes.append(nobody if reverse else itself)
    return notes


def _record(name: str, told: Told, targets: Targets) -> Record:
    record: Record = {
        "name": name,
        "definitions": [definition_record(targets, place, found) for place, found in told.definitions],
        "calls": [_call(targets, edge) for edge in told.edges],
        "truncated": told.truncated,
    }
    return record | ({"external": list(told.external)} if told.external else {})


def definition_record(targets: Targets, place: Place, found: Definition) -> Record:
    """A Symbol of the JSON contract."""
    row, column = position_of(found.text, found.span.start, Encoding.UTF32)
    symbol = found.symbol
    record: Record = {
        "name": symbol.name if symbol is not None else place.name,
        "kind": found.kind,
        "file": relative(targets, place),
        "root": str(targets.holding(place.root, place.path).folder),
        "language": found.language,
        "line_start": (symbol.row_start if symbol is not None else row) + 1,
        "line_end": (symbol.row_end if symbol is not None else row) + 1,
        "name_line": row + 1,
        "name_column": column + 1,
    }
    return record | ({"container": found.around[-1]} if found.around else {})


def _call(targets: Targets, edge: Edge) -> Record:
    place = edge.place
    return {
        "name": place.full_name,
        "kind": place.kind,
        "file": relative(targets, place),
        "line": place.row + 1,
        "depth": edge.depth,
        "of": edge.of.full_name,
        "evidence": edge.evidence,
        "at": [row + 1 for row in edge.rows],
    }


def _table(told: Told, targets: Targets) -> None:
    rows = [
        (
            str(edge.depth),
            edge.place.full_name or "(outside of definitions)",
            shown(targets, edge.place),
            edge.of.full_name or "",
            _lines(edge),
            edge.evidence,
        )
        for edge in told.edges
    ]
    table(rows, ("depth", "name", "where", "of", "lines", "evidence"))


def _tree(told: Told, targets: Targets, reverse: bool) -> None:
    """Who calls below what is called.

    Where several definitions have the name, a caller that only the name leads to may mean any of them: those are a
    tree of their own, instead of one more row below each.
    """
    any_of = f"any of {len(told.begin)} definitions"
    roots: dict[Place | str, str] = {}
    below: dict[Place | str, list[Branch[Place | str]]] = {}
    shared: dict[Place, Branch[Place | str]] = {}
    for edge in told.edges:
        row = _row(edge, targets)
        if reverse and len(told.begin) > 1 and edge.evidence == "name" and edge.of in told.begin:
            shared.setdefault(edge.place, Branch(row, None))
        else:
            below.setdefault(edge.of, []).append(Branch(row, edge.place))
    for place in told.begin:
        if place in below:
            roots[place] = f"{paint(place.full_name or '', 'bold')}  {paint(shown(targets, place), 'magenta')}"
    if shared:
        roots[any_of] = paint(any_of, "bold")
        below[any_of] = list(shared.values())
    print_tree(roots, below)


def _row(edge: Edge, targets: Targets) -> str:
    name = edge.place.full_name or paint("outside of definitions", "dim")
    why = paint("  by name", "yellow") if edge.evidence == "name" else paint(f"  {edge.evidence}", "dim")
    lines = paint(f"  line{'s' if len(edge.rows) > 1 else ''} {_lines(edge)}", "dim")
    return f"{name}  {paint(shown(targets, edge.place), 'magenta')}{lines}{why}"


def _lines(edge: Edge) -> str:
    shown = ", ".join(str(row + 1) for row in edge.rows[:_MOST_LINES])
    return shown + (" …" if len(edge.rows) > _MOST_LINES else "")


def _drawing(told: Told, targets: Targets, name: str, how: str, reverse: bool) -> str:
    def node(place: Place) -> str:
        return f"{place.full_name or ''} {shown(targets, place)}".strip()

    steps = []
    for edge in told.edges:
        ends = (node(edge.place), node(edge.of)) if reverse else (node(edge.of), node(edge.place))
        steps.append((*ends, edge.depth, edge.evidence == "name"))
    connected = {edge.of for edge in told.edges} | {edge.place for edge in told.edges}
    firsts = [node(place) for place in told.begin if place in connected] or [node(place) for place in told.begin[:1]]
    return drawn(steps, firsts or [name], how, reverse)
