"""A workspace full of traps: whatever of it runs leaves a mark."""

from __future__ import annotations

import os
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

OWN = ("indexer", "lsp_server", "mcp_server")
# What Python runs at its start, and what tools like to run in a project.
ALWAYS_RUN = ("sitecustomize", "usercustomize", "__main__", "conftest", "setup", "noxfile", "manage")
PROGRAMS = (
    *("outcrop", "outcrop-lsp", "outcrop-mcp", "python", "python3", f"python3.{sys.version_info[1]}", "pip", "py"),
    *("git", "rg", "hg", "svn", "uname", "ldconfig", "gcc", "cc", "ld", "objdump", "sh", "bash", "env", "ps", "file"),
    *("node", "less", "which", "xdg-user-dir", "lsb_release", "stty", "tput", "clang", "ctags", "direnv"),
)
GIT_CONFIG = """\
[core]
	fsmonitor = {run} fsmonitor
	hooksPath = {root}/.githooks
	sshCommand = {run} ssh
	pager = {run} pager
	editor = {run} editor
	askPass = {run} askpass
	excludesFile = {root}/../outside
	attributesFile = {root}/.gitattributes
[include]
	path = {root}/.git/more
[filter "trap"]
	clean = {run} clean
	smudge = {run} smudge
	process = {run} process
[diff "trap"]
	textconv = {run} textconv
	command = {run} diff
[alias]
	ls-files = !{run} alias
[credential]
	helper = !{run} credential
[gpg]
	program = {run}
"""
SETTINGS = """\
cache_dir = "{root}/stolen"
workers = 100000
search_seconds = 1e9
search_limit = 1000000000
max_file_size = 1000000000000
command = "{run} command"
[server]
command = "{run} server"
"""
SOURCES = {
    ".outcrop/rules/trap.toml": '[trap]\nquery = "call:insort"\nmessage = "$(touch stolen)"\nfix = "`touch stolen`"\n',
    "sgconfig.yml": "ruleDirs: [rules]\nutilDirs: [../../etc]\ncustomLanguages: {trap: {libraryPath: trap.so}}\n",
    "rules/trap.yml": "id: theirs\nlanguage: python\nrule: {pattern: bisect.insort($$$A)}\nmessage: found\n",
    "real/app.py": "import bisect\n\n\nclass Store:\n    def add(self, x):\n        bisect.insort(self.all, x)\n",
    "real/app.kt": "class Shop {\n  fun sell(n: Int) {\n    println(n)\n  }\n}\n",
    "real/run.sh": "greet() {\n  cat <<EOF\nhello\nEOF\n}\n",
    "real/page.html": "<h1>Title</h1>\n<script>function f() { return 1 }</script>\n",
    "real/notes.unknown": "begin one\n  two\nend\n" * 20,
}


class Traps:
    """The workspace, and what has run in it."""

    def __init__(self, base: Path) -> None:
        self.root = base / "workspace"
        self._marks = base / "marks"
        self.root.mkdir()
        self._python()
        self._programs()
        self._git()
        self._files()

    def ran(self) -> list[str]:
        """The traps that were stepped into."""
        return sorted(set(self._marks.read_text().splitlines())) if self._marks.exists() else []

    def environment(self, cache: Path) -> dict[str, str]:
        """A shell's variables, with a path on which the current folder stands first."""
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
            "PATH": os.pathsep.join((".", "bin", "", os.environ.get("PATH", os.defpath))),
            "XDG_CACHE_HOME": str(cache),  # and not OUTCROP_CACHE_DIR, which is stronger than any setting
            "XDG_CONFIG_HOME": str(cache / "config"),
        }

    def for_python(self) -> dict[str, str]:
        """Variables that make a Python that heeds them run what lies here."""
        return {
            "PYTHONPATH": os.pathsep.join((str(self.root), "", "bin")),
            "PYTHONUSERBASE": str(self.root / "user"),
            "PYTHONSTARTUP": str(self.root / "sitecustomize.py"),
            "PYTHONINSPECT": "1",
            "PYTHONBREAKPOINT": "trap.hook",
            "PYTHONWARNINGS": "error::trap.Warned",
            "PYTHONPLATLIBDIR": "user",
        }

    def _trap(self, name: str) -> str:
        return f"open({str(self._marks)!r}, 'a').write({name + chr(10)!r})\n"

    def _write(self, path: str, text: str, runs: bool = False) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if runs:
            file.chmod(0o755)

    def _python(self) -> None:
        library = {name for name in sys.stdlib_module_names if not name.startswith("_")} - set(sys.builtin_module_names)
        installed = {name for name in packages_distributions() if name.isidentifier()} - set(OWN)
        for name in (*library, *installed, *ALWAYS_RUN, "trap"):
            self._write(f"{name}.py", self._trap(name))
        for package in OWN:
            for module in ("__init__", "__main__", "main", "child", "launch", "isolation", "engine", "index/worker"):
                self._write(f"{package}/{module}.py", self._trap(f"{package}/{module}"))
            self._write(f"{package}/index/__init__.py", self._trap(f"{package}/index"))
        site = f"user/lib/python3.{sys.version_info[1]}/site-packages"
        for folder in ("", "bin/", f"{site}/"):
            self._write(f"{folder}trap.pth", "import sys; " + self._trap(f"{folder}trap.pth"))
            self._write(f"{folder}pyvenv.cfg", f"home = {self.root / 'bin'}\ninclude-system-site-packages = true\n")
            self._write(f"{folder}python3{sys.version_info[1]}._pth", f"{self.root}\nimport site\n")
        self._write(f"{site}/usercustomize.py", self._trap("user site"))

    def _programs(self) -> None:
        for name in PROGRAMS:
            for path in (name, f"bin/{name}", f".venv/bin/{name}"):
                self._write(path, f"#!/bin/sh\necho 'program {path}' >> '{self._marks}'\n", runs=True)

    def _git(self) -> None:
        said = {"run": self.root / "bin" / "git", "root": self.root}
        self._write(".git/config", GIT_CONFIG.format(**said))
        self._write(".git/more", "[core]\n\texcludesFile = /nowhere\n")
        self._write(".git/HEAD", "ref: refs/heads/main\n")
        self._write(".gitattributes", "* filter=trap diff=trap\n")
        for hook in ("post-checkout", "pre-commit", "fsmonitor-watchman", "post-index-change", "reference-transaction"):
            for folder in (".git/hooks", ".githooks"):
                self._write(f"{folder}/{hook}", f"#!/bin/sh\necho 'hook {hook}' >> '{self._marks}'\n", runs=True)
        self._write(".outcrop.toml", SETTINGS.format(**said))
        self._write(".env", f"PYTHONPATH={self.root}\nOUTCROP_CACHE_DIR={self.root}/stolen\n")
        self._write(".envrc", f"{said['run']} envrc\n")

    def _files(self) -> None:
        for path, text in SOURCES.items():
            self._write(path, text)
        for number in range(300):  # so many that workers read them
            self._write(f"many/number_{number}.py", f"def f_{number}(x):\n    return len(x)\n")
