"""Perl: how one line of it reads.

Whether `/`, `{`, `<<`, `%` or `s` means this or that depends in Perl on what may stand at that place, so the lexer
follows perl's own tokenizer: it always knows what it *expects* next. What only a running perl can know (whether a
bare word is a function that takes arguments, or a block) is guessed from the way people write.

It never runs or compiles anything, it does not look into the text of strings and patterns except for heredocs
declared there, and it finds no code in POD, formats and behind `__END__`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

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

# What may come next. The order matters: up to LABELED a statement starts, up to HANDLE a term is expected.
STATEMENT: Final = 0
LABELED: Final = 1  # a statement, after its label
TERM: Final = 2
NO_PATTERN: Final = 3  # a term or nothing, as after `shift`: `//` is an operator
LIST: Final = 4  # what follows `map`, `grep` and `sort`: a block or a term
HANDLE: Final = 5  # what follows `print`: perhaps a file handle
OPERATOR: Final = 6
WORD: Final = 7  # after a bare word: an operator, or the word's arguments
CONSTANT: Final = 8  # after a bare word in capitals: most likely an operator
METHOD: Final = 9  # after `->`
HEADER: Final = 10  # in the header of a block that ends its statement, such as `if`
LAMBDA: Final = 11  # in the header of a block inside an expression, such as `sub` or `do`
AFTER: Final = 12  # after a block that another one may continue, such as `else`


class Frame(NamedTuple):
    """An open bracket: what closes it, and what was going on around it."""

    closer: int
    block: str | None  # the type of a code block, None for any other bracket
    after: int  # what may come next once it is closed
    head: str


class Quote(NamedTuple):
    """A string, pattern or list of words that is still open where the line ends."""

    operator: bytes
    opener: int  # 0 while the delimiter has yet to come
    closer: int
    depth: int
    parts: int  # how many delimited parts are not finished, the current one included
    after: int


# What else a line can lie inside.
POD: Final = "pod"  # documentation, up to `=cut`
PICTURE: Final = "picture"  # the lines of a `format`, up to a single dot
FINISHED: Final = "finished"  # behind `__END__` there is no code


class PerlState(NamedTuple):
    """What a line has to know about those above it."""

    stack: tuple[Frame, ...] = ()
    expect: int = STATEMENT
    head: str = ""  # the type of the block whose header is being read, or of the block just closed
    inside: Quote | str | None = None
    pending: tuple[Opener, ...] = ()
    tail: tuple[int, int] | None = None  # how many lines back the last token is, if a statement may end there; column


_NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
_PATH = rb"(?:::)?" + _NAME + rb"(?:(?:::|'(?=[A-Za-z_]))[\w\x80-\xff]+)*(?:::)?"

_NOTHING = re.compile(rb"[ \t\r\f\v]*(?:#|$)")
_BLANKS = re.compile(rb"[ \t\r\f\v]*")
_WORD = re.compile(_NAME)
_REST_OF_PATH = re.compile(rb"(?:(?:::|'(?=[A-Za-z_]))[\w\x80-\xff]+)+(?:::)?|::")
_FAT_COMMA = re.compile(rb"[ \t]*=>")
_LABEL = re.compile(rb"[ \t]*:(?!:)")
_BRACE_OR_END = re.compile(rb"[ \t]*(?:\{|(?:#.*)?$)")
_BRACE = re.compile(rb"[ \t]*\{")
_PAREN = re.compile(rb"[ \t]*\(")
# What a sigil may stand before: a name, plain or in braces, or (group 1) the opening brace of an expression.
_SYMBOL = rb"\$*(?:" + _PATH + rb"|\{[ \t]*(?:\^?\w+|[^\w\s{}])[ \t]*\}|(\{)|::)"
_SCALAR = re.compile(rb"\$(?:#?" + _SYMBOL + rb"|\d+|\^[]A-Z[\\^_?]|\$|#(?=[-+])|([^\w\s{]))?")
_ARRAY = re.compile(rb"@(?:" + _SYMBOL + rb"|\$|[-+])")
_SIGIL = re.compile(
    rb"[%&*](?:" + _SYMBOL + rb"|(?<=%)(?:[-+!](?=[\s;,)}])|\^H)|(?<=\*)(?:[^\w\s{(*=]|\((?=[\s;])))",
)
_NUMBER = re.compile(rb"0[xXbBoO][\w.]+|\d[\d_]*(?:\.(?!\.)[\d_]*)*(?:[eE][-+]?\d+)?|\.\d[\d_]*(?:[eE][-+]?\d+)?")
_SUBSCRIPT = re.compile(rb"\{[ \t]*-?[\w\x80-\xff]+[ \t]*\}")
_OPERATOR = re.compile(rb"\*\*=?|\|\|?=?|&&?=?|//=?|<=>|[<>]{1,2}=?|=[=~>]?|!=?|\.{1,3}=?|[-+*/%^]=|[-+*/%^~?:,\\]")
_POSTFIX_DEREFERENCE = re.compile(rb"(?:\$#|[$@%&*])\*|[@%](?=[\[{])")
_FILE_TEST = re.compile(rb"-[A-Za-z](?![\w\x80-\xff])")
_HEREDOC = re.compile(
    rb"""<<(~?)(?:[ \t]*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)|(\\)?([\w\x80-\xff]+))"""
)
_ESCAPED_QUOTE = re.compile(rb"\\([\"'`])")
_GLOB = re.compile(rb"<<>>|<[^<>=\s][^<>]*>|<>")
_SIMPLE_INPUT = re.compile(rb"<[^<>\s=]*>")
_PATTERN_AHEAD = re.compile(rb"/[^\s/=](?:[^\\/]|\\.)*/")
_HASH_START = re.compile(
    rb"""\{[ \t]*(?:\}|(?:'[^']*'|"(?:[^"\\]|\\.)*")[ \t]*(?:,|=>)|-?[\w\x80-\xff]+[ \t]*=>|[A-Z_][\w]*[ \t]*,)"""
)
_HASH_ARGUMENT = re.compile(rb"\{[ \t]*(?:%[$\w{]|\$\w+[ \t]*=>)")
_PROTOTYPE = re.compile(rb"\([$@%&*;+\\\[\]_ \t]*\)")
_ATTRIBUTE = re.compile(rb":[ \t]*(?:" + _NAME + rb"(\()?)?")
_HEADER_WORD = re.compile(rb"(?:[\w\x80-\xff'$@%\\.-]|::)+")
_HANDLE_TERM = re.compile(rb"[ \t]+(?:<<[^\s=]|/[^\s=/]|[&*<%][A-Za-z_])")
_HANDLE_WORD = re.compile(rb"[ \t]*<<[~\\\"'`A-Za-z_]|[ \t]+(?![-+*/.=<>|&?:x]?[ \t=]|,|=>|->)(?![|&]{2})[^\s(,;)}=]")
_SUB_NAME = re.compile(rb"[ \t]+" + _PATH)
_DECLARED_NAME = re.compile(rb"[ \t]+" + _PATH + rb"(?![ \t]*(?:=>|->|,|=))")
_PACKAGE_NAME = re.compile(rb"[ \t]+" + _PATH + rb"(?:[ \t]+v?[\d._]+)?")
_USED_NAME = re.compile(rb"[ \t]+[\w\x80-\xff:'.]+(?:[ \t]+v?\d[\d._]*(?=[ \t;]|$))?")
_FORMAT = re.compile(rb"[ \t]*+(?:" + _PATH + rb")?[ \t]*+=[ \t]*+$")
_FLAGS = re.compile(rb"[A-Za-z]*")
_INTERPOLATION = re.compile(rb"(?<!\\)[@$]\{(?=[ \t]*(?:[\[\\(]|<<))")
_SHIFT = re.compile(rb"<<")
_POD = re.compile(rb"=[A-Za-z]")
_POD_COMMAND = re.compile(rb"=(?:head[1-6]|pod|over|item|back|begin|end|for|encoding|cut)\b(?! *[;,(])")
_POD_END = re.compile(rb"=cut(?![A-Za-z])")
_PICTURE_END = re.compile(rb"\.[ \t\r]*$")

