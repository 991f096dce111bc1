"""Markup: a tag that is not whole, or has no other one, is left out, and the text is whole without it.

A text without errors has one tree, however it came about, so what is made of it can be made of the version before. The
parser's own recovery from one open tag may change all that follows it.
"""

from __future__ import annotations

import re
from collections import defaultdict

from indexer.syntax.recovery.damage import blanked
from indexer.syntax.recovery.layout import Span
from indexer.syntax.recovery.strategy import AsParsed

_MOST = 64  # tags to leave out; where there are more, what is left hardly says what was meant
_QUOTED = rb"""(?:"[^"<]*+"|'[^'<]*+')"""
_NAME = rb"""[A-Za-z_][^\s<>/"'=]*+"""
_COMMENT = rb"!--(?:[^-]++|-(?!->))*+-->"
# All of a page that begins with a `<`: a tag, which may close or stand alone, or something else; at last, what is none
# of these. A script that has no end is told apart.
_PAGE = re.compile(
    rb"<(?:(/?+)((?!(?i:script|style)\b)%b)(?:\s*+[^\s<>/\"'=]++(?:\s*+=\s*+(?:[^\s<>\"'=]++|%b))?+)*+\s*+(/?+)>"
    rb"|%b|![A-Za-z][^<>]*+>|(?i:script|style)\b[^<>]*+>(?:[^<]++|<(?!/(?i:script|style)\b))*+"
    rb"(?:</(?i:script|style)\b[^<>]*+>|(\Z|</))|([^<>]*+>|[^<>\n]*+))" % (_NAME, _QUOTED, _COMMENT)
)
_XML = re.compile(
    rb"<(?:(/?+)(%b)(?:\s++[^\s<>/\"'=]++\s*+=\s*+%b)*+\s*+(/?+)>"
    rb"|%b|!\[CDATA\[(?:[^\]]++|\](?!\]>))*+\]\]>|\?(?:[^?]++|\?(?!>))*+\?>"
    rb"|![A-Z][^<>\[]*+(?:\[[^\]]*+\]\s*+)?+>|(?!)()|([^<>]*+>|[^<>\n]*+))" % (_NAME, _QUOTED, _COMMENT)
)
_NAMED = re.compile(rb"<(%b)(?=[\s\"'=])[^<>]*+>" % _NAME)
_LONE_AMPERSAND = re.compile(rb"&(?!#?+\w)")
_VOID = frozenset(
    b"area base basefont bgsound br col command embed frame hr image img input isindex keygen link menuitem meta nextid"
    b" param source track wbr".split()
)


class Page(AsParsed):
    """HTML, where an element may go without its end, but not at the end of all."""

    def mended(self, data: bytes) -> bytes:
        return _without(data, _PAGE, _VOID, True)


class Xml(AsParsed):
    """XML."""

    def mended(self, data: bytes) -> bytes:
        return _without(data, _XML, frozenset(), False)


def _without(data: bytes, tokens: re.Pattern[bytes], void: frozenset[bytes], lax: bool) -> bytes:
    """The text with blanks for tags that do not belong; the text itself where none is found, or too many."""
    bad: list[Span] = []
    around: list[tuple[bytes, re.Match[bytes]]] = []  # elements that have not ended, with their tags
    opened: dict[bytes, int] = defaultdict(int)  # how many of each name
    for token in tokens.finditer(data):
        closes, name, alone, endless, other = token.groups()
        if name is not None:
            if alone:
                continue
            if lax:
                name = name.lower()
            if not closes:
                if name not in void:
                    around.append((name, token))
                    opened[name] += 1
            elif opened[name]:
                while (last := around.pop())[0] != name:
                    opened[last[0]] -= 1
                    if not lax:
                        bad.append(last[1].span())
                opened[name] -= 1
            else:
                bad.append(token.span())
        elif other is not None:
            # What is wrong with a tag may be no more than its attributes: `id="{{ x|default:"y" }}"` in a template.
            tag = _NAMED.fullmatch(token[0])
            name = None if tag is None else tag[1].lower() if lax else tag[1]
            if name is None or name in (b"script", b"style"):
                bad.append(token.span())
            else:
                alone = token[0].endswith(b"/>")
                bad.append((token.start() + 1 + len(name), token.end() - (2 if alone else 1)))
                if name not in void and not alone:
                    around.append((name, token))
                    opened[name] += 1
        elif endless is not None:
            return data
        if len(bad) > _MOST:
            return data
    bad += (token.span() for _, token in around)
    if len(bad) > _MOST:
        return data
    text = _LONE_AMPERSAND.sub(b" ", data)
    return blanked(text, _outermost(bad)) if bad else text


def _outermost(spans: list[Span]) -> list[Span]:
    """Spans in order, without those inside of another."""
    found: list[Span] = []
    for span in sorted(spans):
        if not found or span[0] >= found[-1][1]:
            found.append(span)
    return found
