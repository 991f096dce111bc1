"""A text with errors, or a part of one, read as a whole."""

from __future__ import annotations

import re
from functools import partial

from tree_sitter import Tree

from indexer.extract.structure import Items, extract, joined
from indexer.grammars.time_limit import GrammarParser
from indexer.syntax.recovery.damage import Damage
from indexer.syntax.recovery.layout import sees_more, without_markers
from indexer.syntax.recovery.shells import with_head
from indexer.syntax.recovery.strategy import strategy_of
from indexer.syntax.tools import Tools

_CHANGED = re.compile(rb"[^\0]++")


def despite_damage(tools: Tools, tree: Tree, data: bytes) -> tuple[Tree, Items]:
    """The tree and the items of a text with errors: what is whole, and what can be made out of the rest."""
    seen, items = _read(tools, tree, data)
    return seen, strategy_of(tools.grammar).with_hidden(data, tools.from_text(data, items))


def _read(tools: Tools, tree: Tree, data: bytes) -> tuple[Tree, Items]:
    grammar, parse, query = tools
    strategy = strategy_of(grammar)
    if strategy.plain_first and (plain := strategy.plain(data)) is not data:
        tree, data = parsed_again(tree, data, plain, parse), plain
    if strategy.is_sound(tree.root_node, data):
        return tree, strategy.named(data, extract(tree, query, data))
    alone = strategy.one_by_one(tools, data)
    if alone is not None:
        return tree, strategy.named(data, alone)
    plain, containers = strategy.without_containers(data)
    around = [] if containers is None else [containers]
    if plain != data:
        tree, data = parsed_again(tree, data, plain, parse), plain
    return _by_layout(tools, tree, data, around)


def _by_layout(tools: Tools, tree: Tree, data: bytes, around: list[Items]) -> tuple[Tree, Items]:
    """The tree and the items of a text without its damage, and what is left of that."""
    grammar, parse, query = tools
    root = tree.root_node
    whole = strategy_of(grammar).plain(without_markers(data))
    suspects = [(node.start_byte, node.end_byte) for node in root.children if node.has_error]
    broken = data if root.has_error else None
    damage = Damage(grammar, whole, [(0, len(data))] if root.is_error else suspects, broken=broken)
    attempt = damage.tree
    parts = [*around, extract(attempt, query, damage.mended)]
    as_parsed: Items | None = None
    if attempt.root_node.has_error or not damage.slight:
        as_parsed = extract(tree, query, data)
        ours = [item.kind for item in parts[-1].definitions] + ["damage"] * len(damage.spans)
        if attempt.root_node.has_error or sees_more([item.kind for item in as_parsed.definitions], ours):
            return tree, joined([*around, as_parsed])  # the layout misled; the parser's own recovery saw more
    for (start, end), (before, after) in zip(damage.spans, damage.contexts, strict=True):
        text = before + whole[start:end] + after
        window = (len(before), len(before) + end - start)
        if text != data:
            rest = extract(parse.parse(text), query, text, window)
        else:
            rest = as_parsed or extract(tree, query, text, window)
        left, read = rest.left_of(*window), partial(_if_parsed, tools, before, after)
        parts.append(with_head(grammar, whole[start:end], damage.layout_of((start, end)), left, read).shifted(start))
    return attempt, joined(parts)


def _if_parsed(tools: Tools, before: bytes, after: bytes, text: bytes) -> Items | None:
    """The items of a text if it parses where it stands."""
    whole, window = before + text + after, (len(before), len(before) + len(text))
    tree = tools.parse.parse(whole)
    return None if tree.root_node.has_error else extract(tree, tools.query, whole, window).inside(*window)


def parsed_again(tree: Tree, data: bytes, plain: bytes, parse: GrammarParser) -> Tree:
    """The tree of a text from that of another one which has the same rows, some of them with blanks in it.

    It takes a third of a parse from nothing, and as both texts follow from one, so does the tree.
    """
    # Two long numbers are compared sooner than a thousand rows.
    difference = int.from_bytes(data, "little") ^ int.from_bytes(plain, "little")
    row = start = end = 0
    for changed in _CHANGED.finditer(difference.to_bytes(len(data), "little")):
        at = changed.start()
        if end and at < end:
            continue  # the row is noted
        row += data.count(b"\n", start, at)
        start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        end = len(data) if end < 0 else end
        tree.edit(start, end, end, (row, 0), (row, end - start), (row, end - start))
    return parse.parse(plain, tree)
