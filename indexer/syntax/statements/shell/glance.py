"""Lines of shell whose meaning is plain. They are most of any script, and one match each is all that Python can afford.

`line.py` reads every line, these included, with the same result.
"""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import BEGIN, BODY, CLOSE, END, HEREDOC, OPEN, TERMINATOR, Event, Opener, State
from indexer.syntax.statements.shell.keywords import unquote
from indexer.syntax.statements.shell.patterns import ARGUMENTS, PIECE, TEXTS, dotall
from indexer.syntax.statements.shell.state import (
    AFTER,
    ARM,
    BRACE,
    CASE,
    FILE,
    IF_BODY,
    LOOP_BODY,
    PAREN,
    START,
    TEXT,
    Frame,
    ShellState,
)
from indexer.syntax.statements.shell.words import KEYWORD_AHEAD, condition

_SIMPLE = rb"(?!#|" + KEYWORD_AHEAD + rb")(?:" + PIECE + rb")" + ARGUMENTS
_NEXT = rb"[ \t]*+(?:\|\|?|&&)[ \t]*+"
_LIST = _SIMPLE + rb"(?:" + _NEXT + _SIMPLE + rb")*+"
_CONDITION = condition(_SIMPLE, PIECE)
_CONDITIONS = rb"[ \t]++" + _CONDITION + rb"(?:" + _NEXT + _CONDITION + rb")*+[ \t]*+;[ \t]*+"
_PLAIN_DELIMITER = rb"[\w.%@:+,/!-]++|\\[\w.%@:+,/!-]++|'[^'\\]*+'|\"[^\"\\$`]*+\""
_REST = rb"[ \t]*+(?:#.*)?"
SIMPLE_LINE = dotall(rb"[ \t]*+(?:(" + _LIST + rb")[ \t]*+(?:;(;)?+)?+)?" + _REST)
HEREDOC_LINE = dotall(
    rb"[ \t]*+(?P<command>"
    + _SIMPLE
    + rb")(?P<opener><<(?P<indented>-)?[ \t]*+(?P<delimiter>"
    + _PLAIN_DELIMITER
    + rb"))(?![^ \t<>;])(?P<rest>"
    + ARGUMENTS
    + rb"(?:"
    + _NEXT
    + _SIMPLE
    + rb")*+);?"
    + _REST
)
BLOCK_LINE = dotall(
    rb"[ \t]*+(?:(fi|done|esac|\}|;;)|(else)|(if)"
    + _CONDITIONS
    + rb"then|(elif)"
    + _CONDITIONS
    + rb"then|(while|until)"
    + _CONDITIONS
    + rb"do|(for)[ \t]++\w++(?:[ \t]++in(?![^ \t;])"
    + ARGUMENTS
    + rb")?+[ \t]*+;[ \t]*+do|(case)[ \t]++(?:"
    + PIECE
    + rb")++[ \t]++in|([^ \t;&|()<>\"'`$\\=#]++)[ \t]*+\([ \t]*+\)[ \t]*+\{)"
    + _REST
)
ARM_LINE = dotall(
    rb"[ \t]*+(?:(?!#|esac(?:[ \t;)]|\Z))\(?+(?:[ \t|]++(?!#)|"
    + PIECE
    + rb")++(\))[ \t]*+(?:("
    + _LIST
    + rb")[ \t]*+)?+(?:;(;)?+)?+)?"
    + _REST
)
_OPENED = {
    3: Frame(IF_BODY, AFTER),
    5: Frame(LOOP_BODY, AFTER),
    6: Frame(LOOP_BODY, AFTER),
    7: Frame(CASE, AFTER),
    8: Frame(BRACE, AFTER),
}
_CLOSED_BY = {b"fi": IF_BODY, b"done": LOOP_BODY, b"esac": CASE, b"}": BRACE}
# Blocks over several rows that are left open: more of them are taken for none.
_MOST_BLOCKS = 1000


def text_line(text: bytes, state: ShellState) -> tuple[State, list[Event]] | None:
    """A line of a heredoc's body that declares nothing and ends nothing, or is its terminator and nothing else."""
    frame = state.frames[-1]
    opener = frame.opener
    if opener is None or frame.joined or len(state.pending) > 1:
        return None
    if opener.terminator in text:
        around = state.frames[-2][0] if len(state.frames) > 1 else FILE
        if frame.back != START or around > PAREN or text != opener.terminator:
            return None
        return ShellState(state.frames[:-1], START, False, (), False), [(TERMINATOR, len(text), None)]
    if opener.interpolated and (b"`" in text or b"$(" in text or text.endswith(b"\\")):
        return None
    return state, [(BODY, 0, None)]


def terminator(text: bytes, newline: int, opener: Opener) -> tuple[int, int] | None:
    """Where the first row below a newline that ends a heredoc starts and ends, if a newline follows it."""
    if not opener.indented:
        found = text.find(b"\n%b\n" % opener.terminator, newline)
        return None if found < 0 else (found + 1, found + 1 + len(opener.terminator))
    word = opener.terminator + b"\n"
    found = newline
    while (found := text.find(word, found + 1)) >= 0:
        start = text.rfind(b"\n", newline, found) + 1
        if not text[start:found].strip(b"\t"):
            return start, found + len(opener.terminator)
    return None


def heredoc_line(match: re.Match[bytes], state: ShellState) -> tuple[ShellState, list[Event]] | None:
    """A simple command with one heredoc, whose body is next."""
    at = match.start("opener")
    if state.frames and any(frame.kind in TEXTS for frame in state.frames):
        return None
    terminator, quoted = unquote(match["delimiter"])
    opener = Opener(match.end("delimiter"), terminator, not quoted, match["indented"] is not None)
    events: list[Event] = [(BEGIN, match.start("command"), None), (HEREDOC, at, opener), (END, match.end("rest"), None)]
    frames = (*state.frames, Frame(TEXT, START, opener=opener))
    return ShellState(frames, START, False, ((0, opener),), False), events


def block_line(match: re.Match[bytes], state: ShellState, kind: int) -> tuple[State, list[Event]] | None:
    """A line that opens one block, or goes on to the next branch, or closes the block it stands in."""
    frames = state.frames
    group = match.lastindex
    assert group is not None
    at, end = match.span(group)
    word = match[group]
    if group == 1:
        if word == b";;":
            return (ShellState(frames, ARM, False, (), False), []) if kind == CASE else None
        if kind != _CLOSED_BY[word] or frames[-1].branch or frames[-1].back != AFTER:
            return None
        around = frames[-2][0] if len(frames) > 1 else FILE
        if around > PAREN:
            return None
        return ShellState(frames[:-1], START, False, (), False), [(CLOSE, end, None), (END, end, None)]
    if group == 2 or group == 4:
        if kind != IF_BODY:
            return None
        return state, [(CLOSE, at, None), (OPEN, at, word.decode())]
    if len(frames) >= _MOST_BLOCKS:
        return state, []
    frame = _OPENED[group]
    name = "function" if group == 8 else word.decode()
    place = ARM if group == 7 else START
    return ShellState((*frames, frame), place, False, (), False), [(BEGIN, at, None), (OPEN, at, name)]


def arm_line(match: re.Match[bytes], state: ShellState) -> tuple[State, list[Event]]:
    """A pattern of a `case`, with or without a command, or nothing."""
    if match.lastindex is None:
        return state, []
    events: list[Event] = []
    if match.group(2) is not None:
        events = [(BEGIN, match.start(2), None), (END, match.end(2), None)]
    return (state if match.group(3) else ShellState(state.frames, START, False, (), False)), events
