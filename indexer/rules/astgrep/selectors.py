"""Selectors as a `kind` may have them: `call_expression > identifier`, `function_declaration:has(return_statement)`.

Each is a short spelling of conditions that a rule can also write out, and is read into those.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from indexer.rules.astgrep.conditions import AllOf, AnyOf, Condition, IsNth, NotSo, Related

_NAME = re.compile(r"[A-Za-z_][\w-]*")
_OF = re.compile(r"(?<!\s)\s++of\s|\)|$")
_POSITION = re.compile(r"\s*(?:([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))\s*")
_RELATIONS: dict[str, tuple[Literal["inside", "follows"], Literal["neighbor", "end"]]] = {
    ">": ("inside", "neighbor"),
    " ": ("inside", "end"),
    "+": ("follows", "neighbor"),
    "~": ("follows", "end"),
}
_SIGNS = re.compile(r"[\s>+~,:()]")
_DEEPEST = 50


class BadSelector(ValueError):
    """What is wrong with a selector, in words."""


def is_selector(text: str) -> bool:
    """Whether a kind is more than a name."""
    return _SIGNS.search(text.strip()) is not None


def position_of_nth(text: str) -> tuple[int, int] | None:
    """The step and the offset of a position such as `2n+1`, `odd` or `3`; None for what is none."""
    text = {"odd": "2n+1", "even": "2n"}.get(text.strip(), text)
    found = _POSITION.fullmatch(text)
    if found is None or len(text) > 20:
        return None
    if found[4] is not None:
        return 0, int(found[4])
    step = {"": 1, "+": 1, "-": -1}.get(found[1])
    return (int(found[1]) if step is None else step), int(f"{found[2]}{found[3]}") if found[3] else 0


def read_selector(text: str, kind: Callable[[str], Condition]) -> Condition:
    """The conditions that a selector stands for. `kind` makes one of a name, or raises."""
    reader = _Selector(text, kind)
    made = reader.several(0)
    reader.end()
    return made


class _Selector:
    def __init__(self, text: str, kind: Callable[[str], Condition]) -> None:
        self._text = text.strip()
        self._at = 0
        self._kind = kind

    def end(self) -> None:
        if self._at < len(self._text):
            raise BadSelector(f"`{self._text[self._at :][:40]}` is not read in a selector")

    def several(self, depth: int) -> Condition:
        """Selectors with commas between them: any of them."""
        parts = [self._complex(depth)]
        while self._took(","):
            parts.append(self._complex(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _complex(self, depth: int) -> Condition:
        """Selectors that stand to each other in some way: the last one is what is looked for."""
        if depth > _DEEPEST:
            raise BadSelector("the selector is too deep")
        made = self._compound(depth)
        while (sign := self._relation()) is not None:
            how, until = _RELATIONS[sign]
            made = AllOf((self._compound(depth), Related(how, made, until)))
        return made

    def _relation(self) -> str | None:
        blanks = self._skip()
        if self._at >= len(self._text) or self._text[self._at] in ",)":
            return None
        sign = self._text[self._at]
        if sign in ">+~":
            self._at += 1
            return sign
        return " " if blanks else None

    def _compound(self, depth: int) -> Condition:
        """A kind and what else is said of the same node."""
        self._skip()
        name = self._name()
        parts = [] if name is None else [self._kind(name)]
        while self._text[self._at : self._at + 1] == ":":
            parts.append(self._pseudo(depth))
        if not parts:
            raise BadSelector(f"`{self._text[self._at :][:40]}` is not read in a selector")
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _name(self) -> str | None:
        found = _NAME.match(self._text, self._at)
        if found is None:
            return None
        self._at = found.end()
        return found[0]

    def _pseudo(self, depth: int) -> Condition:
        self._at += 1
        name = self._name()
        if name not in ("has", "not", "is", "nth-child", "nth-last-child") or not self._took("("):
            raise BadSelector(f"`:{name or ''}` is not read in a selector")
        made: Condition
        if name == "has":
            until: Literal["neighbor", "end"] = "neighbor" if self._took(">") else "end"
            made = Related("has", self._complex(depth + 1), until)
        elif name == "not":
            made = NotSo(self._complex(depth + 1))
        elif name == "is":
            made = self.several(depth + 1)
        else:
            made = self._nth(name == "nth-last-child", depth)
        if not self._took(")"):
            raise BadSelector(f"a `)` is missing after `:{name}(`")
        return made

    def _nth(self, reverse: bool, depth: int) -> Condition:
        end = _OF.search(self._text, self._at)
        assert end is not None
        position = position_of_nth(self._text[self._at : end.start()])
        if position is None:
            raise BadSelector(f"`{self._text[self._at : end.start()][:40]}` is no position")
        is_of = end[0].strip() == "of"
        self._at = end.end() if is_of else end.start()
        return IsNth(*position, reverse, self._complex(depth + 1) if is_of else None)

    def _skip(self) -> bool:
        before = self._at
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1
        return self._at > before

    def _took(self, sign: str) -> bool:
        self._skip()
        if self._text[self._at : self._at + 1] != sign:
            return False
        self._at += 1
        return True
