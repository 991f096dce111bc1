"""`outcrop` as a person or a script calls it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from indexer.cli.main import _parser, main
from indexer.isolation import GrammarFailed, Isolation
from tests.cli.command import data, outcrop
from tests.judges import needed
from tests.patience import PATIENCE

SOURCE = '''"""A module."""


@decorated
class Écran:
    def draw(self):
        return [
            1,
        ]
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "screen.py").write_text(SOURCE, "utf-8")
    (tmp_path / "run.sh").write_text("greet() {\n  cat <<EOF\nhello() {\nEOF\n}\n")
    (tmp_path / "image.bin").write_bytes(b"\x89PNG\0\0")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "x.js").write_text("function ignored() {}\n")
    return tmp_path


def test_outline_has_the_shape_of_the_contract(folder: Path) -> None:
    [found] = data("outline", "screen.py", cwd=folder)["symbols"]
    [method] = found.pop("children")
    assert found == {
        "name": "Écran",
        "kind": "class",
        "file": "screen.py",
        "language": "python",
        "line_start": 4,
        "line_end": 9,
        "name_line": 5,
        "name_column": 7,
        "signature": "class Écran",
    }
    assert (method["kind"], method["name"], method["container"], method["line_start"]) == ("method", "draw", "Écran", 6)


@pytest.mark.parametrize("command", ["outline", "folds", "blocks", "chunks", "statements", "keywords"])
def test_a_grammar_that_nobody_has_proved_safe_is_asked_in_a_child(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is too much for it is read by its layout, and the reader is told."""
    asked: list[object] = []

    def too_much(self: Isolation, key: str, *question: object, **more: object) -> object:
        asked.append(key)
        raise GrammarFailed("it took too much memory")

    monkeypatch.setattr(Isolation, "ask", too_much)
    (tmp_path / "a.kt").write_text("class A {\n  fun b() {\n    c()\n  }\n}\n")
    assert main([command, str(tmp_path / "a.kt")]) in (0, 1)
    assert asked and "it took too much memory" in caplog.text


@pytest.mark.parametrize(
    "command", [("search", "x"), ("refs", "x"), ("outline",), ("index",), ("deps",), ("check",), ("config", "show")]
)
def test_a_path_that_is_too_long_is_one_line_too(command: tuple[str, ...], folder: Path) -> None:
    result = outcrop(*command, "b" * 2000, cwd=folder)
    assert result.returncode == 3
    assert [line.rpartition(": ")[2] for line in result.stderr.splitlines()] == ["File name too long"]


def test_what_is_too_long_for_a_path_may_be_a_name(folder: Path) -> None:
    result = outcrop("impact", "b" * 2000, cwd=folder)
    assert result.returncode == 1 and "nothing is called" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("search", "draw"),
        ("search", "kind:method"),
        ("search", "is:unused"),
        ("symbols",),
        ("refs", "draw"),
        ("callers", "draw"),
        ("impact", "draw"),
        ("deps", "screen.py"),
        ("analyze",),
        ("replace", "draw", "paint"),
    ],
)
def test_without_an_index_the_answer_is_the_same(command: tuple[str, ...], folder: Path) -> None:
    """Every file is read then, also what turns out to be no text, and has no name that tells a language."""
    (folder / "picture").write_bytes(b"\x89PNG\0\0")
    (folder / "binary.py").write_bytes(b"\0\0")
    indexed = outcrop(*command, cwd=folder)
    alone = outcrop(*command, cwd=folder, environment={"OUTCROP_CACHE_DIR": str(folder / "run.sh" / "cache")})
    assert (alone.stdout, alone.returncode) == (indexed.stdout, indexed.returncode)
    assert "every file is read" in alone.stderr and "in 0 files" not in alone.stderr


