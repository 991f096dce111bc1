"""One settings file or skill: read with care, changed in one step, and put back as it was."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from indexer.agents.edit import Refused
from indexer.replace.writing import NotWritten, replace_file

_LARGEST = 32 << 20  # bytes


def real_path(file: Path, inside: Path | None) -> Path:
    """Where a file really is. One that a project holds must not lead out of it."""
    try:
        real = file.resolve()
    except (OSError, RuntimeError) as error:
        raise Refused(f"it cannot be followed: {error}") from None
    if inside is not None and not real.is_relative_to(inside.resolve()):
        raise Refused(f"it leads out of the project, to {real}")
    return real


def read(real: Path) -> str | None:
    """The text of a file; None if there is none."""
    try:
        state = real.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        if isinstance(error, NotADirectoryError) or any(
            parent.exists() and not parent.is_dir() for parent in real.parents
        ):
            raise Refused("something else stands where its folder would be") from None
        return None
    except OSError as error:
        raise Refused(error.strerror or str(error)) from None
    if not stat.S_ISREG(state.st_mode):
        raise Refused("it is no regular file")
    if state.st_size > _LARGEST:
        raise Refused("it is too large")
    try:
        return real.read_bytes().decode("utf-8")
    except OSError as error:
        raise Refused(error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise Refused("it is not written in UTF-8") from None


def write(real: Path, old: str | None, new: str | None) -> list[Path]:
    """Changes, makes or deletes a file that was as `old` says. The folders that were made for it."""
    try:
        if old is None:
            assert new is not None
            made = [parent for parent in real.parents if not parent.exists()]
            real.parent.mkdir(parents=True, exist_ok=True)
            with real.open("xb") as file:
                file.write(new.encode("utf-8"))
            return made
        if new is None:
            if real.read_bytes() != old.encode("utf-8"):
                raise Refused("it has changed since it was looked at")
            real.unlink()
        else:
            replace_file(real, old.encode("utf-8"), new.encode("utf-8"))
    except FileExistsError:
        raise Refused("it has come into being since it was looked at") from None
    except NotWritten as reason:
        raise Refused(str(reason)) from None
    except OSError as error:
        raise Refused(error.strerror or str(error)) from None
    return []


def delete_folders(folders: Sequence[Path]) -> None:
    """Folders that were made for a file go with it, if they hold nothing else."""
    for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
        with suppress(OSError):
            os.rmdir(folder)  # noqa: PTH106 - deletes nothing that is not empty, and no link
