"""Readings: what a grammar makes of a snippet of code, as goals.

The snippet's metavariables are replaced by stand-ins and the whole is parsed in each place of the language. All that
reads without an error counts, see `indexer.patterns.contexts`. The stand-ins are identifiers at first; where that does
not read, other styles are tried, in the end for one metavariable after the other. All attempts have a time limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node, Tree

from indexer.grammars.time_limit import GrammarParser
from indexer.languages.profile import profile_of
from indexer.model import Problem, Span
from indexer.patterns.brackets import unpaired_bracket
from indexer.patterns.contexts import FILE, contexts, is_doubtful
from indexer.patterns.goals import Branch, Goal, Leaf, TooLarge, each, goal_of, is_filling
from indexer.patterns.metavariables import (
    ARMS,
    BODIES,
    CALL,
    LOWER,
    QUOTED,
    SIGIL,
    STYLES,
    UPPER,
    Snippet,
    Variable,
    Written,
)
from indexer.patterns.place import Context, Place
from indexer.syntax.blind_spots import readable

LONGEST = 10_000
MOST_VARIABLES = 100
MOST_GOALS = 1_000
MOST_BYTES = 60_000  # that all attempts to read a pattern may parse, or what 200 take; a sound one needs much less
SECONDS = 5.0  # for the same, on a machine that is very busy

_FIRST_STYLE = {"": LOWER, "quoted": QUOTED, "sigil": SIGIL}
_PROSE = frozenset(
    ["jsx_text", "text", "raw_text", "content", "inline", "paragraph", "string_fragment", "string_content"]
)

_VALUES = (UPPER, SIGIL, QUOTED, CALL)

Styles = Sequence[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a pattern can mean: goals for consecutive nodes, most often a single one."""

    goals: tuple[Goal, ...]
    context: Context


@dataclass(frozen=True, slots=True)
class _Attempt:
    written: Written
    context: Context
    tree: Tree

    @property
    def start(self) -> int:
        return len(self.context[0])

    @property
    def end(self) -> int:
        return self.start + len(self.written.text)


