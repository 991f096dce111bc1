"""Python: relative imports, packages, namespace packages, and the folders that a project imports from.

Which folders are on the path is known only when a program runs. Surely among them are the folder that the top package
of a file lies in, those above that, and those that the project names as holding its sources.
"""

from __future__ import annotations

import configparser
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from indexer.graph.imports.resolver import EXTERNAL, Lead, Mention, Resolver, Taken, Written, likely
from indexer.graph.imports.tree import above, folder_of, joined, nearest
from indexer.lazy import lazy

_FROM = re.compile(rb"\bfrom[\s\\]+$")
_IMPORT = re.compile(rb"\bc?import[\s\\]+$")
_TAKES = re.compile(rb"[\s\\]*c?import\b(?![\s\\]*\*)")
_ENDINGS = (".py", ".pyi", ".pyx", ".pxd")
_PACKAGES = tuple(f"__init__{ending}" for ending in _ENDINGS)
_MARKS = ("pyproject.toml", "setup.py", "setup.cfg")
_TOPS = ("src", "lib", "python")
_LONG = 40  # bytes that keywords and blanks before a name take at most


class PythonResolver(Resolver):
    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        return _statements(text, mentions)

    def lead(self, importer: str, written: Written) -> Lead:
        dots = len(written.path) - len(written.path.lstrip("."))
        words = [word for word in re.split(r"(?<![\s\\])[\s\\]*+\.[\s\\]*+", written.path[dots:]) if word]
        if dots:
            base = joined(folder_of(importer), "/".join([".", *[".."] * (dots - 1)]))
            return EXTERNAL if base is None else self._below([base], words, written) or EXTERNAL
        if not words:
            return EXTERNAL
        known = self._roots_of(folder_of(importer))
        if words[0] in sys.stdlib_module_names:
            return self._below(known[:1], words, written) or EXTERNAL
        found = self._below(known, words, written)
        return found or self._guess(importer, words, written)

    def _below(self, bases: Sequence[str], words: Sequence[str], written: Written) -> Lead | None:
        """What a dotted name means in the first of some folders that has it."""
        for base in bases:
            path = "/".join([part for part in (base, *words) if part])
            files = self._module(path)
            if not files and path not in self.tree.folders:
                continue
            parts = tuple(self._module(f"{path}/{taken.name}" if path else taken.name) for taken in written.names)
            if files or any(parts):
                return Lead(files, "import", parts)
        return None

    def _module(self, path: str) -> tuple[str, ...]:
        """The file of a module or of a package; none for a folder that is only a namespace."""
        for name in _PACKAGES:
            if f"{path}/{name}" in self.tree:
                return (f"{path}/{name}",)
        for ending in _ENDINGS:
            if path + ending in self.tree:
                return (path + ending,)
        return ()

    def _guess(self, importer: str, words: Sequence[str], written: Written) -> Lead:
        """A package somewhere else in the root that has all of the name."""
        if len(words) < 2:
            return EXTERNAL
        suffix = "/".join(words)
        found = [path for ending in _ENDINGS for path in self.tree.ending(suffix + ending)]
        found += [path for name in _PACKAGES for path in self.tree.ending(f"{suffix}/{name}")]
        best = nearest(importer, found)
        if len(best) != 1:
            return likely(best)
        folder = folder_of(best[0]) if best[0].endswith(_PACKAGES) else ""
        parts = tuple(self._module(f"{folder}/{taken.name}") if folder else () for taken in written.names)
        return Lead(tuple(best), "name", parts)

    def _roots_of(self, folder: str) -> list[str]:
        """The folders that the files of a folder import from, the surest first."""
        known = self._known_roots.get(folder)
        if known is None:
            top = folder
            while top and any(f"{top}/{name}" in self.tree for name in _PACKAGES):
                top = folder_of(top)
            known = self._known_roots[folder] = list(dict.fromkeys([top, *above(top), *self._declared]))
        return known

    @lazy
    def _known_roots(self) -> dict[str, list[str]]:
        return {}

    @lazy
    def _declared(self) -> list[str]:
        """The folders of sources that projects of the root name, or have by custom."""
        homes = {folder_of(path) for mark in _MARKS for path in self.tree.named(mark)} | {""}
        found = [folder for home in sorted(homes) for folder in self._sources(home)]
        return [folder for folder in dict.fromkeys(found) if folder in self.tree.folders]

    def _sources(self, home: str) -> Iterator[str]:
        yield home
        for top in _TOPS:
            yield f"{home}/{top}" if home else top
        for written in (*self._from_toml(home), *self._from_cfg(home)):
            folder = joined(home, written)
            if folder is not None:
                yield folder

    def _from_toml(self, home: str) -> Iterator[str]:
        tool = self.tree.toml(f"{home}/pyproject.toml" if home else "pyproject.toml").get("tool")
        for path in (
            *(("setuptools", "package-dir", ""), ("setuptools", "packages", "find", "where")),
            *(("pytest", "ini_options", "pythonpath"), ("hatch", "build", "sources"), ("poetry", "packages")),
        ):
            value = tool
            for key in path:
                value = value.get(key) if isinstance(value, dict) else None
            for each in value if isinstance(value, list) else [value]:
                named = each.get("from") if isinstance(each, dict) else each
                if isinstance(named, str):
                    yield named

    def _from_cfg(self, home: str) -> Iterator[str]:
        text = self.tree.text(f"{home}/setup.cfg" if home else "setup.cfg")
        parser = configparser.RawConfigParser(strict=False)
        try:
            parser.read_string(text or "")
        except configparser.Error:
            return
        where = parser.get("options.packages.find", "where", fallback="")
        folder = parser.get("options", "package_dir", fallback="")
        yield from (part.strip() for part in where.splitlines() if part.strip())
        yield from (part.partition("=")[2].strip() for part in folder.splitlines() if part.strip().startswith("="))


def _statements(text: bytes, mentions: Sequence[Mention]) -> list[Written]:
    """`import a, b.c` is an import for each; `from a import b, c` is one that takes names."""
    found: list[Written] = []
    module: Mention | None = None
    names: list[Taken] = []
    end = 0
    for mention in mentions:
        before = text[max(mention.start - _LONG, end) : mention.start]
        if _FROM.search(before):
            if module is not None:
                found.append(Written(*module, tuple(names)))
            module, names = mention, []
        elif module is not None and (not _IMPORT.search(before) if names else _TAKES.match(text, module.end)):
            names.append(Taken(mention.name, mention.start))
        else:
            if module is not None:
                found.append(Written(*module, tuple(names)))
            module, names = None, []
            found.append(Written(*mention))
        end = mention.end
    if module is not None:
        found.append(Written(*module, tuple(names)))
    return found
