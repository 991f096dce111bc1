"""Imports held against who follows them for real: `python -m tests.oracles.import_graph JUDGE FOLDER [--record CODE]`.

| judge | who it is |
|---|---|
| python | Python's `ast` and the path finder of `importlib`, which finds modules without running them |
| go | `go list` |
| typescript | the TypeScript compiler's module resolution (`--npm` names the folder whose node_modules has it) |
| c | gcc, from what it includes for each file (`gcc -MM`); `--flags` has its `-I` |

An edge is a file and a file that it imports, both below the folder; for Go two packages, since an import means all
files of one. Only edges with the evidence `import` are held to be precise; those by name count as neither right nor
wrong, and as not found. gcc tells all headers of a file and not which is included by which, so there the headers that
can be reached count, and ours is wrong where gcc took another file for the same words. Exit code 0 when at least 98 %
are found and 98 % of ours are right, 1 when not, 77 when the judge is not installed.
"""

from __future__ import annotations

import argparse
import ast
import json
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from indexer.engine import Engine
from indexer.graph.files import FileGraph
from tests.oracles.imports_judged import record

HERE = Path(__file__).parent
Edges = set[tuple[str, str]]


class Verdict(NamedTuple):
    """How many edges the judge has, how many of them we have, how many of ours it could judge and has too."""

    files: int
    judged: int
    found: int
    ours: int
    right: int
    missed: list[tuple[str, str]]
    wrong: list[tuple[str, str]]


class Missing(Exception):
    """A judge is not installed."""


def graph_of(folder: Path, ask: Callable[[FileGraph], Verdict]) -> Verdict:
    """Asks about the imports of a folder, from an index of its own."""
    engine = Engine()
    try:
        targets = engine.open_paths({str(folder): folder}, lambda *_: None, exactly=True)
        with targets.corpora({}) as corpora:
            return ask(FileGraph(corpora[0]))
    finally:
        engine.shutdown()


def compared(files: int, judged: Edges, certain: Edges, known: Edges) -> Verdict:
    """`certain` are ours that claim to be right, `known` all of them."""
    missed = sorted(judged - certain)
    wrong = sorted(certain - judged)
    return Verdict(files, len(judged), len(judged & certain), len(certain), len(certain & judged), missed, wrong)


def _ours(graph: FileGraph, files: set[str]) -> tuple[Edges, Edges]:
    edges = [edge for path in files for edge in graph.edges(path)]
    known = {(edge.source, edge.target) for edge in edges}
    return {(edge.source, edge.target) for edge in edges if edge.evidence == "import"}, known


def python(folder: Path, flags: list[str]) -> Verdict:
    def ask(graph: FileGraph) -> Verdict:
        judged: Edges = set()
        files: set[str] = set()
        for path in graph.files:
            if not path.endswith(".py"):
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    tree = ast.parse((folder / path).read_bytes())
            except (SyntaxError, ValueError, RecursionError, OSError):
                continue
            files.add(path)
            judged |= {(path, target) for target in _python_targets(folder, path, tree, flags) if target != path}
        judged = {edge for edge in judged if edge[1] in graph.files}
        certain, known = _ours(graph, files)
        return compared(len(files), judged, {edge for edge in certain if edge[1].endswith(".py")}, known)

    return graph_of(folder, ask)


def _python_targets(folder: Path, path: str, tree: ast.AST, flags: list[str]) -> Iterator[str]:
    """What the imports of a file mean: a submodule where a name is one, else the module it is taken from."""
    here = folder / path
    top = here.parent
    while (top / "__init__.py").is_file() and top != folder:
        top = top.parent
    tops = list(dict.fromkeys([str(top), *(str(folder / flag) for flag in flags), str(folder)]))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield from _found(folder, name.name.split("."), tops)
        elif isinstance(node, ast.ImportFrom):
            words = node.module.split(".") if node.module else []
            base = tops
            if node.level:
                above = here.parent
                for _ in range(node.level - 1):
                    above = above.parent
                base = [str(above)]
                if not words:
                    own = [*_found(folder, [above.name], [str(above.parent)])] if above != folder else []
                    for name in node.names:
                        yield from [*_found(folder, [name.name], base)] or own
                    continue
            whole = [*_found(folder, words, base)]
            for name in node.names:
                yield from [*_found(folder, [*words, name.name], base)] or whole


def _found(folder: Path, words: list[str], tops: list[str]) -> Iterator[str]:
    path: list[str] = tops
    spec = None
    for word in words:
        if word == "*":
            return
        spec = PathFinder.find_spec(word, path)
        if spec is None:
            return
        path = list(spec.submodule_search_locations or [])
    if spec is not None and spec.origin is not None and Path(spec.origin).is_relative_to(folder):
        yield Path(spec.origin).relative_to(folder).as_posix()


