"""Where a name is mentioned without being code that could be followed to what it means.

Strings that hold it as a name, examples in texts, members and keyword arguments of things of which nothing is known.
Such a place may mean a definition or not; only a person, or running the program, can tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from indexer.extract.naming import has_word
from indexer.graph.holding import rows_with
from indexer.graph.outsiders import may_be_inside
from indexer.graph.resolve import Resolver
from indexer.graph.values import Keyword, Member
from indexer.model import Span
from indexer.search.run.corpus import Candidate, Corpus, Gone, candidates

# A string that holds names and no prose: `name`, `module.name`, `module:name`, `one, other`, `list[Name]`, `--name`.
_NAMES = re.compile(rb"-{0,2}\w+(?:\s*[.:,|/\[\]()=]\s*[\w*]*)*")
_QUOTED = re.compile(rb"[A-Za-z]{0,3}(\"\"\"|'''|\"|'|`)")
_EXAMPLE = re.compile(rb"^[ \t]*(?:>>>|\.\.\.)[ \t].*$", re.M)
_KEY = re.compile(rb"[ \t]*(?:#[ \t]*)?\[*[\w.\"'-]{0,80}")  # what stands before a key in a row of data
_KEYED = re.compile(rb"[\w.\\\"'-]{0,80}[ \t]*[=:\]>]")  # and behind it
_GIVING = (b"(", b",", b"=", b"[", b"{", b"+")  # signs before a string that something is done with
_OF_SOMETHING = re.compile(rb"[\w)\]}]\.")
_LONGEST = 300  # bytes of a string that can be names


class Mentioned(NamedTuple):
    """What is known of a name whose mentions are looked for."""

    name: str
    is_member: bool = False  # code in strings may ask for it
    is_field: bool = False  # texts of data may have it as a key
    gives_parameters: bool = False  # a framework may fill parameters by it
    within: frozenset[str] | None = None  # the files that alone know it, in which strings may tell it all the same


def mentions(of: Mentioned, resolver: Resolver) -> Iterator[tuple[Corpus, str, Span]]:
    """The places of the workspace that mention a name."""
    name, within = of.name, of.within
    word = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
    for corpus in resolver.corpora:
        for candidate in candidates(corpus, rows_with(corpus, name)):
            if within is not None and candidate.path not in within:
                continue
            try:
                data = candidate.text.data
                if not has_word(data, name):
                    continue
                in_texts = {*_in_strings(candidate, word), *_in_examples(data, word)}
                in_texts.update(_in_data(candidate, word) if of.is_field else ())
                in_texts.update(_asked_for(candidate, word) if of.is_member else ())
                for span in in_texts:
                    yield corpus, candidate.path, span
                if within is not None:
                    continue
                places = [found.start() for found in word.finditer(data)]
                for span in _loose(resolver, corpus, candidate.path, places):
                    yield corpus, candidate.path, span
                for span in _parameters(resolver, corpus, candidate.path, name) if of.gives_parameters else ():
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


def _asked_for(candidate: Candidate, word: re.Pattern[bytes]) -> Iterator[Span]:
    """Members in strings that are code of another language, or made into code: `thing.name`; not in what documents."""
    data = candidate.text.data
    for span in candidate.strings():
        opening = _QUOTED.match(data, span.start, span.end)
        before = data[max(span.start - _LONGEST, 0) : span.start].rstrip()
        if opening is not None and len(opening[1]) == 3 and before[-1:] not in _GIVING:
            continue  # a statement of its own
        for found in word.finditer(data, span.start, span.end):
            if _OF_SOMETHING.fullmatch(data, max(found.start() - 2, 0), found.start()):
                yield Span(*found.span())


def _in_data(candidate: Candidate, word: re.Pattern[bytes]) -> Iterator[Span]:
    """Keys in texts of data, which a library may take to the fields of a type: `name = 1`, `"name": 1`, `[name]`."""
    data = candidate.text.data
    for span in candidate.strings():
        opening = _QUOTED.match(data, span.start, span.end)
        start = opening.end() if opening is not None else span.start
        for found in word.finditer(data, start, span.end):
            row = max(data.rfind(b"\n", start, found.start()) + 1, found.start() - _LONGEST, start)
            keyed = _KEYED.match(data, found.end(), span.end)
            if keyed is None:
                continue
            is_quoted = data[found.start() - 1 : found.start()] in (b'"', b"'", b"<", b"/")
            has_rows = keyed[0][-1:] != b":" or b"\n" in data[start : span.end]  # `name: …` in one row is for people
            if (is_quoted and start < found.start()) or (has_rows and _KEY.fullmatch(data, row, found.start())):
                yield Span(*found.span())


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
        elif isinstance(use.value, Member) and meant[0].corpus is None:
            meaning = resolver.meaning(corpus)
            meaning.begin()
            if may_be_inside(meaning, path, use.value.of):
                yield use.span


def _parameters(resolver: Resolver, corpus: Corpus, path: str, name: str) -> Iterator[Span]:
    names = resolver.meaning(corpus).sources.names(path)
    for binding in () if names is None else names.bindings:
        if binding.kind == "parameter" and binding.name == name:
            yield binding.span
