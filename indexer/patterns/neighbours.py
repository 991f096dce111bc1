"""Tokens that stand side by side in every match, told from the text: most code that has both has them apart.

`$A == NULL` wants a comparison with `==` and, right after it, `NULL`. On the way from a token to the next goal the
check skips comments and tokens without a name, and nothing else (indexer.patterns.matching), so between the two there
is no other word. Only what stands between goals of one node is known so: a node may go on after its last goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from indexer.grammars.parsers import grammar
from indexer.languages.profile import profile_of
from indexer.patterns.goals import Branch, Goal, Leaf, each
from indexer.text.linear import Linear

_WORD = re.compile(rb"\w{3,}")
# Where a comment may end. Profiles say of which languages parts are parsed alone; these are their comments.
_AFTER_COMMENT = rb"\*/|(?://|#)[^\n]*\n"


def sure_text(goal: Goal, caseless: bool) -> bytes | None:
    """The text of a goal if whatever meets it has that text."""
    if not isinstance(goal, Leaf):
        return None
    keyword = goal.source.lower() == goal.name.lower().encode()
    return goal.source if goal.text is not None or (keyword and not caseless) else None


def neighbours(readings: Iterable[tuple[Goal, ...]], grammar_name: str) -> tuple[Linear, ...]:
    """For each two tokens that stand side by side in all readings of a pattern, what finds where they may."""
    caseless = profile_of(grammar_name).patterns.ignores_case
    pairs = [set(_pairs(goals, caseless)) for goals in readings]
    common = set.intersection(*pairs) if pairs else set()
    return tuple(
        Linear(rb"(?:%s|%s)%s%s" % (re.escape(first), _AFTER_COMMENT, _between(grammar_name), re.escape(second)))
        for first, second in sorted(common)
    )


def _pairs(goals: tuple[Goal, ...], caseless: bool) -> Iterator[tuple[bytes, bytes]]:
    for siblings in (goals, *(goal.children for goal in each(goals) if isinstance(goal, Branch))):
        yield from _side_by_side(siblings, caseless)


def _side_by_side(siblings: Sequence[Goal], caseless: bool) -> Iterator[tuple[bytes, bytes]]:
    for before, after in pairwise(siblings):
        while isinstance(after, Branch) and after.children:
            after = after.children[0]
        first, second = sure_text(before, caseless), sure_text(after, caseless)
        if first and second and _WORD.fullmatch(second):
            yield first, second


@cache
def _between(grammar_name: str) -> bytes:
    """What can stand between such tokens: signs, and words that are tokens without a name."""
    language = grammar(grammar_name)
    assert language is not None
    kinds = (
        language.node_kind_for_id(kind) or ""
        for kind in range(language.node_kind_count)
        if not language.node_kind_is_named(kind)
    )
    words = sorted({kind.encode() for kind in kinds if re.fullmatch(r"\w+", kind)})
    return rb"(?:\W|\b(?:%s)\b)*" % b"|".join(words) if words else rb"\W*"
