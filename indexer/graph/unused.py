"""Definitions and files that nobody refers to, and why we believe so.

A definition is told only if its name is written nowhere else in the root: not in code, not in a string, a template or a
page of documentation. What is used without being named is left out and counted by the reason: entry points, tests,
methods that a base may call, what a library offers, what a framework finds by its place. So is what only files use that
lie outside of the folder that is asked about. All else is told from that folder alone, wherever its index begins.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from typing import Literal, NamedTuple

from indexer.graph.files import FileGraph
from indexer.graph.imports.tree import above
from indexer.lazy import lazy
from indexer.model import Span, Symbol
from indexer.query.paths import lies_in
from indexer.query.tree import Query, Text
from indexer.search.match.facts import Stopped
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.rank.secondary import is_secondary
from indexer.search.run.corpus import Candidate, Gone, candidates
from indexer.store.columns import names_of_references

_KINDS = frozenset(
    ("function", "method", "class", "interface", "struct", "enum", "trait", "constant", "macro", "type", "record")
)
_MEMBERS = frozenset(("class", "interface", "trait", "struct", "enum", "record", "impl", "module", "object"))
_ENTRY = re.compile(
    r"(?:^|/)(?:__main__|__init__|main|index|setup|conftest|manage|wsgi|asgi|app|cli|server|build|mod|lib|program"
    r"|noxfile|fabfile|tasks|gulpfile|gruntfile|rakefile|gemfile|vagrantfile|dangerfile|makefile|kbuild|cmakelists"
    r"|package|default|flake|shell|_?document|_?app|doc|sitecustomize)\.?[\w.]*$"
    r"|\.config\.\w+$|\.d\.ts$|(?:^|/)\.[^/]+$|\.(?:stories|setup)\.\w+$",
    re.IGNORECASE,
)
# Frameworks find these by where they lie.
_PLACES = re.compile(
    r"/(?:management/commands|mix/tasks|migrations|templatetags|locale|settings|pages|routes|app/(?:models|controllers|views|jobs"
    r"|mailers|helpers|channels)|db/migrate|initializers|config|scripts|script|bin|tools|hack|plugins|extensions|api)/"
    r"|/(?:apps|admin|urls|models|views|forms|signals|routers|middleware|page|layout|route|loading|error|\+\w+)\.\w+$"
)
# There also what nobody names: settings, commands, migrations, handlers of routes.
_PLACES_OF_NAMES = re.compile(
    r"/(?:management/commands|migrations|templatetags|locale|settings|pages|routes|db/migrate|initializers|config)/"
    r"|/(?:apps|settings|config|conf|page|layout|route|loading|error|\+\w+)\.\w+$"
)
_MARKED = re.compile(rb"(?:^|\n)[ \t]*(?:@|#\[|\[\w|#pragma|//go:|//export)[^\n]*\n?[ \t]*$")
# What stands before a definition that is part of an expression: `on('load', function loaded() {})`.
_VALUE = re.compile(rb"(?:[(,=\[?&|!]|\b(?:return|yield))\s*+\Z")
_EXPORTED = re.compile(rb"\b(?:pub|public|export|extern|protected|open|EXPORT_SYMBOL\w*|__declspec|__attribute__)\b")
_SPECIAL = re.compile(r"^__\w+__$|^_+$|^main$|^init$|^on[A-Z_]|^test|^(?:set|tear)[Uu]p|^(?:setup|teardown)")
_BEFORE_LAST = re.compile(r"^.*[.:]")  # what stands before the last word of a name
_WORD = re.compile(rb"\w", re.ASCII)
_LEAST = 3  # letters: shorter names are in any text
_OUTSIDE = "what files outside of this folder use"


Where = Literal["here", "outside"]  # in the folder that is asked about, or in the rest of its root


class Unused(NamedTuple):
    """A file, or a definition in it, that nobody refers to."""

    file: str
    name: str | None
    row: int | None
    why: str


class Finder:
    """Looks for what is unused in the part of a root that is asked about."""

    def __init__(self, graph: FileGraph, cancelled: Callable[[], bool] = lambda: False) -> None:
        self._graph = graph
        self._cancelled = cancelled
        self.left_out: Counter[str] = Counter()  # what may be used without being named, by the reason

    def files(self) -> Iterator[Unused]:
        """The files that no import leads to, nobody starts and no other file names."""
        graph = self._graph
        for path in graph.asked():
            resolver = graph.following.resolver(graph.language(path))
            importers = [edge.source for edge in graph.back.get(path, ())]
            if resolver is None or any(map(self._is_asked, importers)) or self._cancelled():
                continue
            if resolver.shares_folders:
                continue  # they are used without an import
            why = self._why_kept(path) or (_OUTSIDE if importers else None) or self._why_named(path)
            if why is None:
                yield Unused(path, None, None, "no import leads to it, and no other file names it")
            else:
                self.left_out[why] += 1

    def _why_kept(self, path: str) -> str | None:
        inside = self._from_asked(path)
        if is_secondary(inside):
            return "tests, examples, documentation, others' code"
        if _ENTRY.search(inside):
            return "entry points"
        if _PLACES.search(f"/{inside}"):
            return "files that frameworks find by their place"
        try:
            data = self._graph.files[path].text.data
            if data.startswith(b"#!") or os.access(self._graph.root / path, os.X_OK):
                return "programs"
            if b"__name__" in data and re.search(rb"^if __name__ ==", data, re.MULTILINE):
                return "programs"
            if not data.strip():
                return "empty files"
        except Gone:
            return "files that cannot be read"
        return None

    def _is_asked(self, path: str) -> bool:
        """Whether a file lies in the folder that is asked about."""
        return lies_in(path, self._graph.corpus.below)

    def _from_asked(self, path: str) -> str:
        """The path of a file from the folder that is asked about: what that lies in says nothing of its files."""
        below = self._graph.corpus.below
        return path.removeprefix(below[: below.rfind("/") + 1])

    def _why_named(self, path: str) -> str | None:
        """Why a file may be used whose name stands in another one: in a build file, a setting, a page."""
        stem = path.rpartition("/")[2].partition(".")[0]
        places: list[Where | None] = ["here" if len(stem) < _LEAST else self._occurs(stem, path)]
        resolver = self._graph.following.resolver(self._graph.language(path))
        if resolver is not None and resolver.loads_by_name:
            places += [self._occurs(name, path) for name in self._called_after(path, stem)]
        found: Where | None = "here" if "here" in places else next(filter(None, places), None)
        return None if found is None else "files that others name in their text" if found == "here" else _OUTSIDE

    def _called_after(self, path: str, stem: str) -> set[str]:
        """The names of what a file defines and is called after: `UserName` or `App.UserNamePlug` in user_name."""
        spelled = stem.replace("_", "").lower()
        with suppress(Gone):
            modules = (each for each in self._graph.files[path].symbols() if each.kind in _MEMBERS)
            names = {_BEFORE_LAST.sub("", each.name) for each in modules}
            return {name for name in names if len(name) >= _LEAST and _begin_alike(name.lower(), spelled)}
        return set()

    def definitions(self) -> Iterator[Unused]:
        """The definitions whose name is written nowhere else."""
        with suppress(Stopped):
            for path in self._graph.asked():
                if self._cancelled():
                    return
                for _, symbol in self.definitions_of(path):
                    yield Unused(path, symbol.name, symbol.row_start, "its name is written nowhere else")

    def definitions_of(self, path: str, among: Collection[int] | None = None) -> Iterator[tuple[int, Symbol]]:
        """The same of one file, each with its number; of some definitions, by their numbers."""
        if self._graph.following.resolver(self._graph.language(path)) is None:
            return
        file = self._graph.files[path]
        if is_secondary(self._from_asked(path)) or file.generated:
            self.left_out["tests, examples, documentation, others' code"] += 1
            return
        try:
            yield from self._of_file(path, file, among)
        except Gone:
            self._graph.unread[path] = "it is gone, or no text"

    def _of_file(self, path: str, file: Candidate, among: Collection[int] | None) -> Iterator[tuple[int, Symbol]]:
        symbols = file.symbols()
        wanted = [
            (at, symbol)
            for at, symbol in enumerate(symbols)
            if symbol.kind in _KINDS and symbol.name not in self._referred and len(symbol.name) >= _LEAST
        ]
        for at, symbol in wanted:
            if among is not None and at not in among:
                continue
            why = self._why_used(path, file, symbol, symbols)
            if why is None:
                found = self._occurs(symbol.name, path, symbol)
                if found is None:
                    yield at, symbol
                why = _OUTSIDE if found == "outside" else None
            if why is not None:
                self.left_out[why] += 1

    def _why_used(self, path: str, file: Candidate, symbol: Symbol, symbols: Iterable[Symbol]) -> str | None:
        name, data = symbol.name, file.text.data
        if not name.isidentifier() or _SPECIAL.search(name):
            return "names with a meaning of their own"
        if _MARKED.search(data[max(symbol.span.start - 200, 0) : symbol.span.start]):
            return "decorated definitions"
        if _VALUE.search(data, max(symbol.span.start - 200, 0), symbol.span.start):
            return "functions and classes that are values, used where they stand"
        head = data[symbol.span.start : symbol.name_span.start]
        row = data[data.rfind(b"\n", 0, symbol.name_span.start) + 1 : symbol.name_span.start]
        if head.lstrip()[:1] in (b"@", b"#", b"[") or b"\n@" in head:
            return "decorated definitions"
        if _EXPORTED.search(row) or self._is_offered(path, name):
            return "what a library offers to others"
        every = list(symbols)
        around = None if symbol.parent is None else every[symbol.parent]
        if around is not None and around.kind in _MEMBERS and around.span.start in self._with_bases(file):
            return "members of what has a base, which may call them"
        if _PLACES_OF_NAMES.search(f"/{self._from_asked(path)}") and symbol.parent is None:
            return "names that frameworks find by their place"
        prefix = re.match(r"\A_*+[a-z]++_(?=\w)", name)
        composed = None if prefix is None else self._composed_in(prefix[0])
        if composed is not None:
            return "names that are put together when the program runs" if composed == "here" else _OUTSIDE
        return None

    def _is_offered(self, path: str, name: str) -> bool:
        """Whether a capital makes a name public, where files of a folder see each other."""
        resolver = self._graph.following.resolver(self._graph.language(path))
        return (
            resolver is not None
            and resolver.shares_folders
            and name[:1].isupper()
            and "internal" not in above(self._from_asked(path))
        )

    def _with_bases(self, file: Candidate) -> set[int]:
        """Where the definitions start that inherit from something."""
        if file.path not in self._bases:
            every = list(file.symbols())
            self._bases[file.path] = {
                every[each.symbol].span.start
                for each in file.references()
                if each.kind in ("extends", "implements") and each.symbol is not None
            }
        return self._bases[file.path]

    @lazy
    def _bases(self) -> dict[str, set[int]]:
        return {}

    def _composed_in(self, prefix: str) -> Where | None:
        """Where a string ends with the beginning of a name: `"visit_" + kind`, `f"visit_{kind}"`."""
        if prefix not in self._composed:
            ends = tuple(prefix.encode() + mark for mark in (b'"', b"'", b"%", b"{", b"$", b"`", b"#{"))
            having = (file for file in self._holding(prefix) if _readable(file))
            self._composed[prefix] = self._nearest(
                file.path for file in having if any(end in file.text.data for end in ends)
            )
        return self._composed[prefix]

    def _nearest(self, paths: Iterable[str]) -> Where | None:
        """Whether one of some files lies in the folder that is asked about, or outside of it; None if there is none."""
        found: Where | None = None
        for path in paths:
            if self._is_asked(path):
                return "here"
            found = "outside"
        return found

    @lazy
    def _composed(self) -> dict[str, Where | None]:
        return {}

    @lazy
    def _referred(self) -> set[str]:
        """The names that code of the folder calls, imports, inherits from or names as types."""
        found: set[str] = set()
        for file in (self._graph.files[path] for path in self._graph.asked()):
            if self._cancelled():
                raise Stopped
            try:
                packed = file.packed_references
                names = names_of_references(packed) if packed is not None else [each.name for each in file.references()]
            except Gone:
                continue
            found.update(names)
        return found

    def _occurs(self, name: str, path: str, own: Symbol | None = None) -> Where | None:
        """Where a word is written but where it is defined; in its own file too, for a definition."""
        word = name.encode()
        having = (file for file in self._holding(name) if (file.path != path or own is not None) and _readable(file))
        return self._nearest(file.path for file in having if _has_word(file, word, own if file.path == path else None))

    def _holding(self, text: str) -> Iterator[Candidate]:
        """The files of the root that may have a text in them."""
        corpus = self._graph.corpus
        query = Query(Text(text, False, False, Span(0, 0)), "line", "path", text)
        rows = narrowed_rows(corpus.snapshot, query, "") if corpus.snapshot is not None else []
        return (self._graph.files[each.path] for each in candidates(corpus, rows) if each.path in self._graph.files)


def _begin_alike(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _has_word(file: Candidate, word: bytes, own: Symbol | None) -> bool:
    """Whether a text has a word, elsewhere than in the name of a definition of its own."""
    data = file.text.data
    at = data.find(word)
    while at >= 0:
        end = at + len(word)
        whole = not _WORD.match(data[at - 1 : at]) and not _WORD.match(data[end : end + 1])
        if whole and not (own is not None and own.name_span.start <= at < own.name_span.end):
            return True
        at = data.find(word, end)
    return False


def _readable(file: Candidate) -> bool:
    try:
        return bool(file.text.data)
    except Gone:
        return False
