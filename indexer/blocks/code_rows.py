"""Code rows: what is left of each row when comments, strings and heredocs are taken away, without knowing the grammar.

The rules are those most languages share. A quote that is not closed on its row is an ordinary character, and a longer
comment or string counts only if it is closed at all, so that broken text hides as little as possible.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from indexer.blocks.indent import indents
from indexer.languages.profile import Layout, profile_of
from indexer.languages.registry import Language
from indexer.text.document_text import Text

INSIDE = -2  # the row begins inside a string or comment that ends on it
BLANK = -1  # nothing on the row is code


class CodeRows(NamedTuple):
    """For each row the column its code begins at (or BLANK, INSIDE), and the code without the blanks before it.

    Strings are left as `""`.
    """

    columns: list[int]
    code: list[bytes]


_WORDS = re.compile(rb"\w")
_POD = re.compile(rb"=[A-Za-z]\w*")
_GUESSED_LEADERS = (b"#", b"//", b"--", b";", b"%", b"'", b"!", b"REM", b"*>")
_FIRST_COLUMN = frozenset((b"*", b"!", b"C"))


def code_rows(text: Text, language: Language | None) -> CodeRows:
    """The code of each row."""
    return _CodeRowsReader(text, language).read()


class _CodeRowsReader:
    def __init__(self, text: Text, language: Language | None) -> None:
        self._text = text
        self._known = known = profile_of("" if language is None else language.name).layout
        leaders = _guessed(text) if language is None else tuple(leader.encode() for leader in language.comment)
        self._pairs = _block_comments(known, leaders, language is None)
        self._pattern = _pattern(leaders, self._pairs, known)
        self._terminators: dict[bytes, list[int]] | None = None
        self._missing: set[bytes] = set()  # closers that do not occur any more

    def read(self) -> CodeRows:
        columns = indents(self._text)
        code: list[bytes] = []
        rows = len(columns)
        while len(code) < rows:
            row = len(code)
            data = self._text.row_bytes(row) if columns[row] >= 0 else b""
            if self._known.pod and _POD.match(data):
                code += [b""] * (self._after_pod(row) - row)
                continue
            found, heredocs = self._row(data, code)
            code.append(found)
            after = len(code)
            for terminator in heredocs:
                after = self._after_heredoc(terminator, after)
            if after > len(code):
                code += [b""] * (after - len(code) - 1)
                code.append(b'\0""')
        for row, found in enumerate(code):
            if not found or found.isspace():
                columns[row] = BLANK
            elif found.startswith(b"\0"):
                columns[row] = INSIDE
                code[row] = found[1:]
        return CodeRows(columns, code)

    def _row(self, data: bytes, code: list[bytes]) -> tuple[bytes, list[bytes]]:
        """The code of a row; blank rows are added to `code` while a string or comment goes on."""
        parts: list[bytes] = []
        heredocs: list[bytes] = []
        skipped = len(data) - len(data.lstrip(b" \t"))
        data = data[skipped:]
        at = 0
        while (match := self._pattern.search(data, at)) is not None:
            token = match.group()
            kind = match.lastgroup
            if kind == "heredoc":
                terminator = match.group("word") or match.group("adverb")
                if not self._known.heredocs or not _ends_heredoc(terminator, self._known):
                    parts.append(data[at : match.end()])
                else:
                    parts.append(data[at : match.start()] + b'""')
                    heredocs.append(terminator)
                at = match.end()
            elif kind == "leader":
                parts.append(data[at : match.start()])
                return b"".join(parts), heredocs
            elif kind == "string":
                parts.append(data[at : match.start()] + b'""')
                at = match.end()
            else:
                closer = self._pairs.get(token, token)
                end = self._find(closer, self._text.lines[len(code)] + skipped + match.end())
                if end < 0:
                    parts.append(data[at : match.end()])
                    at = match.end()
                    continue
                parts.append(data[at : match.start()] + (b" " if token in self._pairs else b'""'))
                end += len(closer)
                end_row = self._text.lines.row_of(end - 1)
                if end_row > len(code):
                    code.append(b"".join(parts))
                    code += [b""] * (end_row - len(code))
                    # The row on which a string ends holds code; one on which a comment ends may hold none.
                    parts = [b"\0" if token in self._pairs else b'\0""']
                    data, skipped = self._text.row_bytes(end_row), 0
                at = end - self._text.lines[end_row] - skipped
        parts.append(data[at:])
        joined = b"".join(parts)
        return (joined if joined.strip(b"\0 \t") else b""), heredocs

    def _find(self, closer: bytes, start: int) -> int:
        if closer in self._missing:
            return -1
        end = self._text.data.find(closer, start)
        if end < 0:
            self._missing.add(closer)
        return end

    def _after_pod(self, row: int) -> int:
        end, cut = self._known.pod.encode(), self._known.pod == "=cut"
        if not cut and not self._text.row_bytes(row).startswith(b"=begin"):
            return row + 1
        for after in range(row, len(self._text.lines)):
            if self._text.row_bytes(after).startswith(end) and (after > row or cut):
                return after + 1
        return len(self._text.lines)

    def _after_heredoc(self, terminator: bytes, row: int) -> int:
        """The row behind the terminator; the same row where there is none."""
        if self._terminators is None:
            self._terminators = {}
            for at in range(len(self._text.lines)):
                word = self._text.row_bytes(at).strip().rstrip(b";,)")
                if word and len(word) < 100:
                    self._terminators.setdefault(word, []).append(at)
        rows = self._terminators.get(terminator, [])
        at = bisect_right(rows, row - 1)
        return rows[at] + 1 if at < len(rows) else row


def _ends_heredoc(word: bytes, known: Layout) -> bool:
    """Whether a word looks like a terminator: in many languages, `<<` before a lower case word is rather a shift."""
    return known.heredocs == "any" or word[:1].isupper() or word[:1] == b"_"


def _guessed(text: Text) -> tuple[bytes, ...]:
    """The comment leaders of a text in an unknown language: what rows begin with often."""
    counts = dict.fromkeys(_GUESSED_LEADERS, 0)
    rows = 0
    for row in range(min(len(text.lines), 2000)):
        data = text.row_bytes(row)[:200].lstrip()
        rows += bool(data)
        for leader in _GUESSED_LEADERS:
            behind = data[len(leader) : len(leader) + 1]
            if data.startswith(leader) and (not behind or not _WORDS.match(behind)) and behind not in (b"{", b"["):
                counts[leader] += 1
    return tuple(leader for leader, count in counts.items() if count >= 2 and count * 50 >= rows)


def _block_comments(known: Layout, leaders: tuple[bytes, ...], guess: bool) -> dict[bytes, bytes]:
    pairs: dict[bytes, bytes] = {b"<!--": b"-->"}
    if not leaders or b"//" in leaders or b"--" in leaders or b"%" in leaders or guess:
        pairs[b"/*"] = b"*/"
    if known.parenthesis_star or (not leaders and not guess):
        pairs[b"(*"] = b"*)"
    if b"--" in leaders:
        pairs[b"{-"] = b"-}"
        pairs[b"--[["] = b"]]"
    if b";" in leaders:
        pairs[b"#|"] = b"|#"
    return pairs


def _pattern(leaders: tuple[bytes, ...], pairs: dict[bytes, bytes], known: Layout) -> re.Pattern[bytes]:
    """One expression for whatever is not code: longer things first."""
    long = [re.escape(opener) for opener in sorted(pairs, key=len, reverse=True)] + [rb'"""']
    if b"'" not in leaders:
        long.append(rb"'''")
    if known.backtick_rows:
        long.append(rb"`")
    # A quote behind a word is an apostrophe, a transposition or a digit separator.
    strings = [rb"`[^`\\]*(?:\\.[^`\\]*)*`"] if not known.backtick_rows else []
    if b'"' not in leaders:
        strings.append(rb'"[^"\\]*(?:\\.[^"\\]*)*"')
    if b"'" not in leaders:
        strings.append(rb"(?<![\w\x80-\xff)\]])(?:[rRbBfFuU]{1,2})?'[^'\\]*(?:\\.[^'\\]*)*'")
    single = [_leader(leader) for leader in leaders]
    alternatives = [rb"(?P<long>" + b"|".join(long) + rb")", rb"(?P<string>" + b"|".join(strings) + rb")"]
    if single:
        alternatives.append(rb"(?P<leader>" + b"|".join(single) + rb")")
    if known.heredocs:
        alternatives.append(
            rb"""(?P<heredoc><<<?[-~]?[ \t]*(?P<quote>["'`\\]?)(?P<word>[A-Za-z_]\w*)(?P=quote)?(?![(\w])"""
            rb"""|:(?:to|heredoc)\s*[/("'<{\[]\s*(?P<adverb>\w+)\s*[/)"'>}\]])"""
        )
        alternatives = [alternatives[0], alternatives[-1], *alternatives[1:-1]]
    return re.compile(b"|".join(alternatives))


def _leader(leader: bytes) -> bytes:
    escaped = re.escape(leader)
    if leader in _FIRST_COLUMN:
        return rb"^[ \t]*" + escaped
    if _WORDS.match(leader[:1]):
        return rb"(?i:(?:^|(?<=[\s:]))" + escaped + rb"\b)"
    if leader in (b"#", b"/", b"\\", b";", b"%"):
        # In many languages these stand inside words and operators as well.
        return rb"(?:^|(?<=[\s;(){}\],]))" + escaped
    if leader == b"//":
        return rb"(?<![:\\])//"
    return escaped
