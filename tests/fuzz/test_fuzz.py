"""Hostile text, on a fixed budget: all inputs that ever went wrong, and some of every subject's.

The long version is `python -m tests.fuzz`; what it has run is in tests/fuzz/record.toml, and trust rests on that.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexer.grammars.trust import is_fuzzed
from indexer.languages.registry import languages
from tests.fuzz.cases import cases
from tests.fuzz.driver import Driver
from tests.fuzz.record import installed, runs
from tests.fuzz.subjects import grammar_of, is_ours, subjects

SEED = 0
EACH = 12  # inputs of each subject
LEAST = 1_500  # inputs of a grammar that may be trusted; a night gives many times that


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    driver = Driver()
    yield driver
    driver.stop()


def test_what_once_went_wrong_does_not_again(driver: Driver) -> None:
    failed = [(case.subject, case.text[:80], driver.one(*case[:1], case.text, case.number)) for case in cases()]
    assert failed
    assert [each for each in failed if each[2] is not None] == []


def test_some_hostile_text_for_everything_that_reads_text(driver: Driver) -> None:
    found = []
    for name, language in subjects().items():
        failures = driver.batch(name, SEED, 0, EACH)
        # What a grammar that is not trusted does in C costs a child process its life, not the server.
        found += [(name, each) for each in failures if each.kind == "exception" or is_ours(language)]
    assert found == []


def test_a_failing_text_is_known_by_its_number(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTCROP_FUZZ_FAULTS", "1")
    driver.stop()
    failures = driver.batch("python", SEED, 0, 40)
    driver.stop()
    assert [(each.number, each.kind) for each in failures] == [(7, "exception"), (11, "crash"), (13, "hang")]


# Texts of 5 and 7 KB, ruby 862 and rust 2262 of seed 3001, that held their grammar for two seconds. They were
# read before parsing had a time limit (indexer/grammars/time_limit.py).
SLOW = {"ruby": 1, "rust": 1}


TRUSTED = sorted({each.grammar for each in languages() if each.grammar is not None and is_fuzzed(each.grammar)})


@pytest.mark.parametrize("grammar", TRUSTED)
def test_trust_is_earned(grammar: str) -> None:
    mine = {name for name, language in subjects().items() if grammar_of(language) == grammar}
    counts = [
        count for run in runs() if run.packages == installed() for name, count in run.subjects.items() if name in mine
    ]
    assert sum(count.inputs for count in counts) >= LEAST, "python -m tests.fuzz --only GRAMMAR"
    assert not any(count.crash for count in counts)
    assert sum(count.hang for count in counts) <= SLOW.get(grammar, 0)
