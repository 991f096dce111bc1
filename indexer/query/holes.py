"""Holes: the metavariables of a code pattern, and the captures of a tree query.

`$NAME` is one node, `$$$NAME` any number of nodes, `$_` and `$$$` the same without a name; `$$NAME` may also be a
token without a name of its own, such as an operator. A name is capitals, digits and underscores, and one that starts
with an underscore is anonymous. `$name`, `$Name` and `price$A` are ordinary text, as they are for ast-grep. So is what
would be a metavariable behind a backslash: `\\$HOME` is the code `$HOME`, `\\\\$A` a backslash and a metavariable.
`$$$${$A}` in a template string of JavaScript is `$$$` and what is put in behind it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from indexer.query.tree import Pattern, TreeQuery

_NAME = "[A-Z_][A-Z0-9_]*"
METAVARIABLE = re.compile(
    rf"(?P<escape>(?<!\\)\\*+)(?<![\w$])(?P<variable>\$\$\$(?P<many>{_NAME})?|(?P<sigil>\$\$?)(?P<one>{_NAME}))(?!\w|\$(?!\{{))"
)
_CAPTURE = re.compile(r'"(?:\\.|[^"\\])*+(?:"|\\?\Z)|;[^\n]*|@([\w.-]+)', re.DOTALL)


def holes_of(term: Pattern | TreeQuery) -> Mapping[str, bool]:
    """The names of the holes of a shape, each with whether it stands for any number of nodes."""
    return _metavariables(term.source) if isinstance(term, Pattern) else _captures(term.source)


@lru_cache(maxsize=1000)
def _metavariables(source: str) -> Mapping[str, bool]:
    found = [hole for hole in METAVARIABLE.finditer(source) if len(hole["escape"]) % 2 == 0]
    named = ((hole["many"] or hole["one"] or "_", hole["one"] is None) for hole in found)
    return {name: many for name, many in named if not name.startswith("_")}


@lru_cache(maxsize=1000)
def _captures(source: str) -> Mapping[str, bool]:
    return {found[1]: False for found in _CAPTURE.finditer(source) if found[1] is not None}
