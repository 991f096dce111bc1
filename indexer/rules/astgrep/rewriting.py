"""What the names hold that a rule makes of its metavariables, and what its rewriters make of nodes.

A rewriter is asked of every node in what a metavariable holds, from the outside in; what one has changed is not looked
into any further. It knows what the rule's own metavariables hold. Each node is paid from the budget of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tree_sitter import Node

from indexer.model import MadeText, Span
from indexer.patterns.matching import Bindings
from indexer.replace.keeping import pieces_of_code
from indexer.replace.layout import Layout, template_unit
from indexer.replace.template import parse_template
from indexer.replace.words import template_words
from indexer.rules.astgrep.conditions import Named
from indexer.rules.astgrep.transforms import LONGEST, Rewrite, Rewriter, Transform, transformed
from indexer.text.document_text import Text

_DEEPEST = 20  # rewriters in rewriters
_MOST = 20_000  # nodes of a text that are rewritten

Fits = Callable[[Named, Node, Bindings], Bindings | None]
SpanOf = Callable[[Node, Node], tuple[int, int]]


class Rewriting:
    """The transforms of one rule in one text."""

    def __init__(self, rewriters: Sequence[Rewriter], text: Text, fits: Fits, span_of: SpanOf) -> None:
        self._rewriters = {rewriter.name: rewriter for rewriter in rewriters}
        self._text = text
        self._fits = fits
        self._span_of = span_of
        self._left = _MOST
        self._layout = Layout(text, lambda: ())

    @property
    def complete(self) -> bool:
        """False when there were too many nodes to rewrite."""
        return self._left > 0

    def texts(self, transforms: Sequence[Transform], bound: Bindings) -> dict[str, MadeText]:
        """What each new name holds at a place; one that is made of nothing holds nothing."""
        return self._texts(transforms, bound, bound, 0)

    def _texts(
        self, transforms: Sequence[Transform], bound: Bindings, outer: Bindings, depth: int
    ) -> dict[str, MadeText]:
        made: dict[str, MadeText] = {}
        for transform in transforms:
            change, nodes = transform.change, _nodes(bound, transform.source)
            if isinstance(change, Rewrite):
                if nodes and transform.source not in made:
                    made[transform.name] = self._relative(self._rewritten(change, nodes, outer, depth), nodes)
            elif transform.source in made:
                made[transform.name] = MadeText(transformed(change, made[transform.source].text))
            elif transform.source in bound:
                written = self._text.data[nodes[0].start_byte : nodes[-1].end_byte] if nodes else b""
                made[transform.name] = self._relative(transformed(change, written), nodes)
        return made

    def _relative(self, text: bytes, nodes: Sequence[Node]) -> MadeText:
        """A text with its rows indented relative to the one in which nodes begin."""
        indent = self._layout.indent_at(nodes[0].start_byte) if nodes else b""
        first, *rest = text.split(b"\n")
        return MadeText(b"\n".join([first, *(row.removeprefix(indent) for row in rest)]))

    def _rewritten(self, change: Rewrite, nodes: Sequence[Node], outer: Bindings, depth: int) -> bytes:
        start, end = nodes[0].start_byte, nodes[-1].end_byte
        chosen = [self._rewriters[name] for name in change.rewriters if name in self._rewriters]
        edits: list[tuple[Span, bytes]] = []
        pending = list(reversed(nodes))
        size = 0
        while pending and depth < _DEEPEST and size < LONGEST:
            node = pending.pop()
            edit = self._edit(chosen, node, outer, depth)
            if edit is None:
                pending += reversed(node.children)
            else:
                edits.append(edit)
                size += len(edit[1])
        if change.join_by is not None:
            return change.join_by.encode().join(new for _, new in edits)
        made: list[bytes] = []
        for span, new in edits:
            made += (self._text.data[start : span.start], new)
            start = span.end
        return b"".join((*made, self._text.data[start:end]))

    def _edit(
        self, rewriters: Sequence[Rewriter], node: Node, outer: Bindings, depth: int
    ) -> tuple[Span, bytes] | None:
        """What becomes of a node by the first rewriter that it fits."""
        for rewriter in rewriters if self.complete else ():
            bound = self._fits(rewriter.asked, node, outer)
            template = parse_template(rewriter.fix)[0] if bound is not None else None
            if bound is not None and template is not None:
                span = Span(*self._span_of(node, node))
                held: Mapping[str, Span | MadeText] = {
                    **captures_of(bound, self._span_of),
                    **self._texts(rewriter.transforms, bound, outer, depth + 1),
                }
                self._left -= 1
                pieces = pieces_of_code(template_words(template), span, held)
                unit = template_unit("".join(part if isinstance(part, str) else "$" for part in template.parts))
                if sum(len(piece.text) for piece in pieces if isinstance(piece, MadeText)) > LONGEST:
                    return None  # what rewriters make of each other's texts grows without end
                return span, self._layout.laid_out(pieces, span, unit)
        return None


def captures_of(bound: Bindings, span_of: SpanOf) -> dict[str, Span]:
    """Where what the metavariables hold is; those that hold nothing are not among them."""
    return {name: Span(*span_of(nodes[0], nodes[-1])) for name in bound if (nodes := _nodes(bound, name))}


def _nodes(bound: Bindings, name: str) -> Sequence[Node]:
    siblings, first, last = bound.get(name, ((), 0, 0))
    return siblings[first:last]
