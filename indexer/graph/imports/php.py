"""PHP: names by the prefixes that composer.json maps to folders, `require` by paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from indexer.graph.imports.paths import PathResolver
from indexer.graph.imports.resolver import Lead, Mention, Written, certain, likely
from indexer.graph.imports.tree import folder_of, joined, nearest
from indexer.lazy import lazy

_REQUIRE = re.compile(rb"\b(?:require|include)(?:_once)?\b[^;\n]*$")
_UP = re.compile(rb"dirname\s*\(")
_GROUP = re.compile(rb"use\s+(?:function\s+|const\s+)?\\?([\w\\]+)\\\s*\{[^{};]*$")


class PhpResolver(PathResolver):
    endings: ClassVar = ("", ".php")
    below: ClassVar = ("",)

    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        for mention in mentions:
            before = text[max(mention.start - 200, 0) : mention.start]
            row = before.split(b"\n")[-1]
            required = _REQUIRE.search(row)
            if required:
                ups = len(_UP.findall(required[0]))
                here = b"__DIR__" in required[0]
                steps = ups - (1 if b"__FILE__" in required[0] else 0)
                path = mention.name.lstrip("/") if here or ups else mention.name
                form = "here" if here or ups else ""
                yield Written("../" * max(steps, 0) + path, mention.start, mention.end, form=form or "path")
                continue
            group = _GROUP.search(before)
            prefix = group[1].decode("utf-8", "replace") + "\\" if group else ""
            yield Written(prefix + mention.name, mention.start, mention.end, form="name")

    def spelled(self, written: Written) -> Iterable[str]:
        return (f"./{written.path}" if written.form == "here" else written.path,)

    def lead(self, importer: str, written: Written) -> Lead:
        if written.form != "name":
            return super().lead(importer, written)
        name = written.path.strip("\\")
        for prefix, folder in self._prefixes:
            if name.startswith(prefix):
                path = joined(folder, name[len(prefix) :].replace("\\", "/") + ".php")
                if path is not None and path in self.tree:
                    return certain(path)
        words = name.split("\\")
        for cut in range(len(words) - 1):  # what leads a name seldom is a folder
            found = self.tree.ending("/".join(words[cut:]) + ".php")
            if found:
                return likely(nearest(importer, found))
        return Lead()

    @lazy
    def _prefixes(self) -> list[tuple[str, str]]:
        """The prefixes of names and their folders, the longest first."""
        found: list[tuple[str, str]] = []
        for path in self.tree.named("composer.json"):
            manifest = self.tree.json(path)
            for key in ("autoload", "autoload-dev"):
                section = manifest.get(key)
                for standard in ("psr-4", "psr-0"):
                    table = section.get(standard) if isinstance(section, dict) else None
                    for prefix, folders in table.items() if isinstance(table, dict) else ():
                        for folder in folders if isinstance(folders, list) else [folders]:
                            base = joined(folder_of(path), folder) if isinstance(folder, str) else None
                            if base is None:
                                continue
                            found.append((prefix if standard == "psr-4" else "", base))
        return sorted(found, key=lambda each: -len(each[0]))
