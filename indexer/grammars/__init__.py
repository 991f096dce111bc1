"""Grammars: loading them, which of them are trusted with what, and the queries that say what their trees mean."""
