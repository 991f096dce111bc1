"""Rows of languages around compilers and packages: M4 and Autoconf, linker scripts, parser generators."""

from __future__ import annotations

from indexer.extract.rows import BRACKETS, Rows, Rule

_HASH = rb"#[^\n]*"
_SLASHES = rb"//[^\n]*|/\*.*?(?:\*/|\Z)"
_DOUBLE = rb'"(?:\\.|[^"\\\n])*"'
_SINGLE = rb"'(?:\\.|[^'\\\n])*'"
_NAME = rb"[A-Za-z_]\w*"

RULES: dict[str, Rows] = {
    "varlink": Rows(
        (
            Rule("interface", rb"interface[ \t]+([\w.-]+)"),
            Rule("type", rb"type[ \t]+(\w+)", BRACKETS),
            Rule("method", rb"method[ \t]+(\w+)", BRACKETS),
            Rule("type", rb"error[ \t]+(\w+)", BRACKETS),
        ),
        comment=_HASH,
    ),
}
