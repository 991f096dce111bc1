"""The JSON-RPC side, as pygls has it, but that we own the text, prefer UTF-8 positions, and spare what a key can do
without: what editors ask after each one is answered from the thread that reads documents.

pygls keeps a copy of each document that it splits into lines anew on every access, and that breaks lines at form
feeds and U+2028, which the protocol does not. So the text notifications go to the session and never to
pygls' workspace.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Generator
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    LanguageServerProtocol,
    default_converter,
    lsp_method,
)

from indexer.engine import has_rules
from lsp_server.each_key import Change, Changed, read
from lsp_server.encoded import Encoded
from lsp_server.session import Answer, Soon

if TYPE_CHECKING:
    from cattrs import Converter

    from lsp_server.server import OutcropServer

_PREFERENCE = {"utf-8": 0, "utf-16": 1, "utf-32": 2}

# What comes with the first document. pygls makes a reader for each kind of message when the first one comes, which
# takes longer than any of ours takes to answer.
_OPENED = {"textDocument": {"uri": "", "version": 0, "languageId": "", "text": ""}}

# To whoever has typed on and asked again; clients show it to nobody.
_OUTDATED = JsonRpcContentModified("the document has changed, and the same was asked again").to_response_error()


def converter() -> Converter:
    """pygls' own, but that the parameters of our own requests stay what they are in JSON and may be missing.

    pygls makes a class of each object in them, named as the client says, and fails where there are none.
    """
    made: Converter = default_converter()  # type: ignore[no-untyped-call]  # pygls gives it no types
    made.register_structure_hook(
        JsonRPCRequestMessage,
        lambda given, kind: kind(given["id"], given["method"], given["jsonrpc"], given.get("params")),
    )
    made.register_structure_hook(
        JsonRPCNotification, lambda given, kind: kind(given["method"], given["jsonrpc"], given.get("params"))
    )
    return made


class Quick:
    """A handler of a request about a document whose answer goes out from the thread that makes it."""

    def __init__(self, ask: Callable[[str], Soon[Any]]) -> None:
        self.ask = ask

    def __call__(self, params: Any) -> Soon[Any]:
        return self.ask(params.text_document.uri)


class OutcropProtocol(LanguageServerProtocol):
    """pygls' protocol with our own text synchronisation."""

    @property
    def _outcrop(self) -> OutcropServer:
        return cast("OutcropServer", self._server)

    def took(self, message: Any) -> bool:
        """Whether a message was one of those that come with each key, and has been handled."""
        known = None if self._shutdown else read(message)
        if isinstance(known, Changed):
            self._change(*known)
        elif known is not None and isinstance(quick := self.fm.features.get(known.method), Quick):
            self._answer(known.id, quick.ask(known.uri))
        else:
            return False
        return True

    def structure_message(self, data: Any) -> Any:
        if not isinstance(data, dict) or data.get("jsonrpc") != self.VERSION:
            raise JsonRpcInvalidRequest("this is no message of JSON-RPC 2.0")
        if "id" in data and not _is_id(data["id"]):
            raise JsonRpcInvalidRequest("an id is a whole number or a text")
        if not isinstance(data.get("method", ""), str):
            raise JsonRpcInvalidRequest("a method is a text")
        if self._shutdown and "id" in data and "method" in data:
            raise JsonRpcInvalidRequest("the client has shut the server down")
        return super().structure_message(data)

    def refused(self, given: Any, error: Exception) -> bool:
        """Tells whoever sent a request that cannot be handled why, for it waits for an answer; False if nobody does.

        Nothing is given where nobody can tell what was sent.
        """
        if given is not None and not (isinstance(given, dict) and "method" in given and "id" in given):
            return False
        if not isinstance(error, JsonRpcException):
            error = (JsonRpcParseError if given is None else JsonRpcInvalidRequest)(f"{type(error).__name__}: {error}")
        if given is not None and _is_id(given["id"]):
            self._send_response(given["id"], error=error.to_response_error())
        else:  # which pygls would send without an id
            self._send_data({"jsonrpc": "2.0", "id": None, "error": error.to_response_error()})
        return True

    def _execute_handler(self, msg_id: Any, handler: Any, callback: Any, args: Any = None, kwargs: Any = None) -> None:
        if not isinstance(handler, Quick):
            super()._execute_handler(msg_id, handler, callback, args, kwargs)
        else:
            self._answer(msg_id, handler(*args))

    def _answer(self, msg_id: Any, answer: Soon[Any]) -> None:
        self._request_futures[msg_id] = cast("Future[Any]", answer)  # either kind can be cancelled
        answer.add_done_callback(partial(self._send_handler_result, msg_id=msg_id))

    def _send_handler_result(self, future: Any, *, msg_id: Any) -> None:
        if isinstance(future, Answer) and future.is_outdated and future.cancelled():
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=_OUTDATED)
        else:
            super()._send_handler_result(future, msg_id=msg_id)

    def _send_response(self, msg_id: Any, result: Any | None = None, error: Any | None = None) -> None:
        """Sends what a request led to. What is encoded already goes out as it is."""
        if error is not None or not isinstance(result, Encoded) or self.writer is None:
            super()._send_response(msg_id, result, error)
            return
        body = f'{{"jsonrpc":"2.0","id":{json.dumps(msg_id)},"result":{result.json}}}'.encode()
        self.writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        general = params.capabilities.general
        if general is not None and general.position_encodings:
            # pygls takes the first that it knows; UTF-8 needs no conversion at all, so it goes first where offered.
            general.position_encodings = sorted(general.position_encodings, key=lambda name: _PREFERENCE.get(name, 9))
        result = yield from super().lsp_initialize(params)
        sync = result.capabilities.text_document_sync
        if isinstance(sync, types.TextDocumentSyncOptions):
            sync.save = types.SaveOptions(include_text=True)  # a save mends it should we have drifted apart
        encoding = types.PositionEncodingKind(result.capabilities.position_encoding or "utf-16")
        self._outcrop.session.start(params, encoding.value)
        self._outcrop.indexing.prepare(params)
        self._outcrop.diagnostics.prepare(params.capabilities)
        self.structure_message({"jsonrpc": "2.0", "method": types.TEXT_DOCUMENT_DID_OPEN, "params": _OPENED})
        return result

    @lsp_method(types.INITIALIZED)
    def lsp_initialized(self, *args: Any) -> None:
        if self._outcrop.watch_loop:
            self._outcrop.stalls.start()
        asyncio.get_running_loop().create_task(self._outcrop.indexing.start())

    @lsp_method(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def lsp_workspace__did_change_configuration(self, params: types.DidChangeConfigurationParams) -> None:
        before = self._outcrop.session.settings.diagnostics
        self._outcrop.indexing.configure(params.settings)
        if self._outcrop.session.settings.diagnostics != before:
            self._outcrop.diagnostics.rules_changed()

    @lsp_method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def lsp_workspace__did_change_workspace_folders(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        self._outcrop.indexing.change_folders(params.event)

    @lsp_method(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def lsp_workspace__did_change_watched_files(self, params: types.DidChangeWatchedFilesParams) -> None:
        self._outcrop.indexing.files_changed(list(params.changes))
        if any(has_rules(change.uri) for change in params.changes):
            self._outcrop.diagnostics.rules_changed()

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._outcrop.session.did_open(params)
        self._outcrop.diagnostics.touched(params.text_document.uri)

    def _change(self, uri: str, version: int, changes: list[Change]) -> None:
        self._outcrop.garbage.touched()
        self._outcrop.session.did_change(uri, version, changes)
        self._outcrop.diagnostics.touched(uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_SAVE)
    def lsp_text_document__did_save(self, params: types.DidSaveTextDocumentParams) -> None:
        self._outcrop.session.did_save(params)
        if has_rules(params.text_document.uri):
            self._outcrop.diagnostics.rules_changed()

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._outcrop.session.did_close(params)
        self._outcrop.diagnostics.closed(params.text_document.uri)


def _is_id(given: Any) -> bool:
    return type(given) in (int, str)
