"""A compiled pattern: code with metavariables, ready to be looked for in trees of one grammar.

Two steps find a match: a tree-sitter query names the nodes that may have the shape (indexer.patterns.skeleton), and
the check says which do and what the metavariables stand for (indexer.patterns.matching). A pattern that reads as
several things is looked for as each of them.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node, Query, Tree

from indexer.grammars.parsers import grammar, parser
from indexer.grammars.trust import why_unsafe
from indexer.languages.profile import profile_of
from indexer.lazy import lazy
from indexer.model import Problem, Span
from indexer.patterns.contexts import FILE
from indexer.patterns.goals import Branch, Goal, Leaf, anchor_of, each
from indexer.patterns.match import Found, Match, Shape, cut_short, limited_cursor
from indexer.patterns.matching import Matcher
from indexer.patterns.metavariables import Snippet, Variable, pattern_literals
from indexer.patterns.neighbours import neighbours, sure_text
from indexer.patterns.skeleton import skeleton_query
from indexer.patterns.snippets import LONGEST, MOST_VARIABLES, Reading, read
from indexer.syntax.parts import may_hold_definitions
from indexer.text.linear import Linear

SHORTEST = 3  # bytes of a text that is worth looking for


@dataclass(frozen=True)
class Pattern:
    """A pattern in one grammar. `literals` are texts of three bytes or more that every match contains."""

    source: str
    grammar: str
    readings: tuple[Reading, ...]
    literals: tuple[bytes, ...]

    @lazy
    def query(self) -> Query:
        """What names the nodes to look at, with a pattern for each reading. To make it takes longer than all the rest,
        and many a pattern is read and then asked of no text."""
        language = grammar(self.grammar)
        assert language is not None
        return skeleton_query(language, _anchors(self.readings))

    @property
    def looks_at_siblings(self) -> bool:
        """Whether a match can be more than one node at the top of a text."""
        passing = profile_of(self.grammar).patterns.passing  # what stands there, where anything does
        several = (reading.goals for reading in self.readings if len(reading.goals) > 1)
        return any(not passing or any(_is_one_of(passing, goal) for goal in goals) for goals in several)

    @property
    def words_of_parts(self) -> tuple[bytes, ...]:
        """Texts that a definition at the margin must have for a match in it; none where a match can be around such."""
        goals = [goal for reading in self.readings for goal in reading.goals]
        if self.looks_at_siblings or any(
            not isinstance(goal, Variable) and may_hold_definitions(goal.name) for goal in goals
        ):
            return ()
        return self.literals

    @lazy
    def runs_of_parts(self) -> tuple[Linear, ...]:
        """What finds something in each definition that has a match in it: tokens that stand side by side."""
        return neighbours((reading.goals for reading in self.readings), self.grammar)

    def may_be_in(self, data: bytes) -> bool:
        """Whether a text has all that a match has, as far as that is told without a tree."""
        if not all(literal in data for literal in self.literals):
            return False
        of_parts = profile_of(self.grammar).structure.whole_kinds and self.words_of_parts
        return not of_parts or all(run.is_in(data, 0, len(data)) for run in self.runs_of_parts)

    def matches(self, root: Node, data: bytes) -> list[Match]:
        """The matches under a node of a tree of `data`, in order, each span once."""
        return self.find(root, data).matches

    def find(self, root: Node, data: bytes, offset: int = 0) -> Found:
        """The matches under a node of a tree that starts at `offset` of the text."""
        start, end = offset + root.start_byte, offset + root.end_byte
        if any(data.find(literal, start, end) < 0 for literal in self.literals):
            return Found([], True)
        captured, complete = self._captured(root)
        found: dict[tuple[int, int], Match] = {}
        for number, reading in enumerate(self.readings):
            matcher = Matcher(data, offset, self.grammar)
            anchor, _ = anchor_of(reading.goals)
            for nodes, at in _places(nodes for index, nodes in captured if index == number):
                for first in _starts(reading.goals[:anchor], nodes, at, bool(matcher.tails)):
                    match = _match(reading.goals, nodes, first, matcher)
                    if match is not None:
                        found.setdefault((match.start, match.end), match)
            complete = complete and matcher.complete
        return Found([found[span] for span in sorted(found)], complete)

    def _captured(self, root: Node) -> tuple[list[tuple[int, dict[str, list[Node]]]], bool]:
        """Where readings may be met, and whether that is all. A query of kinds alone drops nothing."""
        language = grammar(self.grammar)
        assert language is not None
        cursor, started = limited_cursor(self.query), time.monotonic()
        # Not `captures`, which keeps captures in order, at a price that grows with the square of a list's length.
        captured = cursor.matches(root)
        if not cursor.did_exceed_match_limit:
            return captured, not cut_short(cursor, started)
        cursor = limited_cursor(skeleton_query(language, _anchors(self.readings), simple=True))
        captured = cursor.matches(root)
        return captured, not cut_short(cursor, started)


def matches_in(pattern: Shape, trees: Iterable[tuple[Tree, int]], data: bytes) -> Found:
    """The matches in a document's trees, each given with the offset it starts at. `data` is the document's own text.

    The trees may be of a masked text of equal length: what a metavariable stands for is read from the text itself.
    """
    pieces = list(trees)
    if len(pieces) > 1 and pattern.looks_at_siblings:
        pieces = _joined(pattern.grammar, pieces, data)
    matches: list[Match] = []
    complete = True
    for tree, offset in pieces:
        found = pattern.find(tree.root_node, data, offset)
        matches += found.matches
        complete = complete and found.complete
    return Found(matches, complete)


def _joined(grammar_name: str, pieces: list[tuple[Tree, int]], data: bytes) -> list[tuple[Tree, int]]:
    """One tree for a text that was parsed in pieces: siblings may stand on either side of a cut."""
    text = bytearray(data)
    for tree, offset in pieces:
        root = tree.root_node
        text[offset + root.start_byte : offset + root.end_byte] = root.text or b""
    parse = parser(grammar_name)
    assert parse is not None
    return [(parse.parse(bytes(text)), 0)]


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
        return Problem(f"no patterns in {grammar_name}: {why_unsafe(grammar_name) or 'there is no such grammar'}")
    snippet = Snippet.of(textwrap.dedent(source).strip())
    if len(snippet.variables) > MOST_VARIABLES:
        return Problem(f"the pattern has {len(snippet.variables)} metavariables; the most is {MOST_VARIABLES}")
    if not "".join(snippet.texts).strip() and len(snippet.variables) == 1:
        return Problem("the pattern matches everything: add some code around its metavariable")
    twice = _one_and_many(snippet)
    if twice is not None:
        return Problem(f"${twice} is one thing and $$${twice} any number: they need different names")
    readings = read(snippet, grammar_name, parse)
    if snippet.texts[-1].endswith(",") and not _is_read_as_file(readings):
        readings = read(snippet.without_last(), grammar_name, parse, as_part=True)
    if isinstance(readings, Problem):
        return readings
    literals = _literals(readings, grammar_name)
    if pattern_literals(source) and not literals and not any(_says_something(reading) for reading in readings):
        # Its words are nowhere in the tree: prose, or a name that the metavariable is a part of.
        return Problem(f"the pattern is no code in {grammar_name}")
    return Pattern(source, grammar_name, tuple(readings), literals)


def _is_read_as_file(readings: list[Reading] | Problem) -> bool:
    """Whether a snippet makes sense as it is. A comma at its end may only have come with a line that was copied."""
    return not isinstance(readings, Problem) and any(reading.context in FILE for reading in readings)


def _one_and_many(snippet: Snippet) -> str | None:
    """A name that a pattern has for one thing and for many, which can never be equal."""
    names = {many: {variable.name for variable in snippet.variables if variable.many == many} for many in (True, False)}
    return next((name for name in sorted(filter(None, names[True])) if name in names[False]), None)


def _says_something(reading: Reading) -> bool:
    """Whether a reading asks for any text at all."""
    return any(isinstance(goal, Leaf) for goal in each(reading.goals))


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


def _anchors(readings: Sequence[Reading]) -> list[tuple[Leaf | Branch, bool]]:
    """What to look for first of each reading, and whether its siblings matter."""
    return [(anchor_of(reading.goals)[1], len(reading.goals) > 1) for reading in readings]


def _places(captured: Iterable[dict[str, list[Node]]]) -> Iterator[tuple[Sequence[Node], int]]:
    """Where a match may start: siblings and an index, each once. Without a parent a node is looked at alone."""
    seen: set[int] = set()
    families: dict[int, tuple[list[Node], dict[int, int]]] = {}
    for nodes in captured:
        node = nodes["root"][0]
        if node.id in seen:
            continue
        seen.add(node.id)
        if "parent" not in nodes:
            yield (node,), 0
            continue
        parent = nodes["parent"][0]
        if parent.id not in families:
            children = parent.children
            families[parent.id] = children, {child.id: at for at, child in enumerate(children)}
        siblings, places = families[parent.id]
        yield siblings, places[node.id]


def _starts(before: tuple[Goal, ...], nodes: Sequence[Node], at: int, far: bool) -> Iterator[int]:
    """Where a match may start in which the goal to look for first is met at an index, and these are before it.

    Tokens that the pattern has not may stand between, and anything where a `$$$` is; with `far`, everywhere.
    """
    if not before:
        yield at
        return
    any_number = far or any(isinstance(goal, Variable) and goal.many for goal in before)
    left = len(nodes) if any_number else 2 * len(before)
    while at > 0 and left > 0:
        at -= 1
        if not nodes[at].is_extra:
            left -= 1
            yield at


def _match(goals: tuple[Goal, ...], nodes: Sequence[Node], at: int, matcher: Matcher) -> Match | None:
    """The match that starts with the node at an index, if it and those after it meet the goals."""
    way = matcher.first(goals, nodes, at)
    if way is None:
        return None
    bindings, end = way
    spans = {
        name: matcher.span(siblings[first], siblings[last - 1])
        for name, (siblings, first, last) in bindings.items()
        if last > first
    }
    captures = {name: span for name, span in spans.items() if span[0] < span[1]}
    counts = {
        name: sum(node.is_named and not node.is_extra for node in siblings[first:last])
        for name, (siblings, first, last) in bindings.items()
    }
    return Match(*matcher.span(nodes[at], nodes[end - 1]), captures, counts)


def _is_one_of(kinds: frozenset[str], goal: Goal) -> bool:
    return not isinstance(goal, Variable) and goal.name in kinds


def _literals(readings: list[Reading], grammar_name: str) -> tuple[bytes, ...]:
    """What all readings have in common of texts that every match contains, the longest first."""
    caseless = profile_of(grammar_name).patterns.ignores_case
    texts = (
        {text for goal in each(reading.goals) if (text := sure_text(goal, caseless)) and len(text) >= SHORTEST}
        for reading in readings
    )
    return tuple(sorted(set.intersection(*texts), key=lambda text: (-len(text), text)))
