"""Go: an import is the path of a module and a folder in it, and means all files of that folder."""

from __future__ import annotations

import re

from indexer.graph.imports.resolver import EXTERNAL, Lead, Resolver, Written, likely
from indexer.graph.imports.tree import above, folder_of, joined, nearest
from indexer.lazy import lazy

_MODULE = re.compile(r"^[ \t]*module[ \t]+\"?([^\s\"/][^\s\"]*)", re.MULTILINE)
_REPLACE = re.compile(
    r"^[ \t]*(?:replace[ \t]+)?\"?([^\s\"()]+)\"?(?:[ \t]+v\S+)?[ \t]*=>[ \t]*\"?(\.{1,2}/[^\s\"]*|\.{1,2})",
    re.MULTILINE,
)


class GoResolver(Resolver):
    shares_folders = True

    def lead(self, importer: str, written: Written) -> Lead:
        path = written.path
        if path.startswith("."):
            folder = joined(folder_of(importer), path)
            return self._package(folder) if folder is not None else EXTERNAL
        if path == "C" or not path:
            return EXTERNAL
        home = next((folder for folder in above(importer) if folder in self._homes), None)
        if home is None:
            return self._guess(importer, path) if not self._homes else self._in_modules(path)
        replaced = self._replaced(home, path)
        if replaced is not None:
            return self._package(replaced)
        name = self._homes[home]
        inside = path if name == "std" else path.removeprefix(name).lstrip("/") if _inside(path, name) else None
        if inside is not None:
            found = self._package("/".join(part for part in (home, inside) if part))
            if found.files:
                return found
        vendored = self._package("/".join(part for part in (home, "vendor", path) if part))
        return vendored if vendored.files else self._in_modules(path)

    def _in_modules(self, path: str) -> Lead:
        """The package of the module of the root whose name is the longest that fits."""
        fitting = [(name, home) for home, name in self._homes.items() if name != "std" and _inside(path, name)]
        if not fitting:
            return self._package(path) if self._homes.get("") == "std" else EXTERNAL
        name, home = max(fitting, key=lambda each: len(each[0]))
        return self._package("/".join(part for part in (home, path[len(name) :].strip("/")) if part))

    def _package(self, folder: str) -> Lead:
        """The files of a folder that make its package, without tests."""
        files = [path for path in self.tree.folders.get(folder, ()) if path.endswith(".go")]
        found = tuple(path for path in files if not path.endswith("_test.go"))
        return Lead(found, "import") if found else EXTERNAL

    def _guess(self, importer: str, path: str) -> Lead:
        """Without modules: the folder that is called so, as under GOPATH."""
        if "/" not in path:
            return EXTERNAL
        words = path.split("/")
        for cut in range(len(words) - 1):
            folders = nearest(f"{importer}", [f"{each}/" for each in self.tree.folders_ending("/".join(words[cut:]))])
            found = [file for folder in folders for file in self._package(folder[:-1]).files]
            if found:
                return likely(found)
        return EXTERNAL

    def _replaced(self, home: str, path: str) -> str | None:
        for name, target in self._replacements.get(home, ()):
            if _inside(path, name):
                base = joined(home, target)
                return None if base is None else joined(base, path[len(name) :].strip("/"))
        return None

    @lazy
    def _homes(self) -> dict[str, str]:
        """The folders that are modules, each with the path of its module."""
        found = {}
        for path in self.tree.named("go.mod"):
            match = _MODULE.search(self.tree.text(path) or "")
            if match:
                found[folder_of(path)] = match[1]
        return found

    @lazy
    def _replacements(self) -> dict[str, list[tuple[str, str]]]:
        return {
            folder_of(path): _REPLACE.findall(self.tree.text(path) or "")
            for name in ("go.mod", "go.work")
            for path in self.tree.named(name)
        }


def _inside(path: str, module: str) -> bool:
    return path == module or path.startswith(f"{module}/")
