"""Names as they are written where something is used: `fmt.Println`, `IO.inspect`, `std::mem::swap`, `this->save`.

What refers to something is known by its last part. The parts before that stand before it in the text, so nothing more
is kept of a reference than where its name is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from indexer.query.regexes import Regex, compiled, escape
from indexer.query.tree import Name
from indexer.search.names.matching import Matcher, matcher

_BEFORE = 240  # bytes before a name that are looked at
_JOINS = re.compile(r"::|->|[./\\:#]")
_JOINED = r" ?[?!&]*(?:\.#?|->|::?|[/\\#]) ?"
_SIGNS = "$@%&"  # before a variable; who asks may leave them out


class Written:
    """Tells the references of a name, also by what is written before them."""

    def __init__(self, wanted: Name) -> None:
        self._whole = matcher(wanted)
        self._last: Matcher | None = None  # of a name with others before it
        self.last = wanted.text
        *before, last = _JOINS.split(wanted.text) if wanted.how in ("exact", "path", "glob") else [wanted.text]
        named = [part.lstrip(_SIGNS) for part in before if part.lstrip(_SIGNS)]
        if named and last:
            self.last = last
            self._last = matcher(replace(wanted, text=last))
            self._before = _ending_with(named, wanted)

    def may_be(self, name: str) -> bool:
        """Whether a reference of that name can be one."""
        return self._whole(name) is not None or (self._last is not None and self._last(name) is not None)

    @property
    def is_joined(self) -> bool:
        """Whether it matters what is written before a reference."""
        return self._last is not None

    def fits(self, name: str, before: bytes) -> bool:
        """Whether a reference of a name is one, by what is written before it."""
        if self._whole(name) is not None:
            return True
        return self._last is not None and self._last(name) is not None and self._before.search(before) is not None


def before(start: int, data: bytes) -> bytes:
    """What is written before a name, on one row: a chain of calls may have a row for each."""
    return b" ".join(data[max(start - _BEFORE, 0) : start].split())


@lru_cache(maxsize=256)
def written(wanted: Name) -> Written:
    return Written(wanted)


def _ending_with(parts: list[str], wanted: Name) -> Regex:
    """What finds the end of a text that ends with some parts of a name and what joins them to the next."""
    is_glob = wanted.how == "glob"
    sources = [_glob(part) if is_glob else escape(part) for part in parts]
    return compiled(rf"(?:\A|[^\pL\pN_]){_JOINED.join(sources)}{_JOINED}\z", wanted.ignore_case)


def _glob(part: str) -> str:
    signs = {"*": r"[\pL\pN_-]*", "?": r"[\pL\pN_-]"}
    return "".join(signs.get(sign) or escape(sign) for sign in re.split(r"([*?])", part))
