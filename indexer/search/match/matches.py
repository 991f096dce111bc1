"""A query on one text: the hits in it, in order, each with what is around it and what ranking needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from indexer.model import Span
from indexer.query.tree import Findable, Query
from indexer.search.match.evaluate import Evaluation
from indexer.search.match.facts import Facts
from indexer.search.match.hits import OFTEN, Bare, Found, HitMaker, with_surroundings
from indexer.search.match.places import Places
from indexer.search.plan.conditions import Cost
from indexer.search.plan.plan import PlainText, Plan, plan_of


def match(query: Query, facts: Facts) -> list[Found]:
    """The hits of a query in one text, in the order of their place."""
    return hits_in(plan_of(query), facts)


def hits_in(plan: Plan, facts: Facts, around: bool = True) -> list[Found]:
    """The hits of a query that has been planned; rows may do without what is around them."""
    found = _found_in(plan, facts)
    if around and plan.select == "line" and found:
        (found,) = with_surroundings([Bare(facts.text, facts.outline.lists, found)])
    return found


def _found_in(plan: Plan, facts: Facts) -> list[Found]:
    asked = Evaluation(facts)
    if plan.plain is not None:  # to find the text takes no longer than to see that it is not there
        lines = _plain_lines(plan, plan.plain, asked)
        if lines is not None:
            return lines
    if any(map(facts.lacks, plan.texts)) or _is_without(plan, asked):
        return []
    found: list[Found] = []
    known: set[_Identity] = set()  # what other choices have found
    for chosen in asked.choices(plan):
        new = [hit for hit in _hits(plan, chosen) if _identity(hit) not in known]
        found += new
        if plan.shared is not None:
            known.update(map(_identity, new))
            if facts.stopped() or (new and plan.select == "file"):
                break
    return sorted(found, key=lambda hit: (hit.span.start, hit.span.end, hit.row_end))


def _hits(plan: Plan, asked: Evaluation) -> Iterator[Found]:
    """The hits for one choice of what shared holes stand for, in no order."""
    matches = asked.matches(plan)
    if not matches:
        return
    made = HitMaker(plan, asked)
    if plan.select == "file":
        yield made.of_selected_file()
        return
    if matches.whole:
        yield made.of_file()
    several = chain((made.of_row(*row) for row in matches.rows), map(made.of_node, matches.nodes))
    for number, hit in enumerate(several, 1):
        yield hit
        if number % OFTEN == 0 and asked.facts.stopped():
            return


_Identity = tuple[Span, int, int, str | None, str | None, int | None]


def _identity(hit: Found) -> _Identity:
    return hit.span, hit.row, hit.row_end, hit.kind, hit.name, hit.symbol


def _plain_lines(plan: Plan, plain: PlainText, asked: Evaluation) -> list[Found] | None:
    """The lines that have one text in them; None where a place of it lies in several."""
    if not asked.holds_of_file(plain.condition):
        return []
    spans = asked.finder.text_spans(plain.term)
    first = next(spans, None)
    return [] if first is None else HitMaker(plan, asked).of_places(chain([first], spans))


def _is_without(plan: Plan, asked: Evaluation) -> bool:
    """Whether the index tells that a text has no hit: nothing in it is so long, or its definitions of the kinds that a
    line must be in do not have what that needs. To look there takes a fraction of what it takes to judge all, and most
    have no hit."""
    packed = asked.facts.packed if plan.long is not None or plan.enclosed is not None else None
    if packed is None:
        return False
    if plan.long is not None:
        return not packed.has_long(plan.long.kinds, plan.long.lines)
    return plan.enclosed is not None and not asked.finder.is_in_rows_of(
        plan.enclosed.term, packed.spans_of(plan.enclosed.kinds)
    )


def definition_hits(plan: Plan, facts: Facts, numbers: Iterable[int]) -> list[Found]:
    """The hits among some definitions of a text, given by their numbers, of a query for a name and nothing else."""
    made = HitMaker(plan, Evaluation(facts))
    return [made.of_symbol(symbol, fit) for symbol in numbers if (fit := made.fit(symbol)) is not None]


def count(query: Query, facts: Facts) -> int:
    """How many hits a query has in one text."""
    return count_in(plan_of(query), facts)


def count_in(plan: Plan, facts: Facts) -> int:
    """The same of a plan. For rows of plain text nothing but line ends is looked for."""
    if any(map(facts.lacks, plan.texts)):
        return 0
    asked = Evaluation(facts)
    if _is_without(plan, asked):
        return 0
    if plan.plain is not None:
        rows = asked.finder.count_rows(plan.plain.term) if asked.holds_of_file(plan.plain.condition) else 0
        if rows is not None:
            return rows
    return len(asked.matches(plan)) if plan.shared is None else len(hits_in(plan, facts, around=False))


def has_hits(plan: Plan, asked: Evaluation) -> bool:
    """Whether a text is sure to have a hit, as far as that is told without its blocks: one of them, or all of it."""
    is_told = plan.smallest and plan.select == "block" and plan.shared is None and plan.condition.cost <= Cost.REGEX
    return is_told and asked.holds_of_file(plan.condition)


def places_found(query: Query, facts: Facts) -> Iterator[tuple[Findable, Places, int]]:
    """Every place in the text at which a query is true of what it finds there: the term, its places, and which.

    The place at `n` is from `places.starts[n]` to `places.ends[n]`, with what a pattern captured in
    `places.captures[n]`.
    """
    return Evaluation(facts).places_found(plan_of(query))
