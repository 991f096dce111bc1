"""Makes the site of the documentation: `python docs/site/build.py`, then open build/site/index.html.

The site needs neither a server nor a network, its search included. What the pages link to in the rest of the repository
comes along as a copy under `repository/`: another page if the file is Markdown, else its text. The tool that makes the
pages would fetch one script from elsewhere, to search from a disk; ours (offline.js) takes its place.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BUILD = ROOT / "build"
_LINK = re.compile(r"(\]\(|^\[[^\]\n]+\]:\s+)(?!https?:|mailto:|#)([^)#\s]+)", re.MULTILINE)
_EXAMPLE = re.compile(r"^```search\n(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_CODE = re.compile(r"`[^`]*`")  # in the rows of tables a bar in code has a backslash for GitHub, and none for the site
_SHIM = re.compile(r"https://unpkg\.com/iframe-worker/shim")


def build(source: Path, site: Path) -> None:
    """Gathers the pages in one folder and makes the site in the other."""
    for folder in (source, site):
        shutil.rmtree(folder, ignore_errors=True)
    gather(source / "docs")
    shutil.move(source / "docs" / "site" / "mkdocs.yml", source)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    subprocess.run(command, cwd=source, check=True, stdout=subprocess.DEVNULL)
    shutil.move(source / "site", site)
    for page in site.rglob("*.html"):
        depth = len(page.relative_to(site).parts) - 1
        text = page.read_text("utf-8")
        page.write_text(_SHIM.sub("../" * depth + "site/offline.js", text), "utf-8")


def gather(folder: Path) -> None:
    """The pages, and what they link to outside of docs/, with links that fit."""
    shutil.copytree(
        DOCS,
        folder,
        ignore=shutil.ignore_patterns(
            "__pycache__", "make.py", "terminal_svg.py", "build.py", "shapes.txt", "commands.py"
        ),
    )
    waiting = sorted(DOCS.rglob("*.md"))
    done: set[Path] = set()
    while waiting:
        page = waiting.pop()
        if page in done:
            continue
        done.add(page)
        text = page.read_text("utf-8")
        waiting += [target for target in _outside(page, text) if target not in done and target.suffix == ".md"]
        for target in _outside(page, text):
            if target.suffix != ".md":
                _write(folder / place(target), target.read_bytes())
        text = _LINK.sub(lambda link, page=page: link[1] + moved(page, link[2]), text)
        text = _ROW.sub(lambda row: _CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), text)
        _write(folder / place(page), _EXAMPLE.sub(_shown, text).encode())


def _shown(example: re.Match[str]) -> str:
    """A query that can be copied alone, and what it finds in a line of its own."""
    found = example[2].splitlines()
    if found and found[0].startswith("problem: "):
        said = found[0].removeprefix("problem: ")
        return f"```text\n{example[1]}\n```\n\nsays: {said}\n{{ .hits }}"
    hits = ", ".join(f"`{hit}`" for hit in found) or "nothing"
    return f"```text\n{example[1]}\n```\n\nfinds {hits}\n{{ .hits }}"


def moved(page: Path, link: str) -> str:
    """The link of a page, as it is in the site."""
    target = (page.parent / link).resolve()
    if not target.is_file():
        raise SystemExit(f"{page}: {link} is no file; the site cannot have it")
    return os.path.relpath(place(target), Path(place(page)).parent).replace(os.sep, "/")


def place(target: Path) -> str:
    """Where a file of the repository is in the site's sources."""
    if target.is_relative_to(DOCS):
        return target.relative_to(DOCS).as_posix()
    name = target.relative_to(ROOT).as_posix()
    return f"repository/{name}" if target.suffix in (".md", ".png", ".svg") else f"repository/{name}.txt"


def _outside(page: Path, text: str) -> list[Path]:
    targets = [(page.parent / link).resolve() for _, link in _LINK.findall(text)]
    return [target for target in targets if not target.is_relative_to(DOCS)]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    build(BUILD / "site-source", BUILD / "site")
    print(f"made {BUILD / 'site' / 'index.html'}")
