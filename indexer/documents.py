"""A document: one version of an open text and everything that can be said about it.

A document is a value. An edit makes a new one that remembers what the old one had worked out and the range that
changed since; nothing is parsed until it is asked for, so a burst of keystrokes costs one parse. Whatever the edits
were, every answer equals that of a document opened with the final text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.extract.conventions import names_test_tool
from indexer.extract.folds import folds, heredoc_folds, region_folds
from indexer.extract.references import references
from indexer.extract.section_folds import Beside, placed_folds
from indexer.extract.sectioned import Sectioned
from indexer.extract.sections import Placed, Section, with_clauses
from indexer.extract.selection import nested, node_spans, prose_spans, word_at
from indexer.extract.statements import tree_statements
from indexer.extract.symbols import symbols
from indexer.grammars.parsers import parser
from indexer.grammars.trust import is_trusted, parsable
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language, by_name
from indexer.lazy import lazy
from indexer.model import (
    Block,
    Boundary,
    Chunk,
    Fold,
    Heredoc,
    HeredocBody,
    Occurrence,
    Reference,
    Region,
    Span,
    Statement,
    Symbol,
)
from indexer.syntax.blind_spots import in_known_dialect, readable
from indexer.syntax.faults import Fault, faults
from indexer.syntax.first_look import FirstLook
from indexer.syntax.removal import with_separators
from indexer.syntax.statements.lexers import lexer_for, may_hold_heredoc
from indexer.syntax.statements.mask import mask
from indexer.syntax.statements.tracker import StatementTracker
from indexer.syntax.structure import Structure
from indexer.syntax.whole_trees import WholeTrees
from indexer.text.document_text import Edit, Text

# The block adapters compile many patterns when they are imported, so they are when a document first needs them.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from indexer.blocks.commonmark import Scan
    from indexer.blocks.keywords import Keywords
    from indexer.embedded.merge import Merged, Place
    from indexer.extract.structure import Items
    from indexer.shapes import ShapeMatches

_LONE_RETURN = re.compile(rb"\r(?!\n)")
# What the next version makes use of.
_KNOWN = ("structure", "tracker", "masked", "embedded", "_sections", "_first_look")


@dataclass(frozen=True)
class Document:
    """One version of a text in a language. `version` is the editor's."""

    language: Language | None
    text: Text
    version: int = 0
    _parsed: tuple[Document, Edit] | None = field(default=None, repr=False, compare=False)
    depth: int = field(default=0, repr=False)  # how many documents are around this one

    @classmethod
    def of(cls, language: Language | None, data: bytes, version: int = 0) -> Document:
        return cls(language, Text.of(data), version)

    def edited(self, start: int, end: int, new: bytes, version: int) -> Document:
        """The document after the bytes [start, end) were replaced."""
        text, edit = self.text.spliced(start, end, new)
        worked_out = self._is_parsed or "tracker" in self.__dict__
        if self._parsed is None or worked_out or (self._has_headings and "embedded" in self.__dict__):
            return Document(self.language, text, version, (self._without_past(), edit), self.depth)
        # Nobody asked about this version: what is known is about an older one, and the two edits become one.
        base, before = self._parsed
        return Document(self.language, text, version, (base, before.then(edit)), self.depth)

    def _without_past(self) -> Document:
        """What the next version is worked out from: all that is known of this one, and nothing of those before."""
        if self._parsed is None:
            return self
        base = Document(self.language, self.text, self.version, None, self.depth)
        known = {name: self.__dict__[name] for name in _KNOWN if name in self.__dict__}
        # Documents inside this one that nobody has asked for since are still as good as new where their text is.
        base.__dict__.update({"embedded": self._parsed[0].__dict__.get("embedded", [])} | known)
        return base

    @lazy
    def structure(self) -> Structure | None:
        """The pieces and their items, or None for a language without a usable grammar."""
        language = self.language
        if language is None or language.grammar is None or language.adapter != "syntax":
            return None
        masked = self.masked
        if self._parsed is not None and not profile_of(language.grammar).grammar.unsteady:
            base, edit = self._parsed
            before = base.structure if base._is_parsed else None
            if before is not None:
                old = base.masked
                if old is not base.text.data or masked is not self.text.data:
                    edit = Edit.between(old, masked)
                return before.edited(old, masked, edit)
        look: FirstLook | None = self.__dict__.get("_first_look")
        return Structure.parse(language.grammar, masked) if look is None else look.structure()

    @property
    def known_structure(self) -> Structure | None:
        """The same, if somebody has asked for it."""
        known: Structure | None = self.__dict__.get("structure")
        return known

    @property
    def is_broken(self) -> bool:
        """Whether the text has an error, to its grammar. Of a text of which nothing is known its tree tells."""
        look = self._first_look
        if look is not None:
            return look.tree.root_node.has_error
        return self.structure is not None and not self.structure.clean

    @property
    def is_unread(self) -> bool:
        """Whether nothing was ever asked of this text or of one that it was made from."""
        return self._parsed is None and not self._is_parsed

    @property
    def _is_parsed(self) -> bool:
        return "structure" in self.__dict__ or self.__dict__.get("_first_look") is not None

    @lazy
    def _first_look(self) -> FirstLook | None:
        """What an outline needs of a text of which nothing is known yet."""
        language = self.language
        if language is None or language.grammar is None or language.adapter != "syntax":
            return None
        if "structure" in self.__dict__ or (self._parsed is not None and self._parsed[0]._is_parsed):
            return None
        return FirstLook.of(language.grammar, self.masked)

    @lazy
    def tracker(self) -> StatementTracker | None:
        """The statement tracker, for languages that have a statement lexer."""
        lexer = lexer_for(self.language)
        if lexer is None:
            return None
        text = self.text
        if self._parsed is not None:
            base, edit = self._parsed
            before: StatementTracker | None = base.__dict__.get("tracker")
            if before is not None:
                first = base.text.lines.row_of(max(edit.start - 1, 0))
                old_end = base.text.lines.row_of(edit.end) + 1
                new_end = old_end + len(text.lines) - len(base.text.lines)
                return before.edited(text.data, text.lines, first, old_end, new_end)
        return StatementTracker.scan(lexer, text.data, text.lines)

    @lazy
    def masked(self) -> bytes:
        """The text that the grammar sees: without heredocs and blind spots, with rows where the protocol has them."""
        data = self.text.data
        if self.language is not None and may_hold_heredoc(self.language, data):
            tracker = self.tracker
            assert tracker is not None
            data = mask(data, tracker, self.text.lines, profile_of(self.language.name).heredocs.filler)
        grammar = self.language.grammar if self.language is not None else None
        if grammar is not None:
            data = in_known_dialect(grammar, data)
        if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
            data = _LONE_RETURN.sub(b"\n", data)  # to a grammar it is no line end
        return data if grammar is None else parsable(readable(grammar, data))

    @lazy
    def scan(self) -> Scan:
        """The headings and fences of a text that has them."""
        from indexer.blocks.markdown import scan

        return scan(self.text, self.language)

    @lazy
    def root(self) -> Node | None:
        """The root of a tree of the whole text; where it has errors, that of which its items are made, if there is one,
        else what the parser's own recovery sees."""
        look = self._first_look
        if look is not None and not look.tree.root_node.has_error:
            return look.tree.root_node
        structure = self.structure
        if structure is None:
            return None
        tree = structure.tree
        if tree is None and look is not None:
            tree = look.tree
        parse = parser(structure.grammar) if tree is None else None
        if parse is not None:
            tree = parse.parse(self.masked)
        return None if tree is None else tree.root_node

    def regions(self) -> tuple[Region, ...]:
        """The parts of the text in other languages, by where they begin."""
        return self._regions

    @lazy
    def _regions(self) -> tuple[Region, ...]:
        from indexer.embedded.finders import DEEPEST, regions

        return regions(self) if self.depth < DEEPEST else ()

    @lazy
    def embedded(self) -> list[tuple[Place, Document]]:
        """The documents in the regions. One whose text was there before is the same document still."""
        if not self._regions:
            return []
        from indexer.embedded.merge import Place
        from indexer.embedded.region import text_of

        texts = [(region.language, text_of(self.text.data, region)) for region in self._regions]
        before: list[tuple[Place, Document]] = self._parsed[0].__dict__.get("embedded", []) if self._parsed else []
        known = {(place.region.language, inner.text.data): inner for place, inner in before}
        wanted = dict.fromkeys(texts)
        # Where as many texts changed as there were before, each comes from the one in its place.
        old = [(key[0], inner) for key, inner in known.items() if key not in wanted]
        new = [key for key in wanted if key not in known]
        for at, (name, data) in enumerate(new):
            if len(old) == len(new) and old[at][0] == name:
                inner = old[at][1]
                edit = Edit.between(inner.text.data, data)
                inserted = data[edit.start : edit.start + edit.inserted]
                known[name, data] = inner.edited(edit.start, edit.end, inserted, inner.version + 1)
            else:
                known[name, data] = Document(by_name(name), Text.of(data), depth=self.depth + 1)
        return [(Place.of(self.text, region), known[key]) for region, key in zip(self._regions, texts, strict=True)]

    def is_trusted(self) -> bool:
        """Whether this text, without what is embedded in it, can be read in the server's own process."""
        return self._trusted

    @lazy
    def _trusted(self) -> bool:
        language = self.language
        if language is None or language.adapter != "syntax" or language.grammar is None:
            return True
        return is_trusted(language.grammar, self.text.data)

    def embeds_untrusted(self) -> bool:
        """Whether something embedded in this document can not be read in the server's own process."""
        return any(not inner.is_trusted() or inner.embeds_untrusted() for _, inner in self.embedded)

    def alone(self) -> Document:
        """The same text, read as if nothing in it were in another language."""
        from indexer.embedded.finders import DEEPEST

        return Document(self.language, self.text, self.version, depth=DEEPEST)

    def symbols(self) -> list[Symbol]:
        """The definitions in document order."""
        return self._merged.symbols if self.embedded else self.own_symbols

    @lazy
    def _merged(self) -> Merged:
        from indexer.embedded.merge import merged_symbols

        inside = [(place, inner.symbols()) for place, inner in self.embedded]
        return merged_symbols(self.text, self.own_symbols, inside)

    @property
    def sections(self) -> list[Placed] | None:
        """The pieces with what is in them, where the document is made of independent ones."""
        sectioned = self._sections[0]
        return None if sectioned is None else sectioned.placed

    @lazy
    def _sections(self) -> tuple[Sectioned | None, Sectioned | None]:
        """The sections, and those of the last version that was broken if this one is not, or the reverse.

        A text is cut otherwise while it is broken, and what is typed breaks it and mends it all the time.
        """
        structure = self.structure
        if structure is None:
            return None, None
        data, grammar, slices = self.text.data, structure.grammar, list(structure.slices())
        tool = names_test_tool(grammar, data)
        if self._parsed is None:
            return Sectioned.of(slices, data, grammar, tool, ()), None
        base, edit = self._parsed
        before: Sectioned | None
        other: Sectioned | None
        before, other = base.__dict__.get("_sections", (None, None))
        past: Structure | None = base.__dict__.get("structure")
        if past is not None and past.clean != structure.clean:
            known = [each for each in (other, before) if each is not None]
            return Sectioned.of(slices, data, grammar, tool, known), before
        if before is None:
            return Sectioned.of(slices, data, grammar, tool, ()), other
        return before.edited(slices, data, grammar, tool, edit), other

    def prepare(self) -> None:
        """Works out all that folds and the next version need. What comes of it stays where the document is read."""
        lexer_for(self.language)  # it is imported here, and not with the first `<<` that somebody types
        self.fold_sections()

    def fold_sections(self) -> list[tuple[Section | None, int, list[Fold]]]:
        """The folds in order: those of a section, with the row it begins at, or of no section in particular."""
        sections = self.sections
        if sections is None or any(region.kind == "page" for region in self._regions):
            return [(None, 0, self.folds())]
        marked = [(row, section.region_marks) for section, _, row, _ in sections if section.region_marks]
        marks = ((row + at, ends) for row, found in marked for at, ends in found)
        return list(placed_folds(self.text, sections, self._beside(list(region_folds(marks)))))

    def _beside(self, marked: list[Fold]) -> Beside:
        """What folds in this document beside the items of its tree."""
        heredocs = heredoc_folds(self.heredoc_bodies()) if self.masked is not self.text.data else []
        rows = [(place.row, place.row_end) for place, _ in self.embedded]

        def join(first: int, last: int, found: list[Fold]) -> list[Fold]:
            inside = [(place, inner.folds()) for place, inner in self.embedded if first <= place.row < last]
            if not inside:
                return found
            from indexer.embedded.merge import merged_folds

            return merged_folds(found, inside)

        return Beside(heredocs, marked, rows, join)

    def outline(self) -> Sequence[Placed | Symbol]:
        """The symbols in order: section by section where the document is made of such, else one by one."""
        look = self._first_look if "structure" not in self.__dict__ else None
        inside = [(place, found) for place, inner in self.embedded if (found := inner.symbols())]
        if look is not None and look.items is not None and "structure" not in self.__dict__:
            own = symbols(self.text, [(look.items, 0)], look.tools.grammar, with_docs=False)
            if not inside:
                return own
            from indexer.embedded.merge import merged_symbols

            return merged_symbols(self.text, own, inside).symbols
        sections = self.sections
        if sections is None or self.structure is None:
            return list(self.symbols())
        clauses = bool(profile_of(self.structure.grammar).names.clauses)
        if not inside:
            return list(with_clauses(self.text, sections, self.structure.grammar)) if clauses else sections
        if clauses:
            return list(self.symbols())
        from indexer.embedded.merge import joined_outline

        return list(joined_outline(self.text, sections, inside))

    @lazy
    def own_symbols(self) -> list[Symbol]:
        if self.structure is not None:
            return symbols(self.text, self.structure.items(), self.structure.grammar)
        from indexer.blocks.layout import layout_symbols
        from indexer.blocks.markdown import section_symbols
        from indexer.extract.rows import row_items

        if self._has_headings:
            return section_symbols(self.text, self.language, self.scan)
        rows = profile_of(self.language.name).structure.rows if self.language is not None else None
        if rows is not None:
            return symbols(self.text, [(row_items(rows, self.text.data), 0)])
        return layout_symbols(self._own_blocks()[1], self.text)

    def names(self) -> list[Symbol] | None:
        """The definitions without their docs and signatures, where they are told for less than the whole structure."""
        from indexer.extract.rows import row_items
        from indexer.syntax.names import named_items

        language = self.language
        if language is None or self._has_headings or self._may_hold_regions(language):
            return None
        items: Items | None = None
        if language.grammar is not None and language.adapter == "syntax":
            grammar = language.grammar
            items = named_items(grammar, self.masked)
        elif (rows := profile_of(language.name).structure.rows) is not None:
            grammar, items = "", row_items(rows, self.text.data)
        if items is None or not items.definitions:
            return None if items is None else []
        return symbols(self.text, [(items, 0)], grammar, with_docs=False, with_signatures=False)

    def _may_hold_regions(self, language: Language) -> bool:
        """Whether there are other languages in the text, or nobody knows without its structure."""
        from indexer.embedded.finders import may_embed

        return may_embed(language) and (bool(self._regions) or self._is_parsed)

    def references(self) -> list[Reference]:
        """The places that name something defined elsewhere, in document order."""
        own = references(self.text, self.structure.items(), self.own_symbols) if self.structure is not None else []
        if not self.embedded:
            return own
        from indexer.embedded.merge import merged_references

        inside = [(place, inner.references()) for place, inner in self.embedded]
        return merged_references(own, inside, self.own_symbols, self._merged)

    def folds(self) -> list[Fold]:
        """What can be collapsed, ordered by row, never crossing."""
        return self._folds

    @lazy
    def _folds(self) -> list[Fold]:
        if not self.embedded:
            return self._own_folds()
        from indexer.embedded.merge import merged_folds

        return merged_folds(self._own_folds(), [(place, inner.folds()) for place, inner in self.embedded])

    def _own_folds(self) -> list[Fold]:
        if self.structure is not None:
            heredocs = heredoc_folds(self.heredoc_bodies()) if self.masked is not self.text.data else []
            return folds(self.text, self._items(self.structure), heredocs)
        from indexer.blocks.layout import layout_folds
        from indexer.blocks.markdown import section_folds

        if self._has_headings:
            return section_folds(self.text, self.language, self.scan)
        return layout_folds(self._own_blocks()[1], self.text)

    def blocks(self, keywords: Keywords | None = None) -> tuple[str, list[Block]]:
        """The adapter that served and the nested blocks it found, those of other languages inside among them."""
        adapter, found = self._own_blocks(keywords)
        if not self.embedded:
            return adapter, found
        from indexer.embedded.merge import merged_blocks

        inside = [(place, inner.blocks(keywords)[1]) for place, inner in self.embedded]
        return adapter, merged_blocks(self.text, found, inside)

    def _own_blocks(self, keywords: Keywords | None = None) -> tuple[str, list[Block]]:
        from indexer.blocks.markdown import markdown_blocks
        from indexer.blocks.select import layout_blocks
        from indexer.blocks.syntax import syntax_blocks

        if self.structure is not None:
            return "syntax", syntax_blocks(self.text, self._items(self.structure), self.structure.grammar)
        if self._has_headings:
            return "markdown", markdown_blocks(self.text, self.language, self.scan)
        return self._layout if keywords is None else layout_blocks(self.text, self.language, keywords)

    @lazy
    def _layout(self) -> tuple[str, list[Block]]:
        """What the layout alone tells of blocks. Symbols and folds are made of it too."""
        from indexer.blocks.select import layout_blocks

        return layout_blocks(self.text, self.language)

    def _items(self, structure: Structure) -> Iterable[tuple[Items, int]]:
        """The items of the tree, without those that are about text in another language."""
        if not any(region.kind == "page" for region in self._regions):
            return structure.items()
        from indexer.embedded.merge import items_outside

        return items_outside(structure.items(), [place for place, _ in self.embedded])

    @property
    def _has_headings(self) -> bool:
        return self.language is not None and self.language.adapter == "markdown"

    def statements(self) -> list[Statement]:
        """The statements in document order, each with its depth."""
        return self.tracker.statements() if self.tracker else self._tree_statements[0]

    def boundaries(self) -> list[Boundary]:
        """Where blocks of code open and close, ordered by start."""
        return self.tracker.boundaries() if self.tracker else self._tree_statements[1]

    def heredocs(self) -> list[Heredoc]:
        """The heredocs, ordered by declaration."""
        return self.tracker.heredocs() if self.tracker else []

    def heredoc_bodies(self) -> list[HeredocBody]:
        """The heredocs without what blocks and statements have to do with them, which costs less."""
        return self.tracker.bodies() if self.tracker else []

    def all_statements(self) -> tuple[list[Statement], list[Boundary], list[Heredoc]]:
        return self.statements(), self.boundaries(), self.heredocs()

    @lazy
    def _tree_statements(self) -> tuple[list[Statement], list[Boundary]]:
        return tree_statements(self.text, self.structure.trees(self.masked)) if self.structure else ([], [])

    def chunks(self, name: str = "") -> list[Chunk]:
        """The text in pieces for a language model. `name` is the file's, for what has no other."""
        from indexer.extract.chunks import Source, chunks

        adapter, blocks = self.blocks()
        language = self.language.name if self.language else None
        source = Source(
            self.text,
            language,
            "info" if adapter in ("markdown", "window") or profile_of(language or "").structure.markup else "code",
            self.symbols(),
            blocks,
            self.regions(),
            self.comments(),
            self.statements,
            self.strings,
            self.heredoc_bodies,
        )
        return chunks(source, name)

    def comments(self) -> list[Span]:
        """Where comments are, in order."""
        from indexer.extract.lexical import layout_comments, tree_comments

        if self.structure is not None:
            own = tree_comments(self._items(self.structure))
        else:
            own = layout_comments(self.text, self.language)
        return self._with_spans_inside(own, lambda inner: inner.comments())

    def strings(self) -> list[Span]:
        """Where strings are, in order, without the code inside them."""
        from indexer.extract.lexical import layout_strings, tree_strings

        if self.structure is not None:
            own = tree_strings(self._items(self.structure))
        else:
            own = layout_strings(self.text, self.language)
        return self._with_spans_inside(own, lambda inner: inner.strings())

    def halves(self) -> tuple[list[Span], list[Span]]:
        """Where headers of definitions are, and bodies, in order; see `indexer.extract.headers`."""
        from indexer.extract.headers import layout_halves, tree_halves

        if self.structure is not None:
            headers, bodies = tree_halves(self.text.data, self._items(self.structure))
        else:
            headers, bodies = layout_halves(self.text, self.own_symbols)
        if not self.embedded:
            return headers, bodies
        return (
            self._with_spans_inside(headers, lambda inner: inner.halves()[0]),
            self._with_spans_inside(bodies, lambda inner: inner.halves()[1]),
        )

    def _with_spans_inside(self, own: list[Span], of: Callable[[Document], list[Span]]) -> list[Span]:
        """Spans of this text and of those in it. What is inside a region is said by the region alone."""
        if not self.embedded:
            return own
        found = [span for span in own if not any(place.holds(span) for place, _ in self.embedded)]
        found += [place.moved(span) for place, inner in self.embedded for span in of(inner)]
        return sorted(found, key=lambda span: (span.start, span.end))

    def pattern_matches(self, source: str, definitions: Sequence[tuple[int, int]] | None = None) -> ShapeMatches:
        """The places where the code has a pattern's shape, also in the languages inside this text.

        Whoever knows them tells where the definitions are that can be parsed alone, see `indexer.syntax.parts`.
        """
        from indexer.patterns.pattern import compile_pattern
        from indexer.shapes import shape_matches

        return shape_matches(self, source, compile_pattern, definitions)

    def measures(self) -> ShapeMatches:
        """Where decisions are, and lists of parameters with how many there are."""
        from indexer.patterns.measures import compile_measures
        from indexer.shapes import shape_matches

        return shape_matches(self, "", compile_measures)

    def ts_matches(self, source: str) -> ShapeMatches:
        """The matches of a tree-sitter query."""
        from indexer.patterns.raw import compile_query
        from indexer.shapes import shape_matches

        return shape_matches(self, source, compile_query)

    def faults(self) -> list[Fault] | None:
        """What the grammars of this text and of those inside it cannot make sense of; None where no tree tells."""
        trees = self._steady_trees
        title = self.language.title if self.language is not None else ""
        own = None if trees is None else faults(trees.whole.root_node, trees.grammar, title)
        inside = [(place, inner.faults()) for place, inner in self.embedded]
        if own is None and all(found is None for _, found in inside):
            return None
        moved = [
            Fault(place.moved(one.span), place.moved(one.around), one.language)
            for place, found in inside
            for one in found or ()
        ]
        return sorted([*(own or ()), *moved])

    def with_separators(self, spans: Sequence[Span]) -> list[Span]:
        """For each span that is to be taken out, all that has to go with it."""
        chosen = list(spans)
        root = self.whole_root()
        if root is not None:
            chosen = with_separators(root, self.text.data, chosen)
        for place, inner in self.embedded:
            held = [at for at, span in enumerate(spans) if place.holds(span)]
            if held:
                own = [Span(spans[at].start - place.offset, spans[at].end - place.offset) for at in held]
                for at, span in zip(held, inner.with_separators(own), strict=True):
                    chosen[at] = place.moved(span)
        return chosen

    @lazy
    def trees(self) -> WholeTrees | None:
        """Trees of all of the text; None without a grammar."""
        language = self.language
        if language is None or language.adapter != "syntax" or language.grammar is None:
            return None
        return None if parser(language.grammar) is None else WholeTrees(language.grammar, self.text.data, self.masked)

    @property
    def _steady_trees(self) -> WholeTrees | None:
        """The same; None also for a grammar that does not always read a text in the same way."""
        trees = self.trees
        return None if trees is None or profile_of(trees.grammar).grammar.unsteady else trees

    def whole_root(self) -> Node | None:
        """The root of one tree of all of the text, as the parser's own recovery sees it; None without a grammar."""
        trees = self._steady_trees
        return None if trees is None else trees.whole.root_node

    def code_root(self) -> Node | None:
        """The same with the code in heredocs, if the grammar reads them without a mistake, and without macros around
        definitions, if names of the language are known to lie in such."""
        trees = self._steady_trees
        return None if trees is None else trees.code.root_node

    def name_at(self, offset: int) -> tuple[str, Span] | None:
        """The name under the cursor, and where it is written."""
        from indexer.extract.naming import name_at

        return name_at(self.text.data, self.symbols(), self.references(), offset)

    def occurrences(self, offset: int) -> list[Occurrence]:
        """The places that have the name under the cursor."""
        from indexer.extract.naming import occurrences

        named = self.name_at(offset)
        if named is None:
            return []
        return occurrences(self.text.data, named[0], self.symbols(), [*self.comments(), *self.strings()])

    def selections(self, offset: int) -> list[Span]:
        """The spans around an offset, innermost first, the whole file last."""
        data = self.text.data
        offset = min(max(offset, 0), len(data))
        spans = [Span(0, len(data))]
        word = word_at(data, offset)
        if word is not None:
            spans.append(word)
        if self.structure is None:
            spans += prose_spans(data, self.own_symbols, offset)
        else:
            found = self.structure.tree_at(self.masked, offset)
            if found is not None:
                spans += node_spans(found[0], data, found[1], offset)
        for place, inner in self.embedded:
            if place.holds(Span(offset, offset)):
                spans += [place.moved(span) for span in inner.selections(offset - place.offset)]
        return nested(spans)

    def selections_at(self, offsets: list[int]) -> list[list[Span]]:
        """The spans around each of several offsets."""
        return [self.selections(offset) for offset in offsets]
