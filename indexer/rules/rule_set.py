"""Reading rules: from the files of a folder, and from the user's own settings.

A folder's files came with the code and are not trusted. They are read within bounds, never through a link that leads
out of the folder, and what is wrong with one is said with its place; the other rules stand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from indexer.looking import is_file
from indexer.model import Span
from indexer.rules.astgrep.project import project_rules
from indexer.rules.files import Unread, contents, lies_under
from indexer.rules.home import FOLDER
from indexer.rules.rule import (
    NAME,
    SEVERITIES,
    UNUSED,
    Origin,
    Rule,
    RuleProblem,
    problem_with_files,
    problems_of,
    problems_with_message,
)
from indexer.rules.shapes import problem_with_shapes
from indexer.rules.toml_places import TomlPlaces
from indexer.settings import MANY_PARTS, user_file
from indexer.text.document_text import Text
from indexer.text.positions import Encoding, offset_of

MOST_FILES = 500
MOST_RULES = 1000  # of a folder
_LONGEST = {"query": 10_000, "fix": 10_000, "message": 2000, "note": 10_000, "url": 1000, "files": 1000}
_LONGEST_EXAMPLE = 20_000
_MOST_ITEMS = 100
_TEXTS = ("query", "message", "severity", "fix", "url", "note")
_LISTS = ("files", "good", "bad")
_KEYS = (*_TEXTS, *_LISTS)
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True)
class RuleSet:
    """The rules of a folder in the order of their names, and what is wrong with others."""

    rules: tuple[Rule, ...] = ()
    problems: tuple[RuleProblem, ...] = ()
    sources: tuple[str, ...] = ()  # the files that were read


def rules_for(root: Path | None, own: Path | None = None) -> RuleSet:
    """The rules that hold in a folder: its own, and the user's where it has none of the same name."""
    rules: dict[str, Rule] = {}
    problems: list[RuleProblem] = []
    sources: list[str] = []
    for rule in _of_folder(root, problems, sources) if root is not None else ():
        if rule.name in rules:
            first = rules[rule.name].origin
            said = f"another rule is called `{rule.name}`: {Path(first.file).name}, line {first.row + 1}"
            problems.append(RuleProblem(said, rule.origin, rule.name))
        elif len(rules) == MOST_RULES:
            problems.append(RuleProblem(f"a folder has {MOST_RULES:,} rules at most", rule.origin, rule.name))
            break
        else:
            rules[rule.name] = rule
    mine = own or user_file()
    if is_file(mine):
        for rule in rules_in(mine, problems, ("rules",)):
            rules.setdefault(rule.name, rule)
    return RuleSet(tuple(rules[name] for name in sorted(rules)), tuple(problems), tuple(sources))


def _of_folder(root: Path, problems: list[RuleProblem], sources: list[str]) -> Iterator[Rule]:
    for file in _files(root, problems):
        sources.append(str(file))
        yield from rules_in(file, problems)
    brought, read = project_rules(root, problems)
    sources += map(str, read)
    yield from brought


def rules_in(file: Path, problems: list[RuleProblem], below: Sequence[str] = ()) -> Iterator[Rule]:
    """The rules of one file; with `below`, those in a table of it. What is wrong joins the problems."""
    try:
        data = contents(file)
    except Unread as reason:
        problems.append(RuleProblem(str(reason), Origin(str(file))))
        return
    yield from _rules(file, data, problems, below)


def problems_in(file: Path, data: bytes, below: Sequence[str] = ()) -> list[tuple[str, Span]]:
    """What is wrong with the rules in a text, which need not be saved."""
    problems: list[RuleProblem] = []
    for _ in _rules(file, data, problems, below):
        pass
    text = Text.of(data)
    return [
        (
            problem.message,
            Span(
                offset_of(text, problem.at.row, problem.at.column, Encoding.UTF32),
                offset_of(text, problem.at.end_row, problem.at.end_column, Encoding.UTF32),
            ),
        )
        for problem in problems
    ]


