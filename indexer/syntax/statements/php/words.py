"""The words of PHP that begin, carry on or end something."""

from __future__ import annotations

CONDITIONAL = frozenset({"if", "while", "for", "foreach", "switch", "declare"})
UNCONDITIONAL = frozenset({"do", "try"})
MODIFIERS = frozenset({"abstract", "final", "private", "protected", "public", "readonly", "static", "var"})
DECLARATIONS = frozenset({"class", "interface", "trait", "namespace"})
STARTED = DECLARATIONS | {"use", "__halt_compiler"}
KEYWORDS_INSIDE = frozenset({"function", "class", "match"})
WITH_BODY = DECLARATIONS | {"function", "enum"}
WITH_MEMBERS = frozenset({"class", "interface", "trait", "enum"})
TERMINAL_WORDS = frozenset({"endif", "endwhile", "endfor", "endforeach", "endswitch", "enddeclare"})
STARTERS = (
    CONDITIONAL
    | UNCONDITIONAL
    | TERMINAL_WORDS
    | {"else", "elseif", "case", "default", "catch", "finally", "__halt_compiler"}
)

# What `if`, `do` and `try` put into the detail of their statement, and the words that may follow their parts.
FOLLOWED = {"if": "i", "do": "d", "try": "t"}
FOLLOWERS = {"i": ("else", "elseif"), "d": ("while",), "t": ("catch", "finally")}
