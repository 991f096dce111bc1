"""The PHP lexer: statements, blocks and heredocs of PHP, with inline HTML around the code.

A file starts as HTML; code stands between `<?php`, `<?=` or `<?` and `?>`. A heredoc body starts on the line below
its opener, which must be the last thing on its line, and ends at the first line that starts with the label, indented
or not; the rest of that line is code (the rule since PHP 7.3).

Inline HTML is no statement. A `case` or `default` label and a `goto` label are statements of their own. The braces of
`match`, of trait adaptations, of property hooks and of `{$x}` in strings are brackets and never blocks. The lexer
does not read the code in a property hook as statements.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexer import (
    BEGIN,
    BODY,
    CLOSE,
    END,
    HEREDOC,
    OPEN,
    TERMINATOR,
    Event,
    Lexer,
    Opener,
    State,
    row_before,
)

# What a frame of the stack can be.
_BLOCK = "block"  # a block of code; word: its type; detail: "ends" if its closer ends the statement around it
_STATEMENT = "statement"  # detail: the parts that may still follow, see _FOLLOWERS
_BRACKET = "bracket"  # detail: its opening bracket, "for(" in a `for` header, "{ends" if `}` ends the statement
_QUOTE = "quote"  # word: the quotation mark
_HEREDOC = "heredoc"
_COMMENT = "comment"
_HTML = "html"
_DATA = "data"  # what follows `__halt_compiler();`

# How far a statement (or the expression in a bracket) has come.
_START = "start"  # nothing but attributes and modifiers so far
_PAREN = "paren"  # its keyword wants a condition in parentheses
_READY = "ready"  # a block, a `:` or an unbraced statement comes next
_NAMING = "naming"  # `function` came, and its name would come next
_REST = "rest"  # anything up to the end; word: the keyword that the next brace belongs to
_LABEL = "label"  # in a `case` label, which ends at a colon; detail: one `?` for each open ternary
_AWAIT = "await"  # complete, unless the next word continues it
_ALTERNATIVE = "alternative"  # of a block: it was opened with `:` and ends at a word


class Frame(NamedTuple):
    """One thing that is open."""

    kind: str
    word: str = ""
    stage: str = ""
    detail: str = ""
    opener: Opener | None = None


class PhpState(NamedTuple):
    stack: tuple[Frame, ...]  # innermost last
    declared: tuple[Opener, ...] = ()  # heredocs whose bodies have not begun
    ended: tuple[int, int] | None = None  # how many lines up, and where, a statement in the stage "await" ended
    bodies: int = 0  # how many heredoc bodies are open


_FILE = Frame(_BLOCK, "file")
_INITIAL = PhpState((_FILE, Frame(_HTML)))

_CONDITIONAL = frozenset({"if", "while", "for", "foreach", "switch", "declare"})
_UNCONDITIONAL = frozenset({"do", "try"})
_MODIFIERS = frozenset({"abstract", "final", "private", "protected", "public", "readonly", "static", "var"})
_DECLARATIONS = frozenset({"class", "interface", "trait", "namespace"})
_STARTED = _DECLARATIONS | {"use", "__halt_compiler"}
_NAMED_STARTS = frozenset(word.encode() for word in _STARTED | {"enum"})
_KEYWORDS_INSIDE = frozenset({"function", "class", "match"})
_WITH_BODY = _DECLARATIONS | {"function", "enum"}
_BODIES = {word: Frame(_BLOCK, word, "", "ends") for word in sorted(_WITH_BODY)}
_WITH_MEMBERS = frozenset({"class", "interface", "trait", "enum"})
_TERMINAL_WORDS = frozenset({"endif", "endwhile", "endfor", "endforeach", "endswitch", "enddeclare"})
_STARTERS = (
    _CONDITIONAL
    | _UNCONDITIONAL
    | _TERMINAL_WORDS
    | {"else", "elseif", "case", "default", "catch", "finally", "__halt_compiler"}
)

# What `if`, `do` and `try` put into the detail of their statement, and the words that may follow their parts.
_FOLLOWED = {"if": "i", "do": "d", "try": "t"}
_FOLLOWERS = {"i": ("else", "elseif"), "d": ("while",), "t": ("catch", "finally")}

_NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*+"
_STRING = rb"""'(?:[^'\\]++|\\.)*+'|"(?:[^"\\{$]++|\\.|\{(?!\$)|\$(?!\{))*+\""""
_PLAIN = rb"[^'\"`(){}\[\]#/<?;]++|\?(?!>)|<(?!<<)|/(?![/*])|" + _STRING


