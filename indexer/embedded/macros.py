"""Items of Rust in macros: `cfg_rt! { pub fn spawn() {} }`, `pin_project! { struct Timeout {} }`.

What stands in the braces of a macro is tokens to a grammar, and only the macro knows what they mean. But where a macro
stands in the place of items, and what is in it reads as items from beginning to end, it nearly always passes them on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node, Tree

from indexer.embedded.host import Host
from indexer.embedded.region import region
from indexer.grammars.parsers import parser
from indexer.languages.registry import by_name
from indexer.model import Region

_OPENED = re.compile(rb"![ \t]*\{")
_PLACES = frozenset(("source_file", "declaration_list"))
_ITEMS = frozenset(
    (
        "const_item",
        "enum_item",
        "function_item",
        "function_signature_item",
        "impl_item",
        "macro_definition",
        "mod_item",
        "static_item",
        "struct_item",
        "trait_item",
        "type_item",
        "union_item",
    )
)
_BESIDE_ITEMS = frozenset(
    ("attribute_item", "block_comment", "inner_attribute_item", "line_comment", "macro_invocation", "use_declaration")
)


def items_in_macros(host: Host) -> Iterator[Region]:
    """The braces of macros that hold nothing but items."""
    data, rust = host.text.data, by_name("rust")
    structure = host.structure if _OPENED.search(data) else None
    if structure is None or rust is None:
        return
    done = 0
    known: tuple[int, tuple[Tree, int] | None] = (-1, None)  # a piece and its tree, which may have to be parsed
    for match in _OPENED.finditer(data):
        brace = match.end() - 1
        if brace < done:
            continue
        piece, _ = structure.piece_at(brace)
        if piece != known[0]:
            known = piece, structure.tree_at(data, brace)
        if known[1] is None:
            continue
        tree, start = known[1]
        tokens = _tokens(tree.root_node.descendant_for_byte_range(brace - start, brace - start + 1))
        if tokens is not None:
            done = tokens.end_byte + start
            if _are_items(data[brace + 1 : done - 1]):
                yield region(rust, "items", [(brace + 1, done - 1)])


def _tokens(brace: Node | None) -> Node | None:
    """What a brace opens, if it is a macro's in the place of items."""
    tokens = brace.parent if brace is not None else None
    macro = tokens.parent if tokens is not None else None
    if tokens is None or macro is None or macro.type != "macro_invocation" or macro.has_error:
        return None
    place = macro.parent
    if place is not None and place.type == "expression_statement":
        place = place.parent
    return tokens if place is not None and place.type in _PLACES else None


def _are_items(text: bytes) -> bool:
    parse = parser("rust")
    root = parse.parse(text).root_node if parse is not None else None
    if root is None or root.has_error:
        return False
    kinds = {_kind(child) for child in root.named_children}
    return not kinds.isdisjoint(_ITEMS) and kinds <= _ITEMS | _BESIDE_ITEMS


def _kind(node: Node) -> str:
    inner = node.named_child(0) if node.type == "expression_statement" else None
    return node.type if inner is None else inner.type
