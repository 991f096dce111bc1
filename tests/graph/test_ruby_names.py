"""What names mean in Ruby: `→` stands before the name that is asked about, `●` before the one it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.engine import Engine, Limits, Problem
from indexer.graph.renames import Renamed, Renaming
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from tests.graph.test_names import targets


def case(title: str, evidence: str, text: str, **others: str) -> object:
    files = {f"{name.replace('__', '/')}.rb": other for name, other in others.items()}
    return pytest.param(evidence, {"a.rb": text, **files}, id=title)


CASES = [
    case("a parameter", "scope", "def f(●x)\n  →x\nend\n"),
    case("a keyword", "scope", "def f(●x: 1)\n  →x\nend\n"),
    case("a method sees no variables around it", "external", "puts = 1\ndef f\n  →puts\nend\n"),
    case("a block does", "scope", "def f(●x)\n  each { |y| →x + y }\nend\n"),
    case("a block has its own", "scope", "def f(x)\n  each { |●x| →x }\nend\n"),
    case("a variable that a block sets", "scope", "def f\n  ●x = 1\n  each { x = 2 }\n  →x\nend\n"),
    case("one that only a block has", "scope", "def f\n  each { ●x = 2\n    →x }\n  x = 1\nend\n"),
    case("a variable is defined where it is first set", "scope", "def f\n  ●x = 1\n  x = 2\n  →x\nend\n"),
    case("what is taken apart", "scope", "def f\n  a, (b, ●c) = g\n  →c\nend\n"),
    case("an exception", "scope", "begin\nrescue A => ●e\n  →e\nend\n"),
    case("in a string", "scope", 'def f(●x)\n  "a #{→x}"\nend\n'),
    case("in a heredoc", "scope", "def f(●x)\n  <<~E\n    a #{→x}\n  E\nend\n"),
    case("a pattern", "scope", "case a\nin [●x, *] then →x\nend\n"),
    case("a method of the object", "member", "class A\n  def ●f; end\n  def g; →f; end\nend\n"),
    case("with arguments it is no variable", "member", "class A\n  def ●f(x); end\n  def g; f = 1; →f(f); end\nend\n"),
    case("self", "member", "class A\n  def ●f; end\n  def g; self.→f; end\nend\n"),
    case("of the class itself", "member", "class A\n  def f; end\n  def self.●f; end\n  def self.g; →f; end\nend\n"),
    case("not of the class itself", "member", "class A\n  def self.f; end\n  def ●f; end\n  def g; →f; end\nend\n"),
    case("in a singleton class", "member", "class A\n  class << self\n    def ●f; end\n  end\nend\nA.→f\n"),
    case(
        "a scope of records is the class's own",
        "member",
        "class A < Outside::Base\n  scope :●open, -> { where(x: 1) }\n  def open; end\nend\nA.→open.first\n",
    ),
    case("an attribute", "member", "class A\n  attr_reader :x, :●y\n  def f; →y; end\nend\n"),
    case("a writer", "member", "class A\n  def x; end\n  def ●x=(v); end\n  def f; self.→x = 1; end\nend\n"),
    case("a member of a struct", "member", "P = Struct.new(:●x) do\n  def f; →x; end\nend\n"),
    case("above", "member", "class A\n  def ●f; end\nend\nclass B < A\n  def g; →f; end\nend\n"),
    case(
        "included",
        "member",
        "module M\n  def ●f; end\nend\nclass A\n  def f; end\nend\nclass B < A\n  include M\n  def g; →f; end\nend\n",
    ),
    case("super", "member", "class A\n  def ●f; end\nend\nclass B < A\n  def f; →super; end\nend\n"),
    case("what new makes", "member", "class A\n  def ●f; end\nend\ndef g\n  a = A.new\n  a.→f\nend\n"),
    case("new leads to the constructor", "member", "class A\n  def ●initialize(x); end\nend\nA.→new(1)\n"),
    case(
        "what a field holds",
        "member",
        "class A\n  def ●f; end\nend\nclass B\n  def initialize; @a = A.new; end\n  def g; @a.→f; end\nend\n",
    ),
    case(
        "a field", "member", "class A\n  def initialize; @●x = 1; end\n  def f; →@x; end\nend\n".replace("@●x", "●@x")
    ),
    case(
        "a constant of the class around",
        "scope",
        "X = 1\nmodule A\n  ●X = 2\n  class B\n    def f; →X; end\n  end\nend\n",
    ),
    case("a compact name is one level", "scope", "●X = 1\nmodule A\n  X = 2\nend\nclass A::B\n  def f; →X; end\nend\n"),
    case("the outermost", "scope", "●X = 1\nmodule A\n  X = 2\n  def f; ::→X; end\nend\n"),
    case("a constant of what is above", "member", "class A\n  ●X = 1\nend\nclass B < A\n  Y = B::→X\nend\n"),
    case(
        "a class of another file",
        "import",
        "module A\n  def f; →B; end\nend\n",
        b="module A\n  class ●B; end\nend\n",
        c="class B; end\n",
    ),
    case("a class opened again", "member", "class A\n  def g; →f; end\nend\n", b="class A\n  def ●f; end\nend\n"),
    case(
        "its base is said elsewhere",
        "member",
        "class A\n  def g; →f; end\nend\n",
        b="class A < B; end\n",
        c="class B\n  def ●f; end\nend\n",
    ),
    case(
        "the file that is called after a class comes first",
        "import",
        "→Shop.new\n",
        lib__other="class Shop; end\n",
        lib__shop="class ●Shop; end\n",
    ),
    case("a function of all", "import", "class A\n  def g; →f; end\nend\n", b="def ●f; end\n"),
    case("a class of the language", "external", "→File.read(1)\n", b="class File\n  def x; end\nend\n"),
    case("what it has", "external", "File.→join(1)\n", b="class A\n  def join; end\nend\n"),
    case(
        "a method of the language",
        "external",
        "class A\n  def f; →raise; end\nend\n",
        b="class B\n  def raise; end\nend\n",
    ),
    case(
        "a member of nobody knows what",
        "name",
        "def f(a)\n  a.→go\nend\n",
        b="class B\n  def ●go; end\nend\n",
        c="class C\n  def go; end\nend\n",
    ),
    case("an argument by its name", "member", "class A\n  def initialize(●x:); end\nend\nA.new(→x: 1)\n"),
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


@pytest.mark.parametrize("text", ["f({ →x: 1 })\n", "f(:→x)\n", "{ →x: 1 }\n"])
def test_a_key_or_a_symbol_is_no_name(text: str) -> None:
    found, _ = targets({"a.rb": f"def f(x: 1); end\ndef x; end\n{text}"})
    assert found == []


def test_classes_that_inherit_each_other_and_many_openings_end() -> None:
    loop = "class A < B\n  include A\nend\nclass B < A\n  def f; →missing; end\nend\n"
    targets({"a.rb": loop})
    many = {f"m{n}.rb": f"module M\n  include M::N{n}\n  module N{n}\n    include M\n  end\nend\n" for n in range(60)}
    targets({"a.rb": "module M\n  def f; →missing; end\nend\n", **many})


SHOP = """\
module Shop
  class Item
    attr_reader :price

    def initialize(price)
      @price = price
    end

    def total(count)
      sum = count * price
      [1].each { sum += 1 }
      <<~END
        #{sum}
      END
    end
    private :total
  end
