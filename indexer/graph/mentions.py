"""Where a name is mentioned without being code that could be followed to what it means.

Strings that hold it as a name, examples in texts, members and keyword arguments of things of which nothing is known.
Such a place may mean a definition or not; only a person, or running the program, can tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.extract.naming import has_word
from indexer.graph.resolve import Resolver
from indexer.graph.uses import rows_with
from indexer.graph.values import Keyword, Member
from indexer.model import Span
from indexer.search.run.corpus import Candidate, Corpus, Gone, candidates

# A string that holds names and no prose: `name`, `module.name`, `module:name`, `one, other`, `list[Name]`, `--name`.
_NAMES = re.compile(rb"-{0,2}\w+(?:\s*[.:,|/\[\]()=]\s*[\w*]*)*")
_QUOTED = re.compile(rb"[A-Za-z]{0,3}(\"\"\"|'''|\"|'|`)")
_EXAMPLE = re.compile(rb"^[ \t]*(?:>>>|\.\.\.)[ \t].*$", re.M)
_LONGEST = 300  # bytes of a string that can be names


def mentions(name: str, resolver: Resolver, gives_parameters: bool) -> Iterator[tuple[Corpus, str, Span]]:
    """The places of the workspace that mention a name; with those, parameters that a framework may fill by it."""
    word = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
    for corpus in resolver.corpora:
        for candidate in candidates(corpus, rows_with(corpus, name)):
            try:
                data = candidate.text.data
                if not has_word(data, name):
                    continue
                for span in {*_in_strings(candidate, word), *_in_examples(data, word)}:
                    yield corpus, candidate.path, span
                places = [found.start() for found in word.finditer(data)]
                for span in _loose(resolver, corpus, candidate.path, places):
                    yield corpus, candidate.path, span
                for span in _parameters(resolver, corpus, candidate.path, name) if gives_parameters else ():
                    yield corpus, candidate.path, span
            except Gone:
                continue


def _in_strings(candidate: Candidate, word: re.Pattern[bytes]) -> Iterator[Span]:
    data = candidate.text.data
    for span in candidate.strings():
        if span.end - span.start > _LONGEST:
            continue
        written = data[span.start : span.end]
        opening = _QUOTED.match(written)
        inside = written[opening.end() : -len(opening[1])] if opening is not None else written
        if opening is not None and word.search(inside) and _NAMES.fullmatch(inside.strip()):
            start = span.start + opening.end()
            for found in word.finditer(inside):
                yield Span(start + found.start(), start + found.end())


def _in_examples(data: bytes, word: re.Pattern[bytes]) -> Iterator[Span]:
    """Lines of a session with an interpreter, which documents have and which may be run as tests."""
    if b">>> " not in data:
        return
    for line in _EXAMPLE.finditer(data):
        for found in word.finditer(line[0]):
            yield Span(line.start() + found.start(), line.start() + found.end())


def _loose(resolver: Resolver, corpus: Corpus, path: str, places: list[int]) -> Iterator[Span]:
    """Members and keywords of what nobody knows: they may well be those of what is renamed."""
    sources = resolver.meaning(corpus).sources
    scoping = sources.scoping(path)
    if scoping is None or sources.names(path) is None:
        return
    targets = resolver.targets_at(corpus, path, places)
    for use, meant in zip(sources.uses(path, places), targets, strict=True):
        if use is None or not isinstance(use.value, Keyword | Member):
            continue
        guessed = not meant or meant[0].evidence in ("unique", "name")
        if guessed or (isinstance(use.value, Member) and use.name in scoping.outside_members):
            yield use.span


def _parameters(resolver: Resolver, corpus: Corpus, path: str, name: str) -> Iterator[Span]:
    names = resolver.meaning(corpus).sources.names(path)
    for binding in () if names is None else names.bindings:
        if binding.kind == "parameter" and binding.name == name:
            yield binding.span
