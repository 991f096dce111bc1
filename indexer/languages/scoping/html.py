"""HTML, and templates that are read as such: names are read from the text."""

from __future__ import annotations

from indexer.languages.scoping import Scoping

SCOPING = Scoping(frozenset(), {}, signs="-", module_separator="/", marks="indexer.extract.pages:marks", marked="page")
