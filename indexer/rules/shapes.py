"""Whether the patterns and tree queries of a rule can be read in the language that the rule names."""

from __future__ import annotations

from functools import lru_cache

from indexer.grammars.trust import is_trusted
from indexer.languages.registry import by_name
from indexer.model import Problem
from indexer.query.parser import parse
from indexer.query.tree import Lang, Pattern, TreeQuery, walk
from indexer.search.plan.narrow import conjuncts


@lru_cache(maxsize=4096)
def problem_with_shapes(query: str) -> Problem | None:
    """The first shape that makes no sense. Of a rule for no language in particular, and of grammars that nobody has
    proved safe, nothing is said here."""
    parsed = parse(query).query
    if parsed is None:
        return None
    named = [term.language for term in conjuncts(parsed.root) if isinstance(term, Lang)]
    language = by_name(named[0]) if len(named) == 1 else None
    if language is None or language.grammar is None or not is_trusted(language.grammar, query.encode()):
        return None
    from indexer.patterns.pattern import compile_pattern
    from indexer.patterns.raw import compile_query  # they import the parser

    for term in walk(parsed.root):
        if isinstance(term, Pattern | TreeQuery):
            compiled = compile_pattern if isinstance(term, Pattern) else compile_query
            made = compiled(term.source, language.grammar)
            if isinstance(made, Problem):
                return Problem(made.message, term.span)
    return None
