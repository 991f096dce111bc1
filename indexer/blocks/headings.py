"""The headings of texts whose rules fit on a page: Org, AsciiDoc, gemtext and RDoc."""

from __future__ import annotations

import re

from indexer.blocks.commonmark import Fence, Heading, Scan
from indexer.text.document_text import Text
from indexer.text.linear import Linear

_ORG = Linear(rb"(\*+)[ \t]+(.*?)[ \t]*(?:[ \t]:[\w@#%:\xc2-\xf4\x80-\xbf]+:)?[ \t]*$")
_ORG_STATE = re.compile(
    rb"(?:(?:TODO|DONE|NEXT|WAITING|HOLD|CANCELLED|CANCELED|STARTED|FIXME)(?=[ \t]|$)[ \t]*)?(?:\[#[A-Z0-9]\][ \t]*)?"
)
_ORG_BEGIN = re.compile(rb"[ \t]*#\+begin_(\S+)(?:[ \t]+(\S+))?", re.IGNORECASE)
_ORG_END = re.compile(rb"[ \t]*#\+end_(\S+)", re.IGNORECASE)
_ADOC_TITLE = re.compile(rb"(={1,6}|#{1,6})[ \t]++(\S.*+)$")
_ADOC_FENCE = re.compile(
    rb"(-{4,}+|\.{4,}+|={4,}+|\*{4,}+|_{4,}+|\+{4,}+|/{4,}+|--|```|[|,:!]={3,}+)(?=[ \t]*+$|(?<=```)\w)"
)
_ADOC_UNDERLINE = re.compile(rb"(={2,}+|-{2,}+|~{2,}+|\^{2,}+|\+{2,}+)[ \t]*+$")
_ADOC_ATTRIBUTES = re.compile(rb"\[([^\]\[]*+)\][ \t]*+$|\.[^ \t.]|\[\[.*\]\][ \t]*+$|:[\w!-]++:|//(?!/)")
_ADOC_LEVELS = {b"=": 1, b"-": 2, b"~": 3, b"^": 4, b"+": 5}
_ADOC_HOLDS_TEXT = {b"=", b"*", b"_", b"--"}
_GEMTEXT = Linear(rb"(#{1,3})[ \t]*(.*?)[ \t]*$")
_RDOC = Linear(rb"(={1,6})[ \t]*([^=\s].*?)[ \t]*$|(#{1,6})[ \t]+(\S.*?)[ \t]*$")


def _heading(text: Text, level: int, row: int, row_end: int, start: int, content: bytes) -> Heading:
    offset = text.lines[row] + start
    return Heading(level, row, row_end, offset, offset + len(content), content.decode("utf-8", "replace"))


def scan_org(text: Text) -> Scan:
    """Stars at the start of a row are a headline wherever they stand, even between `#+begin` and `#+end`."""
    scan = Scan()
    begun: list[tuple[bytes, int, bytes]] = []
    for row in range(len(text.lines)):
        line = text.row_bytes(row)
        if line.startswith(b"*") and (match := _ORG.match(line)):
            begun.clear()
            state = _ORG_STATE.match(line, match.start(2))
            start = state.end() if state and state.end() < match.end(2) else match.start(2)
            scan.events.append(
                _heading(text, len(match.group(1)), row, row, start, line[start : max(start, match.end(2))])
            )
        elif b"#+" in line[:200]:
            if begin := _ORG_BEGIN.match(line):
                name = begin.group(2) if begin.group(1).lower() in (b"src", b"export") else None
                begun.append((begin.group(1).lower(), row, name or b""))
            elif (end := _ORG_END.match(line)) and any(kind == end.group(1).lower() for kind, _, _ in begun[-100:]):
                while True:
                    kind, first, name = begun.pop()
                    if kind == end.group(1).lower():
                        break
                scan.fences.append(Fence(first, row, name.decode("utf-8", "replace"), True))
    return scan


def scan_asciidoc(text: Text) -> Scan:
    """Titles of both styles. A title inside a delimited block makes no section."""
    scan = Scan()
    rows = len(text.lines)
    open_blocks: list[tuple[bytes, int, str]] = []
    info = ""
    fresh = True  # whether a title may stand here: not within a paragraph
    row = 0
    while row < rows:
        line = text.row_bytes(row).rstrip()
        row += 1
        if open_blocks:
            fence, begin, name = open_blocks[-1]
            if line == fence:
                open_blocks.pop()
                kind = "group" if (fence if fence == b"--" else fence[:1]) in _ADOC_HOLDS_TEXT and not name else "fence"
                scan.fences.append(Fence(begin, row - 1, name, True, kind))
                continue
            if (fence if fence == b"--" else fence[:1]) not in _ADOC_HOLDS_TEXT:
                continue
        if not line:
            fresh, info = True, ""
            continue
        if fresh and not open_blocks and (match := _ADOC_TITLE.match(line)):
            title = _without_closing(match.group(2), match.group(1))
            scan.events.append(_heading(text, len(match.group(1)), row - 1, row - 1, match.start(2), title))
            continue
        if fresh and not open_blocks and row < rows and (level := _underlined(line, text.row_bytes(row).rstrip())):
            scan.events.append(_heading(text, level, row - 1, row, 0, line))
            row += 1
            continue
        if match := _ADOC_FENCE.match(line):
            if not info and line.startswith(b"```"):
                info = line[3:].decode("utf-8", "replace")
            if len(open_blocks) < 100:
                open_blocks.append((b"```" if line.startswith(b"```") else line, row - 1, info))
            info, fresh = "", True
        elif match := _ADOC_ATTRIBUTES.match(line):
            words = [word.strip() for word in (match.group(1) or b"").split(b",")]
            if words[0] in (b"source", b"") and len(words) > 1:
                info = words[1].decode("utf-8", "replace")
        else:
            fresh, info = False, ""
    return scan


def _without_closing(title: bytes, sign: bytes) -> bytes:
    """A title without the signs that may stand behind it as they do before it."""
    bare = title.removesuffix(sign)
    return bare.rstrip(b" \t") if bare[-1:] in (b" ", b"\t") else title


def _underlined(line: bytes, below: bytes) -> int:
    """The rank of a title by the row below it, which must be about as long; 0 if it is none."""
    match = _ADOC_UNDERLINE.match(below)
    if match is None or not (line[:1].isalnum() or line[0] >= 0x80):
        return 0
    return _ADOC_LEVELS[below[:1]] if abs(len(line.decode("utf-8", "replace")) - len(below)) <= 1 else 0


def scan_gemtext(text: Text) -> Scan:
    """Up to three `#`, the blank behind them left to taste; ``` turns preformatted text on and off."""
    scan = Scan()
    begin: int | None = None
    info = b""
    for row in range(len(text.lines)):
        line = text.row_bytes(row)
        if line.startswith(b"```"):
            if begin is None:
                begin, info = row, line[3:].strip()
            else:
                scan.fences.append(Fence(begin, row, info.decode("utf-8", "replace"), True))
                begin = None
        elif begin is None and (match := _GEMTEXT.match(line)):
            scan.events.append(_heading(text, len(match.group(1)), row, row, match.start(2), match.group(2)))
    return scan


def scan_rdoc(text: Text) -> Scan:
    """One to six `=` or `#` at the start of a row; indented text is verbatim."""
    scan = Scan()
    for row in range(len(text.lines)):
        match = _RDOC.match(text.row_bytes(row))
        if match is not None:
            at = 1 if match.group(1) else 3
            scan.events.append(_heading(text, len(match.group(at)), row, row, match.start(at + 1), match.group(at + 1)))
    return scan
