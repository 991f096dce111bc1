"""Imports that are paths, or names that stand for paths: how most languages write them.

A subclass says in which folders such a path may begin, what endings it may lack, and how a name is spelled as a path.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import ClassVar

from indexer.graph.imports.resolver import EXTERNAL, Lead, Resolver, Written, certain, likely
from indexer.graph.imports.tree import above, folder_of, joined, nearest


class PathResolver(Resolver):
    """A path from the folder of the file, else from a folder above it, else a file that is called so."""

    endings: ClassVar[tuple[str, ...]] = ("",)  # that the path may lack
    indexes: ClassVar[tuple[str, ...]] = ()  # files that stand for their folder
    beside: ClassVar[bool] = True  # whether it is read from the folder of the file
    below: ClassVar[tuple[str, ...]] = ()  # folders, in those above the file, that it is read from
    elsewhere: ClassVar[bool] = True  # whether any file that is called so may be meant

    def spelled(self, written: Written) -> Iterable[str]:
        """The paths that an import may stand for, the likeliest first; none where it is no path."""
        return (written.path,)

    def lead(self, importer: str, written: Written) -> Lead:
        for path in self.spelled(written):
            found = self._found(importer, path)
            if found.files:
                return found
        return EXTERNAL

    def _found(self, importer: str, path: str) -> Lead:
        if not path or "://" in path or path.startswith("//"):
            return EXTERNAL
        folder = folder_of(importer)
        dotted = path.startswith(("./", "../")) or path in (".", "..")
        if path.startswith("/"):
            path = path.lstrip("/")
        elif self.beside or dotted:
            file = self.file(joined(folder, path))
            if file is not None:
                return certain(file)
        if dotted:
            return EXTERNAL
        for top in above(importer):
            for inside in self.below:
                file = self.file(joined(top, posixpath.join(inside, path)))
                if file is not None:
                    return certain(file)
        return self._guess(importer, path) if self.elsewhere else EXTERNAL

    def file(self, path: str | None) -> str | None:
        """The file that a path means, with an ending that it lacks, or by the folder that it is."""
        if path is None:
            return None
        for ending in self.endings:
            if path + ending in self.tree:
                return path + ending
        inside = f"{path}/" if path else ""
        return next((inside + index for index in self.indexes if inside + index in self.tree), None)

    def _guess(self, importer: str, path: str) -> Lead:
        suffix = posixpath.normpath(path)
        if suffix.startswith(".."):
            return EXTERNAL
        found = [each for ending in self.endings for each in self.tree.ending(suffix + ending)]
        found += [each for index in self.indexes for each in self.tree.ending(f"{suffix}/{index}")]
        best = nearest(importer, [each for each in dict.fromkeys(found) if each != importer])
        return likely(best) if len(best) == 1 or "/" in suffix else EXTERNAL
