"""Where git keeps things: the folder of a work tree, and the one that all work trees of a repository share."""

from __future__ import annotations

from pathlib import Path

from indexer.git.objects import Unreadable, read_regular

SMALL = 1 << 20  # bytes of a file of git's that has a few lines


def git_folder(work_tree: Path) -> Path | None:
    """The folder that `.git` is, or that it names if it is a file; None where there is none."""
    dot_git = work_tree / ".git"
    if dot_git.is_dir():
        return dot_git
    named = first_line(dot_git)
    if not named:
        return None
    if not named.startswith("gitdir:"):
        raise Unreadable(f"{dot_git} names no repository")
    return work_tree / named.removeprefix("gitdir:").strip()


def shared_folder(folder: Path) -> Path:
    common = first_line(folder / "commondir")
    return folder / common if common else folder


def first_line(path: Path) -> str:
    text = read_regular(path, SMALL) or b""
    return text.partition(b"\n")[0].decode("utf-8", "surrogateescape").strip().replace("\0", "")
