"""outcrop/statements: statements, block boundaries and heredocs of a document, or of a range of it."""

from __future__ import annotations

from typing import Any

from indexer.engine import Document, Heredoc
from lsp_server.from_proto import row_limits, text_document_uri
from lsp_server.session import Session
from lsp_server.to_proto import row_range


async def statements(session: Session, params: Any) -> dict[str, Any] | None:
    answer = await session.answer(text_document_uri(params), session.engine.statements)
    if answer is None:
        return None
    document, (found, boundaries, heredocs) = answer
    low, high = row_limits(params)
    last = len(document.text.lines) - 1

    def rows(start: int, end: int | None) -> dict[str, Any]:
        return row_range(document, start, last if end is None else end, session.encoding)

    return {
        "statements": [
            {"range": rows(statement.row_start, statement.row_end), "depth": statement.depth}
            for statement in found
            if statement.row_start <= high and statement.row_end >= low
        ],
        "blocks": [
            {
                "type": boundary.type,
                "range": rows(boundary.row_start, boundary.row_end),
                "closed": boundary.row_end is not None,
                "depth": boundary.depth,
                "parent": boundary.parent,
            }
            for boundary in boundaries  # all of them, since parents are indexes
        ],
        "heredocs": [
            _heredoc(document, heredoc, session)
            for heredoc in heredocs
            if heredoc.declaration_row <= high and max(heredoc.content_row_end, heredoc.declaration_row) >= low
        ],
    }


def _heredoc(document: Document, heredoc: Heredoc, session: Session) -> dict[str, Any]:
    def rows(start: int, end: int) -> dict[str, Any]:
        return row_range(document, start, end, session.encoding)

    empty = heredoc.content_row_end < heredoc.content_row_start
    return {
        "declaration": rows(heredoc.declaration_row, heredoc.declaration_row),
        "terminator": heredoc.terminator,
        "interpolated": heredoc.interpolated,
        "indented": heredoc.indented,
        "blockDepth": heredoc.block_depth,
        "block": heredoc.block,
        "statementEndLine": heredoc.statement_row_end,
        "content": None if empty else rows(heredoc.content_row_start, heredoc.content_row_end),
        "contentStartLine": heredoc.content_row_start,
        "terminatorLine": heredoc.terminator_row,
        "recovered": heredoc.recovered,
    }
