"""The tree of a query: plain frozen data. Every node knows where in the query it was written, in characters.

Whether letters of the other case count is decided while parsing, so a tree means the same wherever it is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from indexer.model import ReferenceKind, Span
from indexer.query.kinds import UNNAMED

Select = Literal["line", "block", "symbol", "file"]
Sort = Literal["path", "score", "lines", "depth", "children", "params", "complexity"]
Place = Literal["comment", "string", "heredoc", "code", "header", "body"]
Way = Literal["before", "after", "next", "previous"]
Measure = Literal["lines", "depth", "children", "params", "complexity"]
Relation = Literal["calls", "called-by"]
Evidence = Literal["scope", "import", "member", "unique", "name", "external"]
EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)
LONGEST_NAME = 1000  # characters; regular expressions have a limit of their own
UNKNOWN = ""  # the evidence of a name of which nothing is known


@dataclass(frozen=True, slots=True)
class Name:
    """What a name must look like.

    `fuzzy` is how a person types a name (`userid` for `getUserById`), `words` compares whole words inside a name,
    `path` whole parts of a dotted name, `exact` the name as it is; `glob` knows `*` and `?`, and `regex` looks for a
    match anywhere in the name.
    """

    how: Literal["fuzzy", "words", "path", "exact", "glob", "regex"]
    text: str
    ignore_case: bool


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    part: Node
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A word, quoted text or a regular expression."""

    text: str
    regex: bool
    ignore_case: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Sym:
    """`sym:`: the hit is a definition of that name."""

    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Kind:
    """`kind:`: the hit is of one of these kinds."""

    kinds: frozenset[str]
    span: Span


@dataclass(frozen=True, slots=True)
class Doc:
    """`doc:`: the hit is a definition whose doc comment has this text; any that is not empty, without a text."""

    text: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Changed:
    """`changed:`: the hit has a line that changed since a revision of git, or that is staged."""

    since: str
    span: Span


@dataclass(frozen=True, slots=True)
class Inside:
    """`in:`: something around the hit matches."""

    query: Node
    span: Span


@dataclass(frozen=True, slots=True)
class Contains:
    """`has:`: something inside the hit matches."""

    query: Node
    span: Span


@dataclass(frozen=True, slots=True)
class Ordered:
    """`before:`, `after:`, `next:`, `previous:`: a statement after the hit in its block matches, or one before it, the
    very next or the one right before."""

    query: Node
    way: Way
    span: Span


@dataclass(frozen=True, slots=True)
class Count:
    """`has:>30( )`, `children:>30( )`: so many things inside the hit, or directly inside, match; ends included."""

    query: Node
    direct: bool
    low: int | None
    high: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Lang:
    """`lang:`, by our name of the language."""

    language: str
    span: Span


@dataclass(frozen=True, slots=True)
class File:
    """`file:`: a glob, or a part of the path."""

    pattern: str
    glob: bool
    ignore_case: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Is:
    """`is:`, `part:`: what the text is written in."""

    place: Place
    span: Span


@dataclass(frozen=True, slots=True)
class InHeredoc:
    """`heredoc:`: the text is in a heredoc with this terminator."""

    terminator: str
    ignore_case: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Size:
    """`lines:`, `depth:`, `children:`, `params:`, `complexity:`: a number of the hit's block lies in this range, ends
    included."""

    measure: Measure
    low: int | None
    high: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Ref:
    """`ref:`, `call:`, `import:` and the like: a place that names something. Any kind if `kind` is None."""

    kind: ReferenceKind | None
    name: Name
    span: Span
    indirect: bool = False  # `extends+:`: or something that inherits from it; a search writes that out first
    evidence: frozenset[str] | None = None  # why it must be believed to mean what it does; None for any reason or none


@dataclass(frozen=True, slots=True)
class Believed:
    """`evidence:`: why references beside it are believed to mean what they do. Parsing makes it a part of these."""

    evidence: frozenset[str]
    span: Span


@dataclass(frozen=True, slots=True)
class Related:
    """`calls:`, `called-by:`: the hit is a definition that calls one that matches, or is called by one; with more than
    one step, also by way of others."""

    query: Node
    relation: Relation
    steps: int | None  # at most; None for any number
    span: Span
    files: frozenset[str] | None = None  # those that can have hits, where a search has found out


@dataclass(frozen=True, slots=True)
class Unused:
    """`is:unused`: the hit is a definition that nobody refers to."""

    span: Span


@dataclass(frozen=True, slots=True)
class Pattern:
    """`pattern:`: code of a shape, with metavariables, and what is said of these beside it."""

    source: str
    span: Span
    where: tuple[Node, ...] = ()  # conditions on its holes
    whole: bool = False  # it is asked of what a hole stands for, and must be all of that


