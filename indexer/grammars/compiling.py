"""Compiling our tree queries, without the proof that what they look for can be.

For each node of a pattern that has children, tree-sitter walks through the states of the grammar to find out whether
these children can follow each other there. In a large grammar that takes as long as parsing ten long files, and nobody
else can go on meanwhile. It tells that a pattern is impossible, which the tests tell of our query files, and at which
node a match can no longer fail. The latter is asked for only where nothing is captured, by `QueryCursor.matches`.

So where something is captured, the children become one of two choices, and the other one is an error that is missing:

    (kind . [(MISSING ERROR) ((MISSING ERROR)? first: (a) . (b))]) @captured

No tree has such a node. The walk takes an error for possible everywhere, though, and ends at the first child. It does
so once more for the last child, which must stand beside the others, if a dot behind it says that it is the last one.
The dot before the choice makes the cursor give up on it at the first child, and the second one, which may be left
out, takes that dot away from what follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from tree_sitter import Language, Query

_TOKEN = re.compile(r';[^\n]*|"(?:\\.|[^"\\])*"|[()\[\]]|[^\s()\[\]"]+')
_LARGE = 1_800  # states; to walk through fewer takes some milliseconds, and a choice costs the cursor more
_CLOSING = {"(": ")", "[": "]"}
_FIELD = re.compile(r"\w+:")
_NEVER = "(MISSING ERROR)"
_EXCEPT = ("_", "ERROR", "MISSING")  # what is no kind of node


class _Group(NamedTuple):
    """What stands in brackets."""

    bracket: str
    parts: list[_Group | str]

    @property
    def kind(self) -> str:
        """The first word of a node or predicate."""
        first = self.parts[0] if self.parts else ""
        return first if self.bracket == "(" and isinstance(first, str) and first[:1] not in '".' else ""

    @property
    def is_predicate(self) -> bool:
        return self.kind.startswith("#")

    def written(self, parts: Iterable[str]) -> str:
        return f"{self.bracket}{' '.join(parts)}{_CLOSING[self.bracket]}"


def compiled(language: Language, patterns: Iterable[str]) -> Query:
    """A query for `QueryCursor.matches`, of patterns that can be found in trees of the language."""
    if language.parse_state_count >= _LARGE:
        patterns = [unproved(language, pattern) for pattern in patterns]
    return Query(language, "\n".join(patterns))


def unproved(language: Language, pattern: str) -> str:
    """A pattern that finds the same and is compiled sooner."""
    tokens = iter([token for token in _TOKEN.findall(pattern) if token[0] != ";"])
    parts = _read(tokens)
    beside = _second_root(parts[0])
    if beside is None:
        return " ".join(_written(language, parts, False))
    root = cast(_Group, parts[0])  # of what it begins with nothing may be a choice: tree-sitter would see no other root
    texts = [*_plain(root.parts[:beside]), *_written(language, root.parts[beside:], False)]
    return " ".join([root.written(texts), *_plain(parts[1:])])


def _read(tokens: Iterator[str]) -> list[_Group | str]:
    """The parts up to the bracket that closes them."""
    parts: list[_Group | str] = []
    for token in tokens:
        if token in ")]":
            break
        parts.append(_Group(token, _read(tokens)) if token in _CLOSING else token)
    return parts


def _second_root(root: _Group | str) -> int | None:
    """Where the second node stands, if a pattern begins with nodes side by side."""
    if isinstance(root, str) or root.kind or root.bracket == "[":
        return None
    nodes = [
        at for at, part in enumerate(root.parts) if (part[0] == '"' if isinstance(part, str) else not part.is_predicate)
    ]
    return nodes[1] if len(nodes) > 1 else None


def _plain(parts: Iterable[_Group | str]) -> Iterator[str]:
    for part in parts:
        yield part if isinstance(part, str) else part.written(_plain(part.parts))


def _written(language: Language, parts: Sequence[_Group | str], captured: bool) -> Iterator[str]:
    """The texts of some parts, each of which is captured or not."""
    for at, part in enumerate(parts):
        if isinstance(part, str):
            yield part
        elif part.is_predicate:
            yield part.written(_plain(part.parts))
        elif part.kind:
            yield _node(language, part, captured or _is_captured(parts, at))
        else:
            each = part.bracket == "[" and (captured or _is_captured(parts, at))
            yield part.written(_written(language, part.parts, each))


def _node(language: Language, node: _Group, captured: bool) -> str:
    """A node whose children are one of two choices, if that is possible and of use."""
    lacking = [part for part in node.parts[1:] if isinstance(part, str) and part[0] == "!"]  # fields
    predicates = [part for part in node.parts[1:] if isinstance(part, _Group) and part.is_predicate]
    inside = [part for part in node.parts[1:] if part not in lacking and part not in predicates]
    children = _children(inside, _written(language, inside, False))
    dots = "." if children[:1] == ["."] else "", "." if children[-1:] == ["."] else ""
    children = children[len(dots[0]) : len(children) - len(dots[1])]
    if (
        not children
        or not (captured or _captures(inside))
        or not _is_walked(language, node.kind)
        # The dot stands for the last child only where that is beside the dot, and so cannot be in a choice with others.
        or (dots[1] and (len(children) > 1 or predicates))
    ):
        return node.written(_written(language, node.parts, False))
    first, *others = children
    if field := _FIELD.match(first):
        choice = f"[{field[0]} {_NEVER} ([{first}] {' '.join(others)})]"
    elif dots[0]:
        choice = f"[{_NEVER} ([{first}] {' '.join(others)})]"
    else:
        choice = f". [{_NEVER} ({_NEVER}? {' '.join(children)})]"
    return node.written([node.kind, *lacking, dots[0], choice, dots[1], *_written(language, predicates, False)])


def _children(parts: list[_Group | str], texts: Iterable[str]) -> list[str]:
    """The texts of children, with their fields before them and captures behind them, and the dots between them."""
    children: list[str] = []
    named = False
    for part, text in zip(parts, texts, strict=True):
        if named or (isinstance(part, str) and part[0] in "@*+?"):
            children[-1] += " " + text
        else:
            children.append(text)
        named = isinstance(part, str) and part[-1] == ":"
    return children


def _is_walked(language: Language, kind: str) -> bool:
    """Whether tree-sitter looks for a node of this kind in the grammar's states; it does not for a group of kinds."""
    number = language.id_for_node_kind(kind, True) if kind not in _EXCEPT else None
    return number is not None and language.node_kind_is_visible(number)


def _is_captured(parts: Sequence[_Group | str], at: int) -> bool:
    behind = next((part for part in parts[at + 1 :] if part not in ("*", "+", "?")), "")
    return isinstance(behind, str) and "@" in behind[:2]


def _captures(parts: list[_Group | str]) -> bool:
    """Whether anything is captured inside; what a predicate names is captured elsewhere."""
    return any(
        "@" in part[:2] if isinstance(part, str) else not part.is_predicate and _captures(part.parts) for part in parts
    )
