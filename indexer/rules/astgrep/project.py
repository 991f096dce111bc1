"""A project of ast-grep: `sgconfig.yml`, the folders of rules that it names, and the utility rules in others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from indexer.rules.astgrep.conditions import Named
from indexer.rules.astgrep.rule_file import RuleFile
from indexer.rules.astgrep.yaml import Items, Scalar, Table, Unreadable, Value, documents
from indexer.rules.files import Unread, contents, lies_under
from indexer.rules.rule import Origin, Rule, RuleProblem

CONFIGS = ("sgconfig.yml", "sgconfig.yaml")
_MOST_FILES = 2000
_DEEPEST = 20  # folders in folders
_KEYS = ("ruleDirs", "utilDirs", "testConfigs")


def project_rules(root: Path, problems: list[RuleProblem]) -> tuple[list[Rule], list[Path]]:
    """The rules of the project at a folder, and the files that were read."""
    config = next((root / name for name in CONFIGS if (root / name).is_file()), None)
    if config is None:
        return [], []
    read = [config]
    folders = _folders(config, root, problems)
    known: dict[str, tuple[str, Named]] = {}
    for file, data in _files(folders["utilDirs"], root, problems, read):
        known |= RuleFile(file, data, problems).utilities()
    rules: list[Rule] = []
    for file, data in _files(folders["ruleDirs"], root, problems, read):
        rules += RuleFile(file, data, problems).rules(known)
    return rules, read


def _folders(config: Path, root: Path, problems: list[RuleProblem]) -> dict[str, list[Path]]:
    """The folders that a project names, without those that lie elsewhere."""
    named: dict[str, list[Path]] = {"ruleDirs": [], "utilDirs": []}
    try:
        if not lies_under(config, root):
            raise Unread("leads out of the folder and is not read")
        data = contents(config)
        file = RuleFile(config, data, problems)
        value = next(documents(data), None)
    except Unread as reason:
        problems.append(RuleProblem(str(reason), Origin(str(config))))
        return named
    except Unreadable as problem:
        file.wrong(problem.message, problem.span)
        return named
    if not isinstance(value, Table):
        return named
    for key, given in value.entries:
        if key.text not in _KEYS:
            file.wrong(f"`{key.text[:60]}` is not read", key.span)
        elif key.text in named:
            for item in _listed(given):
                folder = root / item.text
                if lies_under(folder, root):
                    named[key.text].append(folder)
                else:
                    file.wrong("leads out of the folder and is not read", item.span)
    return named


def _listed(value: Value) -> list[Scalar]:
    items = value.items if isinstance(value, Items) else (value,)
    return [item for item in items if isinstance(item, Scalar)]


def _files(
    folders: list[Path], root: Path, problems: list[RuleProblem], read: list[Path]
) -> Iterator[tuple[Path, bytes]]:
    """The rule files below some folders, by their paths."""
    for folder in folders:
        for path, below, names in os.walk(folder):
            here = Path(path)
            below[:] = sorted(below) if len(here.relative_to(folder).parts) < _DEEPEST else []
            for name in sorted(names):
                file = here / name
                if file.suffix not in (".yml", ".yaml"):
                    continue
                if len(read) >= _MOST_FILES:
                    said = f"a project has {_MOST_FILES:,} rule files at most"
                    problems.append(RuleProblem(said, Origin(str(file))))
                    return
                read.append(file)
                try:
                    if not lies_under(file, root):
                        raise Unread("leads out of the folder and is not read")
                    yield file, contents(file)
                except Unread as reason:
                    problems.append(RuleProblem(str(reason), Origin(str(file))))
