"""Assembly's definitions, read row by row: labels, macros, constants, and the words that begin a function.

Every assembler has a syntax of its own and projects add macros to it, so the grammar fails on nearly every file. What
is defined is said at the start of a row in all of them. Local labels (`1:`, `.loop:`) are left out.
"""

from __future__ import annotations

import re

from indexer.extract.structure import Definition, Items, Spot, joined

ALL_KINDS = frozenset(("constant", "function", "macro"))

_NAME = rb"[A-Za-z_@?][\w.$@?]*+"
# Each group is a kind; a kind in capitals has a body that some later row ends.
_ROW = re.compile(
    rb"^(?:[ \t]*+\#[ \t]*+define[ \t]++(?P<macro>%(name)s)"
    rb"|[ \t]*+[.%%]i?macro[ \t]++(?P<MACRO>%(name)s)"
    rb"|(?P<MACRO2>%(name)s)[ \t]++macro\b"
    rb"|[ \t]*+\#?[ \t]*+%%i?x?define[ \t]++(?P<macro2>%(name)s)"
    rb"|[ \t]*+(?:SYM_[A-Z_]*START[A-Z_]*|ENTRY|WEAK)\([ \t]*+(?P<FUNCTION>%(name)s)"
    rb"|[ \t]*+(?:cglobal|function)[ \t]++(?P<FUNCTION3>%(name)s)"
    rb"|(?P<FUNCTION2>%(name)s)[ \t]++proc\b"
    rb"|[ \t]*+\.(?:equ|set|equiv)[ \t]++(?P<constant>%(name)s)[ \t]*+,"
    rb"|(?P<constant2>%(name)s)[ \t]++equ\b"
    rb"|[ \t]*+const[ \t]++(?P<constant3>%(name)s)"
    rb"|[ \t]*+(?P<function>%(name)s):(?!:?=)"
    rb"|(?P<function2>%(name)s)[ \t]++(?:db|dw|dd|dq|resb|resw|resd|resq)\b)" % {b"name": _NAME},
    re.IGNORECASE | re.MULTILINE,
)
_ENDS = {
    "macro": re.compile(rb"^[ \t]*(?:[.%]?endm(?:acro)?)\b[^\n]*", re.IGNORECASE | re.MULTILINE),
    "function": re.compile(
        rb"^[ \t]*(?:SYM_[A-Z_]*END[A-Z_]*|ENDPROC|END|endfunc|RET)\b[^\n]*|^[^\n]*\bendp\b[^\n]*", re.MULTILINE
    ),
}
_CONTINUED = re.compile(rb"(?:[^\n\\]|\\\r?\n|\\(?!\r?\n))*")
_COMMENT = re.compile(rb"/\*.*?(?:\*/|\Z)", re.DOTALL)


def asm_items(data: bytes, items: Items) -> Items:
    """The items of a text whose tree gave `items`: its definitions are read anew, and macros can be folded."""
    text = _COMMENT.sub(lambda comment: re.sub(rb"[^\n]", b" ", comment[0]), data)
    found: list[Definition] = []
    for row in _ROW.finditer(text):
        group = row.lastgroup or ""
        kind = group.rstrip("23").lower()
        name_start, name_end = row.span(group)
        start = row.start() + len(row[0]) - len(row[0].lstrip())
        end = row.end()
        if group.isupper() or group[:-1].isupper():
            closing = _ENDS[kind].search(text, end)
            following = _ROW.search(text, end)
            # A function whose end is not said ends before the next; a macro may hold what looks like definitions.
            if closing is not None and (kind == "macro" or following is None or closing.start() < following.start()):
                end = closing.end()
        elif kind == "macro":
            end = _CONTINUED.match(text, end).end()  # type: ignore[union-attr]  # it matches everywhere
        end = start + len(data[start:end].rstrip())
        header = data.find(b"\n", name_end, end)
        found.append(Definition(start, end, kind, name_start, name_end, end if header < 0 else header, end))
    folds = [Spot(item.start, item.end, "fold", item.start, False, item.end) for item in found]
    folds = [fold for fold in folds if b"\n" in data[fold.start : fold.end]]
    return joined((Items(found, []), items._replace(definitions=[], spots=list({*items.spots, *folds}))))
