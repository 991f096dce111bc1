"""Which finders look at which document. A language that is not named here holds no other, and is not looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from indexer.embedded.host import Host
from indexer.languages.registry import Language, by_name
from indexer.model import Region, Span

DEEPEST = 4  # how deep regions lie inside each other

Finder = Callable[[Host], Iterator[Region]]
_MARKUP = frozenset(("html", "vue", "svelte", "astro"))
_SCRIPTS = frozenset(("javascript", "typescript", "tsx"))
_GENERATORS = frozenset(("gperf", "lex", "yacc"))


def regions(host: Host) -> tuple[Region, ...]:
    """The regions of a document, by where they begin. Their spans do not overlap."""
    language = host.language
    if language is None:
        return ()
    finders = _finders(language)
    if not finders:
        return ()
    found = [region for finder in finders for region in finder(host) if _counts(region, host.text.data)]
    found.sort(key=lambda region: (region.spans[0].start, -region.spans[-1].end))
    return tuple(_apart(found))


def may_embed(language: Language) -> bool:
    """Whether documents of a language may hold others."""
    return bool(_finders(language))


def _finders(language: Language) -> list[Finder]:
    # The finders compile patterns when they are imported, and most documents need none.
    if language.adapter == "markdown":
        from indexer.embedded.fences import fences

        return [fences]
    if language.name in _GENERATORS:
        from indexer.embedded.generators import code_of_generators

        return [code_of_generators]
    if language.adapter != "syntax" or language.grammar is None:
        return []
    grammar = language.grammar
    finders: list[Finder] = []
    if grammar in _MARKUP:
        from indexer.embedded.markup import elements

        finders.append(elements)
    elif grammar in _SCRIPTS:
        from indexer.embedded.literals import tagged_templates

        finders.append(tagged_templates)
    elif grammar == "bash":
        from indexer.embedded.quoted import scripts_in_quotes

        finders.append(scripts_in_quotes)
    elif grammar == "rust":
        from indexer.embedded.macros import items_in_macros

        finders.append(items_in_macros)
    elif grammar == "php":
        from indexer.embedded.templates import php_page

        finders.append(php_page)
    elif grammar == "embeddedtemplate":
        from indexer.embedded.templates import template

        finders.append(template)
    elif grammar == "twig":
        from indexer.embedded.templates import twig

        finders.append(twig)
    elif grammar == "yaml":
        from indexer.embedded.pipelines import steps

        finders.append(steps)
    elif grammar == "dockerfile":
        from indexer.embedded.run import commands

        finders.append(commands)
    if language.lexer is not None:
        from indexer.embedded.heredocs import heredocs

        finders.append(heredocs)
    return finders


def _counts(region: Region, data: bytes) -> bool:
    """Whether a region has something in it, in a language that has a structure."""
    language = by_name(region.language)
    if language is None or language.adapter == "window":
        return False
    return any(data[span.start : span.end].strip() for span in region.spans)


def _apart(found: list[Region]) -> Iterator[Region]:
    """The regions without those that share bytes with an earlier one."""
    taken: list[Span] = []
    for region in found:
        first, last = region.spans[0].start, region.spans[-1].end
        taken = [span for span in taken if span.end > first]
        if any(
            span.start < other.end and other.start < span.end
            for span in taken
            if span.start < last
            for other in region.spans
        ):
            continue
        taken += region.spans
        yield region
