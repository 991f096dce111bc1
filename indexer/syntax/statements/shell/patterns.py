"""The patterns that several readers of shell share, made of the parts in `words.py`."""

from __future__ import annotations

import re

from indexer.syntax.statements.shell.state import (
    BACKTICK,
    CASE,
    FOR_HEAD,
    FUNCTION_HEAD,
    IF_BODY,
    IF_HEAD,
    LOOP_BODY,
    LOOP_HEAD,
    SUBSTITUTION,
    TEXT,
)
from indexer.syntax.statements.shell.words import (
    DOUBLE_QUOTED,
    ESCAPED,
    EXPANSIONS,
    NAME,
    PLAIN,
    REDIRECTION,
    SINGLE_QUOTED,
    pieces,
)

PIECE = PLAIN + rb"|" + pieces(ESCAPED, SINGLE_QUOTED, DOUBLE_QUOTED)
ARGUMENTS = rb"(?:[ \t]++(?=[^ \t#;|&)]|&>)|" + PIECE + rb"|" + REDIRECTION + rb")*+"


def dotall(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.DOTALL)


IN_DOUBLE = dotall(rb"(?:[^\"\\`$]++|\\.|" + NAME + rb"|" + EXPANSIONS + rb")*+")
IN_ARRAY = dotall(rb"(?:[ \t]++(?=[^ \t#])|(?!#)(?:" + PIECE + rb")++|[;&|]|[<>](?!\())*+")
EMPTY_PARENTHESES = dotall(rb"[ \t]*+\([ \t]*+\)")
BY_KEYWORD = frozenset((IF_BODY, IF_HEAD, LOOP_BODY, LOOP_HEAD, FOR_HEAD, CASE, FUNCTION_HEAD))
TEXTS = frozenset((SUBSTITUTION, BACKTICK, TEXT))
