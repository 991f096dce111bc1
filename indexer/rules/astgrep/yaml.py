"""The YAML that rule files are written in: mappings, lists and texts, with the place of each.

It is read from the tree of the grammar that reads YAML everywhere here. What would make a small file large or strange
(anchors, aliases, tags, merge keys) is refused by name, and so is what is nested too deeply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from indexer.grammars.parsers import parser
from indexer.grammars.trust import is_trusted
from indexer.model import Span

_DEEPEST = 60
_REFUSED = {"alias": "an alias", "anchor": "an anchor", "tag": "a tag"}
_HEAD = re.compile(r"[|>]([1-9]?)([-+]?)([1-9]?)")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n[ \t]*|.)", re.DOTALL)
_SIGNS = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b"}
_SIGNS |= {" ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029", "\t": "\t"}


class Unreadable(Exception):
    """What cannot be read, and where."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text. `plain` ones may also be meant as a number, a truth or nothing."""

    text: str
    plain: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Items:
    items: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    entries: tuple[tuple[Scalar, Value], ...]
    span: Span

    def get(self, name: str) -> Value | None:
        return next((value for key, value in self.entries if key.text == name), None)


Value = Scalar | Items | Table


def documents(data: bytes) -> Iterator[Value]:
    """The documents of a file, without empty ones."""
    if not is_trusted("yaml", data):
        raise Unreadable("is nested too deeply", Span(0, 0))
    parse = parser("yaml")
    assert parse is not None
    root = parse.parse(data).root_node
    if root.has_error:
        where = _first_error(root)
        raise Unreadable("is no YAML here", Span(where.start_byte, max(where.end_byte, where.start_byte)))
    for document in root.named_children:
        inner = [child for child in document.named_children if child.type in ("block_node", "flow_node")]
        if inner:
            yield _YamlReader(data).value(inner[0], 0)


def _first_error(root: Node) -> Node:
    node = root
    while not (node.is_error or node.is_missing):
        node = next(child for child in node.children if child.has_error or child.is_missing)
    return node


class _YamlReader:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def value(self, node: Node, depth: int) -> Value:
        if depth > _DEEPEST:
            raise Unreadable("is nested too deeply", _span(node))
        for child in node.named_children:
            if child.type in _REFUSED:
                raise Unreadable(f"{_REFUSED[child.type]} is not read", _span(child))
        inner = next((child for child in node.named_children if child.type != "comment"), None)
        if inner is None:
            return Scalar("", True, _span(node))
        if inner.type in ("block_mapping", "flow_mapping"):
            return self._table(inner, depth)
        if inner.type in ("block_sequence", "flow_sequence"):
            return self._items(inner, depth)
        return self._scalar(inner)

    def _table(self, node: Node, depth: int) -> Table:
        entries: list[tuple[Scalar, Value]] = []
        seen: set[str] = set()
        for pair in node.named_children:
            if pair.type == "comment":
                continue
            key_node, value_node = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            key = None if key_node is None else self.value(key_node, depth + 1)
            if not isinstance(key, Scalar):
                raise Unreadable("a key that is no text is not read", _span(pair))
            if key.text == "<<":
                raise Unreadable("a merge key is not read", key.span)
            if key.text in seen:
                raise Unreadable(f"`{key.text[:60]}` is here twice", key.span)
            seen.add(key.text)
            empty = Scalar("", True, Span(pair.end_byte, pair.end_byte))
            entries.append((key, empty if value_node is None else self.value(value_node, depth + 1)))
        return Table(tuple(entries), _span(node))

    def _items(self, node: Node, depth: int) -> Items:
        made: list[Value] = []
        for item in node.named_children:
            if item.type == "comment":
                continue
            if item.type == "flow_pair":
                raise Unreadable("a pair in a list is not read", _span(item))
            inner = item
            if item.type == "block_sequence_item":
                found = next((child for child in item.named_children if child.type != "comment"), None)
                if found is None:
                    made.append(Scalar("", True, _span(item)))
                    continue
                inner = found
            made.append(self.value(inner, depth + 1))
        return Items(tuple(made), _span(node))

    def _scalar(self, node: Node) -> Scalar:
        written = self._data[node.start_byte : node.end_byte].decode("utf-8", "replace").replace("\r\n", "\n")
        if node.type == "block_scalar":
            return Scalar(_block(written, self._indent(node)), False, _span(node))
        if node.type == "single_quote_scalar":
            return Scalar(_folded(written[1:-1]).replace("''", "'"), False, _span(node))
        if node.type == "double_quote_scalar":
            return Scalar(_unescaped(_folded(written[1:-1])), False, _span(node))
        if node.type != "plain_scalar":
            raise Unreadable(f"{node.type.replace('_', ' ')} is not read", _span(node))
        return Scalar(_folded(written), True, _span(node))

    def _indent(self, node: Node) -> int:
        """The column of the row in which a block of text is announced."""
        start = self._data.rfind(b"\n", 0, node.start_byte) + 1
        row = self._data[start : node.start_byte]
        return len(row) - len(row.lstrip(b" "))


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _folded(text: str) -> str:
    """A text over several lines, which are one: a blank for a line end, line ends for empty lines."""
    if "\n" not in text:
        return text
    first, *rest = text.split("\n")
    lines = [first.rstrip(" \t"), *(line.strip(" \t") for line in rest[:-1]), rest[-1].lstrip(" \t")]
    made = lines[0]
    empty = 0
    for line in lines[1:]:
        if not line and line is not lines[-1]:
            empty += 1
            continue
        made += "\n" * empty if empty else " "
        made += line
        empty = 0
    return made


def _unescaped(text: str) -> str:
    def meant(found: re.Match[str]) -> str:
        sign = found[1]
        if sign[0] in "xuU" and len(sign) > 1:
            code = int(sign[1:], 16)
            return chr(code) if code < 0x110000 else "\ufffd"
        return "" if sign.strip(" \t") in ("\n", "\r\n") else _SIGNS.get(sign, sign)

    return _ESCAPE.sub(meant, text)


def _block(written: str, indent: int) -> str:
    """A text in lines of its own: `|` keeps the line ends, `>` makes blanks of them."""
    head, _, body = written.partition("\n")
    found = _HEAD.match(head)
    assert found is not None
    keep = found[2]
    lines = body.split("\n")
    full = [line for line in lines if line.strip(" ")]
    given = found[1] or found[3]
    width = indent + int(given) if given else min((len(line) - len(line.lstrip(" ")) for line in full), default=0)
    lines = [line[width:] for line in lines]
    while lines and not lines[-1].strip(" "):
        lines.pop()
    text = "\n".join(lines) if head.startswith("|") else _folded_block(lines)
    return text if keep == "-" or not text else text + "\n"


def _folded_block(lines: list[str]) -> str:
    made = ""
    for at, line in enumerate(lines):
        if at == 0:
            made = line
            continue
        before = lines[at - 1]
        if not line:
            made += "\n"
        elif not before:
            made += line
        elif line[:1] in (" ", "\t") or before[:1] in (" ", "\t"):
            made += "\n" + line
        else:
            made += " " + line
    return made


def shown(value: Value) -> str:
    """A value in a message."""
    return json.dumps(value.text[:60], ensure_ascii=False) if isinstance(value, Scalar) else "this"
