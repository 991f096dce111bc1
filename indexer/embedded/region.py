"""A region's own text: as long as the stretch of the document it comes from, so that offsets differ by a constant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from indexer.languages.registry import Language
from indexer.model import Joint, Region, Span

_BLANKS = bytes(byte if byte in b"\r\n" else ord(" ") for byte in range(256))


def text_of(data: bytes, region: Region) -> bytes:
    """The text of a region. Its first byte is the first byte of the region's first span."""
    spans = region.spans
    if len(spans) == 1:
        return data[spans[0].start : spans[0].end]
    parts = [data[spans[0].start : spans[0].end]]
    for at in range(1, len(spans)):
        joint = region.joints[at - 1] if region.joints else "blank"
        parts.append(_stand_in(data[spans[at - 1].end : spans[at].start], joint))
        parts.append(data[spans[at].start : spans[at].end])
    return b"".join(parts)


def _stand_in(gap: bytes, joint: Joint) -> bytes:
    """What the other language reads in a gap: as many bytes, with the line ends where they are."""
    blank = gap.translate(_BLANKS)
    row = len(blank) - len(blank.lstrip(b" "))  # the part of the gap before its first line end
    if joint == "word":
        return b"_" * row + blank[row:]
    if joint == "end" and row:
        return b";" + blank[1:]
    if joint == "more" and blank.endswith(b" "):
        return blank[:-1] + b"\\"
    return blank


def region(language: Language, kind: str, spans: Iterable[tuple[int, int]], joints: Sequence[Joint] = ()) -> Region:
    return Region(tuple(Span(start, end) for start, end in spans), language.name, kind, tuple(joints))


def without(start: int, end: int, holes: Iterable[tuple[int, int, Joint]]) -> tuple[list[tuple[int, int]], list[Joint]]:
    """The spans of [start, end) that ordered holes leave, and the joints between them."""
    spans: list[tuple[int, int]] = []
    joints: list[Joint] = []
    for hole_start, hole_end, joint in holes:
        spans.append((start, hole_start))
        joints.append(joint)
        start = hole_end
    spans.append((start, end))
    return spans, joints
