"""Fixes of ast-grep's rules that are made of transforms and rewriters: the same texts as ast-grep writes."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.model import MadeText, Span
from indexer.replace.keeping import pieces_of_code
from indexer.replace.layout import Layout, template_unit
from indexer.replace.template import parse_template
from indexer.replace.words import template_words
from indexer.rules.astgrep.matching import tree_matches
from indexer.rules.astgrep.rule_file import RuleFile
from indexer.rules.astgrep.transforms import CASE_CHANGE, CASES, SEPARATORS
from indexer.rules.rule import Rule, RuleProblem
from tests.cli.command import outcrop
from tests.corpus import module
from tests.judges import missing
from tests.oracles import ast_grep
from tests.paths import ROOT
from tests.rules.checking import written

RULES = ROOT / "tests" / "oracles" / "astgrep_transforms.yml"
ALL = (CASE_CHANGE, *SEPARATORS)
Fixed = tuple[str, int, str]  # rule, start, what stands there afterwards


def rules(text: str) -> tuple[list[Rule], list[RuleProblem]]:
    problems: list[RuleProblem] = []
    return RuleFile(Path("a.yml"), text.encode(), problems).rules({}), problems


def ours(rule: Rule, data: bytes, language: str = "python") -> set[Fixed]:
    """What each fix writes, laid out as a fix is."""
    assert rule.tree is not None and rule.fix is not None
    document = Document.of(by_name(language), data)
    template, _ = parse_template(rule.fix)
    assert template is not None
    words = template_words(template)
    unit = template_unit("".join(part if isinstance(part, str) else "$" for part in template.parts))
    found: set[Fixed] = set()
    for span, captures, _, texts in tree_matches(document, rule.tree).matches:
        held: dict[str, Span | MadeText] = {**captures, **texts}
        new = Layout(document.text, document.strings).laid_out(pieces_of_code(words, span, held), span, unit)
        found.add((rule.name, span.start, new.decode()))
    return found


def theirs(file: Path, source: Path) -> set[Fixed]:
    program = ast_grep.program()
    assert program is not None
    command = [program, "scan", "--rule", str(file), "--json=stream", str(source)]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found: set[Fixed] = set()
    for line in printed.splitlines():
        each = json.loads(line)
        found.add((each["ruleId"], each["range"]["byteOffset"]["start"], each["replacement"]))
    return found


@pytest.mark.parametrize("name", ["utils/text.py", "core/signing.py", "http/cookie.py", "utils/dateparse.py"])
def test_fixes_are_written_as_ast_grep_writes_them(name: str, tmp_path: Path) -> None:
    if not ast_grep.is_there():
        missing("ast-grep")
    source = tmp_path / "a.py"
    source.write_bytes(module(name).read_bytes())
    made, problems = rules(RULES.read_text())
    assert not problems
    expected = theirs(RULES, source)
    found = {each for rule in made for each in ours(rule, source.read_bytes())}
    # In ast-grep a `$$$` has the comma behind the last argument, too; here that stays where it is.
    expected = {(rule, at, re.sub(r",(\]|\): pass)$", r"\1", text)) for rule, at, text in expected}
    assert sorted(found ^ expected)[:4] == []
    assert len(expected) > 10


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("separators", [ALL, ("caseChange",), ("underscore", "caseChange"), ("dash",)])
def test_words_are_told_apart_as_ast_grep_does(case: str, separators: tuple[str, ...], tmp_path: Path) -> None:
    if not ast_grep.is_there():
        missing("ast-grep")
    chance = random.Random(3)
    words = {"".join(chance.choice("abAB12__-./ éÄ") for _ in range(chance.randint(1, 9))) for _ in range(150)}
    source, file = tmp_path / "a.py", tmp_path / "r.yml"
    source.write_text("".join(f'"<{word}>"\n' for word in sorted(words)), "utf-8")
    file.write_text(
        "id: r\nlanguage: python\nrule: {kind: string_content, pattern: $A}\n"
        f"transform:\n  B: convert($A, toCase={case}, separatedBy=[{', '.join(separators)}])\nfix: $B\n"
    )
    (rule,), problems = rules(file.read_text())
    assert not problems
    expected = theirs(file, source)
    assert ours(rule, source.read_bytes()) == expected
    assert len(expected) > 100


@pytest.mark.parametrize(
    ("transform", "said"),
    [
        ("{B: x}", '"x" is no transform'),
        ("{B: {shout: {source: $A}}}", "the transform `shout` is not read"),
        ("{B: {replace: {source: $A, replace: '(?=x)', by: y}}}", "the regular expression cannot be read"),
        ("{B: {replace: {source: $A, replace: x}}}", "`replace` has `replace` and `by`"),
        ("{B: {substring: {source: $A, startChar: x}}}", "`startChar` is a number"),
        ("{B: {substring: {source: a}}}", "has a `source`, which is a metavariable"),
        ("{B: {convert: {source: $A, toCase: title}}}", "`toCase` is one of"),
        ("{B: {convert: {source: $A, toCase: camelCase, separatedBy: [comma]}}}", "`separatedBy` names some of"),
        ("{B: {rewrite: {source: $A, rewriters: [nobody]}}}", "no rewriter is called `nobody`"),
        ("{B: {substring: {source: $C}}, C: {substring: {source: $B}}}", "is made of itself"),
        ("{B: {substring: {source: $A, from: 1}}}", "`from` is not read in `substring`"),
    ],
)
def test_what_cannot_be_read_is_said_and_the_rule_still_finds(transform: str, said: str) -> None:
    made, problems = rules(f"id: a\nlanguage: python\nrule: {{pattern: f($A)}}\ntransform: {transform}\nfix: $B\n")
    assert [rule.fix for rule in made] == [None]
    (problem,) = problems
    assert said in problem.message and problem.message.endswith("the rule finds what it finds, and has no fix")


@pytest.mark.parametrize("names", ["Y", "YZ"])
def test_a_rewriter_that_calls_itself_without_end_ends(names: str) -> None:
    again = ", ".join(f"{name}: {{rewrite: {{source: $X, rewriters: [r]}}}}" for name in names)
    (rule,), problems = rules(
        "id: a\nlanguage: python\nrule: {pattern: f($A)}\ntransform: {B: {rewrite: {source: $A, rewriters: [r]}}}\n"
        f"rewriters:\n- id: r\n  rule: {{pattern: $X}}\n  transform: {{{again}}}\n  fix: $Y$Y$Y$Y$Z\nfix: $B\n"
    )
    assert not problems
    ((_, _, text),) = ours(rule, b"f(a + b)\n")
    assert len(text) < 5_000_000


def test_check_fixes_with_what_was_made(tmp_path: Path) -> None:
    rule = (
        "id: shout\nlanguage: python\nmessage: use $B\nrule: {pattern: say($A)}\n"
        "transform: {B: {convert: {source: $A, toCase: upperCase}}}\nfix: shout($B)\n"
    )
    written(tmp_path, {"sgconfig.yml": "ruleDirs: [rules]\n", "rules/a.yml": rule, "a.py": "say(x)\n"})
    assert "use X" in outcrop("check", cwd=tmp_path).stdout
    outcrop("check", "--fix", cwd=tmp_path)
    assert (tmp_path / "a.py").read_text() == "shout(X)\n"
