"""Sound code that a grammar stumbles over: it is read without an error, and the text keeps its length."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.syntax.blind_spots import readable

CASES = [
    ("css", "a { b: url(../x.svg); c: url( data:a;b,c ) }"),
    ("scss", "a { b: url(../x.svg); }"),
    ("tsx", 'x = <a href="?a=b&c=d">y</a>;'),
    ("javascript", 'x = <a href="?a=b&c=d&amp;e">y</a>;'),
    ("typescript", 'const y = f<typeof import("fs")>();'),
    ("typescript", "const y = f<A, typeof import('fs')>();"),
    ("tsx", 'const y = f<import("fs").Stats>();'),
]
LEFT_ALONE = [
    ("css", 'a { b: url("../x.svg"); c: url(x.svg) }'),
    ("scss", "a { b: url($x); c: url(#{$y}/z.svg) }"),
    ("typescript", 'const y = f(a, import("fs")); let z: typeof import("fs");'),
    ("javascript", 'if (a=="b" && c=="d") e = "f & g"; h = <a b="c&amp;d" />'),
]


@pytest.mark.parametrize(("language", "text"), CASES)
def test_it_is_read(language: str, text: str) -> None:
    data = text.encode()
    assert len(readable(language, data)) == len(data)
    assert readable(language, data) != data
    document = Document.of(by_name(language), data)
    assert document.structure is not None and document.structure.clean


@pytest.mark.parametrize(("language", "text"), LEFT_ALONE)
def test_the_rest_is_left_as_it_is(language: str, text: str) -> None:
    assert readable(language, text.encode()) == text.encode()
