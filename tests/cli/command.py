"""The command, as a person or a script calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.cli.forks import Forks

_forks = Forks()


def outcrop(
    *arguments: str, cwd: Path | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "NO_COLOR": "1", **(environment or {})}
    if hasattr(os, "fork"):
        return _forks.run(list(arguments), cwd or Path.cwd(), variables)
    command = [sys.executable, "-m", "indexer.cli.main", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=variables)


def data(*arguments: str, cwd: Path | None = None) -> Any:
    result = outcrop(*arguments, "--json", cwd=cwd)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)
