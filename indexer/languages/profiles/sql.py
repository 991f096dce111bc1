"""SQL."""

from __future__ import annotations

import re

from indexer.languages.opaque import SLASHES, Ends, Opaque
from indexer.languages.profile import Damage, Grammar, Names, Patterns, Profile, Structure

_BATCHES = re.compile(rb"^(?:DELIMITER\b|GO\b|/[ \t]*\r?$)", re.IGNORECASE | re.MULTILINE)
# A statement that follows a blank row or the end of another one, with the comments above it.
_BEGINS = re.compile(
    rb"(?:;[ \t\r]*+|\n[ \t\r]*+)\n(?=(?:(?:--[^\n]*+|x{4,}+[ \t\r]*+)\n){0,30}+"
    rb"(?:ALTER|COMMENT|CREATE|DROP|GRANT|INSERT|REVOKE)[ \t\r\n])",
    re.IGNORECASE,
)
_COPIED = re.compile(rb"^\\\.[^\n]*+", re.MULTILINE)
_END = re.compile(rb"^END\b[^\n]*+", re.IGNORECASE | re.MULTILINE)


def _stands_in_statements(data: bytes) -> bool:
    """Whether semicolons are all that ends statements."""
    return _BATCHES.search(data) is None


def _dollar_end(ends: Ends, match: re.Match[bytes]) -> int:
    return ends.sign(match[0], match.end())


PROFILE = Profile(
    grammar=Grammar(
        trusted=True,
        # It has one kind for all literals.
        strings='((literal) @string (#match? @string "^[a-zA-Z]?[\'$]"))',
    ),
    structure=Structure(reader="indexer.extract.sql:sql_items", in_parts=_stands_in_statements),
    damage=Damage(
        strategy="indexer.syntax.recovery.strategy:AsParsed",
        opaque=(
            SLASHES,
            Opaque(b"$", rb"\$(?:[A-Za-z_]\w*+)?\$", _dollar_end),
            # A body with statements at the margin; a transaction has none.
            Opaque(
                b"",
                rb"^(?i:BEGIN)\b(?![ \t]*+(?:;|(?i:TRAN|WORK)))",
                lambda ends, match: ends.matching(_END, match.end(), True),
            ),
            Opaque(b"", rb"\b(?i:FROM\s+STDIN)\b", lambda ends, match: ends.matching(_COPIED, match.end(), True)),
        ),
        begins=_BEGINS,
    ),
    names=Names(in_brackets=True),
    # What selects is a statement at the top alone; in a view, and after INSERT, it stands beside what is around it.
    patterns=Patterns(
        places="indexer.patterns.places_lua:SQL", ignores_case=True, passing=frozenset(("statement", "create_query"))
    ),
)
