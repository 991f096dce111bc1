"""What was found, as people, programs and CI read it: text, JSON, SARIF 2.1.0, GitHub's annotations, JUnit's XML.

Names of files, messages and code come from outside: each form has signs that would mean something else in it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from indexer.rules.rule import Rule, RuleProblem, Severity

Record = dict[str, Any]
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
_COMMANDS = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}
_PATH = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")  # that a URI has as it is
_URL = _PATH | frozenset(b":?#[]@!$&'()*+,;=%")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Replaced(NamedTuple):
    """An edit of a fix: lines and columns from 1, columns in characters, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    new: str


@dataclass(frozen=True)
class Reported:
    """A finding as it is told: lines and columns from 1, columns in characters, the end exclusive."""

    rule: str
    severity: Severity
    message: str
    file: str  # relative to the folder that was asked for
    shown: str  # as one can type it where one stands
    root: str
    line: int
    column: int
    end_line: int
    end_column: int
    code: str  # the line it begins in
    fix: tuple[Replaced, ...] = ()

    @property
    def fingerprint(self) -> str:
        """What names it although lines above it come and go."""
        key = "\0".join((self.rule, " ".join(self.code.split())))
        return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


@dataclass
class Report:
    """All that a check tells."""

    rules: Sequence[Rule]
    findings: list[Reported] = field(default_factory=list)
    problems: list[RuleProblem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # why something may be missing
    complete: bool = True
    silenced: int = 0
    known: int = 0  # findings that the baseline has
    files: int = 0  # that were looked at
    elapsed: float = 0.0


def as_data(report: Report) -> Record:
    return {
        "findings": [_record(each) for each in report.findings],
        "rules": len(report.rules),
        "problems": [_problem(each) for each in report.problems],
        "silenced": report.silenced,
        "known": report.known,
        "notes": report.notes,
        "elapsed_ms": round(report.elapsed * 1000, 1),
    }


def _record(each: Reported) -> Record:
    record: Record = {
        "rule": each.rule,
        "severity": each.severity,
        "message": each.message,
        "file": each.file,
        "root": each.root,
        "line": each.line,
        "column": each.column,
        "end_line": each.end_line,
        "end_column": each.end_column,
    }
    if each.fix:
        record["fix"] = [edit._asdict() for edit in each.fix]
    return record


def _problem(problem: RuleProblem) -> Record:
    at = problem.at
    return {
        "message": problem.message,
        "file": at.file,
        "line": at.row + 1,
        "column": at.column + 1,
        "end_line": at.end_row + 1,
        "end_column": at.end_column + 1,
        **({"rule": problem.rule} if problem.rule else {}),
    }


def plain(text: str) -> str:
    """A text in one line, without what would steer a terminal."""
    return "".join(sign if sign.isprintable() or "\udc80" <= sign <= "\udcff" else "?" for sign in text)


def problem_line(problem: RuleProblem) -> str:
    at = problem.at
    place = f":{at.row + 1}:{at.column + 1}" if (at.row, at.column, at.end_column) != (0, 0, 0) else ""
    return plain(f"{at.file}{place}: {problem.message}")


def github(report: Report) -> Iterable[str]:
    """Workflow commands, which GitHub shows beside the code."""
    for each in report.findings:
        properties = {
            "file": each.shown,
            "line": each.line,
            "endLine": each.end_line,
            **({"col": each.column, "endColumn": each.end_column} if each.line == each.end_line else {}),
            "title": each.rule,
        }
        yield _command(_COMMANDS[each.severity], properties, each.message)
    for problem in report.problems:
        at = problem.at
        yield _command("error", {"file": at.file, "line": at.row + 1, "title": "broken rule"}, problem.message)


def _command(name: str, properties: Record, message: str) -> str:
    given = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name} {given}::{_data(message)}"


