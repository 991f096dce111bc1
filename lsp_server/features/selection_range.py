"""textDocument/selectionRange: expand and shrink the selection."""

from __future__ import annotations

from lsprotocol import types

from indexer.engine import Document, Span, offset_of
from lsp_server.session import Session
from lsp_server.to_proto import selection_range as to_selection_range


async def selection_range(session: Session, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    def ask(uri: str, document: Document) -> list[list[Span]]:
        offsets = [offset_of(document.text, at.line, at.character, session.encoding) for at in params.positions]
        return session.engine.selections(uri, document, offsets)

    answer = await session.answer(params.text_document.uri, ask)
    if answer is None:
        return None
    document, chains = answer
    return [to_selection_range(document, spans, session.encoding) for spans in chains]
