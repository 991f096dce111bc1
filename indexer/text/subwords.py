"""The words inside a name: `getUserById` is get, user, by, id; `HTTPServer2` is http, server, 2."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")


def subwords(name: str) -> list[str]:
    """The words of a name in order, in lower case. A name of signs alone has none."""
    return [word.lower() for word in _WORD.findall(name)]
