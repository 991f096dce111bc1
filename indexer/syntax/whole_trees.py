"""Trees of all of a text, each made when it is first asked for: whoever asks for several shapes needs them often."""

from __future__ import annotations

from tree_sitter import Tree

from indexer.grammars.parsers import parser
from indexer.languages.scoping import scoping_of
from indexer.lazy import lazy


class WholeTrees:
    """The trees of one text. `masked` is what the grammar is to see of it: heredocs, for one, are left out."""

    def __init__(self, grammar: str, data: bytes, masked: bytes) -> None:
        self.grammar = grammar
        self.parts: dict[tuple[int, int], Tree] = {}  # of parts of the text, as far as somebody has asked for them
        self._data = data
        self._masked = masked

    @lazy
    def whole(self) -> Tree:
        """One tree of all of the text, as the parser's own recovery sees it."""
        return self._parsed(self._masked)

    @lazy
    def code(self) -> Tree:
        """The same with the code in heredocs, if the grammar reads them without a mistake, and without macros around
        definitions, if names of the language are known to lie in such."""
        scoping = scoping_of(self.grammar)
        without_macros = scoping.unwrapped if scoping is not None else None
        if self._masked != self._data:
            unmasked = self._parsed(self._data if without_macros is None else without_macros(self._data))
            if not unmasked.root_node.has_error:
                return unmasked
        text = self._masked if without_macros is None else without_macros(self._masked)
        return self.whole if text is self._masked else self._parsed(text)

    def _parsed(self, text: bytes) -> Tree:
        parse = parser(self.grammar)
        assert parse is not None
        return parse.parse(text)
