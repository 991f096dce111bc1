"""workspace/symbol: definitions anywhere in the workspace, by name or by a structural query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.uris import from_fs_path

from indexer.engine import Limits
from lsp_server.session import Session
from lsp_server.to_proto import span_in, symbol_kind

if TYPE_CHECKING:
    from indexer.engine import Hit

LIMIT = 100  # editors ask again with every letter


async def workspace_symbol(
    session: Session, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol] | list[types.SymbolInformation]:
    if not session.settings.workspace_symbols:
        return []
    limits = Limits(LIMIT, session.settings.search_seconds, None, session.near())
    begun = session.engine.asked()
    answer = await session.searched(session.engine.find_symbols, params.query, limits)
    if not answer.hits and params.query:
        session.explain_nothing(begun)
    if not answer.hits:
        # What is wrong begins with the query, for pickers that leave out what is unlike it.
        return [_said(session, f"{params.query}: {problem.message}") for problem in answer.problems if session.near()]
    found = [_symbol(session, hit) for hit in answer.hits]
    if answer.truncated and ":" in params.query.replace("::", "") and session.near():
        # Of a name the best are enough; of a query somebody may believe that these are all.
        found.append(_said(session, f"… and more than these {len(found)}: a further condition narrows the list"))
    return found


def _said(session: Session, text: str) -> types.SymbolInformation:
    """A sentence as the only thing that a picker can show: a symbol. It leads to where the user is."""
    top = types.Range(types.Position(0, 0), types.Position(0, 0))
    location = types.Location(from_fs_path(session.near() or "/") or "", top)
    return types.SymbolInformation(name=text, kind=types.SymbolKind.Event, location=location, container_name="Outcrop")


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
