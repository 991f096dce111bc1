"""Lines of PHP told at a glance: a few patterns for whole lines spare most of them the reading token by token.

What a glance says of a line is what `Line` would say; where it is not sure, it says nothing.
"""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import BEGIN, CLOSE, END, OPEN, Event
from indexer.syntax.statements.php.state import (
    ALTERNATIVE,
    AWAIT,
    BLOCK,
    BRACKET,
    COMMENT,
    HTML,
    REST,
    STATEMENT,
    Frame,
    PhpState,
)
from indexer.syntax.statements.php.tokens import EXPRESSION, NAME, PARENTHESES, grouped
from indexer.syntax.statements.php.words import CONDITIONAL, FOLLOWED, KEYWORDS_INSIDE, STARTED, STARTERS, WITH_BODY

Result = tuple[PhpState, list[Event]]

_UNSURE = b"|".join(sorted(word.encode() for word in STARTERS | KEYWORDS_INSIDE))
_SIMPLE = rb"(?!(?i:%b)(?![\w\\\x80-\xff])|%b[ \t]*+:(?!:))[$\w\\\x80-\xff]++" % (_UNSURE, NAME)
_MODIFIED = rb"(?:(?i:public|protected|private|static|final)[ \t]++)*+(?i:function)[ \t]++(?:&[ \t]*+)?+" + NAME
_RETURN_TYPE = rb"[ \t]*+:[ \t]*+[\w\\\x80-\xff|?&]++"
_CASE = rb"(?i:case)[ \t]++(?:'[^'\\]*+'|\"[^\"\\$]*+\"|[\w\\\x80-\xff]++(?:::\w++)?+)[ \t]*+:"
_STATEMENT_LINE = re.compile(
    rb"[ \t]*+(?:\Z"
    rb"|(?P<comment>(?://|#(?!\[))[^?]*+\Z)"
    rb"|(?P<block_comment>/\*(?![^*]*+(?:\*(?!/)[^*]*+)*+\*/))"
    rb"|(?P<close>\})(?:[ \t]*+(?P<else>(?i:else)|(?i:elseif)[ \t]*+%b)[ \t]*+(?P<else_brace>\{))?[ \t]*+\Z"
    rb"|(?P<first>%b)%b(?:(?P<end>;)|(?P<open>[(\[]))[ \t]*+\Z"
    rb"|(?P<headed>(?i:if|foreach|while|switch))[ \t]*+%b[ \t]*+(?P<brace>\{)[ \t]*+\Z"
    rb"|(?P<function>%b[ \t]*+%b(?:%b)?+)[ \t]*+(?P<function_brace>\{)?[ \t]*+\Z"
    rb"|(?P<label>%b|(?i:default):)[ \t]*+\Z"
    rb")" % (PARENTHESES, _SIMPLE, grouped(3), PARENTHESES, _MODIFIED, PARENTHESES, _RETURN_TYPE, _CASE),
    re.DOTALL,
)
_EXPRESSION_LINE, _EXPRESSION_LINE_WITH_KEYWORDS = (
    re.compile(
        rb"[ \t]*+(?:(?P<brace>\{)|(?P<close>[)\]])?+%b(?:(?P<end>;)|(?P<open>[(\[]))?+)[ \t]*+\Z" % inside, re.DOTALL
    )
    for inside in (grouped(3), EXPRESSION)
)
_UNDER_WAY = Frame(STATEMENT, "", REST)
_HEADED_FRAMES = {
    word: (Frame(STATEMENT, "", REST, FOLLOWED.get(word, "")), Frame(BLOCK, word, "", "ends"))
    for word in sorted(CONDITIONAL)
}
_IN_PARENTHESES = Frame(BRACKET, "", REST, "(")
_IN_SQUARES = Frame(BRACKET, "", REST, "[")
_IN_COMMENT = Frame(COMMENT)
_FUNCTION = Frame(STATEMENT, "function", REST)
_ELSE = Frame(BLOCK, "else", "", "ends")
_ELSEIF = Frame(BLOCK, "elseif", "", "ends")
_BODIES = {word: Frame(BLOCK, word, "", "ends") for word in sorted(WITH_BODY)}
_NAMED_STARTS = frozenset(word.encode() for word in STARTED | {"enum"})


def _at_statements(text: bytes, state: PhpState) -> Result | None:
    """A line that starts between two statements, or after one that might go on."""
    stack, _, ended, _ = state
    if not ended and stack[-1].kind == STATEMENT:
        return _at_expression(text, state)
    line = _STATEMENT_LINE.match(text)
    if not line:
        return None
    group = line.lastgroup
    if group is None or group == "comment":
        return (_below(stack, ended), []) if ended else (state, [])
    if group == "block_comment":
        return _below((*stack, _IN_COMMENT), ended), []
    events: list[Event] = []
    if ended:
        events.append((END, ended[1], ended[0] + 1))
        stack = stack[:-1]
    return _SHAPES[group](line, stack, events)


def _below(stack: tuple[Frame, ...], ended: tuple[int, int] | None) -> PhpState:
    """The state below a line without code, which puts the end of a statement one line further up."""
    return PhpState(stack, (), (ended[0] + 1, ended[1]) if ended else None)


def _at_whole(line: re.Match[bytes], stack: tuple[Frame, ...], events: list[Event]) -> Result | None:
    """A line that is one statement."""
    events += ((BEGIN, line.start("first"), None), (END, line.end("end"), None))
    return PhpState(stack), events


