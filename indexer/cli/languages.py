"""`outcrop languages`: the languages and how well each is known."""

from __future__ import annotations

import argparse

from indexer.cli.outcome import FOUND
from indexer.cli.terminal import print_json, table
from indexer.engine import languages, support


def run(options: argparse.Namespace) -> int:
    if options.json:
        records = [
            {
                "name": language.name,
                "title": language.title,
                "support": support(language),
                "grammar": language.grammar,
                "adapter": language.adapter,
                "heredocs": language.lexer is not None,
                "extensions": list(language.extensions),
                "filenames": list(language.filenames),
                "shebangs": list(language.shebangs),
                "editor_ids": list(language.editor_ids),
            }
            for language in languages()
        ]
        print_json({"languages": records})
        return FOUND
    rows = [
        (language.name, language.title, support(language), " ".join([*language.extensions, *language.filenames])[:60])
        for language in languages()
    ]
    table(rows, ("name", "title", "support", "files"))
    print(
        "\nexact: a query written for the language · generic: derived from its grammar · headings: by its headings"
        " · layout: by indentation and keywords"
    )
    return FOUND
