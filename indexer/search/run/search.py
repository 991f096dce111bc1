"""Runs a query: candidates in the order that lets it stop early, each verified against the text as it is now."""

from __future__ import annotations

import heapq
import math
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, TypeVar, get_args

from indexer.isolation import Ended
from indexer.lazy import lazy
from indexer.model import Limits, Problem, Span, Symbol
from indexer.query.hints import hints
from indexer.query.needs import needs
from indexer.query.parser import parse
from indexer.query.regexes import writes_line_end
from indexer.query.symbols import by_name
from indexer.query.tree import (
    LONGEST_NAME,
    And,
    Changed,
    File,
    Lang,
    Measure,
    Name,
    Node,
    Not,
    Or,
    Query,
    Select,
    Size,
    Sym,
    asks_beyond,
    findables,
    select_of,
    walk,
)
from indexer.query.tree import Text as Word
from indexer.safe_reader import Late
from indexer.search.match.facts import Stopped, Unanswerable
from indexer.search.match.hits import Bare, Found, with_surroundings
from indexer.search.match.matches import count_in, definition_hits, hits_in
from indexer.search.plan.anchors import Slot
from indexer.search.plan.narrow import (
    files_holding,
    ids_holding,
    kinds_of,
    narrowed_rows,
    only_symbol,
    path_filter,
)
from indexer.search.plan.plan import plan_of
from indexer.search.rank.blocks import block_score
from indexer.search.rank.files import RankedFile, ranked_files
from indexer.search.rank.symbols import Key, Score, symbol_key, symbol_score
from indexer.search.run.best_first import BestFirst, Item
from indexer.search.run.beyond import Beyond, asked_of_files
from indexer.search.run.corpus import Candidate, Corpus, Gone, candidates, packed_outlines
from indexer.search.run.prefetch import Alone, shapes_asked, with_helpers
from indexer.search.run.streaming import HitStream
from indexer.store.layout import EVERYTHING, NAMES
from indexer.store.reader import FileRow
from indexer.text.document_text import Text

T = TypeVar("T")
_FIELD = re.compile(r"(?:^|[\s(-])[a-z]+\+?:[^\s:]")
_UNRANKED = Score(1.0, {})
_COUNT_ON = 300  # files in which a search goes on to count after it has the hits that were asked for
_PARSE_ON = 30  # the same, where they have to be parsed, until it knows whether there are more hits
_PARSE_ON_BYTES = 256_000  # and how much of them
_TOGETHER = 256  # files of which it is asked together what is around their hits
_NOTES = 5
_BY_TEXT = And | Changed | File | Lang | Not | Or | Word  # terms for which no file is parsed
# What definitions and blocks can be ordered by, the greatest first.
_MEASURES = frozenset(get_args(Measure))


class Hit(NamedTuple):
    """A place that a query found."""

    root: Path
    path: str
    language: str | None
    text: Text
    found: Found
    score: Score
    define: Callable[[], Symbol] | None  # says all of the definition that the hit is; most do not ask

    @property
    def symbol(self) -> Symbol | None:
        return None if self.define is None else self.define()


@dataclass
class Answer:
    """What a search found, and what it could not look at."""

    hits: list[Hit] = field(default_factory=list)
    total: int = 0
    truncated: bool = False
    stopped: bool = False  # before everything was looked at: by its time limit, or because nobody waits any more
    elapsed: float = 0.0
    files: int = 0  # that could be searched
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # why it may be incomplete
    hints: list[str] = field(default_factory=list)  # what else may have been meant


def search(text: str, corpora: Sequence[Corpus], limits: Limits = Limits()) -> Answer:  # noqa: B008 - it is frozen
    """Answers a query. A query that does not parse has problems and no hits."""
    parsed = parse(text)
    if parsed.query is None:
        return Answer(problems=parsed.problems)
    answer = run(parsed.query, corpora, limits)
    if not answer.total and not answer.stopped:
        answer.hints += _why_nothing(parsed.query, corpora)
    return answer


