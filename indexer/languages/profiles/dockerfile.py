"""Dockerfile."""

from __future__ import annotations

import re

from indexer.languages.heredocs import WORD, Heredocs
from indexer.languages.profile import Embeds, Layout, Profile

PROFILE = Profile(
    heredocs=Heredocs(
        signs=re.compile(rb"<<-?[\"'\w\x80-\xff]"),
        filler=WORD,  # an instruction needs an argument
        value=re.compile(rb"\\.|(\$[({])|(\$\w+)", re.DOTALL),
    ),
    layout=Layout(heredocs="capitals"),
    embeds=Embeds(finder="indexer.embedded.run:commands"),
)
