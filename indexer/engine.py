"""Everything a front end may call: open documents, and answers about them and about files on disk.

Offsets are bytes. A front end converts positions with `offset_of` and `position_of`, and nothing else of the engine is
its business. Documents change on the caller's thread; an answer is about the document as it was when asked.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from indexer.documents import Document
from indexer.extract.sections import Placed, Section
from indexer.grammars.queries import query_source
from indexer.grammars.trust import unsafe_grammars, why_unsafe
from indexer.languages.detect import detect
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language, languages
from indexer.languages.registry import by_name as language_named
from indexer.lazy import lazy
from indexer.model import Block, Boundary, Chunk, Fold, Heredoc, Limits, Occurrence, Problem, Span, Statement, Symbol
from indexer.query.fields import problem_with_revisions
from indexer.query.parser import parse
from indexer.query.tree import Query
from indexer.query.words import fields as query_fields
from indexer.query.words import values as query_values
from indexer.safe_reader import Quarantine, SafeReader
from indexer.settings import Loaded, Settings
from indexer.settings import load as load_settings
from indexer.store.records import Damaged
from indexer.store.writer import DamagedIndex
from indexer.text.decoding import decode, encode, to_utf8
from indexer.text.document_text import Text
from indexer.text.positions import Encoding, offset_of, position_of
from indexer.turns import Turns

# Searching imports much that a server does not need to start.
if TYPE_CHECKING:
    from indexer.export.files import ExportedFile
    from indexer.graph.analysis import Analysis
    from indexer.graph.calls import Edge, Place, Told
    from indexer.graph.definitions import Definition
    from indexer.graph.layers import Layer
    from indexer.graph.navigate import FileImport
    from indexer.graph.questions import GraphQuestions
    from indexer.graph.reach import Reach
    from indexer.graph.renames import Renameable, Renamed, Renaming
    from indexer.graph.uses import FoundReference
    from indexer.index.indexer import Progress, Report
    from indexer.index.process import Event as IndexEvent
    from indexer.index.recall import Recalled
    from indexer.replace.change import Change
    from indexer.replace.edits import Edit
    from indexer.replace.replacing import Refusal, Replacement, Request
    from indexer.replace.replacing import Summary as ReplaceSummary
    from indexer.rules.checking import Checked
    from indexer.rules.live import LiveAnswer, LiveFinding, LiveRules
    from indexer.search.navigate.files import File
    from indexer.search.navigate.questions import Relevant
    from indexer.search.run.corpus import Corpus
    from indexer.search.run.search import Answer, Hit
    from indexer.store.reader import FileRow, Totals
    from indexer.store.repositories import Repository
    from indexer.targets import Target, Targets
    from indexer.workspace import Status, Workspace

__all__ = [
    "Analysis",
    "Answer",
    "Block",
    "Boundary",
    "Change",
    "Checked",
    "Chunk",
    "DamagedIndex",
    "Definition",
    "Document",
    "Edge",
    "Edit",
    "Encoding",
    "Engine",
    "ExportedFile",
    "File",
    "FileImport",
    "FileRow",
    "Fold",
    "FoundReference",
    "Heredoc",
    "Hit",
    "IndexEvent",
    "Language",
    "Limits",
    "LiveAnswer",
    "LiveFinding",
    "Loaded",
    "Occurrence",
    "Place",
    "Placed",
    "Problem",
    "Progress",
    "Query",
    "Reach",
    "Recalled",
    "Refusal",
    "Relevant",
    "Renameable",
    "Renamed",
    "Renaming",
    "Replacement",
    "Report",
    "Repository",
    "Request",
    "SafeReader",
    "Section",
    "Settings",
    "Span",
    "Statement",
    "Status",
    "Surveyed",
    "Symbol",
    "Target",
    "Targets",
    "Text",
    "Told",
    "Turns",
    "Unreadable",
    "decode",
    "delete_repository",
    "detect",
    "drawn",
    "encode",
    "has_rules",
    "has_server",
    "is_secondary",
    "is_test_path",
    "language_named",
    "languages",
    "layers_in",
    "load_settings",
    "needs_structure",
    "offset_of",
    "parse",
    "patch",
    "position_of",
    "problem_with_revisions",
    "quarantine",
    "query_fields",
    "query_values",
    "read_document",
    "replace_request",
    "repositories",
    "support",
]

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

_EXPLAINING = 2.0  # seconds to look why there is nothing


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file has no document."""

    reason: str


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What the index of a root holds."""

    root: Path
    folder: Path  # of its index
    totals: Totals
    kinds: dict[str, int]  # how many definitions there are of each
    files: list[FileRow]  # in path order
    segments: int


def read_document(path: Path, language: Language | None = None) -> Document | Unreadable:
    """A document from a file on disk."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return Unreadable(error.strerror or str(error))
    text = to_utf8(data)
    if text is None:
        return Unreadable("binary file")
    return Document.of(language or detect(str(path), text[0]), text[0])


