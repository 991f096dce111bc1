"""A rule: a query with a name, what to say of what it finds, how grave that is, and perhaps a template as its fix.

A rule is data. It names nothing that is run and nowhere that is written, and it can be handed to another process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from indexer.model import Problem
from indexer.query.parser import parse
from indexer.query.paths import left_open, path_matcher, problem_with_glob
from indexer.query.tree import File, Lang, Query, findables
from indexer.replace.replacing import Request, request_of
from indexer.replace.target import bound_by, problems_with_heirs
from indexer.replace.template import WHOLE, Template, parse_template, unbound
from indexer.rules.astgrep.narrowing import narrowing
from indexer.rules.astgrep.rule import TreeRule
from indexer.search.plan.narrow import conjuncts
from indexer.search.plan.plan import Plan, plan_of

Severity = Literal["error", "warning", "information", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "information", "hint")
NAME = re.compile(r"[A-Za-z0-9][\w./-]{0,99}", re.ASCII)
UNUSED = "unused-ignore"  # what finds comments that silence nothing; no rule can be called so
_SHOWN = 80  # characters of code in a message
_GLOB = re.compile(r"[*?\[{]")


class Origin(NamedTuple):
    """Where a rule is written: a file, and rows and columns in characters from 0. No file for one that is not."""

    file: str
    row: int = 0
    column: int = 0
    end_row: int = 0
    end_column: int = 0


class RuleProblem(NamedTuple):
    """What is wrong with a rule or a file of rules, and where."""

    message: str
    at: Origin
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, as it was written."""

    name: str
    query: str
    message: str
    severity: Severity = "warning"
    fix: str | None = None
    files: tuple[str, ...] = ()  # globs; those with "!" before them leave files out
    url: str = ""
    note: str = ""  # more to say than the message has
    good: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()
    origin: Origin = field(default=Origin(""), compare=False)
    changed: str | None = None  # it is asked only of what changed since this revision of git
    tree: TreeRule | None = None  # what is asked instead of a query, where the rule was written for ast-grep

    def since(self, revision: str) -> Rule:
        """The same rule, asked of what changed since a revision."""
        quoted = revision.replace("\\", "\\\\").replace('"', '\\"')
        query = self.query if self.tree is not None else f'({self.query}) changed:"{quoted}"'
        return replace(self, query=query, changed=revision)

    @property
    def parsed(self) -> Query:
        """The query; of a rule for ast-grep, one that no file lacks in which it finds something."""
        query = _parsed(self.query) if self.tree is None else narrowing(self.tree)
        assert query is not None
        return query

    @property
    def plan(self) -> Plan:
        """How it is asked. It is made once."""
        return _plan(self.query)

    @property
    def fixing(self) -> Request | None:
        """The query and the template of a rule that has a fix."""
        if self.fix is None or self.tree is None:
            return None if self.fix is None else _request(self.query, self.fix)
        template = parse_template(self.fix)[0]
        return None if template is None else Request(self.parsed, template)

    @property
    def language(self) -> str | None:
        """The one language that it is about, by its own words."""
        if self.tree is not None:
            return self.tree.language
        terms = [term.language for term in conjuncts(self.parsed.root) if isinstance(term, Lang)]
        return terms[0] if terms else None

    def covers(self, path: str) -> bool:
        """Whether a file is one that the rule is about, as far as its path tells."""
        return not self.files or _covering(self.files)(path)

    def said(self, captures: Mapping[str, str]) -> str:
        """The message, with what was captured in place of the names that it has."""
        template = _template(self.message)
        if template is None:
            return self.message
        return "".join(
            part if isinstance(part, str) else _shown(captures.get(part.name, self.message[slice(*part.span)]))
            for part in template.parts
        )


def problems_of(query: str, fix: str | None) -> tuple[list[Problem], list[Problem]]:
    """What is wrong with a query, and with the fix that goes with it."""
    parsed = parse(query)
    if parsed.query is None:
        return parsed.problems, []
    if fix is None:
        return problems_with_heirs(parsed.query), []
    request = request_of(query, fix)
    return ([], []) if isinstance(request, Request) else (request.query_problems, request.template_problems)


def problems_with_message(message: str, query: str) -> list[Problem]:
    """The variables of a message that stand for nothing that the query finds."""
    template, problems = parse_template(message)
    parsed = _parsed(query)
    if template is None or parsed is None:
        return problems
    bound = frozenset((WHOLE,)).union(*map(bound_by, findables(parsed.root)))
    return [unbound(each, bound, "what the query finds") for each in template.variables if each.name not in bound]


def problem_with_files(pattern: str) -> str | None:
    """Why a glob of `files` cannot be used, or finds nothing that anybody means."""
    glob = pattern.removeprefix("!")
    if not glob.strip():
        return "names no file"
    sign = left_open(glob)
    return problem_with_glob(glob) if sign is None else f"`{sign}` is not closed; `\\{sign}` is the sign itself"


@lru_cache(maxsize=4096)
def _parsed(query: str) -> Query | None:
    return parse(query).query


@lru_cache(maxsize=4096)
def _template(message: str) -> Template | None:
    return parse_template(message)[0]


@lru_cache(maxsize=4096)
def _plan(query: str) -> Plan:
    parsed = _parsed(query)
    assert parsed is not None
    return plan_of(parsed)


@lru_cache(maxsize=4096)
def _request(query: str, fix: str) -> Request | None:
    request = request_of(query, fix)
    return request if isinstance(request, Request) else None


@lru_cache(maxsize=4096)
def _covering(files: tuple[str, ...]) -> Callable[[str], bool]:
    wanted = [_matcher(pattern) for pattern in files if not pattern.startswith("!")]
    left_out = [_matcher(pattern[1:]) for pattern in files if pattern.startswith("!")]
    return lambda path: (not wanted or any(fits(path) for fits in wanted)) and not any(fits(path) for fits in left_out)


def _matcher(pattern: str) -> Callable[[str], bool]:
    from indexer.model import Span

    is_glob = _GLOB.search(pattern) is not None
    if not is_glob and pattern.endswith("/"):
        pattern, is_glob = f"{pattern}**", True
    return path_matcher(File(pattern if is_glob else f"/{pattern.removeprefix('/')}", is_glob, False, Span(0, 0)))


def _shown(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
