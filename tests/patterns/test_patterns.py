"""Code patterns: what they find, what they refuse, and that ast-grep finds the same in code nobody here wrote."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

import pytest

from indexer.grammars.parsers import parser
from indexer.grammars.trust import is_fuzzed
from indexer.languages.registry import languages
from indexer.model import Problem, Span
from indexer.patterns.match import Found, Match, without_cut
from indexer.patterns.metavariables import pattern_literals
from indexer.patterns.pattern import Pattern, compile_pattern, matches_in
from indexer.patterns.raw import RawQuery, compile_query
from indexer.syntax.structure import Structure
from tests.corpus import module
from tests.judges import missing
from tests.oracles import ast_grep
from tests.oracles import patterns as oracle
from tests.paths import CASES

FOLDER = CASES / "outline"


def pattern(source: str, grammar: str) -> Pattern:
    compiled = compile_pattern(source, grammar)
    assert isinstance(compiled, Pattern), compiled
    return compiled


def found(source: str, grammar: str, text: str) -> list[str]:
    """The matches, as text."""
    data = text.encode()
    parse = parser(grammar)
    assert parse is not None
    return [
        data[match.start : match.end].decode()
        for match in pattern(source, grammar).matches(parse.parse(data).root_node, data)
    ]


def captures(source: str, grammar: str, text: str) -> dict[str, str]:
    """What the metavariables of the first match stand for."""
    data = text.encode()
    parse = parser(grammar)
    assert parse is not None
    first = pattern(source, grammar).matches(parse.parse(data).root_node, data)[0]
    return {name: data[start:end].decode() for name, (start, end) in first.captures.items()}


def problem(source: str, grammar: str = "python") -> str:
    refused = compile_pattern(source, grammar)
    assert isinstance(refused, Problem), refused
    return refused.message


class TestMetavariables:
    def test_one_node(self) -> None:
        assert found("f($A)", "python", "f(1)\nf(1, 2)\nf()\ng(1)\n") == ["f(1)"]
        assert captures("f($A)", "python", "f(g(x))") == {"A": "g(x)"}

    def test_any_number_of_nodes(self) -> None:
        assert found("f($$$A)", "python", "f()\nf(1)\nf(1, 2)\n") == ["f()", "f(1)", "f(1, 2)"]
        assert captures("f($A, $$$B)", "python", "f(1, 2, 3)") == {"A": "1", "B": "2, 3"}

    def test_the_last_of_any_number(self) -> None:
        assert captures("f($$$A, $B)", "python", "f(1, 2, 3)") == {"A": "1, 2", "B": "3"}
        assert captures("f($$$A, $B)", "python", "f(1)") == {"B": "1"}

    @pytest.mark.parametrize(
        ("source", "grammar", "expected"),
        [
            ('f"$$${$X}"', "python", {"X": "b(1)"}),
            ('f"$$${$X}$$$"', "python", {"X": "a"}),
            ("`$$$${$X}`", "javascript", {"X": "b(1)"}),
            ("`$$$${$X}$$$`", "javascript", {"X": "a"}),
            ("`$$$HEAD${$X}`", "typescript", {"HEAD": "x ${a}-", "X": "b(1)"}),
            ("`x ${$X}$$$REST`", "tsx", {"X": "a", "REST": "-${b(1)}"}),
        ],
    )
    def test_holes_in_strings_that_put_something_in(self, source: str, grammar: str, expected: dict[str, str]) -> None:
        text = 'f"x {a}-{b(1)}"\n' if grammar == "python" else "`x ${a}-${b(1)}`\n"
        assert captures(source, grammar, text) == expected

    def test_repeated_means_equal_code_whatever_its_spacing(self) -> None:
        assert found("$X == $X", "python", "a == a\na == b\nf(a, b) == f(a,b)\n") == ["a == a", "f(a, b) == f(a,b)"]
        assert found("f($$$A) + g($$$A)", "python", "f(1, 2) + g(1,2)\nf(1) + g(1, 2)\n") == ["f(1, 2) + g(1,2)"]

    def test_anonymous_ones_need_not_be_equal(self) -> None:
        assert found("$_ == $_", "python", "a == b\n") == ["a == b"]
        assert captures("$_ == $_", "python", "a == b\n") == {}

    def test_lower_case_is_ordinary_text(self) -> None:
        assert found("$el.hide()", "javascript", "$el.hide(); x.hide()") == ["$el.hide()"]

    def test_behind_a_backslash_is_ordinary_text(self) -> None:
        assert found(r"echo \$HOME", "bash", "echo $HOME; echo $USER") == ["echo $HOME"]
        assert found(r"\$DEBUG = $V;", "php", "<?php $DEBUG = 1; $OTHER = 2;") == ["$DEBUG = 1;"]
        assert found(r"\$A.b($A)", "javascript", "$A.b(x); c.b(y)") == ["$A.b(x)"]

    def test_two_backslashes_are_one(self) -> None:
        assert found(r"f(\\$X)", "perl", r"f(\$y); f($y);") == [r"f(\$y)"]
        assert found(r"f(\\\$X)", "perl", r"f(\$X); f(\$y); f($X);") == [r"f(\$X)"]

    def test_a_whole_body(self) -> None:
        assert captures("if $C: $$$B", "python", "if x:\n    a()\n    b()\n") == {"C": "x", "B": "a()\n    b()"}

    def test_text_is_read_from_the_document_and_not_from_the_masked_text(self) -> None:
        text = b"f(<<~ONE, <<~TWO)\n  a\nONE\n  b\nTWO\n"
        masked = b'f("____", "____")\n   \n   \n   \n   \n'
        assert len(text) == len(masked)
        parse = parser("ruby")
        assert parse is not None
        trees = [(parse.parse(masked), 0)]
        assert matches_in(pattern("f($A, $A)", "ruby"), trees, text).matches == []
        (match,) = matches_in(pattern("f($A, $B)", "ruby"), trees, text).matches
        assert [text[slice(*match.captures[name])] for name in "AB"] == [b"<<~ONE", b"<<~TWO"]

    def test_what_any_number_stands_for_ends_at_its_bracket(self) -> None:
        code = "func f(a: Int, b: Int) -> Int { g() }"
        assert captures("func $F($$$A) { $$$B }", "swift", code) == {"F": "f", "A": "a: Int, b: Int", "B": "g()"}

    def test_one_node_is_a_whole_expression_where_a_grammar_has_it_in_parts(self) -> None:
        assert captures("final $A = $B;", "dart", "final a = b.c(d).e;") == {"A": "a", "B": "b.c(d).e"}
        assert captures("$A.e", "dart", "var a = b.c(d).e;") == {"A": "b.c(d)"}

    def test_nothing_at_all_is_not_captured(self) -> None:
        assert captures("<script>$$$A</script>", "html", "<script></script>") == {}


class TestShape:
    def test_comments_are_skipped(self) -> None:
        assert found("f(g($A))", "javascript", "f(/* why */ g(1) /* so */)") == ["f(/* why */ g(1) /* so */)"]

    def test_what_follows_the_last_part_does_not_matter(self) -> None:
        code = "void f(void) { if (a) return 1; else return 2; }"
        assert found("if ($C) return $R;", "c", code) == ["if (a) return 1; else return 2;"]

    def test_operators_and_keywords_matter(self) -> None:
        assert found("$A + $B", "python", "a + b\na - b\n") == ["a + b"]
        assert found("$A is None", "python", "a is None\na is not None\n") == ["a is None"]

    def test_several_statements(self) -> None:
        code = "x = 1\ny = 1\nx = 2\ny = 3\nx = 4\n# why\ny = 4\n"
        assert found("x = $A\ny = $A", "python", code) == ["x = 1\ny = 1", "x = 4\n# why\ny = 4"]

    def test_nested_matches_are_all_found(self) -> None:
        assert found("f($A)", "python", "f(f(1))") == ["f(f(1))", "f(1)"]


# pattern, grammar, code, matches: what a snippet means that a grammar cannot read alone, or reads as something else
MEANT = [
    ("kfree($X)", "c", "void f(void) { kfree(p); q = kfree(r); }", ["kfree(p)", "kfree(r)"]),
    ("$A * $B", "c", "void f(void) { int *p; x = a * b; }", ["a * b"]),
    ("int $X = $V", "c", "void f(void) { int x = 1; long y = 2; }", ["int x = 1;"]),
    (
        "case $A: $$$B",
        "c",
        "void f(void) { switch (x) { case 1: g(); break; default: h(); } }",
        ["case 1: g(); break;"],
    ),
    ("int $X;", "java", "class A { int x; void f() { int y; } }", ["int x;", "int y;"]),
    ("void $F($$$A) { $$$B }", "csharp", "class A { void f(int a) { g(); } }", ["void f(int a) { g(); }"]),
    ("if ($C) { $$$ }", "csharp", "class A { void f() { if (a) { b(); } } }", ["if (a) { b(); }"]),
    ("Some($X) => $Y", "rust", "fn f() { match a { Some(b) => c, None => d } }", ["Some(b) => c,"]),
    ("$A: $B", "rust", "struct S { a: u8 }", ["a: u8"]),
    ("$A: $B", "javascript", "x = { a: 1, b: 2 }", ["a: 1", "b: 2"]),
    ("get $A() { $$$ }", "javascript", "class A { get b() { return 1 } }", ["get b() { return 1 }"]),
    ('"k": $V', "python", 'x = {"k": 1, "l": 2}', ['"k": 1']),
    ("except $E: pass", "python", "try:\n  a\nexcept B:\n  pass\n", ["except B:\n  pass"]),
    ('"name": $A', "json", '{"name": "x", "a": {"name": [1]}}', ['"name": "x"', '"name": [1]']),
    ('{"name": $A, $$$}', "json", '[{"name": 1, "b": 2}, {"b": 2}]', ['{"name": 1, "b": 2}']),
    ("color: $A", "css", "a { color: red; margin: 0 }", ["color: red;"]),
    ("name = $A", "toml", '[a]\nname = "x"\n', ['name = "x"']),
    ("$A = f($B);", "php", "<?php $x = f(1); $this->y = f($z);", ["$x = f(1);", "$this->y = f($z);"]),
    (
        "foreach ($A as $K => $V) { $$$ }",
        "php",
        "<?php foreach ($x as $k => $v) { g(); }",
        ["foreach ($x as $k => $v) { g(); }"],
    ),
    ("my $A = shift;", "perl", "sub f { my $x = shift; my $y = 1; }", ["my $x = shift;"]),
    ("echo $A", "bash", 'echo hi\necho "$x"\necho a b\n', ["echo hi", 'echo "$x"', "echo a b"]),
    ("class $A < $B\n $$$\nend", "ruby", "class A < B\n def f; end\nend\n", ["class A < B\n def f; end\nend"]),
    ("resource $A $B { $$$ }", "hcl", 'resource "a" "b" {\n x = 1\n}\n', ['resource "a" "b" {\n x = 1\n}']),
    ("SELECT $A FROM $B", "sql", "select x from y;", ["select x from y"]),
    ("SELECT $A FROM $B", "sql", "CREATE VIEW v AS SELECT x FROM y;", ["SELECT x FROM y"]),
    ("SELECT $A FROM $B", "sql", "INSERT INTO t SELECT x FROM y;", ["SELECT x FROM y"]),
    ("SELECT x FROM $B", "sql", "SELECT x FROM y UNION SELECT x FROM z;", ["SELECT x FROM y", "SELECT x FROM z"]),
    ("SELECT x FROM $B", "sql", "DELETE FROM t WHERE a IN (SELECT x FROM y);", ["SELECT x FROM y"]),
    ("SELECT x FROM $B", "sql", "WITH c AS (SELECT x FROM y) SELECT z FROM c;", ["SELECT x FROM y"]),
    ("SELECT $A FROM $B;", "sql", "SELECT x FROM y; CREATE VIEW v AS SELECT x FROM z;", ["SELECT x FROM y;"]),
    ("DELETE FROM $T WHERE $$$", "sql", "delete from t where a = 1;", ["delete from t where a = 1"]),
    ("UPDATE $T SET $$$", "sql", "UPDATE t SET a = 1, b = 2 WHERE c;", ["UPDATE t SET a = 1, b = 2 WHERE c"]),
    (
        "defmodule $M do $$$ end",
        "elixir",
        "defmodule A.B do\n def f, do: 1\nend",
        ["defmodule A.B do\n def f, do: 1\nend"],
    ),
    ("if $A then $$$B else $$$C end", "lua", "if x then a() else b() end", ["if x then a() else b() end"]),
    ('<a href="$A">$$$</a>', "html", '<p><a href="x"><b>y</b></a></p>', ['<a href="x"><b>y</b></a>']),
]


@pytest.mark.parametrize(("source", "grammar", "code", "expected"), MEANT, ids=[f"{row[1]} {row[0]}" for row in MEANT])
def test_a_snippet_means_what_it_means_in_its_place(source: str, grammar: str, code: str, expected: list[str]) -> None:
    assert found(source, grammar, code) == expected


class TestLiterals:
    def test_every_match_contains_them(self) -> None:
        assert pattern("log.error($A, extra=1)", "python").literals == (b"error", b"extra", b"log")

    def test_short_ones_and_metavariables_are_none(self) -> None:
        assert pattern("a.$B($C)", "python").literals == ()

    def test_keywords_that_may_be_written_in_any_case_are_none(self) -> None:
        assert pattern("SELECT $A FROM users", "sql").literals == (b"users",)

    def test_without_a_grammar(self) -> None:
        assert pattern_literals("logger.error($A, $$$REST) or x1") == (b"logger", b"error")

    @pytest.mark.parametrize(("source", "grammar", "code"), [row[:3] for row in MEANT])
    def test_real_matches_contain_them(self, source: str, grammar: str, code: str) -> None:
        for text in found(source, grammar, code):
            assert all(literal.decode() in text for literal in pattern(source, grammar).literals)
            assert all(literal.decode().lower() in text.lower() for literal in pattern_literals(source))


def test_a_comma_at_the_end_may_have_come_with_the_line() -> None:
    assert found('"a": $V,', "json", '{"a": 1, "b": 2}') == ['"a": 1']
    assert found("retries = $N,", "lua", "x = { retries = 3 }") == ["retries = 3"]
    assert found("$A,", "python", "x = 1,\n") == ["1,"]


def test_of_two_readings_of_a_damaged_text_the_one_that_was_not_cut_counts() -> None:
    cut = Found([Match(0, 5), Match(9, 12)], True)
    whole = Found([Match(0, 30), Match(0, 25), Match(9, 12), Match(9, 14)], True)
    first, second = without_cut(cut, whole)
    assert [(match.start, match.end) for match in first.matches] == [(9, 12)]
    assert second == whole


def test_text_that_no_node_shows_is_compared() -> None:
    code = 'a: "x"\nb: "y"\n'
    assert found('"x"', "yaml", code) == ['"x"']
    assert "whole" in problem('"#{$A}"', "yaml")


class TestRefusals:
    @pytest.mark.parametrize("source", ["", " \n ", "$$$", "$A", "$A $B", "$$$A\n$B"])
    def test_nothing_to_look_for(self, source: str) -> None:
        assert "empty" in problem(source) or "everything" in problem(source)

    def test_unreadable_code_says_where(self) -> None:
        refused = compile_pattern("f($A, def", "python")
        assert isinstance(refused, Problem)
        assert refused.span is not None and refused.span.end <= len("f($A, def")

    def test_the_place_counts_the_backslashes(self) -> None:
        source = r"é \$A = = $B"
        refused = compile_pattern(source, "python")
        assert isinstance(refused, Problem) and refused.span is not None
        assert source.encode()[refused.span.start : refused.span.end] == b"$A ="

    @pytest.mark.parametrize(
        ("source", "said", "span"),
        [
            ("foo(", "( at byte 3 is not closed", Span(3, 4)),
            ("é[foo($A, ']')", "[ at byte 2 is not closed", Span(2, 3)),
            ("f($A))", ") at byte 5 closes nothing", Span(5, 6)),
        ],
    )
    def test_a_bracket_without_a_partner(self, source: str, said: str, span: Span) -> None:
        refused = compile_pattern(source, "python")
        assert isinstance(refused, Problem)
        assert said in refused.message and refused.span == span

    def test_one_and_many_of_a_name(self) -> None:
        assert "different names" in problem("def $F($A, $$$A): $$$")

    def test_prose_is_no_pattern(self) -> None:
        assert "no code" in problem("some words", "html")

    def test_a_part_of_a_string(self) -> None:
        assert "part of a name, string" in problem('"hello $A"', "javascript")

    def test_unknown_and_unsafe_grammars(self) -> None:
        assert "no such grammar" in problem("x", "klingon")
        assert "cobol" in problem("x", "cobol")

    @pytest.mark.parametrize(
        "source",
        [
            "x" * 1_000_000,
            "$A " * 3_000,
            "f(" + ", ".join("$A" for _ in range(1_000)) + ")",
            "(" * 3_000 + ")" * 3_000,
            "(" * 4_000,
            "[ $A < $B ( " * 40,
            "\0",
            "\ud800",
            "f($A",
        ],
        ids=["long", "many", "arguments", "deep", "open", "mangled", "nul", "surrogate", "unclosed"],
    )
    def test_hostile_patterns_are_refused_soon(self, source: str) -> None:
        started = time.process_time()
        assert problem(source)
        assert time.process_time() - started < 5

    def test_a_search_with_too_many_ways_ends_and_says_so(self) -> None:
        data = b"f(" + b", ".join(b"a%d" % number for number in range(2_000)) + b")\n"
        parse = parser("python")
        assert parse is not None
        root = parse.parse(data).root_node
        started = time.process_time()
        result = pattern("f($$$A, $B, $$$C, $D, $$$E, $D, $$$F)", "python").find(root, data)
        assert (result.matches, result.complete) == ([], False)
        assert time.process_time() - started < 5


def test_lines_of_real_code_find_themselves() -> None:
    """Half of a construct is often no pattern, and then a problem; what is one finds the line it came from."""
    tried = itself = 0
    for language in languages():
        parse = parser(language.grammar) if language.grammar is not None and is_fuzzed(language.grammar) else None
        for path in sorted(FOLDER.glob(f"{language.name}.*")) if parse is not None else ():
            if path.suffix == ".outline":
                continue
            data = path.read_bytes()
            assert parse is not None and language.grammar is not None
            root = parse.parse(data).root_node
            for line in data.decode().splitlines()[::7]:
                compiled = compile_pattern(line, language.grammar)
                if isinstance(compiled, Pattern):
                    tried += 1
                    start = line.strip().encode()[:8]
                    itself += any(start in data[match.start : match.end] for match in compiled.matches(root, data))
    assert tried > 100
    assert itself > 0.8 * tried


@pytest.mark.parametrize(("language", "source"), [("python", "self.$A = $B"), ("python", "import $A\nimport $B")])
def test_a_text_in_pieces_gives_what_the_whole_gives(language: str, source: str) -> None:
    compiled = pattern(source, language)
    parse = parser(language)
    assert parse is not None
    total = 0
    for path in sorted(module("db/models").glob("**/*.py"))[:40]:
        data = path.read_bytes()
        structure = Structure.parse(language, data)
        assert structure is not None
        whole = compiled.matches(parse.parse(data).root_node, data)
        assert matches_in(compiled, structure.trees(data), data).matches == whole, path
        total += len(whole)
    assert total > 20


def needs_ast_grep() -> None:
    if not ast_grep.is_there():
        missing("ast-grep")


def test_ast_grep_finds_the_same() -> None:
    needs_ast_grep()
    loaded = oracle.load([module("db/models"), module("forms")], "python", 40)
    assert len(loaded) > 20
    outcomes = oracle.compare("python", oracle.patterns_of("python"), loaded)
    assert sum(outcome.same for outcome in outcomes.values()) > 5_000
    for source, outcome in outcomes.items():
        assert outcome.verdict != "wrong", (source, outcome.wrong)
        compiled = pattern(source, "python")
        for file in loaded:
            for path, start, end in oracle.ours(source, [file]):
                assert path and all(literal in file.data[start:end] for literal in compiled.literals)


@pytest.mark.parametrize("language", oracle.TABLE)
def test_ast_grep_agrees_on_our_own_cases(language: str) -> None:
    needs_ast_grep()
    own = [path for folder in ("outline", "patterns") for path in (FOLDER.parent / folder).glob(f"{language}.*")]
    loaded = oracle.load(own, language, 10)
    assert loaded
    outcomes = oracle.compare(language, oracle.patterns_of(language), loaded)
    wrong = {source: outcome.wrong for source, outcome in outcomes.items() if outcome.verdict == "wrong"}
    assert {source: rows for source, rows in wrong.items() if not oracle.explained(language, source)} == {}


def test_ast_grep_agrees_on_the_pinned_corpus() -> None:
    """`python -m tests.oracles.patterns --fetch FOLDER` brings it; OUTCROP_PATTERNS says where it is."""
    needs_ast_grep()
    folder = os.environ.get("OUTCROP_PATTERNS")
    if not folder or len(list(Path(folder).glob("*+*"))) < len(ast_grep.CORPUS):
        pytest.skip("OUTCROP_PATTERNS names no corpus, or only a part of it")
    counts = sum((oracle.judge(language, [Path(folder)], 8, False) for language in oracle.TABLE), Counter())
    assert counts["patterns"] > 900 and not counts["wrong"]


class TestRawQueries:
    CODE = b"f(x)\ny = z\n# c\ng()\n"

    def run(self, source: str) -> list[bytes]:
        compiled = compile_query(source, "python")
        assert isinstance(compiled, RawQuery), compiled
        parse = parser("python")
        assert parse is not None
        return [
            self.CODE[match.start : match.end]
            for match in compiled.matches(parse.parse(self.CODE).root_node, self.CODE)
        ]

    def test_a_match_is_the_outermost_capture(self) -> None:
        assert self.run("(call function: (identifier) @f) @c") == [b"f(x)", b"g()"]
        assert self.run("(call function: (identifier) @f)") == [b"f", b"g"]

    @pytest.mark.parametrize(
        ("predicate", "expected"),
        [
            ('#eq? @i "f"', [b"f"]),
            ('#not-eq? @i "f"', [b"x", b"y", b"z", b"g"]),
            ('#match? @i "^[fg]$"', [b"f", b"g"]),
            ('#any-of? @i "x" "y"', [b"x", b"y"]),
            ('#not-any-of? @i "x" "y" "z"', [b"f", b"g"]),
        ],
    )
    def test_predicates(self, predicate: str, expected: list[bytes]) -> None:
        assert self.run(f"((identifier) @i ({predicate}))") == expected

    @pytest.mark.parametrize(
        ("source", "said", "span"),
        [
            ("(foo) @a", "no node of this kind, foo", Span(1, 4)),
            ("(call\n  foo: (identifier)) @a", "no field of this name, foo", Span(8, 11)),
            ('((identifier) @a (#eq? @b "x"))', "nothing is captured under this name, b", Span(24, 25)),
            ("(call", "not complete", Span(5, 5)),
            ("(call (module)) @a", "no tree of this grammar", Span(6, 6)),
            ("identifier @a", "not a query", Span(0, 0)),
            ('((identifier) @a (#frob? @a "x"))', "no predicate is called #frob?", Span(18, 24)),
            ('((identifier) @a (#match? @a "("))', "regular expression", Span(0, 0)),
            ("(identifier)", "captures nothing", None),
            ("", "empty", None),
            ("\0", "no query can have", None),
            ("(" * 20_000, "the most is", None),
        ],
    )
    def test_problems_say_what_and_where(self, source: str, said: str, span: Span | None) -> None:
        refused = compile_query(source, "python")
        assert isinstance(refused, Problem)
        assert said in refused.message
        assert refused.span == span

    def test_an_impossible_amount_of_work_ends_and_says_so(self) -> None:
        compiled = compile_query("(module (_) @a (_) @b (_) @c)", "python")
        assert isinstance(compiled, RawQuery)
        data = b"f(a)\n" * 2_000
        parse = parser("python")
        assert parse is not None
        started = time.process_time()
        assert not compiled.find(parse.parse(data).root_node, data).complete
        assert time.process_time() - started < 8
