"""F# signature."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(
        words={
            f"{word}{access}": kind
            for word, kind in {
                "abstract": "method",
                "abstract member": "method",
                "and": "type",
                "default": "method",
                "exception": "class",
                "member": "method",
                "module": "module",
                "namespace": "module",
                "override": "method",
                "static member": "method",
                "type": "type",
                "val": "function",
            }.items()
            for access in ("", " inline", " internal", " mutable", " private", " public", " rec")
        },
        one_row=frozenset(("module", "type")),
    ),
)
