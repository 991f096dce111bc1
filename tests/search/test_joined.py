"""What is told of texts that are laid one after the other is what each of them says."""

from __future__ import annotations

import random
import re
from bisect import bisect_left

import numpy as np
import pytest

from indexer.search.match.places import literal_starts
from indexer.search.rank.joined import Joined, Room

WORDS = (b"a", b"aa", b"ab", b"aba", b"a b", b"_", b"B", b"Ab_1", b"zz", b"ab" * 20, b" ", b"b\tc")


def _texts(rng: random.Random) -> list[bytes]:
    signs = [
        b"a",
        b"A",
        b"b",
        b"B",
        b"_",
        b"1",
        b" ",
        b"\t",
        b"\n",
        b"\n\n",
        b"ab" * 21,
        b"aaaa",
        b"\xc3\xa9",
        b"(Ab_1)",
    ]
    return [b"".join(rng.choices(signs, k=rng.choice((0, 1, 2, 30, 90)))) for _ in range(rng.randrange(1, 8))]


@pytest.mark.parametrize("seed", range(40))
def test_words_rows_and_ranges_are_those_of_each_text(seed: int) -> None:
    rng = random.Random(seed)
    room = Room()
    for _ in range(3):  # in the room of those before
        texts = _texts(rng)
        joined = Joined(texts, room)
        everything = b"".join(text + b"\n" for text in texts)
        assert [everything[at : at + len(text)] for at, text in zip(joined.begins, texts, strict=True)] == texts
        for word in rng.sample(WORDS, 6):
            for ignores_case in (True, False):
                data, wanted = (everything.lower(), word.lower()) if ignores_case else (everything, word)
                assert joined.starts(word, ignores_case).tolist() == literal_starts(wanted, data)
        some = [at for at in range(len(texts)) if rng.random() < 0.5]
        fewer, (kept,) = joined.only(np.array(some, np.int64), [joined.starts(b"a", True)])
        assert kept.tolist() == fewer.starts(b"a", True).tolist()
        joined = Joined(texts, room)
        places = np.arange(len(everything))
        assert joined.rows(places).tolist() == [everything.count(b"\n", 0, at) for at in places]
        ends = [found.start() for found in re.finditer(b"\n", everything)]
        rows = np.sort(np.array(rng.choices(range(len(ends)), k=20)).reshape(2, 10), axis=0)
        starts, stops = joined.spans(*rows)
        assert starts.tolist() == [ends[row - 1] + 1 if row else 0 for row in rows[0].tolist()]
        assert stops.tolist() == [ends[row] for row in rows[1].tolist()]
        words = [found.start() for found in re.finditer(rb"[0-9A-Za-z_]+", everything)]
        assert joined.words(starts, stops).tolist() == [
            bisect_left(words, stop) - bisect_left(words, start)
            for start, stop in zip(starts.tolist(), stops.tolist(), strict=True)
        ]


def test_a_row_that_is_not_there_ends_where_the_texts_end() -> None:
    joined = Joined([b"a\nb", b"c"], Room())
    assert [places.tolist() for places in joined.spans(np.array([1, 7]), np.array([9, 2]))] == [[2, 6], [6, 5]]
