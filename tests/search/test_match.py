"""A query on one text: the examples of the documentation, the brute-force evaluation, and ripgrep as judges."""

from __future__ import annotations

import random
import re
import subprocess

import pytest

from indexer.model import Span
from indexer.query.fields import FIELDS, OPTIONS
from indexer.query.needs import fold, holds, needs
from indexer.query.parser import parse
from indexer.query.tree import Name
from indexer.search.match.hits import Found
from indexer.search.match.matches import count, hits_in, match
from indexer.search.match.matches import places_found as places_of
from indexer.search.names.matching import (
    EXACT,
    EXACT_BUT_CASE,
    INITIALS,
    MEMBER,
    PREFIX,
    SUBSTRING,
    WORD_HEADS,
    WORDS,
    matcher,
    narrowing,
    rank,
)
from indexer.search.names.qualified import IN_FILE, IN_FOLDER, INSIDE, Fit
from indexer.search.plan.conditions import ALWAYS
from indexer.search.plan.plan import plan_of
from tests.corpus import module
from tests.paths import ROOT
from tests.search.brute_force import Ancestry, Hit, brute_force
from tests.search.facts import DocumentFacts, PackedFacts, together


def found(query: str, facts: DocumentFacts) -> list[Found]:
    parsed = parse(query)
    assert parsed.query is not None, parsed.problems
    return match(parsed.query, facts)


def lines(query: str, text: str, path: str = "a.py") -> list[int]:
    return [hit.row + 1 for hit in found(query, DocumentFacts(path, text.encode()))]


GUIDE = (ROOT / "docs" / "query-language.md").read_text("utf-8")
EXAMPLES = [example.split("\n") for example in re.findall(r"```search\n(.*?)\n```", GUIDE, re.DOTALL)]
FILES = together(dict(re.findall(r"`([\w./]+)`:\n\n```\w+\n(.*?)```", GUIDE, re.DOTALL)))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[0])
def test_example_of_the_documentation(example: list[str]) -> None:
    query, *expected = example
    parsed = parse(query)
    if parsed.query is None:
        assert [f"problem: {problem.message}" for problem in parsed.problems] == expected
        return
    hits = []
    for path in sorted(FILES):
        matched = match(parsed.query, FILES[path])
        assert as_tuples(matched) == brute_force(parsed.query, FILES[path])
        for hit in matched:
            hits.append(path if hit.kind == "file" else f"{path}:{hit.row + 1}")
            assert holds(needs(parsed.query), fold(FILES[path].text.data))
    assert hits == expected


def test_the_documentation_has_a_line_and_an_example_of_every_field() -> None:
    """An example is also asked of the brute-force evaluation, so no field can be forgotten there."""
    terms = GUIDE[GUIDE.index("## Terms") : GUIDE.index("**Together.**")]
    examples = " ".join(query for query, *_ in EXAMPLES)
    without_line = [field for field in sorted(FIELDS) if not re.search(rf"\b{field}:", terms)]
    assert without_line == [], "add them to the table under `## Terms` in docs/query-language.md"
    without_example = [field for field in sorted(FIELDS - OPTIONS.keys()) if not re.search(rf"\b{field}:", examples)]
    assert without_example == [], "add a ```search example for them to docs/query-language.md"


def test_the_documentation_names_every_kind() -> None:
    from indexer.query.kinds import ALIASES, KINDS

    section = GUIDE[GUIDE.index("## Kinds") : GUIDE.index("## Around and inside")]
    words = set(re.findall(r"\w+", section))
    assert KINDS - words == set()
    assert set(ALIASES) - words - {"subroutine", "procedure"} == set()


CODE = """\
class A:
    def one(self):
        x = 1; y = "x"  # x
        if x:
            return [
                x,
            ]
"""


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\na b a\n\nb\na", "é a\nß a", "a\r\nb a\r\n\r\na", "b\ra\n\ra"])
@pytest.mark.parametrize("query", ["a", "/a|^$/", "/$/", "/a.*/"])
def test_lines_alone_are_those_with_what_is_around_them(text: str, query: str) -> None:
    parsed = parse(f"{query} select:line")
    assert parsed.query is not None
    facts, plan = DocumentFacts("a.txt", text.encode()), plan_of(parsed.query)
    alone, full = hits_in(plan, facts, around=False), hits_in(plan, facts)
    assert [hit._replace(block=(0, 0), ancestry=()) for hit in alone] == [
        hit._replace(block=(0, 0), ancestry=()) for hit in full
    ]


