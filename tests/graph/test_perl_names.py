"""What names mean in Perl: `→` stands before the name that is asked about, `●` before the one it means."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from indexer.engine import Engine, Limits, Problem
from indexer.graph.renames import Renamed, Renaming
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from tests.graph.test_names import targets


def case(title: str, evidence: str, text: str, **others: str) -> object:
    files = {f"{name.replace('__', '/')}.pm": other for name, other in others.items()}
    return pytest.param(evidence, {"a.pl": text, **files}, id=title)


FOO = "package Foo;\nuse Exporter 'import';\nour @EXPORT = qw(a);\nour @EXPORT_OK = ('b', '$v');\n"

CASES = [
    case("a variable", "scope", "my $●x = 1;\nprint $→x;\n"),
    case("a variable of the function", "scope", "my $x;\nsub f { my $●x = 1; return $→x }\n"),
    case("one around it", "scope", "my $●x;\nsub f { return $→x }\n"),
    case("not one further down", "scope", "my $●x;\nsub f { return $→x }\nmy $x;\n"),
    case("the value is of the one before", "scope", "my $●x = 1;\nsub f { my $x = $→x + 1 }\n"),
    case("also in a function without a name", "scope", "my $●f = 1;\n{ my $f = sub { $→f->() }; }\n"),
    case("known in the next statement", "scope", "my $x = 1;\nsub f { my $●x = $x; $→x }\n"),
    case("declared again", "scope", "my $x = 1;\nmy $●x = 2;\n$→x;\n"),
    case("a block has its own", "scope", "my $●x;\n{ my $x; }\n$→x;\n"),
    case("of a list", "scope", "my ($a1, $●b1, @c) = @_;\n$→b1;\n"),
    case("in a condition", "scope", "my $x;\nif (my $●x = 1) { } elsif ($→x) { }\n"),
    case("behind the condition", "scope", "my $●x;\nif (my $x = 1) { }\n$→x;\n"),
    case("in a loop", "scope", "my $x;\nfor my $●x (1) { $→x }\n"),
    case("what a loop goes through", "scope", "my $●x;\nfor my $x (@$→x) { }\n"),
    case("a loop that counts", "scope", "for (my $●i = 0; $i < 2; $→i++) { }\n"),
    case("while", "scope", "while (my $●l = <>) { print $→l }\n"),
    case("a parameter", "scope", "sub f($●x, $y) { $→x }\n"),
    case("the rest of the parameters", "scope", "sub f($x, @●y) { $→y[0] }\n"),
    case("an element is of the list", "scope", "my ($x, @●x, %x);\n$→x[0];\n"),
    case("a value is of the table", "scope", "my ($x, @x, %●x);\n$→x{a};\n"),
    case("behind an arrow it is a reference", "scope", "my ($●x, @x, %x);\n$→x->{a};\n"),
    case("a slice", "scope", "my ($x, @●x, %x);\n@→x[1, 2];\n"),
    case("a slice of the table", "scope", "my ($x, @x, %●x);\n@→x{1, 2};\n"),
    case("the last index", "scope", "my ($x, @●x);\n$#→x;\n"),
    case("what a reference leads to", "scope", "my ($●x, @x);\n@$→x;\n"),
    case("in braces", "scope", "my ($●x, @x);\n@{$→x};\n"),
    case("its elements", "scope", "my ($●x, @x);\n$$→x[0];\n"),
    case("in a string", "scope", 'my $●x;\nprint "a $→x b";\n'),
    case("an element in a string", "scope", 'my ($x, @●x);\nprint "a $→x[0] b";\n'),
    case("the last index in a string", "scope", 'my $●y;\nmy @x;\nprint "a $#x b";\n$→y;\n'),
    case("in a heredoc", "scope", "my $●x;\nprint <<E;\na $→x\nE\n"),
    case("in a pattern", "scope", "my $●x;\ns/a$→x/b/;\n"),
    case("state", "scope", "sub f { state $●n = 0; $→n++ }\n"),
    case("of the package", "scope", "our $●x;\nsub f { $→x }\n"),
    case("declared in a function", "scope", "sub f { our $●x; $→x }\n"),
    case("with its package", "scope", "package Foo;\nour $●x;\n$Foo::→x;\n"),
    case("of another package", "import", "use Foo;\n$Foo::→x;\n", lib__Foo="package Foo;\nour ($●x, @x);\n"),
    case("the old way to say so", "scope", "use vars qw($a1 @●x);\n$→x[0];\n"),
    case("where it is given a value", "scope", "$Foo::●x = 1;\nprint $Foo::→x;\n"),
    case("where it is declared comes first", "scope", "package Foo;\n$Foo::x = 1;\nour $●x;\n$Foo::→x;\n"),
    case("local is no declaration", "scope", "our $●x;\nsub f { local $x = 1; $→x }\n"),
    case("of perl", "external", "print $→_;\n", b="package B;\nour $_;\n"),
    case("the arguments", "external", "shift @→ARGV;\n", b="package B;\nour @ARGV;\n"),
    case("an element of what is perl's", "external", "$→ENV{a};\n", b="package B;\nour %ENV;\n"),
    case("a pattern's part", "external", "print $→1;\n"),
    case("a function", "scope", "sub ●f { }\n→f(1);\n"),
    case("further down", "scope", "→f(1);\nsub ●f { }\n"),
    case("without brackets", "scope", "sub ●f { }\n→f 1;\n"),
    case("without anything", "scope", "sub ●f { }\nmy $x = →f;\n"),
    case("with its sign", "scope", "sub ●f { }\n&→f;\n"),
    case("as a value", "scope", "sub ●f { }\nmy $x = \\&→f;\n"),
    case("goto", "scope", "sub ●f { }\nsub g { goto &→f }\n"),
    case("announced", "scope", "sub f;\nsub g($$);\nsub ●f { }\nmy $x = →f 1;\n"),
    case("that sorts", "scope", "sub ●f { }\nmy @x = sort →f @y;\n"),
    case("of the package around", "scope", "package A;\nsub f { }\npackage B;\nsub ●f { }\nsub g { →f() }\n"),
    case("of a package in braces", "scope", "sub ●f { }\npackage B { sub f { } }\n→f();\n"),
    case("a package ends with its block", "scope", "sub ●f { }\n{ package B; sub f { } }\n→f();\n"),
    case("named with its package", "scope", "package A;\nsub ●f { }\npackage B;\nA::→f();\n"),
    case("defined with its package", "scope", "sub A::●f { }\nA::→f();\n"),
    case("defined by a glob", "scope", "*●f = sub { };\n→f();\n"),
    case("a constant", "scope", "use constant ●PI => 3;\nprint →PI;\n"),
    case("one of several", "scope", "use constant { E => 2, ●PI => 3 };\nmy $x = →PI + 1;\n"),
    case("taken by name", "import", "use Foo qw(b);\n→b();\n", lib__Foo=FOO + "sub ●b { }\n"),
    case("where it is taken", "import", "use Foo qw(a →b);\n", lib__Foo=FOO + "sub ●b { }\n"),
    case("given without being asked for", "import", "use Foo;\n→a();\n", lib__Foo=FOO + "sub ●a { }\nsub b { }\n"),
    case("by a tag", "import", "use Foo qw(:all);\n→b();\n", lib__Foo=FOO + "sub ●b { }\n"),
    case("a variable that is taken", "import", "use Foo qw($v);\n$→v;\n", lib__Foo=FOO + "our $●v;\n"),
    case("what others are given", "scope", "package A;\nour @EXPORT_OK = qw(e →f);\nsub ●f { }\n"),
    case(
        "taken and given on",
        "import",
        "use Foo qw(b);\n→b();\n",
        lib__Foo="package Foo;\nuse Bar qw(b);\n",
        lib__Bar="package Bar;\nsub ●b { }\n",
    ),
    case(
        "what is not given is not taken",
        "external",
        "use Foo;\nuse Test::More;\n→ok(1);\n",
        lib__Foo=FOO + "sub a { }\nsub ok { }\n",
    ),
    case("from outside by name", "external", "use List::Util qw(first);\n→first(1);\n", b="sub first { }\n"),
    case("of the language", "external", "→push @x, 1;\n", b="package B;\nsub push { }\n"),
    case("a package", "import", "use →Foo;\n", lib__Foo="package ●Foo;\n"),
    case("a package from outside", "external", "use →POSIX;\n"),
    case("the one that is asked", "import", "use Foo;\n→Foo->new;\n", lib__Foo="package ●Foo;\n"),
    case("before a function", "import", "→Foo::f();\n", lib__Foo="package ●Foo;\nsub f { }\n"),
    case("a method of a package", "member", "Foo->→go;\n", lib__Foo="package Foo;\nsub ●go { }\n"),
    case("of the object", "member", "package A;\nsub ●f { }\nsub g { my $self = shift; $self->→f }\n"),
    case("of the object in a list", "member", "package A;\nsub ●f { }\nsub g { my ($self, $x) = @_; $self->→f }\n"),
    case("of the object in a signature", "member", "package A;\nsub ●f { }\nsub g($self, $x) { $self->→f(1) }\n"),
    case("of the class", "member", "package A;\nsub ●f { }\nsub g { my $class = shift; $class->→f }\n"),
    case("of this package", "member", "package A;\nsub ●f { }\n__PACKAGE__->→f;\n"),
    case(
        "what new makes", "member", "sub f { my $x = Foo->new(1); $x->→go }\n", lib__Foo="package Foo;\nsub ●go { }\n"
    ),
    case("at once", "member", "Foo->new->→go;\n", lib__Foo="package Foo;\nsub ●go { }\n"),
    case(
        "what a method gives",
        "member",
        "Foo->new->bar->→go;\n",
        lib__Foo="package Foo;\nsub bar { return Bar->new }\n",
        lib__Bar="package Bar;\nsub ●go { }\n",
    ),
    case("inherited", "member", "package B;\nuse parent 'A';\nB->→f;\n", lib__A="package A;\nsub ●f { }\n"),
    case("inherited from two", "member", "package B;\nuse base qw(A0 A);\nB->→f;\n", lib__A="package A;\nsub ●f { }\n"),
    case("by a list", "member", "package B;\nour @ISA = ('A');\nB->→f;\n", lib__A="package A;\nsub ●f { }\n"),
    case("that is added to", "member", "package B;\npush @ISA, 'A';\nB->→f;\n", lib__A="package A;\nsub ●f { }\n"),
    case("Moose", "member", "package B;\nuse Moose;\nextends 'A';\nB->→f;\n", lib__A="package A;\nsub ●f { }\n"),
    case("an attribute", "member", "package B;\nhas ●x => (is => 'ro');\nsub f { my $self = shift; $self->→x }\n"),
    case(
        "above",
        "member",
        "package B;\nuse parent 'A';\nsub f { my $self = shift; $self->SUPER::→f() }\n",
        lib__A="package A;\nsub ●f { }\n",
    ),
    case("a method with its package", "member", "$x->Foo::→f;\n", lib__Foo="package Foo;\nsub ●f { }\n"),
    case("what is inherited from", "import", "package B;\nuse parent '→A';\n", lib__A="package ●A;\n"),
    case(
        "opened again",
        "member",
        "package A;\nsub g { my $self = shift; $self->→f }\n",
        lib__A="package A;\nsub x { }\n",
        lib__C="package A;\nsub ●f { }\n",
    ),
    case(
        "what may come from outside",
        "external",
        "package A;\nuse parent 'Other';\nsub g { my $self = shift; $self->→f }\n",
        b="package B;\nsub f { }\n",
    ),
    case("all objects have it", "external", "$x->→can('a');\n", b="package B;\nsub can { }\n"),
    case("the only one", "unique", "$x->→go;\n", lib__Foo="package Foo;\nsub ●go { }\n"),
    case("one of two", "name", "$x->→go;\n", b="package B;\nsub ●go { }\n", c="package C;\nsub go { }\n"),
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


@pytest.mark.parametrize("text", ["{ →go => 1 }\n", "$x{→go}\n", "# →go\n", "'→go'\n", "=pod\n\n→go\n\n=cut\n"])
def test_a_key_or_a_text_is_no_name(text: str) -> None:
    found, _ = targets({"a.pl": f"sub go {{ }}\n{text}"})
    assert found == []


LOOP = "package A;\nuse parent 'B';\n"


@pytest.mark.parametrize(
    "files",
    [
        {"a.pl": LOOP + "A->→missing;\n", "B.pm": "package B;\nour @ISA = ('A', 'B', 'C');\n"},
        {
            "a.pl": "use P0;\n→missing();\n",
            **{f"P{n}.pm": f"package P{n};\nuse P{(n + 1) % 30};\nour @EXPORT;\n" for n in range(30)},
        },
        {
            "a.pl": "use P0 qw(f);\n→f();\n",
            **{f"P{n}.pm": f"package P{n};\nuse P{(n + 1) % 30} qw(f);\n" for n in range(30)},
        },
        {"a.pl": "package A;\nA->→missing;\n", **{f"m{n}.pm": LOOP + f"use base 'C{n}';\n" for n in range(60)}},
        {"a.pl": f"our @EXPORT = qw({' '.join(f'n{n}' for n in range(20000))});\n→missing();\n"},
        {"a.pl": "{" * 3000 + " $→x " + "}" * 3000},
        {"a.pl": "my $x = " + "sub { " * 800 + "$→x" + " }" * 800 + ";\n"},
        {"a.pl": "package P;\n" * 5000 + "$→x;\n"},
        {"a.pl": "A" + "::A" * 20000 + "->→f;\n"},
        {"a.pl": "sub f" + "(" * 20000 + ";\n" + "&&" * 20000 + "\n$→x;\n"},
        {"a.pl": '"' + "@{[ " * 400 + "$→x" + " ]}" * 400 + '";\n'},
    ],
)
def test_hostile_texts_end_and_nothing_is_invented(files: dict[str, str]) -> None:
    begin = time.process_time()
    found, _ = targets(files)
    assert [target for target in found if target.evidence in ("scope", "import", "member")] == []
    assert time.process_time() - begin < 20  # seconds; what is meant takes one, what goes wrong takes minutes


SHOP = """\
package Shop;
use strict;
use Exporter 'import';
our @EXPORT_OK = qw(total rate);
our $rate = 2;

