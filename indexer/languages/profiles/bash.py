"""Shell."""

from __future__ import annotations

import re
from collections.abc import Callable

from indexer.languages.families.shell import HEREDOCS
from indexer.languages.families.testing import CAMEL
from indexer.languages.opaque import HEREDOC
from indexer.languages.profile import (
    Convention,
    Damage,
    Embeds,
    Grammar,
    Layout,
    Measures,
    Names,
    Patterns,
    Profile,
    Structure,
)

# Bats: a test is a function whose name is a title, `@test "adds numbers" {`, which no grammar of shell can read. It is
# shown a function in its place, as long as what it stands for: `       adds_numbers(){`.
_TEST = re.compile(rb"""^([ \t]*@test[ \t]+["'])([^\n]*?[^\n\\])["'][ \t]([ \t]*\{[ \t]*)$""", re.MULTILINE)
_NO_NAME = re.compile(rb"[^\w-]")


def without_titles(data: bytes) -> bytes:
    """A script whose tests are functions by name."""
    if b"@test" not in data:
        return data
    return _TEST.sub(lambda test: b" " * len(test[1]) + _NO_NAME.sub(b"_", test[2]) + b"()" + test[3], data)


# Behind `==` among the arguments of a command the grammar looks for a regular expression, over all rows down to the
# next bracket that nothing opened: the rest of a function, or of the text. So it is shown a word.
_COMPARED = re.compile(rb"""(?:==|=~)(?<=[ \t]..)(?=[ \t]++\S)""")
# What stands before it in its row, of which little is looked at: `test` and anything, or another command with words. In
# `[[ … ]]` and `(( … ))`, which may have several rows, the sign stands for more and is left alone.
_COMMAND = re.compile(
    rb"(?:^|[;&|({!`]|\b(?:if|then|else|elif|while|until|do)\b)[ \t]*+"
    rb"(?:test[ \t](?:(?!\(\(|\[\[).)*+|[a-z_][\w.-]*+(?:[ \t]++(?:-?[\w$./]++|\"[^\"]*+\"|'[^']*+'))++[ \t]++)$"
)
_LOOKED_AT = 300


def with_plain_comparisons(data: bytes) -> bytes:
    """A script whose commands have a word for a comparison."""

    def plain(sign: re.Match[bytes]) -> bytes:
        at = sign.start()
        start = max(at - _LOOKED_AT, 0)
        start = max(data.rfind(b"\n", start, at) + 1, data.rfind(b"=", start, at) + 1, start)
        return b"-=" if _COMMAND.search(data[start:at]) else sign[0]

    return _COMPARED.sub(plain, data)


# Behind a `=` in `[[ … ]]` the grammar takes what has signs in it for a regular expression that nothing follows.
_EQUALS = b" = "
_LONGEST_TEST = 800
# `${text:$start:2}`: it knows names there and no variables.
_VARIABLE = b":$"
_NAME_IN_BRACES = re.compile(rb"[A-Za-z_]\w*[:}]")
_EXPANDED = re.compile(rb"\$\{\w+\Z")
_LONGEST_NAME = 60


def with_plain_tests(data: bytes) -> bytes:
    """A script whose tests of several things compare with two signs, and whose substrings begin at names."""

    def begins_at_variable(at: int) -> bool:
        expanded = _EXPANDED.search(data, max(at - _LONGEST_NAME, 0), at)
        return expanded is not None and _NAME_IN_BRACES.match(data, at + len(_VARIABLE)) is not None

    def compares_one_of_several(at: int) -> bool:
        start = data.rfind(b"[[", max(at - _LONGEST_TEST, 0), at)
        end = data.find(b"]]", at, at + _LONGEST_TEST)
        test = data[start + 2 : end] if start >= 0 and end >= 0 else b""
        return test[:1].isspace() and b"]]" not in test and (b"&&" in test or b"||" in test)

    data = _with(data, _VARIABLE, b": ", begins_at_variable)
    return _with(data, _EQUALS, b" ==", compares_one_of_several)


# Numbers in arithmetic whose digits a variable has, files that are opened both ways, a string behind another
# redirection, brackets among the arguments of `[`: of these it knows what is left without the signs.
_BASE = re.compile(rb"(?:0x|\d{1,2}#)\Z")
_REDIRECTED = re.compile(rb">{1,2}[ \t]*+[^\s|;&()<>]++[ \t]*+\Z")
_BRACKET = re.compile(rb"\\[()](?<=[ \t]..)(?=[ \t])")
_TEST_BEFORE = re.compile(rb"(?:^|[\s;|&!])(?:\[|test)[ \t]")


def with_plain_signs(data: bytes) -> bytes:
    """A script without signs that the grammar does not know where they stand."""

    def row_before(at: int) -> bytes:
        start = max(at - _LOOKED_AT, 0)
        return data[max(data.rfind(b"\n", start, at) + 1, start) : at]

    def in_test(found: re.Match[bytes]) -> bytes:
        return b"  " if _TEST_BEFORE.search(row_before(found.start())) else found[0]

    for sign in (b"x$", b"#$"):
        if sign in data:
            data = _without_bases(data, sign)
    data = _with(data, b"<>", b"< ", lambda at: data[at - 1 : at].isdigit())
    data = _with(data, b"<<<", b" < ", lambda at: _REDIRECTED.search(row_before(at)) is not None)
    return _BRACKET.sub(in_test, data) if b" \\( " in data else data


def _without_bases(data: bytes, sign: bytes) -> bytes:
    """The text without the bases of numbers in arithmetic that end with a sign before a variable."""
    parts: list[bytes] = []
    done = 0
    at = data.find(sign)
    while at >= 0:
        start = max(data.rfind(b"\n", max(at - _LOOKED_AT, 0), at) + 1, at - _LOOKED_AT, 0)
        base = _BASE.search(data, max(at - 2, start), at + 1)
        if base is not None and data.find(b"((", start, at) >= 0:
            parts += (data[done : base.start()], b" " * len(base[0]))
            done = at + 1
        at = data.find(sign, at + 1)
    return b"".join((*parts, data[done:])) if parts else data


def _with(data: bytes, sign: bytes, other: bytes, where: Callable[[int], bool]) -> bytes:
    """The text with a sign replaced at some places. To look for it so is ten times as fast as by a pattern."""
    parts: list[bytes] = []
    done = 0
    at = data.find(sign)
    while at >= 0:
        if where(at):
            parts += (data[done:at], other)
            done = at + len(sign)
        at = data.find(sign, at + len(sign))
    return b"".join((*parts, data[done:])) if parts else data


PROFILE = Profile(
    imports="indexer.graph.imports.shell:ShellResolver",
    grammar=Grammar(
        trusted=True,
        keeps_keywords=True,
        dialect=without_titles,
        readable_apart=(with_plain_comparisons, with_plain_tests, with_plain_signs),
    ),
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(HEREDOC,)),
    names=Names(
        convention=Convention(
            test=CAMEL, tool=re.compile(rb"shunit2?\b|bash_?unit"), title=re.compile(rb"[ \t]*@test[ \t]")
        )
    ),
    heredocs=HEREDOCS,
    layout=Layout(heredocs="any"),
    measures=Measures(patterns='(list ["&&" "||"] @decision)'),
    patterns=Patterns(places="indexer.patterns.places_lua:SHELL"),
    embeds=Embeds(finder="indexer.embedded.quoted:scripts_in_quotes"),
)
