"""Lines of Ruby that are plain but for one keyword. `line.py` reads every line, these too, with the same result."""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import BEGIN, CLOSE, END, OPEN, Event
from indexer.syntax.statements.ruby.state import HEAD, INSIDE, NEW, WORD, Block, Entry, Late, RubyState
from indexer.syntax.statements.ruby.tokens import BLANK_BYTES, NAME_BYTE, NAME_BYTES, OPEN_ENDED, PLAIN

_KEYWORD_LINE = re.compile(
    rb"(do)(?:[ \t]*\|[^|]*\|)?[ \t]*\Z"
    rb"|(def)[ \t]+(?:self\.)?" + NAME_BYTE + rb"++[?!]?(\([^()\[\]{}\"'`#%?/]*\))?[ \t]*\Z"
    rb"|(end)\Z"
    rb"|(if|unless|class|module)(?=[ \t])"
)
_DO, _DEF, _DEF_WITH_PARAMETERS, _END_WORD, _HEADED = range(1, 6)
_VALUE_BYTES = NAME_BYTES | frozenset(b")]\"'")


def new_statement(state: RubyState, top: Entry | None, first: int) -> tuple[tuple[Entry, ...], list[Event]]:
    """What is open once a statement begins on a new line, and the events up to there."""
    stack, _, _, is_open, late, _ = state
    if late is not None:
        return stack, [(END, late[1], late[0] + 1), (BEGIN, first, None)]
    if type(top) is Block and top.phase == HEAD:
        return (*stack[:-1], Block(top.type, INSIDE, top.closer)), [(BEGIN, first, None)]
    return stack, [] if is_open else [(BEGIN, first, None)]


def keyword_line(
    text: bytes, state: RubyState, top: Entry | None, first: int, at: int
) -> tuple[RubyState, list[Event]] | None:
    """Reads a line that is plain but for a keyword at `at`, if the keyword's meaning is plain as well."""
    match = _KEYWORD_LINE.match(text, at)
    if match is None:
        return None
    group = match.lastindex
    if group == _DO:
        if first == at or text[first] in b".&|=_":
            return None
        stack, events = new_statement(state, top, first)
        events.append((OPEN, at, "do"))
        return RubyState((*stack, Block("do", INSIDE, WORD)), (), NEW, False, None, False), events
    if group == _END_WORD:
        return _end_line(state, top, at) if first == at else None
    if group != _HEADED:
        if first != at:
            return None
        stack, events = new_statement(state, top, first)
        events.append((OPEN, at, "def"))
        block = Block("def", INSIDE if group == _DEF_WITH_PARAMETERS else HEAD, WORD)
        return RubyState((*stack, block), (), NEW, block.phase == HEAD, None, False), events
    word = match[0]
    if first < at:
        after_value = text[at - 1] == 32 and text[at - 2] in _VALUE_BYTES
        if not after_value or text[first] in b".&|=_" or word not in (b"if", b"unless"):
            return None
    rest = PLAIN.match(text, match.end())
    assert rest is not None
    end, size = rest.end(), len(text)
    if end < size and text[end] != 35:
        return None
    while text[end - 1] in BLANK_BYTES:
        end -= 1
    if text[end - 1] in OPEN_ENDED or end == match.end():
        return None
    stack, events = new_statement(state, top, first)
    if first < at:
        return RubyState(stack, (), NEW, True, Late(0, end), False), events
    block_type = word.decode()
    events.append((OPEN, at, block_type))
    return RubyState((*stack, Block(block_type, HEAD, WORD)), (), NEW, True, None, False), events


def _end_line(state: RubyState, top: Entry | None, at: int) -> tuple[RubyState, list[Event]] | None:
    """Reads a line that is nothing but `end`, if it closes the innermost block and nothing else."""
    stack, _, _, is_open, late, _ = state
    outer = stack[-2] if len(stack) > 1 else None
    if type(top) is not Block or top.closer != WORD or top.phase != INSIDE:
        return None
    if type(outer) is Block and outer.phase != INSIDE:
        return None
    events: list[Event] = [(CLOSE, at + 3, None)]
    if late is not None:
        events = [(END, late[1], late[0] + 1), (CLOSE, at + 3, None)]
    elif is_open:
        events = [(END, at, None), (CLOSE, at + 3, None)]
    return RubyState(stack[:-1], (), NEW, True, None if type(outer) is str else Late(0, at + 3), False), events
