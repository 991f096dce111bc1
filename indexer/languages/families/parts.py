"""How broken texts are cut that are made of rows."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage

ROW_BY_ROW = Damage(opaque=(), short_parts=True, begins=re.compile(rb"\n(?=[^\s])"))
# A row that ends with a backslash goes on in the next one.
ROWS_THAT_GO_ON = Damage(opaque=(), short_parts=True, begins=re.compile(rb"\n(?<!\\\n)(?=[^\s])"))
