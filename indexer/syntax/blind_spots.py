"""Sound code that a grammar stumbles over, made readable for it: a text of equal length, so that offsets hold.

One odd thing in a file is an error in its tree, and hides what is around it. Only what stands inside a token is
changed, so nothing else in the tree is. A language's profile says how; each expression there begins with a literal,
for it runs at every keystroke.
"""

from __future__ import annotations

from indexer.languages.profile import profile_of


def readable(grammar: str, data: bytes) -> bytes:
    """The text as the grammar is to see it, or the text itself."""
    for change in profile_of(grammar).grammar.readable:
        data = change(data)
    return data


def in_known_dialect(grammar: str, data: bytes) -> bytes:
    """A whole text without what only a dialect has that the grammar does not know, or the text itself."""
    change = profile_of(grammar).grammar.dialect
    return data if change is None else change(data)
