"""The edges of a fold or a block: the row it hangs on, where it ends, and whether its last row closes it."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

SPACE = b" \t\r\n\f\v"
_CLOSING_QUOTES = frozenset((b"'", b'"', b"`", b"'''", b'"""'))
_LISTING = b",;([{"
_JOINING = _LISTING + b"&|"
_LISTINGS = frozenset(bytes((sign,)) for sign in _LISTING)


def trimmed(data: bytes, start: int, end: int) -> int:
    while end > start and data[end - 1] in SPACE:
        end -= 1
    return end


def without_comments_behind(node: Node, data: bytes, start: int, end: int) -> int:
    """Where a definition ends without comments that stand no further in than it, and so are about what follows.

    A grammar that has to look for what may go on with a body counts them in.
    """
    while (at := data.rfind(b"\n", start, end) + 1) and _may_end_comment(data, at, end):
        comment = node.descendant_for_byte_range(end - 1, end)
        if comment is not None and "comment" not in comment.type:
            comment = comment.parent  # it may have its signs as nodes
        if comment is None or "comment" not in comment.type or comment.start_byte <= start:
            break
        above = data.rfind(b"\n", start, comment.start_byte) + 1
        first = data.rfind(b"\n", 0, start) + 1
        own = len(data[first:start]) - len(data[first:start].lstrip())
        if not above or data[above : comment.start_byte].strip() or comment.start_byte - above > own:
            break
        end = trimmed(data, start, above)
    return end


def _may_end_comment(data: bytes, row: int, end: int) -> bool:
    return data.endswith(b"*/", row, end) or data[row:end].lstrip().startswith(b"//")


def head_of(node: Node, start: int, data: bytes) -> int:
    """An indented body without an opening delimiter of its own hangs on the line that introduces it."""
    first = node.child(0) if node.child_count else None
    if first is None or not first.is_named:
        return start
    before = node.prev_sibling
    while before is not None and before.is_extra:
        before = before.prev_sibling
    if before is None or before.is_named:
        return start
    introduced = before.end_byte - 1
    return start if data[introduced] in _JOINING else introduced  # an element of a list is no body


def is_element(data: bytes, row: int, spots: Sequence[tuple[int, int, str, int, bool, int]]) -> bool:
    """Whether what begins a row is surely an element of a list: to ask its siblings takes long."""
    above = data[max(row - 200, 0) : row].rstrip()
    if above[-1:] not in _LISTINGS:
        return False
    end = row - min(row, 200) + len(above)
    return all(spot[1] != end for spot in spots[-4:])  # it could be the end of a comment


def head_above(data: bytes, row: int, sign: str) -> int:
    """The sign at the end of the row above, or -1 where that takes a closer look: a comment may stand behind it."""
    if data[row - 2] == ord(sign) and data.find(b"#", data.rfind(b"\n", 0, row - 1) + 1, row) < 0:
        return row - 2
    return -1


def is_else(data: bytes, start: int) -> bool:
    """Whether what begins here is the branch of an `else` before it on the row."""
    end = start
    while end and data[end - 1] in b" \t":
        end -= 1
    return end < start and data[end - 4 : end] == b"else" and not data[max(end - 5, 0) : end - 4].isalnum()


def closes_itself(node: Node, end: int, data: bytes) -> bool:
    """Whether the node's last row begins with its closing delimiter."""
    count = node.child_count
    if not count:  # a string without parts, closed by a quote that has a row of its own
        row = max(data.rfind(b"\n", 0, end), data.rfind(b"\r", 0, end)) + 1
        return row > node.start_byte and data[row:end].strip() in _CLOSING_QUOTES
    last = node.child(count - 1)
    if last is None or (last.is_named and not last.type.endswith(("end_tag", "closing_element", "end"))):
        return False
    start = last.start_byte
    row_start = data.rfind(b"\n", 0, end) + 1
    row_start = max(data.rfind(b"\r", row_start, end) + 1, row_start)
    return start >= row_start and not data[row_start:start].strip()
