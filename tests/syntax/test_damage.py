"""Broken code: what the layout tells of where the damage ends, one case a habit of writing.

Each text is broken at its mark `‸`, by what stands behind it in the case; all other definitions stay.
"""

from __future__ import annotations

from time import process_time

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name

A_PAGE = """\
<script>
\t\tvar tips = find(".tips");

\t\tfunction first(t) {
\t\t\ttips.text(t)‸;
\t\t}

\t\tfunction second(o) {
\t\t\treturn o.length;
\t\t}

\t\tfunction third() {
\t\t\treturn 3;
\t\t}
</script>
"""
MEMBERS_WITHOUT_BLANK_ROWS = """\
export declare class Driver {
    first(name: string): string;
    /** What the table is called. */
    second(target: string): {
        schema?: string;
    ‸};
    /** Prepares a value. */
    third(value: any): any;
    fourth(): void;
}

export declare class Other {
    fifth(): void;
}
"""
AN_OPEN_DOCSTRING = '''\
class Field:
    def first(self):
        """Whether it is hidden‸"""
        return True

    def second(self):
        """The name."""
        return self.name

    def third(self):
        return 3


def fourth():
    """A function."""
'''
A_HEREDOC_AT_THE_MARGIN = """\
class Command
  def first
    option(1‸)
  end

  def second
    <<-EOF
The command does things.

It does them well.
    EOF
  end

  def third
    3
  end
end
"""
A_WORD_OF_VISIBILITY = """\
class Thor
  module Actions
    def first
      run(1‸)
    end

    def second
      2
    end

  protected

    def third
      3
    end
  end
end
"""
A_COMMENT_AT_THE_MARGIN = """\
module Web
  class Address
    def first
      read(1‸)
    end

    def second
      2
    end

=begin
Not used any more.
=end

    def third
      3
    end
  end
end
"""
NAMESPACES = """\
namespace store {

namespace {

int first(int x) {
  return take(x‸);
}

}  // namespace

int second() {
  return 2;
}

int third() {
  return 3;
}

}  // namespace store
"""
DOCS_AT_THE_MARGIN = """\
(defun first (x)
  "Take X.

It is done at once."
  (take x‸))

(defun second ()
  "Return \\"two\\".

Never anything else."
  2)

(defun third ()
  3)
"""
HEADS_OF_SEVERAL_ROWS = """\
namespace store {

/*static*/ int first(
    int x,
    int y) {
  return take(x‸);
}

int second(
    int x,
    int y) {
  return 2;
}

Box::third(int x)
    : x_(x),
      y_{x} {
  return 3;
}

}
"""


@pytest.mark.parametrize("damage", ["", " (", " {", ' "'])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cpp", NAMESPACES),
        ("cpp", HEADS_OF_SEVERAL_ROWS),
        ("elisp", DOCS_AT_THE_MARGIN),
        ("html", A_PAGE),
        ("typescript", MEMBERS_WITHOUT_BLANK_ROWS),
        ("python", AN_OPEN_DOCSTRING),
        ("ruby", A_HEREDOC_AT_THE_MARGIN),
        ("ruby", A_WORD_OF_VISIBILITY),
        ("ruby", A_COMMENT_AT_THE_MARGIN),
    ],
)
def test_the_others_stay(language: str, text: str, damage: str) -> None:
    before, after = text.split("‸")
    broken = before + damage + after[0 if damage else after.index("\n") :]
    others = {"first", "second", "third", "fourth", "fifth", "store"} - {
        "second" if language == "typescript" else "first"
    }
    expected = [row for row in _outline(language, before + after) if row[1] in others]
    assert [row for row in _outline(language, broken) if row[1] in others] == expected


def test_an_open_quote_does_not_take_the_next_part_with_it() -> None:
    broken = 'def first\n  a("\nend\n\ndef second\n  b("x")\nend\n\ndef third\n  c("")\nend\n'
    assert {name for _, name, *_ in _outline("ruby", broken)} >= {"second", "third"}


