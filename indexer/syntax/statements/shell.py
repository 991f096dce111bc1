"""The statement lexer of the shells: sh, bash, zsh and ksh.

It reads what bash reads: a heredoc's body starts after the next newline *token*, so a line that ends in a
backslash or inside an open quote delays it, and each command substitution has heredocs of its own. A command
substitution, and the head of a loop or `if`, are part of the statement that holds them; the blocks inside them
are blocks all the same. Where bash rejects a text that zsh accepts, zsh's reading is taken if it is plain.

It never expands, evaluates or runs anything, and finds no block or statement inside a heredoc's body.
"""

from __future__ import annotations

import re

from indexer.languages.families.shell import HEREDOCS
from indexer.syntax.statements import shell_skip
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
    PlainHeredoc,
    State,
    row_before,
)
from indexer.syntax.statements.shell_runs import run
from indexer.syntax.statements.shell_state import (
    AFTER,
    ANSI,
    ARGUMENT,
    ARITHMETIC,
    ARM,
    ARRAY,
    BACKTICK,
    BRACE,
    CASE,
    CASE_IN,
    COMMAND,
    DELIMITER,
    DOUBLE,
    EXPANSION,
    FILE,
    FOR_HEAD,
    FOR_IN,
    FOR_NAME,
    FUNCTION_BODY,
    FUNCTION_HEAD,
    FUNCTION_NAME,
    GLOB,
    GROUP,
    IF_BODY,
    IF_HEAD,
    INDENTED_DELIMITER,
    INITIAL,
    KEYWORDS,
    LOOP_BODY,
    LOOP_HEAD,
    OLD_SUM,
    PAREN,
    PATTERN,
    SINGLE,
    START,
    SUBJECT,
    SUBSTITUTION,
    SUM,
    TEST,
    TEXT,
    BacktickOpener,
    Frame,
    ShellState,
    SubstitutionOpener,
)
from indexer.syntax.statements.shell_words import (
    DOUBLE_QUOTED,
    ESCAPED,
    EXPANSIONS,
    KEYWORD_AHEAD,
    NAME,
    PLAIN,
    REDIRECTION,
    SINGLE_QUOTED,
    SUBSTITUTED,
    SUMMED,
    TICKED,
    condition,
    pieces,
    tested,
)

_PIECE = PLAIN + rb"|" + pieces(ESCAPED, SINGLE_QUOTED, DOUBLE_QUOTED)
_ARGUMENTS = rb"(?:[ \t]++(?=[^ \t#;|&)]|&>)|" + _PIECE + rb"|" + REDIRECTION + rb")*+"
_SIMPLE = rb"(?!#|" + KEYWORD_AHEAD + rb")(?:" + _PIECE + rb")" + _ARGUMENTS
_NEXT = rb"[ \t]*+(?:\|\|?|&&)[ \t]*+"
_LIST = _SIMPLE + rb"(?:" + _NEXT + _SIMPLE + rb")*+"
_CONDITION = condition(_SIMPLE, _PIECE)
_CONDITIONS = rb"[ \t]++" + _CONDITION + rb"(?:" + _NEXT + _CONDITION + rb")*+[ \t]*+;[ \t]*+"
_PLAIN_DELIMITER = rb"[\w.%@:+,/!-]++|\\[\w.%@:+,/!-]++|'[^'\\]*+'|\"[^\"\\$`]*+\""
_REST = rb"[ \t]*+(?:#.*)?"


def _compile(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.DOTALL)