def test_a_line_hit_tells_what_is_around_it() -> None:
    (hit,) = found("return", DocumentFacts("a.py", CODE.encode()))
    assert (hit.row, hit.span, hit.line) == (4, Span(82, 88), "            return [")
    assert [(around.kind, around.name, around.row) for around in hit.ancestry] == [
        ("class", "A", 0),
        ("method", "one", 1),
        ("if", None, 3),
    ]
    assert hit.ancestry[2].header == "if x:"
    assert (hit.kind, hit.name) == (None, None)


def test_all_places_in_a_line_are_told() -> None:
    (first, *_) = found("x -if", DocumentFacts("a.py", CODE.encode()))
    assert [span.start for span in first.matches] == [36, 48, 54]
    assert first.counts == (3,)


def test_a_definition_is_pointed_at_by_its_name() -> None:
    (hit,) = found("sym:one", DocumentFacts("a.py", CODE.encode()))
    assert (hit.kind, hit.name, hit.block, hit.fit) == ("method", "one", (1, 6), Fit(EXACT))
    assert CODE[hit.span.start : hit.span.end] == "one"
    assert [around.name for around in hit.ancestry] == ["A"]


def test_a_block_brings_what_ranking_needs() -> None:
    (hit,) = found("if return", DocumentFacts("a.py", CODE.encode()))
    assert (hit.kind, hit.block, hit.counts, hit.tokens) == ("if", (3, 6), (1, 1), 4)


def test_captures_come_with_the_hit() -> None:
    (hit,) = found('pattern:"$N = 1"', DocumentFacts("a.py", CODE.encode()))
    assert hit.captures == {"N": "x"}


CASES = [
    ("a$", "a\r\nb a\r\nab\r\n", [1, 2], "line ends of two bytes are no part of a line"),
    ("^b", "a\rb\r\nb", [2, 3], "a lone return ends a line"),
    ("^$", "a\n\nb\n", [2], "the end of the text is no line"),
    ("^$", "", [], "an empty text has no line"),
    ("x*", "a\nxx\n\n", [1, 2, 3], "a match without letters finds its line"),
    ("[^a]+z", "b\nz\n", [], "a class does not cross lines"),
    (r"b\s+z", "b\nz\n", [], "a blank does not cross lines"),
    (r"b\nz", "a\nb\nz\n", [2], "a written line end does"),
    (r"b\nz", "a\r\nb\r\nz\r\n", [2], "also where it is two bytes"),
    ("(?s)b.z", "b\nz\n", [], "nor does a dot, without a written line end"),
]


@pytest.mark.parametrize(("source", "text", "expected", "reason"), CASES)
def test_lines(source: str, text: str, expected: list[int], reason: str) -> None:
    assert lines(f"/{source}/", text, "a.txt") == expected, reason


def test_text_over_several_lines() -> None:
    (hit,) = found('"b\nc"', DocumentFacts("a.txt", b"a\r\nb\r\nc\r\n"))
    assert (hit.row, hit.row_end, hit.span) == (1, 2, Span(3, 7))


def test_case_is_ignored_in_every_script() -> None:
    text = "ÉCOLE\n\N{KELVIN SIGN}ey\nécole\n"
    assert lines("école", text, "a.txt") == [1, 3]
    assert lines("École", text, "a.txt") == []
    assert lines("key", text, "a.txt") == [2]


RANKS = [
    ("getUserById", "getUserById", EXACT),
    ("getuserbyid", "getUserById", EXACT_BUT_CASE),
    ("getu", "getUserById", PREFIX),
    ("gubi", "getUserById", INITIALS),
    ("gub", "getUserById", INITIALS),
    ("userid", "getUserById", WORDS),
    ("user_id", "getUserById", WORDS),
    ("serby", "getUserById", SUBSTRING),
    ("gusb", "getUserById", WORD_HEADS),
    ("geti", "getUserById", WORD_HEADS),
    ("get_user_by_id", "getUserById", EXACT_BUT_CASE),
    ("get_u", "getUserById", PREFIX),
    ("run", "_run", WORDS),
    ("_run", "_run_all", PREFIX),
    ("ubg", "getUserById", None),
    ("hs", "HTTPServer", INITIALS),
    ("server", "HTTPServer", WORDS),
    ("kebab", "my-kebab-case", WORDS),
    ("v2", "api_v2", WORDS),
    ("x", "max", SUBSTRING),
    ("operator+", "operator+", EXACT),
    ("operator+", "operator-", None),
]


