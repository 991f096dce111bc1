"""SQL's definitions held against PostgreSQL's own parser: `python -m tests.oracles.sql FOLDER [--record CODE]`.

The parser is that of the server, as the package `pglast` wraps it. It takes a file only if every statement in it is
PostgreSQL's, so files for other databases and those with commands of the client psql are counted and left out. Compared
are the row on which each CREATE statement begins, and the number of columns of each table. Exit code 0 when at least
99 % are found, 1 when not, 77 when the parser is not installed.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from pathlib import Path
from typing import Any

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.model import Symbol
from tests.oracles.judged import record

CREATES = frozenset(
    (
        "CompositeTypeStmt",
        "CreateDomainStmt",
        "CreateEnumStmt",
        "CreateEventTrigStmt",
        "CreateExtensionStmt",
        "CreateForeignServerStmt",
        "CreateForeignTableStmt",
        "CreateFunctionStmt",
        "CreatePolicyStmt",
        "CreatePublicationStmt",
        "CreateRangeStmt",
        "CreateRoleStmt",
        "CreateSchemaStmt",
        "CreateSeqStmt",
        "CreateStatsStmt",
        "CreateStmt",
        "CreateSubscriptionStmt",
        "CreateTableAsStmt",
        "CreateTableSpaceStmt",
        "CreateTrigStmt",
        "CreatedbStmt",
        "IndexStmt",
        "RuleStmt",
        "ViewStmt",
    )
)
_BEFORE = re.compile(r"(?:\s|--[^\n]*|/\*.*?\*/)*", re.DOTALL)


def judged(parse: Any, text: str) -> list[tuple[int, int | None]]:
    """The row of each CREATE statement, and the number of columns where it is a table with a list of them."""
    found = []
    for statement in parse(text):
        kind = type(statement.stmt).__name__
        unnamed = kind == "IndexStmt" and not statement.stmt.idxname
        start = _BEFORE.match(text, statement.stmt_location).end()  # type: ignore[union-attr]  # it matches everywhere
        if kind not in CREATES or unnamed or text[start : start + 6].upper() != "CREATE":
            continue
        columns = None
        if kind == "CreateStmt":
            columns = sum(type(element).__name__ == "ColumnDef" for element in statement.stmt.tableElts or ())
        found.append((text.count("\n", 0, start), columns))
    return found


def ours(data: bytes) -> dict[int, list[int]]:
    """The rows of what we find, each with its numbers of columns."""
    symbols = Document.of(by_name("sql"), data).symbols()
    rows: dict[int, list[int]] = {}
    for place, symbol in enumerate(symbols):
        if data[symbol.span.start : symbol.span.start + 6].upper() == b"CREATE":
            rows.setdefault(symbol.row_start, []).append(sum(_is_column(other, place) for other in symbols))
    return rows


def _is_column(symbol: Symbol, table: int) -> bool:
    return symbol.parent == table and symbol.kind == "field"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, nargs="+")
    options.add_argument("--record", metavar="CODE", help="keep the figures in judged.toml; CODE says what was judged")
    arguments = options.parse_args()
    try:
        pglast = importlib.import_module("pglast")
    except ImportError:
        print("SKIPPED: PostgreSQL's parser (pglast) is not installed")
        return 77
    files = total = agreed = tables = same = refused = extra = 0
    for path in sorted(path for folder in arguments.folder for path in folder.rglob("*.sql")):
        data = path.read_bytes()
        try:
            expected = judged(pglast.parse_sql, data.decode())
        except (UnicodeDecodeError, pglast.Error):
            refused += 1
            continue
        files += 1
        found = ours(data)
        for row, columns in expected:
            total += 1
            if not found.get(row):
                print(f"  missing {path}:{row + 1}")
                continue
            agreed += 1
            count = found[row].pop(0)
            if columns is not None:
                tables += 1
                same += count == columns
        extra += sum(map(len, found.values()))
    print(f"sql by PostgreSQL: {files} files compared, {refused} that it refuses")
    print(f"  definitions {total}, found {agreed}, only ours {extra}; tables {tables}, all columns right in {same}")
    if arguments.record and total:
        record("sql", "PostgreSQL's parser", arguments.record, files, total, agreed)
    return 0 if total and agreed >= 0.99 * total else 1


if __name__ == "__main__":
    sys.exit(main())
