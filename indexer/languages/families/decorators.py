"""What may stand before a definition's own words where several languages agree: `@decorator`, `#[attribute]`."""

from __future__ import annotations

import re

AT = re.compile(rb"@(?!interface\b)[\w.:]+(?:\s*(?=\())?")
HASH = re.compile(rb"#!?(?=\[)")
