"""PHP."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import HASH
from indexer.languages.families.testing import CAMEL
from indexer.languages.heredocs import Heredocs
from indexer.languages.opaque import SLASHES, Ends, Opaque
from indexer.languages.profile import Convention, Damage, Embeds, Grammar, Layout, Names, Patterns, Profile, Structure

_ROW_START = re.compile(rb"(?m)^[ \t]*+(\w++)")
_HEREDOC = Opaque(
    b"<<<",
    rb"""<<<[ \t]*+(?P<quote>["']?)(?P<name>\w++)(?P=quote)[ \t\r]*+\n""",
    lambda ends, match: ends.row(match["name"], match.end(), _ROW_START),
)


# What of a row is no code: strings, and comments that end in it. A comment to the end of its row ends with the tag.
_QUOTED = re.compile(rb"""'(?:[^'\\]++|\\.)*+'|"(?:[^"\\]++|\\.)*+"|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?""")
_COMMENT = re.compile(rb"//|\#(?!\[)")
_LONGEST_ROW = 1024  # bytes before a tag that are looked at, in a text of many on one row, too
_MARKUP = re.compile(rb"\s*+(?:<|\Z)")


def _end_of_page(ends: Ends, match: re.Match[bytes]) -> int:
    """Where code begins again behind a closing tag, or the text ends; in a string such a tag is none.

    A tag with no other behind it ends the code if what follows looks like a page.
    """
    data, start = ends.data, match.start()
    begun = max(data.rfind(b"\n", 0, start) + 1, start - _LONGEST_ROW)
    if data.endswith(b"<?", begun, ends.behind):  # the row began in a page
        begun = ends.behind
    before = _QUOTED.sub(b"", data[begun:start])
    comment = _COMMENT.search(before)
    quote = next((at for at in (before.find(b"'"), before.find(b'"')) if at >= 0), -1)
    if quote >= 0 and (comment is None or quote < comment.start()):
        return match.end()
    end = ends.sign(b"<?", match.end())
    return len(data) if end < 0 and _MARKUP.match(data, match.end()) else end


_PAGE = Opaque(b"?>", rb"\?>", _end_of_page)


def _begins_as_code(data: bytes) -> bool:
    """Whether a text begins with code, so that what stands behind a tag of its own is code, too."""
    return data.startswith(b"<?php")


PROFILE = Profile(
    imports="indexer.graph.imports.php:PhpResolver",
    grammar=Grammar(trusted=True, sigil=rb"\$(?=.)", prologue=b"<?php\n"),
    structure=Structure(in_parts=_begins_as_code),
    damage=Damage(opaque=(_HEREDOC, SLASHES, _PAGE)),
    names=Names(
        convention=Convention(
            constructors=frozenset((b"__construct",)),
            attribute=re.compile(rb"#\[[^\]]{0,300}\b(?:Test|DataProvider|TestWith)\b"),
            test=CAMEL,
            in_class=True,
        ),
        decorator=HASH,
    ),
    heredocs=Heredocs(
        signs=re.compile(rb"<<<"),
        value=re.compile(rb"\\.|(\$\{|\{(?=\$))|(\$\w+)", re.DOTALL),
        quotes=(b'<?php "', b'";'),
    ),
    layout=Layout(heredocs="any"),
    patterns=Patterns(places="indexer.patterns.places_go:PHP", ignores_case=True),
    embeds=Embeds(finder="indexer.embedded.templates:php_page"),
)
