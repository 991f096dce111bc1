"""What is around places of many texts, asked of all together, is what is around those of each of them."""

from __future__ import annotations

import random
import zlib

import pytest

from indexer.search.match.around import Asked, Place, around_each
from indexer.store.outlines import Outlines
from indexer.store.records import Damaged
from tests.paths import ROOT
from tests.search.facts import DocumentFacts

ENDINGS = (b"\n", b"\r\n", b"\r")


def _asked(chance: random.Random, most: int) -> list[Asked]:
    """Texts in many languages, long ones and empty ones, with places anywhere in them or with none."""
    cases = (path for path in sorted((ROOT / "tests" / "cases" / "outline").iterdir()) if path.suffix != ".outline")
    asked: list[Asked] = []
    for number, path in enumerate([path for path in cases if path.is_file()]):
        data = path.read_bytes().replace(b"\n", ENDINGS[number % len(ENDINGS)]) * (1 + 12 * (number % 7 == 1))
        facts = DocumentFacts(path.name, b"" if number % 9 == 4 else data)
        offsets = sorted(chance.choices(range(len(facts.text.data) + 1), k=chance.randrange(most)))
        places = [Place(offset, facts.text.lines.row_of(offset)) for offset in offsets]
        asked.append(Asked(facts.text, facts.outline.lists, places))
    return asked


@pytest.mark.parametrize("most", [1, 2, 40])
def test_many_texts_together_say_what_each_says_alone(most: int) -> None:
    asked = _asked(random.Random(most), most)
    assert len(asked) > 20
    together = around_each(asked)
    assert together == [around_each([one])[0] for one in asked]
    assert [len(each) for each in together] == [len(one.places) for one in asked]


def test_rows_are_the_same_whether_all_are_known_or_none() -> None:
    """A text whose rows nobody has looked for yet is read near its places alone."""
    asked = _asked(random.Random(3), 40)
    fresh = [one._replace(text=type(one.text).of(one.text.data)) for one in asked]
    for one in asked:
        assert len(one.text.lines)
    assert around_each(fresh) == around_each(asked)


def test_damaged_outlines_are_told() -> None:
    facts = DocumentFacts("a.py", b"class A:\n    def one(self):\n        pass\n")
    symbols, blocks = facts.outline.lists
    raw = zlib.decompress(symbols)
    for broken in (b"", symbols[:12], zlib.compress(raw[:20]), zlib.compress(b"\x07" * 40)):
        with pytest.raises(Damaged):
            Outlines([(symbols, blocks), (broken, blocks)])
