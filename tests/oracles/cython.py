"""Definitions in Cython against Cython's own parser.

`python -m tests.oracles.cython FOLDER…` compares the functions with a body, classes, structs and enums of each .pyx,
.pxd and .pxi file by name and row. Without a folder it takes the files that come with Cython.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from indexer.documents import Document
from indexer.languages.registry import by_name

SUFFIXES = (".pyx", ".pxd", ".pxi")
NEAR = range(-1, 30)  # rows between where a definition begins to Cython, which may be a decorator, and its name


def theirs(path: Path) -> list[tuple[str, str, int]] | None:
    """Kind, name and row of what a file defines; None where Cython cannot read it by itself."""
    from Cython.Compiler import Nodes
    from Cython.Compiler.TreeFragment import parse_from_strings

    def walk(node: Any) -> Iterator[tuple[str, str, int]]:
        if isinstance(node, Nodes.DefNode):
            yield "function", node.name, node.pos[1]
        elif isinstance(node, Nodes.CFuncDefNode):
            declarator = node.declarator
            while hasattr(declarator, "base"):
                declarator = declarator.base
            yield "function", declarator.name, node.pos[1]
        elif isinstance(node, Nodes.CStructOrUnionDefNode | Nodes.CEnumDefNode | Nodes.CppClassNode):
            has_body = not isinstance(node, Nodes.CStructOrUnionDefNode) or node.attributes is not None
            if node.name and has_body:
                yield "struct", node.name, node.pos[1]
        else:
            if isinstance(node, Nodes.PyClassDefNode):
                yield "class", node.name, node.pos[1]
            elif isinstance(node, Nodes.CClassDefNode) and node.body is not None:
                yield "class", node.class_name, node.pos[1]
            for attribute in node.child_attrs or ():
                child = getattr(node, attribute)
                for one in child if isinstance(child, list) else [child]:
                    if isinstance(one, Nodes.Node):
                        yield from walk(one)

    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            level = "module_pxd" if path.suffix == ".pxd" else None
            return list(walk(parse_from_strings("module", path.read_text("utf-8"), level=level)))
    except Exception:  # whatever its parser raises on a file that is no module by itself
        return None


def main(folders: list[Path]) -> int:
    try:
        import Cython
    except ImportError:
        print("skipped: Cython is not installed")
        return 0
    places = folders or [Path(Cython.__file__).parent / "Includes", Path(Cython.__file__).parent / "Compiler"]
    counts: Counter[str] = Counter()
    for path in sorted(path for place in places for path in place.rglob("*") if path.suffix in SUFFIXES):
        wanted = theirs(path)
        if wanted is None:
            counts["files that are no module"] += 1
            continue
        document = Document.of(by_name("cython"), path.read_bytes())
        row_of = document.text.lines.row_of
        ours = {(symbol.name, row_of(symbol.name_span.start) + 1) for symbol in document.symbols()}
        counts["files"] += 1
        for kind, name, row in wanted:
            found = any((name, row + by) in ours for by in NEAR)
            counts["found" if found else "missing"] += 1
            if not found:
                print(f"{path}:{row}: {kind} {name} is missing")
    print(f"{counts['found']} found, {counts['missing']} missing in {counts['files']} files", end="")
    print(f", {counts['files that are no module']} files are no module by themselves")
    return 1 if counts["missing"] or not counts["found"] else 0


if __name__ == "__main__":
    sys.exit(main([Path(argument) for argument in sys.argv[1:]]))
