"""What a pattern of a rule asks for in one grammar, as goals: those of a search, and two that a search has no use for:
a metavariable alone, and a part of some code that is named by its kind."""

from __future__ import annotations

import textwrap
from functools import lru_cache

from tree_sitter import Node

from indexer.grammars.parsers import parser
from indexer.model import Problem
from indexer.patterns.goals import Goal, TooLarge, goal_of
from indexer.patterns.metavariables import LOWER, STYLES, Snippet
from indexer.patterns.pattern import compile_pattern
from indexer.rules.astgrep.conditions import HasShape

Readings = tuple[tuple[Goal, ...], ...]


@lru_cache(maxsize=2048)
def shape_of(condition: HasShape, grammar: str) -> Readings | Problem:
    """The goals of a pattern, one tuple for each thing that it can mean, or what is wrong with it."""
    snippet = Snippet.of(textwrap.dedent(condition.source).strip())
    if condition.selector is not None:
        return _selected(snippet, condition.selector, grammar)
    if not "".join(snippet.texts).strip() and len(snippet.variables) == 1:
        return ((snippet.variables[0],),)
    made = compile_pattern(condition.source, grammar)
    return made if isinstance(made, Problem) else tuple(reading.goals for reading in made.readings)


def _selected(snippet: Snippet, kind: str, grammar: str) -> Readings | Problem:
    """The first node of a kind in the code of a pattern."""
    parse = parser(grammar)
    if parse is None:
        return Problem(f"no patterns in {grammar}")
    for style in dict.fromkeys((LOWER, *STYLES)):
        written = snippet.written([style] * len(snippet.variables))
        node = _first_of(parse.parse(written.text).root_node, kind)
        if node is not None:
            try:
                return ((goal_of(node, written, len(written.text)),),)
            except TooLarge:
                return Problem("the pattern is nested too deeply")
    return Problem(f"the code of the pattern has no `{kind}`")


def _first_of(root: Node, kind: str) -> Node | None:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type == kind and not node.has_error:
            return node
        pending += node.children[::-1]
    return None
