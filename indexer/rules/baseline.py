"""A baseline: the findings that there were when a rule came, so that only new ones count.

A finding is known by its rule, its file and the line of code that it is in, not by the line's number. Of several alike
as many are known as there were.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from indexer.files.writing import write_whole
from indexer.rules.report import Reported

_VERSION = 1
_LARGEST = 64 << 20
Key = tuple[str, str, str]  # file, rule, fingerprint


class BadBaseline(Exception):
    """Why a file is no baseline."""


def read_baseline(path: Path) -> Counter[Key]:
    """How many findings of each kind are known."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        raise BadBaseline(f"{path}: there is no such baseline; --write-baseline writes it") from None
    except OSError as error:
        raise BadBaseline(f"{path}: {error.strerror or error}") from None
    if len(data) > _LARGEST:
        raise BadBaseline(f"{path}: is larger than {_LARGEST >> 20} MiB")
    try:
        given = json.loads(data)
        if given["version"] != _VERSION:
            raise BadBaseline(f"{path}: is of version {given['version']!r}, and this Outcrop reads {_VERSION}")
        known: Counter[Key] = Counter()
        for file, rules in given["findings"].items():
            for rule, found in rules.items():
                for fingerprint, count in found.items():
                    known[file, rule, fingerprint] = min(int(count), 1_000_000)
        return known
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadBaseline(f"{path}: is no baseline that `outcrop check --write-baseline` wrote") from None


def write_baseline(path: Path, findings: Iterable[Reported]) -> int:
    """Writes what there is now; how many findings that is."""
    counts = Counter(key_of(finding, path) for finding in findings)
    tree: dict[str, dict[str, dict[str, int]]] = {}
    for (file, rule, fingerprint), count in sorted(counts.items()):
        tree.setdefault(file, {}).setdefault(rule, {})[fingerprint] = count
    text = json.dumps({"version": _VERSION, "findings": tree}, indent=1) + "\n"
    write_whole(path, [text.encode()])
    return counts.total()


def key_of(finding: Reported, baseline: Path) -> Key:
    """What a finding is known by. Its file is told from where the baseline lies, wherever one stands."""
    file = os.path.relpath(os.path.join(finding.root, finding.file), baseline.resolve().parent)  # noqa: PTH118
    return file.replace(os.sep, "/"), finding.rule, finding.fingerprint


def only_new(findings: Iterable[Reported], known: Counter[Key], baseline: Path) -> list[Reported]:
    """The findings that the baseline has not, or not so many times."""
    left = known.copy()
    new = []
    for finding in findings:
        key = key_of(finding, baseline)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(finding)
    return new
