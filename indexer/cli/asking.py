"""Asking about each change: yes, no, all in this file, all, edit, quit. One key at a terminal, else one line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from indexer.cli.editor import EditorFailed, edited
from indexer.cli.hunks import shown_hunks
from indexer.cli.terminal import paint
from indexer.replace.change import Change
from indexer.replace.edits import Edit

_HELP = """\
y  replace this one
n  leave this one as it is
a  replace this one and all others in this file
A  replace this one and all others
e  write the new text yourself, in your editor
q  stop here; what was answered so far is done
?  show this"""


class Quit(Exception):
    """Nothing more is to be asked or done."""


@dataclass
class Asker:
    """Goes through changes and keeps those that a person wants."""

    shown: Callable[[Change], str]  # the path to show of a file
    asked: int = 0
    everything: bool = False
    chosen: int = 0
    _whole_file: bool = field(default=False, init=False)

    def chosen_of(self, change: Change) -> tuple[Change | None, bool]:
        """What of a change is wanted, if anything, and whether to go on with other files."""
        if self.everything:
            return change, True
        print(paint(self.shown(change), "bold", "magenta"))
        if change.problem is not None:
            print(paint(f"  {change.problem}", "yellow"))
            if not change.is_allowed:
                return None, True
        self._whole_file = False
        wanted: list[Edit] = []
        goes_on = True
        for at, edit in enumerate(change.edits):
            try:
                kept = edit if self._whole_file or self.everything else self._asked(change, at)
            except Quit:
                goes_on = False
                break
            if kept is not None:
                wanted.append(kept)
        self.chosen += len(wanted)
        if not wanted:
            return None, goes_on
        same = tuple(wanted) == change.edits
        return (change if same else change.with_edits(wanted)), goes_on

    def _asked(self, change: Change, at: int) -> Edit | None:
        edit = change.edits[at]
        number = f"{at + 1} of {len(change.edits)}"
        while True:
            for line in shown_hunks(change.text.data, [edit]):
                print(line)
            answer = _key(f"{paint(f'Replace {number}?', 'bold')} [y,n,a,A,e,q,?] ")
            if answer == "y":
                return edit
            if answer == "n":
                return None
            if answer == "a":
                self._whole_file = True
                return edit
            if answer == "A":
                self.everything = True
                return edit
            if answer == "e":
                edit = self._edited(edit, change)
            elif answer in ("q", ""):
                raise Quit
            else:
                print(_HELP)

    def _edited(self, edit: Edit, change: Change) -> Edit:
        """The edit with a text that was written in an editor; the old one if that failed."""
        try:
            return Edit(edit.span, edited(edit.new, PurePosixPath(change.path).suffix))
        except EditorFailed as reason:
            print(paint(f"the editor failed: {reason}", "yellow"))
            return edit


def _key(question: str) -> str:
    """One key, without Enter, at a terminal; else the first letter of a line. Nothing at the end of the input."""
    print(question, end="", flush=True)
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        print(line.strip()[:1])
        return line.strip()[:1] if line.strip() else ("?" if line else "")
    with _single_keys():
        key = sys.stdin.read(1)
    print(key if key.isprintable() else "")
    if key in ("\x03", "\x04", "\x1b"):  # Ctrl-C, Ctrl-D, Escape
        return "q"
    return "y" if key in ("\r", "\n") else key


@contextmanager
def _single_keys() -> Iterator[None]:
    try:
        import termios
        import tty
    except ImportError:  # not a Unix terminal: a line is read, and its first letter counts
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # a key that was pressed already counts
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
