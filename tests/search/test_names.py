"""A table of names answers what looking at every name would: the same names, ranks and order."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from indexer.query.tree import Name
from indexer.search.names import ranks as names_at_once
from indexer.search.names.lookup import files_defining, ranked_names
from indexer.search.names.matching import matcher
from indexer.search.names.qualified import Fit, readings
from indexer.search.rank.definitions import Definitions
from indexer.search.rank.files import ranked_files
from indexer.search.rank.symbols import Key, symbol_key
from indexer.store.name_signatures import begins_word
from indexer.store.names import NameTable
from indexer.store.reader import FileRow, FileTable
from indexer.store.records import Damaged
from indexer.text.folded import folded

PARTS = [
    *(
        "init",
        "get",
        "user",
        "By",
        "Id",
        "HTTP",
        "url",
        "x",
        "is",
        "it",
        "Node",
        "2",
        "i",
        "n",
        "Q",
        "zk",
        "Server",
        "a1",
    ),
    *("größe", "Ärger", "数据", "Σ", "\u212a", "naïve"),  # the last but one sign of all is a k for some
]
BETWEEN = ["", "", "", "_", "__", "-", ".", "::", "$", "<", "~", "é"]
TYPED = [
    *(
        "init",
        "gubi",
        "userid",
        "it",
        "x",
        "nit",
        "I",
        "url",
        "httpn",
        "getu",
        "u2",
        "isn",
        "k",
        "zk",
        "Id",
        "ID",
        "gN",
    ),
    *(
        "_",
        "__",
        "_init",
        "get_user",
        "getUser",
        "user.id",
        "init<",
        "~",
        "x~i",
        "é",
        "größe",
        "GRÖSSE",
        "数据",
        "naïve",
    ),
    *(
        "hs",
        "2n",
        "tz",
        "qzk",
        "serverid",
        "initinit",
        "stanbul",
        "K",
        "na",
        "n",
        "a",
        "ni2",
        "nodeinit",
        "x_",
        "ix",
        "a\tn",
    ),
    *("init" * 99, "iNit" * 99, "~" * 99, "x~" * 99, "in_" * 99),
]
KINDS = ["function", "class", "method", "field", "constant"]
PATHS = ["src/user.py", "init.c", "tests/node.py", "src/deep/in/here/get.go", "docs/url.md", "lib/__init__.py", "a/b.c"]


def made_up_names(chance: random.Random, count: int) -> list[str]:
    names = {
        chance.choice(["", "", "_", "~"])
        + "".join(chance.choice(PARTS) + chance.choice(BETWEEN) for _ in range(chance.randint(1, 5)))
        for _ in range(count)
    }
    return sorted(names)


def table_of(names: list[str], chance: random.Random, files: list[int]) -> NameTable:
    definers: dict[int, list[tuple[bytes, str]]] = {file: [] for file in files}
    for name in names:
        for _ in range(chance.choice([1, 1, 1, 3])):
            definers[chance.choice(files)].append((name.encode(), chance.choice(KINDS)))
    return NameTable.of([(file, *map(list, zip(*each, strict=True))) for file, each in definers.items() if each])


def wanted_of(typed: str) -> list[Name]:
    return [Name("fuzzy", typed, ignore_case) for ignore_case in (True, False)]


@pytest.mark.parametrize("seed", range(4))
def test_names_fit_as_each_alone_does(seed: int) -> None:
    chance = random.Random(seed)
    names = sorted({*made_up_names(chance, 1500), "İstanbul", "in_İzmir", "__x~"})
    tables = [table_of(names[at::2], chance, [1, 2]) for at in (0, 1)]
    typed = [*TYPED, *(chance.choice(names)[chance.randint(0, 2) :][: chance.randint(1, 9)].strip() for _ in range(60))]
    fitted = 0
    for wanted in [one for text in typed if text for one in wanted_of(text)]:
        helpings = list(ranked_names(tables, wanted))
        found = [
            (table.name(row), rank)
            for fitting in helpings
            for table, (rows, ranks) in zip(tables, fitting, strict=True)
            for row, rank in zip(rows.tolist(), ranks.tolist(), strict=True)
        ]
        expected = [(name, rank) for name in names if (rank := matcher(wanted)(name)) is not None]
        assert sorted(found) == expected, wanted
        ranks = [[int(rank) for fitting in each for rank in fitting.ranks] for each in helpings]
        assert all(max(better) < min(worse) for better, worse in pairwise(ranks) if better and worse)
        fitted += len(found)
    assert fitted > 10_000


def test_what_is_longer_than_every_name_is_not_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(*signs: Any) -> Any:
        asked.append(1)
        return begins_word(*signs)

    monkeypatch.setattr(names_at_once, "begins_word", counted)
    table = table_of(["getUserById" * 9, "aaaa", "a_a_a_a"], random.Random(1), [1])
    for wanted in [*wanted_of("getUserById" * 900), *wanted_of("a" * 900)]:
        assert [len(fitting.rows) for helping in ranked_names([table], wanted) for fitting in helping] == [0, 0]
    assert len(asked) < 1000


def test_the_same_names_have_the_same_signs_whatever_is_beside_them() -> None:
    """Words begin where `subwords` says, in every combination of letters, digits and signs."""
    chance = random.Random(3)
    names = sorted({"".join(chance.choices("aB1_zC", k=chance.randint(1, 7))) for _ in range(3000)})
    table = NameTable.of([(1, [name.encode() for name in names], ["class"] * len(names))])
    for _ in range(150):
        wanted = Name("fuzzy", "".join(chance.choices("abc1z", k=chance.randint(2, 4))), True)
        found = {
            table.name(row): rank
            for (fitting,) in ranked_names([table], wanted)
            for row, rank in zip(fitting.rows.tolist(), fitting.ranks.tolist(), strict=True)
        }
        assert found == {name: rank for name in names if (rank := matcher(wanted)(name)) is not None}, wanted


def snapshot_of(tables: list[NameTable], gone: int) -> Any:
    """Files, each in the one table that has its names."""
    has = {
        file: number
        for number, table in enumerate(tables, 1)
        for row, _ in enumerate(table.names())
        for file, *_ in table.definers(row)
    }
    rows = [
        FileRow(id, path, "c", 1, 1, 1, b"", 1, path == "a/b.c", None, has.get(id), 2, None, None)
        for id, path in enumerate(PATHS, 1)
        if id != gone
    ]
    numbered = [(number, f"{number}.names") for number, _ in enumerate(tables, 1)]
    table = FileTable(1, sorted(rows, key=lambda row: row.path), [], numbered)
    return SimpleNamespace(table=table, name_tables=tables)


def plain(snapshot: Any, wanted: Name, near: str | None) -> list[tuple[Key, str, int]]:
    """All definitions that fit, each looked at, in order."""
    found = []
    for table in snapshot.name_tables:
        for row, name in enumerate(table.names()):
            rank = matcher(wanted)(name)
            for file, kind, number in table.definers(row) if rank is not None else ():
                known = snapshot.table.by_id.get(file)
                if known is not None and rank is not None:
                    key = symbol_key(Fit(rank), name, kind, known.path, known.generated, near)
                    found.append((key, known.path, number))
    return sorted(found)


@pytest.mark.parametrize("among", [None, (2, 3, 5, 400)])
@pytest.mark.parametrize("most", [1, 7, 100, None])
def test_the_best_definitions_are_those_of_all(most: int | None, among: tuple[int, ...] | None) -> None:
    chance = random.Random(most)
    names = made_up_names(chance, 1200)
    files = list(range(1, len(PATHS) + 1))
    snapshot = snapshot_of([table_of(names[at::3], chance, files[at::3]) for at in range(3)], gone=4)
    more = 0
    for wanted in [one for text in TYPED for one in wanted_of(text) if not readings(one)]:
        every = plain(snapshot, wanted, "src/deep/x.py")
        if among is not None:
            every = [one for one in every if snapshot.table.by_path[one[1]].id in among]
        files_found, left_out = ranked_files(snapshot, wanted, most, "src/deep/x.py", lambda word: set(), None, among)
        expected: dict[str, tuple[Key, set[int]]] = {}
        for key, path, number in every[:most]:
            expected.setdefault(path, (key, set()))[1].add(number)
        found = {path: (ranked.best, set(ranked.symbols)) for path, ranked in files_found.items()}
        assert found == expected, wanted
        assert (left_out > 0) == (len(every) > len(every[:most])), "it is known whether there are more"
        more += left_out > 0
        if among is None:
            assert files_defining(snapshot, wanted) == {snapshot.table.by_path[path].id for _, path, _ in every}
    assert more or most is None


def test_as_many_of_the_best_as_were_asked_for() -> None:
    chance = random.Random(1)
    names = ["init" + "x" * length for length in range(400)]  # no two are worth the same
    for _ in range(60):
        chance.shuffle(names)
        cut = sorted(chance.sample(range(len(names)), 3))
        parts = [names[low:high] for low, high in pairwise([0, *cut, len(names)])]
        tables = [
            NameTable.of([(file, [name.encode() for name in part], ["class"] * len(part))])
            for file, part in zip((1, 2, 4, 6), parts, strict=True)  # files that are worth the same
            if part
        ]
        (fitting, *_) = ranked_names(tables, Name("fuzzy", "init", True))
        definitions = Definitions(snapshot_of(tables, gone=0).table, tables, fitting)
        for most in chance.sample(range(1, 400), 20):
            best = sorted(len(one.name) for one in definitions.best(most))
            assert best == list(range(4, 4 + most))


@pytest.mark.parametrize("how", ["exact", "glob", "regex", "words", "path"])
def test_other_ways_to_ask_find_what_each_name_alone_says(
    how: Literal["exact", "glob", "regex", "words", "path"],
) -> None:
    chance = random.Random(how)
    names = made_up_names(chance, 800)
    table = table_of(names, chance, [1])
    texts = ["init", "getUser", "i*", "user.*2", "größe", "get.user", "HTTP"]
    if how != "regex":
        texts += ["*Node", *chance.sample(names, 20)]
    for wanted in [Name(how, text, ignore_case) for text in texts for ignore_case in (True, False)]:
        found = {table.name(row) for (fitting,) in ranked_names([table], wanted) for row in fitting.rows.tolist()}
        assert found == {name for name in names if matcher(wanted)(name) is not None}, wanted


def test_names_that_begin_alike_are_found_together() -> None:
    names = ["getUser", "get_user", "GET_USERS", "_get_user", "getUse", "getUs", "gets", "ÉTAT", "étatX"]
    table = NameTable.of([(9, [name.encode() for name in names], ["class"] * len(names))])
    assert [folded(name.encode()) for name in table.names()] == sorted(folded(name.encode()) for name in names)

    def found(typed: str) -> tuple[set[str], set[str]]:
        same, longer = table.beginning(typed.encode())
        return {table.name(row) for row in same}, {table.name(row) for row in longer}

    assert found("get-user") == ({"getUser", "get_user"}, {"GET_USERS"})
    assert found("_g") == (set(), {"_get_user"})
    assert found("état") == ({"ÉTAT"}, {"étatX"})
    assert found("zebra") == (set(), set())


def test_a_written_table_is_the_same_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    chance = random.Random(8)
    far = 70_000  # more than two bytes hold
    table = table_of(made_up_names(chance, 300), chance, [5, 6, far])
    path = tmp_path / "a.names"
    table.write(path)
    again = NameTable.open(path)
    assert list(again.names()) == list(table.names())
    assert [again.definers(row) for row in range(len(again))] == [table.definers(row) for row in range(len(table))]
    assert again.count_kinds([5, far]) == table.count_kinds([5, far])
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(Damaged):
        NameTable.open(path)
    path.write_bytes(data[:-1])
    with pytest.raises(Damaged):
        NameTable.open(path)


def test_a_table_may_be_empty() -> None:
    table = NameTable.of([])
    for wanted in [one for text in TYPED for one in wanted_of(text)]:
        assert not [row for (fitting,) in ranked_names([table], wanted) for row in fitting.rows]
        assert not [row for each in ranked_names([], wanted) for fitting in each for row in fitting.rows]
