"""Every regular expression of ours, and texts made from it on which a careless one takes the square of their length.

A text is made of what the expression itself repeats: up to each repetition a sample of what comes before it, then a
sample of what is repeated many times, then something that does not match; or what begins a match many times, and
nothing that ends one. `python -m tests.fuzz.expressions` tells which expressions take more than their share.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import indexer
import lsp_server
import mcp_server
from indexer.languages.profile import Convention, Profile

PACKAGES = (indexer, lsp_server, mcp_server)
SIZES = (20, 80, 400, 1_000, 4_000, 16_000)  # bytes; four times as long should take four times as long
TOO_LONG = 0.02  # seconds that are worth a second look
LONGEST_UNIT = 100  # characters of what is repeated
LIMIT = 3.0  # an expression that tries all ways there are would never end
GROWTH = 7.0
# Those that are only matched at one place, although they are in a table or handed on.
ONLY_MATCHED = frozenset(
    (
        *("headings", "_INSIDE", "_VERBATIM", "_GUARD", "IN_ARRAY", "_IN_TEST", "_TRIPLE", "convention", "decorator"),
        *("goes_on", "ANY_SIGN_BEGINS", "_IN_QUOTES", "IN_DOUBLE", "_IN_ARITHMETIC", "_IN_EXPANSION", "_IN_GLOB"),
        "_IN_TEXT",
    )
)
# Those that see no text of a workspace, or little of it at a time.
HARMLESS = {
    "indexer.blocks.markdown._INLINE": "a heading of at most 2 * NAME characters",
    "indexer.blocks.rst._EMPHASIS": "a title of at most LONGEST characters",
    "indexer.blocks.rst._ROLE": "a title of at most LONGEST characters",
    "indexer.embedded.literals._TAG": "at most 300 bytes before a template",
    "indexer.languages.embedded_names._AFFIXES": "a terminator of at most _LONGEST characters",
    "indexer.embedded.quoted._READER": "at most 400 bytes before a quote",
    "indexer.embedded.templates._ERB": "up to the last sign that closes one",
    "indexer.patterns.place": "the contexts that patterns are tried in",
    "indexer.patterns.raw": "what a person types",
    "indexer.query.paths._GLOB_PART": "what a person types",
    "indexer.replace.target": "what a person types",
    "indexer.replace.template": "what a person types",
    "indexer.syntax.recovery.continued._PART": "ends at the first comment that is not closed",
    "indexer.syntax.recovery.markup": "ends with the first few tags that are broken",
    "indexer.extract.c_plain._FIELDS": "a struct that is whole",
    "indexer.graph.imports.rust._PATH": "at most _MOST bytes",
    "indexer.grammars.queries": "our own query files",
    "indexer.grammars.strings": "the names of a grammar's nodes",
    "mcp_server.rendering._TIGHT": "the beginning of a signature",
}
COMMON = (
    "(",
    ")",
    "()",
    "a(",
    "a()",
    "a (",
    "a ",
    "a, ",
    "<",
    "a<",
    "<a>",
    "[",
    "[]",
    "a*",
    "a:",
    '"',
    "'",
    "\\",
    "`",
    "{",
    "-",
)
_FLAGS = ("IGNORECASE", "I", "DOTALL", "S", "MULTILINE", "M")
_SEARCHING = ("search", "finditer", "findall", "sub", "split", "subn")


class Expression(NamedTuple):
    where: str
    pattern: re.Pattern[Any]
    searched: bool  # whether it is looked for anywhere in a text, and not at one place only


def modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def expressions() -> list[Expression]:
    """All that are made when a module is imported, or given to `re` in its code, or made for a language."""
    every = list(modules())
    searched = {module.__name__: _searched_names(module) for module in every}
    public = {name for names in searched.values() for name in names if not name.startswith("_")}
    found: dict[tuple[Any, int], Expression] = {}
    for module in every:
        for name, value in _values(module):
            plain = isinstance(value, re.Pattern)
            for pattern in _patterns(value, 0):
                listed = not plain or name in searched[module.__name__] or name in public
                anywhere = listed and name not in ONLY_MATCHED
                _note(found, Expression(f"{module.__name__}.{name}", pattern, anywhere))
        for where, pattern in _inline(module):
            _note(found, Expression(where, pattern, True))
    for where, pattern in _made():
        _note(found, Expression(where, pattern, False))
    risky = (each for each in found.values() if not each.where.startswith(tuple(HARMLESS)))
    return sorted(risky, key=lambda each: each.where)


def _values(module: ModuleType) -> Iterator[tuple[str, object]]:
    """What a module has by name; of a profile, the fields of its parts."""
    for name, value in vars(module).items():
        if isinstance(value, Profile):
            for group in value:
                own = group._fields if isinstance(group, tuple) else ()  # type: ignore[attr-defined]
                yield from ((name, (getattr(group, name),)) for name in own)
        elif not isinstance(value, Convention):  # it is part of a profile
            yield name, value


def _note(found: dict[tuple[Any, int], Expression], new: Expression) -> None:
    key = (new.pattern.pattern, new.pattern.flags)
    known = found.get(key)
    found[key] = new if known is None else known._replace(searched=known.searched or new.searched)


def _patterns(value: object, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 9 and isinstance(value, dict):
        for each in (*value.keys(), *value.values()):
            yield from _patterns(each, depth + 1)
    elif depth < 9 and isinstance(value, (tuple, list, set, frozenset)):
        for each in value:
            yield from _patterns(each, depth + 1)
    elif depth < 9 and type(value).__module__.startswith(("indexer", "lsp_server", "mcp_server")):
        names = getattr(value, "__dict__", None) or getattr(type(value), "__slots__", ())
        yield from _patterns([getattr(value, name, None) for name in names], depth + 1)
    elif isinstance(value, type) and value.__module__.startswith("indexer"):
        yield from _patterns(list(vars(value).values()), depth + 1)


def _searched_names(module: ModuleType) -> set[str]:
    """The names whose `search` or the like is called, or which are handed to something else."""
    found = set()
    for node in ast.walk(_code(module)):
        if isinstance(node, ast.Attribute) and node.attr in _SEARCHING:
            found |= {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
            found |= {each.attr for each in ast.walk(node.value) if isinstance(each, ast.Attribute)}
        elif isinstance(node, ast.Call):
            found |= {each.id for each in node.args if isinstance(each, ast.Name)}
    return found


def _inline(module: ModuleType) -> Iterator[tuple[str, re.Pattern[Any]]]:
    for node in ast.walk(_code(module)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in (*_SEARCHING, "match", "fullmatch")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            flags = [each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and each.attr in _FLAGS]
            every = sum(getattr(re, flag) for flag in flags)
            yield f"{module.__name__}:{node.lineno}", re.compile(node.args[0].value, every)


@cache  # it is gone through twice
def _code(module: ModuleType) -> ast.Module:
    assert module.__file__ is not None
    return ast.parse(Path(module.__file__).read_text("utf-8"))


def _made() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Those that are made for a language when it is first needed."""
    from indexer.blocks.dialects import definition_pattern
    from indexer.languages.profile import profile_of
    from indexer.languages.registry import languages
    from indexer.syntax.opaque import _openers
    from indexer.syntax.recovery.c import _at_column

    for language in languages():
        yield f"definition_pattern({language.name})", definition_pattern(language.name)[0]
        if kinds := profile_of(language.grammar or "").damage.opaque:
            yield f"opaque({language.grammar})", _openers(kinds)
    yield "_at_column", _at_column(4)


