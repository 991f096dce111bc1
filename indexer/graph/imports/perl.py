"""Perl: `use Foo::Bar` is lib/Foo/Bar.pm, `require "file.pl"` a path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from indexer.graph.imports.paths import PathResolver
from indexer.graph.imports.resolver import Lead, Written


class PerlResolver(PathResolver):
    endings: ClassVar = ("", ".pm")
    beside: ClassVar = False
    below: ClassVar = ("lib", "", "t/lib", "inc", "cpan", "blib/lib")

    def spelled(self, written: Written) -> Iterable[str]:
        return (written.path.replace("::", "/").replace("'", "/"),)

    def lead(self, importer: str, written: Written) -> Lead:
        found = super().lead(importer, written)
        return Lead() if found.evidence == "name" and "::" not in written.path else found
