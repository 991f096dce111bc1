"""Tokens of a query: words, quoted text, regular expressions, fields with their values, and operators.

The reader never raises and never gives up: what it cannot read becomes a problem with its span, and it goes on behind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from indexer.model import Problem, Span
from indexer.query.fields import ALONE, COUNTED, FIELDS, HOLES, ODD, REGEX_FIELDS, asked_elsewhere, field_named, nearest

LONGEST = 100_000  # characters
DEEPEST = 50  # parentheses
MOST_TERMS = 1000
MOST_PROBLEMS = 20

Form = Literal["word", "quoted", "regex"]


@dataclass(frozen=True, slots=True)
class Value:
    """What was typed: a word, quoted text without its quotes, or a regular expression without its slashes."""

    form: Form
    text: str
    span: Span
    ignore_case: bool = False  # the flag behind a regular expression
    exact: bool = False  # a `=` before it
    negated: bool = False  # a `-` before it, which only `file:` knows


@dataclass(frozen=True, slots=True)
class Operator:
    """`OR`, `AND`, `NOT` (also written `-`), or a parenthesis."""

    sign: Literal["OR", "AND", "NOT", "(", ")"]
    span: Span


@dataclass(frozen=True, slots=True)
class Term:
    """A value, perhaps of a field. Without a value the field stands before a parenthesis."""

    field: str | None
    value: Value | None
    span: Span
    hole: str = ""  # that the value is about, with its sign
    sign: str = ""  # between the two


Token = Operator | Term

_BLANKS = re.compile(r"\s*")
_FIELD = re.compile(rf"({'|'.join(map(re.escape, ODD))}|[A-Za-z][A-Za-z_]*):(?!:|//)", re.IGNORECASE)
_OPERATOR = re.compile(r"(?:OR|AND|NOT)(?=[\s()]|$)")
_SLASH = re.compile(r"\\.|/([A-Za-z]*)(?=([\s)])|$)", re.DOTALL)
_QUOTE = re.compile(r'\\.|"', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')
_HOLE = re.compile(r"(\${1,3}[A-Za-z_]\w*|@[A-Za-z_][\w.-]*)(!=|[<>]=?|==?)?")
_OF_KIND = re.compile(r":([a-z_]\w*)")  # behind a hole, what other tools would have it be a node of
_COUNT = re.compile(r"(?:[<>]?=?\d{1,9}|\d{0,9}\.\.\d{0,9})(?=\()")
_WORD_STOP = re.compile(r"[\s()]")


class TooMuch(Exception):
    """A query past the limits; it is read no further."""


class Reader:
    """Reads one query. `tokens` and `problems` are what came out."""

    def __init__(self, text: str) -> None:
        self.tokens: list[Token] = []
        self.problems: list[Problem] = []
        self._text = text
        self._depth = 0
        self._terms = 0

    def read(self) -> None:
        if len(self._text) > LONGEST:
            self._problem(f"the query is longer than {LONGEST:,} characters", 0, len(self._text))
            return
        at = 0
        try:
            while True:
                at = _end(_BLANKS, self._text, at)
                if at >= len(self._text):
                    break
                at = self._token(at)
        except TooMuch:
            pass

    def _token(self, at: int) -> int:
        text = self._text
        sign = text[at]
        if sign in "()":
            return self._parenthesis(at)
        if sign == "-" and at + 1 < len(text) and not text[at + 1].isspace() and text[at + 1] not in "->=)":
            self.tokens.append(Operator("NOT", Span(at, at + 1)))
            return at + 1
        word = _OPERATOR.match(text, at)
        if word is not None:
            self.tokens.append(Operator(word[0], Span(*word.span())))  # type: ignore[arg-type]
            return word.end()
        self._terms += 1
        if self._terms > MOST_TERMS:
            self._problem(f"the query has more than {MOST_TERMS:,} terms", at, len(text))
            raise TooMuch
        named = _FIELD.match(text, at)
        if named is not None:
            after = self._field(named)
            if after is not None:
                return after
        value, after = self._value(at, None)
        if value is not None:
            self.tokens.append(Term(None, value, Span(at, after)))
        return after

    def _parenthesis(self, at: int) -> int:
        if self._text[at] == "(":
            self._depth += 1
            if self._depth > DEEPEST:
                self._problem(f"more than {DEEPEST} parentheses are open at once", at, len(self._text))
                raise TooMuch
            self.tokens.append(Operator("(", Span(at, at + 1)))
        elif self._depth == 0:
            self._problem('this parenthesis closes nothing; to search for it, quote it: ")"', at, at + 1)
        else:
            self._depth -= 1
            self.tokens.append(Operator(")", Span(at, at + 1)))
        return at + 1

    def _field(self, named: re.Match[str]) -> int | None:
        """Reads a field with its value; None if this is no field but a word with a colon."""
        text = self._text
        written, (start, at) = named[1], named.span()
        field = field_named(written)
        alone = at >= len(text) or text[at].isspace() or text[at] == ")"
        if field is None:
            near = nearest(written.lower(), FIELDS, 0.8 if alone else 0.6)
            if alone and near is None:
                return None  # `TODO:` is text
            after = at if alone or text[at] == "(" else self._value(at, None)[1]
            meant = None if alone else asked_elsewhere(written.lower(), text[at:after][:40])
            if meant is not None or near is not None:
                hint = f", did you mean `{meant or near}`?"
            else:
                hint = f'; to search for the text, quote it: "{text[start:after][:40]}"'
            self._problem(f"unknown field `{written}`{hint}", start, named.end(1))
            return after
        if alone and field in ALONE:
            self.tokens.append(Term(field, Value("word", "*", Span(start, at)), Span(start, at)))
            return at
        if alone:
            self._problem(f"`{field}:` needs a value directly behind the colon", start, at)
            return at
        if field in HOLES:
            return self._hole(field, start, at)
        if text[at] == "(":
            self.tokens.append(Term(field, None, Span(start, at)))
            return at
        if field in COUNTED and (number := _COUNT.match(text, at)) is not None:
            counted = Value("word", number[0], Span(*number.span()))
            self.tokens.append(Term(field, counted, Span(start, number.end())))
            return number.end()
        value, after = self._value(at, field)
        if value is not None:
            self.tokens.append(Term(field, value, Span(start, after)))
        return after

    def _hole(self, field: str, start: int, at: int) -> int:
        """A hole, a sign and what the hole must be: a word, a text, a regular expression, or a query in parentheses."""
        text = self._text
        named = _HOLE.match(text, at)
        if named is None or named[2] is None:
            after = self._word_end(at) if text[at] != "(" else at
            how = f"{field}:$A=/regex/, {field}:$A!=$B, {field}:$$$ARGS>3 or {field}:$BODY=(query)"
            if named is not None and (kind := _OF_KIND.match(text, named.end())) is not None:
                how = f'{field}:{named[1]}=(ts:"({kind[1]}) @x"), with `lang:` in the query'
            self._problem(f"`{field}:` takes a hole of a pattern and what it must be: {how}", start, max(after, at))
            return after
        hole, sign, end = named[1], named[2].replace("==", "="), named.end()
        if end >= len(text) or text[end].isspace() or text[end] == ")":
            self._problem(f"`{field}:{named[0]}` needs a value directly behind the sign", start, end)
            return end
        if text[end] == "(":
            self.tokens.append(Term(field, None, Span(start, end), hole, sign))
            return end
        value, after = self._value(end, None)
        if value is not None:
            self.tokens.append(Term(field, value, Span(start, after), hole, sign))
        return after

    def _value(self, at: int, field: str | None) -> tuple[Value | None, int]:
        text = self._text
        start = at
        exact = field is not None and text[at] == "="
        negated = field == "file" and text[at] == "-"
        at += exact or negated
        sign = text[at] if at < len(text) else ""
        if sign == '"':
            return self._quoted(start, at, exact, negated)
        if sign == "/" and (field is None or field in REGEX_FIELDS):
            return self._regex(start, at, exact)
        after = self._word_end(at)
        if after == at:
            self._problem(f"`{field}:` needs a value behind `{text[start]}`", start, at)
            return None, at
        return Value("word", text[at:after], Span(start, after), exact=exact, negated=negated), after

    def _quoted(self, start: int, at: int, exact: bool, negated: bool) -> tuple[Value | None, int]:
        for sign in _QUOTE.finditer(self._text, at + 1):
            if sign[0] == '"':
                inner = _ESCAPED.sub(r"\1", self._text[at + 1 : sign.start()])
                span = Span(start, sign.end())
                if not inner:
                    self._problem("there is nothing between these quotes", at, sign.end())
                    return None, sign.end()
                return Value("quoted", inner, span, exact=exact, negated=negated), sign.end()
        self._problem('this quote is not closed; inside quotes, `\\"` is a quote', at, len(self._text))
        return None, len(self._text)

    def _regex(self, start: int, at: int, exact: bool) -> tuple[Value | None, int]:
        """A regular expression ends at a slash that has a blank, the end or a closing parenthesis behind it."""
        text = self._text
        odd_flags: re.Match[str] | None = None
        for slash in _SLASH.finditer(text, at + 1):
            flags = slash[1]
            if flags is None or (slash[2] == ")" and not self._depth):
                continue
            if flags not in ("", "i"):
                odd_flags = odd_flags or slash
                continue
            source = text[at + 1 : slash.start()]
            if not source:
                self._problem('an empty regular expression; to search for slashes, quote them: "//"', at, slash.end())
                return None, slash.end()
            if exact:
                self._problem("`=` goes with a name, not with a regular expression", start, at)
                return None, slash.end()
            return Value("regex", source, Span(start, slash.end()), ignore_case=flags == "i"), slash.end()
        if odd_flags is not None:
            self._problem(
                f"unknown flag `{odd_flags[1]}` behind a regular expression, only `i` is known; to search for a path, "
                "quote it",
                *odd_flags.span(1),
            )
            return None, odd_flags.end()
        self._problem("this regular expression has no closing `/`; to search for a slash, quote it", at, len(text))
        return None, len(text)

    def _word_end(self, at: int) -> int:
        """Where a word ends. Parentheses belong to a word if they open and close in it: `main()`."""
        depth, opened = 0, at
        for stop in _WORD_STOP.finditer(self._text, at):
            if stop[0] == "(":
                if not depth:
                    opened = stop.start()
                depth += 1
            elif stop[0] == ")" and depth:
                depth -= 1
            else:
                return opened if depth else stop.start()
        return opened if depth else len(self._text)

    def _problem(self, message: str, start: int, end: int) -> None:
        self.problems.append(Problem(message, Span(start, end)))
        if len(self.problems) >= MOST_PROBLEMS:
            raise TooMuch


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
