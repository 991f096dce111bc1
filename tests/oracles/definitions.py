"""Definitions held against an independent judge: `python -m tests.oracles.definitions GRAMMAR FOLDER`.

Every file of the grammar under the folder is given to the structure query and to a judge that reads the language in its
own way: Python's `ast`, Go's `go/ast`, Ruby's parser, PHP's tokens, the TypeScript compiler, universal-ctags, or a
simple count. A definition agrees when its name and the row of its name agree; where the judge knows the extent, first
and last row are compared too.
Files that the judge cannot parse are counted and left out, and so are those that the grammar cannot, unless --damaged
asks for them. The judges' classes that we leave out on purpose are dropped by the judges themselves. Exit code 0 when
at least 99 % are found, 1 when not, 77 when the judge is not installed.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import shutil
import subprocess
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from indexer.documents import Document
from indexer.extract.spelling import spelled
from indexer.extract.structure import extract
from indexer.grammars.parsers import parser
from indexer.grammars.queries import structure_query
from indexer.languages.registry import by_name
from tests.oracles import simple
from tests.oracles.judged import record

HERE = Path(__file__).parent
SUFFIXES = {
    "arduino": ".ino",
    "asm": ".asm .s .S",
    "bibtex": ".bib",
    "bicep": ".bicep",
    "c": ".c .h",
    "capnp": ".capnp",
    "cpp": ".cc .cpp .cxx .hpp .hh .h .ipp",
    "csharp": ".cs",
    "cuda": ".cu .cuh",
    "dart": ".dart",
    "gdscript": ".gd",
    "glsl": ".glsl .frag .vert .comp",
    "go": ".go",
    "groovy": ".groovy .gradle",
    "hack": ".hack",
    "hlsl": ".hlsl .hlsli .fx",
    "java": ".java",
    "javascript": ".js .mjs .cjs .jsx",
    "kconfig": "Kconfig",
    "kotlin": ".kt .kts",
    "latex": ".tex .sty .cls .ltx .dtx",
    "lua": ".lua",
    "meson": "meson.build",
    "objc": ".m .mm .h",
    "odin": ".odin",
    "prisma": ".prisma",
    "properties": ".properties",
    "puppet": ".pp",
    "php": ".php",
    "python": ".py",
    "qmljs": ".qml",
    "ruby": ".rb",
    "rust": ".rs",
    "scala": ".scala",
    "smithy": ".smithy",
    "solidity": ".sol",
    "sql": ".sql",
    "starlark": ".bzl .bazel BUILD",
    "swift": ".swift",
    "systemverilog": ".sv .svh",
    "tcl": ".tcl .tm",
    "thrift": ".thrift",
    "tsx": ".tsx",
    "typescript": ".ts .mts .cts",
    "typst": ".typ",
    "verilog": ".v .vh",
    "vhdl": ".vhd .vhdl",
    "wgsl": ".wgsl",
    "zig": ".zig",
}
CTAGS_LANGUAGES = {
    "bibtex": "BibTeX",
    "cpp": "C++",
    "csharp": "C#",
    "cuda": "CUDA",
    "latex": "Tex",
    "objc": "ObjectiveC",
    "properties": "JavaProperties",
    "puppet": "PuppetManifest",
    "sql": "SQL",
    "systemverilog": "SystemVerilog",
    "vhdl": "VHDL",
}
# What ctags tags in some languages and we do not call a definition: blocks of statements, parameters, imports.
CTAGS_PASSED_OVER = {
    "asm": {"section"},
    "kconfig": {"kconfig"},
    "latex": {"xinput"},
    "meson": {"subdir"},
    "puppet": {"param", "variable"},
    "sql": {"ccflag", "cursor", "local", "label", "variable", "service", "record"},
    "systemverilog": {"block", "assert"},
    "verilog": {"block"},
    "vhdl": {"variable"},
}
# What lies in one of these is local to it.
CTAGS_LOCAL = {
    "kotlin": ("method",),
    "systemverilog": ("function", "task", "block", "prototype"),
    "verilog": ("function", "task", "block"),
    "vhdl": ("function", "procedure", "process"),
}
JUDGES = {
    "ast": "Python's ast",
    "ctags": "universal-ctags",
    "simple": "a simple count",
    "go": "go/ast",
    "php": "PHP's tokens",
    "ruby": "Ruby's parser",
    "typescript": "TypeScript compiler",
}
# Tags for things that are no definition of their own, and those whose names ctags makes up.
_SWITCH = re.compile(r"\s*#\s*define\s+\w+\s*(?:/\*.*|//.*)?")  # a macro without a value
_TEST = re.compile("(?:TYPED_)?TEST(?:_[FP])?")
# Annotations of the Linux kernel, which ctags takes for the names of what they stand behind.
_ANNOTATIONS = (
    "____cacheline_aligned",
    "____cacheline_aligned_in_smp",
    "____cacheline_internodealigned_in_smp",
    "__cacheline_aligned",
    "__cacheline_aligned_in_smp",
    "__init",
    "__initconst",
    "__initdata",
    "__latent_entropy",
    "__maybe_unused",
    "__meminitdata",
    "__nosavedata",
    "__page_aligned_bss",
    "__percpu",
    "__printf+",
    "__randomize_layout",
    "__read_mostly",
    "__refdata",
    "__ro_after_init",
    "__rcu",
    "__user",
    "__visible",
    "__weak",
)
CTAGS_IGNORED = frozenset(
    {"package", "packageName", "import", "unknown", "label", "local", "parameter", "header", "implementation"}
)


class Judged(NamedTuple):
    """A definition as a judge or the query sees it. Rows are 1-based; 0 is unknown."""

    name: str
    row: int
    first: int
    last: int
    kind: str


Verdict = dict[Path, list[Judged]]


def found(name: str, data: bytes, damaged: bool = False) -> list[Judged] | None:
    """What the query finds, or None when the text has a syntax error; with `damaged`, what a document answers."""
    language = by_name(name)
    if damaged:
        return [
            Judged(
                s.name,
                data.count(b"\n", 0, s.name_span.start) + 1,
                s.row_start + 1,
                s.row_end + 1,
                s.kind,
            )
            for s in Document.of(language, data).symbols()
        ]
    grammar = name if language is None or language.grammar is None else language.grammar
    query, language_parser = structure_query(grammar), parser(grammar)
    if query is None or language_parser is None:
        raise SystemExit(f"no grammar {grammar}")
    tree = language_parser.parse(data)
    if tree.root_node.has_error:
        return None
    starts = [0]
    starts.extend(i + 1 for i, byte in enumerate(data) if byte == 10)

    def row(offset: int) -> int:
        return bisect_right(starts, offset)

    return [
        Judged(
            spelled(data, d.name_start, d.name_end),
            row(d.name_start),
            row(d.start),
            row(max(d.end - 1, 0)),
            d.kind,
        )
        for d in extract(tree, query, data).definitions
    ]


def judge_python(files: list[Path]) -> Verdict:
    """Python's own parser: every function and class, and the names bound at module and class level.

    Comments are nothing to it; those that follow a body and are indented deeper than its header belong to the body.
    """
    verdict: Verdict = {}
    for path in files:
        data = path.read_bytes()
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError, RecursionError):
            continue
        verdict[path] = list(_python_definitions(tree, True, data.split(b"\n")))
    return verdict


def _python_definitions(node: ast.AST, binds: bool, lines: list[bytes]) -> Iterator[Judged]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
            kind = "class" if isinstance(child, ast.ClassDef) else "function"
            last = _with_comments(child.end_lineno or 0, child.col_offset, lines)
            yield Judged(child.name, child.lineno, first, last, kind)
            yield from _python_definitions(child, kind == "class", lines)
        elif binds and isinstance(child, ast.Assign | ast.AnnAssign):
            for target in child.targets if isinstance(child, ast.Assign) else [child.target]:
                elements = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
                for name in elements:
                    if isinstance(name, ast.Name):
                        yield Judged(name.id, name.lineno, 0, 0, "variable")
        else:
            yield from _python_definitions(child, binds, lines)


def _with_comments(last: int, column: int, lines: list[bytes]) -> int:
    for row in range(last, len(lines)):
        text = lines[row].lstrip()
        if text and not (text.startswith(b"#") and len(lines[row]) - len(text) > column):
            break
        if text:
            last = row + 1
    return last


def judge_program(command: list[str], files: list[Path]) -> Verdict:
    """A program that reads paths and prints a JSON line a file; its `definitions` have the fields of Judged."""
    result = subprocess.run(command, input="\n".join(map(str, files)), capture_output=True, text=True, check=True)
    rows = (json.loads(line) for line in result.stdout.splitlines())
    return {Path(row["path"]): [Judged(*item) for item in row["definitions"] or []] for row in rows}


def judge_ctags(grammar: str, files: list[Path]) -> Verdict:
    """Universal Ctags: a scanner of its own for most languages. It gives the name's row and often the last row."""
    language = CTAGS_LANGUAGES.get(grammar, grammar.capitalize())
    command = ["ctags", "--output-format=json", "--fields=+neK", "--sort=no", f"--language-force={language}"]
    if grammar in ("c", "cpp"):
        command += [f"--kinds-{language}=+p", "-I", ",".join(_ANNOTATIONS)]
    paths = "\n".join(map(str, files)).encode()
    result = subprocess.run([*command, "-L", "-", "-f", "-"], input=paths, capture_output=True, check=True)
    verdict: Verdict = {path: [] for path in files}
    for line in result.stdout.decode("utf-8", "replace").splitlines():
        tag = json.loads(line)
        if tag.get("kind") == "macro" and _SWITCH.fullmatch(_rows(Path(tag["path"]))[tag["line"] - 1]):
            continue
        name = _ctags_name(grammar, tag["name"], tag.get("kind", ""), tag.get("pattern", ""))
        if grammar == "c" and _is_call(tag):
            continue
        if name is not None and tag.get("scopeKind") not in CTAGS_LOCAL.get(grammar, ()):
            path = Path(tag["path"])
            row = _named_row(path, name, tag["line"]) if grammar == "objc" else tag["line"]
            verdict[path].append(Judged(name, row, 0, tag.get("end", 0), tag.get("kind", "")))
    return verdict


