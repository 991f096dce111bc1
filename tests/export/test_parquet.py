"""The tables that are exported, asked by the engines that people have: DuckDB, and ClickHouse's as chDB."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.judges import missing

SHOP = """\
import json


class Order:
    def pay(self):
        return self.total()

    def total(self):
        return json.dumps(1)
"""
MAIN = """\
from shop import Order


def run(thing):
    thing.total()
    return Order().pay()
"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two repositories in the same tables."""
    base = tmp_path_factory.mktemp("parquet")
    for name, files in {"shop": {"shop.py": SHOP, "main.py": MAIN}, "odd name/é": {"a.go": "package a\n"}}.items():
        folder = base / str(len(name))
        folder.mkdir()
        for path, text in files.items():
            (folder / path).write_text(text)
        export(folder, base / "tables", name)
    return base / "tables"


def export(folder: Path, tables: Path, name: str) -> None:
    command = [sys.executable, "-m", "indexer.cli.main", "export", str(folder), "--parquet", str(tables)]
    done = subprocess.run([*command, "--repository", name], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def ask(tables: Path, query: str) -> list[tuple[Any, ...]]:
    try:
        import duckdb
    except ImportError:
        missing("duckdb")
    for name in ("files", "symbols", "references", "imports", "blocks", "chunks"):
        query = query.replace(f"[{name}]", f"read_parquet('{tables}/{name}/**/*.parquet', hive_partitioning = true)")
    found: list[tuple[Any, ...]] = duckdb.sql(query).fetchall()
    return found


def test_definitions_of_all_repositories(tables: Path) -> None:
    found = ask(tables, "select repository, name, kind, container, name_line from [symbols] order by all")
    assert found == [
        ("odd name/é", "a", "package", None, 1),
        ("shop", "Order", "class", None, 4),
        ("shop", "pay", "method", "Order", 5),
        ("shop", "run", "function", None, 4),
        ("shop", "total", "method", "Order", 8),
    ]


def test_references_say_what_they_mean_and_why(tables: Path) -> None:
    found = ask(
        tables,
        'select path, line, name, "in", evidence, target_path, target_line from [references]'
        " where kind = 'call' order by path, line, name",
    )
    assert found == [
        ("main.py", 5, "total", "run", "unique", "shop.py", 8),
        ("main.py", 6, "Order", "run", "import", "shop.py", 4),
        ("main.py", 6, "pay", "run", "member", "shop.py", 5),
        ("shop.py", 6, "total", "pay", "member", "shop.py", 8),
        ("shop.py", 9, "dumps", "total", "external", None, None),
    ]


def test_imports_files_blocks_and_chunks(tables: Path) -> None:
    assert ask(tables, "select path, text, target_path, evidence from [imports] order by all") == [
        ("main.py", "shop", "shop.py", "import"),
        ("shop.py", "json", None, "external"),
    ]
    assert ask(tables, "select path, language, lines from [files] order by all") == [
        ("a.go", "go", 1),
        ("main.py", "python", 6),
        ("shop.py", "python", 9),
    ]
    assert ask(tables, "select count(*) from [blocks] where kind = 'class' and name = 'Order'") == [(1,)]
    assert "class Order" in ask(tables, "select content from [chunks] where path = 'shop.py'")[0][0]


PAGE = Path(__file__).parents[2] / "docs" / "scale.md"


def test_the_questions_of_the_page(tables: Path) -> None:
    """As they are written there, with the folder and the name that is asked for put in."""
    [block] = re.findall(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    asked = [
        each for each in block.replace("'tables/", f"'{tables}/").replace("assertEquals", "total").split(";\n") if each
    ]
    calling, uncalled, imported = (sorted(ask(tables, each)) for each in asked)
    assert calling == [("shop", "main.py", 5, "run"), ("shop", "shop.py", 6, "pay")]
    assert uncalled == [("shop", "main.py", 4, "run")]
    assert imported == [("shop", "shop.py", 1)]


def test_the_question_of_the_page_for_clickhouse(tables: Path) -> None:
    try:
        import chdb
    except ImportError:
        missing("chdb")
    [query] = re.findall(r"ClickHouse reads the same files: `(.*?)`", PAGE.read_text("utf-8"))
    found = str(chdb.query(query.replace("'tables/", f"'{tables}/")))
    assert '"member",2' in found.split()


def test_clickhouse_reads_the_same(tables: Path) -> None:
    try:
        import chdb
    except ImportError:
        missing("chdb")
    files = f"file('{tables}/references/repository=*/*.parquet', Parquet)"
    found = chdb.query(f"select evidence, count() from {files} where kind = 'call' group by evidence order by evidence")
    assert str(found).split() == ['"external",1', '"import",1', '"member",2', '"unique",1']


def test_an_export_again_replaces_its_own_and_leaves_others(tables: Path, tmp_path: Path) -> None:
    tables = Path(shutil.copytree(tables, tmp_path / "tables"))
    code = tmp_path / "code"
    code.mkdir()
    (code / "b.py").write_text("def only(): pass\n")
    export(code, tables, "third")
    (code / "b.py").write_text("def another(): pass\n")
    export(code, tables, "third")
    assert ask(tables, "select name from [symbols] where repository = 'third'") == [("another",)]
    assert len(ask(tables, "select distinct repository from [files]")) == 3
    assert not [path for path in tables.iterdir() if path.name.startswith(".")], "nothing is left of the writing"


def test_a_hostile_name_stays_in_the_folder(tmp_path: Path) -> None:
    code, out = tmp_path / "code", tmp_path / "out"
    code.mkdir()
    (code / "b.py").write_text("x = 1\n")
    export(code, out, "../../../etc/../x")
    assert {path.parent.parent.parent for path in out.rglob("*.parquet")} == {out}
