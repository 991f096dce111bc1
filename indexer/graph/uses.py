"""Where a definition is used: every place of the code that has its name, each taken to what it means.

Files that can have the name are told by the index; comments, strings and heredocs are left out. Values count as well as
calls: constants, fields, macros. In languages whose scopes are not known a place has what its name tells.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, cast

from indexer.extract.naming import has_word, occurrences
from indexer.graph.holding import is_word, is_written_whole, rows_with
from indexer.graph.names import FILE
from indexer.graph.resolve import Evidence, Resolver, Target
from indexer.graph.values import Shared
from indexer.graph.words import last_word
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.model import Limits, ReferenceKind, Span, Symbol
from indexer.query.tree import Name
from indexer.search.names.matching import parts
from indexer.search.names.written import Written, before, written
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


Asked = Mapping[str, Sequence[Target] | None]  # names, each with definitions of it, or None for whatever it means


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
    return uses_of_each({name: None if wanted is None else [wanted]}, resolver, limits, kinds)


def uses_of_each(
    asked: Asked, resolver: Resolver, limits: Limits, kinds: Collection[UseKind] | None = None
) -> Iterator[FoundReference]:
    """The same for several names at once: each file is looked at once. A use comes once for each definition asked for
    that it may mean."""
    end = time.monotonic() + limits.seconds
    count = 0
    homes = {name: _homes(wanted, resolver) for name, wanted in asked.items()}
    for corpus in resolver.corpora:
        rows: dict[str, FileRow] = {}
        names: dict[str, list[str]] = {}
        for name, home in homes.items():
            for row in rows_with(corpus, name):
                if home is None or (corpus.root, row.path) in home:
                    rows[row.path] = row
                    names.setdefault(row.path, []).append(name)
        for candidate in candidates(corpus, [rows[path] for path in sorted(rows)]):
            if limits.cancelled() or time.monotonic() > end:
                return
            here = names.get(candidate.path, [])
            if candidate.is_over:
                here = [name for name, home in homes.items() if home is None or (corpus.root, candidate.path) in home]
            try:
                for use in _uses_in(candidate, corpus, {name: asked[name] for name in here}, resolver, kinds):
                    yield use
                    count += 1
                    if limits.hits is not None and count >= limits.hits:
                        return
            except Gone:
                continue


def _homes(wanted: Sequence[Target] | None, resolver: Resolver) -> set[tuple[Path, str]] | None:
    """The files that alone can use some definitions, which are bound in functions; None where others can."""
    if wanted is None or any(target.corpus is None or not is_local(resolver, target) for target in wanted):
        return None
    return {(target.corpus.root, target.path) for target in wanted if target.corpus is not None}


def is_local(resolver: Resolver, target: Target) -> bool:
    """Whether only the file of a definition can use it: it is bound inside of a function, and no call names it."""
    assert target.corpus is not None
    sources = resolver.meaning(target.corpus).sources
    names, scoping = sources.names(target.path), sources.scoping(target.path)
    at = names.bound_at(target.span) if names is not None else None
    if names is None or at is None:
        return False
    scope = names.bindings[at].scope
    holds = names.scopes[scope].kind in ("class", "namespace")
    named = scoping is not None and (scoping.keywords or scoping.marks) and names.bindings[at].kind == "parameter"
    return scope != FILE and not holds and not named


def _uses_in(
    candidate: Candidate, corpus: Corpus, asked: Asked, resolver: Resolver, kinds: Collection[UseKind] | None
) -> Iterator[FoundReference]:
    places = _places_in(candidate, corpus, asked, resolver, kinds)
    if not places:
        return
    data, symbols = candidate.text.data, resolver.meaning(corpus).sources.symbols(candidate.path)
    ordered = [places[key] for key in sorted(places)]
    words = [place.used.span if place.marked else last_word(data, place.used.span, place.word) for place in ordered]
    answers = resolver.answers(corpus, candidate.path, [place.asked for place in ordered], words)
    for place, answer in zip(ordered, answers, strict=True):
        if answer.is_definition or (place.in_text and not answer.kind):
            continue
        targets, wanted = answer.targets, asked[place.asked]
        meant: list[Target | None] = [targets[0] if targets else None]
        if wanted is not None:
            meant = [one for one in targets if any(same(one, other) for other in wanted)]
        used = place.used
        if used.kind == "value" and answer.kind in ("call", "type"):
            used = used._replace(kind=cast(UseKind, answer.kind))
        for first in meant:
            target = first if first is not None and first.corpus is not None else None
            yield FoundReference(
                corpus.root,
                candidate.path,
                candidate.language,
                candidate.text,
                used,
                symbols[used.symbol] if used.symbol is not None and used.symbol < len(symbols) else None,
                first.evidence if first is not None else None,
                target,
                0 if target is None else resolver.row_of(target),
                len(targets),
            )


class _Place(NamedTuple):
    """A place of a text that may use a name."""

    used: Used
    asked: str  # the name that was asked for
    word: str  # how it is written there: that name, or another that an import has given it
    in_text: bool = False  # it stands in a string, of which the tree tells whether it is code
    marked: bool = False  # a reader of pages and sheets has found it


def _places_in(
    candidate: Candidate, corpus: Corpus, asked: Asked, resolver: Resolver, kinds: Collection[UseKind] | None
) -> dict[tuple[Span, str], _Place]:
    """Where a text may use some names, by the place and the name."""
    words = [name for name in asked if is_word(name)]
    data, fitting, joined = candidate.text.data, _fitting(asked), _joined(asked)
    found: dict[tuple[Span, str], _Place] = {}
    imported: set[str] = set()
    for one in candidate.references(lambda other: bool(fitting(other)), words if len(words) == len(asked) else ()):
        for name in fitting(one.name):
            if name in joined and not joined[name].fits(one.name, before(one.span.start, data)):
                continue
            if one.kind == "import":
                imported.add(name)
            if kinds is None or one.kind in kinds:
                found[one.span, name] = _Place(Used(*one), name, name)
    values = kinds is None or "value" in kinds
    scoping = resolver.meaning(corpus).sources.scoping(candidate.path)
    marked = _marked(candidate, corpus, asked, resolver) if values and scoping is not None and scoping.marks else {}
    if not found and not values and not imported:
        return found
    if scoping is not None and scoping.marked == "sheet":
        return _as_marked(marked, found, data)
    told = {*imported, *(name for _, name in found)}
    last = {name: joined[name].last if name in joined else name for name in asked if values or name in told}
    there = {name: word for name, word in last.items() if is_written_whole(word) and has_word(data, word)}
    found = {key: place for key, place in found.items() if place.asked in there or place.asked not in words}
    values = values and _has_values(candidate.language)
    others = {
        word: name
        for name in there
        if values or name in imported
        for word in resolver.aliases(corpus, candidate.path, name)
    }
    for one in candidate.references(others.__contains__) if others else ():
        if kinds is None or one.kind in kinds:
            found[one.span, others[one.name]] = _Place(Used(*one), others[one.name], one.name)
    if values and (there or others):
        symbols = candidate.symbols()
        texts = sorted([*candidate.strings(), *_bodies(candidate)])
        code = _code_in(candidate.language, data)
        if code is not None:
            texts = [text for text in texts if _is_in(code, text)]  # others are attributes with code in them
        aside = list(candidate.comments())
        heads = {
            symbol.name_span for symbol in symbols if symbol.kind == "impl"
        }  # called as the type that they are for
        heads |= resolver.imported(corpus, candidate.path)  # an import may look like a variable
        if scoping is None:  # else the tree tells what is code in them
            aside += texts
        signed = scoping is not None and bool(scoping.signed)
        # A key of an outline may be what a module is given: where names are addresses, the tree tells what defines.
        defined = () if scoping is not None and scoping.address is not None else symbols
        known = {asked: sorted(span for span, name in found if name == asked) for asked in there}
        ends = {one.name_span.end for one in defined if one.name_span not in heads and not is_word(one.name)}
        for word, name in [*((word, name) for name, word in there.items()), *others.items()]:
            for place in occurrences(data, word, defined, aside, signed):
                if (place.writes and place.span not in heads) or place.span.end in ends:
                    continue
                if name in joined and not joined[name].fits(word, before(place.span.start, data)):
                    continue
                if not _is_in(known[name], place.span) and (code is None or _is_in(code, place.span)):
                    row = candidate.text.lines.row_of(place.span.start)
                    used = Used("value", word, place.span, row, _around(symbols, place.span))
                    in_text = scoping is not None and _is_in(texts, place.span)
                    found[place.span, name] = _Place(used, name, word, in_text)
    return {**found, **marked}


def _as_marked(
    marked: dict[tuple[Span, str], _Place], found: dict[tuple[Span, str], _Place], data: bytes
) -> dict[tuple[Span, str], _Place]:
    """The names of a sheet, as calls where the index knows them for such."""
    for (span, name), place in found.items():
        key = last_word(data, span, name), name
        if key in marked:
            marked[key] = marked[key]._replace(used=marked[key].used._replace(kind=place.used.kind))
    return marked


def _marked(candidate: Candidate, corpus: Corpus, asked: Asked, resolver: Resolver) -> dict[tuple[Span, str], _Place]:
    """Where a text has names of pages and sheets; not in comments of a script."""
    sources = resolver.meaning(corpus).sources
    uses = sources.marks(candidate.path).called(asked)
    scoping = sources.scoping(candidate.path)
    aside = sorted(candidate.comments()) if uses and scoping is not None and scoping.marked == "script" else []
    symbols = candidate.symbols() if uses else ()
    found = {}
    for use in uses:
        if not _is_in(aside, use.span):
            row = candidate.text.lines.row_of(use.span.start)
            used = Used("value", use.name, use.span, row, _around(symbols, use.span))
            found[use.span, use.name] = _Place(used, use.name, use.name, marked=True)
    return found


def _fitting(asked: Iterable[str]) -> Callable[[str], list[str]]:
    """Which of some names a reference has: as a whole, or as parts of it."""
    plain = {name for name in asked if is_word(name)}
    paths = {name: written(Name("path", name, ignore_case=False)) for name in asked if name not in plain}

    def fitting(other: str) -> list[str]:
        if not paths and (other in plain or other.isidentifier()):
            return [other] if other in plain else []
        found = [other] if other in plain else [part for part in dict.fromkeys(parts(other)) if part in plain]
        return [*found, *(name for name, path in paths.items() if path.may_be(other))]

    return fitting


def _joined(asked: Iterable[str]) -> dict[str, Written]:
    """The names that have others before them, and how they are told by these."""
    paths = {name: written(Name("path", name, ignore_case=False)) for name in asked if not is_word(name)}
    return {name: path for name, path in paths.items() if path.is_joined}


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


def same(one: Target, other: Target) -> bool:
    return one.path == other.path and one.span == other.span and one.corpus is other.corpus


def _has_values(language: str | None) -> bool:
    """Whether words outside of comments and strings are code, and not data or prose."""
    found = by_name(language) if language else None
    if found is None or found.adapter != "syntax" or found.grammar is None:
        return False
    profile = profile_of(found.grammar)
    return profile.embeds.code_in is not None or not (profile.structure.markup or profile.layout.is_data)


def _code_in(language: str | None, data: bytes) -> list[Span] | None:
    """Where a component has code, in its script and in its markup; None where a text is code or has none."""
    found = by_name(language) if language else None
    code = profile_of(found.grammar).embeds.code_in if found is not None and found.grammar else None
    if code is None:
        return None
    return [Span(*match.span(match.lastgroup)) for match in code.finditer(data) if match.lastgroup is not None]


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
    sources = resolver.meaning(corpus).sources
    [use] = sources.uses(path, [offset]) if sources.names(path) is not None else [None]
    if use is not None and isinstance(use.value, Shared):
        name = use.name  # what defines it may be written in another way, or in parts
    elif wanted is not None and wanted.corpus is not None and wanted.kind not in ("module", "import"):
        name = resolver.meaning(wanted.corpus).sources.written(wanted.path, wanted.span)
    name = name or sources.name_at(path, offset)
    if name is not None:
        yield from uses_of(name, resolver, limits, wanted)
