"""textDocument/diagnostic and workspace/diagnostic: what the rules find, for clients that ask."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from lsprotocol import types

from indexer.engine import Limits
from lsp_server.diagnostics import SEVERITIES, SOURCE
from lsp_server.session import Session
from lsp_server.to_proto import span_in

if TYPE_CHECKING:
    from indexer.engine import Checked

_MOST = 2000  # files with findings that are told


async def document_diagnostic(session: Session, params: types.DocumentDiagnosticParams) -> object:
    """The findings of one document as it is now."""
    found = await session.diagnostics.pulled(params.text_document.uri)
    identity = _identity(found)
    if params.previous_result_id == identity:
        return types.RelatedUnchangedDocumentDiagnosticReport(identity)
    return types.RelatedFullDocumentDiagnosticReport(found, result_id=identity)


async def workspace_diagnostic(
    session: Session, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """The findings of all files that are not open. An answer that would say nothing new waits until there is some."""
    told = {each.uri: each.value for each in params.previous_result_ids}
    while True:
        session.diagnostics.changed.clear()
        items: list[types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport] = []
        if session.settings.diagnostics and not session.engine.building():
            limits = Limits(hits=_MOST, seconds=session.settings.search_seconds)
            checked, notes = await session.searched(lambda _, limits: session.engine.check(limits), "", limits)
            for note in notes:
                session.tell(note)
            found = {session.uri_of(each.corpus.root, each.candidate.path): _told(session, each) for each in checked}
            items = [
                types.WorkspaceFullDocumentDiagnosticReport(uri, each, result_id=_identity(each))
                for uri, each in found.items()
                if told.get(uri) != _identity(each)
            ]
            gone = [uri for uri in told if uri not in found and session.engine.document(uri) is None]
            items += [
                types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in gone if told[uri] != _identity([])
            ]
        if items:
            return types.WorkspaceDiagnosticReport(items)
        await session.diagnostics.changed.wait()


def _told(session: Session, checked: Checked) -> list[types.Diagnostic]:
    text = checked.candidate.text
    return [
        types.Diagnostic(
            span_in(text, each.span, session.encoding),
            each.message,
            SEVERITIES[each.severity],
            each.rule,
            types.CodeDescription(each.url) if each.url else None,
            SOURCE,
        )
        for each in checked.found.findings
    ]


def _identity(found: list[types.Diagnostic]) -> str:
    """A name for findings, which is another one when they are others."""
    key = "\0".join(f"{each.code}\0{each.message}\0{each.severity}\0{each.range}" for each in found)
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
