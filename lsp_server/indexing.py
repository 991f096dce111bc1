"""The workspace's folders: which are indexed, with which settings, and how the client learns of it.

Events of the indexing process arrive on a thread of their own and are handed to the event loop here.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from indexer.engine import Loaded, Settings, load_settings
from lsp_server.from_proto import path_of

if TYPE_CHECKING:
    from indexer.engine import IndexEvent
    from lsp_server.server import OutcropServer

log = logging.getLogger(__name__)

_WATCHERS = "outcrop-watched-files"
_REPORTS = 0.2  # seconds between two reports of progress
_STAGES = {"scanning": "looking for files", "text": "reading", "names": "finding names", "structure": "parsing"}
_SHARES = {"text": (0, 20), "names": (20, 50), "structure": (50, 99)}  # percents of the way


class Indexing:
    """What connects the client's folders and settings with the engine's workspace."""

    def __init__(self, server: OutcropServer) -> None:
        self._server = server
        self._folders: list[Path] = []
        self._given: Mapping[str, Any] = {}
        self._client_watches = False
        self._can_show_progress = False
        self._shown: dict[str, _Shown] = {}
        self._told: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def prepare(self, params: types.InitializeParams) -> None:
        """Takes from `initialize` what is needed once the client is ready."""
        self._folders = _folders(params)
        self._given = _own(params.initialization_options)
        workspace, window = params.capabilities.workspace, params.capabilities.window
        watched = workspace.did_change_watched_files if workspace else None
        self._client_watches = bool(watched and watched.dynamic_registration)
        self._can_show_progress = bool(window and window.work_done_progress)

    async def start(self) -> None:
        """The client is ready: watch and index."""
        self._loop = asyncio.get_running_loop()
        self._server.session.tell = lambda message: self._show(message, types.MessageType.Info)
        await self._server.session.idle()  # the engine is prepared
        self._open()
        if self._client_watches:
            watcher = types.FileSystemWatcher(glob_pattern="**/*")
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers=[watcher])
            registration = types.Registration(_WATCHERS, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            try:
                await self._server.client_register_capability_async(types.RegistrationParams([registration]))
            except Exception as error:  # a client may promise what it then refuses; we watch ourselves
                log.warning("the client does not watch files: %s", error)
                self._client_watches = False
                self._open()
            else:
                self._server.session.engine.refresh()  # what changed before the client began to watch

    def _open(self) -> None:
        engine = self._server.session.engine
        settings: dict[Path, Settings] = {}
        for folder in self._folders:
            loaded = self._loaded(folder)
            settings[folder] = loaded.settings
            for problem in loaded.problems:
                self._show(problem, types.MessageType.Warning)
        self._server.session.settings = self._loaded(self._folders[0] if self._folders else None).settings
        engine.open_folders(settings, self._heard)

    def _loaded(self, folder: Path | None) -> Loaded:
        loaded = load_settings(folder).overridden(self._given, "the editor")
        return loaded.overridden({"watch": False}, "the editor") if self._client_watches else loaded

    def configure(self, given: Any) -> None:
        """The client's settings changed."""
        if given is None or given == {}:
            return  # that says nothing about us: Eglot sends it to every server
        own = _own(given)
        if own != self._given:
            self._given = own
            self._open()

    def change_folders(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        removed = {_path(folder.uri) for folder in event.removed}
        added = [path for folder in event.added if (path := _path(folder.uri)) is not None]
        kept = [folder for folder in self._folders if folder not in removed]
        self._folders = list(dict.fromkeys([*kept, *added]))
        self._open()

    def files_changed(self, changes: list[types.FileEvent]) -> None:
        paths = [path for change in changes if (path := _path(change.uri)) is not None]
        self._server.session.engine.files_changed(paths)

    def _heard(self, event: IndexEvent) -> None:
        """On the engine's thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._on_event, event)

    def _on_event(self, event: IndexEvent) -> None:
        if event.what == "settings":
            self._open()
        elif event.what == "problem":
            self._show(event.message, types.MessageType.Error)
            self._end(event.root, "failed")
        elif event.what in ("ready", "follows"):
            self._end(event.root, "ready")
            self._server.diagnostics.changed.set()
        elif event.progress is not None and self._can_show_progress:
            shown = self._shown.get(event.root)
            if shown is None:
                shown = self._shown[event.root] = _Shown()
                asyncio.get_running_loop().create_task(self._begin(event.root, shown))
            shown.report(self._server, event)

    async def _begin(self, root: str, shown: _Shown) -> None:
        try:
            await self._server.work_done_progress.create_async(shown.token)
        except Exception as error:  # no progress is no reason to stop
            log.warning("the client shows no progress: %s", error)
            return
        if shown.ended is None:
            begin = types.WorkDoneProgressBegin(title=f"Outcrop: {Path(root).name}", percentage=0, cancellable=False)
            self._server.work_done_progress.begin(shown.token, begin)
            shown.begun = True

    def _end(self, root: str, message: str) -> None:
        shown = self._shown.pop(root, None)
        if shown is not None:
            shown.ended = message
            if shown.begun:
                self._server.work_done_progress.end(shown.token, types.WorkDoneProgressEnd(message=message))

    def _show(self, message: str, kind: types.MessageType) -> None:
        """Something a person must know, once."""
        log.warning("%s", message)
        if message not in self._told:
            self._told.add(message)
            self._server.window_show_message(types.ShowMessageParams(kind, f"Outcrop: {message}"))


class _Shown:
    """A progress bar in the client."""

    def __init__(self) -> None:
        self.token = f"outcrop-{uuid.uuid4().hex}"
        self.begun = False
        self.ended: str | None = None
        self._since = time.monotonic()
        self._last = 0.0
        self._stage = ""

    def report(self, server: OutcropServer, event: IndexEvent) -> None:
        assert event.progress is not None
        stage, done, total = event.progress
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._since = stage, now
        elif now - self._last < _REPORTS:
            return
        self._last = now
        if not self.begun:
            return
        message = f"{_STAGES.get(stage, stage)} {done:,}"
        percentage = None
        if total:
            message += f" of {total:,} files"
            low, high = _SHARES.get(stage, (0, 99))
            percentage = low + int((high - low) * done / total)
        if done and now - self._since > 1:
            message += f", {done / (now - self._since):,.0f} a second"
        value = types.WorkDoneProgressReport(message=message, percentage=percentage)
        server.work_done_progress.report(self.token, value)


def _folders(params: types.InitializeParams) -> list[Path]:
    """The folders that the client opened; none when it opened single files."""
    if params.workspace_folders:
        uris = [folder.uri for folder in params.workspace_folders]
    else:
        uris = [params.root_uri] if params.root_uri else []
    found = [path for uri in uris if (path := _path(uri)) is not None]
    return found or ([Path(params.root_path)] if params.root_path else [])


def _path(uri: str) -> Path | None:
    path = path_of(uri)
    return Path(path) if path else None


def _own(given: Any) -> Mapping[str, Any]:
    """Our part of an editor's settings: they may come alone or under our name."""
    if not isinstance(given, Mapping):
        given = vars(given) if hasattr(given, "__dict__") else {}
    own = given.get("outcrop", given)
    return own if isinstance(own, Mapping) else {}
