"""What the server keeps while it runs: the engine, the roots, how far the index is, and the ids it has given out.

An id stands for a definition. The same definition has the same id in every answer; one that has moved since is found
by its name and kind, nearest to where it was.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from indexer.engine import Engine, Limits, Settings, Symbol, load_settings
from mcp_server.roots import Refused, Roots

if TYPE_CHECKING:
    from indexer.engine import File, Hit, IndexEvent

log = logging.getLogger(__name__)

WAIT = 30.0  # seconds that a call waits until all files can be searched, before it answers with what there is
PARSED = 15.0  # and until all are parsed, which spares parsing them for the answer
TOKENS = 2000


class Place(NamedTuple):
    """A definition that an id was given for."""

    root: Path
    path: str
    name: str
    kind: str
    row: int


class Found(NamedTuple):
    """A definition as it is now, in its file."""

    file: File
    at: int  # its index among the file's symbols

    @property
    def symbol(self) -> Symbol:
        return self.file.symbols()[self.at]


class Session:
    """One server's session."""

    def __init__(self, folders: list[Path], tokens: int = TOKENS, may_write: bool = False) -> None:
        self.engine = Engine()
        self.roots = Roots(folders)
        self.tokens = tokens
        self.may_write = may_write  # files of the roots, when a tool is asked to
        self.settings = Settings()
        self.following: set[str] = set()  # roots whose index another process writes
        self._ids: dict[str, Place] = {}
        self._heard = threading.Condition()
        self._news = 0

    def start(self) -> None:
        """Serves the roots with their settings; once more when these have changed."""
        loaded = {root: load_settings(root) for root in self.roots.folders}
        for one in loaded.values():
            for problem in one.problems:
                log.warning("%s", problem)
        self.settings = next(iter(loaded.values())).settings
        self.engine.open_folders({root: one.settings for root, one in loaded.items()}, self._on_event)

    def end(self) -> None:
        self.engine.shutdown()

    def _on_event(self, event: IndexEvent) -> None:
        if event.what == "settings":
            self.start()
            return
        with self._heard:
            if event.what == "follows":
                self.following.add(event.root)
            elif event.what != "problem":
                self.following.discard(event.root)
            self._news += event.what in ("ready", "changed", "problem")
            self._heard.notify_all()

    @property
    def news(self) -> int:
        """How often the index has changed so far."""
        return self._news

    def wait(self, cancelled: Callable[[], bool], until: Callable[[], bool] | None = None, most: float = WAIT) -> bool:
        """Waits until the index is ready, or something else is so, but not for ever."""
        reached = until or (lambda: self.engine.index_state() == "ready")
        deadline = time.monotonic() + most
        with self._heard:
            while not reached():
                left = deadline - time.monotonic()
                if left <= 0 or cancelled():
                    return False
                self._heard.wait(min(left, 0.2))
        return True

    def id_of(self, place: Place) -> str:
        key = "\0".join((str(place.root), place.path, place.name, place.kind, str(place.row)))
        spelled = base64.b32encode(hashlib.blake2b(key.encode("utf-8", "surrogatepass")).digest()).decode().lower()
        length = 6
        while self._ids.get(spelled[:length], place) != place:
            length += 1
        self._ids[spelled[:length]] = place
        return spelled[:length]

    def id_of_hit(self, hit: Hit) -> str:
        assert hit.symbol is not None
        return self.id_of(Place(hit.root, hit.path, hit.symbol.name, hit.symbol.kind, hit.symbol.row_start))

    def id_of_symbol(self, file: File, symbol: Symbol) -> str:
        return self.id_of(Place(file.root, file.path, symbol.name, symbol.kind, symbol.row_start))

    def place(self, id: str) -> Place:
        place = self._ids.get(id.strip().lower())
        if place is None:
            raise Refused(f"no definition has the id {id} (ids live as long as the server); ask by name or path")
        return place

    @contextmanager
    def definition(self, place: Place) -> Iterator[Found]:
        """A definition that an id stands for, inside the `with`."""
        with self.engine.looking_at([place.root / place.path]) as files:
            for file in files:
                alike = [
                    at
                    for at, symbol in enumerate(file.symbols())
                    if (symbol.name, symbol.kind) == (place.name, place.kind)
                ]
                if alike:
                    yield Found(file, min(alike, key=lambda at: abs(file.symbols()[at].row_start - place.row)))
                    return
        raise Refused(f"{place.name} is not in {self.roots.shown(place.root, place.path)} any more")


@dataclass
class Call:
    """One call of a tool."""

    session: Session
    arguments: dict[str, Any]
    cancelled: Callable[[], bool]
    _asked: float | None = None

    @property
    def tokens(self) -> int:
        tokens: int = self.arguments.get("max_tokens", self.session.tokens)
        return tokens

    def limits(self, hits: int | None) -> Limits:
        return Limits(hits=hits, seconds=self.session.settings.search_seconds, cancelled=self.cancelled)

    def wait_for_index(self) -> None:
        """Waits until an answer can be complete and, not as long, until it can be fast."""
        self.session.wait(self.cancelled, lambda: not self.session.engine.building())
        self.session.wait(self.cancelled, most=PARSED)
        self._asked = self.session.engine.asked()

    def shown(self, root: Path, path: str) -> str:
        return self.session.roots.shown(root, path)

    def notes(self, more: Sequence[str] = ()) -> dict[str, Any]:
        """Why an answer may lack something, as a part of the answer."""
        engine = self.session.engine
        notes = list(dict.fromkeys([*engine.incomplete(self._asked), *engine.left_out(True), *more]))
        if not notes and engine.index_state() != "ready":
            notes = ["the index is still being built: answers are complete, but slow"]
        return {"notes": notes} if notes else {}

    def one_of(self, *names: str) -> str:
        """The argument of these that is given; exactly one must be."""
        given = [name for name in names if self.arguments.get(name) not in (None, "")]
        if len(given) != 1:
            raise Refused(f"give one of {' or '.join(f'`{name}`' for name in names)}")
        return given[0]
