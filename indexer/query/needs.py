"""What a text must hold for a query to have a hit in it: a formula over literals, for narrowing by trigrams.

A formula may ask for too little, never for too much: wherever the query has a hit, the formula holds. Literals are
folded as the index folds texts and never hold a line end. Negation asks for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from indexer.query.tree import (
    And,
    Contains,
    InHeredoc,
    Inside,
    Name,
    Node,
    Or,
    Ordered,
    Pattern,
    Query,
    Ref,
    Related,
    Sym,
    Text,
)
from indexer.text.decoding import encode

SHORTEST = 3
MOST_PARTS = 256
MOST_COMPARED = 32

_UNCASED = re.compile("[\u2e80-\ua4cf\uac00-\ud7a3]")  # scripts that have no case in any version of Unicode
_FOLD = bytes(range(256)).lower()
_KELVIN, _LONG_S = "\N{KELVIN SIGN}".encode(), "\N{LATIN SMALL LETTER LONG S}".encode()


@dataclass(frozen=True, slots=True)
class Has:
    """The folded text holds these bytes."""

    literal: bytes


@dataclass(frozen=True, slots=True)
class Defines:
    """The text defines something of that name."""

    name: Name


@dataclass(frozen=True, slots=True)
class DefinesKind:
    """The text defines something of one of these kinds."""

    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class InFiles:
    """The text is that of one of these files."""

    paths: frozenset[str]


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Any:
    parts: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Anything:
    """Nothing is asked for."""


Need: TypeAlias = All | Any | Has | Defines | DefinesKind | InFiles | Anything
ANYTHING = Anything()


def needs(query: Query | Node, pattern_needs: Callable[[str], Need] | None = None, definitions: bool = False) -> Need:
    """The formula of a query.

    `pattern_needs` knows what code patterns ask for. With `definitions` the formula also speaks of the names of
    definitions; without, it is over literals alone. The two are apart because the name of a heading is not always
    written in the text as it reads: `# get*User*` is getUser.
    """
    node = query.root if isinstance(query, Query) else query
    if isinstance(node, And):
        return all_of(needs(part, pattern_needs, definitions) for part in node.parts)
    if isinstance(node, Or):
        return any_of(needs(part, pattern_needs, definitions) for part in node.parts)
    if isinstance(node, Inside | Contains | Ordered):
        return needs(node.query, pattern_needs, definitions)
    if isinstance(node, Text):
        return regex_needs(node.text, node.ignore_case) if node.regex else text_needs(node.text, node.ignore_case)
    if isinstance(node, InHeredoc):
        return text_needs(node.terminator, node.ignore_case)
    if isinstance(node, Ref):
        return name_needs(node.name)
    if isinstance(node, Sym) and definitions:
        return Defines(node.name)
    if isinstance(node, Related) and definitions and node.files is not None:
        return InFiles(node.files)
    if isinstance(node, Pattern) and pattern_needs is not None:
        return pattern_needs(node.source)
    return ANYTHING


def fold(text: bytes) -> bytes:
    """A text as literals see it: ASCII letters without case, and the two letters that ignoring case makes ASCII."""
    return text.translate(_FOLD).replace(_KELVIN, b"k").replace(_LONG_S, b"s")


def holds(need: Need, folded: bytes) -> bool:
    """Whether a folded text has what is asked for. Names of definitions are not looked at."""
    if isinstance(need, Has):
        return need.literal in folded
    if isinstance(need, All):
        return all(holds(part, folded) for part in need.parts)
    if isinstance(need, Any):
        return any(holds(part, folded) for part in need.parts)
    return True


def has(literal: bytes) -> Need:
    """What asks for a literal. A short one is in no index."""
    return Has(literal) if len(literal) >= SHORTEST else ANYTHING


def all_of(parts: Iterable[Need]) -> Need:
    flat: dict[Need, None] = {}
    for part in parts:
        for inner in part.parts if isinstance(part, All) else (part,):
            if inner != ANYTHING:
                flat[inner] = None
    literals = [part.literal for part in flat if isinstance(part, Has)]
    if 1 < len(literals) <= MOST_COMPARED:
        covered = {short for short in literals if any(short in long for long in literals if short != long)}
        flat = {part: None for part in flat if not (isinstance(part, Has) and part.literal in covered)}
    kept = tuple(flat)[:MOST_PARTS]
    if len(kept) < 2:
        return kept[0] if kept else ANYTHING
    return All(kept)


def any_of(parts: Iterable[Need]) -> Need:
    flat: dict[Need, None] = {}
    for part in parts:
        if part == ANYTHING:
            return ANYTHING
        for inner in part.parts if isinstance(part, Any) else (part,):
            flat[inner] = None
    literals = [part.literal for part in flat if isinstance(part, Has)]
    if 1 < len(literals) <= MOST_COMPARED:
        covered = {long for long in literals if any(short in long for short in literals if short != long)}
        flat = {part: None for part in flat if not (isinstance(part, Has) and part.literal in covered)}
    if len(flat) > MOST_PARTS or not flat:
        return ANYTHING
    return next(iter(flat)) if len(flat) == 1 else Any(tuple(flat))


def text_needs(text: str, ignore_case: bool) -> Need:
    """What a text asks for."""
    return all_of(has(run) for run in _literal_runs(text, ignore_case))


def regex_needs(source: str, ignore_case: bool) -> Need:
    """What a regular expression asks for."""
    from indexer.query.regex_needs import needs_of_regex

    return needs_of_regex(source, ignore_case)


def name_needs(name: Name) -> Need:
    """What the name of a reference asks for: it is written in the text, but blanks in it may be written otherwise."""
    if name.how == "regex":
        from indexer.query.regex_needs import needs_of_regex

        return needs_of_regex(name.text, name.ignore_case, words_only=True)
    if name.how == "glob":
        return all_of(has(run) for piece in name.text.replace("?", "*").split("*") for run in _word_runs(piece, name))
    return all_of(has(run) for run in _word_runs(name.text, name))


def _literal_runs(text: str, ignore_case: bool) -> list[bytes]:
    """The parts of a text that are the same bytes in every folded text that matches it."""
    runs = [bytearray()]
    for letter in text:
        folded = folded_letter(letter, ignore_case)
        if folded is None:
            runs.append(bytearray())
        else:
            runs[-1] += folded
    return [bytes(run) for run in runs if run]


def _word_runs(text: str, name: Name) -> Iterator[bytes]:
    for word in re.findall(r"\w+", text):
        yield from _literal_runs(word, name.ignore_case)


def folded_letter(letter: str, ignore_case: bool) -> bytes | None:
    """A letter as it is in a folded text, or None if it may be there in several ways or is no part of a line."""
    if letter.isascii():
        return None if letter in "\n\r" else letter.lower().encode()
    if letter in "\N{KELVIN SIGN}\N{LATIN SMALL LETTER LONG S}" or (ignore_case and not _UNCASED.match(letter)):
        return None
    return encode(letter)
