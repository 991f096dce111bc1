"""A template: plain text with variables. `$A` and `$$$REST` are a pattern's, `$1` and `${name}` a regular expression's
or a tree query's, `$0` is all that was found, and `\\$` is a dollar.

A backslash is special only before a dollar: there, two are one. `$name`, `$Name` and a dollar with nothing behind it
that could be a variable are ordinary text.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from indexer.model import Problem, Span

LONGEST = 100_000  # characters
WHOLE = "0"  # the name of all that was found

_DOLLAR = re.compile(
    r"(?P<slashes>\\*)"
    r"(?P<written>\$\{(?P<braced>[A-Za-z_][\w.-]*|\d+)\}|\$(?P<number>\d+)"
    r"|(?P<sigil>\${1,3})(?P<name>[A-Z_][A-Z0-9_]*)(?!\w)|(?P<nameless>\$\$\$)(?![\w$])|\$)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Variable:
    """A place for what a name of the query stands for."""

    name: str
    span: Span  # where it is written, in characters


@dataclass(frozen=True, slots=True)
class Template:
    """Texts and variables in turn. Line ends are `\\n`, whatever was typed."""

    source: str
    parts: tuple[str | Variable, ...]

    @property
    def variables(self) -> list[Variable]:
        return [part for part in self.parts if isinstance(part, Variable)]


def parse_template(source: str) -> tuple[Template | None, list[Problem]]:
    """The template that a text means, or what is wrong with it. Every text has a meaning that is short enough."""
    if len(source) > LONGEST:
        return None, [Problem(f"the template is longer than {LONGEST:,} characters", Span(0, len(source)))]
    parts: list[str | Variable] = []
    problems: list[Problem] = []
    done = 0
    for found in _DOLLAR.finditer(source):
        slashes = len(found["slashes"])
        before = source[done : found.start()] + "\\" * (slashes // 2)
        done = found.end()
        start = found.start("written")
        name = found["braced"] or found["number"] or found["name"]
        if slashes % 2:
            done = start + 1  # what follows the dollar is text
            _add(parts, before + "$")
        elif name is not None:
            _add(parts, before)
            number = name.isdigit()
            parts.append(Variable(str(int(name)) if number else name, Span(start, done)))
        elif found["nameless"] is not None:
            _add(parts, before)
            message = "`$$$` has no name, so nothing can be put here; name it in the query, `$$$ARGS`, and here"
            problems.append(Problem(message, Span(start, done)))
        else:
            _add(parts, before + "$")
    _add(parts, source[done:])
    return (None, problems) if problems else (Template(source, tuple(parts)), [])


def _add(parts: list[str | Variable], text: str) -> None:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if parts and isinstance(parts[-1], str):
        parts[-1] += text
    elif text:
        parts.append(text)


def unbound(variable: Variable, bound: Collection[str], of: str) -> Problem:
    """That a variable stands for nothing, with what there is instead. `of` is the part of the query that was asked."""
    name = variable.name
    written = _written(name)
    if name.startswith("_"):
        said = f"`{written}` is never bound: a name that begins with `_` is for what nobody asks about"
    else:
        said = f"nothing in {of} is called `{written}`"
    named = sorted(each for each in bound if each != WHOLE)
    has = f"it has {', '.join(f'`{_written(each)}`' for each in named)}" if named else "it has only `$0`, all of it"
    return Problem(f"{said}; {has}; `\\{written}` is the text", variable.span)


def _written(name: str) -> str:
    plain = name.isdigit() or re.fullmatch("[A-Z_][A-Z0-9_]*", name) is not None
    return f"${name}" if plain else f"${{{name}}}"
