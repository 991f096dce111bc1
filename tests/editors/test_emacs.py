"""Emacs in batch mode with editors/emacs/outcrop.el: through Eglot, and beside another server."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer.query.fields import FIELDS
from indexer.query.kinds import KINDS
from tests.editors.editor import (
    ROOT,
    crash,
    definitions_in,
    environment,
    installed,
    make_project,
    methods_of,
    servers_of,
    until,
)
from tests.patience import PATIENCE

PACKAGE = ROOT / "editors/emacs/outcrop.el"
# Reads a form a line, and answers each with a line: its value as JSON, or the error.
LOOP = """
(progn
  (setq make-backup-files nil auto-save-default nil create-lockfiles nil
        eglot-autoreconnect 0 eglot-sync-connect 30 eglot-events-buffer-config '(:size 0))
  (load "{package}" nil t)
  (let (line)
    (while (setq line (ignore-errors (read-from-minibuffer "")))
      (princ (concat "\\nanswer "
                     (decode-coding-string
                      (json-serialize
                       (condition-case problem (list :value (eval (car (read-from-string line)) t))
                         (error (list :error (error-message-string problem))))
                       :false-object nil :null-object :null)
                      'utf-8)
                     "\\n")))))
"""


class Emacs:
    """A running Emacs that is told what to do in Lisp."""

    def __init__(self, folder: Path) -> None:
        self.project = make_project(folder)
        variables = environment(folder / "home")
        loop = folder / "loop.el"
        loop.write_text(LOOP.format(package=PACKAGE), "utf-8")
        self.process = subprocess.Popen(
            [installed("emacs"), "-Q", "--batch", "-l", loop],
            cwd=self.project,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def lisp(self, form: str) -> Any:
        """The value of a form, which must be something that JSON has."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(" ".join(form.split("\n")) + "\n")
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            if line.startswith("answer "):
                answer = json.loads(line.removeprefix("answer "))
                assert "error" not in answer, answer["error"]
                return answer["value"]
        raise AssertionError("Emacs ended")

    def visit(self, file: str) -> None:
        self.lisp(f'(progn (find-file "{self.project / file}") nil)')

    def wait_for_index(self) -> None:
        form = "(plist-get (outcrop--request :outcrop/status outcrop--nothing) :state)"
        until("the index", lambda: self.lisp(form) == "ready")

    def search(self, query: str) -> dict[str, list[tuple[int, str]]]:
        """What the xref buffer of a search lists: for each file, lines and their texts."""
        form = '(save-window-excursion (outcrop-search {}) (with-current-buffer "*xref*" (buffer-string)))'
        listed: dict[str, list[tuple[int, str]]] = {}
        file = ""
        for line in self.lisp(form.format(json.dumps(query))).splitlines():
            number, colon, text = line.partition(":")
            if colon and number.strip().isdigit():
                listed[file].append((int(number), text))
            elif line:
                file = line
                listed[file] = []
        return listed

    def imenu(self) -> set[str]:
        """The names in the index of the buffer, those of inner levels included."""
        form = """
            (let (names)
              (named-let walk ((entries (funcall imenu-create-index-function)))
                (dolist (entry entries)
                  (push (substring-no-properties (car entry)) names)
                  (when (consp (cdr entry)) (walk (cdr entry)))))
              (vconcat names))"""
        return set(self.lisp(form))

    def end(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def managed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emacs]:
    """With Outcrop as the server that Eglot runs."""
    running = Emacs(tmp_path_factory.mktemp("eglot"))
    try:
        running.visit("lsp_server/session.py")
        running.lisp("(progn (outcrop-eglot-use) (call-interactively #'eglot) nil)")
        assert running.lisp("(if (outcrop--managed-p) t nil)")
        running.wait_for_index()
        yield running
    finally:
        running.end()


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emacs]:
    """With Outcrop in a process of its own, as where Eglot runs another server or none."""
    running = Emacs(tmp_path_factory.mktemp("beside"))
    try:
        running.visit("lsp_server/session.py")
        running.wait_for_index()
        yield running
    finally:
        running.end()


def test_imenu_has_what_python_sees(managed: Emacs) -> None:
    assert managed.imenu() >= definitions_in(managed.project / "lsp_server/session.py")


def test_workspace_symbols_take_structural_queries(managed: Emacs) -> None:
    form = "(vconcat (mapcar #'xref-item-summary (xref-backend-apropos 'eglot \"{}\")))"
    [line] = managed.lisp(form.format("gubi"))
    assert "getUserById" in line
    [line] = managed.lisp(form.format("kind:class lang:typescript"))
    assert "class Api" in line


@pytest.mark.parametrize("how", ["managed", "beside"])
def test_a_structural_search_fills_an_xref_buffer(how: str, request: pytest.FixtureRequest) -> None:
    emacs: Emacs = request.getfixturevalue(how)
    [(file, found)] = emacs.search("kind:function in:=Session").items()
    assert file == "lsp_server/session.py"
    expected = methods_of("Session", emacs.project / "lsp_server/session.py")
    assert [line for line, _ in found] == [line for _, line in expected]
    assert all("‹ Session" in text for _, text in found), "a line says what it lies in"


@pytest.mark.parametrize("how", ["managed", "beside"])
def test_a_hit_is_where_it_says(how: str, request: pytest.FixtureRequest) -> None:
    emacs: Emacs = request.getfixturevalue(how)
    emacs.lisp("(save-excursion (goto-char (point-min)) (insert \"face = '😀é'; smile = 1\\n\") nil)")
    try:
        form = """
            (save-window-excursion
              (save-current-buffer
                (goto-char (xref-location-marker (xref-item-location (car (outcrop--hits "sym:=smile")))))
                (thing-at-point 'symbol t)))"""
        assert emacs.lisp(form) == "smile", "unsaved text is searched, and columns are those of Emacs"
    finally:
        emacs.lisp("(progn (revert-buffer t t t) nil)")


def test_the_index_of_a_buffer_follows_an_edit(managed: Emacs) -> None:
    managed.lisp('(save-excursion (goto-char (point-min)) (insert "def just_typed():\\n    return 1\\n\\n") nil)')
    assert "just_typed" in managed.imenu()
    managed.lisp("(progn (revert-buffer t t t) nil)")
    assert "just_typed" not in managed.imenu()


@pytest.mark.parametrize("how", ["managed", "beside"])
def test_a_definition_is_folded_to_its_end(how: str, request: pytest.FixtureRequest) -> None:
    emacs: Emacs = request.getfixturevalue(how)
    [_, (_, line), (_, following), *_] = methods_of("Session", emacs.project / "lsp_server/session.py")
    form = f"""
        (progn
          (goto-char (point-min)) (forward-line {line - 1}) (outcrop-fold-toggle)
          (vconcat (cl-loop for at from {line} to {following}
                            collect (progn (goto-char (point-min)) (forward-line (1- at))
                                           (if (invisible-p (point)) t nil)))))"""
    hidden = [at for at, is_hidden in enumerate(emacs.lisp(form), line) if is_hidden]
    assert hidden == list(range(line + 1, following - 1)), "one blank line lies between the methods"
    emacs.lisp(f"(progn (goto-char (point-min)) (forward-line {line - 1}) (outcrop-fold-toggle) nil)")
    count = "(length (overlays-in (point-min) (point-max)))"
    assert emacs.lisp(f"(progn (outcrop-unfold-all) {count})") == 0
    assert emacs.lisp(f"(progn (outcrop-fold-all) {count})") > 10
    emacs.lisp("(progn (outcrop-unfold-all) nil)")


def test_a_wrong_query_is_explained(beside: Emacs) -> None:
    form = '(condition-case wrong (outcrop-search "knd:class") (user-error (error-message-string wrong)))'
    assert "unknown field `knd`, did you mean `kind`?" in beside.lisp(form)


def test_completion_knows_every_field_and_kind(beside: Emacs) -> None:
    form = """
        (with-temp-buffer
          (insert "{}")
          (pcase-let ((`(,start ,end ,table . ,_) (let ((outcrop--asked-from (get-file-buffer "{}")))
                                                    (outcrop-complete-query))))
            (vconcat (all-completions (buffer-substring start end) table))))"""

    def offered(typed: str) -> list[str]:
        return sorted(beside.lisp(form.format(typed, beside.project / "lsp_server/session.py")))

    assert offered("") == sorted(f"{field}:" for field in FIELDS)
    assert offered("TODO kind:") == sorted(KINDS)
    assert offered("-in:(kind:cl") == ["class"]
    assert offered("sym:=getUser") == ["getUserById"]


@pytest.mark.parametrize("how", ["managed", "beside"])
def test_a_crashed_server_comes_back(how: str, request: pytest.FixtureRequest) -> None:
    emacs: Emacs = request.getfixturevalue(how)
    crashed = crash(emacs.process.pid)

    def is_back() -> bool:
        emacs.lisp("(progn (accept-process-output nil 0.1) nil)")
        if how == "beside":
            emacs.lisp("(progn (outcrop--server) nil)")
        return bool([one for one in servers_of(emacs.process.pid) if one != crashed])

    until("a new server", is_back)
    if how == "managed":
        until("Eglot", lambda: emacs.lisp("(progn (accept-process-output nil 0.1) (if (outcrop--managed-p) t nil))"))
        assert emacs.imenu() >= definitions_in(emacs.project / "lsp_server/session.py")
    emacs.wait_for_index()
    assert list(emacs.search("sym:=getUserById")) == ["web/api.ts"]


def test_it_leaves_languages_with_a_server_alone(beside: Emacs) -> None:
    form = """
        (let ((eglot-server-programs '((c-mode . ("{}")) (sh-mode . ("no-such-server"))
                                       ((perl-mode (ruby-mode :language-id "ruby")) . ("perl" "-MNone")))))
          (vconcat (mapcar (lambda (mode) (with-temp-buffer (funcall mode) (if (outcrop--other-server-p) t nil)))
                           '(c-mode sh-mode perl-mode conf-mode))))"""
    assert beside.lisp(form.format(PACKAGE.parent / "none")) == [False] * 4
    assert beside.lisp(form.format("outcrop-lsp")) == [True, False, False, False]


def test_the_package_compiles_and_its_documentation_is_in_order(tmp_path: Path) -> None:
    copy = Path(shutil.copy(PACKAGE, tmp_path))
    batch = [str(installed("emacs")), "-Q", "--batch"]
    variables = environment(tmp_path / "home")
    compiled = subprocess.run(
        [*batch, "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", copy],
        env=variables,
        capture_output=True,
        text=True,
    )
    assert (compiled.returncode, compiled.stderr) == (0, "")
    checked = subprocess.run(
        [*batch, "--eval", f'(progn (require \'checkdoc) (checkdoc-file "{copy}"))'],
        env=variables,
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.fixture
def replacing(tmp_path: Path) -> Iterator[Emacs]:
    """Three calls: two in a buffer whose text is not saved, one in a file that is not open."""
    running = Emacs(tmp_path)
    try:
        (running.project / "web/later.py").write_text("fetch(5, 6)\n")
        running.visit("app/users.py")
        running.lisp('(progn (erase-buffer) (insert "def one():\\n    fetch(1, 2)\\n    fetch(3, 4)\\n") nil)')
        running.lisp("(setq buffer-undo-list nil)")
        running.wait_for_index()
        yield running
    finally:
        running.end()


def replaced(emacs: Emacs, answers: str, template: str = "get($B, $A)") -> Any:
    """What is said after a replacement whose questions are answered so, a letter each."""
    form = """
        (let ((answers (append "{answers}" nil)))
          (cl-letf (((symbol-function 'read-multiple-choice) (lambda (_ choices &rest _) (assq (pop answers) choices))))
            (condition-case wrong
                (outcrop-replace "pattern:\\"fetch($A, $B)\\" lang:python" {template})
              (user-error (error-message-string wrong)))))"""
    return emacs.lisp(form.format(answers=answers, template=json.dumps(template)))


def text_in(emacs: Emacs, file: str) -> str:
    form = f'(with-current-buffer (find-file-noselect "{emacs.project / file}") (buffer-string))'
    return str(emacs.lisp(form))


def test_a_replacement_goes_hit_by_hit_and_is_undone_at_once(replacing: Emacs) -> None:
    assert "replaced 2 of 3 hits in 2 buffers" in replaced(replacing, "yny")
    assert text_in(replacing, "app/users.py") == "def one():\n    get(2, 1)\n    fetch(3, 4)\n"
    assert text_in(replacing, "web/later.py") == "get(6, 5)\n"
    assert (replacing.project / "web/later.py").read_text() == "fetch(5, 6)\n", (
        "nothing is written before it is asked for"
    )
    undo = """
        (with-current-buffer (find-file-noselect "{}")
          (primitive-undo 1 (if (car buffer-undo-list) buffer-undo-list (cdr buffer-undo-list))) nil)"""
    replacing.lisp(undo.format(replacing.project / "app/users.py"))
    assert "    fetch(1, 2)" in text_in(replacing, "app/users.py")


@pytest.mark.parametrize(
    ("answers", "left"),
    [("!", []), ("f", ["fetch(5, 6)"]), (".", ["fetch(3, 4)", "fetch(5, 6)"]), ("nf", ["fetch(1, 2)", "fetch(5, 6)"])],
)
def test_answers_are_those_of_query_replace(replacing: Emacs, answers: str, left: list[str]) -> None:
    replaced(replacing, answers + "q")
    text = text_in(replacing, "app/users.py") + text_in(replacing, "web/later.py")
    assert [call for call in ("fetch(1, 2)", "fetch(3, 4)", "fetch(5, 6)") if call in text] == left


def test_a_wrong_template_is_explained(replacing: Emacs) -> None:
    assert "$C" in replaced(replacing, "", "get($C)")


def test_the_region_becomes_a_pattern(replacing: Emacs) -> None:
    form = """
        (progn (transient-mark-mode 1) (goto-char (point-min)) (search-forward "fetch(1, 2)")
               (push-mark (- (point) 11) t t) (outcrop--region-as-query))"""
    assert replacing.lisp(form) == 'pattern:"fetch(1, 2)"'


def test_code_that_changed_meanwhile_is_left_alone(replacing: Emacs) -> None:
    form = """
        (cl-letf (((symbol-function 'read-multiple-choice)
                   (lambda (_ choices &rest _)
                     (with-current-buffer (find-file-noselect "{}")
                       (goto-char (point-min)) (while (search-forward "fetch" nil t) (replace-match "grab")))
                     (assq ?! choices))))
          (outcrop-replace "pattern:\\"fetch($A, $B)\\" lang:python" "get($B, $A)"))"""
    said = replacing.lisp(form.format(replacing.project / "app/users.py"))
    assert "replaced 1 of 3 hits in 1 buffer" in said
    assert text_in(replacing, "app/users.py") == "def one():\n    grab(1, 2)\n    grab(3, 4)\n"
