"""What of a query is to be replaced: in each alternative the one term that is found in the text, and what it binds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from indexer.model import Problem, Span
from indexer.patterns.metavariables import Snippet
from indexer.query.regexes import group_numbers
from indexer.query.tree import FINDABLE, And, Findable, Node, Or, Pattern, Query, Ref, Text, TreeQuery, walk
from indexer.replace.template import WHOLE, Template, unbound

_SELECT = re.compile(r"\bselect:\w+")
_CAPTURE = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|@([\w.-]+)')
_NOTHING = (
    "this says where, but not what is to be replaced; add what is to be found in the text: a word, a /regular "
    'expression/, pattern:"…" or ts:"…"'
)
_TWO = (
    "this is a second thing to be found; only one can be replaced: write `has:` before the one that must only be there"
)


@dataclass(frozen=True, slots=True)
class Target:
    """A term that is found in the text, and the names that it binds."""

    term: Findable
    bound: frozenset[str]


def targets_of(query: Query) -> tuple[list[Target], list[Problem]]:
    """The terms whose places are replaced, one for each alternative of the query."""
    if query.select not in (None, "line"):
        found = _SELECT.search(query.text)
        message = "what is found in the text is replaced, whatever a hit is; use `in:` to say where"
        return [], [Problem(message, Span(*found.span()) if found else None)]
    targets: list[Target] = []
    problems = problems_with_heirs(query)
    for alternative, terms in _alternatives(query.root):
        if not terms:
            problems.append(Problem(_NOTHING, alternative.span))
        problems += [Problem(_TWO, term.span) for term in terms[1:]]
        targets += [Target(term, bound_by(term)) for term in terms[:1]]
    return targets, list(dict.fromkeys(problems))


def problems_with_heirs(query: Query) -> list[Problem]:
    """What asks about other files, where one text is looked at alone."""
    message = "`extends+:` asks who inherits in all files, which a search alone can tell; write `extends:` here"
    return [Problem(message, term.span) for term in walk(query.root) if isinstance(term, Ref) and term.indirect]


def _alternatives(node: Node) -> Iterator[tuple[Node, list[Findable]]]:
    """Each way in which a query can be true, with the terms that are then found in the text."""
    if isinstance(node, Or):
        for part in node.parts:
            yield from _alternatives(part)
    elif isinstance(node, And):
        ways: list[list[Findable]] = [[]]
        several = [part for part in node.parts if isinstance(part, And | Or)]
        plain: list[Findable] = [part for part in node.parts if isinstance(part, FINDABLE)]
        for part in several:
            ways = [[*way, *terms] for way in ways for _, terms in _alternatives(part)][:_MOST_WAYS]
        for way in ways:
            yield node, sorted([*plain, *way], key=lambda term: term.span.start)
    else:
        yield node, [node] if isinstance(node, FINDABLE) else []


_MOST_WAYS = 1000


def bound_by(term: Findable) -> frozenset[str]:
    """The names that a template can use where this term was found."""
    if isinstance(term, Text):
        return frozenset((WHOLE, *(group_numbers(term.text, term.ignore_case) if term.regex else ())))
    if isinstance(term, Pattern):
        return frozenset((WHOLE, *(each.name for each in Snippet.of(term.source).variables if each.name is not None)))
    if isinstance(term, TreeQuery):
        return frozenset((WHOLE, *(found[1] for found in _CAPTURE.finditer(term.source) if found[1] is not None)))
    return frozenset((WHOLE,))


def problems_with(template: Template, targets: list[Target], query: Query) -> list[Problem]:
    """The variables of a template that some alternative of the query does not bind."""
    problems: list[Problem] = []
    for variable in template.variables:
        for target in targets:
            if variable.name not in target.bound:
                start, end = target.term.span
                written = query.text[start:end]
                of = f"`{written}`" if len(written) <= 60 and len(targets) > 1 else "the query"
                problems.append(unbound(variable, target.bound, of))
                break
    return problems
