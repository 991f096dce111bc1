"""What is special about the damaged texts of a language: nothing, unless its profile names a strategy.

`indexer.syntax.recovery.damaged` and `parts` say in which order the questions are asked. Every answer is a function of
the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tree_sitter import Node

from indexer.extract.structure import Items
from indexer.languages.profile import profile_of, resolved
from indexer.syntax.tools import Tools

# A directive that begins something, goes on with it or ends it, if nothing stands before it in its row.
_PAIRED = re.compile(rb"#[ \t]*+(if|region|el|endif|endregion)(?:\\\r?\n|[^\r\n])*")
_DIRECTIVES = re.compile(rb"\n[ \t]*#(?:\\\r?\n|[^\r\n])*")


class End(NamedTuple):
    """Where something ends, and whether its last row is one that closes it."""

    at: int
    closes: bool


class Strategy:
    """A text with errors is read by its layout. What a language needs besides is told by what it overrides."""

    plain_first = False  # whether a text is parsed again without what its grammar cannot read before all else
    tells_names = False  # whether what was found is to be told by `named`

    takes_trees = False  # whether the tree of a text is taken as it is, whatever its errors are

    errors_stay = False  # whether most parts that have errors stand alone

    no_names: frozenset[bytes] = frozenset()  # words that a parser takes for names in what it cannot read

    @property
    def reads_all(self) -> bool:
        """Whether a part parses as it is or not at all."""
        return type(self).plain is Strategy.plain and not self.errors_stay

    @property
    def has_parts_layout(self) -> bool:
        """Whether parts are found by another layout than all else."""
        return self._directives or type(self).parts_layout is not Strategy.parts_layout

    def __init__(self, grammar: str) -> None:
        self._directives = profile_of(grammar).damage.directives
        self._prologue = profile_of(grammar).grammar.prologue

    def alone(self, part: bytes) -> bytes:
        """A part with blanks for the directives whose other half is outside of it; its length and its rows stay."""
        return without_unpaired(part) if self._directives else part

    def around(self, part: bytes) -> tuple[bytes, bytes]:
        """What has to stand before a part and behind it for it to be code at all."""
        return b"" if part.startswith(self._prologue.rstrip()) else self._prologue, b""

    def plain(self, data: bytes) -> bytes:
        """The text with blanks for what its grammar cannot read; its length and its rows stay."""
        return data

    def mended(self, data: bytes) -> bytes:
        """The text with blanks for what makes it broken, if that is known without a parse; else the text itself."""
        return data

    def with_hidden(self, data: bytes, items: Items) -> Items:
        """The items with the comments that `plain` hid."""
        return items

    def with_names(self, data: bytes, items: Items) -> Items:
        """The items without definitions for which another word was taken for a name."""
        if not self.no_names or not items.definitions:
            return items
        named = [item for item in items.definitions if data[item.name_start : item.name_end] not in self.no_names]
        return items._replace(definitions=named)

    def is_sound(self, root: Node, data: bytes) -> bool:
        """Whether the tree can be taken as it is, in spite of its errors."""
        return False

    def stands_alone(self, root: Node, part: bytes) -> bool:
        """Whether a part of a text has errors that no text beside it can mend, and that stay inside of it."""
        return False

    def may_go_on(self, part: bytes) -> bool:
        """Whether what is broken in a part may be whole with the parts behind it."""
        return True

    def one_by_one(self, tools: Tools, data: bytes) -> Items | None:
        """The items of a text whose definitions are parsed one by one, if that is how it is to be read."""
        return None

    def named(self, data: bytes, items: Items) -> Items:
        """The items with what the grammar cannot see, and without what it took for names."""
        return items

    def without_containers(self, data: bytes) -> tuple[bytes, Items | None]:
        """The text with blanks for what stands around definitions at the margin, and that as items."""
        return data, None

    def ends(self, layout: bytes) -> Mapping[int, End]:
        """Where that which begins at an offset ends, if it may be behind the part that it begins in."""
        return {}

    def parts_layout(self, layout: bytes) -> bytes:
        """The layout with blanks for rows that stand at the margin wherever they are, to find parts by.

        What becomes of a row depends on it and on the rows that end with a backslash before it.
        """
        return without_directives(layout) if self._directives else layout

    def damage_layout(self, layout: bytes) -> bytes:
        """The layout with members further in than what holds them, to find damage by."""
        return without_directives(layout) if self._directives else layout


class AsParsed(Strategy):
    """A text whose tree, or that of each of its parts, is taken as it is: what it defines is read from the text anyway,
    or the parser's own recovery sees as much as anybody does."""

    takes_trees = True
    errors_stay = True

    def stands_alone(self, root: Node, part: bytes) -> bool:
        return True

    def is_sound(self, root: Node, data: bytes) -> bool:
        return True


@cache
def strategy_of(grammar: str) -> Strategy:
    """How damaged texts in a grammar are read."""
    hook = profile_of(grammar).damage.strategy
    made: Strategy = resolved(hook)(grammar) if hook else Strategy(grammar)
    return made


def without_directives(layout: bytes) -> bytes:
    """A layout with blanks for the directives of a preprocessor."""
    return _DIRECTIVES.sub(lambda rows: b"\n" + b" " * (len(rows[0]) - 1), b"\n" + layout)[1:]


def without_unpaired(part: bytes) -> bytes:
    """A part of a text with blanks for directives that begin something and do not end it, and the other way round."""
    if b"#" not in part:
        return part
    opened: list[list[re.Match[bytes]]] = []  # each with those that go on with it
    alone: list[re.Match[bytes]] = []
    for row in _PAIRED.finditer(part):
        if part[part.rfind(b"\n", 0, row.start()) + 1 : row.start()].strip():
            continue
        if row[1] in (b"if", b"region"):
            opened.append([row])
        elif not opened:
            alone.append(row)
        elif row[1] == b"el":
            opened[-1].append(row)
        else:
            opened.pop()
    alone += (row for rows in opened for row in rows)
    if not alone:
        return part
    plain = bytearray(part)
    for row in alone:
        plain[row.start() : row.end()] = re.sub(rb"[^\r\n]", b" ", row[0])
    return bytes(plain)
