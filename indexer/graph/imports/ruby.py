"""Ruby: `require_relative` from the file, `require` from the folders of libraries, names by how they are spelled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from indexer.graph.imports.paths import PathResolver
from indexer.graph.imports.resolver import Lead, Mention, Written


class RubyResolver(PathResolver):
    loads_by_name = True
    endings: ClassVar = (".rb", "", ".rake", ".ru")
    beside: ClassVar = False
    below: ClassVar = ("lib", "app", "spec", "test", "ext", "")

    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        for mention in mentions:
            before = text[max(mention.start - 40, 0) : mention.start].split(b"\n")[-1]
            form = "relative" if b"require_relative" in before else "load" if b"load" in before.split() else ""
            yield Written(*mention, form=form)

    def spelled(self, written: Written) -> Iterable[str]:
        return (f"./{written.path}" if written.form == "relative" else written.path,)

    def lead(self, importer: str, written: Written) -> Lead:
        found = super().lead(importer, written)
        if not found.files or "/" in written.path or written.form:
            return found
        # `require "json"` is rather the library than a file of that name somewhere, but `require "helper"` is not.
        surely = f"/{found.files[0]}".endswith((f"/lib/{written.path}.rb", f"/app/{written.path}.rb"))
        return found if surely or "helper" in written.path else Lead()
