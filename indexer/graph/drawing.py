"""A graph as text that other programs draw, DOT and Mermaid, and as a picture of our own, SVG.

The picture has a column for each step from where the graph begins, so that it is read from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

_LETTER = 7.2  # pixels of a letter in the font
_HEIGHT = 22
_GAP = 8
_BETWEEN = 90  # columns, for the arrows
_MARGIN = 16


class Arrow(NamedTuple):
    """From one node to another; a guess is drawn as dashes."""

    source: str
    target: str
    depth: int  # the steps from where the graph begins to its end, or to its start in a graph that is read backwards
    guess: bool


def dot(arrows: Sequence[Arrow], firsts: Sequence[str]) -> str:
    rows = ["digraph imports {", "  rankdir=LR;", '  node [shape=box, fontname="monospace"];']
    rows += [f"  {_quoted(first)} [style=bold];" for first in firsts]
    for each in arrows:
        style = " [style=dashed]" if each.guess else ""
        rows.append(f"  {_quoted(each.source)} -> {_quoted(each.target)}{style};")
    return "\n".join([*rows, "}", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def mermaid(arrows: Sequence[Arrow], firsts: Sequence[str]) -> str:
    """Nodes have numbers, since paths may have signs that Mermaid takes for its own."""
    numbers = {node: f"n{at}" for at, node in enumerate(_nodes(arrows, firsts))}
    rows = ["flowchart LR"]
    rows += [f'  {number}["{_entities(node)}"]' for node, number in numbers.items()]
    rows += [f"  {numbers[each.source]} {'-.->' if each.guess else '-->'} {numbers[each.target]}" for each in arrows]
    return "\n".join([*rows, ""])


def _entities(text: str) -> str:
    return "".join(f"#{ord(sign)};" if sign in '"#;<>&[]{}|`\n\\' else sign for sign in text)


def _nodes(arrows: Iterable[Arrow], firsts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*firsts, *(node for each in arrows for node in (each.source, each.target))]))


def svg(arrows: Sequence[Arrow], firsts: Sequence[str], reverse: bool) -> str:
    columns = _columns(arrows, firsts, reverse)
    tallest = max(map(len, columns))
    boxes: dict[str, tuple[float, float, float]] = {}  # x, y, width
    x = float(_MARGIN)
    for column in reversed(columns) if reverse else columns:
        width = max(len(node) for node in column) * _LETTER + 16
        for at, node in enumerate(column):
            boxes[node] = x, _MARGIN + (at + (tallest - len(column)) / 2) * (_HEIGHT + _GAP), width
        x += width + _BETWEEN
    height = tallest * (_HEIGHT + _GAP) - _GAP + 2 * _MARGIN
    width = x - _BETWEEN + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="12">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#667"/></marker></defs>',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    parts += [_curve(boxes[each.source], boxes[each.target], each.guess) for each in arrows]
    for node, (left, top, wide) in boxes.items():
        fill = "#fde68a" if node in firsts else "#eef2ff"
        parts.append(
            f'<rect x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{_HEIGHT}" rx="4" fill="{fill}"'
            f' stroke="#667"/><text x="{left + 8:.0f}" y="{top + 15:.0f}">{escape(_printable(node))}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _printable(text: str) -> str:
    """XML has no way to write control characters and lone surrogates."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def _columns(arrows: Sequence[Arrow], firsts: Sequence[str], reverse: bool) -> list[list[str]]:
    """The nodes by how many steps they are from the first; those with neighbours in common stand near each other."""
    depth = dict.fromkeys(firsts, 0)
    for each in arrows:
        start, node = (each.target, each.source) if reverse else (each.source, each.target)
        depth.setdefault(start, max(each.depth - 1, 0))
        depth.setdefault(node, each.depth)
    columns: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    for node, at in depth.items():
        columns[at].append(node)
    filled = [column for column in columns if column]
    for before, column in pairwise(filled):
        place = {node: at for at, node in enumerate(before)}
        middle: dict[str, list[int]] = {node: [] for node in column}
        for each in arrows:
            here, there = (each.source, each.target) if reverse else (each.target, each.source)
            if here in middle and there in place:
                middle[here].append(place[there])
        ranks = {node: sum(places) / len(places) if places else 0.0 for node, places in middle.items()}
        column.sort(key=ranks.__getitem__)
    return filled


def _curve(source: tuple[float, float, float], target: tuple[float, float, float], guess: bool) -> str:
    start, end = source[0] + source[2], target[0]
    top, bottom = source[1] + _HEIGHT / 2, target[1] + _HEIGHT / 2
    if end <= start:  # back, or within a column
        start, end = source[0] + source[2], target[0] + target[2]
        bend = max(start, end) + _BETWEEN / 2
        way = f"M{start:.0f} {top:.0f}C{bend:.0f} {top:.0f} {bend:.0f} {bottom:.0f} {end:.0f} {bottom:.0f}"
    else:
        bend = _BETWEEN / 2
        way = (
            f"M{start:.0f} {top:.0f}C{start + bend:.0f} {top:.0f} {end - bend:.0f} {bottom:.0f} {end:.0f} {bottom:.0f}"
        )
    dashes = ' stroke-dasharray="4 3"' if guess else ""
    return f'<path d="{way}" fill="none" stroke="#667"{dashes} marker-end="url(#tip)"/>'
