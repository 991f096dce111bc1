"""What all tests share.

The tools that come with the development environment are found beside its interpreter. The whole suite is shared out
among the processors, and has code of other people to read. Nobody's own settings and indexes are read or written, and
however busy the machine is, a search has all the time it takes: no test depends on the clock.
"""

from __future__ import annotations

import compileall
import os
import sys
from pathlib import Path

import pytest

from tests.corpus import PACKAGES, available
from tests.judges import needed

os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads these options
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Gets the whole suite its corpus and a worker for each processor; a moment's work does not wait for workers."""
    options = config.option
    chosen = options.keyword or options.markexpr or options.collectonly or config.getoption("lf", False)
    watched = options.usepdb or options.capture == "no"
    whole = config.args_source != pytest.Config.ArgsSource.ARGS and not (chosen or watched)
    if not whole or hasattr(config, "workerinput"):
        return
    for name in PACKAGES:
        available(name)  # once, and not by every worker
    if sys.dont_write_bytecode:  # then the hundreds of processes that tests start would each compile our code anew
        for package in ("indexer", "lsp_server", "mcp_server"):
            compileall.compile_dir(Path(__file__).parents[1] / package, quiet=1)
    if config.pluginmanager.has_plugin("xdist") and options.numprocesses is None:
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if processors > 1:
            options.numprocesses = processors
            options.dist = "worksteal"


@pytest.fixture(scope="session", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Settings and a cache folder of our own, for this process and for those it starts."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "config/outcrop").mkdir(parents=True)
    (folder / "config/outcrop/config.toml").write_text("search_seconds = 3600\n")
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    os.environ["OUTCROP_CACHE_DIR"] = str(folder / "cache")


@pytest.fixture
def ripgrep() -> str:
    """The judge's path."""
    return needed("rg")
