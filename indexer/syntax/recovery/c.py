"""C, which has macros that no grammar can know, and what C++ and Objective-C have in common with it.

C that is read before its macros are expanded has errors in every other file. Nearly all of them are small, and looking
for the damage costs ten times the parse. So a text is read as it was parsed if its layout shows that no error reaches
further than the definition that holds it; else its definitions are parsed one by one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate

from tree_sitter import Node

from indexer.extract.c_macros import with_macros
from indexer.extract.structure import Items, Spot, extract, joined
from indexer.languages.families.preprocessed import without_macros
from indexer.syntax.opaque import layout
from indexer.syntax.recovery.continued import comments_in_macros, without_comments_in_macros
from indexer.syntax.recovery.layout import definitions_at_margin, without_markers
from indexer.syntax.recovery.strategy import Strategy, without_directives, without_unpaired
from indexer.syntax.tools import Tools

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
# A row of C that begins or ends what is compiled under a condition.
_CONDITION = re.compile(rb"(?m)^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif)\b[^\r\n]*")
# What opens and closes one.
_BOUND = re.compile(rb"(?m)^[ \t]*#[ \t]*(if|endif)")
_LABEL = re.compile(rb"\n[A-Za-z_](?=\w*[ \t]*:)")
# A word alone on a row stands for declarations. The pattern begins with a literal: a search finds that twenty times
# as fast as a place where an assertion holds.
_WORD_ALONE = re.compile(rb"\n(?:(?<=[;{/]\n)|(?<=[;{/]\n\n))([ \t]+(?!else\b|do\b)[a-z_]\w*)(?=[ \t]*\n)")
_PAIRS = ((b"{", b"}"), (b"(", b")"), (b"[", b"]"), (b"/*", b"*/"), (b"#if", b"#endif"), (b'R"', b')"'))


class Preprocessed(Strategy):
    """Texts that are read before their macros are expanded: a grammar takes some of these for the beginning of
    something. Words in capitals stand for declarations or nothing at all: alone on a row, or before a type.
    """

    macros: tuple[re.Pattern[bytes], ...] = ()  # what stands for nothing that the grammar knows

    def alone(self, part: bytes) -> bytes:
        return without_unpaired(part)

    def plain(self, data: bytes) -> bytes:
        return without_macros(without_comments_in_macros(data), self.macros)

    def may_go_on(self, part: bytes) -> bool:
        """As where something opens and does not close. Most are broken by macros, which nothing behind them mends."""
        return any(part.count(opening) != part.count(closing) for opening, closing in _PAIRS) or any(
            part.count(quote) % 2 for quote in (b'"', b"'")
        )

    def with_hidden(self, data: bytes, items: Items) -> Items:
        known = {(spot.start, spot.end) for spot in items.spots if spot.kind == "comment"}
        hidden = [Spot(*at, "comment", at[0], False, at[1]) for at in comments_in_macros(data) if at not in known]
        return joined((items, Items([], hidden))) if hidden else items


class C(Preprocessed):
    """C."""

    plain_first = True
    tells_names = True
    errors_stay = True
    no_names = _KEYWORDS
    macros = (_WORD_ALONE,)

    def is_sound(self, root: Node, data: bytes) -> bool:
        return contained(root, data, 0)

    def stands_alone(self, root: Node, part: bytes) -> bool:
        """As most parts of C with errors do: a macro in a body hides nothing but itself."""
        opened = list(accumulate(-1 if row[1] == b"endif" else 1 for row in _BOUND.finditer(part)))
        is_closed = not opened or (opened[-1] == 0 and min(opened) == 0)
        return is_closed and part.count(b"{") == part.count(b"}") and contained(root, part, 0)

    def one_by_one(self, tools: Tools, data: bytes) -> Items:
        """The items of a text whose parts are parsed alone, as the layout shows them, so that none can harm another.

        Conditions of the preprocessor may lie around several parts; where they keep one from being read they are left
        out.
        """
        data = without_markers(data)
        found: list[Items] = []
        for start, end in definitions_at_margin(tools.grammar, self.parts_layout(layout(tools.grammar, data))):
            part = data[start:end]
            tree = tools.parse.parse(part)
            if tree.root_node.has_error and b"#" in part:
                unconditional = _CONDITION.sub(lambda row: b" " * len(row[0]), part)
                other = tools.parse.parse(unconditional)
                if not other.root_node.has_error or not contained(tree.root_node, part, 0):
                    tree, part = other, unconditional
            found.append(extract(tree, tools.query, part).shifted(start))
        return joined(found)

    def named(self, data: bytes, items: Items) -> Items:
        """The items without the definitions for which a keyword was taken for a name, and with those of macros."""
        return with_macros(data, self.with_names(data, items))

    def parts_layout(self, layout: bytes) -> bytes:
        """Directives and labels stand at the margin wherever they are."""
        return _LABEL.sub(b"\n ", b"\n" + without_directives(layout))[1:]


def contained(root: Node, data: bytes, indent: int | None) -> bool:
    """Whether every error of a C or C++ text stays inside the definition that holds it, as the layout shows.

    An error that reaches further leaves a trace: a node that swallowed what follows it has rows as far out as itself,
    and what lost its head to an error begins further in. Without an indent, the first definition tells it.
    """
    return not root.is_error and _contained(root, data, indent)


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
        if node.has_error and (_lost_a_head(node) or not _error_stays(node, data, indent or 0)):
            return False
    return True


def _lost_a_head(node: Node) -> bool:
    """Whether a node is an error with a body in it that was opened: what it belongs to was not made out."""
    return node.is_error and any(child.type == "{" for child in node.children)


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
