"""outcrop/chunks: a document in pieces for a language model."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from lsp_server.from_proto import text_document_uri
from lsp_server.session import Session
from lsp_server.to_proto import text_range


async def chunks(session: Session, params: Any) -> dict[str, Any] | None:
    uri = text_document_uri(params)
    name = PurePosixPath(unquote(urlsplit(uri).path)).name
    answer = await session.answer(uri, lambda key, document: session.engine.chunks(key, document, name))
    if answer is None:
        return None
    document, found = answer
    return {
        "chunks": [
            {
                "type": chunk.type,
                "title": chunk.title,
                "breadcrumb": chunk.breadcrumb,
                "language": chunk.language,
                "range": text_range(document.text, chunk.span, session.encoding),
                "tokens": chunk.tokens,
                "content": chunk.content,
            }
            for chunk in found
        ]
    }
