"""The figures of runs of tests.oracles.import_graph, kept in imports_judged.toml for docs/languages.md."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TypedDict

FILE = Path(__file__).parent / "imports_judged.toml"
_HEAD = """# What the judges said of where imports lead, for docs/languages.md.
# A run of tests.oracles.import_graph with --record writes a row.
"""


class ImportsRow(TypedDict):
    language: str
    judge: str
    code: str  # what was judged
    files: int
    edges: int  # the judge's
    found: int  # how many of them we have
    ours: int  # of the evidence `import`, as far as the judge can tell
    right: int  # how many of them it has too


def rows() -> list[ImportsRow]:
    found: list[ImportsRow] = tomllib.loads(FILE.read_text("utf-8"))["judged"] if FILE.exists() else []
    return found


def record(language: str, judge: str, code: str, figures: tuple[int, int, int, int, int]) -> None:
    """Puts a run in the place of the last one of the same code."""
    files, edges, found, ours, right = figures
    kept = {(row["language"], row["code"]): row for row in rows()}
    kept[language, code] = ImportsRow(
        language=language, judge=judge, code=code, files=files, edges=edges, found=found, ours=ours, right=right
    )
    written = [
        "[[judged]]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in row.items())
        for _, row in sorted(kept.items())
    ]
    FILE.write_text(_HEAD + "\n" + "\n".join(written), "utf-8")
