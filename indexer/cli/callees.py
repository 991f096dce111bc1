"""`outcrop callees`: what a function calls, and what those call."""

from __future__ import annotations

import argparse

from indexer.cli import calls


def run(options: argparse.Namespace) -> int:
    return calls.run(options, lambda engine: engine.graph.callees, reverse=False)
