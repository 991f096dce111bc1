"""What names mean in shells, case by case: `→` is before the name that is asked about, `●` before what it means."""

from __future__ import annotations

import pytest

from tests.graph.test_names import targets


def case(title: str, evidence: str, text: str, **others: str) -> object:
    named = {name.replace("__", "/") + ".sh": other for name, other in others.items()}
    return pytest.param(evidence, {"a.sh": text, **named}, id=title)


CASES = [
    case("a function", "scope", "●go() { :; }\n→go now\n"),
    case("a function with the word for it", "scope", "function ●go { :; }\n→go\n"),
    case("a function further down", "scope", "f() { →go; }\n●go() { :; }\n"),
    case("a name with signs", "scope", "●lib::go-on() { :; }\n→lib::go-on\n"),
    case("a function in a function", "scope", "f() { ●g() { :; }; }\n→g\n"),
    case("a function is no variable", "scope", "go=1\n●go() { :; }\n→go $go\n"),
    case("a variable is no function", "scope", "●go=1\ngo() { :; }\necho $→go\n"),
    case("in quotes", "scope", '●x=1\necho "is ${→x} now"\n'),
    case("in a default", "scope", '●x=1\necho "${y:-$→x}"\n'),
    case("in what is calculated", "scope", "●x=1\necho $((→x + 1))\n"),
    case("the one before", "scope", "x=1\n●x=2\necho $→x\nx=3\n"),
    case("what a function declares", "scope", "x=1\nf() { local ●x=2; echo $→x; }\n"),
    case("declared without a value", "scope", "x=1\nf() { local a ●x; echo $→x; }\n"),
    case("and set later", "scope", "x=1\nf() { local x; ●x=2; echo $→x; }\n"),
    case("declare does the same", "scope", "x=1\nf() { declare -i ●x=2; echo $→x; }\n"),
    case("what a function sets is for all", "scope", "f() { ●x=2; }\ng() { echo $→x; }\n"),
    case("another function's own is not meant", "scope", "●x=1\nf() { local x=2; }\ng() { echo $→x; }\n"),
    case("in a loop", "scope", "for ●i in 1 2; do echo $→i; done\n"),
    case("what is read", "scope", 'while read -r ●row rest; do echo "$→row"; done\n'),
    case("what is read into a list", "scope", 'mapfile -t ●rows\necho "${→rows[0]}"\n'),
    case("an option", "scope", 'while getopts ab ●o; do echo "$→o"; done\n'),
    case("what is printed into", "scope", 'printf -v ●out x\necho "$→out"\n'),
    case("a list", "scope", '●list=(1 2)\necho "${→list[@]}"\n'),
    case("its length", "scope", '●list=(1 2)\necho "${#→list[@]}"\n'),
    case("what is called when it ends", "scope", "●bye() { :; }\ntrap →bye EXIT\n"),
    case("what is asked for", "scope", "●go() { :; }\ncommand -v →go\n"),
    case("a sourced file", "import", ". ./b.sh\n→go\n", b="●go() { :; }\n"),
    case("a sourced file's variable", "import", "source b.sh\necho $→x\n", b="●x=1\n"),
    case("beside the script", "import", '. "$(dirname "$0")/b.sh"\n→go\n', b="●go() { :; }\n"),
    case("a sourced file sources another", "import", ". ./b.sh\n→go\n", b=". ./c.sh\n", c="●go() { :; }\n"),
    case(
        "files that source each other",
        "import",
        ". ./b.sh\n→go\n",
        b=". ./a.sh\n. ./c.sh\n",
        c=". ./b.sh\n●go() { :; }\n",
    ),
    case("its own goes first", "scope", ". ./b.sh\n●go() { :; }\n→go\n", b="go() { :; }\n"),
    case("a sourced function is no variable", "import", ". ./b.sh\necho $→go\n", b="go() { :; }\n●go=1\n"),
    case("a variable in the path of a source", "scope", '●dir=/x\n. "$→dir/b"\n'),
    case("the shell's own", "external", "→echo 1\n", b="echo() { :; }\n"),
    case("a program", "external", "→grep x y\n", b="grep() { :; }\n"),
    case("a variable of the shell", "external", "echo $→HOME\n", b="HOME=1\n"),
    case("one that wraps a program", "scope", '●grep() { command grep -n "$@"; }\n→grep x\n'),
    case("the only one", "unique", "→go\n", b="●go() { :; }\n"),
    case("one of two", "name", "→go\n", b="go() { :; }\n", c="go() { :; }\n"),
]


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_a_name_leads_to_its_definition(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    assert [target.evidence for target in found][:1] == [evidence]
    if meant:
        assert {found[0].path: found[0].span.start} == meant


@pytest.mark.parametrize(
    "text",
    [
        "go() { :; }\necho →go\n",
        "go() { :; }\n./→go\n",
        "go() { :; }\necho --→go\n",
        "go() { :; }\n$→1\n",
        "go() { :; }\ncat <<E\n→go\nE\n",
    ],
)
def test_words_that_name_nothing(text: str) -> None:
    found, _ = targets({"a.sh": text})
    assert found == []


def test_scripts_that_source_each_other_without_end() -> None:
    files = {f"s{n}.sh": "".join(f". ./s{m}.sh\n" for m in range(40)) for n in range(40)}
    found, _ = targets({"a.sh": ". ./s0.sh\n→missing\n", **files})
    assert found == []
