"""The imports of a file, each with the files it leads to, whatever the language: its profile names who follows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from indexer.graph.imports.resolver import EXTERNAL, Certainty, Lead, Mention, Resolver, Taken, Written
from indexer.graph.imports.surroundings import AT_THE_TOP, Surroundings, seen_from_the_top
from indexer.graph.imports.tree import Tree
from indexer.languages.profile import profile_of, resolved


class Import(NamedTuple):
    """An import of a file, and where it leads."""

    path: str  # as written
    start: int  # where that is in the text
    end: int
    names: tuple[Taken, ...]  # that it takes out of there
    files: tuple[str, ...]  # what the path leads to
    parts: tuple[tuple[str, ...], ...]  # for each name, the files that are it (a submodule); none for other names
    evidence: Certainty

    def edges(self) -> list[str]:
        """The files that the file which has it depends on by it: names that are files stand for themselves."""
        if not any(self.parts):
            return [*self.files]
        rest = self.files if not all(self.parts) else ()
        return list(dict.fromkeys([*rest, *(file for part in self.parts for file in part)]))


class Imports:
    """Follows the imports of the files of one root, which may be a folder of a larger project."""

    def __init__(self, tree: Tree, around: Surroundings = AT_THE_TOP) -> None:
        self.tree = tree
        self._before = f"{around.place}/" if around.place else ""
        self._seen = seen_from_the_top(tree, around)
        self._resolvers: dict[str, Resolver | None] = {}

    def resolver(self, language: str | None) -> Resolver | None:
        """Who follows the imports of a language; None where nobody does."""
        hook = profile_of(language).imports if language else ""
        if hook not in self._resolvers:
            self._resolvers[hook] = resolved(hook)(self._seen) if hook else None
        return self._resolvers[hook]

    def of(self, path: str, language: str | None, text: bytes, mentions: Sequence[Mention]) -> list[Import]:
        """The imports of a file in order, from its text and the references of the kind `import` in it."""
        resolver = self.resolver(language)
        if resolver is None:
            return []
        return [self.led(path, resolver, written) for written in resolver.written(text, mentions)]

    def led(self, path: str, resolver: Resolver, written: Written) -> Import:
        """Where an import of a file leads."""
        lead = self.lead(path, resolver, written)
        return Import(written.path, written.start, written.end, written.names, lead.files, lead.parts, lead.evidence)

    def lead(self, path: str, resolver: Resolver, written: Written) -> Lead:
        """The files of the root that an import of a file leads to."""
        lead = resolver.lead(self._before + path, written)
        if not self._before:
            return lead
        files, parts = self._inside(lead.files), tuple(self._inside(part) for part in lead.parts)
        return Lead(files, lead.evidence, parts) if files or any(parts) else EXTERNAL

    def _inside(self, files: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(file.removeprefix(self._before) for file in files if file.startswith(self._before))
