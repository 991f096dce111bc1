"""Ruby and Crystal."""

from __future__ import annotations

import re

from indexer.languages.heredocs import Heredocs

HEREDOCS = Heredocs(
    signs=re.compile(rb"<<[~-]?(?:[\w\x80-\xff]|[\"'`])"),
    value=re.compile(rb"\\.|(#\{)|(#(?:@@?|\$)\w+)", re.DOTALL),
    quotes=(b'"', b'"'),
)
