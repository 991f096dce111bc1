"""Outlines and folds as JSON, put together from parts that are kept.

An outline of thousands of symbols is asked for after each key, and nearly all of it is what it was. So what a section
of the document adds is encoded once, with its rows left open, and filled in when the rows above it are known.

That happens where the document is read, which may be a child (`Engine.ask`): what its sections have made is kept
there, and only the answer is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii as quoted
from typing import TYPE_CHECKING, NamedTuple

from indexer.engine import Document, Encoding, Fold, Placed, Section, Symbol, Text, position_of
from lsp_server.kinds import detail, fold_kind, kind_number, outermost

if TYPE_CHECKING:
    from indexer.engine import Recalled

_LONG = 1024  # bytes of a row that are looked at sooner than it takes to ask for a column
_LEFT_OPEN = ("%d", "%d", "%d", "%d")  # rows that are filled in later


@dataclass(frozen=True, slots=True)
class Encoded:
    """The result of a request as it goes over the wire."""

    json: str


class _Template(NamedTuple):
    """JSON with a `%d` for each row, and the rows, relative to where the section begins."""

    text: str
    rows: list[int]

    def at(self, row: int) -> str:
        return self.text % tuple([each + row for each in self.rows])


class _Kept(NamedTuple):
    """What a section adds to an answer, filled in for the row where it stands."""

    template: _Template
    row: int
    filled: str


def _kept(section: Section, key: object, row: int, make: Callable[[], _Template]) -> str:
    """What a section adds to an answer. It is made when asked for the first time, and filled in when it has moved."""
    known: _Kept | None = section.kept.get(key)
    if known is None or known.row != row:
        template = make() if known is None else known.template
        known = section.kept[key] = _Kept(template, row, template.at(row))
    return known.filled


def outline_of(document: Document | Recalled, encoding: Encoding) -> Encoded:
    """The symbols of a document as a tree."""
    return nested_symbols(document.text, document.outline(), encoding)


def outline_list_of(document: Document | Recalled, uri: str, encoding: Encoding) -> Encoded:
    """The symbols of a document as a flat list."""
    return listed_symbols(document.text, uri, document.symbols(), encoding)


def folds_of(document: Document | Recalled, limit: int | None) -> Encoded:
    """What can be collapsed in a document; the outermost ones if the client wants only so many."""
    return folding_ranges(document.fold_sections(), limit)


def nested_symbols(text: Text, found: Sequence[Placed | Symbol], encoding: Encoding) -> Encoded:
    """The symbols of a text as a tree."""
    outline = _Outline(text, encoding)
    outline.add(found)
    return outline.ended()


class _Outline:
    """A tree of symbols being written. What is open may go on in the next section."""

    def __init__(self, text: Text, encoding: Encoding) -> None:
        self._text = text
        self._encoding = encoding
        self._parts: list[str] = []
        self._open: list[tuple[int, int]] = []  # the symbols around: start and end
        self._comma = False

    def add(self, found: Sequence[Placed | Symbol]) -> None:
        """Adds sections, and symbols that are in none. There may be hundreds, and nearly all are as they were."""
        encoding, parts, around = self._encoding, self._parts, self._open
        for each in found:
            if isinstance(each, Symbol):
                self.add_symbol(each, 0)
                continue
            section, offset, row, outer = each
            while around and around[-1][1] <= offset + section.leading:
                self._close()
            # That it is as it was is told without so much as a hash of what is around.
            known = section.kept.get("outline")
            if known is not None and known[0] == row and known[1] is outer and known[2] is encoding:
                added = known[3]
            elif section.overhangs:
                for symbol in section.symbols(outer):
                    self.add_symbol(symbol, offset)
                continue
            else:
                added = self._of(each)
                section.kept["outline"] = row, outer, encoding, added
            if added:
                if self._comma:
                    parts.append(",")
                parts.append(added)
                self._comma = True

    def _of(self, placed: Placed) -> str:
        """What a section adds that ends with its symbols."""
        section, _, row, outer = placed
        if not section.symbols(outer):
            return ""
        return _kept(section, ("symbols", self._encoding, outer), row, lambda: _symbols(placed, self._encoding))

    def add_symbol(self, symbol: Symbol, offset: int) -> None:
        start, end = symbol.span.start + offset, symbol.span.end + offset
        while self._open and (self._open[-1][1] < end or self._open[-1] == (start, end)):
            self._close()
        if self._comma:
            self._parts.append(",")
        name_start, name_end = symbol.name_span
        rows, columns = _places(self._text, (start, end, name_start + offset, name_end + offset), self._encoding)
        self._parts.append(_head(quoted(symbol.name), symbol.kind, _beside(symbol), rows, columns))
        self._open.append((start, end))
        self._comma = False

    def _close(self) -> None:
        self._open.pop()
        self._parts.append("]}")
        self._comma = True

    def ended(self) -> Encoded:
        while self._open:
            self._close()
        return Encoded(f"[{''.join(self._parts)}]")


def _symbols(placed: Placed, encoding: Encoding) -> _Template:
    """The symbols of a section."""
    rows: list[int] = []
    parts: list[str] = []
    around: list[int] = []
    for at, symbol in enumerate(placed.symbols):
        while around and around[-1] != symbol.parent:
            around.pop()
            parts.append("]}")
        if parts and not parts[-1].endswith("["):
            parts.append(",")
        found, columns = _places(placed.section.text, (*symbol.span, *symbol.name_span), encoding)
        name, beside = quoted(symbol.name).replace("%", "%%"), _beside(symbol).replace("%", "%%")
        parts.append(_head(name, symbol.kind, beside, _LEFT_OPEN, columns))
        rows += found
        around.append(at)
    parts += ["]}"] * len(around)
    return _Template("".join(parts), rows)


def _places(text: Text, offsets: tuple[int, int, int, int], encoding: Encoding) -> tuple[list[int], list[int]]:
    """The rows of some offsets, and their columns."""
    rows, columns = text.lines.places(*offsets)
    if encoding is not Encoding.UTF8 and text.letters is None:
        data = text.data
        for at, (offset, column) in enumerate(zip(offsets, columns, strict=True)):
            if column > _LONG or not data[offset - column : offset].isascii():
                columns[at] = position_of(text, offset, encoding)[1]
    return rows, columns


def _beside(symbol: Symbol) -> str:
    """What an outline shows beside the name of a symbol."""
    shown = detail(symbol)
    return f',"detail":{quoted(shown)}' if shown is not None else ""


def _head(name: str, kind: str, beside: str, rows: Sequence[int | str], columns: Sequence[int]) -> str:
    """A symbol up to its children: its places are where it starts and ends, and where its name does."""
    row, end_row, name_row, name_end_row = rows
    column, end_column, name_column, name_end_column = columns
    return (
        f'{{"name":{name},"kind":{kind_number(kind)}{beside},'
        f'"range":{{"start":{{"line":{row},"character":{column}}},"end":{{"line":{end_row},"character":{end_column}}}}},'
        f'"selectionRange":{{"start":{{"line":{name_row},"character":{name_column}}},'
        f'"end":{{"line":{name_end_row},"character":{name_end_column}}}}},"children":['
    )


def listed_symbols(text: Text, uri: str, found: list[Symbol], encoding: Encoding) -> Encoded:
    """The symbols as a flat list, for clients that cannot show a tree."""
    parts: list[str] = []
    for symbol in found:
        (row, column), (end_row, end_column) = (position_of(text, at, encoding) for at in symbol.span)
        around = "" if symbol.parent is None else f',"containerName":{quoted(found[symbol.parent].name)}'
        parts.append(
            f'{{"name":{quoted(symbol.name)},"kind":{kind_number(symbol.kind)}{around},'
            f'"location":{{"uri":{quoted(uri)},"range":{{"start":{{"line":{row},"character":{column}}},'
            f'"end":{{"line":{end_row},"character":{end_column}}}}}}}}}'
        )
    return Encoded(f"[{','.join(parts)}]")


def folding_ranges(found: list[tuple[Section | None, int, list[Fold]]], limit: int | None = None) -> Encoded:
    """The folds, whole rows for every client; the outermost ones if the client wants only so many."""
    if limit is not None and sum(len(folds) for _, _, folds in found) > limit:
        every = [Fold(each.row_start + row, each.row_end + row, each.kind) for _, row, folds in found for each in folds]
        found = [(None, 0, outermost(every, limit))]
    parts: list[str] = []
    for section, row, folds in found:
        if not folds:
            continue
        if section is None:
            parts.append(_folds(folds).at(row))
            continue
        known: tuple[list[Fold], _Kept] | None = section.kept.get("folds")
        if known is None or known[0] is not folds:
            template = _folds(folds)
            known = section.kept["folds"] = folds, _Kept(template, row, template.at(row))
        elif known[1].row != row:
            template = known[1].template
            known = section.kept["folds"] = folds, _Kept(template, row, template.at(row))
        parts.append(known[1].filled)
    return Encoded(f"[{','.join(parts)}]")


def _folds(folds: Iterable[Fold]) -> _Template:
    rows: list[int] = []
    parts: list[str] = []
    for fold in folds:
        rows += (fold.row_start, fold.row_end)
        kind = fold_kind(fold)
        parts.append('{"startLine":%d,"endLine":%d' + (f',"kind":"{kind}"}}' if kind else "}"))
    return _Template(",".join(parts), rows)
