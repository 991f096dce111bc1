"""A parser that stops where it sees an error.

What a parser makes of a text behind an error may take it fifty times as long as all of the text, and whoever only asks
whether there is one needs none of it. The library cannot be told to stop, but it tells what it does: among much else,
that it resumes a version, which is when all that it followed have failed. From then on it is given no more to read.

To be told takes ten times as long as to parse. So this is for texts of which nearly all is taken from a tree that was
there before: the parser is listened to from the first row that it has to read itself, and not for long. Where it looks
far ahead for the end of something it tells each letter, and nobody listens until it has been given more to read.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Language, LogType, Parser, Tree

from indexer.grammars.bits import Reading

_LEAST = 1500  # lines that the parser may tell, which takes it a millisecond
_BYTES = 160  # of a long text for each line
_LETTERS = 32  # lines about letters, one after the other
_FAILED = "resume version"
_AT = "process version"
_VERSIONS = 6  # that a parser follows at once
_ROWS = 3  # that are looked at behind an error at most, where its token is not read but known


class ParserUntilError:
    """One parser, for one thread. It may be one that stops to be asked whether it may go on."""

    def __init__(self, language: Language, parser: Parser) -> None:
        self._language = language
        self._parser = parser
        self._reading = Reading(language, b"", 0)
        self._lines = 0  # that it may still tell
        self._letters = 0
        self._at: list[str] = []  # where the versions were that it followed last
        self._hears = self._told  # the library keeps no hold of whom it tells while it does

    def parse(self, data: bytes, before: Tree, start: int, ask: Callable[[], None]) -> Tree | int:
        """The tree of a text made from that of an earlier one, which differs from `start` on. Where an error is seen
        soon behind that: up to where the text has to stay as it is for that to be seen, its end counted in.

        Whoever is asked whether the parser may go on says no by raising something.
        """
        self._reading = reading = Reading(self._language, data, start)
        self._lines = max(_LEAST, len(data) // _BYTES)
        self._at.clear()
        reading.goes_on = self._listen
        try:
            tree = self._parsed(reading, before, ask)
        finally:
            self._hush()
            reading.goes_on, reading.is_parsed = None, True
        if not reading.ended:
            return tree
        seen = max((reading.offset_of(*_place(line)) for line in self._at), default=start)
        for _ in range(_ROWS):
            seen = data.find(b"\n", seen) + 1 or len(data)
        return max(seen, reading.read)

    def _parsed(self, reading: Reading, before: Tree, ask: Callable[[], None]) -> Tree:
        while True:
            try:
                return self._parser.parse(reading, before)
            except ValueError:  # asked again, it goes on where it stopped
                try:
                    ask()
                except BaseException:
                    self._parser.reset()
                    raise

    def _listen(self) -> None:
        self._letters = 0
        if self._lines and not self._reading.ended:
            self._parser.logger = self._hears

    def _hush(self) -> None:
        self._parser.logger = None  # type: ignore[assignment]  # the library takes it, and its types do not say so

    def _told(self, kind: LogType, line: str) -> None:
        self._lines -= 1
        self._letters = self._letters + 1 if kind is LogType.LEX else 0
        if line.startswith(_AT):
            self._at.append(line)
            if len(self._at) > _VERSIONS:
                del self._at[0]
        elif line.startswith(_FAILED):
            self._reading.ended = True
            self._hush()
        if not self._lines or self._letters > _LETTERS:
            self._hush()


def _place(line: str) -> tuple[int, int]:
    """The row and column in `process version:0, version_count:1, state:5, row:3, col:14`."""
    *_, row, column = line.split(", ")
    return int(row.partition(":")[2]), int(column.partition(":")[2])
