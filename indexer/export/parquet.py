"""The index as Parquet tables, for engines that ask many repositories at once: DuckDB, ClickHouse, Spark and others.

Each table is a folder with one folder a repository in it (`symbols/repository=NAME/part-0.parquet`), so that those of
thousands of repositories lie side by side and are read as one. Lines and columns count from 1.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.export.rows import Row

if TYPE_CHECKING:
    import pyarrow

# The columns of each table; a type that ends in ? may be null.
TABLES: dict[str, dict[str, str]] = {
    "files": {"path": "text", "language": "text?", "bytes": "number", "lines": "number"},
    "symbols": {
        "path": "text",
        "name": "text",
        "kind": "text",
        "container": "text?",
        "line_start": "number",
        "line_end": "number",
        "name_line": "number",
        "name_column": "number",
        "signature": "text",
        "doc": "text",
    },
    "references": {
        "path": "text",
        "line": "number",
        "column": "number",
        "kind": "text",
        "name": "text",
        "in": "text?",
        "evidence": "text",
        "target_path": "text?",
        "target_line": "number?",
    },
    "imports": {"path": "text", "line": "number", "text": "text", "target_path": "text?", "evidence": "text"},
    "blocks": {
        "path": "text",
        "kind": "text",
        "name": "text?",
        "level": "number",
        "line_start": "number",
        "line_end": "number",
        "header": "text",
    },
    "chunks": {
        "path": "text",
        "type": "text",
        "title": "text",
        "breadcrumb": "text",
        "language": "text?",
        "line_start": "number",
        "line_end": "number",
        "tokens": "number",
        "content": "text",
    },
}
_PLAIN = re.compile(r"[A-Za-z0-9_-]")
_AT_ONCE = 50_000  # rows that are held before they are written


class NoLibrary(Exception):
    """pyarrow is not installed."""


def write_tables(folder: Path, repository: str, rows: Iterable[Row]) -> dict[str, int]:
    """Writes the tables of one repository below a folder; how many rows each has. Those of others stay.

    What was there of the same repository is replaced when all is written, not before.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise NoLibrary from error
    place = f"repository={_partition(repository)}"
    new = folder / f".{place}.{os.getpid()}"
    schemas = {name: _schema(columns) for name, columns in TABLES.items()}
    counts = dict.fromkeys(TABLES, 0)
    held: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    try:
        new.mkdir(parents=True)
        writers = {
            name: pyarrow.parquet.ParquetWriter(new / f"{name}.parquet", schema, compression="zstd")
            for name, schema in schemas.items()
        }

        def flush(name: str) -> None:
            if held[name]:
                writers[name].write_table(pyarrow.Table.from_pylist(held[name], schemas[name]))
                held[name] = []

        for table, row in rows:
            held[table].append(row)
            counts[table] += 1
            if len(held[table]) >= _AT_ONCE:
                flush(table)
        for name, writer in writers.items():
            flush(name)
            writer.close()
        for name in TABLES:
            target = folder / name / place
            target.mkdir(parents=True, exist_ok=True)
            (new / f"{name}.parquet").replace(target / "part-0.parquet")
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return counts


def _schema(columns: dict[str, str]) -> pyarrow.Schema:
    import pyarrow

    types = {"text": pyarrow.string(), "number": pyarrow.int64()}
    return pyarrow.schema(
        [pyarrow.field(name, types[kind.rstrip("?")], nullable=kind.endswith("?")) for name, kind in columns.items()]
    )


def _partition(name: str) -> str:
    """A name as the folder of a partition has it, in which only plain signs stand for themselves."""
    return "".join(sign if _PLAIN.fullmatch(sign) else _escaped(sign) for sign in name)


def _escaped(sign: str) -> str:
    return "".join(f"%{byte:02X}" for byte in sign.encode())
