"""Scopes and bindings of a text whose names a reader takes from it without a tree: pages, style sheets."""

from __future__ import annotations

from indexer.documents import Document
from indexer.extract.marks import Mark, Marks
from indexer.graph.names import Binding, Names, Scope
from indexer.languages.profile import resolved
from indexer.languages.scoping import Scoping
from indexer.model import Span


def marks_in(document: Document, reader: str) -> list[Mark]:
    """The names that a reader finds in a text."""
    return _read(document, reader).marks


def _read(document: Document, reader: str) -> Marks:
    found: Marks = resolved(reader)(document.text.data, document.language.name if document.language else "")
    return found


def marked_names(document: Document, scoping: Scoping) -> Names:
    """The scopes and bindings of a text."""
    found = _read(document, scoping.marks)
    bindings = [_binding(mark) for mark in found.marks if mark.kind]
    owners = {binding.inner: at for at, binding in enumerate(bindings) if binding.inner >= 0}
    scopes = [
        Scope("file" if parent < 0 else "block", Span(start, end), parent, owners.get(at, -1))
        for at, (start, end, parent) in enumerate(found.scopes)
    ]
    modules = [(Span(link.start, link.end), link.path) for link in found.links]
    return Names(scopes, bindings, [], [], modules, [], links=found.links)


def _binding(mark: Mark) -> Binding:
    return Binding(
        mark.name,
        mark.kind,
        Span(mark.start, mark.end),
        Span(mark.whole_start, mark.whole_end),
        mark.scope,
        inner=mark.inner,
        module=mark.of,
        space=mark.space,
    )