def _grouped(depth: int) -> bytes:
    """A pattern for text with balanced brackets but no braces and comments, so that nothing in it can open a block."""
    inner = _grouped(depth - 1) if depth else b""
    return b"(?:" + _PLAIN + (rb"|\(" + inner + rb"\)|\[" + inner + rb"\]" if depth else b"") + b")*+"


_PARENTHESES = rb"\(" + _grouped(2) + rb"\)"
_SUBSCRIPT = rb"\[" + _grouped(2) + rb"\]"
_QUIET_PARTS = (
    rb"[ \t,.=+*%&|^~!@]++",
    rb"\$++[\w\x80-\xff]*+",
    rb"(?:->|::)[ \t]*+[\w\x80-\xff]*+",
    rb"(?!(?i:function|class|match)(?![\w\\\x80-\xff]))[\w\\\x80-\xff]++",
    rb"[>-]|<(?!<<)|/(?![/*])",
    _STRING,
    _PARENTHESES,
    _SUBSCRIPT,
)


def _quiet(*more: bytes) -> bytes:
    """A pattern for the tokens that change nothing but that a statement goes on."""
    return b"(?:" + b"|".join((*_QUIET_PARTS, *more)) + b")*+"


_EXPRESSION = _quiet(rb":|\?(?!>)")
_IN_EXPRESSION = re.compile(_EXPRESSION, re.DOTALL)
_IN_LABEL = re.compile(_quiet(rb"\?\?|\?(?=->)"), re.DOTALL)
_CONDITION = re.compile(rb"[ \t]*+" + _PARENTHESES, re.DOTALL)
_BLANKS = re.compile(rb"[ \t\f\v\r\n]*+")
_WORD = re.compile(rb"[\w\x80-\xff]++(?!\\)")
_GOTO_LABEL = re.compile(_NAME + rb"[ \t]*+:(?!:)")
_ENUM = re.compile(rb"(?i:enum)[ \t]+(?!(?i:extends|implements)\b)[A-Za-z_\x80-\xff]")
_FUNCTION_NAME = re.compile(rb"[ \t]*+&?[ \t]*+(?:(%b)|(\())?" % _NAME)
_OPENER = re.compile(rb"<<<[ \t]*(?:(%b)|\"(%b)\"|'(%b)')\Z" % (_NAME, _NAME, _NAME))
_INSIDE_QUOTES = {
    "'": re.compile(rb"(?:[^'\\]++|\\.|\\\Z)*+", re.DOTALL),
    '"': re.compile(rb'(?:[^"\\{$]++|\\.|\\\Z|\{(?!\$)|\$(?!\{))*+', re.DOTALL),
    "`": re.compile(rb"(?:[^`\\{$]++|\\.|\\\Z|\{(?!\$)|\$(?!\{))*+", re.DOTALL),
}
_INSIDE_BODY = re.compile(rb"(?:[^\\{$]++|\\.|\\\Z|\{(?!\$)|\$(?!\{))*+", re.DOTALL)
_OPEN_TAG = re.compile(rb"<\?(?:=|(?i:php)(?=[ \t\r\n]|\Z)|(?!(?i:xml|php)))")


# What may be more than text in the body of a heredoc.
_INTERPOLATED = re.compile(rb"\{\$|\$\{")


