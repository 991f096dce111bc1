"""YAML."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Embeds, Grammar, Layout, Patterns, Profile, Structure

# YAML's scanner keeps a stack of open indentations and writes it to a buffer of 1,024 bytes without looking: the 254th
# of them is written behind the buffer. A row opens one at its indentation, which is deeper than those that are open,
# and one at each sign in it (`-`, `?` and `:` before a blank, `|`, `>`); a sequence may stand at the column of its key.
# So a row of this length, with nothing else known of it, leads to no more than 2 x 60 + 60 of them.
_SHORT = 120
_INDENT = re.compile(rb"[ \t]*+")
_SIGN = re.compile(rb"[-?:](?=[\s\0]|\Z)|[|>]")
_MOST_LEVELS = 200
_LONGEST_ROW = 30_000  # its columns are counted in 16 bits


def no_row_is_deep(data: bytes) -> bool:
    """Whether no row can make the scanner's stack too deep."""
    return all(_is_shallow(row) for row in data.splitlines() if len(row) >= _SHORT)


def _is_shallow(row: bytes) -> bool:
    indent = _INDENT.match(row)
    assert indent is not None
    levels = 2 * (indent.end() + 1) + len(_SIGN.findall(row))
    return levels <= _MOST_LEVELS and len(row) <= _LONGEST_ROW


PROFILE = Profile(
    grammar=Grammar(trusted=True, guard=no_row_is_deep),
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(opaque=(), members_by_row=True),
    layout=Layout(is_data=True),
    patterns=Patterns(places="indexer.patterns.place:NOWHERE"),
    embeds=Embeds(finder="indexer.embedded.pipelines:steps"),
)
