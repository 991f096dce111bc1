"""What definitions look like where rows tell: data for `indexer.extract.rows`, by the names of languages."""

from __future__ import annotations

from indexer.extract.row_rules import building, scripts
from indexer.extract.rows import Rows

RULES: dict[str, Rows] = {**building.RULES, **scripts.RULES}
