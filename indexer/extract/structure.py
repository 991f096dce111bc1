"""Structure items: what a tree's query finds, as plain tuples relative to the start of the parsed text.

An item is the smallest record that symbols, references, folds and blocks are made from. Items of a text parsed in
pieces are the items of the pieces, shifted; nothing in an item depends on what lies outside its piece.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple, TypeVar

from tree_sitter import Node, Tree

from indexer.extract.edges import (
    SPACE,
    closes_itself,
    head_above,
    head_of,
    is_element,
    is_else,
    trimmed,
    without_comments_behind,
)
from indexer.extract.spelling import MARKS, bare
from indexer.grammars.queries import (
    BINDING,
    BODY,
    BRACKETS,
    DEFINITION,
    GROUP,
    NAME,
    REFERENCE,
    ROLE_LETTERS,
    SCOPE,
    SPAN,
    STRING,
    MentionKind,
    Near,
    Part,
    Pass,
    StructureQuery,
)
from indexer.grammars.time_limit import SHORT, matches, somebody_waits


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


Literal = tuple[int, int, bool]  # the start and end of a string, or, if it is False, of code inside of one


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
    strings: Sequence[Literal] = ()

    def touching(self, low: int, high: int) -> Items:
        """The items that meet [low, high], at its edge or within."""
        return Items(
            [item for item in self.definitions if item.start <= high and item.reach >= low],
            [item for item in self.spots if item.start <= high and item.reach >= low],
            [item for item in self.mentions if item[0] <= high and item[1] >= low],
            [item for item in self.strings if item[0] <= high and item[1] >= low],
        )

    def inside(self, low: int, high: int) -> Items:
        """The items that lie in [low, high], relative to its start, without the body around all of it, which hangs on
        what stands before. A node may reach over blanks up to whatever follows, which says nothing of it."""
        return self._cut(low, high, high)

    def left_of(self, low: int, high: int) -> Items:
        """What is left of something broken in [low, high], relative to its start. What it leaves open has taken
        what stands behind it."""
        return self._cut(low, high, _END)

    def _cut(self, low: int, high: int, end: int) -> Items:
        return Items(
            [
                item if item.reach <= high else item._replace(end=min(item.end, high), reach=high)
                for item in self.definitions
                if low <= item.start and item.header_end <= high and item.end <= end
            ],
            [
                item if item.reach <= high else item._replace(end=min(item.end, high), reach=high)
                for item in self.spots
                if low <= min(item.start, item.head) and item.start < high and item.end <= end
            ],
            [item for item in self.mentions if low <= item[0] and item[1] <= high],
            [item for item in self.strings if low <= item[0] and item[1] <= high],
        ).shifted(-low)

    def starting(self, low: int, high: int) -> Items:
        """The items that start in [low, high)."""
        key = (low,), (high,)
        return Items(
            self.definitions[slice(*(bisect_left(self.definitions, at) for at in key))],
            self.spots[slice(*(bisect_left(self.spots, at) for at in key))],
            self.mentions[slice(*(bisect_left(self.mentions, at) for at in key))],
            self.strings[slice(*(bisect_left(self.strings, at) for at in key))],
        )

    def before(self, offset: int) -> Items:
        """The items that end before an offset."""
        return Items(
            [item for item in self.definitions if item.reach < offset],
            [item for item in self.spots if item.reach < offset],
            [item for item in self.mentions if item[1] < offset],
            [item for item in self.strings if item[1] < offset],
        )

    def after(self, offset: int) -> Items:
        """The items that start after an offset."""
        key = (offset, _END)
        return Items(
            self.definitions[bisect_right(self.definitions, key) :],
            self.spots[bisect_right(self.spots, key) :],
            self.mentions[bisect_right(self.mentions, key) :],
            self.strings[bisect_right(self.strings, key) :],
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
            [(start + by, end + by, is_string) for start, end, is_string in self.strings],
        )

    def moved(self, to: Callable[[int], int]) -> Items:
        """The items of a text in another one, in which each of its offsets is at `to(offset)`."""
        return Items(
            [
                Definition(to(start), to(end), kind, to(name_start), to(name_end), to(header_end), to(reach))
                for start, end, kind, name_start, name_end, header_end, reach in self.definitions
            ],
            [
                Spot(to(start), to(end), kind, to(head), closes, to(reach))
                for start, end, kind, head, closes, reach in self.spots
            ],
            [
                (to(start), to(end), kind, to(name_start), to(name_end), rank)
                for start, end, kind, name_start, name_end, rank in self.mentions
            ],
            [(to(start), to(end), is_string) for start, end, is_string in self.strings],
        )


Item = TypeVar("Item", Definition, Spot)
Match = tuple[int, dict[str, list[Node]]]  # of a pattern: its number and what it captured
_END = 1 << 62  # sorts after every end
_BIT = 12 * 1024  # bytes that a query looks at before other threads can go on
_BITS = 32  # no more of them than this, for to come to one a query goes by all nodes side by side before it
_AROUND = 4  # how many nodes there may be from a text to the one that a pattern begins at
_ABOVE = 512  # where a fold hangs can depend on the row above it
_LOCAL = "scope.local"
NONE = "none"  # what is no definition although a later pattern would take it for one
_NO_BLOCK = "block.none"
_ELSE_IF = re.compile(rb"else[ \t]+if\b")
_CAPITALS = re.compile(rb"_*[A-Z][A-Z0-9_]*")


def extract(tree: Tree, query: StructureQuery, data: bytes, window: tuple[int, int] | None = None) -> Items:
    """Runs the structure query over a tree whose text is `data`; with a window, for the items that touch it."""
    # From the start of a row on: what ends where the window begins may be told by a node inside that ends before it.
    span = None if window is None else (max(data.rfind(b"\n", 0, window[0]), 0), window[1] + 1)
    items = _items(query, data, [match for each in query.passes for match in _matches(each, tree, span)])
    return items if window is None else items.touching(*window)


def outline_items(tree: Tree, query: StructureQuery, data: bytes, in_bits: bool) -> Items:
    """The definitions of a tree and its comments; what else there may be is not all that there is."""
    first = query.first
    if first.near is None:
        return _of_all((first,), tree, query, data, in_bits)
    found = [*_of_file(first, tree), *_near(first.near, tree, data)]
    return _of_parts((first.anywhere,), found, tree, query, data, in_bits)


def completed(items: Items, tree: Tree, query: StructureQuery, data: bytes, in_bits: bool) -> Items:
    """All items of a tree whose definitions are known."""
    return _of_all((query.rest,), tree, query, data, in_bits)._replace(definitions=items.definitions)


def all_items(tree: Tree, query: StructureQuery, data: bytes, in_bits: bool) -> Items:
    """All items of a tree."""
    return _of_all(query.passes, tree, query, data, in_bits)


def _of_all(passes: Sequence[Pass], tree: Tree, query: StructureQuery, data: bytes, in_bits: bool) -> Items:
    """What some passes find in a whole text."""
    found = [match for each in passes for match in _of_file(each, tree)]
    return _of_parts([each.others for each in passes], found, tree, query, data, in_bits)


def _of_parts(
    parts: Sequence[Part | None], known: list[Match], tree: Tree, query: StructureQuery, data: bytes, in_bits: bool
) -> Items:
    """What some patterns find in a whole text, with what others have found.

    A query holds up all threads as long as it runs. So where somebody waits, a long text is asked some rows at a time,
    if items depend on nothing but what is around them: those that begin there are found there. Patterns of nodes side
    by side are looked for in all that is around the rows, too, and so would be found again and again.
    """
    if not in_bits or query.beside or len(data) <= SHORT or not somebody_waits():
        return _items(query, data, [*known, *(match for part in parts for match in _found(part, tree, None))])
    spread = _Spread(known)
    found: list[Items] = []
    low = 0
    bit = max(_BIT, len(data) // _BITS)
    while low < len(data):
        end = data.find(b"\n", min(low + bit, len(data))) + 1
        high = end if end else len(data) + 1
        span = max(low - _ABOVE, 0), high + 1
        matched = spread.touching(*span)
        for part in parts:
            matched += _found(part, tree, span)
        found.append(_items(query, data, matched).starting(low, high))
        low = high
    return joined(found)


def _near(near: Near, tree: Tree, data: bytes) -> Iterator[Match]:
    """What patterns find that begin at the nodes around what they are to be found near."""
    part, text, kinds = near
    root = tree.root_node
    seen: set[int] = set()
    for end in text.ends(data):
        node = root.descendant_for_byte_range(end - 1, end)
        for _ in range(_AROUND):
            if node is None or node.type in kinds:
                break
            node = node.parent
        if node is not None and node.id not in seen and node.type in kinds:
            seen.add(node.id)
            for pattern, captures in matches(part.query, node, depth=0):
                yield part.numbers[pattern], captures


def _matches(of: Pass, tree: Tree, span: tuple[int, int] | None = None) -> list[Match]:
    """What is found in one pass, with the numbers that its patterns have in the whole query."""
    return _of_file(of, tree, span) + _found(of.others, tree, span)


def _of_file(of: Pass, tree: Tree, span: tuple[int, int] | None = None) -> list[Match]:
    """What the patterns find that begin at the node of the file, which is the root unless the text is quite broken."""
    return _found(of.of_file, tree, span, 0 if tree.root_node.type == of.file_kind else None)


def _found(part: Part | None, tree: Tree, span: tuple[int, int] | None, depth: int | None = None) -> list[Match]:
    if part is None:
        return []
    numbers = part.numbers
    return [(numbers[pattern], captures) for pattern, captures in matches(part.query, tree.root_node, span, depth)]


class _Spread:
    """Matches that can be asked for by what they touch."""

    def __init__(self, found: Iterable[Match]) -> None:
        placed = []
        for match in found:
            nodes = [node for each in match[1].values() for node in each]
            if nodes:
                placed.append((min(node.start_byte for node in nodes), max(node.end_byte for node in nodes), match))
        placed.sort(key=itemgetter(0))
        self._starts = [start for start, _, _ in placed]
        self._ends = list(accumulate((end for _, end, _ in placed), max))  # of it and those before it
        self._placed = placed

    def touching(self, low: int, high: int) -> list[Match]:
        first, last = bisect_left(self._ends, low), bisect_right(self._starts, high)
        return [match for _, end, match in self._placed[first:last] if end >= low]


def joined(parts: Iterable[Items]) -> Items:
    """All the items of several lists, in order."""
    definitions: list[Definition] = []
    spots: list[Spot] = []
    mentions: list[Mention] = []
    strings: list[Literal] = []
    for part in parts:
        definitions += part.definitions
        spots += part.spots
        mentions += part.mentions
        strings += part.strings
    mentions.sort()
    strings.sort()
    return Items(_ordered(definitions), _ordered(spots), mentions, strings)


def merged(old: Items, new: Items, low: int, old_high: int, delta: int) -> Items:
    """The items after an edit: `new` are those that touch the changed range, the others are the old ones, shifted."""
    behind = old.after(old_high)
    moved = behind.shifted(delta)
    # What a fold below a comment hangs from stays where it is if that is before the change.
    spots = [
        spot._replace(head=known.head) if known.head < low else spot
        for known, spot in zip(behind.spots, moved.spots, strict=True)
    ]
    return joined((old.before(low), new, moved._replace(spots=spots)))


def _items(query: StructureQuery, data: bytes, matched: Iterable[Match]) -> Items:
    roles, mentioned, role_captures, edges = query.roles, query.mentioned, query.role_captures, query.edges
    new = tuple.__new__  # half of what it costs to call the class of a named tuple
    definitions: dict[tuple[int, int], tuple[int, Definition]] = {}
    mentions: list[Mention] = []
    spots: list[Spot] = []
    strings: list[Literal] = []
    scopes: list[tuple[int, int, str]] = []
    bindings: list[Match] = []
    # A group that starts and ends from `low` to `high` is on one row, and only one at `first` may be the first there.
    low = high = first = -1
    local = local_end = -1  # what starts after the one and before the other is local
    for pattern, captures in matched:
        role = roles[pattern]
        if role == BRACKETS:
            node = captures["A"][0]
            start, reach = node.start_byte, node.end_byte
            if reach > high or start < low:
                high = data.find(b"\n", start)
                if high < 0:
                    high = len(data)
                low = first = start
                if reach > high and node.has_error:
                    _group(spots, role_captures[pattern][0], node, start, reach, start, high, data, "")
                elif reach > high:
                    row = data.rfind(b"\n", start, reach) + 1
                    closes = row + 1 == reach or data[row : reach - 1].isspace()
                    spots.append(new(Spot, (start, reach, role_captures[pattern][0], start, closes, reach)))
        elif role == GROUP:
            node = captures["A"][0]
            start, reach = node.start_byte, node.end_byte
            if reach > high or start < low or start == first:
                high = data.find(b"\n", start)
                if high < 0:
                    high = len(data)
                low, first = start, -1
                if reach > high or data[start - 1 : start] in (b" ", b"\t"):
                    row = data.rfind(b"\n", 0, start) + 1
                    if data[row:start].isspace():
                        first = start
                    else:
                        row = start
                    if reach > high or row < start:
                        _group(spots, role_captures[pattern][0], node, start, reach, row, high, data, edges[pattern])
        elif role == REFERENCE:
            if NAME in captures:
                names = captures[NAME]
                name = names[0]
                start, end = name.start_byte, name.end_byte
                if "A" not in captures:
                    mentions.append((start, end, mentioned[pattern], start, end, pattern))
                else:
                    if len(names) > 1:
                        end = names[-1].end_byte
                    whole = captures["A"][0]
                    mentions.append((whole.start_byte, whole.end_byte, mentioned[pattern], start, end, pattern))
        elif role == STRING:
            node = captures["A"][0]
            strings.append((node.start_byte, node.end_byte, role_captures[pattern][0] == "string"))
        elif role == SPAN:
            node = captures["A"][0]
            start, reach = node.start_byte, node.end_byte
            end = reach if data[reach - 1] not in SPACE else trimmed(data, start, reach)
            spots.append(new(Spot, (start, end, role_captures[pattern][0], start, False, reach)))
        elif role == DEFINITION:
            _define(definitions, query, pattern, captures, data)
        elif role == SCOPE:
            node, kind = captures["A"][0], role_captures[pattern][0]
            start, reach = node.start_byte, node.end_byte
            if kind == _LOCAL:
                if not local < start < local_end:
                    scopes.append((start, -reach, kind))
                    local, local_end = start, reach
            else:
                scopes.append((start, -reach, kind))
                local_end = min(start, local_end)
        elif role == BINDING:
            if not local < captures["A"][0].start_byte < local_end:
                bindings.append((pattern, captures))
        elif not query.tops[pattern] or _at_top(captures, query.tops[pattern], data):
            for kind, node in _captured(captures, role_captures[pattern]):
                start, reach = node.start_byte, node.end_byte
                if kind == "fold" or kind[:6] == "block.":
                    row, row_end = data.rfind(b"\n", 0, start) + 1, data.find(b"\n", start)
                    row = row if data[row:start].isspace() else start
                    row_end = row_end if row_end >= 0 else len(data)
                    _group(spots, kind, node, start, reach, row, row_end, data, edges[pattern])
                elif kind[:6] == "scope.":
                    scopes.append((start, -reach, kind))
                else:
                    spots.append(new(Spot, (start, trimmed(data, start, reach), kind, start, False, reach)))
    if bindings:
        _bind(definitions, bindings, query, data, scopes)
    found = _ordered([definition for _, definition in definitions.values() if definition[2] != NONE])
    mentions.sort()
    strings.sort()
    return Items(found, _distinct(_ordered(_without_none(spots))), mentions, strings)


def _without_none(spots: list[Spot]) -> list[Spot]:
    """The spots without the blocks of which a pattern says that they are none."""
    none = {(spot[0], spot[1]) for spot in spots if spot[2] == _NO_BLOCK}
    return [spot for spot in spots if spot[2][:6] != "block." or spot[:2] not in none] if none else spots


def _at_top(captures: dict[str, list[Node]], wanted: bytes, data: bytes) -> bool:
    """Whether what was found lies in the root, and its name is the one that is wanted."""
    name = captures[NAME][0]
    if data[name.start_byte : name.end_byte] != wanted:
        return False
    around = captures["A"][0].parent
    return around is not None and around.parent is None


def _group(
    spots: list[Spot],
    kind: str,
    node: Node,
    start: int,
    reach: int,
    row: int,
    row_end: int,
    data: bytes,
    edges: str,
) -> None:
    """Notes a fold or a block that has more than one row.

    [row, row_end) is the row it starts on, or the rest of that row where something stands before it. In every language
    `else if` is one branch, of kind `elif`, though most grammars have an `if` in an `else`.
    """
    if kind == "block.if" and is_else(data, start):
        kind = "block.elif"
    elif kind == "block.else" and _ELSE_IF.match(data, start, reach):
        return
    head = start
    if row < start and edges != "layout":
        head = head_above(data, row, edges) if edges else -1
        if head < 0:
            head = start if is_element(data, row, spots) else head_of(node, start, data)
    end = reach if data[reach - 1] not in SPACE else trimmed(data, start, reach)
    if head < start or row_end < end:
        closes = not edges and closes_itself(node, end, data)
        spots.append(tuple.__new__(Spot, (start, end, kind, head, closes, reach)))


def _define(
    known: dict[tuple[int, int], tuple[int, Definition]],
    query: StructureQuery,
    pattern: int,
    captures: dict[str, list[Node]],
    data: bytes,
    other_kind: str = "",
) -> None:
    """Notes a definition. Several patterns may see one (with its decorators and without); the first one wins.

    `other_kind` is what it is if it is no function.
    """
    names = captures.get(NAME)
    if not names:
        return
    name_start, name_end = names[0].start_byte, names[0].end_byte
    for node in names[1:]:
        name_start, name_end = min(name_start, node.start_byte), max(name_end, node.end_byte)
    if name_start < name_end and (data[name_start] in MARKS or query.sigil is not None):
        name_start, name_end = bare(data, name_start, name_end, query.sigil, _is_string(names[0].type))
    if query.untils[pattern]:
        sign = data.find(query.untils[pattern], name_start, name_end)
        name_end = sign if sign > name_start else name_end
    best = known.get((name_start, name_end))
    if name_start == name_end or (best is not None and pattern > best[0]):
        return  # a missing token that error recovery made up, or known
    kinds = query.role_captures[pattern]
    letter, kind = "A", kinds[0]
    if "A" not in captures:
        told = [pair for pair in zip(ROLE_LETTERS, kinds, strict=False) if pair[0] in captures]
        if not told:
            return
        letter, kind = told[0]
    nodes = captures[letter]
    node = nodes[0]
    start, reach = node.start_byte, nodes[-1].end_byte
    if name_start < start:
        start = name_start
    if name_end > reach:
        reach = name_end
    end = reach if data[reach - 1] not in SPACE else trimmed(data, start, reach)
    end = header_end = without_comments_behind(nodes[-1], data, start, end)
    bodies = captures.get(BODY)
    body = bodies[0] if bodies else node.child_by_field_name("body")
    if body is not None:
        body_start = body.start_byte
        if body_start >= name_end:
            header_end = body_start
    if other_kind and kind not in ("function", "prototype"):
        kind = other_kind
    found = tuple.__new__(Definition, (start, end, kind, name_start, name_end, header_end, reach))
    if best is None or (pattern, found) < best:
        known[name_start, name_end] = (pattern, found)


@cache
def _is_string(kind: str) -> bool:
    """Whether nodes of a kind are strings, by what it is called."""
    return any(word in kind.lower() for word in ("str", "concatenation"))


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
        scope = kinds[bisect_left(starts, captures["A"][0].start_byte)]
        if scope != _LOCAL:
            kind = "field" if scope else query.capitals[pattern]
            if kind and not scope:
                name = captures[NAME][0]
                kind = kind if _CAPITALS.fullmatch(data, name.start_byte, name.end_byte) else ""
            _define(known, query, pattern, captures, data, kind)


def _steps(scopes: list[tuple[int, int, str]]) -> tuple[list[int], list[str]]:
    """Nested scopes as steps: where each begins to be the innermost, and the kinds before, between and after them.

    They are given with minus their ends, which sorts outer before inner.
    """
    starts: list[int] = []
    kinds = [""]
    around: list[tuple[int, str]] = []  # ends and kinds

    def leave(until: int) -> None:
        while around and around[-1][0] <= until:
            end, _ = around.pop()
            starts.append(end)
            kinds.append(around[-1][1] if around else "")

    for start, end, kind in sorted(scopes):
        leave(start)
        starts.append(start)
        kinds.append(kind)
        around.append((-end, kind))
    leave(_END)
    return starts, kinds


def _captured(captures: dict[str, list[Node]], role_captures: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
    """What a pattern with several captures found."""
    for letter, kind in zip(ROLE_LETTERS, role_captures, strict=False):
        for node in captures.get(letter, ()):
            yield kind, node


def _ordered(items: list[Item]) -> list[Item]:
    """Sorts by start, outer before inner, then by kind and by what tells two of the same extent apart."""
    items.sort()
    if len({item[0] for item in items}) < len(items):
        items.sort(key=itemgetter(1), reverse=True)
        items.sort(key=itemgetter(0))
    return items


def _distinct(spots: list[Spot]) -> list[Spot]:
    """The ordered spots without those that several patterns found."""
    return [spot for at, spot in enumerate(spots) if at == 0 or spot != spots[at - 1]]
