"""Text: rows as the protocol has them, positions in three encodings, edits by splicing, decoding of files."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.text.decoding import decode, encode, to_utf8
from indexer.text.document_text import Edit, Text
from indexer.text.folded import all_folded, folded
from indexer.text.lines import CHUNK, LineIndex
from indexer.text.positions import Encoding, offset_of, position_of

characters = st.text(st.sampled_from("ab\n\r\x0c\u2028é😀\t"), max_size=60)


@pytest.mark.parametrize(
    ("data", "starts"),
    [
        (b"", [0]),
        (b"a", [0]),
        (b"a\nb", [0, 2]),
        (b"a\r\nb\rc\n", [0, 3, 5, 7]),
        (b"a\x0cb\n", [0, 4]),
        ("a\u2028b\n".encode(), [0, 6]),
        (b"\r\r\n\n", [0, 1, 3, 4]),
    ],
)
def test_rows_end_where_the_protocol_says(data: bytes, starts: list[int]) -> None:
    assert list(LineIndex.of(data)) == starts


@given(characters, st.lists(st.tuples(st.integers(0, 70), st.integers(0, 20), characters), max_size=6))
def test_splicing_equals_a_new_index(source: str, edits: list[tuple[int, int, str]]) -> None:
    text = Text.of(encode(source))
    for start, length, new in edits:
        before = text.data
        text, edit = text.spliced(start, start + length, encode(new))
        assert text.data == before[: edit.start] + encode(new) + before[edit.end :]
        assert list(text.lines) == list(LineIndex.of(text.data))


def test_splicing_a_long_text_keeps_rows_right() -> None:
    text = Text.of(b"line\n" * (5 * CHUNK))
    for start, end, new in ((0, 0, b"x\n" * 3 * CHUNK), (2500, 12000, b""), (4000, 4001, b"\r"), (4001, 4001, b"\n")):
        text, _ = text.spliced(start, end, new)
        assert list(text.lines) == list(LineIndex.of(text.data))
    assert [text.lines.row_of(start) for start in text.lines] == list(range(len(text.lines)))
    assert [text.lines[row] for row in range(len(text.lines))] == list(text.lines)


@given(st.text("ab\n", max_size=40), st.lists(st.integers(0, 40), min_size=4, max_size=4))
def test_the_places_of_a_span_and_of_a_name_are_those_of_their_offsets(source: str, offsets: list[int]) -> None:
    data = source.encode()
    start, name_start, name_end, end = sorted(min(offset, len(data)) for offset in offsets)
    text = Text.of(data)
    edited, _ = Text.of(b"x" + data).spliced(0, 1, b"")
    for at in ((start, end, name_start, name_end), (name_start, name_end, start, end)):
        known = [position_of(text, offset, Encoding.UTF8) for offset in at]
        for lines in (text.lines, edited.lines):
            assert list(zip(*lines.places(*at), strict=True)) == known


@given(characters, characters, characters, st.data())
def test_two_edits_are_one(source: str, first: str, second: str, data: st.DataObject) -> None:
    def edit(text: Text, new: str) -> tuple[Text, Edit]:
        start = data.draw(st.integers(0, len(text.data)))
        end = data.draw(st.integers(start, len(text.data)))
        return text.spliced(start, end, encode(new))

    old = Text.of(encode(source))
    middle, one = edit(old, first)
    last, two = edit(middle, second)
    both = one.then(two)
    assert (
        old.data[: both.start] + last.data[both.start : both.start + both.inserted] + old.data[both.end :] == last.data
    )


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_the_edit_between_two_texts(old: bytes, new: bytes) -> None:
    edit = Edit.between(old, new)
    assert old[: edit.start] + new[edit.start : edit.start + edit.inserted] + old[edit.end :] == new


@given(characters, st.sampled_from(Encoding))
def test_positions_round_trip(source: str, encoding: Encoding) -> None:
    text = Text.of(encode(source))
    for at in range(len(source) + 1):
        offset = len(encode(source[:at]))
        if source[at - 1 : at] == "\r" and source[at : at + 1] == "\n":
            continue  # between the two halves of a line end there is no position
        assert offset_of(text, *position_of(text, offset, encoding), encoding) == offset


@pytest.mark.parametrize(("encoding", "column"), [(Encoding.UTF8, 6), (Encoding.UTF16, 3), (Encoding.UTF32, 2)])
def test_each_encoding_counts_its_own_units(encoding: Encoding, column: int) -> None:
    text = Text.of("é😀x".encode())
    assert position_of(text, 6, encoding) == (0, column)
    assert offset_of(text, 0, column, encoding) == 6


def test_positions_outside_the_text_are_clamped() -> None:
    text = Text.of("ab\r\n😀".encode())
    assert offset_of(text, 0, 99, Encoding.UTF16) == 2
    assert offset_of(text, 99, 0, Encoding.UTF16) == len(text.data)
    assert offset_of(text, -1, 5, Encoding.UTF16) == 0
    assert offset_of(text, 1, -5, Encoding.UTF16) == 4
    assert offset_of(text, 1, 1, Encoding.UTF16) == 4, "inside a surrogate pair is the character's start"
    assert offset_of(text, 1, 2, Encoding.UTF8) == 4, "inside a character is its start"
    assert position_of(text, 6, Encoding.UTF16) == (1, 0)


@given(st.text(st.sampled_from("ab\u00e9\u6f22\U0001f600\n"), max_size=60), st.sampled_from(list(Encoding)))
def test_a_column_far_into_a_row_is_the_same_as_one_that_is_counted(letters: str, encoding: Encoding) -> None:
    """Most characters of a minified text are in one row, which nobody goes through for each of its symbols."""
    text, far = Text.of(letters.encode()), Text.of((letters + "a" * 1100 + letters).encode())
    behind = len(far.data) - len(text.data)
    row, column = position_of(far, behind, encoding)
    for offset in range(len(text.data) + 1):
        here = position_of(text, offset, encoding)
        there = position_of(far, behind + offset, encoding)
        assert there == (row + here[0], here[1] + (column if here[0] == 0 else 0))


def test_lone_surrogates_become_one_unit_of_valid_text() -> None:
    assert decode(encode("a\ud800b")) == "a\ufffdb"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"plain", (b"plain", "utf-8")),
        (codecs.BOM_UTF8 + "é".encode(), ("é".encode(), "utf-8")),
        (codecs.BOM_UTF16_LE + "é\n".encode("utf-16-le"), ("é\n".encode(), "utf-16-le")),
        (codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), ("é".encode(), "utf-16-be")),
        (codecs.BOM_UTF32_LE + "é".encode("utf-32-le"), ("é".encode(), "utf-32-le")),
        ("é".encode("latin-1"), ("é".encode(), "latin-1")),
        (b"\x7fELF\0\0", None),
        (b"", (b"", "utf-8")),
    ],
)
def test_what_a_file_is(data: bytes, expected: tuple[bytes, str] | None) -> None:
    assert to_utf8(data) == expected


@given(
    st.lists(
        st.binary(max_size=6).filter(lambda name: b"\n" not in name) | st.sampled_from([b"_a", b"A_b", b"\xc3\xa9_X"])
    )
)
def test_many_names_are_folded_as_each_is(names: list[bytes]) -> None:
    written = [name.decode("utf-8", "replace").encode() for name in names]
    assert all_folded(written) == [folded(name) for name in written]
