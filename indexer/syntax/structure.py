"""The structure of a whole document, kept as pieces so that an edit costs the same in a long file as in a short one.

Tree-sitter's own reparsing visits every top-level node, and its cost grows with the file. So a document whose tree
has no error is cut between top-level nodes into pieces of a few kilobytes. A piece is parsed alone, its items are
relative to it, and an edit replaces only the pieces it touches.

Why that is exact: the first and the last top-level node of the pieces parsed anew must be untouched by the edit and
must come out of the new parse as they were. The parser then enters the window in the state it had before and leaves
it in the state it had before, so everything outside parses as it did. Where that does not hold, or the text has an
error anywhere, the whole document is parsed from nothing: error recovery depends on the past of a parse, and only a
fresh parse is a function of the text alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from tree_sitter import Node, Parser, Tree

from indexer.extract.asm import asm_items
from indexer.extract.c_macros import with_macros
from indexer.extract.objc import objc_items
from indexer.extract.row_rules import RULES
from indexer.extract.rows import completed
from indexer.extract.sql import sql_items
from indexer.extract.structure import Items, Spot, extract, joined, merged
from indexer.extract.verilog import verilog_items
from indexer.syntax.continued import comments_in_macros
from indexer.syntax.damage import Damage, c_parts, sees_more, without_conditions, without_macros, without_markers
from indexer.syntax.grammars import UNSTEADY, parser
from indexer.syntax.namespaces import without_namespaces
from indexer.syntax.queries import StructureQuery, structure_query
from indexer.text.document_text import Edit

PIECE = 2048
RECUT = 32 * 1024  # a piece that grew past this is cut again
# Languages whose files are sequences of independent top-level items, and whose queries never look at siblings.
# Elsewhere a cut would change the meaning of what follows it (PHP's opening tag, a TOML table, an HTML element), a
# document is one piece, and its queries run over all of it.
CUTTABLE = frozenset(
    [
        "bash",
        "c",
        "cpp",
        "csharp",
        "css",
        "go",
        "java",
        "javascript",
        "lua",
        "perl",
        "python",
        "ruby",
        "rust",
        "scss",
        "tsx",
        "typescript",
    ]
)

# Languages whose definitions are also read from the text, because the grammar misses too many; none is cuttable.
FROM_TEXT: dict[str, Callable[[bytes, Items], Items]] = {
    "asm": asm_items,
    "objc": objc_items,
    "sql": sql_items,
    "verilog": verilog_items,
    "vim": completed(RULES["vim"]),
}


# A row that begins at the margin and is no label.
AT_MARGIN = re.compile(rb"\n[A-Za-z_]\w*(?![\w:])(?! *:)")
# Nodes of C and C++ around definitions that begin at the same column.
_SURROUNDINGS = frozenset(
    [
        "declaration_list",
        "linkage_specification",
        "preproc_elif",
        "preproc_elifdef",
        "preproc_else",
        "preproc_if",
        "preproc_ifdef",
    ]
)
_MEMBERS = frozenset(["declaration_list", "field_declaration_list"])  # what has a column of its own
_OUT_OF_LINE = frozenset(["access_specifier", "comment"])


_KEYWORDS = frozenset(b"bool char do else enum for if int long return struct switch union void while".split())


class Guard(NamedTuple):
    """A top-level node at an edge of a piece: its kind and its span in the piece."""

    kind: int
    start: int
    end: int


class Piece(NamedTuple):
    """A run of top-level nodes.

    Items are relative to `origin`, an offset before the piece in the parse they came from. A piece that was parsed
    alone keeps its tree, and its items are relative to its own start.
    """

    length: int
    items: Items
    origin: int
    first: Guard
    last: Guard
    tree: Tree | None


class Structure(NamedTuple):
    """All pieces of one text in order. Only a structure without any error is ever cut."""

    grammar: str
    pieces: list[Piece]
    offsets: list[int]  # where each piece starts; one more at the end, the length of the text
    clean: bool

    @classmethod
    def parse(cls, grammar: str, data: bytes) -> Structure | None:
        """Parses a text from nothing; None when the grammar cannot be used, for this text or at all."""
        tools = _tools(grammar)
        if tools is None or (grammar in UNSTEADY and tools[0].parse(data).root_node.has_error):
            return None
        return cls._fresh(grammar, data, *tools)

    @classmethod
    def _fresh(cls, grammar: str, data: bytes, parse: Parser, query: StructureQuery) -> Structure:
        tree = parse.parse(data)
        clean = not tree.root_node.has_error
        if not clean:
            tree, items = _despite_damage(grammar, tree, data, parse, query)
            items = _with_hidden_comments(grammar, data, _from_text(grammar, data, items))
            return cls(grammar, [_whole(tree, items, data)], [0, len(data)], clean=False)
        items = _from_text(grammar, data, extract(tree, query, data))
        pieces = _cut(tree, items, data) if grammar in CUTTABLE else [_whole(tree, items, data)]
        return cls(grammar, pieces, _offsets(pieces), clean=True)

    def edited(self, old: bytes, data: bytes, edit: Edit) -> Structure:
        """The structure of `data`, which came from `old`, this structure's text, by `edit`."""
        tools = _tools(self.grammar)
        assert tools is not None
        after = self._with_window(old, data, edit, *tools) if self.clean else None
        return self._fresh(self.grammar, data, *tools) if after is None else after

    def _with_window(
        self, old: bytes, data: bytes, edit: Edit, parse: Parser, query: StructureQuery
    ) -> Structure | None:
        """The structure with only the pieces around the edit parsed anew, or None if that would not be exact."""
        pieces, offsets = self.pieces, self.offsets
        left = max(bisect_left(offsets, edit.start) - 1, 0)
        right = min(bisect_right(offsets, edit.end), len(pieces)) - 1
        while left > 0 and edit.start <= offsets[left] + pieces[left].first.end:
            left -= 1
        while right < len(pieces) - 1 and edit.end >= offsets[right] + pieces[right].last.start:
            right += 1
        start, end = offsets[left], offsets[right + 1]
        window = data[start : end + edit.delta]
        within = Edit(edit.start - start, edit.end - start, edit.inserted)
        before = pieces[left].tree if left == right else None
        if before is None:
            tree = parse.parse(window)
        else:
            before = _edited_tree(before, old[start:end], window, within)
            tree = parse.parse(window, before)
        root = tree.root_node
        if root.has_error or not root.child_count:
            return None
        if left > 0 and _guard(root.child(0), 0) != pieces[left].first:
            return None
        if right < len(pieces) - 1:
            kind, last_start, last_end = pieces[right].last
            moved = offsets[right] + edit.delta - start
            if _guard(root.child(root.child_count - 1), 0) != (kind, last_start + moved, last_end + moved):
                return None
        if before is None or self.grammar not in CUTTABLE:
            items = _from_text(self.grammar, window, extract(tree, query, window))
        else:
            items = _items_after(pieces[left].items, before, tree, query, window, within)
        new = [_whole(tree, items, window)]
        if len(window) > RECUT and self.grammar in CUTTABLE:
            new = _cut(tree, items, window, within.start, within.start + within.inserted)
        pieces = pieces[:left] + new + pieces[right + 1 :]
        return Structure(self.grammar, pieces, _offsets(pieces), clean=True)

    def items(self) -> Iterator[tuple[Items, int]]:
        """Each piece's items with the shift that makes their offsets those of the text."""
        for piece, offset in zip(self.pieces, self.offsets, strict=False):
            yield piece.items, offset - piece.origin

    def trees(self, data: bytes) -> Iterator[tuple[Tree, int]]:
        """Trees that cover the text one after the other, each with the offset it starts at."""
        parse = parser(self.grammar)
        for piece, start in zip(self.pieces, self.offsets, strict=False):
            if piece.tree is not None:
                yield piece.tree, start
            elif parse is not None:
                yield parse.parse(data[start : start + piece.length]), start

    def piece_at(self, offset: int) -> tuple[int, int]:
        """The index of the piece that covers an offset, and where in the text it starts."""
        at = min(max(bisect_right(self.offsets, offset) - 1, 0), len(self.pieces) - 1)
        return at, self.offsets[at]

    def tree_at(self, data: bytes, offset: int) -> tuple[Tree, int] | None:
        """A tree that covers an offset, and where in the text it starts."""
        at, start = self.piece_at(offset)
        end = self.offsets[at + 1]
        tree = self.pieces[at].tree
        if tree is not None:
            return tree, start
        parse = parser(self.grammar)
        return None if parse is None else (parse.parse(data[start:end]), start)


