"""Objective-C."""

from __future__ import annotations

import re

from indexer.languages.families.annotations import filler
from indexer.languages.families.preprocessed import with_plain_conditions, without_macros
from indexer.languages.families.testing import CAMEL
from indexer.languages.opaque import SLASHES, Opaque
from indexer.languages.profile import Convention, Damage, Grammar, Layout, Measures, Names, Patterns, Profile, Structure

# Words in capitals that stand for nothing the grammar knows: alone on a row, behind a name; before a type.
_MACROS = (
    re.compile(
        rb"(?m)(^[ \t]*(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{6,})(?:\([^()\n]*\))?[ \t]*(?=\r?$)"
        rb"|(?<=[\w*])[ \t]+(?:JNICALL|(?:NS|UI|API|AS)_[A-Z0-9_]+(?:\((?:[^()\n]|\([^()\n]*\))*\))?)"
        rb"(?=\s*\{|[ \t]*(?:;|[A-Za-z_])))"
    ),
    re.compile(rb"\n([A-Z]++_EXPORT_[A-Z_]++\([^()\n]*+\)[ \t]*+;?+)(?=[ \t]*+\r?\n(?!\s*+\{))"),
)


_BEFORE_TYPE = re.compile(
    rb"\n(?:[A-Z][A-Z0-9]*+_[A-Z0-9_]++|[A-Z]+EXPORT|[A-Z]+EXTERN)"
    rb"(?=[ \t]++[A-Za-z_]\w*+(?:[ \t]++[\w(*]|[ \t]*+[<*]|[ \t]*+\r?\n[A-Za-z_]))"
)


# A macro around the selector of a method, with a body or without, and maybe with another name or type before it.
_METHOD = re.compile(
    rb"\n([A-Z][A-Z0-9]*+_[A-Z0-9_]*?METHOD[A-Z_]*+\((?:[\w<>*, \t\r\n]{1,199}?,)?\s*+)"
    rb"([A-Za-z_]\w*+\s*+(?::[^{};]{0,1999}?)?)\)"
    rb"(?=\s*+(\{)|[ \t]*+;?[ \t]*+\r?\n)"
)
# A macro around the head of a method that is not there.
_NOT_MADE = re.compile(rb"\n[A-Z][A-Z0-9]*+_[A-Z0-9_]++\([-+][ \t]*+\([^;{}\n]*\)(?=[ \t]*+\r?\n)")
_VOID = b"-(void)"
_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))


def with_plain_methods(data: bytes) -> bytes:
    """The text with a method for each macro that makes one of a selector."""

    def plain(found: re.Match[bytes]) -> bytes:
        head, selector, body = found.groups()
        return b"\n" + _VOID + head[len(_VOID) :].translate(_BLANKS) + selector + (b";" if body is None else b" ")

    data = _NOT_MADE.sub(lambda found: found[0].translate(_BLANKS), data)
    return _METHOD.sub(plain, data)


def without_plain_macros(data: bytes) -> bytes:
    """The text without macros that annotate what stands beside them."""
    return without_macros(_BEFORE_TYPE.sub(_without_word, data), _MACROS)


def _without_word(found: re.Match[bytes]) -> bytes:
    return b"\n" + filler(found.string, found.start() + 1, found.end())


_END = re.compile(rb"^@end\b[^\n]*+", re.MULTILINE)

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    grammar=Grammar(readable_apart=(with_plain_conditions, with_plain_methods, without_plain_macros)),
    structure=Structure(reader="indexer.extract.objc:objc_items", in_parts=lambda data: True),
    damage=Damage(
        strategy="indexer.syntax.recovery.objc:ObjectiveC",
        opaque=(
            SLASHES,
            Opaque(
                b"@",
                rb"^@(?:interface\b|protocol\b[^\n;]*+$)",
                lambda ends, match: ends.matching(_END, match.end(), True),
            ),
        ),
        directives=True,
        goes_on=re.compile(rb"[ \t]*+(?:[)\]}.,|&*=<>?:]|(?:else|while)\b|@(?:catch|end|finally)\b)"),
        quotes_end_with_row=True,
    ),
    names=Names(convention=Convention(test=CAMEL, in_class=True)),
    layout=Layout(declares=True),
    measures=Measures(
        patterns="""
            (function_declarator parameters: (parameter_list) @parameters)
            ((parameter_list (parameter_declaration !declarator type: (primitive_type) @_void) @parameter.none)
              (#eq? @_void "void"))
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_c:C"),
)
