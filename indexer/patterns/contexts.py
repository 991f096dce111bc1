"""Contexts: the places of a language in which a snippet of code can stand.

A snippet that is read alone is often an error, or something that nobody means. So it is read in every place of its
language, and all readings count. Places are of two sorts. In a *whole* place stands what makes sense on its own: a
statement, an expression, a type, a member, an attribute. In a *part* place stands what belongs to something larger: an
argument, a parameter, a pair, an arm of a `switch`. Parts are tried only for what is no whole, or a doubtful one
(`$A: $B` in JavaScript is a label, and also a pair), so that `$A = $B` does not find the keyword arguments of Python.

A snippet may also lack its end: a semicolon, a body. Endings are added only where nothing reads without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from indexer.patterns.goals import Branch, Goal, Leaf
from indexer.patterns.place import Context, Contexts, whole
from indexer.patterns.places_c import CPP, CSHARP, DART, JAVA, SCRIPT, TYPED_SCRIPT, C
from indexer.patterns.places_go import GO, KOTLIN, PHP, RUST, SCALA, SOLIDITY, SWIFT, ZIG
from indexer.patterns.places_lua import (
    ANY,
    CSS,
    DATA,
    ELIXIR,
    HASKELL,
    HCL,
    LUA,
    NIX,
    PERL,
    PYTHON,
    RUBY,
    SHELL,
    SQL,
    TEMPLATE,
)

FILE: Final[tuple[Context, ...]] = (("", ""), ("", "\n"), ("<?php ", ""))
_ALONE: Final = whole(*FILE[:2])
_LISTS: Final[Mapping[str, Contexts]] = {
    "arduino": CPP,
    "astro": TEMPLATE,
    "bash": SHELL,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "css": CSS,
    "cuda": CPP,
    "dart": DART,
    "elixir": ELIXIR,
    "glsl": C,
    "go": GO,
    "haskell": HASKELL,
    "hcl": HCL,
    "hlsl": CPP,
    "html": TEMPLATE,
    "java": JAVA,
    "javascript": SCRIPT,
    "json": DATA,
    "json5": DATA,
    "jsonc": DATA,
    "kotlin": KOTLIN,
    "less": CSS,
    "lua": LUA,
    "luau": LUA,
    "nix": NIX,
    "objc": C,
    "perl": PERL,
    "python": PYTHON,
    "ruby": RUBY,
    "rust": RUST,
    "scala": SCALA,
    "scss": CSS,
    "solidity": SOLIDITY,
    "sql": SQL,
    "starlark": PYTHON,
    "svelte": TEMPLATE,
    "swift": SWIFT,
    "terraform": HCL,
    "tsx": TYPED_SCRIPT,
    "typescript": TYPED_SCRIPT,
    "vue": TEMPLATE,
    "yaml": Contexts((), (), ()),
    "zig": ZIG,
}

# Kinds that a snippet may read as without that being meant, or not only that; with a token, only if it is there.
_SCRIPT_DOUBTS: Final[Mapping[str, str]] = {"labeled_statement": "", "statement_block": ""}
_C_DOUBTS: Final[Mapping[str, str]] = {"labeled_statement": "", "preproc_call": ""}
_DOUBTFUL: Final[Mapping[str, Mapping[str, str]]] = {
    "c": _C_DOUBTS,
    "cpp": _C_DOUBTS,
    "go": {"labeled_statement": ""},
    "javascript": _SCRIPT_DOUBTS,
    "java": {"labeled_statement": ""},
    "csharp": {"labeled_statement": "", "lambda_expression": ""},
    "python": {"assignment": ":", "constrained_type": ""},
    "ruby": {"match_pattern": ""},
    "tsx": _SCRIPT_DOUBTS,
    "typescript": _SCRIPT_DOUBTS,
}
_NOTHING: Final[Mapping[str, str]] = {}


@cache
def contexts(grammar: str) -> Contexts:
    """The places of a grammar. Text without the opening tag is no PHP."""
    if grammar == "php":
        return PHP
    listed = _LISTS.get(grammar, ANY)
    return replace(listed, whole=_ALONE + listed.whole)


def is_doubtful(goals: tuple[Goal, ...], grammar: str) -> bool:
    """Whether a reading is something that a snippet seldom means, or does not only mean."""
    doubts = _DOUBTFUL.get(grammar, _NOTHING)
    if len(goals) != 1 or not isinstance(goals[0], Branch) or goals[0].name not in doubts:
        return False
    token = doubts[goals[0].name]
    names = [child.name for child in goals[0].children if isinstance(child, Leaf)]
    return not token or (token in names and "=" not in names)
