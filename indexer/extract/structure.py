"""Structure items: what a tree's query finds, as plain tuples relative to the start of the parsed text.

An item is the smallest record that symbols, references, folds and blocks are made from. Items of a text parsed in
pieces are the items of the pieces, shifted; nothing in an item depends on what lies outside its piece.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple, TypeVar

from tree_sitter import Node, QueryCursor, Tree

from indexer.syntax.queries import BINDING, DEFINITION, GROUP, REFERENCE, MentionKind, StructureQuery


class Definition(NamedTuple):
    """A named definition: its whole node, its name, and where its header (signature) ends."""

    start: int
    end: int
    kind: str
    name_start: int
    name_end: int
    header_end: int
    reach: int  # where the node itself ends; `end` leaves out the blank rows a grammar may count in


# A name that refers to something: the start and end of what holds it, its kind, the start and end of the name, and its
# rank. Of several mentions of one name the one of lowest rank counts. There are many, and a bare tuple is cheapest.
Mention = tuple[int, int, MentionKind, int, int, int]


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
    mentions: Sequence[Mention] = ()

    def touching(self, low: int, high: int) -> Items:
        """The items that meet [low, high], at its edge or within."""
        return Items(
            [item for item in self.definitions if item.start <= high and item.reach >= low],
            [item for item in self.spots if item.start <= high and item.reach >= low],
            [item for item in self.mentions if item[0] <= high and item[1] >= low],
        )

    def within(self, low: int, high: int) -> Items:
        """The items that lie in [low, high]."""
        return Items(
            [item for item in self.definitions if low <= item.start and item.reach <= high],
            [item for item in self.spots if low <= item.start and item.reach <= high],
            [item for item in self.mentions if low <= item[0] and item[1] <= high],
        )

    def starting(self, low: int, high: int) -> Items:
        """The items that start in [low, high)."""
        key = (low,), (high,)
        return Items(
            self.definitions[slice(*(bisect_left(self.definitions, at) for at in key))],
            self.spots[slice(*(bisect_left(self.spots, at) for at in key))],
            self.mentions[slice(*(bisect_left(self.mentions, at) for at in key))],
        )

    def before(self, offset: int) -> Items:
        """The items that end before an offset."""
        return Items(
            [item for item in self.definitions if item.reach < offset],
            [item for item in self.spots if item.reach < offset],
            [item for item in self.mentions if item[1] < offset],
        )

    def after(self, offset: int) -> Items:
        """The items that start after an offset."""
        key = (offset, _END)
        return Items(
            self.definitions[bisect_right(self.definitions, key) :],
            self.spots[bisect_right(self.spots, key) :],
            self.mentions[bisect_right(self.mentions, key) :],
        )

    def shifted(self, by: int) -> Items:
        """The items of the same text further down."""
        return Items(
            [
                Definition(start + by, end + by, kind, name_start + by, name_end + by, header_end + by, reach + by)
                for start, end, kind, name_start, name_end, header_end, reach in self.definitions
            ],
            [
                Spot(start + by, end + by, kind, head + by, closes, reach + by)
                for start, end, kind, head, closes, reach in self.spots
            ],
            [
                (start + by, end + by, kind, name_start + by, name_end + by, rank)
                for start, end, kind, name_start, name_end, rank in self.mentions
            ],
        )


Item = TypeVar("Item", Definition, Spot)
Match = tuple[int, dict[str, list[Node]]]  # of a pattern: its number and what it captured
_END = 1 << 62  # sorts after every end
_SPACE = b" \t\r\n\f\v"
_SCOPES = frozenset(("scope.local", "scope.class"))


def extract(tree: Tree, query: StructureQuery, data: bytes, window: tuple[int, int] | None = None) -> Items:
    """Runs the structure query over a tree whose text is `data`; with a window, for the items that touch it."""
    if query.compiled is None:
        return Items([], [], [])
    cursor = QueryCursor(query.compiled)
    if window is not None:
        cursor.set_byte_range(max(window[0] - 1, 0), window[1] + 1)
    items = _items(query, data, cursor.matches(tree.root_node))
    return items if window is None else items.touching(*window)


def joined(parts: Iterable[Items]) -> Items:
    """All the items of several lists, in order."""
    definitions: list[Definition] = []
    spots: list[Spot] = []
    mentions: list[Mention] = []
    for part in parts:
        definitions += part.definitions
        spots += part.spots
        mentions += part.mentions
    mentions.sort()
    return Items(_ordered(definitions), _ordered(spots), mentions)


def merged(old: Items, new: Items, low: int, old_high: int, delta: int) -> Items:
    """The items after an edit: `new` are those that touch the changed range, the others are the old ones, shifted."""
    return joined((old.before(low), new, old.after(old_high).shifted(delta)))


def _items(query: StructureQuery, data: bytes, matches: Iterable[Match]) -> Items:
    roles, telling = query.roles, query.telling
    row_ends = _row_ends(data)
    low = high = -1  # the row that was looked at last
    mentioned = query.mentioned
    definitions: dict[tuple[int, int], tuple[int, Definition]] = {}
    mentions: list[Mention] = []
    spots: list[Spot] = []
    scopes: list[tuple[int, int, str]] = []
    bindings: list[Match] = []
    for pattern, captures in matches:
        role = roles[pattern]
        if role == GROUP:
            kind = telling[pattern][0]
            node = captures[kind][0]
            start, reach = node.start_byte, node.end_byte
            if not low <= start <= high:
                row = bisect_left(row_ends, start)
                low, high = row_ends[row - 1] + 1 if row else 0, row_ends[row]
            if reach > high or (start > low and data[start - 1] in b" \t"):  # most lie on one row
                _group(spots, kind, node, start, reach, low, high, data)
        elif role == REFERENCE:
            names = captures.get("name")
            if names:
                kind = telling[pattern][0]
                whole, name = captures[kind][0], names[0]
                end = name.end_byte if len(names) == 1 else names[-1].end_byte
                mentions.append((whole.start_byte, whole.end_byte, mentioned[pattern], name.start_byte, end, pattern))
        elif role == BINDING:
            bindings.append((pattern, captures))
        elif role == DEFINITION:
            _define(definitions, pattern, captures, telling[pattern], data)
        else:
            for kind, node in _captured(captures):
                start, reach = node.start_byte, node.end_byte
                if kind == "fold" or kind[:6] == "block.":
                    row = bisect_left(row_ends, start)
                    _group(spots, kind, node, start, reach, row_ends[row - 1] + 1 if row else 0, row_ends[row], data)
                elif kind in _SCOPES:
                    scopes.append((start, reach, kind))
                else:
                    spots.append(Spot(start, _trimmed(data, start, reach), kind, start, False, reach))
    if bindings:
        _bind(definitions, bindings, query, data, scopes)
    found = _ordered([definition for _, definition in definitions.values()])
    mentions.sort()
    return Items(found, _distinct(_ordered(spots)), mentions)


def _group(spots: list[Spot], kind: str, node: Node, start: int, reach: int, low: int, high: int, data: bytes) -> None:
    """Notes a fold or a block that has more than one row; [low, high) is the row it starts on."""
    head = start
    if low < start and data[low:start].isspace():
        head = _head(node, start, data)
    end = reach if data[reach - 1] not in _SPACE else _trimmed(data, start, reach)
    if head < start or high < end:
        spots.append(tuple.__new__(Spot, (start, end, kind, head, _closes(node, end, data), reach)))


def _row_ends(data: bytes) -> list[int]:
    """Where rows end as a grammar counts them, the end of the text among them."""
    if b"\r" in data:
        return [at - 1 for at in accumulate([len(row) + 1 for row in data.split(b"\n")])]
    return [at - 1 for at in accumulate(map(len, data.splitlines(keepends=True)))] + [len(data)]


def _define(
    known: dict[tuple[int, int], tuple[int, Definition]],
    pattern: int,
    captures: dict[str, list[Node]],
    kinds: tuple[str, ...],
    data: bytes,
    is_field: bool = False,
) -> None:
    """Notes a definition. Several patterns may see one (with its decorators and without); the first one wins."""
    names = captures.get("name")
    if not names:
        return
    start, end = names[0].start_byte, names[0].end_byte
    for node in names[1:]:
        start, end = min(start, node.start_byte), max(end, node.end_byte)
    if start == end:
        return  # a missing token that error recovery made up
    best = known.get((start, end))
    if best is None or pattern <= best[0]:
        found = _definition(captures, kinds, data, start, end)
        if found is not None and is_field and found.kind != "function":
            found = found._replace(kind="field")
        if found is not None and (best is None or (pattern, found) < best):
            known[start, end] = (pattern, found)


def _bind(
    known: dict[tuple[int, int], tuple[int, Definition]],
    bindings: list[Match],
    query: StructureQuery,
    data: bytes,
    scopes: list[tuple[int, int, str]],
) -> None:
    """Notes the bindings that are not local to a function. Those of a class are its fields."""
    starts, kinds = _steps(scopes)
    for pattern, captures in bindings:
        telling = query.telling[pattern]
        at = bisect_left(starts, captures[telling[0]][0].start_byte) - 1
        scope = kinds[at] if at >= 0 else ""
        if scope != "scope.local":
            _define(known, pattern, captures, telling, data, scope == "scope.class")


def _steps(scopes: list[tuple[int, int, str]]) -> tuple[list[int], list[str]]:
    """Nested scopes as steps: where each begins to be the innermost, and its kind; "" where there is none."""
    starts: list[int] = []
    kinds: list[str] = []
    around: list[tuple[int, str]] = []  # ends and kinds

    def leave(until: int) -> None:
        while around and around[-1][0] <= until:
            end, _ = around.pop()
            starts.append(end)
            kinds.append(around[-1][1] if around else "")

    for start, end, kind in sorted(scopes, key=lambda scope: (scope[0], -scope[1])):
        leave(start)
        starts.append(start)
        kinds.append(kind)
        around.append((end, kind))
    leave(_END)
    return starts, kinds


def _captured(captures: dict[str, list[Node]]) -> Iterator[tuple[str, Node]]:
    """What a pattern with several captures found, without those that only help it."""
    for kind, nodes in captures.items():
        if kind[0] != "_":
            for node in nodes:
                yield kind, node


def _definition(
    captures: dict[str, list[Node]], kinds: tuple[str, ...], data: bytes, name_start: int, name_end: int
) -> Definition | None:
    for kind in kinds:
        nodes = captures.get(kind)
        if nodes:
            break
    else:
        return None
    node = nodes[0]
    start, reach = node.start_byte, nodes[-1].end_byte
    if name_start < start:
        start = name_start
    if name_end > reach:
        reach = name_end
    end = reach if data[reach - 1] not in _SPACE else _trimmed(data, start, reach)
    bodies = captures.get("body")
    body = bodies[0] if bodies else node.child_by_field_name("body")
    header_end = end
    if body is not None and body.start_byte >= name_end:
        header_end = body.start_byte
    found = (start, end, kind.partition(".")[2], name_start, name_end, header_end, reach)
    return tuple.__new__(Definition, found)  # half of what it costs to call the class


def _ordered(items: list[Item]) -> list[Item]:
    """Sorts by start, outer before inner, then by kind and by what tells two of the same extent apart."""
    items.sort(key=itemgetter(2, 3))
    items.sort(key=itemgetter(1), reverse=True)
    items.sort(key=itemgetter(0))
    return items


def _distinct(spots: list[Spot]) -> list[Spot]:
    """The ordered spots without those that several patterns found."""
    return [spot for at, spot in enumerate(spots) if at == 0 or spot != spots[at - 1]]


def _trimmed(data: bytes, start: int, end: int) -> int:
    while end > start and data[end - 1] in _SPACE:
        end -= 1
    return end


def _head(node: Node, start: int, data: bytes) -> int:
    """An indented body without an opening delimiter of its own hangs on the line that introduces it."""
    first = node.child(0) if node.child_count else None
    if first is None or not first.is_named:
        return start
    before = node.prev_sibling
    while before is not None and before.is_extra:
        before = before.prev_sibling
    if before is None or before.is_named:
        return start
    introduced = before.end_byte - 1
    return start if data[introduced] in b",;([{" else introduced  # an element of a list is no body


def _closes(node: Node, end: int, data: bytes) -> bool:
    """Whether the node's last row begins with its closing delimiter."""
    count = node.child_count
    last = node.child(count - 1) if count else None
    if last is None or (last.is_named and not last.type.endswith(("end_tag", "closing_element", "end"))):
        return False
    start = last.start_byte
    row_start = data.rfind(b"\n", 0, end) + 1
    row_start = max(data.rfind(b"\r", row_start, end) + 1, row_start)
    return start >= row_start and not data[row_start:start].strip()
