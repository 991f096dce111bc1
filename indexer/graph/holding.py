"""The files of an index that can have a name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from indexer.model import Span
from indexer.query.tree import Name, Node, Query, Ref
from indexer.query.tree import Text as TextTerm
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.run.corpus import Corpus
from indexer.store.reader import FileRow

_MARKED = re.compile(r"(?:--|[$@%])?[\w-]+")  # a name of a style sheet with its sign


def rows_with(corpus: Corpus, name: str) -> Iterable[FileRow]:
    """The files of the index that can have a name."""
    if not is_written_whole(name) and not _MARKED.fullmatch(name):  # a path that imports may have in parts
        return _narrowed(corpus, Ref(None, Name("path", name, ignore_case=False), Span(0, 0)), name)
    return rows_with_text(corpus, name)


def rows_with_text(corpus: Corpus, text: str) -> Iterable[FileRow]:
    """The files of the index that can have a text."""
    return _narrowed(corpus, TextTerm(text, regex=False, ignore_case=False, span=Span(0, 0)), text)


def _narrowed(corpus: Corpus, term: Node, name: str) -> Iterable[FileRow]:
    if corpus.snapshot is None:
        return ()
    return narrowed_rows(corpus.snapshot, Query(term, "line", "path", name), corpus.below)


def is_word(name: str) -> bool:
    """Whether a name is written in one piece, and no path; a sign may stand before it."""
    return name.lstrip("@").isidentifier()


def is_written_whole(name: str) -> bool:
    """Whether a text that has a name has it in one piece: some languages have dashes in their names."""
    return is_word(name) or name.replace("-", "_").isidentifier()
