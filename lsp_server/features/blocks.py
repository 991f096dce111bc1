"""outcrop/blocks: the blocks of a document, or the chain of blocks at a position, innermost last."""

from __future__ import annotations

from typing import Any

from indexer.engine import Block, offset_of
from lsp_server.from_proto import position, text_document_uri
from lsp_server.session import Session
from lsp_server.to_proto import row_range


async def blocks(session: Session, params: Any) -> dict[str, Any] | None:
    answer = await session.answer(text_document_uri(params), session.engine.blocks)
    if answer is None:
        return None
    document, (adapter, found) = answer
    at = position(params, "position")
    if at is not None:
        row = document.text.lines.row_of(offset_of(document.text, at.line, at.character, session.encoding))
        kept = _chain(found, row)
    else:
        kept = list(range(len(found)))
    place: dict[int | None, int] = {old: new for new, old in enumerate(kept)}
    return {
        "adapter": adapter,
        "blocks": [
            {
                "kind": found[old].kind,
                "name": found[old].name,
                "level": found[old].level,
                "range": row_range(document, found[old].row_start, found[old].row_end, session.encoding),
                "header": found[old].header,
                "parent": place.get(found[old].parent),
            }
            for old in kept
        ],
    }


def _chain(found: list[Block], row: int) -> list[int]:
    """The blocks around a row, outermost first. Of windows, which overlap, the first."""
    chain: list[int] = []
    for at, block in enumerate(found):
        if block.row_start <= row <= block.row_end and block.parent == (chain[-1] if chain else None):
            chain.append(at)
    return chain
