"""What somebody types in stays in the outline, whatever its body has become."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name

# A definition and what makes its body unreadable to the grammar's own recovery.
BROKEN = {
    "bash": (
        'one() {\n  echo 1\n}\n\ntwo()\n{\n    printf "x" "\n}\n\nthree() {\n  echo 3\n}\n',
        ["one", "two", "three"],
    ),
    "clojure": (
        '(defn one [x]\n  (inc x))\n\n(defn two\n  "doc"\n  [x y]\n  (if (neg? y) (\n    (inc x)))\n\n'
        "(defn three [x] x)\n",
        ["one", "two", "three"],
    ),
    "scheme": (
        "(define (one x)\n  x)\n\n(define (two x)\n  (if x (\n      1\n      2))\n\n(define (three x)\n  x)\n",
        ["one", "two", "three"],
    ),
    "java": (
        "class A {\n    void one() {\n        go();\n    }\n\n    @Override\n    public <T> void two(T a,\n"
        "            T b) {\n"
        '        go(a); "\n    }\n\n    void three() {\n        go();\n    }\n}\n',
        ["A", "one", "two", "three"],
    ),
    "kotlin": (
        "fun one(): Int {\n    return 1\n}\n\nfun <K, V> two(capacity: Int): Map<K, V> {\n    return of(capacity) {\n}"
        "\n\nfun three() {\n    go()\n}\n",
        ["one", "two", "three"],
    ),
    "python": (
        "class A:\n    def one(self):\n        return 1\n\n    @property\n    def two(self) -> bool:\n"
        '        """Whether."""\n        return False "\n\n    def three(self):\n        return 3\n',
        ["A", "one", "two", "three"],
    ),
    "cpp": (
        "struct A {\n    int one() const\n    {\n        return 1;\n    }\n\n    int two() const noexcept\n    {\n"
        "        return 2; {\n    }\n\n    int three() const\n    {\n        return 3;\n    }\n};\n\n"
        "int four() { return 4; }\n",
        ["A", "one", "two", "three", "four"],
    ),
    "haskell": (
        "one :: Int\none = 1\n\n-- | What\n-- it is\n-- for.\ntwo :: Int\n    -> [Int]\n"
        "two n = try (do\n  [ n\n  , { 2\n  ])\n\nthree = 3\n",
        ["one", "two", "three"],
    ),
    "ocaml": (
        "let one x =\n  x\n\nlet two\n    ~a t =\n  match t with (\n  | None -> a\n  | Some v -> v\n\nlet three = 3\n",
        ["one", "two", "three"],
    ),
    "ocaml_interface": (
        "val one : int\n\nval two :\n     ?a:(int\n  -> int\n  -> int\n\nval three : int\n",
        ["one", "two", "three"],
    ),
    "elm": (
        "one x =\n    x\n\n\ntwo : Int -> Int\ntwo x =\n    case x of (\n        _ -> 1\n\n\nthree x =\n    x\n",
        ["one", "two", "three"],
    ),
    "typescript": (
        "export const one = 1\n\nexport const two = <A>(\n  self: A\n): boolean =>\n  match(self, {\n    a: () => 1\n"
        "  }\n\nexport const three = 3\n",
        ["one", "two", "three"],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_definition_that_is_broken_stays(name: str) -> None:
    text, expected = BROKEN[name]
    document = Document.of(by_name(name), text.encode())
    assert document.structure is not None and not document.structure.clean
    found = [symbol for symbol in document.symbols() if symbol.name in expected]
    assert [symbol.name for symbol in found] == expected
    ends = {symbol.name: symbol.row_end for symbol in found}
    starts = {symbol.name: symbol.row_start for symbol in found}
    assert ends["two"] < starts["three"], "it ends with its own rows"


def test_a_head_that_is_broken_itself_says_nothing() -> None:
    document = Document.of(by_name("clojure"), b'(defn one [x]\n  x)\n\n(defn "two [\n  (if x (\n')
    assert [symbol.name for symbol in document.symbols()] == ["one"]


def test_what_lies_in_the_brackets_of_a_head_is_not_the_definition() -> None:
    text = b'tests :: [Test]\ntests = [ testGroup "inner"\n  [ a {\n  , b\n  ]\n  ]\n\nother = 1\n'
    names = [symbol.name for symbol in Document.of(by_name("haskell"), text).symbols()]
    assert names[0] == "tests" and names[-1] == "other"


def test_an_instance_stays_with_the_method_that_is_broken() -> None:
    text = b"instance Show A where\n  show d = f $\n    g (d\n   where s = 1\n\nother = 1\n"
    assert [symbol.name for symbol in Document.of(by_name("haskell"), text).symbols()] == ["Show A", "show", "other"]


def test_what_begins_as_far_out_is_not_inside() -> None:
    text = b'one() {\n  echo "\n}\ntwo() {\n  echo 2\n}\n'
    found = Document.of(by_name("bash"), text).symbols()
    assert [(symbol.name, symbol.row_start, symbol.row_end) for symbol in found] == [("one", 0, 2), ("two", 3, 5)]


def test_a_member_that_reaches_over_blanks_stays() -> None:
    members = "".join(f"    def m{at}(x: Int): Int =\n      x + {at}\n\n" for at in range(200))
    broken = "    def broken(x: Int) = {\n      if (x\n    }\n"
    text = f"object O {{\n  trait A {{\n{members}{broken}  }}\n}}\n".encode()
    names = {symbol.name for symbol in Document.of(by_name("scala"), text).symbols()}
    assert {f"m{at}" for at in range(200)} <= names


def test_a_row_at_the_wrong_column_does_not_end_a_class() -> None:
    body = "".join(f"        int b{at} = {at};\n\n" for at in range(120))
    text = (
        f"class A {{\n    int first;\n\n    void one() {{\n        go();\n {{\n    }}\n\n    static class B\n"
        f"    extends C {{\n{body}"
        "        void two() {\n            go();\n        }\n    }\n}\n"
    )
    names = {symbol.name for symbol in Document.of(by_name("java"), text.encode()).symbols()}
    assert {"A", "one", "B", "two", "b0", "b119"} <= names
