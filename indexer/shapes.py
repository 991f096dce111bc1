"""Where the code of a document has a shape: in its trees, in its heredocs, and in the languages inside of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tree_sitter import Tree

from indexer.grammars.parsers import parser
from indexer.languages.profile import profile_of
from indexer.lazy import lazy
from indexer.model import CapturedMatch, HeredocBody, Problem, Span
from indexer.patterns.match import Found, Shape, without_cut
from indexer.patterns.pattern import matches_in
from indexer.syntax.parts import trees_of_parts

if TYPE_CHECKING:
    from indexer.embedded.merge import Place
    from indexer.languages.registry import Language
    from indexer.model import Symbol
    from indexer.syntax.structure import Structure
    from indexer.syntax.whole_trees import WholeTrees
    from indexer.text.document_text import Text

Compile = Callable[[str, str], Shape | Problem]  # a source, for a grammar


class Searched(Protocol):
    """What is to be known of a document; see `indexer.documents`, which is one."""

    @property
    def language(self) -> Language | None: ...
    @property
    def text(self) -> Text: ...
    @property
    def masked(self) -> bytes: ...
    @property
    def trees(self) -> WholeTrees | None: ...
    @property
    def structure(self) -> Structure | None: ...
    @property
    def known_structure(self) -> Structure | None: ...
    @property
    def own_symbols(self) -> Sequence[Symbol]: ...
    @property
    def embedded(self) -> Sequence[tuple[Place, Searched]]: ...
    def heredoc_bodies(self) -> Sequence[HeredocBody]: ...


class ShapeMatches(NamedTuple):
    """Where code has a shape, and what the parts of the shape stand for."""

    matches: list[CapturedMatch]
    problem: str | None  # why the shape makes no sense in this text's language
    complete: bool  # False when a limit cut the search short


def shape_matches(
    document: Searched, source: str, compiled: Compile, definitions: Sequence[tuple[int, int]] | None = None
) -> ShapeMatches:
    """The places where a document's code has a shape. Whoever knows them tells where the definitions are that can be
    parsed alone, see `indexer.syntax.parts`."""
    found: list[CapturedMatch] = []
    problem: str | None = None
    complete = True
    language = document.language
    grammar = language.grammar if language is not None and language.adapter == "syntax" else None
    if (
        grammar is None
        or parser(grammar) is None
        or (profile_of(grammar).grammar.unsteady and document.structure is None)
    ):
        problem = f"{language.title if language is not None else 'this text'} has no syntax tree to search"
    else:
        shape = compiled(source, grammar)
        if isinstance(shape, Problem):
            problem = shape.message
        elif shape.may_be_in(document.text.data):
            looking = _Looking(document, grammar)
            matched = looking.matched(shape, definitions)
            complete = matched.complete
            for match in matched.matches:
                captured = {name: looking.with_bodies(Span(*span)) for name, span in match.captures.items()}
                found.append(CapturedMatch(looking.with_bodies(Span(match.start, match.end)), captured, match.counts))
    for place, inner in document.embedded:
        within = shape_matches(inner, source, compiled)
        for span, captures, counts, _ in within.matches:
            moved = {name: place.moved(each) for name, each in captures.items()}
            found.append(CapturedMatch(place.moved(span), moved, counts))
        complete &= within.complete
        problem = problem and within.problem  # one language that can be searched is enough
    return ShapeMatches(sorted(found, key=lambda item: (item[0].start, item[0].end)), problem, complete)


class _Looking:
    """One shape being looked for in the trees of a document."""

    def __init__(self, document: Searched, grammar: str) -> None:
        self._document = document
        self._grammar = grammar
        assert document.trees is not None
        self._trees = document.trees

    def matched(self, shape: Shape, definitions: Sequence[tuple[int, int]] | None) -> Found:
        """The matches in the trees of the text, in what its heredocs have interpolated, and in the parser's own
        recovery where the text has errors; a language whose errors stay in bodies is read so in the first place.
        """
        document, data = self._document, self._document.text.data
        results = [matches_in(shape, self._trees_for(shape, definitions), data)]
        structure = document.known_structure
        in_bodies = profile_of(self._grammar).structure.errors_in_bodies
        if structure is not None and not structure.clean and not in_bodies:
            results = without_cut(results[0], matches_in(shape, [(self._trees.whole, 0)], data))
        if self._heredocs and document.language is not None:
            from indexer.embedded.heredoc_shapes import trees_of_values

            for tree, offset, (start, end) in trees_of_values(
                document.text, document.language, self._heredocs, shape.may_be_in
            ):
                result = matches_in(shape, [(tree, offset)], data)
                inside = [match for match in result.matches if match.start >= start and match.end <= end]
                results.append(Found(inside, result.complete))
        matches = {(match.start, match.end): match for result in reversed(results) for match in result.matches}
        return Found([matches[span] for span in sorted(matches)], all(result.complete for result in results))

    def _trees_for(self, shape: Shape, definitions: Sequence[tuple[int, int]] | None) -> Iterable[tuple[Tree, int]]:
        """Trees in which all matches of a shape can be found. A text with errors is always read in the same way."""
        document = self._document
        if definitions is None and document.known_structure is None:
            tree = self._trees.whole
            if not tree.root_node.has_error:
                return [(tree, 0)]
        kinds = profile_of(self._grammar).structure.whole_kinds
        words = shape.words_of_parts if kinds and document.masked is document.text.data else ()
        if not words:
            return document.structure.trees(document.masked) if document.structure is not None else ()
        if definitions is None:
            tops = [symbol for symbol in document.own_symbols if symbol.parent is None and symbol.kind in kinds]
            definitions = [(symbol.span.start, symbol.span.end) for symbol in tops]
        return trees_of_parts(
            self._grammar, document.masked, definitions, words, self._trees.parts, shape.runs_of_parts
        )

    @lazy
    def _heredocs(self) -> Sequence[HeredocBody]:
        """The heredocs that the grammar does not see."""
        document = self._document
        return document.heredoc_bodies() if document.masked is not document.text.data else ()

    @lazy
    def _by_row(self) -> dict[int, list[HeredocBody]]:
        """The same by the rows in which they are declared."""
        found: dict[int, list[HeredocBody]] = {}
        for heredoc in self._heredocs:
            found.setdefault(heredoc.declaration_row, []).append(heredoc)
        return found

    def with_bodies(self, span: Span) -> Span:
        """A span of code with the heredocs that belong to it."""
        if not self._heredocs:
            return span
        from indexer.embedded.heredoc_shapes import with_bodies

        return with_bodies(span, self._document.text, self._by_row)
