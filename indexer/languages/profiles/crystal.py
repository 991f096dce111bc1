"""Crystal."""

from __future__ import annotations

from indexer.languages.families.ruby import HEREDOCS
from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.ruby:RubyResolver",
    heredocs=HEREDOCS,
    layout=Layout(
        words={
            "alias": "type",
            "annotation": "class",
            "class_getter": "property",
            "class_property": "property",
            "class_setter": "property",
            "getter": "property",
            "getter!": "property",
            "getter?": "property",
            "lib": "module",
            "property": "property",
            "property!": "property",
            "property?": "property",
            "setter": "property",
        },
        one_row=frozenset(("constant", "property", "type")),
        capital_constants=True,
        heredocs="capitals",
    ),
)
