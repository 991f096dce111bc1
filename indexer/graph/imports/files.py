"""Languages whose imports are paths of files: build files, schemas, style sheets, pages, configuration."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from indexer.graph.imports.paths import PathResolver
from indexer.graph.imports.resolver import Lead, Mention, Resolver, Written, certain
from indexer.graph.imports.tree import above, folder_of, joined


class StyleResolver(PathResolver):
    """CSS and Sass, whose partial files begin with an underscore that no import writes."""

    endings: ClassVar = ("", ".scss", ".sass", ".css", ".less", ".styl")
    indexes: ClassVar = ("_index.scss", "index.scss", "_index.sass", "index.sass")
    below: ClassVar = ("", "src", "styles", "scss", "sass")
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        path = re.sub(r"^url\(\s*+|(?<!\s)\s*+\)$", "", written.path).strip("\"' ").lstrip("~").partition("?")[0]
        if path.startswith("sass:") or not path:
            return
        folder, name = posixpath.split(path)
        yield path
        yield posixpath.join(folder, f"_{name}")


class PageResolver(PathResolver):
    """HTML: scripts and style sheets, from the page or from the folder that a server shows as its top."""

    indexes: ClassVar = ("index.html",)
    below: ClassVar = ("", "public", "static", "src", "www")
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        path = re.split(r"[?#]", written.path.strip())[0]
        return () if re.match(r"\A(?:[a-zA-Z][\w+.-]*+:|\{|<)", path) else (path,)

    def lead(self, importer: str, written: Written) -> Lead:
        if not written.path.startswith("/"):
            return super().lead(importer, written)
        path = re.split(r"[?#]", written.path)[0].lstrip("/")
        tops = [folder for folder in above(importer) for folder in (folder, *(_in(folder, top) for top in self.below))]
        found = next((file for top in tops if (file := self.file(joined(top, path)))), None)
        return Lead((found,), "name") if found else Lead()


class MakeResolver(PathResolver):
    below: ClassVar = ("",)

    def spelled(self, written: Written) -> Iterable[str]:
        path = re.sub(
            r"^\$[({](?:CURDIR|src|srctree|srcdir|top_srcdir|TOP|TOPDIR|ROOT|obj|objtree)[)}]/", "", written.path
        )
        return () if "$" in path or "*" in path else (path,)


class ConfigurationResolver(MakeResolver):
    """Files that are named from the top of a tree: Kconfig, Ninja, CMake, Meson."""

    endings: ClassVar = ("", ".cmake")
    indexes: ClassVar = ("CMakeLists.txt", "meson.build")
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        path = re.sub(
            r"^\$\{?(?:CMAKE_(?:CURRENT_)?(?:SOURCE|LIST)_DIR|PROJECT_SOURCE_DIR|SRCARCH)\}?/", "", written.path
        )
        path = path.strip("\"'")
        if "$" in path or "*" in path:
            return
        yield path
        yield posixpath.join("cmake", path)


class NixResolver(PathResolver):
    indexes: ClassVar = ("default.nix",)
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        return () if written.path.startswith("<") or not written.path.startswith((".", "/")) else (written.path,)


class SchemaResolver(PathResolver):
    """Protobuf, Thrift, Cap'n Proto, Solidity, Jsonnet: from the file, or from a folder that a compiler is told."""

    below: ClassVar = ("", "proto", "protos", "src", "include", "contracts", "vendor", "lib")


class SourcedResolver(PathResolver):
    """Scripts that run others by path, and name libraries in the same way: a path is what has an ending."""

    below: ClassVar = ("",)

    def spelled(self, written: Written) -> Iterable[str]:
        path = written.path.strip("\"'").replace("\\", "/")
        path = re.sub(r"^(?:\$PSScriptRoot|\[file dirname [^\]]*\]|\$\w+|<sfile>:\w*)/", "", path)
        return (path,) if posixpath.splitext(path)[1] and "$" not in path else ()


class ZigResolver(PathResolver):
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        return (written.path,) if written.path.endswith((".zig", ".zon")) else ()


class LatexResolver(PathResolver):
    endings: ClassVar = ("", ".tex", ".sty", ".cls", ".bib", ".ltx", ".pdf", ".png")
    below: ClassVar = ("",)
    elsewhere: ClassVar = False


class TerraformResolver(Resolver):
    """The `source` of a module: a folder, which is all files in it."""

    shares_folders = True

    def lead(self, importer: str, written: Written) -> Lead:
        path = written.path.strip("\"' ").removeprefix("git::")
        folder = joined(folder_of(importer), path) if path.startswith((".", "/")) and "${" not in path else None
        files = [each for each in self.tree.folders.get(folder or "", ()) if each.endswith((".tf", ".tofu", ".hcl"))]
        return Lead(tuple(files), "import") if folder is not None and files else Lead()


class StarlarkResolver(Resolver):
    """Labels of Bazel: `//folder:file.bzl` from the workspace, `:file.bzl` from the package."""

    def written(self, text: bytes, mentions: Sequence[Mention]) -> Iterable[Written]:
        return [
            Written(*mention)
            for mention in mentions
            if mention.name.startswith(("//", ":", "@")) or mention.name.endswith(".bzl")
        ]

    def lead(self, importer: str, written: Written) -> Lead:
        folder, colon, name = written.path.partition(":")
        folder = folder.removeprefix("@") if folder.startswith("@//") else folder
        if folder.startswith("@"):
            return Lead()
        base = folder[2:] if folder.startswith("//") else folder_of(importer)
        path = joined(base, name if colon else folder)
        return certain(path) if path is not None and path in self.tree else Lead()


class DartResolver(PathResolver):
    """Dart: paths, and `package:name/file` of the packages of the root."""

    elsewhere: ClassVar = False

    def lead(self, importer: str, written: Written) -> Lead:
        if not written.path.startswith("package:"):
            return Lead() if ":" in written.path else super().lead(importer, written)
        name, _, inside = written.path.removeprefix("package:").partition("/")
        for manifest in self.tree.named("pubspec.yaml"):
            said = re.search(r"^name:\s*['\"]?([\w-]+)", self.tree.text(manifest) or "", re.MULTILINE)
            if said and said[1] == name:
                path = joined(folder_of(manifest), f"lib/{inside}")
                if path is not None and path in self.tree:
                    return certain(path)
        return Lead()


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
