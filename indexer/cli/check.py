"""`outcrop check`: what the rules of a folder find in it, for people and for CI."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.cli.outcome import FAILED, INTERRUPTED, USAGE, Failure
from indexer.cli.paths import opened
from indexer.cli.search import interruption
from indexer.cli.terminal import paint, print_json
from indexer.engine import Encoding, Span, Text, needs_structure, position_of, problem_with_revisions
from indexer.git.objects import Unreadable
from indexer.replace.change import Change
from indexer.replace.writing import NotWritten, write
from indexer.rules import report as told
from indexer.rules.baseline import BadBaseline, only_new, read_baseline, write_baseline
from indexer.rules.checking import Checked, Course, check
from indexer.rules.examples import failures
from indexer.rules.finding import Finding, findings_in
from indexer.rules.fixing import edits_of, fixed
from indexer.rules.home import FOLDER, rules_home, seen_from
from indexer.rules.report import Replaced, Report, Reported
from indexer.rules.rule import SEVERITIES, Rule, RuleProblem
from indexer.rules.rule_set import RuleSet, rules_for
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Candidate, Corpus

if TYPE_CHECKING:
    from indexer.engine import Target, Targets

CLEAN, FOUND = 0, 1  # for CI: the code is as it should be, or it is not
_COLOURS = {"error": "red", "warning": "yellow", "information": "blue", "hint": "cyan"}


def run(options: argparse.Namespace) -> int:
    if options.json:
        options.format = "json"
    if options.write_baseline and options.baseline is None:
        raise Failure("--write-baseline needs --baseline FILE, which says where")
    if options.test:
        return _test(options)
    started = time.monotonic()
    homes = _homes(options.paths)
    sets = {home: rules_for(home) for home in set(homes.values())}
    report = _report(sets, options.rule)
    if not report.rules:
        _say_problems(options, report)
        if not report.problems:
            places = ", ".join(sorted({told.plain(str(home)) for home in homes.values()}))
            print(
                f"outcrop: there are no rules here: {places} has neither {FOLDER}/*.toml nor sgconfig.yml, and your "
                "own settings have no [rules]; `outcrop rules new NAME QUERY` writes one",
                file=sys.stderr,
            )
        return USAGE
    known = _known(options)
    structure = any(needs_structure(rule.parsed) for rule in report.rules)
    with opened(options.paths, structure) as (engine, targets), interruption() as interrupted:
        with engine.corpora() as corpora:
            for corpus, target in zip(corpora, targets.all, strict=True):
                home = homes[target.typed]
                rules = _since(_chosen(sets[home].rules, options.rule), options.changed, corpus)
                _check(options, report, targets, corpus, rules, home, interrupted.is_set)
        report.notes = [*engine.notes(bool(report.findings)), *report.notes]
    if options.fix and report.findings and not any(each.fix for each in report.findings):
        report.notes.append("nothing of what is left can be fixed by a rule")
    report.elapsed = time.monotonic() - started
    if options.write_baseline:
        return _baseline_written(options, report)
    if known is not None:
        new = only_new(report.findings, known, Path(options.baseline))
        report.known, report.findings = len(report.findings) - len(new), new
    least = SEVERITIES.index(options.severity)
    report.findings = [each for each in report.findings if SEVERITIES.index(each.severity) <= least]
    _tell(options, report)
    if interrupted.is_set():
        return INTERRUPTED
    if report.problems:
        return USAGE
    return FOUND if report.findings else CLEAN if report.complete else FAILED


def _homes(paths: list[str]) -> dict[str, Path]:
    """For each path that was given, the folder whose rules hold there."""
    homes = {}
    for given in paths or ["."]:
        path = Path(given)
        if not path.exists():
            raise Failure(f"{given}: no such file or folder")
        homes[given] = rules_home(path.resolve())
    return homes


def _chosen(rules: tuple[Rule, ...], names: list[str] | None) -> list[Rule]:
    return [rule for rule in rules if not names or rule.name in names]


def _since(rules: list[Rule], revision: str | None, corpus: Corpus) -> list[Rule]:
    """Rules as they are asked: of what changed alone, if that is wanted."""
    if revision is None:
        return rules
    revision = revision.removesuffix("..") or "HEAD"
    problem = problem_with_revisions(revision)
    if problem is not None:
        raise Failure(f"--changed {problem}")
    try:
        corpus.compared(revision)
    except Unreadable as reason:
        raise Failure(f"--changed: {told.plain(str(reason))}") from reason
    return [rule.since(revision) for rule in rules]


def _report(sets: dict[Path, RuleSet], names: list[str] | None) -> Report:
    rules = {rule.name: rule for found in sets.values() for rule in found.rules}
    unknown = [name for name in names or () if name not in rules]
    if unknown:
        raise Failure(f"no rule is called `{told.plain(unknown[0])}`; `outcrop rules` lists them")
    problems = dict.fromkeys(problem for found in sets.values() for problem in found.problems)
    return Report(_chosen(tuple(rules.values()), names), problems=[from_here(problem) for problem in problems])


def from_here(problem: RuleProblem) -> RuleProblem:
    """What is wrong with a rule, its file as one can type it where one stands."""
    file, here = Path(problem.at.file), Path.cwd()
    return (
        problem._replace(at=problem.at._replace(file=str(file.relative_to(here))))
        if (file.is_relative_to(here))
        else problem
    )


def _known(options: argparse.Namespace) -> Counter[tuple[str, str, str]] | None:
    if options.baseline is None or options.write_baseline:
        return None
    try:
        return read_baseline(Path(options.baseline))
    except BadBaseline as reason:
        raise Failure(str(reason)) from reason


def _check(
    options: argparse.Namespace,
    report: Report,
    targets: Targets,
    corpus: Corpus,
    rules: list[Rule],
    home: Path,
    cancelled: Callable[[], bool],
) -> None:
    course = Course()
    inside = seen_from(home, corpus.root)
    known = None if options.rule or options.changed else {rule.name for rule in rules}
    for checked in check(rules, corpus, course, cancelled, inside=inside, known=known):
        candidate, found = checked.candidate, checked.found.findings
        if options.fix and any(finding.is_fixable for finding in found):
            candidate, found = _fix(report, targets, checked, known)
        part = targets.holding(corpus.root, candidate.path)
        report.findings += [_reported(finding, rules, corpus, candidate, part) for finding in found]
    report.files += course.files
    report.silenced += course.silenced
    report.notes += [note for note in course.notes if note not in report.notes]
    report.complete &= not course.stopped


def _fix(report: Report, targets: Targets, checked: Checked, known: set[str] | None) -> tuple[Candidate, list[Finding]]:
    """Fixes a file and says what is left to find in it."""
    corpus, candidate = checked.corpus, checked.candidate
    shown = targets.holding(corpus.root, candidate.path).shown(candidate.path)
    change, problems = fixed(checked.rules, corpus, candidate, known)
    for problem in problems:
        report.notes.append(f"{shown}: {problem}")
    if change is None or not _written(change, shown, report):
        return candidate, checked.found.findings
    now = candidate.with_text(change.new)
    return now, findings_in(checked.rules, now, known).findings


def _written(change: Change, shown: str, report: Report) -> bool:
    try:
        write(change)
    except NotWritten as reason:
        report.notes.append(f"{shown}: {change.problem or f'{reason}; left alone'}")
        return False
    print(f"outcrop: {told.plain(shown)}: fixed", file=sys.stderr)
    return True


def _reported(finding: Finding, rules: list[Rule], corpus: Corpus, candidate: Candidate, part: Target) -> Reported:
    text = candidate.text
    edits = edits_of(finding, rules, corpus, candidate) if finding.is_fixable else ()
    row = text.lines.row_of(finding.span.start)
    return Reported(
        finding.rule,
        finding.severity,
        finding.message,
        part.relative(candidate.path),
        part.shown(candidate.path),
        str(part.folder),
        *_place(text, finding.span),
        text.row_bytes(row).decode("utf-8", "replace"),
        tuple(Replaced(*_place(text, span), new.decode("utf-8", "replace")) for span, new in edits),
    )


def _place(text: Text, span: Span) -> tuple[int, int, int, int]:
    line, column = position_of(text, span.start, Encoding.UTF32)
    end_line, end_column = position_of(text, span.end, Encoding.UTF32)
    return line + 1, column + 1, end_line + 1, end_column + 1


def _baseline_written(options: argparse.Namespace, report: Report) -> int:
    _say_problems(options, report)
    try:
        count = write_baseline(Path(options.baseline), report.findings)
    except OSError as error:
        raise Failure(f"{options.baseline}: {error.strerror or error}") from error
    print(f"{_counted(count, 'finding')} written to {told.plain(options.baseline)}")
    return USAGE if report.problems else CLEAN if report.complete else FAILED


def _tell(options: argparse.Namespace, report: Report) -> None:
    if options.format == "json":
        print_json(told.as_data(report))
    elif options.format == "sarif":
        from importlib.metadata import version

        print_json(told.sarif(report, version("outcrop")))
    elif options.format == "junit":
        print(told.junit(report))
    elif options.format == "github":
        for line in told.github(report):
            print(line)
    else:
        for line in _lines(report):
            print(line)
    if options.format != "github":
        _say_problems(options, report)
    for note in report.notes:
        print(f"outcrop: {told.plain(note)}", file=sys.stderr)


def _say_problems(options: argparse.Namespace, report: Report) -> None:
    for problem in report.problems:
        print(f"outcrop: {told.problem_line(problem)}", file=sys.stderr)


def _lines(report: Report) -> Iterator[str]:
    for each in report.findings:
        place = f"{told.plain(each.shown)}:{each.line}:{each.column}"
        severity = paint(each.severity, _COLOURS[each.severity])
        yield f"{paint(place, 'bold')}: {severity}: {told.plain(each.message)} {paint(f'[{each.rule}]', 'dim')}"
    files = len({each.shown for each in report.findings})
    fixable = sum(bool(each.fix) for each in report.findings)
    more = f"; --fix can mend {fixable}" if fixable else ""
    more += f"; {report.silenced} silenced" if report.silenced else ""
    more += f"; {report.known} known to the baseline" if report.known else ""
    what = f"{_counted(len(report.findings), 'finding')} in {_counted(files, 'file')}" if files else "nothing found"
    yield paint(f"{what} by {_counted(len(report.rules), 'rule')}{more}", "bold")


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _test(options: argparse.Namespace) -> int:
    """Runs the examples of the rules."""
    sets = {home: rules_for(home) for home in set(_homes(options.paths).values())}
    report = _report(sets, options.rule)
    _say_problems(options, report)
    reader = SafeReader()
    try:
        failed = [failure for rule in report.rules for failure in failures(rule, reader)]
    finally:
        reader.stop()
    examples = sum(len(rule.good) + len(rule.bad) for rule in report.rules)
    without = [rule.name for rule in report.rules if not rule.good and not rule.bad]
    if options.format == "json":
        records = [
            {"rule": each.rule.name, "example": each.kind, "number": each.number + 1, "reason": each.reason}
            for each in failed
        ]
        print_json({"rules": len(report.rules), "examples": examples, "failed": records, "without": without})
    else:
        for each in failed:
            at = each.rule.origin
            place = f"{told.plain(at.file)}:{at.row + 1}"
            print(f"{place}: {each.rule.name}: {each.kind} example {each.number + 1}: {each.reason}")
        left = f"; {_counted(len(without), 'rule')} without" if without else ""
        print(f"{_counted(examples, 'example')} of {_counted(len(report.rules), 'rule')}, {len(failed)} failed{left}")
    return USAGE if report.problems else FOUND if failed else CLEAN
