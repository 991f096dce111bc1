"""Words: the first of a command, keywords and what they open or close, and the delimiter of a heredoc."""

from __future__ import annotations

import re

from indexer.syntax.statements.lexer import BEGIN, HEREDOC, Opener
from indexer.syntax.statements.shell.patterns import BY_KEYWORD, EMPTY_PARENTHESES, dotall
from indexer.syntax.statements.shell.quotes import Quotes
from indexer.syntax.statements.shell.state import (
    AFTER,
    ARGUMENT,
    ARM,
    BACKTICK,
    BRACE,
    CASE,
    CASE_IN,
    COMMAND,
    DELIMITER,
    FILE,
    FOR_HEAD,
    FOR_IN,
    FOR_NAME,
    FUNCTION_BODY,
    FUNCTION_HEAD,
    FUNCTION_NAME,
    IF_BODY,
    IF_HEAD,
    INDENTED_DELIMITER,
    KEYWORDS,
    LOOP_BODY,
    LOOP_HEAD,
    PAREN,
    PATTERN,
    START,
    SUBJECT,
    SUBSTITUTION,
    TEST,
    BacktickOpener,
    Frame,
    SubstitutionOpener,
)

_DELIMITER = dotall(
    rb"(?:[^ \t;&|()<>\"'`$\\]|\\.|'[^']*'|\"(?:[^\"\\]|\\.)*\"|\$'(?:[^'\\]|\\.)*'|\$\"(?:[^\"\\]|\\.)*\""
    rb"|\$\{[^}]*\}|\$\([^)]*\)|\$(?![({'\"])|`[^`]*`)++"
)
_DELIMITER_PIECE = dotall(
    rb"\\(.)|'([^']*)'|\$?\"((?:[^\"\\]|\\.)*)\"|\$'((?:[^'\\]|\\.)*)'|[^\\'\"$]+|\$(?:\{[^{}]*+\}|\([^()]*+\))?"
)
_DOUBLE_ESCAPE = dotall(rb"\\([$`\"\\])")
_ANSI_ESCAPE = dotall(rb"\\([abeEfnrtv\\'\"?]|[0-7]{1,3}|x[0-9a-fA-F]{1,2})")
_ANSI_VALUES = {b"a": 7, b"b": 8, b"e": 27, b"E": 27, b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"v": 11}
_SUBSCRIPT = dotall(rb"[A-Za-z_]\w*+\[[^\]]*+\]\+?=")
_COPROCESS_NAME = dotall(
    rb"[ \t]++[A-Za-z_]\w*+(?=[ \t]+(?:[{(]|(?:while|until|for|select|if|case)[ \t]|\[\[))"
)  # fmt: skip
_TIME_OPTIONS = dotall(rb"(?:[ \t]++-[-p])*+")
_NEXT_BRANCH = dotall(rb"[ \t]*+(else|elif)(?=[ \t{]|\Z)")
_ALWAYS = dotall(rb"[ \t]*+\{")
_REPEAT = dotall(rb"[ \t]++\S++[ \t]*+;?[ \t]*+(?=(?:do|\{)(?:[ \t]|\Z))")
_JOINED_BRACE = dotall(rb"\}[ \t]*+(?:&&|\||;[ \t]*+(?:then|do)(?:[ \t]|\Z))")
_LAST_BRACE = dotall(rb"\}[ \t]*+(?:\Z|[;&|)]|(?:else|elif|always)[ \t{])")
_BRANCHES = frozenset((IF_BODY, IF_HEAD))
_LOOPS = frozenset((LOOP_BODY, LOOP_HEAD, FOR_HEAD))
_CLOSERS: dict[bytes, frozenset[int]] = {
    b"fi": _BRANCHES,
    b"done": _LOOPS,
    b"esac": frozenset((CASE,)),
    b"}": frozenset((BRACE,)),
}


class Keywords(Quotes):
    """A line of which words can be read."""

    __slots__ = ()

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
                parentheses = EMPTY_PARENTHESES.match(self.text, end, self.limit)
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
            index = self.find(_BRANCHES, BY_KEYWORD)
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
        index = self.find(_CLOSERS[word], BY_KEYWORD)
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
        terminator, quoted = unquote(match[0])
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


def unquote(word: bytes) -> tuple[bytes, bool]:
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
