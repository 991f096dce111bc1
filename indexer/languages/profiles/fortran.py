"""Fortran, also in fixed form, as it was punched: a letter in the first column makes a row a comment.

The grammar knows free form alone, and takes `C This subroutine does …` for a subroutine. Statements of fixed form begin
in the seventh column; a text whose rows all do is one, and its comments get the sign that they have in free form.
"""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Grammar, Patterns, Profile, Structure

_COMMENT = re.compile(rb"(?m)^[Cc*Dd]")
# What no row of fixed form begins with: a statement before the seventh column.
_FREE = re.compile(
    rb"(?m)^(?![CcDd*!#\d \t\r\n])[^\n]|^ {1,4}[A-Za-z]"
    rb"|^(?:call|case|character|class|close|common|complex|contains|continue|cycle|data|deallocate|dimension|do|double)"
    rb"[ \t(,:]+\w|^(?:contains|continue)[ \t]*$|^[CcDd]\w*[ \t]*(?:\([^()\n]*\)[ \t]*)?=",
)


def in_free_form(data: bytes) -> bytes:
    """The text with the comments of free form where it is in fixed form; its length stays."""
    if _COMMENT.search(data) is None or _FREE.search(data) is not None:
        return data
    return _COMMENT.sub(b"!", data)


PROFILE = Profile(
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        opaque=(),
        goes_on=re.compile(rb"[ \t]*+(?:[)&,]|(?:case|contains|else|elseif|elsewhere|end\w*+)\b)", re.IGNORECASE),
        closers=rb"end(?:associate|block|do|enum|function|if|interface|module|procedure|program|select|submodule|subroutine|type|where)?",
    ),
    grammar=Grammar(dialect=in_free_form),
    patterns=Patterns(ignores_case=True),
)
