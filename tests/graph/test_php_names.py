"""What names mean in PHP, case by case: `→` stands before the name that is asked about, `●` before the one it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.engine import Engine, Limits, Problem
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from tests.graph.test_names import targets

PHP = "<?php\n"


def case(title: str, evidence: str, text: str, **others: str) -> object:
    files = {f"{name.replace('__', '/')}.php": PHP + other for name, other in others.items()}
    return pytest.param(evidence, {"a.php": PHP + text, **files}, id=title)


CASES = [
    case("a parameter", "scope", "function f($●x) { return $→x; }\n"),
    case("a function has its own variables", "scope", "$x = 1;\nfunction f() { $●x = 2; return $→x; }\n"),
    case("a variable is defined where it is first set", "scope", "function f() { $●x = 1; $x = 2; return $→x; }\n"),
    case(
        "not in another branch",
        "scope",
        "function f($a) { if ($a) { $x = 1; } else { $●x = 2; echo $→x; } }\n",
    ),
    case(
        "nor in one that returns",
        "scope",
        "function f($a) { if ($a) { $x = 1; return $x; } $●x = 2; return $→x; }\n",
    ),
    case(
        "but in one that a loop comes back to",
        "scope",
        "function f($a) { foreach ($a as $b) { if ($b) { $●x = 1; } else { echo $→x; } } }\n",
    ),
    case("an arrow function sees around", "scope", "function f($●x) { return fn($y) => $→x + $y; }\n"),
    case("a closure takes what it says", "scope", "function f($●x) { return function () use ($x) { return $→x; }; }\n"),
    case("also by reference", "scope", "function f() { $g = function () use (&$●x) {}; return $→x; }\n"),
    case("a closure has its own parameters", "scope", "function f($x) { return function ($●x) { return $→x; }; }\n"),
    case("global", "scope", "$●x = 1;\nfunction f() { global $x; return $→x; }\n"),
    case("static", "scope", "function f() { static $●n = 0; return ++$→n; }\n"),
    case("a key of a loop", "scope", "foreach ($a as $●k => $v) { echo $→k; }\n"),
    case("what a list takes apart", "scope", "[$a, [$●b]] = f();\necho $→b;\n"),
    case("what a function sets", "scope", "preg_match('a', 'b', $●found);\necho $→found;\n"),
    case("an exception", "scope", "try { f(); } catch (A | B $●e) { echo $→e; }\n"),
    case("a variable in a string", "scope", 'function f($●x) { return "a {$→x} b"; }\n'),
    case("a variable in a heredoc", "scope", "function f($●x) { return <<<E\n  a $→x b\n  E;\n}\n"),
    case("a function of the file", "scope", "function ●f() {}\n→f();\n"),
    case("a function is no class", "scope", "class f {}\nfunction ●f() {}\n→f();\n"),
    case("self", "scope", "class ●A { function f() { return →self::B; } }\n"),
    case("parent", "scope", "class ●A {}\nclass B extends A { function f() { →parent::f(); } }\n"),
    case("a property", "member", "class A { private $●x; function f($x) { return $this->→x; } }\n"),
    case("a method is no property", "member", "class A { public $x; function ●x() { $this->→x(); } }\n"),
    case("a constant is neither", "member", "class A { const ●x = 1; public $x; function x() { return self::→x; } }\n"),
    case("a static property", "member", "class A { static $●x; function f() { return static::$→x; } }\n"),
    case(
        "a promoted parameter is a property",
        "member",
        "class A { function __construct(private B $●b) {}\nfunction f() { return $this->→b; } }\n",
    ),
    case("a case of an enum", "member", "enum A { case ●One; }\nf(A::→One);\n"),
    case(
        "of a class above",
        "member",
        "class A { function ●f() {} }\nclass B extends A { function g() { $this->→f(); } }\n",
    ),
    case(
        "of a trait",
        "member",
        "trait T { function ●f() {} }\ninterface I { function f(); }\n"
        "class B implements I { use T; function g() { $this->→f(); } }\n",
    ),
    case("of what was made here", "member", "class A { function ●f() {} }\nfunction g() { $a = new A(); $a->→f(); }\n"),
    case("of a declared type", "member", "class A { function ●f() {} }\nfunction g(?A $a) { $a?->→f(); }\n"),
    case(
        "of what a call gives", "member", "class A { function ●f(): static {} }\nfunction g(): A {}\ng()->f()->→f();\n"
    ),
    case(
        "of what a constructor sets",
        "member",
        "class A { function ●f() {} }\nclass B { private $a;\n"
        "function __construct(A $a) { $this->a = $a; }\nfunction g() { $this->a->→f(); } }\n",
    ),
    case(
        "of what was tested",
        "member",
        "class A { function ●f() {} }\nfunction g($a) { if ($a instanceof A) { $a->→f(); } }\n",
    ),
    case("of a class without a name", "member", "$a = new class { function ●f() {} };\n$a->→f();\n"),
    case("an argument by its name", "member", "class A { function __construct(int $●x) {} }\nnew A(→x: 1);\n"),
    case(
        "another file of the namespace",
        "scope",
        "namespace N;\nnew →A();\n",
        b="namespace N;\nclass ●A {}\n",
        c="class A {}\n",
    ),
    case(
        "use",
        "import",
        "namespace N;\nuse M\\A;\nnew →A();\n",
        b="namespace M;\nclass ●A {}\n",
        c="namespace N;\nclass A {}\n",
    ),
    case("use under another name", "import", "use M\\A as B;\nnew →B();\n", b="namespace M;\nclass ●A {}\n"),
    case("use of several", "import", "use M\\{A, B as C};\nnew →C();\n", b="namespace M;\nclass ●B {}\n"),
    case("use of a function", "import", "use function M\\f;\n→f();\n", b="namespace M;\nfunction ●f() {}\n"),
    case("use of a constant", "import", "use const M\\X;\necho →X;\n", b="namespace M;\nconst ●X = 1;\n"),
    case(
        "a name with its path", "import", "namespace N;\nuse M\\O;\nO\\→A::f();\n", b="namespace M\\O;\nclass ●A {}\n"
    ),
    case(
        "a full name",
        "import",
        "namespace N;\nnew \\M\\→A;\n",
        b="namespace M;\nclass ●A {}\n",
        c="namespace N\\M;\nclass A {}\n",
    ),
    case("a function of no namespace", "import", "namespace N;\n→f();\n", b="function ●f() {}\n"),
    case("a class of no namespace is not known in one", "external", "namespace N;\nnew →A;\n", b="class A {}\n"),
    case(
        "two namespaces in a file",
        "import",
        "use M\\A;\nnew →A;\n",
        b="namespace L { class A {} }\nnamespace M { class ●A {} }\n",
    ),
    case(
        "a function of the language",
        "external",
        "namespace N;\n→strlen('a');\n",
        b="class B { function strlen() {} }\n",
    ),
    case(
        "a member of what lies outside",
        "external",
        "use M\\A;\nfunction f(A $a) { $a->→g(); }\n",
        b="class B { function g() {} }\n",
    ),
    case(
        "a member of nobody knows what",
        "name",
        "function f($a) { $a->→g(); }\n",
        b="class B { function ●g() {} }\n",
        c="class C { function g() {} }\n",
    ),
]


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_a_name_means(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    assert found, "nothing was found"
    assert found[0].evidence == evidence
    if evidence == "external":
        assert found[0].corpus is None and len(found) == 1
    else:
        assert {found[0].path: found[0].span.start} == meant


def test_a_variable_that_nothing_sets_means_nothing() -> None:
    found, _ = targets({"a.php": "<?php\n$x = 1;\nclass x {}\nfunction f() { return $→x; }\n"})
    assert found == []


def test_what_a_variable_names_is_no_member_of_that_name() -> None:
    found, meant = targets({"a.php": "<?php\nclass A { public $x; function f($●x) { return $this->$→x; } }\n"})
    assert {one.path: one.span.start for one in found} == meant


def test_classes_that_extend_each_other_and_deep_branches_end() -> None:
    loop = "class A extends B { use B; } class B extends A { function f() { $this->→g(); } }\n"
    targets({"a.php": PHP + loop})
    deep = "if ($a) { $x = 1; " * 500 + "echo $→x;" + "}" * 500
    targets({"a.php": f"{PHP}function f($a) {{ {deep} }}\n"})


SHOP = """\
<?php
namespace Shop;

