"""A child process that parses what the server must not: large texts, and grammars that nobody has proved safe.

A grammar's scanner is C code that can loop for ever or crash. In the child that costs one answer: the child is ended
after a time limit, the caller is told, and the next question starts a new child. The child keeps the last document of
each key, so an edit costs a small message and an incremental parse there.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from indexer.child import START_LIMIT, Child, ChildFailed, protocol_output, read_message, write_message
from indexer.languages.registry import Language
from indexer.text.document_text import Edit

# Only the child parses, and parsing imports much.
if TYPE_CHECKING:
    from indexer.documents import Document

TIME_LIMIT = 5.0  # seconds, for a text of ordinary size
SLOWEST = 100_000  # bytes a second that even a slow machine parses; a long text gets more time


class GrammarFailed(Exception):
    """The child did not answer: the reason, in words for a log."""


class Isolation:
    """The parent's side. Questions are asked one at a time, from any thread."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit
        self._child: Child | None = None
        self._lock = threading.Lock()
        self._known: dict[str, tuple[Language | None, bytes]] = {}  # what the child has, by key

    def ask(self, key: str, document: Document, method: str, *arguments: object) -> object:
        """The result of `document.method(*arguments)`, worked out in the child."""
        with self._lock:
            data = document.text.data
            try:
                child = self._started()
                known = self._known.get(key)
                if known is None or known[0] != document.language:
                    change: object = data
                else:
                    edit = Edit.between(known[1], data)
                    change = (edit.start, edit.end, data[edit.start : edit.start + edit.inserted])
                child.send((key, document.language, change, method, arguments))
                answer: object = child.receive(self._time_limit + len(data) / SLOWEST)
            except ChildFailed as failure:
                self._end()
                raise GrammarFailed(str(failure)) from failure
            self._known[key] = (document.language, data)
            return answer

    def forget(self, key: str) -> None:
        """A document was closed. The child replaces its copy when the key comes back.

        This never waits: the caller is the event loop, and another document's question may be under way.
        """
        self._known.pop(key, None)

    def stop(self) -> None:
        with self._lock:
            self._end()

    def _started(self) -> Child:
        if self._child is None or not self._child.alive():
            self._known.clear()
            self._child = Child("indexer.isolation")
            self._child.receive(START_LIMIT)
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        self._known.clear()
        if child is not None:
            child.end()


def main() -> None:
    """The child: answers until its input ends."""
    output = protocol_output()
    documents: dict[str, Document] = {}
    write_message(output, "ready")
    while True:
        try:
            key, language, change, method, arguments = read_message(sys.stdin.buffer)
        except EOFError:
            return
        documents[key] = document = _current(documents.get(key), language, change)
        write_message(output, getattr(document, method)(*arguments))


def _current(before: Document | None, language: Language, change: bytes | tuple[int, int, bytes]) -> Document:
    from indexer.documents import Document

    if isinstance(change, bytes) or before is None:
        assert isinstance(change, bytes)
        return Document.of(language, change)
    return before.edited(*change, before.version + 1)


if __name__ == "__main__":
    main()