def _at_label(line: re.Match[bytes], stack: tuple[Frame, ...], events: list[Event]) -> Result | None:
    """A line that is the label of a `case` or `default`."""
    events += ((BEGIN, line.start("label"), None), (END, line.end("label"), None))
    return PhpState(stack), events


def _at_open(line: re.Match[bytes], stack: tuple[Frame, ...], events: list[Event]) -> Result | None:
    """A line that begins a statement and ends with an opening bracket."""
    if line["first"].lower() in _NAMED_STARTS or _may_hold_keyword(line.string):
        return None
    events.append((BEGIN, line.start("first"), None))
    return PhpState((*stack, _UNDER_WAY, _IN_PARENTHESES if line["open"] == b"(" else _IN_SQUARES)), events


def _at_header(line: re.Match[bytes], stack: tuple[Frame, ...], events: list[Event]) -> Result | None:
    """A line with an `if` or a loop, its condition and its opening brace."""
    word = line["headed"].decode().lower()
    events += ((BEGIN, line.start("headed"), None), (OPEN, line.start("brace"), word))
    return PhpState(stack + _HEADED_FRAMES[word]), events


def _at_function(line: re.Match[bytes], stack: tuple[Frame, ...], events: list[Event]) -> Result | None:
    """A line with the header of a function, and its opening brace or not."""
    events.append((BEGIN, line.start("function"), None))
    if line.lastgroup == "function":
        return PhpState((*stack, _FUNCTION)), events
    events.append((OPEN, line.start("function_brace"), "function"))
    return PhpState((*stack, _UNDER_WAY, _BODIES["function"])), events


def _at_closer(line: re.Match[bytes], stack: tuple[Frame, ...], events: list[Event]) -> Result | None:
    """A line with the closing brace of a block, which an `else` may follow."""
    block = stack[-1]
    if block.stage == ALTERNATIVE or len(stack) == 1:
        return None
    events.append((CLOSE, line.end("close"), None))
    stack = stack[:-1]
    holder = stack[-1]
    if line["else"]:
        if not block.detail or not holder.detail.endswith("i"):
            return None
        final = len(line["else"]) == len("else")
        events.append((OPEN, line.start("else_brace"), "else" if final else "elseif"))
        if final:
            stack = (*stack[:-1], Frame(STATEMENT, "", REST, holder.detail[:-1]))
        return PhpState((*stack, _ELSE if final else _ELSEIF)), events
    if not block.detail:
        return PhpState(stack), events
    if holder.detail:
        stack = (*stack[:-1], Frame(STATEMENT, "", AWAIT, holder.detail))
        return PhpState(stack, (), (0, line.end("close"))), events
    events.append((END, line.end("close"), None))
    return PhpState(stack[:-1]), events


def _at_expression(text: bytes, state: PhpState) -> Result | None:
    """A line in the middle of a statement, in brackets or not."""
    stack = state.stack
    top = stack[-1]
    if top.stage != REST:
        return None
    line = (_EXPRESSION_LINE_WITH_KEYWORDS if _may_hold_keyword(text) else _EXPRESSION_LINE).match(text)
    if not line:
        return None
    group = line.lastgroup
    if group is None:
        return state, []
    if group == "brace":
        if top.word not in WITH_BODY or top.kind != STATEMENT:
            return None
        events: list[Event] = [(OPEN, line.start(group), top.word)]
        return PhpState((*stack[:-1], Frame(STATEMENT, "", REST, top.detail), _BODIES[top.word])), events
    if line["close"]:
        below = stack[-2]
        if top.kind != BRACKET or top.detail != ("(" if line["close"] == b")" else "[") or below.stage != REST:
            return None
        stack = stack[:-1]
        top = below
    if group == "open":
        return PhpState((*stack, _IN_PARENTHESES if line["open"] == b"(" else _IN_SQUARES)), []
    if group == "end":
        if top.kind != STATEMENT or top.detail or top.word == "__halt_compiler":
            return None
        return PhpState(stack[:-1]), [(END, line.end(group), None)]
    return PhpState(stack), []


def _may_hold_keyword(text: bytes) -> bool:
    """Whether the word that a brace further down belongs to might be in the line."""
    text = text.lower()
    return b"function" in text or b"class" in text or b"match" in text


def _at_comment(text: bytes, state: PhpState) -> Result | None:
    """A line in a block comment, with nothing after its end."""
    end = text.find(b"*/")
    if end < 0 and not state.ended:
        return state, []
    if end >= 0 and text[end + 2 :].strip(b" \t"):
        return None
    return _below(state.stack if end < 0 else state.stack[:-1], state.ended), []


def _at_html(text: bytes, state: PhpState) -> Result | None:
    """A line of HTML without code."""
    return None if b"<?" in text else (state, [])


_SHAPES = {
    "close": _at_closer,
    "else_brace": _at_closer,
    "end": _at_whole,
    "open": _at_open,
    "brace": _at_header,
    "function": _at_function,
    "function_brace": _at_function,
    "label": _at_label,
}
# How a line outside heredocs is told at a glance, by what is open before it.
GLANCES = {
    BLOCK: _at_statements,
    STATEMENT: _at_statements,
    BRACKET: _at_expression,
    COMMENT: _at_comment,
    HTML: _at_html,
}
