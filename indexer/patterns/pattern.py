"""A compiled pattern: code with metavariables, ready to be looked for in trees of one grammar.

Two steps find a match: a tree-sitter query names the nodes that may have the shape (indexer.patterns.skeleton), and
the check says which do and what the metavariables stand for (indexer.patterns.matching). A pattern that reads as
several things is looked for as each of them.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tree_sitter import Node, Query, Tree

from indexer.model import Problem, Span
from indexer.patterns.goals import Branch, Goal, Leaf, each
from indexer.patterns.match import Found, Match, cut_short, limited_cursor
from indexer.patterns.matching import Matcher
from indexer.patterns.metavariables import Snippet, Variable
from indexer.patterns.reading import LONGEST, MOST_VARIABLES, Reading, read
from indexer.patterns.skeleton import skeleton_query
from indexer.syntax.grammars import UNSAFE, grammar, parser

if TYPE_CHECKING:
    from indexer.patterns.raw import RawQuery


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern in one grammar. `literals` are texts of three bytes or more that every match contains."""

    source: str
    grammar: str
    readings: tuple[Reading, ...]
    queries: tuple[Query, ...]  # one for each reading
    literals: tuple[bytes, ...]

    def matches(self, root: Node, data: bytes) -> list[Match]:
        """The matches under a node of a tree of `data`, in order, each span once."""
        return self.find(root, data).matches

    def find(self, root: Node, data: bytes, offset: int = 0) -> Found:
        """The matches under a node of a tree that starts at `offset` of the text."""
        start, end = offset + root.start_byte, offset + root.end_byte
        if any(data.find(literal, start, end) < 0 for literal in self.literals):
            return Found([], True)
        found: dict[tuple[int, int], Match] = {}
        complete = True
        for reading, query in zip(self.readings, self.queries, strict=True):
            cursor = limited_cursor(query)
            started = time.monotonic()
            nodes = cursor.captures(root).get("root", [])
            complete = complete and not cut_short(cursor, started)
            matcher = Matcher(data, offset)
            for node in {node.id: node for node in nodes}.values():
                match = _match(reading.goals, node, matcher)
                if match is not None:
                    found.setdefault((match.start, match.end), match)
            complete = complete and matcher.complete
        return Found([found[span] for span in sorted(found)], complete)


def matches_in(pattern: Pattern | RawQuery, trees: Iterable[tuple[Tree, int]], data: bytes) -> Found:
    """The matches in a document's trees, each given with the offset it starts at. `data` is the document's own text.

    The trees may be of a masked text of equal length: what a metavariable stands for is read from the text itself.
    """
    matches: list[Match] = []
    complete = True
    for tree, offset in trees:
        found = pattern.find(tree.root_node, data, offset)
        matches += found.matches
        complete = complete and found.complete
    return Found(matches, complete)


@lru_cache(maxsize=256)
def compile_pattern(source: str, grammar_name: str) -> Pattern | Problem:
    """The pattern for a grammar, or what is wrong with it.

    Parses the pattern with the grammar, so for a grammar that is not trusted call it where its files are parsed.
    """
    problem = _too_much(source)
    if problem is not None:
        return problem
    language, parse = grammar(grammar_name), parser(grammar_name)
    if language is None or parse is None:
        return Problem(f"no patterns in {grammar_name}: {UNSAFE.get(grammar_name, 'there is no such grammar')}")
    snippet = Snippet.of(textwrap.dedent(source).strip())
    if len(snippet.variables) > MOST_VARIABLES:
        return Problem(f"the pattern has {len(snippet.variables)} metavariables; the most is {MOST_VARIABLES}")
    if not "".join(snippet.texts).strip():
        return Problem("the pattern matches everything: add some code around its metavariables")
    readings = read(snippet, grammar_name, parse)
    if isinstance(readings, Problem):
        return readings
    queries = []
    for reading in readings:
        if not reading.goals or isinstance(reading.goals[0], Variable):
            return Problem("the pattern has to start with code, not with a metavariable on its own")
        queries.append(skeleton_query(language, reading.goals[0]))
    return Pattern(source, grammar_name, tuple(readings), tuple(queries), _literals(readings))


def _too_much(source: str) -> Problem | None:
    if len(source) > LONGEST:
        return Problem(f"the pattern has {len(source)} characters; the most is {LONGEST}")
    if not source.strip():
        return Problem("the pattern is empty")
    if "\0" in source:
        at = len(source[: source.index("\0")].encode())
        return Problem(f"there is a NUL character at byte {at}", Span(at, at + 1))
    try:
        source.encode()
    except UnicodeEncodeError as error:
        return Problem(f"the pattern is not valid Unicode at character {error.start}")
    return None


def _match(goals: tuple[Goal, ...], node: Node, matcher: Matcher) -> Match | None:
    """The match that starts with a node, if it meets the goals, together with the nodes after it if there are more."""
    nodes, at = [node], 0
    if len(goals) > 1:
        parent = node.parent
        if parent is None:
            return None
        nodes = parent.children
        at = next(index for index, child in enumerate(nodes) if child.id == node.id)
    way = matcher.first(goals, nodes, at)
    if way is None:
        return None
    bindings, end = way
    captures = {
        name: (matcher.offset + bound[0].start_byte, matcher.offset + bound[-1].end_byte)
        for name, bound in bindings.items()
        if bound
    }
    return Match(matcher.offset + node.start_byte, matcher.offset + nodes[end - 1].end_byte, captures)


def _literals(readings: list[Reading]) -> tuple[bytes, ...]:
    """What all readings have in common of texts that every match contains, the longest first."""
    common = set.intersection(
        *({text for goal in each(reading.goals) for text in _texts(goal)} for reading in readings)
    )
    return tuple(sorted(common, key=lambda text: (-len(text), text)))


def _texts(goal: Goal) -> tuple[bytes, ...]:
    if isinstance(goal, (Branch, Variable)):
        return ()
    fixed = goal.text is not None or (not goal.named and goal.source == goal.name.encode())
    return (goal.source,) if isinstance(goal, Leaf) and fixed and len(goal.source) >= 3 else ()
