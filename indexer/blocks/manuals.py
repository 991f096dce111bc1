"""The headings of manuals: POD, man pages in roff, scdoc and txt2tags."""

from __future__ import annotations

import re

from indexer.blocks.commonmark import Fence, Heading, Scan
from indexer.text.document_text import Text

_POD = re.compile(rb"=(?:head([1-6])|TITLE)[ \t]+(\S.*)")
_POD_BEGIN = re.compile(rb"=begin[ \t]+:?(\S+)")
_POD_END = re.compile(rb"=end\b")
_POD_CODE = re.compile(r"[A-Z](?:<<+\s(.{0,300}?)\s>>+|<([^<>]{0,300})>)")
_POD_ENTITIES = {"lt": "<", "gt": ">", "verbar": "|", "sol": "/"}
# Sections of the packages man, mdoc, ms, me and mm, by the name of the request.
_ROFF = re.compile(rb"[.'][ \t]*(TH|Dt|SH|Sh|SS|Ss|NH|H|sh)\b[ \t]*(.*)")
_ROFF_LEVELS = {b"TH": 1, b"Dt": 1, b"SH": 2, b"Sh": 2, b"SS": 3, b"Ss": 3}
_ROFF_IGNORED = re.compile(rb"[.'][ \t]*(?:(ig)|dei?1?|ami?1?)\b[ \t]*(\S*)[ \t]*(\S*)")
_ROFF_ARGUMENT = re.compile(rb'"((?:""|[^"])*)"?|([^ \t"]\S*)')
_ROFF_COMMENT = re.compile(rb"(?<!\\)\\\".*")
_ROFF_ESCAPE = re.compile(
    r"\\(?:f(?:\[[^\]]{0,80}\]|\(..|.)|s(?:[-+]?\d|\([-+]?\d\d|[-+]?\[[^\]]{0,80}\])|m\[[^\]]{0,80}\]|\*(?:\[[^\]]{0,80}\]|\(..|.)"
    r"|([-. '`\\e~0|^&%:c]|\(..|\[[^\]]{0,80}\]))"
)
_ROFF_SIGNS = {"-": "-", ".": ".", " ": " ", "'": "'", "`": "`", "\\": "\\", "e": "\\", "~": " ", "0": " "}
_ROFF_SIGNS |= {"(em": "—", "(en": "–", "(aq": "'", "(dq": '"', "(bu": "•", "(co": "©", "(rs": "\\", "(mi": "-"}
_SCDOC_TITLE = re.compile(rb"([^\s()]+)\(\d\w*\)")
_SCDOC = re.compile(rb"(#{1,2})[ \t]+(\S.*)")
_TXT2TAGS = re.compile(rb"[ \t]*(={1,5}|\+{1,5})(?![=+])")
_TXT2TAGS_LABEL = re.compile(rb"\[[\w-]*\]\Z")
_TXT2TAGS_FENCES = (b"```", b'"""', b"'''", b"%%%")


def _heading(text: Text, level: int, row: int, span: tuple[int, int], title: str, row_end: int = -1) -> Heading:
    offset = text.lines[row if row_end < 0 else row_end]
    return Heading(level, row, max(row, row_end), offset + span[0], offset + span[1], title)


def scan_pod(text: Text) -> Scan:
    """`=head1` to `=head6`. What stands between `=begin` and `=end` is written for another program."""
    scan = Scan(marked_up=False)
    begun: tuple[int, str] | None = None
    for row in range(len(text.lines)):
        line = text.row_bytes(row).rstrip()
        if not line.startswith(b"="):
            continue
        if begun is not None:
            if _POD_END.match(line):
                scan.fences.append(Fence(begun[0], row, begun[1], True))
                begun = None
        elif match := _POD.match(line):
            title = _POD_CODE.sub(_of_code, match[2].decode("utf-8", "replace"))
            scan.events.append(_heading(text, int(match[1] or 1), row, match.span(2), title))
        elif (match := _POD_BEGIN.match(line)) and match[1] not in (b"pod", b"comment"):
            begun = row, match[1].decode("utf-8", "replace")
    return scan


def _of_code(code: re.Match[str]) -> str:
    inside = code[1] if code[1] is not None else code[2]
    if code[0][0] == "E":
        return _POD_ENTITIES.get(inside, "")
    if code[0][0] in "XZ":
        return ""
    return inside.partition("|")[0] if code[0][0] == "L" else inside


