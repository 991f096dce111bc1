"""The files of one root as their names: the index, with open documents and changed files over it.

What is worked out of a text is kept by its content, so it serves until the text changes, whoever asks.
"""

from __future__ import annotations

import posixpath
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple, TypeVar, cast

from indexer.documents import Document
from indexer.graph.files import FileGraph, Known
from indexer.graph.imports.importing import Imports
from indexer.graph.imports.resolver import Certainty, Taken, Written
from indexer.graph.imports.tree import nearest
from indexer.graph.kept import Kept
from indexer.graph.kept_uses import KeptUses
from indexer.graph.marks import Marked
from indexer.graph.names import FILE, Names, Use
from indexer.graph.words import last_word, name_offset
from indexer.index.file_reader import content_hash
from indexer.languages.registry import by_name
from indexer.languages.scoping import Scoping, scoping_of
from indexer.lazy import lazy
from indexer.model import Limits, Span, Symbol
from indexer.query.tree import And, Query, Sym
from indexer.query.tree import Kind as OfKind
from indexer.query.tree import Name as ExactName
from indexer.search.run.corpus import Candidate, Corpus, Gone
from indexer.search.run.search import run
from indexer.text.document_text import Text

T = TypeVar("T")
_MOST_KEPT = 4000  # texts of which something is kept, some ten kilobytes each
_MOST_DEFINING = 2000  # definitions of one name
_MEMBERS = frozenset(("method", "constructor", "property", "field", "enum_member", "test_method"))
_MOST_READ = 200  # documents, which have trees
_MOST_REACHED = 500  # files whose headers are known, a thousand and more each in the kernel


