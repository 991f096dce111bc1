"""What it takes to make items of a text in one grammar."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Tree

from indexer.extract.asm import asm_items
from indexer.extract.objc import objc_items
from indexer.extract.row_rules import RULES
from indexer.extract.rows import completed, replaced
from indexer.extract.sql import sql_items
from indexer.extract.structure import Items, extract
from indexer.extract.verilog import verilog_items
from indexer.grammars.parsers import parser
from indexer.grammars.queries import StructureQuery, structure_query
from indexer.grammars.time_limit import GrammarParser

# Languages whose files are sequences of independent top-level items, and whose queries never look at siblings.
# Elsewhere a cut would change the meaning of what follows it (PHP's opening tag, a sibling of an HTML element), a
# document is one piece, and its queries run over all of it.
CUTTABLE = frozenset(
    (
        *("bash", "c", "clojure", "commonlisp", "cpp", "csharp", "css", "cuda", "dart", "elisp", "elixir", "elm"),
        *("erlang", "gdscript", "go", "groovy", "java", "javascript", "julia", "kotlin", "lua", "luau", "ocaml"),
        *("odin", "perl", "proto", "puppet", "python", "r", "racket", "ruby", "rust", "scala", "scheme", "scss"),
        *("solidity", "starlark", "swift", "tcl", "thrift", "toml", "tsx", "typescript", "zig"),
    )
)
# Those of them in which a row at the margin may belong to what stands above it, so that a broken text is read at once.
_READ_AT_ONCE = frozenset(["toml"])

# Languages whose definitions are also read from the text, because the grammar misses too many; none is cuttable.
FROM_TEXT: dict[str, Callable[[bytes, Items], Items]] = {
    "asm": asm_items,
    "linkerscript": replaced(RULES["linkerscript"]),
    "make": replaced(RULES["make"]),
    "objc": objc_items,
    "sql": sql_items,
    "verilog": verilog_items,
    "vim": completed(RULES["vim"]),
}


class Tools(NamedTuple):
    """A grammar's parser and query."""

    grammar: str
    parse: GrammarParser
    query: StructureQuery

    @classmethod
    def of(cls, grammar: str) -> Tools | None:
        """None when the grammar cannot be used."""
        parse = parser(grammar)
        query = structure_query(grammar)
        return None if parse is None or query is None else cls(grammar, parse, query)

    @property
    def cuttable(self) -> bool:
        return self.grammar in CUTTABLE

    @property
    def in_parts(self) -> bool:
        """Whether a broken text is read part by part."""
        return self.grammar in CUTTABLE and self.grammar not in _READ_AT_ONCE

    def items(self, tree: Tree, data: bytes) -> Items:
        """The items of a text without errors."""
        return self.from_text(data, extract(tree, self.query, data))

    def from_text(self, data: bytes, items: Items) -> Items:
        """Items with those that are read from the text, in languages that have such."""
        read = FROM_TEXT.get(self.grammar)
        return items if read is None else read(data, items)
