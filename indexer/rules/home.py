"""Which folder's rules hold for a path, and what its files are called from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from indexer.looking import exists
from indexer.settings import user_file

FOLDER = ".outcrop/rules"
_OWN = 1 << 20  # bytes of the user's settings that are looked at
SIGNS = (FOLDER, "sgconfig.yml", "sgconfig.yaml")


def rules_home(path: Path) -> Path:
    """The nearest folder around a path that has rules, or else the path itself. A repository's own folder is the
    outermost that counts."""
    nearest = path if path.is_dir() else path.parent
    for folder in (nearest, *nearest.parents):
        if any(exists(folder / sign) for sign in SIGNS):
            return folder
        if exists(folder / ".git"):
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


def live_home(path: Path, roots: Sequence[Path]) -> Path | None:
    """The folder whose rules hold for an open file; None where only the user's own do."""
    root = next((root for root in roots if path.is_relative_to(root)), None)
    if root is None:
        return None
    home = rules_home(path.parent)
    return home if home.is_relative_to(root) or root.is_relative_to(home) else root


def may_have_rules(path: Path, roots: Sequence[Path]) -> bool:
    """Whether there can be rules for an open file, told without reading any."""
    home = live_home(path, roots)
    if home is not None and any(exists(home / sign) for sign in SIGNS):
        return True
    try:
        with user_file().open("rb") as own:
            return b"rules" in own.read(_OWN)
    except OSError:
        return False


def is_of_rules(path: Path) -> bool:
    """Whether a file is one that rules are written in."""
    return path == user_file() or (path.suffix == ".toml" and path.parent.as_posix().endswith(f"/{FOLDER}"))
