"""A terminal as an SVG: what commands printed, colours and all, as one picture or as a short film.

The pictures stand alone. They name fonts and fetch none: every run of characters says how wide it is, so any font
with letters of one width will do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT, _SIZE = 8.4, 20, 14  # of a character, of a line, of the font
_LEFT, _TOP, _BOTTOM = 18, 48, 18
_TYPING, _PAUSE, _READING = 0.045, 0.5, 4.5  # seconds for a key, before the answer, to read it
_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
_SGR = re.compile(r"\x1b\[([\d;]*)m")
_NAMES = {"1": "bold", "2": "dim"} | {
    str(31 + at): name for at, name in enumerate(("red", "green", "yellow", "blue", "magenta", "cyan"))
}

THEMES: dict[str, dict[str, str]] = {
    "light": {
        "page": "#ffffff",
        "frame": "#d0d7de",
        "text": "#1f2328",
        "dim": "#6a737d",
        "red": "#c21f2c",
        "green": "#0f6a2f",
        "yellow": "#7d5200",
        "blue": "#0a5bc4",
        "magenta": "#7a3fc0",
        "cyan": "#0b6b75",
    },
    "dark": {
        "page": "#0d1117",
        "frame": "#30363d",
        "text": "#e6edf3",
        "dim": "#8b949e",
        "red": "#ff7b72",
        "green": "#56d364",
        "yellow": "#e3b341",
        "blue": "#79b8ff",
        "magenta": "#d2a8ff",
        "cyan": "#56d4dd",
    },
}


@dataclass(frozen=True)
class Scene:
    """A command as it is typed, and what it printed."""

    typed: str
    printed: str

    def lines(self) -> list[str]:
        return self.printed.rstrip("\n").expandtabs(4).split("\n")


def picture(scenes: list[Scene], theme: str, title: str) -> str:
    """All scenes, one below the other."""
    rows: list[str] = []
    at = 0
    for scene in scenes:
        rows.append(_prompt(scene, at))
        rows += [_row(line, at + 1 + row) for row, line in enumerate(scene.lines())]
        at += len(scene.lines()) + 2
    return _window("\n".join(rows), at - 1, _columns(scenes), theme, title, "")


def film(scenes: list[Scene], theme: str, title: str) -> str:
    """The scenes one after the other, each typed and then answered, for ever."""
    columns = _columns(scenes)
    starts, now = [], 0.0
    for scene in scenes:
        starts.append(now)
        now += _PAUSE + len(scene.typed) * _TYPING + _PAUSE + _READING
    parts, style, still = [], [], []
    for number, (scene, start) in enumerate(zip(scenes, starts, strict=True)):
        begin, typed = start + _PAUSE, start + _PAUSE + len(scene.typed) * _TYPING
        end = starts[number + 1] if number + 1 < len(scenes) else now
        way = len(scene.typed) * _WIDTH
        style += [
            f"@keyframes s{number} {{ {_steps([(0, 'opacity:0'), (start, 'opacity:1'), (end, 'opacity:0')], now)} }}",
            f"@keyframes o{number} {{ {_steps([(0, 'opacity:0'), (typed + _PAUSE, 'opacity:1')], now)} }}",
            f"@keyframes t{number} {{ 0%, {begin / now:.3%} {{ transform: translateX(0);"
            f" animation-timing-function: steps({len(scene.typed)}) }}"
            f" {typed / now:.3%}, 100% {{ transform: translateX({way:.1f}px) }} }}",
            f".s{number} {{ opacity: {int(number == 0)}; animation: s{number} {now:.2f}s step-end infinite }}",
            f".o{number} {{ animation: o{number} {now:.2f}s step-end infinite }}",
            f".t{number} {{ animation: t{number} {now:.2f}s linear infinite }}",
        ]
        still.append(f".t{number} {{ transform: translateX({way:.1f}px) }}")
        output = "\n".join(_row(line, 1 + row) for row, line in enumerate(scene.lines()))
        left, top = _LEFT + 2 * _WIDTH, _TOP - _SIZE - 1
        parts.append(
            f'<g class="s{number}">\n{_prompt(scene, 0)}\n<g class="t{number}">'
            f'<rect class="page" x="{left:.1f}" y="{top}" width="2000" height="{_HEIGHT}"/>'
            f'<rect class="cursor" x="{left:.1f}" y="{top}" width="{_WIDTH}" height="{_HEIGHT - 2}"/></g>\n'
            f'<g class="o{number}">\n{output}\n</g></g>'
        )
    style.append(f"@media (prefers-reduced-motion: reduce) {{ g {{ animation: none !important }} {' '.join(still)} }}")
    rows = max(len(scene.lines()) for scene in scenes) + 1
    return _window("\n".join(parts), rows, columns, theme, title, "\n".join(style))


def _steps(steps: list[tuple[float, str]], whole: float) -> str:
    return " ".join(f"{min(at / whole, 1):.3%} {{ {what} }}" for at, what in steps if at < whole)


def _columns(scenes: list[Scene]) -> int:
    plain = [_SGR.sub("", line) for scene in scenes for line in scene.lines()]
    return max(60, *(len(line) for line in plain), *(len(scene.typed) + 3 for scene in scenes))


def _prompt(scene: Scene, row: int) -> str:
    return _row(f"\x1b[32m$\x1b[0m \x1b[1m{scene.typed}\x1b[0m", row)


def _row(line: str, row: int) -> str:
    """One line as text, a run of letters of one style at a time, each as wide as it is in a terminal."""
    column, style, runs = 0, "", []
    for number, part in enumerate(_SGR.split(line)):
        if number % 2:
            style = " ".join(_NAMES[code] for code in part.split(";") if code in _NAMES)
            continue
        for run in re.finditer(r"\S+(?: \S+)*", part):
            text, at = run.group(), _LEFT + (column + run.start()) * _WIDTH
            kind = f' class="{style}"' if style else ""
            runs.append(
                f'<tspan x="{at:.1f}" textLength="{len(text) * _WIDTH:.1f}"'
                f' lengthAdjust="spacingAndGlyphs"{kind}>{escape(text)}</tspan>'
            )
        column += len(part)
    return f'<text y="{_TOP + row * _HEIGHT}">{"".join(runs)}</text>' if runs else ""


def _window(inside: str, rows: int, columns: int, theme: str, title: str, style: str) -> str:
    colours = THEMES[theme]
    wide, high = round(2 * _LEFT + columns * _WIDTH), _TOP + (rows - 1) * _HEIGHT + _BOTTOM
    painted = "\n".join(
        f".{name} {{ fill: {colours[name]} }}" for name in colours if name not in ("page", "frame", "text")
    )
    dots = "".join(f'<circle cx="{20 + 18 * at}" cy="17" r="5" class="dot"/>' for at in range(3))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">
<title>{escape(title)}</title>
<style>
text {{ font: {_SIZE}px {_FONT}; fill: {colours["text"]}; white-space: pre }}
.page {{ fill: {colours["page"]} }}
.cursor {{ fill: {colours["dim"]} }}
.dot {{ fill: {colours["frame"]} }}
.bold {{ font-weight: 700 }}
{painted}
{style}
</style>
<clipPath id="window"><rect x="1" y="1" width="{wide - 2}" height="{high - 2}" rx="9"/></clipPath>
<rect class="page" x="0.5" y="0.5" width="{wide - 1}" height="{high - 1}" rx="9" stroke="{colours["frame"]}"/>
{dots}
<g clip-path="url(#window)">
{inside}
</g>
</svg>
"""
