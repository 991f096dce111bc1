"""Templates: pages with islands of code. The page is one text, the code is another, and each is blank to the other.

The islands are found by the rule that the template engines themselves use: the first closing sign ends an island,
wherever it stands. That the rest is HTML is believed only where it begins like HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from indexer.embedded.host import Host
from indexer.embedded.region import region, without
from indexer.grammars.parsers import grammar
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.model import Joint, Region
from indexer.syntax.opaque import Layout
from indexer.text.closers import enclosed

_ERB = re.compile(rb"<%(?!%)(--.*?--|[#=_-]?)(.*?)(?:[-_]?%>)", re.DOTALL)
_TWIG = re.compile(rb"\{[{%#]")
_TWIG_ENDS = {b"{{": b"}}", b"{%": b"%}", b"{#": b"#}"}
_HTML_START = re.compile(
    rb"(?:\s++|<!--.*?-->)*+<(?:!doctype\s+html|(?:a|article|aside|b|base|blockquote|body|br|button|center|code|dd|details"
    rb"|dialog|div|dl|dt|em|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|label|legend|li"
    rb"|main|menu|meta|nav|noscript|ol|option|p|pre|script|section|select|small|span|strong|style|svg|table|tbody|td"
    rb"|template|textarea|tfoot|th|thead|title|tr|ul|video)(?=[\s/>]))",
    re.DOTALL | re.IGNORECASE,
)
_BLANKS = re.compile(rb"\s*+")
_TAG = re.compile(rb"<[A-Za-z!]")
_FEW = 64  # places that are looked at one by one
# The ending `.ep` and Puppet's templates are written like ERB, but their code is no Ruby.
_OTHER_CODE = re.compile(rb"\$[A-Za-z_]|\bmy\s*\(|\A\s*\|")


class _Island(NamedTuple):
    """Code in a page: the whole with its signs, the code alone, and whether it writes something into the page."""

    start: int
    end: int
    code: tuple[int, int]
    writes: bool


def template(host: Host) -> Iterator[Region]:
    """The HTML around the islands of ERB, EJS and their relatives, and the code in them."""
    data = host.text.data
    assert host.language is not None
    found = list(_islands(data))
    yield from page(data, [(island.start, island.end, "word" if island.writes else "blank") for island in found])
    name = profile_of(host.language.name).embeds.code
    language = by_name(name) if name else None
    codes = [island.code for island in found if data[slice(*island.code)].strip()]
    if name == "ruby":
        codes = [code for code in codes if not data[slice(*code)].lstrip().startswith(b"#")]
        if any(_OTHER_CODE.search(data[slice(*code)]) for code in codes):
            return
    if language is not None and codes:
        yield region(language, "template", codes, [_between(data, name, *pair) for pair in pairwise(codes)])


def _between(data: bytes, name: str | None, left: tuple[int, int], right: tuple[int, int]) -> Joint:
    """What ends the code of an island: a new row is enough for Ruby, but not for JavaScript."""
    return "blank" if name == "ruby" and b"\n" in data[left[1] : right[0]] else "end"


def _islands(data: bytes) -> Iterator[_Island]:
    for match in _ERB.finditer(data, 0, data.rfind(b"%>") + 2):  # behind it nothing is closed, and looking takes long
        sign = match[1]
        start = match.start(2)
        if sign == b"=" and data[start : start + 1] == b"=":
            start += 1
        code = (start, start if sign.startswith((b"#", b"--")) else match.end(2))
        yield _Island(match.start(), match.end(), code, sign == b"=")


def twig(host: Host) -> Iterator[Region]:
    """The HTML around the tags of Twig, Jinja and their relatives."""
    data = host.text.data
    tags = enclosed(data, _TWIG, _TWIG_ENDS)
    yield from page(data, [(tag.start, tag.end, "word" if tag.opener == b"{{" else "blank") for tag in tags])


def page(data: bytes, holes: list[tuple[int, int, Joint]]) -> Iterator[Region]:
    """The HTML that holes leave of a text, if what is left is HTML."""
    spans, joints = without(0, len(data), holes)
    filled = [at for at, span in enumerate(spans) if data[slice(*span)].strip()]
    html = by_name("html")
    if filled and html is not None and _HTML_START.match(data, *spans[filled[0]]):
        first, last = filled[0], filled[-1]
        yield region(html, "page", spans[first : last + 1], joints[first:last])


def php_page(host: Host) -> Iterator[Region]:
    """The HTML outside PHP's tags."""
    data = host.text.data
    ends = list(_behind_php(data))
    if not any(_TAG.match(data, end) for end in ends):  # as in most files
        return
    if host.is_broken and host.structure is not None and host.structure.in_parts:
        texts = list(_outside_tags(data))
    else:
        root, query = host.root, _php_text()
        if root is None or query is None:
            return
        around = [(end, end + 1) for end in ends] if len(ends) <= _FEW else [(0, len(data))]
        texts = sorted(set(_texts(root, query, around)))
    holes: list[tuple[int, int, Joint]] = []
    at = 0
    for start, end in texts:
        holes.append((at, start, "word" if data.startswith(b"<?=", at) else "blank"))
        at = end
    holes.append((at, len(data), "blank"))
    yield from page(data, holes)


def _behind_php(data: bytes) -> Iterator[int]:
    """Where what is no PHP may begin: at the start and behind each closing tag, blanks left out."""
    at = 0
    while at >= 0:
        blanks = _BLANKS.match(data, at)
        assert blanks is not None
        yield blanks.end()
        at = data.find(b"?>", at)
        at += 2 if at >= 0 else 0


def _outside_tags(data: bytes) -> Iterator[tuple[int, int]]:
    """What is no code in a broken text, as its layout shows it: to parse all of it would take longer than all else."""
    for start, end in Layout.of("php", data).spans:
        if data.startswith(b"?>", start) and end > start + 2:
            yield start + 2, end - 2 if data.startswith(b"<?", end - 2) else end


def _texts(root: Node, query: Query, around: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Where the texts are that touch some spans."""
    cursor = QueryCursor(query)
    for span in around:
        cursor.set_byte_range(*span)
        for nodes in cursor.captures(root).values():
            yield from ((node.start_byte, node.end_byte) for node in nodes)


@cache
def _php_text() -> Query | None:
    php = grammar("php")
    return Query(php, "(text) @text") if php is not None else None
