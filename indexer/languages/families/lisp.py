"""Lisps."""

from __future__ import annotations

OPEN_TOKENS = ((b"#|", b"|#"),)