class PhpLexer(Lexer):
    """Reads PHP."""

    signs = profile_of("php").heredocs.signs

    @property
    def initial(self) -> State:
        return _INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, PhpState)
        top = state.stack[-1]
        if state.bodies:
            if top.kind == _HEREDOC and not hold and b"{$" not in text and b"${" not in text:
                assert top.opener
                if _terminator_end(text, top.opener) < 0:
                    return state, [(BODY, 0, None)]
        elif not state.declared:
            if not text and not state.ended:
                return state, []
            glance = _GLANCES.get(top.kind)
            result = glance(text, state) if glance else None
            if result:
                return result
        return _Reader(text, state).read(hold)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, PhpState)
        if not state.bodies:
            return state.declared
        begun = [frame.opener for frame in reversed(state.stack) if frame.opener]
        if state.stack[-1].kind == _HEREDOC:
            return (begun[0], *state.declared, *begun[1:])
        return (*state.declared, *begun)

    def drop(self, state: State) -> State:
        assert isinstance(state, PhpState)
        if state.stack[-1].kind == _HEREDOC:
            return state._replace(stack=state.stack[:-1], bodies=state.bodies - 1)
        if state.declared:
            return state._replace(declared=state.declared[1:])
        if not state.bodies:
            return state
        # The innermost body is in the middle of an interpolation, which goes with it.
        begun = max(index for index, frame in enumerate(state.stack) if frame.kind == _HEREDOC)
        return state._replace(stack=state.stack[:begun], bodies=state.bodies - 1)

    def ends(self, text: bytes, opener: Opener) -> bool:
        return _terminator_end(text, opener) >= 0

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, PhpState)
        return row_before(_INTERPOLATED, text, start, end) if state.stack[-1].kind == _HEREDOC else start


def _terminator_end(text: bytes, opener: Opener) -> int:
    """The column after the terminator if the line has it, else -1."""
    column = len(text) - len(text.lstrip(b" \t"))
    if not text.startswith(opener.terminator, column):
        return -1
    column += len(opener.terminator)
    following = text[column : column + 1]
    return -1 if following.isalnum() or following == b"_" or following >= b"\x80" else column


# Most lines can be told at a glance: a few whole-line patterns spare them the reading token by token. What a glance
# says of a line is what the reader would say; where it is not sure, it says nothing.
_Result = tuple[PhpState, list[Event]]

_UNSURE = b"|".join(sorted(word.encode() for word in _STARTERS | _KEYWORDS_INSIDE))
_SIMPLE = rb"(?!(?i:%b)(?![\w\\\x80-\xff])|%b[ \t]*+:(?!:))[$\w\\\x80-\xff]++" % (_UNSURE, _NAME)
_MODIFIED = rb"(?:(?i:public|protected|private|static|final)[ \t]++)*+(?i:function)[ \t]++(?:&[ \t]*+)?+" + _NAME
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
    rb")" % (_PARENTHESES, _SIMPLE, _grouped(3), _PARENTHESES, _MODIFIED, _PARENTHESES, _RETURN_TYPE, _CASE),
    re.DOTALL,
)
_EXPRESSION_LINE, _EXPRESSION_LINE_WITH_KEYWORDS = (
    re.compile(
        rb"[ \t]*+(?:(?P<brace>\{)|(?P<close>[)\]])?+%b(?:(?P<end>;)|(?P<open>[(\[]))?+)[ \t]*+\Z" % inside, re.DOTALL
    )
    for inside in (_grouped(3), _EXPRESSION)
)
_UNDER_WAY = Frame(_STATEMENT, "", _REST)
_HEADED_FRAMES = {
    word: (Frame(_STATEMENT, "", _REST, _FOLLOWED.get(word, "")), Frame(_BLOCK, word, "", "ends"))
    for word in sorted(_CONDITIONAL)
}
_IN_PARENTHESES = Frame(_BRACKET, "", _REST, "(")
_IN_SQUARES = Frame(_BRACKET, "", _REST, "[")
_IN_COMMENT = Frame(_COMMENT)
_FUNCTION = Frame(_STATEMENT, "function", _REST)
_ELSE = Frame(_BLOCK, "else", "", "ends")
_ELSEIF = Frame(_BLOCK, "elseif", "", "ends")


