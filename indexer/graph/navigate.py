"""The imports of one file, as front ends ask for them: in which row, how sure, and what an editor can link."""

from __future__ import annotations

from typing import NamedTuple

from indexer.graph.files import FileGraph
from indexer.graph.imports.resolver import Certainty


class FileImport(NamedTuple):
    """An import in a file, and the files that it leads to."""

    row: int
    name: str  # as written
    start: int
    end: int
    files: tuple[str, ...]
    evidence: Certainty


def imports_of(graph: FileGraph, file: str) -> list[FileImport]:
    lines = graph.file(file).text.lines
    return [
        FileImport(lines.row_of(each.start), each.path, each.start, each.end, tuple(each.edges()), each.evidence)
        for each in graph.imports(file)
    ]
