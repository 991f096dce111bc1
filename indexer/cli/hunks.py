"""Changes for a person to read: the lines before and after, side by side with their numbers, what differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from indexer.cli.terminal import coloured, paint
from indexer.replace.diff import Hunk, Line, hunks
from indexer.replace.edits import Edit

_LONGEST = 400  # characters of a line that a terminal is given
_AROUND = 2  # lines around a change


def shown_hunks(data: bytes, edits: Sequence[Edit]) -> Iterator[str]:
    """The lines to print for the edits of one text."""
    found = hunks(data, edits, _AROUND)
    last = max((max(hunk.old_row, hunk.new_row) + len(hunk.lines) for hunk in found), default=0)
    width = len(str(last))
    for number, hunk in enumerate(found):
        if number:
            yield paint("·" * width, "dim")
        yield from _shown(hunk, width)


def _shown(hunk: Hunk, width: int) -> Iterator[str]:
    old, new = hunk.old_row, hunk.new_row
    lines = hunk.lines
    at = 0
    while at < len(lines):
        if lines[at].sign == " ":
            yield paint(f"{old + 1:>{width}}   {_text(lines[at])}", "dim").rstrip()
            old, new, at = old + 1, new + 1, at + 1
            continue
        end = at
        while end < len(lines) and lines[end].sign == "-":
            end += 1
        while end < len(lines) and lines[end].sign == "+":
            end += 1
        gone = [line for line in lines[at:end] if line.sign == "-"]
        come = [line for line in lines[at:end] if line.sign == "+"]
        for number, line in enumerate(gone):
            other = come[number] if len(gone) == len(come) else None
            yield f"{paint(f'{old + 1:>{width}} -', 'red')} {_marked(line, other, 'red')}"
            old += 1
        for number, line in enumerate(come):
            other = gone[number] if len(gone) == len(come) else None
            yield f"{paint(f'{new + 1:>{width}} +', 'green')} {_marked(line, other, 'green')}"
            new += 1
        at = end


def _text(line: Line) -> str:
    text = line.text.decode("utf-8", "replace").rstrip("\r\n")
    return "".join(sign if sign.isprintable() or sign == "\t" else repr(sign)[1:-1] for sign in text[:_LONGEST]) + (
        "…" if len(text) > _LONGEST else ""
    )


def _marked(line: Line, other: Line | None, colour: str) -> str:
    """A line with what differs from another in bold."""
    text = _text(line)
    if other is None or not coloured():
        return paint(text, colour)
    against = _text(other)
    most = min(len(text), len(against))
    start = next((at for at in range(most) if text[at] != against[at]), most)
    end = next((at for at in range(most - start) if text[-1 - at] != against[-1 - at]), most - start)
    middle = text[start : len(text) - end]
    return paint(text[:start], colour) + paint(middle, "bold", colour) + paint(text[len(text) - end :], colour)
