"""Tokens that stand side by side in every match, told from the text: most code that has them has them apart.

`if ($A == NULL) return` wants a comparison with `==` and, right after it, `NULL`, a bracket and `return`. On the way
from a token to the next goal the check skips comments and tokens without a name, and nothing else
(indexer.patterns.matching), so between the two there is no other word. Behind the last goal of a node that holds only
where the profile says that a node of its kind ends there: others may go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from indexer.grammars.parsers import grammar
from indexer.languages.profile import profile_of
from indexer.patterns.goals import Branch, Goal, Leaf
from indexer.text.linear import Linear

_WORD = re.compile(rb"\w{3,}")
_MOST = 4  # tokens that are looked for in one go
# Profiles say of which languages parts are parsed alone; these are their comments.
_COMMENT = rb"/\*(?:[^*]|\*+[^*/])*\*+/|(?://|#)[^\n]*(?:\\\r?\n[^\n]*)*\n"


def sure_text(goal: Goal, caseless: bool) -> bytes | None:
    """The text of a goal if whatever meets it has that text."""
    if not isinstance(goal, Leaf):
        return None
    keyword = goal.source.lower() == goal.name.lower().encode()
    return goal.source if goal.text is not None or (keyword and not caseless) else None


def neighbours(readings: Iterable[tuple[Goal, ...]], grammar_name: str) -> tuple[Linear, ...]:
    """For all tokens that stand side by side in all readings of a pattern, what finds where they may."""
    runs = [set(_runs(goals, grammar_name)) for goals in readings]
    common = set.intersection(*runs) if runs else set()
    longest = [run for run in common if not any(run != other and _is_part(run, other) for other in common)]
    between = _between(grammar_name)
    return tuple(Linear(between.join(map(re.escape, run))) for run in sorted(longest))


def _runs(goals: tuple[Goal, ...], grammar_name: str) -> Iterator[tuple[bytes, ...]]:
    """Tokens that stand side by side, two and more. The last is a word: signs are everywhere."""
    known = profile_of(grammar_name).patterns
    run: list[bytes] = []
    for token in _tokens(goals, known.ignores_case, known.ended):
        run = [] if token is None else [*run[1 - _MOST :], token]
        if token is not None and _WORD.fullmatch(token):
            yield from (tuple(run[first:]) for first in range(len(run) - 1))


def _tokens(goals: tuple[Goal, ...], caseless: bool, ended: frozenset[str]) -> Iterator[bytes | None]:
    """The texts of all tokens in order; None for one whose text nobody knows, and where more may stand."""
    for goal in goals:
        if not isinstance(goal, Branch):
            yield sure_text(goal, caseless)
            continue
        yield from _tokens(goal.children, caseless, ended)
        if goal.name not in ended or not goal.children:
            yield None


def _is_part(run: tuple[bytes, ...], of: tuple[bytes, ...]) -> bool:
    return any(of[first : first + len(run)] == run for first in range(len(of) - len(run) + 1))


@cache
def _between(grammar_name: str) -> bytes:
    """What can stand between such tokens: signs, comments, and words that are tokens without a name."""
    language = grammar(grammar_name)
    assert language is not None
    kinds = (
        language.node_kind_for_id(kind) or ""
        for kind in range(language.node_kind_count)
        if language.node_kind_is_visible(kind) and not language.node_kind_is_named(kind)
    )
    words = sorted({kind.encode() for kind in kinds if re.fullmatch(r"\w+", kind)})
    return rb"(?:\W|%s|\b(?:%s)\b)*" % (_COMMENT, b"|".join(words)) if words else rb"(?:\W|%s)*" % _COMMENT