class Reader:
    """Reads one snippet with one grammar."""

    def __init__(self, snippet: Snippet, grammar: str, parser: GrammarParser) -> None:
        self.snippet = snippet
        self.grammar = grammar
        self.parser = parser
        self.contexts = contexts(grammar)
        self.deadline = time.monotonic() + SECONDS
        self.left = self.most = max(MOST_BYTES, 200 * sum(map(len, snippet.texts)))
        self.texts: dict[tuple[str, ...], Written] = {}
        self.first = _FIRST_STYLE[profile_of(grammar).patterns.first_style]
        self.plain = [self.first] * len(snippet.variables)

    def readings(self) -> list[Reading] | Problem:
        """All readings of the snippet, or what is wrong with it."""
        if not "".join(self.snippet.texts).strip():
            return self._readings_of_holes()
        usual, unusual = self._usual_styles(), self._unusual_styles()
        whole, part, every = self.contexts.whole, self.contexts.part, ("", *self.contexts.endings)
        found = self._in_places(whole, usual, ("",))
        if not self._are_meant(found):
            found = _merged(found, self._mixed_readings(whole[:1], _VALUES, ("",)))
        if not self._are_meant(found):
            found = _merged(found, self._in_places(whole, usual, self.contexts.endings))
        if not self._are_meant(found):
            parts = self._with_endings(part, usual)
            others = self._in_places(whole, unusual, ("",)) or self._mixed_readings(whole, STYLES, every)
            if not (found or others or parts):
                parts = self._in_places(part, unusual, ("",)) or self._mixed_readings(part, STYLES, every)
            found = _merged(found, others, parts)
        if found:
            return [reading for reading in found if not self._misreads_keyword(reading)] or found
        self.deadline, self.left = time.monotonic() + SECONDS, self.most  # to say what is wrong
        return self._problem()

    def readings_as_part(self) -> list[Reading]:
        """The readings as an argument, a pair and so on."""
        return self._in_places(self.contexts.part, self._usual_styles(), ("",))

    def _readings_of_holes(self) -> list[Reading] | Problem:
        """What metavariables alone can mean: in Haskell `$A $B` is a call."""
        found = self._in_places(self.contexts.whole, [self.plain], ("", *self.contexts.endings))
        nodes = [reading for reading in found if isinstance(reading.goals[0], Branch) and len(reading.goals) == 1]
        return nodes or Problem("the pattern matches everything: add some code around its metavariables")

    def _are_meant(self, found: list[Reading]) -> bool:
        """Whether there is a reading that leaves no doubt."""
        return any(
            not is_doubtful(reading.goals, self.grammar) and not self._misreads_keyword(reading) for reading in found
        )

    def _usual_styles(self) -> list[Styles]:
        return [
            self.plain,
            *(
                [style if chosen else self.first for chosen in where]
                for styles, where in ((BODIES, self.snippet.alone), (ARMS, self.snippet.among_members))
                for style in styles
                if any(where)
            ),
        ]

    def _unusual_styles(self) -> list[Styles]:
        return [[style] * len(self.plain) for style in STYLES if style != self.first] if self.plain else []

    def _with_endings(self, places: Sequence[Place], choices: Sequence[Styles]) -> list[Reading]:
        """The readings in all places, with something added at the end only where there are none without."""
        found = self._in_places(places, choices, ("",))
        if self._are_meant(found):
            return found
        return _merged(found, self._in_places(places, choices, self.contexts.endings))

    def _in_places(self, places: Sequence[Place], choices: Sequence[Styles], endings: Sequence[str]) -> list[Reading]:
        found: dict[tuple[Goal, ...], Reading] = {}
        for place in places:
            more = [[style] * len(self.plain) for style in place.styles] if self.plain else []
            for ending in endings:
                reading = self._first_clean((place.before, ending + place.after), [*choices, *more])
                if reading is not None and _can_stand(place, reading.goals):
                    found.setdefault(reading.goals, reading)
                    break
        return list(found.values())

    def _first_clean(self, context: Context, choices: Sequence[Styles]) -> Reading | None:
        """The first of the choices of styles that reads without an error, else with stand-ins as the only errors."""
        damaged: list[_Attempt] = []
        for styles in choices:
            attempt = self._attempt(styles, context)
            if attempt is None:
                return None
            if attempt.tree.root_node.has_error:
                damaged.append(attempt)
            elif (goals := self._clean(attempt)) is not None:
                return Reading(goals, context)
        for attempt in damaged:
            if (goals := self._clean(attempt)) is not None:
                return Reading(goals, context)
        return None

    def _mixed_readings(self, places: Sequence[Place], styles: Styles, endings: Sequence[str]) -> list[Reading]:
        """The readings of the first place that has any with a style for each metavariable of its own."""
        for place in places if self.plain else ():
            mixed = self._mixed((place.before, place.after), styles)
            found = self._in_places([place], [mixed], endings)
            if found:
                return found
        return []

    def _clean(self, attempt: _Attempt) -> tuple[Goal, ...] | None:
        """The goals of an attempt without errors in which every stand-in stands for a whole node."""
        goals = None if any(True for _ in _errors(attempt)) else _goals(attempt, self.grammar)
        if goals is None or self._is_torn(goals) or not _is_code(goals):
            return None
        return goals

    def _is_torn(self, goals: tuple[Goal, ...]) -> bool:
        """Whether a metavariable ended up as a part of a token."""
        prefix = self.snippet.prefix.encode()
        return any(isinstance(goal, Leaf) and prefix in goal.source.lower() for goal in each(goals))

    def _misreads_keyword(self, reading: Reading) -> bool:
        """Whether a word that the grammar has as a keyword reads as a name: `for (x)` as a call, for one.

        A file may have some as names: `print(x)`.
        """
        language = self.parser.language
        first = next((goal for goal in each(reading.goals) if not isinstance(goal, Branch)), None)
        return (
            language is not None
            and isinstance(first, Leaf)
            and first.named
            and first.text is not None
            and first.source.isalpha()
            and reading.context not in FILE
            and language.id_for_node_kind(first.source.decode(), False) is not None
        )

    def _mixed(self, context: Context, styles: Styles) -> list[str]:
        """A style for each metavariable: the change that leaves the least in error, then the next, while it helps."""
        chosen, least = list(self.plain), _damage(self._attempt(self.plain, context))
        alone = self.snippet.among_members
        for _ in self.plain:
            trials = [
                [*chosen[:at], style, *chosen[at + 1 :]]
                for at in range(len(chosen))
                for style in ((*styles, *BODIES, *ARMS) if alone[at] and styles is STYLES else styles)
                if style != chosen[at]
            ]
            before = least
            for trial in trials:
                damage = _damage(self._attempt(trial, context))
                if damage < least:
                    least, chosen = damage, trial
                if not least:
                    return chosen
            if least == before or self._late():
                break
        return chosen

    def _late(self) -> bool:
        return self.left < 0 or time.monotonic() > self.deadline

    def _attempt(self, styles: Sequence[str], context: Context) -> _Attempt | None:
        if self._late():
            return None
        written = self.texts.get(tuple(styles))
        if written is None:
            written = self.texts[tuple(styles)] = self.snippet.written(styles)
        text = context[0].encode() + written.text + context[1].encode()
        self.left -= len(text)
        return _Attempt(written, context, self.parser.parse(readable(self.grammar, text)))

    def _problem(self) -> Problem:
        """What is wrong, as the place says in which the least is."""
        attempts = [
            attempt
            for place in self.contexts.whole
            if (attempt := self._attempt(self.plain, (place.before, place.after))) is not None
        ]
        if not attempts:
            return Problem(f"the pattern does not read as {self.grammar}, and trying took too long")
        attempt = min(attempts, key=_damage)
        written = attempt.written
        unpaired = unpaired_bracket(written.text)
        if unpaired is not None:
            start = written.original(unpaired)
            sign = written.text[unpaired : unpaired + 1].decode()
            what = "is not closed" if sign in "([{" else "closes nothing"
            return Problem(
                f"the pattern does not read as {self.grammar}: {sign} at byte {start} {what}", Span(start, start + 1)
            )
        error = next(_errors(attempt), None)
        if error is None and self.plain:
            return Problem(
                "a metavariable has to stand for something whole, not for a part of a name, string or comment"
            )
        if error is None:
            return Problem(f"the pattern is no code in {self.grammar}")
        start, end = (
            written.original(min(max(offset, attempt.start), attempt.end) - attempt.start)
            for offset in (error.start_byte, error.end_byte)
        )
        what = f"{error.type} is missing" if error.is_missing else "there is a syntax error"
        return Problem(
            f"the pattern does not read as {self.grammar}: {what} at byte {start}", Span(start, max(end, start))
        )


