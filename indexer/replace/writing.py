"""Writing a changed file: all of it or nothing, and only if it is still the file that was looked at.

The new text goes to a file beside the old one, which then takes its place in one step, so whoever reads the name sees
the old text or the new one. Folders are entered one by one and never through a symbolic link, so that nobody can lead
the write elsewhere while it happens.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from indexer.replace.change import Change
from indexer.replace.encoded import Unwritable

_DIRECTORY = getattr(os, "O_DIRECTORY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_BY_FOLDER = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd and os.rename in os.supports_dir_fd


class NotWritten(Exception):
    """Why a file was left as it is."""


def write(change: Change) -> None:
    """Gives a file its new text. NotWritten, with the reason, if it keeps the old one."""
    if not change.is_allowed or change.raw is None:
        raise NotWritten(change.problem or "it is open in an editor")
    try:
        new = change.written
        with _folder(change) as folder:
            _replace(change.path.rpartition("/")[2], folder, change.raw, new, str(change.file.parent))
    except Unwritable as reason:
        raise NotWritten(str(reason)) from reason
    except OSError as error:
        raise NotWritten(error.strerror or str(error)) from error


def replace_file(file: Path, old: bytes, new: bytes) -> None:
    """The same for a file by its path, which leads through no link."""
    try:
        _replace(str(file), None, old, new, "")
    except OSError as error:
        raise NotWritten(error.strerror or str(error)) from error


@contextmanager
def _folder(change: Change) -> Iterator[int | None]:
    """The folder of a file, entered without following a link; None where the platform has no way to hold one."""
    if not _BY_FOLDER:
        root = os.path.realpath(change.root)
        if os.path.realpath(change.file) != os.path.join(root, *change.path.split("/")):  # noqa: PTH118 - one string
            raise NotWritten("it lies behind a symbolic link")
        yield None
        return
    folder = os.open(change.root, os.O_RDONLY | _DIRECTORY)
    try:
        for name in change.path.split("/")[:-1]:
            inner = _entered(name, folder)
            os.close(folder)
            folder = inner
        yield folder
    finally:
        os.close(folder)


def _entered(name: str, folder: int) -> int:
    if name in ("", ".", ".."):
        raise NotWritten("its path leads elsewhere")
    try:
        return os.open(name, os.O_RDONLY | _DIRECTORY | _NO_LINK, dir_fd=folder)
    except OSError as error:
        if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            raise NotWritten("it lies behind a symbolic link") from error
        raise


def _replace(name: str, folder: int | None, old: bytes, new: bytes, parent: str) -> None:
    path = name if folder is not None else os.path.join(parent, name)  # noqa: PTH118 - relative to a descriptor
    state = os.stat(path, dir_fd=folder, follow_symlinks=False)
    if stat.S_ISLNK(state.st_mode):
        raise NotWritten("it is a symbolic link")
    if not stat.S_ISREG(state.st_mode):
        raise NotWritten("it is no regular file")
    if not state.st_mode & 0o222 or not os.access(path, os.W_OK, dir_fd=folder):
        raise NotWritten("it is read-only")
    if _read(path, folder, len(old)) != old:
        raise NotWritten("it has changed since it was looked at")
    beside = os.path.join(os.path.dirname(path), f".outcrop-{secrets.token_hex(8)}.tmp")  # noqa: PTH118, PTH120
    try:
        _write_beside(beside, folder, new, state, path)
        if not _is_same(os.stat(path, dir_fd=folder, follow_symlinks=False), state):
            raise NotWritten("it has changed since it was looked at")
        os.replace(beside, path, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside, dir_fd=folder)
        raise


def _read(path: str, folder: int | None, size: int) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | _NO_LINK | _PLAIN, dir_fd=folder)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(size + 1)


def _write_beside(beside: str, folder: int | None, new: bytes, state: os.stat_result, path: str) -> None:
    """A file with the new text, and with the mode, owner and attributes of the old one."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _PLAIN
    with os.fdopen(os.open(beside, flags, 0o600, dir_fd=folder), "wb") as file:
        file.write(new)
        file.flush()
        made = os.fstat(file.fileno())
        if hasattr(os, "fchown") and (made.st_uid, made.st_gid) != (state.st_uid, state.st_gid):
            os.fchown(file.fileno(), state.st_uid, state.st_gid)  # fails rather than give the file to somebody else
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), stat.S_IMODE(state.st_mode))
        _copy_attributes(path, folder, file.fileno())


def _copy_attributes(path: str, folder: int | None, target: int) -> None:
    if not hasattr(os, "listxattr"):
        return
    source = os.open(path, os.O_RDONLY | _NO_LINK | _PLAIN, dir_fd=folder)
    try:
        for name in os.listxattr(source):
            with suppress(OSError):  # some belong to the system, which sets them itself
                os.setxattr(target, name, os.getxattr(source, name))
    except OSError:
        pass  # the file system has none
    finally:
        os.close(source)


def _is_same(now: os.stat_result, before: os.stat_result) -> bool:
    return (now.st_ino, now.st_dev, now.st_size, now.st_mtime_ns) == (
        before.st_ino,
        before.st_dev,
        before.st_size,
        before.st_mtime_ns,
    )
