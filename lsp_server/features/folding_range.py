"""textDocument/foldingRange: what can be collapsed."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.session import Session
from lsp_server.to_proto import folding_ranges


async def folding_range(session: Session, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    if not session.settings.folding:
        return None
    answer = await session.answer(params.text_document.uri, session.engine.folds)
    return None if answer is None else folding_ranges(answer[1], session.client)
