"""Shell in Dockerfiles: what RUN is followed by, and the heredocs it feeds to a shell.

Another shell, another continuation character or a Windows base image change what RUN means; from there on nothing is
read, unless the shell is one that we know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.embedded.heredocs import body_span
from indexer.embedded.host import Host
from indexer.embedded.region import region, without
from indexer.languages.embedded_names import shebang_language
from indexer.languages.registry import by_name
from indexer.model import HeredocBody, Joint, Region
from indexer.text.document_text import Text

_RUN = re.compile(rb"[ \t]*(?:ONBUILD[ \t]+)?RUN[ \t]+(?:--[\w-]+(?:=\S*)?[ \t]+)*(?![ \t\[])", re.IGNORECASE)
_SHELL = re.compile(rb"[ \t]*SHELL[ \t]+\[[ \t]*\"([^\"]+)\"", re.IGNORECASE)
_FROM = re.compile(rb"[ \t]*FROM[ \t](.*)", re.IGNORECASE)
_WINDOWS = re.compile(rb"windows|nanoserver|servercore", re.IGNORECASE)
_ESCAPE = re.compile(rb"(?:#[^\n]*\n)*#[ \t]*escape[ \t]*=[ \t]*`", re.IGNORECASE)
_ONLY_HEREDOC = re.compile(rb"<<-?[\"']?\w+[\"']?[ \t]*\Z")
_COMMENT = re.compile(rb"[ \t]*#")
_SHELLS = {b"bash": "bash", b"sh": "bash", b"ash": "bash", b"dash": "bash", b"zsh": "zsh", b"ksh": "bash"}
_SHELLS |= {b"powershell": "powershell", b"pwsh": "powershell"}


def commands(host: Host) -> Iterator[Region]:
    """The commands of a Dockerfile, each with the heredocs that belong to it."""
    text, tracker = host.text, host.tracker
    if tracker is None or _ESCAPE.match(text.data):
        return
    heredocs = tracker.bodies()
    shell: str | None = "bash"
    for statement in tracker.statements():
        start, end = text.row_span(statement.row_start)
        if match := _FROM.match(text.data, start, end):
            shell = None if _WINDOWS.search(match[1]) else "bash"
        elif match := _SHELL.match(text.data, start, end):
            program = re.split(rb"[/\\]", match[1])[-1].lower().removesuffix(b".exe")
            shell = _SHELLS.get(program)
        elif shell is not None and (match := _RUN.match(text.data, start, end)):
            rows = range(statement.row_start, statement.row_end + 1)
            declared = [heredoc for heredoc in heredocs if heredoc.declaration_row in rows]
            yield from _command(text, match.end(), statement.row_end, declared, shell)


def _command(text: Text, start: int, row_end: int, declared: list[HeredocBody], shell: str) -> Iterator[Region]:
    data = text.data
    end = text.row_span(row_end)[1]
    if any(heredoc.recovered or heredoc.terminator_row is None for heredoc in declared):
        return
    if b"<%" in data[start:end] or data.startswith(b"{{", start):  # a template of a Dockerfile
        return
    if declared and _ONLY_HEREDOC.match(data, start, end):
        body = body_span(text, declared[0])
        if body is not None:
            first = text.row_bytes(declared[0].content_row_start)
            language = shebang_language(first) if first.startswith(b"#!") else by_name(shell)
            if language is not None:
                yield region(language, "run", [body])
        return
    language = by_name(shell)
    if language is None or not data[start:end].strip():
        return
    holes: list[tuple[int, int, Joint]] = []
    for row in range(text.lines.row_of(start) + 1, row_end + 1):
        row_start, stop = text.row_span(row)
        if _COMMENT.match(data, row_start, stop):  # Docker takes the row away, and the command goes on
            holes.append((row_start, stop, "more"))
        elif not data[row_start:stop].strip():
            return
    if declared:
        end = text.row_span(max(heredoc.terminator_row or 0 for heredoc in declared))[1]
    yield region(language, "run", *without(start, end, holes))
