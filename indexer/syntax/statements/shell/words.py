"""Patterns for shell words that are simple: nothing inside them can open a block or a heredoc.

They stay on their line, but for quotes where a pattern says that those may go on. They match the words of a single
line, which is how the lexer reads, and in the midst of a text, which is how it skips.
"""

from __future__ import annotations

import re

from indexer.syntax.statements.shell.state import KEYWORDS

NAME = rb"\$(?![({\[])"
_BRACED = rb"\$\{(?:[^}{\"'`\\$\n]|\$(?![({\['\"]))*+\}"
SUMMED = rb"\$\(\((?:[^()\"'`\\$\n]|" + NAME + rb"|" + _BRACED + rb")*+\)\)"
SINGLE_QUOTED = rb"'[^'\n]*+'"
_ANSI_QUOTED = rb"\$'(?:[^'\\\n]|\\[^\n])*+'"
TICKED = rb"`(?:[^`\\;<(\n]|\\[^`\n])*+`"
_PLAIN_DOUBLE = rb"\"(?:[^\"\\`$\n]|\\[^\n]|" + rb"|".join((NAME, _BRACED, SUMMED)) + rb")*+\""
SUBSTITUTED = (
    rb"\$\((?!\(|[^)\n]*\bcase[ \t])(?:[^()\"'`\\<;#{$\n]|<(?!<)|\\[^\n]|\$(?![({\['])|"
    + rb"|".join((_BRACED, SUMMED, SINGLE_QUOTED, _PLAIN_DOUBLE))
    + rb")*+\)"
)
EXPANSIONS = rb"|".join((_BRACED, SUMMED, SUBSTITUTED, TICKED))
DOUBLE_QUOTED = rb"\"(?:[^\"\\`$\n]++|\\[^\n]|" + NAME + rb"|" + EXPANSIONS + rb")*+\""
# Quotes that may go on over lines. Their length is limited, for one that nothing closes is tried on every line.
LONG_SINGLE_QUOTED = rb"'[^']{0,4000}+'"
LONG_DOUBLE_QUOTED = rb"\"(?:[^\"\\`$]{1,1000}+|\\[\x00-\xff]|" + NAME + rb"|" + EXPANSIONS + rb"){0,400}+\""

REDIRECTION = rb"<<<|[<>]&|&>>?|<(?![<(])|>(?!\()"
WORD_END = rb"(?:[ \t\n;&|()<>]|\\\n|\Z)"
KEYWORD_AHEAD = rb"(?:" + rb"|".join(re.escape(word) for word in sorted(KEYWORDS)) + rb")" + WORD_END


PLAIN = rb"[^ \t\n;&|()<>\"'`$\\]++"


ESCAPED = rb"\\[^\n]"


def pieces(escaped: bytes, single_quoted: bytes, double_quoted: bytes) -> bytes:
    """The pieces of a word that are not plain."""
    quoted = rb"|".join((single_quoted, _ANSI_QUOTED, double_quoted))
    return escaped + rb"|\$(?![({\['])|" + quoted + rb"|" + EXPANSIONS


def tested(piece: bytes) -> bytes:
    """What stands in `[[ ]]`."""
    return rb"(?:[ \t]++(?=[^ \t\n#])|[()<>&|;]|(?!\]\]" + WORD_END + rb")(?:" + piece + rb")++)*+"


def condition(simple: bytes, piece: bytes) -> bytes:
    """A simple command or a test in `[[ ]]`, perhaps negated."""
    return rb"(?:![ \t]++)?+(?:" + simple + rb"|\[\[(?=[ \t])" + tested(piece) + rb"[ \t]*+\]\])"
