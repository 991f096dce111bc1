"""What a function is by the conventions of its language, and names that are titles."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.query.kinds import kinds_named

TESTS = {
    "python": (
        "def test_adds():\n    pass\n\n\nclass UserTests(TestCase):\n    def setUp(self):\n        pass\n\n"
        "    def testRemoves(self):\n        def test_inner():\n            pass\n\n\nclass Database:\n"
        "    def test_connection(self):\n        pass\n",
        ["test_function test_adds", "test_method testRemoves"],
    ),
    "go": (
        'package p\n\nfunc TestA(t *testing.T) {\n\tt.Run("is \\"b\\"", func(t *testing.T) {\n\t\tx()\n\t})\n}\n\n'
        "func Testify() {\n}\n\nfunc BenchmarkA(b *testing.B) {\n}\n\nfunc ExampleA() {\n}\n",
        ["test_function TestA", 'test is "b"', "test_function BenchmarkA", "test_function ExampleA"],
    ),
    "java": (
        "class A {\n  @Test\n  void adds() { }\n  @org.junit.Test public void b() { }\n  @Tested void c() { }\n"
        "  void testD() { }\n}\nclass OldTest extends TestCase {\n  public void testE() { }\n}\n",
        ["test_method adds", "test_method b", "test_method testE"],
    ),
    "kotlin": (
        'class A {\n  @Test\n  fun `adds two`() { }\n  fun b() { }\n}\nclass B : Spec({\n  test("c $d") { }\n})\n',
        ["test_method adds two", "test c $d"],
    ),
    "csharp": (
        'class A {\n  [Fact]\n  public void Adds() { }\n  [TestCase(1), Category("x")]\n  public void B(int c) { }\n'
        "  [Testable] public void D() { }\n}\n",
        ["test_method Adds", "test_method B"],
    ),
    "php": (
        "<?php\nclass ATest extends TestCase {\n  public function testB() { }\n  #[Test]\n  function c() { }\n}\n"
        "class D { function testE() { } }\nit('isn\\'t it', function () { });\n",
        ["test_method testB", "test_method c", "test isn't it"],
    ),
    "rust": (
        "mod tests {\n    #[test]\n    fn adds() { }\n    #[tokio::test]\n    async fn b() { }\n"
        "    #[cfg(test)]\n    fn c() { }\n}\n",
        ["test_function adds", "test_function b"],
    ),
    "ruby": (
        'describe "x" do\n  it "returns #{y["z"]} for \\"w\\"" do\n  end\nend\n'
        "class ATest < Minitest::Test\n  def test_b; end\nend\n",
        ["test x", 'test returns #{y["z"]} for "w"', "test_method test_b"],
    ),
    "javascript": (
        "describe('a', () => {\n  it('isn\\'t `b`', () => { });\n  test.each([1])(`c ${d} e`, () => { });\n});\n",
        ["test a", "test isn't `b`", "test c ${d} e"],
    ),
    "typescript": ("it('a', async (): Promise<void> => { });\n", ["test a"]),
    "elixir": ('defmodule ATest do\n  test "adds #{b} to \\"c\\"" do\n  end\nend\n', ['test adds #{b} to "c"']),
    "julia": ('@testset "adds $(b) to \\"c\\"" begin\n  d\nend\n', ['test adds $(b) to "c"']),
    "swift": (
        "class ATests: XCTestCase {\n  func testB() { }\n  func helper() { }\n}\n@Test func c() { }\n",
        ["test_method testB", "test_function c"],
    ),
    "scala": (
        'class A extends AnyFlatSpec {\n  test("adds") { b }\n  "A stack" should "pop" in { c }\n}\n',
        ["test adds", 'test "A stack" should "pop"'],
    ),
    "haskell": ('main = hspec $ do\n  describe "a" $ do\n    it "b" $ c\n', ["test a", "test b"]),
    "bash": (
        "#!/bin/sh\ntest_cmp () {\n\t:\n}\ntest_expect_success 'it'\\''s set up' '\n\ttrue\n'\n"
        "test_expect_failure PERL \"b $c\" 'false'\n",
        ["test it's set up", "test b $c"],
    ),
}


def found(language: str, text: str) -> list[str]:
    document = Document.of(by_name(language), text.encode())
    kinds = kinds_named("test") or frozenset()
    names = [f"{symbol.kind} {symbol.name}" for symbol in document.symbols() if symbol.kind in kinds]
    blocks = {f"{block.kind} {block.name}" for block in document.blocks()[1] if block.kind in kinds}
    assert blocks <= set(names), "blocks tell the same"
    return names


@pytest.mark.parametrize("language", TESTS)
def test_tests_are_known_by_the_conventions_of_their_language(language: str) -> None:
    text, expected = TESTS[language]
    assert found(language, text) == expected


def test_bats_and_shunit() -> None:
    bats = (
        '#!/usr/bin/env bats\nsetup() {\n  :\n}\n@test "adds (2 + 2), it\'s" {\n'
        "  cat <<EOF\nx() {\nEOF\n}\n\n@test 'b' {\n  c\n}\n"
    )
    document = Document.of(by_name("bash"), bats.encode())
    assert [(each.kind, each.name, each.signature) for each in document.symbols()] == [
        ("function", "setup", "setup()"),
        ("test", "adds (2 + 2), it's", '@test "adds (2 + 2), it\'s"'),
        ("test", "b", "@test 'b'"),
    ]
    assert [(fold.row_start, fold.row_end) for fold in document.folds()] == [(1, 2), (4, 7), (5, 6), (10, 11)]
    functions = "test_a() {\n  :\n}\ntestB() {\n  :\n}\nhelper() {\n  :\n}\n"
    assert found("bash", functions) == []
    assert found("bash", f"{functions}. shunit2\n") == ["test_function test_a", "test_function testB"]


@pytest.mark.parametrize("word", ["function", "method", "test"])
def test_a_test_that_is_a_method_is_all_three(word: str) -> None:
    assert "test_method" in (kinds_named(word) or ())
    assert ("test_function" in (kinds_named(word) or ())) == (word != "method")
    assert ("test" in (kinds_named(word) or ())) == (word == "test")


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("python", "class A:\n    def __init__(self):\n        pass\n", "__init__"),
        ("ruby", "class A\n  def initialize\n  end\nend\n", "initialize"),
        ("php", "<?php\nclass A { function __construct() { } }\n", "__construct"),
        ("javascript", "class A { constructor() { } }\n", "constructor"),
        ("java", "class A { A() { } }\n", "A"),
    ],
)
def test_constructors(language: str, text: str, name: str) -> None:
    document = Document.of(by_name(language), text.encode())
    assert [each.name for each in document.symbols() if each.kind == "constructor"] == [name]


BRANCHES = "if (a) {\n  b();\n} else if (c) {\n  d();\n} else {\n  e();\n}\n"
AROUND = {
    "c": "void f() {\n%s}\n",
    "cpp": "void f() {\n%s}\n",
    "csharp": "class A { void f() {\n%s} }\n",
    "d": "void f() {\n%s}\n",
    "dart": "void f() {\n%s}\n",
    "go": "func f() {\n%s}\n",
    "java": "class A { void f() {\n%s} }\n",
    "javascript": "function f() {\n%s}\n",
    "kotlin": "fun f() {\n%s}\n",
    "php": "<?php function f() {\n%s}\n",
    "r": "f <- function() {\n%s}\n",
    "rust": "fn f() {\n%s}\n",
    "scala": "def f() = {\n%s}\n",
    "typescript": "function f() {\n%s}\n",
}


@pytest.mark.parametrize("language", AROUND)
def test_else_if_is_one_branch_in_every_language(language: str) -> None:
    document = Document.of(by_name(language), (AROUND[language] % BRANCHES).encode())
    kinds = [(block.kind, block.row_start) for block in document.blocks()[1] if block.kind in ("if", "elif", "else")]
    assert kinds == [("if", 1), ("elif", 3), ("else", 5)]


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("bash", "alias ll='ls -l' la=ls\n", ["ll", "la"]),
        ("ruby", 'class A\n  attr_accessor :b, "c"\n  define_method(:"d e") { }\nend\n', ["A", "b", "c", "d e"]),
        ("javascript", 'x = { "it\\\'s": function () { }, "a\\\\b"() { } };\n', ["it's", "a\\b"]),
        ("php", "<?php\ndefine('it\\'s', 1);\nclass A { public $b; }\n", ["it's", "A", "b"]),
        ("powershell", "$Global:a = 1\nfunction script:Get-B { }\n", ["a", "Get-B"]),
        ("puppet", 'file { ["/c", "/d"]: }\nclass e(String $f = $g) { }\n', ["/c", "/d", "e", "f"]),
        ("javascript", "function \\u00e9t\\u{e9}() { }\n", ["été"]),
        ("sql", "CREATE TABLE [dbo].[h] (i int);\n", ["dbo.h", "i"]),
        ("json", '{"a \\"b\\"": 1, "": 2}\n', ['a "b"', '""']),
    ],
)
def test_names_are_spelled_as_people_say_them(language: str, text: str, names: list[str]) -> None:
    document = Document.of(by_name(language), text.encode())
    assert [symbol.name for symbol in document.symbols() if symbol.name != "x"] == names
