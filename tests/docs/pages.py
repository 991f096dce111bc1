"""The pages of the documentation: their text without code, their links, and the anchors of their headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.paths import ROOT

_FENCE = re.compile(r"^( *)(```+|~~~+)[^\n]*\n.*?^\1\2[ \t]*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^()\s>]+(?:\([^()\s]*\)[^()\s]*)?)>?(?:\s+\"[^\"]*\")?\)")
_HTML = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=\"([^\"]+)\"")
_REFERENCE = re.compile(r"^\[[^\]\n]+\]:\s+(\S+)", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
_ID = re.compile(r"<a\b[^>]*\b(?:id|name)=\"([^\"]+)\"")


@dataclass(frozen=True)
class Link:
    page: Path
    target: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()} -> {self.target}"


def pages() -> list[Path]:
    """Every page that a user or a builder reads, README first."""
    top = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    return [*top, *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "bench" / "runs").glob("*.md"))]


def prose(page: Path) -> str:
    """The text of a page without its blocks of code."""
    return _FENCE.sub("", page.read_text("utf-8"))


def links(page: Path) -> list[Link]:
    text = re.sub(r"`[^`\n]*`", "`code`", prose(page))
    return [Link(page, target) for target in [*_LINK.findall(text), *_HTML.findall(text), *_REFERENCE.findall(text)]]


def anchors(page: Path) -> set[str]:
    """What `#…` can lead to in a page, as GitHub and the site name headings."""
    text = prose(page)
    names = [_slug(heading) for heading in _HEADING.findall(text)]
    seen: dict[str, int] = {}
    found = set(_ID.findall(text))
    for name in names:
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(f"{name}-{count}" if count else name)
    return found


def _slug(heading: str) -> str:
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")
