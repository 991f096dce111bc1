"""Raku."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(
        words={"token": "function", "rule": "function", "regex": "function", "grammar": "class"},
        heredocs="any",
        pod="=end",
    ),
)