def _is_call(tag: dict[str, str]) -> bool:
    """Whether a tag of C has no type because a macro is called there: `EXPORT_SYMBOL(x);`, `SYSCALL_DEFINE1(x) {…}`."""
    kind = tag.get("kind")
    return "typeref" not in tag and (kind == "prototype" or (kind == "function" and tag["name"].isupper()))


def judge_simple(grammar: str, files: list[Path]) -> Verdict:
    """A count of the rows that begin like a definition, where nothing better knows the language."""
    return {
        path: [
            Judged(name, row, 0, 0, "definition")
            for name, row in simple.definitions(grammar, path.read_text("utf-8", "replace"))
        ]
        for path in files
    }


@cache
def _rows(path: Path) -> list[str]:
    return path.read_text("utf-8", "replace").split("\n")


def _named_row(path: Path, name: str, row: int) -> int:
    """The row of the name, where ctags gives the one in which a method's parameters end."""
    above = range(row, max(row - 15, 0), -1)
    return next((at for at in above if re.search(rf"\b{re.escape(name)}\b", _rows(path)[at - 1])), row)


def _ctags_name(grammar: str, name: str, kind: str, pattern: str) -> str | None:
    """A tag's name as the query writes it, or None for what is no definition to us."""
    if kind in CTAGS_IGNORED or name.startswith("__anon") or "Anonymous" in name:
        return None
    if grammar == "cpp":
        # A test of the GoogleTest kind is called by its arguments.
        return None if _TEST.fullmatch(name) else re.sub(r"^operator (?=\W)", "operator", name)
    if grammar == "csharp":
        # `using X = Y;` imports; a method of an interface is called by its own name.
        return None if kind == "typedef" else name.rpartition(".")[2] if kind in ("method", "property") else name
    if kind in CTAGS_PASSED_OVER.get(grammar, ()):
        return None
    if grammar == "kconfig":
        # Each option is tagged again by the name it has in C; a choice may have a name that ctags made up.
        return None if name.startswith("CONFIG_") or kind == "choice" else name
    if grammar == "kotlin":
        # Lambdas have no name, and ctags gives a companion without one the name it has in Java.
        return None if name in ("<lambda>", "Companion") else name.strip("`")
    if grammar == "lua":
        # To ctags, whatever stands before the word `function` on its row is a function's name.
        last = re.escape(re.split(r"[.:]", name)[-1])
        defines = rf"function\s+[\w.:]*\b{last}\b|\b{last}\b[\"'\]]*\s*=\s*function\b"
        return name if re.search(defines, pattern) else None
    if grammar == "objc":
        # A category is named with its class, a method by the first word of its selector.
        return None if kind == "category" else name.partition(":")[0]
    return name


