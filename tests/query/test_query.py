"""The query language: what each query means, what is wrong with a bad one, and what a hit needs in its text."""

from __future__ import annotations

import re
import time
from typing import cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indexer.languages.profile import profile_of
from indexer.languages.registry import languages
from indexer.model import Span
from indexer.query.hints import hints
from indexer.query.kinds import DEFINITIONS, KINDS
from indexer.query.needs import ANYTHING, All, Any, Defines, Has, Need, fold, holds, needs, regex_needs, text_needs
from indexer.query.parser import parse
from indexer.query.paths import path_matcher
from indexer.query.regexes import compiled, escape, problem_with
from indexer.query.tree import (
    And,
    Contains,
    File,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    Ref,
    Size,
    Sym,
    Text,
    TreeQuery,
    select_of,
)
from tests.paths import ROOT


def shown(node: Node) -> str:
    """A tree on one line, for comparing."""
    match node:
        case And(parts) | Or(parts):
            return f"({type(node).__name__.lower()} {' '.join(shown(part) for part in parts)})"
        case Not(part):
            return f"(not {shown(part)})"
        case Text(text, regex, ignore_case):
            return f"{'/' if regex else ''}{text}{'~' if ignore_case else ''}"
        case Sym(name):
            return f"sym<{named(name)}>"
        case Kind(kinds):
            return f"kind<{','.join(sorted(kinds))}>"
        case Inside(query):
            return f"in<{shown(query)}>"
        case Contains(query):
            return f"has<{shown(query)}>"
        case Lang(language):
            return f"lang<{language}>"
        case File(pattern, glob, ignore_case):
            return f"file<{'glob ' if glob else ''}{pattern}{'~' if ignore_case else ''}>"
        case Is(place):
            return f"is<{place}>"
        case InHeredoc(terminator):
            return f"heredoc<{terminator}>"
        case Size(measure, low, high):
            return f"{measure}<{low}..{high}>"
        case Ref(kind, name):
            return f"{kind or 'ref'}<{named(name)}>"
        case Pattern(source) | TreeQuery(source):
            return f"{'pattern' if isinstance(node, Pattern) else 'ts'}<{source}>"
    raise AssertionError(node)


def named(name: Name) -> str:
    return f"{name.how} {name.text}{'~' if name.ignore_case else ''}"


