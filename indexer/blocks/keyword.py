"""Code without a usable tree: blocks by indentation, brackets, and the words that open and close them.

The three signals correct each other. A row that stands further in belongs to the row above it; a bracket or a footer
closes what was opened at its own column; a definition never lies inside an unclosed one at its column. So code that is
broken in one place keeps its blocks in all others.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from indexer.blocks.code_rows import BLANK, INSIDE, CodeRows, code_rows
from indexer.blocks.dialects import (
    ASSIGNED,
    BRANCHES,
    C_FUNCTION,
    C_VARIABLE,
    CLASS_LIKE,
    CONSTANT,
    CONTROL,
    END_OF,
    FOOTER,
    FUNCTION_LIKE,
    MACRO,
    PAIRED_FOOTERS,
    PROTOTYPE,
    SHAPE,
    SHAPES,
    TYPEDEF,
    TYPEDEF_NAME,
    definition_pattern,
    is_name,
)
from indexer.blocks.keywords import Keywords
from indexer.blocks.nesting import Region, nest
from indexer.extract.rows import row_definitions
from indexer.extract.spelling import spelled
from indexer.languages.profile import Heading, profile_of
from indexer.languages.registry import Language
from indexer.languages.rows import Rows
from indexer.model import Block
from indexer.text.document_text import Text

_BRACKET = re.compile(rb"[()\[\]{}]")
_OPENERS = {b")": b"(", b"]": b"[", b"}": b"{"}
_WORD = re.compile(rb"[\s(<@}]*([\w$%#!.-]*[\w$%!-]:?|)")
_DIRECTIVE = re.compile(rb"\s*#\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma|error|line)\b")
_LABEL = re.compile(
    rb"\s*+(?:[A-Za-z_]\w*+\s*+:(?![:=])\s*+$|case\b.*:|default\s*+:|(?:public|private|protected)\s*+:?\s*+$)"
)
_DECORATOR = re.compile(rb"\s*@[A-Za-z_][\w.]*\s*(?:\(.*)?$")
_TYPE_ROW = re.compile(rb"\s*[A-Za-z_][\w\s*&:<>,]*$")
_HEADER = 4000  # bytes of a definition's header that are looked at
_SEARCHED = 64  # open brackets that are looked through for a partner


class _Frame:
    """A block that is open: its first row, its column, and how many brackets opened on its header are still open."""

    __slots__ = ("brackets", "branch", "column", "ended", "kind", "name", "row", "until", "word")

    def __init__(self, row: int, column: int, word: bytes, until: int | None, branch: bool) -> None:
        self.row = row
        self.column = column
        self.word = word
        self.until = until  # the row of the footer that names this block, where there is one
        self.branch = branch  # a part of the block below at the same column: `else`, `rescue`
        self.brackets = 0
        self.ended = False
        self.kind = "layout"
        self.name: str | None = None


class _Definition(NamedTuple):
    kind: str
    name: str


def keyword_blocks(text: Text, language: Language | None, keywords: Keywords | None = None) -> list[Block]:
    """The blocks of a text in any language, or in none that is known; learned keywords add to the common ones."""
    name = "" if language is None else language.name
    regions = _Assembly(code_rows(text, language), language, keywords or Keywords()).regions()
    known = profile_of(name)
    if known.structure.rows is not None:
        regions = [region._replace(kind="layout", name=None, alone=False) for region in regions]
        regions += _definition_regions(text, known.structure.rows)
    if known.layout.headings:
        regions += _heading_regions(text, known.layout.headings)
    return _with_methods(nest(text, regions))


def _with_methods(blocks: list[Block]) -> list[Block]:
    """A function directly inside a class is a method; layout between them does not count."""
    owners: list[str | None] = []
    found: list[Block] = []
    for block in blocks:
        owner = None if block.parent is None else owners[block.parent]
        if block.kind == "function" and owner in CLASS_LIKE:
            block = block._replace(kind="method")
        owners.append(owner if block.name is None else block.kind)
        found.append(block)
    return found


class _Assembly:
    def __init__(self, rows: CodeRows, language: Language | None, keywords: Keywords) -> None:
        name = "" if language is None else language.name
        known = profile_of(name).layout
        self._columns, self._code = rows
        self._pattern, self._kinds = definition_pattern(name)
        self._c_like = language.braces if language is not None else _has_semicolons(self._code)
        self._assigning = language is None or known.assigned_functions
        self._headers_declare = known.declares
        self._constants = known.capital_constants
        self._one_row = FUNCTION_LIKE | CLASS_LIKE | known.one_row
        self._footers = frozenset(token.lower().encode() for token in keywords.footer)
        self._headers = frozenset(token.lower().encode() for token in keywords.header)
        self._frames: list[_Frame] = []
        self._brackets: list[tuple[bytes, _Frame]] = []
        self._found: list[Region] = []
        self._last = -1  # the last row with code
        self._decorator = (-1, -1)  # the column and row of a decorator whose definition has not come yet
        self._order = [row for row, column in enumerate(self._columns) if column != BLANK]
        self._until = self._named_footers()
        self._strict = self._well_indented()

    def regions(self) -> list[Region]:
        """Goes through the rows once."""
        for at, row in enumerate(self._order):
            self._row(row, self._order[at + 1] if at + 1 < len(self._order) else None)
            self._last = row
        while self._frames:
            self._end(self._frames[-1], self._last)
        return self._found

    def _row(self, row: int, following: int | None) -> None:
        column, code = self._columns[row], self._code[row]
        if column == INSIDE:
            self._take_brackets(row, None, following)
            return
        if _DIRECTIVE.match(code):
            self._macro(row, code)
            return
        word = self._first_word(code)
        closer = code.lstrip()[:1] in (b")", b"]", b"}")
        definition = self._definition(code)
        decorated = self._decorator[0]
        if definition is None and _DECORATOR.match(code):
            self._decorator = self._decorator if decorated == column else (column, row)
        elif 0 <= column < decorated or (column == decorated and not closer and definition is None):
            self._decorator = (-1, -1)
        if closer:
            self._drop_unclosed(column, code.lstrip()[:1])
        elif self._is_footer(code, word) and self._close_by_word(row, column, code, word):
            if following is not None and self._columns[following] > column:
                self._open(row, column, word, None)
            return
        else:
            self._dedent(row, column, word, definition, code)
        frame = None if closer else self._opened(row, column, word, definition, following)
        if self._headers_declare and frame is None and not closer and not self._brackets:
            match = PROTOTYPE.match(code[:_HEADER])
            if match is not None and word not in CONTROL:
                self._found.append(Region(row, row, 0, "function", match.group(1).decode(), True))
        if definition is not None:
            self._decorator = (-1, -1)
        self._take_brackets(row, frame, following)

    def _macro(self, row: int, code: bytes) -> None:
        """A preprocessor's row says nothing about the code around it; but it may define a name."""
        match = MACRO.match(code)
        if match is not None:
            end = row
            while end + 1 < len(self._code) and self._code[end].endswith(b"\\"):
                end += 1
            self._found.append(Region(row, end, 0, "macro", match.group(1).decode(), True))

    def _opened(
        self, row: int, column: int, word: bytes, definition: _Definition | None, following: int | None
    ) -> _Frame | None:
        """The frame that this row opens, by what it says or by what follows."""
        code = self._code[row]
        next_column = -1 if following is None else self._columns[following]
        next_code = b"" if following is None else self._code[following].lstrip()
        branch = (
            word in BRANCHES
            and definition is None
            and any(f.column == column and not f.branch for f in self._frames[-2:])
        )
        deeper = next_column > column and not code.rstrip().endswith(b";")
        below = next_column == column and next_code[:1] == b"{" and not code.rstrip().endswith((b";", b"}", b"{"))
        until = self._until.get(row)
        if deeper or below or until is not None or branch:
            if code.strip() == b"{" and self._frames and self._frames[-1].row == self._last:
                return None  # a brace on its own row belongs to the row above
            frame = self._open(row, column, word, definition)
            frame.until = until
            frame.branch = branch
            return frame
        if definition is not None and definition.kind in self._one_row:
            opens = code.count(b"{") > code.count(b"}") or code.count(b"(") > code.count(b")")
            if opens:
                return self._open(row, column, word, definition)
            if not code.rstrip().endswith(b";") or b"{" in code or b"=" in code:
                self._found.append(Region(self._decorated(row, column), row, 0, *definition, True))
        return None

    def _open(self, row: int, column: int, word: bytes, definition: _Definition | None) -> _Frame:
        frame = _Frame(row, column, word, None, False)
        if definition is not None:
            frame.kind, frame.name = definition
            frame.row = self._decorated(row, column)
        self._frames.append(frame)
        return frame

    def _decorated(self, row: int, column: int) -> int:
        """The first row of a definition: that of its first decorator."""
        start, begin = self._decorator
        return begin if start == column and begin >= 0 else row

    def _dedent(self, row: int, column: int, word: bytes, definition: _Definition | None, code: bytes) -> None:
        """Ends the frames that this row cannot lie in."""
        label = _LABEL.match(code) is not None
        while self._frames:
            frame = self._frames[-1]
            if frame.until is not None and frame.until > row and frame.column <= column:
                return
            if frame.column < column or (frame.column > column and label and frame.brackets):
                return
            if frame.column == column:
                owner = self._frames[-2] if len(self._frames) > 1 else frame
                if frame.branch and owner.until is not None and owner.until > row and word not in BRANCHES:
                    return
                if frame.row == self._last and code.strip() == b"{":
                    return
                if (
                    word in BRANCHES
                    and definition is None
                    and not frame.branch
                    and (frame.word != word or frame.brackets)
                ):
                    return
                # A definition at the column of an unclosed function shows that the function ended before.
                if frame.brackets and not (
                    self._strict and frame.kind in FUNCTION_LIKE and (definition or self._is_function(row))
                ):
                    return
            elif frame.brackets and not self._strict:
                return
            self._end(frame, self._last)

    def _is_function(self, row: int) -> bool:
        """Whether the row is the head of a function without a keyword."""
        code = self._code[row].rstrip()
        if (
            not self._c_like
            or self._first_word(code) in CONTROL
            or b"(" not in code
            or not C_FUNCTION.match(code[:_HEADER])
        ):
            return False
        below = next((self._code[at] for at in range(row + 1, min(row + 4, len(self._code))) if self._code[at]), b"")
        return code.endswith(b"{") or below.lstrip()[:1] == b"{"

    def _drop_unclosed(self, column: int, closer: bytes) -> None:
        """Gives up brackets further in than a closer that has its own partner at its column."""
        opener = _OPENERS[closer]
        if not self._strict:
            return
        for back in range(1, min(len(self._brackets), _SEARCHED) + 1):
            bracket, frame = self._brackets[-back]
            if frame.ended:
                continue
            if frame.column < column:
                return
            if frame.column == column and bracket == opener:
                partner = len(self._brackets) - back
                while len(self._brackets) > partner + 1 and self._brackets[-1][1].column > column:
                    self._end(self._brackets[-1][1], self._last)
                return

    def _close_by_word(self, row: int, column: int, code: bytes, word: bytes) -> bool:
        """Ends the block that a footer closes; False if there is none, and the row is ordinary code."""
        for frame in reversed(self._frames[-_SEARCHED:]):
            if frame.until == row:
                self._end(frame, row)
                return True
        at = len(self._frames) - 1
        while at >= 0 and self._frames[at].column > column:
            at -= 1
        while at > 0 and self._frames[at].branch and self._frames[at].column == column:
            at -= 1
        if at < 0 or self._frames[at].column != column or self._frames[at].brackets or self._frames[at].until:
            return False
        frame = self._frames[at]
        openers = PAIRED_FOOTERS.get(word)
        if openers is not None and frame.word not in openers and self._frames[-1].word not in openers:
            return False
        self._end(frame, row)
        return True

    def _take_brackets(self, row: int, frame: _Frame | None, following: int | None) -> None:
        """Pairs the brackets of a row. What opens here belongs to the row's frame, or to the one it goes on with."""
        code, column = self._code[row], self._columns[row]
        first = len(code) - len(code.lstrip())
        closed: list[tuple[_Frame, bytes]] = []
        continued: _Frame | None = None
        if frame is None and code.lstrip()[:1] == b"{" and self._frames and self._frames[-1].row >= self._last:
            continued = self._frames[-1]
        for match in _BRACKET.finditer(code):
            bracket = match.group()
            if bracket in b"([{":
                owner = continued if continued is not None else frame
                if owner is None:
                    if column == INSIDE and not self._frames:
                        return
                    owner = frame = self._reopened(row, column, code, match.start())
                if bracket == b"{" and not owner.brackets:
                    self._name_function(owner, row, match.start())
                owner.brackets += 1
                self._brackets.append((bracket, owner))
                continue
            partner = self._partner(bracket, column, match.start() == first)
            if partner is None:
                continue
            partner.brackets -= 1
            if not partner.brackets and partner is not frame:
                closed.append((partner, bracket))
                continued = partner if bracket in b")]" else None
        for partner, bracket in closed:
            if not partner.brackets and not partner.ended:
                self._after_closing(partner, bracket, row, following)
        if frame is not None and frame.row == row and not frame.brackets and following is not None:
            self._drop_empty(frame, row, following)

    def _reopened(self, row: int, column: int, code: bytes, at: int) -> _Frame:
        """A frame for a row that opens a bracket without looking like a header: `}, function () {`, `x = {`."""
        top = self._frames[-1] if self._frames else None
        if column == INSIDE:
            assert top is not None
            return top
        word = self._first_word(code)
        frame = _Frame(row, column, word, None, False)
        if top is not None and top.column == column and word in BRANCHES:
            frame.branch = True
        definition = self._definition(code)
        if definition is not None:
            frame.kind, frame.name = definition
        self._frames.append(frame)
        return frame

    def _drop_empty(self, frame: _Frame, row: int, following: int) -> None:
        """Ends a frame on its own row when its brackets closed there and nothing hangs on it."""
        code, deeper = self._code[row].rstrip(), self._columns[following] > frame.column
        complete = b"{" in code and (code.endswith(b";") or (code.endswith(b"}") and not deeper))
        if not complete and (
            deeper
            or frame.until is not None
            or self._code[following].lstrip()[:1] == b"{"
            or (frame.branch and self._columns[following] >= frame.column)
        ):
            return
        if self._frames and self._frames[-1] is frame:
            self._end(frame, row)

    def _after_closing(self, frame: _Frame, bracket: bytes, row: int, following: int | None) -> None:
        """A frame whose brackets are closed ends with this row, unless a body or another branch follows."""
        column = -1 if following is None else self._columns[following]
        code = b"" if following is None else self._code[following].lstrip()
        if bracket in b")]":
            if column > frame.column or (column == frame.column and code[:1] == b"{"):
                return
        elif column == frame.column and self._first_word(code) in BRANCHES and frame.word in CONTROL:
            return
        rest = self._code[row].lstrip().lstrip(b"})];, \t")
        if bracket == b"}" and self._first_word(rest) in BRANCHES and self._frames[-1].branch:
            return
        typedef = TYPEDEF.match(self._code[frame.row])
        if typedef is not None and bracket == b"}" and (name := TYPEDEF_NAME.match(self._code[row])) is not None:
            word = typedef.group(1)
            frame.kind, frame.name = SHAPES.get(word, word.decode()), name.group(1).decode()
        owner_at = len(self._frames) - 2 if self._frames and self._frames[-1] is frame else -1
        self._end(frame, row)
        if frame.branch and owner_at >= 0 and owner_at < len(self._frames):
            owner = self._frames[owner_at]
            if owner.column == frame.column and not owner.brackets and owner.until is None:
                self._end(owner, row)

    def _partner(self, bracket: bytes, column: int, leading: bool) -> _Frame | None:
        """Takes the partner of a closing bracket off the stack; None for one that closes nothing."""
        opener = _OPENERS[bracket]
        if not self._brackets:
            return None
        if leading and self._strict and self._brackets[-1][1].column < column and column >= 0 and bracket == b"}":
            return None  # it closes something whose opening is missing
        for back in range(1, min(len(self._brackets), _SEARCHED) + 1):
            kind, frame = self._brackets[-back]
            if kind == opener and not frame.ended:
                for _, inner in self._brackets[len(self._brackets) - back + 1 :]:
                    inner.brackets -= 1
                del self._brackets[-back:]
                return frame
        return None

    def _end(self, frame: _Frame, row_end: int) -> None:
        """Ends a frame and all that are open inside it."""
        while True:
            inner = self._frames.pop()
            inner.ended = True
            end = row_end if inner is frame else min(self._last, row_end)
            main = inner.kind in FUNCTION_LIKE or inner.kind in CLASS_LIKE or inner.kind == "module"
            if end > inner.row or (main and end == inner.row):
                rank = 0 if main else 1 if inner.name else 2
                self._found.append(Region(inner.row, end, rank, inner.kind, inner.name, main))
            if inner is frame:
                break
        while self._brackets and self._brackets[-1][1].ended:
            self._brackets.pop()

    def _definition(self, code: bytes) -> _Definition | None:
        code = code[:_HEADER]
        match = self._pattern.match(code)
        if match is None or not is_name(match.group(2), match.group(1).lower()):
            if self._constants and (constant := CONSTANT.match(code)) is not None:
                return _Definition("constant", constant.group(1).decode("utf-8", "replace"))
            match = ASSIGNED.match(code) if self._assigning else None
            return _Definition("function", match.group(1).decode()) if match else None
        kind = self._kinds[match.group(1).lower()]
        if kind in CLASS_LIKE and self._c_like and C_VARIABLE.match(code, match.end()):
            return None
        if kind == "type" and (shape := SHAPE.match(code, match.end())) is not None:
            word = shape.group(1).lower()
            kind = SHAPES.get(word, word.decode())
        return _Definition(kind, match.group(2).decode("utf-8", "replace"))

    def _name_function(self, frame: _Frame, row: int, brace: int) -> None:
        """Names a frame whose header is `name(parameters)` before its brace."""
        if frame.name is not None or not self._c_like or row - frame.row > 60 or brace > _HEADER:
            return
        header = b" ".join([*self._code[frame.row : row], self._code[row][:brace]])
        match = C_FUNCTION.match(header) if len(header) < _HEADER and b"(" in header else None
        if match is None or match.group(1) in CONTROL or self._first_word(header) in CONTROL:
            return
        if match.group(1) == b"function":
            return
        frame.kind, frame.name = "function", match.group(1).decode("utf-8", "replace")
        above = frame.row - 1
        if (
            above >= 0
            and self._columns[above] == frame.column
            and _TYPE_ROW.match(self._code[above])
            and self._first_word(self._code[above]) not in CONTROL
        ):
            frame.row = above  # the type of what it returns, on a row of its own

    def _is_footer(self, code: bytes, word: bytes) -> bool:
        if word in PAIRED_FOOTERS or word in self._footers:
            return True
        return FOOTER.match(code) is not None

    def _first_word(self, code: bytes) -> bytes:
        match = _WORD.match(code[:200])
        word = match.group(1).lower() if match else b""
        return word.rstrip(b":") if word.rstrip(b":") in BRANCHES else word

    def _named_footers(self) -> dict[int, int]:
        """Pairs headers with the footers that name them: `Sub … End Sub`, `if … endif`."""
        opened: dict[bytes, list[int]] = {}
        pairs: dict[int, int] = {}
        for at, row in enumerate(self._order):
            code = self._code[row]
            if self._footers or self._headers:
                word = self._first_word(code)
                after = self._order[at + 1] if at + 1 < len(self._order) else row
                if word in self._headers and self._columns[after] == self._columns[row]:
                    opened.setdefault(b"", []).append(row)
                elif word in self._footers and opened.get(b""):
                    pairs[opened[b""].pop()] = row
            match = END_OF.match(code)
            if match is not None:
                rows = opened.get((match.group(1) or match.group(2)).lower())
                if rows:
                    pairs[rows.pop()] = row
                continue
            for word in re.findall(rb"[A-Za-z]\w*", code[:80])[:4]:
                lower = word.lower()
                if lower != b"if" or not re.search(rb"\bthen\s+\S", code, re.IGNORECASE):
                    opened.setdefault(lower, []).append(row)
                if lower in CONTROL:
                    break
        return pairs

    def _well_indented(self) -> bool:
        """Whether closing brackets stand at the column of a row that opened one, and what they enclose further in."""
        opened: list[int] = []
        good = closers = deeper = inside = 0
        for row in self._order:
            column, code = self._columns[row], self._code[row].lstrip()
            leading = code[:1] in (b")", b"]", b"}")
            if column >= 0 and opened and not leading:
                inside += 1
                deeper += column > opened[-1]
            elif leading and column >= 0 and opened:
                closers += 1
                good += column in opened[-8:]
                while len(opened) > 1 and opened[-1] > column:
                    opened.pop()
            for match in _BRACKET.finditer(code):
                if match.group() in b"([{":
                    opened.append(max(column, 0))
                elif opened and opened[-1] >= column:
                    opened.pop()
        colons = sum(self._code[row].rstrip().endswith(b":") for row in self._order)
        braces = sum(self._code[row].rstrip().endswith(b"{") for row in self._order)
        # Where rows that end in a colon open blocks, columns are the grammar.
        return colons > 2 * braces or (good * 10 >= closers * 6 and deeper * 10 >= inside * 6)


