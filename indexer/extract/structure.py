"""Structure items: what a tree's queries find, as plain tuples relative to the start of the parsed text.

An item is the smallest record that symbols, folds and blocks are made from. Items of a text parsed in pieces are the
items of the pieces, shifted; nothing in an item depends on what lies outside its piece.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor, Tree

from indexer.syntax.queries import StructureQuery


class Definition(NamedTuple):
    """A named definition: its whole node, its name, and where its header (signature) ends."""

    start: int
    end: int
    kind: str
    name_start: int
    name_end: int
    header_end: int
    reach: int  # where the node itself ends; `end` leaves out the blank rows a grammar may count in


class Spot(NamedTuple):
    """A span of some kind: "fold", "comment", "import" or "block.KIND".

    `head` is the offset whose row stays visible when the span is folded; `closes` says that the last row begins with
    the closing delimiter and stays visible too.
    """

    start: int
    end: int
    kind: str
    head: int
    closes: bool
    reach: int  # as in Definition


class Items(NamedTuple):
    """Everything found in one parsed text, each list ordered by start, outer before inner."""

    definitions: list[Definition]
    spots: list[Spot]


_END = 1 << 62  # sorts after every end


def extract(tree: Tree, query: StructureQuery, data: bytes, window: tuple[int, int] | None = None) -> Items:
    """Runs the structure queries over a tree whose text is `data`; with a window, for the items that touch it."""
    root = tree.root_node
    items = Items(_definitions(root, query, data, window), _spots(root, query, data, window))
    if window is None:
        return items
    low, high = window
    return Items(
        [item for item in items.definitions if item.start <= high and item.reach >= low],
        [item for item in items.spots if item.start <= high and item.reach >= low],
    )


def merged(old: Items, new: Items, low: int, old_high: int, delta: int) -> Items:
    """The items after an edit: `new` are those that touch the changed range, the others are the old ones, shifted."""
    later = shifted(
        Items(
            old.definitions[bisect_right(old.definitions, (old_high, _END)) :],
            old.spots[bisect_right(old.spots, (old_high, _END)) :],
        ),
        delta,
    )
    return ordered(
        [item for item in old.definitions if item.reach < low] + new.definitions + later.definitions,
        [item for item in old.spots if item.reach < low] + new.spots + later.spots,
    )


def shifted(items: Items, by: int) -> Items:
    """The items of the same text further down."""
    return Items(
        [
            Definition(start + by, end + by, kind, name_start + by, name_end + by, header_end + by, reach + by)
            for start, end, kind, name_start, name_end, header_end, reach in items.definitions
        ],
        [
            Spot(start + by, end + by, kind, head + by, closes, reach + by)
            for start, end, kind, head, closes, reach in items.spots
        ],
    )


def ordered(definitions: list[Definition], spots: list[Spot]) -> Items:
    return Items(sorted(definitions, key=_outer_first), sorted(spots, key=_outer_first))


def _cursor(query: Query, window: tuple[int, int] | None) -> QueryCursor:
    cursor = QueryCursor(query)
    if window is not None:
        cursor.set_byte_range(max(window[0] - 1, 0), window[1] + 1)
    return cursor


def _definitions(root: Node, query: StructureQuery, data: bytes, window: tuple[int, int] | None) -> list[Definition]:
    if query.definitions is None:
        return []
    found: dict[tuple[int, int], tuple[int, Definition]] = {}
    for pattern, captures in _cursor(query.definitions, window).matches(root):
        definition = _definition(captures, data)
        if definition is None:
            continue
        # Several patterns may see one definition (with and without its decorators); the first in the file wins.
        key = (definition.name_start, definition.name_end)
        best = found.get(key)
        if best is None or (pattern, definition) < best:
            found[key] = (pattern, definition)
    return sorted((definition for _, definition in found.values()), key=_outer_first)


def _definition(captures: dict[str, list[Node]], data: bytes) -> Definition | None:
    names = captures.get("name")
    if not names:
        return None
    name_start = min(node.start_byte for node in names)
    name_end = max(node.end_byte for node in names)
    if name_start == name_end:
        return None  # a missing token that error recovery made up
    for capture, nodes in captures.items():
        if capture.startswith("definition."):
            node = nodes[0]
            break
    else:
        return None
    start = min(node.start_byte, name_start)
    reach = max(nodes[-1].end_byte, name_end)
    end = _trimmed(data, start, reach)
    bodies = captures.get("body")
    body = bodies[0] if bodies else node.child_by_field_name("body")
    header_end = body.start_byte if body is not None and body.start_byte >= name_end else end
    return Definition(start, end, capture[11:], name_start, name_end, header_end, reach)


def _spots(root: Node, query: StructureQuery, data: bytes, window: tuple[int, int] | None) -> list[Spot]:
    if query.spans is None:
        return []
    found: set[Spot] = set()
    for kind, nodes in _cursor(query.spans, window).captures(root).items():
        if kind.startswith("_"):
            continue
        for node in nodes:
            start = node.start_byte
            reach = node.end_byte
            end = _trimmed(data, start, reach)
            if kind == "comment" or kind == "import":
                found.add(Spot(start, end, kind, start, False, reach))
                continue
            head = _head(node, start, data)
            if data.find(b"\n", head, end) >= 0:
                found.add(Spot(start, end, kind, head, _closes(node, end, data), reach))
    return sorted(found, key=_outer_first)


def _trimmed(data: bytes, start: int, end: int) -> int:
    if data[end - 1 : end].isspace():
        return start + len(data[start:end].rstrip())
    return end


def _outer_first(item: Definition | Spot) -> tuple[int, int, str]:
    return item[0], -item[1], item[2]


def _head(node: Node, start: int, data: bytes) -> int:
    """An indented body without an opening delimiter of its own hangs on the line that introduces it."""
    if data[start - 1 : start] not in (b" ", b"\t") or data[data.rfind(b"\n", 0, start) + 1 : start].strip():
        return start
    first = node.child(0) if node.child_count else None
    if first is None or not first.is_named:
        return start
    before = node.prev_sibling
    while before is not None and before.is_extra:
        before = before.prev_sibling
    return start if before is None or before.is_named else before.end_byte - 1


def _closes(node: Node, end: int, data: bytes) -> bool:
    """Whether the node's last row begins with its closing delimiter."""
    count = node.child_count
    last = node.child(count - 1) if count else None
    if last is None or (last.is_named and not last.type.endswith(("end_tag", "closing_element", "end"))):
        return False
    start = last.start_byte
    row_start = max(data.rfind(b"\n", 0, end), data.rfind(b"\r", 0, end)) + 1
    return start >= row_start and not data[row_start:start].strip()