MEANINGS = [
    ("word", "word~"),
    ("Word", "Word"),
    ("a b", "(and a~ b~)"),
    ("a AND b", "(and a~ b~)"),
    ("a b OR c", "(or (and a~ b~) c~)"),
    ("a (b OR c)", "(and a~ (or b~ c~))"),
    ("(a b) (c d)", "(and a~ b~ c~ d~)"),
    ("(a is:comment) b", "(and (and a~ is<comment>) b~)"),
    ("-a NOT b", "(and (not a~) (not b~))"),
    ("-(a OR b)", "(not (or a~ b~))"),
    ("NOT NOT a", "a~"),
    ('"two words"', "two words~"),
    ('"say \\"hi\\""', 'say "hi"~'),
    ('"C:\\\\dir\\n"', "C:\\dir\\n"),
    ("/foo.*bar/", "/foo.*bar"),
    ("/Foo/i", "/Foo~"),
    ("/a b/ c", "(and /a b c~)"),
    ("/src/main/", "/src/main"),
    ("(/x/ OR z)", "(or /x z~)"),
    (r"in:(/f(a\/)/)", r"in</f(a\/)>"),
    ("main()", "main()~"),
    ("f(a,b)", "f(a,b)~"),
    ("f(a b)", "(and f~ a~ b~)"),
    ("std::vector http://x.y", "(and std::vector~ http://x.y~)"),
    ("TODO: else:", "(and TODO: else:~)"),
    ("--flag -> -", "(and --flag~ ->~ -~)"),
    ("or not and", "(and or~ not~ and~)"),
    ('"OR"', "OR"),
    ("sym:userid", "sym<fuzzy userid~>"),
    ("sym:=Name", "sym<exact Name>"),
    ("sym:=name", "sym<exact name>"),
    ("sym:=name case:no", "sym<exact name~>"),
    ("sym:get*", "sym<glob get*~>"),
    ("sym:/^get/", "sym<regex ^get>"),
    ('sym:"Display for Point"', "sym<fuzzy Display for Point>"),
    ("symbol:x", "sym<fuzzy x~>"),
    ("kind:fn", "kind<constructor,function,method,test_function,test_method>"),
    ("kind:var kind:const", "(and kind<variable> kind<constant>)"),
    ("kind:while", "kind<loop>"),
    ("in:UserService", "in<sym<words UserService>>"),
    ("in:=x", "in<sym<exact x>>"),
    ("in:(kind:class sym:User)", "in<(and kind<class> sym<fuzzy User>)>"),
    ("-in:(kind:test)", "(not in<kind<test,test_function,test_method>>)"),
    (
        'kind:function has:(kind:try) -has:"finally"',
        "(and kind<constructor,function,method,test_function,test_method> has<kind<try>> (not has<finally~>))",
    ),
    ("has:/x+/", "has</x+>"),
    ("lang:py", "lang<python>"),
    ("language:C#", "lang<csharp>"),
    ("file:src/**/*.py", "file<glob src/**/*.py~>"),
    ("file:-test", "(not file<test~>)"),
    ("path:README", "file<README>"),
    ("TODO is:comment", "(and TODO is<comment>)"),
    ("heredoc:SQL", "heredoc<SQL>"),
    ("lines:>80", "lines<81..None>"),
    ("lines:<80", "lines<None..79>"),
    ("depth:>=4", "depth<4..None>"),
    ("depth:<=4", "depth<None..4>"),
    ("children:3", "children<3..3>"),
    ("children:=3", "children<3..3>"),
    ("lines:10..20", "lines<10..20>"),
    ("lines:10..", "lines<10..None>"),
    ("ref:x", "ref<path x~>"),
    ("call:Name", "call<path Name>"),
    ("import:os.path", "import<path os.path~>"),
    ("extends:Base implements:I type:T", "(and extends<path Base> implements<path I> type<path T>)"),
    ('pattern:"foo($A, \\"x\\")"', 'pattern<foo($A, "x")>'),
    ("pattern:foo($A)", "pattern<foo($A)>"),
    ('ts:"(call) @c" lang:python', "(and ts<(call) @c> lang<python>)"),
    ("foo case:yes", "foo"),
    ("Foo case:no", "Foo~"),
    ("/foo/ case:no", "/foo~"),
]


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_meaning(text: str, meaning: str) -> None:
    parsed = parse(text)
    assert parsed.problems == []
    assert parsed.query is not None and shown(parsed.query.root) == meaning


