"""What a text defines, and nothing else of its structure: a first index needs the names of everything soon.

A text without errors has the definitions of its tree. In one with errors they are taken as the parser's own recovery
sees them, with the bodies of functions hidden, where the language says that it can be trusted; where not, nothing is
told, and the whole structure has to be made. That may differ from the structure in a few names of broken texts, so it
is a first answer and never the last.
"""

from __future__ import annotations

from indexer.extract.rows import row_items
from indexer.extract.rows_apart import RowsApart
from indexer.extract.structure import Items, extract
from indexer.languages.profile import profile_of, resolved
from indexer.syntax.recovery.damaged import parsed_again
from indexer.syntax.recovery.strategy import strategy_of
from indexer.syntax.tools import Tools


def can_name(grammar: str) -> bool:
    """Whether definitions are told by the tree alone."""
    known = profile_of(grammar)
    return not (known.grammar.unsteady or known.structure.reader or known.structure.rows_with_tree)


def named_items(grammar: str, data: bytes) -> Items | None:
    """The definitions of a text, if they can be told for less than all of its structure."""
    known = profile_of(grammar).structure
    if known.rows is not None and known.rows_with_tree == "instead" and not known.cuttable:
        return row_items(known.rows, data)  # no tree tells any
    tools = Tools.of(grammar, names_alone=True)
    if tools is None or not can_name(grammar):
        return None
    if not tools.query.defines:
        return Items([], [])
    if known.bodies:
        data = resolved(known.bodies)(data)
    if not known.rows_apart:
        return _parsed_items(grammar, data, tools)
    apart: RowsApart = resolved(known.rows_apart)(data)
    items = _parsed_items(grammar, apart.data, tools)
    return None if items is None else apart.joined(items)


def _parsed_items(grammar: str, data: bytes, tools: Tools) -> Items | None:
    tree = tools.parse.parse(data)
    if not tree.root_node.has_error:
        return extract(tree, tools.query, data)
    strategy = strategy_of(grammar)
    if not strategy.plain_first:
        return None
    plain = strategy.plain(data)
    if plain != data:
        tree = parsed_again(tree, data, plain, tools.parse)
    if not tree.root_node.has_error or strategy.is_sound(tree.root_node, plain):
        items: Items | None = extract(tree, tools.query, plain)
    else:
        items = strategy.one_by_one(tools, plain)
    return None if items is None else strategy.named(plain, items)