def _data(text: str) -> str:
    return plain(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def junit(report: Report) -> str:
    """One suite a file, one case a finding; a check that finds nothing is one case that passed."""
    by_file: dict[str, list[Reported]] = {}
    for each in report.findings:
        by_file.setdefault(each.shown, []).append(each)
    failures = len(report.findings)
    errors = len(report.problems)
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    total = failures + errors or 1
    seconds = f"{report.elapsed:.3f}"
    lines.append(
        f'<testsuites name="outcrop" tests="{total}" failures="{failures}" errors="{errors}" time="{seconds}">'
    )
    for file, found in by_file.items():
        lines.append(
            f'  <testsuite name="{_xml(file)}" tests="{len(found)}" failures="{len(found)}" errors="0" time="0">'
        )
        for each in found:
            where = f"{each.line}:{each.column}"
            lines.append(f'    <testcase name="{_xml(f"{each.rule} {where}")}" classname="{_xml(file)}" time="0">')
            lines.append(
                f'      <failure type="{_xml(each.severity)}" message="{_xml(each.message)}">'
                f"{_xml(f'{file}:{where}: {each.code.strip()}')}</failure>"
            )
            lines.append("    </testcase>")
        lines.append("  </testsuite>")
    if report.problems:
        lines.append(f'  <testsuite name="rules" tests="{errors}" failures="0" errors="{errors}" time="0">')
        for problem in report.problems:
            name = problem.rule or problem.at.file
            lines.append(f'    <testcase name="{_xml(name)}" classname="rules" time="0">')
            lines.append(f'      <error type="rule" message="{_xml(problem_line(problem))}"/>')
            lines.append("    </testcase>")
        lines.append("  </testsuite>")
    if not failures and not errors:
        lines.append('  <testsuite name="outcrop" tests="1" failures="0" errors="0" time="0">')
        lines.append('    <testcase name="check" classname="outcrop" time="0"/>')
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines)


def _xml(text: str) -> str:
    text = _NO_XML.sub("?", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def sarif(report: Report, version: str) -> Record:
    numbers = {rule.name: number for number, rule in enumerate(report.rules)}
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "Outcrop", "version": version, "rules": [_descriptor(r) for r in report.rules]}
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": report.complete and not report.problems,
                        "toolConfigurationNotifications": [_notification(each) for each in report.problems],
                        "toolExecutionNotifications": [
                            {"level": "warning", "message": {"text": _text(note)}} for note in report.notes
                        ],
                    }
                ],
                "results": [_result(each, numbers) for each in report.findings],
            }
        ],
    }


def _descriptor(rule: Rule) -> Record:
    made: Record = {
        "id": rule.name,
        "shortDescription": {"text": _text(rule.message)},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }
    if rule.note:
        made["fullDescription"] = made["help"] = {"text": _text(rule.note)}
    if rule.url:
        made["helpUri"] = _escaped(rule.url.encode("utf-8", "replace"), _URL)
    return made


def _result(each: Reported, numbers: dict[str, int]) -> Record:
    artifact = {"uri": _uri(each.shown)}
    made: Record = {
        "ruleId": each.rule,
        "level": _LEVELS[each.severity],
        "message": {"text": _text(each.message)},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": _region(each)}}],
        "partialFingerprints": {"outcrop/v1": each.fingerprint},
    }
    if each.rule in numbers:
        made["ruleIndex"] = numbers[each.rule]
    if each.fix:
        replacements = [
            {"deletedRegion": _region(edit), "insertedContent": {"text": _valid(edit.new)}} for edit in each.fix
        ]
        made["fixes"] = [{"artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}]}]
    return made


def _region(each: Reported | Replaced) -> Record:
    return {
        "startLine": each.line,
        "startColumn": each.column,
        "endLine": each.end_line,
        "endColumn": each.end_column,
    }


def _notification(problem: RuleProblem) -> Record:
    at = problem.at
    region = {"startLine": at.row + 1, "startColumn": at.column + 1}
    place = {"artifactLocation": {"uri": _uri(at.file)}, "region": region}
    return {
        "level": "error",
        "message": {"text": _text(problem.message)},
        "locations": [{"physicalLocation": place}],
    }


def _uri(path: str) -> str:
    made = _escaped(path.encode("utf-8", "surrogateescape"), _PATH)
    return f"file://{made}" if made.startswith("/") else made


def _escaped(raw: bytes, kept: frozenset[int]) -> str:
    return "".join(chr(byte) if byte in kept else f"%{byte:02X}" for byte in raw)


def _valid(text: str) -> str:
    """A text that every reader of JSON takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _text(text: str) -> str:
    """A message, which may not be empty."""
    return _valid(text) or " "
