"""Other readers judge where embedded code begins and ends: `python -m tests.oracles.embedded FOLDER...`

Scripts and styles of HTML are judged by Python's own HTML parser, those of Vue and Svelte by their compilers (node
finds them in `node_modules` where it is started), fences by markdown-it-py, steps of workflows by PyYAML, and embedded
shell by `bash -n`. Contents must agree to the byte, but for the indentation that YAML and Markdown take away. Exit code
0 when all agree, 1 when not; a judge that is not installed is named.
"""

from __future__ import annotations

import argparse
import html.parser
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from indexer.blocks.commonmark import Fence
from indexer.blocks.markdown import fence_language
from indexer.documents import Document
from indexer.embedded.fences import _SESSION
from indexer.embedded.region import text_of
from indexer.languages.detect import detect
from indexer.languages.embedded_names import info_language, script_language, style_language
from indexer.languages.profile import Embeds
from indexer.text.decoding import to_utf8

COMPONENTS = Path(__file__).with_name("embedded_components.mjs")
Pair = tuple[str, list[str], list[str]]  # what is compared, as the judge has it and as we have it


class _Elements(html.parser.HTMLParser):
    """The contents of scripts and styles whose language is known."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[str] = []
        self._inside: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in reversed(attrs)}
        known = script_language(Embeds(), attributes) if tag == "script" else style_language(attributes)
        self._inside = [] if tag in ("script", "style") and known is not None else None

    def handle_data(self, data: str) -> None:
        if self._inside is not None:
            self._inside.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style") and self._inside is not None and "".join(self._inside).strip():
            self.found.append("".join(self._inside))
        self._inside = None


def contents(document: Document, *kinds: str) -> list[str]:
    """The regions of some kinds as they are written in the document."""
    data = document.text.data
    found = [region for region in document.regions() if region.kind in kinds]
    return [data[region.spans[0].start : region.spans[-1].end].decode() for region in found]


def in_html(document: Document) -> Iterator[Pair]:
    judge = _Elements()
    judge.feed(document.text.data.decode())
    judge.close()
    yield "scripts and styles of HTML", judge.found, contents(document, "script", "style")


def in_markdown(document: Document, judge: Any) -> Iterator[Pair]:
    front = next((fence.row_end + 1 for fence in document.scan.fences if fence.kind == "frontmatter"), 0)
    lines = document.text.data.decode().split("\n")
    theirs = []
    for token in judge.parse("\n".join([""] * front + lines[front:])):
        word = fence_language(Fence(0, 0, token.info, True)) if token.type == "fence" else None
        language = info_language(token.info, word)
        known = language is not None and language.adapter != "window"
        if known and token.content.strip() and not _SESSION.match(token.content.encode()):
            theirs.append(stripped(token.content))
    ours = [stripped(text_of(document.text.data, region).decode()) for region in document.regions()]
    yield "fences of Markdown", theirs, ours


def stripped(content: str) -> str:
    """The rows without what stands before and behind them, which lists and quotes change."""
    return "\n".join(line.strip() for line in content.rstrip().splitlines())


def in_workflow(document: Document, yaml: Any) -> Iterator[Pair]:
    data = document.text.data
    try:
        loaded = yaml.safe_load(data.decode())
    except yaml.YAMLError:
        return
    jobs = loaded.get("jobs") if isinstance(loaded, dict) else None  # and `on` is a truth value in YAML 1.1
    if not isinstance(jobs, dict) or True not in loaded or b"indows" in data or b"shell:" in data or b"run: >" in data:
        return
    steps = [step for job in jobs.values() if isinstance(job, dict) for step in job.get("steps") or ()]
    theirs = [str(step["run"]) for step in steps if isinstance(step, dict) and step.get("run")]
    ours = contents(document, "script")
    yield "steps of workflows", [stripped(run) for run in theirs], [stripped(run) for run in ours]


def in_components(paths: list[Path]) -> Iterator[tuple[Path, Pair]]:
    """The scripts and styles of Vue and Svelte files, by the compilers."""
    if not paths:
        return
    asked = "\n".join(str(path.resolve()) for path in paths)
    result = subprocess.run(["node", str(COMPONENTS)], input=asked, capture_output=True, text=True, check=False)
    if result.returncode:
        print("not installed: the compilers of Vue and Svelte", result.stderr.strip().splitlines()[-1:])
        return
    for path, line in zip(paths, result.stdout.splitlines(), strict=True):
        theirs = json.loads(line)
        if theirs is not None:
            yield path, (f"parts of {path.suffix[1:]} files", theirs, contents(read(path), "script", "style"))


def shell(document: Document) -> Iterator[Pair]:
    """Embedded shell that bash would not read."""
    for region in document.regions():
        if region.language == "bash" and region.kind in ("script", "run"):
            text = text_of(document.text.data, region)
            result = subprocess.run(["bash", "-n"], input=text, capture_output=True, check=False)
            wrong = result.returncode != 0
            yield "scripts that bash reads", [text.decode()], [] if wrong else [text.decode()]


def read(path: Path) -> Document:
    text = to_utf8(path.read_bytes())
    data = text[0] if text else b""
    return Document.of(detect(str(path), data[:8192]), data)


def judged(path: Path, judges: dict[str, Any]) -> Iterator[Pair]:
    document = read(path)
    name = document.language.name if document.language else ""
    if name == "html":
        yield from in_html(document)
    elif name == "markdown" and "markdown" in judges:
        yield from in_markdown(document, judges["markdown"])
    elif name == "yaml":
        if "yaml" in judges:
            yield from in_workflow(document, judges["yaml"])
        yield from shell(document)
    elif name == "dockerfile":
        yield from shell(document)


def installed() -> dict[str, Any]:
    judges: dict[str, Any] = {}
    try:
        from markdown_it import MarkdownIt

        judges["markdown"] = MarkdownIt("commonmark").enable("table")
    except ImportError:
        print("not installed: markdown-it-py")
    try:
        import yaml

        judges["yaml"] = yaml
    except ImportError:
        print("not installed: PyYAML")
    return judges


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("paths", nargs="+", type=Path)
    options.add_argument("--show", type=int, default=10, help="how many differences to print")
    given = options.parse_args()
    files = [file for path in given.paths for file in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    files = [file for file in files if file.is_file()]
    judges = installed()
    compared: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    extra: Counter[str] = Counter()
    shown = 0
    parts = [file for file in files if file.suffix in (".vue", ".svelte")]
    pairs = [(file, pair) for file in files if file not in parts for pair in judged(file, judges)]
    for file, (what, theirs, ours) in [*pairs, *in_components(parts)]:
        compared[what] += len(theirs)
        lost, more = Counter(theirs) - Counter(ours), Counter(ours) - Counter(theirs)
        missing[what] += lost.total()
        extra[what] += more.total()
        if (lost or more) and shown < given.show:
            shown += 1
            print(f"{file}: missing {[text[:200] for text in lost]}, extra {[text[:200] for text in more]}")
    for what, count in compared.items():
        print(f"{what}: {count} compared, {missing[what]} missing, {extra[what]} extra")
    return 1 if missing.total() or extra.total() else 0


if __name__ == "__main__":
    sys.exit(main())
