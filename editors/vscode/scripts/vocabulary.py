"""Prints the words of the query language as JSON, for the extension's completions.

Fields and values come from the engine itself, their explanations from the first table of docs/query-language.md, so
that what the editor offers is what the server understands. Nothing is written here by hand.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from indexer.languages.registry import languages  # noqa: E402
from indexer.query.fields import FIELDS, OPTIONS  # noqa: E402
from indexer.query.kinds import DEFINITIONS, UNNAMED  # noqa: E402
from indexer.query.tree import EVIDENCE  # noqa: E402

_ROW = re.compile(r"^\| (`.+`) \| (.+) \|$", re.MULTILINE)
_EXAMPLE = re.compile(r"`(\w[\w-]*\+?):([^`]*)`")


def vocabulary(page: str) -> dict[str, object]:
    """The words. A field that the page does not explain is an error of the page."""
    explained: dict[str, tuple[str, str]] = {}  # for each field an example and its meaning
    places: list[str] = []
    for terms, meaning in _ROW.findall(page.partition("## Terms")[2].partition("## ")[0]):
        for field, value in _EXAMPLE.findall(terms):
            explained.setdefault(field, (f"{field}:{value}", meaning.replace("`", "")))
            if field == "is":
                places.append(value)
    missing = sorted(FIELDS - explained.keys())
    if missing:
        raise SystemExit(f"docs/query-language.md explains no {', '.join(missing)} in its table of terms")
    return {
        "fields": [
            {"name": name, "example": example, "meaning": meaning}
            for name, (example, meaning) in explained.items()
            if name in FIELDS
        ],
        "definitions": sorted(DEFINITIONS),
        "blocks": sorted(UNNAMED),
        "values": {**OPTIONS, "evidence": EVIDENCE, "is": places},
        "languages": sorted(language.name for language in languages()),
    }


if __name__ == "__main__":
    json.dump(vocabulary((ROOT / "docs" / "query-language.md").read_text("utf-8")), sys.stdout, indent=1)
