"""The text files of a folder, in path order, without what its ignore files and common sense leave out.

`.gitignore` counts only inside a git work tree, as with ripgrep; `.ignore` and `.outcropignore` always count. Symbolic
links are not followed, so there are no loops and no way out of the folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pathspec import GitIgnoreSpec

PRUNED = frozenset(
    [
        ".git",
        ".hg",
        ".svn",
        ".jj",
        ".bzr",
        "node_modules",
        "bower_components",
        "__pycache__",
        ".venv",
        "venv",
        ".tox",
        ".nox",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
        ".eggs",
        "target",
        "dist",
        "build",
        ".next",
        ".nuxt",
        ".gradle",
        ".idea",
        ".vscode-test",
        ".terraform",
        "coverage",
        ".cache",
    ]
)

_Rules = tuple[str, GitIgnoreSpec]


def walk(root: Path) -> Iterator[Path]:
    """Every file under `root` that is not ignored."""
    names = (".gitignore", ".ignore", ".outcropignore") if _in_git(root) else (".ignore", ".outcropignore")
    yield from _walk(str(root), "", names, ())


def _walk(folder: str, inside: str, names: tuple[str, ...], rules: tuple[_Rules, ...]) -> Iterator[Path]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # a folder that cannot be read has no files for us
    for entry in entries:
        if entry.name in names and entry.is_file():
            rules = (*rules, (inside, _spec(entry.path)))
    for entry in entries:
        path = f"{inside}{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in PRUNED and not _ignored(f"{path}/", rules):
                yield from _walk(entry.path, f"{path}/", names, rules)
        elif entry.is_file(follow_symlinks=False) and not _ignored(path, rules):
            yield Path(entry.path)


def _ignored(path: str, rules: tuple[_Rules, ...]) -> bool:
    """The deepest ignore file that says anything about a path decides."""
    for base, spec in reversed(rules):
        decision = spec.check_file(path[len(base) :]).include
        if decision is not None:
            return decision
    return False


def _spec(path: str) -> GitIgnoreSpec:
    text = Path(path).read_text("utf-8", "replace")
    return GitIgnoreSpec.from_lines(text.splitlines())


def _in_git(root: Path) -> bool:
    return any((folder / ".git").exists() for folder in (root.resolve(), *root.resolve().parents))
