"""`outcrop search`: code by its shape, with the definitions around each hit."""

from __future__ import annotations

import argparse
import gc
import math
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from indexer.cli.outcome import FAILED, FOUND, INTERRUPTED, NOTHING, USAGE, Failure, Record
from indexer.cli.pager import paged
from indexer.cli.paths import opened
from indexer.cli.terminal import Paint, paint, painter, print_json, unpainted
from indexer.engine import Encoding, Limits, Problem, Span, Text, needs_structure, parse, position_of

if TYPE_CHECKING:
    from pathlib import Path

    from indexer.cli.picker import Choice
    from indexer.engine import Answer, Hit, Targets

_LONGEST = 400  # characters of a line that a terminal is given
_SCREENFUL = 100  # hits, unless more are asked for


def run(options: argparse.Namespace) -> int:
    parsed = parse(options.query)
    if parsed.query is None:
        return _refused(options, parsed.problems)
    with (
        opened(options.paths, structure=needs_structure(parsed.query)) as (engine, targets),
        interruption() as interrupted,
    ):
        limits = Limits(
            hits=_wanted(options),
            seconds=math.inf if options.seconds is None else options.seconds,
            sort=options.sort,
            cancelled=interrupted.is_set,
            detail=_detail(options),
        )
        with _uncollected():
            answer = engine.search(options.query, limits)
    if answer.problems:
        return _refused(options, answer.problems)
    if options.interactive or options.open:
        return _opened(options, targets, answer)
    if options.json:
        print_json(as_data(options.query, targets, answer))
    elif options.count:
        print(f"at least {answer.total}" if answer.stopped else answer.total)
    elif options.files:
        for path in dict.fromkeys(shown_path(targets, hit) for hit in answer.hits):
            print(path, end="\0" if options.null else "\n")
    elif options.format == "grep":
        _show_plainly(targets, answer)
    else:
        with paged(not options.no_pager):
            _show(targets, answer, options.context, options.explain, options.expand)
    say_what_is_missing(answer)
    if interrupted.is_set():
        return INTERRUPTED
    return FAILED if answer.stopped else FOUND if answer.total else NOTHING


@contextmanager
def interruption() -> Iterator[threading.Event]:
    """Lets Ctrl-C end a search with what it has found; a second one ends the command."""
    interrupted = threading.Event()

    def interrupt(*_: object) -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt
        interrupted.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Python need not look for garbage while hits pile up: a search makes none, and all of them would be looked at."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _wanted(options: argparse.Namespace) -> int | None:
    """How many hits are wanted; all where a script reads them and where they are counted."""
    if options.count or options.files or options.limit == 0:
        return None
    if options.limit is None:
        return _SCREENFUL if options.json or options.format == "text" else None
    limit: int = options.limit
    return limit


def _detail(options: argparse.Namespace) -> Literal["around", "place", "count"]:
    """What is printed of each hit."""
    if options.json:
        return "around"
    if options.count:
        return "count"
    return "place" if options.files or options.format == "grep" else "around"


def _opened(options: argparse.Namespace, targets: Targets, answer: Answer) -> int:
    """Opens the hits in the user's editor: all of them, or the one that is picked."""
    from indexer.cli.editor import EditorFailed, Place, open_places

    if not answer.total:
        say_what_is_missing(answer)
        return NOTHING
    chosen: list[Hit] = list(answer.hits)
    if options.interactive:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise Failure("-i needs a terminal")
        try:
            from indexer.cli.picker import pick
        except ImportError as error:
            raise Failure("-i needs curses, which Python has not here; --open opens all hits") from error

        picked = pick([_choice(targets, hit) for hit in answer.hits])
        if picked is None:
            return INTERRUPTED
        chosen = [answer.hits[picked]]
    places = []
    for hit in chosen:
        row, column = position_of(hit.text, hit.found.span.start, Encoding.UTF32)
        places.append(Place(shown_path(targets, hit), row + 1, column + 1))
    try:
        left_out = open_places(places)
    except EditorFailed as reason:
        raise Failure(f"the editor failed: {reason}") from reason
    if left_out:
        print(f"outcrop: {left_out} more files have hits; a narrower query, or PATH, opens fewer", file=sys.stderr)
    return FOUND