def _merged(*found: list[Reading]) -> list[Reading]:
    """All readings, each once."""
    return list({reading.goals: reading for readings in reversed(found) for reading in reversed(readings)}.values())[
        ::-1
    ]


def _can_stand(place: Place, goals: tuple[Goal, ...]) -> bool:
    """Whether a place can hold these goals."""
    if place.kinds:
        return len(goals) == 1 and isinstance(goals[0], Branch) and goals[0].name in place.kinds
    return len(goals) == 1 or place.is_list


def _is_code(goals: tuple[Goal, ...]) -> bool:
    """Whether goals ask for something, and not for prose in markup: words are found without a pattern."""
    asked = [goal for goal in goals if not isinstance(goal, Variable)]
    if not asked or len(goals) > 1 or not isinstance(asked[0], Leaf):
        return bool(asked)
    return asked[0].name not in _PROSE and all(
        asked[0].source.count(left) == asked[0].source.count(right)
        for left, right in ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))
    )


def read(snippet: Snippet, grammar: str, parser: GrammarParser, as_part: bool = False) -> list[Reading] | Problem:
    """What a grammar makes of a snippet, maybe rather `as_part` of something, or what is wrong with it."""
    reader = Reader(snippet, grammar, parser)
    try:
        readings = (reader.readings_as_part() if as_part else None) or reader.readings()
    except TooLarge:
        return Problem("the pattern is nested too deeply")
    if isinstance(readings, Problem):
        return readings
    for reading in readings:
        if sum(1 for _ in each(reading.goals)) > MOST_GOALS:
            return Problem(f"the pattern has more than {MOST_GOALS} parts")
    return readings


def _goals(attempt: _Attempt, grammar: str) -> tuple[Goal, ...] | None:
    """The goals of the smallest node around the snippet, or of the nodes it consists of."""
    start, end = attempt.start, attempt.end
    node = attempt.tree.root_node
    while True:
        inside = [
            child
            for child in node.children
            if start <= child.start_byte < end and child.end_byte > child.start_byte and not child.is_missing
        ]
        around = next((child for child in node.children if child.start_byte < start and child.end_byte > start), None)
        if around is not None:
            if inside:
                return None  # the snippet was torn apart
            node = around
        elif len(inside) == 1:
            node = inside[0]
        else:
            break
    passing = profile_of(grammar).patterns.passing
    nodes = inside if node.start_byte < start or node.parent is None or node.type in passing else [node]
    if not nodes or nodes[0].start_byte != start or nodes[-1].end_byte < end:
        return None
    if len(nodes) > 1 and any(each_node.is_error for each_node in nodes):
        return None  # something else was meant than a sequence with a hole in it
    wanted = [node for node in nodes if not is_filling(node, attempt.written, start)]
    return _trimmed([goal_of(each_node, attempt.written, end - start, start) for each_node in wanted])


def _trimmed(goals: list[Goal]) -> tuple[Goal, ...]:
    """The goals without any `$$$` at either end, which would stand for whatever is around."""
    while goals and isinstance(goals[0], Variable) and goals[0].many:
        del goals[0]
    while goals and isinstance(goals[-1], Variable) and goals[-1].many:
        del goals[-1]
    return tuple(goals)


def _errors(attempt: _Attempt) -> Iterator[Node]:
    """What is in error or missing. Inside of a stand-in that does not matter: it is a metavariable in its place."""
    text, start, end = attempt.written.text, attempt.start, attempt.end
    pending = [attempt.tree.root_node]
    while pending:
        node = pending.pop()
        inside = start <= node.start_byte < node.end_byte <= end
        if inside and text[node.start_byte - start : node.end_byte - start] in attempt.written.stand_ins:
            continue
        if node.is_missing or node.is_error:
            yield node
        elif node.has_error:
            pending += reversed(node.children)


def _damage(attempt: _Attempt | None) -> int:
    """How much of an attempt is in error."""
    if attempt is None:
        return 1 << 30
    return sum(1 + node.end_byte - node.start_byte for node in _errors(attempt))
