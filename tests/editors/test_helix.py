"""Helix, in a terminal, with the configuration of editors/helix: what is on its screen.

Helix has no folding, so there is nothing of that here.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.editor import ROOT, crash, environment, installed, make_project, methods_of, servers_of, until
from tests.editors.terminal import Terminal

LANGUAGES = ROOT / "editors/helix/languages.toml"
# The tests open shell scripts and Python files, for which no other server is installed.
ALONE = r'\1language-servers = ["outcrop"]\n'


class Helix(Terminal):
    """A running Helix: keys go in, the screen comes out."""

    def __init__(self, folder: Path, file: str, languages: str | None = None) -> None:
        self.project = make_project(folder)
        program = installed("hx")
        variables = environment(folder / "home")
        configuration = Path(variables["XDG_CONFIG_HOME"], "helix")
        configuration.mkdir(parents=True)
        if languages is None:
            languages = re.sub(r'(name = "(?:bash|python)"\n).*\n', ALONE, LANGUAGES.read_text("utf-8"))
        (configuration / "languages.toml").write_text(languages, "utf-8")
        super().__init__(folder, self.project, variables, [str(program), file])
        until("Helix", lambda: "NOR" in self.screen())

    def paste(self, text: str) -> None:
        """One change. Helix 25.01 sends each in a task of its own, and fast keys overtake each other."""
        self._ask("set-buffer", text)
        self._ask("paste-buffer", "-p")

    def picker(self) -> list[list[str]]:
        """The rows of the list that is open, each as its columns."""
        rows = [line.split("│")[1] for line in self.screen().splitlines() if line.count("│") >= 4]
        return [row.lstrip(" >").split() for row in rows[2:] if row.strip()]  # below the input and its rule

    def has_picker(self) -> bool:
        """Whether a list is open: other boxes, such as the menu after Space, count nothing in their corner."""
        return re.search(r"\d+/\d+ +│", self.screen()) is not None

    def names(self) -> list[str]:
        """The names in the list that is open, without its heading."""
        return [row[1] for row in self.picker() if len(row) > 1 and row[0] != "kind"]

    def close(self) -> None:
        self.press("Escape")
        self.until("the list to close", lambda: not self.has_picker())

    def command(self, text: str) -> None:
        self.type(f":{text}")
        self.press("Enter")


@pytest.fixture(scope="module")
def helix(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Helix]:
    running = Helix(tmp_path_factory.mktemp("helix"), "app/report.sh")
    try:
        until("the server", lambda: servers_of(running.process))
        yield running
    finally:
        running.end()


def search(helix: Helix, query: str, expected: list[str]) -> None:
    """Types a query into the picker of workspace symbols, anew until the server is there and the index has it all."""

    def asked() -> bool:
        helix.press("Space")
        helix.press("S")
        try:
            helix.until("the picker", helix.has_picker, 2)
            helix.type(query)
            helix.until("the hits", lambda: sorted(helix.names()) == sorted(expected), 4)
        except AssertionError:
            helix.close()
            return False
        return True

    helix.until(f"{expected}, which are the hits of {query}", asked)


def test_a_structural_search_in_the_symbol_picker(helix: Helix) -> None:
    methods = methods_of("Session", helix.project / "lsp_server/session.py")
    search(helix, "kind:function in:=Session", [name for name, _ in methods])
    helix.close()


def test_enter_goes_to_the_hit(helix: Helix) -> None:
    search(helix, "gubi", ["getUserById"])
    helix.press("Enter")
    helix.until("the file", lambda: re.search(r"web/api\.ts .* 5:5\s", helix.screen()))
    helix.command("buffer-close")
    helix.until("the first file", lambda: "app/report.sh" in helix.screen())


def test_the_outline_follows_an_edit(helix: Helix) -> None:
    helix.press("Space")
    helix.press("s")
    helix.until("the outline", lambda: helix.names() == ["report"])
    helix.close()
    helix.press("g", "e")
    helix.press("o")
    helix.until("the mode", lambda: "INS" in helix.screen())
    helix.paste("just_typed() { echo 1; }")
    helix.until("the text", lambda: "{ echo 1; }" in helix.screen())
    helix.press("Escape")
    helix.until("the mode", lambda: "NOR" in helix.screen())  # a key right after Escape would be one with Alt
    helix.press("Space")
    helix.press("s")
    helix.until("the new function", lambda: helix.names() == ["report", "just_typed"])
    helix.close()
    search(helix, "sym:=just_typed", ["just_typed"])
    helix.close()


def test_a_crashed_server_is_started_by_the_command_for_it(helix: Helix) -> None:
    crashed = crash(helix.process)
    helix.until("its end", lambda: crashed not in servers_of(helix.process))
    helix.until("Helix to notice", lambda: "Language server exited" in helix.screen())
    helix.command("lsp-restart")
    helix.until("a new server", lambda: servers_of(helix.process))
    search(helix, "sym:=just_typed", ["just_typed"])
    helix.close()


def test_as_documented_beside_servers_that_are_not_installed(tmp_path: Path) -> None:
    """Where one is missing, `:lsp-restart` of Helix 25.01 starts none at all; the page says what to do instead."""
    page = (ROOT / "docs/editors.md").read_text("utf-8").partition("## Helix")[2]
    [block] = re.findall(r"^```toml\n(.*?)^```", page.partition("\n## ")[0], re.MULTILINE | re.DOTALL)
    assert '"pylsp"' in block and ":set-language python" in page
    running = Helix(tmp_path, "app/users.py", block)
    try:
        until("the server", lambda: servers_of(running.process))
        search(running, "sym:=UserService", ["UserService"])
        running.close()
        crash(running.process)
        running.until("Helix to notice", lambda: "Language server exited" in running.screen())
        running.command("set-language python")
        running.until("a new server", lambda: servers_of(running.process))
        search(running, "sym:=UserService", ["UserService"])
    finally:
        running.end()


def test_helix_accepts_every_language_of_the_configuration(tmp_path: Path) -> None:
    variables = environment(tmp_path / "home")
    configuration = Path(variables["XDG_CONFIG_HOME"], "helix")
    configuration.mkdir(parents=True)
    (configuration / "languages.toml").write_bytes(LANGUAGES.read_bytes())
    written = [one["name"] for one in tomllib.loads(LANGUAGES.read_text("utf-8"))["language"]]
    assert len(written) > 50
    program = str(installed("hx"))
    for name in written:
        asked = subprocess.run([program, "--health", name], env=variables, capture_output=True, text=True, check=True)
        assert "outcrop-lsp" in asked.stdout, name
        assert "'outcrop-lsp' not found" not in asked.stdout
