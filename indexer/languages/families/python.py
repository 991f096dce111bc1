"""What Python and the languages that are made of it have in common."""

from __future__ import annotations

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import CAMEL
from indexer.languages.opaque import APOSTROPHES, QUOTES
from indexer.languages.profile import Convention, Damage, Docs, Names

DAMAGE = Damage(opaque=(QUOTES, APOSTROPHES), quotes_end_with_row=True)
NAMES = Names(convention=Convention(constructors=frozenset((b"__init__",)), test=CAMEL), decorator=AT)
DOCS = Docs(place="body")
