"""The kinds of definitions and blocks, and what people call them."""

from __future__ import annotations

from collections.abc import Mapping

# What a definition can be.
DEFINITIONS = frozenset(
    (
        "class",
        "constant",
        "constructor",
        "division",
        "element",
        "enum",
        "enum_member",
        "event",
        "extern",
        "field",
        "function",
        "impl",
        "interface",
        "key",
        "macro",
        "method",
        "module",
        "namespace",
        "object",
        "package",
        "property",
        "prototype",
        "resource",
        "rule",
        "section",
        "selector",
        "struct",
        "table",
        "target",
        "test",
        "test_function",
        "test_method",
        "trait",
        "type",
        "variable",
    )
)

# What a block can be that defines nothing. A group is a list, a literal or arguments over several lines.
UNNAMED = frozenset(
    (
        "block",
        "case",
        "catch",
        "directive",
        "do",
        "elif",
        "else",
        "fence",
        "finally",
        "frontmatter",
        "group",
        "if",
        "ifdef",
        "lambda",
        "layout",
        "loop",
        "switch",
        "try",
        "unless",
        "window",
        "with",
    )
)
KINDS = DEFINITIONS | UNNAMED
# What says that something is defined elsewhere.
DECLARATIONS = frozenset(("extern", "prototype"))

ALIASES: Mapping[str, str] = {
    "cls": "class",
    "conditional": "ifdef",
    "const": "constant",
    "ctor": "constructor",
    "def": "function",
    "elseif": "elif",
    "elsif": "elif",
    "ensure": "finally",
    "except": "catch",
    "fn": "function",
    "for": "loop",
    "foreach": "loop",
    "fun": "function",
    "func": "function",
    "heading": "section",
    "iface": "interface",
    "ifndef": "ifdef",
    "match": "switch",
    "member": "enum_member",
    "mod": "module",
    "ns": "namespace",
    "pkg": "package",
    "preproc": "ifdef",
    "preprocessor": "ifdef",
    "proc": "function",
    "procedure": "function",
    "prop": "property",
    "protocol": "interface",
    "record": "struct",
    "rescue": "catch",
    "sub": "function",
    "subroutine": "function",
    "union": "struct",
    "until": "loop",
    "var": "variable",
    "while": "loop",
}
# A word that stands for several kinds: a method is a function, too, and so is a test that is written as one.
_WIDER: Mapping[str, frozenset[str]] = {
    "function": frozenset(("function", "method", "constructor", "test_function", "test_method")),
    "method": frozenset(("method", "constructor", "test_method")),
    "module": frozenset(("module", "package")),
    "test": frozenset(("test", "test_function", "test_method")),
}


def kinds_named(word: str) -> frozenset[str] | None:
    """The kinds that a word stands for, or None if nobody uses it. `block` is every block that defines nothing."""
    kind = ALIASES.get(word, word)
    if kind == "block":
        return UNNAMED
    return _WIDER.get(kind) or (frozenset((kind,)) if kind in KINDS else None)
