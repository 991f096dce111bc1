"""Names with what is around them: `Model.save`, `queryset filter`, `oneshot::Sender`, `func main`.

The last part is the name of the definition; each part before it names something around that, from the outside in: a
folder, the file, a definition it lies in, or a word written before the name on its row (the receiver of a method in
Go, the object that a function is assigned to, `struct`). Parts may be left out between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.query.tree import Name
from indexer.search.names.matching import EXACT_BUT_CASE, MEMBER, PREFIX, WORDS, matcher
from indexer.text.document_text import Text
from indexer.text.subwords import subwords

MOST_PARTS = 6
INSIDE, IN_FILE, IN_FOLDER = range(3)  # how far away what is around a definition is
_ONLY_WORDS = 3  # is added for a name that has the part among its words and is not the part

_BEFORE = 200  # bytes before a name that are looked at

_SEPARATOR = re.compile(r"::|->|[./\\#]")
_PARTS = re.compile(r"[^\W_][\w$-]*|_[\w$-]*")


NamesAround = list[tuple[str, int]]  # the names around a definition, innermost first, each with how far away it is


@dataclass(frozen=True, slots=True)
class Qualified:
    """A name and the parts around it, outermost first."""

    around: tuple[str, ...]
    name: Name


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a definition fits: its name, and how far away what is asked to be around it is."""

    rank: int
    far: int = 0


@lru_cache(maxsize=256)
def readings(wanted: Name) -> tuple[Qualified, ...]:
    """The ways to read what was typed as a name with parts around it. Blanks may also be in a name."""
    if wanted.how != "fuzzy":
        return ()
    separators = list(_SEPARATOR.finditer(wanted.text))
    cuts = separators[-1:] or list(re.finditer(r"\s+", wanted.text))
    found = []
    for cut in cuts[:MOST_PARTS]:
        around = tuple(_PARTS.findall(wanted.text[: cut.start()]))
        last = wanted.text[cut.end() :].strip()
        if around and last and len(around) <= MOST_PARTS:
            found.append(Qualified(around, Name("fuzzy", last, _ignores_case(last, wanted))))
    return tuple(found)


def _ignores_case(part: str, wanted: Name) -> bool:
    """A capital in another part says nothing about this one."""
    return wanted.ignore_case or (part == part.lower() and wanted.text != wanted.text.lower())


def fit(wanted: Name, name: str, around: Callable[[], NamesAround]) -> Fit | None:
    """How well a definition fits what was typed, read as a name or as one with parts around it."""
    rank = matcher(wanted)(name)
    best = None if rank is None else Fit(rank)
    for reading in readings(wanted):
        rank = member_rank(reading.name, name)
        if rank is None or (best is not None and best.rank <= rank):
            continue
        far = distance(reading.around, around())
        if far is not None:
            best = Fit(rank, far)
    return best


def member_rank(wanted: Name, name: str) -> int | None:
    """The rank of a name that has the right things around it."""
    rank = matcher(wanted)(name)
    if rank is None or rank > PREFIX:
        return None
    return MEMBER if rank <= EXACT_BUT_CASE else WORDS


def distance(around: Sequence[str], names: NamesAround) -> int | None:
    """How far the innermost part is from the definition; None if a part is not around, or not in this order."""
    for by_words in (False, True):
        places = iter(names)
        found: list[int] = []
        for part in reversed(around):
            far = next((far for name, far in places if _is_part(part, name, by_words)), None)
            if far is None:
                break
            found.append(far)
        else:
            return found[0] + (_ONLY_WORDS if by_words else 0)
    return None


@lru_cache(maxsize=4096)
def _is_part(part: str, name: str, by_words: bool) -> bool:
    wanted, words = subwords(part), subwords(name)
    if not by_words:
        return part.lower() == name.lower() or (bool(wanted) and "".join(wanted) == "".join(words))
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words))) if wanted else False


def names_around(path: str, text: Text, start: int, containers: Iterable[str]) -> NamesAround:
    """What is around a definition whose name is written at an offset; `containers` are given innermost first."""
    *folders, file = path.split("/")
    inner = [part for name in containers for part in reversed(_named_parts(name))]
    return [
        *((name, INSIDE) for name in (*reversed(_written_before(text, start)), *inner)),
        (file.partition(".")[0] or file, IN_FILE),
        *((folder, IN_FOLDER) for folder in reversed(folders)),
    ]


def _written_before(text: Text, start: int) -> list[str]:
    """The words before a name on its row."""
    row = text.lines[text.lines.row_of(start)]
    return _PARTS.findall(text.data[max(row, start - _BEFORE) : start].decode("utf-8", "replace"))


def _named_parts(name: str) -> list[str]:
    """`File::Copy` is a File and a Copy; `Mutex<T>` is a Mutex."""
    return _PARTS.findall(name.partition("<")[0]) or [name]
