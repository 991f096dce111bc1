"""Metavariables in a pattern's text: where they are, and what stands in for them so that a grammar can read it.

`$NAME` is one node, `$$$NAME` any number of nodes, `$_` and `$$$` the same without a name; `$$NAME` may also be a
token without a name of its own, such as an operator. A name is capitals, digits and underscores, and one that starts
with an underscore is anonymous. `$name`, `$Name` and `price$A` are ordinary text, as they are for ast-grep.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NAME = "[A-Z_][A-Z0-9_]*"
_METAVARIABLE = re.compile(rf"(?<![\w$])(?:\$\$\$(?P<many>{_NAME})?|(?P<sigil>\$\$?)(?P<one>{_NAME}))(?![\w$])")
_BEFORE_STATEMENTS = re.compile(r"(?:^|[\w{};:)\n])[ \t]*\Z")
_AFTER_STATEMENTS = re.compile(r"[ \t]*(?:[\w};\n]|\Z)")
_WORD = re.compile(r"\w{3,}")

# What a stand-in looks like: a grammar may want an identifier, a statement, a value, or a variable with its sigil.
LOWER, UPPER, CALL, STATEMENT = "{lower}", "{upper}", "{lower}()", "{lower}();"
SIGIL, QUOTED, PAIR, BLOCK = "${lower}", '"{lower}"', '"{lower}":0', "{lower} {{}}"
STYLES = (LOWER, UPPER, STATEMENT, SIGIL, QUOTED, CALL, PAIR, BLOCK)


@dataclass(frozen=True, slots=True)
class Variable:
    """A metavariable: one node or many. Without `named` it also stands for tokens such as operators."""

    name: str | None
    many: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Written:
    """A text that a grammar can read, the words in it that stand for a metavariable, and how to get back."""

    text: bytes
    stand_ins: dict[bytes, Variable]
    shifts: tuple[tuple[int, int], ...]  # from an offset in the text on, what to add for the pattern's own offset

    def original(self, offset: int) -> int:
        """The offset in the pattern's bytes for one in this text."""
        shift = 0
        for start, value in self.shifts:
            if start > offset:
                break
            shift = value
        return max(offset + shift, 0)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A pattern's text in parts: plain texts, with a metavariable between each two."""

    texts: tuple[str, ...]
    variables: tuple[Variable, ...]
    sources: tuple[str, ...]  # the metavariables as written
    prefix: str  # what stand-ins start with: a word that the text does not contain

    @classmethod
    def of(cls, source: str) -> Snippet:
        texts: list[str] = []
        variables: list[Variable] = []
        sources: list[str] = []
        done = 0
        for found in _METAVARIABLE.finditer(source):
            texts.append(source[done : found.start()])
            done = found.end()
            name = found["many"] or found["one"] or "_"
            variables.append(Variable(None if name[0] == "_" else name, found["one"] is None, found["sigil"] != "$$"))
            sources.append(found[0])
        texts.append(source[done:])
        prefix = "zmeta"
        while prefix in source.lower():
            prefix += "z"
        return cls(tuple(texts), tuple(variables), tuple(sources), prefix)

    @property
    def alone(self) -> list[bool]:
        """For each metavariable whether it is a `$$$` where statements would be: between braces, words or line ends."""
        return [
            variable.many
            and _BEFORE_STATEMENTS.search(self.texts[at]) is not None
            and _AFTER_STATEMENTS.match(self.texts[at + 1]) is not None
            for at, variable in enumerate(self.variables)
        ]

    def written(self, styles: Sequence[str]) -> Written:
        """The text with a stand-in for each metavariable, in the given styles."""
        parts = [self.texts[0].encode()]
        size = len(parts[0])
        stand_ins: dict[bytes, Variable] = {}
        shifts: list[tuple[int, int]] = []
        shift = 0
        for at, (variable, style) in enumerate(zip(self.variables, styles, strict=True)):
            word = f"{self.prefix}{at}x"
            stand_in = style.format(lower=word, upper=word.capitalize()).encode()
            stand_ins[stand_in] = variable
            text = self.texts[at + 1].encode()
            parts += (stand_in, text)
            shift += len(self.sources[at]) - len(stand_in)
            shifts.append((size + len(stand_in), shift))
            size += len(stand_in) + len(text)
        return Written(b"".join(parts), stand_ins, tuple(shifts))


def pattern_literals(source: str) -> tuple[bytes, ...]:
    """Words that every match in every language contains, ignoring the case of ASCII letters: three bytes or more.

    Case is ignored because some languages ignore it in their keywords. A pattern that was compiled knows more.
    """
    words = {word.encode() for text in Snippet.of(source).texts for word in _WORD.findall(text)}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))
