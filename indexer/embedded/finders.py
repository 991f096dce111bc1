"""Which finders look at which document: the one that a profile names, and those for fences and heredocs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from indexer.embedded.host import Host
from indexer.languages.profile import profile_of, resolved
from indexer.languages.registry import Language, by_name
from indexer.model import Region, Span

DEEPEST = 4  # how deep regions lie inside each other

Finder = Callable[[Host], Iterator[Region]]


def regions(host: Host) -> tuple[Region, ...]:
    """The regions of a document, by where they begin. Their spans do not overlap."""
    language = host.language
    if language is None:
        return ()
    signs = profile_of(language.name).embeds.signs
    if signs and not any(map(host.text.holds, signs)):
        return ()  # to look for them takes as long as to read all of its rows
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
    parsed = language.adapter == "syntax" and language.grammar is not None
    name = language.grammar if parsed and language.grammar is not None else language.name
    hook = profile_of(name).embeds.finder
    finders: list[Finder] = [resolved(hook)] if hook else []
    if parsed and language.lexer is not None:
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
