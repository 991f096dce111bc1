"""References held against an independent judge: `python -m tests.oracles.references GRAMMAR FOLDER`.

Every file of the grammar under the folder is given to the structure query and to a parser that reads the language in
its own way: Python's `ast`, Go's `go/ast` or the TypeScript compiler. A reference agrees when kind, name and the row of
the name agree. Files that the grammar or the judge cannot parse are counted and left out. Exit code 0 when at least
99 % are found and at most 1 % of ours are unknown to the judge, 1 when not, 77 when the judge is not installed.
"""

from __future__ import annotations

import argparse
import ast
import json
import shutil
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from indexer.documents import Document
from indexer.extract.references import references
from indexer.extract.symbols import symbols
from indexer.languages.registry import by_name
from tests.oracles.definitions import SUFFIXES

HERE = Path(__file__).parent
Found = tuple[str, str, int]  # kind, name, row


def found(grammar: str, data: bytes) -> list[Found] | None:
    """The references of a text, or None when it has a syntax error."""
    document = Document.of(by_name(grammar), data)
    if document.structure is None:
        raise SystemExit(f"no grammar {grammar}")
    if not document.structure.clean:
        return None
    pieces = list(document.structure.items())  # the text's own, without languages inside it
    own = references(document.text, pieces, symbols(document.text, pieces, grammar))
    return [(reference.kind, reference.name, reference.row + 1) for reference in own]


def judge_python(files: list[Path]) -> dict[Path, list[Found]]:
    """Python's own parser: calls and decorators, imports, base classes, and the names in annotations."""
    verdict: dict[Path, list[Found]] = {}
    for path in files:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError, RecursionError):
            continue
        verdict[path] = list(_python_references(tree))
    return verdict


def _python_references(tree: ast.AST) -> Iterator[Found]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _named("call", node.func)
        elif isinstance(node, ast.Import):
            yield from (("import", alias.name, alias.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "import", "." * node.level + (node.module or ""), node.lineno
            yield from (("import", alias.name, alias.lineno) for alias in node.names if alias.name != "*")
        elif isinstance(node, ast.ClassDef):
            for base in node.bases:
                yield from _named("extends", base.value if isinstance(base, ast.Subscript) else base)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                yield from _named("call", decorator)
        for name in ("annotation", "returns"):
            annotation = getattr(node, name, None)
            if annotation is not None:
                yield from _types(annotation)


def _types(node: ast.expr) -> Iterator[Found]:
    """The names of types in an annotation: `dict[str, a.B] | None` has three."""
    if isinstance(node, ast.Subscript):
        yield from _types(node.value)
        yield from _types(node.slice)
    elif isinstance(node, ast.Tuple | ast.List):
        for element in node.elts:
            yield from _types(element)
    elif isinstance(node, ast.BinOp):
        yield from _types(node.left)
        yield from _types(node.right)
    elif isinstance(node, ast.Starred):
        yield from _types(node.value)
    else:
        yield from _named("type", node)


def _named(kind: str, node: ast.expr) -> Iterator[Found]:
    if isinstance(node, ast.Name):
        yield kind, node.id, node.lineno
    elif isinstance(node, ast.Attribute):
        yield kind, node.attr, node.end_lineno or 0


def judge_program(command: list[str], files: list[Path]) -> dict[Path, list[Found]]:
    """A program that reads paths and prints a JSON line a file, `references` being lists of kind, name and row."""
    result = subprocess.run(command, input="\n".join(map(str, files)), capture_output=True, text=True, check=True)
    rows = (json.loads(line) for line in result.stdout.splitlines())
    return {Path(row["path"]): [tuple(item) for item in row["references"] or []] for row in rows}


def judged(grammar: str, files: list[Path]) -> dict[Path, list[Found]] | None:
    """What the judge of a grammar says of the files, or None when it is not installed."""
    if grammar == "python":
        return judge_python(files)
    if grammar == "go":
        return judge_program(["go", "run", str(HERE / "references_go.go")], files) if shutil.which("go") else None
    node = ["node", str(HERE / "references_typescript.js")]
    if shutil.which("node") is None or subprocess.run([*node, "--check"], capture_output=True).returncode:
        return None
    return judge_program(node, files)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("grammar", choices=["go", "javascript", "python", "tsx", "typescript"])
    options.add_argument("folder", type=Path, nargs="+")
    options.add_argument("--show", type=int, default=0, metavar="N", help="print N examples of each difference")
    options.add_argument("--limit", type=int, default=0, metavar="N", help="take at most N files, evenly spread")
    arguments = options.parse_args()
    suffixes = tuple(SUFFIXES[arguments.grammar].split())
    files = [
        p for folder in arguments.folder for p in sorted(folder.rglob("*")) if p.suffix in suffixes and p.is_file()
    ]
    if arguments.limit and len(files) > arguments.limit:
        files = files[:: len(files) // arguments.limit + 1]
    verdict = judged(arguments.grammar, files)
    if verdict is None:
        print(f"SKIPPED: the judge for {arguments.grammar} is not installed")
        return 77
    return report(arguments.grammar, verdict, len(files), arguments.show)


def report(grammar: str, verdict: dict[Path, list[Found]], asked: int, show: int) -> int:
    """Compares and prints a row for each kind; the exit code says whether the goal is met."""
    counts: dict[str, Counter[str]] = {}
    examples: dict[tuple[str, str], list[str]] = {}
    compared = unparsed = 0
    for path, theirs in verdict.items():
        ours = found(grammar, path.read_bytes())
        if ours is None:
            unparsed += 1
            continue
        compared += 1
        have = Counter(ours)
        for reference in theirs:
            kind, name, row = reference
            counts.setdefault(kind, Counter())["judge"] += 1
            if have[reference]:
                have[reference] -= 1
                counts[kind]["found"] += 1
            else:
                examples.setdefault(("missing", kind), []).append(f"{path}:{row} {name}")
        for (kind, name, row), left in have.items():
            if left and kind in counts:
                counts[kind]["extra"] += left
                examples.setdefault(("only ours", kind), []).append(f"{path}:{row} {name}")
    print(f"{grammar}: {asked} files, {compared} compared, {unparsed} with syntax errors for the grammar")
    for kind, count in sorted(counts.items()):
        recall = count["found"] / count["judge"]
        print(f"  {kind}: {count['judge']}, found {count['found']} ({recall:.2%}), only ours {count['extra']}")
    for (title, kind), rows in sorted(examples.items()):
        for text in rows[:: max(1, len(rows) // show)][:show] if show else []:
            print(f"    {title} {kind}: {text}")
    good = all(
        count["found"] >= 0.99 * count["judge"] and count["extra"] <= 0.01 * count["judge"] for count in counts.values()
    )
    return 0 if counts and good else 1


if __name__ == "__main__":
    sys.exit(main())
