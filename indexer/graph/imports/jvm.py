"""Java, Kotlin, Scala and Groovy: a package is a folder below a folder of sources, a class a file in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from indexer.graph.imports.resolver import EXTERNAL, Lead, Mention, Resolver, Taken, Written, likely
from indexer.graph.imports.tree import folder_of, nearest
from indexer.lazy import lazy

_ENDINGS = (".java", ".kt", ".scala", ".groovy", ".kts")
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+([\w.`]+)", re.MULTILINE)
_IMPORT = re.compile(rb"^[ \t]*import[ \t]+(static[ \t]+)?([^\n;/]+)", re.MULTILINE)
_BRACES = re.compile(r"^(.*?)\.?\{(.*)\}?\s*$", re.DOTALL)
_LONGEST = 10_000  # bytes of one import
_HEAD = 8_000  # characters in which a file says its package


class JvmResolver(Resolver):
    shares_folders = True

    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        """From the rows that have references of the kind: they alone show what is wildcard and what is braces."""
        starts = sorted(mention.start for mention in mentions)
        at = 0
        for match in _IMPORT.finditer(text):
            while at < len(starts) and starts[at] < match.start(2):
                at += 1
            if at == len(starts):
                return
            if starts[at] >= match.end(2):
                continue  # the words are in a comment or a string
            end = match.end(2)
            if b"{" in match[2] and b"}" not in match[2]:  # braces over several rows
                end = max(text.find(b"}", end, end + _LONGEST) + 1, end)
            said = text[match.start(2) : end].decode("utf-8", "replace").strip()
            path = re.split(r"(?<!\s)\s++as\s++|(?<!\s)\s*+=>\s*+", said)[0] if "{" not in said else said
            braces = _BRACES.match(path) if "{" in path else None
            if braces:
                words = [
                    re.split(r"(?<!\s)\s++as\s++|=>", word)[0].strip() for word in braces[2].rstrip("} ").split(",")
                ]
                names = tuple(Taken(word, -1) for word in words if word)
                path = re.sub(r"\s", "", braces[1])
                yield Written(path, match.start(2), match.start(2) + len(braces[1].encode()), names, "braces")
                continue
            plain = re.sub(r"[\s`]", "", path)
            wild = re.search(r"\.(?:\*|_|given)$", plain)
            path = plain[: wild.start()] if wild else plain
            yield Written(path, match.start(2), match.start(2) + len(said.encode()), (), "wildcard" if wild else "")

    def lead(self, importer: str, written: Written) -> Lead:
        if written.form == "braces":
            parts = [self._named(importer, f"{written.path}.{taken.name}") for taken in written.names]
            whole = self._named(importer, written.path)
            named = tuple(dict.fromkeys(file for part in parts for file in part))
            return Lead(named or whole, "import", tuple(parts)) if named or whole else EXTERNAL
        if written.form == "wildcard":
            found = self._named(importer, written.path) or self._package(importer, written.path)
            return Lead(found, "import") if found else EXTERNAL
        found = self._named(importer, written.path)
        return Lead(found, "import") if found else self._top_level(importer, written.path)

    def _named(self, importer: str, name: str) -> tuple[str, ...]:
        """The file of a class, or of the one that something is a member of."""
        words = name.lstrip(".").split(".")
        for end in range(len(words), max(len(words) - 3, 1), -1):
            path = "/".join(words[:end])
            found = [each for ending in _ENDINGS for each in self.tree.ending(path + ending)]
            found = [each for each in found if self._is_source(each, path)]
            if found:
                return (nearest(importer, found)[0],)
        return ()

    def _is_source(self, path: str, suffix: str) -> bool:
        """Whether a package may begin where the path of the import does; it does not inside of a longer one."""
        if "/" in folder_of(suffix):
            return True
        declared = self._declared_by(path)
        return declared is None or declared == folder_of(suffix).replace("/", ".")

    def _package(self, importer: str, name: str) -> tuple[str, ...]:
        """All files of a package."""
        folders = self.tree.folders_ending(name.replace(".", "/"))
        found = [path for folder in folders for path in self.tree.folders[folder] if path.endswith(_ENDINGS)]
        return tuple(dict.fromkeys([*found, *self._declaring.get(name, ())]))

    def _top_level(self, importer: str, name: str) -> Lead:
        """Where functions and values need no class: the files of the package in which the word is defined."""
        package, _, word = name.rpartition(".")
        for _ in range(2):
            defines = re.compile(
                rf"\b(?:fun|val|var|def|class|object|interface|trait|typealias|type|enum)\b[^\n=]*?\b{re.escape(word)}\b"
            )
            found = [path for path in self._declaring.get(package, ()) if defines.search(self.tree.text(path) or "")]
            if found:
                return Lead((nearest(importer, found)[0],), "import") if len(found) == 1 else likely(found)
            package, _, word = package.rpartition(".")
        return EXTERNAL

    @lazy
    def _declaring(self) -> dict[str, list[str]]:
        """The files of each package by what they declare, of languages whose folders need not say so."""
        found: dict[str, list[str]] = {}
        for path in self.tree.paths:
            if path.endswith((".kt", ".scala")):
                declared = self._declared_by(path)
                if declared:
                    found.setdefault(declared, []).append(path)
        return found

    def _declared_by(self, path: str) -> str | None:
        if path not in self._packages:
            match = _PACKAGE.search((self.tree.text(path) or "")[:_HEAD])
            self._packages[path] = match[1].replace("`", "") if match else None
        return self._packages[path]

    @lazy
    def _packages(self) -> dict[str, str | None]:
        return {}