def _has_semicolons(code: list[bytes]) -> bool:
    rows = [row for row in code if row.strip()]
    return sum(row.rstrip().endswith((b";", b"{", b"}")) for row in rows) * 4 > len(rows)


def _definition_regions(text: Text, rows: Rows) -> list[Region]:
    """What the rows of a language define, by the rules for it."""
    return [
        Region(
            text.lines.row_of(item.start),
            text.lines.row_of(max(item.end - 1, item.start)),
            -1,
            item.kind,
            spelled(text.data, item.name_start, item.name_end),
            True,
        )
        for item in row_definitions(rows, text.data)
    ]


def _heading_regions(text: Text, rules: tuple[Heading, ...]) -> list[Region]:
    regions: list[Region] = []
    around: list[tuple[int, int, str, str]] = []  # level, row, kind, name
    last = 0

    def close(level: int) -> None:
        while around and around[-1][0] >= level:
            _, begin, kind, name = around.pop()
            regions.append(Region(begin, max(last, begin), 0, kind, name, True))

    for row in range(len(text.lines)):
        data = text.row_bytes(row)
        if not data.strip():
            continue
        for pattern, level, kind in rules:
            match = pattern.match(data)
            if match is not None:
                close(level)
                around.append((level, row, kind, match.group(1).decode("utf-8", "replace")))
                break
        last = row
    close(0)
    return regions