def _glance_at_statements(text: bytes, state: PhpState) -> _Result | None:
    """A line that starts between two statements, or after one that might go on."""
    stack, _, ended, _ = state
    if not ended and stack[-1].kind == _STATEMENT:
        return _glance_at_expression(text, state)
    line = _STATEMENT_LINE.match(text)
    if not line:
        return None
    group = line.lastgroup
    if group is None or group == "comment" or group == "block_comment":
        if group == "block_comment":
            stack = (*stack, _IN_COMMENT)
        elif not ended:
            return state, []
        return PhpState(stack, (), (ended[0] + 1, ended[1]) if ended else None), []
    events: list[Event] = []
    if ended:
        events.append((END, ended[1], ended[0] + 1))
        stack = stack[:-1]
    if group == "end" or group == "label":
        events += ((BEGIN, line.start("first" if group == "end" else group), None), (END, line.end(group), None))
    elif group == "open":
        if line["first"].lower() in _NAMED_STARTS or _may_hold_keyword(text):
            return None
        events.append((BEGIN, line.start("first"), None))
        stack = (*stack, _UNDER_WAY, _IN_PARENTHESES if line["open"] == b"(" else _IN_SQUARES)
    elif group == "brace":
        events += ((BEGIN, line.start("headed"), None), (OPEN, line.start("brace"), line["headed"].decode().lower()))
        stack += _HEADED_FRAMES[line["headed"].decode().lower()]
    elif group == "function" or group == "function_brace":
        events.append((BEGIN, line.start("function"), None))
        stack = (*stack, _FUNCTION)
        if group == "function_brace":
            events.append((OPEN, line.start(group), "function"))
            stack = (*stack[:-1], _UNDER_WAY, _BODIES["function"])
    else:
        return _glance_at_closer(line, stack, events)
    return PhpState(stack), events


def _glance_at_closer(line: re.Match[bytes], stack: tuple[Frame, ...], events: list[Event]) -> _Result | None:
    """A line with the closing brace of a block, which an `else` may follow."""
    block = stack[-1]
    if block.stage == _ALTERNATIVE or len(stack) == 1:
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
            stack = (*stack[:-1], Frame(_STATEMENT, "", _REST, holder.detail[:-1]))
        return PhpState((*stack, _ELSE if final else _ELSEIF)), events
    if not block.detail:
        return PhpState(stack), events
    if holder.detail:
        stack = (*stack[:-1], Frame(_STATEMENT, "", _AWAIT, holder.detail))
        return PhpState(stack, (), (0, line.end("close"))), events
    events.append((END, line.end("close"), None))
    return PhpState(stack[:-1]), events


def _glance_at_expression(text: bytes, state: PhpState) -> _Result | None:
    """A line in the middle of a statement, in brackets or not."""
    stack = state.stack
    top = stack[-1]
    if top.stage != _REST:
        return None
    line = (_EXPRESSION_LINE_WITH_KEYWORDS if _may_hold_keyword(text) else _EXPRESSION_LINE).match(text)
    if not line:
        return None
    group = line.lastgroup
    if group is None:
        return state, []
    if group == "brace":
        if top.word not in _WITH_BODY or top.kind != _STATEMENT:
            return None
        events: list[Event] = [(OPEN, line.start(group), top.word)]
        return PhpState((*stack[:-1], Frame(_STATEMENT, "", _REST, top.detail), _BODIES[top.word])), events
    if line["close"]:
        below = stack[-2]
        if top.kind != _BRACKET or top.detail != ("(" if line["close"] == b")" else "[") or below.stage != _REST:
            return None
        stack = stack[:-1]
        top = below
    if group == "open":
        return PhpState((*stack, _IN_PARENTHESES if line["open"] == b"(" else _IN_SQUARES)), []
    if group == "end":
        if top.kind != _STATEMENT or top.detail or top.word == "__halt_compiler":
            return None
        return PhpState(stack[:-1]), [(END, line.end(group), None)]
    return PhpState(stack), []


def _may_hold_keyword(text: bytes) -> bool:
    """Whether the word that a brace further down belongs to might be in the line."""
    text = text.lower()
    return b"function" in text or b"class" in text or b"match" in text


