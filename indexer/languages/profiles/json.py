"""JSON."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Grammar, Layout, Names, Patterns, Profile, Structure

# A value behind another one, as where each row is one. Whatever else stands at the margin is inside of the one value.
_VALUE = re.compile(rb"\n(?=[\[{])(?:(?<=[\]}]\n)|(?<=[\]}]\r\n))")

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(opaque=(), members_by_row=True, begins=_VALUE, fillers={b"{": b'"":0', b"[": b"0"}),
    names=Names(unicode_escapes=True),
    layout=Layout(is_data=True),
    patterns=Patterns(places="indexer.patterns.places_lua:DATA", first_style="quoted"),
)
