"""The statement lexer of Ruby and Crystal.

It reads as Ruby's own lexer does: what `/`, `%`, `?`, `{` and `<<` mean depends on whether an operand is expected,
so the reader looks back at the token before them. Most of a line needs no decision: one pattern steps over names,
numbers, operators, plain strings and simple pairs of brackets, and stops at what opens, closes or is ambiguous.

A block runs from its keyword to its `end`, the head (a condition, parameters) included; `else`, `when`, `rescue` and
their like close the branch before them. Brackets hold no statements of their own, only the blocks inside them do.

It keeps no table of local variables: a name followed by a blank and `<<WORD` or `/x/` is read as a call. It never
evaluates anything, and finds no block or statement inside a string, a regular expression or a heredoc's text.
"""

from __future__ import annotations

import re
from functools import cache
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

# Where a token stands, seen from the one before it.
NEW = 0  # the line before it was complete
OPERAND = 1  # an operand must follow, as after an operator
RETURN = 2  # an operand or a modifier may follow, as after `return`
ARGUMENT = 3  # after the name of a method, which may have arguments without parentheses
NAME = 4  # after a name that may be a method's or a local variable's
VALUE = 5  # after a complete operand
METHOD = 6  # after a dot

# Where in a block a position is.
HEAD = 0
INSIDE = 1  # statements may stand here
ENDLESS = 2  # the body of `def name = value`, which ends with the statement around it

# What closes a block.
WORD = 0  # `end`
BRACE = 1  # `}`
BRANCH = 2  # the next branch of its parent, or the parent's `end`


class Block(NamedTuple):
    """An open block of code."""

    type: str
    phase: int
    closer: int


class Quote(NamedTuple):
    """An open string, regular expression or word list. Brackets nest: then `opening` is not empty."""

    opening: bytes
    closing: bytes
    interpolated: bool
    regexp: bool
    depth: int = 0


class Body(NamedTuple):
    """A heredoc whose body is being read, and those whose bodies follow."""

    opener: Opener
    rest: tuple[Opener, ...]


class Late(NamedTuple):
    """A statement that is over unless the next line starts with a dot: how many lines ago, and at which column."""

    lines: int
    column: int


class Interpolation(NamedTuple):
    """`#{` in a heredoc's body, and what to go back to below the body."""

    position: int
    open: bool
    late: Late | None


# What can be open: a block, something quoted, or a bracket. `def(` and `->(` are parameter lists, `|` are block
# parameters that go on, `=begin` is a comment, and nothing is read after `__END__`.
Entry = Block | Quote | Body | Interpolation | str
_BRACKETS = frozenset({"(", "[", "{", "def(", "->("})


class RubyState(NamedTuple):
    """What is remembered between two lines."""

    stack: tuple[Entry, ...]
    heredocs: tuple[Opener, ...]  # declared, with bodies that begin on the next line
    position: int
    open: bool  # a statement is open in the innermost block
    late: Late | None
    in_body: bool  # a heredoc's body is among what is open


INITIAL = RubyState((), (), NEW, False, None, False)

_NAME = rb"[A-Za-z0-9_\x80-\xff]"
_WORDS = (
    rb"(?:alias|and|begin|case|class|def|do|else|elsif|end|ensure|for|if|in|module|not|or|rescue|then|undef|unless"
    rb"|until|when|while|BEGIN|END)"
)
# A keyword is none as a label (`if: 1`) or as part of a method's name (`end?`).
_KEYWORD = _WORDS + rb"(?!" + _NAME + rb"|[?!](?!=)|:(?!:))"
_OPERATOR_NAME = rb"(?:\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[-+]@?|~@?|[*/%&|^<>`])"
_GLOBAL = rb"\$(?:" + _NAME + rb"++|-" + _NAME + rb"|[^\sA-Za-z0-9_\x80-\xff])"
_INTERPOLATED_GLOBAL = rb"#\$[~*$?!@/\\;,.=:<>\"&`'+]"
_SIMPLE_INTERPOLATION = (
    rb"#\{(?! *+(?:if|unless|case|begin|while|until)\b)"
    rb"(?:[^{}\"'`#<%?/\\]++|\"[^\"\\#]*+\"|'[^'\\]*+')*+\}"
)
_ATOM = (
    rb"[ \t\f\v\r]++"
    rb"|(?!" + _KEYWORD + rb")[A-Za-z_\x80-\xff]" + _NAME + rb"*+(?:[?!](?!=))?+(?::(?!:))?"
    rb"|[*=!~^&|,+>]++"
    rb"|@@?" + _NAME + rb"++"
    rb"|\.(?:\.\.?|[ \t]*+(?:" + _NAME + rb"++(?:[?!](?!=))?|" + _OPERATOR_NAME + rb"))?+"
    rb"|[0-9]" + _NAME + rb"*+"
    rb"|\"(?:[^\"\\#]++|\\.|" + _INTERPOLATED_GLOBAL + rb"|" + _SIMPLE_INTERPOLATION + rb"|#(?!\{))*+\""
    rb"|'(?:[^'\\]++|\\.)*+'"
    rb"|:(?::(?:[ \t]*+" + _NAME + rb"++(?:[?!](?!=))?)?|[A-Za-z_\x80-\xff]" + _NAME + rb"*+(?:[?!](?!=)|=(?![=~>]))?"
    rb"|" + _OPERATOR_NAME + rb")?"
    rb"|-(?!>)"
    rb"|<(?!<[-~]?[\"'`A-Za-z0-9_\x80-\xff])"
    rb"|\?(?=[ \t]|\Z)"
    rb"|\\"
    rb"|" + _GLOBAL
)


