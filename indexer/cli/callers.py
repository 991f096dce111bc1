"""`outcrop callers`: who calls a function, and who calls those."""

from __future__ import annotations

import argparse

from indexer.cli import calls


def run(options: argparse.Namespace) -> int:
    return calls.run(options, lambda engine: engine.graph.callers, reverse=True)
