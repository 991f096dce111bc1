"""The questions of the cookbook on real code, against what Python's own `ast`, ctags and plain expressions say.

python -m tests.oracles.questions --django FOLDER --ext4 FOLDER

Each row is a question, how many places its query finds, how many there are, and how many of these are the same. Files
that `ast` cannot read count for neither. In ext4 of Linux 6.1 one function differs: in ext4.h ctags takes a macro that
defines functions for the function in the row behind them.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

Place = tuple[str, int]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LOOPS = (ast.For, ast.AsyncFor, ast.While)


class Node(NamedTuple):
    """A node of a Python file, with those around it, the nearest first."""

    file: str
    node: ast.AST
    above: tuple[ast.AST, ...]


class Question(NamedTuple):
    title: str
    query: str
    truth: Callable[[Sequence[Node]], set[Place]]


def nodes(folder: Path) -> list[Node]:
    found: list[Node] = []

    def visit(file: str, node: ast.AST, above: tuple[ast.AST, ...]) -> None:
        found.append(Node(file, node, above))
        for child in ast.iter_child_nodes(node):
            visit(file, child, (node, *above))

    for path in sorted(folder.rglob("*.py")):
        try:
            visit(path.relative_to(folder).as_posix(), ast.parse(path.read_bytes()), ())
        except (SyntaxError, ValueError):
            continue  # written to be broken, or a template
    return found


def where(test: Callable[[Node], object]) -> Callable[[Sequence[Node]], set[Place]]:
    return lambda every: {
        (each.file, each.node.lineno) for each in every if hasattr(each.node, "lineno") and test(each)
    }


def calls(node: ast.AST, name: str) -> bool:
    """Whether a node is a call of `name`, or of `a.b` for `a.b`; `.b` for any."""
    if not isinstance(node, ast.Call):
        return False
    owner, _, last = name.rpartition(".")
    if isinstance(node.func, ast.Attribute) and node.func.attr == last:
        return (not owner and name.startswith(".")) or (
            isinstance(node.func.value, ast.Name) and node.func.value.id == owner
        )
    return isinstance(node.func, ast.Name) and not owner and node.func.id == name


def holds(node: ast.AST, test: Callable[[ast.AST], bool]) -> bool:
    return any(test(each) for each in ast.walk(node) if each is not node)


def has_super(node: ast.AST) -> bool:
    return holds(node, lambda each: calls(each, "super"))


def parameters(node: ast.AST) -> int:
    assert isinstance(node, FUNCTIONS)
    given = node.args
    return len(given.posonlyargs + given.args + given.kwonlyargs) + bool(given.vararg) + bool(given.kwarg)


def methods(node: ast.AST, name: str | None = None) -> list[ast.AST]:
    body = node.body if isinstance(node, ast.ClassDef) else ()
    return [each for each in body if isinstance(each, FUNCTIONS) and name in (None, each.name)]


def base_names(node: ast.AST) -> Iterator[tuple[str, int]]:
    for each in node.bases if isinstance(node, ast.ClassDef) else ():
        named = each.value if isinstance(each, ast.Subscript) else each
        yield (named.id if isinstance(named, ast.Name) else getattr(named, "attr", "")), each.lineno


def heirs(base: str) -> Callable[[Sequence[Node]], set[Place]]:
    def truth(every: Sequence[Node]) -> set[Place]:
        pairs = [(each, name, row) for each in every for name, row in base_names(each.node)]
        known = {base}
        while more := {each.node.name for each, name, _ in pairs if name in known} - known:  # type: ignore[attr-defined]
            known |= more
        return {(each.file, row) for each, name, row in pairs if name in known}

    return truth


def one_argument(node: ast.AST, kind: type[ast.AST]) -> bool:
    return isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], kind)


def in_with(each: Node) -> bool:
    return isinstance(each.above[0], ast.withitem) and each.above[0].context_expr is each.node


PYTHON = (
    Question("calls of mock.patch", 'pattern:"mock.patch($$$)"', where(lambda n: calls(n.node, "mock.patch"))),
    Question(
        "functions with more than 6 parameters",
        "kind:function params:>6 lang:python",
        where(lambda n: isinstance(n.node, FUNCTIONS) and parameters(n.node) > 6),
    ),
    Question(
        "classes that override save without super",
        "kind:class has:(sym:=save kind:method -has:(call:super)) lang:python",
        where(
            lambda n: isinstance(n.node, ast.ClassDef) and any(not has_super(each) for each in methods(n.node, "save"))
        ),
    ),
    Question(
        "where settings.DEBUG is read",
        'pattern:"settings.DEBUG"',
        where(
            lambda n: (
                isinstance(n.node, ast.Attribute)
                and n.node.attr == "DEBUG"
                and isinstance(n.node.value, ast.Name)
                and n.node.value.id == "settings"
            )
        ),
    ),
    Question(
        "management commands",
        "extends:=BaseCommand lang:python",
        lambda every: {
            (each.file, row) for each in every for name, row in base_names(each.node) if name == "BaseCommand"
        },
    ),
    Question(
        "bare except",
        'pattern:"except: $$$"',
        where(lambda n: isinstance(n.node, ast.ExceptHandler) and n.node.type is None),
    ),
    Question(
        "except that only passes",
        'pattern:"except $E: pass"',
        where(
            lambda n: (
                isinstance(n.node, ast.ExceptHandler)
                and n.node.type is not None
                and len(n.node.body) == 1
                and isinstance(n.node.body[0], ast.Pass)
            )
        ),
    ),
    Question(
        "functions in functions",
        "kind:function in:(kind:function) lang:python",
        where(lambda n: isinstance(n.node, FUNCTIONS) and any(isinstance(each, FUNCTIONS) for each in n.above)),
    ),
    Question(
        "functions without a docstring",
        "kind:function -doc:* lang:python",
        where(lambda n: isinstance(n.node, FUNCTIONS) and not (ast.get_docstring(n.node) or "").strip()),
    ),
    Question(
        "classes with more than 30 methods",
        "kind:class children:>30(kind:method) lang:python",
        where(lambda n: isinstance(n.node, ast.ClassDef) and len(methods(n.node)) > 30),
    ),
    Question("subclasses of Field, also indirect ones", "extends+:=Field lang:python", heirs("Field")),
    Question(
        "async def",
        'pattern:"async def $F($$$): $$$"',
        where(lambda n: isinstance(n.node, ast.AsyncFunctionDef)),
    ),
    Question(
        "self.assertEqual(len(x), n)",
        'pattern:"self.assertEqual(len($X), $N)"',
        where(
            lambda n: (
                calls(n.node, "self.assertEqual")
                and isinstance(n.node, ast.Call)
                and (len(n.node.args), n.node.keywords) == (2, [])
                and calls(n.node.args[0], "len")
            )
        ),
    ),
    Question(
        ".filter( in a loop",
        'pattern:"$_.filter($$$)" in:(kind:loop) lang:python',
        where(lambda n: calls(n.node, ".filter") and any(isinstance(each, LOOPS) for each in n.above)),
    ),
    Question(
        "__eq__ without __hash__",
        "kind:class children:>0(sym:=__eq__) children:0(sym:=__hash__) lang:python",
        where(
            lambda n: (
                isinstance(n.node, ast.ClassDef)
                and methods(n.node, "__eq__")
                and not methods(n.node, "__hash__")
                and not any(
                    isinstance(each, ast.Assign)
                    and any(getattr(target, "id", "") == "__hash__" for target in each.targets)
                    for each in n.node.body
                )
            )
        ),
    ),
    Question(
        "execute(sql % values)",
        'pattern:"$_.execute($SQL % $V)"',
        where(
            lambda n: (
                calls(n.node, ".execute") and one_argument(n.node, ast.BinOp) and isinstance(n.node.args[0].op, ast.Mod)
            )  # type: ignore[attr-defined]
        ),
    ),
    Question(
        'execute(f"…")',
        'pattern:"$_.execute($A)" where:$A=/^f["\']/',
        where(lambda n: calls(n.node, ".execute") and one_argument(n.node, ast.JoinedStr)),
    ),
    Question(
        "classes without methods",
        "kind:class -has:(kind:method) lang:python",
        where(
            lambda n: (
                isinstance(n.node, ast.ClassDef)
                and not holds(n.node, lambda each: bool(methods(each)))
                and not methods(n.node)
            )
        ),
    ),
    Question(
        "a lambda that gets a name",
        'pattern:"$A = $B" where:$B=(pattern:"lambda $$$: $_")',
        where(
            lambda n: (
                isinstance(n.node, ast.Assign) and len(n.node.targets) == 1 and isinstance(n.node.value, ast.Lambda)
            )
        ),
    ),
    Question(
        "objects.get in a loop",
        'pattern:"$_.objects.get($$$)" in:(kind:loop) lang:python',
        where(
            lambda n: (
                calls(n.node, ".get")
                and getattr(n.node.func.value, "attr", "") == "objects"  # type: ignore[attr-defined]
                and any(isinstance(each, LOOPS) for each in n.above)
            )
        ),
    ),
    Question(
        "get_queryset without super",
        "sym:=get_queryset kind:function -has:(call:super) lang:python",
        where(lambda n: isinstance(n.node, FUNCTIONS) and n.node.name == "get_queryset" and not has_super(n.node)),
    ),
    Question(
        "raise in except without from",
        'ts:"(raise_statement (_) !cause) @r" in:(kind:except) lang:python',
        where(
            lambda n: (
                isinstance(n.node, ast.Raise)
                and n.node.exc is not None
                and n.node.cause is None
                and any(isinstance(each, ast.ExceptHandler) for each in n.above)
            )
        ),
    ),
)


class Tag(NamedTuple):
    """A function as ctags sees it."""

    file: str
    name: str
    row: int
    end: int
    parameters: int


def tags(folder: Path) -> list[Tag]:
    """The functions of a folder of C, by ctags."""
    command = [
        "ctags",
        "-R",
        "--languages=C",
        "--langmap=C:.c.h",
        "--kinds-C=f",
        "--fields=+neS",
        "--output-format=json",
        "-f",
        "-",
        ".",
    ]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    found = []
    for line in said.splitlines():
        tag = json.loads(line)
        signature = tag.get("signature", "()")[1:-1].strip()
        plain = re.sub(r"\([^()]*\)", "", signature)
        count = 0 if plain in ("", "void") else plain.count(",") + 1
        found.append(Tag(tag["path"].removeprefix("./"), tag["name"], tag["line"], tag.get("end", 0), count))
    return found


def bare(data: str) -> str:
    """C without its comments and strings, row by row as long."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])  # noqa: E731
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', blank, data, flags=re.DOTALL)


