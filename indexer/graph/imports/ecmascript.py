"""JavaScript, TypeScript and their kin: relative paths, `paths` of tsconfig, packages of the workspace."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from indexer.graph.imports.resolver import EXTERNAL, Lead, Mention, Resolver, Taken, Written, certain, likely
from indexer.graph.imports.tree import above, folder_of, joined
from indexer.lazy import lazy

_ENDINGS = (
    *(".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".d.mts", ".d.cts", ".json"),
    *(".vue", ".svelte", ".astro", ".css", ".scss", ".less", ".coffee"),
)
# What a file is called after it was compiled, and before.
_SOURCES = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_ENTRIES = ("source", "types", "typings", "module", "main", "svelte")
_CONDITIONS = ("source", "types", "import", "module", "browser", "node", "default", "require", "development", "svelte")
_BUILT = ("dist", "lib", "build", "out", "esm", "cjs", "es")
_CONFIGS = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")
_MOST_EXTENDED = 10
_QUOTES = frozenset(b"\"'`")


class _Paths(NamedTuple):
    """What a tsconfig says of paths."""

    base: str | None  # where names without dots are looked for
    patterns: tuple[tuple[str, tuple[str, ...]], ...]  # each with the paths, from the root, that it may stand for


class EcmascriptResolver(Resolver):
    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        """Paths are in quotes; the names that are taken out of one stand before it, or nowhere."""
        names: list[Taken] = []
        for mention in mentions:
            if mention.start and text[mention.start - 1] in _QUOTES:
                yield Written(*mention, tuple(names))
                names = []
            else:
                names.append(Taken(mention.name, mention.start))

    def lead(self, importer: str, written: Written) -> Lead:
        path = written.path.rpartition("!")[2]
        for mark in "?#":  # what a bundler is to do with it
            path = path.partition(mark)[0] if not path.startswith(mark) else path
        if path.startswith((".", "/")) or path in (".", ".."):
            found = joined(folder_of(importer) if not path.startswith("/") else "", path.lstrip("/"))
            file = None if found is None else self._file(found)
            if path.startswith("/"):
                return likely([file] if file else [])
            return certain(file) if file else EXTERNAL
        home = folder_of(importer)
        for candidate in (*self._by_config(home, path), *self._by_imports(home, path)):
            file = self._file(candidate)
            if file:
                return certain(file)
        name, inside = _package(path)
        folder = self._packages.get(name)
        if folder is not None:
            return self._of_package(folder, inside)
        if path.startswith(("@/", "~/", "~~/")):  # what bundlers are commonly told to take for the sources
            rest = path.partition("/")[2]
            for top in above(importer):
                for source in ("src", "app", ""):
                    file = self._file("/".join(part for part in (top, source, rest) if part))
                    if file:
                        return likely([file])
        return EXTERNAL

    def _file(self, path: str) -> str | None:
        """The file that a path means, with or without its ending, or by the folder it stands for."""
        if path in self.tree:
            return path
        stem, ending = posixpath.splitext(path)
        for source in _SOURCES.get(ending, ()):
            if stem + source in self.tree:
                return stem + source
        for added in _ENDINGS:
            if path + added in self.tree:
                return path + added
        if path not in self.tree.folders:
            return None
        inside = f"{path}/" if path else ""
        manifest = self.tree.json(f"{inside}package.json")
        for key in _ENTRIES:
            entry = manifest.get(key)
            target = joined(path, entry) if isinstance(entry, str) else None
            if target and target != path and (target in self.tree or f"{target}.js" in self.tree):
                return target if target in self.tree else f"{target}.js"
        return next((file for added in _ENDINGS if (file := f"{inside}index{added}") in self.tree), None)

    def _by_config(self, folder: str, path: str) -> Iterator[str]:
        """What `paths` and `baseUrl` of the nearest configuration say."""
        config = self._config_above(folder)
        if config is None:
            return
        for pattern, targets in config.patterns:
            head, star, tail = pattern.partition("*")
            if path == pattern and not star:
                yield from targets
            elif star and len(path) >= len(head) + len(tail) and path.startswith(head) and path.endswith(tail):
                middle = path[len(head) : len(path) - len(tail)]
                for target in targets:
                    led = joined("", target.replace("*", middle, 1))
                    if led is not None:
                        yield led
        if config.base is not None:
            led = joined(config.base, path)
            if led is not None:
                yield led

    def _config_above(self, folder: str) -> _Paths | None:
        known = self._configs
        passed = []
        for each in (folder, *above(folder)):
            if each in known:
                found = known[each]
                break
            passed.append(each)
            name = next((name for name in _CONFIGS if (f"{each}/{name}" if each else name) in self.tree), None)
            if name is not None:
                found = self._read_config(f"{each}/{name}" if each else name)
                break
        else:
            found = None
        for each in passed:
            known[each] = found
        return found

    @lazy
    def _configs(self) -> dict[str, _Paths | None]:
        return {}

    def _read_config(self, path: str, seen: tuple[str, ...] = ()) -> _Paths | None:
        """The paths of a configuration, or those of the first that it extends; nothing out of the root is read."""
        config = self.tree.json(path)
        options = config.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        folder = folder_of(path)
        base = options.get("baseUrl")
        base = joined(folder, base) if isinstance(base, str) else None
        said = options.get("paths")
        own: _Paths | None = None
        if isinstance(said, dict) or base is not None:
            patterns = [
                (
                    pattern,
                    tuple(led for each in targets if isinstance(each, str) and (led := joined(base or folder, each))),
                )
                for pattern, targets in (said.items() if isinstance(said, dict) else ())
                if isinstance(targets, list)
            ]
            # The longest that fits is meant; one without a star before all.
            patterns.sort(key=lambda each: ("*" in each[0], -len(each[0].partition("*")[0])))
            own = _Paths(base, tuple(patterns))
        if own is not None and isinstance(said, dict):
            return own
        extended = config.get("extends")
        others = [each for each in (extended if isinstance(extended, list) else [extended]) if isinstance(each, str)]
        references = config.get("references")
        if own is None and not others and isinstance(references, list):  # a file that only points to the real ones
            others = [
                each["path"] for each in references if isinstance(each, dict) and isinstance(each.get("path"), str)
            ]
        for other in reversed(others):
            target = joined(folder, other) if other.startswith(".") else None
            target = next((each for each in _as_config(target) if each in self.tree), None) if target else None
            if target is not None and target not in seen and len(seen) < _MOST_EXTENDED:
                found = self._read_config(target, (*seen, path))
                if found is not None:
                    return found._replace(base=base) if base is not None else found
        return own

    def _by_imports(self, folder: str, path: str) -> Iterator[str]:
        """What `imports` of the nearest package.json says of a name that begins with #."""
        if not path.startswith("#"):
            return
        for each in (folder, *above(folder)):
            manifest = self.tree.json(f"{each}/package.json" if each else "package.json")
            if isinstance(manifest.get("imports"), dict):
                yield from _mapped(manifest["imports"], path, each)
                return

    @lazy
    def _packages(self) -> dict[str, str]:
        """The folders of the packages that lie in the root, by name; of two the one that lies higher."""
        found: dict[str, str] = {}
        for path in sorted(self.tree.named("package.json"), key=lambda path: (path.count("/"), path)):
            name = self.tree.json(path).get("name")
            if isinstance(name, str) and name:
                found.setdefault(name, folder_of(path))
        return found

    def _of_package(self, folder: str, inside: str) -> Lead:
        manifest = self.tree.json(f"{folder}/package.json" if folder else "package.json")
        exported = manifest.get("exports")
        if isinstance(exported, str) or (isinstance(exported, dict) and not any(key[:1] == "." for key in exported)):
            exported = {".": exported}
        targets = [*_mapped(exported, f"./{inside}" if inside else ".", folder)] if isinstance(exported, dict) else []
        if not inside:
            entries = (manifest.get(key) for key in _ENTRIES)
            targets += [led for entry in entries if isinstance(entry, str) and (led := joined(folder, entry))]
        elif not targets and (led := joined(folder, inside)):
            targets.append(led)
        for target in targets:
            file = self._file(target)
            if file:
                return certain(file)
        for target in [*targets, *(() if inside else [f"{folder}/index" if folder else "index"])]:
            file = next((file for each in _unbuilt(folder, target) if (file := self._file(each))), None)
            if file:
                return likely([file])
        return EXTERNAL