def attacks(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str]]:
    """Pairs of what a text begins with and what follows it many times."""
    parsed = re._parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)  # type: ignore[attr-defined]
    seen: set[tuple[str, str]] = set()
    signs: dict[str, None] = {}
    for before, body in _repeated(list(parsed), ""):
        for unit in (body, body[:1], body + " ", body + "\n"):
            if unit and (before, unit) not in seen:
                seen.add((before, unit))
                yield before[:200], unit
        for sign in body[:3]:
            signs[sign] = None
        for unit in (before, before + body):  # what begins a match again and again, and is never ended
            if unit and len(unit) <= LONGEST_UNIT and ("", unit) not in seen:
                seen.add(("", unit))
                yield "", unit
                yield "", unit + " "
    for unit in COMMON:
        if ("", unit) not in seen:
            seen.add(("", unit))
            yield "", unit
            yield "a", unit
    whole = _sample(list(parsed))
    for sign in [*signs, *whole[:12]]:
        if ("", sign) not in seen:
            seen.add(("", sign))
            yield "", sign
    for cut in {len(whole), len(whole) // 2, max(len(whole) - 1, 0)}:
        if whole[:cut]:
            yield "", whole[:cut]
            yield "", whole[:cut] + " "


def _repeated(items: list[Any], before: str) -> Iterator[tuple[str, str]]:
    """Each repetition in a parsed expression: a sample of what stands before it, and one of what it repeats."""
    for operator, argument in items:
        name = str(operator)
        if name.endswith("REPEAT"):
            low, high, inner = argument
            body = _sample(list(inner))
            if high > 16:
                yield before, body
            yield from _repeated(list(inner), before)
            before += body * min(max(low, 1), 3)
        elif name == "SUBPATTERN":
            yield from _repeated(list(argument[-1]), before)
            before += _sample(list(argument[-1]))
        elif name == "ATOMIC_GROUP":
            yield from _repeated(list(argument), before)
            before += _sample(list(argument))
        elif name == "BRANCH":
            for choice in argument[1]:
                yield from _repeated(list(choice), before)
            before += _sample(list(argument[1][0]))
        elif name in ("ASSERT", "ASSERT_NOT") or name == "GROUPREF_EXISTS":
            yield from _repeated(list(argument[1]), before)
        else:
            before += _sample([(operator, argument)])


def _sample(items: list[Any]) -> str:
    """A text that the parsed expression matches, or nearly so."""
    made = ""
    for operator, argument in items:
        name = str(operator)
        if name == "LITERAL":
            made += chr(argument)
        elif name == "NOT_LITERAL":
            made += "a" if argument != ord("a") else "b"
        elif name == "ANY":
            made += "a"
        elif name == "IN":
            made += _member(argument)
        elif name.endswith("REPEAT"):
            made += _sample(list(argument[2])) * min(max(argument[0], 1), 3)
        elif name == "SUBPATTERN":
            made += _sample(list(argument[-1]))
        elif name == "ATOMIC_GROUP":
            made += _sample(list(argument))
        elif name == "BRANCH":
            made += _sample(list(argument[1][0]))
    return made


def _member(choices: list[Any]) -> str:
    """A character of a set."""
    refused = any(str(operator) == "NEGATE" for operator, _ in choices)
    if not refused:
        operator, argument = choices[0]
        name = str(operator)
        if name == "LITERAL":
            return chr(argument)
        if name == "RANGE":
            return chr(argument[0])
        return {"CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "1", "CATEGORY_WORD": "a"}.get(str(argument), "-")
    inside = re._compiler.compile(_class(choices))  # type: ignore[attr-defined]
    return next((sign for sign in "a -.;(1\"'<\n" if inside.match(sign)), "~")


def _class(choices: list[Any]) -> Any:
    parsed = re._parser.parse("[a]")  # type: ignore[attr-defined]
    parsed.data = [(re._constants.IN, choices)]  # type: ignore[attr-defined]
    return parsed


class Slow(NamedTuple):
    where: str
    how: str
    before: str
    unit: str
    seconds: tuple[int, float, float]


def slow(expression: Expression, enough: float = TOO_LONG) -> Slow | None:
    """The first text on which an expression takes far more than four times as long when it is four times as long."""
    pattern = expression.pattern
    as_bytes = isinstance(pattern.pattern, bytes)
    ways: dict[str, Callable[[Any], object]] = {"match": pattern.match}
    if expression.searched:
        ways["search"] = lambda text: sum(1 for _ in pattern.finditer(text))
    most = list(ways.values())[-1]  # to look for it anywhere takes no less than to match it at the beginning
    for before, unit in attacks(pattern):
        for after in ("\x01", ""):
            text = partial(_text, before, unit, after, as_bytes)
            if _spent(most, text(SIZES[-1]), 2 * enough) <= enough:
                continue  # then so does less of it
            for how, way in ways.items():
                seconds = _grows(text, way, enough)
                if seconds is not None:
                    return Slow(expression.where, how, before, unit, seconds)
    return None


def _grows(text: Callable[[int], Any], way: Callable[[Any], object], enough: float) -> tuple[int, float, float] | None:
    """A size, the time it takes and the time that four times as much takes, if that is far more than four times."""
    for size in SIZES:
        if _spent(way, text(size)) > enough:
            # Clocks are coarse and machines are busy, so what looks slow has to be slow each time.
            less = max(_spent(way, text(size)) for _ in range(3))
            more = min(_spent(way, text(4 * size)) for _ in range(2))
            return (size, less, more) if more > min(GROWTH * less, 0.9 * LIMIT) else None
    return None


def _text(before: str, unit: str, after: str, as_bytes: bool, size: int) -> Any:
    text = before + unit * (size // len(unit)) + after
    return text.encode("latin-1", "replace") if as_bytes else text


def _spent(way: Callable[[Any], object], text: Any, limit: float = LIMIT) -> float:
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try:
        way(text)
    except _TooLong:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - begun


class _TooLong(Exception):
    pass


def give_up(*_: object) -> None:
    raise _TooLong


def main() -> int:
    signal.signal(signal.SIGVTALRM, give_up)
    every = [each for each in expressions() if not sys.argv[1:] or each.where.startswith(tuple(sys.argv[1:]))]
    found = 0
    for expression in every:
        said = slow(expression)
        if said is not None:
            found += 1
            print(said.where, said.how, repr(said.before[-40:]), repr(said.unit[:40]), said.seconds, flush=True)
    print(f"{len(every)} expressions, {found} slow")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
