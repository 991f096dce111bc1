"""The sections of man pages and POD held against the programs that show them: `python -m tests.oracles.manuals FOLDER`.

Man pages are formatted by groff and POD by pod2text; both begin the title of a section at the margin. A page's sections
of the first rank are compared, in their order. `--record` keeps the figures in judged.toml. Exit code 77 when the
folder has no pages or a program is missing.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import subprocess
import sys
from pathlib import Path

from indexer.documents import Document
from indexer.languages.registry import by_name
from tests.oracles.judged import record

_OVERSTRIKE = re.compile(r".\x08")
_SPACES = re.compile(r"\s+")
_MAN = re.compile(r"^\.(?:SH|Sh)\b", re.MULTILINE)
SECONDS = 20


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--language", choices=("roff", "pod"), default="roff")
    options.add_argument("--most", type=int, default=200, help="pages to look at")
    options.add_argument("--record", metavar="WHAT", help="keep the figures; WHAT is what the pages are")
    arguments = options.parse_args()
    program = "groff" if arguments.language == "roff" else "pod2text"
    if shutil.which(program) is None:
        print(f"SKIPPED: there is no {program}")
        return 77
    pages = found = total = 0
    for path in _files(arguments.folder, arguments.language)[: arguments.most]:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        expected = _titles(arguments.language, data)
        if not expected:
            continue
        ours = [title.lower() for title in _ours(arguments.language, data)]
        here = sum(title.lower() in ours for title in expected)
        pages, found, total = pages + 1, found + here, total + len(expected)
        if here < len(expected) or len(ours) != len(expected):
            print(f"{path.name}: {sorted({t.lower() for t in expected} ^ set(ours))[:6]}")
    if not pages:
        print(f"SKIPPED: no pages in {arguments.folder}")
        return 77
    print(f"{pages} pages, {total} sections, {found / total:.1%} found")
    if arguments.record:
        record(arguments.language, program, arguments.record, pages, total, found)
    return 0


def _files(folder: Path, language: str) -> list[Path]:
    if language == "pod":
        return sorted(folder.rglob("*.pod"))
    return sorted(path for path in folder.rglob("*") if re.search(r"\.\d\w*(?:\.gz)?$", path.name) and path.is_file())


def _ours(language: str, data: bytes) -> list[str]:
    symbols = Document.of(by_name(language), data).symbols()
    top = [at for at, symbol in enumerate(symbols) if symbol.parent is None]
    if language == "roff":  # below the title of the page
        top = [
            at for at, symbol in enumerate(symbols) if symbol.parent in top and symbols[symbol.parent].parent is None
        ]
    return [_plain(symbols[at].name) for at in top]


def _titles(language: str, data: bytes) -> list[str]:
    """The rows at the margin of the formatted page, without its head and foot."""
    if language == "roff" and not _MAN.search(data.decode("utf-8", "replace")):
        return []
    command = ["groff", "-Tutf8", "-mandoc", "-rLL=200n", "-P-c"] if language == "roff" else ["pod2text", "-w", "200"]
    done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, check=False)
    text = _OVERSTRIKE.sub("", done.stdout.decode("utf-8", "replace"))
    rows = [row.rstrip() for row in text.split("\n") if row[:1].strip()]
    return [_plain(row) for row in rows if "   " not in row]  # its head and foot have three parts, far from each other


def _plain(title: str) -> str:
    return _SPACES.sub(" ", title.replace("‐", "-").replace("−", "-").replace("’", "'")).strip().lower()


if __name__ == "__main__":
    sys.exit(main())
