"""The seal of an index that nobody writes: what its files were when the last writer left them.

SQLite does not notice a changed byte inside a value, and a trigram segment is too long to be checked at every start.
So the writer that ends well notes the length and the time stamp of every file, and the checksum of the database. Who
opens the index finds in microseconds that nothing has touched it. Where a time stamp is another (a copy, a backup, or
damage) the contents decide. While there is a writer there is no seal.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import NamedTuple

from indexer.looking import is_file
from indexer.store.names import NameTable
from indexer.store.place import DATABASE
from indexer.store.records import Damaged

NAMES = ".names"
_SEAL = "sealed"
_PART = 1 << 20
_LARGEST = 16 << 20  # bytes of a seal


class Seal(NamedTuple):
    """What was noted."""

    checksum: int  # of the database
    files: dict[str, tuple[int, int]]  # of each file its length and its time stamp


def read_seal(folder: Path) -> Seal | None:
    """The seal of an index, None when it has none that can be read."""
    path = folder / _SEAL
    if not is_file(path):  # a pipe in its place would be waited for
        return None
    try:
        with path.open("rb") as file:
            noted = json.loads(file.read(_LARGEST))
        files = {str(name): (int(length), int(stamp)) for name, (length, stamp) in noted["files"].items()}
        return Seal(int(noted["checksum"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def write_seal(folder: Path, beside: list[str], unchanged: Seal | None) -> None:
    """Seals an index whose database is closed. `unchanged` is its former seal if nothing was written since."""
    checksum = checksum_of(folder / DATABASE) if unchanged is None else unchanged.checksum
    files = {name: _state(folder / name) for name in (DATABASE, *beside)}
    temporary = folder / f"{_SEAL}.new"
    temporary.write_text(json.dumps({"checksum": checksum, "files": files}))
    temporary.replace(folder / _SEAL)


def break_seal(folder: Path) -> None:
    (folder / _SEAL).unlink(missing_ok=True)


def check_database(folder: Path) -> None:
    """Damaged when a sealed index has another database than it had. For readers, who look at no more than they need."""
    seal = read_seal(folder)
    # A writer breaks the seal before it changes anything: what counts is a seal that is still there afterwards.
    if seal is not None and not _is_same_database(folder, seal) and read_seal(folder) == seal:
        raise Damaged("its database is not what was written")


def check_files(folder: Path, seal: Seal) -> None:
    """Damaged when a sealed index is not, file by file, what was sealed."""
    if not _is_same_database(folder, seal):
        raise Damaged("its database is not what was written")
    for name, (length, stamp) in seal.files.items():
        found = _state(folder / name)
        if found[0] != length:
            raise Damaged(f"{name} has another length")
        if found[1] != stamp and name != DATABASE:
            check_contents(folder / name)


def check_contents(path: Path) -> None:
    """Damaged when a file beside the database is not, byte by byte, what was written."""
    if path.name.endswith(NAMES):
        NameTable.open(path)
    else:
        from indexer.store.segments import Segment  # imports numpy, which most starts do without

        Segment.open(path).verify()


def _is_same_database(folder: Path, seal: Seal) -> bool:
    noted = seal.files.get(DATABASE)
    found = _state(folder / DATABASE)
    log = _state(folder / f"{DATABASE}-wal")
    if noted is None or noted[0] != found[0] or log[0] > 0:  # a log that came later would change it
        return False
    return noted == found or checksum_of(folder / DATABASE) == seal.checksum


def checksum_of(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while part := file.read(_PART):
            checksum = zlib.crc32(part, checksum)
    return checksum


def _state(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return -1, 0
    return found.st_size, found.st_mtime_ns
