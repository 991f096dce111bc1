"""Where the imports of a file lead, among files that a test writes down."""

from __future__ import annotations

from collections.abc import Mapping

from indexer.documents import Document
from indexer.graph.imports.importing import Import, Imports
from indexer.graph.imports.resolver import Mention
from indexer.graph.imports.tree import Tree
from indexer.languages.detect import detect


def imports(files: Mapping[str, str], path: str) -> list[Import]:
    """The imports of one of some files."""
    data = {each: text.encode() for each, text in files.items()}
    document = Document.of(detect(path, data[path]), data[path])
    mentions = [Mention(each.name, *each.span) for each in document.references() if each.kind == "import"]
    language = document.language.name if document.language else None
    return Imports(Tree(data, data.get)).of(path, language, data[path], mentions)


def leads(files: Mapping[str, str], path: str) -> dict[str, list[str]]:
    """Of each import as written the files, with a `~` before those that are a guess."""
    return {
        each.path: [("~" if each.evidence == "name" else "") + file for file in each.edges()]
        for each in imports(files, path)
    }