def _package(path: str) -> tuple[str, str]:
    """The name of a package, and the path inside of it."""
    words = path.split("/")
    count = 2 if path.startswith("@") else 1
    return "/".join(words[:count]), "/".join(words[count:])


def _as_config(path: str) -> tuple[str, ...]:
    return path, f"{path}.json", f"{path}/tsconfig.json"


def _mapped(table: Mapping[str, Any], path: str, folder: str) -> Iterator[str]:
    """The files that `exports` or `imports` of a package say a path stands for."""
    for pattern, value in table.items():
        head, star, tail = pattern.partition("*")
        if pattern == path:
            middle = ""
        elif star and path.startswith(head) and path.endswith(tail) and len(path) >= len(pattern) - 1:
            middle = path[len(head) : len(path) - len(tail)]
        else:
            continue
        for target in _strings(value, 5):
            led = joined(folder, target.replace("*", middle))
            if led is not None:
                yield led


def _strings(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth:
        for condition in sorted(value, key=lambda key: _CONDITIONS.index(key) if key in _CONDITIONS else 99):
            yield from _strings(value[condition], depth - 1)
    elif isinstance(value, list) and depth:
        for each in value:
            yield from _strings(each, depth - 1)


def _unbuilt(folder: str, path: str) -> Iterator[str]:
    """Where the source of a file may lie that is made of it when a package is built."""
    inside = path[len(folder) + 1 :] if folder else path
    words = inside.split("/")
    while len(words) > 1 and words[0] in _BUILT:
        words = words[1:]
    stem = "/".join(words)
    for ending in (".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs"):
        if stem.endswith(ending):
            stem = stem[: -len(ending)]
            break
    for top in ("src", "lib", "source", ""):
        yield "/".join(part for part in (folder, top, stem) if part)