def _why_nothing(query: Query, corpora: Sequence[Corpus]) -> list[str]:
    from indexer.search.run.empty import why_nothing  # it imports the parser

    return why_nothing(query, corpora, partial(_finds, corpora))


def _finds(corpora: Sequence[Corpus], query: Query, limits: Limits) -> bool | None:
    """Whether a query finds anything; None where there was no time to tell."""
    answer = run(query, corpora, limits)
    return True if answer.total else None if answer.stopped else False


def each_file(
    query: Query, corpora: Sequence[Corpus], limits: Limits, ask: Callable[[Candidate], Sequence[T]], answer: Answer
) -> Iterator[tuple[Corpus, Candidate, Sequence[T]]]:
    """What is asked of each file that can have hits, by path, where it is something. What may be missing is noted in
    the answer."""
    started = time.monotonic()
    beyond = _beyond(query, corpora, limits, started)
    answer.problems += beyond.problems
    if not beyond.problems:
        yield from _Run(beyond.query, corpora, replace(limits, sort="path"), started).each(ask, answer)
        answer.notes += beyond.notes()


def _beyond(query: Query, corpora: Sequence[Corpus], limits: Limits, started: float) -> Beyond:
    """A query with what all files together say of it, where it asks for that."""
    if not asks_beyond(query.root):
        return Beyond(query, [], list)
    return asked_of_files(query, corpora, lambda: limits.cancelled() or time.monotonic() - started > limits.seconds)


def find_symbols(text: str, corpora: Sequence[Corpus], limits: Limits, explain: bool = False) -> Answer:
    """Definitions as a person looks for them: words are a name, also beside the fields of a query.

    Nothing at all asks for what there is: the first definitions of the workspace. Why nothing was found is said only
    where that is to be explained: editors ask again with every letter.
    """
    parsed = parse(text) if _FIELD.search(text) else None
    if parsed is not None and parsed.query is None:
        return Answer(problems=parsed.problems)
    query = _by_typed_name(text) if parsed is None or parsed.query is None else by_name(parsed.query)
    for node in walk(query.root):
        if isinstance(node, Sym) and node.name.how != "regex" and len(node.name.text) > LONGEST_NAME:
            return Answer(problems=[Problem(f"a name has {LONGEST_NAME:,} characters at most", node.span)])
    answer = run(query, corpora, limits)
    if explain and not answer.total and not answer.stopped:
        answer.hints += _why_nothing(query, corpora)
    return answer


def _by_typed_name(text: str) -> Query:
    typed = text.strip()
    where = Span(0, len(text))
    if typed:
        root: Node = Sym(Name("fuzzy", typed, typed == typed.lower()), where)
    else:
        root = Size("depth", None, 1, where)
    return Query(root, "symbol", None, text)


def run(query: Query, corpora: Sequence[Corpus], limits: Limits) -> Answer:
    started = time.monotonic()
    incomparable = unreadable_changes(query, corpora)
    if any(len(failed) == len(corpora) for _, failed in incomparable):
        return Answer(problems=[Problem(failed[0], term.span) for term, failed in incomparable])
    beyond = _beyond(query, corpora, limits, started)
    if beyond.problems:
        return Answer(problems=beyond.problems)
    running = _Run(beyond.query, corpora, limits, started)
    answer = running.answer()
    answer.notes += beyond.notes()
    answer.notes += [note for _, failed in incomparable for note in failed]
    if running.plan.asks_shapes and not answer.stopped:
        from indexer.search.run.readable import unreadable_shapes  # it imports the parser

        answer.problems = unreadable_shapes(query, corpora, answer.total > 0)
    answer.hints = hints(query, answer.total > 0)
    answer.elapsed = time.monotonic() - started
    return answer


