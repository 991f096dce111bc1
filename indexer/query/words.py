"""The words that a query can be made of, for whoever completes one as it is typed."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.query.fields import FIELDS, OPTIONS, PARTS, field_named
from indexer.query.kinds import KINDS
from indexer.query.parser import PLACES, STANDINGS, UNUSED
from indexer.query.tree import EVIDENCE


def fields() -> list[str]:
    """What a term can begin with, each with its colon."""
    return sorted(f"{field}:" for field in FIELDS)


def values(field: str, languages: Iterable[str]) -> list[str]:
    """The values that a field takes, if they are words of the language."""
    named = field_named(field)
    known: dict[str, Iterable[str]] = {
        **OPTIONS,
        "kind": KINDS,
        "lang": languages,
        "evidence": EVIDENCE,
        "is": (*PLACES, *STANDINGS, UNUSED),
        "part": PARTS,
    }
    return sorted(known.get(named or "", ()))
