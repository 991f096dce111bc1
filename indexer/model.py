"""The plain data that layers hand to each other: frozen, protocol-free. What there is very much of is a named tuple,
which costs a fifth of a frozen dataclass to make.

Lines here are 0-based rows and columns are byte offsets; what a person or a protocol sees is made at the edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple


class Span(NamedTuple):
    """A half-open range of bytes in a document's text."""

    start: int
    end: int


class Symbol(NamedTuple):
    """A named definition."""

    name: str
    kind: str
    span: Span
    name_span: Span
    row_start: int
    row_end: int  # the row of the last byte, inclusive
    signature: str
    parent: int | None  # index of the enclosing symbol in the same list
    doc: str = ""  # its doc comment, without the comment's signs


ReferenceKind = Literal["call", "import", "type", "extends", "implements"]


class Reference(NamedTuple):
    """A place that names something defined elsewhere. An import's name is its path as written, without quotes."""

    kind: ReferenceKind
    name: str
    span: Span  # of the name
    row: int
    symbol: int | None  # index of the innermost symbol around it


FoldKind = Literal["code", "comment", "imports", "region", "heredoc"]


class Fold(NamedTuple):
    """Rows that an editor can collapse: `row_start` stays visible, `row_end` is the last row hidden."""

    row_start: int
    row_end: int
    kind: FoldKind


class Block(NamedTuple):
    """A nested region of a file. `parent` is an index into the same list, or None at the root."""

    kind: str
    name: str | None
    level: int
    row_start: int
    row_end: int
    header: str
    parent: int | None


class MadeText(NamedTuple):
    """A text that was made of code. Its rows are indented relative to the one that the code began in."""

    text: bytes


class CapturedMatch(NamedTuple):
    """Where code has a shape, and what each hole of a pattern or capture of a tree query stands for."""

    span: Span
    captures: Mapping[str, Span]
    counts: Mapping[str, int]  # how many nodes each stands for
    texts: Mapping[str, MadeText] = {}  # what a rule made of them, by further names


Joint = Literal["blank", "word", "end", "more"]


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a document in another language: a script in a page, a fence in a README.

    Where it has several spans, what lies between them is not in that language. `joints` has for each such gap what
    the other language reads there: blanks, a word, the end of a statement, or the sign that a line goes on.
    """

    spans: tuple[Span, ...]
    language: str
    kind: str
    joints: tuple[Joint, ...] = ()  # none at all means blanks in every gap


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement and the number of blocks around it. Where a tree told of it, it is more than its rows."""

    row_start: int
    row_end: int
    depth: int
    span: Span | None = None
    reach: Span | None = None  # with what stands beside it in its rows and is no other statement: a comment, blanks
    block: int | None = None  # index of the boundary that it is directly in


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where a block of code opens and closes. Depth 1 is the outermost; `row_end` is None while it is open."""

    type: str
    row_start: int
    row_end: int | None
    depth: int
    parent: int | None  # index of the enclosing boundary


@dataclass(frozen=True, slots=True)
class HeredocBody:
    """Where a heredoc is declared, what ends it, and the rows of its body.

    An empty body has `content_row_end` one before `content_row_start`. `recovered` marks an answer that was
    mended from broken text; valid text is never recovered.
    """

    declaration_row: int
    terminator: str
    interpolated: bool
    indented: bool
    content_row_start: int
    content_row_end: int
    terminator_row: int | None
    recovered: bool


@dataclass(frozen=True, slots=True)
class Heredoc(HeredocBody):
    """A heredoc, and where among blocks and statements it is declared."""

    block_depth: int
    block: int | None  # index of the boundary that holds the declaration
    statement_row_end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a text that makes sense alone. `content` is exactly what the text has in `span`.

    The span is of whole rows, unless a row by itself is too long.
    """

    type: Literal["code", "info"]
    title: str
    breadcrumb: str  # the headings or definitions around it and its own, outermost first
    language: str | None
    span: Span
    row_start: int
    row_end: int
    tokens: int  # about how many a language model makes of it
    content: str


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place in a document that has some name. `writes` marks its definition."""

    span: Span
    writes: bool


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a search's answer is wanted, and when to stop looking."""

    hits: int | None = 100
    seconds: float = math.inf  # what is found by then is returned
    sort: Literal["path", "score", "lines", "depth"] | None = None
    near: str | None = None  # an absolute path: what lies near it comes first among equals
    cancelled: Callable[[], bool] = _never
    # What is made of each hit: its place and what is around it, its place, or nothing, where only the total is wanted.
    # Where a hit is a definition or a block, what is around it is always there: it decides how good a hit it is.
    detail: Literal["around", "place", "count"] = "around"
    # Told of hits as they are found; with true, they take the place of all it was told before.
    partial: Callable[[Sequence[object], bool], None] | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a user should know about their input, as a value instead of an exception."""

    message: str
    span: Span | None = None
