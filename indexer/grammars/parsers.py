"""Grammars: loaded on first use, and the list of those that must not run inside the server.

A tree-sitter grammar is compiled C with a scanner of its own; a bug there hangs or kills the process that parses.
`UNSAFE` names the grammars that do so on ordinary input and are never loaded. `TRUSTED` names those that were fuzzed
and may parse in the server's own process; every other grammar parses in a child process (see indexer.isolation).
"""

from __future__ import annotations

from functools import cache

from tree_sitter import Language, Tree

from indexer.grammars.time_limit import GrammarParser

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


def parser(name: str) -> GrammarParser | None:
    """A parser for the grammar; a new one each time where its scanner is unsteady."""
    loaded = grammar(name)
    if loaded is None:
        return None
    return GrammarParser(loaded) if name in UNSTEADY else _kept(name, loaded)


class PerlParser(GrammarParser):
    """A parser whose texts never end in a comment.

    Perl's scanner looks for ever for the end of one that ends with the text, so such a text gets a line end in place
    of its last character.
    """

    def parse(self, data: bytes, old_tree: Tree | None = None) -> Tree:
        return super().parse(with_line_end(data), old_tree)


def with_line_end(data: bytes) -> bytes:
    """The text, as long as it is, with a line end for its last character if its last row may be a comment."""
    if data[-1:] in (b"", b"\n") or b"#" not in data[data.rfind(b"\n") + 1 :]:
        return data
    last = len(data) - 1
    while last and data[last] & 0xC0 == 0x80:
        last -= 1
    return data[:last] + b" " * (len(data) - last - 1) + b"\n"


@cache
def _kept(name: str, loaded: Language) -> GrammarParser:
    return PerlParser(loaded) if name == "perl" else GrammarParser(loaded)