sub total {
    my ($count, %option) = @_;
    my $sum = $count * $rate;
    for my $sum (1) { print $sum }
    print "is $sum and @{[ $sum + 1 ]}";
    print <<END;
$sum is $option{name}, @option{qw(a b)}
END
    return $sum;
}

sub again { my $self = shift; $self->cost + total(1) }
sub cost { \\&total }
"""
MAIN = """\
use lib 'lib';
use Shop qw(total);
print total(2), &total(3), Shop::total(4), $Shop::rate;
my %x = (total => 1);
Shop->cost;
$x{total}->cost;
"""


def renamed(root: Path, sought: str, new: str) -> Renaming | Problem:
    (root / "lib").mkdir()
    (root / "lib" / "Shop.pm").write_text(SHOP)
    (root / "main.pl").write_text(MAIN)
    engine = Engine()
    try:
        opened = engine.open_paths({str(root): root}, lambda *_: None)
        with opened.corpora({}) as corpora:
            resolver = Resolver(corpora, KnownTexts())
            offset = SHOP.index(sought) + len(sought) - 1
            return Renamer(resolver, corpora[0], "lib/Shop.pm", offset, Limits(seconds=60)).renaming(new)
    finally:
        engine.shutdown()


def rows(places: list[Renamed]) -> list[tuple[str, int]]:
    return [(one.path, one.text.lines.row_of(one.span.start) + 1) for one in places]


def changed(found: Renaming, path: str, text: str) -> str:
    data = text.encode()
    for place in sorted((one for one in found.sure if one.path == path), key=lambda one: -one.span.start):
        data = data[: place.span.start] + found.new.encode() + data[place.span.end :]
    return data.decode()


def test_a_variable_is_renamed_in_strings_and_heredocs_and_no_other_of_that_name(tmp_path: Path) -> None:
    found = renamed(tmp_path, "my $sum", "amount")
    assert isinstance(found, Renaming), found
    assert rows(found.sure) == [("lib/Shop.pm", row) for row in (9, 11, 11, 13, 15)] and not found.doubtful


def test_a_table_is_renamed_with_its_elements_and_slices(tmp_path: Path) -> None:
    found = renamed(tmp_path, "%option", "setting")
    assert isinstance(found, Renaming), found
    assert changed(found, "lib/Shop.pm", SHOP) == SHOP.replace("option", "setting")


def test_a_function_is_renamed_where_it_is_given_and_taken(tmp_path: Path) -> None:
    found = renamed(tmp_path, "sub total", "whole")
    assert isinstance(found, Renaming), found
    assert changed(found, "lib/Shop.pm", SHOP) == SHOP.replace("total", "whole")
    assert changed(found, "main.pl", MAIN) == MAIN.replace("total", "whole").replace("(whole =>", "(total =>").replace(
        "{whole}", "{total}"
    )


def test_a_variable_of_a_package_is_renamed_in_other_files(tmp_path: Path) -> None:
    found = renamed(tmp_path, "our $rate", "factor")
    assert isinstance(found, Renaming), found
    assert rows(found.sure) == [("lib/Shop.pm", 5), ("lib/Shop.pm", 9), ("main.pl", 3)]


def test_a_method_is_renamed_where_its_object_is_known_and_else_to_be_confirmed(tmp_path: Path) -> None:
    found = renamed(tmp_path, "sub cost", "price")
    assert isinstance(found, Renaming), found
    assert rows(found.sure) == [("lib/Shop.pm", 18), ("lib/Shop.pm", 19), ("main.pl", 5), ("main.pl", 6)]
    assert {one.evidence for one in found.sure if one.path == "main.pl"} == {"member", "unique"}
