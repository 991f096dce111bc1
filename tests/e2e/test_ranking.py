"""The order of workspace/symbol at the wire, on a part of Django: that of `outcrop symbols`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.corpus import module
from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

PARTS = ("core", "db", "dispatch", "forms", "http", "shortcuts.py", "template", "utils", "views")


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    base = tmp_path_factory.mktemp("ranking")
    root = base / "library"
    root.mkdir()
    for name in PARTS:
        if (path := module(name)).is_dir():
            shutil.copytree(path, root / name)
        else:
            shutil.copy(path, root)
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(base / "cache")})
    wire.initialize(root.as_uri())
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    yield wire
    wire.kill()


@pytest.mark.parametrize(
    ("typed", "file", "name"),
    [
        ("shortcuts.render", "shortcuts.py", "render"),
        ("QuerySet.filter", "db/models/query.py", "filter"),
        ("http response", "http/response.py", "HttpResponse"),
        ("signal", "dispatch/dispatcher.py", "Signal"),
        ("Template.render", "template/base.py", "render"),
        ("model_form", "forms/models.py", "ModelForm"),
        ("text slugify", "utils/text.py", "slugify"),
    ],
)
def test_what_is_wanted_comes_first(wire: Wire, typed: str, file: str, name: str) -> None:
    found = wire.request("workspace/symbol", {"query": typed})
    assert (found[0]["name"], found[0]["location"]["uri"].partition("/library/")[2]) == (name, file)
