"""textDocument/documentSymbol: the outline."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.session import Session
from lsp_server.to_proto import document_symbols, symbol_information


async def document_symbol(
    session: Session, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    if not session.settings.symbols:
        return None
    uri = params.text_document.uri
    answer = await session.answer(uri, session.engine.symbols)
    if answer is None:
        return None
    document, found = answer
    if session.client.nested_symbols:
        return document_symbols(document, found, session.encoding)
    return symbol_information(document, uri, found, session.encoding)
