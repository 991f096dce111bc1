"""The way of a search is the one that docs/design/architecture.md describes, and not longer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from indexer.index.workers import Pool
from tests.paths import ROOT

MOST = 46
QUERY = "kind:function in:Parser has:(call:open) -has:finally"
SOURCE = """class Parser:
    def load(self, path):
        with open(path) as file:
            return file.read()

    def save(self, path):
        try:
            open(path, "w")
        finally:
            self.done()
"""
COUNTER = """
import inspect, json, sys
from pathlib import Path
import indexer
from indexer.cli.main import main

package = Path(indexer.__file__).parent
command = sys.argv[1:]
main(command)  # makes the index, and imports what the second run needs
sys.stdout.flush()
entered = {}

def note(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(str(package)):
        module = Path(code.co_filename).relative_to(package).with_suffix("").as_posix()
        entered.setdefault(module, set()).add(code.co_qualname)

sys.setprofile(note)
main(command)
sys.setprofile(None)
print(json.dumps({module: sorted(functions) for module, functions in entered.items()}))
"""


def entered(folder: Path, *command: str) -> dict[str, list[str]]:
    """The functions of ours that a command runs in a folder whose index is there, by module."""
    environment = {
        **os.environ,
        "NO_COLOR": "1",
        "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
    }
    result = subprocess.run(
        [sys.executable, "-c", COUNTER, *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert result.returncode == 0, result.stderr
    *_, said = result.stdout.splitlines()
    assert result.stdout.count("def load") == 2 and "def save" not in result.stdout
    found: dict[str, list[str]] = json.loads(said)
    return found


def test_a_search_enters_the_modules_that_the_map_names(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "parser.py").write_text(SOURCE)
    modules = entered(folder, "search", QUERY)
    guide = (ROOT / "docs" / "design" / "architecture.md").read_text("utf-8")
    section = guide[guide.index("## The way of a search") :]
    section = section[: section.index("\n## ", 1)]
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*)\.py`", section))
    assert named - set(modules) == set(), "these are not on the way"
    searching = {module for module in modules if module.startswith(("query/", "search/"))}
    assert searching - named == set(), "these are on the way, and the map does not say so"
    assert len(modules) <= MOST, sorted(modules)


def test_no_process_is_started_for_no_work() -> None:
    pool = Pool(2)
    assert list(pool.run([])) == []
    assert pool._workers == []