def rows_with(folder: Path, expression: str, of: Callable[[str], str]) -> set[Place]:
    found = set()
    for path in sorted([*folder.rglob("*.c"), *folder.rglob("*.h")]):
        for row, line in enumerate(of(path.read_text("utf-8", "replace")).split("\n"), 1):
            if re.search(expression, line):
                found.add((path.relative_to(folder).as_posix(), row))
    return found


def c_questions(folder: Path) -> Iterator[tuple[str, str, set[Place]]]:
    known = tags(folder)
    yield "C functions", "kind:function is:definition lang:c", {(each.file, each.row) for each in known}
    yield (
        "C functions over 200 lines",
        "kind:function is:definition lang:c lines:>200",
        {(each.file, each.row) for each in known if each.end - each.row + 1 > 200},
    )
    yield (
        "C functions with more than 6 parameters",
        "kind:function is:definition lang:c params:>6",
        {(each.file, each.row) for each in known if each.parameters > 6},
    )
    yield "goto", "/\\bgoto \\w+/ is:code lang:c", rows_with(folder, r"\bgoto \w+", bare)
    comments = lambda text: "".join(  # noqa: E731
        sign if sign == "\n" or left != sign else " " for sign, left in zip(text, bare(text), strict=True)
    )
    yield "TODO in comments", "TODO is:comment case:yes lang:c", rows_with(folder, r"TODO", comments)