# Lines whose meaning is plain. They are most of any script, and one match each is all that pure Python can afford;
# `_Line` below reads every line, these included, with the same result.
_SIMPLE_LINE = _compile(rb"[ \t]*+(?:(" + _LIST + rb")[ \t]*+(?:;(;)?+)?+)?" + _REST)
_HEREDOC_LINE = _compile(
    rb"[ \t]*+(?P<command>"
    + _SIMPLE
    + rb")(?P<opener><<(?P<indented>-)?[ \t]*+(?P<delimiter>"
    + _PLAIN_DELIMITER
    + rb"))(?![^ \t<>;])(?P<rest>"
    + _ARGUMENTS
    + rb"(?:"
    + _NEXT
    + _SIMPLE
    + rb")*+);?"
    + _REST
)
_BLOCK_LINE = _compile(
    rb"[ \t]*+(?:(fi|done|esac|\}|;;)|(else)|(if)"
    + _CONDITIONS
    + rb"then|(elif)"
    + _CONDITIONS
    + rb"then|(while|until)"
    + _CONDITIONS
    + rb"do|(for)[ \t]++\w++(?:[ \t]++in(?![^ \t;])"
    + _ARGUMENTS
    + rb")?+[ \t]*+;[ \t]*+do|(case)[ \t]++(?:"
    + _PIECE
    + rb")++[ \t]++in|([^ \t;&|()<>\"'`$\\=#]++)[ \t]*+\([ \t]*+\)[ \t]*+\{)"
    + _REST
)
_ARM_LINE = _compile(
    rb"[ \t]*+(?:(?!#|esac(?:[ \t;)]|\Z))\(?+(?:[ \t|]++(?!#)|"
    + _PIECE
    + rb")++(\))[ \t]*+(?:("
    + _LIST
    + rb")[ \t]*+)?+(?:;(;)?+)?+)?"
    + _REST
)
_BLANKS = _compile(rb"[ \t]*+")
_COMMAND_ROW = _compile(rb"[ \t]*+(?!" + KEYWORD_AHEAD + rb")[\w$\"'./:-]")
_NOT_TEXT = _compile(rb"`|\$\(|\\[\r\n]")  # what may be more than text in a body
_ALL_TICKED = rb"`(?:[^`\\<\n]|<(?!<)|\\[^\n])*+`"
_TEXT_ROWS = re.compile(
    rb"(?:(?:[^`\\$\n]++|\\[^\n]|\$(?!\()|" + rb"|".join((SUMMED, SUBSTITUTED, _ALL_TICKED)) + rb")*+\n)*+"
)
_WORD = _compile(rb"(?:" + _PIECE + rb")++")
_REST_OF_ARGUMENTS = _compile(_ARGUMENTS)
_IN_DOUBLE = _compile(rb"(?:[^\"\\`$]++|\\.|" + NAME + rb"|" + EXPANSIONS + rb")*+")
_IN_EXPANSION = _compile(
    rb"(?:[^}\"'`\\$]++|\\.|\$(?![({\['])|" + SINGLE_QUOTED + rb"|" + DOUBLE_QUOTED + rb"|" + EXPANSIONS + rb")*+"
)
_IN_ARITHMETIC = _compile(
    rb"(?:[^()\]\"'`\\$]++|\\.|\$(?![({\['])|" + SINGLE_QUOTED + rb"|" + DOUBLE_QUOTED + rb"|" + EXPANSIONS + rb")*+"
)
_IN_TEXT = _compile(rb"(?:[^`\\$]++|\\.|\$(?!\()|" + rb"|".join((SUMMED, SUBSTITUTED, TICKED)) + rb")*+")
_IN_ANSI = _compile(rb"(?:[^'\\]|\\.)*+")
_IN_TICKS = _compile(rb"(?:[^`\\]|\\.)*+")
_IN_TEST = _compile(tested(_PIECE))
_IN_ARRAY = _compile(rb"(?:[ \t]++(?=[^ \t#])|(?!#)(?:" + _PIECE + rb")++|[;&|]|[<>](?!\())*+")
_IN_GLOB = _compile(rb"(?:[ \t;&|<>]|" + _PIECE + rb")*+")
_DELIMITER = _compile(
    rb"(?:[^ \t;&|()<>\"'`$\\]|\\.|'[^']*'|\"(?:[^\"\\]|\\.)*\"|\$'(?:[^'\\]|\\.)*'|\$\"(?:[^\"\\]|\\.)*\""
    rb"|\$\{[^}]*\}|\$\([^)]*\)|\$(?![({'\"])|`[^`]*`)++"
)
_DELIMITER_PIECE = _compile(
    rb"\\(.)|'([^']*)'|\$?\"((?:[^\"\\]|\\.)*)\"|\$'((?:[^'\\]|\\.)*)'|[^\\'\"$]+|\$(?:\{[^}]*\}|\([^)]*\))?"
)
_DOUBLE_ESCAPE = _compile(rb"\\([$`\"\\])")
_ANSI_ESCAPE = _compile(rb"\\([abeEfnrtv\\'\"?]|[0-7]{1,3}|x[0-9a-fA-F]{1,2})")
_ANSI_VALUES = {b"a": 7, b"b": 8, b"e": 27, b"E": 27, b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"v": 11}
_BALANCE = _compile(rb"\\.|'[^']*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|[()]")
_TWO_WORDS = _compile(rb"[ \t]*+[A-Za-z_./][\w./-]*+[ \t]++(?:--?[A-Za-z]|[\"'$A-Za-z_./])")
_EMPTY_PARENTHESES = _compile(rb"[ \t]*+\([ \t]*+\)")
_SUBSCRIPT = _compile(rb"[A-Za-z_]\w*+\[[^\]]*+\]\+?=")
_COPROCESS_NAME = _compile(
    rb"[ \t]++[A-Za-z_]\w*+(?=[ \t]+(?:[{(]|(?:while|until|for|select|if|case)[ \t]|\[\[))"
)  # fmt: skip
_TIME_OPTIONS = _compile(rb"(?:[ \t]++-[-p])*+")
_NEXT_BRANCH = _compile(rb"[ \t]*+(else|elif)(?=[ \t{]|\Z)")
_ALWAYS = _compile(rb"[ \t]*+\{")
_REPEAT = _compile(rb"[ \t]++\S++[ \t]*+;?[ \t]*+(?=(?:do|\{)(?:[ \t]|\Z))")
_DISOWN = _compile(rb"&(?:\||!(?=[ \t]*+(?:[;})#]|\Z)))")
_JOINED_BRACE = _compile(rb"\}[ \t]*+(?:&&|\||;[ \t]*+(?:then|do)(?:[ \t]|\Z))")
_LAST_BRACE = _compile(rb"\}[ \t]*+(?:\Z|[;&|)]|(?:else|elif|always)[ \t{])")

