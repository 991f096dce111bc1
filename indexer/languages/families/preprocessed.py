"""Code that is read before its macros are expanded: what C, C++ and Objective-C hold between tokens of their own.

A grammar knows directives between statements, declarations and members. They may stand anywhere: between arguments,
around one branch of an `if`, around a brace whose other half is elsewhere. There the text is shown to it without them,
and with one of several beginnings of the same block.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

# A row that begins what is compiled under a condition, goes on with it or ends it.
_ROW = re.compile(rb"\n[ \t]*+(#[ \t]*+(if|el|endif)[^\r\n\\]*+(?:\\(?:\r?\n)?[^\r\n\\]*+)*+)")
_ASIDE = re.compile(
    rb"/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|//[^\n]*+|\"(?:\\.|[^\"\\\n])*+\"|'(?:\\.|[^'\\\n])*+'", re.DOTALL
)
_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))
_LONG = 4096  # bytes; in what is longer, braces in strings and comments are taken for others
_NEAR = 400  # bytes in which what stands before a row is looked for
_ENUM = re.compile(rb"\benum\b[^;{}()]*+\Z")
# How a branch begins that goes on with an expression or an `if`, and how one ends that something else goes on with.
_GOES_ON = re.compile(
    rb"(?:\s|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+(?:&&|[,)?=.|<>\]}]|-(?!-)|\+(?!\+)|:(?!:)|else\b)"
)
_OPEN = (b",", b"(", b"=", b"&", b"|", b"+", b"-", b"?", b"<", b"[", b"!", b"*", b'"')
_LEFT_OPEN = (b"&&", b"||", b"(", b"=", b"+", b"?", b" else", b"}else")
# How a branch ends that leaves the head of a statement open, or a label.
_HEAD_OPEN = re.compile(
    rb"(?<!\\)\n[ \t]*+(?:\}[ \t]*+)?+(?:else[ \t]++)?+(?:if|for|while)\b[^\n;{}]*(?:\n[^\n;{}#]*){0,8}\)\Z"
)
_LABEL = re.compile(rb"\n[ \t]*+(?!default\b)[A-Za-z_]\w*+[ \t]*+:\Z")
_DIRECTIVE = re.compile(rb"[ \t]*+#")
_INITIALIZER = re.compile(rb"=\s*+\{\Z")
_LINKAGE = re.compile(rb"__cplusplus")
_BODY = re.compile(rb"\s*+\{")

Span = tuple[int, int]


class _Row(NamedTuple):
    """A directive: what it is, where it is, and how many braces more are open before it than at the beginning."""

    word: bytes
    start: int
    end: int
    depth: int


def with_plain_conditions(data: bytes) -> bytes:
    """The text without conditional directives where the grammar knows none."""
    if b"#" not in data:
        return data
    text = bytearray(data)
    changed = False
    for group in _groups(data):
        spans = _hidden(data, group)
        for start, end in spans:
            text[start:end] = data[start:end].translate(_BLANKS)
        changed = changed or bool(spans)
    return bytes(text) if changed else data


def _groups(data: bytes) -> list[list[_Row]]:
    """The directives that belong together, where all of them are there."""
    opened: list[list[_Row]] = []
    found: list[list[_Row]] = []
    depth = done = 0
    for match in _ROW.finditer(data):
        start = match.start(1)
        depth += data.count(b"{", done, start) - data.count(b"}", done, start)
        done = match.end()
        each = _Row(match[2], start, done, depth)
        if each.word == b"if":
            opened.append([each])
        elif opened:
            opened[-1].append(each)
            if each.word == b"endif":
                found.append(opened.pop())
    return found


def _hidden(data: bytes, group: list[_Row]) -> list[tuple[int, int]]:
    """What is hidden of directives that belong together: the rows alone, or all branches but the first with them."""
    rows = [(row.start, row.end) for row in group]
    branches = [(before.end, behind.start) for before, behind in pairwise(group)]
    hidden = _unbalanced(data, group, branches, rows)
    if hidden:
        return hidden
    before = _code_before(data, group[0].start)
    in_expression = before.endswith(_OPEN) and not _in_enum(data, group[0].start, before)
    ends = [_code_before(data, end) for _, end in branches]
    if (
        in_expression
        or _INITIALIZER.search(before)
        or any(_GOES_ON.match(data, start, end) for start, end in branches)
        or any(end.endswith(_LEFT_OPEN) for end in ends)
    ):
        return rows
    if any(_LABEL.search(end) for end in (before, *ends)):
        return rows
    if all(_HEAD_OPEN.search(end) for end in ends):
        return rows if len(branches) == 1 else [rows[0], (group[1].start, group[-1].end)]
    return []


def _unbalanced(data: bytes, group: list[_Row], branches: list[Span], rows: list[Span]) -> list[Span]:
    """What is hidden where a branch opens or closes a block whose other half is elsewhere."""
    open_braces = [
        _opened(data[start:end])
        if behind.depth != before.depth and end - start < _LONG
        else behind.depth - before.depth
        for (start, end), (before, behind) in zip(branches, pairwise(group), strict=True)
    ]
    if len(branches) == 1:
        if not open_braces[0]:
            return []
        return [(group[0].start, group[-1].end)] if _LINKAGE.search(data, group[0].start, group[0].end) else rows
    if len(set(open_braces)) > 1 or (open_braces[0] == 0 and not _is_head(data, group, branches)):
        return []
    return [rows[0], (group[1].start, group[-1].end)]


def _opened(branch: bytes) -> int:
    """How many braces a branch leaves open."""
    code = _ASIDE.sub(b"", branch)
    return code.count(b"{") - code.count(b"}")


def _is_head(data: bytes, group: list[_Row], branches: list[Span]) -> bool:
    """Whether what is behind all branches is the body of what they say."""
    return _BODY.match(data, group[-1].end) is not None and all(
        _code_before(data, end)[-1:] == b")" for _, end in branches
    )


def _code_before(data: bytes, at: int) -> bytes:
    """The end of what stands before an offset, comments left out."""
    near = data[max(at - _NEAR, 0) : at].rstrip()
    while (row := _DIRECTIVE.match(near, near.rfind(b"\n") + 1)) is not None:
        near = near[: row.start()].rstrip()
    if near[-2:] == b"*/" or near.find(b"//", near.rfind(b"\n") + 1) >= 0:
        return _ASIDE.sub(b"", near[near.find(b"\n") + 1 :]).rstrip()
    return near


def _in_enum(data: bytes, at: int, before: bytes) -> bool:
    brace = max(data.rfind(b"{", max(at - 8000, 0), at), 0)
    return (
        before[-1:] == b","
        and _ENUM.search(data, max(brace - 200, 0), brace) is not None
        and data.find(b"}", brace, at) < 0
    )


# A macro alone in its rows, to the grammar a call that lacks its semicolon: one that loops over what follows it, or
# stands for statements. There is room for a semicolon in the blanks behind it, also in those of the next row.
_ARGUMENT = rb"[^()\n\"';{}]++"
_MACRO = re.compile(
    rb"\n[ \t]++(?!(?:asm|catch|do|else|for|if|return|sizeof|switch|typeof|while|_[_A-Z]\w*+)\b)[A-Za-z_]\w*+[ \t]*+"
    rb"\((?:%b|\n|\((?:%b|\n|\([^()\n\"';{}]*+\))*+\))*+\)"
    rb"(?:[ \t](?=[ \t]*+\{[ \t]*+\r?\n)|[ \t]*+\r?\n[ \t]++(?<=[ \t]{2})(?=[A-Za-z_{]))" % (_ARGUMENT, _ARGUMENT)
)
_ENDED = re.compile(rb"[;{}:>](?:[ \t]*+//[^\n]*+)?+\Z|\*/\Z|\A\Z|\n[ \t]*+(?:#|//)[^\n]*+\Z")
# What the grammar takes for a type, unless a statement is behind it.
_TYPE_OF_ONE = re.compile(rb"\n[ \t]++\w++[ \t]*+\([\s*]*+\w++[\s*]*+\)\s*+\Z")
_STATEMENT = re.compile(rb"\{|(?:break|case|continue|default|do|for|goto|if|return|switch|while)\b")


def with_plain_loops(data: bytes) -> bytes:
    """The text with a semicolon behind each macro that stands for a statement or for the head of one."""

    def plain(found: re.Match[bytes]) -> bytes:
        before = data[max(found.start() - _NEAR, 0) : found.start()].rstrip()
        if _TYPE_OF_ONE.search(found[0]) and not _STATEMENT.match(data, found.end()):
            return found[0]
        return found[0][:-1] + b";" if _ENDED.search(before) else found[0]

    return _MACRO.sub(plain, data)


# A macro at the margin behind `static`: to the grammar `static` begins a declaration, and a call is none. What one of a
# processor's own names is its second argument, which is told from the text.
_STATIC = re.compile(rb"\nstatic(?=[ \t]++(?!\w*_PER_CPU)[A-Z][A-Z0-9_]++\((?!\s*+\w*+\s*+\))[^;{}]{0,999}\)[ \t]*+;)")


_KEYWORD = rb"(?:(?:char|double|float|int|long|short|signed|unsigned)\b[ \t]*+)"
_STRUCT = re.compile(rb",\s*+((?:const[ \t]++)?struct[ \t]++)(?=\w++[,)])")
_TYPE = re.compile(rb"va_arg[ \t]?\(([^(),\n]++),([^(),\n*]*+\*[ \t*]*+|[ \t]*+%b{2,}+)\)" % _KEYWORD)
_CONVENTION = re.compile(rb"\(([A-Z][A-Z_]++)(?=[ \t]*+\*[ \t]*+\w++\)[ \t]*+\()")
_FIRST = re.compile(rb"\((?:(struct[ \t]++)?(\w++)[ \t]*+\*[ \t*]*+|(struct[ \t]++)\w++|%b++\**+),(?<!\(,)" % _KEYWORD)


def with_plain_types(data: bytes) -> bytes:
    """The text with a name for each type that is an argument."""
    data = _STRUCT.sub(lambda found: found[0][: -len(found[1])] + b" " * len(found[1]), data)
    data = _TYPE.sub(lambda found: b"%b%b)" % (found[0][: -len(found[2]) - 1], b"_" * len(found[2])), data)
    data = _CONVENTION.sub(lambda found: b"(" + b" " * len(found[1]), data)
    return _FIRST.sub(_with_plain_first, data)


def _with_plain_first(found: re.Match[bytes]) -> bytes:
    """A name for a type that is the first argument of a call, which stands further in than a declaration."""
    data, at = found.string, found.start()
    row = data.rfind(b"\n", 0, at) + 1
    if not (data[row : row + 1].isspace() and data[at - 1 : at].strip(b" \t(")):
        return found[0]
    if found[3] is not None:
        return b"(" + found[0][1:].replace(found[3], b" " * len(found[3]), 1)
    if found[2] is None:
        return b"(%b," % (b"_" * (len(found[0]) - 2))
    return b"(%b%b," % (b" " * len(found[1] or b""), found[2].ljust(len(found[0]) - 2 - len(found[1] or b"")))


_LIKELY = re.compile(rb"if [A-Za-z_]\w*+(?=\()")
_REST = re.compile(rb"\.\.\.(?:\)|[ \t]*+\w++:)")
_PARAMETERS = re.compile(rb"[ \t]*+#[ \t]*+define[ \t]++\w++\([^()\n]*+\Z")
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
_CASE = re.compile(rb"[ \t]*+case\b[^\n.:]*+\Z")


def with_plain_heads(data: bytes) -> bytes:
    """The text without words between `if` and its condition, and without names for the rest of a macro's arguments."""

    def plain(found: re.Match[bytes]) -> bytes:
        row = data.rfind(b"\n", 0, found.start()) + 1
        return found[0] if _DIRECTIVE.match(data, row) else b"if".ljust(len(found[0]))

    data = _LIKELY.sub(plain, data)
    data = _STATIC.sub(b"\nreturn", data)
    return _with_plain_rest(data)


