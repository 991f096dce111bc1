"""Shell."""

from __future__ import annotations

import re

from indexer.languages.families.shell import HEREDOCS
from indexer.languages.families.testing import CAMEL
from indexer.languages.opaque import HEREDOC
from indexer.languages.profile import (
    Convention,
    Damage,
    Embeds,
    Grammar,
    Layout,
    Measures,
    Names,
    Patterns,
    Profile,
    Structure,
)

# Bats: a test is a function whose name is a title, `@test "adds numbers" {`, which no grammar of shell can read. It is
# shown a function in its place, as long as what it stands for: `       adds_numbers(){`.
_TEST = re.compile(rb"""^([ \t]*@test[ \t]+["'])([^\n]*?[^\n\\])["'][ \t]([ \t]*\{[ \t]*)$""", re.MULTILINE)
_NO_NAME = re.compile(rb"[^\w-]")


def without_titles(data: bytes) -> bytes:
    """A script whose tests are functions by name."""
    if b"@test" not in data:
        return data
    return _TEST.sub(lambda test: b" " * len(test[1]) + _NO_NAME.sub(b"_", test[2]) + b"()" + test[3], data)


PROFILE = Profile(
    imports="indexer.graph.imports.shell:ShellResolver",
    grammar=Grammar(trusted=True, dialect=without_titles),
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(HEREDOC,)),
    names=Names(
        convention=Convention(
            test=CAMEL, tool=re.compile(rb"shunit2?\b|bash_?unit"), title=re.compile(rb"[ \t]*@test[ \t]")
        )
    ),
    heredocs=HEREDOCS,
    layout=Layout(heredocs="any"),
    measures=Measures(patterns='(list ["&&" "||"] @decision)'),
    patterns=Patterns(places="indexer.patterns.places_lua:SHELL"),
    embeds=Embeds(finder="indexer.embedded.quoted:scripts_in_quotes"),
)
