"""Annotations of C: words such as `__init`, `__user` or `__aligned(8)` that stand for an attribute or for nothing.

A grammar that sees the text before its macros are expanded takes them for a type or a name, and what they annotate gets
lost. They begin with two underscores, as types (`__u32`), variables and functions may too, so the words around one
tell what it is: between a type and a name, before a type, or behind a name there is no place for anything else.
"""

from __future__ import annotations

import re

_TYPES = frozenset(b"_Bool bool char double enum float int long short signed struct union unsigned void".split())
_SPECIFIERS = frozenset(
    b"auto const enum extern inline noinline register signed static struct typedef union unsigned volatile".split()
)
_STATEMENTS = frozenset(b"case do else goto return sizeof".split())
_NESTED = rb"\((?:[^()\n]|\([^()\n]*\))*\)"
# All patterns begin with a sign to look for, which makes the search fast. The first finds what may be an annotation,
# its arguments, and the end of a declaration or a word behind it; that word is none if it annotates itself.
_CANDIDATE = re.compile(
    rb"__(?<=[\s*\](]__)\w+(" + _NESTED + rb")?"
    rb"(?=[ \t]*(;|[),]|=[^=])|\s+(?:(?!__\w+\s*(?:;|=[^=]))([A-Za-z_]\w*)|\*\s*[\w*)])|[ \t]*\*[ \t*]*[A-Za-z_),])"
)
_OF_POINTERS = re.compile(rb"__(?:force|iomem|kernel|percpu|rcu|user)")  # what says that is no type in a cast
_DECLARED_BEHIND = re.compile(rb"\s+(?:const\s+)?(?!const\b)[A-Za-z_]\w*(?:\s*\*[\s*]*|\s+)(?!__)[A-Za-z_]")
# Words at the margin that stand where there is no place for one: before a type and what it is the type of, between
# these, behind a name. Of two that may be the type, it is the one beside the name, unless that is in capitals.
_CAPITALS = rb"[A-Z][A-Z0-9_]{2,}+"
_GAP = rb"(?:[ \t]++|[ \t]*+\r?\n(?=[A-Za-z_]))"
_STORED = rb"(?:(?:static|extern|inline|const|typedef)%b)*+" % _GAP
_FOREIGN = frozenset(  # of languages whose headers may be taken for C
    b"class concept export friend import module namespace operator private protected public requires template"
    b" typename using virtual".split()
)
_WORD = rb"(?!(?:%s)\b)[A-Za-z_]\w*+" % b"|".join(
    sorted((_TYPES | _SPECIFIERS | _STATEMENTS | _FOREIGN) - {b"noinline"})
)
_ODD = rb"(?!__|_[A-Z])" + _WORD  # and is not told by how it begins
_STARS = rb"[ \t]*+\*[ \t*]*+"
_TAG = rb"(?:(?:enum|struct|union)[ \t]++)?+"
_BEFORE_KEYWORD = rb"(%b(?:[ \t]++%b){0,3}?)(?=%b(?:const[ \t]++)?+(?:%s)[\s*])" % (
    _ODD,
    _ODD,
    _GAP,
    b"|".join(sorted(_TYPES)),
)
_BEFORE_NAMED_TYPE = (
    rb"((?:%b[ \t]++)++)(?=(?!const\b|[A-Z0-9_]++\b)[A-Za-z_]\w*+"
    rb"(?:%b[\w(]|[ \t]++[A-Za-z_]|[ \t*]*+\r?\n[A-Za-z_]))" % (_CAPITALS, _STARS)
)
_BEFORE_CAPITALS = rb"(%b)(?=[ \t]++%b%b[A-Za-z_]\w*+[ \t]*+\()" % (_CAPITALS, _CAPITALS, _GAP)
_BEHIND_TYPE = rb"%b(?!(?:%s)\b)\w++(?:%b|%b)(%b)(?=%b[A-Za-z_]\w*+[ \t]*+\()" % (
    _TAG,
    b"|".join(sorted((_SPECIFIERS | _STATEMENTS) - {b"noinline"})),
    _STARS,
    _GAP,
    _CAPITALS,
    _GAP,
)
_BEHIND_NAME = rb"%b\w++(?:%b|[ \t]++)(?!%b\b)%b[ \t]++(%b)(?=[ \t]*+(?:=(?!=)|;))" % (
    _TAG,
    _STARS,
    _CAPITALS,
    _WORD,
    _CAPITALS,
)
_BEFORE_TYPE_AND_NAME = (
    rb"(%b(?:[ \t]++%b){0,3}?)(?=%b(?:const[ \t]++)?+%b(?:%b(?:\r?\n)?+|%b)(?:%b[ \t]*+\(|(?!%b\b)%b[ \t]*+[=;,\[]))"
    % (_ODD, _ODD, _GAP, _WORD, _STARS, _GAP, _WORD, _CAPITALS, _WORD)
)
_AT_MARGIN = re.compile(
    rb"\n(?=[A-Za-z_])%b(?:%b)"
    % (
        _STORED,
        b"|".join(
            (
                _BEFORE_KEYWORD,
                _BEFORE_NAMED_TYPE,
                _BEFORE_CAPITALS,
                _BEHIND_TYPE,
                _BEHIND_NAME,
                _BEFORE_TYPE_AND_NAME,
            )
        ),
    )
)
# The same behind square brackets, between a star and a name, alone on a row.
_BEHIND_PARAMETERS = re.compile(rb"\)[ \t]++(%b)(?=;|[ \t]*+\r?\n?\{)" % _CAPITALS)
_DECLARED = re.compile(rb"[A-Za-z_](?:[\w \t*]++|\([^()\n]*+\))++")
_OPENING, _CLOSING = b"()"
_LONGEST_HEAD = 2000  # bytes
_BEHIND_SQUARE = re.compile(rb"\][ \t]++(%b)(?=[ \t]*+[=;,)])" % _CAPITALS)
_BEFORE_PARAMETER = re.compile(rb"\((%b)(?=[ \t](?:const[ \t])?(?:%s)[ \t*])" % (_WORD, b"|".join(sorted(_TYPES))))
_BEHIND_STAR = re.compile(rb"\*(%b)(?=[ \t]++[A-Za-z_])" % _CAPITALS)
_ALONE = re.compile(rb"\n([ \t]*+%b)(?=[ \t]*+\r?\n(?!\s*+[{}()=,;]))" % _CAPITALS)
# Beside the name of a parameter.
_UNUSED = re.compile(rb"UNUSED[A-Z_]{0,40}+(?=[ \t]*+[,)]|[ \t]++[a-z]\w*+[ \t]*+[,)])")
_BACK = re.compile(rb"[A-Z_]*+[ \t]++(?=[\w*])")
_PARAMETERS = re.compile(rb"\w\s+\*?\w|\(void\)|\.\.\.")  # what only a function is declared with
_BACKWARDS = re.compile(rb"(\w+)(?:([\s*]*\*\s*|\s+)(\w+))?")  # a word, and what stands before it, read from its end
_QUALIFIER = b"const"
_LOOKED_AT = 100  # bytes before an annotation, enough for two words
_DIRECTIVE = re.compile(rb"[ \t]*#")
_NO_CODE = re.compile(rb"[ \t]*#|[^\n]*//")  # a row that says nothing of the next one