def support(language: Language) -> str:
    """How well a language is known: "exact" by a query written for it, "generic" by one derived, "rows" by rules for
    what its definitions look like, else "layout"."""
    if language.adapter != "syntax" or language.grammar is None or why_unsafe(language.grammar):
        by_rules = "rows" if profile_of(language.name).structure.rows is not None else "layout"
        return "headings" if language.adapter == "markdown" else by_rules
    return "exact" if query_source(language.grammar)[1] else "generic"


def needs_structure(query: Query) -> bool:
    """Whether a query asks for more than the text of files."""
    from indexer.search.plan.narrow import needs_structure

    return needs_structure(query)


def replace_request(query: str, template: str, force: bool = False) -> Request | Refusal:
    """What a query and a template ask for together, or what is wrong with them."""
    from indexer.replace.replacing import request_of

    return request_of(query, template, force)


def has_server(language: Language) -> bool:
    """Whether users of a language nearly always run a server that knows more of it than names."""
    return profile_of(language.name).has_server


def quarantine() -> dict[str, str]:
    """The grammars that are never used, each with the reason."""
    return unsafe_grammars()


def patch(change: Change, path: str) -> bytes:
    """A change of a file as `git apply` takes it, under a path."""
    from indexer.replace.diff import patch

    return patch(change, path)


def drawn(steps: Sequence[tuple[str, str, int, bool]], firsts: Sequence[str], how: str, reverse: bool = False) -> str:
    """Steps from node to node, each with its depth and whether it is a guess, as DOT, Mermaid or SVG."""
    from indexer.graph.drawing import Arrow, dot, mermaid, svg

    arrows = [Arrow(*step) for step in steps]
    if how == "svg":
        return svg(arrows, firsts, reverse)
    return dot(arrows, firsts) if how == "dot" else mermaid(arrows, firsts)


def layers_in(data: bytes) -> list[Layer] | str:
    """The layers that a file states, or what is wrong with it."""
    from indexer.graph.layers import WrongLayers, read_layers

    try:
        return read_layers(data)
    except WrongLayers as problem:
        return str(problem)


def is_test_path(path: str) -> bool:
    """Whether a path is that of tests, by what nearly everybody calls them."""
    from indexer.search.rank.secondary import is_test_path

    return is_test_path(path)


def is_secondary(path: str) -> bool:
    """Whether a path is in tests, examples or somebody else's code."""
    from indexer.search.rank.secondary import is_secondary

    return is_secondary(path)


def _straight(path: Path) -> Path:
    """A path without `..`, as its words lead."""
    return Path(os.path.normpath(path))


def has_rules(uri: str) -> bool:
    """Whether a file may be one of rules, by its name."""
    return "/.outcrop/rules/" in uri or uri.endswith((".yml", ".yaml"))


def repositories(settings: Settings) -> list[Repository]:
    """The folders that have an index."""
    from indexer.store.place import cache_folder
    from indexer.store.repositories import repositories

    return repositories(cache_folder(settings.cache_dir))


def delete_repository(repository: Repository) -> str | None:
    """Deletes an index; or says why that is not possible."""
    from indexer.store.repositories import InUse, delete

    try:
        delete(repository.folder)
    except InUse as reason:
        return str(reason)
    except OSError as error:
        return f"{repository.folder}: {error.strerror or error}"
    return None


