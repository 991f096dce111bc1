"""The examples of a rule: what it says of code that is good, and of code that is bad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from indexer.documents import Document
from indexer.graph.edges import Edges
from indexer.graph.sources import KnownTexts
from indexer.languages.detect import detect
from indexer.languages.registry import Language, by_name
from indexer.query.tree import And, File, Node, Not
from indexer.rules.finding import findings_in
from indexer.rules.rule import Rule
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Candidate, Corpus


class Failed(NamedTuple):
    """An example that a rule judges otherwise than it says."""

    rule: Rule
    kind: str  # "good" or "bad"
    number: int  # from 0
    reason: str


def failures(rule: Rule, reader: SafeReader) -> Iterator[Failed]:
    """The examples of a rule that do not hold."""
    language = language_of(rule)
    for kind, examples in (("bad", rule.bad), ("good", rule.good)):
        for number, code in enumerate(examples):
            if language is None and rule.plan.plain is None:
                yield Failed(rule, kind, number, "it is in no language: add `lang:` to the query or `files`")
                continue
            found = _found(rule, code, language, reader)
            if kind == "bad" and not found:
                yield Failed(rule, kind, number, "nothing is found in it")
            elif kind == "good" and found:
                yield Failed(rule, kind, number, f"something is found in it, line {found[0] + 1}")


def language_of(rule: Rule) -> Language | None:
    """The language of a rule's examples: the one it names, or that of the files it is about."""
    named = rule.language
    if named is not None:
        return by_name(named)
    for pattern in rule.files:
        name = pattern.rpartition("/")[2].replace("*", "x")
        found = None if pattern.startswith("!") else detect(name, b"")
        if found is not None:
            return found
    return None


def _found(rule: Rule, code: str, language: Language | None, reader: SafeReader) -> list[int]:
    """The rows in which a rule finds something in code, wherever the code lies."""
    data = code.encode("utf-8", "replace")
    document = Document.of(language, data)
    path = "example" + (language.extensions[0] if language is not None and language.extensions else "")
    graph = cache(lambda: Edges([corpus], KnownTexts()))  # an example is all the code there is
    corpus = Corpus(Path("/"), None, reader, {path: document}, graph=graph)
    found = findings_in([_anywhere(rule)], Candidate(corpus, path, None), None).findings
    return [document.text.lines.row_of(finding.span.start) for finding in found if finding.rule == rule.name]


def _anywhere(rule: Rule) -> Rule:
    """The same rule about files of any path."""
    query = rule.query
    for term in sorted(_file_terms(rule.parsed.root), key=lambda each: -each.span.start):
        query = query[: term.span.start] + query[term.span.end :]
    return replace(rule, query=query, fix=None)


def _file_terms(node: Node) -> list[File | Not]:
    """The terms about the path that every hit must satisfy."""
    parts = node.parts if isinstance(node, And) else ()
    return [part for part in parts if isinstance(part, File) or (isinstance(part, Not) and isinstance(part.part, File))]
