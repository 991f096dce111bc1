"""Kinds that a snippet may read as without that being meant, or not only that, where several languages agree."""

from __future__ import annotations

SCRIPT = {"labeled_statement": "", "statement_block": ""}
C = {"labeled_statement": "", "preproc_call": ""}
