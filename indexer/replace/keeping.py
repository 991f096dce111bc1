"""Keeping what a template does not change: where a pattern and a template agree, the text stays as it is written.

`foo($A, $B)` becomes `bar($A, $B)`: only the name differs, so the line breaks, blanks, comments and the trailing comma
of what was found stay. The words of the pattern are compared with those of the template once; in each match the words
of the pattern are then looked up in the text. What the two have in common is taken from there, all else is taken from
the template. A pattern that is its own template changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from indexer.model import MadeText, Span
from indexer.patterns.metavariables import Snippet
from indexer.replace.layout import Kept, Piece
from indexer.replace.template import WHOLE, Template
from indexer.replace.words import Placed, Word, Words, placed, template_words, words_of

_CLOSING = (b")", b"]", b"}", b">")
_SEPARATORS = (b",", b";")

Captures = Mapping[str, Span | MadeText]


class _Step(NamedTuple):
    """Items of a pattern that become items of the template; kept where they are the same."""

    kept: bool
    old: range
    new: range


class Keeping:
    """A pattern and a template, compared. Item 2n is the word number n, item 2n-1 the blanks before it."""

    def __init__(self, source: str, template: Template) -> None:
        snippet = Snippet.of(source)
        self._pattern = _pattern_words(snippet)
        self._template = template_words(template)
        self._takes_all = any(variable.name == WHOLE for variable in template.variables)  # and leaves nothing to keep
        old, new = list(_items(self._pattern, nameless=True)), list(_items(self._template))
        self._steps = [
            _Step(tag == "equal" and any(at % 2 == 0 for at in range(i1, i2)), range(i1, i2), range(j1, j2))
            for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        ]

    def pieces(self, data: bytes, span: Span, captures: Captures) -> list[Piece]:
        """What stands in place of a match. A template that says nothing leaves nothing."""
        words = self._template.words
        if not words:
            return _joined([self._template.rest])
        places = None if self._takes_all else _places(self._pattern.words, data, span, captures)
        if places is None:
            return pieces_of_code(self._template, span, captures)
        dropped = _dropped(words, captures)
        made: list[Piece] = [Kept(Span(span.start, places[0].start)), words[0].blanks]
        for step in self._steps:
            if step.kept:
                made.append(Kept(Span(_start(places, step.old[0]), _end(places, step.old[-1]))))
            else:
                made += _written(self._template, step.new, dropped, span, captures)
        return _joined([*made, self._template.rest, Kept(Span(places[-1].end, span.end))])


def pieces_of(template: Template, span: Span, captures: Captures) -> list[Piece]:
    """What a template says where there is no pattern to compare it with."""
    found = {**captures, WHOLE: span}
    return _joined([part.encode() if isinstance(part, str) else found.get(part.name, b"") for part in template.parts])


def pieces_of_code(words: Words, span: Span, captures: Captures) -> list[Piece]:
    """The same for code, where what stands for nothing takes its separator with it."""
    blanks = words.words[0].blanks if words.words else b""
    written = _written(words, range(2 * len(words.words) - 1), _dropped(words.words, captures), span, captures)
    return _joined([blanks, *written, words.rest])


def _pattern_words(snippet: Snippet) -> Words:
    parts: list[tuple[str, bool]] = []
    for at, text in enumerate(snippet.texts):
        parts.append((text, False))
        if at < len(snippet.variables):
            parts.append((snippet.variables[at].name or "", True))
    return words_of(parts)


def _items(words: Words, nameless: bool = False) -> Iterator[tuple[object, ...]]:
    """What tells the items of a pattern or a template apart."""
    for at, word in enumerate(words.words):
        if at:
            yield ("blanks", word.blanks)
        if nameless and word.is_variable and not word.text:
            yield ("nameless", at)
        else:
            yield ("variable" if word.is_variable else "word", word.text)


def _start(places: Sequence[Span], item: int) -> int:
    return places[item // 2].start if item % 2 == 0 else places[item // 2].end


def _end(places: Sequence[Span], item: int) -> int:
    return places[item // 2].end if item % 2 == 0 else places[item // 2 + 1].start


def _written(
    template: Words, items: Sequence[int], dropped: set[int], span: Span, captures: Captures
) -> Iterator[Piece]:
    """Items of a template as it says them."""
    for item in items:
        if item in dropped:
            continue
        word = template.words[(item + 1) // 2]
        if item % 2:
            yield word.blanks
        elif word.is_variable:
            yield span if word.text.decode() == WHOLE else captures.get(word.text.decode(), b"")
        else:
            yield word.text


def _joined(pieces: Sequence[Piece] | Iterator[Piece]) -> list[Piece]:
    """Pieces without empty ones, and with what lies side by side as one."""
    made: list[Piece] = []
    for piece in pieces:
        last = made[-1] if made else None
        if isinstance(piece, Kept):
            if piece.span.start == piece.span.end:
                continue
            if isinstance(last, Kept) and last.span.end == piece.span.start:
                made[-1] = Kept(Span(last.span.start, piece.span.end))
                continue
        elif isinstance(piece, Span):
            if piece.start == piece.end:
                continue
        elif not piece:
            continue
        elif isinstance(piece, bytes) and isinstance(last, bytes):
            made[-1] = last + piece
            continue
        made.append(piece)
    return made


def _dropped(words: Sequence[Word], captures: Captures) -> set[int]:
    """The items of a template that go with variables that stand for nothing."""
    dropped: set[int] = set()
    for at, word in enumerate(words):
        if not word.is_variable or word.text.decode() in captures or word.text.decode() == WHOLE:
            continue
        before = words[at - 1] if at else None
        after = words[at + 1] if at + 1 < len(words) else None
        if before is not None and before.text == b"," and not before.is_variable:
            dropped |= {2 * at - 2, 2 * at - 1}
        elif after is not None and after.text == b"," and not after.is_variable:
            dropped |= {2 * at + 2, 2 * at + 3}
        elif b"\n" in word.blanks and (after is None or b"\n" in after.blanks):
            dropped.add(2 * at - 1)  # it had a line of its own
        elif (
            before is not None
            and before.text not in (b"(", b"[", b"{")
            and after is not None
            and after.text in _CLOSING
        ):
            dropped.add(2 * at - 1)
    return dropped


def _places(words: Sequence[Word], data: bytes, span: Span, captures: Captures) -> list[Span] | None:
    """Where each word of a pattern is in a match; None where that cannot be told for certain."""
    if not words:
        return None
    made: list[Span] = []
    at = span.start
    seen: set[bytes] = set()
    waiting: list[Word] = []
    for word in words:
        bound = captures.get(word.text.decode()) if word.is_variable and word.text not in seen else None
        if bound is None:
            waiting.append(word)
            continue
        seen.add(word.text)
        if isinstance(bound, MadeText) or bound.start < at or bound.end > span.end:
            return None
        between = _between(waiting, data, at, bound.start, captures)
        if between is None:
            return None
        made += [*between, bound]
        waiting, at = [], bound.end
    rest = _between(waiting, data, at, span.end, captures)
    return None if rest is None else [*made, *rest]


def _between(words: Sequence[Word], data: bytes, start: int, end: int, captures: Captures) -> list[Span] | None:
    """Where words are that lie between two places of a match."""
    there = placed(data, start, end)
    found = _matched_around(words, there, captures)
    if found is None:
        return None
    made: list[Span] = []
    literals = iter(found)
    for number, word in enumerate(words):
        if not word.is_variable:
            known = next(literals)
            made.append(Span(start, start) if known is None else Span(known.start, known.end))
        elif word.text and word.text.decode() not in captures:
            made.append(Span(start, start))  # it stands for nothing
        else:
            following = found[len(words[:number]) - sum(each.is_variable for each in words[:number]) :]
            stop = next((each.start for each in following if each is not None), end)
            inside = [each for each in there if start <= each.start and each.end <= stop]
            made.append(Span(inside[0].start, inside[-1].end) if inside else Span(start, start))
        start = made[-1].end
    return made


def _matched_around(words: Sequence[Word], there: Sequence[Placed], captures: Captures) -> list[Placed | None] | None:
    """Where the words of a pattern are, given that some of its variables stand for code that nobody has told.

    What is before the first of these begins the text, and what is behind the last one ends it.
    """
    unknown = [
        at for at, word in enumerate(words) if word.is_variable and (not word.text or word.text.decode() in captures)
    ]
    if not unknown:
        return _matched([word.text for word in words if not word.is_variable], there)
    head = [word.text for word in words[: unknown[0]] if not word.is_variable]
    middle = [word.text for word in words[unknown[0] : unknown[-1]] if not word.is_variable]
    tail = [word.text for word in words[unknown[-1] :] if not word.is_variable]
    texts = [word.text.lower() for word in there]
    first = _in_turn([text.lower() for text in head], texts)
    last = _in_turn([text.lower() for text in reversed(tail)], texts[::-1])
    low = max(first.values(), default=-1) + 1
    high = len(there) - 1 - max(last.values(), default=-1)
    if low > high or len(first) < len(head) or len(last) < len(tail):
        return None
    inner = _matched(middle, there[low:high])
    if inner is None:
        return None
    ends = [there[len(there) - 1 - last[at]] for at in reversed(range(len(tail)))]
    return [*(there[first[at]] for at in range(len(head))), *inner, *ends]


def _matched(wanted: Sequence[bytes], there: Sequence[Placed]) -> list[Placed | None] | None:
    """The words that are wanted among those that are there, in order. Separators may be missing, all else must be
    there; a comma too many belongs to the parenthesis behind it."""
    ours, theirs = [text.lower() for text in wanted], [word.text.lower() for word in there]
    pairs = {
        block.a + offset: block.b + offset
        for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
        for offset in range(block.size)
    }
    if any(at not in pairs and text not in _SEPARATORS for at, text in enumerate(wanted)):
        pairs = _in_turn(ours, theirs)
    used = set(pairs.values())
    found: list[Placed | None] = []
    for at, text in enumerate(wanted):
        if at not in pairs:
            if text not in _SEPARATORS:
                return None
            found.append(None)
            continue
        known, left = there[pairs[at]], pairs[at] - 1
        with_comma = text in _CLOSING and left >= 0 and left not in used and there[left].text == b","
        found.append(Placed(known.text, there[left].start, known.end) if with_comma else known)
    return found


def _in_turn(wanted: Sequence[bytes], there: Sequence[bytes]) -> dict[int, int]:
    """Each wanted word with the first of those that are there and come after the one before."""
    pairs: dict[int, int] = {}
    next_one = 0
    for at, text in enumerate(wanted):
        place = next((number for number in range(next_one, len(there)) if there[number] == text), None)
        if place is not None:
            pairs[at] = place
            next_one = place + 1
    return pairs