PROBLEMS = [
    ("", "the query is empty", (0, 0)),
    ("  ", "the query is empty", (0, 2)),
    ("select:file", "there is nothing to search for", (0, 11)),
    ("class:Model", "unknown field `class`, did you mean `kind:class sym:Model`?", (0, 5)),
    ("func:parse", "unknown field `func`, did you mean `kind:func sym:parse`?", (0, 4)),
    ("name:parse", "unknown field `name`, did you mean `sym:parse`?", (0, 4)),
    ("ext:.py TODO", "unknown field `ext`, did you mean `file:*.py`?", (0, 3)),
    ("args:>6", "unknown field `args`, did you mean `params:>6`?", (0, 4)),
    ("docstring:todo", "unknown field `docstring`, did you mean `doc:todo`?", (0, 9)),
    ("precedes:(lock)", "unknown field `precedes`, did you mean `before:`?", (0, 8)),
    ("content:TODO", "unknown field `content`, did you mean `TODO`?", (0, 7)),
    ("knd:function", "unknown field `knd`, did you mean `kind`?", (0, 3)),
    ("nobody:x", 'unknown field `nobody`; to search for the text, quote it: "nobody:x"', (0, 6)),
    ("kind:fnction", "unknown kind `fnction`, did you mean `function`?", (5, 12)),
    ("lang:pyhton", "unknown language `pyhton`, did you mean `python`?", (5, 11)),
    ('a "b c', 'this quote is not closed; inside quotes, `\\"` is a quote', (2, 6)),
    ('""', "there is nothing between these quotes", (0, 2)),
    ("(a", 'this parenthesis is not closed; to search for it, quote it: "("', (0, 1)),
    ("a)", 'this parenthesis closes nothing; to search for it, quote it: ")"', (1, 2)),
    ("in:()", "there is nothing between these parentheses", (3, 5)),
    ("in:(a", 'this parenthesis is not closed; to search for it, quote it: "("', (3, 4)),
    ("lang:(a)", "`lang:` takes no parentheses; write (lang:a OR lang:b)", (0, 5)),
    ("/a", "this regular expression has no closing `/`; to search for a slash, quote it", (0, 2)),
    ("/a[/", "bad regular expression: missing ]: [", (0, 4)),
    (
        "/a(?=b)/",
        "look-ahead and look-behind are not supported: the engine is RE2, which is always fast",
        (0, 8),
    ),
    (r"x /(a)\1/", "back-references are not supported: the engine is RE2, which is always fast", (2, 9)),
    ("sym:/(/", "bad regular expression: missing ): (", (4, 7)),
    ("a OR", "`OR` needs something on both sides; to search for the word, quote it", (2, 4)),
    ("a AND", "`AND` needs something on both sides; to search for the word, quote it", (2, 5)),
    ("NOT", "`NOT` needs something behind it; to search for the word, quote it", (0, 3)),
    ("kind:", "`kind:` needs a value directly behind the colon", (0, 5)),
    ("kind: fn", "`kind:` needs a value directly behind the colon", (0, 5)),
    (
        "lines:many",
        "`lines:` takes a number: lines:80, lines:>80, lines:<=80 or lines:10..80",
        (0, 10),
    ),
    ("lines:9..3", "this range is empty: the smaller number goes first", (6, 10)),
    ("is:fun", "`is:` is one of comment, string, heredoc, code, definition, declaration, unused", (3, 6)),
    ("a select:word", "`select:` is one of line, block, symbol, file", (9, 13)),
    ("a -case:yes", "`case:` is about the whole query: write it outside `in:( )`, `has:( )` and NOT", (3, 11)),
    ("a select:line select:file", "`select:` is given twice", (14, 25)),
    ("ts:(call)", "`ts:` takes no parentheses; write (ts:a OR ts:b)", (0, 3)),
    ('ts:"(call)"', "`ts:` needs `lang:` beside it: each language has its own kinds of nodes", (0, 11)),
    ('(ts:"(call)" OR lang:go)', "`ts:` needs `lang:` beside it: each language has its own kinds of nodes", (1, 12)),
]


@pytest.mark.parametrize(("text", "message", "span"), PROBLEMS)
def test_problem(text: str, message: str, span: tuple[int, int]) -> None:
    parsed = parse(text)
    assert parsed.query is None
    first = parsed.problems[0]
    assert (first.message, first.span) == (message, Span(*span))


SELECTS = [
    ("sym:x", "symbol"),
    ("kind:class lines:>9", "symbol"),
    ("kind:if depth:>3", "block"),
    ("kind:function has:(kind:if)", "symbol"),
    ("foo", "line"),
    ("foo -bar", "line"),
    ("foo OR bar", "line"),
    ("foo kind:function", "line"),
    ("TODO is:comment", "line"),
    ("heredoc:SQL", "line"),
    ("call:foo", "line"),
    ("foo bar", "block"),
    ("(foo OR bar) baz", "block"),
    ("call:foo bar", "block"),
    ("foo bar select:file", "file"),
]


@pytest.mark.parametrize(("text", "select"), SELECTS)
def test_what_a_hit_is(text: str, select: str) -> None:
    query = parse(text).query
    assert query is not None and select_of(query) == select


