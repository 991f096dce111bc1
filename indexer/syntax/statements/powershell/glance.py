"""Lines of PowerShell told at a glance: many are a statement without braces and comments.

A pattern for the whole line spares them the reading token by token. It is narrow enough that `Line` would say the same.
"""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import BEGIN, END, Event
from indexer.syntax.statements.powershell.state import AWAIT, BLOCK, COMMENT, STATEMENT, Frame, PowerShellState
from indexer.syntax.statements.powershell.tokens import DOUBLE_QUOTED, OPERATOR, SINGLE_QUOTED
from indexer.syntax.statements.powershell.words import IN_BRACKETS, PART_BLOCKS, WITH_BLOCK

_NOT_SIMPLE = b"|".join(sorted(word.encode() for word in WITH_BLOCK | PART_BLOCKS | IN_BRACKETS | {"until", "param"}))
_SIMPLE = re.compile(
    rb"[ \t]*+(?!(?i:%b)(?![\w-]))(?=[$A-Za-z_])"
    rb"(?:[^\"'`(){}\[\]#@<;&$]++|\$(?![({])|%b|%b|\([^\"'`(){}\[\]#@<$]*+\)|\[[\w., ]*+\])*+"
    rb"(?<=[\w)\]\"'])\Z" % (_NOT_SIMPLE, DOUBLE_QUOTED, SINGLE_QUOTED),
    re.DOTALL,
)
_ASSIGNED_KEYWORD = re.compile(rb"=[ \t]*+(?i:do|for|foreach|if|switch|try|while)(?![\w-])")
_COMPLETE = Frame(STATEMENT, "", AWAIT, "p")


def at_a_glance(text: bytes, state: PowerShellState) -> tuple[PowerShellState, list[Event]] | None:
    """The state after a line outside here-strings, and its events, if its look tells them."""
    stack, _, ended, _ = state
    top = stack[-1]
    if top.kind == COMMENT:
        return (state, []) if not ended and b"#>" not in text else None
    if top.kind != BLOCK and not ended:
        return None
    code = text.lstrip(b" \t")
    if not code or code.startswith(b"#"):
        return (PowerShellState(stack, (), (ended[0] + 1, ended[1])) if ended else state), []
    if not ended and _is_simple(text, top):
        return _after_simple(text, stack, [])
    if ended and _is_simple(text, stack[-2]):
        return _after_simple(text, stack[:-1], [(END, ended[1], ended[0] + 1)])
    return None


def _is_simple(text: bytes, block: Frame) -> bool:
    """Whether the line is a statement of the block, and complete."""
    if block.word in ("class", "switch") or not _SIMPLE.match(text) or b"--%" in text:
        return False
    return not OPERATOR.search(text) and not (b"=" in text and _ASSIGNED_KEYWORD.search(text))


def _after_simple(text: bytes, stack: tuple[Frame, ...], events: list[Event]) -> tuple[PowerShellState, list[Event]]:
    """What holds below a line that is a complete statement."""
    events.append((BEGIN, len(text) - len(text.lstrip(b" \t")), None))
    return PowerShellState((*stack, _COMPLETE), (), (0, len(text))), events
