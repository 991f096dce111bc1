"""Tagged templates of JavaScript and TypeScript: html`…`, css`…`, sql`…`, gql`…` and styled components."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from tree_sitter import Node

from indexer.embedded.host import Host
from indexer.embedded.region import region, without
from indexer.grammars.parsers import parser
from indexer.languages.registry import by_name
from indexer.model import Region
from indexer.syntax.structure import Structure

_TAGS = {"html": "html", "css": "css", "sql": "sql", "gql": "graphql", "graphql": "graphql"}
_STYLED = "scss"  # what styled components read has nested rules
_TAG = re.compile(
    rb"""(?<![\w$.])(?:
        (html|css|sql|gql|graphql)
      | (?:styled(?:\.\w+|\((?:[\w.]+|"[^"]*"|'[^']*')\))(?:\.(?:attrs|withConfig)(?:<[^<>`]*>)?\([^`]*\))?
          |createGlobalStyle|injectGlobal|keyframes)
        (?:<[^<>`;]*>)?
    )[ ]?\Z""",
    re.VERBOSE,
)
_SIGNS = (b"html`", b"css`", b"sql`", b"gql`", b"graphql`", b"styled", b"GlobalStyle", b"injectGlobal", b"keyframes")
_BEFORE = 300  # a tag is no longer than this


def tagged_templates(host: Host) -> Iterator[Region]:
    """The templates of several rows whose tag names their language."""
    data = host.text.data
    if not any(map(host.text.holds, _SIGNS)):
        return
    structure = host.structure
    if structure is None:
        return
    at = data.find(b"`")
    while at >= 0:
        tag = _TAG.search(data, max(at - _BEFORE, 0), at)
        end = _template_end(structure, at) if tag is not None else None
        if tag is not None and end is not None:
            language = by_name(_TAGS[tag[1].decode()] if tag[1] else _STYLED)
            if language is not None:
                holes = _substitutions(structure.grammar, data, at, end)
                yield region(language, "template", *without(at + 1, end - 1, [(*hole, "word") for hole in holes]))
        at = data.find(b"`", at + 1)


def _template_end(structure: Structure, offset: int) -> int | None:
    """The end of the template string that begins at an offset; None where none of several rows does."""
    items, shift = structure.items_at(offset)
    spots = items.spots
    first = bisect_left(spots, (offset - shift,))
    for spot in spots[first : first + 4]:
        if spot.start == offset - shift and spot.kind == "fold":
            return spot.reach + shift
    return None


def _substitutions(grammar: str, data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """The `${…}` of a template string, which is parsed alone."""
    parse = parser(grammar)
    if parse is None:
        return []
    node: Node | None = parse.parse(data[start:end]).root_node
    while node is not None and node.type != "template_string":
        node = node.named_child(0) if node.named_child_count else None
    if node is None:
        return []
    return [
        (child.start_byte + start, child.end_byte + start)
        for child in node.named_children
        if child.type == "template_substitution"
    ]
