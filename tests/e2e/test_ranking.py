"""The order of workspace/symbol at the wire, on a part of Python's library: that of `outcrop symbols`."""

from __future__ import annotations

import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

LIBRARY = Path(sysconfig.get_path("stdlib"))
PARTS = ("asyncio", "concurrent", "json", "multiprocessing", "queue.py", "subprocess.py", "threading.py", "unittest")


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    base = tmp_path_factory.mktemp("ranking")
    root = base / "library"
    root.mkdir()
    for name in PARTS:
        if (LIBRARY / name).is_dir():
            shutil.copytree(LIBRARY / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "test", "*test"))
        else:
            shutil.copy(LIBRARY / name, root)
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(base / "cache")})
    wire.initialize(root.as_uri())
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    yield wire
    wire.kill()


@pytest.mark.parametrize(
    ("typed", "file", "name"),
    [
        ("asyncio.run", "asyncio/runners.py", "run"),
        ("subprocess.run", "subprocess.py", "run"),
        ("asyncio queue", "asyncio/queues.py", "Queue"),
        ("queue", "queue.py", "Queue"),
        ("Thread.start", "threading.py", "start"),
        ("thread_pool_executor", "concurrent/futures/thread.py", "ThreadPoolExecutor"),
        ("testcase", "unittest/case.py", "TestCase"),
    ],
)
def test_what_is_wanted_comes_first(wire: Wire, typed: str, file: str, name: str) -> None:
    found = wire.request("workspace/symbol", {"query": typed})
    assert (found[0]["name"], found[0]["location"]["uri"].partition("/library/")[2]) == (name, file)
