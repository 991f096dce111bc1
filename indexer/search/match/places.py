"""Places: where in a text the things are that a query finds there, and what each place is written in.

Text is found in each line alone, as ripgrep prints lines. Line ends are `\\n` here, whatever the file has.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from indexer.lazy import lazy
from indexer.model import HeredocBody, Span
from indexer.query.regexes import Regex, compiled, escape, writes_line_end
from indexer.query.tree import And, Findable, InHeredoc, Is, Node, Not, Or, Pattern, Ref, Text, TreeQuery
from indexer.search.match.facts import Facts, Stopped
from indexer.search.match.nodes import Flags
from indexer.search.names.written import before, written
from indexer.store.columns import Rows
from indexer.text.decoding import encode
from indexer.text.document_text import Text as DocumentText

_BEYOND = 1 << 62
_OFTEN = 4096  # places after which it is asked whether the search goes on
_DISGUISED = ("\N{KELVIN SIGN}".encode(), "\N{LATIN SMALL LETTER LONG S}".encode())


class Places:
    """Spans in order of their start, with what a pattern captured at each."""

    __slots__ = ("_columns", "captures", "counts", "ends", "longest", "starts")

    def __init__(
        self,
        spans: Iterable[tuple[int, int]],
        captures: Sequence[Mapping[str, Span]] | None = None,
        counts: Sequence[Mapping[str, int]] = (),
    ) -> None:
        found = list(spans)
        self.starts = [start for start, _ in found]
        self.ends = [end for _, end in found]
        self.captures = captures
        self.counts = counts  # how many nodes each capture is of, where there are captures
        self.longest = max((end - start for start, end in found), default=0)
        self._columns: tuple[Rows, Rows] | None = None

    @classmethod
    def of_length(cls, length: int, starts: list[int]) -> Places:
        """Places that are all of one length."""
        made = cls(())
        made.starts = starts
        made.ends = [start + length for start in starts]
        made.longest = length
        return made

    def __len__(self) -> int:
        return len(self.starts)

    def inside(self, start: int, end: int) -> list[int]:
        """The places that lie in a range."""
        first, after = bisect_left(self.starts, start), bisect_right(self.starts, end)
        return [at for at in range(first, after) if self.ends[at] <= end]

    @property
    def columns(self) -> tuple[Rows, Rows]:
        """The starts and the ends."""
        if self._columns is None:
            self._columns = np.array(self.starts, np.int64), np.array(self.ends, np.int64)
        return self._columns

    def any_inside_each(self, starts: Rows, ends: Rows) -> Flags:
        """Whether a place lies in each of some ranges."""
        mine, ending = self.columns
        # The least end of all places from each on: one that starts in a range or after it, and ends in it, lies in it.
        least = np.minimum.accumulate(np.append(ending, _BEYOND)[::-1])[::-1]
        flags: Flags = least[np.searchsorted(mine, starts)] <= ends
        return flags

    def count_inside_each(self, starts: Rows, ends: Rows) -> Rows:
        """How many places lie in each of some ranges."""
        mine, ending = self.columns
        firsts, afters = np.searchsorted(mine, starts).tolist(), np.searchsorted(mine, ends, "right").tolist()
        counts = np.zeros(len(firsts), np.int64)
        for at, (first, after) in enumerate(zip(firsts, afters, strict=True)):
            if first < after:  # most have none
                counts[at] = np.count_nonzero(ending[first:after] <= ends[at])
        return counts

    def any_touching_each(self, starts: Rows, ends: Rows) -> Flags:
        """Whether a place has something in common with each of some ranges of whole rows."""
        mine, ending = self.columns
        first, after = np.searchsorted(mine, starts), np.searchsorted(mine, ends, "right")
        # The furthest end of all places before each: one that starts before a range and ends in it or after it.
        furthest = np.maximum.accumulate(np.append(-1, ending))
        flags: Flags = (first < after) | (furthest[first] > starts)
        return flags

    def any_overlapping_each(self, starts: Rows, ends: Rows) -> Flags:
        """Whether a place has a byte in common with each of some ranges."""
        mine, ending = self.columns
        first = np.searchsorted(mine, starts)
        furthest = np.maximum.accumulate(np.append(-1, ending))
        flags: Flags = (np.append(mine, _BEYOND)[first] < ends) | (furthest[first] > starts)
        return flags

    def touching(self, start: int, end: int) -> list[int]:
        """The places that have something in common with a range of whole rows."""
        first, after = bisect_left(self.starts, start - self.longest), bisect_right(self.starts, end)
        return [at for at in range(first, after) if self.starts[at] >= start or self.ends[at] > start]

    def kept(self, chosen: Sequence[int]) -> Places:
        spans = [(self.starts[at], self.ends[at]) for at in chosen]
        if self.captures is None:
            return Places(spans)
        return Places(spans, [self.captures[at] for at in chosen], [self.counts[at] for at in chosen])


class Regions:
    """Parts of a text that do not overlap, in order."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self.spans: list[tuple[int, int]] = []
        for start, end in sorted(spans):
            if self.spans and start <= self.spans[-1][1]:
                self.spans[-1] = (self.spans[-1][0], max(end, self.spans[-1][1]))
            elif end > start:
                self.spans.append((start, end))
        self._starts = [start for start, _ in self.spans]

    def hold(self, offset: int) -> bool:
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self.spans[at][1]