@dataclass(frozen=True, slots=True)
class TreeQuery:
    """`ts:`: a tree-sitter query, and what is said of its captures beside it."""

    source: str
    span: Span
    where: tuple[Node, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Hole:
    """Another hole: both stand for the same text."""

    name: str


@dataclass(frozen=True, slots=True)
class Number:
    """How many nodes a `$$$` stands for, or the number that is written where a `$` is; ends included."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Holds:
    """A query is true of what a hole stands for."""

    query: Node


@dataclass(frozen=True, slots=True)
class Where:
    """`where:`: what a hole stands for. A text is all of it; a regular expression has a match in it."""

    hole: str
    test: Text | Hole | Number | Holds
    span: Span


Node: TypeAlias = (
    And
    | Or
    | Not
    | Text
    | Sym
    | Kind
    | Doc
    | Changed
    | Inside
    | Contains
    | Count
    | Ordered
    | Lang
    | File
    | Is
    | InHeredoc
    | Size
    | Ref
    | Believed
    | Related
    | Unused
    | Pattern
    | TreeQuery
    | Where
)
Findable: TypeAlias = Text | Ref | Pattern | TreeQuery
FINDABLE = (Text, Ref, Pattern, TreeQuery)

# What a term of these is true of can change while the text stays as it is.
BEYOND_THE_TEXT = (Changed,)


@dataclass(frozen=True, slots=True)
class Query:
    """A whole query. `select` and `sort` are None where the user did not say."""

    root: Node
    select: Select | None
    sort: Sort | None
    text: str
    joins: tuple[Node, ...] = ()  # conditions on holes of different patterns


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in the order they were written."""
    yield node
    for part in parts_of(node):
        yield from walk(part)


def parts_of(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node. What is asked of other definitions, in `calls:`, is a query of its own."""
    if isinstance(node, And | Or):
        return node.parts
    if isinstance(node, Not):
        return (node.part,)
    if isinstance(node, Inside | Contains | Count | Ordered):
        return (node.query,)
    if isinstance(node, Pattern | TreeQuery):
        return node.where
    return (node.test.query,) if isinstance(node, Where) and isinstance(node.test, Holds) else ()


def is_place_condition(node: Node) -> bool:
    """Whether a node says only where text must be written: `is:`, `part:`, `heredoc:`, and combinations of these."""
    if isinstance(node, And | Or):
        return all(is_place_condition(part) for part in node.parts)
    if isinstance(node, Not):
        return is_place_condition(node.part)
    return isinstance(node, Is | InHeredoc)


def is_hole_condition(node: Node) -> bool:
    """Whether a node speaks only of holes: `where:`, and combinations of these."""
    if isinstance(node, And | Or):
        return all(is_hole_condition(part) for part in node.parts)
    if isinstance(node, Not):
        return is_hole_condition(node.part)
    return isinstance(node, Where)


def findables(node: Node) -> list[Findable]:
    """The terms that are found at places in the text, without those that are negated or inside `in:` or `has:`."""
    if isinstance(node, And | Or):
        return [found for part in node.parts for found in findables(part)]
    return [node] if isinstance(node, FINDABLE) else []


def names_unnamed_blocks(node: Node) -> bool:
    """Whether a node asks for a kind of block that defines nothing. What is in `in:` or `has:` is asked of others."""
    if isinstance(node, And | Or):
        return any(names_unnamed_blocks(part) for part in node.parts)
    if isinstance(node, Not):
        return names_unnamed_blocks(node.part)
    return isinstance(node, Kind) and not node.kinds.isdisjoint(UNNAMED)


def is_evidence_condition(node: Node) -> bool:
    """Whether a node speaks only of evidence: `evidence:`, and combinations of these."""
    if isinstance(node, And | Or):
        return all(is_evidence_condition(part) for part in node.parts)
    if isinstance(node, Not):
        return is_evidence_condition(node.part)
    return isinstance(node, Believed)


def asks_graph(node: Node) -> bool:
    """Whether a condition asks who uses what, which no file can tell alone."""
    return any(map(_is_of_graph, walk(node)))


def graph_terms(node: Node) -> list[Node]:
    """The terms that ask who uses what."""
    return [part for part in walk(node) if _is_of_graph(part)]


def _is_of_graph(node: Node) -> bool:
    return isinstance(node, Related | Unused) or (isinstance(node, Ref) and node.evidence is not None)


def asks_beyond(node: Node) -> bool:
    """Whether a condition asks what no file can tell alone."""
    return asks_for_heirs(node) or asks_graph(node)


def asks_for_heirs(node: Node) -> bool:
    """Whether a condition asks who inherits also by way of others, which no file can tell alone."""
    return any(isinstance(part, Ref) and part.indirect for part in walk(node))


def select_of(query: Query) -> Select:
    """What one hit of a query is: what the user said, or else what the terms suggest."""
    return query.select or default_select(query.root)


def default_select(node: Node) -> Select:
    """A line for one thing to find in the text, the smallest block for several, and a definition for none."""
    count = found_together(node)
    if count:
        return "line" if count == 1 else "block"
    return "block" if names_unnamed_blocks(node) else "symbol"


def found_together(node: Node) -> int:
    """How many findable terms a hit needs at once. A place condition alone counts as one: it finds that place."""
    if isinstance(node, FINDABLE):
        return 1
    if isinstance(node, Is | InHeredoc):
        return 1
    if isinstance(node, Or):
        return max(found_together(part) for part in node.parts)
    if isinstance(node, And):
        terms = sum(found_together(part) for part in node.parts if not is_place_condition(part))
        places = [found_together(part) for part in node.parts if is_place_condition(part)]
        return terms or max(places, default=0)
    return 0
