"""From a rule file of ast-grep to rules. What cannot be read is said by name and place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from indexer.grammars.parsers import grammar as grammar_of
from indexer.grammars.trust import is_trusted
from indexer.languages.registry import Language, by_name
from indexer.model import Problem, Span
from indexer.rules.astgrep.conditions import (
    AllOf,
    AnyOf,
    Condition,
    Fits,
    HasShape,
    HasText,
    IsKind,
    IsNth,
    Named,
    NotSo,
    Related,
    parts_of,
)
from indexer.rules.astgrep.matching import expression
from indexer.rules.astgrep.rule import TreeRule
from indexer.rules.astgrep.selectors import BadSelector, is_selector, position_of_nth, read_selector
from indexer.rules.astgrep.shapes import shape_of
from indexer.rules.astgrep.transform_file import read_transforms
from indexer.rules.astgrep.transforms import Rewrite, Rewriter, Transform
from indexer.rules.astgrep.yaml import Items, Scalar, Table, Unreadable, Value, documents, shown
from indexer.rules.rule import NAME, Origin, Rule, RuleProblem, Severity, problem_with_files
from indexer.text.document_text import Text
from indexer.text.positions import Encoding, position_of

_ALIASES = {
    "c++": "cpp",
    "cc": "cpp",
    "cs": "csharp",
    "cxx": "cpp",
    "ex": "elixir",
    "exs": "elixir",
    "golang": "go",
    "js": "javascript",
    "jsx": "javascript",
    "kt": "kotlin",
    "py": "python",
    "rb": "ruby",
    "rs": "rust",
    "sh": "bash",
    "sol": "solidity",
    "ts": "typescript",
    "yml": "yaml",
}
_SEVERITIES: Mapping[str, Severity] = {"error": "error", "warning": "warning", "info": "information", "hint": "hint"}
_KEYS = (
    *("id", "language", "message", "note", "severity", "url", "files", "ignores", "rule", "constraints", "utils"),
    *("fix", "labels", "metadata", "transform", "rewriters"),
)
# In the order in which ast-grep asks them, which is that in which metavariables are bound.
_ATOMS = ("pattern", "kind", "regex", "nthChild", "range")
_RELATIONS = ("inside", "has", "precedes", "follows")
_COMPOSITES = ("all", "any", "not", "matches")
_EVERY = (*_ATOMS, *_RELATIONS, *_COMPOSITES)
_LONE_STAR = re.compile(r"(?<!\*)\*(?!\*)")
_LONGEST = 10_000
_MOST_CONDITIONS = 2000


class RuleFile:
    """One file, and what is wrong in it."""

    def __init__(self, file: Path, data: bytes, problems: list[RuleProblem]) -> None:
        self._file = str(file)
        self._text = Text.of(data)
        self._problems = problems

    def origin(self, span: Span) -> Origin:
        start, end = (position_of(self._text, at, Encoding.UTF32) for at in span)
        return Origin(self._file, *start, *end)

    def wrong(self, message: str, span: Span, rule: str | None = None) -> None:
        self._problems.append(RuleProblem(message, self.origin(span), rule))

    def rules(self, utilities: Mapping[str, tuple[str, Named]]) -> list[Rule]:
        """The rules of the file, with utility rules that others may have defined."""
        made = []
        for value in self._documents():
            try:
                rule = _AstGrepRuleReader(self, value, utilities).rule()
            except Unreadable as problem:
                self.wrong(problem.message, problem.span, _name_in(value))
                continue
            if rule is not None:
                made.append(rule)
        return made

    def utilities(self) -> dict[str, tuple[str, Named]]:
        """What the file defines for others: for each name the language and the condition."""
        made: dict[str, tuple[str, Named]] = {}
        for value in self._documents():
            try:
                reader = _AstGrepRuleReader(self, value, {})
                made[reader.name] = reader.language.name, reader.named()
            except Unreadable as problem:
                self.wrong(problem.message, problem.span, _name_in(value))
        return made

    def _documents(self) -> list[Value]:
        made: list[Value] = []
        try:
            made.extend(documents(self._text.data))
        except Unreadable as problem:
            self.wrong(problem.message, problem.span)
        return made


def _name_in(value: Value) -> str | None:
    name = value.get("id") if isinstance(value, Table) else None
    return name.text if isinstance(name, Scalar) else None


class _AstGrepRuleReader:
    """Reads one rule."""

    def __init__(self, file: RuleFile, value: Value, known: Mapping[str, tuple[str, Named]]) -> None:
        if not isinstance(value, Table):
            raise Unreadable("a rule is a mapping with `id`, `language` and `rule`", value.span)
        self._file = file
        self._table = value
        self._left = _MOST_CONDITIONS
        self.name = self._text("id") or ""
        if NAME.fullmatch(self.name) is None:
            where = value.get("id")
            raise Unreadable("`id` is no name for a rule", where.span if where is not None else value.span)
        self.language = self._language()
        self._known = {name: each for name, (language, each) in known.items() if language == self.language.name}

    def rule(self) -> Rule | None:
        """The rule; None where it is switched off."""
        for key, _ in self._table.entries:
            if key.text not in _KEYS:
                raise Unreadable(f"`{key.text[:60]}` is not read", key.span)
        severity = self._text("severity") or "hint"
        if severity == "off":
            return None
        if severity not in _SEVERITIES:
            raise Unreadable("`severity` must be error, warning, info, hint or off", self._span("severity"))
        asked = self.named()
        fix, transforms, rewriters = self._fixing()
        used = self._used([asked, *(rewriter.asked for rewriter in rewriters)])
        tree = TreeRule(self.language.name, asked, tuple(sorted(used.items())), transforms, rewriters)
        url = self._text("url") or ""
        return Rule(
            self.name,
            "",
            self._text("message") or self.name,
            _SEVERITIES[severity],
            fix,
            self._files(),
            url if url.startswith(("https://", "http://")) else "",
            self._text("note") or "",
            origin=self._file.origin(self._span("id")),
            tree=tree,
        )

    def named(self, given_by: Table | None = None) -> Named:
        """The condition and the constraints, with the local utility rules known."""
        table = self._table if given_by is None else given_by
        utils = table.get("utils")
        if utils is not None:
            local = dict(self._entries("utils", utils))
            self._known = {**self._known, **{name: Named(self._condition(each)) for name, each in local.items()}}
        given = table.get("rule")
        if given is None:
            raise Unreadable("the rule has no `rule`", table.span)
        constraints = table.get("constraints")
        limits = () if constraints is None else self._entries("constraints", constraints)
        return Named(self._condition(given), tuple((name, self._condition(each)) for name, each in limits))

    def _used(self, asked: Sequence[Named]) -> dict[str, Named]:
        """The utility rules that a rule needs. One that needs itself has no meaning."""
        used: dict[str, Named] = {}

        def follow(each: Named, above: tuple[str, ...]) -> None:
            pending = [each.condition, *(condition for _, condition in each.constraints)]
            while pending:
                condition = pending.pop()
                pending += parts_of(condition)
                if isinstance(condition, Fits):
                    if condition.name in above:
                        raise Unreadable(f"the utility rule `{condition.name[:60]}` needs itself", self._table.span)
                    if condition.name not in self._known:
                        raise Unreadable(f"no utility rule is called `{condition.name[:60]}`", self._table.span)
                    if condition.name not in used:
                        used[condition.name] = self._known[condition.name]
                        follow(self._known[condition.name], (*above, condition.name))

        for each in asked:
            follow(each, ())
        return used

    def _fixing(self) -> tuple[str | None, tuple[Transform, ...], tuple[Rewriter, ...]]:
        """The fix with what it is made of; where one of these cannot be read, the rule finds, and has no fix."""
        given, several = self._table.get("transform"), self._table.get("rewriters")
        try:
            transforms = () if given is None else read_transforms(given)
            rewriters = () if several is None else self._rewriters(several)
            known = {rewriter.name for rewriter in rewriters}
            for each in chain(transforms, *(rewriter.transforms for rewriter in rewriters)):
                for name in each.change.rewriters if isinstance(each.change, Rewrite) else ():
                    if name not in known:
                        raise Unreadable(f"no rewriter is called `{name[:60]}`", self._span("transform"))
        except Unreadable as problem:
            said = f"{problem.message}: the rule finds what it finds, and has no fix"
            self._file.wrong(said, problem.span, self.name)
            return None, (), ()
        return self._fix(), transforms, rewriters

    def _rewriters(self, value: Value) -> tuple[Rewriter, ...]:
        if not isinstance(value, Items):
            raise Unreadable("`rewriters` is a list of rules", value.span)
        made: list[Rewriter] = []
        for item in value.items:
            if not isinstance(item, Table):
                raise Unreadable("a rewriter is a mapping with `id`, `rule` and `fix`", item.span)
            for key, _ in item.entries:
                if key.text not in ("id", "rule", "constraints", "utils", "transform", "fix"):
                    raise Unreadable(f"`{key.text[:60]}` is not read in a rewriter", key.span)
            name, fix, transform = item.get("id"), item.get("fix"), item.get("transform")
            if not isinstance(name, Scalar) or not isinstance(fix, Scalar) or len(fix.text) > _LONGEST:
                raise Unreadable("a rewriter has an `id` and a `fix`, which are texts of ordinary length", item.span)
            transforms = () if transform is None else read_transforms(transform)
            made.append(Rewriter(name.text, self.named(item), transforms, fix.text.rstrip("\n")))
        return tuple(made)

    def _condition(self, value: Value) -> Condition:
        if not isinstance(value, Table) or not value.entries:
            raise Unreadable("a condition is a mapping: `pattern`, `kind`, `has` and the like", value.span)
        self._left -= 1
        if self._left < 0:
            raise Unreadable(f"a rule has {_MOST_CONDITIONS:,} conditions at most", value.span)
        for key, _ in value.entries:
            if key.text not in _EVERY:
                raise Unreadable(f"`{key.text[:60]}` is not read", key.span)
        parts = [self._part(key, each) for key in _EVERY if (each := value.get(key)) is not None]
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _part(self, key: str, value: Value) -> Condition:
        if key == "pattern":
            return self._pattern(value)
        if key == "kind":
            return self._kind(value)
        if key == "regex":
            return self._regex(value)
        if key == "nthChild":
            return self._nth(value)
        if key in _RELATIONS:
            return self._relation(key, value)
        if key in ("all", "any"):
            if not isinstance(value, Items):
                raise Unreadable(f"`{key}` is a list of conditions", value.span)
            parts = tuple(self._condition(item) for item in value.items)
            return AllOf(parts) if key == "all" else AnyOf(parts)
        if key == "not":
            return NotSo(self._condition(value))
        if key == "matches" and isinstance(value, Scalar):
            return Fits(value.text)
        raise Unreadable(f"`{key}` is not read" if key == "range" else f"`{key}` cannot be {shown(value)}", value.span)

    def _pattern(self, value: Value) -> Condition:
        if isinstance(value, Table):
            for key, _ in value.entries:
                if key.text not in ("context", "selector", "strictness"):
                    raise Unreadable(f"`{key.text[:60]}` is not read", key.span)
            strictness = value.get("strictness")
            if strictness is not None and not (isinstance(strictness, Scalar) and strictness.text == "smart"):
                raise Unreadable(f'the strictness {shown(strictness)} is not read, only "smart"', strictness.span)
            context, selector = value.get("context"), value.get("selector")
            if not isinstance(context, Scalar) or not isinstance(selector, Scalar | None):
                raise Unreadable("a pattern has `context` and `selector`, which are texts", value.span)
            condition = HasShape(context.text, None if selector is None else selector.text)
        elif isinstance(value, Scalar):
            condition = HasShape(value.text)
        else:
            raise Unreadable("a pattern is a text, or a mapping with `context` and `selector`", value.span)
        if len(condition.source) > _LONGEST:
            raise Unreadable(f"a pattern has {_LONGEST:,} characters at most", value.span)
        if self.language.grammar is not None and is_trusted(self.language.grammar, condition.source.encode()):
            made = shape_of(condition, self.language.grammar)
            if isinstance(made, Problem):
                raise Unreadable(made.message, value.span)
        return condition

    def _kind(self, value: Value) -> Condition:
        if not isinstance(value, Scalar):
            raise Unreadable("`kind` is the name of a kind of node", value.span)
        if not is_selector(value.text):
            return self._named_kind(value.text, value)
        if len(value.text) > _LONGEST:
            raise Unreadable(f"a selector has {_LONGEST:,} characters at most", value.span)
        try:
            return read_selector(value.text, lambda name: self._named_kind(name, value))
        except BadSelector as reason:
            raise Unreadable(str(reason), value.span) from None

    def _named_kind(self, name: str, value: Value) -> Condition:
        grammar = self.language.grammar
        language = grammar_of(grammar) if grammar is not None and is_trusted(grammar, b"") else None
        if language is not None and name != "ERROR" and language.id_for_node_kind(name, True) is None:
            raise Unreadable(f"{self.language.title} has no nodes of the kind `{name[:60]}`", value.span)
        return IsKind(name)

    def _regex(self, value: Value) -> Condition:
        if not isinstance(value, Scalar) or len(value.text) > _LONGEST:
            raise Unreadable("`regex` is a regular expression of ordinary length", value.span)
        try:
            expression(value.text)
        except ValueError as reason:
            raise Unreadable(f"the regular expression cannot be read: {reason}", value.span) from None
        return HasText(value.text)

    def _nth(self, value: Value) -> Condition:
        of: Condition | None = None
        reverse = False
        position: Value | None = value
        if isinstance(value, Table):
            for key, _ in value.entries:
                if key.text not in ("position", "reverse", "ofRule"):
                    raise Unreadable(f"`{key.text[:60]}` is not read", key.span)
            position = value.get("position")
            given, flag = value.get("ofRule"), value.get("reverse")
            of = None if given is None else self._condition(given)
            reverse = isinstance(flag, Scalar) and flag.text == "true"
        if not isinstance(position, Scalar):
            raise Unreadable("`nthChild` has a position: 2, or 2n+1", value.span)
        place = position_of_nth(position.text)
        if place is None:
            raise Unreadable(f"{shown(position)} is no position", position.span)
        return IsNth(*place, reverse, of)

    def _relation(self, key: str, value: Value) -> Condition:
        if not isinstance(value, Table):
            raise Unreadable(f"`{key}` is a condition", value.span)
        stop, field = value.get("stopBy"), value.get("field")
        rest = Table(tuple(entry for entry in value.entries if entry[0].text not in ("stopBy", "field")), value.span)
        if field is not None and (not isinstance(field, Scalar) or key in ("follows", "precedes")):
            raise Unreadable(f"`field` is not read in `{key}`", field.span)
        until: Condition | str = "neighbor"
        if isinstance(stop, Scalar):
            if stop.text not in ("neighbor", "end"):
                raise Unreadable("`stopBy` is neighbor, end or a condition", stop.span)
            until = stop.text
        elif stop is not None:
            until = self._condition(stop)
        part = self._condition(rest)
        how = next(each for each in ("inside", "has", "follows", "precedes") if each == key)
        named = field.text if isinstance(field, Scalar) else None
        far: Condition | str = until
        if isinstance(far, str):
            return Related(how, part, "end" if far == "end" else "neighbor", named)
        return Related(how, part, far, named)

    def _fix(self) -> str | None:
        fix = self._table.get("fix")
        if fix is None:
            return None
        if isinstance(fix, Table):
            expands = [key for key, _ in fix.entries if key.text in ("expandStart", "expandEnd")]
            template = fix.get("template")
            if expands or not isinstance(template, Scalar):
                where = expands[0].span if expands else fix.span
                self._file.wrong("this fix is not read: the rule finds, and has no fix", where, self.name)
                return None
            return template.text
        if not isinstance(fix, Scalar) or len(fix.text) > _LONGEST:
            raise Unreadable("`fix` is a text of ordinary length", fix.span)
        return fix.text.rstrip("\n")

    def _files(self) -> tuple[str, ...]:
        made: list[str] = []
        for key, sign in (("files", ""), ("ignores", "!")):
            given = self._table.get(key)
            for item in given.items if isinstance(given, Items) else () if given is None else (given,):
                glob = item.get("glob") if isinstance(item, Table) else item
                if not isinstance(glob, Scalar):
                    raise Unreadable(f"`{key}` is a list of globs", item.span)
                text = glob.text.removeprefix("./")
                text = _LONE_STAR.sub("**", text) if "/" in text else text
                wrong = problem_with_files(text)
                if wrong is not None:
                    raise Unreadable(f"`{key}`: {wrong}", glob.span)
                made.append(sign + text)
        return tuple(made)

    def _language(self) -> Language:
        given = self._text("language")
        if given is None:
            raise Unreadable("the rule has no `language`", self._table.span)
        language = by_name(_ALIASES.get(given.lower(), given.lower()))
        if language is None or language.grammar is None or language.adapter != "syntax":
            raise Unreadable(f"`language`: {given[:40]!r} has no syntax tree here", self._span("language"))
        return language

    def _entries(self, key: str, value: Value) -> list[tuple[str, Value]]:
        if not isinstance(value, Table):
            raise Unreadable(f"`{key}` is a mapping", value.span)
        return [(name.text, each) for name, each in value.entries]

    def _text(self, key: str) -> str | None:
        value = self._table.get(key)
        if value is None:
            return None
        if not isinstance(value, Scalar):
            raise Unreadable(f"`{key}` is a text", value.span)
        if len(value.text) > _LONGEST:
            raise Unreadable(f"`{key}` has {_LONGEST:,} characters at most", value.span)
        return value.text

    def _span(self, key: str) -> Span:
        value = self._table.get(key)
        return self._table.span if value is None else value.span
