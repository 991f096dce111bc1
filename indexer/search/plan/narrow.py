"""Which files can have a hit at all: what the index tells before any file is looked at.

Narrowing never decides. A file that is left is looked at as it is now; a file that is left out could not have had a
hit in the state that the index knows, and files that changed since are always looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from indexer.languages.registry import languages
from indexer.query.kinds import DEFINITIONS
from indexer.query.needs import (
    All,
    Any,
    Anything,
    Defines,
    DefinesKind,
    Has,
    InFiles,
    Need,
    all_of,
    fold,
    needs,
    text_needs,
)
from indexer.query.paths import lies_in, path_matcher
from indexer.query.tree import (
    And,
    Contains,
    File,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Node,
    Not,
    Query,
    Ref,
    Related,
    Size,
    Sym,
    Unused,
    select_of,
    walk,
)
from indexer.search.names.lookup import files_defining
from indexer.store.reader import FileRow, Snapshot

if TYPE_CHECKING:
    from indexer.store.segments import FileIds, Segment


_UNCOUNTED = DEFINITIONS | {"group"}
# The kinds of which every block is a definition of that kind, too. What a function is depends on what is around it,
# and in broken text a block may have lost that.
_SURE = DEFINITIONS - {"constructor", "function", "method", "prototype", "test", "test_function", "test_method"}


def conjuncts(node: Node) -> Iterator[Node]:
    """The terms that a hit must all satisfy."""
    if isinstance(node, And):
        for part in node.parts:
            yield from conjuncts(part)
    else:
        yield node


def need_of(query: Query, definitions: bool = True) -> Need:
    """What a file must have for a hit: literals and, with `definitions`, names and kinds that it defines."""
    need = needs(query, _pattern_need, definitions)
    return all_of((need, *map(DefinesKind, _defined_kinds(query)))) if definitions else need


def _defined_kinds(query: Query) -> Iterator[frozenset[str]]:
    """Of each of these sets a file with a hit defines something: the hit, or what is around it or in it."""
    if (own := kinds_of(query)) is not None:
        yield own
    for term in conjuncts(query.root):
        if isinstance(term, Inside | Contains) and (kinds := sure_kinds(term)) is not None:
            yield kinds


def sure_kinds(term: Inside | Contains) -> frozenset[str] | None:
    """The kinds that what is around something, or in it, must be of, if all such blocks are definitions."""
    said = [inner.kinds for inner in conjuncts(term.query) if isinstance(inner, Kind)]
    kinds = frozenset.intersection(*said) if said else frozenset[str]()
    return kinds if kinds and kinds <= _SURE else None


def kinds_of(query: Query) -> frozenset[str] | None:
    """The kinds that a hit can be of, where it must be a definition and they are said."""
    kinds = [term.kinds for term in conjuncts(query.root) if isinstance(term, Kind)]
    return frozenset.intersection(*kinds) if kinds and select_of(query) == "symbol" else None


def _pattern_need(source: str) -> Need:
    from indexer.patterns.metavariables import pattern_literals  # it imports the parser

    return All(tuple(Has(fold(literal)) for literal in pattern_literals(source)))


def path_filter(query: Query) -> Callable[[str, str | None], bool]:
    """Whether a path and its language pass the query's `file:` and `lang:` terms, as far as they are plain.

    Few languages have heredocs, so those are looked for in files of these alone.
    """
    tests: list[Callable[[str, str | None], bool]] = []
    for term in conjuncts(query.root):
        negated = isinstance(term, Not)
        inner = term.part if isinstance(term, Not) else term
        if isinstance(inner, Lang):
            tests.append(_language_test(inner.language, negated))
        elif isinstance(inner, File):
            tests.append(_path_test(path_matcher(inner), negated))
        elif not negated and (isinstance(inner, InHeredoc) or (isinstance(inner, Is) and inner.place == "heredoc")):
            tests.append(lambda path, language: language in _heredoc_languages())
    if len(tests) < 2:
        return tests[0] if tests else lambda path, language: True
    return lambda path, language: all(test(path, language) for test in tests)


@cache
def _heredoc_languages() -> frozenset[str]:
    return frozenset(language.name for language in languages() if language.lexer is not None)


def _language_test(wanted: str, negated: bool) -> Callable[[str, str | None], bool]:
    return lambda path, language: (language == wanted) != negated


def _path_test(matches: Callable[[str], bool], negated: bool) -> Callable[[str, str | None], bool]:
    return lambda path, language: matches(path) != negated


def narrowed_rows(snapshot: Snapshot, query: Query, below: str, known: Sym | None = None) -> Iterator[FileRow]:
    """The indexed files that may have a hit, in path order. Most searches end before they have seen them all.

    The files that have definitions of `known`, which the query asks for, need not be looked up.
    """
    passes, shortest = path_filter(query), _shortest(query)
    nesting = nesting_of(query)
    deep = None if nesting is None else snapshot.nesting(*nesting)
    need = need_of(query)
    if known is not None:
        parts = need.parts if isinstance(need, All) else (need,)
        need = all_of(part for part in parts if part != Defines(known.name) and not isinstance(part, DefinesKind))
    rows = _by_text(snapshot, need)
    said = next((term.language for term in conjuncts(query.root) if isinstance(term, Lang)), None)
    if rows is snapshot.table.rows and said is not None:
        rows = snapshot.table.by_language.get(said, ())
    for row in rows:
        is_there = row.skipped is None and (not below or lies_in(row.path, below))
        is_there = is_there and (deep is None or row.id in deep)
        if is_there and row.lines >= shortest and passes(row.path, row.language):
            yield row


def nesting_of(query: Query) -> tuple[frozenset[str], int, int] | None:
    """Kinds of blocks of which a file with a hit has some, how deep one of them lies, and how many in each other.

    None where a hit need not be a block without a name, or nothing is said of it but its kind.
    """
    if select_of(query) != "block":
        return None
    own, depth = _block_kinds(query.root), 1
    if own is None:
        return None
    for term in conjuncts(query.root):
        if isinstance(term, Size) and term.measure == "depth":
            depth = max(depth, term.low or 0)
    kinds, nested = own, 1
    for way in (Inside, Contains):
        next_one = _next(query.root, way)
        while next_one is not None:
            kinds, nested = kinds | next_one[1], nested + 1
            next_one = _next(next_one[0], way)
    # Those around may lie less deep than the hit, and never deeper; those inside lie deeper.
    return (kinds, depth, nested) if depth > 1 or nested > 1 else None


def _next(node: Node, way: type[Inside] | type[Contains]) -> tuple[Node, frozenset[str]] | None:
    """What must be around something, or in it, and the kinds of blocks that it can be, where they are said."""
    for term in conjuncts(node):
        if isinstance(term, way) and (kinds := _block_kinds(term.query)) is not None:
            return term.query, kinds
    return None


def _block_kinds(node: Node) -> frozenset[str] | None:
    """The kinds that something can be of, if they are said and all are of blocks that count as deep."""
    said = [term.kinds for term in conjuncts(node) if isinstance(term, Kind)]
    kinds = frozenset.intersection(*said) if said else frozenset[str]()
    return kinds if kinds and not kinds & _UNCOUNTED else None


def _shortest(query: Query) -> int:
    """How many lines a file has at least that has a hit."""
    sizes = [term for term in conjuncts(query.root) if isinstance(term, Size) and term.measure == "lines"]
    return max((size.low or 0 for size in sizes), default=0)


def _by_text(snapshot: Snapshot, need: Need) -> Iterable[FileRow]:
    table = snapshot.table
    ids = _found(snapshot, need)
    if ids is None:
        return table.rows
    places = table.places(ids)
    if table.unsegmented:
        places = sorted({*places, *table.unsegmented_places})
    rows = table.rows
    return (rows[at] for at in places)


def _found(snapshot: Snapshot, need: Need) -> FileIds | None:
    """The ids of the files in segments that satisfy a need; None for all."""
    return _evaluated(snapshot, snapshot.segments(), need) if snapshot.table.segments else None


def _evaluated(snapshot: Snapshot, segments: Sequence[Segment], need: Need) -> FileIds | None:
    from numpy import array, concatenate, int64, intersect1d, union1d

    from indexer.store.segments import candidates
    from indexer.store.trigrams import each_once

    if isinstance(need, Has):
        return candidates(segments, [need.literal])
    if isinstance(need, Defines):
        ids = files_defining(snapshot, need.name)
        return each_once(array([*ids, *snapshot.table.nameless], int64))
    if isinstance(need, DefinesKind):
        files = [table.files_with(need.kinds) for table in snapshot.name_tables]
        return each_once(concatenate([*files, array(snapshot.table.nameless, int64)]))
    if isinstance(need, InFiles):
        known = snapshot.table.by_path
        return each_once(array([known[path].id for path in need.paths if path in known], int64))
    if isinstance(need, All):
        # A file that has all trigrams of several literals has those of each: they are looked up in one go.
        kept = candidates(segments, [part.literal for part in need.parts if isinstance(part, Has)])
        for part in need.parts:
            found = None if isinstance(part, Has) else _evaluated(snapshot, segments, part)
            if found is not None:
                kept = found if kept is None else intersect1d(kept, found, assume_unique=True)
        return kept
    if isinstance(need, Any):
        joined: FileIds | None = None
        for part in need.parts:
            found = _evaluated(snapshot, segments, part)
            if found is None:
                return None
            joined = found if joined is None else union1d(joined, found)
        return joined
    return None


def ids_holding(snapshot: Snapshot, word: str) -> set[int] | None:
    """The ids of the files that may hold a word in any case, or None if that can be all."""
    ids = _found(snapshot, text_needs(word, ignore_case=True))
    return None if ids is None else {*ids.tolist(), *(row.id for row in snapshot.table.unsegmented)}


def files_holding(snapshot: Snapshot, need: Need) -> int:
    """How many files may satisfy a need."""
    ids = _found(snapshot, need)
    return len(snapshot.table.rows) if ids is None else len(ids) + len(snapshot.table.unsegmented)


def needs_structure(query: Query) -> bool:
    """Whether nothing but structure narrows a query, so that it must be known of every file."""
    return isinstance(need_of(query, definitions=False), Anything) and any(
        isinstance(term, Sym | Kind | Size | Ref | Related | Unused) for term in walk(query.root)
    )


def only_symbol(query: Query) -> Sym | None:
    """The one `sym:` term that every hit must satisfy, if there is exactly one."""
    found = [term for term in conjuncts(query.root) if isinstance(term, Sym)]
    return found[0] if len(found) == 1 else None
