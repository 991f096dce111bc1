"""The slowest keys: `python -m bench.slowest FOLDER…`.

A session that always does the same finds what it was made for. Here real files are edited at random places in random
ways: something is opened or closed, a word, a row or a block goes, rows are pasted, joined, moved in, torn apart by a
conflict; each is typed key by key and taken back. Outline and folds are made after each key, in this process and in
processor time, and held against a bare parse of the file. The worst keys are told with all that is needed to repeat
them: the same seed, file and number of edits give the same edits.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from bench.typing import Change, _answers, _spent
from indexer.engine import Document, Unreadable, read_document
from indexer.files.walk import walk
from indexer.grammars.parsers import parser
from indexer.languages.registry import Language
from lsp_server.garbage import Garbage

# fmt: off
OPENERS = (
    '"', "'", "`", "/*", "*/", "(", ")", "[", "]", "{", "}", "<", ">", "#", "//", "--", '"""', "<<EOF\n", "<!--", "-->",
)
WORDS = (
    "if ", "class ", "def ", "function ", "end\n", "begin\n", "return ", "else ", "=", ":", ";", ",", ".", "\\", "\n",
)
# fmt: on
LEAST = 20_000  # bytes, in which a key can be slow


class Slow(NamedTuple):
    """A key that took long."""

    ratio: float
    spent: float  # milliseconds
    language: str
    path: Path
    kind: str
    row: int
    number: int  # of the edit, and of the key in it
    key: int


def edits(text: str, randomly: random.Random) -> Iterator[tuple[str, int, list[Change]]]:
    """Edits without end, each with its name, the row it is in, and its keys; each ends with the text as it was."""
    rows = text.splitlines(keepends=True)
    begins = list(accumulate(map(len, rows), initial=0))
    while True:
        row = randomly.randrange(1, len(rows) - 1)
        at = begins[row] + (randomly.randrange(len(rows[row])) if randomly.random() < 0.5 else 0)
        kind = randomly.choice(
            ("open", "open", "word", "delete", "rows", "paste", "join", "indent", "conflict", "type")
        )
        if kind in ("open", "word", "type"):
            new = randomly.choice(OPENERS) + "ab" if kind == "open" else randomly.choice(WORDS)
            if kind == "type":
                new = rows[randomly.randrange(len(rows))][:12]
            keys = [Change(at + done, at + done, letter) for done, letter in enumerate(new)]
            yield f"{kind} {new!r}", row, [*keys, Change(at, at + len(new), "")]
            continue
        if kind == "delete":
            start, end, new = at, min(at + randomly.randrange(1, 8), len(text)), ""
        elif kind == "rows":
            start, end, new = begins[row], begins[min(row + randomly.randrange(1, 30), len(rows))], ""
        elif kind == "paste":
            source = randomly.randrange(len(rows))
            start = end = begins[row]
            new = "".join(rows[source : source + randomly.randrange(1, 100)])
        elif kind == "join":
            start, end, new = begins[row + 1] - 1, begins[row + 1], ""
        elif kind == "indent":
            start, end, new = begins[row], begins[row], randomly.choice(("    ", "\t", " "))
        else:
            start, end = begins[row], begins[min(row + 3, len(rows))]
            kept = text[start:end]
            new = f"<<<<<<< HEAD\n{kept}=======\n{kept}>>>>>>> other\n"
        yield kind, row, [Change(start, end, new), Change(start, start + len(new), text[start:end])]


def slow_keys(
    path: Path, language: Language, text: str, seed: str, most: int, seconds: float
) -> tuple[list[Slow], int]:
    """What so many edits took, or as many as there is time for; and how many keys there were."""
    assert language.grammar is not None
    parse = parser(language.grammar)
    assert parse is not None
    document = Document.of(language, text.encode())
    _answers(document)
    bare = min(_spent(lambda: parse.parse(document.text.data)) for _ in range(3))
    found: list[Slow] = []
    ends = time.monotonic() + seconds
    version = 1
    for number, (kind, row, keys) in enumerate(edits(text, random.Random(f"{seed} {path.name}"))):
        if number == most or time.monotonic() > ends:
            break
        for at, (begin, end, new) in enumerate(keys):
            first, last = (len(text[:offset].encode()) for offset in (begin, end))
            text = text[:begin] + new + text[end:]
            version += 1
            document = document.edited(first, last, new.encode(), version)
            spent = _spent(partial(_answers, document))
            found.append(Slow(spent / bare, spent, language.name, path, kind, row, number, at))
    return found, len(found)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--language", action="append", default=[], help="only this one (may be repeated)")
    options.add_argument("--files", type=int, default=4, help="of each language (default: 4)")
    options.add_argument("--edits", type=int, default=60, help="in each file (default: 60)")
    options.add_argument("--seconds", type=float, default=20.0, help="for each file at most (default: 20)")
    options.add_argument("--seed", default="1")
    options.add_argument("--most", type=int, default=40, help="how many of the worst are told (default: 40)")
    given = options.parse_args()
    Garbage().begin()
    by_language: dict[str, list[tuple[Path, Language, str]]] = defaultdict(list)
    for path in sorted(path for folder in given.folders for path in (walk(folder) if folder.is_dir() else [folder])):
        if not LEAST < path.stat().st_size < 1024 * 1024:
            continue
        document = read_document(path)
        if isinstance(document, Unreadable) or document.language is None or document.language.grammar is None:
            continue
        language = document.language
        if language.adapter == "syntax" and (not given.language or language.name in given.language):
            text = document.text.data.decode("utf-8", "replace")
            if text.count("\n") > 100 and "\r" not in text:
                by_language[language.name].append((path, language, text))
    worst: list[Slow] = []
    for name, files in sorted(by_language.items()):
        chosen = random.Random(given.seed).sample(files, min(given.files, len(files)))
        keys: list[Slow] = []
        for path, language, text in chosen:
            found, _ = slow_keys(path, language, text, given.seed, given.edits, given.seconds)
            keys += found
        ratios = sorted(each.ratio for each in keys)
        p50, p95 = (ratios[min(int(len(ratios) * share), len(ratios) - 1)] for share in (0.5, 0.95))
        print(
            f"{name}: {len(keys)} keys in {len(chosen)} files, {p50:.2f} / {p95:.2f}, worst {ratios[-1]:.1f}",
            flush=True,
        )
        ordered = sorted(keys, reverse=True)
        for each in ordered[:3]:
            told(each)
        worst += ordered[:8]
    print("\nThe worst:")
    for each in sorted(worst, reverse=True)[: given.most]:
        told(each)
    print(f"median of the worst {statistics.median(each.ratio for each in worst):.1f}" if worst else "no files")


def told(each: Slow) -> None:
    print(
        f"  {each.ratio:5.1f} x {each.spent:6.1f} ms  {each.language}  {each.path}:{each.row + 1}  {each.kind}"
        f"  (edit {each.number}, key {each.key})",
        flush=True,
    )


if __name__ == "__main__":
    main()
