"""Who inherits from a type, also by way of others: what `extends+:Base` asks, over all files at once.

The files that name the type tell who extends or implements it, those that name these tell more, until nobody new is
found. Names are compared, not what they mean: two classes of one name count as one. Each file is looked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from indexer.model import Span
from indexer.query.mapped import mapped
from indexer.query.regexes import escape
from indexer.query.tree import Name, Node, Or, Query, Ref
from indexer.search.names.written import before, written
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.run.corpus import Candidate, Corpus, Gone

_NOWHERE = Span(0, 0)
_MOST = 5000  # types that inherit; more are no question that a person asks
_AT_ONCE = 200  # names that files are narrowed by at once
_KINDS = ("extends", "implements")
_Pair = tuple[str, str, bytes]  # a type, the name of one that it inherits from, and what is written before that


def with_heirs(query: Query, corpora: Sequence[Corpus], stopped: Callable[[], bool]) -> tuple[Query, list[str]]:
    """A query in which `extends+:` names all types that count, and what is to be said of the answer."""
    notes: list[str] = []
    hierarchy = _Hierarchy(corpora, stopped)

    def written_out(term: Node) -> Node | None:
        if not isinstance(term, Ref) or not term.indirect:
            return None
        heirs = hierarchy.heirs(term.name)
        if len(heirs) >= _MOST:
            notes.append(f"more than {_MOST:,} types inherit from `{term.name.text}`; only some of them count")
        names = [term.name, *([_any_of(heirs)] if heirs else [])]
        return Or(tuple(Ref(kind, name, term.span) for kind in ("extends", "implements") for name in names), term.span)

    return replace(query, root=mapped(query.root, written_out)), notes


class _Hierarchy:
    """Who inherits from whom, as far as it was asked for."""

    def __init__(self, corpora: Sequence[Corpus], stopped: Callable[[], bool]) -> None:
        self._corpora = corpora
        self._stopped = stopped
        self._pairs: set[_Pair] = set()
        self._seen: set[tuple[int, str]] = set()

    def heirs(self, name: Name) -> list[str]:
        """The names of all types that inherit from those that a name fits, in order."""
        fits = written(name).fits
        found: set[str] = set()
        asked = [name]
        while asked and not self._stopped() and len(found) < _MOST:
            for one in asked:
                self._look(one)
            bases = found.copy()
            new = {
                heir
                for heir, base, around in self._pairs
                if heir not in found and (fits(base, around) or _last(base) in bases)
            }
            found |= new
            ordered = sorted(new)
            asked = [_any_of(ordered[at : at + _AT_ONCE]) for at in range(0, len(ordered), _AT_ONCE)]
        return sorted(found)[:_MOST]

    def _look(self, name: Name) -> None:
        """Notes what the files say that have a name."""
        query = Query(Ref(None, name, _NOWHERE), None, None, "")
        for number, corpus in enumerate(self._corpora):
            for candidate in _candidates(corpus, query):
                if self._stopped():
                    return
                if (number, candidate.path) not in self._seen:
                    self._seen.add((number, candidate.path))
                    try:
                        self._pairs.update(_pairs(candidate))
                    except Gone:
                        continue


def _candidates(corpus: Corpus, query: Query) -> Iterator[Candidate]:
    """The files of a root that may name a type. A part of it inherits from all of it."""
    over = {*corpus.live, *corpus.changed}
    yield from (Candidate(corpus, path, None) for path in sorted(over))
    if corpus.snapshot is not None:
        for row in narrowed_rows(corpus.snapshot, query, ""):
            if row.path not in over:
                yield Candidate(corpus, row.path, row)


def _pairs(candidate: Candidate) -> Iterator[_Pair]:
    for reference in candidate.references():
        if reference.kind in _KINDS and reference.symbol is not None:
            around = before(reference.span.start, candidate.text.data)
            yield candidate.definition(reference.symbol)().name, reference.name, around


def _last(name: str) -> str:
    """What a type is called without what it is in."""
    for sign in ("::", "\\", "."):
        name = name.rpartition(sign)[2]
    return name


def _any_of(names: Iterable[str]) -> Name:
    return Name("regex", rf"(?:^|[.:\\])(?:{'|'.join(map(escape, names))})$", ignore_case=False)
