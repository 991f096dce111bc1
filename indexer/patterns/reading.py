"""Readings: what a grammar makes of a snippet of code, as goals.

The snippet's metavariables are replaced by stand-ins and the whole is parsed, at file level and then in the contexts
of the language, until something reads without an error. The stand-ins are identifiers at first; where that does not
read, other styles are tried, in the end for one metavariable after the other. All attempts together have a time limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node, Parser, Tree

from indexer.model import Problem, Span
from indexer.patterns.contexts import Context, contexts, doubtful
from indexer.patterns.goals import Branch, Goal, Leaf, TooLarge, each, goal_of
from indexer.patterns.metavariables import CALL, LOWER, QUOTED, SIGIL, STATEMENT, STYLES, Snippet, Variable, Written

LONGEST = 10_000
MOST_VARIABLES = 100
MOST_GOALS = 1_000
SECONDS = 1.0  # for all attempts to read a pattern; a sound one takes a few milliseconds

_FIRST_STYLE = {"json": QUOTED, "json5": QUOTED, "jsonc": QUOTED, "perl": SIGIL, "powershell": SIGIL, "toml": QUOTED}


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a pattern can mean: goals for consecutive nodes, most often a single one."""

    goals: tuple[Goal, ...]
    context: Context


@dataclass(frozen=True, slots=True)
class _Attempt:
    written: Written
    context: Context
    tree: Tree

    @property
    def start(self) -> int:
        return len(self.context[0])

    @property
    def end(self) -> int:
        return self.start + len(self.written.text)


class Reader:
    """Reads one snippet with one grammar."""

    def __init__(self, snippet: Snippet, grammar: str, parser: Parser) -> None:
        self.snippet = snippet
        self.grammar = grammar
        self.parser = parser
        self.deadline = time.monotonic() + SECONDS
        self._strange: list[Reading] = []  # readings with a keyword as a name: taken if there is no other

    def readings(self) -> list[Reading] | Problem:
        """All readings of the snippet, or what is wrong with it."""
        first = _FIRST_STYLE.get(self.grammar, LOWER)
        styles = (first, *(style for style in STYLES if style != first))
        count = len(self.snippet.variables)
        plain = [first] * count
        alone = self.snippet.alone
        choices = [plain]
        if any(alone):
            choices += ([style if single else first for single in alone] for style in (STATEMENT, CALL))
        found = self._first_clean(choices)
        for style in styles[1:] if count else ():
            found = found or self._first_clean([[style] * count])
        for context in contexts(self.grammar) if count else ():
            found = found or self._first_clean([self._mixed(context, styles)])
        if found or self._strange:
            return found or self._strange
        self.deadline = time.monotonic() + SECONDS  # to say what is wrong
        attempt = self._attempt(plain, contexts(self.grammar)[0])
        despite = self._despite_errors(attempt)
        return [despite] if despite is not None else self._problem(attempt)

    def _first_clean(self, choices: Sequence[Sequence[str]]) -> list[Reading]:
        """The readings of the first context in which one of the choices of styles reads without an error.

        Best without any, else with stand-ins as the only errors.
        """
        found: list[Reading] = []
        doubts = doubtful(self.grammar)
        for context in contexts(self.grammar):
            if self._late():
                break
            attempts = [attempt for styles in choices if (attempt := self._attempt(styles, context)) is not None]
            attempts.sort(key=lambda attempt: attempt.tree.root_node.has_error)
            goals = next(filter(None, map(self._clean, attempts)), None)
            if goals is None or any(goals == reading.goals for reading in found):
                continue
            if context not in contexts(self.grammar)[:2] and self._has_keyword_as_name(goals):
                self._strange = self._strange or [Reading(goals, context)]
                continue
            found.append(Reading(goals, context))
            if not (len(goals) == 1 and isinstance(goals[0], Branch) and goals[0].name in doubts):
                break
        # A doubtful reading that also needed something added at its end gives way to any other.
        as_written = [reading for reading in found if not reading.context[1].startswith(";")]
        return as_written or found

    def _clean(self, attempt: _Attempt) -> tuple[Goal, ...] | None:
        """The goals of an attempt without errors in which every stand-in stands for a whole node."""
        goals = None if any(True for _ in _errors(attempt)) else _goals(attempt)
        if goals is None or self._is_torn(goals):
            return None
        return goals

    def _is_torn(self, goals: tuple[Goal, ...]) -> bool:
        """Whether a metavariable ended up as a part of a token."""
        prefix = self.snippet.prefix.encode()
        return any(isinstance(goal, Leaf) and prefix in goal.source.lower() for goal in each(goals))

    def _has_keyword_as_name(self, goals: tuple[Goal, ...]) -> bool:
        """Whether a word that the grammar has as a keyword reads as a name: `for (x)` as a call, for one."""
        language = self.parser.language
        return language is not None and any(
            isinstance(goal, Leaf)
            and goal.named
            and goal.text is not None
            and goal.source.isalpha()
            and language.id_for_node_kind(goal.source.decode(), False) is not None
            for goal in each(goals)
        )

    def _mixed(self, context: Context, styles: Sequence[str]) -> list[str]:
        """A style for each metavariable in turn: the one with which the least of the text is in error."""
        chosen = [styles[0]] * len(self.snippet.variables)
        best = _damage(self._attempt(chosen, context))
        for at in range(len(chosen)):
            for style in styles[1:]:
                if not best or self._late():
                    return chosen
                trial = [*chosen[:at], style, *chosen[at + 1 :]]
                damage = _damage(self._attempt(trial, context))
                if damage < best:
                    best, chosen = damage, trial
        return chosen

    def _late(self) -> bool:
        return time.monotonic() > self.deadline

    def _attempt(self, styles: Sequence[str], context: Context) -> _Attempt | None:
        if self._late():
            return None
        written = self.snippet.written(styles)
        text = context[0].encode() + written.text + context[1].encode()
        return _Attempt(written, context, self.parser.parse(text))

    def _despite_errors(self, attempt: _Attempt | None) -> Reading | None:
        """What the parser recovered, where the error is only around it, or is something missing."""
        if attempt is None:
            return None
        goals = _goals(attempt)
        if goals is None or len(goals) != 1 or self._is_torn(goals):
            return None
        sound = all(not isinstance(goal, (Leaf, Branch)) or goal.name != "ERROR" for goal in each(goals))
        return Reading(goals, attempt.context) if sound else None

    def _problem(self, attempt: _Attempt | None) -> Problem:
        if attempt is None:
            return Problem(f"the pattern does not read as {self.grammar}, and trying took too long")
        error = next(_errors(attempt), None)
        if error is None:
            return Problem(
                "a metavariable has to stand for something whole, not for a part of a name, string or comment"
            )
        start = attempt.written.original(max(error.start_byte - attempt.start, 0))
        end = max(attempt.written.original(error.end_byte - attempt.start), start)
        what = f"{error.type} is missing" if error.is_missing else "there is a syntax error"
        return Problem(f"the pattern does not read as {self.grammar}: {what} at byte {start}", Span(start, end))


