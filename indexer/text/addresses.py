"""Addresses: how paths and anchors are written in links."""

from __future__ import annotations

import re

_SIGN = re.compile(rb"%([0-9a-fA-F]{2})")


def unquoted(written: str) -> str:
    """A path or anchor in which signs may be written as `%20`."""
    raw = _SIGN.sub(lambda match: bytes([int(match[1], 16)]), written.encode("utf-8", "replace"))
    return raw.decode("utf-8", "replace")