def _with_plain_rest(data: bytes) -> bytes:
    """The text without three dots for which the grammar knows no place: behind a name, in a case."""
    parts: list[bytes] = []
    done = 0
    for found in _REST.finditer(data):
        at = found.start()
        row = data[data.rfind(b"\n", max(at - _NEAR, 0), at) + 1 : at] if at else b""
        if found[0].endswith(b":"):
            if _CASE.match(row):
                parts += (data[done:at], b" + ")
                done = at + 3
        elif _PARAMETERS.match(row):
            before = row.rstrip(b" \t").rstrip(_LETTERS)  # what the rest of the arguments is called is left out
            start = at - len(row) + len(before)
            parts += (data[done:start], b" " * (at - start))
            done = at
    return b"".join((*parts, data[done:])) if parts else data


# A row that ends like this goes on in the next one, and a name there is not alone.
_UNFINISHED = re.compile(rb"[,(\[=:+\-|&<]\s*\Z")
_NO_DECLARATION = re.compile(rb"[ \t}]*(?:#|(?:else[ \t]+)?(?:if|for|while|switch|catch|return)\b)")


def without_macros(data: bytes, patterns: tuple[re.Pattern[bytes], ...]) -> bytes:
    """The text with blanks for what the patterns find and no row needs; its length and its rows stay."""

    def blank(match: re.Match[bytes]) -> bytes:
        start, end = match.span(match.lastindex or 0)
        row = data.rfind(b"\n", 0, start + 1) + 1
        needed = _UNFINISHED.search(data, max(start - 200, 0), start) or _NO_DECLARATION.match(data, row)
        return match[0] if needed else data[match.start() : start] + re.sub(rb"[^\n]", b" ", data[start:end])

    plain = data
    for pattern in patterns:
        plain = pattern.sub(blank, plain)
    return plain
