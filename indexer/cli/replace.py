"""`outcrop replace`: what a query finds becomes what a template says. Nothing is written unless that is asked for."""

from __future__ import annotations

import argparse
import math
import os
import sys
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.cli.hunks import shown_hunks
from indexer.cli.outcome import FAILED, FOUND, INTERRUPTED, NOTHING, USAGE, Failure, Record
from indexer.cli.paths import Opened, opened
from indexer.cli.search import interruption, show_problems
from indexer.cli.terminal import paint, print_json
from indexer.engine import Encoding, Limits, Problem, needs_structure, patch, position_of, replace_request
from indexer.looking import exists
from indexer.replace.replacing import Refusal, Summary

if TYPE_CHECKING:
    from indexer.engine import Change, Target


def run(options: argparse.Namespace) -> int:
    if options.interactive and options.json:
        raise Failure("--interactive asks a person, --json answers a program; give one of them")
    request = replace_request(options.query, options.template, options.force)
    if isinstance(request, Refusal):
        return _refused(options, request)
    summary = Summary()
    with opened(options.paths, structure=needs_structure(request.query)) as found, interruption() as interrupted:
        outcome = _Outcome(options, found)
        limits = Limits(hits=None, seconds=math.inf, cancelled=interrupted.is_set)
        with closing(found.engine.changes(request, limits, summary)) as changes:
            for change in changes:
                if not outcome.take(change):
                    break
        summary.notes[:0] = found.engine.notes(summary.total > 0)
        if not (summary.total or summary.unchanged or interrupted.is_set()):
            summary.notes += found.engine.why_nothing(options.query)
    outcome.tell(summary)
    if interrupted.is_set():
        return INTERRUPTED
    return outcome.code(summary)


@dataclass
class _Outcome:
    """What is done with each change, and what is said of all."""

    options: argparse.Namespace
    opened: Opened
    records: list[Record] = field(default_factory=list)
    edits: int = 0
    files: int = 0
    written: int = 0
    refused: int = 0  # files
    quit: bool = False

    def __post_init__(self) -> None:
        self._asker = None
        if self.options.interactive:
            from indexer.cli.asking import Asker

            self._asker = Asker(self._shown_path)

    def take(self, change: Change) -> bool:
        """Does with a change what was asked for. False when nothing more is wanted."""
        goes_on = True
        if self._asker is not None:
            chosen, goes_on = self._asker.chosen_of(change)
            self.quit = not goes_on
            if chosen is None:
                self.refused += change.problem is not None and not change.is_allowed
                return goes_on
            change = chosen
        written = False
        if change.is_allowed and (self.options.write or self.options.interactive):
            reason = self.opened.engine.write([change])[change.file]
            written = reason is None
            if reason is not None:
                change = replace(change, problem=f"{reason}; left alone", broken=False)
        self.edits += len(change.edits)
        self.files += 1
        self.written += written
        self.refused += not change.is_allowed
        if self.options.json:
            self.records.append(_record(change, written, self.opened.targets.holding(change.root, change.path)))
        else:
            self._show(change, written)
        return goes_on

    def _shown_path(self, change: Change) -> str:
        return self.opened.targets.holding(change.root, change.path).shown(change.path)

    def _show(self, change: Change, written: bool) -> None:
        path = self._shown_path(change)
        if change.problem is not None:
            print(f"outcrop: {path}: {change.problem}", file=sys.stderr)
        if self.options.diff:
            if change.is_allowed:
                sys.stdout.flush()
                sys.stdout.buffer.write(patch(change, _patch_path(change)))
        elif self.options.check or written:
            print(f"{path}: {_counted(len(change.edits), 'replacement')}")
        elif self._asker is None and not self.options.write:
            print(paint(path, "bold", "magenta"))
            for line in shown_hunks(change.text.data, change.edits):
                print(line)
            print()

    def tell(self, summary: Summary) -> None:
        if self.options.json:
            print_json(_as_data(self.options, self.records, summary, []))
        for note in summary.notes:
            print(f"outcrop: {note}", file=sys.stderr)
        if summary.left_inside:
            inside = _counted(summary.left_inside, "match", "matches")
            print(f"outcrop: {inside} inside others left for another run", file=sys.stderr)
        if not self.options.json:
            print(paint(self._said(summary), "bold"), file=sys.stderr if self.options.diff else sys.stdout)

    def _said(self, summary: Summary) -> str:
        if not self.files:
            if summary.unchanged:
                return f"nothing to replace: {_counted(summary.unchanged, 'match', 'matches')} read so already"
            return "nothing was replaced" if summary.total else "nothing to replace"
        what = f"{_counted(self.edits, 'replacement')} in {_counted(self.files, 'file')}"
        if self.options.write or self.options.interactive:
            left = f", {_counted(self.refused, 'file')} left alone" if self.refused else ""
            return f"{what}: {_counted(self.written, 'file')} written{left}"
        left = f"; {_counted(self.refused, 'file')} would be left alone" if self.refused else ""
        hint = "" if self.options.check or self.options.diff else "; --write writes"
        return f"{what}, nothing was written{hint}{left}"

    def code(self, summary: Summary) -> int:
        if self.options.check:
            return NOTHING if self.files else FOUND  # for CI: the code is as it should be, or it is not
        if self.refused and (self.options.write or self.options.interactive):
            return FAILED
        if summary.truncated:
            return FAILED
        return FOUND if self.files or self.quit else NOTHING


def _patch_path(change: Change) -> str:
    """A file's path as `git apply` wants it here: from the top of the work tree, or else from the current folder."""
    here = Path.cwd()
    top = next((folder for folder in (here, *here.parents) if exists(folder / ".git")), here)
    return os.path.relpath(change.file, top if change.file.is_relative_to(top) else here).replace(os.sep, "/")


def _counted(number: int, what: str, many: str | None = None) -> str:
    return f"{number} {what if number == 1 else many or what + 's'}"


def _record(change: Change, written: bool, part: Target) -> Record:
    record: Record = {"file": part.relative(change.path), "root": str(part.folder), "edits": [], "written": written}
    for span, new in change.edits:
        line, column = position_of(change.text, span.start, Encoding.UTF32)
        end_line, end_column = position_of(change.text, span.end, Encoding.UTF32)
        record["edits"].append(
            {
                "line": line + 1,
                "column": column + 1,
                "end_line": end_line + 1,
                "end_column": end_column + 1,
                "old": change.text.data[span.start : span.end].decode("utf-8", "replace"),
                "new": new.decode("utf-8", "replace"),
            }
        )
    if change.problem is not None:
        record["problem"] = change.problem
    return record


def _as_data(options: argparse.Namespace, files: list[Record], summary: Summary, problems: list[Record]) -> Record:
    return {
        "query": options.query,
        "template": options.template,
        "files": files,
        "total": summary.total,
        "left_inside": summary.left_inside,
        "problems": problems,
        "warnings": summary.notes,
    }


def _refused(options: argparse.Namespace, refusal: Refusal) -> int:
    """A query or a template that cannot be used: what is wrong, and where."""
    if options.json:
        problems = [_problem("query", one) for one in refusal.query_problems]
        problems += [_problem("template", one) for one in refusal.template_problems]
        print_json(_as_data(options, [], Summary(), problems))
    show_problems(options.query, refusal.query_problems)
    show_problems(options.template, refusal.template_problems)
    return USAGE


def _problem(of: str, problem: Problem) -> Record:
    where = {"start": problem.span.start, "end": problem.span.end} if problem.span else {}
    return {"message": problem.message, "in": of, **where}
