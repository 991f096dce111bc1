"""Languages in which the name of a module is the path of its file, spelled in another way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from indexer.graph.imports.paths import PathResolver
from indexer.graph.imports.resolver import Lead, Resolver, Written

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class ModuleResolver(PathResolver):
    """`Foo.Bar` is Foo/Bar with an ending, below a folder of sources."""

    separator: ClassVar[str] = "."
    beside: ClassVar = False
    below: ClassVar[tuple[str, ...]] = ("", "src", "lib", "source", "app", "test", "tests")

    def spelled(self, written: Written) -> Iterable[str]:
        words = [word for word in written.path.strip().split(self.separator) if word]
        return ("/".join(words),) if words else ()

    def lead(self, importer: str, written: Written) -> Lead:
        found = super().lead(importer, written)
        # One word that is only called like a file somewhere says nothing.
        return Lead() if found.evidence == "name" and self.separator not in written.path else found


class HaskellResolver(ModuleResolver):
    endings: ClassVar = (".hs", ".lhs", ".hsc", ".hs-boot")


class ElmResolver(ModuleResolver):
    endings: ClassVar = (".elm",)


class PurescriptResolver(ModuleResolver):
    endings: ClassVar = (".purs",)


class LuaResolver(ModuleResolver):
    """`require "a.b"`, from a folder above or from `lua`, as plugins of an editor have it."""

    endings: ClassVar = (".lua", "", ".luau", ".tl")
    indexes: ClassVar = ("init.lua", "init.luau", "init.tl")
    below: ClassVar = ("", "lua", "src", "lib", "spec")

    def spelled(self, written: Written) -> Iterable[str]:
        path = written.path
        if path.startswith(("./", "../", "@")) or path.endswith((".lua", ".tl")):
            return (path.lstrip("@"),)
        return (path.replace(".", "/"),) if "/" not in path else (path,)


class ElixirResolver(ModuleResolver):
    """`Foo.BarBaz` is lib/foo/bar_baz.ex; a module may also stand in the file of the one around it: a guess."""

    loads_by_name = True
    endings: ClassVar = (".ex", ".exs")
    below: ClassVar = ("lib", "test/support", "test", "", "src")

    def spelled(self, written: Written) -> Iterable[str]:
        words = [_HUMP.sub("_", word).lower() for word in written.path.split(".") if word]
        yield "/".join(words)
        if len(words) > 2:
            yield "/".join(words[:-1])


class ErlangResolver(PathResolver):
    """Headers by path, modules by the name of their file."""

    endings: ClassVar = ("", ".erl", ".hrl")
    below: ClassVar = ("", "src", "include")

    def spelled(self, written: Written) -> Iterable[str]:
        path = re.sub(r"^\$\w+/", "", written.path.strip("\"'"))
        yield path
        words = path.split("/")
        if "include" in words[1:]:  # of an application, which may lie anywhere
            yield "/".join(words[words.index("include", 1) :])


class OcamlResolver(PathResolver):
    """`open Foo` is foo.ml, beside or in a library."""

    endings: ClassVar = (".ml", ".mli")
    below: ClassVar = ("", "src", "lib")
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        for word in reversed(written.path.split(".")):
            yield word[:1].lower() + word[1:]
            yield word


class NimResolver(PathResolver):
    endings: ClassVar = (".nim", "")
    below: ClassVar = ("", "src")
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        path = re.sub(r"(?<!\s)\s*+/\s*+", "/", written.path.strip('" '))
        return () if path.startswith(("std/", "pkg/")) or "[" in path else (path,)


class DResolver(ModuleResolver):
    endings: ClassVar = (".d", ".di")
    indexes: ClassVar = ("package.d",)


class JuliaResolver(PathResolver):
    """`include("a.jl")` from the file; `using Foo` a package of the root."""

    endings: ClassVar = ("",)
    elsewhere: ClassVar = False

    def spelled(self, written: Written) -> Iterable[str]:
        if written.path.endswith(".jl"):
            return (written.path,)
        name = written.path.strip(".").split(".")[0]
        return (f"/src/{name}.jl", f"/{name}.jl/src/{name}.jl", f"/{name}/src/{name}.jl")

    def lead(self, importer: str, written: Written) -> Lead:
        if written.path.endswith(".jl"):
            return super().lead(importer, written)
        found = [path for each in self.spelled(written) if (path := each.lstrip("/")) in self.tree]
        return Lead(tuple(found[:1]), "import") if found else Lead()


class GleamResolver(ModuleResolver):
    separator: ClassVar = "/"
    endings: ClassVar = (".gleam",)


class NamespaceResolver(ModuleResolver):
    """A namespace is the folder that is commonly called so, and all of its files may be meant: always a guess."""

    shares_folders = True
    ending: ClassVar[str] = ""

    def lead(self, importer: str, written: Written) -> Lead:
        words = [word for word in written.path.split(".") if word]
        for cut in range(len(words) - 1):
            for folder in self.tree.folders_ending("/".join(words[cut:])):
                found = [path for path in self.tree.folders[folder] if path.endswith(self.ending)]
                if found:
                    return Lead(tuple(found), "name")
        if len(words) > 1:
            for folder in self.tree.folders_ending(".".join(words)):
                found = [path for path in self.tree.folders[folder] if path.endswith(self.ending)]
                if found:
                    return Lead(tuple(found), "name")
        return Lead()


class CsharpResolver(NamespaceResolver):
    ending: ClassVar = ".cs"


class SwiftResolver(Resolver):
    """A module is a folder below Sources, and all of its files."""

    shares_folders = True

    def lead(self, importer: str, written: Written) -> Lead:
        name = written.path.split(".")[0]
        for top in ("Sources", "Source", "Tests"):
            for folder in self.tree.folders_ending(f"{top}/{name}"):
                inside = f"{folder}/"
                found = [path for path in self.tree.paths if path.startswith(inside) and path.endswith(".swift")]
                if found:
                    return Lead(tuple(found), "import")
        return Lead()
