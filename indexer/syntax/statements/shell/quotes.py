"""Inside quotes, expansions, arithmetic, tests and arrays: one method for each, which reads on to where it ends."""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import HEREDOC, TERMINATOR
from indexer.syntax.statements.shell.blocks import Blocks
from indexer.syntax.statements.shell.patterns import IN_ARRAY, IN_DOUBLE, PIECE, dotall
from indexer.syntax.statements.shell.state import (
    AFTER,
    ANSI,
    ARITHMETIC,
    BACKTICK,
    DOUBLE,
    EXPANSION,
    GLOB,
    GROUP,
    OLD_SUM,
    SINGLE,
    START,
    SUBSTITUTION,
    SUM,
    TEXT,
    Frame,
)
from indexer.syntax.statements.shell.words import (
    DOUBLE_QUOTED,
    EXPANSIONS,
    SINGLE_QUOTED,
    SUBSTITUTED,
    SUMMED,
    TICKED,
    tested,
)

_IN_EXPANSION = dotall(
    rb"(?:[^}\"'`\\$]++|\\.|\$(?![({\['])|" + SINGLE_QUOTED + rb"|" + DOUBLE_QUOTED + rb"|" + EXPANSIONS + rb")*+"
)
_IN_ARITHMETIC = dotall(
    rb"(?:[^()\]\"'`\\$]++|\\.|\$(?![({\['])|" + SINGLE_QUOTED + rb"|" + DOUBLE_QUOTED + rb"|" + EXPANSIONS + rb")*+"
)
_IN_TEXT = dotall(rb"(?:[^`\\$]++|\\.|\$(?!\()|" + rb"|".join((SUMMED, SUBSTITUTED, TICKED)) + rb")*+")
_IN_ANSI = dotall(rb"(?:[^'\\]|\\.)*+")
_IN_TICKS = dotall(rb"(?:[^`\\]|\\.)*+")
_IN_TEST = dotall(tested(PIECE))
_IN_GLOB = dotall(rb"(?:[ \t;&|<>]|" + PIECE + rb")*+")
_BALANCE = dotall(rb"\\.|'[^']*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|[()]")
_TWO_WORDS = dotall(rb"[ \t]*+[A-Za-z_./][\w./-]*+[ \t]++(?:--?[A-Za-z]|[\"'$A-Za-z_./])")
_QUOTES = frozenset(b'"`$')
_COMMENT = frozenset(b" \t#")


