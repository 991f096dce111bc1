"""Ruby."""

from __future__ import annotations

import re

from indexer.languages.families.ruby import HEREDOCS
from indexer.languages.families.testing import SNAKE
from indexer.languages.opaque import HEREDOC, Opaque
from indexer.languages.profile import Convention, Damage, Grammar, Layout, Names, Patterns, Profile, Structure

_END = re.compile(rb"(?m)^=end\b[^\n]*+")
_BEGIN = Opaque(b"=begin", rb"^=begin\b", lambda ends, match: ends.matching(_END, match.end(), True))

PROFILE = Profile(
    imports="indexer.graph.imports.ruby:RubyResolver",
    grammar=Grammar(trusted=True, sigil=rb":(?=.)"),
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(HEREDOC, _BEGIN),
        open_tokens=((b"\n=begin", b"\n=end\n"), (b"/", b"/")),
        chosen_quotes=re.compile(rb"%[qQwWiIrsx]?([^\w\s])"),
    ),
    names=Names(convention=Convention(constructors=frozenset((b"initialize",)), test=SNAKE, in_class=True)),
    heredocs=HEREDOCS,
    layout=Layout(heredocs="capitals", pod="=end"),
    patterns=Patterns(places="indexer.patterns.places_lua:RUBY", doubts={"match_pattern": ""}),
)
