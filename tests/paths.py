"""Where things are in the checkout."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
CASES = TESTS / "cases"