end
"""
MAIN = """\
class Shop::Item
  def show; total(2); end
end
Shop::Item.new(3).send(:total)
"""


def renamed(root: Path, sought: str, new: str) -> Renaming | Problem:
    (root / "item.rb").write_text(SHOP)
    (root / "main.rb").write_text(MAIN)
    engine = Engine()
    try:
        opened = engine.open_paths({str(root): root}, lambda *_: None)
        with opened.corpora({}) as corpora:
            resolver = Resolver(corpora, KnownTexts())
            offset = SHOP.index(sought) + 1
            return Renamer(resolver, corpora[0], "item.rb", offset, Limits(seconds=60)).renaming(new)
    finally:
        engine.shutdown()


def rows(places: list[Renamed]) -> list[tuple[str, int]]:
    return [(one.path, one.text.lines.row_of(one.span.start) + 1) for one in places]


def test_a_variable_is_renamed_in_blocks_and_heredocs(tmp_path: Path) -> None:
    found = renamed(tmp_path, "sum = count", "amount")
    assert isinstance(found, Renaming), found
    assert rows(found.sure) == [("item.rb", row) for row in (10, 11, 13)] and not found.doubtful


def test_a_method_is_renamed_where_its_class_is_opened_again_and_symbols_are_to_be_confirmed(tmp_path: Path) -> None:
    found = renamed(tmp_path, "total(count)", "cost")
    assert isinstance(found, Renaming), found
    assert rows(found.sure) == [("item.rb", 9), ("main.rb", 2)]
    assert rows(found.doubtful) == [("item.rb", 16), ("main.rb", 4)]


@pytest.mark.parametrize("sought", [":price", "@price"])
def test_an_attribute_and_its_field_are_not_renamed_alone(tmp_path: Path, sought: str) -> None:
    found = renamed(tmp_path, sought, "@cost" if sought[0] == "@" else "cost")
    assert isinstance(found, Problem) and "field" in found.message