def _choice(targets: Targets, hit: Hit) -> Choice:
    from indexer.cli.picker import Choice

    row = hit.found.row

    def preview(rows: int) -> list[tuple[str, bool]]:
        first = max(min(hit.found.block[0], row), row - rows // 2)
        last = min(first + rows, len(hit.text.lines))
        width = len(str(last))
        return [(f"{at + 1:>{width}} {_line(hit.text, at)}", at == row) for at in range(first, last)]

    return Choice(f"{shown_path(targets, hit)}:{row + 1}: {_line(hit.text, row).strip()[:_LONGEST]}", preview)


def shown_path(targets: Targets, hit: Hit) -> str:
    return targets.holding(hit.root, hit.path).shown(hit.path)


def as_data(query: str, targets: Targets, answer: Answer) -> Record:
    state = "partial" if answer.notes else "ready"
    return {
        "query": query,
        "hits": list(_records(targets, answer.hits)),
        "total": answer.total,
        "truncated": answer.truncated,
        "stopped": answer.stopped,
        "elapsed_ms": round(answer.elapsed * 1000, 1),
        "index": {"state": state, "files": answer.files},
        "notes": [*answer.notes, *answer.hints],
    }


def _records(targets: Targets, hits: Iterable[Hit]) -> Iterator[Record]:
    """The hits of the JSON contract."""
    for _, of_file in groupby(hits, attrgetter("root", "path")):
        file: Record = {}
        for hit in of_file:
            if not file:
                part = targets.holding(hit.root, hit.path)
                file = {"file": part.relative(hit.path), "root": str(part.folder)}
            yield file | _record(hit)


def _record(hit: Hit) -> Record:
    """What a hit has of its own."""
    found = hit.found
    (line, column), (end_line, end_column) = _positions(hit)
    record: Record = {
        "line": line + 1,
        "column": column + 1,
        "end_line": end_line + 1,
        "end_column": end_column + 1,
        "text": found.line.rstrip("\r\n"),
        "language": hit.language,
        "score": hit.score.value,
        "block": {"line_start": found.block[0] + 1, "line_end": found.block[1] + 1},
        "ancestry": [
            {
                "kind": ancestor.kind,
                **({"name": ancestor.name} if ancestor.name is not None else {}),
                "header": ancestor.header,
                "line": ancestor.row + 1,
            }
            for ancestor in found.ancestry
        ],
    }
    if found.kind is not None:
        record["kind"] = found.kind
    if found.name is not None:
        record["name"] = found.name
    if found.captures:
        record["captures"] = dict(found.captures)
    if found.measures:
        record["measures"] = dict(found.measures)
    return record


def _positions(hit: Hit) -> tuple[tuple[int, int], tuple[int, int]]:
    """The rows and columns, in characters, of the start and the end of a hit. Those of most are told without looking up
    the rows of the file."""
    text, row, (start, end) = hit.text, hit.found.row, hit.found.span
    begin = text.data.rfind(b"\n", 0, start) + 1
    before = text.data[begin:end]
    if before.isascii() and b"\n" not in before and b"\r" not in before:
        return (row, start - begin), (row, end - begin)
    return position_of(text, start, Encoding.UTF32), position_of(text, end, Encoding.UTF32)


def _line(text: Text, row: int) -> str:
    return text.row_bytes(row).decode("utf-8", "replace").rstrip("\r\n")


def _show_plainly(targets: Targets, answer: Answer) -> None:
    """One line a hit, as `grep -n` and editors' quickfix lists have it."""
    for _, hits in groupby(answer.hits, attrgetter("root", "path")):
        first = next(hits)
        path = shown_path(targets, first)
        for hit in chain([first], hits):
            print(f"{path}:{hit.found.row + 1}:{_column(hit) + 1}:{hit.found.line}")


def _column(hit: Hit) -> int:
    """Where in its row a hit is, in characters. For that alone no file's rows are looked up."""
    text, start = hit.text, hit.found.span.start
    if b"\r" in text.data:
        return position_of(text, start, Encoding.UTF32)[1]
    return len(text.data[text.data.rfind(b"\n", 0, start) + 1 : start].decode("utf-8", "replace"))


def _show(targets: Targets, answer: Answer, context: int, explain: bool, expand: bool) -> None:
    """Hits by file; above each hit the lines that open the definitions it lies in, dimmed."""
    paint = painter()
    last: tuple[Path, str] | None = None
    shown: set[int] = set()
    width = 0
    for hit in answer.hits:
        if (hit.root, hit.path) != last:
            if last is not None:
                print()
            print(paint(shown_path(targets, hit), "bold", "magenta"))
            last, shown, width = (hit.root, hit.path), set(), len(str(len(hit.text.lines)))
        found = hit.found
        for ancestor in found.ancestry:
            if ancestor.row not in shown and ancestor.row < found.row:
                shown.add(ancestor.row)
                _dimmed(hit.text, ancestor.row, width, paint)
        first, after = max(found.row - context, 0), min(found.row + context + 1, len(hit.text.lines))
        if expand:
            first, after = min(first, found.block[0]), max(after, found.block[1] + 1)
        if context and first > 0 and first not in shown:
            print(paint("·" * width, "dim"))
        for row in range(first, after):
            if row == found.row:
                shown.add(row)
                _row(hit.text, row, width, found.matches, paint)
            elif row not in shown:
                shown.add(row)
                _dimmed(hit.text, row, width, paint)
        if explain:
            print(f"{' ' * width}  {explanation(hit)}")
        if found.measures:
            said = " · ".join(f"{name} {number}" for name, number in found.measures.items())
            print(f"{' ' * width}  {paint(said, 'cyan')}")
        for name, captured in (found.captures or {}).items():
            print(f"{' ' * width}  {paint(f'${name}', 'cyan')} {' '.join(captured.split())[:100]}")


def explanation(hit: Hit) -> str:
    """A hit's score and what it is made of; lines and files have none."""
    if not hit.score.parts:
        return paint("by path", "cyan")
    parts = [
        f"{name}: {value if isinstance(value, str) else f'{value:.3g}'}" for name, value in hit.score.parts.items()
    ]
    return paint(" · ".join([f"score {hit.score.value:.4g}", *parts]), "cyan")


def _dimmed(text: Text, row: int, width: int, paint: Paint) -> None:
    """A row around a hit with its number. Without colours a dash marks it, as in grep."""
    number = paint(str(row + 1).rjust(width), "dim")
    print(f"{number}{'-' if paint is unpainted else ' '} {paint(_shortened(_line(text, row)), 'dim')}")


def _row(text: Text, row: int, width: int, matches: Iterable[Span], paint: Paint) -> None:
    """A row of a hit with its number. Without colours a colon marks it."""
    number = str(row + 1).rjust(width)
    line = _line(text, row)
    if paint is unpainted or len(line) > _LONGEST:
        mark = ":" if paint is unpainted else " "
        print(f"{paint(number, 'green')}{mark} {_shortened(line)}")
        return
    start, end = text.row_span(row)
    raw = text.data[start:end]
    made: list[str] = []
    at = 0
    for match in sorted(matches, key=lambda span: span.start):
        low, high = max(match.start - start, at), min(match.end - start, len(raw))
        if low >= high:
            continue
        made.append(raw[at:low].decode("utf-8", "replace"))
        made.append(paint(raw[low:high].decode("utf-8", "replace"), "bold", "red"))
        at = high
    made.append(raw[at:].decode("utf-8", "replace"))
    print(f"{paint(number, 'green')}  {''.join(made)}")


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


def say_what_is_missing(answer: Answer) -> None:
    for note in (*answer.notes, *answer.hints):
        print(f"outcrop: {note}", file=sys.stderr)
    if answer.stopped:
        print(f"outcrop: this is a part: {answer.total} hits were found before the search ended", file=sys.stderr)
    elif answer.truncated and answer.hits:
        shown = "hit" if len(answer.hits) == 1 else f"{len(answer.hits)} hits"
        more = f"the first {shown} of {'at least ' if answer.total else ''}{answer.total}"
        print(f"outcrop: {more}; --limit 0 for all", file=sys.stderr)
    elif not answer.total:
        print(f"outcrop: nothing found in {answer.files:,} file{'' if answer.files == 1 else 's'}", file=sys.stderr)


def _refused(options: argparse.Namespace, problems: list[Problem]) -> int:
    empty = {"query": options.query, "hits": [], "total": 0, "truncated": False, "elapsed_ms": 0.0}
    return refused(options, problems, empty)


def refused(options: argparse.Namespace, problems: list[Problem], empty: Record) -> int:
    """A query that cannot be read: what is wrong, and where, beside an answer that has nothing."""
    if options.json:
        found = [
            {"message": problem.message, "start": problem.span.start, "end": problem.span.end}
            if problem.span
            else {"message": problem.message}
            for problem in problems
        ]
        print_json({**empty, "problems": found})
    show_problems(options.query, problems)
    return USAGE


def show_problems(query: str, problems: list[Problem]) -> None:
    for problem in problems:
        print(f"outcrop: {problem.message}", file=sys.stderr)
        if problem.span is not None and "\n" not in query and len(query) < _LONGEST:
            marks = "^" * max(problem.span.end - problem.span.start, 1)
            print(f"  {query}\n  {' ' * problem.span.start}{marks}", file=sys.stderr)