@pytest.mark.parametrize(("word", "name", "expected"), RANKS)
def test_rank(word: str, name: str, expected: int | None) -> None:
    assert rank(word, name) == expected


def test_capitals_are_meant() -> None:
    assert rank("UserId", "getUserById", ignore_case=False) == WORDS
    assert rank("UserId", "userid", ignore_case=False) is None


MEMBERS = [
    ("app/models/base.py", "class Model:\n    def save(self): pass\n", "Model.save", Fit(MEMBER, INSIDE)),
    ("app/models/base.py", "class Model:\n    def save(self): pass\n", "model save", Fit(MEMBER, INSIDE)),
    ("app/models/base.py", "class BigModel:\n    def save(self): pass\n", "model save", Fit(MEMBER, INSIDE + 3)),
    ("app/models/base.py", "class Model:\n    def save(self): pass\n", "base.save", Fit(MEMBER, IN_FILE)),
    ("app/models/base.py", "class Model:\n    def save(self): pass\n", "app.Model.save", Fit(MEMBER, INSIDE)),
    ("app/models/base.py", "class Model:\n    def save(self): pass\n", "app save", Fit(MEMBER, IN_FOLDER)),
    ("app/models/base.py", "class Model:\n    def save(self): pass\n", "Model.app.save", None),
    ("app/models/base.py", "class Model:\n    def save_all(self): pass\n", "model save all", Fit(MEMBER, INSIDE)),
    ("app/models/base.py", "class Model:\n    def save_all(self): pass\n", "Model.sa", Fit(WORDS, INSIDE)),
    ("app/models/base.py", "class Model:\n    def save(self): pass\n", "Model.ave", None),
    ("context.go", "package gin\n\nfunc (c *Context) JSON(code int) {\n}\n", "Context.JSON", Fit(MEMBER, INSIDE)),
    ("response.js", "res.send = function send(body) {\n};\n", "res.send", Fit(MEMBER, INSIDE)),
    ("lib/a.rs", "impl Mutex<T> {\n    fn lock(&self) {\n    }\n}\n", "mutex::lock", Fit(MEMBER, INSIDE)),
    ("File/Copy.pm", "package File::Copy;\nsub copy {\n}\n", "File::Copy::copy", Fit(MEMBER, IN_FILE)),
]


@pytest.mark.parametrize(("path", "text", "typed", "expected"), MEMBERS)
def test_names_with_what_is_around_them(path: str, text: str, typed: str, expected: Fit | None) -> None:
    last = re.split(r"\W+", typed)[-1]
    hits = found(f'sym:"{typed}"', DocumentFacts(path, text.encode()))
    assert {hit.fit for hit in hits if last in (hit.name or "")} == ({expected} if expected else set())


@pytest.mark.parametrize("how", ["fuzzy", "words", "path", "exact", "glob", "regex"])
def test_narrowing_loses_no_name(how: str) -> None:
    from indexer.query.regexes import compiled

    names = [
        "getUserById",
        "get_user",
        "_user",
        "User",
        "os.path",
        "Username",
        "HTTPServer",
        "operator+",
        "a b",
        "été",
        "x",
    ]
    words = [
        "getUser",
        "get_user_by",
        "_us",
        "user",
        "gubi",
        "os",
        "path",
        "get*",
        "op?rator+",
        "HTTPServer",
        "operator+",
        "été",
        "a b",
        "x",
    ]
    fitting = 0
    for word in words:
        if how == "regex" and re.search(r"[*+?]", word):
            continue
        for ignore_case in (True, False):
            wanted = Name(how, word, ignore_case)  # type: ignore[arg-type]
            pattern = narrowing(wanted)
            for name in names:
                if matcher(wanted)(name) is not None:
                    fitting += 1
                    assert compiled(pattern.source, pattern.ignore_case).search(name.encode()), (wanted, name)
    assert fitting


