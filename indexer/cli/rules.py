"""`outcrop rules`: the rules that hold in a folder, and new ones made from a query."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from indexer.cli.check import from_here
from indexer.cli.outcome import FOUND, NOTHING, USAGE, Failure, Record
from indexer.cli.paths import folder_of
from indexer.cli.search import show_problems
from indexer.cli.terminal import print_json, table
from indexer.rules.home import FOLDER, rules_home
from indexer.rules.report import Report, as_data, plain, problem_line
from indexer.rules.rule import NAME, UNUSED, Rule, problems_of, problems_with_message
from indexer.rules.rule_set import rules_for
from indexer.rules.writing import Taken, write_rule


def run(options: argparse.Namespace) -> int:
    return _new(options) if options.action == "new" else _list(options)


def _list(options: argparse.Namespace) -> int:
    if options.name is not None:
        raise Failure(f"`outcrop rules {plain(options.name)}`: to write a rule, `outcrop rules new NAME QUERY`")
    home = rules_home(folder_of(options.path))
    found = rules_for(home)
    if options.json:
        problems = as_data(Report((), problems=list(found.problems)))["problems"]
        print_json({"rules": [_record(rule) for rule in found.rules], "problems": problems})
    elif found.rules:
        rows = [(rule.name, rule.severity, "fix" if rule.fix is not None else "", _said(rule)) for rule in found.rules]
        table(rows, ("rule", "severity", "", "message"))
    elif not found.problems:
        print("outcrop: there are no rules here; `outcrop rules new NAME QUERY` writes one", file=sys.stderr)
    for problem in found.problems:
        print(f"outcrop: {problem_line(from_here(problem))}", file=sys.stderr)
    return USAGE if found.problems else FOUND if found.rules else NOTHING


def _said(rule: Rule) -> str:
    message = plain(" ".join(rule.message.split()))
    return message if len(message) <= 80 else f"{message[:79]}…"


def _record(rule: Rule) -> Record:
    return {
        "name": rule.name,
        "query": rule.query,
        "message": rule.message,
        "severity": rule.severity,
        **({"fix": rule.fix} if rule.fix is not None else {}),
        **({"files": list(rule.files)} if rule.files else {}),
        **({"url": rule.url} if rule.url else {}),
        "examples": len(rule.good) + len(rule.bad),
        "file": rule.origin.file,
        "line": rule.origin.row + 1,
    }


def _new(options: argparse.Namespace) -> int:
    """Writes a file with one rule."""
    if options.name is None or options.query is None:
        raise Failure("a new rule needs a name and a query: outcrop rules new NAME QUERY")
    if NAME.fullmatch(options.name) is None or options.name == UNUSED or "/" in options.name:
        raise Failure(f"`{plain(options.name)}` is no name for a rule's file: letters, digits, `-`, `_` and `.`")
    of_query, of_fix = problems_of(options.query, options.fix)
    of_message = [] if of_query else problems_with_message(options.message or "", options.query)
    if of_query or of_message or of_fix:
        show_problems(options.query, of_query)
        show_problems(options.message or "", of_message)
        show_problems(options.fix or "", of_fix)
        return USAGE
    home = rules_home(folder_of(options.path))
    if any(rule.name == options.name for rule in rules_for(home).rules):
        raise Failure(f"there is a rule called `{options.name}` already")
    rule = Rule(options.name, options.query, options.message or "", options.severity, options.fix)
    try:
        file = write_rule(home, rule)
    except Taken as reason:
        raise Failure(str(reason)) from reason
    except OSError as error:
        raise Failure(f"{home / FOLDER}: {error.strerror or error}") from error
    shown = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
    if options.json:
        print_json({"name": rule.name, "file": str(file)})
    else:
        print(f"{shown}: written; `outcrop check` runs it, and its message and examples are yours to write")
    return FOUND