def _rules(file: Path, data: bytes, problems: list[RuleProblem], below: Sequence[str]) -> Iterator[Rule]:
    try:
        given: Any = _parsed(data)
    except Unread as reason:
        problems.append(RuleProblem(str(reason), Origin(str(file))))
        return
    except tomllib.TOMLDecodeError as error:
        problems.append(RuleProblem(_PLACE.sub("", str(error)).strip(), _origin_of(error, str(file))))
        return
    for part in below:
        given = given.get(part) if isinstance(given, Mapping) else None
    if given is None and below:
        return
    places = TomlPlaces(data)
    if not isinstance(given, Mapping):
        problems.append(RuleProblem("`rules` must be a table", _origin(file, places, places.of_key(below))))
        return
    if not below and "rules" in given and _are_rules(given["rules"]):
        said = "only the user's own settings have rules as `[rules.NAME]`; here a rule is `[NAME]`"
        problems.append(RuleProblem(said, _origin(file, places, places.of_key(("rules", next(iter(given["rules"])))))))
        given = {name: table for name, table in given.items() if name != "rules"}
    for name, table in given.items():
        rule = _RuleReader(file, places, (*below, name), problems).rule(name, table)
        if rule is not None:
            yield rule


def _are_rules(table: object) -> bool:
    """Whether a table has nothing but tables with a query."""
    if not isinstance(table, Mapping) or not table:
        return False
    return all(isinstance(each, Mapping) and "query" in each for each in table.values())