LEXICAL = [
    ("a.py", 'x = f"a {b + "q"} c" # hi\n', ["# hi"], ['f"a ', '"q"', ' c"']),
    ("a.js", "const a = `x ${b} y`; // c\n/* q */ 'w'", ["// c", "/* q */"], ["`x ", " y`", "'w'"]),
    ("a.c", '#include <a.h>\nchar *s = "a" "b"; char c = \'x\'; // k', ["// k"], ['"a"', '"b"', "'x'"]),
    ("a.rs", "let s = r#\"raw\"#; let c = 'x'; // k", ["// k"], ['r#"raw"#', "'x'"]),
    ("a.sh", "echo \"a $b\" 'q' # k\n", ["# k"], ['"a ', '"', "'q'"]),
    ("a.rb", "x = \"a #{b} c\" + 'd' # k\n", ["# k"], ['"a ', ' c"', "'d'"]),
    ("a.sql", "SELECT 'x', 1 -- k\nFROM t;", ["-- k"], ["'x'"]),
    ("a.yaml", 'a: "x" # k\nc: plain\n', ["# k"], ['"x"']),
    ("a.md", "# x\n<!-- k -->\nit's\n", ["<!-- k -->"], []),
    ("a.applescript", 'set x to "a" -- k\n', ["-- k"], ['"a"']),
]


@pytest.mark.parametrize(("path", "text", "comments", "strings"), LEXICAL, ids=[case[0] for case in LEXICAL])
def test_comments_and_strings(path: str, text: str, comments: list[str], strings: list[str]) -> None:
    facts = DocumentFacts(path, text.encode())
    assert [text[span.start : span.end] for span in facts.comments()] == comments
    assert [text[span.start : span.end] for span in facts.strings()] == strings


def as_tuples(hits: list[Found]) -> set[Hit]:
    return {
        ("file", 0, 0, None)
        if hit.kind == "file"
        else ("row", hit.row, hit.row_end, None)
        if hit.kind is None
        else ("node", *hit.block, hit.name)
        for hit in hits
    }


@pytest.mark.parametrize("query", ["a", "/a.b/", "/a\\n+b/", "/^/", "/a$/", "b"])
@pytest.mark.parametrize("text", ["", "a", "a a\n", "a\nb", "ab a\n\nb a\n", "a\n\n\nb\nab", "a\r\nb a b\r\n", "\n\n"])
def test_a_count_is_the_number_of_hits(query: str, text: str) -> None:
    parsed = parse(query).query
    assert parsed is not None
    facts = DocumentFacts("a.txt", text.encode())
    assert count(parsed, facts) == len(match(parsed, facts))


class Questions:
    """Random queries about a text, made of its own words and names."""

    def __init__(self, facts: DocumentFacts, seed: int) -> None:
        self._random = random.Random(seed)
        words = re.findall(r"[A-Za-z_]\w+", facts.text.data.decode())
        self._words = list(dict.fromkeys(words))
        self._dotted = re.findall(r"\w+\.\w+", facts.text.data.decode()) or ["a.b"]
        self._names = [symbol.name for symbol in facts.symbols() if symbol.name.isidentifier()] or ["main"]

    def next(self) -> str:
        query = self._query(0)
        if self._random.random() < 0.4:
            query += f" select:{self._random.choice(['line', 'block', 'symbol', 'file'])}"
        return query

    def _query(self, depth: int) -> str:
        chance = self._random.random()
        if depth > 2 or chance < 0.45:
            return self._term()
        if chance < 0.75:
            return " ".join(self._query(depth + 1) for _ in range(self._random.randint(2, 3)))
        if chance < 0.85:
            return f"({self._query(depth + 1)} OR {self._query(depth + 1)})"
        if chance < 0.93:
            return f"NOT ({self._query(depth + 1)})"
        return f"{self._random.choice(['in', 'has'])}:({self._query(depth + 1)})"

    def _term(self) -> str:
        pick = self._random.choice
        word, name = pick(self._words), pick(self._names)
        kind = pick(["function", "method", "class", "if", "loop", "try", "variable", "block", "constant", "group"])
        texts = [word, word.lower(), f'"{word} "', f"/{word[:3]}.*{word[-1]}/", rf"/^\s*{word}/i", f"/{word}$/"]
        shapes = [
            f"sym:{name[:4]}",
            f"sym:{pick(self._names)}.{name[:4]}",
            f"sym:={name}",
            f"sym:{name[:2]}*",
            f"kind:{kind}",
            f"kind:{kind}",
        ]
        shapes += ["changed:", "changed:main", "changed:"]
        shapes += ["doc:*", f"doc:{word}", f"doc:/{word[:2]}/i"]
        around = [f"in:{name}", f"in:(kind:{kind})", f"has:{word}", f"has:(kind:{kind})"]
        places = [f"is:{pick(['comment', 'string', 'code', 'heredoc'])}", f"call:{word}", f"ref:{name}"]
        places += [f"call:{pick(self._dotted)}", f"ref:{pick(self._dotted)}"]
        sizes = [pick(["lines:>5", "lines:2..9", "depth:>1", "depth:1", "children:>0", "children:0"])]
        return pick(pick([texts, texts, shapes, around, places, sizes]))


