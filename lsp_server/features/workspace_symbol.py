"""workspace/symbol: definitions anywhere in the workspace, by name or by a structural query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.uris import from_fs_path

from indexer.engine import Limits
from lsp_server.session import Session
from lsp_server.to_proto import span_in, symbol_kind

if TYPE_CHECKING:
    from indexer.engine import Answer, Hit

LIMIT = 100  # editors ask again with every letter


async def workspace_symbol(
    session: Session, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol] | list[types.SymbolInformation]:
    if not session.settings.workspace_symbols:
        return []
    limits = Limits(LIMIT, session.settings.search_seconds, None, session.near())
    answer = await session.searched(session.engine.find_symbols, params.query, limits)
    if not answer.hits and params.query:
        session.explain_nothing()
    return [_symbol(session, hit) for hit in answer.hits] or _problems(session, params.query, answer)


def _problems(session: Session, query: str, answer: Answer) -> list[types.SymbolInformation]:
    """What is wrong with a query, as the only thing that a picker can show: a symbol. It leads to where the user is."""
    here = session.near()
    uri = from_fs_path(here) if here else None
    if uri is None:
        return []
    top = types.Location(uri, types.Range(types.Position(0, 0), types.Position(0, 0)))
    return [
        types.SymbolInformation(
            name=f"{query}: {problem.message}", kind=types.SymbolKind.Event, location=top, container_name="Outcrop"
        )
        for problem in answer.problems  # begins with the query, for pickers that leave out what is unlike it
    ]


async def resolve(session: Session, params: types.WorkspaceSymbol) -> types.WorkspaceSymbol:
    """Everything is there from the start."""
    return params


def _symbol(session: Session, hit: Hit) -> types.SymbolInformation:
    found = hit.found
    name = found.name or hit.text.row_bytes(found.row).decode("utf-8", "replace").strip() or hit.path
    container = [ancestor.name or ancestor.header.rstrip(" \t{(:") for ancestor in found.ancestry]
    return types.SymbolInformation(
        name=name,
        kind=symbol_kind(found.kind or "key"),
        location=types.Location(session.uri_of(hit.root, hit.path), span_in(hit.text, found.span, session.encoding)),
        container_name=" › ".join(container) or None,  # the editor shows the path itself
    )
