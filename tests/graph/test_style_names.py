"""What names of pages and style sheets mean: `→` is before the name that is asked about, `●` before what it means."""

from __future__ import annotations

import re
import time

import pytest

from indexer.extract import page_scripts, pages, styles
from indexer.graph.highlights import highlights
from indexer.graph.meaning import Meaning
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts, Sources
from indexer.graph.uses import references_at
from indexer.model import Limits, Problem
from tests.graph.test_names import corpus_of, targets

_SECONDS = 10.0  # of the processor; what is meant takes a second, what goes wrong takes minutes
_HOSTILE = 100_000  # bytes of a hostile text
_HOSTILE_SECONDS = 2.5  # for one; what is meant takes less than one, and the square of the length takes far more


_ENDING = re.compile(r"_(css|html|scss|less)$")


def case(title: str, evidence: str, path: str, text: str, **others: str) -> object:
    named = {_ENDING.sub(r".\1", name.replace("__", "/")): other for name, other in others.items()}
    return pytest.param(evidence, {path: text, **named}, id=title)


LINK = '<link rel="stylesheet" href="css/site.css">'
CASES = [
    case("a class of the page's own styles", "scope", "a.html", '<style>.●b {}</style><p class="a →b">'),
    case(
        "a class of a linked sheet", "import", "a.html", LINK + '<p class="a →b">', css__site_css="p {}\n.●b:hover {}"
    ),
    case(
        "a class of a sheet that one imports",
        "import",
        "a.html",
        LINK + "<p class=→b>",
        css__site_css='@import url("base.css");',
        css__base_css=".x .●b {}",
    ),
    case("a rule of its own comes first", "import", "a.html", LINK + "<p class=→b>", css__site_css=".a .b {} .●b {}"),
    case("no linked sheet has it", "none", "a.html", LINK + "<p class=→b>", css__site_css=".a {}", other_css=".b {}"),
    case("a sheet from outside has it", "external", "a.html", '<link rel=stylesheet href="//x/y.css"><p class=→b>'),
    case("no link, one definition", "unique", "a.html", '<p class="→b">', other_css=".●b {}"),
    case("no link, several", "name", "a.html", '<p class="→b">', x_css=".●b {}", y_css=".b {}"),
    case("another page's own styles are its own", "none", "a.html", '<p class="→b">', x_html="<style>.b {}</style>"),
    case("a class that a template writes is none", "none", "a.html", '<style>.b {}</style><p class="a-{{ x }}→b">'),
    case("beside what a template writes", "scope", "a.html", '<style>.●b {}</style><p class="{{ x }} →b">'),
    case("an escaped name", "scope", "a.html", '<style>.●sm\\:b {}</style><p class="→sm:b">'),
    case("an id", "scope", "a.html", '<a href="#→top">x</a><p ●id=top>'.replace("●id=", "id=●")),
    case("what a label is for", "scope", "a.html", '<label for="→q"></label><input id="●q">'),
    case("one of several ids", "scope", "a.html", '<p aria-labelledby="x →y"><b id="●y">'),
    case("an id of another page", "import", "a.html", '<a href="sub/b.html#→x">', sub__b_html='<p id="●x">'),
    case("an id that the page does not have", "none", "a.html", '<a href="#→x">', b_html='<p id="x">'),
    case("an icon", "scope", "a.html", '<svg><symbol id="●i"/><use href="#→i"/></svg>'),
    case("an id in a comment is none", "none", "a.html", '<!-- <p id="x"> --><a href="#→x">'),
    case(
        "an id that a script looks for", "scope", "a.html", '<p id="●x"><script>document.getElementById("→x")</script>'
    ),
    case("an id that a sheet names", "unique", "a.css", "#→x {}", a_html='<p id="●x">'),
    case("a property", "scope", "a.css", ":root { ●--x: 1 } p { a: var(→--x) }"),
    case("where all know it comes first", "scope", "a.css", "b { --x: 2 } :root { ●--x: 1 } p { a: var( →--x, 2) }"),
    case(
        "a property of an imported sheet", "import", "a.css", '@import "b"; p { a: var(→--x) }', b_css="p { ●--x: 1 }"
    ),
    case("a property that is said to be one", "scope", "a.css", "p { --x: 2 } @property ●--x {} p { a: var(→--x) }"),
    case("keyframes", "scope", "a.css", "p { animation: 1s →spin infinite } @keyframes ●spin { from {} }"),
    case("a word of animations is none", "none", "a.css", "p { animation: 1s →infinite } @keyframes infinite {}"),
    case("a counter", "scope", "a.css", "p { counter-reset: ●n } b::before { content: counter(→n) }"),
    case("a container", "scope", "a.css", "p { container-name: ●side } @container →side (width > 1px) {}"),
    case("a font", "scope", "a.css", '@font-face { font-family: "●My Font" } p { font-family: "→My Font", serif }'),
    case("a layer", "scope", "a.css", "@layer ●base, x; @layer →base { p {} }"),
    case("another rule for a class", "scope", "a.css", ".●b {} .a .→b:hover {}"),
    case("a class in what is not", "scope", "a.css", ".●b {} p:not(.→b) {}"),
    case("a class in a comment is none", "none", "a.html", "<style>/* .b {} */</style><p class=→b>"),
    case("a variable", "scope", "a.scss", "●$x: 1; p { a: →$x; }"),
    case("of a block", "scope", "a.scss", "$x: 1; p { ●$x: 2; b { a: →$x; } }"),
    case("of another block", "scope", "a.scss", "●$x: 1; b { $x: 2; } p { a: →$x; }"),
    case("what a condition sets is around it", "scope", "a.scss", "p { ●$x: 1; @if a { →$x: 2; } }"),
    case("a parameter", "scope", "a.scss", "$x: 1; @mixin m(●$x: 2) { a: →$x; }"),
    case("a loop", "scope", "a.scss", "@each $k, ●$v in (a: b) { p { a: →$v; } }"),
    case("in a word", "scope", "a.scss", '●$x: 1; .a-#{→$x} { b: "c" }'),
    case("in a string in a string", "scope", "a.scss", '●$x: 1; p { b: "c #{f("d #{→$x}")}"; }'),
    case("in the value of a property", "scope", "a.scss", "●$x: 1; p { --y: #{→$x}; }"),
    case("not in a comment", "none", "a.scss", "$x: 1; // →$x\n"),
    case("a mixin", "scope", "a.scss", "@mixin ●m { a: b } p { @include →m; }"),
    case("a function", "scope", "a.scss", "@function ●f($x) { @return $x; } p { a: →f(1); }"),
    case("a function of the language", "external", "a.scss", "p { a: →lighten(red, 1); }"),
    case("a placeholder", "scope", "a.scss", "%●p { a: b } q { @extend %→p; }"),
    case("a variable of a module", "import", "a.scss", '@use "m"; p { a: m.→$x; }', _m_scss="●$x: 1;"),
    case("by another name", "import", "a.scss", '@use "lib/m" as n; p { a: n.→$x; }', lib___m_scss="●$x: 1;"),
    case("without a name", "import", "a.scss", '@use "m" as *; p { a: →$x; }', _m_scss="●$x: 1;"),
    case("a mixin of a module", "import", "a.scss", '@use "m"; p { @include m.→x(1); }', _m_scss="@mixin ●x($a) {}"),
    case("a function of a module", "import", "a.scss", '@use "m"; p { a: m.→f(1); }', _m_scss="@function ●f($a) {}"),
    case(
        "handed on",
        "import",
        "a.scss",
        '@use "m"; p { a: m.→$b-x; }',
        _m_scss='@forward "n" as b-*;',
        _n_scss="●$x: 1;",
    ),
    case("a module of the language", "external", "a.scss", '@use "sass:math"; p { a: math.→div(1, 2); }'),
    case(
        "a parameter by its name",
        "member",
        "a.scss",
        '@use "m"; p { @include m.x(→$a: 1); }',
        _m_scss="@mixin x(●$a) {}",
    ),
    case("what a module is given", "import", "a.scss", '@use "m" with (→$x: 1);', _m_scss="●$x: 1 !default;"),
    case("of an imported file", "import", "a.scss", '@import "m"; p { a: →$x; }', _m_scss="●$x: 1;"),
    case(
        "of a file that is imported beside",
        "import",
        "_b.scss",
        "p { a: →$x; }",
        all_scss='@import "v", "b";',
        _v_scss="●$x: 1;",
        other___v_scss="$x: 2;",
    ),
    case("a name made of its parent's", "scope", "a.scss", ".b { &●__c { d: e } } p { @extend .→b__c; }"),
    case("a variable of Less", "scope", "a.less", "●@x: 1; p { a: →@x; }"),
    case("a mixin of Less", "scope", "a.less", ".●m() { a: b } p { .→m(); }"),
    case("a parameter of Less", "scope", "a.less", "@x: 1; .m(●@x; @y: 2) { a: →@x; }"),
    case(
        "in a component",
        "scope",
        "a.vue",
        '<template><p class="→b"/></template><style lang="scss">.●b { c: d }</style>',
    ),
    case("a key says when", "scope", "a.vue", '<template><p :class="{ →b: x }"/></template><style>.●b {}</style>'),
    case("a class that Svelte gives", "scope", "a.svelte", "<p class:→b={x}/><style>.●b {}</style>"),
    case("in a script", "unique", "a.ts", 'x.classList.add("a", "→b")', b_css=".●b {}"),
    case(
        "of a sheet that it imports",
        "import",
        "a.tsx",
        'import "./b.css";\nconst x = <p className="a →b" />;',
        b_css=".●b {}",
        c_css=".b {}",
    ),
    case("in a selector", "unique", "a.js", 'document.querySelector("p > .→b")', b_css=".●b {}"),
    case("a string that is none", "none", "a.js", 'const b = 1; f("→b")', b_css=".b {}"),
]


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_meaning(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    assert [one.evidence for one in found[:1]] == ([] if evidence == "none" else [evidence])
    assert [(one.path, one.span.start) for one in found[:1] if one.corpus is not None] == list(meant.items())


def renamed(files: dict[str, str], new: str) -> tuple[list[tuple[str, str]], list[str]] | str:
    """The files that change with what they have then and the paths of places to confirm, or why not."""
    corpus, asked, _ = corpus_of(files)
    ((path, offset),) = asked.items()
    found = Renamer(Resolver([corpus], KnownTexts()), corpus, path, offset, Limits()).renaming(new)
    if isinstance(found, Problem):
        return found.message
    texts = {one.path: one.text.data for one in found.sure}
    for one in sorted(found.sure, key=lambda one: -one.span.start):
        texts[one.path] = texts[one.path][: one.span.start] + new.encode() + texts[one.path][one.span.end :]
    return [(path, text.decode()) for path, text in sorted(texts.items())], [one.path for one in found.doubtful]


def test_a_class_is_renamed_in_all_sheets_that_a_page_takes_in() -> None:
    both = '<link rel=stylesheet href="a.css"><link rel=stylesheet href="b.css">'
    files = {
        "p.html": both + '<p class="→x y">',
        "a.css": ".x {} .x:hover {} .x-y {}",
        "b.css": ".z .x {}",
        "c.css": ".x {}",
        "s.js": 'q.classList.add("x")',
    }
    assert renamed(files, "w-1") == (
        [("a.css", ".w-1 {} .w-1:hover {} .x-y {}"), ("b.css", ".z .w-1 {}"), ("p.html", both + '<p class="w-1 y">')],
        ["c.css", "s.js"],
    )


def test_an_id_is_renamed_with_what_refers_to_it() -> None:
    files = {"p.html": '<a href="#x"><p id="→x" class="x">', "a.css": "#x { } .x { }"}
    assert renamed(files, "y") == ([("a.css", "#y { } .x { }"), ("p.html", '<a href="#y"><p id="y" class="x">')], [])


def test_a_variable_is_renamed_where_it_is_seen() -> None:
    files = {"a.scss": '@use "m"; p { a: m.$x; $x: 2; b: $x; }', "_m.scss": "→$x: 1; p { b: $x; }"}
    assert renamed(files, "$y") == (
        [("_m.scss", "$y: 1; p { b: $y; }"), ("a.scss", '@use "m"; p { a: m.$y; $x: 2; b: $x; }')],
        [],
    )


@pytest.mark.parametrize(
    ("why", "new", "files"),
    [
        ("already means", "y", {"a.css": ".→x {} .y {}"}),
        ("is no name", "y", {"a.css": "p { →--x: 1 }"}),
        ("is no name", "a b", {"a.css": ".→x {}"}),
        ("another name for", "y", {"a.scss": ".b { &__c {} } p { @extend .→b__c; }"}),
        ("may mean 2", "y", {"p.html": '<p class="→x">', "a.css": ".x {}", "b.css": ".x {}"}),
        ("outside", "y", {"p.html": '<link rel=stylesheet href="//a/b.css"><p class="→x">'}),
        ("nothing is known", "y", {"p.html": '<a href="#→x">'}),
    ],
)
def test_refused(why: str, new: str, files: dict[str, str]) -> None:
    found = renamed(files, new)
    assert isinstance(found, str) and why in found


def test_references_and_highlights_are_those_of_one_name() -> None:
    files = {"p.html": '<style>.→x {} #x {} .x b {}</style><p class="x-y x" id="x"><a href="#x">'}
    corpus, asked, _ = corpus_of(files)
    resolver = Resolver([corpus], KnownTexts())
    found = list(references_at(resolver, corpus, "p.html", asked["p.html"], Limits()))
    assert [one.reference.span.start for one in found] == [20, 48]
    document = corpus.live["p.html"]
    places = highlights(document, Meaning(Sources(corpus, KnownTexts())), "p.html", asked["p.html"])
    assert places is not None and [(one.span.start, one.writes) for one in places] == [
        (8, True),
        (20, False),
        (48, False),
    ]


def test_an_edit_changes_what_pages_mean() -> None:
    """Nothing is stored: what is kept of a text is kept by its content."""
    known = KnownTexts()
    page = '<link rel=stylesheet href="a.css"><p class="→x">'
    places = []
    for sheet in (".x {}", "p {} .x {}", ".x {}", "p {}"):
        corpus, asked, _ = corpus_of({"p.html": page, "a.css": sheet})
        places.append([one.span.start for one in Resolver([corpus], known).targets(corpus, "p.html", asked["p.html"])])
    assert places == [[1], [6], [1], []]


def test_sheets_that_take_in_each_other() -> None:
    files = {
        "a.scss": '@use "b" as *; @import "c"; p { a: →$x; }',
        "b.scss": '@forward "a" as b-*; @forward "b" as c-*;',
    }
    found, meant = targets({**files, "c.scss": '@import "a", "c"; ●$x: 1;'})
    assert [(one.path, one.span.start) for one in found] == list(meant.items())


@pytest.mark.parametrize(
    "path", ["../../etc/x.css", "/etc/x.css", "file:///etc/x.css", "..\\..\\x.css", "%2e%2e/x.css"]
)
def test_no_link_leads_out_of_the_root(path: str) -> None:
    found, _ = targets({"sub/p.html": f'<link rel="stylesheet" href="{path}"><p class="→x">'})
    assert all(one.corpus is None for one in found)


HOSTILE_SHEETS = [
    b"/*", b'"', b"url(", b"{", b".a{", b"#{", b"$x:", b".a{$x:1;", b"@if a{$x:1;", b'"#{', b"(", b"\\", b".a,",
    b"&-a{", b"@include a(", b"a:b ", b"url(#{", b"animation:a ", b'@use "a" as ', b"$a, ", b".a:not(", b".a", b"@a:{",
    b"&", b"[", b"--a:{",
]  # fmt: skip
HOSTILE_PAGES = [
    b"<a ", b'<a href="', b"<script>", b"<style>", b"<!--", b'<a class="{{', b"<textarea>", b"<p :class=\"{a:b,'c':",
    b"<a b='", b'<a style="a:b" ', b"</", b"<a /", b'<a "', b"<%", b"<style>.a{", b"<svg fill='url(",
]  # fmt: skip


@pytest.mark.parametrize("language", ["css", "scss", "less"])
@pytest.mark.parametrize("part", HOSTILE_SHEETS)
def test_hostile_sheets_are_read_in_one_walk(part: bytes, language: str) -> None:
    before = time.process_time()
    for text in (part * (_HOSTILE // len(part)), b".a{" + part * (_HOSTILE // len(part)) + b"}"):
        styles.marks(text, language)
    assert time.process_time() - before < _HOSTILE_SECONDS


@pytest.mark.parametrize("part", [*HOSTILE_PAGES, *HOSTILE_SHEETS])
def test_hostile_pages_are_read_in_one_walk(part: bytes) -> None:
    before = time.process_time()
    many = part * (_HOSTILE // len(part))
    for text in (
        many,
        b'<p class="' + many + b'">',
        b'<p :class="' + many.replace(b'"', b"'") + b'">',
        b"<style>" + many,
    ):
        pages.marks(text, "html")
        page_scripts.marks(text, "javascript")
    assert time.process_time() - before < _HOSTILE_SECONDS


def test_a_hundred_thousand_classes() -> None:
    before = time.process_time()
    many = " ".join(f"c{number}" for number in range(100_000))
    sheet = "".join(f".c{number}{{}}" for number in range(100_000)) + ".●x{}"
    found, meant = targets({"p.html": f'<link rel=stylesheet href=a.css><p class="{many} →x">', "a.css": sheet})
    assert [(one.path, one.span.start, one.evidence) for one in found] == [("a.css", meant["a.css"], "import")]
    assert time.process_time() - before < 3 * _SECONDS


def test_deep_nesting_of_blocks() -> None:
    deep = ".a { $y: 1; " * 20_000
    found, meant = targets({"a.scss": f"●$x: 1; {deep} b: →$x; {'}' * 20_000}"})
    assert [(one.path, one.span.start) for one in found] == list(meant.items())
