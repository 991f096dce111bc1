"""What all tests share: the tools that come with the development environment are found beside its interpreter."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.judges import needed

os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


@pytest.fixture
def ripgrep() -> str:
    """The judge's path."""
    return needed("rg")
