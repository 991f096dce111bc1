"""Metavariables in a pattern's text: where they are, and what stands in for them so that a grammar can read it.

indexer.query.holes says what they look like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from indexer.query.holes import METAVARIABLE

_BEFORE_STATEMENTS = re.compile(r"(?:^|[\w{};:)\n])[ \t]*\Z")
_AFTER_STATEMENTS = re.compile(r"[ \t]*(?:[\w};\n]|\Z)")
_BEFORE_MEMBERS = re.compile(r"[{};\n][ \t]*\Z")
_WORD = re.compile(r"\w{3,}")

# What a stand-in looks like: a grammar may want an identifier, a statement, a value, or a variable with its sigil.
LOWER, UPPER, CALL, STATEMENT = "{lower}", "{upper}", "{lower}()", "{lower}();"
SIGIL, QUOTED, PAIR, BLOCK = "${lower}", '"{lower}"', '"{lower}":0', "{lower} {{}}"
ASSIGNED = "{lower} = {lower}"
STYLES = (LOWER, UPPER, STATEMENT, SIGIL, QUOTED, CALL, PAIR, BLOCK, ASSIGNED)
# What can stand for `$$$` between braces: statements, and where none can be, members and arms.
BODIES = (STATEMENT, CALL, "{lower};", "{lower}\n")
ARMS = (
    "case {lower}: {lower}();",
    "case {lower}: {lower}",
    "{lower} => {lower},",
    "{lower} -> {lower}",
    "{lower}: {lower};",
    "{lower} = {lower};",
    "{lower} {lower};",
    "case {lower} => {lower}",
)


@dataclass(frozen=True, slots=True)
class Variable:
    """A metavariable: one node or many. Without `named` it also stands for tokens such as operators."""

    name: str | None
    many: bool
    named: bool
    closer: str = ""  # the bracket at which what it stands for ends


@dataclass(frozen=True, slots=True)
class Written:
    """A text that a grammar can read, the words in it that stand for a metavariable, and how to get back."""

    text: bytes
    stand_ins: dict[bytes, Variable]
    shifts: tuple[tuple[int, int], ...]  # from an offset in the text on, what to add for the pattern's own offset
    holes: tuple[tuple[int, int], ...]  # where the stand-ins are

    def is_filling(self, start: int, end: int) -> bool:
        """Whether something is a part of a stand-in: the semicolon after the word, for one."""
        return any(first <= start and end <= last and end - start < last - first for first, last in self.holes)

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
    gone: tuple[tuple[int, ...], ...]  # in each text, the byte offsets at which a backslash was taken out
    variables: tuple[Variable, ...]
    sources: tuple[str, ...]  # the metavariables as written
    prefix: str  # what stand-ins start with: a word that the text does not contain

    @classmethod
    def of(cls, source: str) -> Snippet:
        texts: list[str] = [""]
        gone: list[list[int]] = [[]]
        variables: list[Variable] = []
        sources: list[str] = []
        done = 0
        for found in METAVARIABLE.finditer(source):
            kept, is_plain = divmod(len(found["escape"]), 2)
            texts[-1] += source[done : found.start()] + "\\" * kept
            gone[-1] += [len(texts[-1].encode())] * (kept + is_plain)
            done = found.end()
            if is_plain:
                texts[-1] += found["variable"]
                continue
            name = found["many"] or found["one"] or "_"
            variables.append(Variable(None if name[0] == "_" else name, found["one"] is None, found["sigil"] != "$$"))
            sources.append(found["variable"])
            texts.append("")
            gone.append([])
        texts[-1] += source[done:]
        prefix = "zmeta"
        while prefix in source.lower():
            prefix += "z"
        return cls(tuple(texts), tuple(map(tuple, gone)), tuple(variables), tuple(sources), prefix)

    def without_last(self) -> Snippet:
        """The snippet without its last character."""
        return replace(self, texts=(*self.texts[:-1], self.texts[-1][:-1]))

    @property
    def alone(self) -> list[bool]:
        """For each metavariable whether it is a `$$$` where statements would be: between braces, words or line ends."""
        return [
            variable.many
            and _BEFORE_STATEMENTS.search(self.texts[at]) is not None
            and _AFTER_STATEMENTS.match(self.texts[at + 1]) is not None
            for at, variable in enumerate(self.variables)
        ]

    @property
    def among_members(self) -> list[bool]:
        """For each metavariable whether it is a `$$$` where members or arms could be."""
        return [
            alone and _BEFORE_MEMBERS.search(text) is not None
            for alone, text in zip(self.alone, self.texts, strict=False)
        ]

    def _first_of(self, at: int) -> int:
        """Where a metavariable is first: those of one name look alike, as the tags of an element have to."""
        return at if self.variables[at].name is None else self.variables.index(self.variables[at])

    def written(self, styles: Sequence[str]) -> Written:
        """The text with a stand-in for each metavariable, in the given styles."""
        parts: list[bytes] = []
        size = shift = 0
        stand_ins: dict[bytes, Variable] = {}
        shifts: list[tuple[int, int]] = []
        holes: list[tuple[int, int]] = []
        for at, text in enumerate(self.texts):
            for offset in self.gone[at]:
                shift += 1
                shifts.append((size + offset, shift))
            parts.append(text.encode())
            size += len(parts[-1])
            if at < len(self.variables):
                word = f"{self.prefix}{self._first_of(at)}x"
                stand_in = styles[at].format(lower=word, upper=word.capitalize()).encode()
                stand_ins[stand_in] = stand_ins[stand_in.rstrip(b";\n")] = self.variables[at]
                parts.append(stand_in)
                holes.append((size, size + len(stand_in)))
                size += len(stand_in)
                shift += len(self.sources[at]) - len(stand_in)
                shifts.append((size, shift))
        return Written(b"".join(parts), stand_ins, tuple(shifts), tuple(holes))


def pattern_literals(source: str) -> tuple[bytes, ...]:
    """Words that every match in every language contains, ignoring the case of ASCII letters: three bytes or more.

    Case is ignored because some languages ignore it in their keywords. A pattern that was compiled knows more.
    """
    words = {word.encode() for text in Snippet.of(source).texts for word in _WORD.findall(text)}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))
