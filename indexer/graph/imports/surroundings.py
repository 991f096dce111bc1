"""Where a root lies in its project: the folders above it, and the files there that say how the project is laid out.

Somebody who asks about one folder of a project still has imports there that begin at the project's top. So who follows
imports sees the files of the root where they lie in the project. Above the root only files with the names below are
looked at, as data; an import that leads to anything else there leads out of the root, as before.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from indexer.graph.imports.tree import MOST_BYTES, Tree
from indexer.looking import exists, is_file

_TOP = ".git"  # no project goes on above the folder of a repository
_PACKAGES = ("__init__.py", "__init__.pyi", "__init__.pyx", "__init__.pxd")
_MARKS = (
    *("pyproject.toml", "setup.cfg", "setup.py"),
    *("package.json", "tsconfig.json", "tsconfig.base.json", "jsconfig.json", "pnpm-workspace.yaml"),
    *("go.mod", "go.work", "Cargo.toml", "composer.json"),
    *("pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"),
)
_HIGHEST = 24  # folders above a root that are looked at


class Surroundings(NamedTuple):
    """The place of a root in its project, "" at its top, and the files above it by their path in the project."""

    place: str = ""
    marks: tuple[tuple[str, Path], ...] = ()


AT_THE_TOP = Surroundings()


def surroundings(root: Path) -> Surroundings:
    """What is above a root. The top is the folder of the repository, else the last folder with a mark of a project."""
    above: list[tuple[Path, list[Path]]] = []
    top = 0  # how many folders the top is above the root
    home = Path.home()
    inside = _has(root, _PACKAGES)  # whether what was looked at last is part of a package
    if not exists(root / _TOP):
        for count, folder in enumerate(root.parents[:_HIGHEST], 1):
            if folder in (home, Path(folder.anchor)):
                break
            found = [folder / name for name in (*_MARKS, *_PACKAGES) if is_file(folder / name)]
            above.append((folder, found))
            if found or inside:
                top = count
            inside = any(file.name in _PACKAGES for file in found)
            if exists(folder / _TOP):
                top = count
                break
    if not top:
        return AT_THE_TOP
    highest = above[top - 1][0]
    marks = [file for _, found in above[:top] for file in found]
    return Surroundings(
        root.relative_to(highest).as_posix(), tuple((file.relative_to(highest).as_posix(), file) for file in marks)
    )


def _has(folder: Path, names: tuple[str, ...]) -> bool:
    return any(is_file(folder / name) for name in names)


def seen_from_the_top(tree: Tree, around: Surroundings) -> Tree:
    """The files of a root where they lie in their project, with the marks above it."""
    if not around.place:
        return tree
    before = f"{around.place}/"
    marks = dict(around.marks)

    def read(path: str) -> bytes | None:
        if path.startswith(before):
            return tree.read(path.removeprefix(before))
        try:
            mark = marks[path]
            return mark.read_bytes() if mark.is_file() and mark.stat().st_size <= MOST_BYTES else None
        except (KeyError, OSError):
            return None

    return Tree([*(before + path for path in tree.paths), *marks], read)
