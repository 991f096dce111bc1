"""The quick way through Perl: most code reads the same whatever comes before it, and one match takes a whole run of it.

`code.py` reads what is left, token by token, and with runs switched off comes to the same everywhere; a test says so
(docs/design/lexers.md).
"""

from __future__ import annotations

import re
from typing import Final

from indexer.syntax.statements.perl.state import OPERATOR, TERM
from indexer.syntax.statements.perl.tokens import BLANK
from indexer.syntax.statements.perl.words import BRACED, HEADERS, KNOWN, QUOTING, TAKING_TERM

_RUN_PREFIXES: Final = frozenset(b"my our local return defined ref scalar push join die keys exists delete lc".split())


def _any_of(words: frozenset[bytes]) -> bytes:
    """A pattern for one of these words that looks at each first letter once."""
    initials = sorted({word[:1] for word in words})
    rests = ([re.escape(word[1:]) for word in sorted(words, reverse=True) if word[:1] == one] for one in initials)
    return b"|".join(one + b"(?:" + b"|".join(rest) + b")" for one, rest in zip(initials, rests, strict=True))


def _run_patterns() -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Code that reads the same whatever comes before it, brackets included: most of a program. And such a condition.

    One match takes as much of it as a line has, which costs far less than reading it token by token; where the match
    stops, the lexer goes on with the token there. Not in it: words that are followed by a block or a pattern, braces
    of blocks, and all that `/`, `<`, `?` and `'` may begin or continue.
    """
    special = (KNOWN - TAKING_TERM) | HEADERS | BRACED.keys() | {b"require"}
    path = rb"[A-Za-z_]\w*+(?:::\w++)*+(?!['\x80-\xff]|::)"
    dereferenced = rb"(?=\{[ \t]*+(?:[\w@%\"'&\\\[]|\((?!\})|\$[\w{$:]))"
    items = (
        rb"\$(?:#?\$*+(?:%b|%b)|[@\d])" % (path, dereferenced),
        rb",",
        rb"\{[ \t]*+-?\w++[ \t]*+\}",
        rb"[(\[{](?:INNER)*+[ \t]*+[)\]}]",
        rb"->(?:[A-Za-z_]\w*+(?!['\x80-\xff]|::)|(?=[(\[{]))",
        rb"=[>=~]?",
        rb"'[^'\\]*+(?:\\.[^'\\]*+)*+'",
        rb'"[^"\\<]*+(?:(?:\\.|<(?!<))[^"\\<]*+)*+"',
        rb"[@%%]\$*+(?:%b|%b)" % (path, dereferenced),
        rb"\d(?:x[\da-fA-F]++|\d*+(?:\.\d++)?)(?![\w.])",
        rb"\.{1,3}=?",
        rb"[?!\\^~]=?",
        rb"&&=?",
        rb"\|\|?=?",
        rb"\+[+=]?",
        rb"-(?:[-=]|(?=[$\d( \t])|[A-Za-z](?:[ \t](?=[$\"'])|\w*+(?=[ \t]*+=>)))",
        rb":(?!:)",
        rb"<(?:=>?|(?=[ \t\d]))",
        rb">>?=?",
        rb"\*(?:=|\*?(?=[ \t$\d]|\([^\s;]))",
        rb"//=?",
        rb"(?!CORE::)(?=\w++(?:::\w++)*+(?:\(|->|[ \t]*+=>))(?!(?:%b)(?!\w|[ \t]*+=>))(?!(?:%b)(?!\w|::|[ \t]*+=>))"
        rb"\w++(?:::\w++)*+" % (_any_of(frozenset(QUOTING)), _any_of(special)),
        rb"(?:%b)(?:[ \t]++(?!=>)|(?=\())" % _any_of(_RUN_PREFIXES),
        rb"(?:x|eq|ne|and|or|not)[ \t]++(?!=)",
        rb"(?:if|unless|for)[ \t]++(?![(=])",
        rb"(?:shift|undef|return|next|last)(?=[ \t]*+(?:[;,)]|->|if |unless ))",
        rb"__PACKAGE__(?!\w)",
        rb"qw\([^()\\]*+\)",
    )
    item = rb"(?!)"
    for _ in range(4):
        item = rb"[ \t]*+(?![;)\]}#])(?:%b)" % b"|".join(items).replace(b"INNER", item)
    return re.compile(rb"(?:%b)++" % item), re.compile(rb"\((?:%b)*+[ \t]*+\)" % item)


RUN, CONDITION = _run_patterns()
# A run that ends with one of these has an operator at its end, unless it is `++` or `--`.
_OPERATOR_ENDS: Final = b" \t=>~,.&|<+-*?:!\\^/"
PLAIN_START = re.compile(rb"[ \t]*+(?!(?:if|unless|for)\b)(?=[$@%(A-Za-z_])")
_STEPS: Final = (b"++", b"--")


def end_of_run(text: bytes, pos: int) -> tuple[int, int]:
    """Where the last token of a run ends, and what may come next."""
    if text[pos - 1] in _OPERATOR_ENDS and text[pos - 2 : pos] not in _STEPS:
        while text[pos - 1] in BLANK:
            pos -= 1
        return pos, TERM
    return pos, OPERATOR
