"""Rules written for ast-grep: how their YAML is read, and that they find what ast-grep finds with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.rules.astgrep.matching import tree_matches
from indexer.rules.astgrep.narrowing import narrowing
from indexer.rules.astgrep.rule_file import RuleFile
from indexer.rules.astgrep.yaml import Items, Table, Unreadable, Value, documents
from indexer.rules.rule import Rule, RuleProblem
from indexer.rules.rule_set import rules_for
from tests.corpus import corpus, module
from tests.judges import missing
from tests.oracles import ast_grep, astgrep_rules
from tests.paths import ROOT
from tests.rules.checking import told, written


def plain(value: Value) -> object:
    if isinstance(value, Table):
        return {key.text: plain(each) for key, each in value.entries}
    return [plain(each) for each in value.items] if isinstance(value, Items) else value.text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a: b\n", {"a": "b"}),
        ("a: {b: c, d: [e, 'f''g']}\n", {"a": {"b": "c", "d": ["e", "f'g"]}}),
        ("- a\n- b: c\n  d: e\n-\n", ["a", {"b": "c", "d": "e"}, ""]),
        ('a: "x\\n\\u00e4\\"\\x41"\n', {"a": 'x\nä"A'}),
        ("a: |\n  one\n    two\n\n  three\nb: c\n", {"a": "one\n  two\n\nthree\n", "b": "c"}),
        ("a: |-\n  one\n", {"a": "one"}),
        ("a: |2\n    one\n  two\n", {"a": "  one\ntwo\n"}),
        ("a: >\n  one\n  two\n\n  three\n", {"a": "one two\nthree\n"}),
        ("a: one\n  two\n\n  three\n", {"a": "one two\nthree"}),
        ("# c\na: b # d\n", {"a": "b"}),
        ("a:\nb:\n  - c\n", {"a": "", "b": ["c"]}),
        ("a: |\r\n  one\r\n", {"a": "one\n"}),
    ],
)
def test_yaml_is_read_as_it_is_meant(source: str, expected: object) -> None:
    (value,) = documents(source.encode())
    assert plain(value) == expected


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("a: &x b\nc: *x\n", "an anchor is not read"),
        ("a: *x\n", "an alias is not read"),
        ("a: !!python/object x\n", "a tag is not read"),
        ("a: b\na: c\n", "here twice"),
        ("<<: {a: b}\n", "a merge key is not read"),
        ("a: [b\n", "is no YAML here"),
        ("".join(f"{' ' * n}a:\n" for n in range(100)) + " " * 100 + "a: b\n", "nested too deeply"),
        ("a: " + "[" * 500 + "]" * 500 + "\n", "nested too deeply"),
        ("- " * 300 + "a\n", "nested too deeply"),
    ],
)
def test_what_would_make_a_small_file_large_is_refused_by_name(source: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        list(documents(source.encode()))


def rules(source: str) -> tuple[list[Rule], list[RuleProblem]]:
    problems: list[RuleProblem] = []
    return RuleFile(Path("a.yml"), source.encode(), problems).rules({}), problems


def rule(body: str, head: str = "language: Python") -> Rule:
    made, problems = rules(f"id: r\n{head}\nmessage: m\nrule:\n" + "".join(f"  {line}\n" for line in body.split("\n")))
    assert not problems, problems
    return made[0]


CODE = "for i in y:\n    print(x1)\n    f(1, 2)\nprint(x1)\nif a:\n    b\nelse:\n    g(z, z)\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("pattern: print($A)", ["print(x1)", "print(x1)"]),
        ("pattern: print($A)\ninside: {kind: for_statement, stopBy: end}", ["print(x1)"]),
        ("pattern: print($A)\ninside: {kind: for_statement}", []),
        ("kind: call\nhas: {field: function, regex: ^f$}", ["f(1, 2)"]),
        ("kind: integer\nnthChild: 2", ["2"]),
        ("kind: integer\nnthChild: {position: 1, reverse: true}", ["2"]),
        ("kind: integer\nnthChild: 2n", ["2"]),
        ("kind: integer\nfollows: {kind: integer, stopBy: end}", ["2"]),
        ("kind: integer\nfollows: {kind: integer}", []),
        ("kind: integer\nprecedes: {regex: ','}", ["1"]),
        ("pattern: g($A, $A)", ["g(z, z)"]),
        ("all: [{pattern: '$F($A, $B)'}, {not: {regex: z}}]", ["f(1, 2)"]),
        ("any: [{kind: else_clause}, {kind: integer}]", ["1", "2", "else:\n    g(z, z)"]),
        ("pattern: {context: 'f(a)', selector: argument_list}", []),
        ("pattern: {context: 'f($A, $B)', selector: argument_list}", ["(1, 2)", "(z, z)"]),
        ("kind: identifier\ninside: {kind: if_statement, field: condition}", ["a"]),
        ("kind: if_statement\nhas: {kind: call, stopBy: {kind: else_clause}}", []),
        ("kind: if_statement\nhas: {kind: call, stopBy: end}", [CODE[CODE.index("if a") : -1]]),
    ],
)
def test_conditions_mean_what_they_mean_for_ast_grep(body: str, expected: list[str]) -> None:
    found = rule(body)
    assert [line.split(":", 2)[2] for line in told(CODE, found)] == expected


def test_constraints_and_utility_rules() -> None:
    source = (
        "id: r\nlanguage: py\nmessage: no $A\nseverity: error\nutils:\n  short: {regex: '^..$'}\n"
        "rule: {pattern: print($A)}\nconstraints: {A: {matches: short}}\nfix: log($A)\nnote: n\nurl: https://e.org\n"
        "files: ['src/*.py']\nignores: [src/gen/**]\nlabels: {A: {style: primary}}\n"
    )
    (made,), problems = rules(source)
    assert not problems
    assert (made.severity, made.fix, made.note, made.url) == ("error", "log($A)", "n", "https://e.org")
    assert [path for path in ("src/a.py", "src/b/c.py", "src/gen/a.py", "a.py") if made.covers(path)] == [
        *("src/a.py", "src/b/c.py"),
    ]
    assert told("print(ab)\nprint(abc)\n", made) == ["r:1:print(ab)"]


@pytest.mark.parametrize(
    ("source", "message", "line"),
    [
        ("id: a\nlanguage: Python\nrule: {patern: x}\n", "`patern` is not read", 3),
        ("id: a\nlanguage: Python\nrule: {kind: nonsense}\n", "no nodes of the kind", 3),
        ("id: a\nlanguage: Klingon\nrule: {kind: x}\n", "has no syntax tree here", 2),
        ("id: a\nlanguage: Python\nrule: {pattern: f(}\n", "is not closed", 3),
        ("id: a\nlanguage: Python\nrule: {regex: '(?=x)'}\n", "cannot be read", 3),
        ("id: a\nlanguage: Python\nrule: {matches: nobody}\n", "no utility rule is called", 1),
        ("id: a\nlanguage: Python\nrule: {matches: b}\nutils: {b: {matches: b}}\n", "needs itself", 1),
        ("id: a\nlanguage: Python\nrule: {range: {start: {line: 1}}}\n", "`range` is not read", 3),
        ("id: a\nlanguage: Python\nrule: {nthChild: x}\n", "is no position", 3),
        (
            "id: a\nlanguage: Python\nrule: {pattern: {context: f(x), selector: call, strictness: ast}}\n",
            "strictness",
            3,
        ),
        ("id: a\nlanguage: Python\nrule: {has: {kind: call, stopBy: never}}\n", "`stopBy` is", 3),
        ("id: a\nlanguage: Python\nseverity: fatal\nrule: {kind: call}\n", "`severity` must", 3),
        ("id: a\nlanguage: Python\ntransform: {B: x}\nrule: {kind: call}\nfix: $B\n", "is no transform", 3),
        ("- a\n", "a rule is a mapping", 1),
    ],
)
def test_what_cannot_be_read_is_said_by_name_and_place(source: str, message: str, line: int) -> None:
    _, (problem,) = rules(source)
    assert message in problem.message
    assert problem.at.row + 1 == line


def test_utility_rules_that_use_each_other_twice_are_looked_at_once() -> None:
    """Thirty of them would be a thousand million."""
    several = "".join(
        f"  u{at + 1}: {{any: [{{matches: u{at}}}, {{all: [{{matches: u{at}}}, {{matches: u{at}}}]}}]}}\n"
        for at in range(30)
    )
    made, problems = rules(
        f"id: r\nlanguage: Python\nmessage: m\nrule: {{matches: u30}}\nutils:\n  u0: {{kind: integer}}\n{several}"
    )
    assert not problems
    assert told("x = 17\n", made[0]) == ["r:1:17"]
    assert made[0].tree is not None and narrowing(made[0].tree).root


def test_a_project_is_read_and_nothing_outside_of_it(tmp_path: Path) -> None:
    files = {
        "p/sgconfig.yml": "ruleDirs: [rules, ../out]\nutilDirs: [utils]\nlanguageGlobs: {html: ['*.vue']}\n",
        "p/utils/u.yml": "id: lit\nlanguage: Python\nrule: {any: [{kind: integer}, {kind: string}]}\n",
        "p/rules/deep/a.yml": "id: a\nlanguage: Python\nrule: {pattern: f($A)}\nconstraints: {A: {matches: lit}}\n",
        "p/rules/b.yaml": "id: b\nlanguage: Python\nseverity: off\nrule: {kind: call}\n",
        "p/rules/readme.md": "no rule",
        "out/c.yml": "id: c\nlanguage: Python\nrule: {kind: call}\n",
        "p/.outcrop/rules/own.toml": "[own]\nquery = 'x'\nmessage = 'x'\n",
    }
    written(tmp_path, files)
    found = rules_for(tmp_path / "p", tmp_path / "none")
    assert [each.name for each in found.rules] == ["a", "own"]
    assert sorted(problem.message for problem in found.problems) == [
        "`languageGlobs` is not read",
        "leads out of the folder and is not read",
    ]
    assert told("f(1)\nf(x)\nf('s')\n", found.rules[0]) == ["a:1:f(1)", "a:3:f('s')"]


@pytest.mark.parametrize(
    ("selector", "said"),
    [
        ("call > nonsense", "Python has no nodes of the kind `nonsense`"),
        ("call >", "`` is not read in a selector"),
        ("call .body", "`.body` is not read in a selector"),
        ("call:first", "`:first` is not read in a selector"),
        ("call:has(identifier", "a `)` is missing after `:has(`"),
        ("call:nth-child(x)", "`x` is no position"),
        ("call:has(" * 60 + "call" + ")" * 60, "the selector is too deep"),
    ],
)
def test_a_selector_that_cannot_be_read_is_said(tmp_path: Path, selector: str, said: str) -> None:
    problems: list[RuleProblem] = []
    text = f"id: a\nlanguage: Python\nrule: {{kind: {json.dumps(selector)}}}\n"
    assert RuleFile(tmp_path / "a.yml", text.encode(), problems).rules({}) == []
    assert [each.message for each in problems] == [said]


def test_a_rule_that_looks_at_everything_from_everywhere_ends() -> None:
    """Each node looks at all nodes, for each of which all are looked at; the answer says that it is not whole."""
    greedy = rule(
        "kind: identifier\ninside: {has: {kind: identifier, stopBy: end, regex: never}, stopBy: end, kind: module}"
    )
    assert greedy.tree is not None
    document = Document.of(by_name("python"), b"a = b + c\n" * 3000)
    found = tree_matches(document, greedy.tree)
    assert not found.complete and found.matches == []


def test_real_sources_are_judged_as_ast_grep_judges_them(tmp_path: Path) -> None:
    if not ast_grep.is_there():
        missing("ast-grep")
    asked, problems = astgrep_rules.rules()
    assert len(asked) >= 60 and not problems
    python = [module("core"), module("http")]
    scripts = [ROOT / "editors/vscode/scripts", ROOT / "tests/editors/vscode"]
    several = [astgrep_rules.sources(each) for each in (python, [corpus("psutil")], scripts)]
    # Of C its headers: macros where statements should be are errors, which two versions of a grammar mend differently.
    several[1] = [path for path in several[1] if path.suffix == ".h"]
    files = [path for each in several for path in each[:40] if "node_modules" not in path.parts]
    expected = {each for each in astgrep_rules.theirs(files, tmp_path) if each[0] not in astgrep_rules.DIFFERENT}
    found = {each for each in astgrep_rules.ours(files, asked) if each[0] not in astgrep_rules.DIFFERENT}
    assert sorted(expected - found)[:5] == [] and sorted(found - expected)[:5] == []
    assert len(expected) > 500
