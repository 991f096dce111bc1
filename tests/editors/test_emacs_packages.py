"""outcrop.el and other packages: what package-lint says of it, and searching as one types with consult."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import count
from pathlib import Path

from tests.editors.editor import ROOT, SHAPES, elisp, environment, installed, make_project, servers_of, until
from tests.editors.terminal import Terminal
from tests.editors.test_emacs import PACKAGE
from tests.judges import needed
from tests.patience import PATIENCE

# Debian's Emacs compiles such calls with a compiler that need not be there.
PLAIN = "(setq native-comp-enable-subr-trampolines nil native-comp-jit-compilation nil)"


def test_package_lint_finds_nothing_but_that_there_is_no_home_page_yet(tmp_path: Path) -> None:
    folders = [word for folder in elisp("package-lint") for word in ("-L", folder)]
    command = [str(installed("emacs")), "-Q", "--batch", "--eval", PLAIN, *folders, "-l", "package-lint"]
    command += ["-f", "package-lint-batch-and-exit", str(PACKAGE)]
    said = subprocess.run(command, env=environment(tmp_path / "home"), capture_output=True, text=True).stderr
    found = [line.partition(": ")[2] for line in said.splitlines() if line.startswith("outcrop.el:")]
    assert found == ["error: Package should have a Homepage or URL header."], said


def test_the_recipe_for_use_package_as_pasted(tmp_path: Path) -> None:
    """From a clone with a commit of it. Every command is there before the package is loaded."""
    git = [needed("git"), "-C", str(tmp_path / "clone"), "-c", "user.name=A", "-c", "user.email=a@b"]
    (tmp_path / "clone/editors/emacs").mkdir(parents=True)
    shutil.copy(PACKAGE, tmp_path / "clone/editors/emacs")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"]):
        subprocess.run([*git, *words], check=True)
    page = (ROOT / "docs/editors.md").read_text("utf-8").partition("(use-package outcrop")
    recipe = "".join(page[1:]).partition("```")[0].replace("/path/to/outcrop", str(tmp_path / "clone"))
    commands = sorted(
        set(re.findall(r"^\(defun (outcrop-[a-z]\S+) .*\n(?:.*\n){1,9}?  \(interactive", PACKAGE.read_text(), re.M))
    )
    assert "outcrop-fold-all" in commands
    start = tmp_path / "start.el"
    asked = f"(key-binding (kbd \"C-c o\")) (seq-remove #'commandp '({' '.join(commands)}))"
    start.write_text(
        f"{PLAIN}(package-initialize)(require 'use-package){recipe}(princ (list (featurep 'outcrop) {asked}))"
    )
    command = [str(installed("emacs")), "-Q", "--batch", "-l", str(start)]
    done = subprocess.run(command, env=environment(tmp_path / "home"), capture_output=True, text=True)
    assert done.stdout.endswith("(nil outcrop-search nil)"), done.stdout + done.stderr


def test_hits_come_while_one_types_with_a_preview(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    folders = "".join(f'(add-to-list \'load-path "{folder}")\n' for folder in elisp("consult"))
    start = tmp_path / "start.el"
    start.write_text(
        f'{PLAIN}{folders}(load "{PACKAGE}")\n(fido-vertical-mode 1)\n(keymap-global-set "C-c o" #\'outcrop-consult)\n'
    )
    command = [str(installed("emacs")), "-Q", "-nw", "-l", str(start), "shapes/base.py"]
    emacs = Terminal(tmp_path, project, environment(tmp_path / "home"), command)
    try:
        emacs.until("Emacs", lambda: "def measured" in emacs.screen())
        emacs.press("C-c", "o")
        emacs.until("the question", lambda: "Outcrop:" in emacs.screen())
        emacs.type("knd:method")
        emacs.until("the mistake", lambda: "did you mean `kind`?" in emacs.screen(), 60)
        until("the server", lambda: servers_of(emacs.process))
        emacs.until("the hits", lambda: has_asked(emacs), PATIENCE)
        emacs.until("the preview", lambda: has_previewed(emacs), PATIENCE)
        emacs.press("Enter")
        line = SHAPES["shapes/round.py"].split("\n").index("    def area(self):") + 1
        emacs.until("the file", lambda: f"L{line} " in emacs.screen() and "Preview" not in emacs.screen())
        assert "round.py" in emacs.screen()
    finally:
        emacs.end()


_NUMBERS = count()


def has_asked(emacs: Terminal) -> bool:
    """Asks anew until the index is there. Nobody asks again for a query that stays the same, so another one, which was
    not asked before, comes between and has its answer: what is typed over at once is not asked."""
    emacs.press("C-a", "C-k")
    emacs.type(f"knd:method{next(_NUMBERS)}")
    emacs.until("the mistake", lambda: "did you mean `kind`?" in emacs.screen(), 60)
    emacs.press("C-a", "C-k")
    emacs.type("sym:area kind:method")
    try:
        emacs.until("the hits", lambda: "shapes/round.py:5: def area(self):" in emacs.screen(), 5)
    except AssertionError:
        return False
    return True


def has_previewed(emacs: Terminal) -> bool:
    """Goes to the next hit, round and round, until the one in the other file is shown."""
    emacs.press("Down")
    try:
        emacs.until("the preview", lambda: "return measured(circle)" in emacs.screen(), 5)
    except AssertionError:
        return False
    return True
