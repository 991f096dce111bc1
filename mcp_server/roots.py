"""The folders that the server was started with. Nothing outside them is ever read, listed or deleted.

A path from a client is taken from a root and followed to where it really is; if that is outside every root, by `..`,
by an absolute path or through a symbolic link, it is refused.
"""

from __future__ import annotations

import os
from pathlib import Path

exists, is_file, is_folder = os.path.exists, os.path.isfile, os.path.isdir  # they take a path that is too long
LARGEST = 16 * 1024 * 1024  # bytes of a file that is read for a client
_SAID = 300  # characters of what a client gave that are said again


class Refused(Exception):
    """Why a call is not answered, in words that help to ask again."""


class Roots:
    """The roots, and how files in them are named: by their path in the root, after its name if there are several."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = list(dict.fromkeys(folder.resolve() for folder in folders))
        names = [folder.name for folder in self.folders]
        self._names = {
            folder: folder.name if names.count(folder.name) == 1 and folder.name else folder.as_posix()
            for folder in self.folders
        }

    def shown(self, root: Path, path: str) -> str:
        if len(self.folders) == 1:
            return path
        return f"{self._names.get(root, root.as_posix())}/{path}" if path else self._names[root]

    def folder(self, given: str) -> tuple[Path, Path]:
        """The root and the folder that a client means."""
        root, path = self._inside(given)
        if not is_folder(path):
            said = given[:_SAID]
            raise Refused(f"{said} is no folder" if exists(path) else f"there is no folder {said}")
        return root, path

    def file(self, given: str) -> tuple[Path, Path]:
        """The root and the file that a client means."""
        root, path = self._inside(given)
        said = given[:_SAID]
        if is_folder(path):
            raise Refused(f"{said} is a folder; `overview` lists it")
        if not is_file(path):
            name = path.name[:_SAID]
            raise Refused(f"there is no file {said}; `search` with `file:{name} select:file` finds files by name")
        if path.stat().st_size > LARGEST:
            raise Refused(f"{said} is larger than {LARGEST // 1024 // 1024} MiB")
        return root, path

    def holds(self, path: Path) -> bool:
        """Whether a path, as it is written, is a root or inside one."""
        return any(path.is_relative_to(root) for root in self.folders)

    def _inside(self, given: str) -> tuple[Path, Path]:
        if "\0" in given:
            raise Refused("a path has no NUL in it")
        for path in self._choices(given):
            try:
                real = Path(os.path.realpath(path))
            except OSError as error:
                raise Refused(f"{given[:_SAID]}: {error.strerror or error}") from error
            for root in self.folders:
                if real.is_relative_to(root):
                    return root, real
        roots = ", ".join(str(root) for root in self.folders)
        raise Refused(f"{given[:_SAID]} is outside the folders that this server may read: {roots}")

    def _choices(self, given: str) -> list[Path]:
        """What a path may mean: with several roots, in the one it names or in the first that has it."""
        path = Path(given)
        if path.is_absolute():
            return [path]
        if len(self.folders) == 1:
            return [self.folders[0] / path]
        named = [
            root / Path(given).relative_to(name) for root, name in self._names.items() if path.is_relative_to(name)
        ]
        existing = [root / path for root in self.folders if exists(root / path)]
        return [*named, *existing] or [root / path for root in self.folders]
