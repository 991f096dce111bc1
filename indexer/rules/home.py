"""Which folder's rules hold for a path, and what its files are called from there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from indexer.rules.reading import FOLDER

SIGNS = (FOLDER, "sgconfig.yml", "sgconfig.yaml")


def rules_home(path: Path) -> Path:
    """The nearest folder around a path that has rules, or else the path itself. A repository's own folder is the
    outermost that counts."""
    nearest = path if path.is_dir() else path.parent
    for folder in (nearest, *nearest.parents):
        if any((folder / sign).exists() for sign in SIGNS):
            return folder
        if (folder / ".git").exists():
            break
    return nearest


def seen_from(home: Path, root: Path) -> Callable[[str], str]:
    """What a file of a root is called from the folder that has the rules, where it lies in it."""
    if root == home:
        return lambda path: path
    if root.is_relative_to(home):
        before = root.relative_to(home).as_posix() + "/"
        return lambda path: before + path
    if home.is_relative_to(root):
        above = home.relative_to(root).as_posix() + "/"
        return lambda path: path.removeprefix(above)
    return lambda path: path
