"""The Dockerfile lexer: instructions as statements, and the heredocs of RUN, COPY and ADD.

An instruction is a logical line: it goes on after a line that ends with the escape character (`\\` unless an `escape`
directive at the top of the file names the backtick), and comments and empty lines inside it do not count. The bodies
of its heredocs start below its last line, one after the other. A heredoc is a word of its own, as BuildKit splits
words: `cat <<EOF` declares one, `cat<<EOF` does not, and in `<<EOF;` the semicolon belongs to the terminator.

There are no blocks: a build stage ends where the next one starts, without a token that would close it. As in
BuildKit, quotes that do not balance leave the line without heredocs; only the physical line is taken back, because
what was declared above it is out already.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from indexer.languages.profile import profile_of
from indexer.syntax.statements.lexer import BEGIN, BODY, END, HEREDOC, TERMINATOR, Event, Lexer, Opener, State

# What is known of the instruction that a line continues.
_NONE = ""
_NAMELESS = "nameless"  # its name is still to come
_ONBUILD = "onbuild"  # the name of the instruction that ONBUILD carries is still to come
_DECLARING = "declaring"  # it may declare heredocs
_OTHER = "other"
_HEREDOC_INSTRUCTIONS = frozenset({b"add", b"copy", b"run"})


class DockerfileState(NamedTuple):
    escape: bytes = b"\\"
    directives: bool = True  # whether a comment may still be a parser directive
    instruction: str = _NONE
    quote: bytes = b""  # the quotation mark of a string that goes on below
    word: bytes = b""  # the part read so far of a word that goes on below
    declared: tuple[Opener, ...] = ()


_INITIAL = DockerfileState()

_SUBSTITUTION = (
    rb"\$\{(?:\w+|[@*#?$!-])?(?:\}"
    rb"|(?::?[-+?]|[#%])(?:[^}'\"\\]++|\\.|'[^']*+'|\"[^\"]*+\")*+\}"
    rb"|/(?:[^/\\]++|\\.)*+/(?:[^}\\]++|\\.)*+\})"
)
_WORD_PART = re.compile(rb"(?:[^\s'\"\\$]++|\\.|\\\Z|\$(?!\{)|%b)*+" % _SUBSTITUTION, re.DOTALL)
_IN_QUOTES = {
    b"'": re.compile(rb"[^']*+"),
    b'"': re.compile(rb"(?:[^\"\\$]++|\\.|\\\Z|\$(?!\{)|%b)*+" % _SUBSTITUTION, re.DOTALL),
}
_BLANKS = re.compile(rb"\s*+")
_DIRECTIVE = re.compile(rb"#\s*(?:(?i:syntax|check)\s*=\s*\S|(?i:(escape))\s*=\s*(\S+)\s*\Z)")
_CONTINUATION = {
    b"\\": re.compile(rb"(?:(?<=[^\\])|\A)\\[ \t]*\Z"),
    b"`": re.compile(rb"(?:(?<=[^`])|\A)`[ \t]*\Z"),
}
_OPENER = re.compile(rb"\d*<<(-?)([^<]+)\Z")
_QUOTING = re.compile(rb"'([^']*)'|\"((?:[^\"\\]|\\.)*)\"|\\(.)", re.DOTALL)
_ESCAPED = re.compile(rb"\\([\"$\\])")


class DockerfileLexer(Lexer):
    """Reads Dockerfiles."""

    signs = profile_of("dockerfile").heredocs.signs

    @property
    def initial(self) -> State:
        return _INITIAL

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        assert isinstance(state, DockerfileState)
        if state.declared and not state.instruction and not hold:
            if not self.ends(text, state.declared[0]):
                return state, [(BODY, 0, None)]
            return state._replace(declared=state.declared[1:]), [(TERMINATOR, len(text), None)]
        code = text.lstrip()
        if code.startswith(b"#"):
            return _after_comment(code, state), []
        if not code:
            return (state._replace(directives=False) if state.directives else state), []
        return _DockerfileLine(text, state).read(len(text) - len(code))

    def pending(self, state: State) -> tuple[Opener, ...]:
        assert isinstance(state, DockerfileState)
        return state.declared

    def drop(self, state: State) -> State:
        assert isinstance(state, DockerfileState)
        return state._replace(declared=state.declared[1:])

    def ends(self, text: bytes, opener: Opener) -> bool:
        return (text.lstrip(b"\t") if opener.indented else text) == opener.terminator

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        assert isinstance(state, DockerfileState)
        return start if state.instruction else end


def _after_comment(comment: bytes, state: DockerfileState) -> DockerfileState:
    if not state.directives:
        return state
    directive = _DIRECTIVE.match(comment)
    if directive and directive[1]:
        return state._replace(escape=directive[2]) if directive[2] in _CONTINUATION else state
    return state if directive else state._replace(directives=False)


def _unquoted(word: bytes) -> bytes:
    def content(part: re.Match[bytes]) -> bytes:
        if part[2] is not None:
            return _ESCAPED.sub(rb"\1", part[2])
        return part[1] if part[1] is not None else part[3]

    return _QUOTING.sub(content, word)


class _DockerfileLine:
    """Reads one line of an instruction: a cursor over the text, and the state as it changes."""

    __slots__ = ("events", "goes_on", "instruction", "openers", "pos", "quote", "state", "stop", "text", "word")

    def __init__(self, text: bytes, state: DockerfileState) -> None:
        continuation = _CONTINUATION[state.escape].search(text)
        self.text = text
        self.state = state
        self.pos = 0
        self.goes_on = continuation is not None
        self.stop = continuation.start() if continuation else len(text)
        self.instruction = state.instruction
        self.quote = state.quote
        self.word = state.word
        self.events: list[Event] = []
        self.openers: list[tuple[int, Opener]] = []  # with the columns where they start

    def read(self, column: int) -> tuple[DockerfileState, list[Event]]:
        if self.instruction == _NONE:
            self.events.append((BEGIN, column, None))
            self.instruction = _NAMELESS
            self.pos = column
        if self.instruction != _OTHER and not self.read_words():
            self.instruction = _OTHER
            self.openers.clear()
        self.events += ((HEREDOC, start, opener) for start, opener in self.openers)
        declared = (*self.state.declared, *(opener for _, opener in self.openers))
        if self.goes_on and self.instruction == _OTHER:
            return DockerfileState(self.state.escape, False, _OTHER, declared=declared), self.events
        if self.goes_on:
            state = DockerfileState(self.state.escape, False, self.instruction, self.quote, self.word, declared)
            return state, self.events
        self.events.append((END, len(self.text.rstrip()), None))
        return DockerfileState(self.state.escape, False, declared=declared), self.events

    def read_words(self) -> bool:
        """Reads the words of the line; False where quotes or substitutions are broken."""
        text, stop = self.text, self.stop
        start = self.pos
        while True:
            part = (_IN_QUOTES[self.quote] if self.quote else _WORD_PART).match(text, self.pos, stop)
            end = part.end() if part else self.pos
            self.word += text[self.pos : end]
            self.pos = end
            if end == stop:
                break
            char = text[end : end + 1]
            if char == b"$":
                return False
            if char in _IN_QUOTES:
                self.word += char
                self.pos += 1
                self.quote = b"" if self.quote else char
            else:
                self.take_word(start)
                blanks = _BLANKS.match(text, end, stop)
                start = self.pos = blanks.end() if blanks else end
        if self.goes_on:
            return True
        self.take_word(start)
        return not self.quote

    def take_word(self, start: int) -> None:
        word, self.word = self.word, b""
        if not word:
            return
        if self.instruction != _DECLARING:
            name = word.lower()
            if name == b"onbuild" and self.instruction == _NAMELESS:
                self.instruction = _ONBUILD
            else:
                self.instruction = _DECLARING if name in _HEREDOC_INSTRUCTIONS else _OTHER
            return
        opener = _OPENER.match(word)
        if opener:
            terminator = _unquoted(opener[2])
            quoted = any(opener[2].count(mark) != terminator.count(mark) for mark in _IN_QUOTES)
            if terminator:
                self.openers.append((start, Opener(self.pos, terminator, not quoted, opener[1] == b"-")))


LEXER = DockerfileLexer()