def without_annotations(data: bytes) -> bytes:
    """A C text with blanks for its annotations; its length stays."""
    for pattern in (_AT_MARGIN, _BEHIND_SQUARE, _BEHIND_STAR, _BEFORE_PARAMETER):
        data = pattern.sub(_without_word, data)
    data = _BEHIND_PARAMETERS.sub(_without_behind_head, data)
    data = _ALONE.sub(_without_row, data)
    data = _without_unused(data)
    parts: list[bytes] = []
    done = begun = 0  # where the last annotation ended, and where the row of annotations that it ends began
    for match in _CANDIDATE.finditer(data):
        start, end = match.span()
        at = start if not done or data[done:start].strip() else begun
        if _annotates(data, at, match) and not _in_directive(data, data.rfind(b"\n", 0, start) + 1):
            parts += (data[done:start], filler(data, start, end))
            begun, done = at, end
    return b"".join((*parts, data[done:])) if parts else data


def _without_word(found: re.Match[bytes]) -> bytes:
    start, end = found.span(found.lastindex or 0)
    data, begun = found.string, found.start()
    return data[begun:start] + filler(data, start, end) + data[end : found.end()]


def filler(data: bytes, start: int, end: int) -> bytes:
    """What stands in for an annotation. A declaration at the margin stays there, for the layout tells parts by it."""
    at_margin = not start or data[start - 1 : start] == b"\n"
    goes_on = end - start >= len(_QUALIFIER) and data[end : end + 1].isspace()
    return (_QUALIFIER if at_margin and goes_on else b"").ljust(end - start)