class Finder:
    """Finds places in one text, and tells what they are written in."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._ended_by: dict[InHeredoc, Regions] = {}

    @lazy
    def _lines(self) -> DocumentText:
        """The text with `\\n` at the end of each line. Rows are the same; only bytes move."""
        text = self._facts.text
        if b"\r" not in text.data:
            return text
        return DocumentText.of(text.data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))

    @lazy
    def _lower(self) -> bytes:
        return self._lines.data.lower()

    def places(self, term: Findable) -> Places:
        if isinstance(term, Text):
            return self._text_places(term)
        if isinstance(term, Ref):
            return Places(self._references(term))
        assert isinstance(term, Pattern | TreeQuery)
        ask = self._facts.pattern_matches if isinstance(term, Pattern) else self._facts.ts_matches
        matches = sorted(ask(term.source), key=lambda match: match.span)
        return Places(
            [match.span for match in matches],
            [match.captures for match in matches],
            [match.counts for match in matches],
        )

    def _text_places(self, term: Text) -> Places:
        wanted, data = self._wanted(term)
        if isinstance(wanted, bytes) and self._lines is self._facts.text:
            found = Places.of_length(len(wanted), literal_starts(wanted, data, self._facts.stopped))
        else:
            found = Places(self.text_spans(term))
        if len(found) >= _OFTEN and self._facts.stopped():
            raise Stopped  # what was found may not be all
        return found

    def text_spans(self, term: Text) -> Iterator[tuple[int, int]]:
        """The places of a text in order, until the search is stopped."""
        wanted, data = self._wanted(term)
        if isinstance(wanted, bytes):
            length = len(wanted)
            return self._original(
                (start, start + length) for start in literal_starts(wanted, data, self._facts.stopped)
            )
        return self._original(regex_spans(wanted, data, self._facts.stopped))

    def is_in_rows_of(self, term: Text, spans: Iterable[tuple[int, int]]) -> bool:
        """Whether a text may be found in the rows of some parts."""
        if _crosses_rows(term) or self._lines is not self._facts.text:
            return True
        wanted, data = self._wanted(term)
        for start, end in spans:
            low, high = data.rfind(b"\n", 0, start) + 1, data.find(b"\n", end)
            high = len(data) if high < 0 else high
            if data.find(wanted, low, high) >= 0 if isinstance(wanted, bytes) else wanted.search(data, low, high):
                return True
        return False

    def count_rows(self, term: Text) -> int | None:
        """How many rows have a text in them, each looked at no further than needed; None where a match crosses rows."""
        data = self._lines.data
        if _crosses_rows(term):
            return None
        found = at = 0
        search = self._searcher(term)
        while at < len(data) and (start := search(at)) >= 0:
            if start == len(data) and data.endswith(b"\n"):
                break  # the end of the text is no row
            found += 1
            if found % _OFTEN == 0 and self._facts.stopped():
                raise Stopped
            row_end = data.find(b"\n", start)
            if row_end < 0:
                break
            at = row_end + 1
        return found

    def _searcher(self, term: Text) -> Callable[[int], int]:
        """What finds the first place of a text from an offset on, or -1."""
        wanted, data = self._wanted(term)
        if isinstance(wanted, bytes):
            return partial(data.find, wanted)
        return lambda at: -1 if (match := wanted.search(data, at)) is None else match.span()[0]

    def _references(self, term: Ref) -> list[tuple[int, int]]:
        name, data = written(term.name), self._facts.text.data
        found = [
            reference
            for reference in self._facts.references(name.may_be)
            if (term.kind is None or reference.kind == term.kind)
            and (not name.is_joined or name.fits(reference.name, before(reference.span.start, data)))
        ]
        if term.evidence is not None and found:
            why = self._facts.evidence(term, found)
            found = [one for one, evidence in zip(found, why, strict=True) if evidence in term.evidence]
        return sorted((one.span.start, one.span.end) for one in found)

    def _wanted(self, term: Text) -> tuple[bytes | Regex, bytes]:
        """What to look for, and in what."""
        data = self._lines.data
        if term.regex:
            return compiled(term.text, term.ignore_case), data
        wanted = encode(term.text.replace("\r\n", "\n").replace("\r", "\n"))
        if not term.ignore_case:
            return wanted, data
        has_sign = b"k" in wanted.lower() or b"s" in wanted.lower()
        if wanted.isascii() and not (has_sign and has_disguised(data)):
            return wanted.lower(), self._lower
        return compiled(escape(wanted.decode()), True), data

    def _original(self, spans: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Spans in the text as it is."""
        text, lines = self._facts.text, self._lines
        if lines is text:
            return spans

        def moved(offset: int) -> int:
            row = lines.lines.row_of(offset)
            return text.lines[row] + offset - lines.lines[row]

        return ((moved(start), moved(end)) for start, end in spans)

    def filtered(self, places: Places, conditions: tuple[Node, ...]) -> Places:
        """The places that are written where the conditions say, judged by the first character that is not blank."""
        data = self._facts.text.data
        chosen: list[int] = []
        for at in range(len(places)):
            start, end = places.starts[at], places.ends[at]
            while start < end - 1 and data[start : start + 1].isspace():
                start += 1
            if all(self.written_in(condition, start) for condition in conditions):
                chosen.append(at)
        return places.kept(chosen)

    def written_in(self, condition: Node, offset: int) -> bool:
        """Whether a place condition holds at an offset."""
        if isinstance(condition, And):
            return all(self.written_in(part, offset) for part in condition.parts)
        if isinstance(condition, Or):
            return any(self.written_in(part, offset) for part in condition.parts)
        if isinstance(condition, Not):
            return not self.written_in(condition.part, offset)
        if isinstance(condition, Is) and condition.place == "code":
            return not any(regions.hold(offset) for regions in self._lexical)
        if isinstance(condition, Is) and condition.place == "body":
            headers, bodies = self._halves
            return bodies.hold(offset) and not headers.hold(offset)
        return self._regions(condition).hold(offset)

    def where(self, conditions: tuple[Node, ...]) -> Places:
        """A place for each run of one row that is written where the conditions say, without blanks at its ends."""
        text = self._facts.text
        cuts = {0, len(text.data)}
        for condition in conditions:
            for regions in self._all_regions(condition):
                cuts.update(edge for span in regions.spans for edge in span)
        found: list[tuple[int, int]] = []
        edges = sorted(cuts)
        for start, end in pairwise(edges):
            if all(self.written_in(condition, start) for condition in conditions):
                found += self._filled_rows(start, end)
        return Places(found)

    def _filled_rows(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        text = self._facts.text
        for row in range(text.lines.row_of(start), text.lines.row_of(end - 1) + 1):
            row_start, row_end = text.row_span(row)
            low, high = max(start, row_start), min(end, row_end)
            run = text.data[low:high]
            filled = run.strip()
            if filled:
                low += len(run) - len(run.lstrip())
                yield low, low + len(filled)

    def _all_regions(self, condition: Node) -> list[Regions]:
        if isinstance(condition, And | Or):
            return [regions for part in condition.parts for regions in self._all_regions(part)]
        if isinstance(condition, Not):
            return self._all_regions(condition.part)
        if isinstance(condition, Is) and condition.place == "code":
            return list(self._lexical)
        if isinstance(condition, Is) and condition.place == "body":
            return list(self._halves)
        return [self._regions(condition)]

    def _regions(self, condition: Node) -> Regions:
        if isinstance(condition, InHeredoc):
            return self._heredocs_ended_by(condition)
        assert isinstance(condition, Is)
        if condition.place == "heredoc":
            return self._heredocs
        if condition.place == "header":
            return self._halves[0]
        return self._comments if condition.place == "comment" else self._strings

    @lazy
    def _lexical(self) -> tuple[Regions, Regions, Regions]:
        return self._comments, self._strings, self._heredocs

    @lazy
    def _halves(self) -> tuple[Regions, Regions]:
        headers, bodies = self._facts.halves()
        return Regions(headers), Regions(bodies)

    @lazy
    def _comments(self) -> Regions:
        return Regions((span.start, span.end) for span in self._facts.comments())

    @lazy
    def _strings(self) -> Regions:
        return Regions((span.start, span.end) for span in self._facts.strings())

    @lazy
    def _heredocs(self) -> Regions:
        return Regions(self._bodies(self._facts.heredocs()))

    def _heredocs_ended_by(self, condition: InHeredoc) -> Regions:
        if condition not in self._ended_by:
            wanted = condition.terminator.lower() if condition.ignore_case else condition.terminator
            self._ended_by[condition] = Regions(
                self._bodies(
                    heredoc
                    for heredoc in self._facts.heredocs()
                    if (heredoc.terminator.lower() if condition.ignore_case else heredoc.terminator) == wanted
                )
            )
        return self._ended_by[condition]

    def _bodies(self, heredocs: Iterable[HeredocBody]) -> Iterable[tuple[int, int]]:
        text = self._facts.text
        for heredoc in heredocs:
            if heredoc.content_row_end >= heredoc.content_row_start:
                yield text.lines[heredoc.content_row_start], text.row_span(heredoc.content_row_end)[1]


def has_text(wanted: Text | None) -> Callable[[str], bool]:
    """Whether something said has a text in it; whether anything is said, without one."""
    if wanted is None:
        return bool
    regex = compiled(wanted.text if wanted.regex else escape(wanted.text), wanted.ignore_case)
    return lambda said: bool(said) and regex.search(encode(said)) is not None


def has_disguised(data: bytes) -> bool:
    """Whether a text has signs that are an ASCII letter in another case."""
    # A single byte is found many times faster than several, and the last of these is rare.
    return not data.isascii() and any(sign[-1:] in data and sign in data for sign in _DISGUISED)


def _crosses_rows(term: Text) -> bool:
    """Whether a place of a text can lie in several rows."""
    return writes_line_end(term.text) if term.regex else "\n" in term.text or "\r" in term.text


def literal_starts(wanted: bytes, data: bytes, stopped: Callable[[], bool] = lambda: False) -> list[int]:
    """All of them, or as many as were found when the search was stopped."""
    found: list[int] = []
    find, add, length = data.find, found.append, len(wanted)
    at = find(wanted)
    while at >= 0:
        for _ in range(_OFTEN):
            add(at)
            at = find(wanted, at + length)
            if at < 0:
                return found
        if stopped():
            break
    return found


def regex_spans(regex: Regex, data: bytes, stopped: Callable[[], bool]) -> Iterator[tuple[int, int]]:
    """The matches in order. A match without letters stands for its whole row; the end of the text is no row."""
    at = found = 0
    while at <= len(data) and (match := regex.search(data, at)) is not None:
        start, end = match.span()
        found += 1
        if end > start:
            yield start, end
            at = end
        else:
            if start < len(data) or (data and not data.endswith(b"\n")):
                yield start, end
            row_end = data.find(b"\n", start)
            if row_end < 0:
                return
            at = row_end + 1
        if found % _OFTEN == 0 and stopped():
            return