_END_OF_CODE = re.compile(rb"(?:__END__|__DATA__)(?![\w\x80-\xff])(?![ \t]*=>)|[\x04\x1a]")
_END_MARKS: Final = b"_\x04\x1a"

_PAIRS: Final = {40: 41, 91: 93, 123: 125, 60: 62}

_QUOTING: Final = {b"q": 1, b"qq": 1, b"qw": 1, b"qx": 1, b"m": 1, b"qr": 1, b"s": 2, b"tr": 2, b"y": 2}
_FLAGGED: Final = {b"m", b"qr", b"s", b"tr", b"y", b"/"}
_LITERAL: Final = {b"q", b"qw", b"tr", b"y", b"'", b":"}

_CHAINS: Final = {
    "if": {b"elsif", b"else"},
    "unless": {b"elsif", b"else"},
    "elsif": {b"elsif", b"else"},
    "while": {b"continue"},
    "until": {b"continue"},
    "for": {b"continue"},
    "foreach": {b"continue"},
    "anonymous": {b"continue"},
    "try": {b"catch", b"finally", b"otherwise", b"except"},
    "catch": {b"catch", b"finally", b"otherwise", b"except"},
    "except": {b"catch", b"finally", b"otherwise"},
    "otherwise": {b"finally"},
    "finally": {b"catch"},
}
# The blocks of modules such as Try::Tiny are arguments, and the statement ends with a semicolon.
_TRYING: Final = {"try", "catch", "except", "otherwise", "finally"}
_SUBS: Final = {"sub", "method", "fun", "func"}
# After these blocks come the arguments of the function they belong to.
_ARGUMENTS: Final = {"anonymous", "try", "catch", "finally"}

