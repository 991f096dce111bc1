"""textDocument/codeAction: what can be done about a finding: fix it, fix all like it, silence it, explain it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from indexer.engine import Document, offset_of
from lsp_server.from_proto import text_parameter
from lsp_server.session import Session
from lsp_server.to_proto import span_range

if TYPE_CHECKING:
    from indexer.engine import Edit, LiveFinding

FIX_ALL = "source.fixAll.outcrop"
KINDS = (types.CodeActionKind.QuickFix, FIX_ALL)
_MOST = 5  # findings at one place for which actions are worked out
_SHOWN = 60


async def code_action(session: Session, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    uri = params.text_document.uri
    known = await session.diagnostics.known(uri)
    if known is None or not known[1].findings:
        return None
    document, answer = known
    here = _at(session, document, params.range, answer.findings)[:_MOST]
    made = _Actions(session, uri, document, params.context.only)
    for finding in here:
        await made.about(finding, answer.findings)
    if made.wants(FIX_ALL) and any(each.fixable for each in answer.findings):
        edits = await made.ask(session.engine.all_fixes, uri, document)
        made.add("Fix all that Outcrop's rules can fix in this file", FIX_ALL, edits, [])
    return made.actions or None


def _at(session: Session, document: Document, where: types.Range, found: Sequence[LiveFinding]) -> list[LiveFinding]:
    start = offset_of(document.text, where.start.line, where.start.character, session.encoding)
    end = offset_of(document.text, where.end.line, where.end.character, session.encoding)
    return [each for each in found if each.span.start <= end and start <= each.span.end]


class _Actions:
    """The actions of one request."""

    def __init__(
        self, session: Session, uri: str, document: Document, only: Sequence[types.CodeActionKind | str] | None
    ) -> None:
        self._session = session
        self._uri = uri
        self._document = document
        self._only = None if only is None else [str(getattr(kind, "value", kind)) for kind in only]
        self.actions: list[types.CodeAction] = []

    def wants(self, kind: str) -> bool:
        return self._only is None or any(kind == only or kind.startswith(f"{only}.") for only in self._only)

    async def ask(self, method: Callable[..., Sequence[Edit]], *arguments: object) -> Sequence[Edit]:
        """Edits, worked out where findings are."""
        pool = self._session.diagnostics.pool
        return await asyncio.get_running_loop().run_in_executor(pool, method, *arguments)

    async def about(self, finding: LiveFinding, all_found: Sequence[LiveFinding]) -> None:
        if not self.wants("quickfix"):
            return
        engine, uri, document, rule = self._session.engine, self._uri, self._document, finding.rule
        diagnostic = self._session.diagnostics.diagnostic(document, finding)
        kind = types.CodeActionKind.QuickFix
        if finding.fixable:
            edits = await self.ask(engine.fixes, uri, document, rule, finding.span)
            self.add(f"Fix: {_short(finding.message)}", kind, edits, [diagnostic], preferred=True)
            alike = [each for each in all_found if each.rule == rule and each.fixable]
            if len(alike) > 1:
                edits = await self.ask(engine.fixes, uri, document, rule, None)
                self.add(f"Fix all of `{rule}` in this file ({len(alike)})", kind, edits, [diagnostic])
        if rule != "unused-ignore":
            edits = await self.ask(engine.silence, uri, document, rule, finding.span)
            self.add(f"Silence `{rule}` here", kind, edits, [diagnostic])
        if finding.note or finding.url:
            arguments = {"rule": rule, "message": finding.message, "note": finding.note, "url": finding.url}
            command = types.Command(f"Explain `{rule}`", "outcrop.explainRule", None, [arguments])
            self.actions.append(types.CodeAction(command.title, kind, [diagnostic], command=command))

    def add(
        self,
        title: str,
        kind: types.CodeActionKind | str,
        edits: Sequence[Edit],
        about: list[types.Diagnostic],
        preferred: bool = False,
    ) -> None:
        """An action that makes edits; none without any."""
        if not edits:
            return
        encoding = self._session.encoding
        made: list[Any] = [
            types.TextEdit(span_range(self._document, edit.span, encoding), edit.new.decode("utf-8", "replace"))
            for edit in edits
        ]
        if self._session.client.document_changes:
            identifier = types.OptionalVersionedTextDocumentIdentifier(self._uri, self._document.version)
            edit = types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, made)])
        else:
            edit = types.WorkspaceEdit(changes={self._uri: made})
        self.actions.append(types.CodeAction(title, kind, about or None, preferred or None, edit=edit))


async def explain_rule(session: Session, params: Any) -> None:
    """Shows what a rule has to say beyond its message."""
    parts = [text_parameter(params, name) for name in ("message", "note", "url")]
    session.show(f"{text_parameter(params, 'rule')}: " + "\n\n".join(part for part in parts if part))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
