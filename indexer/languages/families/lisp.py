"""Lisps."""

from __future__ import annotations

import re

from indexer.languages.opaque import Ends, Opaque

OPEN_TOKENS = ((b"#|", b"|#"),)
BARS = frozenset([b"|"])
WITH_BARS = (*OPEN_TOKENS, (b"|", b"|"))  # where a symbol may be written between bars, over several rows
_DOC = re.compile(rb'(?s)(?:[^"\\\n]++|\\.|\n(?!\())*+"')


def _doc_end(ends: Ends, match: re.Match[bytes]) -> int:
    end = _DOC.match(ends.data, match.end())
    return -1 if end is None else end.end()


# A string below the first row of a definition: what it says stands at the margin. A bracket there is never in a string,
# for editors would take it for the beginning of something, too.
DOCS = Opaque(b'"', rb'(?<=\n  )"', _doc_end)