SHORT = "utils/dateparse.py"  # code nobody here wrote: some of it, for the slow way takes long
SOURCES = [SHORT, "heredoc.rb", *FILES]


def source(path: str) -> bytes:
    if path == SHORT:
        return module(path).read_bytes()[-2400:]
    case = ROOT / "tests" / "cases" / "statements" / "ruby" / "heredoc-in-call.case"
    return case.read_bytes() if path == "heredoc.rb" else FILES[path].text.data


@pytest.mark.parametrize("path", SOURCES)
def test_the_slow_way_finds_the_same(path: str) -> None:
    data = source(path)
    facts = DocumentFacts(path, data)
    questions = Questions(facts, 7)
    folded = fold(data)
    answered = 0
    for _ in range(80):
        text = questions.next()
        query = parse(text).query
        assert query is not None, text
        expected = brute_force(query, facts)
        assert as_tuples(match(query, facts)) == expected, text
        assert count(query, facts) == len(match(query, facts)), text
        answered += bool(expected)
        assert not expected or holds(needs(query), folded), text
    assert answered > 10


C = """\
struct pair { u8 low; /* u8 = */
	u8 high; }; u8 after = 1;
struct outer {
	union { struct { u8 x = 0; } in; };
} __packed; u8 behind = 2;
u8 alone = 3;
enum last { U8, u8_end }"""


@pytest.mark.parametrize("path", [*SOURCES, "a.c", "returns.c"])
def test_definitions_that_the_index_knows_leave_out_no_line(path: str) -> None:
    data = C.encode() if path == "a.c" else C.replace("\n", "\r\n").encode() if path == "returns.c" else source(path)
    live, known = DocumentFacts(path, data), PackedFacts(path, data)
    kinds = sorted({symbol.kind for symbol in live.symbols()} | {"struct"})
    words = sorted(set(re.findall(r"[A-Za-z_]\w+", data.decode())))
    texts = [*random.Random(3).sample(words, min(len(words), 12)), "/x*/", "/u8.*=/", "/^\\s*u8\\b/", "/;$/", '"\\n"']
    told = 0
    for query in (f"{text} in:(kind:{kind})" for text in texts for kind in kinds):
        hits = found(query, live)
        assert found(query, known) == hits, query
        asked = parse(query).query
        assert asked is not None and count(asked, known) == len(hits), query
        told += bool(hits)
    assert told or path == "heredoc.rb", "there is no other that defines nothing"


@pytest.mark.parametrize("path", [*SOURCES, "a.c"])
def test_no_text_is_left_out_that_has_something_so_long(path: str) -> None:
    data = C.encode() if path == "a.c" else source(path)
    live, known = DocumentFacts(path, data), PackedFacts(path, data)
    kinds = sorted({symbol.kind for symbol in live.symbols()} | {block.kind for block in live.blocks()} | {"struct"})
    told = 0
    for query in (f"{kind} lines:>{lines}" for kind in ("", *(f"kind:{kind}" for kind in kinds)) for lines in range(9)):
        for select in ("", " select:block", " select:symbol", " select:line"):
            hits = found(query + select, live)
            assert found(query + select, known) == hits, query
            asked = parse(query + select).query
            assert asked is not None and count(asked, known) == len(hits), query
            told += bool(hits)
    assert told
    assert known.packed.has_long(None, 2) and not known.packed.has_long(None, 1 + data.count(b"\n") + 1)
    assert not known.packed.has_long(("no such kind",), 1)


@pytest.mark.parametrize("path", SOURCES)
def test_what_is_around_a_hit_is_what_covers_it(path: str) -> None:
    facts = DocumentFacts(path, source(path))
    hits = [*found("/./", facts), *found("depth:>0 select:block", facts), *found("depth:>0 select:symbol", facts)]
    slow = Ancestry(facts)
    for hit in hits:
        around = slow.of(hit.span.start if hit.kind is None else None, hit.symbol, hit.block)
        assert [(one.kind, one.name) for one in hit.ancestry] == around, hit
    assert any(hit.ancestry for hit in hits) or path == "heredoc.rb", "there is no other that has no block"


