"""A long day at the keyboard: does the server hold more and more? `python -m bench.soak FOLDER [EDITS SEARCHES]`.

20,000 edits and 2,000 searches unless told otherwise; the long version is 100,000 and 10,000. Documents are opened and
closed, files are saved, and after a tenth of the work the server's memory is what the rest is compared with.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

from bench.live import Server

_QUERIES = (
    "kind:function has:(kind:try)",
    "TODO is:comment",
    'pattern:"$A.get($B)"',
    "call:len in:(kind:class)",
    "/self\\.\\w+ = None/",
    "kind:class lines:>100",
)
_LETTERS = ("x", "\n", "    ", "(", ")", "def f():\n    pass\n", "", "")
_OPEN = 8  # documents


def main() -> None:
    edits, searches = (int(count) for count in sys.argv[2:4]) if len(sys.argv) > 3 else (20_000, 2_000)
    chance = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="outcrop-soak-") as scratch:
        root = Path(scratch, "root")
        shutil.copytree(Path(sys.argv[1]), root, symlinks=True)
        server = Server(Path(scratch, "cache"))
        server.open(root)
        server.wait()
        paths = [path for path in sorted(root.rglob("*.py")) if path.stat().st_size < 60_000]
        opened: list[Path] = []
        begun = 0.0
        for number in range(1, edits + 1):
            if len(opened) < _OPEN or number % 50 == 0:
                _turn_over(server, opened, chance.choice(paths))
            _edit(server, chance.choice(opened), number, chance)
            if number % (edits // searches) == 0:
                query = chance.choice(_QUERIES)
                server.wire.request("outcrop/search", {"query": query, "limit": 100}, 120)
            if number % 100 == 0:
                saved = chance.choice(paths)
                saved.write_text(saved.read_text() + f"# {number}\n")
                server.wire.send("textDocument/didSave", {"textDocument": {"uri": saved.as_uri()}})
            if number % (edits // 10) == 0:
                now = server.memory()
                begun = begun or now
                print(f"{number:>7,} edits  {now:6.1f} MB  {now / begun:.2f} x", flush=True)
        server.wire.end()


def _turn_over(server: Server, opened: list[Path], path: Path) -> None:
    """Opens a document, and closes the one that has been open longest if there are many."""
    if path in opened:
        return
    if len(opened) >= _OPEN:
        server.wire.send("textDocument/didClose", {"textDocument": {"uri": opened.pop(0).as_uri()}})
    server.wire.open(path.read_text(), path.as_uri())
    opened.append(path)


def _edit(server: Server, path: Path, number: int, chance: random.Random) -> None:
    line = chance.randrange(200)
    start = {"line": line, "character": chance.randrange(20)}
    end = start if chance.random() < 0.7 else {"line": line, "character": start["character"] + 1}
    change = {"range": {"start": start, "end": end}, "text": chance.choice(_LETTERS)}
    document = {"uri": path.as_uri(), "version": number + 1}
    server.wire.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    if number % 3 == 0:
        server.symbols(path.as_uri())


if __name__ == "__main__":
    main()
