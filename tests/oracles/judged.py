"""The figures of the judges' runs, one row a language and judge, kept in judged.toml for docs/languages.md."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TypedDict

FILE = Path(__file__).parent / "judged.toml"
_HEAD = """# What the judges said of each language's definitions, for docs/languages.md.
# A run of tests.oracles.definitions with --record writes a row; remarks are written by hand and stay.
"""


class Row(TypedDict):
    language: str
    judge: str
    code: str  # what was judged
    files: int
    definitions: int  # the judge's
    found: int  # how many of them we have
    remarks: str


def rows() -> list[Row]:
    found: list[Row] = tomllib.loads(FILE.read_text("utf-8"))["judged"]
    return found


def record(language: str, judge: str, code: str, files: int, definitions: int, found: int) -> None:
    """Puts a run in the place of the last one of the same language and judge."""
    kept = {(row["language"], row["judge"]): row for row in rows()}
    remarks = kept[language, judge]["remarks"] if (language, judge) in kept else ""
    kept[language, judge] = Row(
        language=language,
        judge=judge,
        code=code,
        files=files,
        definitions=definitions,
        found=found,
        remarks=remarks,
    )
    written = [
        "[[judged]]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in row.items())
        for _, row in sorted(kept.items())
    ]
    FILE.write_text(_HEAD + "\n" + "\n".join(written), "utf-8")
