"""JavaScript, TypeScript and what is written like them."""

from __future__ import annotations

import re

# `f<typeof import("x")>()`: as an argument the type is taken for a comparison.
_IMPORT = re.compile(rb"""import\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)""")
_AS_ARGUMENT = re.compile(rb"(?:<\s*(?:typeof\s+)?|,\s*typeof\s+)\Z")
_BEFORE = 40  # bytes in which what is before an import is looked for
# `href="?a=b&c=d"`: in an attribute the sign begins a character's name, and there is none.
_ATTRIBUTE = re.compile(rb'="[^"\n&]*&[^"\n]*"')
_LONE_SIGN = re.compile(rb"&(?!#?\w+;)")


def with_plain_imported_types(data: bytes) -> bytes:
    """The text with a name for each imported type that is an argument."""
    return _IMPORT.sub(_as_name, data) if b"import(" in data else data


def _as_name(found: re.Match[bytes]) -> bytes:
    before = found.string[max(found.start() - _BEFORE, 0) : found.start()]
    return found[0] if _AS_ARGUMENT.search(before) is None else b"_" * len(found[0])


def with_plain_attributes(data: bytes) -> bytes:
    """The text without lone signs in attributes."""
    return _ATTRIBUTE.sub(_without_signs, data) if b"&" in data else data


def _without_signs(found: re.Match[bytes]) -> bytes:
    return _LONE_SIGN.sub(b"_", found[0])


# `interface Box<in out A, out B>`: how the parameters of a type vary.
_VARYING = re.compile(rb"<\s*+(?:[\w$]++,\s*+)*+(?:in|out)[ \t][^{}();]{0,400}")
_VARIES = re.compile(rb"(?<=[<,\s])(?:in[ \t]+out|in|out)[ \t]+(?=[\w$]+\s*(?:[,=>]|extends\b))")
# A row of an object's type that begins with the parameters of a signature, where no semicolon ends the one before it.
_SIGNATURE = re.compile(rb"\n[ \t]++<(?=[\w$][^\n]*\(|\r?\n)")
_TYPE_ENDS = re.compile(rb"[\w$>)\]}\"'`]")


def with_plain_parameters(data: bytes) -> bytes:
    """The text without what is said of how the parameters of types vary."""
    return _VARYING.sub(lambda found: _VARIES.sub(lambda word: b" " * len(word[0]), found[0]), data)


def with_signatures_apart(data: bytes) -> bytes:
    """The text with a semicolon before each signature that begins with parameters of a type."""

    def apart(row: re.Match[bytes]) -> bytes:
        at = _code_before(data, row.start())
        return row[0][:-2] + b";<" if _TYPE_ENDS.match(data, at - 1) else row[0]

    return _SIGNATURE.sub(apart, data)


def _code_before(data: bytes, at: int) -> int:
    """Where what stands before an offset ends, comments left out."""
    while at > 0:
        if data[at - 1] in b" \t\r\n":
            at -= 1
        elif data.endswith(b"*/", 0, at):
            at = max(data.rfind(b"/*", 0, at), 0)
        elif data.startswith(b"//", _first_sign(data, row := data.rfind(b"\n", 0, at) + 1)):
            at = row
        else:
            return at
    return 1


def _first_sign(data: bytes, row: int) -> int:
    """Where a row begins without its blanks."""
    while data[row : row + 1] in (b" ", b"\t"):
        row += 1
    return row
