"""What all tests share: the tools that come with the development environment are found beside its interpreter."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


@pytest.fixture
def ripgrep() -> str:
    """The judge's path. A judge that is missing is a visible skip, and a failure in CI."""
    found = shutil.which("rg")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("ripgrep is missing")
        pytest.skip("ripgrep is not installed")
    return found
