"""How imports are followed in one ecosystem: what of a text is one import, and which files it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from indexer.graph.imports.tree import Tree

Certainty = Literal["import", "name", "external"]


class Mention(NamedTuple):
    """A reference of the kind `import`, as the index has it."""

    name: str
    start: int
    end: int


class Taken(NamedTuple):
    """A name that an import takes out of what it leads to."""

    name: str
    start: int  # -1 where that is not known


class Written(NamedTuple):
    """An import as it is written."""

    path: str
    start: int
    end: int
    names: tuple[Taken, ...] = ()
    form: str = ""  # what the words around it say of it, in words of its ecosystem: "system", "wildcard" …


class Lead(NamedTuple):
    """Where an import leads."""

    files: tuple[str, ...] = ()
    evidence: Certainty = "external"  # "name": files that are called so, of which it may mean one
    parts: tuple[tuple[str, ...], ...] = ()  # for each name that it takes, the files that are it: a submodule


class Resolver:
    """Follows imports among the files of one root. Subclasses are what profiles name."""

    shares_folders = False  # files of one folder see each other without importing
    loads_by_name = False  # a file may be loaded when something is named that it is called after

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        """The imports of a text, from those references of it that are of this kind."""
        return [Written(*mention) for mention in mentions]

    def lead(self, importer: str, written: Written) -> Lead:
        """The files that an import leads to which stands in a file."""
        raise NotImplementedError


def certain(*files: str) -> Lead:
    return Lead(files, "import")


def likely(files: Iterable[str]) -> Lead:
    """A guess by name; files elsewhere where there is nothing of the name."""
    found = tuple(files)
    return Lead(found, "name") if found else EXTERNAL


EXTERNAL = Lead()