def scan_roff(text: Text) -> Scan:
    """The sections of a manual page and of its relatives. A title may stand on the row after its request."""
    scan = Scan(marked_up=False)
    until: bytes | None = None  # what ends a definition of a macro or text that is left out
    waiting: tuple[int, int] | None = None  # the level and the row of a section whose title is still to come
    for row in range(len(text.lines)):
        line = text.row_bytes(row)
        if until is not None:
            until = None if line[:1] in (b".", b"'") and line[1:].strip() == until else until
            continue
        if waiting is not None and line.strip() and not line.startswith((b".", b"'")):
            title = line.rstrip()
            scan.events.append(_heading(text, waiting[0], waiting[1], (0, len(title)), _roff_text(title), row_end=row))
            waiting = None
            continue
        if not line.startswith((b".", b"'")):
            continue
        line = _ROFF_COMMENT.sub(b"", line).rstrip()
        if match := _ROFF_IGNORED.match(line):
            until = (match[2] if match[1] else match[3]) or b"."
        elif match := _ROFF.match(line):
            waiting = _section(text, scan, row, match)
    return scan


def _section(text: Text, scan: Scan, row: int, match: re.Match[bytes]) -> tuple[int, int] | None:
    """Notes the section that a request begins, or tells that its title stands on the next row."""
    request = match[1]
    arguments = list(_ROFF_ARGUMENT.finditer(match[2]))
    level = _ROFF_LEVELS.get(request, 2)
    if request in (b"NH", b"H", b"sh") and arguments:
        number = arguments.pop(0)[0].strip(b'"')
        level = 1 + int(number[:1]) if number[:1].isdigit() else 2
    if request in (b"TH", b"Dt"):
        arguments = arguments[:1]
    if not arguments:
        return None if request in (b"TH", b"Dt") else (level, row)
    start, end = arguments[0].start(), arguments[-1].end()
    if len(arguments) == 1 and arguments[0][1] is not None:
        start, end = arguments[0].span(1)
    title = " ".join(_roff_text(each[2] if each[1] is None else each[1].replace(b'""', b'"')) for each in arguments)
    offset = match.start(2)
    scan.events.append(_heading(text, level, row, (offset + start, offset + end), title))
    return None


def _roff_text(written: bytes) -> str:
    text = _ROFF_ESCAPE.sub(lambda sign: _ROFF_SIGNS.get(sign[1] or "", ""), written.decode("utf-8", "replace"))
    return " ".join(text.split())


def scan_scdoc(text: Text) -> Scan:
    """A title such as `foo(1)`, sections and subsections. Literal text stands between rows of three backticks."""
    scan = Scan(marked_up=False)
    begin: int | None = None
    for row in range(len(text.lines)):
        line = text.row_bytes(row).rstrip()
        if line.startswith(b"```"):
            if begin is not None:
                scan.fences.append(Fence(begin, row, "", True))
            begin = row if begin is None else None
        elif begin is not None:
            continue
        elif row == 0 and (match := _SCDOC_TITLE.match(line)):
            scan.events.append(_heading(text, 1, row, match.span(1), match[1].decode("utf-8", "replace")))
        elif match := _SCDOC.match(line):
            scan.events.append(
                _heading(text, 1 + len(match[1]), row, match.span(2), match[2].decode("utf-8", "replace"))
            )
    return scan


def scan_txt2tags(text: Text) -> Scan:
    """Titles between one to five `=` or `+`. Three quotes, backticks or per cents begin and end other text."""
    scan = Scan(marked_up=False)
    begun: tuple[int, bytes] | None = None
    for row in range(len(text.lines)):
        line = text.row_bytes(row).rstrip()
        if begun is not None:
            if line == begun[1]:
                scan.fences.append(Fence(begun[0], row, "", True))
                begun = None
        elif line in _TXT2TAGS_FENCES:
            begun = row, line
        elif (match := _TXT2TAGS.match(line)) and (end := len(_TXT2TAGS_LABEL.sub(b"", line))) > match.end():
            title = line[match.end() : end].removesuffix(match[1])
            if len(title) == end - match.end() - len(match[1]) and title.strip(b" =+"):
                start = match.end() + len(title) - len(title.lstrip())
                span = start, start + len(title.strip())
                scan.events.append(_heading(text, len(match[1]), row, span, title.strip().decode("utf-8", "replace")))
    return scan
