"""Rename: what surely means the same gets the new name; what only may is left to the user to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from indexer.engine import Limits, Problem
from lsp_server.features.navigation import asked_about
from lsp_server.session import Session
from lsp_server.to_proto import span_in, span_range

if TYPE_CHECKING:
    from indexer.engine import Renamed, Renaming

_SURE, _DOUBTFUL = "outcrop.sure", "outcrop.doubtful"


async def prepare_rename(session: Session, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    asked = asked_about(session, params, session.settings.rename)
    if asked is None:
        return None
    found = await session.off_loop(lambda: session.engine.graph.prepare_rename(*asked, _limits(session)))
    if isinstance(found, Problem):
        raise _refusal(found.message)
    return types.PrepareRenamePlaceholder(span_range(asked[1], found.span, session.encoding), found.name)


async def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    asked = asked_about(session, params, session.settings.rename)
    if asked is None:
        return None
    found = await session.off_loop(lambda: session.engine.graph.rename(*asked, params.new_name, _limits(session)))
    if isinstance(found, Problem):
        raise _refusal(found.message)
    stale = [one for one in (*found.sure, *found.doubtful) if _version(session, one) != one.version]
    if stale:
        raise _refusal(f"{stale[0].path} has changed meanwhile; try again")
    return _edit(session, found)


def _limits(session: Session) -> Limits:
    return Limits(seconds=max(session.settings.search_seconds, 60.0))  # half a rename is worse than a slow one


def _refusal(reason: str) -> JsonRpcException:
    return JsonRpcException(reason, types.LSPErrorCodes.RequestFailed)


def _version(session: Session, place: Renamed) -> int | None:
    document = session.engine.document(session.uri_of(place.root, place.path))
    return None if document is None else document.version


def _edit(session: Session, found: Renaming) -> types.WorkspaceEdit:
    annotated = session.client.document_changes and session.client.change_annotations
    if found.doubtful and not annotated:
        count, first = len(found.doubtful), found.doubtful[0]
        where = f"{first.path}, line {first.text.lines.row_of(first.span.start) + 1}"
        more = f" and {count - 1} more" if count > 1 else ""
        session.show(f"Outcrop left alone what only has the name `{found.name}`: {where}{more}")
    by_uri: dict[str, list[tuple[Renamed, str]]] = {}
    for note, places in ((_SURE, found.sure), (_DOUBTFUL, found.doubtful if annotated else [])):
        for place in places:
            by_uri.setdefault(session.uri_of(place.root, place.path), []).append((place, note))
    if not session.client.document_changes:
        plain = {uri: [_text_edit(session, place, found.new) for place, _ in places] for uri, places in by_uri.items()}
        return types.WorkspaceEdit(changes=cast(Any, plain))
    changes = [_document_edit(session, uri, places, found.new, annotated) for uri, places in by_uri.items()]
    notes = {
        _SURE: types.ChangeAnnotation(label=f"Rename {found.name} to {found.new}"),
        _DOUBTFUL: types.ChangeAnnotation(
            label=f"Only the name {found.name} is the same",
            needs_confirmation=True,
            description="nothing but the name says that this is meant",
        ),
    }
    return types.WorkspaceEdit(document_changes=changes, change_annotations=notes if annotated else None)


def _text_edit(session: Session, place: Renamed, new: str) -> types.TextEdit:
    return types.TextEdit(span_in(place.text, place.span, session.encoding), new)


def _document_edit(
    session: Session, uri: str, places: Sequence[tuple[Renamed, str]], new: str, annotated: bool
) -> types.TextDocumentEdit:
    edits: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = [
        types.AnnotatedTextEdit(note, span_in(place.text, place.span, session.encoding), new)
        if annotated
        else _text_edit(session, place, new)
        for place, note in places
    ]
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri, places[0][0].version)
    return types.TextDocumentEdit(identifier, edits)