CHAPTERS = """\
\\begin{document}
\\chapter{One}

\\section{Two}
\\newcommand{\\mine}{x‸}

% a comment between sections
\\section{Three}
\\begin{itemize}
\\item a

\\item \\label{here} b
\\end{itemize}

\\chapter{Four}
text
\\end{document}
"""
MENUS = """\
menu "Outer"
\tdepends on NET

if NET

config FIRST
\tbool "first"‸

choice
\tprompt "Which"

config SECOND
\tbool "second"

endchoice

endif # NET

endmenu

config THIRD
\tbool "third"
"""
SECTIONS = "[one]\na = 1\n\n[two]\nb = 2‸\n\n" + "".join(f"[s{n}]\nk{n} = {n}\n\n" for n in range(60))
ENTRIES = "@book{one,\n  title = {One}\n}\n\n@book{two,\n  title = {Two}‸\n}\n\n@book{three,\n  title = {Three}\n}\n"
PAGE = """\
<html><body>
<div id="one">
<p id="two">a</p>
‸
<h1>Three</h1>
<ul id="four"><li>b<li>c</ul>
</div>
</body></html>
"""
TREE = '<all id="one">\n<a id="two">a</a>\n‸\n<b id="three"><c name="four"/></b>\n</all>\n'


@pytest.mark.parametrize(
    ("language", "text", "damage", "lost"),
    [
        *(("latex", CHAPTERS, damage, {"\\mine"}) for damage in ("}", "{", "\\begin{x}")),
        *(("kconfig", MENUS, damage, {"FIRST"}) for damage in (" (", '"', "\n\t= =")),
        *(("ini", SECTIONS, damage, {"two", "b"}) for damage in ("\nhalf", "\n[open")),
        *(("bibtex", ENTRIES, damage, {"two"}) for damage in ("{", "}", ' "')),
        *(("html", PAGE, damage, set[str]()) for damage in ("<div", "<p id=", "</b>", "<div>", "a & b")),
        *(("xml", TREE, damage, set[str]()) for damage in ("<a", "<a id=", "</b>", "<b>", "a & b")),
    ],
)
def test_what_is_around_and_beside_stays(language: str, text: str, damage: str, lost: set[str]) -> None:
    before, after = text.split("‸")
    rows = damage.count("\n")
    row = before.count("\n")
    expected = [
        (kind, name, first + (rows if first > row else 0), last + (rows if last > row else 0))
        for kind, name, first, last in _outline(language, before + after)
        if name not in lost
    ]
    assert [each for each in _outline(language, before + damage + after) if each[1] not in lost] == expected


def test_a_tag_whose_attributes_are_broken_is_there_without_them() -> None:
    heads = '<h2 {{ a "b }}">One</h2>\n<img alt="{{ x|f:"y" }}"/>\n<h3 id="{{ x|f:"y" }}">Two</h3>'
    assert [name for _, name, _, _ in _outline("html", f"<html><body>\n{heads}\n</body></html>\n")] == ["One", "Two"]


def _outline(language: str, text: str) -> list[tuple[str, str, int, int]]:
    document = Document.of(by_name(language), text.encode())
    return [(symbol.kind, symbol.name, symbol.row_start, symbol.row_end) for symbol in document.symbols()]


def test_comments_at_the_margin_take_time_by_their_number() -> None:
    """How far a row looks for what it may be a comment on has a bound: four times as many rows take about four times as
    long, not sixteen times."""

    def taken(rows: int) -> float:
        before = process_time()
        Document.of(by_name("python"), b"def broken(\n\n" + b"# a comment\n\n" * rows).symbols()
        return process_time() - before

    taken(100)
    few = min(taken(4_000) for _ in range(3))
    assert min(taken(16_000) for _ in range(3)) < 10 * few


@pytest.mark.parametrize(
    "head",
    ["class Cache(", "class Cache(\n  val files: Files,\n\n  /** How many there may be. */\n  val most: Int,\n\n"],
    ids=["parameters in a row", "parameters between blank rows"],
)
@pytest.mark.parametrize("damage", ["  (\n", " (\n", ' "\n'])
def test_the_members_of_a_long_class_stay(head: str, damage: str) -> None:
    """Wherever its head ends, and though the row that is typed is not yet where members begin."""
    members = [f"  fun m{at}(): Int {{\n    return find({at}).let {{ it.size + {at} }}\n  }}\n\n" for at in range(60)]
    text = f"{head}) : Closeable {{\n{''.join(members)}}}\n"
    at = text.index("  fun m30") - 1
    broken = Document.of(by_name("kotlin"), (text[:at] + damage + text[at:]).encode())
    found = {(each.name, each.kind) for each in broken.symbols()}
    assert ("Cache", "class") in found
    assert {(f"m{at}", "method") for at in range(60) if at != 29} <= found


