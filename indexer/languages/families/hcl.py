"""HCL and Terraform."""

from __future__ import annotations

import re

from indexer.languages.heredocs import Heredocs

HEREDOCS = Heredocs(
    signs=re.compile(rb"<<-?[A-Za-z_\x80-\xff]"),
    value=re.compile(rb"\$\$\{|%%\{|([$%]\{)", re.DOTALL),
    quotes=(b'x = "', b'"\n'),
)
