"""textDocument/documentSymbol: the outline."""

from __future__ import annotations

from lsprotocol import types

from indexer.engine import Document
from lsp_server.encoded import Encoded, outline_list_of, outline_of
from lsp_server.session import Session


async def document_symbol(session: Session, params: types.DocumentSymbolParams) -> Encoded | None:
    if not session.settings.symbols:
        return None
    uri, encoding = params.text_document.uri, session.encoding

    def nested(key: str, document: Document) -> Encoded:
        return session.engine.ask(key, document, outline_of, encoding)

    def listed(key: str, document: Document) -> Encoded:
        return session.engine.ask(key, document, outline_list_of, uri, encoding)

    ask = nested if session.client.nested_symbols else listed
    answer = await session.kept(uri, "symbols", ask)
    session.prepare(uri, ask)
    return answer
