"""Definitions and files that nobody refers to, and why we believe so.

A definition is told only if its name is written nowhere else in the root: not in code, not in a string, a template or a
page of documentation. What is used without being named is left out and counted by the reason: entry points, tests,
methods that a base may call, what a library offers, what a framework finds by its place.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from indexer.graph.files import FileGraph
from indexer.graph.imports.tree import above
from indexer.model import Span, Symbol
from indexer.query.tree import Query, Text
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
    r"/(?:management/commands|migrations|templatetags|locale|settings|pages|routes|app/(?:models|controllers|views|jobs"
    r"|mailers|helpers|channels)|db/migrate|initializers|config|scripts|script|bin|tools|hack|plugins|extensions|api)/"
    r"|/(?:apps|admin|urls|models|views|forms|signals|routers|middleware|page|layout|route|loading|error|\+\w+)\.\w+$"
)
# There also what nobody names: settings, commands, migrations, handlers of routes.
_PLACES_OF_NAMES = re.compile(
    r"/(?:management/commands|migrations|templatetags|locale|settings|pages|routes|db/migrate|initializers|config)/"
    r"|/(?:apps|settings|config|conf|page|layout|route|loading|error|\+\w+)\.\w+$"
)
_MARKED = re.compile(rb"(?:^|\n)[ \t]*(?:@|#\[|\[\w|#pragma|//go:|//export)[^\n]*\n?[ \t]*$")
_EXPORTED = re.compile(rb"\b(?:pub|public|export|extern|protected|open|EXPORT_SYMBOL\w*|__declspec|__attribute__)\b")
_SPECIAL = re.compile(r"^__\w+__$|^_+$|^main$|^init$|^on[A-Z_]|^test|^(?:set|tear)[Uu]p|^(?:setup|teardown)")
_WORD = re.compile(rb"\w", re.ASCII)
_LEAST = 3  # letters: shorter names are in any text


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
            if resolver is None or path in graph.back or self._cancelled():
                continue
            if resolver.shares_folders:
                continue  # they are used without an import
            why = self._why_kept(path)
            if why is None and self._is_named(path):
                why = "files that others name in their text"
            if why is None:
                yield Unused(path, None, None, "no import leads to it, and no other file names it")
            else:
                self.left_out[why] += 1

    def _why_kept(self, path: str) -> str | None:
        if is_secondary(path):
            return "tests, examples, documentation, others' code"
        if _ENTRY.search(path):
            return "entry points"
        if _PLACES.search(f"/{path}"):
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

    def _is_named(self, path: str) -> bool:
        """Whether the name of a file stands in another one: in a build file, a setting, a page."""
        name = path.rpartition("/")[2]
        stem = name.partition(".")[0]
        return len(stem) < _LEAST or self._occurs(stem, path)

    def definitions(self) -> Iterator[Unused]:
        """The definitions whose name is written nowhere else."""
        for path in self._graph.asked():
            if self._cancelled():
                return
            if self._graph.following.resolver(self._graph.language(path)) is None:
                continue
            file = self._graph.files[path]
            if is_secondary(path) or file.generated:
                self.left_out["tests, examples, documentation, others' code"] += 1
                continue
            try:
                yield from self._of_file(path, file)
            except Gone:
                self._graph.unread[path] = "it is gone, or no text"

    def _of_file(self, path: str, file: Candidate) -> Iterator[Unused]:
        symbols = file.symbols()
        wanted = [
            (at, symbol)
            for at, symbol in enumerate(symbols)
            if symbol.kind in _KINDS and symbol.name not in self._referred and len(symbol.name) >= _LEAST
        ]
        for _, symbol in wanted:
            why = self._why_used(path, file, symbol, symbols)
            if why is not None:
                self.left_out[why] += 1
            elif not self._occurs(symbol.name, path, symbol):
                yield Unused(path, symbol.name, symbol.row_start, "its name is written nowhere else")

    def _why_used(self, path: str, file: Candidate, symbol: Symbol, symbols: Iterable[Symbol]) -> str | None:
        name, data = symbol.name, file.text.data
        if not name.isidentifier() or _SPECIAL.search(name):
            return "names with a meaning of their own"
        if _MARKED.search(data[max(symbol.span.start - 200, 0) : symbol.span.start]):
            return "decorated definitions"
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
        if _PLACES_OF_NAMES.search(f"/{path}") and symbol.parent is None:
            return "names that frameworks find by their place"
        prefix = re.match(r"\A_*+[a-z]++_(?=\w)", name)
        if prefix is not None and self._is_composed(prefix[0]):
            return "names that are put together when the program runs"
        return None

    def _is_offered(self, path: str, name: str) -> bool:
        """Whether a capital makes a name public, where files of a folder see each other."""
        resolver = self._graph.following.resolver(self._graph.language(path))
        return resolver is not None and resolver.shares_folders and name[:1].isupper() and "internal" not in above(path)

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

    @cached_property
    def _bases(self) -> dict[str, set[int]]:
        return {}

    def _is_composed(self, prefix: str) -> bool:
        """Whether a string somewhere ends with the beginning of a name: `"visit_" + kind`, `f"visit_{kind}"`."""
        if prefix not in self._composed:
            ends = tuple(prefix.encode() + mark for mark in (b'"', b"'", b"%", b"{", b"$", b"`", b"#{"))
            self._composed[prefix] = any(
                any(end in file.text.data for end in ends) for file in self._holding(prefix) if _readable(file)
            )
        return self._composed[prefix]

    @cached_property
    def _composed(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _referred(self) -> set[str]:
        """The names that code calls, imports, inherits from or names as types."""
        found: set[str] = set()
        for file in self._graph.files.values():
            try:
                packed = file.packed_references
                names = names_of_references(packed) if packed is not None else [each.name for each in file.references()]
            except Gone:
                continue
            found.update(names)
        return found

    def _occurs(self, name: str, path: str, own: Symbol | None = None) -> bool:
        """Whether a word is written somewhere else than where it is defined; in its own file too, for a definition."""
        word = name.encode()
        for file in self._holding(name):
            if (file.path == path and own is None) or not _readable(file):
                continue
            data = file.text.data
            at = data.find(word)
            while at >= 0:
                end = at + len(word)
                whole = not _WORD.match(data[at - 1 : at]) and not _WORD.match(data[end : end + 1])
                if whole and not (
                    file.path == path and own is not None and own.name_span.start <= at < own.name_span.end
                ):
                    return True
                at = data.find(word, end)
        return False

    def _holding(self, text: str) -> Iterator[Candidate]:
        """The files of the root that may have a text in them."""
        corpus = self._graph.corpus
        query = Query(Text(text, False, False, Span(0, 0)), "line", "path", text)
        rows = narrowed_rows(corpus.snapshot, query, "") if corpus.snapshot is not None else []
        return (self._graph.files[each.path] for each in candidates(corpus, rows) if each.path in self._graph.files)


def _readable(file: Candidate) -> bool:
    try:
        return bool(file.text.data)
    except Gone:
        return False
