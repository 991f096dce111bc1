"""textDocument/foldingRange: what can be collapsed."""

from __future__ import annotations

from lsprotocol import types

from indexer.engine import Document
from lsp_server.encoded import Encoded, folding_ranges
from lsp_server.session import Session


async def folding_range(session: Session, params: types.FoldingRangeParams) -> Encoded | None:
    if not session.settings.folding:
        return None

    def folds(key: str, document: Document) -> Encoded:
        return folding_ranges(session.engine.fold_sections(key, document), session.client)

    return await session.kept(params.text_document.uri, "folds", folds)