def test_a_class_below_a_directive_stays() -> None:
    """A directive stands at the margin wherever it is, and says nothing of where members begin."""
    rows = (f"        public int M{at}()\n        {{\n            return {at};\n        }}\n" for at in range(60))
    inner = "#if NET\n    class B\n    {\n    }\n#endif\n"
    text = "namespace N\n{\n    class A\n    {\n" + "\n".join(rows) + "    }\n\n" + inner + "}\n"
    broken = text.replace("return 3;", "return 3 (;")
    assert [row[:2] for row in _outline("csharp", broken)] == [row[:2] for row in _outline("csharp", text)]


def test_a_condition_that_ends_elsewhere_hides_nothing() -> None:
    """A part of C ends with the condition around the next one, and one of C# may begin behind its own."""
    body = "".join(f"  CASE({at})\n    x = {at};\n    break;\n\n" for at in range(300))
    first = f"int first(void)\n{{\n  int x = 0;\n\n{body}  return x;\n}}\n"
    text = f"#ifdef A\n\n{first}\n#endif\n#ifdef B\n\nint second;\n#endif\n"
    assert [row[1:] for row in _outline("c", text)] == [("first", 2, 1207), ("second", 1212, 1212)]


def test_a_comment_above_the_end_of_something_long_belongs_to_it() -> None:
    """In rows that are commented out there may be anything, braces among them."""
    body = "".join(f"  if g:asked{at}\n\n   let two = {at}\n  endif\n" for at in range(200))
    long = f'" Second {{{{{{2\nfun! Second()\n{body}\n"  call Trace("two")\nendfun\n\n'
    text = f"fun! First()\n  call take(\nendfun\n\n{long}fun! Third()\n  return 3\nendfun\n"
    expected = [("function", "Second", 5, 808), ("function", "Third", 810, 812)]
    assert [row for row in _outline("vim", text) if row[1] != "First"] == expected


def test_a_class_in_a_module_is_there_above_a_row_at_the_margin() -> None:
    """What is left open above is closed as often as it is open: words close it, and the class is not the outermost."""
    methods = "".join(f"    def m{at}\n      read({at})\n    end\n\n" for at in range(240))
    text = f"module M\n\n  class C < D\n\n{methods}  end\nend\n"
    at = text.index("130\n") + 4
    found = _outline("ruby", text[:at] + "<<<<<<< HEAD\nopen it" + text[at:])
    assert found[0][:2] == ("module", "M") and found[1][:2] == ("class", "C")
    assert [row[:2] for row in found[2:132]] == [("method", f"m{number}") for number in range(130)]


@pytest.mark.parametrize("row", ["fo", "=======", "foo bar", "x.", "#if os("])
@pytest.mark.parametrize("above", ["class A {\n", "class A {\n\n", "class A {\n  func b() -> Int { 3 }\n\n"])
def test_a_row_at_the_margin_in_a_short_class_takes_no_member_out_of_it(row: str, above: str) -> None:
    below = "  init(a: Int) {\n    self.a = a\n  }\n\n  func c() -> Int {\n    return 3\n  }\n}\n\nfunc d() {}\n"
    kinds = [(kind, name) for kind, name, *_ in _outline("swift", f"{above}{row}\n\n{below}") if name != "b"]
    assert kinds == [("class", "A"), ("constructor", "init"), ("method", "c"), ("function", "d")]


@pytest.mark.parametrize("dot", ["user.", "user&.", "user.\n", "user.\n\n  # Says.\n"])
@pytest.mark.parametrize("body", ["def a\n{}end\n\ndef b\nend\n", "def a\nend\n{}\ndef b\nread\nend\n\ndef c\nend\n"])
def test_a_dot_at_the_end_of_a_row_does_not_take_the_word_below_it(dot: str, body: str) -> None:
    text = "module M\nclass C\n" + body + "end\n\nclass D\nend\nend\n"
    rows = dot.count("\n") + 1
    assert _outline("ruby", text.format(dot + "\n")) == _outline("ruby", text.format("user" + "\n" * rows))


def test_a_broken_literate_program_keeps_what_is_beside_the_damage() -> None:
    """All of its code is indented, and each part of it is read as if it were inside of a module."""
    text = "> module M where\n\n> import A\n\nTwo.\n\n> f x = x\n> g y = y\n\nTwo more.\n\n> h z = z\n\n> i = h\n"
    names = [row[1] for row in _outline("haskell", text)]
    assert names == ["M", "f", "g", "h", "i"]
    broken = [row[1] for row in _outline("haskell", text.replace("h z =", "h z = ("))]
    assert [name for name in broken if name != "h"] == ["M", "f", "g", "i"]
