"""What was written for which client, so that it can be taken back exactly. It is kept with the user's data.

Only what we wrote is noted and what stood in its place, never what else a settings file holds, where secrets may be.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

import platformdirs

from indexer.agents.edit import Edit

_VERSION = 1


@dataclass
class Record:
    """What was done to one file, and for whom."""

    clients: list[str]
    digest: str  # of the text that was written
    made: bool  # whether there was no such file before
    edits: list[Edit] = field(default_factory=list)  # what takes it back, of the text that was written


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Records:
    """All records of a user, by the real path of the file."""

    def __init__(self) -> None:
        self._file = Path(platformdirs.user_data_dir("outcrop", appauthor=False)) / "agents.json"
        self.folders: list[str] = []  # that were made and are still there
        self._records = self._read()

    def of(self, real: Path) -> Record | None:
        return self._records.get(str(real))

    def keep(self, real: Path, record: Record | None) -> None:
        """Notes what was done to a file, or that all of it was taken back."""
        self._records.pop(str(real), None)
        if record is not None:
            self._records[str(real)] = record
        files = {path: asdict(one) for path, one in self._records.items()}
        text = json.dumps({"version": _VERSION, "files": files, "folders": self.folders})
        self._file.parent.mkdir(parents=True, exist_ok=True)
        beside = self._file.with_suffix(f".{os.getpid()}.tmp")
        beside.touch(0o600)
        beside.write_text(text, "utf-8")
        beside.replace(self._file)

    def _read(self) -> dict[str, Record]:
        """What is noted. Notes that are damaged are as good as none: entries are then found by their names."""
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            if kept["version"] != _VERSION:
                return {}
            files = kept["files"]
            self.folders = [str(folder) for folder in kept["folders"]]
            return {
                path: Record(**{**one, "edits": [Edit(*edit) for edit in one["edits"]]}) for path, one in files.items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}
