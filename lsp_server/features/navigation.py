"""Definition, references, highlight and hover, by name: on where no server of the language's own is to be expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lsprotocol import types

from indexer.engine import Document, Limits, has_server, offset_of
from lsp_server.session import Session
from lsp_server.to_proto import span_in, span_range

if TYPE_CHECKING:
    from indexer.engine import Hit

_MOST = 1000


class _Place(Protocol):
    text_document: types.TextDocumentIdentifier
    position: types.Position


def wanted(session: Session, switch: str, document: Document) -> bool:
    """Whether a setting lets us answer about a document."""
    if switch == "auto":
        return document.language is None or not has_server(document.language)
    return switch == "on"


def _asked(session: Session, params: _Place, switch: str) -> tuple[str, Document, int] | None:
    """The document and the offset, if there is a document and the setting allows an answer."""
    uri = params.text_document.uri
    document = session.engine.document(uri)
    if document is None or not wanted(session, switch, document):
        return None
    return uri, document, offset_of(document.text, params.position.line, params.position.character, session.encoding)


async def definition(session: Session, params: types.DefinitionParams) -> list[types.Location]:
    return [_location(session, hit) for hit in await _definitions(session, params, session.settings.definition)]


async def _definitions(session: Session, params: _Place, switch: str) -> list[Hit]:
    asked = _asked(session, params, switch)
    if asked is None:
        return []
    limits = Limits(seconds=session.settings.search_seconds)
    found = await session.off_loop(lambda: session.engine.definitions(*asked, limits))
    if not found:
        session.explain_nothing()
    return found


def _location(session: Session, hit: Hit) -> types.Location:
    span = hit.symbol.name_span if hit.symbol is not None else hit.found.span
    return types.Location(session.uri_of(hit.root, hit.path), span_in(hit.text, span, session.encoding))


async def references(session: Session, params: types.ReferenceParams) -> list[types.Location]:
    asked = _asked(session, params, session.settings.references)
    if asked is None:
        return []
    limits = Limits(hits=_MOST, seconds=session.settings.search_seconds)
    found = await session.off_loop(lambda: session.engine.references(*asked, limits))
    if not found:
        session.explain_nothing()
    places = [
        types.Location(session.uri_of(one.root, one.path), span_in(one.text, one.reference.span, session.encoding))
        for one in found
    ]
    if params.context.include_declaration:
        places = [*await definition_places(session, asked), *places]
    return places


async def definition_places(session: Session, asked: tuple[str, Document, int]) -> list[types.Location]:
    limits = Limits(seconds=session.settings.search_seconds)
    hits = await session.off_loop(lambda: session.engine.definitions(*asked, limits))
    return [_location(session, hit) for hit in hits]


async def document_highlight(session: Session, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    asked = _asked(session, params, session.settings.highlight)
    if asked is None:
        return []
    uri, document, offset = asked
    answer = await session.answer(uri, lambda key, current: session.engine.occurrences(key, current, offset))
    if answer is None:
        return []
    return [
        types.DocumentHighlight(
            span_range(document, place.span, session.encoding),
            types.DocumentHighlightKind.Write if place.writes else types.DocumentHighlightKind.Read,
        )
        for place in answer[1]
    ]


async def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    parts = _noted(session, params)
    hits = await _definitions(session, params, session.settings.hover)
    described = [hit for hit in hits if hit.symbol is not None]
    if not described and not parts:
        return None
    parts += [_described(hit) for hit in described[:3]]
    if len(described) > 3:
        parts.append(f"… and {len(described) - 3} more")
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts)))


def _noted(session: Session, params: _Place) -> list[str]:
    """What rules have to say of what they found at a place."""
    asked = _asked(session, params, "on")
    return [] if asked is None else session.diagnostics.noted(asked[1], asked[0], asked[2])


def _described(hit: Hit) -> str:
    """A definition for a person: signature, where it is, what its comment says."""
    assert hit.symbol is not None
    around = " › ".join(ancestor.name for ancestor in hit.found.ancestry if ancestor.name)
    place = f"{hit.path}:{hit.found.row + 1}"
    lines = [f"```{hit.language or ''}\n{hit.symbol.signature or hit.symbol.name}\n```"]
    lines.append(f"{hit.symbol.kind}{f' in {around}' if around else ''}, {place}")
    if hit.symbol.doc:
        lines.append(hit.symbol.doc)
    return "\n\n".join(lines)
