"""The files of a folder, in path order, without what ignore files and common sense leave out.

What counts, the strongest first:

1. what is version control's own (`.git`, `.hg`, …) is never looked at;
2. `.outcropignore`, then `.ignore`, each the nearest first, also those in the folders above the root;
3. inside a git work tree: its `.gitignore` files, the nearest first, `.git/info/exclude`, the owner's global excludes;
4. folders that tools make (`node_modules`, `__pycache__`, virtual environments, …). A line such as `!node_modules/` in
   an `.outcropignore` or `.ignore` brings one back.

Hidden files are files like others. Symbolic links are not followed, so there are no loops and no way out of the root.
Whether a file is text shows when it is read. Nothing is ever run, git neither.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from indexer.files.git import exclude_files
from indexer.files.ignore import IgnoreRules, Placed

SIZE_LIMIT = 1 << 20
TOO_LARGE = "larger than"
_OFTEN = 1000  # files found between two words on how far it is

VERSION_CONTROL = frozenset({".bzr", ".git", ".hg", ".jj", ".pijul", ".sl", ".svn"})
MADE_BY_TOOLS = frozenset(
    {
        ".cache",
        ".eggs",
        ".gradle",
        ".hypothesis",
        ".idea",
        ".mypy_cache",
        ".next",
        ".nox",
        ".nuxt",
        ".nyc_output",
        ".parcel-cache",
        ".pytest_cache",
        ".ruff_cache",
        ".svelte-kit",
        ".terraform",
        ".tox",
        ".turbo",
        ".venv",
        ".vscode-test",
        "__pycache__",
        "bower_components",
        "node_modules",
    }
)
# Names that are as often a person's (the kernel has `drivers/target`). In a git work tree git knows; elsewhere a build
# file beside them gives them away.
OUTPUT_BESIDE = {
    "_build": ("conf.py", "dune-project", "mix.exs"),
    "build": ("CMakeLists.txt", "build.gradle", "build.gradle.kts", "package.json", "pyproject.toml", "setup.py"),
    "coverage": ("package.json",),
    "dist": ("package.json", "pyproject.toml", "setup.py"),
    "target": ("Cargo.toml", "build.sbt", "pom.xml"),
}
# A folder that holds one of these is a cache or a virtual environment.
MARKS_OF_TOOLS = ("CACHEDIR.TAG", "pyvenv.cfg")

_OWN, _PLAIN, _GIT = ".outcropignore", ".ignore", ".gitignore"
_IGNORE_FILES = frozenset({_OWN, _PLAIN, _GIT, ".git"})
_ASKED_FOR = {*_IGNORE_FILES, *MARKS_OF_TOOLS, *(name for names in OUTPUT_BESIDE.values() for name in names)}
# What git itself keeps beside a work tree that decides on its files.
_IN_GIT = ("/.git/info/exclude", "/.git/config")
_name = attrgetter("name")


class Entry(NamedTuple):
    """A file found: its path relative to the root, with `/`, and what tells whether it has changed."""

    path: str
    size: int
    mtime_ns: int


class Unwalked(NamedTuple):
    """A file or folder that could not be looked at, and why."""

    path: str
    reason: str


_Layer = tuple[IgnoreRules, int]  # and the length of the path of the folder its patterns are about


@dataclass(frozen=True, slots=True)
class _Scope:
    """The patterns that count in a folder: those a user gave, and ignore files, of each kind the nearest first."""

    given: tuple[_Layer, ...] = ()
    own: tuple[_Layer, ...] = ()
    plain: tuple[_Layer, ...] = ()
    git: tuple[_Layer, ...] = ()
    excludes: tuple[_Layer, ...] = ()
    in_git: bool = False

    def entered(self, folder: str, names: Container[str]) -> _Scope:
        """The scope inside a folder, given by its path with a slash at the end, that has certain ignore files."""
        scope = self
        if ".git" in names:
            found = [(IgnoreRules.read(path), len(folder)) for path in exclude_files(Path(folder))]
            excludes = tuple((rules, length) for rules, length in found if rules is not None)
            scope = replace(scope, git=(), excludes=excludes, in_git=True)
        if _OWN in names:
            scope = replace(scope, own=_with(folder, _OWN, scope.own))
        if _PLAIN in names:
            scope = replace(scope, plain=_with(folder, _PLAIN, scope.plain))
        if scope.in_git and _GIT in names:
            scope = replace(scope, git=_with(folder, _GIT, scope.git))
        return scope

    def layers(self, folder: str, of_folders: bool) -> list[Placed]:
        return _placed((*self.given, *self.own, *self.plain, *self.git, *self.excludes), folder, of_folders)

    def brings_back(self, folder: str, name: str) -> bool:
        """Whether a folder that a tool made is wanted nevertheless."""
        return _decision(_placed((*self.given, *self.own, *self.plain), folder, True), name) is False


def _with(folder: str, name: str, layers: tuple[_Layer, ...]) -> tuple[_Layer, ...]:
    rules = IgnoreRules.read(folder + name)
    return layers if rules is None else ((rules, len(folder)), *layers)


def _placed(layers: tuple[_Layer, ...], folder: str, of_folders: bool) -> list[Placed]:
    return [
        Placed(rules, folder[length:], of_folders)
        for rules, length in layers
        if (rules.folders if of_folders else rules.files)
    ]


def _decision(layers: list[Placed], name: str) -> bool | None:
    for layer in layers:
        decision = layer.decide(name)
        if decision is not None:
            return decision
    return None


class Scan(NamedTuple):
    """All that a walk found."""

    found: list[Entry]
    problems: list[tuple[str, str]]  # what it found and cannot give, and why
    skipped: int  # files that are too large, and links


class _Folder:
    """A folder being walked: its path and its path from the root, both with a slash at the end, and who is in it."""

    __slots__ = ("about_files", "about_folders", "inside", "names", "path", "scope")

    def __init__(self, path: str, inside: str, names: set[str], above: _Scope) -> None:
        self.path = path
        self.inside = inside
        self.names = names
        self.scope = above if names.isdisjoint(_IGNORE_FILES) else above.entered(path, names)
        self.about_files = self.scope.layers(path, False)
        self.about_folders = self.scope.layers(path, True)

    def wants(self, name: str) -> bool:
        """Whether a folder in this one is to be walked, as far as its name tells."""
        if name in VERSION_CONTROL or _decision(self.about_folders, name):
            return False
        beside = OUTPUT_BESIDE.get(name, ())
        if name in MADE_BY_TOOLS or (not self.scope.in_git and not self.names.isdisjoint(beside)):
            return self.scope.brings_back(self.path, name)
        return True

    def keeps(self, name: str, inner: _Folder) -> bool:
        """Whether a folder in this one is to be walked, now that it is known what is in it."""
        return inner.names.isdisjoint(MARKS_OF_TOOLS) or self.scope.brings_back(self.path, name)


class Walk:
    """A walk through a folder. Iterate over it, once; then it knows what it passed over."""

    def __init__(self, root: Path, size_limit: int | None = SIZE_LIMIT, ignore: Sequence[str] = ()) -> None:
        """`ignore` holds more patterns, as in an ignore file at the root that is stronger than all others."""
        self.root = root.resolve()
        self._ignore = tuple(ignore)
        self.problems: list[Unwalked] = []
        self.too_large: list[Entry] = []
        self.links = 0
        self.size_limit = size_limit

    def __iter__(self) -> Iterator[Entry]:
        return self._below(self._opened(_with_slash(self.root), "", _scope_above(self.root, self._ignore)))

    def finished(self, tell: Callable[[int], None]) -> Scan:
        """Walks to the end; `tell` is called at the start and now and then, with how many files there are so far."""
        tell(0)
        found: list[Entry] = []
        for number, entry in enumerate(self, 1):
            found.append(entry)
            if number % _OFTEN == 0:
                tell(number)
        return Scan(found, self.all_problems(), len(self.too_large) + self.links)

    def at(self, path: str) -> Iterator[Entry]:
        """What a walk would find at a path relative to the root: a file, or the files of a folder."""
        found = _reached(self.root, path, self._ignore)
        if found is None:
            return
        folder, name = found
        mode = _mode(self.root / path)
        if stat.S_ISREG(mode) and not _decision(folder.about_files, name):
            status = (self.root / path).lstat()
            entry = Entry(path, status.st_size, status.st_mtime_ns)
            if self.size_limit is None or entry.size <= self.size_limit:
                yield entry
        elif stat.S_ISDIR(mode) and folder.wants(name):
            inner = self._opened(f"{folder.path}{name}/", f"{path}/", folder.scope)
            if inner is not None and folder.keeps(name, inner[0]):
                yield from self._below(inner)

    def all_problems(self) -> list[tuple[str, str]]:
        """Every file or folder that a finished walk found and cannot give, and why."""
        large = [(entry.path, f"{TOO_LARGE} {self.size_limit:,} bytes") for entry in self.too_large]
        return [*((path, reason) for path, reason in self.problems), *large]

    def _below(self, opened: tuple[_Folder, Iterator[os.DirEntry[str]]] | None) -> Iterator[Entry]:
        folders = [opened] if opened is not None else []
        while folders:
            folder, entries = folders[-1]
            for entry in entries:
                name = entry.name
                if not name.isascii() and not is_utf8(name):
                    shown = os.fsencode(name).decode("utf-8", "replace")
                    self.problems.append(Unwalked(folder.inside + shown, "its name is not in UTF-8"))
                elif entry.is_file(follow_symlinks=False):
                    if name in VERSION_CONTROL or (folder.about_files and _decision(folder.about_files, name)):
                        continue  # a submodule's `.git` is a file
                    found = self._file(folder.inside + name, entry)
                    if found is not None:
                        yield found
                elif entry.is_dir(follow_symlinks=False):
                    if folder.wants(name):
                        inner = self._opened(f"{folder.path}{name}/", f"{folder.inside}{name}/", folder.scope)
                        if inner is not None and folder.keeps(name, inner[0]):
                            folders.append(inner)
                            break
                elif entry.is_symlink():
                    self.links += 1
            else:
                folders.pop()

    def _opened(self, path: str, inside: str, above: _Scope) -> tuple[_Folder, Iterator[os.DirEntry[str]]] | None:
        try:
            with os.scandir(path) as scan:
                entries = sorted(scan, key=_name)
        except OSError as error:
            self._failed(inside or ".", error)
            return None
        return _Folder(path, inside, {entry.name for entry in entries}, above), iter(entries)

    def _file(self, path: str, entry: os.DirEntry[str]) -> Entry | None:
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError as error:
            self._failed(path, error)
            return None
        found = Entry(path, status.st_size, status.st_mtime_ns)
        if self.size_limit is not None and found.size > self.size_limit:
            self.too_large.append(found)
            return None
        return found

    def _failed(self, path: str, error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):  # that one has gone since it was listed
            self.problems.append(Unwalked(path, error.strerror or str(error)))


def walk(root: Path) -> Iterator[Path]:
    """Every file under `root` that is not ignored, whatever its size."""
    for entry in Walk(root, size_limit=None):
        yield root / entry.path


def notes_on_left_out(problems: Collection[tuple[str, str]], found: bool, where: str) -> list[str]:
    """What an answer has to say of files that were not searched. What is too large matters if nothing was found."""
    large = sum(reason.startswith(TOO_LARGE) for _, reason in problems)
    unread = len(problems) - large
    notes = [f"{_files(unread)} could not be read; {where}"] if unread else []
    if large and not found:
        notes.append(f"{_files(large)} too large to be searched; {where}")
    return notes


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def decides_on_others(path: str) -> bool:
    """Whether a file, by its name, may change what a walk finds elsewhere."""
    return path.rpartition("/")[2] in _ASKED_FOR or f"/{path}".endswith(_IN_GIT)


def enters(root: Path, folder: str, ignore: Sequence[str]) -> bool:
    """Whether a walk of the root would look into a folder, given by its path relative to the root."""
    return _reached(root.resolve(), f"{folder}/.", ignore) is not None


def belongs(root: Path, path: str) -> bool:
    """Whether a walk would find a file, given by its path relative to the root, leaving its size aside."""
    root = root.resolve()
    if not stat.S_ISREG(_mode(root / path)):
        return False
    found = _reached(root, path, ())
    return found is not None and not _decision(found[0].about_files, found[1])


def _reached(root: Path, path: str, ignore: Sequence[str]) -> tuple[_Folder, str] | None:
    """The folder that a path is in and its name there; None if a walk would not come there."""
    *above, name = path.split("/")
    if not is_utf8(path) or name in VERSION_CONTROL:
        return None
    folder = _found(_with_slash(root), _scope_above(root, ignore))
    for inner_name in above:
        inner_path = f"{folder.path}{inner_name}/"
        if not folder.wants(inner_name) or stat.S_ISLNK(_mode(Path(inner_path[:-1]))):
            return None
        inner = _found(inner_path, folder.scope)
        if not folder.keeps(inner_name, inner):
            return None
        folder = inner
    return folder, name


def _found(path: str, above: _Scope) -> _Folder:
    """A folder of which no more is known than is asked for, without listing it."""
    return _Folder(path, "", {name for name in _ASKED_FOR if os.path.lexists(path + name)}, above)


def _scope_above(root: Path, ignore: Sequence[str] = ()) -> _Scope:
    """What the ignore files in the folders above the root say, and the patterns that were given."""
    scope = _Scope()
    for folder in reversed(root.parents):
        path = _with_slash(folder)
        scope = scope.entered(path, {name for name in _IGNORE_FILES if os.path.lexists(path + name)})
    if ignore:
        scope = replace(scope, given=((IgnoreRules("\n".join(ignore)), len(_with_slash(root))),))
    return scope


def _with_slash(folder: Path) -> str:
    path = folder.as_posix()
    return path if path.endswith("/") else f"{path}/"


def _mode(path: Path) -> int:
    try:
        return path.lstat().st_mode
    except OSError:
        return 0


def is_utf8(name: str) -> bool:
    """Whether a path can be written down; one that cannot is never searched."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
