"""Code patterns with metavariables and raw tree-sitter queries: from a person's text to matches in a tree.

Pure: a pattern is compiled from its text and a grammar's name, and runs over trees that others have parsed. Nothing
here reads a file, knows an index or raises over what a person wrote; that is a `Problem`.
"""

from indexer.patterns.match import Found, Match, Shape, without_cut
from indexer.patterns.metavariables import pattern_literals
from indexer.patterns.pattern import Pattern, compile_pattern, matches_in
from indexer.patterns.raw import RawQuery, compile_query

__all__ = [
    "Found",
    "Match",
    "Pattern",
    "RawQuery",
    "Shape",
    "compile_pattern",
    "compile_query",
    "matches_in",
    "pattern_literals",
    "without_cut",
]