def _despite_damage(grammar: str, tree: Tree, data: bytes, parse: Parser, query: StructureQuery) -> tuple[Tree, Items]:
    """The tree and the items of a text with errors: what is whole, and what can be made out of the rest."""
    if grammar in ("c", "cpp") and (plain := without_macros(grammar, data)) is not data:
        tree, data = _parsed_again(tree, data, plain, parse), plain
    root = tree.root_node
    if grammar == "asm" or (grammar == "cpp" and contained(grammar, root, data)):
        return tree, extract(tree, query, data)  # labels of assembly are read from the text
    if grammar == "c":
        in_place = contained(grammar, root, data)
        items = extract(tree, query, data) if in_place else _in_parts(without_markers(data), parse, query)
        return tree, _with_names(items, data)
    around: list[Items] = []
    if grammar == "cpp":
        plain, namespaces = without_namespaces(data)
        around.append(namespaces)
        if plain != data:
            tree, data = _parsed_again(tree, data, plain, parse), plain
            root = tree.root_node
    whole = without_macros(grammar, without_markers(data))
    suspects = [(node.start_byte, node.end_byte) for node in root.children if node.has_error]
    damage = Damage(grammar, whole, [(0, len(data))] if root.is_error else suspects)
    attempt = damage.tree
    parts = [*around, extract(attempt, query, damage.mended)]
    if not damage.slight:
        as_parsed = extract(tree, query, data)
        ours = [item.kind for item in parts[-1].definitions] + ["damage"] * len(damage.spans)
        if attempt.root_node.has_error or sees_more([item.kind for item in as_parsed.definitions], ours):
            return tree, joined([*around, as_parsed])  # the layout misled; the parser's own recovery saw more
    for (start, end), (before, after) in zip(damage.spans, damage.contexts, strict=True):
        text = before + whole[start:end] + after
        window = (len(before), len(before) + end - start)
        rest = extract(parse.parse(text), query, text, window)
        parts.append(rest.within(*window).shifted(start - len(before)))
    return attempt, joined(parts)


