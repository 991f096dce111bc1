"""Where a definition is used: every place of the code that has its name, each taken to what it means.

Files that can have the name are told by the index; comments, strings and heredocs are left out. Values count as well as
calls: constants, fields, macros. In languages whose scopes are not known a place has what its name tells.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, cast

from indexer.extract.naming import has_word, occurrences
from indexer.graph.names import FILE
from indexer.graph.resolve import Evidence, Resolver, Target
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.model import Limits, ReferenceKind, Span, Symbol
from indexer.query.tree import Name, Node, Query, Ref
from indexer.query.tree import Text as TextTerm
from indexer.search.names.matching import matcher
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.run.corpus import Candidate, Corpus, Gone, candidates
from indexer.store.reader import FileRow
from indexer.text.document_text import Text

UseKind = ReferenceKind | Literal["value"]  # a value is named and neither called nor inherited from


class Used(NamedTuple):
    """A place that names something, like a reference of the index."""

    kind: UseKind
    name: str
    span: Span
    row: int
    symbol: int | None  # index of the innermost symbol around it


class FoundReference(NamedTuple):
    """A place that refers to something, what it refers to and why that is believed."""

    root: Path
    path: str
    language: str | None
    text: Text
    reference: Used
    around: Symbol | None  # the innermost definition that it lies in
    evidence: Evidence | None = None  # None where nothing of the name is defined in the workspace
    target: Target | None = None
    target_row: int = 0
    candidates: int = 1  # how many definitions it may mean


def uses_of(
    name: str,
    resolver: Resolver,
    limits: Limits,
    wanted: Target | None = None,
    kinds: Collection[UseKind] | None = None,
) -> Iterator[FoundReference]:
    """The uses of a name in path order; with a definition, those that mean it or may; with kinds, those alone.

    A use that surely means another definition is left out then.
    """
    end = time.monotonic() + limits.seconds
    count = 0
    for corpus in resolver.corpora:
        if wanted is not None and wanted.corpus is not None and is_local(resolver, wanted):
            if corpus is not wanted.corpus:
                continue
            found: Iterator[Candidate] = candidates(corpus, rows_with(corpus, name))
            found = (one for one in found if one.path == wanted.path)
        else:
            found = candidates(corpus, rows_with(corpus, name))
        for candidate in found:
            if limits.cancelled() or time.monotonic() > end:
                return
            try:
                for use in _uses_in(candidate, corpus, name, resolver, wanted, kinds):
                    yield use
                    count += 1
                    if limits.hits is not None and count >= limits.hits:
                        return
            except Gone:
                continue


def rows_with(corpus: Corpus, name: str) -> Iterable[FileRow]:
    """The files of the index that can have a name."""
    if corpus.snapshot is None:
        return ()
    span = Span(0, 0)
    term: Node = TextTerm(name, regex=False, ignore_case=False, span=span)
    if not name.isidentifier():  # a path that imports may have in parts
        term = Ref(None, Name("path", name, ignore_case=False), span)
    return narrowed_rows(corpus.snapshot, Query(term, "line", "path", name), corpus.below)


def is_local(resolver: Resolver, target: Target) -> bool:
    """Whether only the file of a definition can use it: it is bound inside of a function."""
    assert target.corpus is not None
    names = resolver.meaning(target.corpus).sources.names(target.path)
    at = names.at_place.get(target.span) if names is not None else None
    if names is None or at is None:
        return False
    scope = names.bindings[at].scope
    return scope != FILE and names.scopes[scope].kind != "class" and names.bindings[at].kind != "parameter"


def _uses_in(
    candidate: Candidate,
    corpus: Corpus,
    name: str,
    resolver: Resolver,
    wanted: Target | None,
    kinds: Collection[UseKind] | None,
) -> Iterator[FoundReference]:
    fits = matcher(Name("path", name, ignore_case=False))
    references = candidate.references(lambda other: fits(other) is not None)
    places = {one.span: Used(*one) for one in references if kinds is None or one.kind in kinds}
    if not places and kinds is not None and "value" not in kinds:
        return
    data = candidate.text.data
    if name.isidentifier() and not has_word(data, name):
        return
    symbols = candidate.symbols()
    inside_texts: set[Span] = set()
    if name.isidentifier() and (kinds is None or "value" in kinds) and _has_values(candidate.language):
        texts = sorted([*candidate.strings(), *_bodies(candidate)])
        aside = list(candidate.comments())
        scoping = resolver.meaning(corpus).sources.scoping(candidate.path)
        if scoping is None:  # else the tree tells what is code in them
            aside += texts
        signed = scoping is not None and bool(scoping.signed)
        for word in (name, *resolver.aliases(corpus, candidate.path, name)):
            for one in occurrences(data, word, symbols, aside, signed):
                if not one.writes and one.span not in places:
                    row = candidate.text.lines.row_of(one.span.start)
                    places[one.span] = Used("value", word, one.span, row, _around(symbols, one.span))
                    if scoping is not None and _is_in(texts, one.span):
                        inside_texts.add(one.span)
    spans = sorted(places)
    written = [_last_word(data, span, name) for span in spans]
    answers = resolver.answers(corpus, candidate.path, name, written)
    for span, answer in zip(spans, answers, strict=True):
        if answer.is_definition or (span in inside_texts and not answer.kind):
            continue
        targets = answer.targets
        first = targets[0] if targets else None
        if wanted is not None:
            first = next((one for one in targets if _same(one, wanted)), None)
            if first is None:
                continue
        reference = places[span]
        if reference.kind == "value" and answer.kind in ("call", "type"):
            reference = reference._replace(kind=cast(UseKind, answer.kind))
        inside = None if reference.symbol is None else symbols[reference.symbol]
        evidence = first.evidence if first is not None else None
        target = first if first is not None and first.corpus is not None else None
        yield FoundReference(
            corpus.root,
            candidate.path,
            candidate.language,
            candidate.text,
            reference,
            inside,
            evidence,
            target,
            0 if target is None else resolver.row_of(target),
            len(targets),
        )


def _is_in(texts: list[Span], span: Span) -> bool:
    """Whether a place lies in one of some strings, which are sorted."""
    at = bisect_right(texts, (span.start, span.end)) - 1
    return any(text.start <= span.start < text.end for text in texts[max(at - 1, 0) : at + 2])


def _bodies(candidate: Candidate) -> Iterator[Span]:
    """Where heredocs have their text. What is code in them is told by references, as everywhere."""
    for heredoc in candidate.heredocs():
        if heredoc.content_row_end >= heredoc.content_row_start:
            start = candidate.text.row_span(heredoc.content_row_start)[0]
            yield Span(start, candidate.text.row_span(heredoc.content_row_end)[1])


def _last_word(data: bytes, span: Span, name: str) -> Span:
    """Where a name stands in what refers to it, which may be a path that ends with it."""
    word = name.rpartition(".")[2].encode("utf-8", "replace")
    at = data.rfind(word, span.start, span.end)
    return span if at < 0 else Span(at, at + len(word))


def _same(one: Target, other: Target) -> bool:
    return one.path == other.path and one.span == other.span and one.corpus is other.corpus


def _has_values(language: str | None) -> bool:
    """Whether words outside of comments and strings are code, and not data or prose."""
    found = by_name(language) if language else None
    if found is None or found.adapter != "syntax" or found.grammar is None:
        return False
    profile = profile_of(found.grammar)
    return not profile.structure.markup and not profile.layout.is_data


def _around(symbols: Sequence[Symbol], span: Span) -> int | None:
    best = None
    for at, symbol in enumerate(symbols):
        if symbol.span.start > span.start:
            break
        if symbol.span.end >= span.end and (best is None or symbols[best].span.start <= symbol.span.start):
            best = at
    return best


def references_at(
    resolver: Resolver, corpus: Corpus, path: str, offset: int, limits: Limits
) -> Iterator[FoundReference]:
    """The uses of what the name at an offset means. What lies outside of the workspace has those of its name."""
    targets = resolver.targets(corpus, path, offset)
    wanted = targets[0] if targets and targets[0].corpus is not None else None
    name = None
    if wanted is not None and wanted.corpus is not None and wanted.kind not in ("module", "import"):
        name = resolver.meaning(wanted.corpus).sources.written(wanted.path, wanted.span)
    name = name or resolver.meaning(corpus).sources.name_at(path, offset)
    if name is not None:
        yield from uses_of(name, resolver, limits, wanted)
