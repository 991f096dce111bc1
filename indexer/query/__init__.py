"""The query language: from what a person types to a tree, and to what every file with a hit must hold. No store."""

from indexer.query.parser import Parsed, parse
from indexer.query.tree import Query

__all__ = ["Parsed", "Query", "parse"]
