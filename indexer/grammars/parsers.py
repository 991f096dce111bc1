"""Grammars and their parsers, loaded on first use. Which of them may run where is told in `indexer.grammars.trust`."""

from __future__ import annotations

from functools import cache

from tree_sitter import Language, Tree

from indexer.grammars.time_limit import GrammarParser
from indexer.languages.profile import Change, profile_of


@cache
def grammar(name: str) -> Language | None:
    """The compiled grammar, or None when there is none or it is unsafe."""
    if profile_of(name).grammar.unsafe:
        return None
    try:
        return _load(name)
    except (LookupError, ImportError):
        return None


def _load(name: str) -> Language:
    from tree_sitter_language_pack import get_language

    return get_language(profile_of(name).grammar.compiled or name)  # type: ignore[arg-type]  # the pack types its names as a Literal


def parser(name: str) -> GrammarParser | None:
    """A parser for the grammar; a new one each time where its scanner is unsteady."""
    loaded = grammar(name)
    if loaded is None:
        return None
    return GrammarParser(loaded) if profile_of(name).grammar.unsteady else _kept(name, loaded)


class CarefulParser(GrammarParser):
    """A parser for a grammar whose scanner does not come to the end of every text."""

    def __init__(self, loaded: Language, survivable: Change) -> None:
        super().__init__(loaded)
        self._survivable = survivable

    def parse(self, data: bytes, old_tree: Tree | None = None) -> Tree:
        return super().parse(self._survivable(data), old_tree)


class TranslatingParser(GrammarParser):
    """A parser that is given the text in the words of another language.

    A key may change the words of rows far below it, so no tree of an earlier text is of use.
    """

    def __init__(self, loaded: Language, translated: Change) -> None:
        super().__init__(loaded)
        self._translated = translated

    def parse(self, data: bytes, old_tree: Tree | None = None) -> Tree:
        return super().parse(self._translated(data))


@cache
def _kept(name: str, loaded: Language) -> GrammarParser:
    known = profile_of(name).grammar
    if known.translated is not None:
        return TranslatingParser(loaded, known.translated)
    return GrammarParser(loaded) if known.survivable is None else CarefulParser(loaded, known.survivable)
