"""`outcrop doctor`: what is installed, where things are kept, and what is wrong."""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from indexer.cli.outcome import FAILED, FOUND, Record
from indexer.cli.terminal import paint, print_json
from indexer.engine import languages, quarantine, support
from indexer.settings import load
from indexer.store.place import cache_folder

_PACKAGES = (
    "outcrop",
    "tree-sitter",
    "tree-sitter-language-pack",
    "pygls",
    "lsprotocol",
    "google-re2",
    "numpy",
    "platformdirs",
    "rich",
    "watchfiles",
)


def run(options: argparse.Namespace) -> int:
    report = examine()
    if options.json:
        print_json(report)
    else:
        _show(report)
    return FAILED if report["problems"] else FOUND


def examine() -> Record:
    """Looks at the installation. `problems` holds what keeps Outcrop from working as it should."""
    packages: dict[str, str | None] = {name: _version(name) for name in _PACKAGES}
    problems = [f"the package {name} is not installed" for name, found in packages.items() if found is None]
    parsing, pack = packages["tree-sitter"] or "", packages["tree-sitter-language-pack"] or ""
    if parsing.startswith("0.26."):
        problems.append(f"tree-sitter {parsing} crashes; install a version below 0.26")
    if pack and not pack.startswith("0."):
        problems.append(f"tree-sitter-language-pack {pack} has no grammars inside; install a version below 1")
    counts: dict[str, int] = {}
    for language in languages():
        counts[support(language)] = counts.get(support(language), 0) + 1
    cache = cache_folder(load(Path.cwd()).settings.cache_dir)
    if not _writable(cache):
        problems.append(f"the cache folder {cache} cannot be written")
    return {
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": _system(),
        "packages": packages,
        "sqlite": sqlite3.sqlite_version,
        "cache_folder": str(cache),
        "languages": counts,
        "quarantined_grammars": quarantine(),
        "problems": problems,
    }


def _system() -> str:
    """What `platform.platform` tells, which starts a program to find out."""
    return f"{sysconfig.get_platform()} {os.uname().release}" if hasattr(os, "uname") else sysconfig.get_platform()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _writable(folder: Path) -> bool:
    existing = next((at for at in (folder, *folder.parents) if at.exists()), folder)
    return existing.is_dir() and os.access(existing, os.W_OK)


def _show(report: Record) -> None:
    def line(name: str, value: str) -> None:
        print(f"{paint(name.ljust(28), 'dim')}{value}")

    line("Python", f"{report['python']}  {report['executable']}")
    line("platform", report["platform"])
    for name, found in report["packages"].items():
        line(name, found or paint("not installed", "red"))
    line("SQLite", report["sqlite"])
    line("cache folder", report["cache_folder"])
    line("languages", ", ".join(f"{count} {level}" for level, count in sorted(report["languages"].items())))
    for name, reason in report["quarantined_grammars"].items():
        line("grammar out of use", f"{name}: {reason}")
    for problem in report["problems"]:
        print(paint(f"problem: {problem}", "red"))
    if not report["problems"]:
        print(paint("all well", "green"))
