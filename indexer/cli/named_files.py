"""The files a command was asked about, as documents, and how a command prints several of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec

from indexer.cli.outcome import FAILED, FOUND, NOTHING, Failure, Record
from indexer.cli.terminal import print_json
from indexer.engine import Document, Language, SafeReader, Unreadable, language_named, read_document
from indexer.files.walk import walk

P = ParamSpec("P")


@contextmanager
def reading() -> Iterator[SafeReader]:
    """Reads documents, those of grammars that nobody has proved safe in a child process."""
    reader = SafeReader()
    try:
        yield reader
    finally:
        reader.stop()


def run_on_files(
    options: argparse.Namespace,
    record: Callable[Concatenate[Document, str, P], Record],
    show: Callable[[Document, Record], bool],
    *arguments: P.args,
    **named: P.kwargs,
) -> int:
    """Runs a command over its files.

    `record` makes the JSON object of a document; `show` prints it for people and says whether there was anything.
    """
    language = _language(options.language)
    found, failed = False, False
    with reading() as reader:
        for path in paths_of(options.files):
            document = read_document(path, language)
            if isinstance(document, Unreadable):
                if str(path) in options.files:  # asked for by name, not met on the way through a folder
                    print(f"outcrop: {path}: {document.reason}", file=sys.stderr)
                    failed = True
                continue
            made = reader.ask(str(path), document, record, path.as_posix(), *arguments, **named).result
            if options.json:
                print_json(made)
                found = True
            else:
                found |= show(document, made)
    if found:
        return FOUND
    return FAILED if failed else NOTHING


def paths_of(given: list[str]) -> list[Path]:
    """The files named, and those below the folders named, in the order given."""
    found: list[Path] = []
    for name in given:
        path = Path(name)
        if not path.exists():
            raise Failure(f"{name}: no such file or folder")
        found += walk(path) if path.is_dir() else [path]
    return found


def _language(name: str | None) -> Language | None:
    if name is None:
        return None
    language = language_named(name)
    if language is None:
        raise Failure(f"no language is called {name!r}; `outcrop languages` lists them")
    return language
