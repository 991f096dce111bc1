"""The server object: which request goes to which feature."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from threading import Event
from typing import Any, BinaryIO, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

from lsp_server.diagnostics import Diagnostics
from lsp_server.features.blocks import blocks
from lsp_server.features.chunks import chunks
from lsp_server.features.code_action import KINDS, code_action, explain_rule
from lsp_server.features.diagnostic import document_diagnostic, workspace_diagnostic
from lsp_server.features.document_link import document_link
from lsp_server.features.document_symbol import document_symbol
from lsp_server.features.folding_range import folding_range
from lsp_server.features.hierarchy import (
    implementation,
    incoming_calls,
    outgoing_calls,
    prepare_call_hierarchy,
    prepare_type_hierarchy,
    subtypes,
    supertypes,
)
from lsp_server.features.navigation import definition, document_highlight, hover, references, type_definition
from lsp_server.features.rename import prepare_rename, rename
from lsp_server.features.replace import apply_replacement, replace
from lsp_server.features.search import search
from lsp_server.features.selection_range import selection_range
from lsp_server.features.statements import statements
from lsp_server.features.status import reindex, status
from lsp_server.features.workspace_symbol import resolve, workspace_symbol
from lsp_server.garbage import Garbage
from lsp_server.indexing import Indexing
from lsp_server.inlet import Inlet
from lsp_server.protocol import OutcropProtocol, Quick, converter
from lsp_server.session import Session, Soon
from lsp_server.stalls import Stalls

log = logging.getLogger(__name__)
T = TypeVar("T")

Feature = Callable[[Session, Any], Awaitable[Any]]

FEATURES: dict[str, Feature] = {
    types.CALL_HIERARCHY_INCOMING_CALLS: incoming_calls,
    types.CALL_HIERARCHY_OUTGOING_CALLS: outgoing_calls,
    types.TEXT_DOCUMENT_CODE_ACTION: code_action,
    types.TEXT_DOCUMENT_DECLARATION: definition,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_DIAGNOSTIC: document_diagnostic,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: document_highlight,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: document_link,
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_IMPLEMENTATION: implementation,
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: prepare_call_hierarchy,
    types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: prepare_type_hierarchy,
    types.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_RENAME: rename,
    types.TEXT_DOCUMENT_TYPE_DEFINITION: type_definition,
    types.TYPE_HIERARCHY_SUBTYPES: subtypes,
    types.TYPE_HIERARCHY_SUPERTYPES: supertypes,
    types.TEXT_DOCUMENT_SELECTION_RANGE: selection_range,
    types.WORKSPACE_DIAGNOSTIC: workspace_diagnostic,
    types.WORKSPACE_SYMBOL: workspace_symbol,
    types.WORKSPACE_SYMBOL_RESOLVE: resolve,
}
# What editors ask after each key.
AT_EACH_KEY: dict[str, Callable[[Session, str], Soon[Any]]] = {
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbol,
    types.TEXT_DOCUMENT_FOLDING_RANGE: folding_range,
}
# Our own requests. Each is also a command, with a dot instead of the slash, for clients that can send only those.
CUSTOM: dict[str, Feature] = {
    "outcrop/blocks": blocks,
    "outcrop/chunks": chunks,
    "outcrop/reindex": reindex,
    "outcrop/replace": replace,
    "outcrop/search": search,
    "outcrop/statements": statements,
    "outcrop/status": status,
}
# Commands that do more than answer.
COMMANDS: dict[str, Feature] = {"outcrop.explainRule": explain_rule, "outcrop.replace": apply_replacement}
OPTIONS: dict[str, object] = {
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(KINDS),
    types.TEXT_DOCUMENT_DIAGNOSTIC: types.DiagnosticOptions(
        inter_file_dependencies=False, workspace_diagnostics=True, identifier="outcrop"
    ),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolOptions(label="Outcrop"),
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
    types.WORKSPACE_SYMBOL: types.WorkspaceSymbolOptions(resolve_provider=True),
}


_LAST = (types.SHUTDOWN, types.EXIT)
_TURNS = 3
PATIENCE = 1.5  # seconds; some clients wait for two and then kill the server


class OutcropServer(LanguageServer):
    """A pygls server with a session."""

    protocol: OutcropProtocol

    def __init__(self) -> None:
        super().__init__("outcrop", version("outcrop"), protocol_cls=OutcropProtocol, converter_factory=converter)
        self.session = Session()
        self.session.notify_progress = self._notify_progress
        self.indexing = Indexing(self)
        self.diagnostics = self.session.diagnostics = Diagnostics(self)
        self.session.show = self._show
        self.stalls = Stalls()
        self.garbage = Garbage()
        self.watch_loop = False
        self._under_way: set[Soon[Any]] = set()
        for method, feature in {**FEATURES, **CUSTOM}.items():
            self.feature(method, OPTIONS.get(method))(self._handler(feature))
        for method, quick in AT_EACH_KEY.items():
            self.feature(method, OPTIONS.get(method))(Quick(partial(self._soon, quick)))
        self.session.apply_edit = self._apply_edit
        for name, feature in (
            {method.replace("/", "."): feature for method, feature in CUSTOM.items()} | COMMANDS
        ).items():
            self.command(name)(self._handler(feature))

    def _handler(self, feature: Feature) -> Callable[..., Awaitable[Any]]:
        async def handle(*given: Any) -> Any:
            params = given[0] if given else None  # a command need not have an argument
            task = asyncio.current_task()
            assert task is not None
            self._under_way.add(task)
            self.garbage.touched()
            try:
                return await feature(self.session, params)
            finally:
                self._under_way.discard(task)
                self.garbage.touched()

        return handle

    def _soon(self, feature: Callable[[Session, str], Soon[T]], uri: str) -> Soon[T]:
        self.garbage.touched()
        answer = feature(self.session, uri)
        self._under_way.add(answer)
        answer.add_done_callback(self._under_way.discard)
        return answer

    def _show(self, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))

    def _notify_progress(self, token: int | str, value: object) -> None:
        self.protocol.notify(types.PROGRESS, types.ProgressParams(token=token, value=value))

    async def _apply_edit(self, label: str, edit: Any) -> tuple[bool, str | None]:
        """Asks the client to make an edit: whether it did, and what it said if not."""
        wanted = types.ApplyWorkspaceEditParams(edit=edit, label=label)
        answer = await self.workspace_apply_edit_async(wanted)
        return answer.applied, answer.failure_reason

    @property
    def was_shut_down(self) -> bool:
        """Whether the client asked for the end before it came, as the protocol wants."""
        return bool(self.protocol._shutdown)

    def speak(self, read: Callable[[int], bytes], output: BinaryIO) -> None:
        """Answers what is read until it ends or the client says so."""
        self._stop_event = Event()
        self.protocol.set_writer(StdoutWriter(output))
        try:
            asyncio.run(self._listen(read))
        except BrokenPipeError:
            log.error("the client is gone")
        except (KeyboardInterrupt, SystemExit):
            pass
        finally:
            self.shutdown()

    async def _listen(self, read: Callable[[int], bytes]) -> None:
        assert self._stop_event is not None
        inlet = Inlet(read)
        while not self._stop_event.is_set() and (body := await inlet.message()) is not None:
            given = None
            try:
                given = json.loads(body)
                if self.protocol.took(given):
                    continue
                message = self.protocol.structure_message(given)
                if getattr(message, "method", None) in _LAST:
                    await self._settled()
                self.protocol.handle_message(message)
            except Exception as error:  # whatever a client sends, the server lives
                log.exception("a message could not be handled")
                if not self.protocol.refused(given, error):
                    self.report_server_error(error, JsonRpcException)

    async def _settled(self) -> None:
        """Waits until what was asked before is answered, for a moment at most: the end would cancel it."""
        for _ in range(_TURNS):  # requests that came right before have not begun
            await asyncio.sleep(0)
        if under_way := [asyncio.wrap_future(each) for each in list(self._under_way)]:
            await asyncio.wait(under_way, timeout=PATIENCE)

    def shutdown(self) -> None:
        if self.watch_loop:
            log.warning(self.stalls.told())
            log.warning(self.stalls.causes())
        self.diagnostics.end()
        self.session.end()
        super().shutdown()  # type: ignore[no-untyped-call]  # pygls gives it no types
