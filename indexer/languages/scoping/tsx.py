"""TypeScript with elements in it: the names of TypeScript."""

from indexer.languages.scoping.typescript import SCOPING

__all__ = ["SCOPING"]
