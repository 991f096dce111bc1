"""Rules in real editors: a finding appears while one types, goes when the code is mended, and its fix is applied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.editor import servers_of, until
from tests.editors.test_emacs import Emacs
from tests.editors.test_helix import Helix
from tests.editors.test_neovim import START, Neovim

RULE = """\
[no-backup]
query = 'pattern:"backup $A"'
message = "use a snapshot for $A"
fix = "snapshot $A"

[no-eval]
query = 'pattern:"eval($A)" lang:python'
message = "no eval of $A"
fix = "parse($A)"
"""


def with_rules(project: Path) -> None:
    (project / ".outcrop/rules").mkdir(parents=True, exist_ok=True)
    (project / ".outcrop/rules/own.toml").write_text(RULE, "utf-8")


@pytest.fixture(scope="module")
def nvim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    start = START + "require('outcrop').setup{}"
    running = Neovim("nvim", tmp_path_factory.mktemp("neovim"), start, "lsp_server/session.py")
    try:
        with_rules(running.project)
        running.wait_for_server()
        yield running
    finally:
        running.end()


def test_neovim_shows_a_finding_and_applies_its_fix(nvim: Neovim) -> None:
    found = "return vim.tbl_map(function(d) return d.message end, vim.diagnostic.get(0))"
    first = "return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]"
    nvim.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'x = eval(a)' })")
    until("the finding", lambda: nvim.lua(found) == ["no eval of a"])
    nvim.lua("vim.api.nvim_buf_set_text(0, 0, 4, 0, 8, { 'int' })")
    until("its end", lambda: nvim.lua(found) == [])
    nvim.lua("vim.api.nvim_buf_set_text(0, 0, 4, 0, 7, { 'eval' })")
    until("the finding", lambda: nvim.lua(found) == ["no eval of a"])
    nvim.lua("vim.api.nvim_win_set_cursor(0, { 1, 5 })")
    wanted = "filter = function(action) return vim.startswith(action.title, 'Fix: ') end"
    nvim.lua(f"vim.lsp.buf.code_action({{ apply = true, {wanted} }})")
    until("the fix", lambda: nvim.lua(first) == "x = parse(a)")
    until("its end", lambda: nvim.lua(found) == [])
    nvim.lua("vim.cmd('undo')")
    until("the finding", lambda: nvim.lua(found) == ["no eval of a"])


@pytest.fixture(scope="module")
def emacs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emacs]:
    running = Emacs(tmp_path_factory.mktemp("eglot"))
    try:
        with_rules(running.project)
        running.visit("lsp_server/session.py")
        running.lisp("(progn (outcrop-eglot-use) (call-interactively #'eglot) nil)")
        assert running.lisp("(if (outcrop--managed-p) t nil)")
        yield running
    finally:
        running.end()


def test_emacs_shows_a_finding_and_applies_its_fix(emacs: Emacs) -> None:
    listed = (
        "(progn (accept-process-output nil 0.05) (flymake-start) "
        "(vconcat (mapcar (lambda (each) (substring-no-properties (flymake-diagnostic-text each)))"
        " (flymake-diagnostics))))"
    )

    def shown() -> list[str]:
        texts: list[str] = emacs.lisp(listed)
        return [text for text in texts if "no eval" in text]

    def edit(form: str) -> None:
        emacs.lisp(f"(progn (goto-char (point-min)) {form} (eglot--signal-textDocument/didChange) nil)")

    edit('(insert "x = eval(a)\\n")')
    until("the finding", shown)
    edit('(search-forward "eval") (replace-match "int")')
    until("its end", lambda: not shown())
    edit('(search-forward "int") (replace-match "eval")')
    until("the finding", shown)
    actions = "(progn (goto-char (+ (point-min) 5)) (vconcat (mapcar (lambda (each) (plist-get each :title)) "
    actions += "(append (jsonrpc-request (eglot-current-server) :textDocument/codeAction "
    actions += "(list :textDocument (eglot--TextDocumentIdentifier) :range (list :start (eglot--pos-to-lsp-position) "
    actions += ":end (eglot--pos-to-lsp-position)) :context (list :diagnostics []))) nil))))"
    assert "Fix: no eval of a" in emacs.lisp(actions)
    chosen = '(lambda (_prompt among &rest _) (car (all-completions "Fix: no" among)))'
    asked = f"(let ((completing-read-function {chosen}) (eglot-confirm-server-edits nil) (last-nonmenu-event ?a)) "
    asked += "(call-interactively #'eglot-code-actions))"
    emacs.lisp(f"(progn (goto-char (+ (point-min) 5)) {asked} nil)")
    first = "(buffer-substring-no-properties (point-min) (save-excursion (goto-char (point-min)) (line-end-position)))"
    until("the fix", lambda: emacs.lisp(first) == "x = parse(a)")
    edit("")  # nobody is idle here, which is when changes are sent
    until("its end", lambda: not shown())


@pytest.fixture(scope="module")
def helix(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Helix]:
    running = Helix(tmp_path_factory.mktemp("helix"), "app/report.sh")
    try:
        with_rules(running.project)
        until("the server", lambda: servers_of(running.process))
        yield running
    finally:
        running.end()


def test_helix_shows_a_finding_and_applies_its_fix(helix: Helix) -> None:
    message = "use a snapshot for all"
    helix.press("g", "e")
    helix.press("o")
    helix.until("the mode", lambda: "INS" in helix.screen())
    helix.paste("backup all")
    helix.until("the text", lambda: "backup all" in helix.screen())
    helix.press("Escape")
    helix.until("the mode", lambda: "NOR" in helix.screen())
    helix.until("the finding", lambda: message in helix.screen())
    helix.press("Space")
    helix.press("a")
    helix.until("the actions", lambda: "Fix: use a snapshot" in helix.screen())
    helix.press("Enter")
    helix.until("the fix", lambda: "snapshot all" in helix.screen() and "backup all" not in helix.screen())
    helix.until("its end", lambda: message not in helix.screen())


def test_the_rules_are_valid(tmp_path: Path) -> None:
    from indexer.rules.rule_set import rules_for

    with_rules(tmp_path)
    found = rules_for(tmp_path, tmp_path / "none")
    assert [rule.name for rule in found.rules] == ["no-backup", "no-eval"] and not found.problems
