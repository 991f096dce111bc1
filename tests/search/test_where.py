"""Conditions on the holes of patterns: the brute-force evaluation and Python's own `ast` as judges."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

import pytest

from indexer.query.parser import parse
from indexer.search.match.matches import count, match
from indexer.search.match.matches import places_found as places_of
from indexer.search.plan.shared import shared_holes
from tests.corpus import module
from tests.search.brute_force import brute_force
from tests.search.facts import DocumentFacts
from tests.search.test_match import Questions, as_tuples, found, lines

CODE = """\
def a(lock):
    mutex_lock(lock)
    x = f(1, 2, 3)
    mutex_unlock(lock)

def b(lock, other):
    mutex_lock(lock)
    g(unsafe_x, b + c)
    mutex_unlock(other)

for y in items:
    items.remove(y)

for y in items:
    other.remove(y)

f(100)
f(a ,  b)
f(g(1), "a  b")
f(lambda: 0x20)
f()
"""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('pattern:"g($A, $B)" where:$A=/^unsafe_/', [8]),
        ('pattern:"g($A, $B)" where:$A!=/^unsafe_/', []),
        ('pattern:"f($$$A)" where:$$$A>=3', [3]),
        ('pattern:"f($$$A)" where:$$$A=0', [21]),
        ('pattern:"f($$$A)" where:$$$A=1..2', [17, 18, 19, 20]),
        ('pattern:"f($$$A)" where:$$$A<2', [17, 20, 21]),
        ('pattern:"f($$$A)" -where:$$$A<2', [3, 18, 19]),
        ('pattern:"f($A)" where:$A>50', [17]),
        ('pattern:"f($A)" where:$A<=100', [17]),
        ('pattern:"f($A)" where:$A>100', []),
        ('pattern:"lambda: $A" where:$A>=32 where:$A<33', [20]),
        ('pattern:"f($A, $B)" where:$A=a', [18]),
        ('pattern:"f($A, $B)" where:$A="a"', [18]),
        ('pattern:"f($$$A)" where:$$$A="a, b"', [18]),
        ('pattern:"f($A, $B)" (where:$A=a OR where:$A=/^g/)', [18, 19]),
        ('pattern:"f($A, $B)" where:$A=(pattern:"g($_)")', [19]),
        ('pattern:"f($A, $B)" where:$A!=(pattern:"g($_)")', [18]),
        ('pattern:"f($A, $B)" where:$B=(is:string)', [19]),
        ('pattern:"f($A, $B)" where:$A=(call:g)', [19]),
        ('pattern:"mutex_lock($L)" where:$L=(in:a)', [2]),
        ('pattern:"for $A in $B: $$$BODY" where:$$$BODY=(other)', [14]),
        ('pattern:"for $A in $B: $$$BODY" where:$$$BODY=(has:(pattern:"$B.remove($A)"))', [11]),
        ('pattern:"for $A in $B: $$$BODY" where:$$$BODY!=(has:(pattern:"$B.remove($A)"))', [14]),
        ('kind:function pattern:"mutex_lock($M)" pattern:"mutex_unlock($M)"', [1]),
        ('kind:function has:(pattern:"mutex_lock($M)") -has:(pattern:"mutex_unlock($M)")', [6]),
        ('kind:function pattern:"mutex_lock($M)" pattern:"mutex_unlock($N)" where:$M=$N', [1]),
        ('kind:function pattern:"mutex_lock($M)" pattern:"mutex_unlock($N)" where:$M!=$N', [6]),
        ('pattern:"mutex_lock($M)" OR pattern:"mutex_unlock($M)"', [2, 4, 7, 9]),
        ('ts:"(call function: (identifier) @f arguments: (_) @a) @c" lang:python where:@f=/^mutex_l/', [2, 7]),
        ('(pattern:"g($A, $B)" where:$A=/^x/) OR (pattern:"f($A)" where:$A=/^1/)', [17]),
        ('(pattern:"g($A, $B)" OR pattern:"f($C)") where:$C=/^1/', [8, 17]),
        ('kind:function -pattern:"g($A, $B)" where:$A=/^unsafe/', [1]),
    ],
)
def test_what_holes_stand_for(query: str, expected: list[int]) -> None:
    assert lines(query, CODE) == expected
    parsed = parse(query).query
    assert parsed is not None
    facts = DocumentFacts("a.py", CODE.encode())
    assert as_tuples(match(parsed, facts)) == brute_force(parsed, facts)
    assert count(parsed, facts) == len(expected)


@pytest.mark.parametrize(
    ("query", "message", "place"),
    [
        ('pattern:"f($A)" where:$B=x', "no pattern has `$B`; there is `$A`", "where:$B=x"),
        ('pattern:"f($ARGS)" where:$ARG=x', "no pattern has `$ARG`, did you mean `$ARGS`?", "where:$ARG=x"),
        ("where:$A=x", "`where:` needs a `pattern:` beside it, whose hole it speaks of", "where:$A=x"),
        ("foo (where:$A=x)", "`where:` needs a `pattern:` beside it, whose hole it speaks of", "where:$A=x"),
        (
            'has:(pattern:"f($A)") where:$A=x',
            "the pattern with `$A` is not beside it: `where:` goes in the same parentheses",
            "where:$A=x",
        ),
        (
            'pattern:"f($_A)" where:$_A=x',
            "`$_A` is never kept: a name that begins with `_` is for what nobody asks about",
            "where:$_A=x",
        ),
        ('pattern:"f($A)" where:$A>many', "a number goes behind `>`", "many"),
        ('pattern:"f($A)" where:$A=', "`where:$A=` needs a value directly behind the sign", "where:$A="),
        ('pattern:"f($A)" where:$A=/(/', "bad regular expression: missing ): (", "/(/"),
        ('pattern:"f($A)" where:$A>(x)', "a query goes behind `=` or `!=`, not behind `>`", "where:$A>"),
        (
            'pattern:"f($A)" where:A=x',
            "`where:` takes a hole of a pattern and what it must be: "
            "where:$A=/regex/, where:$A!=$B, where:$$$ARGS>3 or where:$BODY=(query)",
            "where:A=x",
        ),
        (
            'pattern:"f($A)" where:$A:string_literal',
            "`where:` takes a hole of a pattern and what it must be: "
            'where:$A=(ts:"(string_literal) @x"), with `lang:` in the query',
            "where:$A:string_literal",
        ),
        (
            "kind:method_definition",
            'unknown kind `method_definition`, did you mean `ts:"(method_definition) @x"`?',
            "method_definition",
        ),
    ],
)
def test_what_cannot_be_said_of_holes(query: str, message: str, place: str) -> None:
    (problem,) = parse(query).problems
    assert problem.message == message
    assert problem.span is not None
    assert query[problem.span.start : problem.span.end] == place


def test_what_a_hole_is_written_in_counts_also_where_its_row_goes_on() -> None:
    code = 'f(a, "b")\nf("c", d)\n'
    assert lines('pattern:"f($A, $B)" where:$A=(is:code)', code) == [1]
    assert lines('pattern:"f($A, $B)" where:$B=(is:code)', code) == [2]
    assert lines('pattern:"f($A, $B)" where:$A=(is:string)', code) == [2]


def test_shared_holes_are_bounded() -> None:
    """Ten thousand ways to choose are not tried, and that is said."""
    facts = DocumentFacts("a.py", "".join(f"f(a{n})\ng(b{n})\n" for n in range(100)).encode())
    said: list[str] = []
    facts.is_incomplete = said.append  # type: ignore[method-assign]
    query = parse('pattern:"f($A)" pattern:"g($B)" where:$A!=$B select:file').query
    assert query is not None
    assert len(match(query, facts)) == 1
    assert said == ["its patterns share holes in too many ways; some matches may be missing"]


def test_replace_respects_conditions() -> None:
    """What is replaced are the places of the same evaluation."""
    facts = DocumentFacts("a.py", CODE.encode())
    query = parse('pattern:"f($$$A)" where:$$$A=1..2 where:$$$A!=/lambda/').query
    assert query is not None
    places = [(places.starts[at], places.ends[at]) for _, places, at in places_of(query, facts)]
    assert [CODE[start:end] for start, end in places] == ["f(100)", "f(a ,  b)", 'f(g(1), "a  b")']


class Holes(Questions):
    """Random queries with patterns and conditions on what they hold."""

    _SHAPES = ("$F($$$A)", "$A = $B", "$A * $B", "$A.$B", "return $A", "if $A: $$$B", "$F($A)", "def $F($$$A): $$$B")

    def _term(self) -> str:
        pick = self._random.choice
        if self._random.random() < 0.6:
            return super()._term()
        number = pick("123456")
        source = re.sub(r"(\$[A-Z])", rf"\g<1>{number}", pick(self._SHAPES))
        hole = pick(re.findall(r"\$+[A-Z]\d", source))
        word = pick(self._words)
        tests = [
            f"=/{word[:2]}/",
            f"!=/^{word[0]}/i",
            f"={word}",
            f"=({super()._term()})",
            f"=(has:({super()._term()}))",
        ]
        tests += [f"{pick(['>', '<', '>=', '<='])}{self._random.randint(0, 3)}", f"=$A{number}", f"!=$A{number}"]
        test = pick(tests)
        if test.endswith(f"$A{number}") and f"$A{number}" not in source:
            test = f"={word}"
        sign = "-" if self._random.random() < 0.2 else ""
        return f'(pattern:"{source}" {sign}where:{hole}{test})' if pick((True, False)) else f'pattern:"{source}"'


@pytest.mark.parametrize("seed", range(3))
def test_the_slow_way_finds_the_same(seed: int) -> None:
    facts = DocumentFacts("dateparse.py", module("utils/dateparse.py").read_bytes()[-1900:])
    questions = Holes(facts, seed)
    answered = asked = 0
    while asked < 60:
        text = questions.next()
        query = parse(text).query
        assert query is not None, text
        shared = shared_holes(query)
        if ("where:" not in text and shared is None) or (shared is not None and len(shared.holes) > 1):
            continue  # the slow way has no time for all ways to choose two
        asked += 1
        expected = brute_force(query, facts)
        assert as_tuples(match(query, facts)) == expected, text
        assert count(query, facts) == len(match(query, facts)), text
        answered += bool(expected)
    assert answered > 10


def test_a_match_beside_other_things_is_the_hit_with_its_lines() -> None:
    """With `select:line`, the matches of a pattern are hits, and the other things must be in their lines."""
    facts = DocumentFacts("a.py", b"if a:\n    b\n    c\nif c:\n    d\n")

    def rows(query: str) -> list[tuple[int, int]]:
        return [(hit.row + 1, hit.row_end + 1) for hit in found(query, facts)]

    assert rows('pattern:"if $A: $$$B" c select:line') == [(1, 3), (4, 5)]
    assert rows('pattern:"if $A: $$$B" b c select:line') == [(1, 3)]
    assert rows('b pattern:"if $A: $$$B" select:line') == [(1, 3)]
    assert rows('pattern:"if $A: $$$B" pattern:d select:line') == [(4, 5)]
    assert rows('pattern:d pattern:"if $A: $$$B" select:line') == [(5, 5)]
    assert rows('(pattern:"if $A: $$$B" OR a) d select:line') == [(4, 5)]
    assert rows('(pattern:"if $A: $$$B" OR kind:if) d select:line') == [(4, 5), (5, 5)]


Judged = tuple[str, Callable[[ast.AST, str], bool]]


def _calls() -> Iterator[Judged]:
    def arguments(node: ast.Call) -> int:
        return len(node.args) + len(node.keywords)

    def name(node: ast.Call) -> str:
        return ast.unparse(node.func)

    def is_call(node: ast.AST) -> bool:
        """A generator alone has no parentheses of its own."""
        alone = isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp)
        return isinstance(node, ast.Call) and not alone

    for number in range(6):
        for sign, compare in (("=", int.__eq__), (">=", int.__ge__), ("<", int.__lt__)):
            yield (
                f'pattern:"$F($$$A)" where:$$$A{sign}{number}',
                lambda node, _, n=number, c=compare: is_call(node) and c(arguments(node), n),
            )
    for regex in (r"^self\.", "^_", "[.]append$", "^[A-Z]", "^len$"):
        for sign in ("=", "!="):
            yield (
                f'pattern:"$F($$$A)" where:$F{sign}/{regex}/',
                lambda node, _, r=regex, s=sign: is_call(node) and bool(re.search(r, name(node), re.M)) == (s == "="),
            )


def _in_parentheses(node: ast.expr, source: str) -> bool:
    rows = source.split("\n")[: node.lineno]
    rows[-1] = rows[-1].encode()[: node.col_offset].decode()
    return "".join(rows).rstrip().endswith("(")


def _assignments() -> Iterator[Judged]:
    def one(node: ast.AST) -> bool:
        return isinstance(node, ast.Assign) and len(node.targets) == 1

    for text in ("None", "0", "True", "[]"):
        yield f'pattern:"$A = $B" where:$B="{text}"', lambda node, _, t=text: one(node) and ast.unparse(node.value) == t
    for kind, pattern in ((ast.Call, "$F($$$)"), (ast.BinOp, "$X + $Y")):
        yield (
            f'pattern:"$A = $B" where:$B=(pattern:"{pattern}")',
            lambda node, source, k=kind: (
                isinstance(node, ast.Assign)  # of `a = b = f()` what is behind the first `=` is such an assignment
                and not _in_parentheses(node.value, source)
                and isinstance(node.value, k)
                and (not isinstance(node.value, ast.BinOp) or isinstance(node.value.op, ast.Add))
            ),
        )
    yield (
        'pattern:"$A.$N = $N"',
        lambda node, _: (
            one(node)
            and isinstance(node.targets[0], ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.targets[0].attr == node.value.id
        ),
    )
    yield (
        'pattern:"$A.$N = $V" where:$N=$V',
        lambda node, _: (
            one(node)
            and isinstance(node.targets[0], ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.targets[0].attr == node.value.id
        ),
    )


@pytest.mark.parametrize(
    ("query", "is_meant"), [pytest.param(*judged, id=judged[0][:60]) for judged in (*_calls(), *_assignments())]
)
def test_python_itself_finds_the_same(query: str, is_meant: Callable[[ast.AST, str], bool]) -> None:
    for name in ("core/signing.py", "http/multipartparser.py", "utils/functional.py", "utils/text.py"):
        source = module(name).read_text("utf-8")
        nodes = [node for node in ast.walk(ast.parse(source)) if is_meant(node, source)]
        expected = sorted({(node.lineno, node.end_lineno) for node in nodes})  # type: ignore[attr-defined]
        hits = found(query, DocumentFacts(name, source.encode()))
        assert sorted({(hit.row + 1, hit.row_end + 1) for hit in hits}) == expected, name
