"""Code patterns with metavariables and raw tree-sitter queries: from a person's text to matches in a tree.

Pure: a pattern is compiled from its text and a grammar's name, and runs over trees that others have parsed. Nothing
here reads a file, knows an index or raises over what a person wrote; that is a `Problem`.
"""
