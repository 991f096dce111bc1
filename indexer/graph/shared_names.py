"""Renaming a name that pages, style sheets and scripts share.

A class has a definition in each sheet that names it, and a page may take in several of these: they are one name then,
and change together with all places that surely mean one of them. Places that only have the name are for a person to
decide.
"""

from __future__ import annotations

from typing import NamedTuple

from indexer.graph.holding import rows_with_text
from indexer.graph.names import FILE
from indexer.graph.renames import Renamed, Renaming, fits
from indexer.graph.resolve import Evidence, Resolver, Target
from indexer.graph.values import Shared
from indexer.model import Problem, Span
from indexer.search.run.corpus import Corpus, Gone, candidates

_SIGNS = "-"  # that any such name may have between its letters
Place = tuple[str, Span]


class _Found(NamedTuple):
    place: Place
    targets: list[Target]
    is_definition: bool
    is_open: bool  # other files may name it


class SharedRenaming:
    """Finds the places of one name, for one question."""

    def __init__(self, resolver: Resolver, corpus: Corpus, name: Shared) -> None:
        self._resolver = resolver
        self._corpus = corpus
        self._name = name

    def renaming(self, targets: list[Target], new: str) -> Renaming | Problem:
        """The places to change for a new name."""
        name = self._name.name
        sign = name[: len(name) - len(name.lstrip("-$@"))]
        if not fits(name, new, _SIGNS) or new[: len(new) - len(new.lstrip("-$@"))] != sign:
            return Problem(f"`{new[:60]}` is no name that could stand where `{name}` does")
        found = list(self._places())
        together = {(target.path, target.span) for target in targets}
        size = 0
        while size != len(together):
            size = len(together)
            for one in found:
                meant = {(target.path, target.span) for target in one.targets}
                if meant & together and _why(one) != "name":
                    together |= meant
        sure: list[Renamed] = []
        doubtful: list[Renamed] = []
        for one in found:
            meant = {(target.path, target.span) for target in one.targets}
            is_meant = one.place in together if one.is_definition else bool(meant & together) and _why(one) != "name"
            if is_meant:
                sure += self._renamed(one.place, _why(one) if not one.is_definition else "scope")
            elif one.is_open and (one.is_definition or not one.targets or _why(one) == "name"):
                doubtful += self._renamed(one.place, "name")
        others = [one for one in sure if one.text.data[one.span.start : one.span.end] != name.encode()]
        if others:
            row = others[0].text.lines.row_of(others[0].span.start) + 1
            return Problem(f"`{name}` is written in another way in {others[0].path}, line {row}; rename it by hand")
        return self._clash(sure, new) or Renaming(name, new, sure, self._open(doubtful))

    def _places(self) -> list[_Found]:
        """All places of the workspace that have the name, each with what it means."""
        name, space = self._name.name, self._name.space
        meaning = self._resolver.meaning(self._corpus)
        found: list[_Found] = []
        for candidate in candidates(self._corpus, rows_with_text(self._corpus, name.lstrip("-$@"))):
            try:
                names = meaning.sources.names(candidate.path)
                uses = meaning.sources.marks(candidate.path).called([name]) if names is not None else []
                uses = [use for use in uses if isinstance(use.value, Shared) and use.value.space == space]
                answers = self._resolver.targets_at(self._corpus, candidate.path, [use.span.start for use in uses])
                for use, targets in zip(uses, answers, strict=True):
                    at = names.bound_at(use.span) if names is not None else None
                    is_open = names is None or at is None or names.bindings[at].scope == FILE
                    inside = [target for target in targets if target.corpus is not None]
                    if inside or not targets:
                        found.append(_Found((candidate.path, use.span), inside, at is not None, is_open))
            except Gone:
                continue
        return found

    def _renamed(self, place: Place, evidence: Evidence) -> list[Renamed]:
        path, span = place
        try:
            source = self._resolver.meaning(self._corpus).sources.source(path)
            return [Renamed(self._corpus.root, path, source.text, source.version, span, evidence)]
        except Gone:
            return []

    def _open(self, doubtful: list[Renamed]) -> list[Renamed]:
        """Places that may mean it and are written as it is."""
        name = self._name.name.encode()
        return [one for one in doubtful if one.text.data[one.span.start : one.span.end] == name]

    def _clash(self, sure: list[Renamed], new: str) -> Problem | None:
        """A new name that already means something where it would stand."""
        meaning = self._resolver.meaning(self._corpus)
        for place in sure:
            meaning.begin()
            value = Shared(new, place.span.start, self._name.space)
            found, why = meaning.sheets.found(place.path, value)
            if found.places and why in ("scope", "import", "member"):
                row = place.text.lines.row_of(place.span.start)
                return Problem(f"`{new}` already means something else in {place.path}, line {row + 1}")
        return None


def _why(found: _Found) -> Evidence:
    return found.targets[0].evidence if found.targets else "name"
