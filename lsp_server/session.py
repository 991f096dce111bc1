"""What the server knows of its client: the open documents, how it counts columns, what it can show."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from lsprotocol import types
from pygls.uris import from_fs_path

from indexer.engine import Document, Encoding, Engine, Limits, Settings, Turns, encode, offset_of
from lsp_server.each_key import Change
from lsp_server.from_proto import path_of

if TYPE_CHECKING:
    from indexer.engine import Recalled
    from lsp_server.diagnostics import Diagnostics

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
Soon: TypeAlias = Future[T] | asyncio.Future[T]  # an answer that a thread or the loop is at

_OTHERS_FIRST = 0.1  # seconds: an editor that opens a file asks several things at once


@dataclass(frozen=True, slots=True)
class ClientAbilities:
    """What the client said it can do, as far as our answers depend on it."""

    nested_symbols: bool = False
    fold_limit: int | None = None
    document_changes: bool = False  # edits that name the version of the document they are for
    change_annotations: bool = False  # edits that say what they are for

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities) -> ClientAbilities:
        document = capabilities.text_document or types.TextDocumentClientCapabilities()
        symbols = document.document_symbol or types.DocumentSymbolClientCapabilities()
        folding = document.folding_range or types.FoldingRangeClientCapabilities()
        workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
        edits = workspace.workspace_edit or types.WorkspaceEditClientCapabilities()
        return cls(
            nested_symbols=bool(symbols.hierarchical_document_symbol_support),
            fold_limit=folding.range_limit,
            document_changes=bool(edits.document_changes),
            change_annotations=edits.change_annotation_support is not None,
        )


class Answer(Future[T]):
    """What a thread is to say of one version of a document.

    Once the same is asked of a later version nobody waits for it any more, so it is not begun: keys may come faster
    than answers. What was begun is finished, or whoever types without a rest would never see an answer.
    """

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.is_outdated = False

    def give_up(self) -> None:
        self.is_outdated = True
        self.cancel()


def done(answer: T) -> Future[T]:
    """An answer that is there."""
    future: Future[T] = Future()
    future.set_result(answer)
    return future


async def _refuse(label: str, edit: Any) -> tuple[bool, str | None]:
    return False, "there is no client"


class Session:
    """One client's session. Documents change here, on the event loop, and nowhere else."""

    def __init__(self) -> None:
        self.engine = Engine(apart=True)
        self.encoding = Encoding.UTF16
        self.client = ClientAbilities()
        self.settings = Settings()
        self._reading = ThreadPoolExecutor(1, "reading")  # documents, as the user types
        self._isolated = ThreadPoolExecutor(1, "isolated")
        self._recalling = ThreadPoolExecutor(
            1, "recalling"
        )  # what the index knows of documents; it never waits for a parse
        self._kept: dict[tuple[str, str], tuple[Document, Any]] = {}  # answers about documents as they are now
        self._asked: dict[tuple[str, str], Answer[Any]] = {}  # what was asked last of each, as editors do at each key
        self._keeping = threading.Lock()
        self._searches = ThreadPoolExecutor(4, "search")
        self._turns = Turns()  # of their threads
        self._ended = False
        self._last_touched: str | None = None  # the document that the user was last seen in
        self.tell: Callable[[str], None] = lambda message: None  # something to a person, once
        self.notify_progress: Callable[[int | str, Any], None] = lambda token, value: None
        self.show: Callable[[str], None] = lambda message: None  # something that a person asked for
        self.diagnostics: Diagnostics  # given by the server
        self.apply_edit: Callable[[str, Any], Awaitable[tuple[bool, str | None]]] = _refuse

    def start(self, params: types.InitializeParams, encoding: str) -> None:
        self.encoding = Encoding(encoding)
        self.client = ClientAbilities.of(params.capabilities)
        client = params.client_info.name if params.client_info else "a client without a name"
        log.info("serving %s, columns in %s", client, encoding)
        self._reading.submit(self.engine.prepare)

    def did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        path = path_of(opened.uri) or opened.uri
        self._last_touched = opened.uri
        self.engine.open(opened.uri, path, opened.language_id, opened.text, opened.version)

    def did_change(self, uri: str, version: int, changes: list[Change]) -> None:
        document = self.engine.document(uri)
        if document is None:
            log.warning("a change to %s, which is not open, was ignored", uri)
            return
        if version < document.version:
            log.warning("a change to version %s of %s came after version %s", version, uri, document.version)
            return
        self._last_touched = uri
        for text, between in changes:
            start, end = 0, len(document.text.data)
            if between is not None:
                start, end = (offset_of(document.text, *place, self.encoding) for place in between)
            document = self.engine.change(uri, start, end, encode(text), version)

    def did_save(self, params: types.DidSaveTextDocumentParams) -> None:
        """A save tells the whole text; if ours is another, we drifted apart from the client and take its word."""
        path = path_of(params.text_document.uri)
        if path:
            self.engine.files_changed([Path(path)])
        self.engine.saved(params.text_document.uri)
        document = self.engine.document(params.text_document.uri)
        if document is None or params.text is None or encode(params.text) == document.text.data:
            return
        log.error("the text of %s was not the client's; taking the client's", params.text_document.uri)
        end = len(document.text.data)
        self.engine.change(params.text_document.uri, 0, end, encode(params.text), document.version)

    def did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        with self._keeping:
            self.engine.close(uri)
            for known in [key for key in self._kept if key[0] == uri]:
                del self._kept[known]
        for asked in [key for key in self._asked if key[0] == uri]:
            del self._asked[asked]

    async def answer(self, uri: str, ask: Callable[[str, Document], T]) -> tuple[Document, T] | None:
        """The document and what the engine says of it, which it works out off the loop.

        A question that a child process answers may take seconds, so it does not keep others waiting.
        """
        document = self.engine.document(uri)
        if document is None:
            log.warning("a request about %s, which is not open", uri)
            return None
        return document, await self._read(uri, document, ask)

    async def _read(self, uri: str, document: Document, ask: Callable[[str, Document], T]) -> T:
        def read() -> tuple[T] | None:
            # The way from the loop to a thread and back takes longer than many an answer, so it is gone once.
            return None if self.engine.needs_isolation(uri, document) else (ask(uri, document),)

        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._reading, read)
        if answer is None:
            return await loop.run_in_executor(self._isolated, ask, uri, document)
        return answer[0]

    def kept(
        self,
        uri: str,
        name: str,
        make: Callable[Concatenate[Document | Recalled, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> Soon[T | None]:
        """What a function makes of a document; the same answer as long as the document is the same.

        Nothing is parsed for it if the document was just opened and is as the index knows it.
        """
        document = self.engine.document(uri)
        if document is None:
            log.warning("a request about %s, which is not open", uri)
            return done(None)
        known: tuple[Document, T] | None = self._kept.get((uri, name))
        if known is not None and known[0] is document:
            return done(known[1])

        def ask() -> T:
            return self.engine.ask(uri, document, make, *arguments, **named)

        if document.is_unread:
            recall = partial(self.engine.recall, uri, document, make, *arguments, **named)
            return asyncio.get_running_loop().create_task(self._first(uri, name, document, recall, ask))
        return self._at_a_key(uri, name, document, ask)

    def _at_a_key(self, uri: str, name: str, document: Document, ask: Callable[[], T]) -> Future[T]:
        """An answer that goes out from the thread it is made in: by way of the loop it would take half as long again
        in a short document."""
        answer = Answer[T](document)
        before = self._asked.get((uri, name))
        if before is not None and before.document is not document:
            before.give_up()
        self._asked[uri, name] = answer

        def read() -> None:
            if answer.cancelled():
                return
            try:
                apart = self.engine.needs_isolation(uri, document)
            except Exception as error:
                answer.set_exception(error)
                return
            if apart:
                self._isolated.submit(work)
            else:
                work()

        def work() -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                made = ask()
            except Exception as error:
                answer.set_exception(error)
                return
            self._keep(uri, name, document, made)
            answer.set_result(made)

        self._reading.submit(read)
        return answer

    async def _first(
        self, uri: str, name: str, document: Document, recall: Callable[[], T | None], ask: Callable[[], T]
    ) -> T:
        """The first answer about a document that was just opened."""
        if not self.engine.has_folders:
            await self.idle()  # they are opened as soon as the engine is prepared
        answer = await asyncio.get_running_loop().run_in_executor(self._recalling, recall)
        wait = 0.0 if answer is None else _OTHERS_FIRST
        if answer is None:
            answer = await self._read(uri, document, lambda *_: ask())
        if self._keep(uri, name, document, answer):
            self._prepare(wait, uri, document, ask)
        return answer

    def _keep(self, uri: str, name: str, document: Document, answer: object) -> bool:
        """Keeps an answer for as long as the document is the same; whether it still is. From any thread."""
        with self._keeping:
            if document is not self.engine.document(uri):
                return False
            self._kept[uri, name] = document, answer
            return True

    def _prepare(self, wait: float, uri: str, document: Document, ask: Callable[[], object]) -> None:
        """Has a document that was just opened read as a whole, while nobody waits: its first answers were made of less,
        and the first key is to find all that did not change."""

        def begin() -> None:
            if document is self.engine.document(uri) and self.engine.needs_isolation(uri, document):
                self._isolated.submit(read)
            else:
                read()

        def read() -> None:
            if document is self.engine.document(uri):
                self.engine.ask(uri, document, Document.prepare)
                ask()

        def submit() -> None:
            if not self._ended:
                self._reading.submit(begin)

        asyncio.get_running_loop().call_later(wait, submit)

    async def searched(self, find: Callable[[str, Limits], T], query: str, limits: Limits) -> T:
        """The answer to a search, which runs off the loop and stops when the client cancels."""
        cancelled = threading.Event()

        def is_over() -> bool:
            self._turns.take()  # it is asked for each file
            return self._ended or cancelled.is_set()

        try:
            return await self.off_loop(lambda: find(query, replace(limits, cancelled=is_over)))
        finally:
            cancelled.set()

    def explain_nothing(self, asked: float) -> None:
        """Tells why there is no answer to what was asked then, where the protocol's empty list cannot, if files were
        still being read."""
        for note in self.engine.incomplete(asked):
            self.tell(note)

    async def idle(self) -> None:
        """Waits until what was asked of the open documents so far is answered."""
        await asyncio.get_running_loop().run_in_executor(self._reading, lambda: None)

    async def off_loop(self, ask: Callable[[], T]) -> T:
        def asked() -> T:
            with self._turns.taken():
                return ask()

        return await asyncio.get_running_loop().run_in_executor(self._searches, asked)

    def near(self) -> str | None:
        """The path of the document that the user was last seen in."""
        return path_of(self._last_touched) if self._last_touched else None

    def uri_of(self, root: Path, inside: str) -> str:
        """A file's name for the client: the one that the client gave it if it is open."""
        path = str(root / inside)
        return self.engine.key_of(path) or from_fs_path(path) or path

    def index_state(self) -> str:
        return self.engine.index_state()

    def end(self) -> None:
        self._ended = True  # Python waits for its threads, and nobody for what they search
        self.engine.shutdown()
        self._searches.shutdown(wait=False, cancel_futures=True)
        self._recalling.shutdown(wait=False, cancel_futures=True)
        self._isolated.shutdown(wait=False, cancel_futures=True)
        self._reading.shutdown(wait=False, cancel_futures=True)
