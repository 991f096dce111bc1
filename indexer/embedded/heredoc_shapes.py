"""Shapes and heredocs: the grammar of a language sees no heredoc, but a search for shapes looks into and around them.

What is interpolated into a body is code of the language around it, so each value is parsed alone, in quotes where the
language has it in quotes. And what ends on the row that declares a heredoc ends with its terminator: who takes a
statement without the body of its heredoc takes half of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tree_sitter import Tree

from indexer.embedded.heredocs import body_span, values
from indexer.grammars.parsers import parser
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language
from indexer.model import HeredocBody, Span
from indexer.text.document_text import Text


def trees_of_values(
    text: Text, language: Language, bodies: Sequence[HeredocBody], wanted: Callable[[bytes], bool]
) -> Iterator[tuple[Tree, int, Span]]:
    """A tree for each value in a heredoc whose text is wanted, the offset it starts at, and where the value is."""
    known = profile_of(language.name).heredocs
    quotes = known.quotes
    parse = parser(language.grammar) if language.grammar is not None else None
    if quotes is None or parse is None:
        return
    for heredoc in bodies:
        body = body_span(text, heredoc) if heredoc.interpolated else None
        for start, end, _ in (values(text.data, *body, known.value) or ()) if body is not None else ():
            value = text.data[start:end]
            if wanted(value):
                before, after = quotes
                yield parse.parse(before + value + after), start - len(before), Span(start, end)


def with_bodies(span: Span, text: Text, bodies: Mapping[int, list[HeredocBody]]) -> Span:
    """The span, up to the end of the last heredoc that is declared in it if no code follows on that row.

    `bodies` are known by the rows they are declared in.
    """
    row = text.lines.row_of(max(span.end - 1, 0))
    row_end = text.lines[row + 1] if row + 1 < len(text.lines) else len(text.data)
    declared = [heredoc for heredoc in bodies.get(row, ()) if heredoc.terminator_row is not None]
    if not declared or text.data[span.end : row_end].strip():
        return span
    row_start = max(text.lines[row], span.start)
    if b"<<" not in text.data[row_start : span.end]:
        return span
    last = max(heredoc.terminator_row or 0 for heredoc in declared)
    end = text.lines[last + 1] if last + 1 < len(text.lines) else len(text.data)
    return Span(span.start, len(text.data[:end].rstrip(b"\r\n")))
