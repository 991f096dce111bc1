"""Gherkin."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(
        words={
            "feature:": "module",
            "scenario:": "function",
            "background:": "function",
            "scenario outline:": "function",
        }
    ),
)
