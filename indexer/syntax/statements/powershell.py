"""The PowerShell lexer: statements, blocks and here-strings.

A here-string opens with `@"` or `@'` as the last thing on its line, and ends where a line starts with `"@` or `'@` in
the first column; the rest of that line is code. A statement ends at `;`, at its last block, or with its line, unless
the line ends with an operator or a backtick, a bracket is open, or the next line starts with a pipe (PowerShell 7).
As that is known only there, the end of such a statement is reported late.

Blocks are the braces of keywords, of methods (`method`), of the clauses of a `switch` (`case`) and of script block
literals (`anonymous`). The braces of hash literals and of `${name}` never are. What stands in `$(…)` and
`@(…)` belongs to the statement around it. Typographic quotation marks, which PowerShell takes for plain ones, are not
recognised.
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
_BLOCK = "block"  # word: its type; detail: "ends" if its closer ends the statement around it
_STATEMENT = "statement"  # detail: the parts that may still follow, see _FOLLOWERS
_BRACKET = "bracket"  # detail: its opening bracket
_QUOTE = "quote"  # word: the quotation mark
_HEREDOC = "heredoc"
_COMMENT = "comment"

# How far a statement has come. The word of a statement or bracket is the keyword that the next brace belongs to.
_START = "start"
_REST = "rest"
_AWAIT = "await"  # complete, unless the next token continues it


class Frame(NamedTuple):
    """One thing that is open."""

    kind: str
    word: str = ""
    stage: str = ""
    detail: str = ""
    opener: Opener | None = None


class PowerShellState(NamedTuple):
    stack: tuple[Frame, ...]  # innermost last
    declared: tuple[Opener, ...] = ()  # here-strings whose bodies have not begun
    ended: tuple[int, int] | None = None  # how many lines up, and where, a statement in the stage "await" ended
    bodies: int = 0  # how many bodies are open


_FILE = Frame(_BLOCK, "file")
_INITIAL = PowerShellState((_FILE,))

_AFTER_ASSIGNMENT = frozenset({"do", "for", "foreach", "if", "switch", "try", "while"})
_DECLARATIONS = frozenset({"class", "configuration", "enum", "filter", "function", "workflow"})
_WITH_BLOCK = _AFTER_ASSIGNMENT | _DECLARATIONS | {"trap"}
_IN_BRACKETS = _AFTER_ASSIGNMENT | {"catch", "else", "elseif", "finally", "function", "trap"}
_PART_BLOCKS = frozenset(
    {"begin", "clean", "data", "dynamicparam", "end", "inlinescript", "parallel", "process", "sequence"}
)

# What keywords put into the detail of their statement, and the words that may follow their parts.
_FOLLOWED = {"if": "i", "do": "d", "try": "t"}
_FOLLOWERS = {
    "i": ("else", "elseif"),
    "d": ("while", "until"),
    "t": ("catch", "finally"),
    "p": ("|",),  # a statement that ended with its line
    "a": ("[", "param", "class", "enum"),  # nothing but attributes so far
    "m": ("{",),  # the signature of a method
}

_DOUBLE_QUOTED = rb'"(?:[^"`$]++|`.|""|\$(?!\())*+"'
_SINGLE_QUOTED = rb"'(?:[^']++|'')*+'"
_QUIET = re.compile(
    rb"(?:[ \t\r\f\v,.=+*/!^~?:|&\\>%%]++|-(?!-%%)|<(?!#)"
    rb"|\$(?:\{[^}]*+\}|[\w:?^$\x80-\xff]++|(?=[^({\w]|\Z))"
    rb"|@(?=[\w\x80-\xff])|`.|%b|%b"
    rb"|\[[\w., ]*+\]|\([^\"'`(){}\[\]#@<]*+\))*+" % (_DOUBLE_QUOTED, _SINGLE_QUOTED),
    re.DOTALL,
)
_BLANKS = re.compile(rb"[ \t\r\f\v]*+")
_GENERIC = re.compile(rb"[\w\x80-\xff](?:[\w\x80-\xff\\/:.*?#+!^~%-]|`.)*+", re.DOTALL)
_KEYWORD = re.compile(rb"[A-Za-z]++(?![\w\x80-\xff\\/:.*?#+-])")
_HEADED = re.compile(
    rb"(?i:(?:class|enum|function|filter|workflow|configuration)[ \t]+[\w'\"]|foreach[ \t]*(?:[(-]|\Z)|\w+)"
)
_PART = re.compile(rb"[A-Za-z]++(?:[ \t]+[\w-]++)?+[ \t]*+(?:\{|\Z)")
_EXPRESSION_KEYWORD = re.compile(rb"([A-Za-z]++)(?=[ \t]*+(?:[({\[-]|\Z)|[ \t]++\w)")
_LABEL = re.compile(rb":[A-Za-z_]\w*+")
_OPENER = re.compile(rb"@([\"'])[ \t]*\Z")
_IN_QUOTES = {
    "'": re.compile(rb"(?:[^']++|'')*+"),
    '"': re.compile(rb'(?:[^"`$]++|`.|`\Z|""|\$(?!\())*+', re.DOTALL),
}
_IN_BODY = re.compile(rb"(?:[^`$]++|`.|`\Z|\$(?!\())*+", re.DOTALL)
_OPENING = {")": "(", "]": "[", "}": "{"}
_ATTRIBUTES = re.compile(rb"[ \t]*\[[\w.]+(?:\([^\[\]]*\))?\](?:[ \t]*\[[\w.]+(?:\([^\[\]]*\))?\])*\Z")

# A line that ends with one of the first goes on below; with one of the others, if it is not a command's argument.
_JOINED = re.compile(rb"(?:[|,`]|&&)\Z")
_OPERATOR = re.compile(
    rb"(?:(?:[=*/%.!]|(?<!\+)\+|(?<!-)-|(?<!\$)\?)"
    rb"|(?<![\w-])-(?i:[ci]?(?:eq|ne|gt|ge|lt|le|(?:not)?(?:like|match|contains|in)|replace|split)"
    rb"|and|or|xor|not|is|isnot|as|f|join|band|bor|bxor|bnot|shl|shr))\Z"
)
_COMMAND = re.compile(rb"(?:.*[|;{(=])?[ \t]*+(?!(?i:return|throw|exit)\b)[A-Za-z][^=]*\Z", re.DOTALL)


# What may be more than text in the body of a heredoc.
_SUBEXPRESSION = re.compile(rb"\$\(")


class PowerShellLexer(Lexer):
    """Reads PowerShell."""

    signs = profile_of("powershell").heredocs.signs

    @property
    def initial(self) -> State:
        return _INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, PowerShellState)
        top = state.stack[-1]
        if state.bodies:
            if top.kind == _HEREDOC and not hold and b"$(" not in text:
                assert top.opener
                if not text.startswith(top.opener.terminator):
                    return state, [(BODY, 0, None)]
        elif not state.declared:
            result = _at_a_glance(text, state)
            if result:
                return result
        return _Reader(text, state).read(hold)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, PowerShellState)
        if not state.bodies:
            return state.declared
        begun = [frame.opener for frame in reversed(state.stack) if frame.opener]
        if state.stack[-1].kind == _HEREDOC:
            return (begun[0], *state.declared, *begun[1:])
        return (*state.declared, *begun)

    def drop(self, state: State) -> State:
        assert isinstance(state, PowerShellState)
        dropped = self.pending(state)[:1]
        stack, declared, ended, bodies = state
        if declared and stack[-1].kind != _HEREDOC:
            declared = declared[1:]
        elif bodies:
            begun = max(index for index, frame in enumerate(stack) if frame.kind == _HEREDOC)
            stack = stack[:begun]
            bodies -= 1
        if dropped and not declared and stack[-1].kind == _STATEMENT and not stack[-1].word:
            # Without its here-string the statement ends with its line.
            stack = (*stack[:-1], stack[-1]._replace(stage=_AWAIT, detail="p"))
            ended = (0, dropped[0].end)
        return PowerShellState(stack, declared, ended, bodies)

    def ends(self, text: bytes, opener: Opener) -> bool:
        return text.startswith(opener.terminator)

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, PowerShellState)
        return row_before(_SUBEXPRESSION, text, start, end) if state.stack[-1].kind == _HEREDOC else start


# Many lines are a statement without braces and comments: a pattern for the whole line spares them the reading
# token by token. It is narrow enough that the reader would say the same.
_NOT_SIMPLE = b"|".join(
    sorted(word.encode() for word in _WITH_BLOCK | _PART_BLOCKS | _IN_BRACKETS | {"until", "param"})
)
_SIMPLE = re.compile(
    rb"[ \t]*+(?!(?i:%b)(?![\w-]))(?=[$A-Za-z_])"
    rb"(?:[^\"'`(){}\[\]#@<;&$]++|\$(?![({])|%b|%b|\([^\"'`(){}\[\]#@<$]*+\)|\[[\w., ]*+\])*+"
    rb"(?<=[\w)\]\"'])\Z" % (_NOT_SIMPLE, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    re.DOTALL,
)
_ASSIGNED_KEYWORD = re.compile(rb"=[ \t]*+(?i:do|for|foreach|if|switch|try|while)(?![\w-])")
_COMPLETE = Frame(_STATEMENT, "", _AWAIT, "p")


def _at_a_glance(text: bytes, state: PowerShellState) -> tuple[PowerShellState, list[Event]] | None:
    stack, _, ended, _ = state
    top = stack[-1]
    if top.kind == _COMMENT:
        return (state, []) if not ended and b"#>" not in text else None
    if top.kind != _BLOCK and not ended:
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
    return not _OPERATOR.search(text) and not (b"=" in text and _ASSIGNED_KEYWORD.search(text))


def _after_simple(text: bytes, stack: tuple[Frame, ...], events: list[Event]) -> tuple[PowerShellState, list[Event]]:
    events.append((BEGIN, len(text) - len(text.lstrip(b" \t")), None))
    return PowerShellState((*stack, _COMPLETE), (), (0, len(text))), events


class _Reader:
    """Reads one line: a cursor over the text, and the state as it changes."""

    __slots__ = ("bodies", "declared", "end", "ended", "events", "pos", "stack", "text")

    def __init__(self, text: bytes, state: PowerShellState) -> None:
        self.text = text
        self.pos = 0
        self.end = 0  # the column after the last token
        self.stack = list(state.stack)
        self.declared = state.declared
        self.ended = (state.ended[0] + 1, state.ended[1]) if state.ended else None
        self.bodies = state.bodies
        self.events: list[Event] = []

    def read(self, hold: bool) -> tuple[PowerShellState, list[Event]]:
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
        self.end_line()
        return PowerShellState(tuple(self.stack), self.declared, self.ended, self.bodies), self.events

    def begin_body_line(self) -> None:
        opener = self.stack[-1].opener
        if not opener or not self.text.startswith(opener.terminator):
            self.events.append((BODY, 0, None))
            return
        self.stack.pop()
        self.bodies -= 1
        self.pos = self.end = len(opener.terminator)
        self.events.append((TERMINATOR, self.pos, None))

    def end_line(self) -> None:
        """Ends the statement with its line, unless something says that it goes on."""
        frame = self.stack[-1]
        if frame.kind != _STATEMENT or frame.stage != _REST or frame.word or self.declared or self.goes_on():
            return
        followers = "p"
        around = self.stack[-2].word
        code = self.text[: self.end]
        if around == "class" and code.endswith(b")") and b"=" not in code:
            followers = "m"
        elif _ATTRIBUTES.match(code):
            followers = "a"
        self.stack[-1] = frame._replace(stage=_AWAIT, detail=followers)
        self.ended = (0, self.end)

    def goes_on(self) -> bool:
        if self.stack[-2].word == "switch":
            return True  # a clause ends with its block
        code = self.text[: self.end]
        if not code.strip():
            return True  # nothing but a comment
        if _JOINED.search(code):
            return True
        return bool(_OPERATOR.search(code)) and not _COMMAND.match(code)

    def step(self) -> None:
        """Reads on to the next token that matters, and takes it."""
        frame = self.stack[-1]
        kind = frame.kind
        if kind == _COMMENT:
            end = self.text.find(b"#>", self.pos)
            self.pos = end + 2 if end >= 0 else len(self.text)
            if end >= 0:
                self.stack.pop()
        elif kind == _QUOTE:
            self.read_text(_IN_QUOTES[frame.word])
        elif kind == _HEREDOC:
            assert frame.opener
            if frame.opener.interpolated:
                self.read_text(_IN_BODY)
            else:
                self.pos = len(self.text)
        else:
            self.read_code(frame)

    def read_text(self, inside: re.Pattern[bytes]) -> None:
        """Reads a string or a body up to its end or to the next `$(`."""
        match = inside.match(self.text, self.pos)
        self.pos = self.end = match.end() if match else self.pos
        if self.pos == len(self.text):
            return
        if self.text.startswith(b"$(", self.pos):
            self.pos += 2
            self.stack.append(Frame(_BRACKET, stage=_REST, detail="("))
        else:
            self.pos += 1
            self.end = self.pos
            self.stack.pop()

    def read_code(self, frame: Frame) -> None:
        text = self.text
        start = self.pos
        quiet = frame.stage == _REST and frame.word != "param"
        match = (_QUIET if quiet else _BLANKS).match(text, start)
        self.pos = match.end() if match else start
        skipped = text[start : self.pos].rstrip()
        if skipped:
            self.end = start + len(skipped)
        if self.pos == len(text):
            return
        if text.startswith(b"<#", self.pos):
            self.pos += 2
            self.stack.append(Frame(_COMMENT))
        elif text.startswith(b"#", self.pos):
            self.pos = len(text)
        elif frame.kind == _BLOCK:
            self.begin_statement()
        elif frame.stage == _START:
            self.take_at_start(frame)
        elif frame.stage == _AWAIT:
            self.take_after_statement(frame)
        else:
            self.take(frame)

    def keyword(self) -> str:
        match = _KEYWORD.match(self.text, self.pos)
        return match[0].decode().lower() if match else ""

    def begin_statement(self) -> None:
        char = self.text[self.pos : self.pos + 1].decode("latin-1")
        if char in ")];}":
            self.pos += 1
            if char == "}":
                self.close(char)
            return
        self.events.append((BEGIN, self.pos, None))
        self.stack.append(Frame(_STATEMENT, stage=_START))

    def take_at_start(self, frame: Frame) -> None:
        """Takes a token where a statement starts."""
        text = self.text
        label = _LABEL.match(text, self.pos)
        if label:
            self.pos = self.end = label.end()
            return
        if text.startswith(b"{", self.pos):
            self.open_block("anonymous", ends=False)
            return
        word = self.keyword()
        headed = (word in _WITH_BLOCK and _HEADED.match(text, self.pos)) or (
            word in _PART_BLOCKS and _PART.match(text, self.pos)
        )
        clause = word == "default" and self.stack[-2].word == "switch"
        if headed or clause or word == "param":
            self.pos += len(word)
            self.end = self.pos
            self.stack[-1] = Frame(_STATEMENT, word, _REST, _FOLLOWED.get(word, ""))
        else:
            self.stack[-1] = Frame(_STATEMENT, "", _REST)

    def take_after_statement(self, frame: Frame) -> None:
        """Takes the first token after a statement that might go on, as `if {}` does with `else`."""
        char = self.text[self.pos : self.pos + 1].decode("latin-1")
        token = self.keyword() or ("" if self.text.startswith(b"||", self.pos) else char)
        followers = frame.detail
        while followers and token not in _FOLLOWERS[followers[-1]]:
            followers = followers[:-1]
        if not followers:
            self.end_late()
            return
        self.ended = None
        if token in ("|", "{"):
            self.stack[-1] = Frame(_STATEMENT, "method" if token == "{" else "", _REST)
        elif followers == "a":
            self.stack[-1] = Frame(_STATEMENT, "", _START)
        else:
            self.pos += len(token)
            self.end = self.pos
            if token in ("while", "until"):
                self.stack[-1] = Frame(_STATEMENT, "", _REST, followers[:-1])
            else:
                left = followers[:-1] if token in ("else", "finally") else followers
                self.stack[-1] = Frame(_STATEMENT, token, _REST, left)

    def take(self, frame: Frame) -> None:
        """Takes a word, a bracket, a string or the end of a statement."""
        text, start = self.text, self.pos
        word = _GENERIC.match(text, start)
        if word:
            self.take_word(frame, word.end())
            return
        char = text[start : start + 1].decode("latin-1")
        if char == "{":
            self.take_brace(frame)
            return
        if char == "@" and self.take_heredoc():
            return
        if text.startswith(b"--%", start):
            # What follows goes to a program as it stands, up to a pipe.
            pipe = text.find(b"|", start)
            self.pos = self.end = pipe if pipe >= 0 else len(text)
            return
        self.pos = self.end = start + 1
        if char in ("(", "["):
            self.stack.append(Frame(_BRACKET, stage=_REST, detail=char))
        elif char in _OPENING:
            self.close(char)
        elif char in _IN_QUOTES:
            self.stack.append(Frame(_QUOTE, char))
        elif char == ";" and frame.kind == _STATEMENT:
            self.stack.pop()
            self.events.append((END, self.pos, None))
        elif char in ("$", "@") and text.startswith((b"(", b"{"), self.pos):
            # `$(`, `@(` and `@{` are one bracket each; the name in a `${` without its `}` is not worth reading.
            opening = text[self.pos : self.pos + 1].decode()
            self.pos = self.end = self.pos + 1
            self.stack.append(Frame(_BRACKET, stage=_REST, detail=opening))
        elif frame.word == "param":
            self.stack[-1] = frame._replace(word="")

    def take_word(self, frame: Frame, end: int) -> None:
        text, start = self.text, self.pos
        self.pos = self.end = end
        match = _EXPRESSION_KEYWORD.match(text, start)
        before = text[:start].rstrip()
        if not match or match.end(1) != end or before.endswith((b"-", b".", b":", b"\\", b"|")):
            return
        word = match[1].decode().lower()
        if frame.kind == _BRACKET and word in _IN_BRACKETS:
            self.stack[-1] = frame._replace(word=word)
        elif frame.kind == _STATEMENT and word in _AFTER_ASSIGNMENT and before.endswith(b"="):
            self.stack[-1] = frame._replace(word=word, detail=_FOLLOWED.get(word, ""))

    def take_brace(self, frame: Frame) -> None:
        statement = frame.kind == _STATEMENT
        around = self.stack[-2].word
        if frame.word and frame.word != "param":
            self.open_block(frame.word, ends=statement)
        elif statement and around == "switch":
            self.open_block("case", ends=True)
        elif statement and around == "class" and self.text[: self.pos].rstrip().endswith(b")"):
            self.open_block("method", ends=True)
        else:
            self.open_block("anonymous", ends=False)

    def take_heredoc(self) -> bool:
        opener = _OPENER.match(self.text, self.pos)
        if not opener:
            return False
        declared = Opener(self.pos + 2, opener[1] + b"@", opener[1] == b'"', False)
        self.events.append((HEREDOC, self.pos, declared))
        self.declared = (*self.declared, declared)
        self.end = declared.end
        self.pos = len(self.text)
        return True

    def open_block(self, block_type: str, ends: bool) -> None:
        self.events.append((OPEN, self.pos, block_type))
        self.pos += 1
        self.end = self.pos
        self.stack[-1] = self.stack[-1]._replace(word="", stage=_REST)
        self.stack.append(Frame(_BLOCK, block_type, "", "ends" if ends else ""))

    def close(self, closer: str) -> None:
        """Closes the innermost bracket or block that the closer fits, and whatever was left open inside it."""
        stack = self.stack
        self.end = self.pos
        depth = len(stack) - 1
        while depth > 0 and not (stack[depth].kind == _BRACKET and stack[depth].detail == _OPENING[closer]):
            if stack[depth].kind == _BLOCK and closer == "}":
                break
            if stack[depth].kind in (_BLOCK, _QUOTE, _HEREDOC):
                return
            depth -= 1
        if depth == 0:
            return
        if any(frame.kind == _STATEMENT for frame in stack[depth + 1 :]):
            self.events.append((END, self.pos - 1, None))
        closed = stack[depth]
        del stack[depth:]
        if closed.kind == _BLOCK:
            self.events.append((CLOSE, self.pos, None))
        if closed.detail == "ends" or stack[-1].word == "param":
            self.finish()

    def finish(self) -> None:
        """Ends the innermost statement here, unless the next word may continue it."""
        frame = self.stack[-1]
        if frame.detail:
            self.stack[-1] = frame._replace(stage=_AWAIT)
            self.ended = (0, self.pos)
        else:
            self.stack.pop()
            self.events.append((END, self.pos, None))

    def end_late(self) -> None:
        assert self.ended
        lines, column = self.ended
        self.stack.pop()
        self.events.append((END, column, lines or None))
        self.ended = None


LEXER = PowerShellLexer()