class KnownTexts:
    """What was worked out of texts, by their content; what was used last stays. For any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self._weight = 0

    def get(self, key: Hashable) -> object | None:
        with self._lock:
            found = self._known.get(key)
            if found is None:
                return None
            self._known.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: object, weight: int = 1) -> None:
        """Keeps something that is worth as much as what is kept of so many texts of ordinary size."""
        with self._lock:
            self._weight += weight - self._known.pop(key, (None, 0))[1]
            self._known[key] = value, weight
            while self._weight > _MOST_KEPT and self._known:
                self._weight -= self._known.popitem(last=False)[1][1]


class Module(NamedTuple):
    """What an import leads to: a file or, where a folder is one module, its files."""

    files: tuple[str, ...]
    folder: str  # that its own modules lie in


class Source(Candidate):
    """One file as it is now, asked for its names."""

    @lazy
    def grammar(self) -> str | None:
        language = by_name(self.language) if self.language else None
        return language.grammar if language is not None else None

    @lazy
    def scoping(self) -> Scoping | None:
        return scoping_of(self.grammar)

    @lazy
    def read_as(self) -> str | None:
        """What the text is read as: two languages may have one grammar, and readers that tell them apart."""
        return self.language if self.scoping is not None and not self.scoping.identifiers else self.grammar

    @lazy
    def content(self) -> tuple[str | None, bytes]:
        known = self._row is not None and self._indexed
        return self.read_as, self._row.hash if known and self._row is not None else content_hash(self.text.data)

    def read_names(self) -> Names | None:
        from indexer.graph.bindings import names_of  # most names are kept, and need nothing that reads trees

        return self._ask(names_of)

    def uses(self, offsets: list[int]) -> list[Use | None]:
        from indexer.graph.use_sites import uses_at  # likewise

        return self._ask(uses_at, offsets)

    def read_marks(self) -> Marked:
        """The names of pages and sheets, as their reader finds them."""
        from indexer.graph.marked import marks_in  # likewise

        return Marked(
            self._ask(marks_in, self.scoping.marks) if self.scoping is not None and self.scoping.marks else []
        )

    def referring(self) -> Iterator[int]:
        """Where the words begin by which the references of the text are asked for."""
        data = self.text.data
        for one in self.references():
            yield name_offset(one.span, data)
            yield last_word(data, one.span, one.name).start

    def name_at(self, offset: int) -> tuple[str, Span] | None:
        if self.scoping is not None and self.scoping.address is not None:  # a definition is called by its whole address
            [use] = self.uses([offset])
            return None if use is None else (use.name, use.span)
        if self.scoping is not None and self.scoping.marks:
            use = self.read_marks().at(offset)
            if use is not None:
                return use.name, use.span
            if self.scoping.marked == "sheet":
                return None
        return self._ask(Document.name_at, offset)


def _make_room(known: dict[str, T], most: int) -> None:
    """Forgets what was worked out first, if there is as much as may be: a question can come to all files there are."""
    if len(known) >= most:
        del known[next(iter(known))]


class Sources:
    """The files of one root, for one question."""

    def __init__(self, corpus: Corpus, kept: KnownTexts, stopped: Callable[[], bool] = bool) -> None:
        self.corpus = corpus
        self._kept = kept
        self._stopped = stopped
        self._read: OrderedDict[str, Source] = OrderedDict()
        self._names: dict[str, Names | None] = {}
        self._defining: dict[str, list[str]] = {}
        self._adding: dict[str, list[str]] = {}
        self._members: dict[str, dict[str, list[str]]] = {}
        self._reached: dict[str, dict[str, int]] = {}
        self._takes: dict[str, list[str]] = {}
        self._scopings: dict[str, Scoping | None] = {}
        self._leads: dict[tuple[str, str, str, str], Lead] = {}
        self._links: dict[tuple[str, str, str], tuple[tuple[str, ...], Certainty]] = {}

    @lazy
    def _rows(self) -> dict[str, object]:
        return cast("dict[str, object]", self.corpus.snapshot.table.by_path) if self.corpus.snapshot is not None else {}

    def __contains__(self, path: str) -> bool:
        return path in self._rows or path in self.corpus.live or path in self.corpus.changed

    def source(self, path: str) -> Source:
        """A file, of which the tree may be at hand; most questions come back to a few files."""
        found = self._read.pop(path, None)
        if found is None:
            row = self.corpus.snapshot.table.by_path.get(path) if self.corpus.snapshot is not None else None
            found = Source(self.corpus, path, row)
        self._read[path] = found
        if len(self._read) > _MOST_READ:
            self._read.popitem(last=False)
        return found

    def names(self, path: str) -> Names | None:
        """The scopes and bindings of a file; None where its language says nothing of them, or it is gone."""
        if path not in self._names:
            found = self._worked_out(path)
            _make_room(self._names, _MOST_KEPT)
            self._names[path] = found
        return self._names[path]

    def _worked_out(self, path: str) -> Names | None:
        source = self.source(path)
        try:
            if source.scoping is None:
                return None
            key = ("names", *source.content)
            known = self._kept.get(key)
            if known is None:
                known = self._read_or_kept(source)
                if known is not None:
                    self._kept.put(key, known)
        except Gone:
            return None
        return cast("Names | None", known)

    def _read_or_kept(self, source: Source) -> Names | None:
        """The names of a text as they are kept beside the index, or else read from it."""
        content = source.indexed_hash
        if content is None or source.read_as is None or self._beside is None:
            return source.read_names()
        found = self._beside.names(source.read_as, bytes.fromhex(content))
        if found is None:
            found = source.read_names()
            if found is not None and source.failure is None:
                self._beside.keep_names(source.read_as, bytes.fromhex(content), found)
        return found

    @lazy
    def _beside(self) -> Kept | None:
        snapshot = self.corpus.snapshot
        if snapshot is None:
            return None
        rows = snapshot.table.rows
        return Kept(snapshot.folder, sum(row.size for row in rows), lambda: {row.hash for row in rows})

    def marks(self, path: str) -> Marked:
        """The names of pages and sheets in a file, whatever else it has."""
        source = self.source(path)
        try:
            key = ("marks", *source.content)
            known = cast("Marked | None", self._kept.get(key))
            if known is None:
                known = source.read_marks()
                self._kept.put(key, known, 1 + len(known.marks) // 100)
        except Gone:
            return Marked([])
        return known

    def uses(self, path: str, offsets: list[int]) -> list[Use | None]:
        """What the names at some offsets are asked of."""
        source = self.source(path)
        try:
            if source.scoping is not None and not source.scoping.identifiers:
                marked = self.marks(path)
                return [marked.at(offset) for offset in offsets]
            content = source.indexed_hash
            if content is None or source.read_as is None or self._beside is None:
                return source.uses(offsets)
            key = ("uses", source.read_as, content)
            known = cast("KeptUses | None", self._kept.get(key))
            if known is None:
                known = self._beside.uses(source.read_as, bytes.fromhex(content)) or KeptUses({})
                self._kept.put(key, known)
            missing = known.missing(offsets)
            if missing:
                # The tree is at hand then: what the index refers to is what others will ask for.
                missing = known.missing([*offsets, *source.referring()])
                known = known.with_more(dict(zip(missing, source.uses(missing), strict=True)))
                if source.failure is None:
                    self._kept.put(key, known)
                    self._beside.keep_uses(source.read_as, bytes.fromhex(content), known)
            return [known.at(offset) for offset in offsets]
        except Gone:
            return [None] * len(offsets)

    def name_at(self, path: str, offset: int) -> str | None:
        """The name at an offset, where no scopes tell more of it."""
        try:
            found = self.source(path).name_at(offset)
        except Gone:
            return None
        return None if found is None else found[0]

    def row_of(self, path: str, offset: int) -> int:
        try:
            return self.source(path).text.lines.row_of(offset)
        except Gone:
            return 0

    def text(self, path: str) -> Text | None:
        """The text of a file as it is now."""
        try:
            return self.source(path).text
        except Gone:
            return None

    def written(self, path: str, span: Span) -> str | None:
        """What a text has at a place."""
        try:
            return self.source(path).text.data[span.start : span.end].decode("utf-8", "replace")
        except Gone:
            return None

    def symbols(self, path: str) -> list[Symbol]:
        source = self.source(path)
        try:
            key = ("symbols", *source.content)
            known = self._kept.get(key)
            if known is None:
                known = list(source.symbols())
                self._kept.put(key, known)
        except Gone:
            return []
        return cast("list[Symbol]", known)

    def scoping(self, path: str) -> Scoping | None:
        if path not in self._scopings:
            try:
                self._scopings[path] = self.source(path).scoping
            except Gone:
                self._scopings[path] = None
        return self._scopings[path]

    @lazy
    def folders(self) -> dict[str, list[str]]:
        """The files of each folder."""
        found: dict[str, list[str]] = {}
        for path in sorted({*self._rows, *self.corpus.live, *self.corpus.changed}):
            found.setdefault(posixpath.dirname(path), []).append(path)
        return found

    def defining(self, paths: Iterable[str], name: str) -> list[str]:
        """Those of some files that define a name, as far as their outlines tell."""
        found = [path for path in paths if self._defines(path, name)]
        return sorted(found, key=self.is_variant) if len(found) > 1 else found

    def _defines(self, path: str, name: str) -> bool:
        scoping = self.scoping(path)
        if scoping is not None and scoping.package == "files":  # an outline does not say the spaces of names
            names = self.names(path)
            return names is not None and name in names.in_scope.get(FILE, {})
        return any(symbol.name == name for symbol in self.symbols(path))

    def defining_anywhere(self, name: str) -> list[str]:
        """The files of the root that define a name, or declare it."""
        known = self._defining.get(name)
        if known is None:
            query = Query(Sym(ExactName("path", name, ignore_case=False), Span(0, 0)), "symbol", "score", name)
            hits = run(query, [self.corpus], Limits(hits=_MOST_DEFINING, cancelled=self._stopped)).hits
            known = self._defining[name] = list(dict.fromkeys(hit.path for hit in hits))
        return known

    def opening(self, full: str, name: str, separator: str) -> list[str]:
        """The files that define a member of a class, which is known by its full name."""
        known = self._members.get(name)
        if known is None:
            known = self._members[name] = {}
            for path in self.defining_anywhere(name):
                symbols = self.symbols(path)
                for symbol in symbols:
                    words, parent = [symbol.name], symbol.parent
                    if symbol.name.rpartition(separator)[2] != name:
                        continue
                    while parent is not None:
                        words.append(symbols[parent].name)
                        parent = symbols[parent].parent
                    around = separator.join(reversed(words)).rpartition(separator)[0]
                    files = known.setdefault(around, [])
                    if path not in files:
                        files.append(path)
        return known.get(full, [])

    def declaring(self, path: str, package: str, name: str) -> list[str]:
        """The files that define a name and say that they are of a package, those nearest to a file first."""
        found = [file for file in self.defining_anywhere(name) if self._is_of(file, package, name)]
        return nearest(path, found) if len(found) > 1 else found

    def _is_of(self, path: str, package: str, name: str) -> bool:
        symbols = self.symbols(path)
        declared = {symbol.name for symbol in symbols if symbol.kind == "namespace"}
        if package not in declared if declared or package else False:
            return False
        return any(symbol.name == name and symbol.kind not in _MEMBERS for symbol in symbols)

    def adding(self, name: str) -> list[str]:
        """The files of the root that add members to a type of that name."""
        known = self._adding.get(name)
        if known is None:
            span = Span(0, 0)
            called = Sym(ExactName("regex", rf"\b{re.escape(name)}\b", ignore_case=False), span)
            query = Query(And((called, OfKind(frozenset(["impl"]), span)), span), "symbol", "score", name)
            hits = run(query, [self.corpus], Limits(hits=_MOST_DEFINING, cancelled=self._stopped)).hits
            known = self._adding[name] = sorted({hit.path for hit in hits})
        return known

    def reach(self, path: str) -> dict[str, int]:
        """The files that a file takes in whole, and those that they do, nearest first; "" if some lie outside."""
        known = self._reached.get(path)
        if known is None:
            _make_room(self._reached, _MOST_REACHED)
            known = self._reached[path] = {}
            waiting = [path]
            for each in waiting:
                for file in self.taken_in(each):
                    if file not in known and file != path:
                        known[file] = len(known)
                        if file:
                            waiting.append(file)
        return known

    def taken_in(self, path: str) -> list[str]:
        """The files that a file takes in itself, each once; "" if there are some outside."""
        known = self._takes.get(path)
        if known is None:
            leads = ((one.files, one.evidence) for one in self._graph.imports(path))
            taken = (files if evidence == "import" else () if files else ("",) for files, evidence in leads)
            known = self._takes[path] = list(dict.fromkeys(chain.from_iterable(taken)))
        return known

    @lazy
    def _graph(self) -> FileGraph:
        key = ("written", str(self.corpus.root))
        known = self._kept.get(key)
        if known is None:
            known = Known()
            self._kept.put(key, known)
        return FileGraph(self.corpus, cast("Known", known))

    def is_variant(self, path: str) -> bool:
        """Whether a file is for one platform, by its name."""
        scoping = self.scoping(path)
        return scoping is not None and scoping.variant is not None and scoping.variant.search(path) is not None

    def package(self, path: str) -> list[str]:
        """The files of the same folder that are of the same package and language, and the file itself."""
        names, scoping = self.names(path), self.scoping(path)
        if names is None or scoping is None or scoping.package in ("", "named"):
            return [path]
        if scoping.package == "files":
            beside = self.folders.get(posixpath.dirname(path), ())
            return [file for file in beside if file == path or self.scoping(file) is scoping]
        if scoping.package == "path" and names.package:
            lead = self.lead(path, names.package, everything=True)
            ending = posixpath.splitext(path)[1]
            return [file for file in lead.module.files if file.endswith(ending)] if lead.module is not None else [path]
        return self.package_files(posixpath.dirname(path), posixpath.splitext(path)[1], names.package)

    def package_files(self, folder: str, ending: str, package: str) -> list[str]:
        """The files of a folder that say they are of a package; with no package, those that are no tests."""
        found = [path for path in self.folders.get(folder, ()) if path.endswith(ending)]
        return [
            path
            for path in found
            if any(
                symbol.kind == "package" and (symbol.name == package if package else not symbol.name.endswith("_test"))
                for symbol in self.symbols(path)
            )
        ]

    def lead(self, path: str, module: str, imported: str = "", everything: bool = False, form: str = "") -> Lead:
        """What an import in a file leads to, and the module that a name it takes is."""
        form = "wildcard" if everything else form
        scoping = self.scoping(path)
        alone = scoping is not None and scoping.named_paths is not None  # files of one folder say different things
        key = (path if alone else posixpath.dirname(path) + posixpath.splitext(path)[1], module, imported, form)
        if key not in self._leads:
            self._leads[key] = self._lead(path, module, imported, form)
        return self._leads[key]

    def _lead(self, path: str, module: str, imported: str, form: str) -> Lead:
        try:
            resolver = self._following.resolver(self.source(path).language)
        except Gone:
            return NOWHERE
        if resolver is None:
            return NOWHERE
        taken = (Taken(imported, 0),) if imported else ()
        found = self._following.lead(path, resolver, Written(module, 0, 0, taken, form))
        if found.evidence != "import":
            return NOWHERE if found.evidence == "name" else ABROAD
        part = found.parts[0] if found.parts else ()
        return Lead(_module(found.files) if found.files else None, _module(part) if part else None)

    def linked(self, path: str, language: str, module: str) -> tuple[tuple[str, ...], Certainty]:
        """The files that a path in a file leads to by the rules of a language, which need not be the file's own."""
        key = path, language, module
        known = self._links.get(key)
        if known is None:
            resolver = self._following.resolver(language)
            found = None if resolver is None else self._following.lead(path, resolver, Written(module, 0, 0))
            known = self._links[key] = ((), "external") if found is None else (found.files, found.evidence)
        return known

    @lazy
    def _following(self) -> Imports:
        """Who follows the imports of this root: as long as no file comes or goes, and none changes that says how."""
        corpus = self.corpus
        said = frozenset(
            (path, document.version)
            for path, document in corpus.live.items()
            if document.language is None or scoping_of(document.language.grammar) is None
        )
        state = corpus.snapshot.generation if corpus.snapshot is not None else -1
        key = ("imports", str(corpus.root), state, frozenset(corpus.changed), frozenset(corpus.live), said)
        known = self._kept.get(key)
        if known is None:
            known = FileGraph(corpus).following
            self._kept.put(key, known)
        return cast("Imports", known)

    def submodule(self, module: Module, name: str) -> Module | None:
        """A module that lies in another, by its name."""
        scoping = self.scoping(module.files[0]) if module.files else None
        if scoping is not None and scoping.named_paths is not None:
            return self.lead(module.files[0], name, form=scoping.named_paths.form).module
        if not module.folder or not module.files:
            return None
        return self.lead(module.files[0], f".{name}").module


class Lead(NamedTuple):
    """Where an import leads: to a module, and a name that it takes to one of its own."""

    module: Module | None = None
    part: Module | None = None
    outside: bool = False


NOWHERE = Lead()
ABROAD = Lead(outside=True)


def _module(files: tuple[str, ...]) -> Module:
    folder, _, name = files[0].rpartition("/")
    return Module(files, folder if len(files) > 1 or name.startswith("__init__.") else "")
