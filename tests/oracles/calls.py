"""`calls:`, `called-by:`, their `+` and `evidence:` against two judges, on any folder with Python in it.

    python -m tests.oracles.calls FOLDER [--queries 60] [--seed 1]

The first judge is Python's own `ast`: of functions whose name is defined once, and that are called by their plain name,
it says who calls them. The second is brute force: the edges that `outcrop callers` tells of every definition, one by
one, and plain sets of them for queries drawn at random, so that no strategy of a search can change an answer.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from indexer.engine import Engine, Limits

ALL = Limits(hits=None)
Definition = tuple[str, int]  # a file, and the row that the name stands in, from 0
Edges = set[tuple[Definition, Definition]]
INNER = (
    "kind:function",
    "kind:method",
    "kind:class",
    "kind:test",
    "sym:get*",
    "sym:/^_/",
    "in:(kind:class)",
    "lines:>20",
    "sym:=__init__",
    "kind:method has:return",
    "doc:*",
    "file:*a*",
    "sym:save OR sym:load",
    "-in:(kind:class)",
)


class Asked(NamedTuple):
    """One query, and the definitions that it should find."""

    query: str
    expected: set[Definition]


def opened(folder: Path) -> Engine:
    engine = Engine()
    engine.open_paths({str(folder): folder}, lambda progress: None)
    return engine


def found(engine: Engine, query: str) -> set[Definition]:
    """The definitions that a query finds."""
    answer = engine.search(f"{query} select:symbol", ALL)
    assert not answer.problems, (query, answer.problems)
    return {
        (hit.path, hit.text.lines.row_of(hit.symbol.name_span.start)) for hit in answer.hits if hit.symbol is not None
    }


def edges_of(engine: Engine) -> Edges:
    """Who calls whom, as `outcrop callers` tells of each definition by itself."""
    edges: Edges = set()
    answer = engine.search("depth:>=1 select:symbol", ALL)
    assert answer.hits, answer.problems
    for hit in answer.hits:
        if hit.symbol is None:
            continue
        at = hit.root, hit.path, hit.symbol.row_start
        called = hit.path, hit.text.lines.row_of(hit.symbol.name_span.start)
        for edge in engine.graph.callers(hit.symbol.name, 1, ALL, at).edges:
            if edge.evidence != "name" and edge.place.kind != "file" and edge.of.row == called[1]:
                edges.add(((edge.place.path, edge.place.row), called))
    return edges


def closed(begin: set[Definition], edges: Edges, back: bool, steps: int | None) -> set[Definition]:
    """What edges lead to from some definitions, or against their direction, by one step or more."""
    following: dict[Definition, set[Definition]] = defaultdict(set)
    for caller, called in edges:
        following[called if back else caller].add(caller if back else called)
    reached: set[Definition] = set()
    level, count = set(begin), 0
    while level and (steps is None or count < steps):
        level = {other for one in level for other in following[one]} - reached
        reached |= level
        count += 1
    return reached


def drawn(engine: Engine, edges: Edges, count: int, seed: int) -> Iterator[Asked]:
    """Random queries, each with what the edges say."""
    chance = random.Random(seed)
    every = found(engine, "depth:>=1")
    inner = {query: found(engine, query) for query in INNER}
    for _ in range(count):
        query, one = _term(chance, inner, edges)
        if chance.random() < 0.5:
            other = chance.choice(sorted(inner))
            query, one = f"({other}) {query}", one & inner[other]
        if chance.random() < 0.4:
            more, two = _term(chance, inner, edges)
            match chance.randrange(3):
                case 0:
                    query, one = f"{query} {more}", one & two
                case 1:
                    query, one = f"({query}) OR {more}", one | two
                case _:
                    query, one = f"{query} -{more}", one - two
        yield Asked(f"({query})", one & every)


def _term(chance: random.Random, inner: dict[str, set[Definition]], edges: Edges) -> tuple[str, set[Definition]]:
    query = chance.choice(sorted(inner))
    relation = chance.choice(("calls", "called-by"))
    steps = chance.choice((1, 1, 2, 3, None))
    reached = closed(inner[query], edges, relation == "calls", steps)
    if steps == 1:
        return f"{relation}:({query})", reached
    return f"{relation}+:{'' if steps is None else steps}({query})", reached


# Python's own parser


class _Calls(ast.NodeVisitor):
    """The plain names that a file calls, each with the row of the definition around it."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int | None]] = []
        self.shadowed: set[str] = set()  # names that something but a function or an import gives
        self._around: list[tuple[ast.AST, int]] = []

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        for each in node.decorator_list:
            self.visit(each)
        self._around.append((node, node.lineno - 1))
        for child in ast.iter_child_nodes(node):
            if child not in node.decorator_list:
                self.visit(child)
        self._around.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition

    def visit_arg(self, node: ast.arg) -> None:
        self.shadowed.add(node.arg)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.shadowed.add(node.id)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.shadowed.add(node.name or "")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            functions = [row for each, row in self._around if not isinstance(each, ast.ClassDef)]
            around = functions[-1:] or [row for _, row in self._around][-1:]
            self.calls.append((node.func.id, around[0] if around else None))
        self.generic_visit(node)


def by_ast(folder: Path, most: int = 60) -> Iterator[Asked]:
    """Functions of modules whose name is bound in the whole folder by them and by imports alone: who calls them."""
    trees: dict[str, ast.Module] = {}
    for file in sorted(folder.rglob("*.py")):
        try:
            trees[file.relative_to(folder).as_posix()] = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            continue
    defined: Counter[str] = Counter()
    top: dict[str, str] = {}
    callers: dict[str, set[Definition]] = defaultdict(set)
    shadowed: set[str] = set()
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                defined[node.name] += 1
            elif isinstance(node, ast.Import | ast.ImportFrom):
                # Another name, or one that may come from elsewhere, is for another judge.
                shadowed.update(one.asname or "" for one in node.names)
                shadowed.update(one.name for one in node.names if one.asname)
        top |= {node.name: path for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list}
        visitor = _Calls()
        visitor.visit(tree)
        shadowed |= visitor.shadowed
        bound = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} | {
            one.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for one in node.names
        }
        for name, row in visitor.calls:
            if row is not None and name in bound:
                callers[name].add((path, row))
    chosen = [name for name in top if defined[name] == 1 and name not in shadowed and callers[name]]
    for name in sorted(chosen, key=lambda each: (-len(callers[each]), each))[:most]:
        yield Asked(f"calls:={name} lang:python", callers[name])


def compared(engine: Engine, asked: Iterator[Asked], say: Callable[[str], None]) -> tuple[int, int, int]:
    """How many queries were asked, how many have exactly the answer they should, and of how many definitions."""
    count = right = definitions = 0
    for query, expected in asked:
        told = found(engine, query)
        count += 1
        right += told == expected
        definitions += len(expected)
        if told != expected:
            say(f"{query}\n  too many {sorted(told - expected)[:5]}\n  missing {sorted(expected - told)[:5]}")
    return count, right, definitions


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--queries", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    engine = opened(given.folder.resolve())
    try:
        count, right, definitions = compared(engine, by_ast(given.folder.resolve()), print)
        print(f"by ast: {right} of {count} queries exact, {definitions} definitions")
        edges = edges_of(engine)
        many, exact, several = compared(engine, drawn(engine, edges, given.queries, given.seed), print)
        print(f"by brute force over {len(edges)} edges: {exact} of {many} queries exact, {several} definitions")
    finally:
        engine.shutdown()
    return 0 if (count, many) == (right, exact) else 1


if __name__ == "__main__":
    sys.exit(main())
