"""textDocument/documentSymbol: the outline."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.encoded import Encoded, outline_list_of, outline_of
from lsp_server.session import Session


async def document_symbol(session: Session, params: types.DocumentSymbolParams) -> Encoded | None:
    if not session.settings.symbols:
        return None
    uri, encoding = params.text_document.uri, session.encoding
    if session.client.nested_symbols:
        return await session.kept(uri, "symbols", outline_of, encoding)
    return await session.kept(uri, "symbols", outline_list_of, uri, encoding)
