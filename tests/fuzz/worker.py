"""The process that is put at risk: makes texts by their numbers and asks about them, until its input ends.

The number at work stands in a file that both processes map, so that a text that ends this process is known. A text
that keeps the processor busy for longer than the limit ends it too.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import mmap
import os
import signal
import struct
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz import sources
from tests.fuzz.exercise import exercise
from tests.fuzz.inputs import make
from tests.fuzz.subjects import subjects

LIMIT = 2.0  # seconds of the processor for one text
FAULTS = "OUTCROP_FUZZ_FAULTS"
NUMBER = struct.Struct("<q")


def main() -> None:
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)
    with open(sys.argv[1], "r+b") as file:  # noqa: PTH123 - to be mapped
        at_work = mmap.mmap(file.fileno(), NUMBER.size)
    sources.load(Path(sys.argv[2]))
    for line in sys.stdin:
        order = json.loads(line)
        failures = _one(order) if "text" in order else _many(order, at_work)
        for failure in failures:  # each is told at once: a later text may end this process
            print(json.dumps(failure), flush=True)
        print("null", flush=True)
        gc.collect()


def _many(order: dict[str, int | str], at_work: mmap.mmap) -> Iterator[tuple[int, str]]:
    language = subjects()[str(order["subject"])]
    seed, first, last = int(order["seed"]), int(order["first"]), int(order["last"])
    for number in range(first, last):
        NUMBER.pack_into(at_work, 0, number)
        text = make(language, seed, number)
        said = _tried(language.name, text, number)
        if said is not None:
            yield number, said


def _fault(number: int) -> None:
    """Goes wrong in each of the ways there are, so that a test can see that it is noticed."""
    if number == 7:
        raise ValueError("as asked")
    if number == 11:
        os.kill(os.getpid(), signal.SIGSEGV)
    while number == 13:
        pass


def _one(order: dict[str, int | str]) -> Iterator[tuple[int, str]]:
    number = int(order["number"])
    said = _tried(str(order["subject"]), Path(str(order["text"])).read_bytes(), number)
    if said is not None:
        yield number, said


def _tried(subject: str, text: bytes, number: int) -> str | None:
    """What went wrong, or None."""
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        if FAULTS in os.environ:
            _fault(number)
        exercise(subjects()[subject], text, number)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames[-3:]]
        return f"{type(error).__name__}: {str(error)[:100]} at {' < '.join(reversed(places))}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


if __name__ == "__main__":
    main()
