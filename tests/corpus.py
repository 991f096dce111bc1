"""Code that other people wrote, the same on every machine: a few packages, pinned by version and checksum.

Tests that need real sources take them from here and not from what happens to be installed. The test command has pip
fetch them once (17 MB) and keeps them unpacked in a cache folder outside the checkout, or in `OUTCROP_CORPUS`. Where
they cannot be had, a test that needs them is skipped and says so; in CI it fails. The tests run nothing of them, but
for toolz, whose own tests say whether it is whole after a rename; pip asks the build of a source package for its name
and version before it hands it over.

The interpreters that judge heredocs in Perl, PHP, Ruby and shell are asked about the libraries that came with them, too
(`tests/oracles/test_oracles.py`): there is a judge nowhere without its library.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_dir

from tests.judges import missing


class Package(NamedTuple):
    version: str
    sha256: str
    holds: str
    is_wheel: bool = False


PACKAGES = {
    "ansible-core": Package(
        "2.18.1",
        "14cac1f92bbdae881cb0616eddeb17925e8cb507e486087975e724533d9de74f",
        "PowerShell, shell, YAML, Python",
    ),
    "django": Package(
        "5.2.4",
        "60c35bd96201b10c6e7a78121bd0da51084733efa303cc19ead021ab179cef5e",
        "Python, JavaScript, HTML, CSS",
        is_wheel=True,
    ),
    "greenlet": Package(
        "3.2.3", "8b0dd8ae4c0d6f5e54ee55ba935eeb3d735a9b58a8a1e5b5cbab64e01a39f365", "C++, C, reStructuredText"
    ),
    "psutil": Package("7.0.0", "7be9c3eba38beccb6495ea33afd982a44074b78f28c434a1f51cc07fd315c456", "C, Python"),
    "pygments": Package(
        "2.19.2",
        "636cb2477cec7f8952536970bc533bc43743542f70392ae026374600add5b887",
        "an example or two of hundreds of languages",
    ),
    "toolz": Package(
        "1.2.0",
        "9667a038e9d6ecba37995e26cb2f59ec6420b6ad8dd9677de59db9b956b08490",
        "Python with tests that need nothing else",
    ),
}


def corpus(name: str) -> Path:
    """The folder of a package's sources, or the end of the test."""
    return available(name) or missing(f"the sources of {name} {PACKAGES[name].version}, which pip fetches")


def module(path: str) -> Path:
    """A module of Django: Python as people write it, and more of it than one package of anybody else has."""
    return corpus("django") / "django" / path


@cache  # also of None: a machine without a network is not asked again
def available(name: str) -> Path | None:
    """The folder of a package's sources, fetched if it is not there yet; None where it cannot be had."""
    package = PACKAGES[name]
    base = Path(os.environ.get("OUTCROP_CORPUS") or user_cache_dir("outcrop-corpus", appauthor=False))
    folder = base / f"{name}-{package.version}"
    if not folder.is_dir():
        print(f"fetching the sources of {name} {package.version} into {base}", file=sys.stderr)
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=base) as temporary:
            archive = _fetched(name, package, Path(temporary))
            if archive is None:
                return None
            _move(_unpacked(archive, Path(temporary, "unpacked")), folder)
    return folder


def _fetched(name: str, package: Package, into: Path) -> Path | None:
    """The archive, by its name, version and checksum; pip knows from where."""
    wanted = into / "wanted.txt"
    wanted.write_text(f"{name}=={package.version} --hash=sha256:{package.sha256}\n")
    form = ["--only-binary" if package.is_wheel else "--no-binary", name]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--retries", "1"]
    done = subprocess.run([*command, *form, "-r", "wanted.txt", "-d", "archive"], cwd=into, check=False)
    return next((into / "archive").iterdir()) if done.returncode == 0 else None


def _unpacked(archive: Path, folder: Path) -> Path:
    """The folder with the sources; what is named after the package at the top of an sdist is left out."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
        return folder
    with tarfile.open(archive) as sources:
        sources.extractall(folder, filter="data")
    [top] = folder.iterdir()
    return top


def _move(unpacked: Path, folder: Path) -> None:
    """To where it stays, whole or not at all: other tests may do the same at this moment."""
    try:
        unpacked.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(unpacked)


if __name__ == "__main__":
    for each in PACKAGES:
        print(each, available(each) or "cannot be had")
