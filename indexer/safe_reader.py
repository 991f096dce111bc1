"""What is parsed in this process and what in a child, for open documents and for searches alike.

In this process go texts of ordinary size in grammars that were proved safe, with nothing else embedded in them, for as
long as such a text may take. All others go to a child (`indexer/isolation.py`). A text that is too much for a grammar
is read by its layout until it is opened or saved again; a grammar that nobody has proved, and that failed, is out of
use for some minutes. Either is told to whoever asks. A child that somebody ends says nothing about a grammar: its
question is asked once more, and costs no other text anything.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import nullcontext, suppress
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from indexer.grammars.time_limit import TooSlow, time_limit
from indexer.grammars.trust import is_fuzzed, is_trusted, why_unsafe
from indexer.isolation import Disturbed, Ended, GrammarFailed, Isolation

# Parsing imports much, and most of what is searched has been parsed already.
if TYPE_CHECKING:
    from indexer.documents import Document

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

# Above this size a parse takes long enough to be felt at the keyboard, so it runs in the child process.
LARGE = 1024 * 1024
SHORTEST = 0.5  # seconds of the processor that parsing a text may take here, however short it is
SLOWEST = 200_000  # bytes for which it gets a second more
OUT_OF_USE = 600.0  # seconds after which a grammar that failed is tried again; if it fails then, as long once more
_MOST_GIVEN_UP = 1000  # texts that are remembered as too much; who comes back after that is tried once more


_LAYOUT = "; it was read by its layout"
_ALONE = "; what is embedded in it was left out"


class Answered(NamedTuple, Generic[T]):
    """An answer, and why it is less than the grammar would have told, if it is."""

    result: T
    failure: str | None = None


class Late(Exception):
    """A child has to answer that has only just been started."""


class Quarantine:
    """The grammars that are out of use, each with the reason. One for all readers of a program."""

    def __init__(self) -> None:
        self._out: dict[str, tuple[str, float]] = {}  # the reason, and until when
        self._failures: dict[str, int] = {}

    @property
    def reasons(self) -> dict[str, str]:
        """Those that failed, and why."""
        return {grammar: reason for grammar in list(self._out) if (reason := self._failed(grammar))}

    def reason(self, grammar: str | None) -> str:
        """Why a grammar is out of use, if it is: since it failed, or in every program."""
        return self._failed(grammar or "") or why_unsafe(grammar)

    def _failed(self, grammar: str) -> str:
        reason, until = self._out.get(grammar, ("", 0.0))
        return reason if reason and time.monotonic() < until else ""

    def blame(self, grammar: str, reason: str, patience: int) -> None:
        """A grammar failed on a text; when that has happened so many times, it is out of use."""
        self._failures[grammar] = self._failures.get(grammar, 0) + 1
        if self._failures[grammar] >= patience:
            log.warning("the grammar %s is out of use: %s", grammar, reason)
            self._out[grammar] = reason, time.monotonic() + OUT_OF_USE


class SafeReader:
    """Asks documents what they say, here or in a child of its own; from any thread.

    `patience` is how many texts a grammar may fail on before it is out of use. At the keyboard it is one, for each
    costs seconds; a search goes through texts that nobody chose, and one must not cost the others their grammar.

    `apart` has the child read whatever has not been read here yet. A parser and a tree query hold up all threads of a
    process, and beside somebody who types nobody may do that.
    """

    def __init__(self, quarantine: Quarantine | None = None, patience: int = 5, apart: bool = False) -> None:
        self.quarantine = Quarantine() if quarantine is None else quarantine
        self._patience = patience
        self._waits = True
        self._apart = apart
        self.isolation = Isolation()  # starts nothing before it is asked
        self._given_up: OrderedDict[str, str] = OrderedDict()  # keys of texts that were too much, and why
        self._judged: tuple[Document | None, bool] = None, False  # the last document, and whether a child reads it
        self._unparsable: set[str] = set()  # those of them that their own grammar cannot read

    def prepare(self) -> None:
        """There will be much to read that has not been read here: starts the child, if that is to do it."""
        if self._apart:
            with suppress(OSError):  # who asks will be told
                self.isolation.prepare()

    def needs_child(self, key: str, document: Document) -> bool:
        """Whether a child answers, so that others need not wait for it."""
        grammar = document.language.grammar if document.language else None
        if self.quarantine.reason(grammar) or key in self._given_up:
            return False
        if self._apart and document.is_unread:
            return True
        judged, unsafe = self._judged
        if judged is document:
            return unsafe
        try:
            unsafe = _is_unsafe(document)
        except TooSlow as failure:
            self._give_up(key, document, str(failure), own_fault=True)
            return False
        self._judged = document, unsafe
        return unsafe

    def in_haste(self) -> SafeReader:
        """The same reader and child, but it raises Late instead of waiting for a child that has to be started."""
        hasty = copy(self)
        hasty._waits = False
        return hasty

    def ask(
        self,
        key: str,
        document: Document,
        method: Callable[Concatenate[Document, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> Answered[T]:
        """What a method of a document returns, or what it returns for the same text read in a simpler way.

        `key` names the document through its versions.
        """
        grammar = document.language.grammar if document.language else None
        if reason := self.quarantine.reason(grammar):
            told = None if why_unsafe(grammar) else f"its grammar is out of use ({reason}){_LAYOUT}"
            return Answered(method(_by_layout(document), *arguments, **named), told)
        in_child = self.needs_child(key, document)
        if in_child and not self._waits and not self.isolation.is_there():
            raise Late
        with self.isolation.turn() if in_child else nullcontext():
            if key not in self._given_up:  # as whoever asked the child before this one may have done
                try:
                    return Answered(self._asked(in_child, key, document, method, arguments, named))
                except Ended:
                    raise  # nobody waits for an answer
                except (GrammarFailed, TooSlow) as failure:
                    own_fault = isinstance(failure, TooSlow) or not document.is_trusted()
                    self._give_up(key, document, str(failure), own_fault, not isinstance(failure, Disturbed))
        told = f"its grammar failed ({self._given_up.get(key, '')})"
        if key not in self._unparsable and len(document.text.data) <= LARGE:
            with suppress(TooSlow), time_limit(seconds_for(document)):
                return Answered(method(document.alone(), *arguments, **named), f"{told}{_ALONE}")
            self._unparsable.add(key)
        return Answered(method(_by_layout(document), *arguments, **named), f"{told}{_LAYOUT}")

    def _asked(
        self,
        in_child: bool,
        key: str,
        document: Document,
        method: Callable[..., T],
        arguments: tuple[Any, ...],
        named: dict[str, Any],
    ) -> T:
        if not in_child:
            with time_limit(seconds_for(document)):
                return method(document, *arguments, **named)
        try:
            return self._asked_apart(key, document, method, arguments, named)
        except Disturbed:  # by somebody who may not do so twice
            return self._asked_apart(key, document, method, arguments, named)

    def _asked_apart(
        self, key: str, document: Document, method: Callable[..., T], arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> T:
        if not self._apart:
            return self.isolation.ask(key, document, method, *arguments, **named)
        answer = self.isolation.ask(key, document, _as_here, method, arguments, named)
        if isinstance(answer, _Slow):
            raise TooSlow(answer.reason)
        return answer

    def _give_up(self, key: str, document: Document, reason: str, own_fault: bool, blamed: bool = True) -> None:
        """From now on a text is read without what is embedded in it; by its layout, if its own grammar is to blame."""
        grammar = document.language.grammar if document.language else None
        if blamed and grammar is not None and not is_fuzzed(grammar) and not document.is_trusted():
            self.quarantine.blame(grammar, reason, self._patience)
        log.warning("%s is read by its layout, or without what is embedded in it: %s", key, reason)
        self._given_up[key] = reason
        if own_fault:
            self._unparsable.add(key)
        if len(self._given_up) > _MOST_GIVEN_UP:
            self._unparsable.discard(self._given_up.popitem(last=False)[0])

    def retry(self, key: str) -> None:
        """What was too much may be another text now."""
        self._given_up.pop(key, None)
        self._unparsable.discard(key)

    def forget(self, key: str) -> None:
        """A document was closed. Never waits."""
        self._judged = None, False
        self.isolation.forget(key)

    def stop(self) -> None:
        self.isolation.stop()


class _Slow(NamedTuple):
    """Why a text has no answer that could be read in this process as well."""

    reason: str


def _as_here(
    document: Document, method: Callable[..., T], arguments: tuple[Any, ...], named: dict[str, Any]
) -> T | _Slow:
    """In the child: what a method returns, within the time that it would have in the parent's process."""
    try:
        if _is_unsafe(document):
            return method(document, *arguments, **named)
        with time_limit(seconds_for(document)):
            return method(document, *arguments, **named)
    except TooSlow as failure:
        return _Slow(str(failure))


def _is_unsafe(document: Document) -> bool:
    """Whether a text must not be parsed in a process that has other things to do."""
    grammar, data = document.language.grammar if document.language else None, document.text.data
    if grammar is not None and (len(data) > LARGE or not is_trusted(grammar, data)):
        return True
    with time_limit(seconds_for(document)):
        return document.embeds_untrusted()


def seconds_for(document: Document) -> float:
    """How long a text may be parsed in this process: much longer than any takes that people write."""
    return SHORTEST + len(document.text.data) / SLOWEST


def _by_layout(document: Document) -> Document:
    """The same text, read without its grammar."""
    assert document.language is not None
    simpler = replace(document.language, grammar=None, adapter="keyword")
    return replace(document, language=simpler, _parsed=None)
