"""What is measured in trees: the decisions of a text, and the parameters that functions take.

A decision is a place at which a program may go one way or another: a condition, a loop, a case, a handler, a
conditional expression, an `and` or `or`. Most are blocks that the language's query file names; the rest is told by how
grammars name such things, or by the profile of the language. A case that is taken when no other is, is none.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Language, Node, Query, QueryError

from indexer.grammars.parsers import grammar
from indexer.grammars.queries import query_source, split_patterns
from indexer.languages.profile import profile_of
from indexer.model import Problem
from indexer.patterns.match import Found, Match, cut_short, limited_cursor
from indexer.text.linear import Linear

DECISION, PARAMETERS = "decision", "parameters"

_BLOCKS = re.compile(r"@block\.(?:if|elif|unless|loop|case|catch)\b")
_CAPTURE = re.compile(r"@(?!_)[\w.]+")
_EDGES = re.compile(r"\(#set! [^()]*\)")
_KINDS = re.compile(
    r"(?:ternary|conditional)(?:_expression|_operator)?|(?:conjunction|disjunction|elvis|nil_coalescing)_expression"
    r"|(?:if|unless|while|until|rescue)_modifier"
)
_OPERATORS = ("&&", "||", "??", "and", "or", "andalso", "orelse")
_OPERATIONS = re.compile(r"(?:binary|boolean|logical|infix)\w*")
_ELSE = re.compile(rb"(?:default|else|otherwise)\b|(?:case\s+)?_\s*(?:=>|->|:)|\*\s*\)")


@dataclass(frozen=True, slots=True)
class MeasureQuery:
    """What finds decisions and lists of parameters in trees of one grammar."""

    grammar: str
    query: Query
    tells_parameters: bool
    names_parameters: bool  # each by itself; else the children of a list are meant
    looks_at_siblings: bool = False
    words_of_parts: tuple[bytes, ...] = ()
    runs_of_parts: tuple[Linear, ...] = ()

    def may_be_in(self, data: bytes) -> bool:
        return True

    def find(self, root: Node, data: bytes, offset: int = 0) -> Found:
        """A match for each decision, and one for each list of parameters with how many there are."""
        cursor, started = limited_cursor(self.query), time.monotonic()
        decisions: set[tuple[int, int]] = set()
        none: set[tuple[int, int]] = set()
        lists: dict[tuple[int, int], set[int]] = {}  # of nodes, by their numbers in the tree
        others: set[int] = set()
        for _, captured in cursor.matches(root):
            for node in captured.get("decision", ()):
                if not _ELSE.match(data, offset + node.start_byte):
                    decisions.add((offset + node.start_byte, offset + node.end_byte))
            none.update(
                (offset + node.start_byte, offset + node.end_byte) for node in captured.get("decision.none", ())
            )
            others.update(node.id for node in captured.get("parameter.none", ()))
            for node in captured.get("parameters", ()):
                taken = captured.get("parameter", []) if self.names_parameters else _children(node)
                known = lists.setdefault((offset + node.start_byte, offset + node.end_byte), set())
                known.update(each.id for each in taken)
        found = [Match(*span, {DECISION: span}) for span in decisions - none]
        found += [Match(*span, {PARAMETERS: span}, {PARAMETERS: len(known - others)}) for span, known in lists.items()]
        found.sort(key=lambda match: (match.start, match.end))
        return Found(found, not cut_short(cursor, started))


def _children(node: Node) -> list[Node]:
    """What is in a list; a name without brackets is the one parameter that there is."""
    if not node.child_count:
        return [node]
    return [child for child in node.named_children if not child.is_extra]


@lru_cache(maxsize=256)
def compile_measures(source: str, grammar_name: str) -> MeasureQuery | Problem:
    """The query for a grammar; `source` says nothing, as there is one for each."""
    language = grammar(grammar_name)
    if language is None:
        return Problem(f"there is no tree of {grammar_name} to measure in")
    own = split_patterns(profile_of(grammar_name).measures.patterns)
    parameters = [pattern for pattern in own if "@parameter" in pattern]
    if not any("@parameters" in pattern for pattern in parameters):
        parameters += _valid(language, ["(_ parameters: (_) @parameters)"])
    decisions = [*_blocks(grammar_name), *_kinds(language), *(pattern for pattern in own if "@decision" in pattern)]
    patterns = [*decisions, *parameters]
    if not patterns:
        return Problem(f"nothing is known of decisions and parameters in {grammar_name}")
    names = any(re.search(r"@parameter(?![\w.])", pattern) for pattern in parameters)
    return MeasureQuery(grammar_name, Query(language, "\n".join(patterns)), bool(parameters), names)


def tells_parameters(grammar_name: str) -> bool:
    """Whether it is known what functions of a language take."""
    found = compile_measures("", grammar_name)
    return isinstance(found, MeasureQuery) and found.tells_parameters


def _blocks(grammar_name: str) -> list[str]:
    """The patterns of blocks that are decisions."""
    patterns = [pattern for pattern in split_patterns(query_source(grammar_name)[0]) if _BLOCKS.search(pattern)]
    return [_CAPTURE.sub("@decision", _EDGES.sub("", _BLOCKS.sub("@decision", pattern))) for pattern in patterns]


def _kinds(language: Language) -> list[str]:
    """The patterns of what grammars call a decision that is no block."""
    kinds = {
        (language.node_kind_for_id(number) or "", language.node_kind_is_named(number))
        for number in range(language.node_kind_count)
        if language.node_kind_is_visible(number)
    }
    named = sorted(kind for kind, is_named in kinds if is_named)
    tokens = [f'"{token}"' for token in _OPERATORS if (token, False) in kinds]
    operators = _valid(language, [f"(_ operator: {token} @decision)" for token in tokens])
    if not operators:
        operations = [kind for kind in named if _OPERATIONS.fullmatch(kind)]
        operators = _valid(language, [f"({kind} {token} @decision)" for kind in operations for token in tokens])
    return operators + [f"({kind}) @decision" for kind in named if _KINDS.fullmatch(kind)]


def _valid(language: Language, patterns: list[str]) -> list[str]:
    """The patterns that this grammar can match at all."""
    kept = []
    for pattern in patterns:
        try:
            Query(language, pattern)
        except QueryError:
            continue
        kept.append(pattern)
    return kept
