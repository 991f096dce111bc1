"""Which definition comes first. Same hits, same order, always: ties are broken by path and position.

How well the name fits, then how near what is asked to be around it is; among equals what is secondary comes last, then
kinds that people look for most come first, then the shorter name, what is in a file of its name, what lies near the
document the request came from, and what lies less deep.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from indexer.search.names.matching import EXACT, EXACT_BUT_CASE, MEMBER
from indexer.search.names.qualified import Fit
from indexer.search.rank.secondary import SECONDARY, is_secondary
from indexer.text.subwords import subwords

# People look for what has a name of its own before what belongs to something.
_KINDS: Mapping[str, int] = {
    **dict.fromkeys(
        ("class", "struct", "interface", "trait", "enum", "type", "impl", "object", "table", "resource"), 0
    ),
    **dict.fromkeys(("function", "macro", "module", "namespace", "package", "test", "test_function"), 1),
    **dict.fromkeys(("method", "constructor", "test_method"), 2),
    **dict.fromkeys(("constant", "prototype", "variable"), 3),
}
_REST = 4
_QUALIFIER = re.compile(r"\A.*(::|[.\\])(?=.)")
_WHOLE_FOLDER = frozenset(("__init__", "index", "init", "lib", "mod"))
_AROUND = ("inside", "in the file", "in the folder", "inside, by words", "in the file, by words", "far")
_RANKS = ("exact", "exact but for case", "member", "prefix", "initials", "words", "part", "beginnings of words")
_FARTHEST = 255

Key = tuple[Any, ...]
Number = Any  # an int, or a column of them


@dataclass(frozen=True, slots=True)
class Score:
    """A hit's worth, and the parts it came from, for `--explain`."""

    value: float
    parts: dict[str, float | str]


class _Parts(NamedTuple):
    """What `worth` was made of."""

    far: int
    secondary: int
    kind: int
    rank: int
    length: int


def distance(path: str, near: str | None) -> int:
    """How many folders lie between two files; 0 where nobody is near."""
    if near is None:
        return 0
    one, other = path.split("/")[:-1], near.split("/")[:-1]
    common = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        common += 1
    return len(one) + len(other) - 2 * common


def kind_worth(kind: str | None) -> int:
    """The place of a kind among those that people look for."""
    return _KINDS.get(kind or "", _REST)


def worth(rank: Number, far: Number, secondary: Number, kind: Number, length: Number) -> Number:
    """The first parts of the order as one number, the least first: of one definition, or of columns of them.

    The parts lie side by side in the number, so what is 0 at first can be added later.

    A word without capitals finds both cases, so the exact case is worth no more than one step of the kind: `queryset`
    is the class QuerySet before a field of that name, and `map` the function before a class Map.
    """
    by_name = rank + (rank == EXACT)  # as good as the name but for case
    by_kind = kind + (rank == EXACT_BUT_CASE)
    return (((by_name << 8 | far) << 1 | secondary) << 5 | by_kind) << 40 | rank << 32 | length


def _parts_of(worth: int) -> _Parts:
    first = worth >> 40
    return _Parts(first >> 6 & 255, first >> 5 & 1, first & 31, worth >> 32 & 255, worth & 0xFFFFFFFF)


def symbol_key(fit: Fit, name: str, kind: str | None, path: str, generated: bool, near: str | None) -> Key:
    """What symbols are ordered by. With nothing known of `far`, it is the best that there can be."""
    foreign = not in_file_of_its_name(name, path)
    return (_worth_of(fit, name, kind, path, generated), foreign, distance(path, near), path.count("/"))


def least_key(fit: Fit, name: str, kind: str | None, path: str, generated: bool) -> Key:
    """A key that is no greater than a symbol's, for less work."""
    return (_worth_of(fit, name, kind, path, generated), False, 0, 0)


def _worth_of(fit: Fit, name: str, kind: str | None, path: str, generated: bool) -> int:
    far, secondary = min(fit.far, _FARTHEST), generated or is_secondary(path)
    number: int = worth(fit.rank, far, secondary, kind_worth(kind), len(name))
    return number


def in_file_of_its_name(name: str, path: str) -> bool:
    """`Mutex` in `mutex.rs`, `ArgumentParser` in `argument_parser.py`, `Layer` in `layer/index.js`."""
    return _words_of_file(path) == _words_of_name(name)


@lru_cache(maxsize=1024)
def _words_of_name(name: str) -> list[str]:
    return subwords(_QUALIFIER.sub("", name.partition("<")[0]))


@lru_cache(maxsize=16384)
def _words_of_file(path: str) -> list[str]:
    folder, _, file = path.rpartition("/")
    stem = file.partition(".")[0]
    return subwords(folder.rpartition("/")[2] if stem in _WHOLE_FOLDER else stem)


def symbol_score(key: Key, kind: str | None) -> Score:
    """The order as a number, and why."""
    number, foreign, away, depth = (int(part) for part in key[:4])
    far, secondary, kinds, rank, length = _parts_of(number)
    value = 100 - 10 * max(rank, 1) - 0.45 * far - 0.25 * secondary - 0.03 * kinds - 0.0005 * min(length, 50)
    parts: dict[str, float | str] = {"name": _RANKS[rank]}
    if rank == MEMBER or far:
        parts["around"] = _AROUND[min(far, len(_AROUND) - 1)]
    if secondary:
        parts["aside"] = SECONDARY
    parts["kind"] = kind or "none"
    if not foreign:
        parts["file"] = "of its name"
    if away:
        parts["distance"] = float(away)
    return Score(round(value - 0.0002 * foreign - 0.000001 * min(away * 10 + depth, 100), 6), parts)
