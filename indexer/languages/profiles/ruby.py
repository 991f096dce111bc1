"""Ruby."""

from __future__ import annotations

import re

from indexer.languages.families.ruby import HEREDOCS
from indexer.languages.families.testing import SNAKE
from indexer.languages.opaque import HEREDOC, Opaque
from indexer.languages.profile import Convention, Damage, Grammar, Layout, Names, Patterns, Profile, Structure

_END = re.compile(rb"(?m)^=end\b[^\n]*+")
# A dot at the end of a row, where somebody is about to write a member, takes the word below it for that member.
# Not above a comment: rows of comments end with dots too, and to look at each takes long.
_BELOW = (
    rb"\r?\n(?![ \t]*#)(?=(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,40}+[ \t]*+(?:class[ \t]++(?:[A-Z]|<<)"
    rb"|(?:begin|case|def|else|elsif|end|ensure|for|if|module|rescue|return|unless|until|when|while)\b))"
)
_BLANK = bytes.maketrans(b"&.", b"  ")
_DOTS = re.compile(rb"&\." + _BELOW), re.compile(rb"\." + _BELOW)
_BEGIN = Opaque(b"=begin", rb"^=begin\b", lambda ends, match: ends.matching(_END, match.end(), True))


def _without_dots(data: bytes) -> bytes:
    """A text without the dots of code behind which a row begins with a word of the language."""

    def blanked(dot: re.Match[bytes]) -> bytes:
        row = data[data.rfind(b"\n", 0, dot.start()) + 1 : dot.start()]
        if b"#" in row or row.endswith(b"."):  # a comment, or a range without end
            return dot[0]
        return dot[0].translate(_BLANK)

    for dots in _DOTS:
        data = dots.sub(blanked, data)
    return data


PROFILE = Profile(
    imports="indexer.graph.imports.ruby:RubyResolver",
    grammar=Grammar(trusted=True, sigil=rb":(?=.)", readable=(_without_dots,)),
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
