"""Strings and comments that a window opens and the text behind it ends.

A lexer that does not find the end of a string in the text it was given sees an error; in the whole text it may find it.
So the window is parsed once more for each way in which something can be open, with its end behind it: where a token
then reaches over the end of the window, it was open. What begins with two signs may be two tokens without its end, and
no error: `a /*b` in C.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from tree_sitter import Node, Tree, TreeCursor

from indexer.languages.profile import profile_of
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

# How what has several rows begins and ends: comments and strings that many languages agree on.
COMMON = ((b"/*", b"*/"), (b'"""', b'"""'), (b"'''", b"'''"), (b"`", b"`"))
_OPENINGS = frozenset(opening.decode() for opening, closing in COMMON if opening != closing)
_SIGNS = _OPENINGS | {"//"}
_PAIRS = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">"}
_BRACKETS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))
QUOTES = ((b'"', b'"'), (b"'", b"'"))
_WORD = re.compile(rb"[A-Za-z0-9_]")
_WORDS = re.compile(rb"[A-Za-z0-9_ ]*")
_TWO_WORDS = re.compile(rb"[A-Za-z0-9_] +[A-Za-z0-9_]")
_PROSE = re.compile(rb"[A-Za-z0-9_ .,*@]*")  # no sign with which a comment begins or ends, if none stands beside it
_BESIDE = re.compile(rb"[A-Za-z0-9_ .,*@\r\n]")
_SIGN = re.compile(rb"[^\s]")
_ALL = bytes(range(256))
_NESTED = 16
_LOOKED_AT = 12  # tokens behind an error, comments among them
_BEFORE = 2 * 1024  # bytes before an error in which the tokens may be with which it began
_NEAR = 3  # bytes beside an edit with which it may make up a token


def closed_later(tools: Tools, tree: Tree, window: bytes, data: bytes, end: int) -> int | None:
    """Where in `data`, behind the window that ends at `end`, something ends that the window leaves open."""
    known = profile_of(tools.grammar).damage
    quotes = () if known.quotes_end_with_row else QUOTES
    wrong = tree.root_node.has_error
    for opening, closing in (*COMMON, *quotes, *known.open_tokens):
        unseen = len(opening) == 2 or opening in known.open_unseen
        if (wrong or unseen) and opening in window and may_be_open(window, opening, closing):
            at = data.find(closing, end)
            if at >= 0 and _open(tools, tree, window, closing):
                return at + len(closing)
    return (
        None
        if known.chosen_quotes is None or not wrong
        else _chosen(known.chosen_quotes, tools, tree, window, data, end)
    )


def _chosen(quotes: re.Pattern[bytes], tools: Tools, tree: Tree, window: bytes, data: bytes, end: int) -> int | None:
    """The same for quotes that may have any delimiter, and one part or two: `q(a)`, `s/a/b/`, `s{a}{b}`."""
    for opening in dict.fromkeys(quotes.findall(window)):
        closing = _PAIRS.get(opening, opening)
        at = data.find(closing, end) if may_be_open(window, opening, closing) else -1
        two = closing + closing if opening == closing else closing + opening + closing
        if at >= 0 and (_open(tools, tree, window, closing) or _open(tools, tree, window, two)):
            return at + len(closing)
    return None


def may_be_open(window: bytes, opening: bytes, closing: bytes) -> bool:
    """Whether something may be open at the end of a window, be it that comments lie in each other or not."""
    if opening == closing or window.rfind(closing) < window.rfind(opening) + len(opening):
        return True
    _, *opened = window.split(opening)
    if all(closing in text for text in opened):  # as nearly always: each is closed before the next one opens
        return False
    if len(opening) == len(closing) == 1:
        window = window.translate(None, _ALL.translate(None, opening + closing))
        for _ in range(_NESTED):  # no deeper than this, for each round looks at all of them
            window = window.replace(opening + closing, b"")
    depth = 0
    for sign in re.findall(re.escape(opening) + b"|" + re.escape(closing), window):
        depth = depth + 1 if sign == opening else max(depth - 1, 0)
    return depth > 0


def may_close(grammar: str, old: bytes, data: bytes, edit: Edit) -> bool:
    """Whether an edit may have made what ends a string or a comment of several rows, or taken one away."""
    known = profile_of(grammar).damage
    parts = (
        data[max(edit.start - _NEAR, 0) : edit.start + edit.inserted + _NEAR],
        old[max(edit.start - _NEAR, 0) : edit.end + _NEAR],
    )
    pairs = (*COMMON, *(() if known.quotes_end_with_row else QUOTES), *known.open_tokens)
    return any(sign.strip() in part for pair in pairs for sign in pair for part in parts)


def opened_before(grammar: str, data: bytes, offset: int) -> int | None:
    """Where the first comment begins that may be open at an offset.

    What begins with two signs may be two tokens as long as nothing ends it.
    """
    known = profile_of(grammar).damage
    for opening, closing in (*COMMON, *known.open_tokens):
        if len(opening) == len(closing) == 2 and may_be_open(data[:offset], opening, closing):
            opened: list[int] = []
            for match in re.finditer(re.escape(opening) + b"|" + re.escape(closing), data[:offset]):
                if match[0] == opening:
                    opened.append(match.start())
                elif opened:
                    opened.pop()
            if opened:
                return opened[0]
    return None


def may_leave_open(grammar: str, text: bytes) -> bool:
    """Whether a string or a comment of several rows may be open at the end of a text."""
    known = profile_of(grammar).damage
    if known.chosen_quotes is not None:
        return True
    for opening, closing in (*COMMON, *(() if known.quotes_end_with_row else QUOTES), *known.open_tokens):
        if opening == closing:
            if text.count(opening) % 2:
                return True
        elif opening in text and may_be_open(text, opening, closing):
            return True
    return False


def _open(tools: Tools, tree: Tree, window: bytes, closing: bytes) -> bool:
    """Whether a token reaches over the end of the window if what ends it stands there."""
    end = len(window)
    ended = tree.copy()
    point = window.count(b"\n"), end - (window.rfind(b"\n") + 1)
    ended.edit(end, end, end + len(closing), point, point, (point[0] + closing.count(b"\n"), len(closing)))
    node = tools.parse.parse(window + closing, ended).root_node.descendant_for_byte_range(end, end + 1)
    if node is None or node.is_error or node.parent is None:
        return False
    if node.start_byte < end:
        return True
    # What ends it may be a node of its own: then what is before that has the blanks at the end of the window in it.
    content = node.prev_sibling
    return window[-1:].isspace() and content is not None and content.end_byte == end and not content.is_error


def in_free_text(tree: Tree, old: bytes, data: bytes, edit: Edit) -> bool:
    """Whether an edit is inside of a comment or of words in a string, and changes nothing that a lexer looks at."""
    start, end = edit.start, edit.end
    changed = old[start:end] + data[start : start + edit.inserted]
    if not start or not (_PROSE.fullmatch(changed) and _BESIDE.match(old, start - 1) and _BESIDE.match(old, end)):
        return False
    node = tree.root_node.descendant_for_byte_range(start - 1, end + 1)
    if node is not None and _is_behind_opening(node, start):
        return True
    if node is None or node.child_count or node.has_error or end + 1 >= node.end_byte:
        return False
    if "comment" in node.type:
        return True
    # Of a string, only what stands behind two of its words, for blanks before the first one may say something.
    words = _WORDS.fullmatch(changed) and _WORD.match(old, start - 1) if "string" in node.type else None
    return words is not None and _TWO_WORDS.search(old, node.start_byte, start) is not None


def _is_behind_opening(node: Node, offset: int) -> bool:
    """Whether an offset in something broken is in a comment that has no end, where its beginning is a token.

    All that a parser sees behind it are signs with which comments begin.
    """
    if not node.is_error:
        return False
    children = node.children
    behind = bisect_right(children, offset, key=lambda child: child.end_byte)
    return (
        behind > 0
        and children[behind - 1].type in _OPENINGS
        and all(child.is_extra or child.type in _SIGNS for child in children[behind:])
    )


def opens_or_closes(grammar: str, old: bytes, data: bytes, edit: Edit) -> bool:
    """Whether an edit leaves a bracket more or less open than there was, or a quote that ends with its row."""
    gone, new = old[edit.start : edit.end], data[edit.start : edit.start + edit.inserted]

    def more(sign: bytes) -> int:
        return new.count(sign) - gone.count(sign)

    if any(more(opening) != more(closing) for opening, closing in _BRACKETS):
        return True
    return profile_of(grammar).damage.quotes_end_with_row and any(more(quote) % 2 for quote, _ in QUOTES)


def first_error(root: Node) -> Node:
    """The first node of a tree with errors that is one and has none inside.

    What a parser gives up later, what it gave up first is inside of that.
    """
    node = root
    while (inner := next((child for child in node.children if child.has_error), None)) is not None:
        node = inner
    return node


def is_hopeless(grammar: str, parse: Callable[[bytes], Tree], text: bytes) -> bool:
    """Whether a text has an error that stays, whatever stands behind the text."""
    tree = parse(text)
    settled = settled_by(tree, text) if tree.root_node.has_error else None
    return settled is not None and not may_leave_open(grammar, text[:settled])


def settled_by(tree: Tree, data: bytes) -> int | None:
    """Up to where a text has to stay as it is for its first error to stay, whatever stands behind that.

    A parser sees an error at the first token with which no text goes on that begins so, and all that its recovery
    leaves out or puts in lies before the next token. So another token is counted in, and two rows. Comments are none:
    they stand also behind an error at the end. Where a lexer looked as far as the end of the text to tell a token,
    nobody knows what it would have seen there.
    """
    root = tree.root_node
    error = first_error(root)
    at = error.end_byte
    tokens = 0
    for _ in range(_LOOKED_AT):
        start = _SIGN.search(data, at)
        node = None if start is None else root.descendant_for_byte_range(start.start(), start.end())
        if node is None or node.end_byte <= at:
            return None
        at = node.end_byte
        tokens += not (node.is_extra or (node.parent is not None and node.parent.is_extra))
        if tokens == 2:
            break
    else:
        return None
    behind = at
    for _ in range(2):
        at = data.find(b"\n", at) + 1
        if not at:
            return None
    return None if _hangs_on_end(tree, len(data), max(error.start_byte - _BEFORE, 0), behind) else at


def _hangs_on_end(tree: Tree, end: int, low: int, high: int) -> bool:
    """Whether a token between two offsets was told by how the text ends: what would change with one letter more."""
    longer = tree.copy()
    point = tree.root_node.end_point
    longer.edit(end, end, end + 1, point, point, (point[0], point[1] + 1))
    return _has_changed_token(longer.walk(), low, high)


def _has_changed_token(cursor: TreeCursor, low: int, high: int) -> bool:
    """Whether a token of a node between two offsets is marked as changed."""
    depth = 0
    while (node := cursor.node) is not None:
        if node.start_byte < high and node.has_changes:
            if cursor.goto_first_child_for_byte(low) is None:
                return True
            depth += 1
            continue
        while node.start_byte >= high or not cursor.goto_next_sibling():
            if not depth:
                return False
            cursor.goto_parent()
            depth -= 1
            node = cursor.node or node
    return False
