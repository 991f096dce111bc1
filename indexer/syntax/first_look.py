"""The first look at a text: its tree and what it defines, which is all that an outline needs.

Whoever opens a file sees its outline first. Folds, blocks and references cost as much again, so they are made when
somebody asks for them, from the same tree.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Tree

from indexer.extract.structure import Items, completed, outline_items
from indexer.languages.profile import profile_of
from indexer.syntax.names import can_name
from indexer.syntax.structure import Structure
from indexer.syntax.tools import Tools


class FirstLook(NamedTuple):
    """A text that was parsed from nothing."""

    tools: Tools
    tree: Tree
    data: bytes
    items: Items | None  # definitions and comments; None where the tree alone does not tell them

    @classmethod
    def of(cls, grammar: str, data: bytes) -> FirstLook | None:
        """None when the grammar cannot be used, or not so."""
        tools = None if profile_of(grammar).grammar.unsteady else Tools.of(grammar)
        if tools is None:
            return None
        tree = tools.parse.parse(data)
        if tree.root_node.has_error or not can_name(grammar):
            return cls(tools, tree, data, None)
        if tools.query.compares:
            tree = tools.parse.reading_at_once(tree, data)
        return cls(tools, tree, data, outline_items(tree, tools.query, data, tools.local))

    def structure(self) -> Structure:
        """All of the text's structure."""
        items = None
        if self.items is not None:
            items = completed(self.items, self.tree, self.tools.query, self.data, self.tools.local)
        return Structure.parsed(self.tools, self.tree, self.data, items)