class Quotes(Blocks):
    """A line of which quotes can be read."""

    __slots__ = ()

    def quote(self, byte: int) -> None:
        """Opens the quote or expansion at the cursor, which does not end on this line or has code inside."""
        text, at, place = self.text, self.at, self.place
        self.word = True
        if byte == 0x22:
            self.frames.append(Frame(DOUBLE, place))
            self.at = at + 1
        elif byte == 0x27:
            self.frames.append(Frame(SINGLE, place))
            self.at = at + 1
        elif byte == 0x60:
            self.frames.append(Frame(BACKTICK, place))
            self.at = at + 1
            self.ticks = True
            self.find_tick()
            self.place, self.word = START, False
        else:
            following = text[at + 1 : at + 2] if at + 1 < self.limit else b""
            self.at = at + 2
            if following == b"(":
                if text[at + 2 : at + 3] == b"(" and at + 2 < self.limit and self.is_arithmetic(at + 1):
                    self.frames.append(Frame(SUM, place))
                    self.at = at + 3
                else:
                    self.frames.append(Frame(SUBSTITUTION, place))
                    self.place, self.word = START, False
            elif following == b"{":
                self.frames.append(Frame(EXPANSION, place))
            elif following == b"[":
                self.frames.append(Frame(OLD_SUM, place))
            elif following == b"'":
                self.frames.append(Frame(ANSI, place))
            else:
                self.at = at + 1

    def leave(self, width: int) -> None:
        self.place = self.frames.pop().back
        self.at += width
        self.word = True

    def skip(self, pattern: re.Pattern[bytes]) -> int:
        """Moves over what is simple. Returns the byte that is not, or -1 at the end of the line."""
        match = pattern.match(self.text, self.at, self.limit)
        assert match is not None
        self.at = match.end()
        return self.text[self.at] if self.at < self.limit else -1

    def in_double(self) -> None:
        byte = self.skip(IN_DOUBLE)
        if byte == 0x22:
            self.leave(1)
        elif byte == 0x5C:
            self.at += 1
        elif byte >= 0:
            self.quote(byte)

    def in_single(self) -> None:
        end = self.text.find(b"'", self.at, self.limit)
        if end < 0:
            self.at = self.limit
        else:
            self.at = end
            self.leave(1)

    def in_ansi(self) -> None:
        byte = self.skip(_IN_ANSI)
        if byte == 0x27:
            self.leave(1)
        elif byte >= 0:
            self.at += 1

    def in_expansion(self) -> None:
        byte = self.skip(_IN_EXPANSION)
        if byte == 0x7D:
            self.leave(1)
        elif byte == 0x5C or (byte == 0x27 and self.in_quotes()):
            self.at += 1
        elif byte >= 0:
            self.quote(byte)

    def in_quotes(self) -> bool:
        """Whether the expansion at the top stands in double quotes, where an apostrophe without a partner is text."""
        for frame in reversed(self.frames):
            if frame.kind != EXPANSION:
                return frame.kind == DOUBLE
        return False

    def in_arithmetic(self) -> None:
        byte = self.skip(_IN_ARITHMETIC)
        frame = self.frames[-1]
        if byte == 0x28:
            self.frames[-1] = frame._replace(depth=frame.depth + 1)
            self.at += 1
        elif byte == 0x29 and frame.depth:
            self.frames[-1] = frame._replace(depth=frame.depth - 1)
            self.at += 1
        elif byte == 0x29 and frame.kind != OLD_SUM:
            if self.text[self.at + 1 : self.at + 2] == b")":
                self.leave(2)
                self.word = frame.kind == SUM
            else:
                # `((` was two opening parentheses of commands, and the inner one closes here.
                self.frames[-1] = Frame(GROUP if frame.kind == ARITHMETIC else SUBSTITUTION, frame.back)
                self.at += 1
                self.place, self.word = AFTER, False
        elif byte == 0x5D and frame.kind == OLD_SUM:
            self.leave(1)
        elif byte in _QUOTES:
            self.quote(byte)
        elif byte >= 0:
            self.at += 1

    def in_text(self) -> None:
        frame = self.frames[-1]
        opener = frame.opener
        assert opener is not None
        joined = False
        if not opener.interpolated:
            self.at = self.limit
        else:
            byte = self.skip(_IN_TEXT)
            if byte in _QUOTES:
                self.quote(byte)
                return
            joined = byte == 0x5C
            self.at = self.limit
        if joined != frame.joined:
            self.frames[-1] = frame._replace(joined=joined)

    def in_test(self) -> None:
        byte = self.skip(_IN_TEST)
        if byte in _COMMENT:
            self.at = self.limit
        elif byte == 0x5D:
            self.leave(2)
            self.word = False
        elif byte == 0x5C:
            self.continue_line()
        elif byte >= 0:
            self.quote(byte)

    def in_array(self) -> None:
        byte = self.skip(IN_ARRAY)
        if byte in _COMMENT:
            self.at = self.limit
        elif byte == 0x29:
            self.leave(1)
        elif byte == 0x28:
            self.frames.append(Frame(GLOB, self.place, 1))
            self.at += 1
        elif byte == 0x5C:
            self.continue_line()
        elif byte == 0x3C or byte == 0x3E:
            self.frames.append(Frame(SUBSTITUTION, self.place))
            self.at += 2
            self.place, self.word = START, False
        elif byte >= 0:
            self.quote(byte)

    def in_glob(self) -> None:
        byte = self.skip(_IN_GLOB)
        if byte == 0x29:
            self.leave(1)
        elif byte == 0x28:
            self.frames.append(Frame(GLOB, self.place, self.frames[-1].depth))
            self.at += 1
        elif byte == 0x5C:
            self.continue_line()
        elif byte >= 0:
            self.quote(byte)

    def continue_line(self) -> None:
        self.continued = True
        self.at = self.limit

    def is_arithmetic(self, at: int) -> bool:
        """Whether `((` opens arithmetic: its inner parenthesis must close right before the outer one does.

        Where that happens on another line, two words side by side tell a command.
        """
        depth = 0
        for match in _BALANCE.finditer(self.text, at + 1, min(self.limit, at + 2000)):
            token = match[0]
            if token == b"(":
                depth += 1
            elif token == b")":
                depth -= 1
                if not depth:
                    return self.text[match.end() : match.end() + 1] == b")"
        return _TWO_WORDS.match(self.text, at + 2, self.limit) is None

    def find_tick(self) -> None:
        """A backtick ends its substitution wherever it stands, in quotes and comments too."""
        match = _IN_TICKS.match(self.text, self.at)
        assert match is not None
        if match.end() < len(self.text) and self.text[match.end()] == 0x60:
            self.limit = match.end()
            self.tick = True

    def close_tick(self) -> None:
        frames = self.frames
        index = len(frames) - 1
        while frames[index].kind != BACKTICK:
            index -= 1
        for inner in range(index, len(frames)):
            if frames[inner].kind == TEXT:
                # So far this line was part of a body, in which there are no blocks.
                self.events = [event for event in self.events if event[0] in (HEREDOC, TERMINATOR)]
                self.place = frames[inner].back
                del frames[inner:]
                break
        self.end_heredocs(index + 1, self.limit)
        self.close(index, self.limit, self.limit)
        self.at = self.limit + 1
        self.limit = self.end = len(self.text)
        self.tick = self.ticks = False
        self.word = True
