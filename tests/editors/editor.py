"""What the tests with real editors share: where an editor is, the project it opens, and patience.

Editors come from `tests/editors/install FOLDER` with `OUTCROP_EDITORS=FOLDER`, else from the PATH. One that is missing
skips its tests, visibly; in CI it fails them. Nothing here touches the user's own configuration or cache.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.judges import missing
from tests.paths import ROOT
from tests.patience import PATIENCE
from tests.processes import descendants

T = TypeVar("T")
# Who calls whom and who inherits from whom, for hierarchies and rename; nobody knows what `guess` gets. Where a
# language usually has a server of its own these are left to that, so the project asks for them.
SHAPES = {
    ".outcrop.toml": 'definition = "on"\nreferences = "on"\nrename = "on"\n',
    "shapes/base.py": """\
class Shape:
    def area(self):
        raise NotImplementedError


def measured(shape: Shape):
    return shape.area()


def guess(thing):
    return thing.area()
""",
    "shapes/round.py": """\
from shapes.base import Shape, measured


class Circle(Shape):
    def area(self):
        return 3


def report(circle: Circle):
    return measured(circle)
""",
}
_EXAMPLE = re.compile(r"^`((?:app|web)/[\w.]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)


def installed(name: str) -> Path:
    """The program of an editor, or the end of the test."""
    folder = os.environ.get("OUTCROP_EDITORS")
    found = shutil.which(name, path=str(Path(folder, "bin"))) if folder else None
    found = found or shutil.which(name)
    if found is None:
        message = f"`{name}` is not installed; tests/editors/install FOLDER gets it, OUTCROP_EDITORS=FOLDER says where"
        missing(message)
    return Path(found)


def elisp(name: str) -> list[str]:
    """The folders of a package of Emacs Lisp and of what it needs, or the end of the test."""
    place = Path(os.environ.get("OUTCROP_EDITORS", "none"), "elisp", name)
    if not place.is_dir():
        missing(f"Emacs' package {name}; tests/editors/install FOLDER gets it, OUTCROP_EDITORS=FOLDER says where")
    return [str(folder) for folder in place.iterdir()]


def environment(home: Path) -> dict[str, str]:
    """The variables of an editor that has never been used, with the server of this checkout first in its PATH."""
    server = Path(sys.executable).parent / "outcrop-lsp"
    assert server.exists(), "install the checkout first: pip install -e '.[dev]'"
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    return {
        "LANG": "C.UTF-8",
        **kept,
        "PATH": f"{server.parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        "TERM": "xterm-256color",
        "OUTCROP_CACHE_DIR": str(home / "index"),
        **{f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "CACHE", "DATA", "STATE")},
    }


def make_project(folder: Path) -> Path:
    """A project with real code: the server's own sources, the examples of the page about queries, and `SHAPES`."""
    project = folder / "project"
    shutil.copytree(ROOT / "lsp_server", project / "lsp_server", ignore=shutil.ignore_patterns("__pycache__"))
    (project / ".git").mkdir()
    for path, text in [*_EXAMPLE.findall((ROOT / "docs/query-language.md").read_text("utf-8")), *SHAPES.items()]:
        (project / path).parent.mkdir(exist_ok=True)
        (project / path).write_text(text, "utf-8")
    return project


def methods_of(name: str, file: Path) -> list[tuple[str, int]]:
    """The functions in a class and the lines of their names, as Python reads them."""
    [found] = [node for node in ast.parse(file.read_text("utf-8")).body if getattr(node, "name", None) == name]
    functions = [node for node in ast.walk(found) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return sorted(((node.name, node.lineno) for node in functions), key=lambda one: one[1])


def definitions_in(file: Path) -> set[str]:
    """The names of all functions and classes of a file, as Python reads it."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {node.name for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, kinds)}


def until(what: str, ask: Callable[[], T], seconds: float = PATIENCE) -> T:
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + seconds
    while not (answer := ask()):
        assert time.monotonic() < end, f"waited {seconds} seconds for {what}; the last answer was {answer!r}"
        time.sleep(0.05)
    return answer


def servers_of(process: int) -> list[int]:
    """The Outcrop servers that a process has started, itself or through a shell."""
    found = descendants(process)
    return [child for child, words in found if any(Path(word).name == "outcrop-lsp" for word in words[:2])]


def crash(process: int) -> int:
    """Ends the one server of an editor as the system would when memory runs out. Returns its process id."""
    [server] = servers_of(process)
    os.kill(server, signal.SIGKILL)
    return server
