"""From tokens to a tree. Every problem is a value with a span; nothing a person can type raises.

Juxtaposition is AND and binds tighter than OR; NOT binds tightest. `case:`, `select:` and `sort:` are about the whole
query and are no part of the tree.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, cast

from indexer.languages.registry import by_name, languages
from indexer.model import Problem, Span
from indexer.query.attach import attached
from indexer.query.believed import with_evidence
from indexer.query.fields import (
    COUNTED,
    FAR,
    GROUPS,
    INDIRECT,
    NAMES,
    OPTIONS,
    ORDERS,
    PARTS,
    REFERENCES,
    RELATED,
    RELATIONS,
    SIZES,
    nearest,
    problem_with_revisions,
)
from indexer.query.kinds import ALIASES, DECLARATIONS, DEFINITIONS, KINDS, kinds_named
from indexer.query.paths import problem_with_glob
from indexer.query.regexes import problem_with
from indexer.query.tokens import MOST_PROBLEMS, Operator, Reader, Term, Token, Value
from indexer.query.tree import (
    EVIDENCE,
    LONGEST_NAME,
    And,
    Believed,
    Changed,
    Contains,
    Count,
    Doc,
    File,
    Holds,
    Hole,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Measure,
    Name,
    Node,
    Not,
    Number,
    Or,
    Ordered,
    Pattern,
    Place,
    Query,
    Ref,
    Related,
    Select,
    Size,
    Sort,
    Sym,
    Text,
    TreeQuery,
    Unused,
    Way,
    Where,
    is_evidence_condition,
    is_hole_condition,
    is_place_condition,
)

_NODE_KIND = re.compile(r"identifier|[a-z]{2,20}(?:_[a-z]{2,20}){1,3}")
_NUMBER = re.compile(r"(?:(>=|<=|>|<|=)?(\d{1,9})|(\d{1,9})?\.\.(\d{1,9})?)\Z", re.ASCII)
_HOLE = re.compile(r"(?:\${1,3}|@)([A-Za-z_][\w.-]*)")
_GLOB = re.compile(r"[*?\[{]")
_STEPS = re.compile(r"(?:<?=|\.\.)?(\d{1,9})\Z", re.ASCII)
_COUNTED = re.compile(r"[\d<>=.]+\(")
_AROUND = re.compile(r"::|[.#]")
_NAME_GLOB = re.compile(r"[*?]")
PLACES = ("comment", "string", "heredoc", "code")
# Whether something is defined here, or only said to be defined elsewhere.
UNUSED = "unused"
STANDINGS = {"definition": DEFINITIONS - DECLARATIONS, "declaration": DECLARATIONS}


@dataclass(frozen=True, slots=True)
class Parsed:
    """A query, or why there is none."""

    query: Query | None
    problems: list[Problem]


def parse(text: str) -> Parsed:
    """The query that a text means."""
    reader = Reader(text)
    reader.read()
    if reader.problems:
        return Parsed(None, reader.problems)
    return _Parser(text, reader.tokens).parsed()


def _node_of_kind(word: str) -> str | None:
    """How to ask for a kind of node of a grammar, if a word looks like one."""
    return f'ts:"({word}) @x"' if _NODE_KIND.fullmatch(word) else None


def _alternatives(field: str, written: str, known: Callable[[str], bool]) -> str | None:
    """How to ask for one of several values that were written as a list: `kind:function,class`."""
    parts = [part.strip() for part in re.split(r"[,|/+]", written.strip("[]{}"))]
    if len(parts) < 2 or not all(map(known, parts)):
        return None
    return f"({' OR '.join(f'{field}:{part}' for part in parts)})"


class _Parser:
    def __init__(self, text: str, tokens: list[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._at = 0
        self._problems: list[Problem] = []
        self._options: dict[str, str] = {}
        self._speaks_of_holes = any(isinstance(token, Term) and token.hole for token in tokens)
        self._speaks_of_evidence = any(isinstance(token, Term) and token.field == "evidence" for token in tokens)
        self._top = True  # whether options may stand here
        self._case: str | None = self._case_of_all()

    def parsed(self) -> Parsed:
        root = self._alternatives()
        if self._at < len(self._tokens):
            self._problem("this parenthesis closes nothing", self._tokens[self._at].span)
        if root is None and not self._problems:
            message = "there is nothing to search for" if self._options else "the query is empty"
            self._problem(message, Span(0, len(self._text)))
        joins: tuple[Node, ...] = ()
        if root is not None:
            self._need_language(root, False)
            if self._speaks_of_evidence:
                root = with_evidence(root, self._problem)
            if self._speaks_of_holes:
                root, joins = attached(root, self._problem)
        if self._problems or root is None:
            return Parsed(None, self._problems[:MOST_PROBLEMS])
        select = cast(Select | None, self._options.get("select"))
        return Parsed(Query(root, select, cast(Sort | None, self._options.get("sort")), self._text, joins), [])

    def _case_of_all(self) -> str | None:
        for token in self._tokens:
            if isinstance(token, Term) and token.field == "case" and token.value is not None:
                return token.value.text.lower()
        return None

    def _ignores_case(self, text: str) -> bool:
        """Smart case: a capital letter makes a word mean that letter."""
        if self._case is not None:
            return self._case == "no"
        return not any(letter.isupper() for letter in text)

    def _problem(self, message: str, span: Span) -> None:
        problem = Problem(message, span)
        if problem not in self._problems:
            self._problems.append(problem)

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _sign(self) -> str | None:
        token = self._peek()
        return token.sign if isinstance(token, Operator) else None

    def _alternatives(self) -> Node | None:
        parts: list[Node] = []
        any_or = False
        while True:
            first = self._at
            part, empty = self._sequence()
            token = self._peek()
            more = isinstance(token, Operator) and token.sign == "OR"
            if empty and (more or any_or):
                sign = token if more else self._tokens[first - 1]
                assert sign is not None
                self._problem("`OR` needs something on both sides; to search for the word, quote it", sign.span)
            if part is not None:
                parts.append(part)
            if not more:
                break
            any_or = True
            self._at += 1
        return _joined(Or, parts)

    def _sequence(self) -> tuple[Node | None, bool]:
        """Terms side by side, and whether there was not even an option."""
        parts: list[Node] = []
        empty = True
        while (token := self._peek()) is not None:
            if isinstance(token, Operator) and token.sign in ("OR", ")"):
                break
            if isinstance(token, Operator) and token.sign == "AND":
                self._at += 1
                if empty or self._sign() in ("OR", "AND", ")") or self._peek() is None:
                    self._problem("`AND` needs something on both sides; to search for the word, quote it", token.span)
                continue
            empty = False
            part = self._negation()
            if part is not None:
                parts.append(part)
        return _joined(And, parts), empty

    def _negation(self) -> Node | None:
        token = self._tokens[self._at]
        signs: list[Span] = []
        top = self._top
        while isinstance(token, Operator) and token.sign == "NOT":
            signs.append(token.span)
            self._top = False
            self._at += 1
            if self._at == len(self._tokens) or self._sign() in ("OR", "AND", ")"):
                self._problem("`NOT` needs something behind it; to search for the word, quote it", token.span)
                self._top = top
                return None
            token = self._tokens[self._at]
        node = self._primary()
        self._top = top
        if node is not None and len(signs) % 2:
            return Not(node, Span(signs[-1].start, node.span.end))
        return node

    def _primary(self) -> Node | None:
        token = self._tokens[self._at]
        self._at += 1
        if isinstance(token, Operator):
            return self._group(token.span)
        if token.field is None:
            assert token.value is not None
            return self._text_term(token.value, token.span)
        if token.hole:
            return self._where(token)
        if token.value is None:
            return self._field_group(token.field, token.span)
        after = self._peek()
        if token.field in COUNTED and isinstance(after, Operator) and after.sign == "(" and _touch(token, after):
            return self._count(token.field, token.value, token.span, after.span)
        return self._field(token.field, token.value, token.span)

    def _group(self, opened: Span) -> Node | None:
        node = self._alternatives()
        if self._sign() == ")":
            if node is None and not self._problems:
                self._problem("there is nothing between these parentheses", Span(opened.start, self._at_end()))
            self._at += 1
        else:
            escaped = self._text[: opened.start].endswith("\\")
            way = "a regular expression stands between slashes: `/…/`" if escaped else 'to search for it, quote it: "("'
            self._problem(f"this parenthesis is not closed; {way}", opened)
        return node

    def _at_end(self) -> int:
        return self._tokens[self._at].span.end

    def _field_group(self, field: str, span: Span) -> Node | None:
        opened = self._tokens[self._at].span
        if field not in GROUPS:
            self._problem(f"`{field}:` takes no parentheses; write ({field}:a OR {field}:b)", span)
        inner = self._inner(opened)
        if inner is None or field not in GROUPS:
            return None
        whole = Span(span.start, self._tokens[self._at - 1].span.end)
        return self._about(field, inner, whole)

    def _about(self, field: str, query: Node, span: Span) -> Node:
        """What a field with a query says."""
        if field in ORDERS:
            return Ordered(query, cast(Way, field), span)
        if field in RELATED:
            return Related(query, RELATIONS[field.rstrip("+")], None if field in FAR else 1, span)
        return Inside(query, span) if field == "in" else Contains(query, span)

    def _inner(self, opened: Span) -> Node | None:
        """A query in the parentheses of a field."""
        self._at += 1
        top, self._top = self._top, False
        inner = self._group(opened)
        self._top = top
        return inner

    def _where(self, token: Term) -> Node | None:
        name, value, span = token.hole.lstrip("$@"), token.value, token.span
        test: Text | Hole | Number | Holds | None
        if value is None:
            if token.sign not in ("=", "!="):
                self._problem(f"a query goes behind `=` or `!=`, not behind `{token.sign}`", span)
            inner = self._inner(self._tokens[self._at].span)
            test = None if inner is None else Holds(inner)
            span = Span(span.start, self._tokens[self._at - 1].span.end)
        elif token.sign not in ("=", "!="):
            test = self._number(token.sign, value)
        else:
            test = self._held(token.hole, value)
        if test is None:
            return None
        node = Where(name, test, span)
        return Not(node, span) if token.sign == "!=" else node

    def _number(self, sign: str, value: Value) -> Number | None:
        try:
            number = float(value.text) if value.form == "word" and len(value.text) < 20 else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self._problem(f"a number goes behind `{sign}`", value.span)
            return None
        if sign in (">", ">="):
            return Number(number if sign == ">=" else math.nextafter(number, math.inf), math.inf)
        return Number(-math.inf, number if sign == "<=" else math.nextafter(number, -math.inf))

    def _held(self, hole: str, value: Value) -> Text | Hole | Number | None:
        """What a hole must be: another hole, a number of things, or a text."""
        if value.form == "word" and (other := _HOLE.fullmatch(value.text)) is not None:
            return Hole(other[1])
        if value.form == "word" and hole.startswith("$$$") and value.text != "..":
            counts = _NUMBER.match(value.text)
            if counts is not None and counts[1] is None:
                low, high = counts[2] or counts[3] or 0, counts[2] or counts[4] or math.inf
                return Number(float(low), float(high))
        if value.form == "regex":
            ignore_case = self._regex_case(value)
            return Text(value.text, True, ignore_case, value.span) if self._usable(value, ignore_case) else None
        return Text(value.text, False, self._case == "no", value.span)

    def _text_term(self, value: Value, span: Span) -> Text | None:
        if value.form == "regex":
            ignore_case = self._regex_case(value)
            return Text(value.text, True, ignore_case, span) if self._usable(value, ignore_case) else None
        return Text(value.text, False, self._ignores_case(value.text), span)

    def _regex_case(self, value: Value) -> bool:
        return value.ignore_case if self._case is None else self._case == "no"

    def _usable(self, value: Value, ignore_case: bool) -> bool:
        reason = problem_with(value.text, ignore_case)
        if reason is not None:
            self._problem(reason, value.span)
        return reason is None

    def _field(self, field: str, value: Value, span: Span) -> Node | None:
        if field in OPTIONS:
            self._option(field, value, span)
            return None
        if value.exact and field not in NAMES and field not in SIZES:
            self._problem(f"`{field}:` takes no `=`", value.span)
            return None
        if field in NAMES:
            return self._named(field, value, span)
        if field in SIZES:
            return self._size(field, value, span)
        if field in GROUPS:
            return self._contains(field, value, span)
        return _BUILDERS[field](self, value, span)

    def _option(self, field: str, value: Value, span: Span) -> None:
        word = value.text.lower()
        if not self._top:
            self._problem(f"`{field}:` is about the whole query: write it outside `in:( )`, `has:( )` and NOT", span)
        elif word not in OPTIONS[field]:
            self._problem(f"`{field}:` is one of {', '.join(OPTIONS[field])}", value.span)
        elif self._options.get(field, word) != word:
            self._problem(f"`{field}:` is given twice", span)
        else:
            self._options[field] = word

    def _named(self, field: str, value: Value, span: Span) -> Node | None:
        name = self._name(field, value)
        if name is None:
            return None
        if field == "sym":
            return Sym(name, span)
        if field == "in":
            return Inside(Sym(name, span), span)
        if field in RELATED:
            return self._about(field, self._defined(name, value, span), span)
        return Ref(REFERENCES[field], name, span, field == INDIRECT)

    def _name(self, field: str, value: Value) -> Name | None:
        if value.form == "regex":
            ignore_case = self._regex_case(value)
            return Name("regex", value.text, ignore_case) if self._usable(value, ignore_case) else None
        if len(value.text) > LONGEST_NAME:
            self._problem(f"a name has {LONGEST_NAME:,} characters at most", value.span)
            return None
        if value.exact:
            return Name("exact", value.text, self._case == "no")
        ignore_case = self._ignores_case(value.text)
        if value.form == "word" and _NAME_GLOB.search(value.text):
            return Name("glob", value.text, ignore_case)
        how: Literal["fuzzy", "words", "path"] = "fuzzy" if field == "sym" else "words" if field == "in" else "path"
        return Name(how, value.text, ignore_case)

    def _defined(self, name: Name, value: Value, span: Span) -> Node:
        """The definitions that a name means, which may have names of what they lie in before it: `Model.save`."""
        if _COUNTED.match(value.text):
            self._problem("a number of steps goes with `calls+:` and `called-by+:`: `calls+:3(sym:save)`", value.span)
        *around, last = [part for part in _AROUND.split(name.text) if part] or [name.text]
        if name.how == "regex" or not around:
            return Sym(name, span)
        within = [Inside(Sym(replace(name, how="words", text=part), span), span) for part in around]
        return And((Sym(replace(name, text=last), span), *within), span)

    def _count(self, field: str, value: Value, span: Span, opened: Span) -> Node | None:
        if field in FAR:
            return self._steps(field, value, span, opened)
        size = self._size(field, value, span)
        inner = self._inner(opened)
        if size is None or inner is None:
            return None
        whole = Span(span.start, self._tokens[self._at - 1].span.end)
        return Count(inner, field == "children", size.low, size.high, whole)

    def _steps(self, field: str, value: Value, span: Span, opened: Span) -> Node | None:
        """`calls+:3( )`: by at most so many steps."""
        inner = self._inner(opened)
        number = _STEPS.match(value.text)
        steps = 0 if number is None else int(number[1])
        if not steps:
            self._problem(f"`{field}:` takes how many steps there are at most: {field}:3( )", value.span)
            return None
        whole = Span(span.start, self._tokens[self._at - 1].span.end)
        return None if inner is None else Related(inner, RELATIONS[field.rstrip("+")], steps, whole)

    def _size(self, field: str, value: Value, span: Span) -> Size | None:
        match = None if value.form == "quoted" else _NUMBER.match(("=" if value.exact else "") + value.text)
        if match is None or value.text == "..":
            self._problem(f"`{field}:` takes a number: {field}:80, {field}:>80, {field}:<=80 or {field}:10..80", span)
            return None
        sign, number, first, last = match.groups()
        low: int | None = int(first) if first else None
        high: int | None = int(last) if last else None
        if number is not None:
            size = int(number)
            low = {">": size + 1, "<": None, "<=": None}.get(sign, size)
            high = {"<": size - 1, ">": None, ">=": None}.get(sign, size)
        if low is not None and high is not None and low > high:
            self._problem("this range is empty: the smaller number goes first", value.span)
            return None
        return Size(cast(Measure, field), low, high, span)

    def _contains(self, field: str, value: Value, span: Span) -> Node | None:
        inner = self._text_term(value, value.span)
        return None if inner is None else self._about(field, inner, span)

    def _doc(self, value: Value, span: Span) -> Node | None:
        if value.form == "word" and value.text == "*":
            return Doc(None, span)
        text = self._text_term(value, value.span)
        return None if text is None else Doc(text, span)

    def _changed(self, value: Value, span: Span) -> Node | None:
        since = "HEAD" if value.text == "*" else value.text.removesuffix("..")
        problem = problem_with_revisions(since)
        if problem is not None:
            self._problem(f"`changed:` {problem}", value.span)
            return None
        return Changed(since, span)

    def _kind(self, value: Value, span: Span) -> Node | None:
        word = value.text.lower()
        kinds = kinds_named(word)
        if kinds is None:
            several = _alternatives("kind", word, lambda one: kinds_named(one) is not None)
            every = "select:symbol" if word == "*" else None
            self._unknown("kind", value, several or every or nearest(word, [*KINDS, *ALIASES]) or _node_of_kind(word))
            return None
        return Kind(kinds, span)

    def _lang(self, value: Value, span: Span) -> Node | None:
        language = by_name(value.text)
        if language is None:
            known = {name for language in languages() for name in (language.name, *language.editor_ids)}
            several = _alternatives("lang", value.text, lambda one: by_name(one) is not None)
            self._unknown("language", value, several or nearest(value.text.lower(), known))
            return None
        return Lang(language.name, span)

    def _unknown(self, what: str, value: Value, near: str | None) -> None:
        hint = f", did you mean `{near}`?" if near else ""
        self._problem(f"unknown {what} `{value.text[:40]}`{hint}", value.span)

    def _file(self, value: Value, span: Span) -> Node | None:
        glob = value.form == "word" and _GLOB.search(value.text) is not None
        problem = problem_with_glob(value.text) if glob else None
        if problem is not None:
            self._problem(problem, value.span)
            return None
        node = File(value.text, glob, self._ignores_case(value.text), span)
        return Not(node, span) if value.negated else node

    def _is(self, value: Value, span: Span) -> Node | None:
        word = value.text.lower()
        if word in STANDINGS:
            return Kind(STANDINGS[word], span)
        if word == UNUSED:
            return Unused(span)
        if word not in PLACES:
            meant = f", did you mean `part:{word}`?" if word in PARTS else ""
            self._problem(f"`is:` is one of {', '.join((*PLACES, *STANDINGS, UNUSED))}{meant}", value.span)
            return None
        return Is(cast(Place, word), span)

    def _part(self, value: Value, span: Span) -> Node | None:
        word = value.text.lower()
        if word not in PARTS:
            self._problem(f"`part:` is {' or '.join(PARTS)}, of the definition around", value.span)
            return None
        return Is(cast(Place, word), span)

    def _evidence(self, value: Value, span: Span) -> Node | None:
        word = value.text.lower()
        if word not in EVIDENCE:
            several = _alternatives("evidence", word, lambda one: one in EVIDENCE)
            hint = f"; did you mean `{several}`?" if several else ""
            self._problem(f"`evidence:` is one of {', '.join(EVIDENCE)}{hint}", value.span)
            return None
        return Believed(frozenset((word,)), span)

    def _heredoc(self, value: Value, span: Span) -> Node:
        return InHeredoc(value.text, self._ignores_case(value.text), span)

    def _pattern(self, value: Value, span: Span) -> Node:
        return Pattern(value.text, span)

    def _ts(self, value: Value, span: Span) -> Node:
        return TreeQuery(value.text, span)

    def _need_language(self, node: Node, given: bool) -> None:
        """A tree-sitter query speaks of the nodes of one grammar, so a `lang:` must hold where it holds."""
        if isinstance(node, TreeQuery) and not given:
            self._problem("`ts:` needs `lang:` beside it: each language has its own kinds of nodes", node.span)
        elif isinstance(node, And):
            given = given or any(_names_language(part) for part in node.parts)
            for part in node.parts:
                self._need_language(part, given)
        elif isinstance(node, Or):
            for part in node.parts:
                self._need_language(part, given)
        elif isinstance(node, Not):
            self._need_language(node.part, given)
        elif isinstance(node, Inside | Contains | Count | Ordered):
            self._need_language(node.query, given)
        elif isinstance(node, Related):
            self._need_language(node.query, False)  # it may be in another language
        elif isinstance(node, Where) and isinstance(node.test, Holds):
            self._need_language(node.test.query, given)


_BUILDERS: dict[str, Callable[[_Parser, Value, Span], Node | None]] = {
    "changed": _Parser._changed,
    "doc": _Parser._doc,
    "evidence": _Parser._evidence,
    "kind": _Parser._kind,
    "lang": _Parser._lang,
    "file": _Parser._file,
    "is": _Parser._is,
    "heredoc": _Parser._heredoc,
    "part": _Parser._part,
    "pattern": _Parser._pattern,
    "ts": _Parser._ts,
}


def _names_language(node: Node) -> bool:
    if isinstance(node, Or):
        return all(_names_language(part) for part in node.parts)
    if isinstance(node, And):
        return any(_names_language(part) for part in node.parts)
    return isinstance(node, Lang)


def _joined(kind: type[And] | type[Or], parts: list[Node]) -> Node | None:
    """One node for several, without And in And or Or in Or.

    What is in parentheses with `is:`, `part:`, `heredoc:` or `where:` stays there: these speak of what is beside them.
    """
    if len(parts) < 2:
        return parts[0] if parts else None
    flat: list[Node] = []
    for part in parts:
        if isinstance(part, kind) and not (kind is And and any(map(_speaks_of_others, part.parts))):
            flat += part.parts
        else:
            flat.append(part)
    return kind(tuple(flat), Span(parts[0].span.start, parts[-1].span.end))


def _speaks_of_others(node: Node) -> bool:
    return is_place_condition(node) or is_hole_condition(node) or is_evidence_condition(node)


def _touch(one: Token, other: Token) -> bool:
    """Whether two tokens have nothing between them."""
    return one.span.end == other.span.start
