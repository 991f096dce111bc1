"""Structure queries: what in a grammar's tree is a definition, a block, a fold, a comment, an import, a reference.

They are data: `languages/queries/NAME.scm` is written by hand; for every other grammar `queries/derived/NAME.scm` was
made from the names of its node kinds (see indexer.syntax.derived). All patterns of a file are run in one pass, because
most of a pass is spent on visiting the nodes.

A pattern says what it finds by a capture. `@definition.KIND` is a definition with its `@name`. `@binding.KIND` is one
too, unless it stands in a `@scope.local`, as a local variable does; in a `@scope.class` it is a field. That is far
cheaper than a pattern that begins at the root of the file, which stays open over every node. `@reference.KIND` is a
reference by its `@name`, and `@reference.none` takes a name away from the patterns after it. All others are spans:
`@fold`, `@comment`, `@import`, `@block.KIND`. Of several patterns that see the same name the first counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from tree_sitter import Query

from indexer.syntax.grammars import grammar

_CAPTURE = re.compile(r'"(?:\\.|[^"\\])*"|@([a-z][\w.]*)')
_EVERY_CAPTURE = re.compile(r"@([\w.]+)")


@dataclass(frozen=True, slots=True)
class StructureQuery:
    """The compiled query of one grammar. `exact` is False when it was derived from node kinds.

    `telling` has for each pattern the captures that say what it finds: "definition.function". The patterns before
    `references` find definitions (and bindings), those before `spans` find references, and the rest find spans.
    """

    compiled: Query | None
    telling: tuple[tuple[str, ...], ...]
    alone: tuple[str, ...]  # the capture of each pattern that has one and no more, captured once; else ""
    references: int
    spans: int
    exact: bool


@cache
def structure_query(name: str) -> StructureQuery | None:
    """The query for a grammar, or None when the grammar cannot be used."""
    language = grammar(name)
    if language is None:
        return None
    source, exact = query_source(name)
    patterns = split_patterns(source)
    definitions = [pattern for pattern in patterns if "@definition." in pattern or "@binding." in pattern]
    references = [pattern for pattern in patterns if "@reference." in pattern]
    # A pattern that takes a kind of node wherever it stands comes after those that look closer, inherited or not.
    references.sort(key=lambda pattern: "@name @reference." in pattern and pattern.count("(") == 1)
    spans = [pattern for pattern in patterns if pattern not in definitions and pattern not in references]
    patterns = definitions + references + spans
    compiled = Query(language, "\n".join(patterns)) if patterns else None
    return StructureQuery(
        compiled,
        tuple(_telling(pattern) for pattern in patterns),
        tuple(_alone(pattern) for pattern in patterns),
        len(definitions),
        len(definitions) + len(references),
        exact,
    )


def query_source(name: str) -> tuple[str, bool]:
    """The text of a grammar's query file and whether it was written by hand.

    A first line `; inherits: NAME` puts another language's patterns before the file's own.
    """
    folder = files("indexer.languages") / "queries"
    for path, exact in ((folder / f"{name}.scm", True), (folder / "derived" / f"{name}.scm", False)):
        if path.is_file():
            source = path.read_text("utf-8")
            inherited = re.match(r";\s*inherits:\s*(\w+)", source)
            return (f"{query_source(inherited[1])[0]}\n{source}" if inherited else source), exact
    return "", False


def _alone(pattern: str) -> str:
    captures = _EVERY_CAPTURE.findall(pattern)
    return captures[0] if len(captures) == 1 and not re.search(r"[])\w][*+?]", pattern) else ""


def _telling(pattern: str) -> tuple[str, ...]:
    """The captures of a pattern that say what it finds."""
    return tuple(dict.fromkeys(name for name in _CAPTURE.findall(pattern) if name not in ("", "name", "body")))


_QUERY_TOKEN = re.compile(r';[^\n]*|"(?:\\.|[^"\\])*"|[()\[\]]')


def split_patterns(source: str) -> list[str]:
    """The top-level patterns of a query's text, each with the captures that follow it."""
    starts: list[int] = []
    depth = 0
    source = re.sub(r"(?m)^\s*;.*$", "", source)
    for token in _QUERY_TOKEN.finditer(source):
        text = token[0]
        if text in ")]":
            depth -= 1
        elif text[0] != ";":
            if depth == 0:
                starts.append(token.start())
            depth += text in "(["
    return [source[start:end].strip() for start, end in pairwise([*starts, len(source)])]
