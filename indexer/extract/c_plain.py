"""What a C text says so plainly that it takes no tree: macros of one row, functions, variables, structs and enums.

For who looks for definitions alone, they go out of the text before it is parsed. A file may have next to nothing else,
and to find them in a tree costs ten times as much. What could be something else stays: what has more signs in it than
expected, what the row above goes on in, what stands behind something that has no end, and all where a comment may be
open. Bodies of functions have been hidden before (`c_bodies.py`); what may define something has not, and stays too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from indexer.extract.rows_apart import RowsApart
from indexer.extract.structure import Definition

# Rows that are plain: where they start and end, whether a declaration begins there, and what they define.
_Rows = tuple[int, int, bool, list[Definition]]

# Every pattern begins with a sign to look for, which is found far sooner than the beginning of a row, and comes to
# nothing before the next place where it could begin, so that no text is gone over twice.
_DEFINE = re.compile(
    rb"#(?<![^\n]#)[ \t]*+define[ \t]++(\w++)(?:\([\w,. \t]*+\))?[ \t]++[^\s/\\][^/\\\r\n]*+"
    rb"(?:/\*(?:[^*\r\n]++|\*(?!/))*+\*/[ \t]*+)?+\n"
)
_KEYWORD = rb"(?:_Bool|bool|char|double|float|int|long|short|signed|unsigned|void)\b"
_TAG = rb"(?:struct|union|enum)\b"
_NO_TYPE = (
    rb"(?:auto|case|const|do|else|extern|goto|inline|register|return|sizeof|static|typedef|volatile|__inline\w*)\b"
)
# Words that annotate the name stand behind the type. Nobody writes more words than these, and rows of nothing else are
# not to be gone over again from each of them.
_TYPE = (
    rb"(?<!\w)(?:(?:const|volatile)[ \t]++){0,4}+"
    rb"(?:%(tag)s[ \t]++(?!__)[A-Za-z_]\w*+|%(keyword)s(?:[ \t]++%(keyword)s){0,4}+"
    rb"|(?!%(none)s|%(tag)s)[A-Za-z_]\w*+)"
    rb"(?:[ \t]++__[a-z]\w*+(?=[ \t*])(?![ \t]++__\w++[ \t]*+[;=])){0,4}+"
) % {b"tag": _TAG, b"keyword": _KEYWORD, b"none": _NO_TYPE}
# A word before a type that is told by a keyword annotates, too, as in `asmlinkage void f(void);`.
_ANNOTATION = (
    rb"(?:(?!%(none)s|%(tag)s|%(keyword)s)[A-Za-z_]\w*+[ \t]++(?=(?:const[ \t]++)?+(?:%(tag)s|%(keyword)s)[ \t*]))?+"
) % {b"tag": _TAG, b"keyword": _KEYWORD, b"none": _NO_TYPE}
_NAME = rb"([A-Za-z_]\w*+)"
_BOUNDS = rb"(?:\[[^\]\n/]*+\])*+(?:[ \t]++__[a-z]\w*+)?+[ \t]*+"
# A prototype or a function of whose body nothing is left; else a variable, maybe with a value, or with rows of them.
_DECLARATION = re.compile(
    rb"\n"
    + _ANNOTATION
    + rb"((?!__)(?:(?:static|extern|inline)[ \t]++)*+)"
    + _ANNOTATION
    + _TYPE
    + rb"(?:[ \t\n]++\**+|\*++[ \t\n]*+)"
    + _NAME
    + rb"(?:(\()[\w \t\n*,.\[\]]*+\)(?:;|\n(\{)\s*+\})"
    + rb"|"
    + _BOUNDS
    + rb"(?:;|=[ \t]*+(?:[\w+*&.-]++;|\{(?:\n(?![}A-Za-z_])[^\n#;]*+)++\n\};)))"
    rb"(?=\n)"
)
_CAPITALS = re.compile(rb"_*[A-Z][A-Z0-9_]+")
# Space, and comments in which none seems to begin.
_GAP = rb"(?:\s++|/\*(?:[^*/]++|\*(?!/)|/(?!\*))*+\*/)*+"
_FIELD = rb"(" + _TYPE + rb"(?:[ \t]++\**+|\*++[ \t]*+)" + _NAME + _BOUNDS + rb"(?::[ \t]*+\w++)?+;)"
_VALUE = rb"(?:[^,{}()\"'/\s#\\=]++|\([^(){}\"'/\n#\\]*+\)|[ \t]++(?![ \t,}/\n]))++"
_MEMBER = rb"((?<!\w)" + _NAME + rb"(?:" + _GAP + rb"=[ \t\n]*+" + _VALUE + rb")?+)"
_CLOSED = re.compile(rb"\n\}[^=;\n]*+;")
_BRACED = re.compile(rb"\n(?:typedef[ \t]++)?+(struct|union|enum)\b[^;(){}=\n]*+\n?\{")


class _Parts(NamedTuple):
    """What is declared in braces: all of it where all is plain, one of its parts, and one that has a row of its own."""

    kind: str
    whole: re.Pattern[bytes]
    part: re.Pattern[bytes]
    row: re.Pattern[bytes]

    @classmethod
    def of(cls, kind: str, head: bytes, part: bytes, end: bytes = b"", end_of_row: bytes = b"") -> _Parts:
        parts = part + _GAP + end + _GAP
        whole = head + rb"\s*+(\{" + _GAP + rb")(?:" + parts + rb")*+\}(?=;\n)"
        row = rb"\n[ \t]++" + part + rb"[ \t]*+" + end_of_row + rb"[ \t]*+(?:/\*(?:[^*\n]++|\*(?!/))*+\*/)?+(?=\n)"
        return cls(kind, re.compile(whole), re.compile(parts), re.compile(row))


_FIELDS = _Parts.of("field", rb"(?:struct|union)[ \t]++(\w++)", _FIELD)
_MEMBERS = _Parts.of("enum_member", rb"enum(?:[ \t]++(\w++))?+", _MEMBER, rb"(?:,|(?=\}))", rb"(?:,|(?=\n\}))")
# What the grammar takes for a prototype, or for a variable `int`, if nothing else in the text is an error to it.
_PER_CPU = re.compile(
    rb"\n(?:(?:static|asmlinkage)[ \t]++)*+D(E(?:CLARE|FINE))_PER_CPU\w*+\([\w \t*]++,\s*+(\w++)\);(?=\n)"
)
_LOOKED_AT = 200  # bytes before a declaration that tell whether something else goes on there


def told_plainly(data: bytes) -> RowsApart:
    """The text without the rows whose definitions are plain, and those."""
    rows = [*_defines(data), *_declarations(data), *_braced(data), *_of_processors(data)]
    rows.sort(key=itemgetter(0))
    found: list[Definition] = []
    runs: list[tuple[int, int]] = []
    start_of_run = last = 0
    comment = 0  # where the comment ends that was opened last
    for start, end, declares, defined in rows:
        if start != last or not found:
            opened = data.find(b"/*", max(last, comment), start)
            while opened >= 0 and comment >= 0:
                comment = data.find(b"*/", opened + 2)
                opened = data.find(b"/*", comment, start) if 0 <= comment < start else -1
            if comment < 0:
                break  # it is never closed
            if start < last or comment > start or (_is_open if declares else _goes_on)(data, start):
                continue
            runs.append((start_of_run, last))
            start_of_run = start
        found += defined
        last = end
    runs.append((start_of_run, last))
    return RowsApart.of(data, runs, found)


def _goes_on(data: bytes, start: int) -> bool:
    """Whether a row goes on from the one above."""
    return data[max(start - 3, 0) : start].rstrip(b"\r\n").endswith(b"\\")


def _is_open(data: bytes, start: int) -> bool:
    """Whether what stands before a declaration has no end, so that both may be one."""
    before = data[max(start - _LOOKED_AT, 0) : start].rstrip()
    if not before or before[-1] in b";{}/":
        return False
    return before.endswith(b"\\") or not before[before.rfind(b"\n") + 1 :].lstrip().startswith(b"#")


def _defines(data: bytes) -> Iterator[_Rows]:
    """Macros that have a value, for include guards are none."""
    new = tuple.__new__  # half of what it costs to call the class of a named tuple
    for match in _DEFINE.finditer(data):
        start, end = match.span()
        name_start, name_end = match.span(1)
        value_end = start + len(match[0].rstrip())
        yield start, end, False, [new(Definition, (start, value_end, "macro", name_start, name_end, value_end, end))]


def _declarations(data: bytes) -> Iterator[_Rows]:
    new = tuple.__new__
    for match in _DECLARATION.finditer(data):
        start, end = match.start(1), match.end()
        name_start, name_end = match.span(2)
        header = end
        if match[3] is None:
            kind = "extern" if match[1].startswith(b"extern") else "variable"
        elif _CAPITALS.fullmatch(data, name_start, name_end):
            continue  # a macro, which may define what its arguments say
        elif match[4] is None:
            kind = "prototype"
        else:
            kind, header = "function", match.start(4)
        yield match.start() + 1, end + 1, True, [new(Definition, (start, end, kind, name_start, name_end, header, end))]


def _braced(data: bytes) -> Iterator[_Rows]:
    """Structs and enums as a whole, and of those that are not plain the parts that are."""
    new = tuple.__new__
    end = done = 0
    for match in _BRACED.finditer(data):
        start, body = match.start() + 1, match.end()
        parts = _MEMBERS if match[1] == b"enum" else _FIELDS
        whole = parts.whole.match(data, start)
        if whole is not None:
            stop, open_end = whole.end(), whole.end(2)
            kind = "enum" if match[1] == b"enum" else "struct"
            defined = [new(Definition, (start, stop, kind, *whole.span(1), body - 1, stop))] if whole[1] else []
            for part in parts.part.finditer(data, open_end, stop):
                first, last = part.span(1)
                defined.append(new(Definition, (first, last, parts.kind, *part.span(2), last, last)))
            yield start, stop + 2, True, defined
            continue
        if end < body:
            end = data.find(b"\n}", body)
        if end < 0:
            return
        if done < end and _CLOSED.match(data, end):
            for part in parts.row.finditer(data, body, end + 2):
                first, last = part.span(1)
                defined = [new(Definition, (first, last, parts.kind, *part.span(2), last, last))]
                yield part.start() + 1, part.end() + 1, True, defined
            done = end


def _of_processors(data: bytes) -> Iterator[_Rows]:
    """Variables that each processor has its own of."""
    for match in _PER_CPU.finditer(data) if b"_PER_CPU" in data else ():
        start, end = match.start() + 1, match.end()
        kind = "variable" if match[1] == b"EFINE" else "extern"
        yield start, end + 1, True, [Definition(start, end, kind, *match.span(2), end, end)]
