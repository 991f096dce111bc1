"""Rust."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import HASH
from indexer.languages.profile import Convention, Damage, Docs, Grammar, Names, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(open_tokens=((b'r#"', b'"#'),)),
    names=Names(
        convention=Convention(
            attribute=re.compile(
                rb"#\[\s*+(?:\w++\s*+::\s*+)*+(?:test|bench|rstest|test_case|wasm_bindgen_test|quickcheck)\b"
            )
        ),
        decorator=HASH,
    ),
    docs=Docs(about_outer=(b"//!", b"/*!")),
)
