"""What is plain in a C text: taken from it where it can be nothing else, and told as the tree tells it."""

from __future__ import annotations

import time

import pytest

from indexer.documents import Document
from indexer.extract.c_bodies import without_bodies
from indexer.extract.c_plain import told_plainly
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

PLAIN = b"""#include <stdio.h>
struct list;
struct point {
	int x, y;
};
struct plain {
	/* int hidden; */
	unsigned long	flags;
	const char *name;	/* int hidden; */
	struct list head[2][N + 1];
	u8 few:3;
};
union either {
	int a;
	char b[4];
};
enum colour { RED, GREEN = 1 << 3, BLUE = BIT(2), /* NONE, */ LAST };
enum {
	UNNAMED,
};
typedef int number;
int f(void);
extern struct list *g(const char *, int a[]);
int (*pointer)(int);
static inline unsigned int
h(int a,
  int b)
{
	return a + b;
}
int main(int argc, char **argv)
{
	struct local { int inside; } l;
	return 0;
}
static struct list lists[] = {
	{ .a = 1 },
	{ .a = "x;" },
};
static const struct list plain_list = {
	.next = &lists,
};
int one, two;
int alone = 3;
extern int elsewhere[];
/*
int commented(void);
*/
static DEFINE_MUTEX(lock);
#define GOES_ON int a; \\
int no_function(void);
int last_one;
"""


@pytest.mark.parametrize("data", [HEADER, HEADER + b"#define X 1", HEADER * 2, b"", PLAIN, HEADER + PLAIN, PLAIN * 2])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_names_are_those_of_the_tree(data: bytes, end: bytes) -> None:
    """But for docs and signatures, which names are without."""
    data = data.replace(b"\n", end)
    names = Document.of(by_name("c"), data).names()
    assert names is not None
    told, whole = (
        [symbol._replace(doc="", signature="") for symbol in each]
        for each in (names, Document.of(by_name("c"), data).symbols())
    )
    assert told == whole


def test_only_sure_rows_are_taken_out() -> None:
    apart = told_plainly(HEADER)
    expected = [b"ONE", b"TWO", b"THREE", b"IN_S", b"a", b"b", b"last"]
    assert [HEADER[one.name_start : one.name_end] for one in apart.definitions] == expected
    assert apart.data.count(b"\n") == HEADER.count(b"\n") - 7
    assert b"ONE 1\n#define LONG" not in apart.data and b"struct s {\n};" in apart.data


def test_only_sure_declarations_are_taken_out() -> None:
    apart = told_plainly(without_bodies(PLAIN))
    names = " ".join(PLAIN[one.name_start : one.name_end].decode() for one in apart.definitions)
    types = "plain flags name head few either a b colour RED GREEN BLUE LAST UNNAMED"
    assert names == f"{types} f g h plain_list alone elsewhere last_one"


@pytest.mark.parametrize(
    ("row", "name", "start"),
    [
        ("static int __init start(void)\n{\n\treturn 0;\n}\n", "start", 0),
        ("asmlinkage void entry(void);\n", "entry", 11),
        ("static noinline int slow(void);\n", "slow", 0),
        ("int fast __read_mostly;\n", "fast", 0),
        ("unsigned long __guard __read_mostly;\n", "__guard", 0),
        ("static int table[] __initdata = {\n\t1,\n};\n", "table", 0),
        ("static struct list __rcu *list;\n", "list", 0),
        ("static DEFINE_PER_CPU(int, count);\n", "count", 0),
    ],
)
def test_annotations_are_no_names(row: str, name: str, start: int) -> None:
    data = b"#include <a.h>\n" + row.encode()
    apart = told_plainly(without_bodies(data))
    assert apart.data == b"#include <a.h>\n"
    (found,) = apart.definitions
    assert data[found.name_start : found.name_end].decode() == name
    assert data[found.start : found.end].decode() == row[start:].rstrip()


@pytest.mark.parametrize(
    "text",
    [
        "EXPORT(a)\nint f(void);\n",  # which may be one declaration
        "\nreturn f(x);\n",
        "\ntypedef int f(int);\n",
        "\nstatic f(x);\n",
        "\nstruct f(x);\n",
        "\nstruct s;\n",
        "\nstatic SYSCALL_DEFINE1(close, int, fd)\n{\n}\n",
        "\nstruct s {\n\tint a;\n} b = {\n\t1,\n};\n",
        "\nstruct s {\n\tint a, b;\n\tint f(void);\n\tint long_one\n\t\tc;\n};\n",
        "\nenum e {\n\tA = '1',\n};\n",
        '\nint a[] = {\n#include "values.h"\n};\n',
        "\nint a[] = {\n\t1 };\nint b = {\n};\n",
        "\nint a const;\n",
        "\nfoo bar baz;\n",
        "/*\nint a;\n",
    ],
)
def test_what_may_be_something_else_stays(text: str) -> None:
    assert told_plainly(text.encode()).definitions == []


def test_of_what_is_not_plain_rows_may_be() -> None:
    data = b"""
struct s {
	int a;
#ifdef B
	int b;	/* which may not be there */
#endif
	struct {
		int c;
	} inside;
	int d, e;
} __packed;
typedef enum {
	F,
	G = 1,
	H
} e;
#define VALUE 1 /* one */
"""
    apart = told_plainly(data)
    assert b"".join(data[one.name_start : one.name_end] for one in apart.definitions) == b"abcFGHVALUE"
    assert apart.data.split() == (
        b"struct s { #ifdef B #endif struct { } inside; int d, e; } __packed; typedef enum { } e;".split()
    )


def test_a_row_that_goes_on_has_no_macro_of_its_own() -> None:
    assert told_plainly(b"#define A \\\n#define B 1\n").definitions == []
    assert told_plainly(b"#define A \\\r\n#define B 1\n").definitions == []


@pytest.mark.parametrize(
    "data",
    [
        b"/*" * 500_000 + b"\n#define A 1\n" * 1000,
        b"#define A (" * 100_000 + b"\n",
        b"#define " + b"a" * 1_000_000,
        b"/* */\n#define A 1\n" * 50_000,
        b"#" + b" " * 1_000_000 + b"define A 1\n",
        b"\nenum { /* " * 100_000 + b"*/",
        b"\nenum { A," * 100_000,
        b"\nenum a" * 100_000,
        b"\nstruct s { int a;" * 50_000,
        b"\nstruct s\n" * 100_000,
        b"\nint a = {\n" * 50_000 + b"\n};\n",
        b"\nint a = {" + b"\n a" * 300_000,
        b"\nint f(a" * 100_000,
        b"\nint" * 200_000,
        b"\nint " + b"__a " * 200_000,
        b"\nint f()\n{" * 50_000 + b" " * 100_000,
        b"\na " + b"* " * 300_000,
        b"\nunsigned " * 100_000,
        b"\nDEFINE_PER_CPU(a a" * 50_000,
        b"\nstruct s {\n int a, b;\n int c;\n" * 30_000,
        b"\nstruct s {\n int a, b;\n int c;\n" * 30_000 + b"\n};\n",
        b"#define A 1 /*" * 100_000 + b"\n",
        b"\nenum {\n A = 'a',\n B\n" * 30_000 + b"\n};\n",
        b"\nstruct s {\n int a, b;" + b"\n int c; /*" * 100_000 + b"\n};\n",
    ],
)
def test_hostile_rows_take_no_longer_than_they_are(data: bytes) -> None:
    started = time.process_time()
    told_plainly(data)
    assert time.process_time() - started < 5, "a second is enough for all of them on a slow machine"
