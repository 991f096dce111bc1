"""textDocument/documentSymbol: the outline."""

from __future__ import annotations

from lsp_server.encoded import Encoded, outline_list_of, outline_of
from lsp_server.session import Session, Soon, done


def document_symbol(session: Session, uri: str) -> Soon[Encoded | None]:
    if not session.settings.symbols:
        return done(None)
    encoding = session.encoding
    if session.client.nested_symbols:
        return session.kept(uri, "symbols", outline_of, encoding)
    return session.kept(uri, "symbols", outline_list_of, uri, encoding)
