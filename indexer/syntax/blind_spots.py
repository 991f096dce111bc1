"""Sound code that a grammar stumbles over, made readable for it: a text of equal length, so that offsets hold.

One odd thing in a file is an error in its tree, and hides what is around it. Only what stands inside a token is
changed, so nothing else in the tree is. Each expression begins with a literal: it runs at every keystroke.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_Change = Callable[[bytes], bytes]
# An address without quotes. What has a variable in it is left to the grammars of SCSS and Less.
_ADDRESS = re.compile(rb"""url\((\s*)([^\s"'()$#@{}][^\s"'()$@{}]*)(?=\s*\))""")
_PLAIN = re.compile(rb"[\w.-]+")
# `f<typeof import("x")>()`: as an argument the type is taken for a comparison.
_IMPORT = re.compile(rb"""import\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)""")
_AS_ARGUMENT = re.compile(rb"(?:<\s*(?:typeof\s+)?|,\s*typeof\s+)\Z")
_BEFORE = 40  # bytes in which what is before an import is looked for
# `href="?a=b&c=d"`: in an attribute the sign begins a character's name, and there is none.
_ATTRIBUTE = re.compile(rb'="[^"\n&]*&[^"\n]*"')
_LONE_SIGN = re.compile(rb"&(?!#?\w+;)")


def readable(grammar: str, data: bytes) -> bytes:
    """The text as the grammar is to see it, or the text itself."""
    for change in _CHANGES.get(grammar, ()):
        data = change(data)
    return data


def _addresses(data: bytes) -> bytes:
    return _ADDRESS.sub(_as_word, data) if b"url(" in data else data


def _as_word(found: re.Match[bytes]) -> bytes:
    return found[0] if _PLAIN.fullmatch(found[2]) else b"url(" + found[1] + b"_" * len(found[2])


def _imported_types(data: bytes) -> bytes:
    return _IMPORT.sub(_as_name, data) if b"import(" in data else data


def _as_name(found: re.Match[bytes]) -> bytes:
    before = found.string[max(found.start() - _BEFORE, 0) : found.start()]
    return found[0] if _AS_ARGUMENT.search(before) is None else b"_" * len(found[0])


def _attributes(data: bytes) -> bytes:
    return _ATTRIBUTE.sub(_without_signs, data) if b"&" in data else data


def _without_signs(found: re.Match[bytes]) -> bytes:
    return _LONE_SIGN.sub(b"_", found[0])


_CHANGES: dict[str, tuple[_Change, ...]] = {
    "css": (_addresses,),
    "javascript": (_attributes,),
    "less": (_addresses,),
    "scss": (_addresses,),
    "tsx": (_attributes, _imported_types),
    "typescript": (_imported_types,),
}