def _parsed_again(tree: Tree, data: bytes, plain: bytes, parse: Parser) -> Tree:
    """The tree of a text from that of another one which has the same rows, some of them with blanks in it.

    It takes a third of a parse from nothing, and as both texts follow from one, so does the tree.
    """
    at = 0
    for row, (before, after) in enumerate(zip(data.split(b"\n"), plain.split(b"\n"), strict=True)):
        end = at + len(before)
        if before != after:
            tree.edit(at, end, end, (row, 0), (row, len(before)), (row, len(before)))
        at = end + 1
    return parse.parse(plain, tree)


def _with_hidden_comments(grammar: str, data: bytes, items: Items) -> Items:
    """The items of a text with errors and the comments that were hidden from its grammar."""
    if grammar not in ("c", "cpp", "objc"):
        return items
    known = {(spot.start, spot.end) for spot in items.spots if spot.kind == "comment"}
    hidden = [Spot(*at, "comment", at[0], False, at[1]) for at in comments_in_macros(data) if at not in known]
    return joined((items, Items([], hidden))) if hidden else items


def _in_parts(data: bytes, parse: Parser, query: StructureQuery) -> Items:
    """The items of a C text whose parts are parsed alone, as the layout shows them, so that none can harm another.

    Conditions of the preprocessor may lie around several parts; where they keep one from being read they are left out.
    """
    found: list[Items] = []
    for start, end in c_parts(data):
        part = data[start:end]
        tree = parse.parse(part)
        if tree.root_node.has_error and b"#" in part:
            unconditional = without_conditions(part)
            other = parse.parse(unconditional)
            if not other.root_node.has_error or not contained("c", tree.root_node, part):
                tree, part = other, unconditional
        found.append(extract(tree, query, part).shifted(start))
    return joined(found)


def _with_names(items: Items, data: bytes) -> Items:
    """The items of C without the definitions for which a keyword was taken for a name, and with those of macros."""
    named = [item for item in items.definitions if data[item.name_start : item.name_end] not in _KEYWORDS]
    return with_macros(data, items._replace(definitions=named))


def contained(grammar: str, root: Node, data: bytes) -> bool:
    """Whether every error of a C or C++ text stays inside the definition that holds it, as the layout shows.

    C that is read before its macros are expanded has errors in every other file. Nearly all of them are small, and
    looking for the damage costs ten times the parse. An error that reaches further leaves a trace: a node that
    swallowed what follows it has rows as far out as itself, and what lost its head to an error begins further in.
    """
    if grammar == "c":
        return not root.is_error and _contained(root, data, 0)
    return grammar == "cpp" and not root.is_error and _contained(root, data, None)


def _contained(surrounding: Node, data: bytes, indent: int | None) -> bool:
    """Whether what lies directly in a node begins at one column, and no error reaches beyond the part it is in.

    Without an indent, the first part tells it.
    """
    for node in surrounding.children:
        kind = node.type
        if kind in _SURROUNDINGS:
            if node.has_error and not _contained(node, data, indent):
                return False
            continue
        start = node.start_byte
        if node.is_named and kind not in _OUT_OF_LINE and not kind.startswith("preproc"):
            row = data.rfind(b"\n", 0, start) + 1
            if not data[row:start].strip():
                if indent is None:
                    indent = start - row
                elif start - row != indent:
                    return False
        if node.has_error and not _error_stays(node, data, indent or 0):
            return False
    return True


