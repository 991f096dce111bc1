"""Kotlin."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import JUNIT
from indexer.languages.opaque import QUOTES, SLASHES
from indexer.languages.profile import Damage, Grammar, Measures, Names, Patterns, Profile, Structure

_PLAIN = rb'[^()"\n]|"(?:[^"\\\n]|\\.)*+"|\n(?=[ \t)\r\n])'
_ARGUMENTS = rb"\((?:%b|\((?:%b|\((?:%b)*+\))*+\))*+\)" % (_PLAIN, _PLAIN, _PLAIN)
# An annotation, the end of its last row, and rows with nothing but a comment below it.
_ANNOTATION = re.compile(
    rb"@(?<=\s@)(?!file:)[\w.:]++(?:%b)?([ \t]*+(?://[^\n]*+)?\r?\n(?:[ \t]*+//[^\n]*+\n){0,9}+)(?=[ \t]*+[@a-z])"
    % _ARGUMENTS
)
_COMMENT = re.compile(rb"//([^\r\n]*)")
_NO_SIGNS = bytes.maketrans(b"*/", b"  ")
_LINE_END = re.compile(rb"[\r\n]")


def with_annotations_beside(data: bytes) -> bytes:
    """The text with annotations in the row of what they annotate.

    Above it, one with arguments is as good as an expression to the grammar, which takes it for the one or the other as
    the text before would have it, and what follows with it.
    """
    return _ANNOTATION.sub(_beside, data)


def _beside(found: re.Match[bytes]) -> bytes:
    row = found.string.rfind(b"\n", 0, found.start()) + 1
    if found.string[row : found.start()].strip():
        return found[0]
    return found[0][: -len(found[1])] + _LINE_END.sub(b" ", _COMMENT.sub(_enclosed, found[1]))


def _enclosed(comment: re.Match[bytes]) -> bytes:
    """A comment that does not end with its row, as long as it was."""
    said = comment[1]
    return b"/*" + said[:-2].translate(_NO_SIGNS) + b"*/" if len(said) > 1 else b" " * len(comment[0])


PROFILE = Profile(
    imports="indexer.graph.imports.jvm:JvmResolver",
    grammar=Grammar(readable=(with_annotations_beside,)),
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(
            SLASHES,
            QUOTES,
        )
    ),
    names=Names(convention=JUNIT, decorator=AT),
    measures=Measures(
        patterns="""
            (function_value_parameters) @parameters
            (function_value_parameters (parameter) @parameter) @parameters
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_go:KOTLIN", stray_comments=True),
    has_server=True,
)
