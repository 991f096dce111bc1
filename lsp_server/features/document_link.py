"""Document links: what of a text leads to a file, so that an editor can open it with a click."""

from __future__ import annotations

from lsprotocol import types

from indexer.engine import Span
from lsp_server.features.navigation import wanted
from lsp_server.session import Session
from lsp_server.to_proto import span_in


async def document_link(session: Session, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    uri = params.text_document.uri
    document = session.engine.document(uri)
    if document is None or not wanted(session, session.settings.links, document):
        return []
    answer = await session.off_loop(lambda: session.engine.graph.links(uri))
    if answer is None:
        return []
    root, text, links = answer
    return [
        types.DocumentLink(
            span_in(text, Span(link.start, link.end), session.encoding),
            session.uri_of(root, link.path) + ("" if link.row is None else f"#L{link.row + 1}"),
            f"{link.path} (by name)" if link.evidence == "name" else link.path,
        )
        for link in links
    ]