def _with_pairs(atom: bytes) -> bytes:
    return atom + rb"|\((?:" + atom + rb")*+\)|\[(?:" + atom + rb")*+\]"


_PLAIN = re.compile(rb"([ \t\f\v\r]*+)(?:" + _with_pairs(_with_pairs(_ATOM)) + rb")*+", re.DOTALL)
_KEYWORD_LINE = re.compile(
    rb"(do)(?:[ \t]*\|[^|]*\|)?[ \t]*\Z"
    rb"|(def)[ \t]+(?:self\.)?" + _NAME + rb"++[?!]?(\([^()\[\]{}\"'`#%?/]*\))?[ \t]*\Z"
    rb"|(end)\Z"
    rb"|(if|unless|class|module)(?=[ \t])"
)
_DO, _DEF, _DEF_WITH_PARAMETERS, _END_WORD, _HEADED = range(1, 6)
_BLANK = re.compile(rb"[ \t\f\v\r]*+")
_WORD = re.compile(_KEYWORD)
_CONTINUES = re.compile(rb"\.(?!\.)|&[.&]|\|\||(?:and|or)(?!" + _NAME + rb"|[?!:])")
_METHOD = re.compile(rb"[ \t]*+(?:" + _NAME + rb"++(?:[?!](?!=))?|" + _OPERATOR_NAME + rb")")
_HEREDOC = re.compile(rb"<<([-~]?)(?:\"([^\"]*)\"|'([^']*)'|`([^`]*)`|(" + _NAME + rb"+))")
_PERCENT = re.compile(rb"%([qQwWiIrsx]?)([^A-Za-z0-9\x80-\xff\s])")
_CHARACTER = re.compile(
    rb"\?(?:\\(?:u\{[^}]*\}|u[0-9A-Fa-f]{4}|(?:[CM]-|c)(?:\\?[CM]-|\\c)?\\?.|x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)"
    rb"|[\x80-\xff]+|[^\s\\](?!" + _NAME + rb"))",
    re.DOTALL,
)
_TERNARY = re.compile(rb"\?(?:" + _NAME + rb"\s*:|[\"':@$(\[])")
_DEFINITION = re.compile(
    rb"def[ \t]+(?:(?:[@$]*" + _NAME + rb"+|\([^()]*\))[ \t]*(?:\.|::)[ \t]*)?"
    rb"(?:" + _NAME + rb"+(?:[?!](?!=)|=(?!~|>|=(?!>)))?|" + _OPERATOR_NAME + rb")"
)
_PARAMETERS = re.compile(rb"[ \t]*\((?:[^()\[\]{}\"'`#%?/]*\))?")
_ENDLESS = re.compile(rb"[ \t]*=(?![=~>])")
_BLOCK_PARAMETERS = re.compile(rb"[ \t]*\|(?:[^|]*(\|))?")
_LAMBDA = re.compile(rb"->[ \t]*+(?:\([^()]*+\))?[ \t]*+(\{|do(?!" + _NAME + rb"))")
_LAMBDA_BODY = re.compile(rb"[ \t]*(\{|do(?!" + _NAME + rb"))")
_PHASE_BLOCK = re.compile(rb"(?:BEGIN|END)[ \t]*\{")
_SINGLETON = re.compile(rb"class[ \t]*<<")
_ALIAS = re.compile(rb"alias[ \t]+(?:[^\s\"'#;]+|" + _GLOBAL + rb")[ \t]+(?:" + _GLOBAL + rb"|[^\s\"'#;]+)")
_UNDEF = re.compile(rb"undef[ \t]+[^\s\"'#;,]+(?:,[ \t]*[^\s\"'#;,]+)*")
_OPERATOR_SYMBOL = re.compile(rb"(?:(?<!:):|(?<!\.)\.)" + _OPERATOR_NAME + rb"\Z")
_SETTER_SYMBOL = re.compile(rb"(?<!:):[A-Za-z_\x80-\xff]" + _NAME + rb"*+=\Z")
_MACRO = re.compile(rb"\{%-?[ \t].*?%\}")
_BODY_TEXT = re.compile(rb"(?:[^\\#]++|\\.|\\|#(?!\{))*+", re.DOTALL)

