"""The smallest text that still goes wrong in the same way."""

from __future__ import annotations

import time

from tests.fuzz.driver import Driver, Failure

SECONDS = 15.0


def minimised(driver: Driver, subject: str, text: bytes, failure: Failure, seconds: float = SECONDS) -> bytes:
    """A text made from `text` by leaving out parts, half of it first, then ever less."""
    until = time.monotonic() + seconds
    size = max(len(text) // 2, 1)
    while size:
        at, shorter = 0, False
        while at < len(text) and time.monotonic() < until:
            candidate = text[:at] + text[at + size :]
            found = driver.one(subject, candidate, failure.number)
            if found is not None and found.kind == failure.kind:
                text, shorter = candidate, True
            else:
                at += size
        if time.monotonic() >= until:
            break
        size = size if shorter and size > 1 else size // 2
    return text
