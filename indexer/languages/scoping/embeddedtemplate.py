"""Pages with code between `<%` and `%>`: the names of the page are read from the text."""

from __future__ import annotations

from indexer.languages.scoping import Scoping

SCOPING = Scoping(frozenset(), {}, signs="-", module_separator="/", marks="indexer.extract.pages:marks", marked="page")
