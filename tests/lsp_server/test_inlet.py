"""What a client sends arrives as it was sent, however it is cut up on its way."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterable
from functools import partial
from random import Random

from lsp_server.inlet import Inlet


def _read(sent: Iterable[bytes], asked: Iterable[int]) -> list[bytes]:
    """What is read from a pipe, with 0 for a line and a number for so many bytes."""
    out, into = os.pipe()

    def send() -> None:
        with os.fdopen(into, "wb", buffering=0) as pipe:
            for each in sent:
                pipe.write(each)

    async def read() -> list[bytes]:
        inlet = Inlet(partial(os.read, out))
        return [await (inlet._body(count) if count else inlet._line()) for count in asked]

    writer = threading.Thread(target=send)
    writer.start()
    try:
        return asyncio.run(read())
    finally:
        writer.join()
        os.close(out)


def test_lines_and_bodies_come_however_they_are_cut() -> None:
    random = Random(17)
    bodies = [bytes(random.choices(b"ab\n", k=random.randrange(1, 5_000))) for _ in range(200)]
    whole = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    cuts = sorted(random.sample(range(len(whole)), 300))
    sent = [whole[low:high] for low, high in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    found = _read(sent, [count for body in bodies for count in (0, 0, len(body))])
    assert b"".join(found) == whole
    assert found[2::3] == bodies


def test_many_short_messages_at_once_are_read_one_by_one() -> None:
    lines = [b"%d\n" % at for at in range(50_000)]
    assert _read([b"".join(lines)], [0] * len(lines)) == lines


def test_a_body_longer_than_all_that_may_wait() -> None:
    body = os.urandom(3_000_000)
    assert _read([b"head\n", body], [0, len(body)]) == [b"head\n", body]


def test_at_the_end_there_is_what_is_left_and_then_nothing() -> None:
    assert _read([b"Content-Length: 100\r\n\r\n{"], [0, 0, 100, 0]) == [b"Content-Length: 100\r\n", b"\r\n", b"{", b""]


def test_a_line_without_an_end_is_not_looked_through_again_and_again() -> None:
    line = b"x" * 2_000_000
    assert _read([line], [0, 0]) == [line, b""]


def test_messages_are_told_by_their_length_alone() -> None:
    sent = (
        b"junk\r\nContent-Type: x\r\nContent-Length: 2\r\n\r\n{}content-length:3\r\n\r\n[1]"
        b"Content-Length: 2\r\n\r\n[2 and more]Content-Length: 3\r\n\r\n[3]Content-Length: 9\r\n\r\n{"
    )

    out, into = os.pipe()
    os.write(into, sent)
    os.close(into)

    async def read() -> list[bytes | None]:
        inlet = Inlet(partial(os.read, out))
        return [await inlet.message() for _ in range(6)]

    try:
        assert asyncio.run(read()) == [b"{}", b"[1]", b"[2", b"[3]", None, None], "half a message is none"
    finally:
        os.close(out)