_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">"}
_NAME_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") | frozenset(range(128, 256))
_VALUE_BYTES = _NAME_BYTES | frozenset(b")]\"'")
_BLANK_BYTES = b" \t\f\v\r"
_OPEN_ENDED = frozenset(b",+-*/%=<>&|^~!?:.\\")  # what a line that goes on may end with
_POSITION_AFTER = {
    b"return": RETURN,
    b"break": RETURN,
    b"next": RETURN,
    b"self": VALUE,
    b"nil": VALUE,
    b"true": VALUE,
    b"false": VALUE,
    b"redo": VALUE,
    b"retry": VALUE,
    b"__FILE__": VALUE,
    b"__LINE__": VALUE,
    b"__ENCODING__": VALUE,
}
_DEFINITIONS = frozenset({"def", "class", "module"})
_CONDITIONALS = frozenset({"if", "unless", "elsif"})
_LOOPS = frozenset({"while", "until", "for"})
_CASES = frozenset({"case", "when", "in"})


@cache
def _quoted_text(opening: bytes, closing: bytes, interpolated: bool) -> re.Pattern[bytes]:
    """What stands between the delimiters, up to something that has to be looked at."""
    stops = re.escape(opening + closing)
    if closing == b"\\":
        return re.compile(rb"(?:[^\\#]++|#(?!\{))*+" if interpolated else rb"[^\\]*+")
    if not interpolated:
        return re.compile(rb"(?:[^\\" + stops + rb"]++|\\.|\\)*+", re.DOTALL)
    hash_sign = _INTERPOLATED_GLOBAL + (rb"" if closing == b"#" else rb"|#(?!\{)")
    return re.compile(rb"(?:[^\\#" + stops + rb"]++|\\.|\\|" + hash_sign + rb")*+", re.DOTALL)


# What may be more than text in the body of a heredoc.
_INTERPOLATED = re.compile(rb"#\{")


class RubyLexer(Lexer):
    """Reads a line of Ruby."""

    signs = profile_of("ruby").heredocs.signs

    @property
    def initial(self) -> State:
        return INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, RubyState)
        stack, heredocs, position, is_open, late, in_body = state
        top = stack[-1] if stack else None
        if type(top) is Body and not (hold or heredocs):
            return self._body_line(text, state, top)
        if position > OPERAND or heredocs or in_body:
            return _Line(text, state).read(hold)
        in_brackets = False
        if type(top) is Block:
            if top.phase == ENDLESS or (top.phase == HEAD and position != NEW):
                return _Line(text, state).read(hold)
        elif top in _BRACKETS:
            in_brackets = True
        elif top is not None:
            return _Line(text, state).read(hold)
        # Most lines are plain, or plain but for one keyword. These shorter ways read them just as `_Line` would.
        match = _PLAIN.match(text)
        assert match is not None
        first, at, size = match.end(1), match.end(), len(text)
        if at < size and text[at] != 35:
            if position == NEW and not in_brackets:
                result = _keyword_line(text, state, top, first, at)
                if result is not None:
                    return result
            return _Line(text, state, first, at).read(hold)
        if first == at:
            if late is None:
                return state, []
            if at == size:
                return RubyState(stack, (), NEW, False, None, False), [(END, late[1], late[0] + 1)]
            return RubyState(stack, (), NEW, True, Late(late[0] + 1, late[1]), False), []
        end = at
        while text[end - 1] in _BLANK_BYTES:
            end -= 1
        last = text[end - 1]
        if text[first] in b".&|=_" or (last in _OPEN_ENDED and (last != 44 or text[end - 2] == 36)):
            return _Line(text, state, first, at).read(hold)
        after = OPERAND if last == 44 else NEW
        if in_brackets:
            return (state if after == position else RubyState(stack, (), after, is_open, None, False)), []
        events: list[Event] = []
        if position == NEW:
            stack, events = _new_statement(state, top, first)
        return RubyState(stack, (), after, True, None if after else Late(0, end), False), events

    def _body_line(self, text: bytes, state: RubyState, body: Body) -> tuple[State, list[Event]]:
        """Reads a line of a heredoc's body."""
        if self.ends(text, body.opener) or (body.opener.interpolated and b"#{" in text):
            return _Line(text, state).read(False)
        if any(type(entry) is Interpolation for entry in state.stack):
            return _Line(text, state).read(False)
        if state.late is not None:
            state = state._replace(late=Late(state.late.lines + 1, state.late.column))
        return state, [(BODY, 0, None)]

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, RubyState)
        if not state.heredocs and not state.in_body:
            return ()
        openers = list(state.heredocs)
        for entry in reversed(state.stack):
            if type(entry) is Body:
                openers.append(entry.opener)
                openers.extend(entry.rest)
        return tuple(openers)

    def drop(self, state: State) -> State:
        assert isinstance(state, RubyState)
        if state.heredocs:
            return state._replace(heredocs=state.heredocs[1:])
        for index in range(len(state.stack) - 1, -1, -1):
            body = state.stack[index]
            if type(body) is Body:
                stack = state.stack[:index]
                after = state._replace(stack=stack, heredocs=body.rest, in_body=any(type(e) is Body for e in stack))
                inside = state.stack[index + 1] if index + 1 < len(state.stack) else None
                if type(inside) is Interpolation:
                    after = after._replace(position=inside.position, open=inside.open, late=inside.late)
                return after
        return state

    def ends(self, text: bytes, opener: Opener) -> bool:
        return (text.lstrip(b" \t\f\v\r") if opener.indented else text) == opener.terminator

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, RubyState)
        top = state.stack[-1] if state.stack else None
        if type(top) is not Body or state.heredocs or state.late is not None:
            return start
        if any(type(entry) is Interpolation for entry in state.stack):
            return start
        return row_before(_INTERPOLATED, text, start, end) if top.opener.interpolated else end


