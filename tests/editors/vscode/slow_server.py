"""The server, resting before each file that a search looks at, so that hits can be seen to come one after another."""

from __future__ import annotations

import sys
import time

from indexer.search.run import search
from lsp_server.main import main

REST = 0.08  # seconds
_match = search.hits_in


def _match_slowly(*given: object, **named: object) -> object:
    time.sleep(REST)
    return _match(*given, **named)  # type: ignore[arg-type]


if __name__ == "__main__":
    search.hits_in = _match_slowly  # type: ignore[assignment]
    sys.exit(main())
