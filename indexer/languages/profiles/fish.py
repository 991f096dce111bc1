"""fish."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Layout, Profile, Structure

PROFILE = Profile(
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(opaque=(), goes_on=re.compile(rb"[ \t]*+(?:[)|&]|(?:and|case|else|end|or)\b)")),
    imports="indexer.graph.imports.shell:ShellResolver",
    layout=Layout(heredocs="capitals"),
)
