"""RPM macros."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import Rows, Rule

_ROWS = Rows((Rule("macro", rb"%([A-Za-z_]\w*)(?:\([^()\n]*\))?(?=\s)"),), comment=rb"^[ \t]*#[^\n]*")

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