def test_every_kind_that_a_language_can_have_is_known() -> None:
    folder = ROOT / "indexer" / "languages" / "queries"
    written = {
        kind
        for path in folder.rglob("*.scm")
        for kind in re.findall(r"@(?:definition|binding|block)\.(\w+)", path.read_text("utf-8"))
    }
    assert written - KINDS == {"none"}
    every = (profile_of(language.name).structure.rows for language in languages())
    assert {kind for rows in every if rows is not None for kind in rows.kinds} - DEFINITIONS == set()


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        " OR ".join(["a"] * 10_000),
        "(" * 10_000,
        "(" * 10_000 + "a" + ")" * 10_000,
        "-(" * 10_000,
        "f(" * 5_000,
        "in:(" * 10_000,
        "/a/b " * 10_000,
        '"' * 50_001,
        "NOT " * 20_000 + "a",
        "lines:" + "9" * 5000,
        "/" + "(" * 5000 + ")" * 5000 + "/",
        "/" + "(a|b)" * 900 + "/",
        "/((a{100}){100}){100}/",
        "knd:x " * 5000,
    ],
    ids=lambda text: f"{text[:8]}x{len(text)}",
)
def test_hostile_queries_are_answered_soon(text: str) -> None:
    started = time.process_time()
    parsed = parse(text)
    if parsed.query is not None:
        needs(parsed.query)
    assert parsed.query is not None or parsed.problems
    assert time.process_time() - started < 3


PIECES = st.sampled_from([*" (:)/-=*[é\n\0\\9", '"', " ", "a", "Foo", "OR", "NOT", "AND", ">=", "..", "python"])
FIELDS = st.sampled_from(
    ["sym:", "file:", "lang:python", "select:line", "ts:", "call:", "case:no", "/a+/i ", "kind:fn ", "kind:", "in:"]
) | st.sampled_from(["has:(", "is:", "lines:", "pattern:", "heredoc:"])
HOLES = st.sampled_from(
    ["where:", "where:$A=", "where:$$$A>", "where:$A!=(", '(pattern:"f($A)" where:$A=', 'pattern:"g($A, $$$B)" ', "$A"]
) | st.sampled_from(["has:>3(", "children:2..(", "next:(", "before:", "doc:", "doc:* ", "params:", "complexity:>2 "])


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | FIELDS | HOLES, max_size=25).map("".join) | st.text(max_size=40))
@example("\ud800")
@example("/\ud800/")
def test_no_text_raises(text: str) -> None:
    parsed = parse(text)
    assert (parsed.query is None) == bool(parsed.problems)
    for problem in parsed.problems:
        assert problem.span is not None and 0 <= problem.span.start <= problem.span.end <= len(text)
    if parsed.query is not None:
        needs(parsed.query)
        select_of(parsed.query)


NEEDS: list[tuple[str, Need]] = [
    ("foo", Has(b"foo")),
    ("ab", ANYTHING),
    ("Foo bar", All((Has(b"foo"), Has(b"bar")))),
    ("foo OR bar", Any((Has(b"foo"), Has(b"bar")))),
    ("foo OR kind:class", ANYTHING),
    ("foo -bar", Has(b"foo")),
    ("in:(foo) has:bar", All((Has(b"foo"), Has(b"bar")))),
    ('"one\ntwo"', All((Has(b"one"), Has(b"two")))),
    ("/foo.*bar/", All((Has(b"foo"), Has(b"bar")))),
    ("/(foo|bar)baz/", Any((Has(b"barbaz"), Has(b"foobaz")))),
    ("/colou?r/", Any((Has(b"color"), Has(b"colour")))),
    ("/ab{3}c/", Has(b"abbbc")),
    ("/a+bcd/", Has(b"abcd")),
    ("/[xy]foo[0-2]/", Any(tuple(Has(f"{x}foo{n}".encode()) for x in "xy" for n in range(3)))),
    (r"/\Qa.b\E+c/", Has(b"a.b")),
    (r"/func \w+\(ctx/", All((Has(b"func "), Has(b"(ctx")))),
    ("/x*/", ANYTHING),
    ("/foo|/", ANYTHING),
    ("/(?i)Straße/", Has(b"stra")),
    ("/(?i:FOO)bar/", Has(b"foobar")),
    ("call:os.path", Has(b"path")),
    ("call:/get_.*_by_id/", All((Has(b"get_"), Has(b"_by_id")))),
    ("call:get_*", Has(b"get_")),
    ("heredoc:SQL", Has(b"sql")),
    ("sym:=Foo", ANYTHING),
]