class Engine:
    """The open documents of one front end, and the folders that it searches.

    `apart` has searches parse nothing in this process but open documents, see `SafeReader`.
    """

    def __init__(self, apart: bool = False) -> None:
        self._apart = apart
        self._documents: dict[str, Document] = {}
        self._paths: dict[str, Path] = {}  # of the documents that are files
        self._workspace: Workspace | None = None  # of a server
        self._targets: Targets | None = None  # of a command
        self._quarantine = Quarantine()
        self.reader = SafeReader(self._quarantine, patience=1)
        self._live_rules: LiveRules | None = None

    def prepare(self) -> None:
        """Loads what the first document and the first folder need. For another thread, before there are any."""
        language_named("")  # the table of languages first: documents are opened at once
        import indexer.languages.ambiguous
        import indexer.workspace  # noqa: F401

    def open(self, key: str, path: str, editor_id: str, text: str, version: int) -> Document:
        data = encode(text)
        chosen = self._workspace.chosen_language(Path(path)) if self._workspace is not None else None
        document = Document.of(chosen or detect(path, data, editor_id), data, version)
        self._documents[key] = document
        self.reader.retry(key)
        if Path(path).is_absolute():
            self._paths[key] = Path(path)
        return document

    def change(self, key: str, start: int, end: int, new: bytes, version: int) -> Document:
        document = self._documents[key].edited(start, end, new, version)
        self._documents[key] = document
        return document

    def saved(self, key: str) -> None:
        """What was too much for a grammar may be another text by now."""
        self.reader.retry(key)

    def close(self, key: str) -> None:
        self._documents.pop(key, None)
        self._paths.pop(key, None)
        self.reader.forget(key)
        if self._live_rules is not None:
            self._live_rules.forget(key)

    def document(self, key: str) -> Document | None:
        return self._documents.get(key)

    def open_documents(self) -> list[str]:
        """The keys of the open documents."""
        return list(self._documents)

    @property
    def quarantined(self) -> Mapping[str, str]:
        """The grammars that are out of use, each with the reason."""
        return self._quarantine.reasons

    def needs_isolation(self, key: str, document: Document) -> bool:
        """Whether answering may take long or end badly, so that it must not happen on the caller's thread."""
        return self.reader.needs_child(key, document)

    def symbols(self, key: str, document: Document) -> list[Symbol]:
        return self.reader.ask(key, document, Document.symbols).result

    def ask(
        self,
        key: str,
        document: Document,
        make: Callable[Concatenate[Document, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """What a function makes of a document, called where the document is read: here or in a child.

        So it belongs to a module, and what it takes and returns can be sent. What it leaves in the sections of
        the document is there when the next version is asked about.
        """
        return self.reader.ask(key, document, make, *arguments, **named).result

    def recall(
        self,
        key: str,
        document: Document,
        make: Callable[Concatenate[Recalled, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T | None:
        """What a function makes of what the index knows of a document; None if it does not know all of it.

        For another thread. Nothing is parsed, so there is nothing that would need a child.
        """
        path, workspace = self._path_of(key), self._workspace
        grammar = document.language.grammar if document.language else None
        if path is None or workspace is None or not document.is_unread or self._quarantine.reason(grammar):
            return None
        try:
            known = workspace.recalled(path, document)
            return None if known is None else make(known, *arguments, **named)
        except Damaged as damage:
            workspace.mend(damage)
            return None

    def folds(self, key: str, document: Document) -> list[Fold]:
        return self.reader.ask(key, document, Document.folds).result

    def selections(self, key: str, document: Document, offsets: list[int]) -> list[list[Span]]:
        return self.reader.ask(key, document, Document.selections_at, offsets).result

    def blocks(self, key: str, document: Document) -> tuple[str, list[Block]]:
        return self.reader.ask(key, document, Document.blocks).result

    def statements(self, key: str, document: Document) -> tuple[list[Statement], list[Boundary], list[Heredoc]]:
        return self.reader.ask(key, document, Document.all_statements).result

    def chunks(self, key: str, document: Document, name: str) -> list[Chunk]:
        """The document in pieces for a language model. `name` is the file's."""
        return self.reader.ask(key, document, Document.chunks, name).result

    def open_paths(
        self,
        paths: Mapping[str, Path],
        report: Report,
        structure: bool = True,
        exactly: bool = False,
        rebuild: bool = False,
    ) -> Targets:
        """Searches these folders and files from now on, by the names they were given, and brings their indexes up to
        date, once and here. `Targets.open` says what the choices mean."""
        from indexer.targets import Targets

        self._targets = Targets(SafeReader(self._quarantine))
        for typed, path in paths.items():
            self._targets.open(path, typed, report, structure, exactly, rebuild)
        return self._targets

    @property
    def has_folders(self) -> bool:
        """Whether a front end has said which folders there are, if only that there are none."""
        return self._workspace is not None

    def open_folders(self, folders: Mapping[Path, Settings], listener: Callable[[IndexEvent], None]) -> None:
        """Indexes these folders from now on, and no others. The listener is called on another thread."""
        workspace = self._opened_workspace()
        workspace.listener = listener
        workspace.open(folders)

    def files_changed(self, paths: list[Path]) -> None:
        """Files or folders on disk may have changed, appeared or gone."""
        if self._workspace is not None:
            self._workspace.changed(paths)

    def reindex(self) -> None:
        """Builds all indexes anew."""
        if self._workspace is not None:
            self._workspace.reindex()

    def refresh(self) -> None:
        """Looks through all files for changes that nobody has reported."""
        if self._workspace is not None:
            self._workspace.refresh()

    def asked(self) -> float:
        """A moment to give to `incomplete` when what is asked now has been answered."""
        return 0.0 if self._workspace is None else self._workspace.asked()

    def incomplete(self, asked: float | None = None) -> list[str]:
        """Why the answer to what was asked then, or is asked now, may lack something: one sentence a folder. An index
        that was being built when something was asked may be whole by the time it is answered."""
        return [] if self._workspace is None else self._workspace.incomplete(asked)

    def building(self) -> bool:
        """Whether waiting makes answers more complete."""
        return self._workspace is not None and self._workspace.building()

    def left_out(self, found: bool) -> list[str]:
        """What an answer has to say of files that cannot be searched."""
        return [] if self._workspace is None else self._workspace.left_out(found)

    def search(self, query: str, limits: Limits) -> Answer:
        """Answers a query over the folders and the open documents. Takes long; for another thread."""
        from indexer.search.run.search import search

        return self._searched(search, query, limits)

    def find_symbols(self, query: str, limits: Limits, explain: bool = False) -> Answer:
        """Definitions by name, or by a query; explained, with why there are none. For another thread."""
        from indexer.search.run.search import find_symbols

        return self._searched(partial(find_symbols, explain=explain), query, limits)

    def why_nothing(self, query: str) -> list[str]:
        """What to say of a query that finds nothing. For another thread."""
        answer = self.search(query, Limits(1, _EXPLAINING, detail="place"))
        return [] if answer.total or answer.problems or answer.stopped else answer.hints

    def why_unreferenced(self, name: str) -> list[str]:
        """What to say of a name that nothing refers to. For another thread."""
        written = name.replace("\\", "\\\\").replace('"', '\\"')
        answer = self.search(f'ref:="{written}"', Limits(1, _EXPLAINING, detail="place"))
        if answer.total or answer.problems or answer.stopped:
            return [problem.message for problem in answer.problems]
        if name.startswith((".", "#")):
            return [f"no page, sheet or script refers to `{name[:80]}`", *answer.hints]
        return [f"nothing calls, imports, inherits from or names as a type `{name[:80]}`", *answer.hints]

    def replacement(self, query: str, template: str, limits: Limits, force: bool = False) -> Replacement:
        """What becomes of the files and the open documents if what a query finds is replaced. For another thread."""
        from indexer.replace.replacing import replacement

        asked = self.asked()
        answer = self._asked(lambda corpora: replacement(query, template, corpora, limits, force))
        answer.summary.notes[:0] = self.notes(bool(answer.changes), asked)
        return answer

    def changes(self, request: Request, limits: Limits, summary: ReplaceSummary) -> Generator[Change]:
        """What becomes of each file, one after the other, as they are found. `summary` is kept meanwhile."""
        from indexer.replace.replacing import changes

        with self.corpora() as corpora:
            yield from changes(request, corpora, limits, summary)

    def write(self, changes: Sequence[Change]) -> dict[Path, str | None]:
        """Writes changed files; for each that was left alone, the reason. For another thread."""
        from indexer.replace.writing import NotWritten, write

        outcome: dict[Path, str | None] = {}
        for change in changes:
            try:
                write(change)
                outcome[change.file] = None
            except NotWritten as reason:
                outcome[change.file] = str(reason)
        self.files_changed([file for file, problem in outcome.items() if problem is None])
        return outcome

    def reload_rules(self) -> None:
        """Rules may have changed on disk."""
        if self._live_rules is not None:
            self._live_rules.reload()

    def diagnose(self, key: str, document: Document) -> LiveAnswer:
        """What the rules say of an open document. For one other thread."""
        path = self._paths.get(key)
        if path is None:
            from indexer.rules.live import LiveAnswer

            return LiveAnswer()
        return self._rules().answer(key, document, _straight(path), self._roots())

    def fixes(self, key: str, document: Document, rule: str, at: Span | None) -> Sequence[Edit]:
        """The edits that fix one finding of a rule in an open document, or all. For the thread that diagnoses."""
        path = self._paths.get(key)
        return [] if path is None else self._rules().fixes(key, document, _straight(path), self._roots(), rule, at)

    def all_fixes(self, key: str, document: Document) -> Sequence[Edit]:
        """The edits that fix what can be fixed in an open document. For the thread that diagnoses."""
        path = self._paths.get(key)
        return [] if path is None else self._rules().all_fixes(key, document, _straight(path), self._roots())

    def silence(self, key: str, document: Document, rule: str, at: Span) -> Sequence[Edit]:
        """The comment that silences a finding in an open document. For the thread that diagnoses."""
        path = self._paths.get(key)
        return [] if path is None else self._rules().silence(key, document, _straight(path), self._roots(), rule, at)

    def check(self, limits: Limits) -> tuple[list[Checked], list[str]]:
        """What the rules of the folders find in files that are not open, and why some may be missing. For another
        thread."""
        from indexer.rules.checking import Course, check
        from indexer.rules.home import seen_from
        from indexer.rules.rule_set import rules_for

        def checked(corpora: Sequence[Corpus]) -> tuple[list[Checked], list[str]]:
            found: list[Checked] = []
            course = Course()
            for corpus in corpora:
                rules = rules_for(corpus.root).rules if corpus.snapshot is not None else ()
                if not rules:
                    continue
                known = {rule.name for rule in rules}
                inside = seen_from(corpus.root, corpus.root)
                for each in check(rules, corpus, course, limits.cancelled, inside=inside, known=known):
                    if each.candidate.path not in corpus.live:
                        found.append(each)
                    if limits.hits is not None and len(found) >= limits.hits:
                        return found, [*course.notes, f"only the first {limits.hits:,} files with findings are told"]
            return found, course.notes

        return self._asked(checked)

    def _rules(self) -> LiveRules:
        from indexer.rules.live import LiveRules

        if self._live_rules is None:
            self._live_rules = LiveRules()
        return self._live_rules

    def _roots(self) -> list[Path]:
        return [] if self._workspace is None else [root.path for root in self._workspace.roots]

    def defined(self, name: str, limits: Limits) -> Answer:
        """Definitions that have exactly this name. For another thread."""
        from indexer.query.tree import Name, Query, Sym
        from indexer.search.run.search import run

        query = Query(Sym(Name("exact", name, ignore_case=False), Span(0, 0)), "symbol", "score", name)
        return self._searched(lambda _, corpora, limits: run(query, corpora, limits), name, limits)

    def _searched(self, how: Callable[[str, Sequence[Corpus], Limits], Answer], query: str, limits: Limits) -> Answer:
        asked = self.asked()
        answer = self._asked(lambda corpora: how(query, corpora, limits))
        answer.notes = [*self.notes(bool(answer.hits or answer.total), asked), *answer.notes]
        return answer

    def notes(self, found: bool, asked: float | None = None) -> list[str]:
        """Why the answer to what was asked then, or is asked now, may lack something. What was left out on purpose
        counts only where nothing was found."""
        searched = self._searched_in()
        return [*searched.incomplete(asked), *searched.left_out(found)]

    def _searched_in(self) -> Targets | Workspace:
        return self._opened_workspace() if self._targets is None else self._targets

    def _asked(self, ask: Callable[[Sequence[Corpus]], T]) -> T:
        """An answer from what can be searched; from the open documents alone while a damaged index is made anew."""
        try:
            with self.corpora() as corpora:
                return ask(corpora)
        except Damaged as damage:
            self._opened_workspace().mend(damage)
        with self.corpora(indexed=False) as corpora:
            return ask(corpora)

    @contextmanager
    def corpora(self, indexed: bool = True) -> Iterator[Sequence[Corpus]]:
        """What there is to search, which can ask the graph."""
        with self._searched_in().corpora(self._live(), indexed) as corpora:
            graph = cache(lambda: self.graph.edges(corpora))
            yield [replace(corpus, graph=graph) for corpus in corpora]

    def _opened_workspace(self) -> Workspace:
        """The workspace, which has no folders until they are opened."""
        from indexer.workspace import Workspace

        if self._workspace is None:
            self._workspace = Workspace(SafeReader(self._quarantine, apart=self._apart))
        return self._workspace

    def _live(self) -> dict[Path, Document]:
        return {path: document for key, path in list(self._paths.items()) if (document := self._documents.get(key))}

    @lazy
    def graph(self) -> GraphQuestions:
        """What names mean and who uses what, to be asked."""
        from indexer.graph.questions import GraphQuestions

        return GraphQuestions(self._asked, self._path_of, self.reader)

    def _path_of(self, key: str) -> Path | None:
        """The path of the file that an open document is."""
        path = self._paths.get(key)
        return None if path is None else _straight(path)

    def relevant_chunks(self, question: str, limits: Limits, budget: int) -> list[Relevant]:
        """The chunks that a question in plain words is about, of at most `budget` tokens. For another thread."""
        from indexer.search.navigate.questions import relevant_chunks

        return self._asked(lambda corpora: relevant_chunks(question, corpora, limits, budget))

    def survey(self) -> list[Surveyed]:
        """What the indexes hold. For another thread."""

        def surveyed(corpora: Sequence[Corpus]) -> list[Surveyed]:
            snapshots = [(corpus.root, corpus.snapshot) for corpus in corpora if corpus.snapshot is not None]
            return [
                Surveyed(root, each.folder, each.totals(), each.kinds(), each.table.rows, len(each.table.segments))
                for root, each in snapshots
            ]

        return self._asked(surveyed)

    def export(self, ask: Callable[[Sequence[ExportedFile]], T]) -> T:
        """What is made of the files that are searched, which are asked while their index is open."""
        from indexer.export.files import Exported

        def asked(corpora: Sequence[Corpus]) -> T:
            resolver = self.graph.resolver(corpora, guess=False)
            return ask([file for corpus in corpora for file in Exported(corpus, resolver).files])

        return self._asked(asked)

    @contextmanager
    def looking_at(self, paths: Sequence[Path]) -> Iterator[list[File]]:
        """Files of the folders as they are now, to ask about inside the `with`; without those that are no text."""
        from indexer.search.navigate.files import file_at

        try:
            with self.corpora() as corpora:
                yield [file for path in paths if (file := file_at(path, corpora)) is not None]
        except Damaged as damage:
            self._opened_workspace().mend(damage)
            raise

    def name_at(self, key: str, document: Document, offset: int) -> tuple[str, Span] | None:
        """The name under the cursor, and where it is written."""
        return self.reader.ask(key, document, Document.name_at, offset).result

    def key_of(self, path: str) -> str | None:
        """The key of the open document that is this file."""
        return next((key for key, known in self._paths.items() if str(known) == path), None)

    def index_state(self) -> str:
        """How far the index is, without looking at it."""
        return "starting" if self._workspace is None else self._workspace.state()

    def status(self) -> Status | None:
        return None if self._workspace is None else self._workspace.status()

    def shutdown(self) -> None:
        self.reader.stop()
        if self._targets is not None:
            self._targets.stop()
        if self._live_rules is not None:
            self._live_rules.stop()
        if self._workspace is not None:
            self._workspace.stop()
