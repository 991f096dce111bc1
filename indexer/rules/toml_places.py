"""Where the keys and values of a TOML text are written, for what is to be said of one of them.

`tomllib` tells what a text means and not where it says so; the tree has the places.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress

from tree_sitter import Node

from indexer.grammars.parsers import parser
from indexer.model import Span
from indexer.text.document_text import Text
from indexer.text.positions import Encoding, position_of

Path = tuple[str, ...]
_QUOTES = (b'"""', b"'''", b'"', b"'")
_MOST_DEPTH = 8


class TomlPlaces:
    """The places of one text. What cannot be found is the text's first row."""

    def __init__(self, data: bytes) -> None:
        self._text = Text.of(data)
        parse = parser("toml")
        assert parse is not None
        self._keys: dict[Path, Node] = {}
        self._values: dict[Path, Node] = {}
        for path, key, value in _entries(parse.parse(data).root_node, (), 0):
            self._keys.setdefault(path, key)
            if value is not None:
                self._values.setdefault(path, value)

    def of_key(self, path: Sequence[str]) -> Span:
        node = self._keys.get(tuple(path))
        return Span(0, 0) if node is None else Span(node.start_byte, node.end_byte)

    def of_value(self, path: Sequence[str], part: Span | None = None) -> Span:
        """A value, or a part of a text, which is given in characters of what it means."""
        node = self._values.get(tuple(path))
        if node is None:
            return self.of_key(path)
        whole = Span(node.start_byte, node.end_byte)
        if part is None or node.type != "string":
            return whole
        return _inside(self._text.data[whole.start : whole.end], whole, part)

    def of_item(self, path: Sequence[str], number: int) -> Span:
        """An item of a list."""
        node = self._values.get(tuple(path))
        items = [] if node is None else [child for child in node.named_children if child.type != "comment"]
        if number < len(items):
            return Span(items[number].start_byte, items[number].end_byte)
        return self.of_value(path)

    def position(self, offset: int) -> tuple[int, int]:
        """A row and a column in characters."""
        return position_of(self._text, offset, Encoding.UTF32)


def _inside(written: bytes, whole: Span, part: Span) -> Span:
    """A part of a text that stands for itself, sign by sign; else all of the text."""
    quote = next((quote for quote in _QUOTES if written.startswith(quote)), b"")
    inner = written[len(quote) : len(written) - len(quote)]
    if not quote or b"\r" in inner or (quote[:1] == b'"' and b"\\" in inner):
        return whole
    start = whole.start + len(quote)
    if len(quote) == 3 and inner.startswith(b"\n"):
        start, inner = start + 1, inner[1:]
    with suppress(UnicodeDecodeError):
        text = inner.decode()
        return Span(start + len(text[: part.start].encode()), start + len(text[: part.end].encode()))
    return whole


def _entries(node: Node, above: Path, depth: int) -> Iterator[tuple[Path, Node, Node | None]]:
    """Every table and pair below a node: its full key, where the key is, and the value of a pair."""
    if depth > _MOST_DEPTH:
        return
    for child in node.named_children:
        if child.type in ("table", "table_array_element"):
            key = child.named_children[0] if child.named_children else None
            if key is not None:
                path = (*above, *_parts(key))
                yield path, key, None
                yield from _entries(child, path, depth + 1)
        elif child.type == "pair" and len(child.named_children) >= 2:
            key, value = child.named_children[0], child.named_children[-1]
            path = (*above, *_parts(key))
            yield path, key, value
            if value.type == "inline_table":
                yield from _entries(value, path, depth + 1)


def _parts(key: Node) -> Path:
    """The parts of a key, as they are called."""
    written = (key.text or b"").decode("utf-8", "replace")
    if key.type == "bare_key":
        return (written,)
    try:
        inner: object = tomllib.loads(f"{written} = 0")
    except (tomllib.TOMLDecodeError, RecursionError):
        return (written,)
    parts: list[str] = []
    while isinstance(inner, dict):
        name, inner = next(iter(inner.items()))
        parts.append(name)
    return tuple(parts)
