"""Verilog's and SystemVerilog's named regions, read from the text where the tree has lost them.

Four of five SystemVerilog files use macros, calls or classes in ways the grammar cannot read. The regions that matter
are opened and closed by keywords of their own (`class` … `endclass`), which no macro hides. This adds the modules,
interfaces, packages, classes, functions and tasks that the tree does not have; it never takes one away.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, Spot, joined

_TOKEN = re.compile(
    rb"""(?P<skip>//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"|`define(?:\\\r?\n|[^\n])*|`\w+)
    |(?P<word>[A-Za-z_$][\w$]*)
    |(?P<sign>::|[();\#=\[\]])""",
    re.DOTALL | re.VERBOSE,
)
_KINDS = {
    b"class": "class",
    b"function": "function",
    b"interface": "interface",
    b"macromodule": "module",
    b"module": "module",
    b"package": "module",
    b"program": "module",
    b"task": "function",
}
_END_OF = {word: b"end" + word.removeprefix(b"macro") for word in _KINDS}
_ENDS = frozenset(_END_OF.values())
_MODIFIERS = frozenset(
    (b"automatic", b"export", b"extern", b"import", b"local", b"protected", b"pure", b"static", b"virtual")
)
_WORDS = frozenset(
    b"always always_comb always_ff always_latch and assert assign automatic begin bind buf case casex casez"
    b" class const constraint covergroup default defparam disable do else end endcase endclass endfunction"
    b" endgenerate endmodule endtask enum event extern final for force forever fork function generate genvar"
    b" if import initial inout input inside int integer interface join localparam logic module negedge not or"
    b" output package parameter posedge program property rand real reg release repeat return sequence signed"
    b" static string struct super supply0 supply1 task this time tri typedef union unsigned virtual void wait"
    b" while wire with".split()
)
_MACRO_CALL = re.compile(rb"(?m)^[ \t]*`(?!define\b|ifn?def\b|elsif\b|else\b|endif\b|include\b|undef\b)\w+[ \t]*\(")
_PARENTHESIS = re.compile(rb"[()]")
_LONGEST = 4096  # bytes of the arguments of a macro
_DECLARES = frozenset((b"export", b"extern", b"import", b"pure"))  # such a function has no body here


class _Token(NamedTuple):
    start: int
    end: int
    text: bytes


class _Head(NamedTuple):
    """The first statement of a region: its keyword, where it starts and ends, the name, whether a body follows."""

    keyword: bytes
    start: int
    end: int
    name: _Token
    has_body: bool

    def to(self, end: int) -> Definition:
        kind = "constructor" if self.name.text == b"new" else _KINDS[self.keyword]
        header = min(self.end, end)
        return Definition(self.start, end, kind, self.name.start, self.name.end, header, end)


def verilog_items(data: bytes, items: Items) -> Items:
    """The items of a text whose tree gave `items`, with the regions that the tree misses."""
    false = list(_macro_calls(data))
    named = [item for item in items.definitions if _is_name(data, item) and not _lies_in(item.name_start, false)]
    items = items._replace(definitions=named)
    known = {definition.name_start for definition in items.definitions}
    added = [definition for definition in _regions(data) if definition.name_start not in known]
    if not added:
        return items
    folds = [Spot(item.start, item.end, "fold", item.start, False, item.end) for item in added]
    folds = [fold for fold in folds if b"\n" in data[fold.start : fold.end]]
    return joined((Items(added, []), items._replace(spots=list({*items.spots, *folds}))))


def _is_name(data: bytes, item: Definition) -> bool:
    """Whether a definition has a name: where the grammar lost its way, it takes words of the language for names."""
    return data[item.name_start : item.name_end] not in _WORDS


def _macro_calls(data: bytes) -> Iterator[tuple[int, int]]:
    """Where the arguments of macros are: nothing is defined there that anyone could know."""
    for call in _MACRO_CALL.finditer(data):
        depth = 0
        for sign in _PARENTHESIS.finditer(data, call.end() - 1, call.end() + _LONGEST):
            depth += (sign[0] == b"(") - (sign[0] == b")")
            if depth == 0:
                yield call.start(), sign.end()
                break


def _lies_in(offset: int, spans: list[tuple[int, int]]) -> bool:
    at = bisect_right(spans, (offset, 1 << 62)) - 1
    return at >= 0 and offset < spans[at][1]


def _regions(data: bytes) -> Iterator[Definition]:
    tokens = [_Token(m.start(), m.end(), m[0]) for m in _TOKEN.finditer(data) if m.lastgroup != "skip"]
    around: list[_Head] = []
    for at, token in enumerate(tokens):
        if token.text in _KINDS:
            head = _head(tokens, at)
            if head is not None and head.has_body:
                around.append(head)
            elif head is not None:
                yield head.to(head.end)
        elif token.text in _ENDS:
            while around:  # an inner region that never ended is given up
                head = around.pop()
                if token.text == _END_OF[head.keyword]:
                    yield head.to(token.end)
                    break


def _head(tokens: list[_Token], at: int) -> _Head | None:
    """The head of the region that a keyword opens; None where it means something else (`virtual interface x;`)."""
    keyword = tokens[at].text
    first = at
    while first and tokens[first - 1].text in _MODIFIERS:
        first -= 1
    modifiers = {token.text for token in tokens[first:at]}
    if (keyword == b"interface" and b"virtual" in modifiers) or (first and tokens[first - 1].text == b"typedef"):
        return None
    routine = keyword in (b"function", b"task")
    name: _Token | None = None
    depth = 0
    named = False
    for token in tokens[at + 1 :]:
        if token.text in _KINDS or token.text in _ENDS:
            return None
        if token.text == b";" and depth == 0:
            has_body = not modifiers & _DECLARES
            return None if name is None else _Head(keyword, tokens[first].start, token.start, name, has_body)
        named = named or (depth == 0 and token.text in (b"(", b"#"))
        depth += (token.text in (b"(", b"[")) - (token.text in (b")", b"]"))
        is_word = token.text[0:1].isalpha() or token.text[0:1] == b"_"
        if depth == 0 and is_word and not named and token.text not in _MODIFIERS and (routine or name is None):
            name = token  # a routine's name is the last word before its parameters, after its type
    return None
