"""The words of PowerShell that begin, carry on or end something."""

from __future__ import annotations

AFTER_ASSIGNMENT = frozenset({"do", "for", "foreach", "if", "switch", "try", "while"})
_DECLARATIONS = frozenset({"class", "configuration", "enum", "filter", "function", "workflow"})
WITH_BLOCK = AFTER_ASSIGNMENT | _DECLARATIONS | {"trap"}
IN_BRACKETS = AFTER_ASSIGNMENT | {"catch", "else", "elseif", "finally", "function", "trap"}
PART_BLOCKS = frozenset(
    {"begin", "clean", "data", "dynamicparam", "end", "inlinescript", "parallel", "process", "sequence"}
)

# What keywords put into the detail of their statement, and the words that may follow their parts.
FOLLOWED = {"if": "i", "do": "d", "try": "t"}
FOLLOWERS = {
    "i": ("else", "elseif"),
    "d": ("while", "until"),
    "t": ("catch", "finally"),
    "p": ("|",),  # a statement that ended with its line
    "a": ("[", "param", "class", "enum"),  # nothing but attributes so far
    "m": ("{",),  # the signature of a method
}
