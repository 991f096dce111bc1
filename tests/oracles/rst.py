"""Docutils judges the reStructuredText adapter: `python -m tests.oracles.rst FOLDER_OR_FILE...`

Every section that docutils makes must be found, with its level, the row of its title and its text, and no other. Files
that docutils fails on are counted and left out. Exit code 0 when at least 99 % of the files agree, 1 when not, 77 when
docutils is not installed.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from indexer.blocks.rst import scan_rst
from indexer.text.document_text import Text

Found = tuple[int, int, str]


def recorder() -> Any:
    """A function from text to the sections docutils finds in it, or None when it is not installed."""
    try:
        from docutils.core import publish_doctree
        from docutils.parsers.rst.states import RSTState
    except ImportError:
        return None
    found: list[Found] = []
    new_subsection = RSTState.new_subsection

    def recording(self: Any, title: str, line: int, messages: Any) -> Any:
        level = 1
        node = self.parent
        while node is not None and node.tagname != "document":
            level += node.tagname == "section"
            node = node.parent
        found.append((level, line, " ".join(title.split())))
        return new_subsection(self, title, line, messages)

    RSTState.new_subsection = recording
    settings = {
        "report_level": 5,
        "halt_level": 6,
        "warning_stream": io.StringIO(),
        "file_insertion_enabled": False,
        "raw_enabled": False,
        "doctitle_xform": False,
        "docinfo_xform": False,
        "_disable_config": True,
    }

    def sections(text: str) -> list[Found]:
        found.clear()
        publish_doctree(text, settings_overrides=settings)
        return list(found)

    return sections


def ours(data: bytes) -> list[Found]:
    text = Text.of(data)
    found = []
    for heading in scan_rst(text).headings():
        row = text.lines.row_of(heading.start)
        title = data[heading.start : heading.end].decode("utf-8", "replace")
        found.append((heading.level, row + 1, " ".join(title.split())))
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("paths", nargs="+", type=Path)
    arguments.add_argument("--show", type=int, default=20, metavar="N", help="differing files to show")
    options = arguments.parse_args()
    judge = recorder()
    if judge is None:
        print("skipped: docutils is not installed", file=sys.stderr)
        return 77
    counts: Counter[str] = Counter()
    files = [file for path in options.paths for file in (sorted(path.rglob("*.rst")) if path.is_dir() else [path])]
    for path in files:
        data = path.read_bytes().replace(b"\r\n", b"\n")
        try:
            theirs = judge(data.decode("utf-8-sig"))
        except Exception as error:  # docutils raises whatever it likes on some texts
            counts.update({"not judged": 1, type(error).__name__: 1})
            continue
        found = ours(data)
        counts.update(files=1, sections=len(theirs))
        # Docutils counts the row of an overlined title at its overline or its underline, by version.
        missing = [one for one in theirs if not any(_same(one, other) for other in found)]
        extra = [one for one in found if not any(_same(other, one) for other in theirs)]
        if missing or extra:
            counts.update(differing=1, missing=len(missing), extra=len(extra))
            if counts["differing"] <= options.show:
                print(path, *(f"  - {one}" for one in missing[:4]), *(f"  + {one}" for one in extra[:4]), sep="\n")
    print(", ".join(f"{name} {count:,}" for name, count in counts.items()))
    return 1 if counts["differing"] * 100 > counts["files"] else 0


def _same(theirs: Found, ours: Found) -> bool:
    return theirs[0] == ours[0] and theirs[2] == ours[2] and abs(theirs[1] - ours[1]) <= 1


if __name__ == "__main__":
    sys.exit(main())
