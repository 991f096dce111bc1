"""Rust."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import HASH
from indexer.languages.profile import Convention, Damage, Docs, Embeds, Grammar, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.rust:RustResolver",
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True, open_tokens=((b'"', b'"'), (b'r#"', b'"#'))),
    names=Names(
        convention=Convention(
            attribute=re.compile(
                rb"#\[\s*+(?:\w++\s*+::\s*+)*+(?:test|bench|rstest|test_case|wasm_bindgen_test|quickcheck)\b"
            )
        ),
        decorator=HASH,
    ),
    docs=Docs(about_outer=(b"//!", b"/*!")),
    patterns=Patterns(places="indexer.patterns.places_go:RUST"),
    embeds=Embeds(finder="indexer.embedded.macros:items_in_macros"),
    has_server=True,
)
