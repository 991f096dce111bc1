"""Garbage is looked for while nobody waits, and not while somebody types."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from indexer.engine import Document, Encoding, language_named
from lsp_server import garbage
from lsp_server.encoded import folding_ranges, nested_symbols
from lsp_server.garbage import Garbage


class Loop:
    """An object that holds itself, as nobody but a look for garbage can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def made() -> weakref.ref[Loop]:
    return weakref.ref(Loop())


def test_garbage_is_found_in_a_rest_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "REST", 0.2)

    async def session() -> None:
        known = Garbage()
        known.begin()
        left = made()
        for _ in range(10):  # somebody types
            known.touched()
            await asyncio.sleep(0.05)
            assert left() is not None and not gc.isenabled()
        while left() is not None:
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(session(), 60))


def test_a_long_rest_finds_what_became_garbage_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "REST", 0.05)
    monkeypatch.setattr(garbage, "LONG_REST", 0.2)

    async def session() -> None:
        known = Garbage()
        known.begin()
        kept: Loop | None = Loop()
        left = weakref.ref(kept)
        known.touched()
        await asyncio.sleep(0.1)  # it has been looked at and is needed
        kept = None
        while left() is not None:
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(session(), 60))


def test_much_is_left_for_a_long_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "REST", 0.05)
    monkeypatch.setattr(garbage, "LONG_REST", 0.4)

    async def session() -> None:
        known = Garbage()
        known.begin()
        left, _much = made(), [[] for _ in range(garbage.LITTLE + 1)]
        known.touched()
        await asyncio.sleep(0.2)
        assert left() is not None
        while left() is not None:
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(session(), 60))


def test_typing_leaves_no_garbage() -> None:
    members = "".join(f"    def method_{at}(self):\n        if {at}:\n            return {at}\n\n" for at in range(300))
    data = f"import os\nimport re\n\n\nclass Long:\n{members}\n\ndef after():\n    pass\n".encode()
    document = Document.of(language_named("python"), data)
    at = data.index(b"return 150")
    for version, letter in enumerate(b"(not yet", 2):  # broken from the first one on
        _asked(document)
        document = document.edited(at, at, bytes([letter]), version)
        at += 1
        if version == 3:
            gc.collect()
            gc.disable()
    _asked(document)
    assert gc.collect() == 0


def _asked(document: Document) -> None:
    nested_symbols(document.text, document.outline(), Encoding.UTF16)
    folding_ranges(document.fold_sections())


def test_it_never_gets_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "MOST", 1_000)

    async def session() -> None:
        known = Garbage()
        known.begin()
        left = [made() for _ in range(2_000)]
        known.touched()
        assert all(each() is None for each in left)

    asyncio.run(session())
