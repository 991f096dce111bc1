"""Reads hostile text with everything that reads text, for as long as you like.

`python -m tests.fuzz --inputs 2000000` or `--seconds 28800`, with `--only GRAMMAR` as often as you like. Each text is
a function of the seed and a number. A text that crashes, hangs for more than 2 s or raises is made as small as it can
be and saved in tests/cases/fuzz, where the tests find it. What was run is kept in record.toml, and the same command
goes on from there. OUTCROP_FUZZ_FILES names folders with more real files to make hostile ones of.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.cases import save
from tests.fuzz.driver import Driver, Failure
from tests.fuzz.inputs import make
from tests.fuzz.minimise import minimised
from tests.fuzz.record import Count, Run, code, installed, keep, runs
from tests.fuzz.subjects import is_ours, subjects, weight

BATCH = 1000
ALIKE = 2  # failures for the same reason that are saved
ENOUGH = 12  # crashes and hangs of a grammar that is not trusted: more of them tell nothing new


def main() -> int:
    parser = argparse.ArgumentParser(description="Read hostile text with everything that reads text.")
    parser.add_argument("--inputs", type=int, default=sys.maxsize, help="stop after so many")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--only", action="append", metavar="GRAMMAR", help="a grammar or a language; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = [
        name
        for name, language in subjects().items()
        if not options.only or name in options.only or language.grammar in options.only
    ]
    if not chosen:
        parser.error("no such grammar or language")
    wanted = (options.seed, code(), installed())
    run = next((each for each in runs() if each.key == wanted), Run(*wanted))
    return Session(run, chosen).go(options.inputs, options.seconds)


class Session:
    """One run, or the continuation of one."""

    def __init__(self, run: Run, chosen: list[str]) -> None:
        self._run = run
        self._chosen = chosen
        self._driver = Driver()
        self._seen: dict[tuple[str, str], int] = {}
        self._bad = 0  # failures that count

    def go(self, inputs: int, seconds: float) -> int:
        begun, before = time.monotonic(), self._run.seconds
        done = 0
        while done < inputs and time.monotonic() - begun < seconds:
            left = [name for name in self._chosen if self._goes_on(name)]
            if not left:
                break
            for name in left:
                if done >= inputs or time.monotonic() - begun >= seconds:
                    break
                size = min(BATCH * weight(subjects()[name]), inputs - done)
                self._batch(name, size)
                if done // 10_000 < (done + size) // 10_000:
                    self._tell(before + int(time.monotonic() - begun))
                done += size
            self._tell(before + int(time.monotonic() - begun))
        self._driver.stop()
        return 1 if self._bad else 0

    def _tell(self, seconds: int) -> None:
        self._run.seconds = seconds
        keep(self._run)
        print(f"{self._run.inputs:,} inputs, {self._bad} failures, {seconds} s", flush=True)

    def _goes_on(self, name: str) -> bool:
        count = self._run.subjects.get(name, Count())
        return is_ours(subjects()[name]) or count.crash + count.hang < ENOUGH

    def _batch(self, name: str, size: int) -> None:
        count = self._run.subjects.setdefault(name, Count())
        failures = self._driver.batch(name, self._run.seed, count.inputs, count.inputs + size)
        count.inputs += size
        for failure in failures:
            setattr(count, failure.kind, getattr(count, failure.kind) + 1)
            self._note(name, failure)

    def _note(self, name: str, failure: Failure) -> None:
        """Tells of a failure, and saves its text if it is of a new kind."""
        language = subjects()[name]
        theirs = failure.kind != "exception" and not is_ours(language)  # it costs the child process, not the server
        self._bad += not theirs
        key = (name, failure.signature)
        self._seen[key] = self._seen.get(key, 0) + 1
        if self._seen[key] > ALIKE:
            return
        print(f"{name} {failure.number}: {failure.kind}: {failure.said}", flush=True)
        if not theirs:
            text = minimised(self._driver, name, make(language, self._run.seed, failure.number), failure)
            save(name, text, failure.number)


if __name__ == "__main__":
    sys.exit(main())
