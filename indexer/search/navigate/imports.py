"""Which file an import means, by its path alone: no build system is asked, and nothing is installed.

An import that starts with dots or `./` is read from the folder it stands in; any other means a file whose path ends
as the import does. A single word means a file only at the top of a tree or beside the importing file.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from indexer.model import Limits, Reference, Span
from indexer.query.tree import Name, Query, Ref
from indexer.search.navigate.files import File
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.run.corpus import Corpus, Gone, candidates
from indexer.text.document_text import Text

_SEPARATORS = re.compile(r"::|[./\\]+")
_INDEXES = frozenset(("__init__", "index", "mod", "lib", "main", "init"))
_TOPS = frozenset(("src", "lib", "app", "include", "pkg"))
_OWN = frozenset(("crate", "self", "super"))
_EXTENSION = re.compile(r"\.\w{1,5}$")


class Import(NamedTuple):
    """An import in a file, and what it may mean."""

    root: Path
    path: str  # of the file that has it
    row: int
    name: str  # as written
    files: tuple[str, ...]


def imports_of(facts: File) -> list[Import]:
    """The imports of a file, with the files of its root that each may mean."""
    known: dict[str, list[str]] = {}
    for path in facts.neighbours():
        for word in {searched_name(path), posixpath.basename(posixpath.dirname(path))}:
            known.setdefault(word, []).append(path)
    found = []
    for row, names in import_paths(facts.references(), facts.text):
        meant = {
            path
            for name in names
            for word in _words(facts.path, name)
            for path in known.get(word, ())
            if path != facts.path and means(facts.path, name, path)
        }
        found.append(Import(facts.root, facts.path, row, names[0], tuple(sorted(meant))))
    return found


def _words(importer: str, name: str) -> set[str]:
    """The last words of an import, of which one is the name of what it means; the last may be an extension."""
    parts = _relative(importer, name) if name.startswith(".") else [part for part in _SEPARATORS.split(name) if part]
    return set(parts[-2:]) if parts else set()


def importers(path: Path, corpora: Sequence[Corpus], limits: Limits) -> list[Import]:
    """The imports that may mean a file: of each file that has such, the first."""
    found: list[Import] = []
    for corpus in corpora:
        if not path.is_relative_to(corpus.root):
            continue
        target = path.relative_to(corpus.root).as_posix()
        wanted = Name("path", searched_name(target), ignore_case=False)
        query = Query(Ref("import", wanted, Span(0, 0)), "line", "path", wanted.text)
        rows = narrowed_rows(corpus.snapshot, query, corpus.below) if corpus.snapshot is not None else []
        for candidate in candidates(corpus, rows):
            if limits.cancelled() or (limits.hits is not None and len(found) >= limits.hits):
                break
            try:
                imports = list(import_paths(candidate.references(), candidate.text)) if candidate.path != target else []
            except Gone:
                continue
            hit = next((each for each in imports if any(means(candidate.path, name, target) for name in each[1])), None)
            if hit is not None:
                found.append(Import(corpus.root, candidate.path, hit[0], hit[1][0], (target,)))
    return found


def import_paths(references: Iterable[Reference], text: Text) -> Iterator[tuple[int, list[str]]]:
    """The row of each import, and the paths it may mean: `from a import b` is `a` and perhaps `a.b`."""
    statements: list[list[Reference]] = []
    for reference in references:
        if reference.kind != "import":
            continue
        # A row that begins with a name goes on with the import above it.
        goes_on = text.data[text.lines[reference.row] : reference.span.start].isspace()
        if statements and (goes_on or statements[-1][0].row == reference.row):
            statements[-1].append(reference)
        else:
            statements.append([reference])
    for statement in statements:
        names = list(dict.fromkeys(reference.name for reference in statement))
        paths = [name for name in names if not name.isidentifier()] or names[:1]
        rest = [name for name in names if name not in paths]
        joined = [f"{path}{name}" if path.endswith(".") else f"{path}.{name}" for path in paths for name in rest]
        yield statement[0].row, [*paths, *(name for name in joined if "/" not in name)]


def searched_name(path: str) -> str:
    """The word that an import of a file has in it: the file's name, or its folder's where that is what is imported."""
    parts = _parts_of(path)
    return parts[-1] if parts else posixpath.basename(path)


def means(importer: str, name: str, path: str) -> bool:
    """Whether an import that is written in one file may mean another. Paths are relative to the root."""
    target = _parts_of(path)
    if name.startswith("."):
        base = _relative(importer, name)
        return base is not None and base in (target, _plain(path))
    if "." in name and posixpath.basename(path) == name:
        return True  # an include by the file's own name
    wanted = [part for part in _SEPARATORS.split(name) if part and part not in _OWN]
    if not wanted or not target:
        return False
    if "/" in name or "\\" in name:
        written = name.replace("\\", "/").lstrip("/")
        if _EXTENSION.search(written):
            return path == written or path.endswith(f"/{written}")
        folder = path.split("/")[:-1]
        if len(folder) >= 1 and len(wanted) > len(folder) and _split(written)[-len(folder) :] == folder:
            return True  # a package that is named with where it can be fetched
        wanted = _split(written)
    if len(wanted) == 1:
        beside = importer.split("/")[:-1]
        return target in (wanted, [*beside, *wanted]) or (
            target[:-1] in ([top] for top in _TOPS) and target[-1:] == wanted
        )
    return target[-len(wanted) :] == wanted


def _split(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _plain(path: str) -> list[str]:
    return _EXTENSION.sub("", path).split("/")


def _parts_of(path: str) -> list[str]:
    """What an import of a file says: its path without the extension, or its folder for a file that stands for it."""
    parts = _plain(path)
    return parts[:-1] if parts[-1] in _INDEXES and len(parts) > 1 else parts


def _relative(importer: str, name: str) -> list[str] | None:
    folder = posixpath.dirname(importer)
    if "/" in name:
        path = posixpath.normpath(posixpath.join(folder, name))
        return None if path.startswith("..") else _EXTENSION.sub("", path).split("/")
    rest = name.lstrip(".")
    above: Sequence[str] = [part for part in folder.split("/") if part]
    steps = len(name) - len(rest) - 1
    if steps > len(above):
        return None
    return [*above[: len(above) - steps], *(part for part in rest.split(".") if part)]