_INSIDE = {
    SINGLE: _compile(rb"[^']*+"),
    DOUBLE: _IN_DOUBLE,
    ARRAY: _IN_ARRAY,
}
_OPENED = {
    3: Frame(IF_BODY, AFTER),
    5: Frame(LOOP_BODY, AFTER),
    6: Frame(LOOP_BODY, AFTER),
    7: Frame(CASE, AFTER),
    8: Frame(BRACE, AFTER),
}
_BODIES = {
    (IF_HEAD, START, b"then"): IF_BODY,
    (LOOP_HEAD, START, b"do"): LOOP_BODY,
    (FOR_HEAD, START, b"do"): LOOP_BODY,
    (FUNCTION_HEAD, FUNCTION_BODY, b"{"): BRACE,
}
_CLOSED_BY = {b"fi": IF_BODY, b"done": LOOP_BODY, b"esac": CASE, b"}": BRACE}
# Nobody nests so deep; beyond it the rest of a line is not read, which bounds the time that hostile text can take.
_DEEPEST = 200
# Blocks over several rows that are left open: more of them are taken for none.
_MOST_BLOCKS = 1000
_QUOTES = frozenset(b'"`$')
_COMMENT = frozenset(b" \t#")
_BRANCHES = frozenset((IF_BODY, IF_HEAD))
_LOOPS = frozenset((LOOP_BODY, LOOP_HEAD, FOR_HEAD))
_BY_KEYWORD = frozenset((IF_BODY, IF_HEAD, LOOP_BODY, LOOP_HEAD, FOR_HEAD, CASE, FUNCTION_HEAD))
_BY_KEYWORD_OR_BRACE = _BY_KEYWORD | {BRACE}
_FORGOTTEN = frozenset((IF_BODY, IF_HEAD, LOOP_BODY, LOOP_HEAD, BRACE))
_WITH_COMMANDS = frozenset((FILE, CASE, PAREN, SUBSTITUTION))
_FARTHEST = 16_000  # how many bytes a skip may pass; an edit goes through all of them again
_MOST_SKIPPED = 100
_TEXTS = frozenset((SUBSTITUTION, BACKTICK, TEXT))
_PARENTHESES = frozenset((PAREN, SUBSTITUTION, GROUP))
_CLOSERS: dict[bytes, frozenset[int]] = {
    b"fi": _BRANCHES,
    b"done": _LOOPS,
    b"esac": frozenset((CASE,)),
    b"}": frozenset((BRACE,)),
}


class ShellLexer(Lexer):
    """Reads shell, line by line."""

    signs = HEREDOCS.signs

    @property
    def initial(self) -> State:
        return INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, ShellState)
        frames, place, word, pending, ticks = state
        kind = frames[-1][0] if frames else FILE
        plain: tuple[State, list[Event]] | None = None
        events: list[Event]
        if word or ticks:
            pass
        elif pending:
            if kind == TEXT and not hold:
                plain = _text_line(text, state)
        elif kind <= PAREN:
            if place == START:
                if kind == BRACE and b" } " in text:
                    pass
                elif b"<<" in text and (match := _HEREDOC_LINE.fullmatch(text)) is not None:
                    plain = _heredoc_line(match, state)
                elif (match := _SIMPLE_LINE.fullmatch(text)) is None:
                    match = _BLOCK_LINE.fullmatch(text)
                    if match is not None:
                        plain = _block_line(match, state, kind)
                elif match.lastindex is None:
                    return state, []
                elif match.lastindex == 1:
                    return state, [(BEGIN, match.start(1), None), (END, match.end(1), None)]
                elif kind == CASE:
                    events = [(BEGIN, match.start(1), None), (END, match.end(1), None)]
                    plain = ShellState(frames, ARM, False, (), False), events
            elif place == ARM:
                match = _ARM_LINE.fullmatch(text)
                if match is not None:
                    plain = _arm_line(match, state)
                elif text.strip(b" \t") == b"esac":
                    match = _BLOCK_LINE.fullmatch(text)
                    assert match is not None
                    plain = _block_line(match, state, kind)
        elif kind <= FUNCTION_HEAD:
            body = _BODIES.get((kind, place, text.strip(b" \t")))
            if body is not None:
                return ShellState((*frames[:-1], Frame(body, frames[-1][1])), START, False, (), False), []
        elif kind in _INSIDE and _INSIDE[kind].fullmatch(text):
            return state, []
        return plain or _Line(text, state).read(hold)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, ShellState)
        return tuple(opener for _, opener in state.pending)

    def drop(self, state: State) -> State:
        assert isinstance(state, ShellState)
        if not state.pending:
            return state
        frames, place, word, pending, ticks = state
        level = pending[0][0]
        pending = pending[1:]
        if len(frames) > level:
            for index in range(level, len(frames)):
                if frames[index].kind == TEXT:
                    place, word = frames[index].back, False
                    frames = frames[:index]
                    ticks = any(frame.kind == BACKTICK for frame in frames)
                    if pending and pending[0][0] == level:
                        frames = (*frames, Frame(TEXT, place, opener=pending[0][1]))
                    break
        return ShellState(frames, place, word, pending, ticks)

    def ends(self, text: bytes, opener: Opener) -> bool:
        if opener.indented:
            text = text.lstrip(b"\t")
        if not text.startswith(opener.terminator):
            return False
        rest = text[len(opener.terminator) :]
        if isinstance(opener, SubstitutionOpener):
            return not rest or b")" in rest
        return not rest or (isinstance(opener, BacktickOpener) and rest.startswith(b"`"))

    def settled(self, state: State) -> bool:
        assert isinstance(state, ShellState)
        # A continued line may part `<<` from its word, with quotes in between.
        return not state.pending and state.place < DELIMITER and all(back < DELIMITER for _, back, *_ in state.frames)

    def closed(self, state: State) -> bool:
        assert isinstance(state, ShellState)
        return not state.frames

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, ShellState)
        frame = state.frames[-1] if state.frames else None
        if frame is None or frame.opener is None or frame.joined or len(state.pending) > 1:
            return start
        if not frame.opener.interpolated:
            return end
        if text.find(b"\r", start, end) >= 0:
            return row_before(_NOT_TEXT, text, start, end)
        match = _TEXT_ROWS.match(text, start, end)
        assert match is not None
        return match.end()

    def skip(self, text: bytes, at: int, end: int, state: State) -> tuple[int, State]:
        assert isinstance(state, ShellState)
        return shell_skip.skip(text, at, end, state)

    def plain_heredoc(self, text: bytes, start: int, body: int, state: State) -> PlainHeredoc | None:
        assert isinstance(state, ShellState)
        frames, place, word, _, ticks = state
        kind = frames[-1].kind if frames else FILE
        if place != START or word or ticks or kind > PAREN:
            return None
        row = text[start : body - 1]
        match = _HEREDOC_LINE.fullmatch(row) if b"<<" in row and (kind != BRACE or b" } " not in row) else None
        declaration = _heredoc_line(match, state) if match is not None else None
        if declaration is None:
            return None
        opener = declaration[0].pending[0][1]
        found = _terminator(text, body - 1, opener)
        if found is None:
            return None
        terminator_start, terminator_end = found
        if opener.interpolated and any(text.find(sign, body, terminator_start) >= 0 for sign in (b"`", b"$(", b"\\\n")):
            rows = _TEXT_ROWS.match(text, body, terminator_start)
            if rows is None or rows.end() < terminator_start:
                return None
        events: list[Event] = [(TERMINATOR, terminator_end - terminator_start, None)]
        return PlainHeredoc(declaration, terminator_start, terminator_end, (state, events))

    @property
    def lean(self) -> Lexer:
        return _LEAN