def go(folder: Path, flags: list[str]) -> Verdict:
    program = shutil.which("go")
    if program is None:
        raise Missing("go")
    told = subprocess.run(
        [program, "list", "-e", "-json=Dir,ImportPath,Imports,ImportMap,GoFiles,CgoFiles", *(flags or ["./..."])],
        cwd=folder, capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    packages = [*_documents(told)]
    folders = {each["ImportPath"]: Path(each["Dir"]) for each in packages}

    def ask(graph: FileGraph) -> Verdict:
        judged: Edges = set()
        files: set[str] = set()
        for each in packages:
            here = Path(each["Dir"])
            if not here.is_relative_to(folder):
                continue
            own = _inside(here, folder)
            files |= {f"{own}/{name}".lstrip("/") for name in [*each.get("GoFiles", []), *each.get("CgoFiles", [])]}
            for name in each.get("Imports", []):
                there = folders.get(name)
                if there is not None and there.is_relative_to(folder) and there != here:
                    judged.add((own, _inside(there, folder)))
        certain, known = _ours(graph, files & set(graph.files))
        return compared(len(files), judged, _as_folders(certain), _as_folders(known))

    return graph_of(folder, ask)


def _inside(path: Path, folder: Path) -> str:
    return "" if path == folder else path.relative_to(folder).as_posix()


def _as_folders(edges: Edges) -> Edges:
    return {(source.rpartition("/")[0], target.rpartition("/")[0]) for source, target in edges}


def _documents(text: str) -> Iterator[dict[str, list[str]] | dict[str, str] | dict[str, object]]:
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        found, at = decoder.raw_decode(text, at)
        yield found
        while at < len(text) and text[at].isspace():
            at += 1


def typescript(folder: Path, flags: list[str]) -> Verdict:
    program = shutil.which("node")
    if program is None or not flags:
        raise Missing("node, or --npm with the folder that has typescript")
    told = subprocess.run(
        [program, str(HERE / "import_graph_typescript.js"), flags[0], str(folder)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if told.returncode:
        raise Missing(told.stderr.strip().splitlines()[-1] if told.stderr.strip() else "typescript")
    said: dict[str, list[str]] = json.loads(told.stdout)

    def ask(graph: FileGraph) -> Verdict:
        files = {path for path in said if path in graph.files}
        judged = {(path, target) for path in files for target in said[path] if target in graph.files}
        certain, known = _ours(graph, files)
        code = {edge for edge in certain if edge[1].endswith((".ts", ".tsx", ".js", ".mjs", ".cjs", ".mts", ".cts"))}
        return compared(len(files), judged, code, known)

    return graph_of(folder, ask)


def c(folder: Path, flags: list[str]) -> Verdict:
    program = shutil.which("gcc")
    if program is None:
        raise Missing("gcc")

    def ask(graph: FileGraph) -> Verdict:
        judged: Edges = set()
        certain: Edges = set()
        files = 0
        ours = right = 0
        wrong: list[tuple[str, str]] = []
        for path in sorted(graph.files):
            if not path.endswith(".c"):
                continue
            told = subprocess.run(
                [program, "-MM", *flags, path], cwd=folder, capture_output=True, text=True, check=False
            )
            if told.returncode:
                continue
            files += 1
            words = told.stdout.partition(":")[2].replace("\\\n", " ").split()
            headers = {(folder / word).resolve() for word in words}
            inside = {each.relative_to(folder).as_posix() for each in headers if each.is_relative_to(folder)} - {path}
            inside &= set(graph.files)
            judged |= {(path, each) for each in inside}
            reached, work = {path}, [path]
            while work:
                at = work.pop()
                for edge in graph.edges(at):
                    if edge.evidence != "import":
                        continue
                    others = {each for each in inside if f"/{each}".endswith(f"/{edge.text.lstrip('./')}")}
                    if others and (at == path or at in inside):
                        ours += 1
                        right += edge.target in others
                        if edge.target not in others:
                            wrong.append((at, edge.target))
                    if edge.target not in reached:
                        reached.add(edge.target)
                        work.append(edge.target)
            certain |= {(path, each) for each in reached & inside}
        missed = sorted(judged - certain)
        return Verdict(files, len(judged), len(judged & certain), ours, right, missed, wrong)

    return graph_of(folder, ask)


JUDGES: dict[str, Callable[[Path, list[str]], Verdict]] = {"python": python, "go": go, "typescript": typescript, "c": c}
_NAMES = {"python": "Python's importlib", "go": "go list", "typescript": "the TypeScript compiler", "c": "gcc"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judge", choices=JUDGES)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--flags", default="", help="what the judge is told besides, in one string")
    parser.add_argument("--npm", default="", help="the folder whose node_modules has typescript")
    parser.add_argument("--show", type=int, default=10, help="how many of each kind of difference are shown")
    parser.add_argument("--record", metavar="CODE", help="note the figures, for code that is called so")
    options = parser.parse_args()
    try:
        verdict = JUDGES[options.judge](options.folder.resolve(), [*options.flags.split(), *options.npm.split()])
    except Missing as missing:
        print(f"skipped: {missing} is missing", file=sys.stderr)
        return 77
    recall, precision = verdict.found / max(verdict.judged, 1), verdict.right / max(verdict.ours, 1)
    print(
        f"{verdict.files:,} files; of {verdict.judged:,} edges {verdict.found:,} found ({recall:.2%});"
        f" of our {verdict.ours:,} {verdict.right:,} right ({precision:.2%})"
    )
    for title, edges in (("missed", verdict.missed), ("wrong", verdict.wrong)):
        for source, target in edges[: options.show]:
            print(f"  {title}: {source} -> {target}")
    if options.record:
        record(options.judge, _NAMES[options.judge], options.record, verdict[:5])
    return 0 if recall >= 0.98 and precision >= 0.98 else 1


if __name__ == "__main__":
    sys.exit(main())