def _parsed(data: bytes) -> dict[str, Any]:
    if MANY_PARTS.search(data):
        raise Unread("has a key of too many parts")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Unread(f"is not valid UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise Unread("is nested too deeply") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise Unread("has a number of too many digits") from None


def _files(root: Path, problems: list[RuleProblem]) -> Iterator[Path]:
    """The files of a folder that have rules, in the order of their names."""
    folder = root / FOLDER
    every: list[str] = []
    with suppress(OSError):
        every = sorted(entry.name for entry in folder.iterdir())
    names = [name for name in every if name.endswith(".toml")]
    for name in every:
        if name.endswith((".yml", ".yaml")):
            said = "is not read: rules here are TOML, and those of ast-grep lie where an `sgconfig.yml` says"
            problems.append(RuleProblem(said, Origin(str(folder / name))))
    if names and not lies_under(folder, root):
        problems.append(RuleProblem("leads out of the folder and is not read", Origin(str(folder))))
        return
    for name in names[:MOST_FILES]:
        if lies_under(folder / name, root):
            yield folder / name
        else:
            problems.append(RuleProblem("leads out of the folder and is not read", Origin(str(folder / name))))
    if len(names) > MOST_FILES:
        said = f"has more than {MOST_FILES} files; those after {names[MOST_FILES - 1]!r} are not read"
        problems.append(RuleProblem(said, Origin(str(folder))))


def _origin(file: Path, places: TomlPlaces, span: Span) -> Origin:
    return Origin(str(file), *places.position(span.start), *places.position(span.end))


def _origin_of(error: tomllib.TOMLDecodeError, file: str) -> Origin:
    found = _PLACE.search(str(error))
    if found is None:
        return Origin(file)
    row, column = int(found[1]) - 1, int(found[2]) - 1
    return Origin(file, row, column, row, column + 1)


class _RuleReader:
    """Reads one rule."""

    def __init__(self, file: Path, places: TomlPlaces, path: Sequence[str], problems: list[RuleProblem]) -> None:
        self._file = file
        self._places = places
        self._path = path
        self._problems = problems
        self._found = 0

    def rule(self, name: str, table: Any) -> Rule | None:
        at_name = self._places.of_key(self._path)
        if not isinstance(table, Mapping):
            self._wrong(
                f"`{shown(name)}` is no rule: a rule is a table, `[{shown(name)}]`, with `query` in it", at_name
            )
            return None
        if NAME.fullmatch(name) is None or name == UNUSED:
            told = (
                "is kept for comments that silence nothing"
                if name == UNUSED
                else ("is no name for a rule: letters, digits and `-`, `_`, `.`, `/`, up to 100")
            )
            self._wrong(f"`{shown(name)}` {told}", at_name)
            return None
        for key in table:
            if key not in _KEYS:
                near = get_close_matches(str(key), _KEYS, 1)
                meant = f"; did you mean `{near[0]}`?" if near else f"; it can have {', '.join(_KEYS)}"
                self._wrong(f"a rule has no `{shown(key)}`{meant}", self._places.of_key((*self._path, str(key))))
        texts = {key: self._text(key, table[key]) for key in _TEXTS if key in table}
        lists = {key: self._list(key, table[key]) for key in _LISTS if key in table}
        for key in ("query", "message"):
            if key not in table:
                self._wrong(f"the rule has no `{key}`", at_name)
        if self._found:
            return None
        query, fix = texts["query"], texts.get("fix")
        self._judge(query, texts["message"], fix)
        if self._found:
            return None
        return Rule(
            name,
            query,
            texts["message"],
            next(each for each in SEVERITIES if each == texts.get("severity", "warning")),
            fix,
            lists.get("files", ()),
            texts.get("url", ""),
            texts.get("note", ""),
            lists.get("good", ()),
            lists.get("bad", ()),
            _origin(self._file, self._places, at_name),
        )

    def _judge(self, query: str, message: str, fix: str | None) -> None:
        """Says what is wrong with the query, the message and the fix, where in them it is."""
        of_query, of_fix = problems_of(query, fix)
        shape = problem_with_shapes(query) if not of_query else None
        for key, problem in [
            *(("query", each) for each in [*of_query, *([shape] if shape else [])]),
            *(("message", each) for each in ([] if of_query else problems_with_message(message, query))),
            *(("fix", each) for each in of_fix),
        ]:
            self._wrong(problem.message, self._places.of_value((*self._path, key), problem.span))

    def _text(self, key: str, value: Any) -> str:
        where = self._places.of_value((*self._path, key))
        if not isinstance(value, str):
            self._wrong(f"`{key}` must be a text", where)
            return ""
        if key == "severity":
            if value not in SEVERITIES:
                self._wrong(f"`severity` must be one of {', '.join(SEVERITIES)}", where)
        elif len(value) > _LONGEST[key]:
            self._wrong(f"`{key}` may have {_LONGEST[key]:,} characters at most", where)
        elif key in ("query", "message") and not value.strip():
            self._wrong(f"`{key}` is empty", where)
        elif key == "url" and not value.startswith(("https://", "http://")):
            self._wrong("`url` must begin with https:// or http://", where)
        return str(value)

    def _list(self, key: str, value: Any) -> tuple[str, ...]:
        where = self._places.of_value((*self._path, key))
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            self._wrong(f"`{key}` must be a text or a list of texts", where)
            return ()
        if len(items) > _MOST_ITEMS:
            self._wrong(f"`{key}` may have {_MOST_ITEMS} entries at most", where)
        for number, item in enumerate(items[:_MOST_ITEMS]):
            wrong = problem_with_files(item) if key == "files" else None
            if key != "files" and len(item) > _LONGEST_EXAMPLE:
                wrong = f"an example may have {_LONGEST_EXAMPLE:,} characters at most"
            if wrong is not None:
                place = where if isinstance(value, str) else self._places.of_item((*self._path, key), number)
                self._wrong(f"`{key}`: {wrong}", place)
        return tuple(items)

    def _wrong(self, message: str, where: Span) -> None:
        self._found += 1
        self._problems.append(RuleProblem(message, _origin(self._file, self._places, where), self._path[-1]))


def shown(text: object) -> str:
    """Enough of a text that came from outside, without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(text)[:60])
