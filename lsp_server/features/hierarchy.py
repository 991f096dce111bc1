"""Call hierarchy, type hierarchy and implementations: who calls whom and who inherits from whom, where that is sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from indexer.engine import Limits, Span
from lsp_server.features.navigation import Place as Asked
from lsp_server.features.navigation import asked_about
from lsp_server.session import Session
from lsp_server.to_proto import span_in, symbol_kind

if TYPE_CHECKING:
    from indexer.engine import Edge, Place

_MOST = 1000
_TYPES = frozenset(("class", "enum", "impl", "interface", "object", "struct", "trait", "type"))


async def implementation(session: Session, params: types.ImplementationParams) -> list[types.Location]:
    asked = asked_about(session, params, session.settings.definition)
    if asked is None:
        return []
    places = await session.off_loop(lambda: session.engine.graph.implementations(*asked, _limits(session)))
    return [types.Location(item.uri, item.selection_range) for item in (_item(session, place) for place in places)]


async def prepare_call_hierarchy(
    session: Session, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem]:
    return await _prepared(session, params, lambda place: place.kind not in _TYPES)


async def incoming_calls(
    session: Session, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall]:
    item = params.item
    told = await session.off_loop(lambda: session.engine.graph.callers(item.name, 1, _limits(session), _at(item.data)))
    return [
        types.CallHierarchyIncomingCall(_item(session, edge.place), _ranges(session, edge.place, edge.spans))
        for edge in _sure(told.edges)
    ]


async def outgoing_calls(
    session: Session, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall]:
    item = params.item
    told = await session.off_loop(lambda: session.engine.graph.callees(item.name, 1, _limits(session), _at(item.data)))
    return [
        types.CallHierarchyOutgoingCall(_item(session, edge.place), _ranges(session, edge.of, edge.spans))
        for edge in _sure(told.edges)
    ]


async def prepare_type_hierarchy(
    session: Session, params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem]:
    items = await _prepared(session, params, lambda place: place.kind in _TYPES)
    return [_as_type(item) for item in items]


async def supertypes(session: Session, params: types.TypeHierarchySupertypesParams) -> list[types.TypeHierarchyItem]:
    item = params.item
    places = await session.off_loop(
        lambda: session.engine.graph.supertypes(item.name, _at(item.data), _limits(session))
    )
    return [_as_type(_item(session, place)) for place in places]


async def subtypes(session: Session, params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem]:
    item = params.item
    graph = session.engine.graph
    places = await session.off_loop(lambda: graph.subtypes(item.name, _at(item.data), _limits(session)))
    return [_as_type(_item(session, place)) for place in places]


async def _prepared(session: Session, params: Asked, fits: Callable[[Place], bool]) -> list[types.CallHierarchyItem]:
    asked = asked_about(session, params, session.settings.references)
    if asked is None:
        return []
    places = await session.off_loop(lambda: session.engine.graph.places(*asked, _limits(session)))
    return [_item(session, place) for place in places if place.name is not None and fits(place)]


def _limits(session: Session) -> Limits:
    return Limits(hits=_MOST, seconds=session.settings.search_seconds)


def _sure(edges: Sequence[Edge]) -> list[Edge]:
    """Those that more than a name speaks for; if there is none, all: a guess is better than an empty list here."""
    return [edge for edge in edges if edge.evidence != "name"] or list(edges)


def _item(session: Session, place: Place) -> types.CallHierarchyItem:
    at = types.Position(0, 0)
    whole = name = types.Range(at, at)
    if place.text is not None and place.name is not None:
        whole = span_in(place.text, place.span, session.encoding)
        name = span_in(place.text, place.name_span, session.encoding)
    return types.CallHierarchyItem(
        name=place.name or place.path.rpartition("/")[2],
        kind=types.SymbolKind.File if place.name is None else symbol_kind(place.kind),
        uri=session.uri_of(place.root, place.path),
        range=whole,
        selection_range=name,
        detail=f"{place.holder}, {place.path}" if place.holder else place.path,
        data={"root": str(place.root), "path": place.path, "row": place.rows[0]},
    )


def _as_type(item: types.CallHierarchyItem) -> types.TypeHierarchyItem:
    return types.TypeHierarchyItem(
        item.name, item.kind, item.uri, item.range, item.selection_range, detail=item.detail, data=item.data
    )


def _ranges(session: Session, place: Place, spans: Sequence[Span]) -> list[types.Range]:
    """Where calls are written, in the text of who calls."""
    return [] if place.text is None else [span_in(place.text, span, session.encoding) for span in spans]


def _at(data: object) -> tuple[Path, str, int]:
    """Which definition an item stands for. What a client sends back is not trusted to be what it was sent."""
    if isinstance(data, dict):
        root, path, row = data.get("root"), data.get("path"), data.get("row")
        if isinstance(root, str) and isinstance(path, str) and isinstance(row, int):
            return Path(root), path, row
    return Path("/"), "", 0
