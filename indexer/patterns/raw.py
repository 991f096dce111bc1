"""Raw tree-sitter queries, as a person writes them: `(call function: (identifier) @f (#eq? @f "open"))`.

A match is the span of its outermost capture, so a query needs at least one. Predicates are those of tree-sitter's own
tools; one that is not known is a problem, since it would be ignored and the answer would be wrong.

A query can ask for more than any machine can do (three loose siblings in a list of thousands). So the cursor holds a
limited number of half-finished matches, and a search ends after a time or a number of matches; what was cut is said.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node, Query, QueryError

from indexer.grammars.parsers import grammar
from indexer.grammars.trust import why_unsafe
from indexer.model import Problem, Span
from indexer.patterns.match import Found, Match, cut_short, limited_cursor
from indexer.text.linear import Linear

LONGEST = 10_000
MOST_MATCHES = 100_000  # in one tree
_COUNTED = "counted?"  # the predicate that this module adds to each pattern of a query, to stop at MOST_MATCHES
_PREDICATE = re.compile(r'"(?:\\.|[^"\\])*+(?:"|\\?\Z)|;[^\n]*|#(?P<name>[^\s()"@]+)')
_KNOWN = {"any-of?", "not-any-of?", "set!", "is?", "is-not?"} | {
    prefix + name for prefix in ("", "not-", "any-", "any-not-") for name in ("eq?", "match?")
}
_ERROR = re.compile(r"(?P<what>.*?) at row (?P<row>\d+)(?:, column (?P<column>\d+))?(?:: (?P<name>.*))?", re.DOTALL)
_SAID = {
    "Invalid node type": "the grammar has no node of this kind",
    "Invalid field name": "the grammar has no field of this name",
    "Invalid capture name": "nothing is captured under this name",
    "Impossible pattern": "no tree of this grammar can look like this",
    "Invalid syntax": "this is not a query",
    "Invalid predicate in pattern": "wrong predicate",
}


@dataclass(frozen=True, slots=True)
class RawQuery:
    """A tree-sitter query for one grammar."""

    source: str
    grammar: str
    query: Query

    @property
    def looks_at_siblings(self) -> bool:
        """Whether top-level nodes may have to be seen together: always possible in a query with several captures."""
        return _count(self.query.capture_count) > 1 or "." in self.source

    @property
    def words_of_parts(self) -> tuple[bytes, ...]:
        """None are known."""
        return ()

    @property
    def runs_of_parts(self) -> tuple[Linear, ...]:
        return ()

    def may_be_in(self, data: bytes) -> bool:
        return True

    def matches(self, root: Node, data: bytes) -> list[Match]:
        """The matches under a node of a tree of `data`, in order, each span once."""
        return self.find(root, data).matches

    def find(self, root: Node, data: bytes, offset: int = 0) -> Found:
        """The matches under a node of a tree that starts at `offset` of the text. Predicates see the tree's text."""
        left = MOST_MATCHES

        def counted(predicate: str, args: object, pattern_index: int, captures: object) -> bool:
            nonlocal left
            left -= 1
            return left >= 0

        cursor = limited_cursor(self.query)
        started = time.monotonic()
        found: dict[tuple[int, int], Match] = {}
        results = cursor.matches(root, counted)
        complete = left >= 0 and not cut_short(cursor, started)
        for _, captured in results:
            spans = {
                name: (offset + nodes[0].start_byte, offset + nodes[-1].end_byte)
                for name, nodes in captured.items()
                if nodes
            }
            if spans:
                start, end = min(spans.values(), key=lambda span: (span[0], -span[1]))
                found.setdefault((start, end), Match(start, end, spans))
        return Found([found[span] for span in sorted(found)], complete)


@lru_cache(maxsize=256)
def compile_query(source: str, grammar_name: str) -> RawQuery | Problem:
    """The query for a grammar, or what is wrong with it and where."""
    if len(source) > LONGEST:
        return Problem(f"the query has {len(source)} characters; the most is {LONGEST}")
    if "\0" in source or (not source.isprintable() and any("\ud800" <= sign <= "\udfff" for sign in source)):
        return Problem("the query has characters that no query can have")
    language = grammar(grammar_name)
    if language is None:
        return Problem(f"no queries in {grammar_name}: {why_unsafe(grammar_name) or 'there is no such grammar'}")
    problem = _unknown_predicate(source)
    if problem is not None:
        return problem
    try:
        # The binding writes into the text it was given when it reports an error, so it gets one of its own.
        query = Query(language, f"{source}\n")
        if not _count(query.pattern_count):
            return Problem("the query is empty")
        if not _count(query.capture_count):
            return Problem("the query captures nothing: put @name after the part that is to be found")
        return RawQuery(source, grammar_name, Query(language, _with_counting(source, query)))
    except QueryError as error:
        return _problem(source, str(error))


def _with_counting(source: str, query: Query) -> str:
    """The query with our predicate on each pattern of several captures, and with `not-any-of?` spelt out.

    The binding knows no `not-any-of?` and ignores it.
    """
    text = f"{source}\n".encode()
    patterns = []
    for index in range(_count(query.pattern_count)):
        pattern = text[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)].decode()
        patterns.append(f"({pattern} (#{_COUNTED}))" if pattern.count("@") > 1 else pattern)
    return _NOT_ANY_OF.sub(_spelt_out, "\n".join(patterns))


def _count(value: object) -> int:
    """A number that the binding has as an attribute, and its types have as a method."""
    assert isinstance(value, int)
    return value


_NOT_ANY_OF = re.compile(
    r'\(\s*#not-any-of\?\s+(?P<capture>@[^\s()"]+)(?P<values>(?:\s+(?:"(?:\\.|[^"\\])*"|[^\s()"]+))*)\s*\)'
)


def _spelt_out(found: re.Match[str]) -> str:
    values = re.findall(r'"(?:\\.|[^"\\])*"|[^\s()"]+', found["values"])
    return " ".join(f"(#not-eq? {found['capture']} {value})" for value in values)


def _unknown_predicate(source: str) -> Problem | None:
    for found in _PREDICATE.finditer(source):
        if found["name"] is not None and found["name"] not in _KNOWN:
            start = len(source[: found.start()].encode())
            span = Span(start, start + len(found[0].encode()))
            return Problem(f"no predicate is called #{found['name']}: at byte {start}", span)
    return None


def _problem(source: str, message: str) -> Problem:
    """The binding's message, which has a row and a column, as one that has an offset."""
    found = _ERROR.fullmatch(message)
    if found is None:
        end = len(source.encode())
        return Problem(f"the query is not complete: at byte {end}", Span(end, end))
    rows = source.encode().split(b"\n")
    row = int(found["row"])
    start = sum(len(line) + 1 for line in rows[:row]) + int(found["column"] or 0)
    name = found["name"] or ""
    said = _SAID.get(found["what"], found["what"])
    if name:
        said += f", {name}"
    size = len(name.encode()) if found["column"] is not None else 0
    return Problem(f"{said}: at byte {start}", Span(start, start + size))
