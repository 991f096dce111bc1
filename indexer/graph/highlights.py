"""The places of one text that mean the same as the name at an offset: other names of the same letters are not it."""

from __future__ import annotations

from indexer.documents import Document
from indexer.extract.naming import occurrences
from indexer.graph.meaning import Meaning
from indexer.graph.names import Binding, Names, Use
from indexer.graph.values import Key, Member, Name, Shared
from indexer.model import Occurrence

Meant = tuple[object, ...]


def highlights(document: Document, meaning: Meaning, path: str, offset: int) -> list[Occurrence] | None:
    """The places in order; None where the scopes of the language are not known."""
    names = meaning.sources.names(path)
    use = meaning.sources.uses(path, [offset])[0]
    if names is None or use is None:
        return None
    scoping = meaning.sources.scoping(path)
    if isinstance(use.value, Shared):
        marked = meaning.sources.marks(path).called([use.name])
        wanted = _shared(meaning, names, path, use)
        return [
            Occurrence(one.span, names.bound_at(one.span) is not None)
            for one in marked
            if _shared(meaning, names, path, one) == wanted
        ]
    signed = scoping is not None and bool(scoping.signed)
    places = occurrences(document.text.data, use.name, (), document.comments(), signed)
    uses = meaning.sources.uses(path, [place.span.start for place in places])
    wanted = _meant(meaning, names, path, use)
    return [
        Occurrence(one.span, names.bound_at(one.span) is not None)
        for one in uses
        if one is not None and _meant(meaning, names, path, one) == wanted
    ]


def _shared(meaning: Meaning, names: Names, path: str, use: Use) -> Meant:
    """The same for a name of pages and sheets."""
    at = names.bound_at(use.span)
    if at is None and isinstance(use.value, Shared):
        found, _ = meaning.sheets.found(path, use.value)
        at = next((one for file, one in found.places if file == path), None)
    space = use.value.space if isinstance(use.value, Shared) else ""
    return (space,) if at is None else _bound(names.bindings[at])


def _meant(meaning: Meaning, names: Names, path: str, use: Use) -> Meant:
    """What tells one name from another in its file: the scope that binds it, or that it is a member of something."""
    meaning.begin()
    at = names.bound_at(use.span)
    if at is not None:
        return _bound(names.bindings[at])
    value = use.value
    if isinstance(value, Key):
        value = Member(value.of, value.name) if not meaning.lookup(path, use.name, use.span.start).places else value
    if isinstance(value, (Name, Key)):
        found = meaning.lookup(path, value.name, use.span.start)
    elif isinstance(value, Member):
        things = meaning.evaluated(path, value.of)
        several = [meaning.member(thing, value.name) for thing in things]
        found = next((one for one in several if one.places), None) or meaning.lookup("", "", 0)
        if not found.places:
            return ("member",)
    else:
        return ("other",)
    place = found.places[0] if found.places else None
    if place is None:
        return ("free",)
    binding = meaning.binding(place)
    return _bound(binding) if place[0] == path else ("elsewhere", *place)


def _bound(binding: Binding) -> Meant:
    return ("bound", binding.scope, binding.of, binding.space)
