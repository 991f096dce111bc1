"""Trigram segments: every file that holds a literal is a candidate, after building, merging and reopening."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.files.generated import is_generated
from indexer.store.records import Damaged
from indexer.store.segment_builder import SegmentBuilder
from indexer.store.segment_writer import merge, segment_in_memory, write_segment
from indexer.store.segments import Segment, candidates
from indexer.store.trigrams import literal_trigrams, trigrams, trigrams_of

texts = st.text(st.sampled_from("abAB \n\r\té😀\u212aſkKsS\x00"), max_size=80).map(str.encode)


def reference(text: bytes) -> set[bytes]:
    """The trigrams of a text, slowly, before hashing."""
    lower = text.lower()
    return {lower[at : at + 3] for at in range(len(lower) - 2)} - {
        lower[at : at + 3] for at in range(len(lower) - 2) if b"\n" in lower[at : at + 3] or b"\r" in lower[at : at + 3]
    }


@settings(deadline=None)
@given(texts)
def test_distinct_and_in_order(text: bytes) -> None:
    codes = trigrams(text)
    assert (np.diff(codes) > 0).all()
    if text.isascii():
        assert codes.size == len(reference(text))


@pytest.mark.parametrize("place", [65_531, 65_532, 65_533, 65_534, 65_535, 65_536, 131_067, 196_605])
def test_a_text_longer_than_a_chunk(place: int) -> None:
    text = bytearray(b"." * (3 << 16))
    text[place : place + 3] = b"xyz"
    del text[3 << 16 :]
    expected = b"...xyz..." if place + 3 < len(text) else b"...xyz"
    assert trigrams(bytes(text)).tolist() == trigrams(expected).tolist()


def test_a_long_text_of_which_nothing_comes_twice() -> None:
    signs = np.frombuffer(b"".join(bytes([sign]) for sign in range(32, 127)), np.uint8)
    text = np.random.default_rng(4).choice(signs, 400_000).tobytes()
    assert trigrams(text).size == len(reference(text)) > 1 << 16


@settings(deadline=None)
@given(st.lists(texts, max_size=20), st.integers(0, 70_000))
def test_texts_together_are_as_texts_alone(batch: list[bytes], filler: int) -> None:
    batch.insert(len(batch) // 2, b"x1y2" * (filler // 4))
    codes, counts = trigrams_of(batch)
    together = [sorted(part.tolist()) for part in np.split(codes, np.cumsum(counts)[:-1])]
    assert together == [trigrams(text).tolist() for text in batch]


@settings(deadline=None)
@given(st.lists(texts, min_size=1, max_size=20), st.data())
def test_whoever_holds_a_literal_is_a_candidate(batch: list[bytes], data: st.DataObject) -> None:
    segment = segment_in_memory({7 * at + 3: trigrams(text) for at, text in enumerate(batch)})
    chosen = data.draw(st.integers(0, len(batch) - 1))
    begin = data.draw(st.integers(0, len(batch[chosen])))
    literal = batch[chosen][begin : begin + data.draw(st.integers(0, 12))]
    found = segment.candidates(literal)
    if found is None:
        assert not reference(literal)
        return
    holders = [7 * at + 3 for at, text in enumerate(batch) if literal.lower() in text.lower()]
    assert set(holders) <= set(found.tolist())
    assert (np.diff(found) > 0).all()


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("Foo", b"fOO"),
        ("5 \N{KELVIN SIGN}elvin", b"kelvin"),
        ("5 \N{KELVIN SIGN}elvin", "\N{KELVIN SIGN}elvin".encode()),
        ("mi\N{LATIN SMALL LETTER LONG S}\N{LATIN SMALL LETTER LONG S}", b"MISS"),
        ("größe", "größe".encode()),
    ],
)
def test_case_and_letters_that_fold_to_ascii(text: str, literal: bytes) -> None:
    found = segment_in_memory({1: trigrams(text.encode())}).candidates(literal)
    assert found is not None and found.tolist() == [1]


@pytest.mark.parametrize("literal", [b"", b"ab", b"a\nb", b"\r\n\r\n", b"ab\ncd"])
def test_a_literal_that_says_nothing(literal: bytes) -> None:
    assert literal_trigrams(literal) is None
    assert segment_in_memory({1: trigrams(b"abc")}).candidates(literal) is None
    assert candidates([], [literal]) is None


def held(segment: Segment) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {file_id: set() for file_id in segment.ids.tolist()}
    codes, numbers = segment.postings(0, 1 << 21)
    for code, number in zip(codes.tolist(), numbers.tolist(), strict=True):
        found[int(segment.ids[number])].add(code)
    return found


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 3000), st.integers(1, 5))
def test_postings_come_back_and_merge(seed: int, files: int, parts: int) -> None:
    """Numbers past 127 and 16383 need wider gaps, common trigrams rows of bits."""
    chance = np.random.default_rng(seed)
    spread = chance.integers(1, 2000)
    counts = chance.integers(0, 20, files).tolist()
    batch = {at * 3 + 1: np.unique(chance.integers(0, spread, count, np.int32)) for at, count in enumerate(counts)}
    expected = {file_id: set(codes.tolist()) for file_id, codes in batch.items()}
    assert held(segment_in_memory(batch)) == expected
    segments = [segment_in_memory({at: batch[at] for at in list(batch)[part::parts]}) for part in range(parts)]
    keep = {file_id for file_id in expected if chance.random() < 0.7}
    with tempfile.TemporaryDirectory() as folder:
        merge(Path(folder) / "merged", segments, keep)
        merged = Segment.open(Path(folder) / "merged")
        merged.verify()
        assert held(merged) == {file_id: codes for file_id, codes in expected.items() if file_id in keep}
        merged.close()


def test_more_trigrams_than_are_sorted_at_once() -> None:
    """Some are in every file, some in a few, and those are more than sixteen bits can number."""
    chance = np.random.default_rng(3)
    common = np.arange(0, 1 << 21, 70_001, dtype=np.int32)
    batch = {
        at: np.union1d(common, chance.choice(1 << 21, 12_000, replace=False).astype(np.int32)) for at in range(1, 60)
    }
    for codes in batch.values():
        chance.shuffle(codes)
    segment = segment_in_memory(batch)
    assert segment._sparse.size > 1 << 17
    assert segment._dense.tolist() == common.tolist()
    assert held(segment) == {at: set(codes.tolist()) for at, codes in batch.items()}


def test_gaps_of_several_bytes(tmp_path: Path) -> None:
    """Nine of 40,000 files hold a rare trigram; the gaps between them need one to three bytes."""
    rare = {0, 1, 129, 130, 16_515, 33_000, 33_128, 33_129, 39_999}
    one = np.array([5], np.int32)
    counts = np.array([at in rare for at in range(40_000)], np.int64)
    write_segment(tmp_path / "segment", range(40_000), [(np.full(len(rare), 5, np.int32), counts)])
    segment = Segment.open(tmp_path / "segment")
    assert set(segment.files_with(one).tolist()) == rare
    merge(tmp_path / "merged", [segment, segment], rare - {129})
    assert set(Segment.open(tmp_path / "merged").files_with(one).tolist()) == rare - {129}


def test_any_damage_is_told(tmp_path: Path) -> None:
    path = tmp_path / "segment"
    write_segment(path, range(500), [trigrams_of([b"%d hello %d" % (at, at % 7) for at in range(500)])])
    data = path.read_bytes()
    Segment(data).verify()
    for cut in (0, 10, 80, len(data) - 1):
        path.write_bytes(data[:cut])
        with pytest.raises(Damaged):
            Segment.open(path)
    with pytest.raises(Damaged):
        Segment(data + b"x")
    with pytest.raises(Damaged):
        Segment.open(tmp_path / "missing")
    chance = np.random.default_rng(1)
    for place in [*range(72), *chance.integers(72, len(data), 400).tolist()]:
        damaged = bytearray(data)
        damaged[place] ^= 1 << int(chance.integers(8))
        with pytest.raises(Damaged):
            Segment(bytes(damaged)).verify()


def test_a_damaged_body_gives_an_answer_or_damaged(tmp_path: Path) -> None:
    """Opening checks the header alone, so asking must stand any body."""
    data = segment_in_memory({at: trigrams(b"%d hello %d" % (at, at % 7)) for at in range(500)})._data
    chance = np.random.default_rng(2)
    told = 0
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(chance.integers(1, 200)):
            damaged[int(chance.integers(72, len(data)))] = int(chance.integers(256))
        segment = Segment(bytes(damaged))
        try:
            segment.candidates(b"123 hello")
            segment.candidates(b"hello 3")
        except Damaged:
            told += 1
        try:
            merge(tmp_path / "merged", [segment], range(500))
        except Damaged:
            told += 1
            assert not (tmp_path / "merged.part").exists()
    assert told


def test_texts_given_one_by_one(tmp_path: Path) -> None:
    built = SegmentBuilder()
    built.add(3, "h\xe9llo".encode())
    built.add(5, b"filler " * 300_000)
    built.add(8, b"hello")
    assert built.written(tmp_path / "segment") == "segment"
    segment = Segment.open(tmp_path / "segment")
    assert candidates([segment], [b"hello"]).tolist() == [8]
    assert candidates([segment], ["h\xe9llo".encode()]).tolist() == [3]
    assert candidates([segment], [b"FILLER"]).tolist() == [5]
    assert not list(tmp_path.glob("*.part"))
    assert SegmentBuilder().written(tmp_path / "empty") is None
    assert not (tmp_path / "empty").exists()


@pytest.mark.parametrize(
    ("text", "generated"),
    [
        (b"/* @generated */", True),
        (b"// <auto-generated>\n//     This code was generated by a tool.\n", True),
        (b"# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n", True),
        (b"def generated():\n    return 1\n", False),
        (b"# The report is generated by cron.\n", False),
        (b"var a=1;" * 1000, True),
        (b"var a=1;" * 100, False),
        (b"var a = 1;\n" * 1000, False),
    ],
)
def test_generated(text: bytes, generated: bool) -> None:
    assert is_generated(text, 1 + text.count(b"\n")) is generated


def test_the_store_package_does_not_import_numpy() -> None:
    """The server imports the package when it starts, and numpy only when it first searches."""
    code = "import sys, indexer.engine, indexer.files.walk, indexer.store; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_long_text_with_a_letter_in_disguise_ends() -> None:
    text = ("x" * 50 + "\n").encode() * 3000 + "bac\N{KELVIN SIGN}ground".encode() + b"\n" + b"y" * 70_000
    codes = trigrams(text)
    wanted = literal_trigrams(b"background")
    assert wanted is not None
    assert set(wanted.tolist()) <= set(codes.tolist())
