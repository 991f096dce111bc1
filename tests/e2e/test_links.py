"""Document links over the wire: imports of the text as it is in the editor, and links of Markdown to headings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

RUN = 'x=é; . "$(dirname "$0")/lib/a.sh"\nsource ./gone.sh\n'
GUIDE = "# One\n\n## A `b` c!\n\n## Last\n"
README = """\
[first](docs/%67uide.md) and [inside](docs/guide.md#a-b-c) and [here](#it-self) and [web](https://example.org/x.md)
[no](../outside.md) `[code](docs/guide.md)` ![out](/../../x.md)

```
[fence](docs/guide.md)
```

## It, self

[ref]: docs/guide.md#L5
[folder]: docs
"""


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    root = tmp_path / "project"
    texts = {
        "run.sh": RUN,
        "lib/a.sh": "",
        "README.md": README,
        "docs/guide.md": GUIDE,
        "docs/index.md": "",
        "a.py": "",
    }
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    (tmp_path / "outside.md").write_text("# Not ours\n")
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri())
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    yield wire
    wire.kill()


def links(wire: Wire, root: Path, path: str, language: str, text: str) -> list[tuple[int, int, int, str]]:
    uri = (root / path).as_uri()
    document = {"uri": uri, "languageId": language, "version": 1, "text": text}
    wire.send("textDocument/didOpen", {"textDocument": document})
    found: list[dict[str, Any]] = wire.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    return [
        (
            each["range"]["start"]["line"],
            each["range"]["start"]["character"],
            each["range"]["end"]["character"],
            each["target"].removeprefix(root.as_uri() + "/"),
        )
        for each in found
    ]


def test_links_of_a_script(wire: Wire, tmp_path: Path) -> None:
    root = tmp_path / "project"
    assert links(wire, root, "run.sh", "shellscript", RUN) == [(0, 8, 32, "lib/a.sh")]
    # What is in the editor counts, not what is on disk.
    uri = (root / "run.sh").as_uri()
    wire.send(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": "source lib/a.sh\n"}]},
    )
    (found,) = wire.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    assert found["range"]["end"] == {"line": 0, "character": 15}


def test_links_of_a_page(wire: Wire, tmp_path: Path) -> None:
    root = tmp_path / "project"
    assert [(row, target) for row, _, _, target in links(wire, root, "README.md", "markdown", README)] == [
        (0, "docs/guide.md"),
        (0, "docs/guide.md#L3"),
        (0, "README.md#L8"),
        (9, "docs/guide.md#L5"),
        (10, "docs/index.md"),
    ]


def test_languages_with_a_server_of_their_own_are_left_to_it(wire: Wire, tmp_path: Path) -> None:
    assert links(wire, tmp_path / "project", "b.py", "python", "import a\n") == []
