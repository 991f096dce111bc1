"""What rows that define something look like, as data. `indexer.extract.rows` says what is made of them."""

from __future__ import annotations

from typing import NamedTuple

# How what a row defines ends; any other value is a pattern of the row that closes it.
ROW = b""  # with the row, or with the rows that a backslash continues it on
BRACES = b"{"  # with a body in braces, or with a semicolon before one
BRACKETS = b"("  # with the row on which all brackets are closed again
SEMICOLON = b";"  # with a semicolon outside of brackets
INDENT = b">"  # before the next row that stands no further in
SECTION = b"="  # before the next row of a rule of the same level or a lower one


class Rule(NamedTuple):
    """What a definition of one kind looks like."""

    kind: str
    row: bytes  # what a row begins with, after blanks; the last group that matched is the name
    end: bytes = ROW
    level: int = 0  # of a section
    inside: str = "*"  # the kinds it may lie directly in: "*" for any and none, "." for none
    each: bytes = b""  # what each name looks like, where the group holds several
    under: bytes = b""  # how what it lies directly in begins, where its kind alone does not tell


class Rows(NamedTuple):
    """What the definitions of one language look like. Of several rules that see one name the first counts."""

    rules: tuple[Rule, ...]
    comment: bytes = rb"(?!)"
    string: bytes = rb"(?!)"
    ignore_case: bool = False
    within: bytes = b""  # the part of a text that has definitions: a pattern and its first group

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(rule.kind for rule in self.rules)
