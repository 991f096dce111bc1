"""Readings: what a grammar makes of a snippet of code, as goals.

The snippet's metavariables are replaced by stand-ins and the whole is parsed, at file level and then in the contexts
of the language, until something reads without an error. The stand-ins are identifiers at first; where that does not
read, other styles are tried, in the end for one metavariable after the other. The effort is bounded by a number of
parses that grows with nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node, Parser, Tree

from indexer.model import Problem, Span
from indexer.patterns.contexts import Context, contexts, doubtful
from indexer.patterns.goals import Branch, Goal, Leaf, TooLarge, each, goal_of
from indexer.patterns.metavariables import LOWER, QUOTED, SIGIL, STYLES, Snippet, Variable, Written

LONGEST = 10_000
MOST_VARIABLES = 100
MOST_GOALS = 1_000
MOST_BYTES = 2_000_000  # parsed in all, over all attempts

_FIRST_STYLE = {"json": QUOTED, "json5": QUOTED, "jsonc": QUOTED, "perl": SIGIL, "powershell": SIGIL}


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
        self.spent = 0

    def readings(self) -> list[Reading] | Problem:
        """All readings of the snippet, or what is wrong with it."""
        first = _FIRST_STYLE.get(self.grammar, LOWER)
        styles = (first, *(style for style in STYLES if style != first))
        count = len(self.snippet.variables)
        for style in styles if count else styles[:1]:
            found = self._first_clean([style] * count)
            if found:
                return found
        for context in contexts(self.grammar) if count else ():
            found = self._first_clean(self._mixed(context, styles))
            if found:
                return found
        attempt = self._attempt([first] * count, contexts(self.grammar)[0])
        despite = self._despite_errors(attempt)
        return [despite] if despite is not None else self._problem(attempt)

    def _first_clean(self, styles: Sequence[str]) -> list[Reading]:
        found: list[Reading] = []
        doubts = doubtful(self.grammar)
        for context in contexts(self.grammar):
            attempt = self._attempt(styles, context)
            if attempt is None or any(True for _ in _errors(attempt)):
                continue
            goals = _goals(attempt)
            if goals is None or any(goals == reading.goals for reading in found):
                continue
            found.append(Reading(goals, context))
            if not (len(goals) == 1 and isinstance(goals[0], Branch) and goals[0].name in doubts):
                break
        # A doubtful reading that also needed something added at its end gives way to any other.
        as_written = [reading for reading in found if not reading.context[1].startswith(";")]
        return as_written or found

    def _mixed(self, context: Context, styles: Sequence[str]) -> list[str]:
        """A style for each metavariable in turn: the one with which the least of the text is in error."""
        chosen = [styles[0]] * len(self.snippet.variables)
        best = _damage(self._attempt(chosen, context))
        for at in range(len(chosen)):
            for style in styles[1:]:
                if not best:
                    return chosen
                trial = [*chosen[:at], style, *chosen[at + 1 :]]
                damage = _damage(self._attempt(trial, context))
                if damage < best:
                    best, chosen = damage, trial
        return chosen

    def _attempt(self, styles: Sequence[str], context: Context) -> _Attempt | None:
        written = self.snippet.written(styles)
        text = context[0].encode() + written.text + context[1].encode()
        self.spent += len(text)
        if self.spent > MOST_BYTES:
            return None
        return _Attempt(written, context, self.parser.parse(text))

    def _despite_errors(self, attempt: _Attempt | None) -> Reading | None:
        """What the parser recovered, where the error is only around it, or is something missing."""
        if attempt is None:
            return None
        goals = _goals(attempt)
        if goals is None or len(goals) != 1:
            return None
        sound = all(not isinstance(goal, (Leaf, Branch)) or goal.name != "ERROR" for goal in each(goals))
        return Reading(goals, attempt.context) if sound else None

    def _problem(self, attempt: _Attempt | None) -> Problem:
        if attempt is None:
            return Problem("the pattern has too many metavariables to be read")
        error = next(_errors(attempt), None)
        if error is None:
            return Problem(f"the pattern does not read as one piece of {self.grammar} code")
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
    """What is in error or missing. A stand-in that is alone in its error is a metavariable in its place, and fine."""
    pending = [attempt.tree.root_node]
    while pending:
        node = pending.pop()
        if node.is_missing:
            yield node
        elif node.is_error:
            text = attempt.written.text[node.start_byte - attempt.start : node.end_byte - attempt.start]
            if node.start_byte < attempt.start or text not in attempt.written.stand_ins:
                yield node
        elif node.has_error:
            pending += reversed(node.children)


def _damage(attempt: _Attempt | None) -> int:
    """How much of an attempt is in error."""
    if attempt is None:
        return 1 << 30
    return sum(1 + node.end_byte - node.start_byte for node in _errors(attempt))