_HEADERS: Final = {b"if", b"unless", b"while", b"until", b"for", b"foreach", b"elsif", b"given", b"when"}
_MODIFIERS: Final = {b"if", b"unless", b"while", b"until", b"for", b"foreach"}
_BRACED: Final = {
    **{word: word.decode() for word in b"else continue default try catch finally defer".split()},
    **{word: word.decode() for word in b"BEGIN END INIT CHECK UNITCHECK ADJUST".split()},
    b"AUTOLOAD": "sub",
    b"DESTROY": "sub",
}
_DECLARATORS: Final = frozenset(b"method fun func class role".split())
_INFIX: Final = frozenset(
    b"x eq ne lt gt le ge cmp and or xor not isa if unless while until for foreach when".split(),
)
_STARTING: Final = _HEADERS | _BRACED.keys() | _DECLARATORS | {b"package", b"use", b"no", b"format"}
_WITHOUT_ARGUMENTS: Final = frozenset(
    b"""
    time times wait wantarray fork getppid getlogin __PACKAGE__ __FILE__ __LINE__ __SUB__ __CLASS__ endpwent endgrent
    endhostent endnetent endprotoent endservent getpwent getgrent setpwent setgrent gethostent getnetent getprotoent
    getservent
    """.split()
)
_MAYBE_ARGUMENT: Final = frozenset(b"shift pop getc pos readline readlink undef umask last next redo".split())
_PRINTING: Final = frozenset(b"print printf say exec system".split())
_LISTING: Final = frozenset(b"map grep sort".split())
_TAKING_TERM: Final = frozenset(
    b"""
    abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir connect cos
    crypt dbmclose dbmopen defined delete die dump each eof evalbytes exists exit exp fc fcntl field fileno flock
    formline getpeername getpgrp getpriority getpwnam getpwuid getsockname getsockopt glob gmtime goto hex index int
    ioctl join keys kill lc lcfirst length link listen local localtime lock log lstat mkdir msgctl msgget msgrcv msgsnd
    my oct open opendir ord our pack pipe push quotemeta rand read readdir readpipe recv ref rename require reset return
    reverse rewinddir rindex rmdir scalar seek seekdir select semctl semget semop send setpgrp setpriority setsockopt
    shmctl shmget shmread shmwrite shutdown sin sleep socket socketpair splice split sprintf sqrt srand stat state study
    substr symlink syscall sysopen sysread sysseek syswrite tell telldir tie tied truncate uc ucfirst unlink unpack
    unshift untie utime values vec waitpid warn write
    """.split()
)
_KNOWN: Final = (
    _INFIX | _WITHOUT_ARGUMENTS | _MAYBE_ARGUMENT | _PRINTING | _LISTING | _TAKING_TERM | {b"do", b"eval", b"sub"}
)


_RUN_PREFIXES: Final = frozenset(b"my our local return defined ref scalar push join die keys exists delete lc".split())


def _any_of(words: frozenset[bytes]) -> bytes:
    """A pattern for one of these words that looks at each first letter once."""
    initials = sorted({word[:1] for word in words})
    rests = ([re.escape(word[1:]) for word in sorted(words, reverse=True) if word[:1] == one] for one in initials)
    return b"|".join(one + b"(?:" + b"|".join(rest) + b")" for one, rest in zip(initials, rests, strict=True))