def _new_statement(state: RubyState, top: Entry | None, first: int) -> tuple[tuple[Entry, ...], list[Event]]:
    """What is open once a statement begins on a new line, and the events up to there."""
    stack, _, _, is_open, late, _ = state
    if late is not None:
        return stack, [(END, late[1], late[0] + 1), (BEGIN, first, None)]
    if type(top) is Block and top.phase == HEAD:
        return (*stack[:-1], Block(top.type, INSIDE, top.closer)), [(BEGIN, first, None)]
    return stack, [] if is_open else [(BEGIN, first, None)]


def _keyword_line(
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
        stack, events = _new_statement(state, top, first)
        events.append((OPEN, at, "do"))
        return RubyState((*stack, Block("do", INSIDE, WORD)), (), NEW, False, None, False), events
    if group == _END_WORD:
        return _end_line(state, top, at) if first == at else None
    if group != _HEADED:
        if first != at:
            return None
        stack, events = _new_statement(state, top, first)
        events.append((OPEN, at, "def"))
        block = Block("def", INSIDE if group == _DEF_WITH_PARAMETERS else HEAD, WORD)
        return RubyState((*stack, block), (), NEW, block.phase == HEAD, None, False), events
    word = match[0]
    if first < at:
        after_value = text[at - 1] == 32 and text[at - 2] in _VALUE_BYTES
        if not after_value or text[first] in b".&|=_" or word not in (b"if", b"unless"):
            return None
    rest = _PLAIN.match(text, match.end())
    assert rest is not None
    end, size = rest.end(), len(text)
    if end < size and text[end] != 35:
        return None
    while text[end - 1] in _BLANK_BYTES:
        end -= 1
    if text[end - 1] in _OPEN_ENDED or end == match.end():
        return None
    stack, events = _new_statement(state, top, first)
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


class _Line:
    """One line being read."""

    base = 0  # where the code on this line starts, and the position there
    base_position = OPERAND
    mark = -1  # the end of the last token that `before` cannot judge by its characters, and the position there
    mark_position = VALUE
    arrow_depth = -1  # how much is open around the bare parameters of a lambda, if they are being read
    spaced = False  # blanks stand between the token and the one before it
    pos = 0

    def __init__(self, text: bytes, state: RubyState, first: int = -1, plain_end: int = -1) -> None:
        """`first` is where something other than blanks stands, `plain_end` where `_PLAIN` stops, if known."""
        self.text = text
        self.first = first
        self.plain_end = plain_end
        stack, self.heredocs, self.position, self.open, self.late, self.in_body = state
        self.stack = list(stack)
        self.events: list[Event] = []

    def read(self, hold: bool) -> tuple[RubyState, list[Event]]:
        if self.late or self.in_body:
            self.age()
        if hold:
            self.hold_bodies()
        elif self.heredocs:
            self.stack.append(Body(self.heredocs[0], self.heredocs[1:]))
            self.heredocs = ()
            self.in_body = True
        text, stack, size = self.text, self.stack, len(self.text)
        top = stack[-1] if stack else None
        if type(top) is Body:
            if LEXER.ends(text, top.opener):
                self.events.append((TERMINATOR, size, None))
                stack.pop()
                if top.rest:
                    stack.append(Body(top.rest[0], top.rest[1:]))
                return self.state(), self.events
            self.events.append((BODY, 0, None))
            if not top.opener.interpolated:
                return self.state(), self.events
        elif self.in_body:
            self.events.append((BODY, 0, None))
        if type(top) is not Body and type(top) is not Quote and not self.start():
            return self.state(), self.events
        while self.pos < size:
            top = stack[-1] if stack else None
            if type(top) is Quote:
                self.quote(top)
            elif type(top) is Body:
                self.body()
            else:
                self.code()
        self.finish()
        return self.state(), self.events

    def state(self) -> RubyState:
        stack = tuple(self.stack)
        in_body = self.in_body and any(type(entry) is Body for entry in stack)
        return RubyState(stack, self.heredocs, self.position, self.open, self.late, in_body)

    def age(self) -> None:
        """Statements that may have ended did so one more line ago."""
        if self.late:
            self.late = Late(self.late.lines + 1, self.late.column)
        for index, entry in enumerate(self.stack):
            if type(entry) is Interpolation and entry.late:
                late = Late(entry.late.lines + 1, entry.late.column)
                self.stack[index] = Interpolation(entry.position, entry.open, late)

    def hold_bodies(self) -> None:
        while self.stack and type(self.stack[-1]) is Body:
            body = self.stack.pop()
            assert isinstance(body, Body)
            self.heredocs = (body.opener, *body.rest, *self.heredocs)

    def start(self) -> bool:
        """Starts a line of code. False if nothing on it has to be read."""
        text = self.text
        top = self.stack[-1] if self.stack else None
        if top == "__END__":
            return False
        if top == "=begin":
            if text.startswith(b"=end") and text[4:5] in (b"", b" ", b"\t"):
                self.stack.pop()
            return False
        if top == "|":
            bar = text.find(b"|")
            if bar < 0:
                return False
            self.stack.pop()
            self.pos = self.base = bar + 1
            return True
        first = self.first
        if first < 0:
            match = _BLANK.match(text)
            first = match.end() if match else 0
        if first == len(text):
            self.end_late()
            self.end_continued()
            return False
        if text[first] == 35:
            self.end_continued()
            return False
        if first == 0 and self.is_data_or_comment():
            return False
        if self.position == NEW:
            if not _CONTINUES.match(text, first):
                self.end_late()
                if type(top) is Block and top.phase == HEAD:
                    self.stack[-1] = Block(top.type, INSIDE, top.closer)
                    self.open = False
            self.late = None
        elif self.position == METHOD:
            method = _METHOD.match(text)
            if method:
                self.pos = self.mark = method.end()
                self.mark_position = ARGUMENT
        else:
            self.base_position = self.position
        if not self.open and text[first] == 124:
            self.pos = first
            self.block_parameters()
        return True

    def is_data_or_comment(self) -> bool:
        if self.text == b"__END__":
            self.end_late()
            self.stack.append("__END__")
            return True
        if self.text.startswith(b"=begin") and self.text[6:7] in (b"", b" ", b"\t"):
            self.end_late()
            self.stack.append("=begin")
            return True
        return False

    def end_late(self) -> None:
        if self.late:
            self.events.append((END, self.late.column, self.late.lines))
            self.late = None
            self.open = False

    def end_continued(self) -> None:
        """A backslash continues a line with the next one, but not over a blank line or a comment."""
        if self.position in (ARGUMENT, NAME, VALUE, RETURN):
            self.position = NEW
            if self.open and self.in_statements():
                self.events.append((END, 0, 1))
                self.open = False

    def in_statements(self) -> bool:
        top = self.stack[-1] if self.stack else None
        return top is None or (type(top) is Block and top.phase == INSIDE)

    def finish(self) -> None:
        """Decides at the end of the line whether what is open goes on."""
        top = self.stack[-1] if self.stack else None
        if type(top) is Quote or type(top) is Body or top == "|":
            return
        text, end = self.text, self.pos
        while end > self.base and text[end - 1] in _BLANK_BYTES:
            end -= 1
        if end == self.base and self.mark != end:
            return
        self.position = self.position_at(end)
        if self.position != NEW:
            return
        while type(top) is Block and top.phase == ENDLESS:
            self.close_top(end, end)
            top = self.stack[-1] if self.stack else None
        if self.open and self.in_statements():
            self.late = Late(0, end)

    def position_at(self, end: int) -> int:
        if not self.open:
            return NEW
        last = self.text[end - 1]
        if end != self.mark and last == 92:
            return self.before(end - 1)
        if end != self.mark and last not in _OPEN_ENDED:
            return NEW
        if last == 58 and end != self.mark:
            top = self.stack[-1] if self.stack else None
            if type(top) is Block and top.phase == HEAD and top.type in ("def", "in"):
                return NEW
        position = self.before(end)
        return position if position in (OPERAND, METHOD) else NEW

    def body(self) -> None:
        """Reads the text of a heredoc up to an interpolation."""
        match = _BODY_TEXT.match(self.text, self.pos)
        self.pos = match.end() if match else len(self.text)
        if self.pos < len(self.text):
            self.stack.append(Interpolation(self.position, self.open, self.late))
            self.open, self.late = True, None
            self.enter_code(self.pos + 2)

    def quote(self, quote: Quote) -> None:
        """Reads quoted text up to its end or an interpolation."""
        text, size = self.text, len(self.text)
        pattern = _quoted_text(quote.opening, quote.closing, quote.interpolated)
        pos, depth = self.pos, quote.depth
        while True:
            match = pattern.match(text, pos)
            pos = match.end() if match else size
            if pos >= size:
                self.stack[-1] = quote._replace(depth=depth)
                self.pos = size
                return
            character = text[pos : pos + 1]
            if character == quote.closing:
                pos += 1
                if depth == 0:
                    self.stack.pop()
                    while quote.regexp and pos < size and text[pos] in b"imxounse":
                        pos += 1
                    self.pos = self.base = self.mark = pos
                    self.base_position = self.mark_position = VALUE
                    return
                depth -= 1
            elif character == quote.opening:
                pos += 1
                depth += 1
            else:
                self.stack[-1] = quote._replace(depth=depth)
                self.stack.append("#{")
                self.enter_code(pos + 2)
                return

    def enter_code(self, pos: int) -> None:
        self.pos = self.base = pos
        self.base_position = OPERAND

    def code(self) -> None:
        """Reads code up to the end of the line, or to something quoted."""
        text, size, stack = self.text, len(self.text), self.stack
        while True:
            if self.pos == 0 and self.plain_end >= 0:
                first, at = self.first, self.plain_end
            else:
                match = _PLAIN.match(text, self.pos)
                assert match is not None
                first, at = match.end(1), match.end()
            if first < at and not self.open:
                self.events.append((BEGIN, first, None))
                self.open = True
            self.pos = at
            if at >= size:
                return
            character = text[at]
            if 65 <= character <= 122 and character != 91 and character != 93 and character != 96:
                self.keyword(at)
            elif character == 123:
                self.brace(at)
            elif character == 125:
                if self.close_brace(at):
                    return
            elif character == 40:
                self.begin(at)
                stack.append("(")
                self.pos = at + 1
            elif character == 91:
                self.begin(at)
                stack.append("[")
                self.pos = at + 1
            elif character == 41 or character == 93:
                self.close_bracket(at, character)
            elif character == 35:
                self.finish()
                self.pos = size
                self.base = size
                return
            elif character == 59:
                self.semicolon(at)
            else:
                self.begin(at)
                if self.ambiguous(at, character):
                    return

    def ambiguous(self, at: int, character: int) -> bool:
        """A character whose meaning depends on what stands before it. True if it opens something quoted."""
        text = self.text
        if character == 34 or character == 39 or character == 96:
            return self.open_quote(at + 1, Quote(b"", text[at : at + 1], character != 39, False))
        self.pos = at + 1
        if character == 45:
            self.arrow(at)
        elif character == 60:
            self.heredoc(at)
        elif character == 63:
            self.question_mark(at)
        elif character == 47:
            position = self.before(at)
            is_regexp = position in (OPERAND, RETURN)
            if position in (ARGUMENT, NAME) and self.spaced and text[at + 1 : at + 2] not in (b" ", b"\t", b"=", b""):
                is_regexp = position == ARGUMENT or text.find(b"/", at + 1) > 0
            if is_regexp:
                return self.open_quote(at + 1, Quote(b"", b"/", True, True))
        elif character == 37:
            match = _PERCENT.match(text, at)
            position = self.before(at) if match else VALUE
            if match and (
                position in (OPERAND, RETURN) or (position in (ARGUMENT, NAME) and self.spaced and match[0] != b"%=")
            ):
                letter, opening = match[1], match[2]
                nests = opening in _CLOSING
                closing = _CLOSING.get(opening, opening)
                interpolated = letter not in (b"q", b"w", b"i", b"s")
                return self.open_quote(
                    match.end(), Quote(opening if nests else b"", closing, interpolated, letter == b"r")
                )
        return False

    def open_quote(self, pos: int, quote: Quote) -> bool:
        self.stack.append(quote)
        self.pos = pos
        return True

    def before(self, at: int) -> int:
        """The position that the token before `at` leaves."""
        text, end = self.text, at
        while end > self.base and text[end - 1] in _BLANK_BYTES:
            end -= 1
        self.spaced = end < at or end == 0
        if end == self.mark:
            return self.mark_position
        if end <= self.base:
            return self.base_position
        last = text[end - 1]
        if last in _NAME_BYTES:
            return self.after_word(end)
        if last in b")]}\"'`":
            return VALUE
        previous = text[end - 2] if end - 2 >= self.base else 32
        if previous == 36:
            return VALUE
        if last in b"?!" and previous in _NAME_BYTES:
            return ARGUMENT
        if last == 46:
            return OPERAND if previous == 46 else METHOD
        if last == 61 and previous in _NAME_BYTES and _SETTER_SYMBOL.search(text, max(self.base, end - 80), end):
            return VALUE
        if _OPERATOR_SYMBOL.search(text, max(self.base, end - 4), end):
            return VALUE
        return OPERAND

    def after_word(self, end: int) -> int:
        text, start = self.text, end
        while start > self.base and text[start - 1] in _NAME_BYTES:
            start -= 1
        previous = text[start - 1] if start > self.base else 32
        if previous in b"@$" or 48 <= text[start] <= 57:
            return VALUE
        if previous == 58:
            return ARGUMENT if text[start - 2 : start - 1] == b":" else VALUE
        if previous == 46:
            return ARGUMENT
        return _POSITION_AFTER.get(text[start:end], ARGUMENT if 65 <= text[start] <= 90 else NAME)

    def note(self, end: int, position: int) -> None:
        """Goes on after a token that `before` cannot judge by its characters."""
        self.pos = self.mark = end
        self.mark_position = position

    def begin(self, at: int) -> None:
        if not self.open:
            self.events.append((BEGIN, at, None))
            self.open = True

    def end_statement(self, at: int) -> None:
        if self.open:
            while at > 0 and self.text[at - 1] in _BLANK_BYTES:
                at -= 1
            self.events.append((END, at, None))
            self.open = False

    def open_block(self, block_type: str, at: int, phase: int, closer: int) -> None:
        self.events.append((OPEN, at, block_type))
        self.stack.append(Block(block_type, phase, closer))
        self.open = phase != INSIDE

    def close_top(self, at: int, end: int) -> None:
        """Closes what is innermost; its closing token stands from `at` to `end`."""
        entry = self.stack.pop()
        if type(entry) is Block:
            if entry.phase == INSIDE:
                self.end_statement(at)
            self.events.append((CLOSE, end, None))
            self.open = entry.closer != BRANCH

    def close_down_to(self, index: int, at: int) -> None:
        """Closes what is open inside an entry; text that is not broken has only a last branch there."""
        while len(self.stack) > index + 1:
            self.close_top(at, at)

    def semicolon(self, at: int) -> None:
        while self.stack:
            top = self.stack[-1]
            if type(top) is not Block or top.phase == INSIDE:
                break
            if top.phase == HEAD:
                self.stack[-1] = Block(top.type, INSIDE, top.closer)
                self.open = False
                break
            self.close_top(at, at)
        if self.in_statements():
            self.end_statement(at)
        self.note(at + 1, OPERAND)

    def close_bracket(self, at: int, character: int) -> None:
        openers = ("(", "def(", "->(") if character == 41 else ("[",)
        stack = self.stack
        index = len(stack) - 1
        while index >= 0:
            entry = stack[index]
            if entry in openers:
                break
            if entry not in _BRACKETS and not (type(entry) is Block and entry.phase == ENDLESS):
                index = -1
                break
            index -= 1
        self.pos = at + 1
        if index < 0:
            return
        self.close_down_to(index, at)
        opener = stack.pop()
        if opener == "def(":
            self.after_parameters()
        elif opener == "->(":
            body = _LAMBDA_BODY.match(self.text, self.pos)
            if body:
                self.lambda_body(body)

    def brace(self, at: int) -> None:
        # Crystal's `{% … %}` runs when the program is compiled. The blocks between two of them are the program's.
        macro = _MACRO.match(self.text, at)
        if macro:
            self.begin(at)
            self.note(macro.end(), VALUE)
        elif self.arrow_depth != len(self.stack) and self.before(at) in (OPERAND, RETURN):
            self.begin(at)
            self.stack.append("{")
            self.pos = at + 1
        else:
            self.begin(at)
            self.open_block(self.block_type("brace"), at, INSIDE, BRACE)
            self.pos = at + 1
            self.block_parameters()

    def block_type(self, block_type: str) -> str:
        """`{` or `do` after the bare parameters of a lambda is its body."""
        if self.arrow_depth != len(self.stack):
            return block_type
        self.arrow_depth = -1
        return "lambda"

    def close_brace(self, at: int) -> bool:
        """Reads `}`. True if it goes back to quoted text."""
        stack = self.stack
        index = len(stack) - 1
        while index >= 0:
            entry = stack[index]
            if type(entry) is Block:
                if entry.closer == BRACE:
                    break
                if entry.type in _DEFINITIONS and entry.phase != ENDLESS:
                    index = -1
                    break
            elif entry in ("{", "#{") or type(entry) is Interpolation:
                break
            elif entry not in _BRACKETS:
                index = -1
                break
            index -= 1
        self.note(at + 1, VALUE)
        if index < 0:
            return False
        self.close_down_to(index, at)
        entry = stack[-1]
        self.close_top(at, at + 1)
        if type(entry) is Interpolation:
            self.position, self.open, self.late = entry
            return True
        return entry == "#{"

    def block_parameters(self) -> None:
        """Steps over `|a, b|` at the start of a block."""
        match = _BLOCK_PARAMETERS.match(self.text, self.pos)
        if match is None:
            self.note(self.pos, OPERAND)
        elif match[1]:
            self.note(match.end(), OPERAND)
        else:
            self.stack.append("|")
            self.pos = len(self.text)

    def arrow(self, at: int) -> None:
        match = _LAMBDA.match(self.text, at)
        if match:
            self.lambda_body(match)
            return
        self.note(at + 2, OPERAND)
        if _PARAMETERS.match(self.text, at + 2):
            self.pos = self.text.index(b"(", at) + 1
            self.stack.append("->(")
        else:
            self.arrow_depth = len(self.stack)

    def lambda_body(self, match: re.Match[bytes]) -> None:
        self.open_block("lambda", match.start(1), INSIDE, BRACE if match[1] == b"{" else WORD)
        self.note(match.end(), OPERAND)

    def heredoc(self, at: int) -> None:
        match = _HEREDOC.match(self.text, at)
        position = self.before(at) if match else VALUE
        if match and (position in (OPERAND, RETURN) or (position in (ARGUMENT, NAME) and self.spaced)):
            kind, double, single, backtick, name = match.groups()
            terminator = next(part for part in (name, double, single, backtick) if part is not None)
            opener = Opener(match.end(), terminator, single is None, bool(kind))
            self.events.append((HEREDOC, at, opener))
            self.heredocs = (*self.heredocs, opener)
            self.note(match.end(), VALUE)
        else:
            self.pos = at + 2

    def question_mark(self, at: int) -> None:
        position = self.before(at)
        match = _CHARACTER.match(self.text, at)
        if position in (ARGUMENT, NAME) and not self.spaced:
            match = None
        if position == NAME and _TERNARY.match(self.text, at):
            match = None
        if match and position != VALUE:
            self.note(match.end(), VALUE)
        else:
            self.note(at + 1, OPERAND)

    def keyword(self, at: int) -> None:
        match = _WORD.match(self.text, at)
        if match is None:
            self.begin(at)
            self.pos = at + 1
            return
        word, end = match[0].decode(), match.end()
        if word == "end":
            self.end_word(at, end)
        elif word in _BRANCHES:
            self.branch_word(word, at, end)
        else:
            self.begin(at)
            if word in ("if", "unless", "while", "until"):
                if self.before(at) == OPERAND:
                    self.open_block(word, at, HEAD, WORD)
                self.note(end, OPERAND)
            elif word == "def":
                self.definition(at, end)
            elif word == "do":
                self.do_word(at, end)
            elif word in ("class", "module", "for", "case"):
                self.open_block(word, at, HEAD, WORD)
                singleton = _SINGLETON.match(self.text, at)
                self.note(singleton.end() if singleton else end, OPERAND)
            elif word == "begin":
                self.open_block(word, at, INSIDE, WORD)
                self.note(end, OPERAND)
            elif word in ("alias", "undef"):
                names = (_ALIAS if word == "alias" else _UNDEF).match(self.text, at)
                self.note(names.end() if names else end, VALUE if names else OPERAND)
            elif word in ("BEGIN", "END"):
                phase = _PHASE_BLOCK.match(self.text, at)
                if phase:
                    self.open_block(word, at, INSIDE, BRACE)
                self.note(phase.end() if phase else end, OPERAND if phase else VALUE)
            else:
                self.note(end, OPERAND)

    def definition(self, at: int, end: int) -> None:
        self.open_block("def", at, HEAD, WORD)
        name = _DEFINITION.match(self.text, at)
        if name is None:
            self.note(end, OPERAND)
            return
        self.note(name.end(), VALUE)
        parameters = _PARAMETERS.match(self.text, self.pos)
        if parameters is None:
            endless = _ENDLESS.match(self.text, self.pos)
            if endless:
                self.stack[-1] = Block("def", ENDLESS, WORD)
                self.note(endless.end(), OPERAND)
        elif parameters[0].endswith(b")"):
            self.pos = parameters.end()
            self.after_parameters()
        else:
            self.stack.append("def(")
            self.pos = parameters.end()

    def after_parameters(self) -> None:
        endless = _ENDLESS.match(self.text, self.pos)
        top = self.stack[-1] if self.stack else None
        if type(top) is Block and top.type == "def":
            self.stack[-1] = Block("def", ENDLESS if endless else INSIDE, WORD)
            self.open = endless is not None
        self.note(endless.end() if endless else self.pos, OPERAND)

    def do_word(self, at: int, end: int) -> None:
        top = self.stack[-1] if self.stack else None
        if type(top) is Block and top.phase == HEAD and top.type in _LOOPS:
            self.stack[-1] = Block(top.type, INSIDE, WORD)
            self.open = False
            self.note(end, OPERAND)
        else:
            self.open_block(self.block_type("do"), at, INSIDE, WORD)
            self.pos = end
            self.block_parameters()

    def end_word(self, at: int, end: int) -> None:
        stack = self.stack
        index = len(stack) - 1
        while index >= 0:
            entry = stack[index]
            if type(entry) is Block:
                if entry.closer == WORD and entry.phase != ENDLESS:
                    break
            elif entry not in _BRACKETS:
                index = -1
                break
            index -= 1
        self.note(end, VALUE)
        if index >= 0:
            self.close_down_to(index, at)
            self.close_top(at, end)

    def innermost_block(self) -> Block | None:
        """The innermost block, brackets aside: one that a branch follows cannot have stayed open."""
        for entry in reversed(self.stack):
            if type(entry) is Block:
                if entry.phase != ENDLESS:
                    return entry
            elif entry not in _BRACKETS:
                break
        return None

    def branch_word(self, word: str, at: int, end: int) -> None:
        top = self.stack[-1] if self.stack else None
        if word == "then":
            if type(top) is Block and top.phase == HEAD:
                self.stack[-1] = Block(top.type, INSIDE, top.closer)
                self.open = False
            self.note(end, OPERAND)
            return
        block = self.innermost_block()
        if word == "rescue":
            follows = block is top and block is not None and self.before(at) == OPERAND
        elif word == "in":
            follows = block is top and block is not None and not self.open and block.type in _CASES
        elif word == "when":
            follows = block is not None and block.type in _CASES
        elif word == "elsif":
            follows = block is not None and block.type in _CONDITIONALS
        else:
            follows = block is not None and block.closer != BRACE
        if not follows or block is None:
            if word in ("rescue", "in"):
                self.begin(at)
            self.note(end, RETURN if word == "rescue" else OPERAND)
            return
        while self.stack[-1] is not block:
            self.close_top(at, at)
        if block.phase == INSIDE:
            self.end_statement(at)
        if word in ("elsif", "else") and block.type in _CONDITIONALS:
            closer = WORD
            self.close_top(at, at)
        else:
            closer = BRANCH
            if block.closer == BRANCH:
                self.close_top(at, at)
        self.open_block(word, at, INSIDE if word in ("else", "ensure") else HEAD, closer)
        self.note(end, RETURN if word == "rescue" else OPERAND)


_BRANCHES = frozenset({"then", "else", "elsif", "when", "in", "rescue", "ensure"})

LEXER = RubyLexer()
