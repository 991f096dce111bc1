"""Grammars: loaded on first use, and the list of those that must not run inside the server.

A tree-sitter grammar is compiled C with a scanner of its own; a bug there hangs or kills the process that parses.
`UNSAFE` names the grammars that do so on ordinary input and are never loaded. `TRUSTED` names those that were fuzzed
and may parse in the server's own process; every other grammar parses in a child process (see indexer.isolation).
"""

from __future__ import annotations

from functools import cache

from tree_sitter import Language, Parser

UNSAFE: dict[str, str] = {
    "cobol": "its scanner loops for ever on any input",
}

# Their scanners read memory they never wrote, so that two trees of one text with errors may differ. Such a text is read
# by its layout, and every text by a parser of its own. Even so, whether a text has an error may rarely differ.
UNSTEADY = frozenset(["jsonnet"])

TRUSTED = frozenset(
    [
        "bash",
        "c",
        "cpp",
        "csharp",
        "css",
        "go",
        "hcl",
        "html",
        "java",
        "javascript",
        "json",
        "lua",
        "php",
        "python",
        "ruby",
        "rust",
        "scss",
        "sql",
        "toml",
        "tsx",
        "typescript",
        "yaml",
    ]
)

# Languages whose texts can be taken apart at definitions (see indexer.syntax.parts), and the kinds that are whole
# statements of theirs.
_WHOLE = {
    "c": frozenset(["function", "prototype"]),
    "python": frozenset(["class", "function", "test_function"]),
}


def whole_kinds(grammar: str) -> frozenset[str]:
    """The kinds of definitions that can be parsed alone; none in most languages."""
    return _WHOLE.get(grammar, frozenset())


@cache
def grammar(name: str) -> Language | None:
    """The compiled grammar, or None when there is none or it is unsafe."""
    if name in UNSAFE:
        return None
    try:
        return _load(name)
    except (LookupError, ImportError):
        return None


def _load(name: str) -> Language:
    from tree_sitter_language_pack import get_language

    return get_language(name)  # type: ignore[arg-type]  # the pack types its names as a Literal


def parser(name: str) -> Parser | None:
    """A parser for the grammar; a new one each time where its scanner is unsteady."""
    loaded = grammar(name)
    if loaded is None:
        return None
    return Parser(loaded) if name in UNSTEADY else _kept(loaded)


@cache
def _kept(loaded: Language) -> Parser:
    """Parsers are reused: making one costs more than parsing a short text."""
    return Parser(loaded)
