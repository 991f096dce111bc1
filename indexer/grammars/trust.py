"""Which texts a grammar may read in the server's own process, and what is kept from every grammar.

A tree-sitter grammar is compiled C with a scanner of its own; a bug there hangs or kills the process that parses. An
unsafe grammar does so on ordinary input and is never loaded. A trusted one was fuzzed and may parse in the server's own
process; every other grammar parses in a child process (see indexer.isolation). Where the limit of a scanner is known,
and a look at the text shows that it is far away, the grammar is trusted with that text. Profiles say which is which.
"""

from __future__ import annotations

import re

from indexer.languages.profile import profile_of
from indexer.languages.registry import languages


def why_unsafe(grammar: str | None) -> str:
    """Why a grammar is never loaded; nothing where it may be."""
    return profile_of(grammar or "").grammar.unsafe


def unsafe_grammars() -> dict[str, str]:
    """The grammars that are never loaded, each with the reason."""
    names = {language.grammar or language.name for language in languages()}
    return {name: reason for name in sorted(names) if (reason := why_unsafe(name))}


def is_guarded(grammar: str | None) -> bool:
    """Whether it depends on the text if a grammar may read it in the server's own process."""
    return profile_of(grammar or "").grammar.guard is not None


def is_fuzzed(grammar: str | None) -> bool:
    """Whether a grammar may read some text in the server's own process, if not every text."""
    return profile_of(grammar or "").grammar.trusted


def is_trusted(grammar: str, data: bytes) -> bool:
    """Whether a grammar may read a text in the server's own process."""
    known = profile_of(grammar).grammar
    return known.trusted and (known.guard is None or known.guard(data))


def parsable(data: bytes) -> bytes:
    """The text as a grammar can take it: with the same length, and the same bytes wherever it can.

    Bytes that are no UTF-8 are question marks, since queries decode what they look at.
    """
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            data = _LONE.sub("?", data.decode("utf-8", "surrogateescape")).encode()
    return data


_LONE = re.compile("[\udc80-\udcff]")
