"""Diagnostics: what the rules find in open documents, as the user types.

They come last: a document is asked about when its keys have paused and what else was asked of it is answered, on a
thread of its own that waits for a process of its own. What is found in a text that has changed meanwhile is dropped.
Clients that can pull ask when they like and wait for the newest text; to the others everything is pushed.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from lsprotocol import types

from indexer.engine import Document, Span
from lsp_server.to_proto import span_range

if TYPE_CHECKING:
    from indexer.engine import LiveAnswer, LiveFinding
    from lsp_server.server import OutcropServer

log = logging.getLogger(__name__)
_PAUSE = 0.15  # seconds without a key after which rules are asked
SOURCE = "Outcrop"
BROKEN = "broken-rule"
SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


class Diagnostics:
    """What is known of the open documents, and who waits for it. Lives on the event loop."""

    def __init__(self, server: OutcropServer) -> None:
        self._server = server
        self.pool = ThreadPoolExecutor(1, "rules")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._paused: dict[str, float] = {}  # when the keys in a document will have paused, by the loop's clock
        self._known: dict[str, tuple[Document, LiveAnswer]] = {}
        self._pulls = False
        self._can_refresh = False
        self.changed = asyncio.Event()  # set when a report on the workspace may come out otherwise

    def prepare(self, capabilities: types.ClientCapabilities) -> None:
        document, workspace = capabilities.text_document, capabilities.workspace
        self._pulls = document is not None and document.diagnostic is not None
        refresh = workspace.diagnostics if workspace is not None else None
        self._can_refresh = bool(refresh and refresh.refresh_support)

    @property
    def _enabled(self) -> bool:
        return self._server.session.settings.diagnostics

    def touched(self, uri: str) -> None:
        """A document was opened or has changed: what is found in the text before is dropped."""
        running = self._tasks.get(uri)
        if self._pulls and running is None:
            return  # the client asks
        if running is None or running.done():
            self._begin(uri)
        else:
            self._pause(uri)

    def _pause(self, uri: str) -> None:
        self._paused[uri] = asyncio.get_running_loop().time() + _PAUSE

    def _begin(self, uri: str) -> asyncio.Task[None]:
        self._pause(uri)
        running = self._tasks.get(uri)
        if running is not None:
            running.cancel()
        task = self._tasks[uri] = asyncio.get_running_loop().create_task(self._ask(uri))
        return task

    def closed(self, uri: str) -> None:
        running = self._tasks.pop(uri, None)
        if running is not None:
            running.cancel()
        self._paused.pop(uri, None)
        if self._known.pop(uri, None) is not None and not self._pulls:
            self._publish(uri, None, [])
        self.changed.set()

    def rules_changed(self) -> None:
        """Files changed on disk, rules perhaps among them: the open documents are asked about anew."""
        self.changed.set()
        self._known.clear()
        self._server.session.engine.reload_rules()
        if self._pulls:
            if self._can_refresh:
                asyncio.get_running_loop().create_task(self._refresh())
            return
        for uri in self._server.session.engine.open_documents():
            self._begin(uri)

    async def _refresh(self) -> None:
        try:
            await self._server.workspace_diagnostic_refresh_async(None)
        except Exception as error:  # a client may promise what it then refuses
            log.warning("the client does not ask anew: %s", error)

    async def _ask(self, uri: str) -> None:
        """Asks about a document once its keys have paused."""
        session, loop = self._server.session, asyncio.get_running_loop()
        while True:
            while (rest := self._paused.get(uri, 0.0) - loop.time()) > 0:
                await asyncio.sleep(rest)
            document = session.engine.document(uri)
            if document is None or not self._enabled:
                return
            await session.idle()  # outlines and folds come first
            if document is not session.engine.document(uri):
                continue  # a key came
            answer = await loop.run_in_executor(self.pool, session.engine.diagnose, uri, document)
            if document is session.engine.document(uri):
                break
        self._known[uri] = document, answer
        for note in answer.notes:
            session.tell(note)
        if not self._pulls:
            self._publish(uri, document.version, self._diagnostics(document, answer))

    async def known(self, uri: str) -> tuple[Document, LiveAnswer] | None:
        """What is found in a document as it is now; waits for it."""
        while True:
            document = self._server.session.engine.document(uri)
            if document is None or not self._enabled:
                return None
            known = self._known.get(uri)
            if known is not None and known[0] is document:
                return known
            task = self._tasks.get(uri)
            if task is None or task.done():
                task = self._begin(uri)
            await asyncio.wait([task])
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    def noted(self, document: Document, uri: str, offset: int) -> list[str]:
        """What rules have to say beyond their messages of what they are known to find at an offset."""
        known, answer = self._known.get(uri, (None, None))
        if known is not document or answer is None:
            return []
        here = [each for each in answer.findings if each.span.start <= offset <= each.span.end and each.note]
        return [f"**{each.rule}**: {each.note}" + (f"\n\n<{each.url}>" if each.url else "") for each in here]

    async def pulled(self, uri: str) -> list[types.Diagnostic]:
        known = await self.known(uri)
        return [] if known is None else self._diagnostics(*known)

    def _diagnostics(self, document: Document, answer: LiveAnswer) -> list[types.Diagnostic]:
        return [
            *(self._broken(document, message, span) for message, span in answer.problems),
            *(self.diagnostic(document, finding) for finding in answer.findings),
        ]

    def _broken(self, document: Document, message: str, span: Span) -> types.Diagnostic:
        where = span_range(document, span, self._server.session.encoding)
        return types.Diagnostic(where, message, types.DiagnosticSeverity.Error, BROKEN, source=SOURCE)

    def diagnostic(self, document: Document, finding: LiveFinding) -> types.Diagnostic:
        return types.Diagnostic(
            span_range(document, finding.span, self._server.session.encoding),
            finding.message,
            SEVERITIES[finding.severity],
            finding.rule,
            types.CodeDescription(finding.url) if finding.url else None,
            SOURCE,
            [types.DiagnosticTag.Unnecessary] if finding.rule == "unused-ignore" else None,
        )

    def _publish(self, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
        self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    def end(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)