@pytest.mark.parametrize("select", ["", " select:line", " select:block", " select:symbol", " select:file"])
def test_place_conditions_speak_of_each_alternative(select: str) -> None:
    """Where an alternative finds nothing in the text, they find what is written there, as they do alone."""
    facts = FILES["app/users.py"]
    answered = 0
    for text in (
        "is:comment (table OR kind:method)",
        "is:string (kind:class OR (TODO -in:main)) -sym:main",
        "-is:code (kind:method OR find) (log OR sym:find OR lines:>3)",
        "is:comment (is:string OR keep OR -key)",
        "is:code ((is:string kind:function) OR expire OR kind:loop)",
        "has:(is:comment (nothing OR kind:method)) kind:class",
        "NOT (is:string (id OR kind:function)) user",
    ):
        query = parse(text + select).query
        assert query is not None
        expected = brute_force(query, facts)
        assert as_tuples(match(query, facts)) == expected, text
        answered += bool(expected)
    assert answered > 3
    assert lines("is:comment (TODO OR kind:function)", "# TODO\n# a\ndef f():\n    # b\n    x\n") == [1, 4]


PATTERNS = ["self", r"def \w+\(self", "^$", r"^\s+raise \w+$", "[^a]x", "(?i)ERROR", r"\breturn\b", "x*"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_ripgrep_prints_the_same_lines(pattern: str, ripgrep: str) -> None:
    path = module("utils/functional.py")
    command = [ripgrep, "-n", "--no-unicode", pattern, path]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    numbers = [int(line.split(":")[0]) for line in printed.splitlines()]
    assert numbers
    assert [hit.row + 1 for hit in found(f"/{pattern}/", DocumentFacts("functional.py", path.read_bytes()))] == numbers


def places_found(query: str, text: str, path: str = "a.py") -> list[str]:
    parsed = parse(query)
    assert parsed.query is not None, parsed.problems
    data = text.encode()
    places = places_of(parsed.query, DocumentFacts(path, data))
    return [f"{of.starts[at]}:{data[of.starts[at] : of.ends[at]].decode()}" for _, of, at in places]


def test_every_place_is_found_also_several_in_one_row() -> None:
    assert places_found("foo", "foo(foo)\nbar foo\n") == ["0:foo", "4:foo", "13:foo"]


def test_a_place_is_judged_by_itself() -> None:
    one_row = "class A: foo = 1\nfoo = foo  # foo\n"
    assert places_found("foo in:A", one_row) == ["9:foo"]
    assert places_found("foo is:comment", one_row) == ["30:foo"]
    assert places_found("foo is:code -in:A", one_row) == ["17:foo", "23:foo"]


def test_matches_of_patterns_are_places_with_the_spans_of_their_metavariables() -> None:
    text = "f(f(1), 2)\n"
    parsed = parse('pattern:"f($$$A)" lang:python')
    assert parsed.query is not None
    found = places_of(parsed.query, DocumentFacts("a.py", text.encode()))
    spans = [((of.starts[at], of.ends[at]), dict((of.captures or [])[at])) for _, of, at in found]
    assert spans == [((0, 10), {"A": Span(2, 9)}), ((2, 6), {"A": Span(4, 5)})]


def test_alternatives_are_found_at_their_own_places() -> None:
    text = "foo bar\nbaz foo\n"
    assert sorted(places_found("foo OR (bar -baz)", text)) == ["0:foo", "12:foo", "4:bar"]
    assert places_found("(foo -baz) OR bar", text) == ["0:foo", "4:bar"]


def test_statements_beside_one_that_does_not_parse_are_found() -> None:
    text = (
        b"SELECT a FROM t;\n\nCREATE TRIGGER r AFTER INSERT ON t BEGIN\n  UPDATE t SET a = 1;\nEND;\n\n"
        b"CREATE VIEW v AS\n  SELECT a FROM u;\n"
    )
    query = parse('pattern:"SELECT $A FROM $T"').query
    assert query is not None
    assert [hit.row for hit in match(query, DocumentFacts("a.sql", text))] == [0, 7]


@pytest.mark.parametrize("query", ["a OR b OR c", "a OR (b OR c) OR d is:comment"])
def test_where_an_alternative_is_found_the_others_are_not_asked_for(query: str) -> None:
    parsed = parse(query)
    assert parsed.query is not None
    anchors = plan_of(parsed.query).rows.anchors
    assert anchors and all(anchor.condition is ALWAYS for anchor in anchors)
