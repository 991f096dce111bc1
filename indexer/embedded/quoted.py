"""Shell in quotes: what shell scripts hand to a shell, or to the functions that run tests, as one quoted word.

test_expect_success 'setup' '
    cat >expect <<-\\EOF
    …
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.embedded.host import Host
from indexer.embedded.region import region, without
from indexer.model import Joint, Region

_WORD = rb"(?:'[^'\n]*'|\"(?:\\.|[^\"\\\n])*\"|\\.|[\w,!$.:/{}-])+"
# What stands before the quote: a shell that is given its program, or a function that is given a title and a test.
_READER = re.compile(
    rb"(?:^|[\s;&|(`])(?:"
    rb"(?:\S*/)?(?:ba|da|k|z|a|mk|ya)?sh(?:[ \t]+-\w+)*[ \t]+-\w*c"
    rb"|eval|trap(?:[ \t]+--)?"
    rb"|test_(?!cmp|grep|config|commit|when)\w+(?:[ \t]+(?:\\\r?\n[ \t]*)?%s){1,2}"
    rb")[ \t]+(?:\\\r?\n[ \t]*)?\Z" % _WORD,
    re.MULTILINE,
)
_SIGNS = (b"sh -", b"eval", b"trap", b"test_")
_QUOTE = re.compile(rb"'(?<=[ \t\n]')(?=[^'\n]*+\n)")  # one that goes on in the next row
_BEFORE = 400  # what stands before the quote is no longer than this
# A quote that ends the word and one that begins it again, as in `'it'\''s'`.
_GAP = re.compile(rb"'(?:\\'|\"[^\"\n]*\"|[\w$/.{}-]+)'")


def scripts_in_quotes(host: Host) -> Iterator[Region]:
    """The single-quoted words of several rows that a shell reads as a script."""
    data, language = host.text.data, host.language
    if language is None or not any(map(host.text.holds, _SIGNS)):
        return
    # To look for quotes in the text takes a tenth of what the structure takes, which may not be there yet.
    if not any(_is_read(data, quote.start()) for quote in _QUOTE.finditer(data)):
        return
    structure = host.structure
    if structure is None:
        return
    behind = 0
    for items, shift in structure.items():
        for spot in items.spots:
            start = spot.start + shift
            if spot.kind != "fold" or start < behind or data[start] != 0x27:
                continue
            if _is_read(data, start):
                behind = _end(data, spot.reach + shift)
                gaps: list[tuple[int, int, Joint]] = [
                    (gap.start(), gap.end(), "word") for gap in _GAP.finditer(data, start + 1, behind - 1)
                ]
                yield region(language, "quoted", *without(start + 1, behind - 1, gaps))


def _is_read(data: bytes, quote: int) -> bool:
    """Whether a shell reads what is in a quote."""
    return _READER.search(data, _row_of_command(data, quote), quote) is not None


def _row_of_command(data: bytes, at: int) -> int:
    """The start of the row, or of the row above that a backslash continues."""
    row = data.rfind(b"\n", 0, at) + 1
    if data[row - 2 : row] == b"\\\n":
        row = data.rfind(b"\n", 0, row - 1) + 1
    return max(row, at - _BEFORE)


def _end(data: bytes, end: int) -> int:
    """The end of a word of which one quoted part ends here."""
    while (gap := _GAP.match(data, end - 1)) is not None:
        closing = data.find(b"'", gap.end())
        if closing < 0:
            break
        end = closing + 1
    return end