def _error_stays(node: Node, data: bytes, indent: int) -> bool:
    """Whether no row of a node, below its head, begins as far out as the node itself."""
    while node.type == "template_declaration" and node.named_child_count:
        inner = node.named_child(node.named_child_count - 1)
        assert inner is not None
        node = inner
    body = node.child_by_field_name("body")
    if body is not None and body.type in _MEMBERS:
        return _contained(body, data, None)
    far_out = AT_MARGIN if indent == 0 else _at_column(indent)
    return far_out.search(data, node.start_byte if body is None else body.start_byte, node.end_byte) is None


@lru_cache
def _at_column(indent: int) -> re.Pattern[bytes]:
    """A row that begins at a column or further out and is no label."""
    return re.compile(rb"\n[ \t]{0,%d}[A-Za-z_]\w*(?![\w:])(?! *:)" % indent)


def _from_text(grammar: str, data: bytes, items: Items) -> Items:
    read = FROM_TEXT.get(grammar)
    return items if read is None else read(data, items)


def _tools(grammar: str) -> tuple[Parser, StructureQuery] | None:
    parse = parser(grammar)
    query = structure_query(grammar)
    return None if parse is None or query is None else (parse, query)


def _offsets(pieces: list[Piece]) -> list[int]:
    return list(accumulate((piece.length for piece in pieces), initial=0))


def _guard(node: Node | None, origin: int) -> Guard:
    if node is None:
        return Guard(-1, 0, 0)
    return Guard(node.kind_id, node.start_byte - origin, node.end_byte - origin)


def _whole(tree: Tree, items: Items, data: bytes) -> Piece:
    root = tree.root_node
    count = root.child_count
    first, last = (root.child(0), root.child(count - 1)) if count else (None, None)
    return Piece(len(data), items, 0, _guard(first, 0), _guard(last, 0), tree)


def _cut(tree: Tree, items: Items, data: bytes, edit_start: int = -1, edit_end: int = -1) -> list[Piece]:
    """The text in pieces. The top-level nodes next to an edit stay in its piece, as guards for the next keystroke."""
    nodes = tree.root_node.children
    cuts = [0]
    for at in range(1, len(nodes)):
        here = nodes[at].start_byte
        if (
            here - cuts[-1] >= PIECE
            and _after_blank_row(data, here)
            and not _touch(nodes[at - 1 : at + 1], edit_start, edit_end)
        ):
            cuts.append(here)
    if len(cuts) == 1:
        return [_whole(tree, items, data)]
    starts = [node.start_byte for node in nodes]
    pieces = []
    for start, end in zip(cuts, [*cuts[1:], len(data)], strict=True):
        first, last = nodes[bisect_left(starts, start)], nodes[bisect_left(starts, end) - 1]
        pieces.append(
            Piece(end - start, items.starting(start, end), start, _guard(first, start), _guard(last, start), None)
        )
    return pieces


def _touch(nodes: Sequence[Node], start: int, end: int) -> bool:
    """Whether any of the nodes meets [start, end], at its edge or within."""
    return any(node.start_byte <= end and node.end_byte >= start for node in nodes)


def _items_after(items: Items, before: Tree, tree: Tree, query: StructureQuery, data: bytes, edit: Edit) -> Items:
    """The items of a tree made from `before` by reparsing: found anew around the change, kept elsewhere."""
    low, high = edit.start, edit.start + edit.inserted
    for changed in before.changed_ranges(tree):
        low = min(low, changed.start_byte)
        high = max(high, changed.end_byte)
    # Where a fold hangs depends on the row above it, so the rows around the change are looked at too.
    low = max(data.rfind(b"\n", 0, max(low - 1, 0)), 0)
    high = _end_of_next_row(data, high)
    new = extract(tree, query, data, (low, high))
    return merged(items, new, low, high - edit.delta, edit.delta)


def _end_of_next_row(data: bytes, offset: int) -> int:
    """The end of the first row with something on it after the row of `offset`."""
    end = data.find(b"\n", offset)
    while end >= 0:
        start = end + 1
        end = data.find(b"\n", start)
        if data[start : end if end >= 0 else len(data)].strip():
            break
    return end if end >= 0 else len(data)


def _after_blank_row(data: bytes, offset: int) -> bool:
    """Whether an offset is the start of a row and the row before it is blank."""
    if data[offset - 1 : offset] != b"\n":
        return False
    before = data.rfind(b"\n", 0, offset - 1)
    return before >= 0 and not data[before + 1 : offset].strip()


def _edited_tree(tree: Tree, old: bytes, data: bytes, edit: Edit) -> Tree:
    copy = tree.copy()
    new_end = edit.start + edit.inserted
    points = (_point(data, edit.start), _point(old, edit.end), _point(data, new_end))
    copy.edit(edit.start, edit.end, new_end, *points)
    return copy


def _point(data: bytes, offset: int) -> tuple[int, int]:
    return data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1)
