"""Rust: `mod` names a file, `use` a path through modules and through the crates of the workspace."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from indexer.graph.imports.resolver import EXTERNAL, Lead, Mention, Resolver, Written, certain
from indexer.graph.imports.tree import above, folder_of, joined
from indexer.lazy import lazy

_USE = re.compile(rb"\b(?:use|mod|extern\s+crate)\s+")
_PATH = re.compile(rb'#\s*\[\s*path\s*=\s*"([^"\n]+)"\s*\]\s*(?:#\[[^\]\n]*\]\s*)*(?:pub(?:\([^)\n]*\))?\s+)?mod\s+$')
_STANDARD = frozenset(("std", "core", "alloc", "proc_macro", "test"))
_MOST = 500  # names that one `use` may have, and bytes of a path before a `mod`
_NEAR = 3  # bytes between the word and its first path: `::`, a brace
_LONGEST = 50_000  # bytes of one `use`
_TOPS = ("lib.rs", "main.rs", "mod.rs")


class RustResolver(Resolver):
    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        """A `use` with braces is as many imports as it has names."""
        starts = sorted(mention.start for mention in mentions)
        at = 0
        for match in _USE.finditer(text):
            while at < len(starts) and starts[at] < match.end():
                at += 1
            if at == len(starts):
                return
            if starts[at] - match.end() > _NEAR:
                continue  # the word stands in a comment or a string
            end = text.find(b";", match.end(), match.end() + _LONGEST)
            if end < 0 or starts[at] >= end:
                continue
            said = text[match.end() : end]
            if match[0].startswith(b"mod"):
                said_path = _PATH.search(text[max(match.end() - _MOST, 0) : match.end()])
                path = said_path[1].decode("utf-8", "replace") if said_path else said.decode("utf-8", "replace").strip()
                yield Written(path, match.end(), end, form="path" if said_path else "mod")
                continue
            for path in _paths(
                re.sub(rb"//[^\n]*|/\*.*?(?:\*/|\Z)", b"", said, flags=re.DOTALL).decode("utf-8", "replace")
            ):
                yield Written(path, match.end(), end, form="use")

    def lead(self, importer: str, written: Written) -> Lead:
        if written.form == "path":
            target = joined(folder_of(importer), written.path)
            return certain(target) if target is not None and target in self.tree else EXTERNAL
        if written.form == "mod":
            file = self._child(importer, written.path.removeprefix("r#"))
            return certain(file) if file else EXTERNAL
        words = [word.strip().removeprefix("r#") for word in written.path.split("::")]
        if words and not words[0]:
            words = words[1:]
        if not words or words[0] in _STANDARD:
            return EXTERNAL
        file, rest = self._start(importer, words)
        if file is None:
            return EXTERNAL
        for word in rest:
            child = self._child(file, word)
            if child is None:
                break
            file = child
        return certain(file)

    def _start(self, importer: str, words: list[str]) -> tuple[str | None, list[str]]:
        """The module that a path begins at, and the words that lead on from there."""
        first = words[0]
        if first == "crate":
            return self._top(importer), words[1:]
        if first in ("self", "super"):
            file: str | None = importer
            while words and words[0] in ("self", "super"):
                file = self._parent(file) if words[0] == "super" and file is not None else file
                words = words[1:]
            return file, words
        if self._child(importer, first) is not None:
            return importer, words
        crate = self._crates.get(first.replace("-", "_"))
        return (crate, words[1:]) if crate is not None else (None, [])

    def _child(self, file: str, name: str) -> str | None:
        """The file of a module that another has."""
        folder = folder_of(file)
        stem = file.rpartition("/")[2]
        if stem not in _TOPS and not self._is_target(file):
            folder = f"{folder}/{stem[:-3]}" if folder else stem[:-3]
        inside = f"{folder}/{name}" if folder else name
        return next((path for path in (f"{inside}.rs", f"{inside}/mod.rs") if path in self.tree), None)

    def _parent(self, file: str) -> str | None:
        folder, stem = folder_of(file), file.rpartition("/")[2]
        if stem == "mod.rs":
            folder = folder_of(folder)
        top = [f"{folder}/{name}" if folder else name for name in _TOPS]
        beside = f"{folder}.rs"
        return next((path for path in (beside, *reversed(top)) if path in self.tree and path != file), None)

    def _top(self, importer: str) -> str | None:
        """The first file of the crate that a file is in."""
        if self._is_target(importer):
            return importer
        for folder in above(importer):
            for name in ("lib.rs", "main.rs"):
                path = f"{folder}/{name}" if folder else name
                if path in self.tree:
                    return path
        return None

    def _is_target(self, file: str) -> bool:
        """Whether a file is the first of a program by where it lies: each of `bin`, `tests`, `examples` is."""
        folder = folder_of(file).rpartition("/")[2]
        return folder in ("bin", "tests", "examples", "benches") or file.rpartition("/")[2] == "build.rs"

    @lazy
    def _crates(self) -> dict[str, str]:
        """The first file of each library crate of the root, by the name that code calls it."""
        found: dict[str, str] = {}
        for path in sorted(self.tree.named("Cargo.toml"), key=lambda path: (path.count("/"), path)):
            said = self.tree.toml(path)
            package = said.get("package")
            library = said.get("lib")
            name = package.get("name") if isinstance(package, dict) else None
            library = library if isinstance(library, dict) else {}
            name = library.get("name") or name
            first = library.get("path") if isinstance(library.get("path"), str) else "src/lib.rs"
            file = joined(folder_of(path), str(first))
            if isinstance(name, str) and file is not None and file in self.tree:
                found.setdefault(name.replace("-", "_"), file)
        return found


def _paths(said: str) -> Iterator[str]:
    """`a::{b, c::{self, d as e}, *}` as `a::b`, `a::c`, `a::c::d`, `a`."""
    prefixes = [""]
    word = ""
    count = 0
    for mark in [*re.findall(r"[{},]|[^{},]+", said), ","]:
        if mark == "{":
            prefixes.append(prefixes[-1] + re.sub(r"\s", "", word))
            word = ""
        elif mark in ",}":
            plain = re.sub(r"\s+", "", re.split(r"(?<!\s)\s++as\s++", word.strip())[0])
            if plain:
                count += 1
                if count > _MOST or len(prefixes) > _MOST:
                    return
                yield re.sub(r"::(?:\*|self)$", "", prefixes[-1] + plain)
            word = ""
            if mark == "}" and len(prefixes) > 1:
                prefixes.pop()
        else:
            word += mark