def judge_for(grammar: str, name: str | None) -> tuple[str, Callable[[list[Path]], Verdict] | None]:
    """The best judge of a grammar's definitions, or the one asked for; None when it is not installed."""
    own = {"python": "ast", "javascript": "typescript", "typescript": "typescript", "tsx": "typescript"}
    own |= {grammar: grammar for grammar in ("go", "php", "ruby")}
    known_to_ctags = grammar == "objc" or grammar not in simple.RULES
    name = name or own.get(grammar, "ctags" if known_to_ctags else "simple")
    if name == "ast":
        return name, judge_python
    if name == "go":
        command = ["go", "run", str(HERE / "definitions_go.go")]
        return name, (lambda files: judge_program(command, files)) if shutil.which("go") else None
    if name in ("php", "ruby"):
        program = [name, str(HERE / f"definitions_{name}.{'php' if name == 'php' else 'rb'}")]
        return name, (lambda files: judge_program(program, files)) if shutil.which(name) else None
    if name == "typescript":
        node = ["node", str(HERE / "definitions_typescript.js")]
        ready = shutil.which("node") and subprocess.run([*node, "--check"], capture_output=True).returncode == 0
        return name, (lambda files: judge_program(node, files)) if ready else None
    if name == "simple":
        return name, lambda files: judge_simple(grammar, files)
    return name, (lambda files: judge_ctags(grammar, files)) if shutil.which("ctags") else None


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("grammar", help=f"one of {', '.join(sorted(SUFFIXES))}")
    options.add_argument("folder", type=Path, nargs="+")
    options.add_argument("--judge", choices=sorted(JUDGES))
    options.add_argument("--damaged", action="store_true", help="judge the files with syntax errors too")
    options.add_argument("--show", type=int, default=0, metavar="N", help="print N examples of each difference")
    options.add_argument("--record", metavar="CODE", help="keep the figures in judged.toml; CODE says what was judged")
    options.add_argument("--limit", type=int, default=0, metavar="N", help="take at most N files, evenly spread")
    arguments = options.parse_args()
    if arguments.grammar not in SUFFIXES:
        where = "add it to SUFFIXES in definitions.py and, unless ctags knows it, to RULES in simple.py"
        options.error(f"nothing says which files are {arguments.grammar}: {where}")

    name, judge = judge_for(arguments.grammar, arguments.judge)
    if judge is None:
        print(f"SKIPPED: the judge for {arguments.grammar} ({name}) is not installed")
        return 77
    suffixes = tuple(SUFFIXES[arguments.grammar].split())
    files = [
        p for folder in arguments.folder for p in sorted(folder.rglob("*")) if p.name.endswith(suffixes) and p.is_file()
    ]
    if arguments.limit and len(files) > arguments.limit:
        files = files[:: len(files) // arguments.limit + 1]
    compared, total, agreed = report(
        arguments.grammar, name, judge(files), len(files), arguments.show, arguments.damaged
    )
    if arguments.record and total:
        record(arguments.grammar, JUDGES[name], arguments.record, compared, total, agreed)
    return 0 if agreed >= 0.99 * total else 1


def report(
    grammar: str, judge: str, verdict: Verdict, asked: int, show: int, damaged: bool = False
) -> tuple[int, int, int]:
    """Compares and prints the table; returns the files compared, the judge's definitions and how many were found."""
    total = agreed = extents = right = files = unparsed = 0
    missing: dict[str, list[str]] = {}
    extra: dict[str, list[str]] = {}
    ranges: dict[str, list[str]] = {}
    for path, judged in verdict.items():
        ours = found(grammar, path.read_bytes(), damaged)
        if ours is None:
            unparsed += 1
            continue
        files += 1
        spare: dict[tuple[str, int], list[Judged]] = {}
        for definition in ours:
            spare.setdefault((_spelling(grammar, definition.name), definition.row), []).append(definition)
        for definition in judged:
            total += 1
            candidates = spare.get((_spelling(grammar, definition.name), definition.row))
            if not candidates:
                missing.setdefault(definition.kind, []).append(f"{path}:{definition.row} {definition.name}")
                continue
            agreed += 1
            match = min(candidates, key=lambda c: (_differs(c, definition), c.kind))
            candidates.remove(match)
            if definition.first or definition.last:
                extents += 1
                if _differs(match, definition):
                    where = f"{path}:{definition.row} {definition.name} ours {match.first}-{match.last}"
                    ranges.setdefault(definition.kind, []).append(f"{where} judge {definition.first}-{definition.last}")
                else:
                    right += 1
        for rest in spare.values():
            for definition in rest:
                extra.setdefault(definition.kind, []).append(f"{path}:{definition.row} {definition.name}")
    recall = agreed / total if total else 0.0
    print(f"{grammar} by {judge}: {asked} files, {files} compared, {unparsed} with syntax errors for the grammar")
    print(f"  definitions {total}, found {agreed} ({recall:.2%}), extents equal {right} of {extents}")
    for title, groups in (("missing", missing), ("extent differs", ranges), ("only ours", extra)):
        print(f"  {title}: {dict(Counter({kind: len(rows) for kind, rows in groups.items()}).most_common())}")
        for kind, rows in groups.items():
            for text in rows[:: max(1, len(rows) // show)][:show] if show else []:
                print(f"    {kind}: {text}")
    return files, total, agreed


def _spelling(grammar: str, name: str) -> str:
    """A name without what only one of the two writes: namespaces, a category, a backslash, an operator's quotes."""
    if grammar == "objc":
        return name.partition("(")[0].rstrip()
    if grammar == "tcl":
        return name.rpartition("::")[2]
    if grammar == "vhdl":
        return name.strip('"').lower()
    if grammar == "latex":
        return name.lstrip("\\")
    return name


def _differs(ours: Judged, judged: Judged) -> bool:
    return judged.first not in (0, ours.first) or judged.last not in (0, ours.last)


if __name__ == "__main__":
    sys.exit(main())