def _without_behind_head(found: re.Match[bytes]) -> bytes:
    """A word behind the parameters of what begins at the margin: elsewhere brackets may be those of a cast."""
    data, at = found.string, found.start()
    depth, least = 1, max(at - _LONGEST_HEAD, 0)
    while depth and at > least:
        at -= 1
        depth += (data[at] == _CLOSING) - (data[at] == _OPENING)
    row = data.rfind(b"\n", max(at - _LOOKED_AT, 0), at) + 1
    return found[0] if depth or _DECLARED.fullmatch(data, row, at) is None else _without_word(found)


def _without_row(found: re.Match[bytes]) -> bytes:
    """A word alone on its row, where what stands before has ended."""
    before = found.string[max(found.start() - _LOOKED_AT, 0) : found.start() + 1].rstrip()
    row = before[before.rfind(b"\n") + 1 :].lstrip()
    ended = (
        before[-1:] in (b"", b";", b"{")
        or row == b"}"
        or before.endswith(b"*/")
        or (row[:1] == b"#" and before[-1:] != b"\\")
    )
    return b"\n" + b" " * len(found[1]) if ended else found[0]


def _without_unused(data: bytes) -> bytes:
    """The text without what says that nobody uses a parameter."""
    parts: list[bytes] = []
    done = 0
    for match in _UNUSED.finditer(data):
        before = _BACK.match(data[max(match.start() - _LOOKED_AT, done) : match.start()][::-1])
        if before is not None:
            start = match.start() - len(before[0].rstrip())
            parts += (data[done:start], b" " * (match.end() - start))
            done = match.end()
    return b"".join((*parts, data[done:])) if parts else data


def _in_directive(data: bytes, row: int) -> bool:
    """Whether a row is one of a preprocessor's, or goes on from the one above: if it were blank, a macro would take the
    row below for its own."""
    return data[max(row - 3, 0) : row].rstrip(b"\r\n").endswith(b"\\") or _DIRECTIVE.match(data, row) is not None


def _annotates(data: bytes, start: int, match: re.Match[bytes]) -> bool:
    """Whether what a candidate stands between leaves no other way to read it."""
    arguments, sign, following = match.groups()
    if arguments is not None and _PARAMETERS.search(arguments):
        return False
    around = data[max(start - _LOOKED_AT, 0) : start]
    before = around.rstrip()
    last = before[-1:]
    words = _BACKWARDS.match(before[::-1])
    if b"\n" in around[len(before) :] and _NO_CODE.match(before, before.rfind(b"\n") + 1):
        words = None
    word, between, earlier = (None, b"", None) if words is None else words.groups()
    word, earlier = word and word[::-1], earlier and earlier[::-1]
    if sign is not None:
        if last in (b"]", b"}"):
            return last == b"]" or (arguments is not None and sign not in b"),")
        if earlier is None or word in _TYPES or word in _SPECIFIERS:
            return False
        return b"*" in between or (earlier not in _SPECIFIERS and earlier not in _STATEMENTS)
    if following in _TYPES:
        return word is None or word in _SPECIFIERS or arguments is None
    if last == b"*":
        return following is not None
    if last == b"(":
        return following is not None and _OF_POINTERS.fullmatch(data, match.start(), match.end()) is not None
    if last == b"}" and following is not None:
        return True
    if (word is None or word in _SPECIFIERS) and following is not None:
        return _DECLARED_BEHIND.match(data, match.end()) is not None
    return word is not None and word not in _SPECIFIERS and word not in _STATEMENTS
