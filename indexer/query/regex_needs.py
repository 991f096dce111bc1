"""What a regular expression asks for: its syntax is read here, as RE2 has it, down to the literals no match is without.

For each part is known either the exact set of texts it matches, if small, or what its matches begin and end with and
what they must hold in between. Where a pattern is too deep or too odd, nothing is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from indexer.query.needs import ANYTHING, Need, all_of, any_of, folded_letter, has
from indexer.query.regexes import escape

MOST_EXACT = 32  # texts in a set
MOST_MEMBERS = 10  # characters of a class that is spelled out
DEEPEST = 100
LONGEST = 4096  # characters
LONGEST_EDGE = 16  # bytes kept of what a match begins or ends with
MOST_REPEATS = 4

_QUOTED = re.compile(r"\\Q(.*?)(?:\\E|\Z)|\\.", re.DOTALL)
_REPEAT = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_FLAGS = re.compile(r"\(\?([imsU]*)(?:-([imsU]+))?([:)])")
_GROUP_NAME = re.compile(r"\(\?P?<[^>]*>")
_POSIX_CLASS = re.compile(r"\[:\^?\w+:\]")
_OCTAL = re.compile(r"0[0-7]{0,2}|[1-7][0-7]{1,2}")
_HEX = re.compile(r"x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})")
_PROPERTY = re.compile(r"[pP](?:\{[^}]*\}|.)")
_CONTROL = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class _TooOdd(Exception):
    """A pattern that is not worth understanding."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What is known of the texts that a part of a pattern matches. `exact` is all of them, or None."""

    exact: frozenset[bytes] | None
    begins: frozenset[bytes]
    ends: frozenset[bytes]
    need: Need


_NOTHING = frozenset((b"",))
_EMPTY = _Part(_NOTHING, _NOTHING, _NOTHING, ANYTHING)
_UNKNOWN = _Part(None, _NOTHING, _NOTHING, ANYTHING)


def needs_of_regex(source: str, ignore_case: bool, words_only: bool = False) -> Need:
    """The formula of a pattern that RE2 accepts. With `words_only`, signs and blanks are not asked for."""
    if len(source) > LONGEST:
        return ANYTHING
    source = _QUOTED.sub(lambda found: found[0] if found[1] is None else escape(found[1]), source)
    try:
        return _need(_RegexReader(source, ignore_case, words_only).read())
    except _TooOdd:
        return ANYTHING


def _need(part: _Part) -> Need:
    if part.exact is not None:
        return _one_of(part.exact)
    return all_of((part.need, _one_of(part.begins), _one_of(part.ends)))


def _one_of(texts: Iterable[bytes]) -> Need:
    return any_of([has(text) for text in sorted(texts)])


def _exactly(texts: Iterable[bytes]) -> _Part:
    exact = frozenset(texts)
    return _Part(exact, exact, exact, ANYTHING)


def _edge(texts: Iterable[bytes], end: bool) -> frozenset[bytes]:
    """What matches begin or end with, cut until there are few enough. Nothing is known if any may be empty."""
    for length in (LONGEST_EDGE, 4, 3):
        cut = frozenset(text[-length:] if end else text[:length] for text in texts)
        if b"" in cut:
            return _NOTHING
        if len(cut) <= MOST_EXACT:
            return cut
    return _NOTHING


def _crossed(left: frozenset[bytes], right: frozenset[bytes]) -> frozenset[bytes] | None:
    if len(left) * len(right) > MOST_EXACT:
        return None
    return frozenset(before + after for before, after in product(left, right))


def _then(left: _Part, right: _Part) -> _Part:
    """One part behind the other."""
    if left.exact is not None and right.exact is not None:
        exact = _crossed(left.exact, right.exact)
        if exact is not None:
            return _exactly(exact)
    begins = left.begins if left.exact is None else _crossed(left.exact, right.begins) or left.exact
    ends = right.ends if right.exact is None else _crossed(left.ends, right.exact) or right.exact
    seam = _crossed(left.ends, right.begins)
    need = all_of(
        (
            left.need if left.exact is None else _one_of(left.exact),
            right.need if right.exact is None else _one_of(right.exact),
            ANYTHING if seam is None else _one_of(seam),
            _one_of(begins),
            _one_of(ends),
        )
    )
    return _Part(None, _edge(begins, False), _edge(ends, True), need)


def _either(parts: list[_Part]) -> _Part:
    if len(parts) == 1:
        return parts[0]
    if all(part.exact is not None for part in parts):
        exact = frozenset(text for part in parts for text in part.exact or ())
        if len(exact) <= MOST_EXACT:
            return _exactly(exact)
    begins = _edge((text for part in parts for text in part.begins), False)
    ends = _edge((text for part in parts for text in part.ends), True)
    return _Part(None, begins, ends, any_of([_need(part) for part in parts]))


def _repeated(part: _Part, least: int, most: int | None) -> _Part:
    if most == 0:
        return _EMPTY
    if least == 0:
        if most == 1 and part.exact is not None and len(part.exact) < MOST_EXACT:
            return _exactly(part.exact | _NOTHING)
        return _UNKNOWN
    whole = part
    for _ in range(min(least, MOST_REPEATS) - 1):
        whole = _then(whole, part)
    if most == least <= MOST_REPEATS:
        return whole
    return _Part(None, _edge(whole.begins, False), _edge(whole.ends, True), _need(whole))