@pytest.mark.skipif(os.name == "nt", reason="shells close and fill outputs otherwise there")
@pytest.mark.parametrize("command", ["draw", "--help", "--version", "languages"])
@pytest.mark.parametrize(("output", "code"), [("> /dev/full", 3), (">&-", 0), (">&- 2>&- <&-", 0)])
def test_an_output_that_takes_nothing_is_no_traceback(command: str, output: str, code: int, folder: Path) -> None:
    if "full" in output and not Path("/dev/full").exists():
        pytest.skip("no disk is always full on this system")
    shell = f'"{sys.executable}" -m indexer.cli.main {command} {output}'
    result = subprocess.run(shell, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == code
    assert result.stderr == ("outcrop: No space left on device\n" if code else "")


def test_paths_for_xargs_end_with_a_nul(folder: Path) -> None:
    (folder / "new\nline.py").write_text("def draw(): ...\n")
    assert outcrop("draw", "-l0", cwd=folder).stdout == "new\nline.py\0screen.py\0"


@pytest.mark.parametrize(
    ("command", "begins"),
    [
        (("export", "--ctags", "-"), "!_TAG_FILE_ENCODING"),
        (("callers", "draw", "--svg", "-"), "<svg"),
        (("deps", "screen.py", "--svg", "-"), "<svg"),
    ],
)
def test_a_dash_is_standard_output(command: tuple[str, ...], begins: str, folder: Path) -> None:
    result = outcrop(*command, cwd=folder)
    assert result.stdout.startswith(begins) and "symbols of" not in result.stdout
    assert not (folder / "-").exists()


@pytest.mark.skipif(os.name == "nt", reason="other variables say there where settings are")
@pytest.mark.parametrize("command", [("search", "draw"), ("symbols",), ("callers", "draw"), ("deps", "screen.py")])
def test_folders_that_nobody_may_look_into_are_not_there(command: tuple[str, ...], folder: Path) -> None:
    """As those of somebody else, whose name the environment still has. A path that is too long is refused as they are,
    also for one who may do anything."""
    refused = str(folder / ("x" * 300))
    variables = {"HOME": refused, "XDG_CONFIG_HOME": refused, "OUTCROP_CACHE_DIR": refused}
    result = outcrop(*command, cwd=folder, environment=variables)
    assert result.stdout == outcrop(*command, cwd=folder).stdout
    assert "no index can be kept" in result.stderr and "File name too long" in result.stderr


@pytest.mark.parametrize("field", ["sym:", "sym:=", "in:", "call:", "calls:", "sym:*"])
def test_a_name_that_nobody_wrote_is_refused_in_one_line(field: str, folder: Path) -> None:
    for command in ("search", "symbols"):
        result = outcrop(command, field + "b" * 60_000, cwd=folder)
        assert (result.returncode, result.stderr) == (2, "outcrop: a name has 1,000 characters at most\n")


def test_a_text_that_nobody_typed_is_not_guessed_at(folder: Path) -> None:
    result = outcrop("file:" + "/a/" * 9000, cwd=folder)
    assert result.returncode == 1 and len(result.stderr) < 500
    assert outcrop("draw* " + "é" * 60_000, cwd=folder).returncode == 1


@pytest.mark.parametrize(("short", "long"), [("-l", ("--files",)), ("-c", ("--count",)), ("-C1", ("--context", "1"))])
def test_options_that_every_grep_has_are_as_short_here(short: str, long: tuple[str, ...], folder: Path) -> None:
    result = outcrop("draw", short, cwd=folder)
    assert result.returncode == 0 and result.stdout == outcrop("draw", *long, cwd=folder).stdout


def test_a_folder_gives_one_object_a_line_in_path_order(folder: Path) -> None:
    lines = outcrop("outline", ".", "--json", cwd=folder).stdout.splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["run.sh", "screen.py"]


def test_text_output_is_for_people(folder: Path) -> None:
    result = outcrop("outline", "screen.py", cwd=folder)
    assert result.stdout.splitlines() == ["screen.py", " 4  class Écran", " 6    method draw"]


def test_folds_leave_the_closer_visible(folder: Path) -> None:
    assert data("folds", "screen.py", cwd=folder)["folds"] == [
        {"line_start": 5, "line_end": 9, "kind": "code"},
        {"line_start": 6, "line_end": 9, "kind": "code"},
        {"line_start": 7, "line_end": 8, "kind": "code"},
    ]
    assert {"line_start": 2, "line_end": 3, "kind": "heredoc"} in data("folds", "run.sh", cwd=folder)["folds"]


def test_statements_know_the_heredoc(folder: Path) -> None:
    [heredoc] = data("statements", "run.sh", cwd=folder)["heredocs"]
    assert heredoc == {
        "declaration_line": 2,
        "terminator": "EOF",
        "interpolated": True,
        "indented": False,
        "block_depth": 1,
        "block": 0,
        "statement_end_line": 2,
        "content_start_line": 3,
        "content_end_line": 3,
        "terminator_line": 4,
        "recovered": False,
    }
    assert [symbol["name"] for symbol in data("outline", "run.sh", cwd=folder)["symbols"]] == ["greet"]


def test_languages_and_doctor(folder: Path) -> None:
    known = {language["name"]: language for language in data("languages")["languages"]}
    assert known["python"]["support"] == "exact"
    assert known["cobol"]["support"] == "layout"
    assert len(known) > 172
    report = data("doctor")
    assert report["problems"] == []
    assert "cobol" in report["quarantined_grammars"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("outline", "missing.py"), 3, "missing.py: no such file or folder"),
        (("outline", "image.bin"), 3, "image.bin: binary file"),
        (("outline", "screen.py", "--language", "klingon"), 3, "no language is called 'klingon'"),
        (("outline",), 2, "the following arguments are required: FILE"),
        (("outlin", "x"), 2, "did you mean `outline`?"),
        (
            ("outline", "screen.py", "--jsn"),
            2,
            "outcrop outline: error: unrecognized arguments: --jsn; did you mean `--json`?",
        ),
        (("replace", "a", "b", "--limit", "1"), 2, "outcrop replace: error: unrecognized arguments: --limit 1"),
        (("replace", "a", "b", "--limit=1", "--", "."), 2, "outcrop replace: error: unrecognized arguments: --limit=1"),
        (("-5",), 2, "are required: QUERY; what begins with a dash and is no option stands behind `--`"),
        (("draw", "-A3"), 2, "outcrop search: error: unrecognized arguments: -A3; -C N shows the lines around a hit"),
        (("-t", "py", "draw"), 2, "lang:python in the query names a language"),
    ],
)
def test_errors_are_one_clear_line(folder: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    result = outcrop(*arguments, cwd=folder)
    assert result.returncode == code
    assert message in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "kind:function", "src", "--limit", "1"),
        ("search", "kind:function", "--limit", "1", "src"),
        ("search", "--limit", "1", "kind:function", "src"),
        ("search", "--limit", "1", "--", "-nothing", "src"),
    ],
)
def test_options_stand_anywhere(folder: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(folder / "index"))
    (folder / "src").mkdir()
    (folder / "src" / "one.py").write_text("def one():\n    pass\n")
    result = outcrop(*arguments, cwd=folder)
    assert (result.returncode, "def one" in result.stdout) == (0, True), result.stderr


