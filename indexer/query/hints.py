"""Hints: what a person may have meant whose query is read as something else, or finds nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from indexer.query.fields import FIELDS, PARTS
from indexer.query.kinds import DEFINITIONS, kinds_named
from indexer.query.tree import (
    And,
    Inside,
    Kind,
    Node,
    Pattern,
    Query,
    Ref,
    Related,
    Sym,
    Text,
    TreeQuery,
    default_select,
    found_together,
    is_place_condition,
    walk,
)

_VARIABLE = re.compile(r"\$(?:\$\$)?[A-Z_]")
_SURELY = re.compile(r"(?<![\w$])\$(?:\$\$)?[A-Z](?!\w)")  # nobody's variable, but the first that comes to mind
_FIELD = re.compile(rf"(?:^|[\s(-])(?:{'|'.join(map(re.escape, sorted(FIELDS)))}):")
_OPERATORS = {
    "&&": "`&&` is looked for as it is; words side by side must all be there",
    "&": "`&` is looked for as it is; words side by side must all be there",
    "||": "`||` is looked for as it is; between words of which one is enough stands `OR`",
    "|": "`|` is looked for as it is; between words of which one is enough stands `OR`",
    "!": "`!` is looked for as it is; a dash leaves out what follows: `-word`",
}
_HOLDING = frozenset(("class", "interface", "trait", "struct", "module", "namespace", "object", "impl", "enum"))
_SHORT = 60  # characters of a query that are said again


def hints(query: Query, found: bool) -> list[str]:
    """What to say beside the hits, or instead of them."""
    nodes = list(walk(query.root))
    texts = [node for node in nodes if isinstance(node, Text) and not node.regex]
    said = [*_about_kinds(nodes), *_about_types(nodes), *_about_lines(query), *_about_calls(query)]
    if any((_SURELY if found else _VARIABLE).search(text.text) for text in texts):
        said.append(f"`$NAME` stands for code in a pattern only: {_as_pattern(query)}")
    elif not found:
        said += _about_parts(nodes)
        operators = [_OPERATORS[text.text] for text in texts if text.text in _OPERATORS]
        said += dict.fromkeys(operators)
        if texts and found_together(query.root) > 1 and not operators:
            said.append("all words are looked for in one block; with OR one is enough, and in quotes they are one text")
    return said


def _about_kinds(nodes: Iterable[Node]) -> Iterator[str]:
    """`in:function` is about a name."""
    for node in nodes:
        if isinstance(node, Inside) and isinstance(node.query, Sym) and node.query.name.how == "words":
            name = node.query.name.text
            kind, _, rest = name.partition(":")
            if kinds_named(kind.lower()) is None:
                continue
            if not rest:
                yield f"`in:{name}` is inside of what is named so; inside of that kind is `in:(kind:{kind})`"
            elif not rest.startswith(":"):
                yield f"inside of that kind and name is `in:(kind:{kind} sym:{rest})`"


def _about_parts(nodes: Iterable[Node]) -> Iterator[str]:
    """`in:header` is about a name, too."""
    for node in nodes:
        if isinstance(node, Inside) and isinstance(node.query, Sym) and node.query.name.text in PARTS:
            part = node.query.name.text
            yield f"`in:{part}` is inside of what is named so; in the {part} of a definition is `part:{part}`"


def _about_lines(query: Query) -> Iterator[str]:
    """`kind:function call:open` is lines: those in functions that call something, and not the functions that do."""
    root = query.root
    if query.select is not None or not isinstance(root, And) or default_select(root) != "line":
        return
    kinds = [part for part in root.parts if isinstance(part, Kind) and part.kinds <= DEFINITIONS]
    found = [part for part in root.parts if isinstance(part, Ref | Pattern | TreeQuery)]
    if kinds and len(found) == 1:
        places = [part for part in root.parts if is_place_condition(part)]  # they speak of the term
        kind, *terms = (query.text[part.span.start : part.span.end] for part in (kinds[0], found[0], *places))
        term = " ".join(terms)
        if len(term) <= _SHORT and not (isinstance(found[0], Pattern | TreeQuery) and found[0].where):
            yield f"these are lines in such definitions; definitions with such a line are `{kind} has:({term})`"


def _about_calls(query: Query) -> Iterator[str]:
    """`kind:class calls:open` is about calls in no method: a call is that of the innermost function around it."""
    root = query.root
    parts = root.parts if isinstance(root, And) else (root,)
    kinds = [part for part in parts if isinstance(part, Kind) and part.kinds <= _HOLDING]
    for part in parts if kinds else ():
        if isinstance(part, Related) and part.relation == "calls":
            term = query.text[part.span.start : part.span.end]
            if term and len(term) <= _SHORT:
                kind = query.text[kinds[0].span.start : kinds[0].span.end]
                yield f"a call is that of the function around it; with such a function inside: `{kind} has:({term})`"


def _about_types(nodes: Iterable[Node]) -> Iterator[str]:
    """`type:function` is about a type that is named so."""
    for node in nodes:
        if isinstance(node, Ref) and node.kind == "type" and kinds_named(node.name.text.lower()) is not None:
            yield f"`type:{node.name.text}` is where a type of that name is used; the kind is `kind:{node.name.text}`"


def _as_pattern(query: Query) -> str:
    """The query as a pattern, if it is nothing but code."""
    code = query.text.strip()
    if len(code) > _SHORT or _FIELD.search(code):
        code = "…"
    return '`pattern:"' + code.replace("\\", "\\\\").replace('"', '\\"') + '"`'