class _LeanShellLexer(ShellLexer):
    """Reads shell, and forgets at the end of each line which blocks are open.

    What is quoted and where a heredoc is declared do not depend on them. So most lines of a script leave the state as
    it was, and can be passed over in long runs.
    """

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        after, events = super().line(text, state, hold)
        assert isinstance(after, ShellState)
        return (after if after is state else _without_blocks(after)), events

    def skip(self, text: bytes, at: int, end: int, state: State) -> tuple[int, State]:
        assert isinstance(state, ShellState)
        frames, place, word, pending, ticks = state
        kind = frames[-1].kind if frames else FILE
        if kind == SINGLE or word or pending or ticks or len(frames) > _MOST_SKIPPED:
            return shell_skip.skip(text, at, end, state)
        if kind not in _WITH_COMMANDS or (
            place not in (START, ARM) and (place != COMMAND or not _COMMAND_ROW.match(text, at, end))
        ):
            return at, state
        rows = shell_skip.case_rows()
        start, end = at, min(end, at + _FARTHEST)
        while at < end and len(frames) <= _MOST_SKIPPED:
            begin = at
            if place == ARM:
                row = rows[ARM].match(text, at, end)
                if row is None or (row.lastgroup == "esac" and frames[-1] != shell_skip.IN_CASE):
                    break
                if row.lastgroup == "esac":
                    kind = frames[-2].kind if len(frames) > 1 else FILE
                    if kind not in _WITH_COMMANDS:
                        break
                    at, frames, place = row.end(), frames[:-1], START
                    continue
                begin = row.end()
            match = run(kind == CASE).match(text, begin, end)
            if match is not None and match.end() > begin:
                at, place = match.end(), START
            elif place != START:
                break
            row = rows[CASE if kind == CASE else FILE].match(text, at, end)
            if row is None:
                break
            at, place = row.end(), ARM
            if row.lastgroup == "case":
                frames, kind = (*frames, shell_skip.IN_CASE), CASE
        return (start, state) if at == start else (at, ShellState(frames, place, False, (), False))


LEXER = ShellLexer()
_LEAN = _LeanShellLexer()


def _without_blocks(state: ShellState) -> ShellState:
    """The state without the blocks that keywords and braces open. A `case` stays, for its patterns are no code."""
    if not state.frames:
        return state
    kept: list[Frame] = []
    levels = [0]
    for frame in state.frames:
        if frame.kind not in _FORGOTTEN:
            kept.append(frame)
        levels.append(len(kept))
    if len(kept) == len(state.frames):
        return state
    pending = tuple((levels[level], opener) for level, opener in state.pending)
    return ShellState(tuple(kept), state.place, state.word, pending, state.ticks)


def _text_line(text: bytes, state: ShellState) -> tuple[State, list[Event]] | None:
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


def _terminator(text: bytes, newline: int, opener: Opener) -> tuple[int, int] | None:
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


def _heredoc_line(match: re.Match[bytes], state: ShellState) -> tuple[ShellState, list[Event]] | None:
    """A simple command with one heredoc, whose body is next."""
    at = match.start("opener")
    if state.frames and any(frame.kind in _TEXTS for frame in state.frames):
        return None
    terminator, quoted = _unquote(match["delimiter"])
    opener = Opener(match.end("delimiter"), terminator, not quoted, match["indented"] is not None)
    events: list[Event] = [(BEGIN, match.start("command"), None), (HEREDOC, at, opener), (END, match.end("rest"), None)]
    frames = (*state.frames, Frame(TEXT, START, opener=opener))
    return ShellState(frames, START, False, ((0, opener),), False), events


def _block_line(match: re.Match[bytes], state: ShellState, kind: int) -> tuple[State, list[Event]] | None:
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


def _arm_line(match: re.Match[bytes], state: ShellState) -> tuple[State, list[Event]]:
    """A pattern of a `case`, with or without a command, or nothing."""
    if match.lastindex is None:
        return state, []
    events: list[Event] = []
    if match.group(2) is not None:
        events = [(BEGIN, match.start(2), None), (END, match.end(2), None)]
    return (state if match.group(3) else ShellState(state.frames, START, False, (), False)), events