def unreadable_changes(query: Query, corpora: Sequence[Corpus]) -> list[tuple[Changed, list[str]]]:
    """The `changed:` that cannot be told everywhere, and why."""
    from indexer.git.objects import Unreadable

    found: list[tuple[Changed, list[str]]] = []
    for term in walk(query.root):
        failed = []
        for corpus in corpora if isinstance(term, Changed) else ():
            assert isinstance(term, Changed)
            try:
                corpus.compared(term.since)
            except Unreadable as reason:
                failed.append(str(reason))
        if failed and isinstance(term, Changed):
            found.append((term, failed))
    return found


class _Run:
    """One search under way."""

    def __init__(self, query: Query, corpora: Sequence[Corpus], limits: Limits, started: float) -> None:
        self._query = query
        self.plan = plan_of(query)
        self._corpora = corpora
        self._limits = limits
        self._started = started
        self._select: Select = select_of(query)
        ranked = self._select in ("symbol", "block")
        self._sort = limits.sort or query.sort or ("score" if ranked else "path")
        if self._sort != "path" and not ranked:
            self._sort = "path"  # lines and files have no better order
        self._symbol = only_symbol(query) if self._select == "symbol" else None
        ranks = self._symbol if self._select == "symbol" else findables(query.root)
        if self._sort == "score" and not ranks:
            self._sort = "path"  # nothing tells one hit from another
        terms = findables(query.root)
        self._words = [term.text.lower() if isinstance(term, Word) and not term.regex else None for term in terms]
        self._notes: list[str] = []
        self._over = False
        self._bare: dict[int, Candidate] = {}  # by their texts, those whose hits have nothing around them yet
        self._late: deque[Item] = deque()  # that have to be asked once more
        self.last: Key | None = None  # of the last hit that is kept, once there are as many as were asked for

    def answer(self) -> Answer:
        answer = Answer()
        kept: list[tuple[Key, Hit]] = []
        limit = self._limits.hits
        counted_on = bytes_on = 0
        whole = 0  # so many of those that are kept have what is around them
        stream = None
        if self._limits.partial is not None:
            stream = HitStream(self._limits.partial, limit, self._sort == "path", self._started)
        items = self._items(answer)
        if self.plan.parses and (stream is None or self._sort != "path"):  # else what has been told stays where it is
            items = self._without_waiting(items)
        for item in self._helped(items):
            if self.is_over():
                break
            is_full = self.last is not None
            if is_full and self._sort == "score" and self._is_left_out(item, kept[-1][0], answer):
                answer.total += item.least
                answer.truncated = True
                continue
            if is_full and self._sort == "path" and kept[-1][0] <= item.bound:
                counted_on += 1
                bytes_on += item.candidate.size
                is_much = answer.total > len(kept) or counted_on > _PARSE_ON or bytes_on > _PARSE_ON_BYTES
                if is_much if self.plan.parses else counted_on > _COUNT_ON:
                    answer.truncated = True
                    break
            if counted_on or self._limits.detail == "count":
                answer.total += len(self.asked(item, partial(self._counted, symbols=item.symbols)))
            else:
                new = self._hits(item)
                answer.total += len(new)
                if new and not (is_full and kept[-1][0] <= new[0][0]):  # else all that are kept come before
                    kept += new
                    if limit is not None and len(kept) >= limit:
                        kept, whole = heapq.nsmallest(limit, kept, key=_first), 0
                        self.last = kept[-1][0] if limit else None
                if len(self._bare) == _TOGETHER:
                    self._surround(kept, whole)
                    whole = len(kept)
                if stream is not None and stream.is_time(now := time.monotonic()):
                    self._surround(kept)
                    stream.tell(kept, now)
        kept.sort(key=_first)
        if limit is not None:
            kept = kept[:limit]
        self._surround(kept)
        answer.hits = [hit for _, hit in kept]
        if stream is not None:
            stream.tell(kept, math.inf)
        answer.stopped = self._over
        answer.truncated |= self._over or (answer.total > len(kept) and self._limits.detail != "count")
        answer.notes = self._notes
        return answer

    def each(
        self, ask: Callable[[Candidate], Sequence[T]], answer: Answer
    ) -> Iterator[tuple[Corpus, Candidate, Sequence[T]]]:
        for item in self._helped(self._items(answer)):
            if self.is_over():
                break
            found = self.asked(item, ask)
            if found:
                yield item.corpus, item.candidate, found
        answer.truncated |= self._over
        answer.notes = self._notes

    def _is_left_out(self, item: Item, last: Key, answer: Answer) -> bool:
        """Whether no hit in a file comes before the last that is kept. As long as nobody knows whether there are more
        hits than are kept, a file that may have none is looked at all the same."""
        if not item.bound or (self._best_first is not None and not item.least and answer.total == self._limits.hits):
            return False
        return last <= item.bound

    @lazy
    def _best_first(self) -> BestFirst | None:
        """What tells from texts how good their blocks can be; None where nothing does."""
        if self._select != "block" or self._sort != "score" or not all(map(_in_one_row, self.plan.terms)):
            return None
        if not self._limits.hits or self._limits.detail == "count":
            return None  # every file is looked at
        return BestFirst(self._query, self.plan, self._rarities, self._words, self._corpora)

    def is_over(self) -> bool:
        """Whether the search is to end with what it has."""
        if not self._over:
            if time.monotonic() - self._started > self._limits.seconds:
                self._note(f"the search was stopped after {self._limits.seconds:g} seconds{self._how_far()}")
                self._over = True
            else:
                self._over = self._limits.cancelled()
        return self._over

    def _how_far(self) -> str:
        """Why there was not enough time for it, if that is because the index is still being built."""
        if self._select in ("line", "file") and all(isinstance(term, _BY_TEXT) for term in walk(self._query.root)):
            return ""
        snapshots = [corpus.snapshot for corpus in self._corpora if corpus.snapshot is not None]
        stages = [row.stage for snapshot in snapshots for row in snapshot.table.rows if row.skipped is None]
        parsed = sum(stage == EVERYTHING for stage in stages)
        if parsed == len(stages):
            return ""
        return (
            f"; {parsed:,} of {len(stages):,} files have been parsed for the index so far: ask again in a while, or of "
            "fewer files, with `file:` or `lang:`"
        )

    def _items(self, answer: Answer) -> Iterator[Item]:
        """The candidates of all roots, those with the least bound first and those without one last."""
        for corpus in self._corpora:
            answer.files += len(corpus.changed) if corpus.snapshot is None else corpus.snapshot.table.searched
        items = (item for number, corpus in enumerate(self._corpora) for item in self._items_of(number, corpus, answer))
        if self._sort == "path":
            return items
        return _in_order(items) if self._best_first is None else self._best_first.ordered(items, self)

    def _without_waiting(self, items: Iterator[Item]) -> Iterator[Item]:
        """The candidates. Those that need a child which is not there yet come once more, as soon as there are hits
        enough or no others: it is started meanwhile."""
        hasty = {corpus: corpus.reader.in_haste() for corpus in self._corpora}
        for item in items:
            if self.last is not None:
                yield from self._late_ones()
            else:
                item.candidate.reader = hasty[item.corpus]
            yield item
        yield from self._late_ones()

    def _late_ones(self) -> Iterator[Item]:
        while self._late:
            item = self._late.popleft()
            item.candidate.reader = item.corpus.reader
            yield item

    def _helped(self, items: Iterator[Item]) -> Iterator[Item]:
        """The candidates, with helpers for those that come late in a search for shapes."""
        if not self.plan.parses:
            yield from items
            return
        shapes = shapes_asked(self._query)
        alone = Alone()
        for item in items:
            yield item
            if alone.wants_helpers():
                break
        else:
            return
        yield from self._late_ones()  # what is helped waits, so there will be no others
        helped = with_helpers(items, lambda item: item.candidate, lambda item: shapes, self.is_over)
        with closing(helped):
            for item, told in helped:
                yield item._replace(candidate=item.candidate.helped(shapes, told))

    def _items_of(self, number: int, corpus: Corpus, answer: Answer) -> Iterator[Item]:
        """The candidates of one root in path order."""
        snapshot = corpus.snapshot
        ranks: dict[str, RankedFile] | None = None
        rows: Iterable[FileRow] = ()
        if snapshot is not None and self._symbol is not None:
            # When nothing but the name decides, the best names are enough.
            alone = self._symbol is self._query.root and not corpus.below and self._sort not in _MEASURES
            most = self._limits.hits if alone else None
            holding = partial(ids_holding, snapshot)
            kinds, near = kinds_of(self._query), self._near(corpus)
            narrowed = [] if alone else list(narrowed_rows(snapshot, self._query, corpus.below, self._symbol))
            is_narrow = not alone and 2 * len(narrowed) < len(snapshot.table.rows)
            among = [row.id for row in narrowed] if is_narrow else None
            ranks, left_out = ranked_files(snapshot, self._symbol.name, most, near, holding, kinds, among)
            answer.total += left_out
            if alone:
                by_path, by_id = snapshot.table.by_path, snapshot.table.by_id
                known = [by_path[path] for path in ranks] + [by_id[id] for id in snapshot.table.nameless]
                rows = sorted({row.path: row for row in known}.values(), key=attrgetter("path"))
            else:
                rows = [row for row in narrowed if row.path in ranks or row.stage < NAMES]
        elif snapshot is not None:
            rows = narrowed_rows(snapshot, self._query, corpus.below)
        passes = path_filter(self._query)
        for candidate in candidates(corpus, rows):
            over = candidate.is_over
            try:
                if over and not passes(candidate.path, candidate.language):
                    continue
            except Gone:  # or no text, which nobody has found out before
                continue
            ranked = None if ranks is None or over else ranks.get(candidate.path)
            if self._sort in _MEASURES:
                bound: Key = ()
            elif self._sort == "path":
                bound = (number, candidate.path)
            else:
                bound = () if ranked is None else (*ranked.best, number, candidate.path)
            by_name = ranked is not None and self._symbol is self._query.root and self._sort not in _MEASURES
            symbols = ranked.symbols if ranked is not None and by_name else None
            candidate.by_name_alone = symbols is not None
            yield Item(bound, candidate, corpus, symbols)

    def asked(self, item: Item, ask: Callable[[Candidate], Sequence[T]]) -> Sequence[T]:
        """What is asked of a candidate; nothing where it is gone or cannot be asked."""
        candidate = item.candidate
        candidate.stopped = self.is_over
        try:
            found = ask(candidate)
        except (Gone, Stopped, Ended):
            return ()
        except Late:
            self._late.append(item)
            return ()
        except Unanswerable:
            return ()  # a shape is tried wherever it makes sense
        if candidate.failure:
            self._note(f"{candidate.path}: {candidate.failure}")
        return found

    def _hits(self, item: Item) -> list[tuple[Key, Hit]]:
        candidate, corpus = item.candidate, item.corpus
        found = self.asked(item, partial(self._found, symbols=item.symbols))
        if not found:
            return []
        text = candidate.text
        number = self._corpora.index(corpus)
        near = self._near(corpus)
        made: list[tuple[Key, Hit]] = []
        for one in found:
            place = (number, candidate.path, one.span.start, one.span.end)
            key: Key = place
            score = _UNRANKED
            if self._select == "symbol" and one.fit is not None:
                by_worth = symbol_key(one.fit, one.name or "", one.kind, candidate.path, candidate.generated, near)
                score = symbol_score(by_worth, one.kind)
                key = place if self._sort == "path" else (*by_worth, *place)
            elif self._select == "block":
                score = self._block_score(one, candidate)
                key = place if self._sort == "path" else (-score.value, *place)
            if self._sort in _MEASURES:
                key = (-_measured(one, self._sort), *place)
            define = None if one.symbol is None else candidate.definition(one.symbol)
            made.append((key, Hit(corpus.root, candidate.path, candidate.language, text, one, score, define)))
        made.sort(key=_first)
        return made

    def _found(self, candidate: Candidate, symbols: Sequence[int] | None) -> list[Found]:
        if symbols is not None and candidate.packed is not None:
            return definition_hits(self.plan, candidate, symbols)
        found = hits_in(self.plan, candidate, around=False)
        if found and self._select == "line" and self._limits.detail == "around":
            if candidate.stored is None:
                candidate.outline  # noqa: B018 - worked out while it is asked whether the search is to end
            self._bare[id(candidate.text)] = candidate
        return found

    def _surround(self, kept: list[tuple[Key, Hit]], first: int = 0) -> None:
        """Says of hits that are rows what is around them. It is asked of those in many files together."""
        bare, self._bare = self._bare, {}
        of_texts: dict[int, list[int]] = {}
        for at in range(first, len(kept) if bare else 0):
            text = id(kept[at][1].text)
            if text in bare:
                of_texts.setdefault(text, []).append(at)
        if not of_texts:
            return
        outlines = packed_outlines([bare[text] for text in of_texts])
        asked = [
            Bare(bare[text].text, outline, [kept[at][1].found for at in hits])
            for (text, hits), outline in zip(of_texts.items(), outlines, strict=True)
        ]
        for hits, made in zip(of_texts.values(), with_surroundings(asked), strict=True):
            for at, found in zip(hits, made, strict=True):
                key, hit = kept[at]
                kept[at] = key, Hit(hit.root, hit.path, hit.language, hit.text, found, hit.score, hit.define)

    def _counted(self, candidate: Candidate, symbols: Sequence[int] | None) -> Sequence[object]:
        """As many things as the candidate has hits."""
        if symbols is not None and self._limits.detail == "count":  # else they are the best alone
            return self._found(candidate, symbols)
        return range(count_in(self.plan, candidate))

    def _near(self, corpus: Corpus) -> str | None:
        near = self._limits.near
        root = f"{corpus.root}/"
        return near[len(root) :] if near is not None and near.startswith(root) else None

    def _block_score(self, found: Found, candidate: Candidate) -> Score:
        return block_score(found, self._rarities, self._words, candidate.path, candidate.generated)

    @lazy
    def _rarities(self) -> list[float]:
        """How rare each searched term is: by the number of files that can hold it."""
        snapshots = [corpus.snapshot for corpus in self._corpora if corpus.snapshot is not None]
        files = sum(len(snapshot.table.rows) for snapshot in snapshots) or 1
        rarities = []
        for term in findables(self._query.root):
            holding = sum(files_holding(snapshot, needs(term)) for snapshot in snapshots)
            rarities.append(math.log(1 + files / (1 + holding)))
        return rarities

    def _note(self, text: str) -> None:
        if text not in self._notes and len(self._notes) < _NOTES:
            self._notes.append(text)


def _in_order(items: Iterable[Item]) -> Iterator[Item]:
    """Those with the least bound first. Those without come last: there may be more of them than time."""
    ordered = sorted(items, key=lambda item: (not item.bound, item.bound))
    ordered.reverse()
    return (ordered.pop() for _ in range(len(ordered)))  # what was read of a file goes with its item


def _in_one_row(slot: Slot) -> bool:
    """Whether a term is a text whose places lie in one row each."""
    term = slot[0]
    if not isinstance(term, Word):
        return False
    return not (writes_line_end(term.text) if term.regex else "\n" in term.text or "\r" in term.text)


def _measured(found: Found, measure: str) -> int:
    """A number of a hit; a file has no more than its lines and its depth, and -1 is none."""
    if measure == "lines":
        return found.block[1] - found.block[0] + 1
    return len(found.ancestry) + 1 if measure == "depth" else found.measures.get(measure, -1)


def _first(item: tuple[Key, Hit]) -> Key:
    return item[0]