def _glance_at_comment(text: bytes, state: PhpState) -> _Result | None:
    end = text.find(b"*/")
    if end < 0 and not state.ended:
        return state, []
    if end >= 0 and text[end + 2 :].strip(b" \t"):
        return None
    stack = state.stack if end < 0 else state.stack[:-1]
    ended = state.ended
    return PhpState(stack, (), (ended[0] + 1, ended[1]) if ended else None), []


def _glance_at_html(text: bytes, state: PhpState) -> _Result | None:
    return None if b"<?" in text else (state, [])


_GLANCES = {
    _BLOCK: _glance_at_statements,
    _STATEMENT: _glance_at_statements,
    _BRACKET: _glance_at_expression,
    _COMMENT: _glance_at_comment,
    _HTML: _glance_at_html,
}


class _Reader:
    """Reads one line: a cursor over the text, and the state as it changes."""

    __slots__ = ("bodies", "declared", "ended", "events", "pos", "stack", "text")

    def __init__(self, text: bytes, state: PhpState) -> None:
        self.text = text
        self.pos = 0
        self.stack = list(state.stack)
        self.declared = state.declared
        self.ended = (state.ended[0] + 1, state.ended[1]) if state.ended else None
        self.bodies = state.bodies
        self.events: list[Event] = []

    def read(self, hold: bool) -> tuple[PhpState, list[Event]]:
        if hold and self.stack[-1].kind == _HEREDOC:
            opener = self.stack.pop().opener
            assert opener
            self.declared = (opener, *self.declared)
            self.bodies -= 1
        elif self.declared and not hold and self.stack[-1].kind != _HEREDOC:
            self.stack.append(Frame(_HEREDOC, opener=self.declared[0]))
            self.declared = self.declared[1:]
            self.bodies += 1
        if self.bodies:
            self.begin_body_line()
        while self.pos < len(self.text):
            self.step()
        return PhpState(tuple(self.stack), self.declared, self.ended, self.bodies), self.events

    def begin_body_line(self) -> None:
        opener = self.stack[-1].opener
        end = _terminator_end(self.text, opener) if opener else -1
        if end < 0:
            self.events.append((BODY, 0, None))
            return
        self.events.append((TERMINATOR, end, None))
        self.stack.pop()
        self.bodies -= 1
        self.pos = end

    def step(self) -> None:
        """Reads on to the next token that matters, and takes it."""
        frame = self.stack[-1]
        kind = frame.kind
        if kind in (_BLOCK, _STATEMENT, _BRACKET):
            self.read_code(frame)
        elif kind == _HTML:
            tag = _OPEN_TAG.search(self.text, self.pos)
            self.pos = tag.end() if tag else len(self.text)
            if tag:
                self.stack.pop()
        elif kind == _COMMENT:
            end = self.text.find(b"*/", self.pos)
            self.pos = end + 2 if end >= 0 else len(self.text)
            if end >= 0:
                self.stack.pop()
        elif kind == _QUOTE:
            self.read_text(_INSIDE_QUOTES[frame.word], frame)
        elif frame.opener and frame.opener.interpolated:
            self.read_text(_INSIDE_BODY, frame)
        else:
            self.pos = len(self.text)

    def read_text(self, inside: re.Pattern[bytes], frame: Frame) -> None:
        """Reads a string or a heredoc body up to its end or to the next `{$` or `${`."""
        self.pos = self.skip(inside)
        if self.pos == len(self.text):
            return
        if self.text.startswith((b"{$", b"${"), self.pos):
            # The `$` of `{$` belongs to the code inside.
            self.pos += 1 if self.text.startswith(b"{", self.pos) else 2
            self.stack.append(Frame(_BRACKET, stage=_REST, detail="{"))
        else:
            self.pos += 1
            self.stack.pop()

    def read_code(self, frame: Frame) -> None:
        if frame.stage == _REST:
            self.pos = self.skip(_IN_EXPRESSION)
        elif frame.stage == _LABEL:
            self.pos = self.skip(_IN_LABEL)
        else:
            self.pos = self.skip(_BLANKS)
        if self.pos >= len(self.text) or self.take_outside_code():
            return
        if frame.stage in (_REST, _LABEL):
            self.take_in_expression(frame)
        elif frame.kind == _BLOCK:
            self.begin_statement(frame)
        elif frame.stage == _START:
            self.take_at_start(frame)
        elif frame.stage == _PAREN:
            self.take_condition(frame)
        elif frame.stage == _READY:
            self.take_when_ready(frame)
        elif frame.stage == _NAMING:
            self.take_name(frame)
        else:
            self.take_after_statement(frame)

    def skip(self, pattern: re.Pattern[bytes]) -> int:
        match = pattern.match(self.text, self.pos)
        return match.end() if match else self.pos

    def word(self) -> str:
        """The word here in lower case, empty if there is none or if it starts a qualified name."""
        match = _WORD.match(self.text, self.pos)
        return match[0].decode("latin-1").lower() if match else ""

    def replace_top(self, word: str | None = None, stage: str | None = None, detail: str | None = None) -> None:
        old = self.stack[-1]
        self.stack[-1] = Frame(
            old.kind,
            old.word if word is None else word,
            old.stage if stage is None else stage,
            old.detail if detail is None else detail,
        )

    def take_outside_code(self) -> bool:
        """Takes a comment or a closing tag, if one stands here."""
        text, pos = self.text, self.pos
        if text.startswith(b"/*", pos):
            self.stack.append(Frame(_COMMENT))
            self.pos += 2
            return True
        if text.startswith(b"//", pos) or (text.startswith(b"#", pos) and not text.startswith(b"#[", pos)):
            end = text.find(b"?>", pos)
            self.pos = end if end >= 0 else len(text)
            return True
        if not text.startswith(b"?>", pos):
            return False
        if self.stack[-1].kind == _STATEMENT:
            halted = self.stack[-1].word == "__halt_compiler"
            self.finish(pos)
            if self.ended:
                self.end_late()
            if halted:
                self.halt()
                return True
        self.pos += 2
        self.stack.append(Frame(_HTML))
        return True

    def begin_statement(self, block: Frame) -> None:
        """Takes the first token in a block after its start or after another statement."""
        text, pos = self.text, self.pos
        char = text[pos : pos + 1]
        if char in b"})];":
            self.pos += 1
            if char == b"}":
                self.close_brace()
            return
        word = self.word()
        if block.stage == _ALTERNATIVE and (word in _TERMINAL_WORDS or word in ("else", "elseif")):
            self.continue_alternative(word)
            return
        label = _GOTO_LABEL.match(text, pos)
        if label and word != "else":
            self.events += ((BEGIN, pos, None), (END, label.end(), None))
            self.pos = label.end()
            return
        self.events.append((BEGIN, pos, None))
        self.stack.append(Frame(_STATEMENT, stage=_START))
        self.take_at_start(self.stack[-1])

    def continue_alternative(self, word: str) -> None:
        """Takes the word that ends a block opened with `:`, and may open the next one."""
        start = self.pos
        self.pos += len(word)
        self.stack.pop()
        followers = self.stack[-1].detail
        if word in _TERMINAL_WORDS:
            self.events.append((CLOSE, self.pos, None))
            if word == "endif" and followers.endswith("i"):
                followers = followers[:-1]
            self.replace_top(word="", stage=_REST, detail=followers)
        else:
            self.events.append((CLOSE, start, None))
            self.replace_top(word=word, stage=_PAREN if word == "elseif" else _READY)

    def take_at_start(self, frame: Frame) -> None:
        """Takes a token where a statement, or one without braces in another one, starts."""
        text, pos = self.text, self.pos
        if text.startswith(b"{", pos):
            self.open_block("anonymous", ends=True)
            return
        if text.startswith(b"#[", pos):
            self.pos += 2
            self.stack.append(Frame(_BRACKET, stage=_REST, detail="["))
            return
        word = self.word()
        after = pos + len(word)
        if word in _MODIFIERS:
            self.pos = after
        elif word in _CONDITIONAL:
            self.pos = after
            self.replace_top(word=word, stage=_PAREN, detail=frame.detail + _FOLLOWED.get(word, ""))
        elif word in _UNCONDITIONAL:
            self.pos = after
            self.replace_top(word=word, stage=_READY, detail=frame.detail + _FOLLOWED[word])
        elif word == "case":
            self.pos = after
            self.replace_top(word=word, stage=_LABEL, detail="")
        elif word in _STARTED or (word == "enum" and _ENUM.match(text, pos)):
            self.pos = after
            self.replace_top(word=word, stage=_REST)
        elif word == "function":
            self.pos = after
            self.replace_top(stage=_NAMING)
        else:
            self.replace_top(word="", stage=_REST)

    def take_condition(self, frame: Frame) -> None:
        """Takes the parentheses after a keyword such as `if`."""
        condition = _CONDITION.match(self.text, self.pos)
        if condition:
            self.pos = condition.end()
            self.replace_top(stage=_READY)
        elif self.text.startswith(b"(", self.pos):
            self.pos += 1
            self.stack.append(Frame(_BRACKET, stage=_REST, detail="for(" if frame.word == "for" else "("))
        else:
            self.replace_top(word="", stage=_REST)

    def take_when_ready(self, frame: Frame) -> None:
        """Takes what follows `if (…)`, `else` and the like."""
        if self.text.startswith(b"{", self.pos):
            self.open_block(frame.word, ends=True)
        elif self.text.startswith(b":", self.pos) and not self.text.startswith(b"::", self.pos):
            self.events.append((OPEN, self.pos, frame.word))
            self.pos += 1
            self.replace_top(stage=_REST)
            self.stack.append(Frame(_BLOCK, frame.word, _ALTERNATIVE))
        else:
            self.replace_top(word="", stage=_START)

    def take_name(self, frame: Frame) -> None:
        """Takes the name of a function, which tells it from a closure."""
        name = _FUNCTION_NAME.match(self.text, self.pos)
        self.pos = name.end(1) if name and name[1] else self.pos
        if name and name[1] and frame.kind == _STATEMENT:
            self.replace_top(word="function", stage=_REST)
        elif self.text.startswith(b"&", self.pos):
            self.pos += 1
        else:
            self.replace_top(word="lambda", stage=_REST)

    def take_after_statement(self, frame: Frame) -> None:
        """Takes the first word after a statement that might go on, as `if {}` does with `else`."""
        word = self.word()
        followers = frame.detail
        while followers and word not in _FOLLOWERS[followers[-1]]:
            followers = followers[:-1]
        if not followers:
            self.end_late()
            return
        self.pos += len(word)
        self.ended = None
        if word in ("else", "while", "finally"):
            followers = followers[:-1]
        if word == "while":
            self.replace_top(word="", stage=_REST, detail=followers)
        else:
            self.replace_top(word=word, stage=_PAREN if word in ("elseif", "catch") else _READY, detail=followers)

    def take_in_expression(self, frame: Frame) -> None:
        """Takes a bracket, a string, a heredoc, a keyword, or the end of a statement."""
        char = self.text[self.pos : self.pos + 1]
        if char == b"{":
            self.take_brace(frame)
        elif char in b"([#":
            self.pos += 2 if char == b"#" else 1
            self.stack.append(Frame(_BRACKET, stage=_REST, detail="(" if char == b"(" else "["))
        elif char == b"}":
            self.pos += 1
            self.close_brace()
        elif char in b")]":
            self.pos += 1
            self.close_bracket("(" if char == b")" else "[")
        elif char == b";":
            self.pos += 1
            self.take_semicolon()
        elif char in b"'\"`":
            self.pos += 1
            self.stack.append(Frame(_QUOTE, char.decode()))
        elif char == b"<":
            self.take_heredoc()
        elif char == b"?":
            self.pos += 1
            self.replace_top(detail=frame.detail + "?")
        elif char == b":" and frame.detail:
            self.pos += 1
            self.replace_top(detail=frame.detail[:-1])
        elif char == b":":
            self.pos += 1
            self.finish(self.pos)
        else:
            self.take_keyword(frame)

    def take_brace(self, frame: Frame) -> None:
        word = frame.word
        if word in ("function", "enum") or (word in _DECLARATIONS and frame.kind == _STATEMENT):
            self.open_block(word, ends=True)
        elif word == "lambda":
            self.open_block(word, ends=False)
        elif word == "new class":
            self.open_block("class", ends=False)
        else:
            members = frame.kind == _STATEMENT and self.stack[-2].word in _WITH_MEMBERS
            grouped_use = self.text[: self.pos].endswith(b"\\")
            ends = members and word != "match" and not grouped_use
            self.pos += 1
            if word == "match":
                self.replace_top(word="")
            self.stack.append(Frame(_BRACKET, stage=_REST, detail="{ends" if ends else "{"))

    def take_semicolon(self) -> None:
        frame = self.stack[-1]
        if frame.kind == _BRACKET and frame.detail in ("(", "["):
            # Only a `for` header has a `;` in parentheses, so these were never closed.
            while frame.kind == _BRACKET and frame.detail in ("(", "["):
                self.stack.pop()
                frame = self.stack[-1]
        if frame.kind == _STATEMENT:
            halted = frame.word == "__halt_compiler"
            self.finish(self.pos)
            if halted:
                self.halt()

    def take_heredoc(self) -> None:
        opener = _OPENER.match(self.text, self.pos)
        if not opener:
            self.pos += 3
            return
        label = opener[1] or opener[2] or opener[3]
        declared = Opener(opener.end(), label, opener[3] is None, True)
        self.events.append((HEREDOC, self.pos, declared))
        self.declared = (*self.declared, declared)
        self.pos = opener.end()

    def take_keyword(self, frame: Frame) -> None:
        word = self.word()
        self.pos += len(word) or 1
        if frame.word == "use" and frame.kind == _STATEMENT:
            return
        if word == "function":
            self.replace_top(stage=_NAMING)
        elif word == "class":
            self.replace_top(word="new class")
        elif word == "match":
            self.replace_top(word="match")

    def open_block(self, block_type: str, ends: bool) -> None:
        self.events.append((OPEN, self.pos, block_type))
        self.pos += 1
        self.replace_top(word="", stage=_REST)
        self.stack.append(Frame(_BLOCK, block_type, "", "ends" if ends else ""))

    def close_brace(self) -> None:
        """Closes the innermost brace, and whatever was left open inside it."""
        stack = self.stack
        depth = len(stack) - 1
        while depth > 0 and not _is_brace(stack[depth]):
            if stack[depth].kind in (_QUOTE, _HEREDOC):
                return
            depth -= 1
        if depth == 0:
            return
        while len(stack) > depth + 1:
            inner = stack.pop()
            if inner.kind == _STATEMENT:
                self.events.append((END, self.pos - 1, None))
            elif inner.kind == _BLOCK:
                self.events.append((CLOSE, self.pos - 1, None))
        closed = stack.pop()
        if closed.kind == _BLOCK:
            self.events.append((CLOSE, self.pos, None))
        if closed.detail.endswith("ends"):
            self.finish(self.pos)

    def close_bracket(self, opening: str) -> None:
        stack = self.stack
        depth = len(stack) - 1
        while stack[depth].kind == _BRACKET and not stack[depth].detail.endswith(opening):
            if stack[depth].detail.startswith("{"):
                return
            depth -= 1
        if stack[depth].kind != _BRACKET:
            return
        del stack[depth:]
        if stack[-1].stage == _PAREN:
            self.replace_top(stage=_READY)

    def finish(self, column: int) -> None:
        """Ends the innermost statement at a column, unless the next word may continue it."""
        frame = self.stack[-1]
        if frame.stage == _AWAIT:
            return
        if frame.detail and frame.stage != _LABEL:
            self.replace_top(word="", stage=_AWAIT)
            self.ended = (0, column)
        else:
            self.stack.pop()
            self.events.append((END, column, None))

    def end_late(self) -> None:
        assert self.ended
        lines, column = self.ended
        self.stack.pop()
        self.events.append((END, column, lines or None))
        self.ended = None

    def halt(self) -> None:
        self.stack.append(Frame(_DATA))
        self.pos = len(self.text)


def _is_brace(frame: Frame) -> bool:
    if frame.kind == _BLOCK:
        return frame.stage != _ALTERNATIVE
    return frame.kind == _BRACKET and frame.detail.startswith("{")


LEXER = PhpLexer()
