"""The names of a style sheet, read from its text: classes, ids, custom properties, and what SCSS and Less add to them.

The grammars read a third of the sheets of real libraries as one error, and a rule is plain from the signs around it: a
statement ends with `;` or `}`, and what stands before `{` is a selector or a rule that begins with `@`. So this reads
tokens, in one walk, and whatever is left open ends with the block around it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from indexer.extract.marks import (
    CLASS,
    CONTAINER,
    COUNTER,
    COUNTER_STYLE,
    FONT,
    FUNCTION,
    ID,
    KEYFRAMES,
    LAYER,
    MIXIN,
    MODULE,
    PROPERTY,
    VARIABLE,
    Link,
    Mark,
    Marks,
    finished,
    plain,
)
from indexer.extract.style_tokens import CSS, LESS, SCSS, Dialect, Token, tokens

DIALECTS = {dialect.language: dialect for dialect in (CSS, SCSS, LESS)}
_DEEPEST = 100  # blocks in blocks that have names of their own
_LONGEST = 200  # letters of a name that is made of others
_MOST_PARENTS = 4  # selectors that `&` stands for
_FLOW = frozenset((b"@if", b"@else", b"@each", b"@for", b"@while"))
_LESS_RULES = frozenset(
    b"@charset @container @counter-style @document @font-face @font-feature-values @import @keyframes @layer @media "
    b"@namespace @page @plugin @property @scope @starting-style @supports @viewport @arguments @rest".split()
)
_KEYFRAMES = re.compile(rb"@(?:-[a-z]+-)?keyframes", re.IGNORECASE)
_WIDE = frozenset(["auto", "inherit", "initial", "none", "revert", "revert-layer", "unset"])
_ANIMATION = _WIDE | frozenset(
    [
        "alternate",
        "alternate-reverse",
        "backwards",
        "both",
        "ease",
        "ease-in",
        "ease-in-out",
        "ease-out",
        "forwards",
        "infinite",
        "linear",
        "normal",
        "paused",
        "reverse",
        "running",
        "step-end",
        "step-start",
        "cubic-bezier",
        "steps",
        "scroll",
        "view",
        "var",
        "calc",
        "env",
    ]
)
_COUNTERS = frozenset((b"counter-reset", b"counter-set"))
_FONTS = frozenset(["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji"]) | _WIDE
_STYLES = _WIDE | frozenset(["inside", "outside", "disc", "circle", "square", "decimal"])


class _Block(NamedTuple):
    """A block that is open."""

    scope: int
    parents: tuple[str, ...]  # what `&` ends with: classes and ids with their signs
    kind: str  # what is in it: rules, raw, font
    is_flow: bool
    is_root: bool  # custom properties in it are known everywhere
    marked: int  # how many marks there were when it began, to say where they end


class Sheet:
    """Reads one sheet, or one of several in a page, into lists that they share."""

    def __init__(self, data: bytes, size: int) -> None:
        self.marks: list[Mark] = []
        self.links: list[Link] = []
        self.scopes: list[tuple[int, int, int]] = [(0, size, -1)]
        self._data = data
        self._dialect = CSS
        self._blocks: list[_Block] = []
        self._bound: dict[tuple[int, str], None] = {}  # variables by scope

    def read(self, start: int, end: int, dialect: Dialect, declarations: bool = False) -> None:
        """Takes the names of a part of the text: of rules or, in an attribute, of declarations alone."""
        self._dialect = dialect
        outermost = _Block(0, (), "rules", is_flow=False, is_root=False, marked=len(self.marks))
        self._blocks = [outermost]
        waiting: list[Token] = []
        depth = 0
        for token in tokens(self._data, start, end, dialect):
            kind = token.kind
            if kind == "(":
                depth += 1
            elif kind == ")":
                depth -= 1
            if kind == "{":
                self._open(waiting, token.start, end)
                waiting, depth = [], 0
            elif kind == "}":
                self._statement(waiting)
                if len(self._blocks) > 1:
                    self._close(token.end)
                waiting, depth = [], 0
            elif kind == ";" and not (depth > 0 and dialect.at_variables):
                self._statement(waiting)
                waiting, depth = [], 0
            else:
                waiting.append(token)
        self._statement(waiting)
        while len(self._blocks) > 1:
            self._close(end)

    # Blocks

    def _open(self, before: list[Token], at: int, end: int) -> None:
        around = self._blocks[-1]
        first = before[0] if before else None
        parents, kind, is_flow, is_root = around.parents, "rules", False, False
        scope = self._new_scope(at, end, around.scope)
        if first is None:
            pass
        elif first.kind == "@":
            word = self._word(first).lower()
            if self._dialect.at_variables and word not in _LESS_RULES and _kind(before, 1) == ":":
                self._bind(first, VARIABLE, "variable", around.scope, whole=(first.start, at))
            else:
                is_flow = word in _FLOW
                kind = self._at_rule(word, before, around, scope)
                if word == b"@at-root":
                    parents = self._selectors(before[1:], around, scope)
        elif first.kind == "i" and _kind(before, 1) == ":" and len(before) == 2:
            kind = "raw" if self._word(first).startswith(b"--") else "rules"
            if kind == "raw":
                self._property(first, at, around)
        else:
            parents = self._selectors(before, around, scope)
            is_root = any(self._word(token) in (b"root", b"html", b"host") for token in before[:3])
        self._blocks.append(_Block(scope, parents, kind, is_flow, is_root or (is_flow and around.is_root), 0))

    def _close(self, at: int) -> None:
        scope = self._blocks.pop().scope
        if scope != self._blocks[-1].scope:
            start, _, parent = self.scopes[scope]
            self.scopes[scope] = (start, at, parent)

    def _new_scope(self, start: int, end: int, parent: int) -> int:
        if len(self._blocks) > _DEEPEST or not (self._dialect.functions or self._dialect.at_variables):
            return parent
        self.scopes.append((start, end, parent))
        return len(self.scopes) - 1

    def _selectors(self, before: Sequence[Token], around: _Block, scope: int) -> tuple[str, ...]:
        """Takes the classes and ids of selectors; what `&` in the block of them ends with."""
        if self._dialect.at_variables and _kind(before, 1) == "(" and before[0].kind in ".#":
            self._parameters(before[1:], scope)  # a mixin of Less
        whole = (before[0].start, before[-1].end) if before else (0, 0)
        found: list[str] = []
        part: list[Token] = []
        depth = 0
        for token in (*before, Token(",", whole[1], whole[1])):
            depth += (token.kind in ("(", "[", "#{")) - (token.kind in (")", "]", "#}"))
            if token.kind == "," and depth <= 0:
                found += self._selector(part, around, whole)
                part, depth = [], 0
            else:
                part.append(token)
        return tuple(dict.fromkeys(found))[:_MOST_PARENTS]

    def _selector(self, part: list[Token], around: _Block, whole: tuple[int, int]) -> list[str]:
        ends: list[str] = []
        brackets = code = 0
        for at, token in enumerate(part):
            kind = token.kind
            brackets += (kind == "[") - (kind == "]")
            code += (kind == "#{") - (kind == "#}")
            if code > 0 or kind == "#}":
                self._values([token], ())
                ends = []
                continue
            follows = at + 1 < len(part) and part[at + 1].start == token.end
            if brackets > 0 or kind not in (".", "#", "%", "&", "i"):
                ends = ends if kind == "]" else []
                continue
            if follows and part[at + 1].kind == "#{":
                ends = []
                continue  # a part of a name that is made when the sheet is
            after_code = at > 0 and part[at - 1].kind == "#}" and part[at - 1].end == token.start
            if kind == "&":
                ends = list(around.parents)
            elif kind == "i":
                joined = at > 0 and part[at - 1].kind == "&" and part[at - 1].end == token.start
                suffix = plain(self._data[token.start : token.end])
                ends = [end + suffix for end in around.parents if len(end) < _LONGEST] if joined else []
                for end in ends:
                    self._define(token, end[0], end[1:], whole, 3)
            elif not after_code:
                name = self._name(token)
                before_it = at and part[at - 1].kind in (".", "#", "%", "i", "&", ")", "]", "n")
                alone = not before_it or part[at - 1].end != token.start
                is_last = at + 1 == len(part)
                rank = 0 if is_last and at == 0 else 1 if is_last or (alone and follows) else 2
                self._define(token, kind, name, whole, rank)
                ends = [kind + name]
        return ends

    def _define(self, token: Token, space: str, name: str, whole: tuple[int, int], rank: int) -> None:
        """A selector defines a class; an id is what an element has."""
        start = token.start + (token.kind in (".", "#", "%"))
        kind = "" if space == ID else "selector"
        self.marks.append(Mark(start, token.end, name, space, kind, *whole, rank=rank))

    # Rules that begin with `@`

    def _at_rule(self, word: bytes, before: list[Token], around: _Block, scope: int) -> str:
        """Takes the names of a rule with a block; what is in the block."""
        rest = before[1:]
        whole = (before[0].start, before[-1].end)
        named = rest[0] if rest and rest[0].kind in ("i", "s") else None
        if word in (b"@mixin", b"@function") and named is not None:
            space = MIXIN if word == b"@mixin" else FUNCTION
            self._bind(named, space, "function", around.scope, whole, scope)
            self._parameters(rest[1:], scope)
            return "rules"
        if word == b"@include":
            self._include(rest, scope)
            return "rules"
        if word in (b"@each", b"@for"):
            stop = next((at for at, one in enumerate(rest) if self._word(one) in (b"in", b"from")), len(rest))
            for token in rest[:stop]:
                if token.kind == "$":
                    self._bind(token, VARIABLE, "variable", scope)
            self._values(rest[stop:], ())
            return "rules"
        if _KEYFRAMES.fullmatch(word) and named is not None:
            if len(rest) == 1:
                self._bind(named, KEYFRAMES, "rule", 0, whole)
            else:
                self._values(rest, ())
            return "raw"
        if word == b"@property" and named is not None:
            self.marks.append(Mark(named.start, named.end, self._name(named), PROPERTY, "variable", *whole, rank=-1))
        elif word == b"@layer":
            self._layers(rest)
        elif word == b"@container" and named is not None and self._word(named) not in (b"not", b"style"):
            self._use(named, CONTAINER)
            rest = rest[1:]
        elif word == b"@counter-style" and named is not None:
            self._bind(named, COUNTER_STYLE, "rule", 0, whole)
        elif word == b"@font-face":
            return "font"
        if word != b"@at-root":
            self._values(rest, ())
        return "rules"

    def _layers(self, rest: Iterable[Token]) -> None:
        for token in rest:
            if token.kind == "i":
                self._bind(token, LAYER, "rule", 0)

    def _include(self, rest: list[Token], scope: int) -> None:
        """The mixin that is called, what it is given, and the names for what it gives."""
        if not rest or rest[0].kind != "i":
            return self._values(rest, ())
        name, of, at = rest[0], "", 1
        if _kind(rest, 1) == "." and rest[1].start == name.end:
            of, at = self._name(name), 2
            self._use(name, MODULE)
            name = rest[1]
        self._use(name, MIXIN, of)
        used = next((one for one in range(len(rest) - 1, at, -1) if self._word(rest[one]) == b"using"), len(rest))
        self._values(rest[at:used], ((MIXIN, self._name(name), of),))
        if used < len(rest):
            self._parameters(rest[used + 1 :], scope)
        return None

    def _parameters(self, given: Sequence[Token], scope: int) -> None:
        depth = 0
        is_name = True
        for at, token in enumerate(given):
            if token.kind in ("(", "["):
                depth += 1
            elif token.kind in (")", "]"):
                depth -= 1
            elif token.kind in (",", ";") and depth == 1:
                is_name = True
            elif is_name and depth == 1 and token.kind in ("$", "@"):
                self._bind(token, VARIABLE, "parameter", scope)
                is_name = False
            elif token.kind in ("i", "$", "@"):
                self._values(given[at : at + 2], (), only_first=True)

    # Statements

    def _statement(self, before: list[Token]) -> None:
        if not before:
            return
        first, around = before[0], self._blocks[-1]
        if first.kind == "@":
            word = self._word(first).lower()
            if self._dialect.at_variables and word not in _LESS_RULES:
                if _kind(before, 1) == ":":
                    self._bind(first, VARIABLE, "variable", around.scope, (first.start, before[-1].end))
                    self._values(before[2:], ())
                else:
                    self._values(before, ())
            else:
                self._at_statement(word, before, around)
        elif first.kind == "$" and _kind(before, 1) == ":":
            self._assign(before, around)
        elif first.kind == "i" and _kind(before, 1) == ":":
            self._declaration(before, around)
        elif self._dialect.at_variables and first.kind in (".", "#"):
            self._called(before)
        else:
            self._values(before, ())

    def _called(self, before: list[Token]) -> None:
        """A mixin of Less that is called: a class, or one in another."""
        depth = 0
        for token in before:
            depth += (token.kind == "(") - (token.kind == ")")
            if token.kind in (".", "#") and depth == 0:
                self.marks.append(Mark(token.start + 1, token.end, self._name(token), token.kind))
        self._values([token for token in before if token.kind not in (".", "#")], ())

    def _assign(self, before: list[Token], around: _Block) -> None:
        """A variable of SCSS: one that a block around has is set, any other is new; only flow goes up to the file's."""
        token = before[0]
        name = self._name(token)
        self._values(before[2:], ())
        scope, is_flow = around.scope, around.is_flow
        words = {self._word(one) for one in before[-4:] if one.kind == "i"}
        if b"global" in words and _has_flag(before, self._data, b"global"):
            scope = 0
        elif (scope, name) not in self._bound:
            depth = len(self._blocks) - 1
            while depth > 0:
                is_flow = is_flow and self._blocks[depth].is_flow
                depth -= 1
                outer = self._blocks[depth].scope
                if (outer, name) in self._bound and (outer != 0 or is_flow):
                    scope = outer
                    break
                if len(self._blocks) - depth > _DEEPEST:
                    break
        self._bind(token, VARIABLE, "variable", scope, (token.start, before[-1].end))

    def _declaration(self, before: list[Token], around: _Block) -> None:
        prop = self._word(before[0]).lower()
        value = before[2:]
        if prop.startswith(b"--"):
            self._property(before[0], before[-1].end, around)
            self._values(value, ())
            return
        self._values(value, ())
        plain_words = self._plain_words(value)
        bare = prop.rpartition(b"-")[2] if prop.startswith(b"-") else prop
        if prop.endswith((b"animation", b"animation-name")):
            self._named(plain_words, KEYFRAMES, _WIDE if prop.endswith(b"name") else _ANIMATION, value)
        elif prop in (b"container-name", b"container"):
            for token in value:
                if token.kind == "/":
                    break
                if token.kind == "i" and self._name(token) not in _WIDE:
                    self._bind(token, CONTAINER, "rule", 0)
        elif prop in _COUNTERS or prop == b"counter-increment":
            for token in plain_words:
                if token.kind == "i" and self._name(token) not in _WIDE and prop in _COUNTERS:
                    self._bind(token, COUNTER, "rule", 0)
                elif token.kind == "i" and self._name(token) not in _WIDE:
                    self._use(token, COUNTER)
        elif prop in (b"list-style", b"list-style-type"):
            self._named(plain_words, COUNTER_STYLE, _STYLES, value)
        elif prop == b"font-family":
            if around.kind == "font":
                if len(value) == 1 and value[0].kind in ("s", "i"):
                    self._bind(value[0], FONT, "rule", 0)
            else:
                self._named(plain_words, FONT, _FONTS, value)
        elif bare == b"composes":
            self._composed(value)

    def _plain_words(self, value: Sequence[Token]) -> list[Token]:
        """The words of a value that are given to no function."""
        found: list[Token] = []
        depth = 0
        for at, token in enumerate(value):
            depth += (token.kind == "(") - (token.kind == ")")
            if depth <= 0 and token.kind in ("i", "s") and not _joins(value, at, "("):
                found.append(token)
        return [token for token in found if not self._word(token).startswith(b"--")]

    def _named(self, words: Iterable[Token], space: str, known: frozenset[str], value: Sequence[Token]) -> None:
        """Names among the words of a value; not in code, and no part of a name that is made of several."""
        code = [token for token in value if token.kind in ("#{", "#}")]
        for token in words:
            if self._name(token) not in known and not any(
                token.end == one.start or token.start == one.end or one.kind == "#{" for one in code[:8]
            ):
                self._use(token, space)

    def _composed(self, value: Sequence[Token]) -> None:
        """Classes of a module that a class is made of, which may be another file's."""
        source = next((self._text(one) for one in value if one.kind == "s"), "")
        for token in value:
            if token.kind == "i" and self._word(token) == b"from":
                break
            if token.kind == "i":
                of = f"css {source}" if source else ""
                self.marks.append(Mark(token.start, token.end, self._name(token), CLASS, of=of))

    def _at_statement(self, word: bytes, before: list[Token], around: _Block) -> None:
        rest = before[1:]
        if word == b"@import":
            self._imports(rest)
        elif word in (b"@use", b"@forward") and rest and rest[0].kind == "s":
            self._module(word, rest)
        elif word == b"@include":
            self._include(rest, around.scope)
        elif word == b"@extend":
            for at, token in enumerate(rest):
                if token.kind in (".", "#", "%") and not _joins(rest, at, "#{"):
                    self.marks.append(Mark(token.start + 1, token.end, self._name(token), token.kind))
            self._values([token for token in rest if token.kind == "$"], ())
        elif word == b"@layer":
            self._layers(rest)
        else:
            self._values(rest, ())

    def _imports(self, rest: list[Token]) -> None:
        for at, token in enumerate(rest):
            if token.kind == "s":
                self._link(token.start + 1, token.end - 1, "import", "*")
            elif token.kind == "u":
                self._link(token.start, token.end, "import", "*")
            elif token.kind == "(" and not self._dialect.at_variables and self._word(rest[at - 1]).lower() != b"url":
                break  # what is asked of the medium

    def _module(self, word: bytes, rest: list[Token]) -> None:
        path, start, end = self._text(rest[0]), rest[0].start + 1, rest[0].end - 1
        words = [self._word(token) for token in rest]
        space = ""
        given = words.index(b"with") if b"with" in words else len(words)
        if b"as" in words[:given] and words.index(b"as") + 1 < len(rest):
            at = words.index(b"as") + 1
            space = words[at].decode("utf-8", "replace")
            start, end = rest[at].start, rest[at].end
            if _joins(rest, at, "*"):
                space += "*"
            elif word == b"@use" and space != "*":
                self._namespace(space, start, end, path)
        elif word == b"@use":
            stem = posixpath.basename(path.rstrip("/")).partition(".")[0].rpartition(":")[2].removeprefix("_")
            at = self._data.rfind(stem.encode(), rest[0].start, rest[0].end)
            if stem and at >= 0:
                space = stem
                self._namespace(stem, at, at + len(stem.encode()), path)
        self._link(rest[0].start + 1, rest[0].end - 1, "use" if word == b"@use" else "forward", space)
        of = f"scss {path}"
        for at, token in enumerate(rest[1:], 1):
            if token.kind == "$" and (at > given or word == b"@forward"):
                if at < given or _kind(rest, at + 1) == ":":
                    self.marks.append(Mark(token.start, token.end, self._name(token), VARIABLE, of=of))
                else:
                    self._use(token, VARIABLE)
            elif at > given:
                self._values(rest[at : at + 2], (), only_first=True)

    def _namespace(self, name: str, start: int, end: int, path: str) -> None:
        self.marks.append(Mark(start, end, name, MODULE, "import", start, end, of=path))

    def _link(self, start: int, end: int, form: str, word: str) -> None:
        path = self._data[start:end].decode("utf-8", "replace").strip()
        if path:
            self.links.append(Link(start, end, path, form, word, "scss" if self._dialect is SCSS else "css"))

    # Values

    def _values(
        self, value: Sequence[Token], called: tuple[tuple[str, str, str], ...], only_first: bool = False
    ) -> None:
        """Takes the variables, functions and properties that a value names, and parameters that are given by name."""
        open_calls: list[tuple[str, str, str] | None] = []
        pending: tuple[str, str, str] | None = called[0] if called else None
        for at, token in enumerate(value if not only_first else value[:1]):
            kind = token.kind
            if kind == "(":
                open_calls.append(pending)
                pending = None
            elif kind == ")":
                if open_calls:
                    open_calls.pop()
                pending = None
            elif kind == "$":
                self._variable(value, at, open_calls)
            elif kind == "@" and self._dialect.at_variables:
                if self._word(token).lower() not in _LESS_RULES:
                    self._use(token, VARIABLE)
            elif kind == "i":
                pending = self._called_word(value, at)
            elif kind == "." and _kind(value, at + 1) == "(" and value[at + 1].start == token.end:
                before = value[at - 1] if at else None
                if self._dialect.functions and before is not None and before.kind == "i" and before.end == token.start:
                    of = self._name(before)
                    self._use(token, FUNCTION, of)
                    pending = (FUNCTION, self._name(token), of)
            elif kind == "u" and self._data[token.start : token.start + 1] == b"#":
                self.marks.append(Mark(token.start + 1, token.end, plain(self._data[token.start + 1 : token.end]), ID))

    def _variable(self, value: Sequence[Token], at: int, open_calls: Sequence[tuple[str, str, str] | None]) -> None:
        token = value[at]
        inside = open_calls[-1] if open_calls else None
        if inside is not None and _kind(value, at + 1) == ":":
            of = f"{inside[0]}{inside[1]} {inside[2]}"
            self.marks.append(Mark(token.start, token.end, self._name(token), VARIABLE, of="call " + of))
        elif (
            at > 1
            and value[at - 1].kind == "."
            and value[at - 2].kind == "i"
            and value[at - 2].end == value[at - 1].start
        ):
            self._use(token, VARIABLE, self._name(value[at - 2]))
        else:
            self._use(token, VARIABLE)

    def _called_word(self, value: Sequence[Token], at: int) -> tuple[str, str, str] | None:
        token = value[at]
        word = self._data[token.start : token.end]
        after = value[at + 1] if at + 1 < len(value) else None
        if word.startswith(b"--"):
            if len(word) > 2 and self._data[token.end : token.end + 2] != b"#{":
                self._use(token, PROPERTY)
            return None
        if after is None or after.start != token.end:
            return None
        if after.kind == "." and self._dialect.functions:
            two = value[at + 2] if at + 2 < len(value) else None
            if (two is not None and two.kind == "$") or _kind(value, at + 2) == "(":
                self._use(token, MODULE)
            return None
        if after.kind == "(":
            name = self._name(token)
            if word in (b"counter", b"counters") and _kind(value, at + 2) == "i":
                self._use(value[at + 2], COUNTER)
            if self._dialect.functions and not (at and value[at - 1].kind == "#}" and value[at - 1].end == token.start):
                self._use(token, FUNCTION)
                return (FUNCTION, name, "")
        return None

    # Names

    def _property(self, token: Token, end: int, around: _Block) -> None:
        if self._data[token.end : token.end + 2] == b"#{":
            return  # a part of a name that is made when the sheet is
        rank = 0 if around.is_root else 1
        name = self._name(token)
        self.marks.append(Mark(token.start, token.end, name, PROPERTY, "variable", token.start, end, rank=rank))

    def _bind(
        self, token: Token, space: str, kind: str, scope: int, whole: tuple[int, int] | None = None, inner: int = -1
    ) -> None:
        start, end = self._inside(token)
        name = plain(self._data[start:end])
        begin, finish = whole or (token.start, token.end)
        if space == VARIABLE:
            self._bound[scope, name] = None
        self.marks.append(Mark(start, end, name, space, kind, begin, finish, scope, inner=inner))

    def _use(self, token: Token, space: str, of: str = "") -> None:
        start, end = self._inside(token)
        if token.kind == ".":
            start += 1
        name = plain(self._data[start:end])
        if name:
            self.marks.append(Mark(start, end, name, space, of=of))

    def _inside(self, token: Token) -> tuple[int, int]:
        return (token.start + 1, token.end - 1) if token.kind == "s" else (token.start, token.end)

    def _word(self, token: Token) -> bytes:
        return self._data[token.start : token.end]

    def _text(self, token: Token) -> str:
        return self._data[token.start + 1 : token.end - 1].decode("utf-8", "replace")

    def _name(self, token: Token) -> str:
        signed = token.kind in (".", "#", "%")
        start, end = self._inside(token)
        return plain(self._data[start + signed : end])


def _kind(several: Sequence[Token], at: int) -> str:
    return several[at].kind if 0 <= at < len(several) else ""


def _joins(several: Sequence[Token], at: int, kind: str) -> bool:
    """Whether a token of a kind stands right behind one."""
    return at + 1 < len(several) and several[at + 1].kind == kind and several[at + 1].start == several[at].end


def _has_flag(several: Sequence[Token], data: bytes, word: bytes) -> bool:
    return any(
        one.kind == "i" and data[one.start : one.end] == word and before.kind == "!"
        for before, one in pairwise(several)
    )


def marks(data: bytes, language: str) -> Marks:
    """The names of a style sheet."""
    sheet = Sheet(data, len(data))
    sheet.read(0, len(data), DIALECTS.get(language, CSS))
    return finished(sheet.marks, sheet.scopes, sheet.links)