class _Line:
    """The reading of one line that is not plain: a cursor over its bytes, and the state as it changes."""

    __slots__ = (
        "at",
        "braces",
        "continued",
        "end",
        "events",
        "frames",
        "limit",
        "pending",
        "place",
        "text",
        "tick",
        "ticks",
        "word",
    )

    def __init__(self, text: bytes, state: ShellState) -> None:
        self.text = text
        self.at = 0
        self.limit = self.end = len(text)  # the end is that of the code, before a comment
        self.tick = False  # the limit is a backtick that closes the substitution we are in
        frames, self.place, self.word, pending, self.ticks = state
        self.frames = list(frames)
        self.pending = list(pending)
        self.events: list[Event] = []
        self.continued = False
        self.braces = 0  # braces opened on this line

    def read(self, hold: bool) -> tuple[State, list[Event]]:
        frames = self.frames
        if hold and frames and frames[-1].kind == TEXT:
            self.place = frames.pop().back
        if self.ticks:
            self.find_tick()
        quiet = bool(self.pending) and self.terminate()
        self.run()
        events = self.events
        if quiet:
            events = [event for event in events if event[0] in (HEREDOC, TERMINATOR)]
            if not events or events[0][0] != TERMINATOR:
                events.insert(0, (BODY, 0, None))
        return ShellState(tuple(frames), self.place, self.word, tuple(self.pending), self.ticks), events

    def terminate(self) -> bool:
        """Ends the outermost body whose terminator this line is. Returns whether the line lies in a body still."""
        frames, text = self.frames, self.text
        inside = closing = False
        for index, frame in enumerate(frames):
            # What comes after a closing backtick lies outside the bodies that it cuts short.
            closing = closing or (frame.kind == BACKTICK and self.tick)
            opener = frame.opener
            if opener is None:
                continue
            if not frame.joined and LEXER.ends(text, opener):
                del frames[index:]
                if self.ticks and not closing:
                    self.ticks = any(outer.kind == BACKTICK for outer in frames)
                self.place, self.word = frame.back, False
                self.at = len(opener.terminator)
                if opener.indented:
                    self.at += len(text) - len(text.lstrip(b"\t"))
                self.end_heredocs(self.level() + 1, self.at)
                self.end_first_heredoc(self.at)
                return inside
            inside = inside or not closing
        return inside

    def end_heredocs(self, level: int, at: int) -> None:
        """Ends the heredocs whose text is over, terminated or not."""
        while self.pending and self.pending[0][0] >= level:
            self.end_first_heredoc(at)

    def end_first_heredoc(self, at: int) -> None:
        del self.pending[0]
        self.events.append((TERMINATOR, at, None))

    def run(self) -> None:
        frames = self.frames
        while True:
            if self.at >= self.limit:
                if not self.tick:
                    break
                self.close_tick()
                continue
            kind = frames[-1].kind if frames else FILE
            if len(frames) > _DEEPEST:
                self.at = self.limit
            elif kind <= BACKTICK:
                self.commands(kind)
            else:
                _READERS[kind](self)
        if not self.continued:
            self.newline()

    def commands(self, kind: int) -> None:
        """Reads tokens until a frame opens or closes, or the line ends."""
        text, limit = self.text, self.limit
        one_by_one = kind == BRACE and b" }" in text
        while self.at < limit:
            at = self.at
            if text[at] in b" \t":
                match = _BLANKS.match(text, at, limit)
                assert match is not None
                self.at = at = match.end()
                self.word = False
                if at == limit:
                    return
            byte = text[at]
            if self.place == ARGUMENT and not self.word and byte != 0x23 and not one_by_one:
                match = _REST_OF_ARGUMENTS.match(text, at, limit)
                assert match is not None
                if match.end() > at:
                    self.at = at = match.end()
                    self.word = text[at - 1] not in b" \t<>&"
                    continue
            handler = _OPERATORS.get(byte)
            if handler is None:
                if byte == 0x23 and not self.word:
                    self.end = at
                    self.at = limit
                    return
                match = _WORD.match(text, at, limit)
                if match is not None:
                    if self.word:
                        self.at = match.end()
                    elif self.first_word(match[0], at, match.end(), kind):
                        return
                    continue
                self.enter_word(kind)
                self.quote(byte)
                return
            if handler(self, kind):
                return

    def enter_word(self, kind: int) -> None:
        """What a word's beginning means for the command, whatever the word is."""
        if self.word:
            return
        place = self.place
        if place == START:
            if kind <= PAREN:
                self.events.append((BEGIN, self.at, None))
            self.place = ARGUMENT
        elif place in (COMMAND, AFTER, FUNCTION_BODY):
            self.place = ARGUMENT
        elif place == FUNCTION_NAME:
            self.place = FUNCTION_BODY
        elif place == FOR_NAME:
            self.place = FOR_IN
        elif place == SUBJECT:
            self.place = CASE_IN
        elif place == ARM:
            self.place = PATTERN
        self.word = True

    def first_word(self, word: bytes, at: int, end: int, kind: int) -> bool:
        """Reads a word from its beginning. Returns whether a frame opened or closed."""
        place = self.place
        if place <= COMMAND or place in (AFTER, FUNCTION_BODY):
            if word in KEYWORDS or word in _CLOSERS or word == b"always":
                changed = self.keyword(word, at, end, kind)
                if changed is not None:
                    return changed
            if kind == FOR_HEAD and place <= COMMAND:
                # zsh: `for x (a b) command`. The command is the whole body.
                self.close(len(self.frames) - 1, at, at)
                self.place, self.at, self.word = ARGUMENT, end, True
                return True
            subscript = _SUBSCRIPT.match(self.text, at, self.limit) if b"[" in word else None
            if subscript is not None:
                end = subscript.end()
            elif place <= COMMAND and not word.endswith(b"="):
                parentheses = _EMPTY_PARENTHESES.match(self.text, end, self.limit)
                if parentheses is not None:
                    self.open_function(at, kind)
                    self.at = parentheses.end()
                    return True
        elif place == FOR_IN:
            if word == b"in":
                self.place, self.at = ARGUMENT, end
                return False
            if word in (b"do", b"{"):
                self.place = START
                return bool(self.keyword(word, at, end, kind))
        elif place == CASE_IN and word == b"in":
            self.place, self.at = ARM, end
            return False
        elif place == ARM and word == b"esac":
            return bool(self.keyword(word, at, end, kind))
        elif place == FUNCTION_NAME and word == b"{":
            self.place = FUNCTION_BODY
            return bool(self.keyword(word, at, end, kind))
        elif place == ARGUMENT and word == b"}" and kind == BRACE:
            # zsh: `f() { command }` needs no `;`. bash takes the brace as an argument, and then finds no end.
            if (_LAST_BRACE if self.braces else _JOINED_BRACE).match(self.text, at, self.limit):
                return bool(self.keyword(word, at, end, kind))
        elif place >= DELIMITER:
            self.delimiter(at, place == INDENTED_DELIMITER)
            return False
        self.enter_word(kind)
        self.at = end
        return False

    def keyword(self, word: bytes, at: int, end: int, kind: int) -> bool | None:
        """Reads a reserved word. Returns whether a frame opened or closed, or None if it is an ordinary word."""
        place = self.place
        text, limit, frames = self.text, self.limit, self.frames
        if word in _CLOSERS:
            return self.closer(word, at, end)
        if word == b"then" or word == b"do":
            if kind == (IF_HEAD if word == b"then" else LOOP_HEAD) or (kind == FOR_HEAD and word == b"do"):
                frames[-1] = Frame(IF_BODY if kind == IF_HEAD else LOOP_BODY, frames[-1].back)
            elif place == AFTER:
                return None
            self.at, self.place = end, START
            return True
        if word == b"else" or word == b"elif":
            index = self.find(_BRANCHES, _BY_KEYWORD)
            self.at = end
            if index is None:
                return False
            back = frames[index].back
            self.close(index, at, at)
            self.open(IF_BODY if word == b"else" else IF_HEAD, word.decode(), at, back)
            return True
        if word == b"always":
            if place == AFTER and _ALWAYS.match(text, end, limit):
                self.at, self.place = end, COMMAND
                return False
            return None
        if place == AFTER:
            if word == b"{" and kind in (IF_HEAD, LOOP_HEAD, FOR_HEAD):
                # zsh: the braces stand for `then … fi` or `do … done`.
                self.short_body(end, kind)
                return True
            return None
        if kind == FOR_HEAD and word == b"{":
            self.short_body(end, kind)
            return True
        if kind == FUNCTION_HEAD and place == FUNCTION_BODY and word == b"{":
            frames[-1] = Frame(BRACE, frames[-1].back)
            self.at, self.place = end, START
            self.braces += 1
            return True
        return self.construct(word, at, end, kind)

    def construct(self, word: bytes, at: int, end: int, kind: int) -> bool | None:
        """Reads a reserved word that starts a command."""
        text, limit = self.text, self.limit
        if word == b"repeat" and not _REPEAT.match(text, end, limit):
            return None
        if self.place == START and kind <= PAREN:
            self.events.append((BEGIN, at, None))
        self.at = end
        if word == b"if":
            self.open(IF_HEAD, "if", at, AFTER)
        elif word == b"while" or word == b"until":
            self.open(LOOP_HEAD, word.decode(), at, AFTER)
        elif word in (b"for", b"select", b"repeat"):
            self.open(FOR_HEAD, word.decode(), at, AFTER)
            self.place = FOR_NAME
        elif word == b"case":
            self.open(CASE, "case", at, AFTER)
            self.place = SUBJECT
        elif word == b"{":
            self.open(BRACE, "brace", at, AFTER)
            self.braces += 1
        elif word == b"[[":
            self.frames.append(Frame(TEST, AFTER))
        elif word == b"function":
            self.open(FUNCTION_HEAD, "function", at, AFTER)
            self.place = FUNCTION_NAME
        else:
            self.place = COMMAND
            skipped = (_TIME_OPTIONS if word == b"time" else _COPROCESS_NAME).match(text, end, limit)
            if skipped is not None and word != b"!":
                self.at = skipped.end()
            return False
        return True

    def closer(self, word: bytes, at: int, end: int) -> bool:
        index = self.find(_CLOSERS[word], _BY_KEYWORD)
        self.at = end
        if index is None:
            return False
        frame = self.frames[index]
        self.close(index, at, end)
        if frame.branch:
            branch = _NEXT_BRANCH.match(self.text, end, self.limit)
            if branch is not None:
                head = IF_HEAD if branch[1] == b"elif" else FOR_HEAD
                self.open(head, branch[1].decode(), branch.start(1), frame.back)
                self.at = branch.end()
        return True

    def short_body(self, end: int, kind: int) -> None:
        frames = self.frames
        frames[-1] = Frame(BRACE, frames[-1].back, branch=kind == IF_HEAD)
        self.at, self.place = end, START
        self.braces += 1

    def find(self, kinds: frozenset[int], crossed: frozenset[int]) -> int | None:
        """The innermost open frame of these kinds, if only frames that may lack their end lie inside it."""
        frames = self.frames
        for index in range(len(frames) - 1, -1, -1):
            kind = frames[index].kind
            if kind in kinds:
                return index
            if kind not in crossed:
                return None
        return None

    def open(self, kind: int, name: str, at: int, back: int) -> None:
        self.events.append((OPEN, at, name))
        self.frames.append(Frame(kind, back))
        self.place = START
        self.word = False

    def open_function(self, at: int, kind: int) -> None:
        if self.place == START and kind <= PAREN:
            self.events.append((BEGIN, at, None))
        self.open(FUNCTION_HEAD, "function", at, AFTER)
        self.place = FUNCTION_BODY

    def close(self, index: int, at: int, end: int) -> None:
        """Closes the frame at `index`, and those inside it, with a token from `at` to `end`."""
        frames = self.frames
        open_statement = self.place not in (START, SUBJECT, CASE_IN, ARM, PATTERN)
        while len(frames) > index:
            kind = frames[-1].kind
            if kind <= PAREN and open_statement:
                self.end_event(at)
            if kind <= FUNCTION_HEAD:
                self.events.append((CLOSE, end if len(frames) == index + 1 else at, None))
            elif kind == SUBSTITUTION and self.pending:
                self.release(len(frames))
            self.place = frames.pop().back
            open_statement = True
        self.word = False

    def release(self, level: int) -> None:
        """Hands the heredocs of a substitution that closes to the text around it, where bash reads them."""
        outer = self.level(level - 1)
        self.pending = [(outer if depth == level else depth, opener) for depth, opener in self.pending]

    def level(self, below: int | None = None) -> int:
        """How many frames lie around the text that heredocs are read from now."""
        frames = self.frames
        for index in range(len(frames) if below is None else below, 0, -1):
            if frames[index - 1].kind in _TEXTS:
                return index
        return 0

    def gather(self) -> None:
        """At a newline: the body of the first heredoc declared in this text is next."""
        if self.pending and self.pending[0][0] == self.level():
            self.frames.append(Frame(TEXT, self.place, opener=self.pending[0][1]))

    def newline(self) -> None:
        frames = self.frames
        while frames and frames[-1].kind == GLOB and not frames[-1].depth:
            # Only zsh has parentheses in plain words, and it closes them on the line.
            self.place = frames.pop().back
        kind = frames[-1].kind if frames else FILE
        self.word = False
        if kind > ARRAY:
            if kind == TEXT and self.pending:
                self.gather()
            return
        if kind <= BACKTICK and (self.place == ARGUMENT or self.place == AFTER):
            self.end_statement(self.end, kind)
        if self.pending:
            self.gather()

    def end_statement(self, at: int, kind: int) -> None:
        if kind == FUNCTION_HEAD:
            self.close(len(self.frames) - 1, at, at)
            kind = self.frames[-1].kind if self.frames else FILE
        if kind <= PAREN and self.place != START:
            self.end_event(at)
        self.place = START

    def end_event(self, at: int) -> None:
        at = len(self.text[:at].rstrip(b" \t"))
        # With nothing before it, the statement ended on the line above, with a backslash that joins nothing to it.
        back = None if at else 1
        if self.events:
            at = max(at, self.events[-1][1])
        self.events.append((END, at, back))

    # Operators. Each returns whether a frame opened or closed.

    def semicolon(self, kind: int) -> bool:
        at, text = self.at, self.text
        width = 1
        if kind == CASE:
            following = text[at + 1 : at + 3]
            if following == b";&":
                width = 3
            elif following[:1] in (b";", b"&", b"|") and following:
                width = 2
        self.at = at + width
        self.word = False
        if self.place in (ARGUMENT, AFTER, COMMAND):
            self.end_statement(at, kind)
        if width > 1:
            self.place = ARM
        elif self.place == FOR_IN:
            self.place = START
        return kind == FUNCTION_HEAD

    def ampersand(self, kind: int) -> bool:
        text, at = self.text, self.at
        following = text[at + 1 : at + 2]
        self.word = False
        if following == b"&" and at + 1 < self.limit:
            self.at = at + 2
            self.place = COMMAND
            return False
        if following == b">":
            self.enter_word(kind)
            self.at = at + 2
            self.word = False
            return False
        disown = _DISOWN.match(text, at, self.limit)
        self.at = at + 1 if disown is None else disown.end()
        if self.place in (ARGUMENT, AFTER, COMMAND):
            self.end_statement(at, kind)
        return kind == FUNCTION_HEAD

    def bar(self, kind: int) -> bool:
        self.word = False
        self.at += 2 if self.text[self.at + 1 : self.at + 2] in (b"|", b"&") else 1
        if self.place in (ARGUMENT, AFTER):
            self.place = COMMAND
        return False

    def left(self, kind: int) -> bool:
        """`<` in all its forms, and `>`."""
        text, at, limit = self.text, self.at, self.limit
        following = text[at + 1 : at + 2] if at + 1 < limit else b""
        if following == b"(":
            self.enter_word(kind)
            self.at = at + 2
            self.frames.append(Frame(SUBSTITUTION, self.place))
            self.place, self.word = START, False
            return True
        place = self.place
        self.word = False
        if place in (START, COMMAND):
            self.enter_word(kind)
        self.word = False
        if text[at : at + 1] == b"<" and following == b"<":
            if text[at + 2 : at + 3] == b"<":
                self.at = at + 3
                return False
            indented = text[at + 2 : at + 3] == b"-"
            blanks = _BLANKS.match(text, at + 2 + indented, limit)
            assert blanks is not None
            if blanks.end() == limit - 1 and text[limit - 1] == 0x5C:
                self.place = INDENTED_DELIMITER if indented else DELIMITER
                self.at = limit - 1
                return False
            self.delimiter(blanks.end(), indented)
            return False
        self.at = at + (2 if following and following in b"<>&|" else 1)
        return False

    def delimiter(self, at: int, indented: bool) -> None:
        """Reads the word after `<<` and declares the heredoc."""
        if self.place >= DELIMITER:
            self.place = ARGUMENT
        match = _DELIMITER.match(self.text, at, self.limit)
        if match is None:
            self.at = at
            return
        self.at = match.end()
        self.word = True
        if self.tick:
            # The substitution ends on this line: there is no room for a body.
            return
        terminator, quoted = _unquote(match[0])
        level = self.level()
        around = self.frames[level - 1].kind if level else FILE
        kind = {SUBSTITUTION: SubstitutionOpener, BACKTICK: BacktickOpener}.get(around, Opener)
        opener = kind(match.end(), terminator, not quoted, indented)
        index = len(self.pending)
        while index and self.pending[index - 1][0] < level:
            index -= 1
        self.pending.insert(index, (level, opener))
        # The opener begins at its `<<`, which may stand on the line before.
        start = max(self.text.rfind(b"<<", 0, at), 0)
        self.events.append((HEREDOC, start, opener))

    def left_parenthesis(self, kind: int) -> bool:
        text, at, limit, place = self.text, self.at, self.limit, self.place
        if place in (FUNCTION_BODY, FUNCTION_NAME):
            empty = _EMPTY_PARENTHESES.match(text, at, limit)
            if empty is not None:
                self.at, self.place, self.word = empty.end(), FUNCTION_BODY, False
                return False
            if text[at + 1 : at + 2] != b"(":
                self.frames[-1] = Frame(PAREN, self.frames[-1].back)
                self.at, self.place = at + 1, START
                return True
        if self.word and place not in (ARM, START):
            # Only an assignment goes on with a parenthesis on the next line: `a=\`, `(`.
            array = at == 0 or text[at - 1 : at] == b"="
            extended = text[at - 1 : at] in (b"?", b"*", b"+", b"@", b"!")
            self.frames.append(Frame(ARRAY if array else GLOB, place, int(extended)))
            self.at, self.word = at + 1, False
            return True
        if place == ARM:
            self.at, self.place = at + 1, PATTERN
            return False
        if place == FOR_NAME and text[at + 1 : at + 2] == b"(":
            self.frames.append(Frame(ARITHMETIC, AFTER))
            self.at = at + 2
            return True
        if place == FOR_IN:
            self.frames.append(Frame(ARRAY, START))
            self.at = at + 1
            return True
        if place > COMMAND and place not in (AFTER, FUNCTION_BODY):
            self.frames.append(Frame(GLOB, place))
            self.at = at + 1
            return True
        empty = _EMPTY_PARENTHESES.match(text, at, limit)
        if empty is not None:
            # zsh: `() { … }`, a function without a name.
            self.open_function(at, kind)
            self.at = empty.end()
            return True
        if place == START and kind <= PAREN:
            self.events.append((BEGIN, at, None))
        if text[at + 1 : at + 2] == b"(" and at + 1 < limit and self.is_arithmetic(at):
            self.frames.append(Frame(ARITHMETIC, AFTER))
            self.at = at + 2
            return True
        self.open(PAREN, "subshell", at, AFTER)
        self.at = at + 1
        return True

    def right_parenthesis(self, kind: int) -> bool:
        at = self.at
        self.at = at + 1
        self.word = False
        if self.place == PATTERN or self.place == ARM:
            self.place = START
            return False
        index = self.find(_PARENTHESES, _BY_KEYWORD_OR_BRACE)
        if index is None:
            return False
        in_word = self.frames[index].kind == SUBSTITUTION
        self.close(index, at, at + 1)
        self.word = in_word
        return True

    def backslash(self, kind: int) -> bool:
        if self.at == self.limit - 1 and not self.tick:
            self.continued = True
            self.at = self.limit
            return False
        match = _WORD.match(self.text, self.at, self.limit)
        if match is None:
            self.at += 1
            return False
        if not self.word:
            return self.first_word(match[0], self.at, match.end(), kind)
        self.at = match.end()
        return False

    # Quotes, expansions and everything else that is not commands.

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
        byte = self.skip(_IN_DOUBLE)
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
        byte = self.skip(_IN_ARRAY)
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


