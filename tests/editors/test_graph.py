"""Hierarchies, implementations and rename in real editors: what each of them has of these, with its own commands.

VS Code's are in `vscode/in_host`. Emacs 30 and Helix 25 have no call or type hierarchy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.editors.editor import SHAPES, servers_of, until
from tests.editors.test_emacs import Emacs
from tests.editors.test_helix import Helix, search
from tests.editors.test_neovim import START, Neovim
from tests.patience import PATIENCE

BASE, ROUND = SHAPES["shapes/base.py"], SHAPES["shapes/round.py"]
SURE = BASE.replace("area", "surface").replace("thing.surface", "thing.area")
CONFIRMED = BASE.replace("area", "surface")


def place(text: str, sought: str) -> tuple[int, int]:
    """The line of what is sought, from 1, and its column, from 0."""
    before = text[: text.index(sought)]
    return before.count("\n") + 1, len(before.rpartition("\n")[2])


@pytest.fixture(scope="module")
def nvim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    start = START + "vim.lsp.enable('outcrop')"
    running = Neovim("nvim", tmp_path_factory.mktemp("neovim"), start, "shapes/base.py")
    try:
        running.wait_for_server()
        running.wait_for_index()
        yield running
    finally:
        running.end()


def go(nvim: Neovim, file: str, sought: str) -> None:
    line, column = place(SHAPES[file], sought)
    nvim.lua(f"vim.cmd.edit('{file}') vim.api.nvim_win_set_cursor(0, {{ {line}, {column} }})")
    nvim.wait_for_server()


def listed(nvim: Neovim, command: str) -> list[tuple[str, int]]:
    return [(file, line) for file, line, _ in nvim.quickfix(command)]


def test_neovim_lists_who_calls_and_who_is_called(nvim: Neovim) -> None:
    go(nvim, "shapes/base.py", "measured(")
    assert listed(nvim, "vim.lsp.buf.incoming_calls()") == [("shapes/round.py", place(ROUND, "measured(c")[0])]
    go(nvim, "shapes/round.py", "report(")
    assert listed(nvim, "vim.lsp.buf.outgoing_calls()") == [("shapes/round.py", place(ROUND, "measured(c")[0])]


def test_neovim_lists_types_above_and_below(nvim: Neovim) -> None:
    go(nvim, "shapes/base.py", "Shape:")
    assert listed(nvim, "vim.lsp.buf.typehierarchy('subtypes')") == [("shapes/round.py", place(ROUND, "Circle(")[0])]
    go(nvim, "shapes/round.py", "Circle(")
    assert listed(nvim, "vim.lsp.buf.typehierarchy('supertypes')") == [("shapes/base.py", 1)]


def test_neovim_goes_to_the_implementation(nvim: Neovim) -> None:
    go(nvim, "shapes/base.py", "area(self)")
    nvim.lua("vim.lsp.buf.implementation()")
    where = "return { vim.fn.expand('%:.'), vim.fn.line('.') }"
    until("the place", lambda: nvim.lua(where) == ["shapes/round.py", place(ROUND, "area(self)")[0]])


@pytest.mark.parametrize(("answer", "base"), [(1, CONFIRMED), (2, SURE)])
def test_neovim_renames_and_asks_about_what_only_has_the_name(nvim: Neovim, answer: int, base: str) -> None:
    go(nvim, "shapes/base.py", "area(self)")
    asking = f"vim.fn.confirm = function(question) vim.g.asked = question return {answer} end"
    nvim.lua(f"confirm = vim.fn.confirm {asking} vim.lsp.buf.rename('surface')")
    try:
        until("the change", lambda: text_of(nvim, "shapes/round.py") == ROUND.replace("area", "surface"))
        until("the answer", lambda: text_of(nvim, "shapes/base.py") == base)
        question = nvim.lua("return vim.g.asked")
        assert f"is the same in shapes/base.py: line {place(BASE, 'thing.area')[0]};" in question
    finally:
        nvim.lua("vim.fn.confirm = confirm vim.cmd('bufdo edit!')")


def test_neovim_says_why_something_is_not_renamed(nvim: Neovim) -> None:
    go(nvim, "shapes/base.py", "measured(")
    nvim.lua("vim.cmd.messages('clear') vim.lsp.buf.rename('guess')")
    nvim.wait_for_message("already means something else")


def text_of(nvim: Neovim, file: str) -> str:
    code = f"local b = vim.fn.bufadd('{nvim.project / file}') vim.fn.bufload(b) "
    return "\n".join(nvim.lua(f"{code} return vim.api.nvim_buf_get_lines(b, 0, -1, false)")) + "\n"


@pytest.fixture(scope="module")
def emacs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emacs]:
    running = Emacs(tmp_path_factory.mktemp("eglot"))
    try:
        running.visit("shapes/base.py")
        running.lisp("(progn (outcrop-eglot-use) (call-interactively #'eglot) nil)")
        running.wait_for_index()
        yield running
    finally:
        running.end()


def in_emacs(emacs: Emacs, file: str, sought: str, form: str) -> Any:
    """The value of a form with point at a place."""
    emacs.visit(file)
    line, column = place(SHAPES[file], sought)
    return emacs.lisp(f"(progn (goto-char (point-min)) (forward-line {line - 1}) (forward-char {column}) {form})")


HERE = "(list :file (file-relative-name buffer-file-name (project-root (project-current))) :line (line-number-at-pos))"
LISTED = '(with-current-buffer "*xref*" (buffer-substring-no-properties (point-min) (point-max)))'


def test_emacs_goes_to_definition_and_implementation(emacs: Emacs) -> None:
    form = f"(progn (call-interactively #'xref-find-definitions) {HERE})"
    found = in_emacs(emacs, "shapes/round.py", "measured(c", form)
    assert found == {"file": "shapes/base.py", "line": place(BASE, "measured(")[0]}
    form = f"(save-window-excursion (call-interactively #'eglot-find-implementation) {LISTED})"
    found = in_emacs(emacs, "shapes/base.py", "area(self)", form)
    assert found.split("\n")[:2] == ["shapes/round.py", f"{place(ROUND, 'area(self)')[0]}:    def area(self):"]


def test_emacs_renames_and_names_what_is_left_alone(emacs: Emacs) -> None:
    hear = "(lambda (text &rest with) (push (apply #'format text with) heard))"
    emacs.lisp(f"(progn (defvar heard nil) (advice-add 'eglot--message :before {hear}) nil)")
    form = '(let ((eglot-confirm-server-edits nil)) (eglot-rename "surface") nil)'
    in_emacs(emacs, "shapes/base.py", "area(self)", form)
    assert buffer(emacs, "shapes/base.py") == SURE
    assert buffer(emacs, "shapes/round.py") == ROUND.replace("area", "surface")
    wanted = f"left alone what only has the name `area`: shapes/base.py, line {place(BASE, 'thing.area')[0]}"
    said = '(progn (accept-process-output nil 0.1) (string-join heard "\\n"))'
    until("the word about it", lambda: wanted in emacs.lisp(said))


def buffer(emacs: Emacs, file: str) -> str:
    return str(emacs.lisp(f'(with-current-buffer (find-file-noselect "{emacs.project / file}") (buffer-string))'))


@pytest.fixture(scope="module")
def helix(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Helix]:
    running = Helix(tmp_path_factory.mktemp("helix"), "shapes/base.py")
    try:
        until("the server", lambda: servers_of(running.process))
        yield running
    finally:
        running.end()


def test_helix_goes_to_definition_and_implementation_and_renames(helix: Helix) -> None:
    def until_at(file: str, sought: str) -> None:
        line, column = place(SHAPES[file], sought)
        status = rf"{file} .* {line}:{column + 1}\s"
        helix.until(status, lambda: re.search(status, helix.screen()), PATIENCE)

    def go(file: str, sought: str) -> None:
        line, column = place(SHAPES[file], sought)
        helix.command(f"open {file}:{line}:{column + 1}")
        until_at(file, sought)

    search(helix, "sym:=Circle", ["Circle"])  # before the index is there, nothing is known of other files
    helix.close()
    go("shapes/base.py", "area(self)")
    helix.press("g", "i")
    until_at("shapes/round.py", "area(self)")
    go("shapes/round.py", "measured(c")
    helix.press("g", "d")
    until_at("shapes/base.py", "measured(s")
    go("shapes/base.py", "area(self)")
    helix.press("Space")
    helix.press("r")
    helix.until("the question", lambda: "rename-to:area" in helix.screen())
    helix.type("_of_it")
    helix.press("Enter")
    wanted = f"left alone what only has the name `area`: shapes/base.py, line {place(BASE, 'thing.area')[0]}"
    helix.until("the word about it", lambda: wanted in helix.screen())
    screen = helix.screen()
    assert "def area_of_it(self)" in screen and "shape.area_of_it()" in screen and "thing.area()" in screen, screen
    helix.command("open shapes/round.py")
    helix.until("the other file", lambda: "def area_of_it(self)" in helix.screen())
