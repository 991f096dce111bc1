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
    can_ask = session.client.document_changes and session.client.change_annotations
    annotated = can_ask and bool(
        found.doubtful
    )  # an editor may tell of each note, which nobody wants where nothing is asked
    if found.doubtful and not can_ask:
        where = f"{found.doubtful[0].path}, {_where(found.doubtful)}"
        session.show(f"Outcrop left alone what only has the name `{found.name}`: {where}")
    by_uri: dict[str, list[tuple[Renamed, bool]]] = {}
    for is_sure, places in ((True, found.sure), (False, found.doubtful if annotated else [])):
        for place in places:
            by_uri.setdefault(session.uri_of(place.root, place.path), []).append((place, is_sure))
    if not session.client.document_changes:
        plain = {uri: [_text_edit(session, place, found.new) for place, _ in places] for uri, places in by_uri.items()}
        return types.WorkspaceEdit(changes=cast(Any, plain))
    notes = {_SURE: types.ChangeAnnotation(label=f"Rename {found.name} to {found.new}")}
    changes: list[Any] = []
    for uri, marked in by_uri.items():
        for group, is_sure in _groups(marked):
            note = _SURE if is_sure else f"{_DOUBTFUL}.{len(notes)}"
            notes.setdefault(note, _question(found, group))
            changes.append(_document_edit(session, uri, group, found.new, note if annotated else None))
    return types.WorkspaceEdit(document_changes=changes, change_annotations=notes if annotated else None)


def _where(places: Sequence[Renamed]) -> str:
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    return f"line {_row(places[0]) + 1}{more}"


def _row(place: Renamed) -> int:
    return place.text.lines.row_of(place.span.start)


def _question(found: Renaming, places: Sequence[Renamed]) -> types.ChangeAnnotation:
    """Says where they are: some editors ask about each file with no other word than this."""
    return types.ChangeAnnotation(
        label=f"Only the name {found.name} is the same in {places[0].path}",
        needs_confirmation=True,
        description=f"{_where(places)}; nothing else says that this is meant",
    )


def _groups(places: Sequence[tuple[Renamed, bool]]) -> list[tuple[list[Renamed], bool]]:
    """The places of a file, the doubtful ones apart: some editors take or leave all edits that come together.

    Some make one group after another, each in the text that the last one left, and some all of them at once. It is the
    same only if what comes later in a row is in the same group or an earlier one.
    """
    groups: list[list[Renamed]] = []
    last: dict[int, int] = {}  # the group of the place that was last seen in a row
    for place, is_sure in sorted(places, key=lambda one: one[0].span.start, reverse=True):
        row = _row(place)
        number = last.get(row, 0)
        number += number % 2 != (0 if is_sure else 1)
        last[row] = number
        groups.extend([] for _ in range(len(groups), number + 1))
        groups[number].append(place)
    return [(group[::-1], number % 2 == 0) for number, group in enumerate(groups) if group]


def _text_edit(session: Session, place: Renamed, new: str) -> types.TextEdit:
    return types.TextEdit(span_in(place.text, place.span, session.encoding), place.written(new))


def _document_edit(
    session: Session, uri: str, places: Sequence[Renamed], new: str, note: str | None
) -> types.TextDocumentEdit:
    edits: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = [
        _text_edit(session, place, new)
        if note is None
        else types.AnnotatedTextEdit(note, span_in(place.text, place.span, session.encoding), place.written(new))
        for place in places
    ]
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri, places[0].version)
    return types.TextDocumentEdit(identifier, edits)
