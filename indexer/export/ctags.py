"""A `tags` file as vi and its descendants read it: sorted, each name with a pattern, its kind, line and scope."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from indexer.export.files import ExportedFile

_HEADER = (
    "!_TAG_FILE_ENCODING\tutf-8\t//",
    '!_TAG_FILE_FORMAT\t2\t/extended format; --format=1 will not append ;" to lines/',
    "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/",
    "!_TAG_PROGRAM_NAME\toutcrop\t//",
)
_LONGEST = 96  # characters of a line that its pattern repeats


def tags(files: Iterable[ExportedFile]) -> Iterator[str]:
    """The lines of the file, without line ends."""
    yield from _HEADER
    lines = [line for file in files for line in _lines(file)]
    yield from sorted(lines, key=lambda line: line.encode("utf-8", "replace"))


def _lines(file: ExportedFile) -> Iterator[str]:
    for symbol in file.symbols:
        if "\t" in symbol.name or not symbol.name.strip():
            continue
        row = file.text.lines.row_of(symbol.name_span.start)
        fields = [symbol.name, file.path, f'{_pattern(file, row)};"', f"kind:{symbol.kind}", f"line:{row + 1}"]
        if file.language is not None:
            fields.append(f"language:{file.language}")
        if symbol.parent is not None:
            outer = file.symbols[symbol.parent]
            fields.append(f"{outer.kind}:{_escaped(outer.name)}")
        fields.append(f"end:{symbol.row_end + 1}")
        yield "\t".join(fields)


def _pattern(file: ExportedFile, row: int) -> str:
    """A pattern that finds the line again even when lines above it have come or gone."""
    line = file.text.row_bytes(row).decode("utf-8", "replace").rstrip("\r\n")
    whole = len(line) <= _LONGEST
    shown = line[:_LONGEST].replace("\\", "\\\\").replace("/", "\\/")
    if "\t" in shown:  # a pattern may hold tabs, but readers that split at tabs are many
        return str(row + 1)
    return f"/^{shown}{'$' if whole else ''}/"


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
