"""What is fuzzed: every grammar, every statement lexer, and every way of reading a text by its layout.

A subject is a language of the table. Languages that are read in exactly the same way share one.
"""

from __future__ import annotations

from functools import cache

from indexer.grammars.trust import is_fuzzed, why_unsafe
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language, languages


@cache
def subjects() -> dict[str, Language]:
    """One language for each way of reading, by its name, in the order of the table."""
    found: dict[object, Language] = {}
    for language in sorted(languages(), key=lambda each: (each.name != each.grammar, each.name)):
        found.setdefault(_way(language), language)
    return {language.name: language for language in sorted(found.values(), key=lambda each: each.name)}


def _way(language: Language) -> object:
    """What decides how a language is read; two languages that have it in common are one subject."""
    if language.lexer is not None or language.adapter == "markdown":
        return language.name
    if language.adapter == "syntax" and language.grammar is not None and not why_unsafe(language.grammar):
        return language.grammar
    known = profile_of(language.name).layout
    if known.words or known.headings or known.one_row:
        return language.name
    habits = (known.assigned_functions, known.declares, known.capital_constants)
    return (language.adapter, language.comment, language.braces, *habits)


def grammar_of(language: Language) -> str | None:
    """The grammar that parses a language's text, if one does."""
    return language.grammar if language.adapter == "syntax" and not why_unsafe(language.grammar) else None


def is_ours(language: Language) -> bool:
    """Whether a text of this language is read in the server's own process."""
    grammar = grammar_of(language)
    return grammar is None or is_fuzzed(grammar)


def weight(language: Language) -> int:
    """How many times as many inputs a subject gets as the least of them."""
    return 3 if language.lexer is not None or (language.adapter == "syntax" and is_ours(language)) else 1
