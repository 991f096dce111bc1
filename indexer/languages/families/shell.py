"""Shells."""

from __future__ import annotations

import re

from indexer.languages.heredocs import BLANK, Heredocs

HEREDOCS = Heredocs(
    # Three, unless a backslash takes the first one away, are a here-string.
    signs=re.compile(rb"<<(?!<)(?<!(?<![<\\])<<<)"),
    filler=BLANK,  # a redirection may be missing
    value=re.compile(rb"\\.|(\$[({])|(\$\w+|\$[@*#?!$-])", re.DOTALL),
    quotes=(b"", b""),
    # A function that runs tests and reads one from its input: test_expect_success 'title' - <<\\EOT
    own=re.compile(rb"^[ \t]*+test_\w++[ \t][^\n]*[ \t]-[ \t]*<<"),
)
