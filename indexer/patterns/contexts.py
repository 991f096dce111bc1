"""Contexts: the places of a language in which a snippet of code can stand.

A snippet that is read alone is often an error, or something that nobody means. So it is read in every place of its
language, and all readings count. Places are of two sorts. In a *whole* place stands what makes sense on its own: a
statement, an expression, a type, a member, an attribute. In a *part* place stands what belongs to something larger: an
argument, a parameter, a pair, an arm of a `switch`. Parts are tried only for what is no whole, or a doubtful one
(`$A: $B` in JavaScript is a label, and also a pair), so that `$A = $B` does not find the keyword arguments of Python.

A snippet may also lack its end: a semicolon, a body. Endings are added only where nothing reads without.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from indexer.languages.profile import profile_of, resolved
from indexer.patterns.goals import Branch, Goal, Leaf
from indexer.patterns.place import Context, Contexts, whole
from indexer.patterns.places_lua import ANY

FILE: Final[tuple[Context, ...]] = (("", ""), ("", "\n"), ("<?php ", ""))
_ALONE: Final = whole(*FILE[:2])


@cache
def contexts(grammar: str) -> Contexts:
    """The places of a grammar. Where a text needs something before it to be code, none stands alone."""
    known = profile_of(grammar)
    listed: Contexts = resolved(known.patterns.places) if known.patterns.places else ANY
    return listed if known.grammar.prologue else replace(listed, whole=_ALONE + listed.whole)


def is_doubtful(goals: tuple[Goal, ...], grammar: str) -> bool:
    """Whether a reading is something that a snippet seldom means, or does not only mean."""
    doubts = profile_of(grammar).patterns.doubts
    if len(goals) != 1 or not isinstance(goals[0], Branch) or goals[0].name not in doubts:
        return False
    token = doubts[goals[0].name]
    names = [child.name for child in goals[0].children if isinstance(child, Leaf)]
    return not token or (token in names and "=" not in names)