def test_nothing_found_is_exit_code_one(folder: Path) -> None:
    (folder / "empty.py").write_text("")
    assert outcrop("outline", "empty.py", cwd=folder).returncode == 1


def test_help_shows_examples() -> None:
    result = outcrop("--help")
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 80
    assert "outcrop TODO" in lines[4], "examples come first"
    for name in _parser()[1]:
        assert re.search(rf"\b{name}\b", result.stdout), name


def test_ignore_files_count(tmp_path: Path) -> None:
    for name in ("kept.py", "dropped.py", "sub/dropped.py", "sub/again.py", "dist/built.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("def f():\n    pass\n")
    (tmp_path / "setup.py").write_text("")  # what stands beside it tells that `dist` was built
    (tmp_path / ".gitignore").write_text("dropped.py\ndist/\n")
    (tmp_path / "sub" / ".ignore").write_text("!dropped.py\nagain.py\n")

    def listed() -> list[str]:
        lines = outcrop("outline", ".", "--json", cwd=tmp_path).stdout.splitlines()
        return [file for file in (json.loads(line)["file"] for line in lines) if file.endswith(".py")]

    everywhere = ["dropped.py", "kept.py", "setup.py", "sub/dropped.py"]
    assert listed() == everywhere, "a .gitignore outside a work tree says nothing"
    (tmp_path / ".git").mkdir()
    assert listed() == ["kept.py", "setup.py", "sub/dropped.py"]


def test_symbols_say_why_they_come_where_they_do(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    cache = {"OUTCROP_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    result = outcrop("symbols", "écran draw", "--explain", cwd=folder, environment=cache)
    assert result.stdout.splitlines() == [
        "method draw  screen.py:6  in Écran",
        "  score 79.94 · name: member · around: inside · kind: method",
    ]
    result = outcrop("search", "return", "--explain", cwd=folder, environment=cache)
    assert result.stdout.splitlines()[-1].strip() == "by path"


def test_a_query_without_its_quotes_gets_a_hint(folder: Path) -> None:
    result = outcrop("symbols", "écran", "draw", cwd=folder)
    assert result.stderr == "outcrop: draw: no such file or folder; a query of several words goes in quotes\n"


def test_a_query_alone_is_a_search(folder: Path) -> None:
    short, full = outcrop("kind:method", cwd=folder), outcrop("search", "kind:method", cwd=folder)
    assert (short.returncode, short.stdout) == (0, full.stdout)
    assert outcrop("--count", "kind:method", cwd=folder).stdout == "1\n"
    assert outcrop("--", "-in:Nobody kind:method", cwd=folder).stdout == full.stdout


@pytest.mark.parametrize(("command", "what"), [(("symbols",), "symbols"), (("refs", "draw"), "references")])
def test_a_part_of_the_names_says_so(command: tuple[str, ...], what: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def draw(): ...\n\n\ndraw()\ndraw()\nx = 1\n")
    all_of_them = data(*command, cwd=tmp_path)
    assert len(all_of_them[what]) == 2 and not all_of_them["truncated"]
    part = outcrop(*command, "--limit", "1", "--json", cwd=tmp_path)
    found = json.loads(part.stdout)
    assert len(found[what]) == 1 and found["truncated"] and "--limit 0 for all" in part.stderr
    assert outcrop(*command, "--limit", "2", cwd=tmp_path).stderr == ""


@pytest.mark.parametrize(("typed", "meant"), [("serch", "search"), ("symbol", "symbols"), ("indx", "index")])
def test_a_slip_in_a_command_is_named(typed: str, meant: str, folder: Path) -> None:
    result = outcrop(typed, "x", cwd=folder)
    assert result.returncode == 2
    assert f"did you mean `{meant}`?" in result.stderr


def test_without_colours_a_mark_tells_hits_from_what_is_around_them(folder: Path) -> None:
    assert outcrop("return", cwd=folder).stdout.splitlines() == [
        "screen.py",
        " 5- class Écran:",
        " 6-     def draw(self):",
        " 7:         return [",
    ]


def test_color_decides_over_the_environment(folder: Path) -> None:
    assert "\x1b[" in outcrop("search", "return", "--color", "always", cwd=folder).stdout
    forced = {"NO_COLOR": "", "FORCE_COLOR": "1"}
    assert "\x1b[" in outcrop("search", "return", cwd=folder, environment=forced).stdout
    assert "\x1b[" not in outcrop("search", "return", "--color", "never", cwd=folder, environment=forced).stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-16"])
@pytest.mark.parametrize("command", [("search", "→"), ("outline", "arrow.py"), ("search", "→", "--json")])
def test_any_encoding_of_the_output_will_do(encoding: str, command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "arrow.py").write_text("def arrow():\n    return '→ É 😀'\n", "utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "NO_COLOR": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "indexer.cli.main", *command],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env=environment,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    printed = result.stdout.decode(encoding)
    assert "arrow" in printed
    if "--json" in command:
        assert json.loads(printed)["hits"][0]["text"] == "    return '→ É 😀'"


def test_a_search_that_finds_nothing_says_where_it_looked(folder: Path) -> None:
    result = outcrop("nowhere", cwd=folder)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("outcrop: nothing found in ")


def test_a_search_that_was_stopped_does_not_pass_for_a_whole_one(folder: Path) -> None:
    stopped = outcrop("search", "return", "--seconds", "0", "--count", cwd=folder)
    assert (stopped.returncode, stopped.stdout) == (3, "at least 0\n")
    assert "this is a part" in stopped.stderr
    result = outcrop("search", "return", "--seconds", "0", "--json", cwd=folder)
    assert result.returncode == 3
    assert json.loads(result.stdout)["stopped"] is True


def test_grep_lines_are_all_there_unless_a_limit_is_given(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text("word\n" * 250)
    assert len(outcrop("search", "word", "--format", "grep", cwd=tmp_path).stdout.splitlines()) == 250
    assert len(outcrop("search", "word", "--format", "grep", "--limit", "7", cwd=tmp_path).stdout.splitlines()) == 7
    assert len(data("search", "word", cwd=tmp_path)["hits"]) == 100


def test_grep_lines_tell_rows_and_columns_in_characters(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("é word word\n\nword".encode())
    (tmp_path / "b.txt").write_bytes("word\r\né\r\u00a0word\r\n".encode())
    assert outcrop("search", "word", "--format", "grep", cwd=tmp_path).stdout.splitlines() == [
        "a.txt:1:3:é word word",
        "a.txt:3:1:word",
        "b.txt:1:1:word",
        "b.txt:3:2:\u00a0word",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_ctrl_c_shows_what_was_found_and_no_traceback(tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"f{number}.txt").write_text("aaaaaaaaaaaaaaab\n" * 4000)
    outcrop("index", cwd=tmp_path)
    process = subprocess.Popen(
        [sys.executable, "-m", "indexer.cli.main", "search", "/(a|b)+b/", "--limit", "0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "this is a part" in err or not out


def test_a_search_where_nothing_has_changed_writes_nothing(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Several commands can look at once so, and none waits for the disk."""
    cache = tmp_path_factory.mktemp("cache")
    environment = {"OUTCROP_CACHE_DIR": str(cache)}

    def state() -> dict[str, tuple[int, int]]:
        kept = [path for path in cache.rglob("*") if path.is_file() and not path.name.endswith("-shm")]  # SQLite's own
        return {path.name: (path.stat().st_mtime_ns, path.stat().st_ino) for path in kept}

    old = time.time() - 60
    for name in ("screen.py", "run.sh", "image.bin"):
        os.utime(folder / name, (old, old))  # what is as young as its reading may have changed since, and is read again
    assert outcrop("search", "draw", cwd=folder, environment=environment).returncode == 0
    before = state()
    found = outcrop("search", "--json", "kind:method", cwd=folder, environment=environment)
    assert [hit["name"] for hit in json.loads(found.stdout)["hits"]] == ["draw"]
    assert state() == before and "sealed" in before
    (folder / "screen.py").write_text(SOURCE.replace("draw", "paint"), "utf-8")
    (folder / "run.sh").unlink()
    found = outcrop("search", "--json", "paint OR greet", cwd=folder, environment=environment)
    assert [hit["file"] for hit in json.loads(found.stdout)["hits"]] == ["screen.py"]
    assert state() != before


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("src/a.py", "src/a.pyi", "src/deep/b.py", "lib/c.py", "d.py"):
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"def wanted_{path.stem}():\n    pass\n")
    return tmp_path / "project"


@pytest.mark.parametrize(
    ("paths", "cwd", "expected"),
    [
        ((), ".", ["d.py", "lib/c.py", "src/a.py", "src/a.pyi", "src/deep/b.py"]),
        (("src",), ".", ["src/a.py", "src/a.pyi", "src/deep/b.py"]),
        (("src/a.py",), ".", ["src/a.py"]),
        (("lib", "src/deep"), ".", ["lib/c.py", "src/deep/b.py"]),
        (("src/a.py", "d.py"), ".", ["src/a.py", "d.py"]),
        (("src", "src/deep"), ".", ["src/a.py", "src/a.pyi", "src/deep/b.py"]),
        (("../lib", "deep"), "src", ["../lib/c.py", "deep/b.py"]),
        (("a.py",), "src", ["a.py"]),
    ],
)
@pytest.mark.parametrize("indexed", [True, False])
def test_several_folders_and_files_are_searched_and_paths_can_be_typed_where_one_stands(
    tree: Path, paths: tuple[str, ...], cwd: str, expected: list[str], indexed: bool
) -> None:
    if indexed:  # an index of the whole serves its parts
        outcrop("index", cwd=tree)
    for command in (("search", "wanted"), ("search", "wanted", "--format", "grep"), ("search", "kind:function")):
        found = outcrop(*command, "--files", *paths, cwd=tree / cwd).stdout.splitlines()
        assert found == expected
        assert all((tree / cwd / path).is_file() for path in found)
    named = [
        line.split()[-1].rpartition(":")[0]
        for line in outcrop("symbols", "wanted", *paths, cwd=tree / cwd).stdout.splitlines()
    ]
    assert sorted(named) == sorted(expected)


def test_json_names_the_folder_that_its_paths_start_from(tree: Path) -> None:
    hits = data("search", "wanted", "src/deep", "src/a.py", cwd=tree)["hits"]
    assert [(hit["root"], hit["file"]) for hit in hits] == [
        (str(tree / "src/deep"), "b.py"),
        (str(tree / "src"), "a.py"),
    ]


def test_an_index_around_a_repository_does_not_swallow_it(tree: Path) -> None:
    (tree / ".git").mkdir()
    outcrop("index", cwd=tree.parent)
    assert data("stats", cwd=tree)["root"] == str(tree)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            "file:deep/** wanted",
            "no file matches `file:deep/**`; a glob with a slash starts at the root: try `file:**/deep/**`",
        ),
        ("file:nowhere.c wanted", "no file matches `file:nowhere.c`"),
        ("lang:go wanted", "no file here is in `lang:go`; most are in Python"),
        ("kind:struct", "nothing here is of `kind:struct`"),
        (
            "kind:function in:Nobody",
            "`in:Nobody` finds nothing by itself: no definition here is named so, or it holds nothing",
        ),
        ("wanted_a wanted_b", "each part of the query is found by itself, but never all of them together"),
    ],
)
def test_an_empty_answer_names_the_part_that_finds_nothing(tree: Path, query: str, said: str) -> None:
    result = outcrop("search", query, cwd=tree)
    assert (result.returncode, result.stdout) == (1, "")
    assert f"outcrop: {said}" in result.stderr.splitlines()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ('pattern:"foo("', "( at byte 3 is not closed"),
        ('lang:c pattern:"foo("', "( at byte 3 is not closed"),
        ('pattern:"$A"', "matches everything"),
        ('pattern:"def $F($A, $$$A): $$$"', "different names"),
        ('bar OR pattern:"foo("', "is not closed"),
    ],
)
def test_a_pattern_that_no_language_here_reads_is_an_error(tmp_path: Path, query: str, said: str) -> None:
    (tmp_path / "a.c").write_text("int bar(void) { return foo(1); }\n")
    (tmp_path / "b.md").write_text("# Words\n")
    result = outcrop("search", query, str(tmp_path))
    assert result.returncode == 2 and said in result.stderr


def test_a_pattern_that_finds_nothing_says_what_it_was_tried_in(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.json").write_text("{}\n")
    result = outcrop("search", 'pattern:"def nothing($A): $$$"', str(tmp_path))
    assert result.returncode == 1
    assert "looked for as Python, and cannot be read as JSON" in result.stderr


def test_a_search_for_changes_says_that_there_are_none(tmp_path: Path) -> None:
    git = needed("git")
    (tmp_path / "a.py").write_text("def f():\n    pass\n")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "one"]):
        subprocess.run([git, *arguments], cwd=tmp_path, check=True)
    for query, said in (("changed:", "has changed since HEAD"), ("changed:staged", "is staged")):
        result = outcrop("search", query, cwd=tmp_path)
        assert (result.returncode, result.stdout) == (1, "")
        assert f"no definition or block here {said}" in result.stderr


def test_a_custom_property_is_asked_for_behind_two_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["refs", "--body-bg"])
    assert ended.value.code == 2 and "outcrop refs -- --body-bg" in capsys.readouterr().err