def read(snippet: Snippet, grammar: str, parser: Parser) -> list[Reading] | Problem:
    """What a grammar makes of a snippet, or what is wrong with it."""
    try:
        readings = Reader(snippet, grammar, parser).readings()
    except TooLarge:
        return Problem("the pattern is nested too deeply")
    if isinstance(readings, Problem):
        return readings
    for reading in readings:
        if sum(1 for _ in each(reading.goals)) > MOST_GOALS:
            return Problem(f"the pattern has more than {MOST_GOALS} parts")
    return readings


def _goals(attempt: _Attempt) -> tuple[Goal, ...] | None:
    """The goals of the smallest node around the snippet, or of the nodes it consists of."""
    start, end = attempt.start, attempt.end
    node = attempt.tree.root_node
    while True:
        inside = [
            child
            for child in node.children
            if start <= child.start_byte < end and child.end_byte > child.start_byte and not child.is_missing
        ]
        around = next((child for child in node.children if child.start_byte < start and child.end_byte > start), None)
        if around is not None:
            if inside:
                return None  # the snippet was torn apart
            node = around
        elif len(inside) == 1:
            node = inside[0]
        else:
            break
    nodes = inside if node.start_byte < start or node.parent is None else [node]
    if not nodes or nodes[0].start_byte != start or nodes[-1].end_byte < end:
        return None
    if len(nodes) > 1 and any(each_node.is_error for each_node in nodes):
        return None  # something else was meant than a sequence with a hole in it
    return _trimmed([goal_of(each_node, attempt.written, end - start, start) for each_node in nodes])


def _trimmed(goals: list[Goal]) -> tuple[Goal, ...]:
    """The goals without any `$$$` at either end, which would stand for whatever is around."""
    while goals and isinstance(goals[0], Variable) and goals[0].many:
        del goals[0]
    while goals and isinstance(goals[-1], Variable) and goals[-1].many:
        del goals[-1]
    return tuple(goals)


def _errors(attempt: _Attempt) -> Iterator[Node]:
    """What is in error or missing. Inside of a stand-in that does not matter: it is a metavariable in its place."""
    text, start, end = attempt.written.text, attempt.start, attempt.end
    pending = [attempt.tree.root_node]
    while pending:
        node = pending.pop()
        inside = start <= node.start_byte < node.end_byte <= end
        if inside and text[node.start_byte - start : node.end_byte - start] in attempt.written.stand_ins:
            continue
        if node.is_missing or node.is_error:
            yield node
        elif node.has_error:
            pending += reversed(node.children)


def _damage(attempt: _Attempt | None) -> int:
    """How much of an attempt is in error."""
    if attempt is None:
        return 1 << 30
    return sum(1 + node.end_byte - node.start_byte for node in _errors(attempt))
