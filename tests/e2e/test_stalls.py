"""The probe of the event loop."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
import time

import pytest

from lsp_server.stalls import Stalls


def test_a_handler_that_takes_long_is_told_apart_from_one_that_waits() -> None:
    async def held(by_work: bool) -> Stalls:
        stalls = Stalls()
        stalls.start()
        await asyncio.sleep(0.02)
        if by_work:
            begun = time.thread_time()
            while time.thread_time() - begun < 0.03:
                pass
        else:
            time.sleep(0.03)  # as if another thread had the lock
        await asyncio.sleep(0.02)
        return stalls

    for by_work in (True, False):
        told = asyncio.run(held(by_work)).told()
        late, used, worked = re.findall(r"(?:longest for|threads used|handlers) ([0-9.]+)", told)
        assert float(late) >= 20
        assert (float(used) >= 20) == (float(worked) >= 20) == by_work


def test_the_longest_handlers_are_named() -> None:
    async def busy() -> None:
        begun = time.thread_time()
        while time.thread_time() - begun < 0.03:
            pass

    async def watched() -> Stalls:
        stalls = Stalls()
        stalls.start()
        await asyncio.create_task(busy())
        return stalls

    assert re.search(r"; [^;]*busy [0-9.]+ ms,", asyncio.run(watched()).told())


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells what a thread has had of the processor")
def test_a_thread_that_has_the_lock_is_named_with_what_it_is_at() -> None:
    def hold() -> None:
        re.match(rb"(a|a)*b", b"a" * 18)  # takes long, in one call
        seen.wait()

    seen = threading.Event()

    async def watched() -> Stalls:
        stalls = Stalls(packages=(__name__,))
        stalls.start()
        await asyncio.sleep(0.02)
        holder = threading.Thread(target=hold, name="holder_1")
        holder.start()
        await asyncio.sleep(0.02)
        seen.set()
        return stalls

    causes = asyncio.run(watched()).causes()
    assert re.search(r"0\.0[1-9]\d s  holder$", causes, re.MULTILINE), causes
    assert re.search(rf"0\.0[1-9]\d s  holder {__name__}\.\S+\.hold:\d+$", causes, re.MULTILINE), causes


def test_nothing_is_said_of_a_loop_that_nobody_watched() -> None:
    assert Stalls().told() == "the loop was not watched"
