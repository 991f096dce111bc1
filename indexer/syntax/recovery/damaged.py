"""A text with errors, or a part of one, read as a whole."""

from __future__ import annotations

from tree_sitter import Tree

from indexer.extract.structure import Items, extract, joined
from indexer.grammars.time_limit import GrammarParser
from indexer.syntax.namespaces import without_namespaces
from indexer.syntax.recovery.c import contained, in_parts, with_hidden_comments, with_names
from indexer.syntax.recovery.layout import Damage, sees_more, without_macros, without_markers
from indexer.syntax.tools import Tools


def despite_damage(tools: Tools, tree: Tree, data: bytes) -> tuple[Tree, Items]:
    """The tree and the items of a text with errors: what is whole, and what can be made out of the rest."""
    seen, items = _read(tools, tree, data)
    return seen, with_hidden_comments(tools.grammar, data, tools.from_text(data, items))


def _read(tools: Tools, tree: Tree, data: bytes) -> tuple[Tree, Items]:
    grammar, parse, query = tools
    if grammar in ("c", "cpp") and (plain := without_macros(grammar, data)) is not data:
        tree, data = _parsed_again(tree, data, plain, parse), plain
    root = tree.root_node
    if grammar == "asm" or (grammar == "cpp" and contained(grammar, root, data)):
        return tree, extract(tree, query, data)  # labels of assembly are read from the text
    if grammar == "c":
        in_place = contained(grammar, root, data)
        items = extract(tree, query, data) if in_place else in_parts(tools, without_markers(data))
        return tree, with_names(items, data)
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


def _parsed_again(tree: Tree, data: bytes, plain: bytes, parse: GrammarParser) -> Tree:
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
