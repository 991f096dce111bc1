"""A CommonMark parser judges the Markdown adapter: `python -m tests.oracles.markdown FOLDER_OR_FILE...`

Every Markdown file below the paths (also gzipped ones, as Debian ships them) is read by markdown-it-py and by
`indexer.blocks.commonmark`; headings must agree in level, rows and text, fences in first and last row and info string.
The judge does not know front matter, so it sees blank rows in its place. With `--names` headings are compared as people
read them, without markup. Exit code 0 when all files agree, 1 when not, 77 when the judge is not installed.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from indexer.blocks import commonmark
from indexer.blocks.markdown import link_labels, plain
from indexer.text.document_text import Text

SUFFIXES = (".md", ".markdown", ".mdown", ".md.gz", ".markdown.gz")
Found = tuple[Any, ...]


def judge() -> Any:
    """The judge, or None when it is not installed."""
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        return None
    return MarkdownIt("commonmark", {"maxNesting": commonmark.DEEPEST}).enable("table")


def files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in found if file.name.lower().endswith(SUFFIXES) and file.is_file())


def content(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def ours(data: bytes, names: bool) -> tuple[list[Found], list[Found], int]:
    """Headings and fences as we see them, and the number of rows of front matter."""
    text = Text.of(data)
    scan = commonmark.scan(text)
    labels = link_labels(text)
    headings = [
        (h.level, h.row, h.row_end, plain(h.written, labels) if names else " ".join(h.written.split()))
        for h in scan.headings()
    ]
    fences = [(f.row, f.row_end, f.info) for f in scan.fences if f.kind == "fence"]
    front = next((f.row_end + 1 for f in scan.fences if f.kind == "frontmatter"), 0)
    return headings, sorted(fences), front


def theirs(parser: Any, data: bytes, front: int, names: bool) -> tuple[list[Found], list[Found]]:
    """Headings and fences as the judge sees them."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    tokens = parser.parse("\n".join([""] * front + lines[front:]))
    headings: list[Found] = []
    fences: list[Found] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            inline = tokens[at + 1]
            text = _inline_text(inline.children) if names else " ".join(inline.content.split())
            headings.append((int(token.tag[1]), token.map[0], token.map[1] - 1, text))
        elif token.type == "fence":
            fences.append((token.map[0], token.map[1] - 1, token.info.strip()))
    return headings, sorted(fences)


def _inline_text(children: Iterable[Any]) -> str:
    parts = []
    for token in children:
        if token.type in ("text", "code_inline"):
            parts.append(token.content)
        elif token.type == "image":
            parts.append(_inline_text(token.children or ()))
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return " ".join("".join(parts).split())


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("paths", nargs="+", type=Path)
    arguments.add_argument("--names", action="store_true")
    arguments.add_argument("--show", type=int, default=20, metavar="N", help="differing files to show")
    options = arguments.parse_args()
    parser = judge()
    if parser is None:
        print("skipped: markdown-it-py is not installed", file=sys.stderr)
        return 77
    counts: Counter[str] = Counter()
    for path in files(options.paths):
        data = content(path)
        headings, fences, front = ours(data, options.names)
        their_headings, their_fences = theirs(parser, data, front, options.names)
        counts.update(files=1, headings=len(their_headings), fences=len(their_fences), front=front > 0)
        missing = [*(set(their_headings) - set(headings)), *(set(their_fences) - set(fences))]
        extra = [*(set(headings) - set(their_headings)), *(set(fences) - set(their_fences))]
        if missing or extra:
            counts.update(differing=1, missing=len(missing), extra=len(extra))
            if counts["differing"] <= options.show:
                print(path)
                for sign, found in (("-", missing), ("+", extra)):
                    print(*(f"  {sign} {item}" for item in sorted(found, key=str)[:4]), sep="\n")
    print(", ".join(f"{name} {count:,}" for name, count in counts.items()))
    return 1 if counts["differing"] else 0


if __name__ == "__main__":
    sys.exit(main())
