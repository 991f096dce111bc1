"""Definition, references, highlight and hover, by name: on where no server of the language's own is to be expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lsprotocol import types

from indexer.engine import Document, Limits, has_server, offset_of
from lsp_server.session import Session
from lsp_server.to_proto import span_in, span_range

if TYPE_CHECKING:
    from indexer.engine import Definition

_MOST = 1000


class Place(Protocol):
    """A request about a place in a document."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


def wanted(session: Session, switch: str, document: Document) -> bool:
    """Whether a setting lets us answer about a document."""
    if switch == "auto":
        return document.language is None or not has_server(document.language)
    return switch == "on"


def asked_about(session: Session, params: Place, switch: str) -> tuple[str, Document, int] | None:
    """The document and the offset, if there is a document and the setting allows an answer."""
    uri = params.text_document.uri
    document = session.engine.document(uri)
    if document is None or not wanted(session, switch, document):
        return None
    return uri, document, offset_of(document.text, params.position.line, params.position.character, session.encoding)


async def definition(session: Session, params: types.DefinitionParams) -> list[types.Location]:
    return [_location(session, hit) for hit in await _definitions(session, params, session.settings.definition)]


async def _definitions(session: Session, params: Place, switch: str) -> list[Definition]:
    asked = asked_about(session, params, switch)
    if asked is None:
        return []
    limits = Limits(seconds=session.settings.search_seconds)
    begun = session.engine.asked()
    found = await session.off_loop(lambda: session.engine.graph.definitions(*asked, limits))
    if not found:
        session.explain_nothing(begun)
    return found


async def type_definition(session: Session, params: types.TypeDefinitionParams) -> list[types.Location]:
    asked = asked_about(session, params, session.settings.definition)
    if asked is None:
        return []
    limits = Limits(seconds=session.settings.search_seconds)
    found = await session.off_loop(lambda: session.engine.graph.type_definitions(*asked, limits))
    return [_location(session, one) for one in found]


def _location(session: Session, found: Definition) -> types.Location:
    return types.Location(session.uri_of(found.root, found.path), span_in(found.text, found.span, session.encoding))


async def references(session: Session, params: types.ReferenceParams) -> list[types.Location]:
    asked = asked_about(session, params, session.settings.references)
    if asked is None:
        return []
    limits = Limits(hits=_MOST, seconds=session.settings.search_seconds)

    def found() -> list[types.Location]:
        """Made off the loop, for a thousand places would hold it up."""
        return [
            types.Location(session.uri_of(one.root, one.path), span_in(one.text, one.reference.span, session.encoding))
            for one in session.engine.graph.references(*asked, limits)
        ]

    begun = session.engine.asked()
    places = await session.off_loop(found)
    if not places:
        session.explain_nothing(begun)
    if params.context.include_declaration:
        places = [*await definition_places(session, asked), *places]
    return places


async def definition_places(session: Session, asked: tuple[str, Document, int]) -> list[types.Location]:
    limits = Limits(seconds=session.settings.search_seconds)
    hits = await session.off_loop(lambda: session.engine.graph.definitions(*asked, limits))
    return [_location(session, hit) for hit in hits]


async def document_highlight(session: Session, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    asked = asked_about(session, params, session.settings.highlight)
    if asked is None:
        return []
    uri, document, offset = asked
    answer = await session.answer(uri, lambda key, current: session.engine.graph.occurrences(key, current, offset))
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
    if not hits and not parts:
        return None
    parts += [_described(hit) for hit in hits[:3]]
    if len(hits) > 3:
        parts.append(f"… and {len(hits) - 3} more")
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts)))


def _noted(session: Session, params: Place) -> list[str]:
    """What rules have to say of what they found at a place."""
    asked = asked_about(session, params, "on")
    return [] if asked is None else session.diagnostics.noted(asked[1], asked[0], asked[2])


_BELIEVED = {
    "scope": "bound here",
    "import": "by an import",
    "member": "by the type it is a member of",
    "unique": "the only one of this name",
    "name": "one of several of this name",
}


def _described(found: Definition) -> str:
    """A definition for a person: signature, where it is and why it is believed to be meant, what its comment says."""
    row = found.text.lines.row_of(found.span.start)
    written = found.text.row_bytes(row).decode("utf-8", "replace").strip()
    shown = found.symbol.signature or found.symbol.name if found.symbol is not None else written
    around = " › ".join(found.around)
    lines = [f"```{found.language or ''}\n{shown}\n```"] if found.kind != "module" else []
    place = f"{found.path}:{row + 1}"
    lines.append(f"{found.kind}{f' in {around}' if around else ''}, {place} ({_BELIEVED[found.evidence]})")
    if found.symbol is not None and found.symbol.doc:
        lines.append(found.symbol.doc)
    return "\n\n".join(lines)
