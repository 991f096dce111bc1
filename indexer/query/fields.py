"""The fields of the query language: their names, and which of them take what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from indexer.model import ReferenceKind
from indexer.query.kinds import kinds_named
from indexer.query.tree import Relation

INDIRECT = "extends+"  # the field for what inherits, also by way of others
RELATIONS: Mapping[str, Relation] = {"calls": "calls", "called-by": "called-by"}
FAR = frozenset(f"{field}+" for field in RELATIONS)  # also by way of others
RELATED = frozenset((*RELATIONS, *FAR))
REFERENCES: Mapping[str, ReferenceKind | None] = {"ref": None, INDIRECT: "extends"} | {
    kind: kind for kind in get_args(ReferenceKind)
}
NAMES = frozenset(
    ("sym", "in", *REFERENCES, *RELATED)
)  # fields that take a name: typed, exact, glob or regular expression
REGEX_FIELDS = NAMES | {"doc", "has", "before", "after", "next", "previous"}
ORDERS = frozenset(("before", "after", "next", "previous"))  # fields about statements of the same block
GROUPS = frozenset(("in", "has", *ORDERS, *RELATED))  # fields that take a query in parentheses
PARSED = frozenset(("params", "complexity"))  # measures for which a text is parsed
SIZES = frozenset(("lines", "depth", "children", *PARSED))
PARTS = ("header", "body")  # of a definition
COUNTED = frozenset(("has", "children", *FAR))  # fields that take a number and a query in parentheses
ALONE = frozenset(("changed",))  # fields that mean something without a value
HOLES = frozenset(("where",))  # fields that take a hole of a pattern and what it must be
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "case": ("yes", "no"),
    "select": ("line", "block", "symbol", "file"),
    "sort": ("path", "score", "lines", "depth", "children", "params", "complexity"),
}
FIELDS = (
    NAMES
    | GROUPS
    | SIZES
    | HOLES
    | frozenset(OPTIONS)
    | {"kind", "lang", "file", "is", "part", "doc", "heredoc", "pattern", "ts", "changed", "evidence"}
)
ODD = tuple(sorted((field for field in FIELDS if not field.isalpha()), reverse=True))  # that are no plain word
_ALIASES = {"language": "lang", "path": "file", "symbol": "sym"}

# Fields of other tools, and ours for the same question.
_TEXTS = frozenset(("content", "contains", "text"))
_ELSEWHERE = {
    "ancestor": "extends:{}",
    "args": "params:{}",
    "arguments": "params:{}",
    "base": "extends:{}",
    "callees": "called-by:{}",
    "called": "called-by:{}",
    "called_by": "called-by:{}",
    "calledby": "called-by:{}",
    "caller": "called-by:{}",
    "callers": "calls:{}",
    "child": "has:{}",
    "comment": "{} is:comment",
    "cyclomatic": "complexity:{}",
    "dir": "file:{}/",
    "docs": "doc:{}",
    "docstring": "doc:{}",
    "defines": "sym:{}",
    "directory": "file:{}/",
    "ext": "file:*.{}",
    "extension": "file:*.{}",
    "folder": "file:{}/",
    "filename": "file:{}",
    "filetype": "lang:{}",
    "follows": "after:{}",
    "has_child": "has:{}",
    "imports": "import:{}",
    "include": "import:{}",
    "includes": "import:{}",
    "inherits": "extends+:{}",
    "inside": "in:{}",
    "name": "sym:{}",
    "named": "sym:{}",
    "parameters": "params:{}",
    "parent": "in:{}",
    "precedes": "before:{}",
    "re": "/{}/",
    "regex": "/{}/",
    "regexp": "/{}/",
    "reaches": "calls+:{}",
    "signature": "{} part:header",
    "size": "lines:{}",
    "string": "{} is:string",
    "subclass": "extends:{}",
    "subclasses": "extends+:{}",
    "subclassof": "extends:{}",
    "super": "extends:{}",
    "uncalled": "is:unused",
    "unreferenced": "is:unused",
    "unused": "is:unused",
    "uses": "ref:{}",
    "within": "in:{}",
}


def field_named(written: str) -> str | None:
    """The field that a word before a colon names."""
    word = written.lower()
    word = _ALIASES.get(word, word)
    return word if word in FIELDS else None


def asked_elsewhere(word: str, value: str) -> str | None:
    """How to ask for what other tools have a field for: `class:Foo`, `func:foo`, `name:foo`, `ext:py`."""
    if kinds_named(word) is not None:
        return f"kind:{word} sym:{value}"
    if word in _TEXTS:
        return value
    return (
        _ELSEWHERE[word].format(value.lstrip("*.") if word.startswith("ext") else value) if word in _ELSEWHERE else None
    )


def problem_with_revisions(text: str) -> str | None:
    """Why a text names neither one revision nor two with `..` between them."""
    if "..." in text:
        return "does not look for the last common commit, as `...` would; name that commit, or write `main..topic`"
    if not text or text.count("..") > 1:
        return "takes one revision, which what is searched is compared with, or two: `v1.0..v1.1`"
    return None


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known word that a person may have meant, if one is alike enough."""
    from difflib import get_close_matches

    near = get_close_matches(word[:40], sorted(known), n=1, cutoff=likeness)
    return near[0] if near else None