class _RegexReader:
    """Reads one pattern. Flags hold to the end of the group they are set in."""

    def __init__(self, source: str, ignore_case: bool, words_only: bool) -> None:
        self._source = source
        self._at = 0
        self._ignore_case = ignore_case
        self._words_only = words_only
        self._depth = 0

    def read(self) -> _Part:
        part = self._alternatives()
        if self._at < len(self._source):
            raise _TooOdd
        return part

    def _alternatives(self) -> _Part:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _TooOdd
        parts = [self._sequence()]
        while self._next("|"):
            parts.append(self._sequence())
        self._depth -= 1
        return _either(parts)

    def _next(self, sign: str) -> bool:
        if self._source.startswith(sign, self._at):
            self._at += len(sign)
            return True
        return False

    def _sequence(self) -> _Part:
        """Parts side by side. A run of single letters is put together at once, so that long words cost little."""
        done = _EMPTY
        run = b""
        while self._at < len(self._source) and self._source[self._at] not in "|)":
            part = self._atom()
            repeat = self._repeat()
            if repeat is not None:
                part = _repeated(part, *repeat)
            if part.exact is not None and len(part.exact) == 1:
                run += next(iter(part.exact))
                continue
            done = _then(_then(done, _exactly((run,))), part)
            run = b""
        return _then(done, _exactly((run,))) if run else done

    def _repeat(self) -> tuple[int, int | None] | None:
        found: tuple[int, int | None] | None = None
        while self._at < len(self._source):
            sign = self._source[self._at]
            counted = _REPEAT.match(self._source, self._at) if sign == "{" else None
            if counted is not None:
                low = int(counted[1])
                high = low if counted[2] is None else int(counted[3]) if counted[3] else None
                self._at = counted.end()
            elif sign in "*+?":
                low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
                self._at += 1
            else:
                break
            self._next("?")
            if found is not None:
                raise _TooOdd
            found = low, high
        return found

    def _atom(self) -> _Part:
        sign = self._source[self._at]
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._class()
        if sign == "\\":
            return self._escape()
        self._at += 1
        if sign in "^$":
            return _EMPTY
        if sign == ".":
            return _UNKNOWN
        return self._letter(sign)

    def _letter(self, letter: str) -> _Part:
        if self._words_only and not (letter.isalnum() or letter == "_"):
            return _UNKNOWN
        folded = folded_letter(letter, self._ignore_case)
        return _UNKNOWN if folded is None else _exactly((folded,))

    def _group(self) -> _Part:
        before = self._ignore_case
        flags = _FLAGS.match(self._source, self._at)
        named = _GROUP_NAME.match(self._source, self._at)
        if flags is not None:
            self._at = flags.end()
            if "i" in flags[1]:
                self._ignore_case = True
            if "i" in (flags[2] or ""):
                self._ignore_case = False
            if flags[3] == ")":
                return _EMPTY
        elif named is not None:
            self._at = named.end()
        elif self._source.startswith("(?", self._at):
            raise _TooOdd
        else:
            self._at += 1
        part = self._alternatives()
        if not self._next(")"):
            raise _TooOdd
        self._ignore_case = before
        return part

    def _escape(self) -> _Part:
        source, at = self._source, self._at + 1
        sign = source[at : at + 1]
        if sign in "AbBz" and sign:
            self._at = at + 1
            return _EMPTY
        known = _PROPERTY.match(source, at)
        if known is not None:
            self._at = known.end()
            return _UNKNOWN
        if sign in "dDsSwWC" and sign:
            self._at = at + 1
            return _UNKNOWN
        return self._letter(self._escaped_letter())

    def _escaped_letter(self) -> str:
        """The character that an escape stands for."""
        source, at = self._source, self._at + 1
        if at >= len(source):
            raise _TooOdd
        number = _HEX.match(source, at)
        if number is not None:
            self._at = number.end()
            return _character(int(number[1] or number[2], 16))
        number = _OCTAL.match(source, at)
        if number is not None:
            self._at = number.end()
            return _character(int(number[0], 8))
        sign = source[at]
        if sign in _CONTROL:
            self._at = at + 1
            return _CONTROL[sign]
        if sign.isalnum() or not sign.isascii():
            raise _TooOdd
        self._at = at + 1
        return sign

    def _class(self) -> _Part:
        """A set of characters, spelled out if it is small."""
        self._at += 1
        negated = self._next("^")
        members: set[str] | None = set()
        first = True
        while first or not self._source.startswith("]", self._at):
            first = False
            if self._at >= len(self._source):
                raise _TooOdd
            low = self._member()
            if low is None:
                members = None
                continue
            high = low
            if self._source.startswith("-", self._at) and not self._source.startswith("-]", self._at):
                self._at += 1
                end = self._member()
                if end is None:
                    raise _TooOdd
                high = end
            if members is not None and ord(high) - ord(low) <= 2 * MOST_MEMBERS:
                members |= {chr(code) for code in range(ord(low), ord(high) + 1)}
            else:
                members = None
        self._at += 1
        if negated or members is None:
            return _UNKNOWN
        letters = [self._letter(member) for member in members]
        if not letters or any(letter.exact is None for letter in letters):
            return _UNKNOWN
        exact = frozenset(text for letter in letters for text in letter.exact or ())
        return _exactly(exact) if len(exact) <= MOST_MEMBERS else _UNKNOWN

    def _member(self) -> str | None:
        """One character of a class, or None for something that stands for many."""
        source = self._source
        posix = _POSIX_CLASS.match(source, self._at)
        if posix is not None:
            self._at = posix.end()
            return None
        sign = source[self._at]
        if sign != "\\":
            self._at += 1
            return sign
        known = _PROPERTY.match(source, self._at + 1)
        if known is not None:
            self._at = known.end()
            return None
        if source[self._at + 1 : self._at + 2] in tuple("dDsSwW"):
            self._at += 2
            return None
        return self._escaped_letter()


def _character(code: int) -> str:
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise _TooOdd
    return chr(code)
