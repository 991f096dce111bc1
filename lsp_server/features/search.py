"""outcrop/search: structural search over the workspace, unsaved text included."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from indexer.engine import Limits
from lsp_server.encoded import Encoded
from lsp_server.from_proto import number, progress_token, text_parameter
from lsp_server.session import Session
from lsp_server.to_proto import row_range_of, text_range

if TYPE_CHECKING:
    from indexer.engine import Answer, Hit


async def search(session: Session, params: Any) -> Encoded:
    query = text_parameter(params, "query") or ""
    sort = text_parameter(params, "sort")
    limit = number(params, "limit")
    limits = Limits(
        session.settings.search_limit if limit is None else limit or None,
        session.settings.search_seconds,
        "path" if sort == "path" else "score" if sort == "score" else None,
        session.near(),
    )
    context = number(params, "context") or 0
    token = progress_token(params)
    if token is not None:
        limits = replace(limits, partial=_streamed(session, token, context))

    def encoded(query: str, limits: Limits) -> Encoded:
        """On the search's thread, too: a hundred hits would hold up the loop for as long as some keys take.

        Each is written alone, for nobody can go on while JSON is written.
        """
        answer = session.engine.search(query, limits)
        hits = [] if token is not None else [json.dumps(_hit(session, hit, context)) for hit in answer.hits]
        rest = json.dumps(_without_hits(session, answer))
        return Encoded(f'{{"hits": [{", ".join(hits)}], {rest[1:]}')

    return await session.searched(encoded, query, limits)


def _streamed(session: Session, token: int | str, context: int) -> Callable[[Sequence[Any], bool], None]:
    """Sends hits to the client as they are found, which are not sent twice; called on the search's thread."""
    loop = asyncio.get_running_loop()

    def partial(hits: Sequence[Hit], whole: bool) -> None:
        value = {"hits": [_hit(session, hit, context) for hit in hits], "replace": whole}
        loop.call_soon_threadsafe(session.notify_progress, token, value)

    return partial


def _without_hits(session: Session, answer: Answer) -> dict[str, Any]:
    """What an answer has beside its hits, in the shape of the contract."""
    return {
        "total": answer.total,
        "truncated": answer.truncated,
        "elapsedMs": round(answer.elapsed * 1000, 1),
        "index": {"state": session.index_state(), "files": answer.files},
        "problems": [
            {"message": problem.message, "start": problem.span.start, "end": problem.span.end}
            if problem.span
            else {"message": problem.message, "start": 0, "end": 0}
            for problem in answer.problems
        ],
        "notes": [*answer.notes, *answer.hints],
    }


def _hit(session: Session, hit: Hit, context: int) -> dict[str, Any]:
    encoding, found, text = session.encoding, hit.found, hit.text
    made: dict[str, Any] = {
        "location": {"uri": session.uri_of(hit.root, hit.path), "range": text_range(text, found.span, encoding)},
        "text": text.row_bytes(found.row).decode("utf-8", "replace").rstrip("\r\n"),
        "language": hit.language,
        "score": hit.score.value,
        "block": row_range_of(text, *found.block, encoding),
        "ancestry": [
            {
                "kind": ancestor.kind,
                **({"name": ancestor.name} if ancestor.name is not None else {}),
                "header": ancestor.header,
                "range": row_range_of(text, ancestor.row, ancestor.row, encoding),
            }
            for ancestor in found.ancestry
        ],
    }
    if found.kind is not None:
        made["kind"] = found.kind
    if found.name is not None:
        made["name"] = found.name
    if found.captures:
        made["captures"] = dict(found.captures)
    if found.measures:
        made["measures"] = dict(found.measures)
    if context:
        first, last = max(found.row - context, 0), min(found.row + context, len(text.lines) - 1)
        rows = range(first, last + 1)
        made["context"] = [text.row_bytes(row).decode("utf-8", "replace").rstrip("\r\n") for row in rows]
        made["contextStart"] = first
    return made
