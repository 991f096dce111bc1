"""A child process that parses what the server must not: large texts, and grammars that nobody has proved safe.

A grammar's scanner is C code that can loop for ever, crash or ask for all memory. In the child that costs one answer:
it is ended after a time limit or beyond one of memory, the caller is told, and the next question starts a new child.
The child keeps the documents that it was asked about last, so an edit costs a small message and an incremental parse
there. How many it keeps is decided here, where the same texts are kept to tell what changed.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

from indexer.child import (
    OUT_OF_TIME,
    PATIENCE,
    START_LIMIT,
    Child,
    ChildFailed,
    end_after,
    end_beyond,
    out_of_memory,
    protocol_output,
    read_message,
    write_message,
)
from indexer.languages.registry import Language
from indexer.text.document_text import Edit
from indexer.turns import others_first

# Only the child parses, and parsing imports much.
if TYPE_CHECKING:
    from indexer.documents import Document

P = ParamSpec("P")
T = TypeVar("T")

TIME_LIMIT = 5.0  # seconds of the processor, for a text of ordinary size
SLOWEST = 100_000  # bytes a second that even a slow machine parses; a long text gets more time
MOST_DOCUMENTS = 32  # that the child keeps
MOST_BYTES = 8 * 1024 * 1024  # of their texts; their trees take many times as much


class GrammarFailed(Exception):
    """The child did not answer: the reason, in words for a log."""


class Disturbed(GrammarFailed):
    """Nobody knows what it would have answered: it could not start, or somebody ended it."""


class Ended(GrammarFailed):
    """Nor will it ever: the program ends."""


class _Change(NamedTuple):
    """What makes the text that the child has of a document into the one it is asked about."""

    start: int
    end: int
    new: bytes


class _Question(NamedTuple):
    """What the child is asked: a method of a document, and its arguments."""

    key: str
    language: Language | None
    text: bytes | _Change  # all of it, where the child has none
    method: Callable[..., object]
    arguments: tuple[object, ...]
    named: dict[str, object]
    forgotten: tuple[str, ...]  # keys of documents that will not be asked about again
    seconds: float  # of the processor that the answer may take


class Isolation:
    """The parent's side. Questions are asked one at a time, from any thread."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit
        self._child: Child | None = None
        self._ready = False  # whether it has said so
        self._stopped = False  # for good
        self._lock = threading.RLock()
        self._known: OrderedDict[str, tuple[Language | None, bytes]] = OrderedDict()  # what the child has, by key
        self._forgotten: list[str] = []  # what it has and need not have

    def ask(
        self,
        key: str,
        document: Document,
        method: Callable[Concatenate[Document, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """What a method of the document returns, worked out in the child."""
        with self.turn():
            data = document.text.data
            try:
                child = self._started()
                forgotten = self._to_forget()
                known = self._known.get(key)
                if known is None or known[0] != document.language:
                    text: bytes | _Change = data
                else:
                    edit = Edit.between(known[1], data)
                    text = _Change(edit.start, edit.end, data[edit.start : edit.start + edit.inserted])
                seconds = self._time_limit + len(data) / SLOWEST
                child.send(_Question(key, document.language, text, method, arguments, named, forgotten, seconds))
                answer: Any = child.receive(seconds if OUT_OF_TIME is None else seconds * PATIENCE)
            except ChildFailed as failure:
                kind = Ended if self._stopped else Disturbed if self._is_disturbed() else GrammarFailed
                self._end()
                raise kind(str(failure)) from failure
            self._keep(key, document.language, data)
            return cast(T, answer)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """In it, nobody else asks: one question comes after the other."""
        others_first()
        with self._lock:
            yield

    def prepare(self) -> None:
        """Starts the child, so that the first question need not wait for it. Never waits."""
        with suppress(Ended):  # who asks will be told
            self.is_there()

    def forget(self, key: str) -> None:
        """A document was closed. The child is told with the next question.

        This never waits: the caller is the event loop, and another document's question may be under way.
        """
        self._known.pop(key, None)
        self._forgotten.append(key)

    def _to_forget(self) -> tuple[str, ...]:
        keys, self._forgotten = self._forgotten, []
        for key in keys:  # one that was closed while its question was under way was noted again afterwards
            self._known.pop(key, None)
        return tuple(keys)

    def _keep(self, key: str, language: Language | None, data: bytes) -> None:
        """Remembers what the child has, and has it forget what it was asked about longest ago."""
        self._known[key] = (language, data)
        self._known.move_to_end(key)
        size = sum(len(text) for _, text in list(self._known.values()))
        while len(self._known) > 1 and (len(self._known) > MOST_DOCUMENTS or size > MOST_BYTES):
            oldest, (_, text) = self._known.popitem(last=False)
            self._forgotten.append(oldest)
            size -= len(text)

    def stop(self) -> None:
        """Ends the child for good, also while it is asked something: nobody waits for the answer any more."""
        self._stopped = True
        if (child := self._child) is not None:
            child.end()

    def is_there(self) -> bool:
        """Whether a child can answer now. Starts one if there is none, which takes a while, and never waits."""
        if not self._lock.acquire(blocking=False):
            return True  # somebody is asking it
        try:
            return self._launched().has_said_something() or self._ready
        except ChildFailed:
            return True  # nor will there be one soon: who asks is told so at once
        finally:
            self._lock.release()

    def _launched(self) -> Child:
        child = self._child
        if not self._stopped and (child is None or not child.alive()):
            self._known.clear()
            self._ready, self._child = False, None
            try:
                self._child = child = Child("indexer.isolation")
            except OSError as error:  # as many as there may be run already, or there is no memory
                raise ChildFailed(f"its process could not be started: {error.strerror or error}") from error
        if self._stopped or child is None:  # perhaps only just, by one who did not see this child
            self._end()
            raise Ended("the program ends")
        return child

    def _started(self) -> Child:
        child = self._launched()
        if not self._ready:
            child.receive(START_LIMIT)
            self._ready = True
        return child

    def _is_disturbed(self) -> bool:
        """Whether the child did not answer for a reason that has nothing to do with the question."""
        child = self._child
        return child is None or not self._ready or child.was_ended()

    def _end(self) -> None:
        child, self._child = self._child, None
        self._known.clear()
        self._forgotten = []
        if child is not None:
            child.end()


def main() -> None:
    """The child: answers until its input ends."""
    import indexer.documents  # noqa: F401 - here, for this takes long, and the time for an answer does not count yet

    output = protocol_output()
    documents: dict[str, Document] = {}
    write_message(output, "ready")
    while True:
        try:
            question: _Question = read_message(sys.stdin.buffer)
        except EOFError:
            return
        for key in question.forgotten:
            documents.pop(key, None)
        end_after(question.seconds)
        try:
            document = _current(documents.get(question.key), question)
            end_beyond(len(document.text.data))
            documents[question.key] = document
            answer = question.method(document, *question.arguments, **question.named)
        except MemoryError:
            out_of_memory()
        end_after(0)
        write_message(output, answer)


def _current(before: Document | None, question: _Question) -> Document:
    from indexer.documents import Document

    if isinstance(question.text, bytes):
        return Document.of(question.language, question.text)
    assert before is not None
    if question.text.start == question.text.end and not question.text.new:
        return before  # as a document that is asked twice in the parent's process
    return before.edited(*question.text, before.version + 1)
