"""What a test needs of the machine: a judge, or files to judge.

The tests pass on a machine with Python alone: what is missing there is a skip that says so. In CI everything is there,
and a judge that is missing is a failure, so that none can get lost.
"""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Ends a test that cannot be run here."""
    if os.environ.get("CI"):
        pytest.fail(f"missing in CI: {what}")
    pytest.skip(f"missing: {what}")


def needed(program: str) -> str:
    """The path of a program, or the end of the test."""
    found = shutil.which(program)
    return found if found is not None else missing(program)
