"""PHP."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import HASH
from indexer.languages.families.testing import CAMEL
from indexer.languages.heredocs import Heredocs
from indexer.languages.opaque import SLASHES, Opaque
from indexer.languages.profile import Convention, Damage, Embeds, Grammar, Layout, Names, Patterns, Profile, Structure

_ROW_START = re.compile(rb"(?m)^[ \t]*+(\w++)")
_HEREDOC = Opaque(
    b"<<<",
    rb"""<<<[ \t]*+(?P<quote>["']?)(?P<name>\w++)(?P=quote)[ \t\r]*+\n""",
    lambda ends, match: ends.row(match["name"], match.end(), _ROW_START),
)


def _is_code(data: bytes) -> bool:
    """Whether a text is code from its first row to its last, so that what stands behind a tag of its own is too."""
    return data.startswith(b"<?php") and b"?>" not in data


PROFILE = Profile(
    imports="indexer.graph.imports.php:PhpResolver",
    grammar=Grammar(trusted=True, sigil=rb"\$(?=.)", prologue=b"<?php\n"),
    structure=Structure(in_parts=_is_code),
    damage=Damage(opaque=(_HEREDOC, SLASHES)),
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
