"""The walk: ripgrep and git are the judges of what is ignored; cases say the rest."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from indexer.files.git import excludes_setting
from indexer.files.ignore import IgnoreRules, Placed
from indexer.files.walk import Walk, belongs, walk
from tests.judges import needed


@pytest.fixture(autouse=True)
def _no_owner(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The excludes of whoever runs the tests must not count."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)


def make(root: Path, files: dict[str, str]) -> Path:
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content)
    return root


def found(root: Path) -> list[str]:
    """What a walk finds, after checking that asking for each file alone gives the same."""
    paths = [entry.path for entry in Walk(root)]
    for folder, _, names in os.walk(root):
        for name in names:
            path = (Path(folder) / name).relative_to(root).as_posix()
            assert belongs(root, path) == (path in paths), path
    return paths


@pytest.mark.parametrize(
    ("patterns", "folder", "name", "is_folder", "expected"),
    [
        ("*.o", "a/", "x.o", False, True),
        ("*.o\n!x.o", "a/", "x.o", False, False),
        ("*.o", "a/", "x.c", False, None),
        ("build/", "a/", "build", True, True),
        ("build/", "a/", "build", False, None),
        ("/build", "", "build", True, True),
        ("/build", "a/", "build", True, None),
        ("//**", "", "build", True, None),
        ("//build", "", "build", False, None),
        ("a/b", "a/", "b", False, True),
        ("a/b", "x/a/", "b", False, None),
        ("**/a/b", "x/a/", "b", False, True),
        ("a/**/b", "a/", "b", False, True),
        ("a/**/b", "a/x/y/", "b", False, True),
        ("a/**/b", "ax/", "b", False, None),
        ("a/**", "", "a", True, None),
        ("a/**", "a/b/", "c", False, True),
        ("a/*", "a/b/", "c", False, None),
        ("a*/b", "a/x/", "b", False, None),
        ("*", "a/", ".x", False, True),
        ("x?z", "", "xyz", False, True),
        ("x?z", "x/", "z", False, None),
        ("[a-c]x", "", "bx", False, True),
        ("[!a-c]x", "", "bx", False, None),
        ("[]-]x", "", "]x", False, True),
        ("[[:digit:]]x", "", "7x", False, True),
        ("[+-9]b", "", "/b", False, None),
        ("[a", "", "[a", False, None),
        ("a\\", "", "a\\", False, None),
        ("\\#a", "", "#a", False, True),
        ("#a", "", "#a", False, None),
        ("\\!a", "", "!a", False, True),
        ("a  ", "", "a", False, True),
        ("a\\ ", "", "a ", False, True),
        ("\ufeffa\r\nb\r\n", "", "a", False, True),
        ("{a,b}.c", "", "a.c", False, None),
        ("/", "", "a", False, None),
        ("**", "a/", "b", False, True),
        ("*a*b*", "", "xxaxxbxx", False, True),
        ("*ab", "", "aab", False, True),
        ("a.b", "", "axb", False, None),
    ],
)
def test_patterns(patterns: str, folder: str, name: str, is_folder: bool, expected: bool | None) -> None:
    assert Placed(IgnoreRules(patterns), folder, is_folder).decide(name) is expected


def test_a_pattern_made_to_take_for_ever() -> None:
    rules = IgnoreRules("*a" * 30 + "*b\n" + "**/a/" * 15 + "b\n")
    assert Placed(rules, "", False).decide("a" * 250) is None
    assert Placed(rules, "a/" * 500, False).decide("c") is None
    assert Placed(rules, "a/" * 500, False).decide("b") is True


def test_git_ignores_count_only_in_a_work_tree(tmp_path: Path) -> None:
    make(
        tmp_path,
        {".gitignore": "*.log", "a.log": "", ".ignore": "*.tmp", "a.tmp": "", "in/.gitignore": "b", "in/b": ""},
    )
    assert found(tmp_path) == [".gitignore", ".ignore", "a.log", "in/.gitignore", "in/b"]
    (tmp_path / "in" / ".git").mkdir()
    assert found(tmp_path) == [".gitignore", ".ignore", "a.log", "in/.gitignore"]
    (tmp_path / ".git").mkdir()
    assert found(tmp_path) == [".gitignore", ".ignore", "in/.gitignore"]


def test_the_ignore_files_above_the_root_count(tmp_path: Path) -> None:
    make(tmp_path, {".gitignore": "/a/x\n*.log", "a/x": "", "a/y": "", "a/b.log": "", "a/.git/x": ""})
    assert found(tmp_path / "a") == ["b.log", "x", "y"]
    shutil.move(tmp_path / "a" / ".git", tmp_path / ".git")
    assert found(tmp_path / "a") == ["y"]


def test_precedence(tmp_path: Path) -> None:
    make(tmp_path, {".git/info/exclude": "a\nb\nc\nd", ".gitignore": "!b", "x/.ignore": "!c", ".outcropignore": "!d"})
    make(tmp_path, {f"x/{name}": "" for name in "abcd"})
    assert [path for path in found(tmp_path) if path.startswith("x/") and len(path) == 3] == ["x/b", "x/c", "x/d"]
    make(tmp_path, {".ignore": "b", "x/.gitignore": "!b", "x/.outcropignore": "d"})
    assert [path for path in found(tmp_path) if path.startswith("x/") and len(path) == 3] == ["x/c"]


def test_patterns_given_are_stronger_than_all_files(tmp_path: Path) -> None:
    make(tmp_path, {".outcropignore": "a\n!b", "a": "", "b": "", "x/.outcropignore": "!b", "x/b": ""})
    paths = [entry.path for entry in Walk(tmp_path, ignore=["b", "!a"])]
    assert paths == [".outcropignore", "a", "x/.outcropignore"]


def test_the_owners_excludes(tmp_path: Path) -> None:
    home = Path(os.environ["HOME"])
    make(home, {"config/git/ignore": "*.one", "mine": "*.two", "other": "*.three"})
    make(tmp_path, {".git/x": "", "a.one": "", "a.two": "", "a.three": ""})
    assert found(tmp_path) == ["a.three", "a.two"]
    make(home, {".gitconfig": "[core]\n\texcludesFile = ~/mine # a comment\n"})
    assert found(tmp_path) == ["a.one", "a.three"]
    make(tmp_path, {".git/config": f'[core]\n\tbare = false\n\texcludesfile = "{home}/other"\n'})
    assert found(tmp_path) == ["a.one", "a.two"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("[core] excludesFile=a", "a"),
        ("[CORE]\nEXCLUDESFILE = a b ; c\n", "a b"),
        ('[core]\nexcludesfile = "a # b"\n', "a # b"),
        ('[core]\nexcludesfile = "a\\"b\\\\c"\n', 'a"b\\c'),
        ("[core]\nexcludesfile = a\\\n/b\n", "a/b"),
        ("[core]\nexcludesfile = a\nexcludesfile = b\n", "b"),
        ('[core "x"]\nexcludesfile = a\n[user]\nexcludesfile = b\n', None),
        ("# [core]\n; x\nexcludesfile = a\n", None),
    ],
)
def test_the_setting_in_gits_configuration(text: str, value: str | None) -> None:
    assert excludes_setting(text) == value


def test_a_second_work_tree_shares_the_excludes(tmp_path: Path) -> None:
    make(tmp_path, {"main/.git/info/exclude": "a", "main/.git/worktrees/w/commondir": "../..\n"})
    make(tmp_path, {"w/.git": f"gitdir: {tmp_path}/main/.git/worktrees/w\n", "w/a": "", "w/b": ""})
    assert found(tmp_path / "w") == ["b"]


def test_what_tools_make(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            "node_modules/a.js": "",
            ".github/ci.yml": "",
            ".git/config": "",
            "env/pyvenv.cfg": "",
            "env/lib.py": "",
            "cache/CACHEDIR.TAG": "",
            "cache/x": "",
            "drivers/target/iscsi.c": "",
            "rust/Cargo.toml": "",
            "rust/target/x.d": "",
        },
    )
    expected = [".github/ci.yml", "drivers/target/iscsi.c", "rust/Cargo.toml", "rust/target/x.d"]
    assert found(tmp_path) == expected
    (tmp_path / ".git" / "config").unlink()
    (tmp_path / ".git").rmdir()
    assert found(tmp_path) == expected[:-1]
    make(tmp_path, {".outcropignore": "!node_modules/\n!target\n!/cache\n!.git\n"})
    assert found(tmp_path) == [
        ".github/ci.yml",
        ".outcropignore",
        "cache/CACHEDIR.TAG",
        "cache/x",
        "drivers/target/iscsi.c",
        "node_modules/a.js",
        "rust/Cargo.toml",
        "rust/target/x.d",
    ]


def test_size_limit_and_what_is_told_of_a_file(tmp_path: Path) -> None:
    make(tmp_path, {"small": "x" * 10, "large": "x" * 11})
    walked = Walk(tmp_path, size_limit=10)
    (entry,) = walked
    assert (entry.path, entry.size, entry.mtime_ns) == ("small", 10, (tmp_path / "small").stat().st_mtime_ns)
    assert [entry.path for entry in walked.too_large] == ["large"]
    assert [path.name for path in walk(tmp_path)] == ["large", "small"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes")
def test_links_and_pipes_are_passed_over(tmp_path: Path) -> None:
    make(tmp_path, {"a/x": "", "y": ""})
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "link").symlink_to(tmp_path / "y")
    (tmp_path / "broken").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    walked = Walk(tmp_path)
    assert [entry.path for entry in walked] == ["a/x", "y"]
    assert walked.links == 3 and not walked.problems
    assert not belongs(tmp_path, "loop/y") and not belongs(tmp_path, "a/link") and not belongs(tmp_path, "pipe")
    assert [entry.path for entry in Walk(tmp_path / "loop")] == ["a/x", "y"]


@pytest.mark.skipif(sys.platform != "linux", reason="needs names of any bytes")
def test_problems_are_told_and_not_fatal(tmp_path: Path) -> None:
    make(tmp_path, {"a": "", "closed/b": "", "d": ""})
    (tmp_path / os.fsdecode(b"caf\xe9")).write_text("")
    (tmp_path / "closed").chmod(0)
    try:
        walked = Walk(tmp_path)
        paths = [entry.path for entry in walked]
        if os.geteuid() == 0:  # nothing is closed to it
            paths.remove("closed/b")
        else:
            assert ("closed/", "Permission denied") in walked.problems
        assert paths == ["a", "d"]
        assert ("caf\ufffd", "its name is not in UTF-8") in walked.problems
    finally:
        (tmp_path / "closed").chmod(0o700)


def test_a_root_that_is_not_there(tmp_path: Path) -> None:
    assert list(Walk(tmp_path / "missing")) == []


names = st.sampled_from(["a", "b", "c", "ab", "abc", "a.b", "x.o", "y.o", ".h", "a b"])
paths = st.lists(names, min_size=1, max_size=4).map("/".join)
PIECES = ["a", "b", "c", "a.b", "x", ".o", "*", "*", "**", "?", "[ab]", "/", "/", ".", "\\a"]
# Where ripgrep goes ways of its own: there `[!a]` matches a slash, braces are alternatives, classes have no names, and
# `**//` is `**/`.
GITS_OWN_PIECES = ["[!a]", "[^a]", "{a,b}", "[[:alpha:]]"]


def trees(ignore_names: list[str], pieces: list[str]) -> st.SearchStrategy[dict[str, str]]:
    patterns = st.builds(
        lambda takes_back, parts, folder: f"{'!' * takes_back}{''.join(parts)}{'/' * folder}",
        st.booleans(),
        st.lists(st.sampled_from(pieces), min_size=1, max_size=6),
        st.booleans(),
    )
    texts = st.lists(patterns, min_size=1, max_size=5).map("\n".join)
    folders = st.lists(names.map("{}/".format), max_size=2).map("".join)
    ignores = st.dictionaries(st.tuples(folders, st.sampled_from(ignore_names)).map("".join), texts, max_size=4)
    return st.builds(
        lambda files, ignored: dict.fromkeys(files, "") | ignored, st.lists(paths, min_size=1, max_size=25), ignores
    )


def planted(folder: str, tree: dict[str, str]) -> Path:
    """The tree, leaving out what wants to be a file and a folder at once."""
    root = Path(folder)
    for path, content in tree.items():
        target = root / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue
    return root


def listed(command: list[str], root: Path) -> set[str]:
    answer = subprocess.run(command, cwd=root, capture_output=True, check=False)
    return set(os.fsdecode(answer.stdout).split("\0")) - {""}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    trees([".gitignore", ".gitignore", ".ignore", ".git/info/exclude"], PIECES),
    st.sets(st.sampled_from([".git", "a/.git"])),
)
def test_random_trees_as_ripgrep_sees_them(tree: dict[str, str], work_trees: set[str]) -> None:
    needed("rg")
    assume(not any("//" in text for text in tree.values()))
    with tempfile.TemporaryDirectory() as folder:
        root = planted(folder, tree)
        for name in work_trees:
            if (root / name).parent.is_dir():
                (root / name).mkdir(exist_ok=True)
        listing = listed(["rg", "--files", "--hidden", "--null", "--glob", "!.git", "--no-messages"], root)
        assert set(found(root)) == {path.removeprefix("./") for path in listing}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(trees([".gitignore", ".git/info/exclude"], PIECES + GITS_OWN_PIECES))
def test_random_trees_as_git_sees_them(tree: dict[str, str]) -> None:
    needed("git")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "init", "-q", folder], check=True)
        root = planted(folder, {path: text for path, text in tree.items() if "/.git/" not in path})
        listing = listed(["git", "ls-files", "-z", "--others", "--exclude-standard"], root)
        assert set(found(root)) == listing


@pytest.mark.parametrize("name", [".gitignore", ".ignore", ".outcropignore", ".git/info/exclude", ".git/config"])
def test_an_ignore_file_that_never_ends_keeps_nobody_waiting(tmp_path: Path, name: str) -> None:
    make(tmp_path, {"a.py": "", ".git/HEAD": ""})
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(tmp_path / name)
    assert "a.py" in [entry.path for entry in Walk(tmp_path)]
    (tmp_path / name).unlink()
    (tmp_path / name).symlink_to("/dev/zero")
    assert "a.py" in [entry.path for entry in Walk(tmp_path)]


def test_of_a_giant_ignore_file_the_beginning_counts(tmp_path: Path) -> None:
    make(tmp_path, {"a.py": "", "b.py": "", ".ignore": "a.py\n" + "# much\n" * 200_000 + "b.py\n"})
    assert [entry.path for entry in Walk(tmp_path) if entry.path.endswith(".py")] == ["b.py"]


@pytest.mark.parametrize(
    ("pattern", "path", "covered"),
    [
        ("*.inc", "a/b.inc", True),
        ("*.inc", "a/b.inc/c", True),
        ("/*.inc", "a/b.inc", False),
        ("src/", "src/a/b", True),
        ("src/", "a/src", False),
        ("src/**/x.t", "src/a/b/x.t", True),
        ("!a", "a", False),
        ("*a" * 400 + "b", "a" * 250, False),
    ],
)
def test_one_pattern_covers_a_path(pattern: str, path: str, covered: bool) -> None:
    assert IgnoreRules(pattern).cover(path) is covered