def found_by(query: str, folder: Path) -> set[Place]:
    command = [sys.executable, "-m", "indexer.cli.main", "search", "--json", "--limit", "1000000", query, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"{query}: {done.stderr}")
    return {(hit["file"], hit["line"]) for hit in json.loads(done.stdout)["hits"]}


def told(
    title: str, query: str, truth: set[Place], folder: Path, show: int, unread: frozenset[str] = frozenset()
) -> bool:
    found = found_by(query, folder)
    found -= {place for place in found if place[0] in unread}
    is_same = found == truth
    print(f"| {title} | {len(found):,} | {len(truth):,} | {len(found & truth):,} | `{query}` |", flush=True)
    for sign, rest in (("-", truth - found), ("+", found - truth)):
        for file, row in sorted(rest)[:show]:
            print(f"    {sign} {file}:{row}")
    return is_same


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--django", type=Path, help="a folder of Python")
    options.add_argument("--ext4", type=Path, help="a folder of C")
    options.add_argument("--show", type=int, default=0, help="how many differences are listed")
    given = options.parse_args()
    print("| question | found | truth | the same | query |\n|---|---|---|---|---|")
    same = True
    if given.django is not None:
        every = nodes(given.django)
        read = {each.file for each in every}
        files = (path.relative_to(given.django).as_posix() for path in given.django.rglob("*.py"))
        unread = frozenset(file for file in files if file not in read)
        for question in PYTHON:
            same &= told(question.title, question.query, question.truth(every), given.django, given.show, unread)
    if given.ext4 is not None:
        for title, query, truth in c_questions(given.ext4):
            same &= told(title, query, truth, given.ext4, given.show)
    return int(not same)


if __name__ == "__main__":
    sys.exit(main())
