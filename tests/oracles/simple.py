"""Definitions by a simple count, for languages that no other judge knows: rows that begin like a definition.

It shares nothing with the queries but the idea of the language: comments and strings are blanked by one expression, and
another finds the word after a keyword. It sees only what stands at the start of a row, and never an extent.
"""

from __future__ import annotations

import re

_SLASHES = r"//[^\n]*|/\*.*?\*/"
_HASH = r"#[^\n]*"
_DOUBLE = r'"(?:\\.|[^"\\\n])*"'
_SINGLE = r"'(?:\\.|[^'\\\n])*'"
_LONG = r'"""(?:\\.|.)*?"""'

# grammar: what to blank; what begins a row, with the name in a group
RULES: dict[str, tuple[str, str]] = {
    "arduino": (f"{_SLASHES}|{_DOUBLE}|{_SINGLE}", r"^(?:void|int|float|bool|boolean|byte|long)[ \t]+(\w+)[ \t]*\("),
    "bicep": (f"{_SLASHES}|'''.*?'''", r"^(?:param|var|resource|module|output|type|metadata)[ \t]+(\w+)\b"),
    "capnp": (f"{_HASH}|{_DOUBLE}", r"^[ \t]*(?:struct|interface|enum|const|annotation)[ \t]+(\w+)"),
    "gdscript": (
        f"{_LONG}|{_HASH}|{_DOUBLE}|{_SINGLE}",
        r"^(?:\t*(?:static[ \t]+)?func|\t*class|class_name|signal|const|enum|(?:@\w+(?:\([^)\n]*\))?[ \t]+)*var)"
        r"[ \t]+(\w+)",
    ),
    "glsl": (_SLASHES, r"^(?:void|float|u?int|bool|[iub]?vec[234]|mat[234])[ \t]+(\w+)[ \t]*\([^;{}]*\)\s*\{"),
    "hack": (f"{_SLASHES}|{_SINGLE}", r"^[ \t]*(?:[a-z]+[ \t]+)*?(?:function|class|interface|trait|enum)[ \t]+(\w+)"),
    "hlsl": (
        _SLASHES,
        r"^(?:void|float|u?int|bool|half)[234]?(?:x[234])?[ \t]+(\w+)[ \t]*\([^;{}]*\)\s*(?::[^;{}]*)?\{",
    ),
    "objc": (
        f"{_SLASHES}|@?{_DOUBLE}|{_SINGLE}",
        r"^[-+][ \t]*\([^;{}\n]*?\)[ \t]*(\w+)[ \t]*(?=[:;{\n])|^@(?:interface|implementation)[ \t]+(\w+)",
    ),
    "odin": (
        f"{_SLASHES}|{_DOUBLE}|`[^`]*`",
        r"^(\w+)[ \t]*::[ \t]*(?:proc|struct|enum|union|#force_inline proc|distinct)\b",
    ),
    "prisma": (f"{_SLASHES}|{_DOUBLE}", r"^(?:model|enum|generator|datasource)[ \t]+(\w+)"),
    "qmljs": (
        f"{_SLASHES}|{_DOUBLE}|{_SINGLE}|`[^`]*`",
        r"^[ \t]*(?:(?:(?:default|readonly|required)[ \t]+)*property[ \t]+[\w.<>]+|signal|function|component)"
        r"[ \t]+(\w+)",
    ),
    "smithy": (
        f"{_LONG}|{_DOUBLE}|//[^\n]*",
        r"^(?:structure|union|enum|intEnum|operation|service|resource|list|map|string|integer|blob|boolean|timestamp)"
        r"[ \t]+(\w+)",
    ),
    "solidity": (
        f"{_SLASHES}|{_DOUBLE}",
        r"^[ \t]*(?:abstract[ \t]+)?(?:contract|interface|library|struct|enum|function|modifier|event|error)"
        r"[ \t]+(\w+)",
    ),
    "starlark": (f"{_LONG}|{_HASH}|{_DOUBLE}", r"^def[ \t]+(\w+)"),
    "thrift": (
        f"{_SLASHES}|{_HASH}|{_DOUBLE}|{_SINGLE}",
        r"^[ \t]*(?:struct|union|exception|enum|service)[ \t]+(\w+)"
        r"|^[ \t]*(?:typedef|const)[ \t]+[^\n=]*?(\w+)[ \t]*(?:=|$)",
    ),
    "typst": (f"{_SLASHES}|{_DOUBLE}|```.*?```", r"^#let[ \t]+([\w-]+)"),
    "wgsl": (_SLASHES, r"^(?:@[^\n]*?[ \t])?(?:fn|struct|const|alias|override|var(?:<[^>\n]*>)?)[ \t]+(\w+)"),
}


def definitions(grammar: str, text: str) -> list[tuple[str, int]]:
    """Names and 1-based rows."""
    noise, pattern = RULES[grammar]
    clean = re.sub(noise, lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)
    found = []
    for match in re.finditer(pattern, clean, re.MULTILINE):
        group = match.lastindex or 1
        found.append((match[group], clean.count("\n", 0, match.start(group)) + 1))
    return found
