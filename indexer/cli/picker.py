"""A picker at the terminal: a list that letters narrow, and below it a preview of what is chosen.

It draws with curses, which knows terminals of all kinds, over ssh too. Keys: letters narrow the list, Backspace widens
it, arrows, Page Up and Page Down, Home and End move, Enter takes, Escape and Ctrl-C leave.
"""

from __future__ import annotations

import curses
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from indexer.cli.outcome import Failure

_UP = (curses.KEY_UP, "\x10", "\x0b")  # Ctrl-P and Ctrl-K, too
_DOWN = (curses.KEY_DOWN, "\x0e", "\x0a")
_ENTER = ("\r", curses.KEY_ENTER)
_LEAVE = ("\x1b", "\x03", "\x07", "\x04")
_TALLEST = 100  # rows of a preview that are asked for


@dataclass(frozen=True)
class Choice:
    """One line of the list."""

    label: str
    preview: Callable[[int], Sequence[tuple[str, bool]]]  # rows, so many; each with whether it is the one to see


def pick(choices: Sequence[Choice]) -> int | None:
    """The place of what was chosen; None if the picker was left."""
    os.environ.setdefault("ESCDELAY", "25")  # Escape alone is not waited for
    for name in ("COLUMNS", "LINES"):  # the terminal itself knows its size, also after it changed
        os.environ.pop(name, None)
    try:
        found: int | None = curses.wrapper(lambda screen: _Picker(screen, choices).run())
    except curses.error as error:
        raise Failure(f"this terminal cannot show a list: {error}") from None
    except KeyboardInterrupt:
        return None
    return found


class _Picker:
    def __init__(self, screen: curses.window, choices: Sequence[Choice]) -> None:
        self._screen = screen
        self._choices = choices
        self._labels = [choice.label.lower() for choice in choices]
        self._typed = ""
        self._shown = list(range(len(choices)))
        self._at = 0
        self._top = 0
        curses.raw()  # Ctrl-C is a key like others here
        curses.nonl()  # Enter and Ctrl-J are two keys
        curses.use_default_colors()

    def run(self) -> int | None:
        while True:
            self._draw()
            try:
                key = self._screen.get_wch()
            except curses.error:  # a signal came in between: the terminal has another size, perhaps
                continue
            if key in _LEAVE:
                return None
            if key in _ENTER:
                return self._shown[self._at] if self._shown else None
            self._press(key)

    def _press(self, key: int | str) -> None:
        page = max(self._list_height() - 1, 1)
        moves: dict[int | str, int] = {curses.KEY_PPAGE: -page, curses.KEY_NPAGE: page}
        moves |= {curses.KEY_HOME: -len(self._shown), curses.KEY_END: len(self._shown)}
        for keys, far in ((_UP, -1), (_DOWN, 1)):
            moves |= {key: far for key in keys}  # noqa: C420 - of keys of two types
        if key in moves:
            self._at = max(0, min(self._at + moves[key], len(self._shown) - 1))
        elif key in (curses.KEY_BACKSPACE, "\x7f", "\b"):
            self._narrow(self._typed[:-1])
        elif key == "\x15":  # Ctrl-U
            self._narrow("")
        elif isinstance(key, str) and key.isprintable():
            self._narrow(self._typed + key)

    def _narrow(self, typed: str) -> None:
        self._typed = typed
        words = typed.lower().split()
        self._shown = [at for at, label in enumerate(self._labels) if all(word in label for word in words)]
        self._at = self._top = 0

    def _list_height(self) -> int:
        rows, _ = self._screen.getmaxyx()
        return max((rows - 2) // 2, 1)

    def _draw(self) -> None:
        screen = self._screen
        screen.erase()
        rows, columns = screen.getmaxyx()
        height = self._list_height()
        self._top = min(max(self._top, self._at - height + 1), self._at)
        self._write(0, f"> {self._typed}", columns, curses.A_BOLD)
        count = f"{len(self._shown)}/{len(self._choices)} "
        self._write(0, count.rjust(columns - 1)[-columns + 1 :], columns, curses.A_DIM, over=len(self._typed) + 3)
        for row in range(height):
            place = self._top + row
            if place < len(self._shown):
                look = curses.A_REVERSE if place == self._at else curses.A_NORMAL
                self._write(1 + row, self._choices[self._shown[place]].label, columns, look)
        if rows > height + 2:
            self._write(1 + height, "─" * (columns - 1), columns, curses.A_DIM)
        if self._shown:
            room = min(rows - height - 2, _TALLEST)
            preview = self._choices[self._shown[self._at]].preview(room) if room > 0 else ()
            for row, (text, is_it) in enumerate(preview[:room]):
                self._write(2 + height + row, text, columns, curses.A_BOLD if is_it else curses.A_DIM)
        if rows and columns > len(self._typed) + 2:
            screen.move(0, len(self._typed) + 2)
        screen.refresh()

    def _write(self, row: int, text: str, columns: int, look: int, over: int = 0) -> None:
        """Writes a row as far as there is room. A terminal refuses its last corner, which is not worth a word."""
        if row >= self._screen.getmaxyx()[0]:
            return
        clean = "".join(sign if sign.isprintable() else " " for sign in text.expandtabs(4))[: columns - 1]
        if over:
            bare = clean.lstrip()
            start = len(clean) - len(bare)
            if start < over:
                return
            row_start, clean = start, bare
        else:
            row_start = 0
        try:
            self._screen.addnstr(row, row_start, clean, max(columns - 1 - row_start, 0), look)
        except curses.error:
            return
