"""`part:header` and `part:body`: judged by Python's `ast` and Go's `go/ast` on code nobody here wrote."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import tokenize
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import pytest

from indexer.query.parser import parse
from indexer.search.match.matches import count, match
from tests.corpus import module
from tests.judges import needed
from tests.search.brute_force import brute_force
from tests.search.facts import DocumentFacts
from tests.search.test_match import SOURCES, Questions, as_tuples, found, lines, places_found, source

Cut = tuple[int, int, int]  # where a definition begins, where its body does, and where it ends


def cuts_of(text: str) -> list[Cut]:
    """The definitions of a module of Python. The rest of the row with the colon before a body belongs to the header."""
    data = text.encode()
    rows = [0, *accumulate(len(row) for row in data.splitlines(keepends=True))]
    colons = [
        (rows[token.start[0] - 1] + len(token.line[: token.start[1]].encode()), token.start[0])
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.OP and token.string == ":"
    ]
    found: list[Cut] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = node.body[0]
            begin = min(
                [(one.lineno, one.col_offset) for one in _decorators(first)] + [(first.lineno, first.col_offset)]
            )
            body = rows[begin[0] - 1] + begin[1]
            if _decorators(first):
                body -= 1  # the sign before it
            colon = max(colon for colon in colons if colon[0] < body)
            start = min(
                [(node.lineno, node.col_offset)] + [(one.lineno, one.col_offset - 1) for one in _decorators(node)]
            )
            end = rows[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            behind = re.compile(rb"[ \t]*#.*").match(data, end)
            end = behind.end() if behind else end  # a comment behind it is of it
            found.append((rows[start[0] - 1] + start[1], min(body, rows[colon[1]]), end))
    return found


def _decorators(node: ast.stmt) -> list[ast.expr]:
    return getattr(node, "decorator_list", [])


def part_at(cuts: Sequence[Cut], offset: int) -> str | None:
    """The part that an offset is in, of the innermost definition around it."""
    around = [cut for cut in cuts if cut[0] <= offset < cut[2]]
    if not around:
        return None
    _, body, _ = max(around, key=lambda cut: (cut[0], -cut[2]))
    return "header" if offset < body else "body"


def judged(text: str, cuts: Sequence[Cut], word: str, facts: DocumentFacts) -> int:
    """Compares what a word finds in headers, in bodies and in neither; tells how many queries had hits."""
    data = text.encode()
    rows = [0, *accumulate(len(row) for row in data.splitlines(keepends=True))]
    answered = 0
    for query, part in (
        (f"{word} part:header", "header"),
        (f"{word} part:body", "body"),
        (f"{word} -part:header -part:body", None),
    ):
        offsets = [one.start() for one in re.finditer(word.encode(), data)]
        wanted = [offset for offset in offsets if part_at(cuts, offset) == part]
        expected = sorted({sum(start <= offset for start in rows) for offset in wanted})
        assert [hit.row + 1 for hit in found(f"{query} case:yes", facts)] == expected, query
        answered += bool(expected)
    return answered


MODULES = (
    "contrib/admin/options.py",
    "core/cache/backends/base.py",
    "db/models/query.py",
    "http/request.py",
    "template/library.py",
    "utils/deprecation.py",
    "utils/functional.py",
)
WORDS = ("self", "None", "cls", "property", "name", "key", "def", "class", "return", "value", "object", "staticmethod")


@pytest.mark.parametrize("name", MODULES)
def test_python_has_the_same_headers_and_bodies(name: str) -> None:
    text = module(name).read_text("utf-8")
    facts = DocumentFacts(name, text.encode())
    cuts = cuts_of(text)
    assert sum(judged(text, cuts, word, facts) for word in WORDS) > 8


HARD = '''\
import a


@a.cache(lambda x: (x, "word"))  # word
# word
class A(
    a.B,  # word
    metaclass=word,
):
    # word
    """word"""

    word: int = 1

    @property
    def f(
        self, word=lambda y: y["word": 1]
    ) -> a.word[int]:  # word
        # word

        # word
        @word
        def g(word): return word
        return g

    async def h(self, word): ...

    class Meta: word = 1


if word:
    def i(word):
        # word
        if word: word
else: word = 2


def j(): return word  # word
'''


def test_headers_of_several_rows_with_comments_and_decorators() -> None:
    assert judged(HARD, cuts_of(HARD), "word", DocumentFacts("a.py", HARD.encode())) == 3


def test_go_has_the_same_headers_and_bodies() -> None:
    go = needed("go")
    where = subprocess.run([go, "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    names = [
        "net/http/server.go",
        "encoding/json/encode.go",
        "go/ast/ast.go",
        "sort/sort.go",
        "io/io.go",
        "math/abs.go",
    ]
    names += ["sync/atomic/doc.go", "strings/builder.go", "database/sql/sql.go"]
    paths = [Path(where) / "src" / name for name in names]
    judge = Path(__file__).parent.parent / "oracles" / "headers_go.go"
    asked = "\n".join(map(str, paths)).encode()
    printed = subprocess.run([go, "run", judge], input=asked, capture_output=True, check=True).stdout
    answers = [json.loads(line) for line in printed.splitlines()]
    assert len(answers) == len(paths)
    answered = 0
    for answer in answers:
        data = Path(answer["path"]).read_bytes()
        cuts = [tuple(cut) for cut in answer["cuts"]]
        facts = DocumentFacts(answer["path"], data)
        for word in ("func", "int", "string", "error", "return", "struct", "interface", "type", "bool"):
            answered += judged(data.decode(), cuts, word, facts)
    assert answered > 50


CODE = {
    "a.c": (
        "static int f(WORD a,\n             WORD b) /* WORD */\n{\n\tWORD;\n}\nint p(WORD);\n"
        "struct s {\n\tWORD w;\n};\nWORD x;\n",
        [1, 2, 6],
        [4, 8],
    ),
    "a.js": (
        "const f = async (WORD) => {\n  WORD;\n};\n"
        "class A extends WORD {\n  m(WORD) {\n    WORD;\n  }\n  x = WORD;\n}\nWORD;\n",
        [1, 4, 5],
        [2, 6, 8],
    ),
    "a.ts": ("interface A extends WORD {\n  m(a: WORD): void;\n  b: WORD;\n}\n", [1, 2], [3]),
    "a.rs": (
        "impl WORD for A {\n    fn f(w: WORD) -> WORD\n    where WORD: B,\n    {\n        WORD\n    }\n}\n",
        [1, 2, 3],
        [5],
    ),
    "a.java": (
        "@WORD\nclass A extends WORD {\n  WORD w;\n  @WORD\n  void f(WORD w) throws WORD {\n    WORD;\n  }\n}\n",
        [1, 2, 4, 5],
        [3, 6],
    ),
    "a.rb": ("class A < WORD\n  def f(WORD)\n    WORD\n  end\nend\n", [1, 2], [3]),
    "b.h": ("typedef struct {\n\tWORD w;\n} WORD_t;\n#define F(WORD) \\\n\tWORD\n", [4], [2, 3, 5]),
    "a.el": ("(defun f (WORD)\n  (g WORD))\n", [1], [2]),
    "a.groovy": ("class WORD {\n  def f(WORD,\n        WORD) {\n    WORD\n  }\n}\n", [1, 2, 3], [4]),
    "a.kt": ("interface A {\n    fun f(\n        a: WORD,\n    ): WORD\n    val b: WORD\n}\n", [3, 4], [5]),
    "a.m": ("@interface A : WORD\n- (WORD)f:(WORD)w;\n@end\n", [1, 2], []),
    "a.sh": ("f() { # WORD\n  WORD\n}\nWORD\n", [], [1, 2]),
    "a.md": ("# WORD\n\nWORD\n", [1], [3]),
    "a.applescript": ("on f(WORD)\n\tWORD\nend f\n", [1], [2]),
}


@pytest.mark.parametrize("path", CODE)
def test_headers_and_bodies_in_other_languages(path: str) -> None:
    text, header, body = CODE[path]
    assert lines("WORD part:header", text, path) == header
    assert lines("WORD part:body", text, path) == body


def test_references_patterns_and_lines_alone() -> None:
    text = "def f(a=g(1)):\n    g(2)\n\n\ng(3)\n"
    assert lines("call:g part:header", text) == [1]
    assert lines("call:g part:body", text) == [2]
    assert places_found('pattern:"g($A)" part:header', text) == ["8:g(1)"]
    assert lines("part:header", text) == [1]
    assert lines("part:body", text) == [2]
    assert lines("-part:body g", text) == [1, 5]
    assert lines("has:(part:header g) kind:function", text) == [1]


def test_what_is_no_part() -> None:
    assert parse("part:foot").problems[0].message == "`part:` is header or body, of the definition around"
    assert parse("is:header").problems[0].message.endswith("did you mean `part:header`?")


class Parts(Questions):
    """Random queries with parts."""

    def _term(self) -> str:
        pick = self._random.choice
        if self._random.random() < 0.6:
            return super()._term()
        sign = pick(("", "", "-"))
        return f"({super()._term()} {sign}part:{pick(['header', 'body'])})" if pick((True, False)) else "part:header"


@pytest.mark.parametrize("path", SOURCES)
def test_the_slow_way_finds_the_same(path: str) -> None:
    facts = DocumentFacts(path, source(path))
    questions = Parts(facts, 11)
    answered = 0
    for _ in range(60):
        text = questions.next()
        query = parse(text).query
        assert query is not None, text
        expected = brute_force(query, facts)
        assert as_tuples(match(query, facts)) == expected, text
        assert count(query, facts) == len(match(query, facts)), text
        answered += bool(expected)
    assert answered > 5
