"""What it takes to make items of a text in one grammar."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Tree

from indexer.extract.rows import beside_tree
from indexer.extract.structure import Items, all_items
from indexer.grammars.parsers import parser
from indexer.grammars.queries import StructureQuery, structure_query
from indexer.grammars.time_limit import GrammarParser, Patience
from indexer.languages.profile import profile_of, resolved


class Tools(NamedTuple):
    """A grammar's parser and query."""

    grammar: str
    parse: GrammarParser
    query: StructureQuery

    @classmethod
    def of(cls, grammar: str, names_alone: bool = False) -> Tools | None:
        """None when the grammar cannot be used. With `names_alone`, items are definitions and nothing else."""
        parse = parser(grammar)
        query = structure_query(grammar, names_alone)
        return None if parse is None or query is None else cls(grammar, parse, query)

    def parsed(self, text: bytes, before: Tree | None) -> Tree:
        """The tree of a text, made from that of the text that it came from, if there is one, with the edits noted."""
        if before is None:
            return self.parse.parse(text)
        tree = self.parse.parse(text, before)
        if tree.root_node.has_error and profile_of(self.grammar).grammar.keeps_keywords:
            return self.parse.parse(text)
        return tree

    def parsed_until_error(self, text: bytes, before: Tree, start: int, patience: Patience) -> Tree | int:
        """The tree of a text made from that of one without an error; see `GrammarParser.parse_until_error`."""
        known = profile_of(self.grammar).grammar
        if known.translated is None and known.survivable is None and not known.keeps_keywords:
            return self.parse.parse_until_error(text, before, start, patience)
        return self.parsed(text, before)

    @property
    def cuttable(self) -> bool:
        return profile_of(self.grammar).structure.cuttable

    @property
    def local(self) -> bool:
        """Whether the items around a change can be found without the others."""
        known = profile_of(self.grammar).structure
        beside = known.siblings if known.cuttable else self.query.beside
        return not (beside or known.reader or known.rows_with_tree)

    def in_parts(self, data: bytes) -> bool:
        """Whether a broken text is read part by part."""
        known = profile_of(self.grammar).structure
        if known.in_parts is not None:
            return known.in_parts(data)
        return known.cuttable

    def items(self, tree: Tree, data: bytes) -> Items:
        """The items of a text without errors."""
        return self.from_text(data, all_items(tree, self.query, data, self.local))

    def from_text(self, data: bytes, items: Items) -> Items:
        """Items with those that are read from the text, in languages that have such."""
        known = profile_of(self.grammar).structure
        if known.reader:
            read: Items = resolved(known.reader)(data, items)
            return read
        return beside_tree(known, data, items)
