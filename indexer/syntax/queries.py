"""Structure queries: what in a grammar's tree is a definition, a block, a fold, a comment, an import, a reference.

They are data: `languages/queries/NAME.scm` is written by hand; for every other grammar `queries/derived/NAME.scm` was
made from the names of its node kinds (see indexer.syntax.derived). One file holds the patterns of three passes.
Patterns with a `@definition.KIND` capture need to see their `@name` and are run as matches. Patterns with a
`@reference.KIND` capture are run only when references are asked for. All others are plain spans and are run as
captures, which is faster.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from tree_sitter import Language, Query

from indexer.syntax.grammars import grammar


@dataclass(frozen=True, slots=True)
class StructureQuery:
    """The compiled queries of one grammar. `exact` is False when they were derived from node kinds."""

    definitions: Query | None
    spans: Query | None
    exact: bool


@cache
def structure_query(name: str) -> StructureQuery | None:
    """The queries for a grammar, or None when the grammar cannot be used."""
    language = grammar(name)
    if language is None:
        return None
    source, exact = query_source(name)
    patterns = split_patterns(source)
    definitions = [pattern for pattern in patterns if "@definition." in pattern]
    spans = [pattern for pattern in patterns if "@definition." not in pattern and "@reference." not in pattern]
    return StructureQuery(_compiled(language, definitions), _compiled(language, spans), exact)


@cache
def reference_query(name: str) -> Query | None:
    """The patterns that find references, or None where a language has none."""
    language = grammar(name)
    if language is None:
        return None
    return _compiled(language, [p for p in split_patterns(query_source(name)[0]) if "@reference." in p])


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


def _compiled(language: Language, patterns: list[str]) -> Query | None:
    return Query(language, "\n".join(patterns)) if patterns else None
