"""What is searched: the index of a root, with open documents and files that changed since over it.

Every file is looked at as it is now. What the index knows of a file is used only while the file on disk is the one
that was indexed; else its structure is worked out on the spot. So an answer is never about text that is gone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import merge
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from indexer.index.file_reader import (
    Asked,
    Shape,
    chosen,
    content_hash,
    document_of,
    outline_of,
    read_bytes,
    references_of,
)
from indexer.index.workers import Failed
from indexer.languages.detect import detect
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.lazy import lazy
from indexer.model import Block, Boundary, CapturedMatch, HeredocBody, Reference, Span, Statement, Symbol
from indexer.query.paths import lies_in
from indexer.query.regexes import compiled
from indexer.query.tree import Query, Ref, Related, Unused
from indexer.query.tree import Text as Wanted
from indexer.safe_reader import SafeReader
from indexer.search.match.facts import Unanswerable
from indexer.search.match.places import has_disguised
from indexer.store.layout import EVERYTHING, NAMES
from indexer.store.reader import FileRow, Snapshot, is_as_read
from indexer.store.records import LexicalSpans, unpack_blocks, unpack_references
from indexer.syntax.statements.lexers import may_hold_heredoc
from indexer.text.decoding import to_utf8
from indexer.text.document_text import Text
from indexer.text.lines import LineIndex

# Parsing imports much, and most of what is searched has been parsed already.
if TYPE_CHECKING:
    from indexer.documents import Document
    from indexer.git.comparison import Changes, Comparison
    from indexer.git.objects import Unreadable
    from indexer.shapes import ShapeMatches
    from indexer.store.columns import PackedOutline
    from indexer.syntax.faults import Fault

P = ParamSpec("P")
T = TypeVar("T")


Told = list["ShapeMatches"] | Failed | None  # by a helper, of the shapes it was asked for


NO_GRAPH = "who uses what is a question about all files, and one text is looked at alone here"


class Gone(Exception):
    """A file is not there any more, or is no text now."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """One root and what is over its index."""

    root: Path
    snapshot: Snapshot | None
    reader: SafeReader
    live: Mapping[str, Document] = field(default_factory=dict)  # open documents by path relative to the root
    changed: frozenset[str] = frozenset()  # files on disk that the index does not know, or not as they are
    languages: Mapping[str, str] = field(default_factory=dict)  # which language files of some patterns are in
    below: str = ""  # the part of the root that is searched, see `lies_in`
    is_whole: bool = True  # whether all of its files have been read; else nobody knows what is not there
    graph: Callable[[], Graph] | None = None  # who uses what, to be asked; None where that cannot be told
    unreadable: dict[tuple[str | None, Shape], str] = field(default_factory=dict)  # shapes, by language, and why
    _compared: dict[str, Comparison | Unreadable] = field(default_factory=dict)

    def compared(self, since: str) -> Comparison:
        """The root against a revision of its repository, which is read once for a search."""
        from indexer.git.comparison import Comparison
        from indexer.git.objects import Unreadable

        if since not in self._compared:
            try:
                self._compared[since] = Comparison(self.root, since)
            except Unreadable as reason:
                self._compared[since] = reason
            except OSError as error:
                self._compared[since] = Unreadable(f"the repository cannot be read ({error})")
        found = self._compared[since]
        if isinstance(found, Unreadable):
            raise found
        return found


class Graph(Protocol):
    """Who uses what, among all that is searched: what a search may ask of the graph that is made above it."""

    def narrowed(self, query: Query, stopped: Callable[[], bool]) -> Query: ...  # with the files that can have hits
    def holding(self, candidate: Candidate, term: Related | Unused, symbols: Sequence[int]) -> Collection[int]: ...
    def evidence(self, candidate: Candidate, term: Ref, references: Sequence[Reference]) -> Sequence[str]: ...
    def notes(self) -> list[str]: ...  # what is to be said of the answer


class _FileText(Text):
    """A text of which many others are read in the same search: its rows are found by numpy, which is here anyway."""

    @lazy
    def lines(self) -> LineIndex:
        import numpy as np

        if b"\r" in self.data:
            return LineIndex.of(self.data)
        ends = (np.frombuffer(self.data, np.uint8) == ord("\n")).nonzero()[0]
        starts = np.zeros(ends.size + 1, np.int64)
        np.add(ends, 1, out=starts[1:])
        return LineIndex.at(starts.data)


def _never() -> bool:
    return False


class Candidate:
    """One file that may have hits, as the evaluation of a query sees it. Nothing is read before it is needed."""

    def __init__(self, corpus: Corpus, path: str, row: FileRow | None) -> None:
        self._corpus = corpus
        self.path = path
        self._row = row
        self.failure: str | None = None  # why its answer may lack something
        self.stopped: Callable[[], bool] = _never  # whether the search is to end now
        self.reader = corpus.reader
        self.by_name_alone = False  # whether nothing but the names of definitions is asked, which are known first
        self._told: Mapping[Shape, ShapeMatches | Failed] = {}
        self._changes: dict[str, Changes] = {}

    def for_helper(self) -> Asked | None:
        """What a helper needs to know to look into this file; None where only this process knows its text."""
        try:
            if self._row is None or not self._indexed:
                return None
            language, definitions = self.language, self._parsable_alone
        except Gone:
            return None
        return Asked(str(self._corpus.root), self.path, self._row.size, self._row.hash, language, definitions)

    def anew(self) -> Candidate:
        """The same file, of which nothing has been read."""
        return Candidate(self._corpus, self.path, self._row)

    def helped(self, shapes: Sequence[Shape], told: Told) -> Candidate:
        """The same file, to be looked at as it is now, with what a helper said of it as the index knows it."""
        same = self.anew()
        if told is not None:
            same._told = dict(zip(shapes, [told] * len(shapes) if isinstance(told, Failed) else told, strict=True))
        return same

    def is_incomplete(self, why: str) -> None:
        self.failure = why

    @property
    def is_over(self) -> bool:
        """Whether it is not what the index has: open in an editor, or changed on disk since."""
        return self._live is not None or self.path in self._corpus.changed

    @lazy
    def _live(self) -> Document | None:
        return self._corpus.live.get(self.path)

    @property
    def generated(self) -> bool:
        """Whether a program wrote it, as far as the index knows."""
        return self._row is not None and self._row.generated

    @property
    def size(self) -> int:
        """Its bytes, as far as the index knows."""
        return 0 if self._row is None else self._row.size

    @lazy
    def language(self) -> str | None:
        if self._live is not None:
            return self._live.language.name if self._live.language else None
        if self._row is not None and self._indexed:
            return self._row.language
        found = chosen(self.path, self._corpus.languages) or detect(self.path, self.text.data)
        return found.name if found else None

    @lazy
    def text(self) -> Text:
        if self._live is not None:
            return self._live.text
        decoded = to_utf8(self._data)
        if decoded is None:
            raise Gone
        return _FileText(decoded[0])

    def lacks(self, term: Wanted) -> bool:
        """Told from the bytes of the file, whatever they mean: ASCII is the same in all of what a text can be in but
        UTF-16 and UTF-32, which begin with other marks. Most candidates that have no hit need not be decoded so."""
        if self._live is not None:
            return False
        data = self._data
        if term.regex:
            is_text = data.isascii() and b"\r" not in data and b"\0" not in data
            return is_text and compiled(term.text, term.ignore_case).search(data) is None
        is_plain = not term.ignore_case and term.text.isascii() and term.text.isprintable()
        return is_plain and term.text.encode() not in data and data[:1] not in (b"\xff", b"\xfe", b"\0")

    @property
    def _data(self) -> bytes:
        return self._read[0]

    @lazy
    def _read(self) -> tuple[bytes, os.stat_result]:
        """Its bytes, and its state before they were read."""
        try:
            return read_bytes(f"{self._corpus.root}/{self.path}")[:2]
        except OSError as error:
            raise Gone from error

    def plain(self) -> tuple[bytes, bytes] | None:
        """Its text, and its blocks as the index has them packed, where that knows the file as it is, and line feeds end
        its rows. No sign in it but ASCII letters has one of those as its other case. Nothing of it is kept."""
        if self._live is not None or self._row is None or self._row.stage < EVERYTHING or not self._corpus.snapshot:
            return None
        data, state = self._read
        del self._read
        decoded = to_utf8(data) if is_as_read(state.st_size, state.st_mtime_ns, self._row) else None
        if decoded is None or b"\r" in decoded[0] or has_disguised(decoded[0]):
            return None
        packed = self._corpus.snapshot.packed_blocks(self._row.id)
        return None if packed is None else (decoded[0], packed[1])

    @lazy
    def _indexed(self) -> bool:
        """Whether the file on disk is the one that the index knows."""
        if self._live is not None or self._row is None:
            return False
        try:
            known = self.__dict__.get("_read")
            state = os.stat(f"{self._corpus.root}/{self.path}") if known is None else known[1]  # noqa: PTH116 - faster
        except OSError as error:
            raise Gone from error
        if is_as_read(state.st_size, state.st_mtime_ns, self._row):
            return True
        return content_hash(self._data) == self._row.hash

    @property
    def indexed_hash(self) -> str | None:
        """Of the content that the index knows, where the file has it; None where it does not, or is no more."""
        try:
            return self._row.hash.hex() if self._row is not None and self._indexed else None
        except Gone:
            return None

    @lazy
    def document(self) -> Document:
        return self._live if self._live is not None else document_of(self.text.data, self.language)

    def _stored(self, read: Callable[[Snapshot, int], T | None], stage: int = EVERYTHING) -> T | None:
        """What the index has of it, if it has come to a stage."""
        if self._row is None or self._row.stage < stage or self._corpus.snapshot is None or not self._indexed:
            return None
        return read(self._corpus.snapshot, self._row.id)

    @lazy
    def _symbols(self) -> list[Symbol]:
        found = self._stored(lambda snapshot, id: snapshot.symbols(id))
        return self._ask(_document_type().symbols) if found is None else found

    @lazy
    def _blocks(self) -> list[Block]:
        packed = self._stored(lambda snapshot, id: snapshot.packed_blocks(id))
        if packed is None:
            return self._ask(_document_type().blocks)[1]
        return unpack_blocks(*packed, self.text.header)[1]

    @lazy
    def _lexical(self) -> LexicalSpans | None:
        return self._stored(lambda snapshot, id: snapshot.lexical(id))

    @lazy
    def _comments(self) -> Sequence[Span]:
        return self._ask(_document_type().comments) if self._lexical is None else self._lexical.comments

    @lazy
    def _strings(self) -> Sequence[Span]:
        return self._ask(_document_type().strings) if self._lexical is None else self._lexical.strings

    @lazy
    def _halves(self) -> tuple[Sequence[Span], Sequence[Span]]:
        if self._lexical is not None:
            return self._lexical.headers, self._lexical.bodies
        return self._ask(_document_type().halves)

    @lazy
    def _heredocs(self) -> list[HeredocBody]:
        language = by_name(self.language) if self.language else None
        if language is None or not may_hold_heredoc(language, self.text.data):
            return []
        return self._ask(_document_type().heredoc_bodies)

    def symbols(self) -> Sequence[Symbol]:
        return self._symbols

    def blocks(self) -> Sequence[Block]:
        return self._blocks

    @lazy
    def packed(self) -> PackedOutline | None:
        stage = NAMES if self.by_name_alone else EVERYTHING
        return self._stored(lambda snapshot, id: snapshot.packed_outline(id), stage)

    @lazy
    def outline(self) -> PackedOutline:
        from indexer.store.columns import PackedOutline

        return PackedOutline(*self._ask(outline_of)) if self.packed is None else self.packed

    @lazy
    def stored(self) -> int | None:
        """Its number in the index, if that knows all of its structure, and the file is as it knows it."""
        row = self._row
        return row.id if row is not None and row.stage >= EVERYTHING and self._indexed else None

    def definition(self, at: int) -> Callable[[], Symbol]:
        """A definition by its number, for when it is asked for; what it needs of the index is there then."""
        return partial(self.outline.symbol, at)

    @property
    def packed_references(self) -> bytes | None:
        """Its references as the index keeps them, where that knows the file as it is."""
        return self._stored(lambda snapshot, id: snapshot.packed_references(id))

    @property
    def content(self) -> object:
        """What is the same while the text is the same."""
        if self._live is not None:
            return self._live
        return self._row.hash if self._row is not None and self._indexed else self.text.data

    def references(
        self, wanted: Callable[[str], bool] | None = None, words: Collection[str] = ()
    ) -> Sequence[Reference]:
        """Its references, or those whose names are wanted; of words, each such name has one in it."""
        if self._live is None:
            packed = self.packed_references or self._ask(references_of)
            return unpack_references(packed, lambda offset: self.text.lines.row_of(offset), wanted, words)
        found: list[Reference] = self._ask(_document_type().references)
        return found if wanted is None else [reference for reference in found if wanted(reference.name)]

    def comments(self) -> Sequence[Span]:
        return self._comments

    def strings(self) -> Sequence[Span]:
        return self._strings

    def halves(self) -> tuple[Sequence[Span], Sequence[Span]]:
        return self._halves

    def heredocs(self) -> Sequence[HeredocBody]:
        return self._heredocs

    def pattern_matches(self, source: str) -> Sequence[CapturedMatch]:
        return self._shapes(Shape("pattern_matches", source))

    @lazy
    def _parsable_alone(self) -> list[tuple[int, int]] | None:
        """The definitions that can be parsed alone, where the index knows them."""
        language = by_name(self.language) if self.language else None
        kinds = (
            profile_of(language.grammar).structure.whole_kinds
            if language is not None and language.grammar is not None
            else None
        )
        return self.packed.outermost(kinds) if kinds and self.packed is not None else None

    def statements(self) -> tuple[Sequence[Statement], Sequence[Boundary]]:
        return self._statements

    @lazy
    def _statements(self) -> tuple[Sequence[Statement], Sequence[Boundary]]:
        found, boundaries, _ = self._ask(_document_type().all_statements)
        return found, boundaries

    def measures(self) -> Sequence[CapturedMatch]:
        return self._shapes(Shape("measures"))

    def changes(self, since: str) -> Changes:
        if since not in self._changes:
            self._changes[since] = self._changes_of(since)
        return self._changes[since]

    def _changes_of(self, since: str) -> Changes:
        from indexer.git.comparison import Changes, State
        from indexer.git.objects import Unreadable

        try:
            compared = self._corpus.compared(since)
        except Unreadable as reason:
            raise Unanswerable(str(reason)) from reason
        state = None
        try:
            if self._live is None:
                found = os.stat(f"{self._corpus.root}/{self.path}")  # noqa: PTH116 - faster on a string
                state = State(found.st_size, found.st_mtime_ns)
            raw = lambda: self.text.data if self._live is not None else self._data  # noqa: E731
            return compared.changes(self.path, state, raw, lambda: self.text.data)
        except OSError as error:
            raise Gone from error
        except Unreadable as reason:
            self.failure = f"{reason}; all of it counts as changed"
            return Changes(((0, len(self.text.data)),), (), True)

    def in_graph(self, term: Related | Unused, symbols: Sequence[int]) -> Collection[int]:
        return self._graph.holding(self, term, symbols) if symbols else ()

    def evidence(self, term: Ref, references: Sequence[Reference]) -> Sequence[str]:
        return self._graph.evidence(self, term, references)

    @property
    def _graph(self) -> Graph:
        if self._corpus.graph is None:
            raise Unanswerable(NO_GRAPH)
        return self._corpus.graph()

    @property
    def corpus(self) -> Corpus:
        return self._corpus

    def ts_matches(self, source: str) -> Sequence[CapturedMatch]:
        return self._shapes(Shape("ts_matches", source))

    def _shapes(self, shape: Shape) -> Sequence[CapturedMatch]:
        told = self._told.get(shape) if self._indexed else None
        if isinstance(told, Failed):
            self.failure = f"its grammar failed ({told.reason})"
            return ()
        if told is None and shape.method == "pattern_matches" and self._is_without(shape.source):
            return ()
        known = None if self._live is not None else self._corpus.unreadable.get((self.language, shape))
        if known is not None:
            raise Unanswerable(known)
        found: ShapeMatches = self._looked_for(shape) if told is None else told
        if found.problem is not None and not found.matches:
            if self.failure is None and self._is_read_alike():
                self._corpus.unreadable[self.language, shape] = found.problem
            raise Unanswerable(found.problem)
        if not found.complete:
            self.failure = "its tree has too many ways to match; some matches may be missing"
        return found.matches

    @property
    def version(self) -> int | None:
        """The editor's version of it, where it is open."""
        return None if self._live is None else self._live.version

    @property
    def raw(self) -> bytes | None:
        """The bytes of the file as it was read, where it is not open."""
        return None if self._live is not None else self._data

    def asked(
        self, method: Callable[Concatenate[Document, P], ShapeMatches], *arguments: P.args, **named: P.kwargs
    ) -> Sequence[CapturedMatch]:
        """The matches that a method of our own finds in the document, here or in a child."""
        found = self._ask(method, *arguments, **named)
        if not found.complete:
            self.failure = "its tree has too many ways to match; some matches may be missing"
        return found.matches

    def faults(self) -> Sequence[Fault] | None:
        """What its grammars cannot make sense of; None where there is no tree to tell."""
        return self._ask(_document_type().faults)

    def with_separators(self, spans: Sequence[Span]) -> Sequence[Span]:
        """For each span that is to be taken out, all that has to go with it."""
        return self._ask(_document_type().with_separators, list(spans))

    def with_text(self, data: bytes) -> Candidate:
        """The same file, if its text were this."""
        other = Candidate(self._corpus, self.path, self._row)
        other.__dict__["_live"] = document_of(data, self.language)
        return other

    def _looked_for(self, shape: Shape) -> ShapeMatches:
        document, kind = self._with_shapes, _document_type()
        if shape.method == "measures":
            return self._ask_of(document, kind.measures)
        if shape.method == "pattern_matches":
            return self._ask_of(document, kind.pattern_matches, shape.source, self._parsable_alone)
        return self._ask_of(document, kind.ts_matches, shape.source)

    def _is_read_alike(self) -> bool:
        """Whether what cannot be read in this file can be read in none of its language."""
        from indexer.embedded.finders import may_embed

        language = by_name(self.language) if self.language else None
        if language is None or language.adapter != "syntax" or may_embed(language):
            return False
        return language.grammar is not None and not profile_of(language.grammar).grammar.unsteady

    @property
    def _with_shapes(self) -> Document:
        """The document as shapes are looked for in it. A language without trees has them only in what is embedded, so
        its own grammar, which nobody may have proved safe, is left out."""
        document, language = self.document, self.document.language
        if self._live is not None or language is None or language.adapter == "syntax":
            return document
        return replace(document, language=replace(language, grammar=None))

    def _is_without(self, source: str) -> bool:
        """Whether the text tells, without a tree, that a pattern is not in it."""
        language = by_name(self.language) if self.language else None
        grammar = language.grammar if language is not None and language.adapter == "syntax" else None
        if grammar is None or language is None or self._corpus.reader.quarantine.reason(grammar):
            return False
        from indexer.embedded.finders import may_embed
        from indexer.patterns.pattern import Pattern, compile_pattern

        known = profile_of(grammar).grammar
        if not known.trusted or known.unsteady or may_embed(language):
            return False
        pattern = compile_pattern(source, grammar)
        return isinstance(pattern, Pattern) and not pattern.may_be_in(self.text.data)

    def _ask(self, method: Callable[Concatenate[Document, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """An answer from the document, here or in a child."""
        return self._ask_of(self.document, method, *arguments, **named)

    def _ask_of(
        self,
        document: Document,
        method: Callable[Concatenate[Document, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        answered = self.reader.ask(self._key, document, method, *arguments, **named)
        if answered.failure is not None:
            self.failure = answered.failure
        return answered.result

    @lazy
    def _key(self) -> str:
        """What names this text among those that are searched."""
        content = self._row.hash.hex() if self._row is not None and self._indexed else str(len(self.text.data))
        return f"{self._corpus.root}/{self.path}:{content}"


def _document_type() -> type[Document]:
    from indexer.documents import Document

    return Document


def packed_outlines(asked: Sequence[Candidate]) -> list[tuple[bytes, bytes]]:
    """The symbols and blocks of some files as they are packed; those that the index has are read together."""
    stored: dict[Corpus, list[int]] = {}
    for candidate in asked:
        if candidate.stored is not None:
            stored.setdefault(candidate.corpus, []).append(candidate.stored)
    known = {corpus: corpus.snapshot.packed_outlines(ids) for corpus, ids in stored.items() if corpus.snapshot}
    return [one.outline.lists if one.stored is None else known[one.corpus][one.stored] for one in asked]


def candidates(corpus: Corpus, rows: Iterable[FileRow]) -> Iterator[Candidate]:
    """The files to look at in path order: those rows, which are in it, and what is open or has changed."""
    over = {path for path in (*corpus.live, *corpus.changed) if lies_in(path, corpus.below)}
    known = (Candidate(corpus, row.path, row) for row in rows if row.path not in over)
    if not over:
        return known
    table = corpus.snapshot.table.by_path if corpus.snapshot else {}
    return merge(known, (Candidate(corpus, path, table.get(path)) for path in sorted(over)), key=attrgetter("path"))