@pytest.mark.parametrize(("text", "need"), NEEDS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_a_hit_needs(text: str, need: Need) -> None:
    query = parse(text).query
    assert query is not None
    found = needs(query)
    assert found == need


def test_names_of_definitions_are_needed_only_if_asked_for() -> None:
    query = parse("in:Foo sym:=Bar").query
    assert query is not None
    wanted = Defines(Name("words", "Foo", False)), Defines(Name("exact", "Bar", False))
    assert needs(query, definitions=True) == All(wanted)


LETTERS = "abkKsSéÉ\N{KELVIN SIGN}\N{LATIN SMALL LETTER LONG S}ß中 _\n"
ATOMS = (
    st.sampled_from([*"abkKsSéÉß中 _.^$", "[ab]", "[^a]", "[a-k]", "[kK-]", "[é中]", "[]a]"])
    | st.sampled_from(["[[:alpha:]]", "(?i)", "(?i:ks)", "(?-i:K)", r"\Qa.\E", r"\x{4e2d}", r"\x61", r"\141"])
    | st.sampled_from([r"\.", r"\w", r"\s", r"\b", r"\n", r"\pL", r"\d"])
    | st.sampled_from(["abc", "Kas", "bask", "sab ", "k_s", "中ab"])
    | st.sampled_from(["abc", "Kas", "bask", "sab ", "k_s", "中ab"])
)


def _regexes() -> st.SearchStrategy[str]:
    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return (
            st.lists(inner, min_size=1, max_size=4).map("".join)
            | st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({'|'.join(parts)})")
            | st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "{0,1}", "{2,}", "+?"])).map(
                lambda pair: f"(?:{pair[0]}){pair[1]}"
            )
        )

    return st.recursive(ATOMS, grow, max_leaves=12)


@settings(max_examples=250, deadline=None)
@given(_regexes(), st.text(LETTERS, max_size=30), st.booleans())
@example("abc(?i)kas", "abc\N{KELVIN SIGN}a\N{LATIN SMALL LETTER LONG S}", False)
@example("a\\nb", "a\r\nb", False)
def test_a_regex_never_asks_for_more_than_a_match_has(source: str, text: str, ignore_case: bool) -> None:
    if problem_with(source, ignore_case) is not None:
        return
    # Words of the pattern itself make matches likely.
    text += "".join(re.findall(r"[a-zA-Z_中 ]{2,}", source)) + text[:5]
    data = text.encode()
    if compiled(source, ignore_case).search(data.replace(b"\r\n", b"\n")) is not None:
        need = regex_needs(source, ignore_case)
        assert holds(need, fold(data)), (need, data)


@settings(max_examples=100, deadline=None)
@given(st.text(LETTERS, min_size=1, max_size=8), st.text(LETTERS, max_size=8), st.booleans())
def test_a_text_never_asks_for_more_than_it_is(wanted: str, around: str, ignore_case: bool) -> None:
    written = wanted.swapcase() if ignore_case and len(wanted.swapcase()) == len(wanted) else wanted
    data = (around + written + around).encode()
    assert holds(text_needs(wanted, False), fold((around + wanted).encode()))
    if ignore_case and compiled(escape(wanted), True).search(data) is not None:
        assert holds(text_needs(wanted, True), fold(data))