interface Priced
{
    public function price(int $count): int;
}

class Item implements Priced
{
    public function __construct(private int $price) {}

    public function price(int $count): int
    {
        $sum = $count * $this->price;
        $tell = function () use ($sum) { return "sum: $sum {$this->price}"; };
        echo <<<END
            $sum of {$this->price($count)}
            END;
        return $sum;
    }
}
"""
MAIN = """\
<?php
use Shop\\Item as Thing;

function price() {}
$sum = (new Thing(price: 3))->price(2);
price();
"""


def places(root: Path, sought: str, new: str) -> list[tuple[str, int]]:
    (root / "Item.php").write_text(SHOP)
    (root / "main.php").write_text(MAIN)
    engine = Engine()
    try:
        opened = engine.open_paths({str(root): root}, lambda *_: None)
        with opened.corpora({}) as corpora:
            resolver = Resolver(corpora, KnownTexts())
            renamer = Renamer(resolver, corpora[0], "Item.php", SHOP.index(sought) + 1, Limits(seconds=60))
            renaming = renamer.renaming(new)
            assert not isinstance(renaming, Problem), renaming
            return [(one.path, one.text.lines.row_of(one.span.start) + 1) for one in renaming.sure]
    finally:
        engine.shutdown()


def test_a_variable_is_renamed_in_closures_strings_and_heredocs(tmp_path: Path) -> None:
    assert places(tmp_path, "$sum", "total") == [("Item.php", row) for row in (15, 16, 16, 18, 20)]


def test_a_method_is_renamed_with_the_interface_and_without_the_property(tmp_path: Path) -> None:
    expected = [("Item.php", 6), ("Item.php", 13), ("Item.php", 18), ("main.php", 5)]
    assert places(tmp_path, "price(int $count): int\n    {", "cost") == expected


def test_a_promoted_property_is_renamed_with_the_argument_that_names_it(tmp_path: Path) -> None:
    expected = [("Item.php", 11), ("Item.php", 15), ("Item.php", 16), ("main.php", 5)]
    assert places(tmp_path, "$price) {}", "cost") == expected
