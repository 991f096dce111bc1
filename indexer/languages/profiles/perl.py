"""Perl."""

from __future__ import annotations

import re

from indexer.languages.heredocs import Heredocs
from indexer.languages.opaque import HEREDOC, Opaque
from indexer.languages.profile import Damage, Docs, Grammar, Layout, Patterns, Profile, Structure


def with_line_end(data: bytes) -> bytes:
    """The text, as long as it is, with a line end for its last character if its last row may be a comment.

    The scanner looks for ever for the end of a comment that ends with the text.
    """
    if data[-1:] in (b"", b"\n") or b"#" not in data[data.rfind(b"\n") + 1 :]:
        return data
    last = len(data) - 1
    while last and data[last] & 0xC0 == 0x80:
        last -= 1
    return data[:last] + b" " * (len(data) - last - 1) + b"\n"


_CUT = re.compile(rb"(?m)^=cut\b[^\n]*+")
_POD = Opaque(b"=", rb"^=[a-zA-Z]", lambda ends, match: ends.matching(_CUT, match.end(), True))

PROFILE = Profile(
    imports="indexer.graph.imports.perl:PerlResolver",
    grammar=Grammar(survivable=with_line_end),
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(HEREDOC, _POD),
        open_tokens=((b"\n=", b"\n=cut\n"), (b"/", b"/")),
        chosen_quotes=re.compile(rb"\b(?:q[qwxr]?|m|s|tr|y)\s*+([^\w\s])"),
    ),
    docs=Docs(place="manual"),
    heredocs=Heredocs(
        signs=re.compile(rb"<<~?(?:\\?[\w\x80-\xff]|[ \t]*[\"'`])"),
        value=re.compile(rb"\\.|([$@]\{)|((?:\$|@)(?:\w|::)+)", re.DOTALL),
        quotes=(b'"', b'"'),
    ),
    layout=Layout(assigned_functions=True, heredocs="any", pod="=cut"),
    patterns=Patterns(places="indexer.patterns.places_lua:PERL", first_style="sigil"),
)