PATHS = [
    ("file:*.py", "src/a/b.py", True),
    ("file:*.py", "b.pyc", False),
    ("file:src/**/*.py", "src/b.py", True),
    ("file:src/**/*.py", "src/a/c/b.py", True),
    ("file:src/*.py", "src/a/b.py", False),
    ("file:**/test/*", "x/test/a.c", True),
    ("file:src/**", "src/a/b", True),
    ("file:/src/*", "src/a", True),
    ("file:*.{ts,tsx}", "a/b.tsx", True),
    ("file:*.{ts,tsx}", "a/b.js", False),
    ("file:[a-c]?.txt", "bx.txt", True),
    ("file:[!a-c]x.txt", "bx.txt", False),
    ("file:test", "src/my_tests/a.c", True),
    ("file:readme", "README.md", True),
    ("file:Readme", "README.md", False),
    ("file:/src/", "src/a.c", True),
    ("file:/rc/", "src/a.c", False),
    ("file:*.{a", "x.{a", True),
    ("file:[,-0]x", "/x", False),
    ("file:[,-0]x", "0x", True),
    ("file:[/]x", "a/x", False),
    ("file:[!a]x", "/x", False),
    ("file:*é?.c", "Éà.c", True),
    ("file:a+(b)$*", "a+(b)$c", True),
    ("file:a*", "a\nb", True),
]


@pytest.mark.parametrize(("text", "path", "expected"), PATHS)
def test_paths(text: str, path: str, expected: bool) -> None:
    query = parse(text).query
    assert query is not None and isinstance(query.root, File)
    assert path_matcher(query.root)(path) is expected


@pytest.mark.parametrize("glob", ["*a" * 400 + "b", "**/" * 300 + "b", "{" * 100 + "a*,*" * 20 + "}" * 100, "*?" * 400])
def test_a_glob_of_many_stars_takes_no_longer(glob: str) -> None:
    query = parse(f"file:{glob}").query
    assert query is not None
    begun = time.process_time()
    for path in ("a" * 250, "a/" * 125 + "c"):
        path_matcher(cast(File, query.root))(path)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    "glob", ["*a" * 501, "{" * 400 + "a" + "}" * 400 + "*" + "?" * 150, "{a,{b," * 150 + "c" + "}}" * 150]
)
def test_a_glob_without_measure_is_a_problem_or_is_read(glob: str) -> None:
    parsed = parse(f"file:{glob}")
    if parsed.query is None:
        assert "glob" in parsed.problems[0].message
    else:
        path_matcher(cast(File, parsed.query.root))("a" * 200)


@settings(max_examples=150, deadline=None)
@given(st.text("ab*?[]{},!-/\\.^", min_size=1, max_size=12), st.text("ab/.", max_size=8))
def test_no_glob_raises(glob: str, path: str) -> None:
    path_matcher(File(glob, True, True, Span(0, 0)))(path)


@pytest.mark.parametrize(
    ("query", "found", "said"),
    [
        ("delete $A", False, '`pattern:"delete $A"`'),
        ("delete $A", True, '`pattern:"delete $A"`'),
        ('f("$A") ', False, r'`pattern:"f(\"$A\")"`'),
        ("lang:js f($A)", False, '`pattern:"…"`'),
        ("echo $HOME", False, "in a pattern only"),
        ("echo $HOME", True, ""),
        ("return in:function", True, "`in:(kind:function)`"),
        ("return in:fn", False, "`in:(kind:fn)`"),
        ("return in:class:Model", False, "`in:(kind:class sym:Model)`"),
        ("return in:std::vector", False, ""),
        ("return in:(kind:function)", False, ""),
        ("get && User", False, "`&&` is looked for as it is"),
        ("get && User", True, ""),
        ("one other", False, "with OR"),
        ("one OR other", False, ""),
        ("/$A/", False, ""),
        ("type:function", True, "`kind:function`"),
        ("kind:function call:open", True, "`kind:function has:(call:open)`"),
        ("inode in:header", False, "in the header of a definition is `part:header`"),
        ("kind:function call:open part:header", True, "`kind:function has:(call:open part:header)`"),
        ('kind:fn pattern:"f($A)" lang:c', False, '`kind:fn has:(pattern:"f($A)")`'),
        ("kind:function call:open select:symbol", True, ""),
        ("kind:function has:(call:open)", True, ""),
        ("kind:if call:open", True, ""),
    ],
)
def test_hints_say_what_else_may_be_meant(query: str, found: bool, said: str) -> None:
    parsed = parse(query).query
    assert parsed is not None
    given = hints(parsed, found)
    assert (said in given[0] and len(given) == 1) if said else given == []
