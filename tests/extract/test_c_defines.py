"""Macros of one row: taken from the text where a row can be nothing else, and told as the tree tells them."""

from __future__ import annotations

import time

import pytest

from indexer.documents import Document
from indexer.extract.c_defines import without_defines
from indexer.languages.registry import by_name

HEADER = b"""#ifndef GUARD_H
#define GUARD_H

#define ONE 1
#define TWO(a, ...) f(a, __VA_ARGS__)
# define THREE	"three"   \t
struct s {
#define IN_S 1
	int a;
	int b;
};
/* #define NOT_ONE 1
#define NOT_TWO 2
*/
#define LONG 1 + \\
	2
#define HALF 1 / 2
#define SAID 1 // one
#define SAID_TOO 1 /* and
#define NOT_THREE 3
*/
#define EMPTY
#define \xc3\xa9 1
int last(void);
#endif
"""


@pytest.mark.parametrize("data", [HEADER, HEADER.replace(b"\n", b"\r\n"), HEADER + b"#define X 1", HEADER * 2, b""])
def test_names_are_those_of_the_tree(data: bytes) -> None:
    """But for docs and signatures, which names are without."""
    names = Document.of(by_name("c"), data).names()
    assert names is not None
    told, whole = (
        [symbol._replace(doc="", signature="") for symbol in each]
        for each in (names, Document.of(by_name("c"), data).symbols())
    )
    assert told == whole


def test_only_sure_rows_are_taken_out() -> None:
    apart = without_defines(HEADER)
    assert [HEADER[one.name_start : one.name_end] for one in apart.definitions] == [b"ONE", b"TWO", b"THREE", b"IN_S"]
    assert apart.data.count(b"\n") == HEADER.count(b"\n") - 4
    assert b"ONE 1\n#define LONG" not in apart.data and b"int b;" in apart.data


def test_a_row_that_goes_on_has_no_macro_of_its_own() -> None:
    assert without_defines(b"#define A \\\n#define B 1\n").definitions == []
    assert without_defines(b"#define A \\\r\n#define B 1\n").definitions == []


@pytest.mark.parametrize(
    "data",
    [
        b"/*" * 500_000 + b"\n#define A 1\n" * 1000,
        b"#define A (" * 100_000 + b"\n",
        b"#define " + b"a" * 1_000_000,
        b"/* */\n#define A 1\n" * 50_000,
        b"#" + b" " * 1_000_000 + b"define A 1\n",
    ],
)
def test_hostile_rows_take_no_longer_than_they_are(data: bytes) -> None:
    started = time.process_time()
    without_defines(data)
    assert time.process_time() - started < 5, "a second is enough for all of them on a slow machine"