def _run_patterns() -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Code that reads the same whatever comes before it, brackets included: most of a program. And such a condition.

    One match takes as much of it as a line has, which costs far less than reading it token by token; where the match
    stops, the lexer goes on with the token there. Not in it: words that are followed by a block or a pattern, braces
    of blocks, and all that `/`, `<`, `?` and `'` may begin or continue.
    """
    special = (_KNOWN - _TAKING_TERM) | _HEADERS | _BRACED.keys() | {b"require"}
    path = rb"[A-Za-z_]\w*+(?:::\w++)*+(?!['\x80-\xff]|::)"
    dereferenced = rb"(?=\{[ \t]*+(?:[\w@%\"'&\\\[]|\((?!\})|\$[\w{$:]))"
    items = (
        rb"\$(?:#?\$*+(?:%b|%b)|[@\d])" % (path, dereferenced),
        rb",",
        rb"\{[ \t]*+-?\w++[ \t]*+\}",
        rb"[(\[{](?:INNER)*+[ \t]*+[)\]}]",
        rb"->(?:[A-Za-z_]\w*+(?!['\x80-\xff]|::)|(?=[(\[{]))",
        rb"=[>=~]?",
        rb"'[^'\\]*+(?:\\.[^'\\]*+)*+'",
        rb'"[^"\\<]*+(?:(?:\\.|<(?!<))[^"\\<]*+)*+"',
        rb"[@%%]\$*+(?:%b|%b)" % (path, dereferenced),
        rb"\d(?:x[\da-fA-F]++|\d*+(?:\.\d++)?)(?![\w.])",
        rb"\.{1,3}=?",
        rb"[?!\\^~]=?",
        rb"&&=?",
        rb"\|\|?=?",
        rb"\+[+=]?",
        rb"-(?:[-=]|(?=[$\d( \t])|[A-Za-z](?:[ \t](?=[$\"'])|\w*+(?=[ \t]*+=>)))",
        rb":(?!:)",
        rb"<(?:=>?|(?=[ \t\d]))",
        rb">>?=?",
        rb"\*(?:=|\*?(?=[ \t$\d]|\([^\s;]))",
        rb"//=?",
        rb"(?!CORE::)(?=\w++(?:::\w++)*+(?:\(|->|[ \t]*+=>))(?!(?:%b)(?!\w|[ \t]*+=>))(?!(?:%b)(?!\w|::|[ \t]*+=>))"
        rb"\w++(?:::\w++)*+" % (_any_of(frozenset(_QUOTING)), _any_of(special)),
        rb"(?:%b)(?:[ \t]++(?!=>)|(?=\())" % _any_of(_RUN_PREFIXES),
        rb"(?:x|eq|ne|and|or|not)[ \t]++(?!=)",
        rb"(?:if|unless|for)[ \t]++(?![(=])",
        rb"(?:shift|undef|return|next|last)(?=[ \t]*+(?:[;,)]|->|if |unless ))",
        rb"__PACKAGE__(?!\w)",
        rb"qw\([^()\\]*+\)",
    )
    item = rb"(?!)"
    for _ in range(4):
        item = rb"[ \t]*+(?![;)\]}#])(?:%b)" % b"|".join(items).replace(b"INNER", item)
    return re.compile(rb"(?:%b)++" % item), re.compile(rb"\((?:%b)*+[ \t]*+\)" % item)


_RUN, _CONDITION = _run_patterns()
# A run that ends with one of these has an operator at its end, unless it is `++` or `--`.
_OPERATOR_ENDS: Final = b" \t=>~,.&|<+-*?:!\\^/"
_PLAIN_START = re.compile(rb"[ \t]*+(?!(?:if|unless|for)\b)(?=[$@%(A-Za-z_])")
_BLANK: Final = b" \t\r\f\v"
# Nobody nests brackets like this; without a bound, a file of nothing but openers would take forever.
_DEEPEST: Final = 1000
_STEPS: Final = (b"++", b"--")
_AMBIGUOUS_AFTER_WORD: Final = b"{[/<%&*-+?"


class PerlLexer(Lexer):
    """Perl 5, up to the `class` syntax of 5.38 and the block keywords of common modules."""

    signs = profile_of("perl").heredocs.signs

    @property
    def initial(self) -> State:
        return PerlState()

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, PerlState)
        stack, _, _, inside, pending, tail = state
        if pending and not hold:
            return _read_body(text, state)
        if inside is None:
            if _NOTHING.match(text):
                return (_one_line_on(state) if tail else state), []
            return _read_code(text, state)
        if inside == FINISHED:
            return state, []
        if inside == POD:
            if tail:
                state = _one_line_on(state)
            return (state._replace(inside=None) if _POD_END.match(text) else state), []
        if inside == PICTURE:
            return (PerlState(stack, pending=pending), [(END, 1, None)]) if _PICTURE_END.match(text) else (state, [])
        return _read_code(text, state)

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, PerlState)
        return state.pending

    def drop(self, state: State) -> State:
        assert isinstance(state, PerlState)
        return state._replace(pending=state.pending[1:])

    def ends(self, text: bytes, opener: Opener) -> bool:
        return (text.lstrip(b" \t") if opener.indented else text) == opener.terminator

    def closed(self, state: State) -> bool:
        assert isinstance(state, PerlState)
        return not state.stack

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, PerlState)
        if state.tail is not None:
            return start
        return row_before(_SHIFT, text, start, end) if state.pending[0].interpolated else end


LEXER = PerlLexer()


def _one_line_on(state: PerlState) -> PerlState:
    return state._replace(tail=(state.tail[0] + 1, state.tail[1])) if state.tail else state


def _read_body(text: bytes, state: PerlState) -> tuple[PerlState, list[Event]]:
    opener = state.pending[0]
    state = _one_line_on(state)
    if LEXER.ends(text, opener):
        return state._replace(pending=state.pending[1:]), [(TERMINATOR, len(text), None)]
    events: list[Event] = [(BODY, 0, None)]
    if opener.interpolated and b"<<" in text:
        _interpolated_heredocs(text, 0, len(text), events)
        if len(events) > 1:
            state = state._replace(pending=_openers(events) + state.pending)
    return state, events


def _openers(events: list[Event]) -> tuple[Opener, ...]:
    """The heredocs that events declare, as a state keeps them: without the column, which says nothing later on."""
    return tuple(value._replace(end=0) for _, _, value in events if isinstance(value, Opener))


def _interpolated_heredocs(text: bytes, start: int, end: int, events: list[Event]) -> None:
    """Adds the heredocs declared in `@{[ … ]}` and `${\\ … }` between two columns of a string."""
    while interpolation := _INTERPOLATION.search(text, start, end):
        start = interpolation.end()
        stop = end
        depth = 1
        for brace in _NESTING[123].finditer(text, start, end):
            depth += {123: 1, 125: -1}.get(text[brace.start()], 0)
            if not depth:
                stop = brace.start()
                break
        if text.find(b"<<", start, stop) >= 0:
            _embedded_heredocs(text, start, stop, events)
        start = stop


def _embedded_heredocs(text: bytes, start: int, end: int, events: list[Event]) -> None:
    """Adds the heredocs declared in the code between two columns of a quote."""
    _, found = _read_code(b" " * start + text[start:end], PerlState(expect=TERM))
    events.extend(event for event in found if event[0] == HEREDOC)


@cache
def _up_to(closer: int) -> re.Pattern[bytes]:
    """What is left of a quote; group 1 is its closing delimiter, if it is there."""
    mark = re.escape(bytes([closer]))
    if closer == 92:
        return re.compile(rb"[^\\]*+(\\)?")
    return re.compile(rb"(?:[^\\%b]++|\\.)*+(%b)?" % (mark, mark), re.DOTALL)


_NESTING: Final = {
    opener: re.compile(rb"\\.|[%b%b]" % (re.escape(bytes([opener])), re.escape(bytes([closer]))))
    for opener, closer in _PAIRS.items()
}


def _read_quote(text: bytes, pos: int, quote: Quote, events: list[Event]) -> tuple[int, Quote | None]:
    """Reads on in a quote; returns where it ends, or the quote that is still open where the line ends."""
    operator, opener, closer, depth, parts, after = quote
    size = len(text)
    while True:
        if not opener:
            start = pos
            pos = _BLANKS.match(text, pos).end()  # type: ignore[union-attr]
            # A # directly behind the operator delimits; behind a blank or on a further line it starts a comment.
            if pos >= size or (text[pos] == 35 and (pos > start or pos == 0)):
                return size, Quote(operator, 0, 0, 0, parts, after)
            opener = text[pos]
            closer = _PAIRS.get(opener, opener)
            depth = 1
            pos += 1
        start = pos
        if opener == closer:
            match = _up_to(closer).match(text, pos)
            assert match
            pos = match.end()
            closed = match.lastindex is not None
        else:
            closed = False
            for match in _NESTING[opener].finditer(text, pos):
                mark = text[match.start()]
                if mark == closer:
                    depth -= 1
                    if not depth:
                        pos = match.end()
                        closed = True
                        break
                elif mark == opener:
                    depth += 1
        if closed and parts == 1:
            end = pos - 1
            if operator in _FLAGGED:
                flags = _FLAGS.match(text, pos)
                assert flags
                if flags[0] not in _INFIX:
                    pos = flags.end()
                if operator == b"s" and b"<<" in text[start:end] and b"e" in flags[0]:
                    _embedded_heredocs(text, start, end, events)
                    return pos, None
            if operator not in _LITERAL and b"<<" in text[start:end]:
                _interpolated_heredocs(text, start, end, events)
            return pos, None
        if not closed:
            if b"<<" in text[start:]:
                if operator == b"s" and parts == 1 and opener != closer:
                    # Whether the replacement is code is known at its end only; one of several lines is.
                    _embedded_heredocs(text, start, size, events)
                elif operator not in _LITERAL:
                    _interpolated_heredocs(text, start, size, events)
            return size, Quote(operator, opener, closer, depth, parts, after)
        parts -= 1
        if opener != closer:
            opener = closer = depth = 0


def _read_code(text: bytes, state: PerlState) -> tuple[PerlState, list[Event]]:
    """Reads a line of code, from the end of a quote on if it starts inside one."""
    stack, expect, head, quote, pending, tail = state
    events: list[Event] = []
    size = len(text)
    pos = 0
    inside: Quote | None = None
    if isinstance(quote, Quote):
        pos, inside = _read_quote(text, 0, quote, events)
        if inside is not None:
            return PerlState(stack, expect, head, inside, pending + _openers(events), None), events
        expect = quote.after
    elif text[:1] == b"=" and (_POD.match(text) if expect <= LABELED or expect == AFTER else _POD_COMMAND.match(text)):
        return _one_line_on(state._replace(inside=POD)), events
    # The quick way for most lines: a statement, or a part of one, that is a run and nothing else.
    elif expect == STATEMENT:
        match = _PLAIN_START.match(text)
        if match:
            start = match.end()
            match = _RUN.match(text, start)
            if match:
                if match.end() == size - 1 and text.endswith(b";"):
                    return state, [(BEGIN, start, None), (END, size, None)]
                events.append((BEGIN, start, None))
                pos, expect = _end_of_run(text, match.end())
    elif expect in (TERM, OPERATOR):
        match = _RUN.match(text)
        if match:
            pos, expect = _end_of_run(text, match.end())
            if pos == size and expect == state.expect and stack and stack[-1].block is None:
                return state, events

    last = 0  # where the last token ends, if there is one on this line
    while pos < size and len(stack) < _DEEPEST:
        last = pos
        char = text[pos]
        if char in _BLANK:
            pos = _BLANKS.match(text, pos).end()  # type: ignore[union-attr]
            if pos == size:
                break
            char = text[pos]
        if char == 35:  # '#'
            break

        if expect == AFTER:
            match = _WORD.match(text, pos)
            if match and match[0] in _CHAINS.get(head, ()) and not _FAT_COMMA.match(text, match.end()):
                head = match[0].decode()
                expect = HEADER
                pos = match.end()
                continue
            expect = STATEMENT
            trying = head in _TRYING
            head = ""
            if char == 59 and trying:
                pos += 1
                events.append((END, pos, None))
                continue
            events.append(_end(last, tail))

        if expect <= LABELED and char != 125:
            if char == 59:  # ';'
                pos += 1
                if expect == LABELED:
                    events.append((END, pos, None))
                    expect = STATEMENT
                continue
            if expect == STATEMENT:
                if char in _END_MARKS and _END_OF_CODE.match(text, pos):
                    return PerlState(stack, STATEMENT, "", FINISHED, pending + _openers(events), None), events
                events.append((BEGIN, pos, None))
            head = ""
            if char == 123:  # '{'
                if _HASH_START.match(text, pos):
                    stack += (Frame(125, None, OPERATOR, ""),)
                    expect = TERM
                else:
                    events.append((OPEN, pos, "anonymous"))
                    stack += (Frame(125, "anonymous", AFTER, "anonymous"),)
                    expect = STATEMENT
                pos += 1
                continue
            expect = TERM
            match = _WORD.match(text, pos)
            if match:
                word = match[0]
                end = match.end()
                if word not in _QUOTING and word != b"default" and (label := _LABEL.match(text, end)):
                    pos = label.end()
                    expect = LABELED
                    continue
                if word in _STARTING and not _FAT_COMMA.match(text, end):
                    if word in _HEADERS and text[end : end + 2] not in (b"::", b"->"):
                        head = word.decode()
                        expect = HEADER
                    elif word in _BRACED and _BRACE_OR_END.match(text, end):
                        head = _BRACED[word]
                        expect = HEADER
                    elif word == b"package" and (name := _PACKAGE_NAME.match(text, end)):
                        head = "package"
                        expect = HEADER
                        end = name.end()
                    elif word in _DECLARATORS and (name := _DECLARED_NAME.match(text, end)):
                        head = word.decode()
                        expect = HEADER
                        end = name.end()
                    elif (word == b"use" or word == b"no") and (name := _USED_NAME.match(text, end)):
                        pos = name.end()
                        continue
                    elif word == b"format" and _FORMAT.match(text, end):
                        return PerlState(stack, STATEMENT, "", PICTURE, pending + _openers(events), None), events
                    if expect == HEADER:
                        pos = end
                        continue

        if char in _END_MARKS and _END_OF_CODE.match(text, pos):
            events.append(_end(last, tail))
            return PerlState(stack, STATEMENT, "", FINISHED, pending + _openers(events), None), events

        if char == 59:  # ';'
            # Only `for` has semicolons in parentheses: elsewhere the closing one is missing.
            while stack and stack[-1].block is None and stack[-1].closer != 125 and stack[-1].after < METHOD:
                if stack[-1].head in ("for", "foreach"):
                    break
                stack = stack[:-1]
            pos += 1
            head = ""
            if not stack or stack[-1].block is not None:
                events.append((END, pos, None))
                expect = STATEMENT
            else:
                expect = TERM
            continue

        if char == 125 or char == 41 or char == 93:  # '}' ')' ']'
            at = len(stack) - 1
            while at >= 0 and stack[at].closer != char and stack[at].block is None:
                at -= 1
            if at < 0 or stack[at].closer != char:
                pos += 1
                continue
            frame = stack[at]
            stack = stack[:at]
            expect_before = expect
            expect = frame.after
            head = frame.head
            pos += 1
            if frame.block is None:
                # `) {` of what looked like a modifier: the statement before it lacks its semicolon.
                if head and expect == OPERATOR:
                    if _BRACE.match(text, pos) and (not stack or stack[-1].block is not None):
                        expect = HEADER
                    else:
                        head = ""
                continue
            if expect_before != STATEMENT:
                events.append(_end(last, tail))
            events.append((CLOSE, pos, None))
            if expect == AFTER and head not in _CHAINS:
                events.append((END, pos, None))
                expect = STATEMENT
                head = ""
            continue

        if expect in (HEADER, LAMBDA):
            if char == 123:
                events.append((OPEN, pos, head))
                after = AFTER if expect == HEADER else TERM if head in _ARGUMENTS else OPERATOR
                stack += (Frame(125, head, after, head if expect == HEADER else ""),)
                expect = STATEMENT
                head = ""
                pos += 1
                continue
            if char == 40:
                match = (_PROTOTYPE if head in _SUBS else _CONDITION).match(text, pos)
                if match:
                    pos = match.end()
                else:
                    stack += (Frame(41, None, expect, head),)
                    expect = TERM
                    head = ""
                    pos += 1
                continue
            if char == 58:  # ':'
                match = _ATTRIBUTE.match(text, pos)
                assert match
                pos = match.end()
                if match.lastindex:
                    pos, inside = _read_quote(text, pos, Quote(b":", 40, 41, 1, 1, expect), events)
                    if inside is not None:
                        break
                continue
            if head != "do" and head != "eval":
                match = _HEADER_WORD.match(text, pos)
                if match and match[0] == b"qw":
                    pos, inside = _read_quote(text, match.end(), Quote(b"qw", 0, 0, 0, 1, expect), events)
                    if inside is not None:
                        break
                else:
                    pos = match.end() if match else pos + 1
                continue
            expect = TERM
            head = ""

        if (
            expect in (TERM, OPERATOR)
            or (expect in (WORD, CONSTANT) and char not in _AMBIGUOUS_AFTER_WORD)
            or (expect < OPERATOR and char in b"\"'@")
        ) and (match := _RUN.match(text, pos)):
            pos, expect = _end_of_run(text, match.end())
            continue

        if expect == METHOD:
            match = _WORD.match(text, pos)
            if match:
                pos = match.end()
                match = _REST_OF_PATH.match(text, pos)
                if match:
                    pos = match.end()
                expect = OPERATOR
                continue
            match = _POSTFIX_DEREFERENCE.match(text, pos)
            if match:
                pos = match.end()
                expect = OPERATOR
                continue
            expect = TERM if char == 36 else OPERATOR

        if char == 36 or char == 64:  # '$' '@'
            match = (_SCALAR if char == 36 else _ARRAY).match(text, pos)
            if not match:
                pos += 1
                expect = OPERATOR
                continue
            if match.lastindex == 1:
                pos = match.end()
                stack += (Frame(125, None, TERM if expect == HANDLE else OPERATOR, ""),)
                expect = TERM
                continue
            if (
                match.lastindex == 2
                and match[2] in b",)="
                and stack
                and stack[-1].closer == 41
                and stack[-1].head in _SUBS
            ):
                # A parameter without a name in a signature.
                pos += 1
            else:
                pos = match.end()
            expect = TERM if expect == HANDLE and _HANDLE_TERM.match(text, pos) else OPERATOR
            continue

        match = _WORD.match(text, pos)
        if match:
            word = match[0]
            end = match.end()
            if _FAT_COMMA.match(text, end):
                pos = end
                expect = OPERATOR
                continue
            if word in _QUOTING:
                pos, inside = _read_quote(text, end, Quote(word, 0, 0, 0, _QUOTING[word], OPERATOR), events)
                if inside is not None:
                    break
                expect = OPERATOR
                continue
            match = _REST_OF_PATH.match(text, end)
            if match and word in _KNOWN and text[end] == 39:
                match = None
            if match and word != b"CORE":
                pos = match.end()
                if expect == LIST or (expect == HANDLE and _HANDLE_WORD.match(text, pos)):
                    expect = TERM
                else:
                    expect = WORD
                continue
            if match:
                end = match.end()
                word = text[pos:end].rpartition(b"::")[2]
            pos = end
            if word in _INFIX:
                if word in _MODIFIERS and (match := _PAREN.match(text, pos)):
                    pos = match.end()
                    stack += (Frame(41, None, OPERATOR, word.decode()),)
                expect = TERM
            elif word in _TAKING_TERM:
                expect = TERM
                if word == b"require" and (match := _SUB_NAME.match(text, pos)) and match[0].strip() not in _QUOTING:
                    pos = match.end()
                    expect = OPERATOR
            elif word in _MAYBE_ARGUMENT:
                expect = NO_PATTERN
            elif word in _PRINTING:
                expect = HANDLE
            elif word in _LISTING:
                expect = LIST
            elif word in _WITHOUT_ARGUMENTS:
                expect = OPERATOR
            elif word == b"sub":
                match = _SUB_NAME.match(text, pos)
                if match:
                    # A named sub is no part of an expression: whatever is open around it lacks its closer.
                    while stack and stack[-1].block is None:
                        stack = stack[:-1]
                    pos = match.end()
                    expect = HEADER
                else:
                    expect = LAMBDA
                head = "sub"
            elif word == b"do" or word == b"eval" or word == b"try" or word == b"catch" or word == b"finally":
                if _BRACE_OR_END.match(text, pos):
                    expect = LAMBDA
                    head = word.decode()
                else:
                    expect = TERM if len(word) == 2 or word == b"eval" else WORD
            elif expect == OPERATOR and word[:1] == b"x" and word[1:].isdigit():
                pass
            elif expect == LIST or (expect == HANDLE and _HANDLE_WORD.match(text, pos)):
                expect = TERM
            else:
                expect = CONSTANT if word.isupper() else WORD
            continue

        if char == 34 or char == 39 or char == 96:  # '"' "'" '`'
            pos, inside = _read_quote(text, pos + 1, Quote(text[pos : pos + 1], char, char, 1, 1, OPERATOR), events)
            if inside is not None:
                break
            expect = OPERATOR
            continue

        if char == 123:  # '{'
            if expect == OPERATOR:
                match = _SUBSCRIPT.match(text, pos)
                if match:
                    pos = match.end()
                    expect = OPERATOR
                    continue
            if expect == LIST or (
                expect in (WORD, CONSTANT) and not _HASH_START.match(text, pos) and not _HASH_ARGUMENT.match(text, pos)
            ):
                events.append((OPEN, pos, "anonymous"))
                stack += (Frame(125, "anonymous", TERM, ""),)
                expect = STATEMENT
            else:
                stack += (Frame(125, None, TERM if expect == HANDLE else OPERATOR, ""),)
                expect = TERM
            head = ""
            pos += 1
            continue

        if char == 40 or char == 91:  # '(' '['
            stack += (Frame(41 if char == 40 else 93, None, OPERATOR, ""),)
            if char == 91 or expect < LIST or expect > HANDLE:
                expect = TERM
            pos += 1
            continue

        if 48 <= char <= 57 or (char == 46 and expect <= HANDLE and text[pos + 1 : pos + 2].isdigit()):
            match = _NUMBER.match(text, pos)
            pos = match.end()  # type: ignore[union-attr]
            expect = OPERATOR
            continue

        if char == 45:  # '-'
            following = text[pos + 1 : pos + 2]
            if following == b">":
                pos += 2
                expect = METHOD
                continue
            if following == b"-":
                pos += 2
                continue
            if (expect <= HANDLE or (expect == WORD and text[pos - 1] in b" \t")) and (
                match := _FILE_TEST.match(text, pos)
            ):
                pos = match.end()
                expect = OPERATOR if _FAT_COMMA.match(text, pos) else NO_PATTERN
                continue
        elif char == 43 and text[pos + 1 : pos + 2] == b"+":
            pos += 2
            continue
        elif char == 60:  # '<'
            blank_before = pos > 0 and text[pos - 1] in b" \t"
            match = None
            if expect <= HANDLE or (expect in (WORD, CONSTANT) and blank_before):
                match = _HEREDOC.match(text, pos)
                if match and match[6] and (expect == CONSTANT or (expect == WORD and match[6].isdigit())):
                    match = None
            if match:
                indented, double, single, command, escaped, bare = match.groups()
                terminator = next(part for part in (double, single, command, bare) if part is not None)
                terminator = _ESCAPED_QUOTE.sub(rb"\1", terminator)
                opener = Opener(match.end(), terminator, single is None and escaped is None, bool(indented))
                events.append((HEREDOC, pos, opener))
                pos = match.end()
                expect = OPERATOR
                continue
            match = _GLOB.match(text, pos) if expect <= HANDLE else None
            if expect == WORD and blank_before:
                match = _SIMPLE_INPUT.match(text, pos)
            if match:
                pos = match.end()
                expect = OPERATOR
                continue
        elif char == 47:  # '/'
            pattern = expect <= HANDLE and not (expect == NO_PATTERN and text[pos + 1 : pos + 2] == b"/")
            if expect == WORD and pos > 0 and text[pos - 1] in b" \t":
                pattern = _PATTERN_AHEAD.match(text, pos) is not None
            if pattern:
                pos, inside = _read_quote(text, pos + 1, Quote(b"/", 47, 47, 1, 1, OPERATOR), events)
                if inside is not None:
                    break
                expect = OPERATOR
                continue
        elif (expect <= HANDLE or (expect == WORD and text[pos - 1] in b" \t")) and (match := _SIGIL.match(text, pos)):
            pos = match.end()
            if match.lastindex:
                stack += (Frame(125, None, OPERATOR, ""),)
                expect = TERM
            else:
                expect = OPERATOR
            continue

        match = _OPERATOR.match(text, pos)
        pos = match.end() if match else pos + 1
        expect = TERM

    else:
        last = pos
    if inside is not None or expect == STATEMENT or (stack and stack[-1].block is None):
        tail = None
    elif last:
        tail = (1, last)
    elif tail:
        tail = (tail[0] + 1, tail[1])
    if b"<<" in text:
        pending += _openers(events)
    elif expect == STATEMENT == state.expect and stack is state.stack and inside is None is quote:
        return state, events
    return PerlState(stack, expect, head, inside, pending, tail), events


def _end_of_run(text: bytes, pos: int) -> tuple[int, int]:
    """Where the last token of a run ends, and what may come next."""
    if text[pos - 1] in _OPERATOR_ENDS and text[pos - 2 : pos] not in _STEPS:
        while text[pos - 1] in _BLANK:
            pos -= 1
        return pos, TERM
    return pos, OPERATOR


def _end(last: int, tail: tuple[int, int] | None) -> Event:
    """The end of a statement after the last token: on this line, or `tail` lines back."""
    return (END, last, None) if last or not tail else (END, tail[1], tail[0])
