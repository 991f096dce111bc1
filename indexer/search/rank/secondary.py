"""What comes last among equals: tests, examples, documentation, somebody else's code, what was built or generated."""

from __future__ import annotations

import re
from functools import lru_cache

SECONDARY = "tests, docs, vendored or generated"

_FOLDERS = frozenset(
    (
        *("test", "tests", "testing", "spec", "specs", "__tests__", "testdata", "fixtures", "mock", "mocks"),
        *("example", "examples", "samples", "demo", "demos", "doc", "docs", "benchmark", "benchmarks"),
        *("vendor", "_vendor", "vendored", "thirdparty", "third-party", "third_party", "node_modules"),
        *("bower_components", "deps", "external", "extern", "dist", "build"),
    )
)
_FILE = re.compile(r"^test_|_test\.\w+$|\.(?:test|spec)\.\w+$|\.(?:md|markdown|rst)$|(?<!CMakeLists)\.txt$")


_TEST_FOLDERS = frozenset(("test", "tests", "testing", "spec", "specs", "__tests__", "testdata"))
_TEST_FILE = re.compile(r"^tests?\.\w+$|^test_|_(?:test|spec)\.\w+$|\.(?:test|spec)\.\w+$|Tests?\.\w+$")


@lru_cache(maxsize=16384)
def is_test_path(path: str) -> bool:
    """Whether a path is that of tests, by what nearly everybody calls them."""
    folder, _, file = path.rpartition("/")
    return not _TEST_FOLDERS.isdisjoint(folder.split("/")) or _TEST_FILE.search(file) is not None


@lru_cache(maxsize=16384)
def is_secondary(path: str) -> bool:
    """Whether a path is in tests, examples, documentation, somebody else's code or what was built."""
    folder, _, file = path.rpartition("/")
    return _is_secondary_folder(folder) or file in _FOLDERS or _FILE.search(file) is not None


@lru_cache(maxsize=4096)
def _is_secondary_folder(folder: str) -> bool:
    return not _FOLDERS.isdisjoint(folder.split("/"))
