"""How every process of Outcrop is started, and what it may import: the installation, never the workspace.

Python as it is usually started puts the current folder first on its path and follows `PYTHONPATH` and its like. In a
folder with somebody else's code each of these runs that code: a `bisect.py` there is imported instead of the library's.
So a child is an isolated interpreter (`-I`) in a folder of the installation, without any variable that Python would
follow, and it gets the path of its parent, less what does not belong to the installation. `indexer/child.py` alone
starts processes, and only so (`tests/test_architecture.py`).

It imports nothing that is not loaded before any program begins, for our programs call it before they import anything.
"""

from __future__ import annotations

import os
import site
import sys

# The folder, or the archive, that holds our packages.
_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib is not loaded yet
# What a child runs: the very copy of our packages that its parent runs, for they understand each other. An interrupt
# from the keyboard is the parent's business, which ends it.
_BOOT = """\
module, home, path = {module!r}, {home!r}, {path!r}
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.path[:] = [home]
import indexer
sys.path[:] = path
from importlib import import_module
import_module(module).main()
"""


def trust_installation() -> None:
    """Nothing is imported from the current folder any more, nor from where `PYTHONPATH` points."""
    sys.path[:] = trusted_path()


def trusted_path() -> list[str]:
    """`sys.path` less what the caller's whereabouts put there. What holds our own packages stays, but comes last."""
    entries = list(sys.path)
    if not sys.flags.safe_path and entries and entries[0] in ("", _here()):
        del entries[0]
    given = set() if sys.flags.ignore_environment else _given_by_environment()
    kept = [entry for entry in entries if os.path.isabs(entry) and entry not in given]  # noqa: PTH117
    if _HOME not in kept and _HOME in map(os.path.abspath, sys.path):
        kept.append(_HOME)
    return kept


def _given_by_environment() -> set[str]:
    library = os.path.dirname(os.__file__)  # noqa: PTH120
    installed = {library, os.path.join(library, "lib-dynload"), *site.getsitepackages()}  # noqa: PTH118
    value = os.environ.get("PYTHONPATH", "")
    return {os.path.abspath(entry) for entry in value.split(os.pathsep)} - installed if value else set()  # noqa: PTH100


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:  # it was removed
        return ""


def command(module: str, *arguments: str) -> list[str]:
    """What runs `main` of one of our modules, isolated."""
    options = ["-I"]
    if sys.flags.utf8_mode:
        options += ["-X", "utf8"]
    if sys.flags.dont_write_bytecode:
        options.append("-B")
    return [sys.executable, *options, "-c", _BOOT.format(module=module, home=_HOME, path=trusted_path()), *arguments]


def environment() -> dict[str, str]:
    """This process' variables without those that Python follows."""
    return {name: value for name, value in os.environ.items() if not name.upper().startswith("PYTHON")}


def folder() -> str:
    """Where children run: a folder that belongs to the installation, so nothing near them is the workspace's."""
    return sys.prefix
