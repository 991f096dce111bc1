"""What git's own files say about ignoring, read by hand: git itself is never run.

A work tree has patterns in `.git/info/exclude`, and those of its owner's `core.excludesFile`. `include` lines in git's
configuration are not followed. Where a work tree leads to a file outside of it, git follows, and so do we, but only to
a file, and not without end.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from indexer.files.ignore import read_rules
from indexer.git.folders import git_folder, shared_folder
from indexer.git.objects import Unreadable

_SECTION = re.compile(r'\s*\[\s*([\w.-]+(?:\s+"(?:[^"\\]|\\.)*")?)\s*\](.*)')
_SETTING = re.compile(r"\s*([A-Za-z][\w-]*)\s*=\s*(.*)")
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"|\\(.)|([^"\\#;]+)')
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b"}


def exclude_files(work_tree: Path) -> list[str]:
    """The files with patterns for a work tree that are not inside it, the ones that count more first."""
    shared = _shared_folder(work_tree)
    if shared is None:
        return [_owner_excludes([])]
    return [str(shared / "info" / "exclude"), _owner_excludes([shared / "config"], work_tree)]


def _shared_folder(work_tree: Path) -> Path | None:
    """The folder with what all work trees of a repository share; None where there is no repository to be read."""
    try:
        folder = git_folder(work_tree)
        return None if folder is None else shared_folder(folder)
    except Unreadable:
        return None


def _text(path: Path) -> str:
    return (read_rules(path) or b"").decode("utf-8", "surrogateescape")


def _owner_excludes(configurations: list[Path], work_tree: Path = Path()) -> str:
    """The path of `core.excludesFile`, from the repository's, the owner's or the machine's configuration."""
    home = Path("~").expanduser()
    xdg = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
    owner = os.environ.get("GIT_CONFIG_GLOBAL")
    owners = [Path(owner)] if owner else [home / ".gitconfig", xdg / "config"]
    for path in (*configurations, *owners, Path("/etc/gitconfig")):
        value = excludes_setting(_text(path))
        if value is not None:
            return str(work_tree / Path(value).expanduser())
    return str(xdg / "ignore")


def excludes_setting(configuration: str) -> str | None:
    """The last value of `core.excludesFile` in the text of a configuration file."""
    section, found = "", None
    for line in re.sub(r"\\\r?\n", "", configuration).splitlines():
        opened = _SECTION.match(line)
        if opened is not None:
            section, line = opened[1].lower(), opened[2]
        setting = _SETTING.match(line)
        if setting is not None and section == "core" and setting[1].lower() == "excludesfile":
            found = _unquoted(setting[2])
    return found


def _unquoted(value: str) -> str:
    """A value without its quotes, escapes and the comment behind it."""
    text, at, kept = "", 0, 0
    while (part := _VALUE.match(value, at)) is not None:
        at = part.end()
        if part[3] is not None:
            text += part[3]
            kept = max(kept, len(text.rstrip()))
        else:
            text += re.sub(r"\\(.)", lambda sign: _ESCAPES.get(sign[1], sign[1]), part[0].strip('"'))
            kept = len(text)
    return text[:kept]
