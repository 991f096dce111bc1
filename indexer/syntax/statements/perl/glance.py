"""Lines of Perl that are told at a glance, most of them because all they do is to open or close a block.

They are much of what is left of a program besides runs (`runs.py`). Each function comes to what `code.py` would, token
by token, or to None.
"""

from __future__ import annotations

from typing import Final

from indexer.syntax.statements.lexer import BEGIN, CLOSE, END, OPEN, Event
from indexer.syntax.statements.perl.runs import CONDITION, PLAIN_START, RUN
from indexer.syntax.statements.perl.state import (
    AFTER,
    HEADER,
    OPERATOR,
    STATEMENT,
    Frame,
    PerlState,
    Result,
    statement_end,
)
from indexer.syntax.statements.perl.tokens import BARE_WORD, HEADER_LINE, OPENS_BLOCK, PROTOTYPE
from indexer.syntax.statements.perl.words import CHAINS

# Nobody nests brackets like this; without a bound, a file of nothing but openers would take forever.
DEEPEST: Final = 1000


def plain_statement(text: bytes, state: PerlState) -> Result | None:
    """A statement that is a run and nothing else, behind a block that another one might have continued."""
    blank = PLAIN_START.match(text)
    run = RUN.match(text, blank.end()) if blank else None
    if not blank or not run or run.end() != len(text) - 1:
        return None
    start = blank.end()
    word = BARE_WORD.match(text, start)
    if word and word[0] in CHAINS.get(state.head, ()):
        return None
    ended = statement_end(0, state.tail)
    events: list[Event] = [ended, (BEGIN, start, None), (END, len(text), None)]
    return PerlState(state.stack, STATEMENT, "", None, state.pending), events


def list_closed(text: bytes, state: PerlState) -> Result | None:
    """`);` and nothing else: the end of a statement whose list was written over several lines."""
    if not text.endswith(b");") or not state.stack or len(text.lstrip(b" \t")) != 2:
        return None
    (closer, block, after, _), stack = state.stack[-1], state.stack[:-1]
    if closer != 41 or block is not None or after != OPERATOR or (stack and stack[-1].block is None):
        return None
    return PerlState(stack, STATEMENT, "", None, state.pending), [(END, len(text), None)]


def block_line(text: bytes, state: PerlState) -> Result | None:
    """A line that opens or closes a block."""
    if len(state.stack) >= DEEPEST:
        return None
    if state.expect == HEADER:
        return _opened(state, len(text) - 1, [], state.stack, state.head) if text.strip(b" \t") == b"{" else None
    if state.expect not in (STATEMENT, AFTER):
        return None
    if text.endswith(b"{"):
        return _header(text, state)
    return _closed(state, len(text)) if text.strip(b" \t") == b"}" else None


def _opened(state: PerlState, pos: int, events: list[Event], stack: tuple[Frame, ...], head: str) -> Result:
    events.append((OPEN, pos, head))
    return PerlState((*stack, Frame(125, head, AFTER, head)), STATEMENT, "", None, state.pending), events


def _closed(state: PerlState, pos: int) -> Result | None:
    """`}` and nothing else, which ends just before a column."""
    if not state.stack or state.stack[-1].block is None:
        return None
    stack, (_, _, expect, head) = state.stack[:-1], state.stack[-1]
    events: list[Event] = [] if state.expect == STATEMENT else [statement_end(0, state.tail)]
    events.append((CLOSE, pos, None))
    if expect == AFTER and head not in CHAINS:
        events.append((END, pos, None))
        return PerlState(stack, STATEMENT, "", None, state.pending), events
    tail = None if stack and stack[-1].block is None else (1, pos)
    return PerlState(stack, expect, head, None, state.pending, tail), events


def _header(text: bytes, state: PerlState) -> Result | None:
    """`if (…) {`, `} elsif (…) {`, `} else {`, `sub name {`."""
    match = HEADER_LINE.match(text)
    if not match:
        return None
    start, pos = match.start(2), match.end()
    if text[pos : pos + 1] == b"(":
        condition = (PROTOTYPE if match[2] == b"sub" else CONDITION).match(text, pos)
        pos = condition.end() if condition else len(text)
    opens = OPENS_BLOCK.match(text, pos)
    if not opens:
        return None
    word, stack, head = match[2], state.stack, state.head
    events: list[Event] = []
    if match[1] is not None:
        if state.expect != STATEMENT or not stack or stack[-1].block is None or stack[-1].after != AFTER:
            return None
        head, stack = stack[-1].head, stack[:-1]
        events.append((CLOSE, match.end(1), None))
        if word not in CHAINS.get(head, ()):
            return None
    elif state.expect == STATEMENT or word not in CHAINS.get(head, ()):
        if word in _CONTINUING:
            return None
        if state.expect == AFTER:
            events.append(statement_end(0, state.tail))
        events.append((BEGIN, start, None))
    return _opened(state, opens.start(1), events, stack, word.decode())


_CONTINUING: Final = (b"elsif", b"else")