def _unquote(word: bytes) -> tuple[bytes, bool]:
    """A heredoc's delimiter without its quotes, and whether it had any."""
    if b"\\" not in word and b"'" not in word and b'"' not in word:
        return word, False
    parts: list[bytes] = []
    for match in _DELIMITER_PIECE.finditer(word):
        escaped, single, double, ansi = match.groups()
        if escaped is not None:
            parts.append(escaped)
        elif single is not None:
            parts.append(single)
        elif double is not None:
            parts.append(_DOUBLE_ESCAPE.sub(rb"\1", double))
        elif ansi is not None:
            parts.append(_ANSI_ESCAPE.sub(_ansi_value, ansi))
        else:
            parts.append(match[0])
    return b"".join(parts), True


def _ansi_value(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code in _ANSI_VALUES:
        return bytes((_ANSI_VALUES[code],))
    if code[:1] == b"x":
        return bytes((int(code[1:], 16),))
    if code.isdigit():
        return bytes((int(code, 8) & 0xFF,))
    return code


_OPERATORS = {
    0x26: _Line.ampersand,
    0x28: _Line.left_parenthesis,
    0x29: _Line.right_parenthesis,
    0x3B: _Line.semicolon,
    0x3C: _Line.left,
    0x3E: _Line.left,
    0x5C: _Line.backslash,
    0x7C: _Line.bar,
}
_READERS = {
    TEST: _Line.in_test,
    ARRAY: _Line.in_array,
    GLOB: _Line.in_glob,
    DOUBLE: _Line.in_double,
    SINGLE: _Line.in_single,
    ANSI: _Line.in_ansi,
    EXPANSION: _Line.in_expansion,
    ARITHMETIC: _Line.in_arithmetic,
    SUM: _Line.in_arithmetic,
    OLD_SUM: _Line.in_arithmetic,
    TEXT: _Line.in_text,
}
