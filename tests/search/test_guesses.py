"""What a newcomer types who knows other tools, and what is said: no wrong guess is answered by silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.engine import Engine, Limits
from indexer.query.guesses import guesses
from indexer.query.parser import parse
from indexer.query.tree import walk
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import search

FILES = {
    "app/views.py": """\
import os
from app.models import User


class LoginView(User):
    def login(self, request):
        try:
            return os.path.join(request, "login", "logout")
        except OSError:
            raise ValueError("connection refused")


def main():
    LoginView().login(1)
""",
    "app/models.py": "class User:\n    LIMIT = 3\n\n    def get_name(self):\n        return self.LIMIT\n",
    "tests/test_views.py": "def test_login():\n    assert True\n",
    "cmd/main.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hi")\n}\n',
}

# A guess, and what must be said of it.
TABLE = [
    # fields
    ("kind=class", "a colon stands between a field and its value: try `kind:class`"),
    ("kind==class", "try `kind:class`"),
    ("lang=python", "try `lang:python`"),
    ("name=login", "try `sym:login`"),
    ("lines>3", "try `lines:>3`"),
    ("depth>=2", "try `depth:>=2`"),
    ("class:User", "did you mean `kind:class sym:User`?"),
    ("func:login", "did you mean `kind:func sym:login`?"),
    ("def:login", "did you mean `kind:def sym:login`?"),
    ("name:login", "did you mean `sym:login`?"),
    ("ext:py", "did you mean `file:*.py`?"),
    ("dir:app", "did you mean `file:app/`?"),
    ("directory:app", "did you mean `file:app/`?"),
    ("filename:views.py", "did you mean `file:views.py`?"),
    ("filetype:python", "did you mean `lang:python`?"),
    ("inherits:User", "did you mean `extends+:User`?"),
    ("subclass:User", "did you mean `extends:User`?"),
    ("callers:login", "did you mean `calls:login`?"),
    ("uncalled:login", "did you mean `is:unused`?"),
    ("evidence:sure call:login", "`evidence:` is one of scope, import, member, unique, name, external"),
    ("evidence:import login", "`evidence:` speaks of a reference beside it"),
    ("imports:os", "did you mean `import:os`?"),
    ("regex:log.*n", "did you mean `/log.*n/`?"),
    ("re:log.*n", "did you mean `/log.*n/`?"),
    ("author:bob", 'to search for the text, quote it: "author:bob"'),
    ("has:kind:try", "try `has:(kind:try)`"),
    ("type:function", "the kind is `kind:function`"),
    ("in:function", "inside of that kind is `in:(kind:function)`"),
    # kinds and languages
    ("kind:tests", "did you mean `test`?"),
    ("kind:function,class", "did you mean `(kind:function OR kind:class)`?"),
    ("kind:function|class", "did you mean `(kind:function OR kind:class)`?"),
    ("kind:[function,class]", "did you mean `(kind:function OR kind:class)`?"),
    ("lang:go,python", "did you mean `(lang:go OR lang:python)`?"),
    ("kind:*", "did you mean `select:symbol`?"),
    ("kind:struct", "nothing here is of `kind:struct`; not every language has every kind: try `kind:class`"),
    ("kind:trait login", "try `kind:class`"),
    ("lang:ruby", "no file here is in `lang:ruby`; most are in Python and Go"),
    ("lang:pyhton", "did you mean `python`?"),
    ("select:functions", "`select:` is one of line, block, symbol, file"),
    # paths
    ("*.py", "try `file:*.py`"),
    ("app/*.py", "try `file:app/*.py`"),
    ("views.py:7", "try `file:views.py`"),
    ("file:views.py:7", "a path has no line number: try `file:views.py`"),
    ("file:./app/views.py", "paths start at the folder that is searched: try `file:app/views.py`"),
    ("file:src/app/views.py", "try `file:app/views.py`"),
    ("file:views/*.py", "no file matches `file:views/*.py`"),
    ("file:*.rb", "no file matches `file:*.rb`"),
    ("in:tests/", "a folder is a matter of `file:`: try `file:tests/`"),
    ("in:app login", "try `file:app/`"),
    # operators
    ("login && Println", "`&&` is looked for as it is; words side by side must all be there"),
    ("login || Println", "between words of which one is enough stands `OR`"),
    ("!login", "a dash leaves out what follows: try `-login`"),
    ("login Println", "each part of the query is found by itself, but never all of them together"),
    # texts and regular expressions
    ("log.*n", "a regular expression stands between slashes: try `/log.*n/`"),
    ("^def", "try `/^def/`"),
    (r"\bdef\b", r"try `/\bdef\b/`"),
    (r"def\s+login", r"try `/def\s+login/`"),
    (r"login\(", "a regular expression stands between slashes"),
    ("[Ll]ogin", "try `/[Ll]ogin/`"),
    ("/log[in/", "bad regular expression"),
    ("/login", "no closing `/`"),
    ("log*", "a star in a text is a star; in a name it stands for anything: try `sym:log*`"),
    ("*ogin*", "try `sym:*ogin*`"),
    ("LOGINVIEW", "capitals are looked for as they are; `case:no` finds both cases"),
    ("login_view", "as a name it may be spelled otherwise: try `sym:login_view`"),
    ('"login', "this quote is not closed"),
    ("(login", "this parenthesis is not closed"),
    ("login)", "this parenthesis closes nothing"),
    ('""', "there is nothing between these quotes"),
    ("   ", "the query is empty"),
    ("“login”", "these quotes are curved ones"),
    # names
    ("sym:log.*", "try `sym:/log.*/`"),
    ("sym:login()", "a name has no parentheses: try `sym:login`"),
    ("sym:=Login", "behind `=` a name is exactly so: try `sym:Login`"),
    ("sym:other.LoginView", "the name is there, but not with what stands before it: try `sym:LoginView`"),
    ("sym:refused", "nothing is named so, but there is such a text"),
    ("call:login()", "try `call:login`"),
    ("call:get_name", "it is defined, but not referred to so: try `sym:get_name`"),
    ("extends:LIMIT", "try"),
    ('import:"from app.models"', "an import is found by its path alone: try `import:app.models`"),
    # patterns
    ("pattern:foo(", "is not closed"),
    ('pattern:"$A"', "matches everything"),
    ('pattern:"def $F($A, $$$A): $$$"', "different names"),
    ('pattern:"func $F($$$) error { $$$ }" lang:python', "does not read as python"),
    ('pattern:"os.path.join()"', "these parentheses are empty"),
    ('pattern:"os.path.join(...)"', 'any number of things is `$$$`: try `pattern:"os.path.join($$$)"`'),
    ("$A.login($B)", "`$NAME` stands for code in a pattern only"),
    ("lines:>abc", "`lines:` takes a number"),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("newcomer")
    for path, text in FILES.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    engine = Engine()
    engine.open_paths({"newcomer": folder}, lambda _: None)
    yield engine
    engine.shutdown()


@pytest.mark.parametrize(("query", "said"), TABLE)
def test_a_wrong_guess_is_answered(engine: Engine, query: str, said: str) -> None:
    answer = engine.search(query, Limits(hits=10))
    assert answer.total == 0
    spoken = [problem.message for problem in answer.problems] or answer.hints
    assert any(said in one for one in spoken), spoken


def test_what_is_proposed_finds_something(engine: Engine) -> None:
    proposed = 0
    for query, _ in TABLE:
        for hint in engine.search(query, Limits(hits=1)).hints:
            if ": try `" in hint and "-login" not in hint:
                proposed += 1
                other = hint.rpartition(": try `")[2].removesuffix("`")
                assert engine.search(other, Limits(hits=1)).total, (query, other)
    assert proposed > 25


def test_a_folder_without_files_says_so(tmp_path: Path) -> None:
    engine = Engine()
    engine.open_paths({"empty": tmp_path}, lambda _: None)
    assert "there are no files here, or all are ignored" in engine.search("x", Limits()).hints[0]
    (tmp_path / "a.bin").write_bytes(bytes(range(256)) * 9)
    engine.shutdown()
    engine = Engine()
    engine.open_paths({"binary": tmp_path}, lambda _: None)
    answer = engine.search("x", Limits())
    assert any("no file here can be searched: 1 " in hint for hint in answer.hints)
    assert answer.files == 0
    engine.shutdown()


def test_names_are_explained_where_that_is_asked_for(engine: Engine) -> None:
    assert engine.find_symbols("refused", Limits()).hints == []
    assert "there is such a text" in engine.find_symbols("refused", Limits(), explain=True).hints[0]
    assert "nothing here is of `kind:struct`" in engine.find_symbols("kind:struct", Limits(), explain=True).hints[0]
    assert engine.why_unreferenced("User") == []
    assert engine.why_unreferenced("LIMIT")[0].startswith("nothing calls, imports, inherits from")
    assert engine.why_unreferenced('a"b\\') != []
    assert engine.why_unreferenced(".nobody")[0] == "no page, sheet or script refers to `.nobody`"


@pytest.mark.parametrize(
    "text", ["a" * 5000, "*" * 300, "(" * 40, "\\" * 99, "[" * 500, "/" * 200, "." * 900, "=" * 50]
)
def test_guesses_of_any_text_are_few_and_soon_made(text: str) -> None:
    for query in (text, f'"{text}"', f"sym:{text}", f"file:{text}", f"in:{text}", f"call:{text}", f'pattern:"{text}"'):
        parsed = parse(query)
        for term in walk(parsed.query.root) if parsed.query else ():
            assert len(guesses(term, query)) <= 4


def test_of_a_folder_that_is_still_being_read_nothing_is_said_to_be_missing(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path, None, SafeReader())
    assert "there are no files here" in search("x", [corpus]).hints[0]
    assert not search("x", [replace(corpus, is_whole=False)]).hints
