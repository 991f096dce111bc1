"""Structure queries: what in a grammar's tree is a definition, a block, a fold, a comment, an import, a reference.

They are data: `languages/queries/NAME.scm` is written by hand; for every other grammar `queries/derived/NAME.scm` was
made from the names of its node kinds (see indexer.grammars.derived). All patterns of a file are run in one pass,
because most of a pass is spent on visiting the nodes.

A pattern says what it finds by a capture. `@definition.KIND` is a definition with its `@name`. `@binding.KIND` is one
too, unless it stands in a `@scope.local`, as a local variable does; in a `@scope.class` it is a field. That is far
cheaper than a pattern that begins at the root of the file, which stays open over every node. `@reference.KIND` is a
reference by its `@name`, and `@reference.none` takes a name away from the patterns after it; `@definition.none` and
`@block.none` say likewise that something is no definition or block. All others are spans: `@fold`, `@comment`,
`@import`, `@block.KIND`. Of several patterns that see the same name the first counts. Strings, and code inside of them,
are not in the files: see indexer.grammars.strings.

Predicates are evaluated for every match and cost more than all the rest, so a frequent one is a setting instead:
`(#set! capitals "KIND")` gives a definition another kind if its name is in capitals. What a fold or a block hangs on,
and what closes it, is seen in the nodes around it, unless the pattern says it: with `(#set! edges "brackets")` it has
brackets of its own, with "layout" nothing closes it, and with another sign it also hangs on that sign. With
`(#set! top "TEXT")` a span counts where the file itself holds it and its `@name` is that text. With
`(#set! until "=")` a name ends before that sign.

A pattern that is tried on most nodes and fits few of them can say what is written in each that it fits: with
`(#set! near "EXPRESSION")` a first outline tries it around what matches that, and nowhere else: on the innermost node
there of a kind that one of these patterns begins with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from tree_sitter import Query

from indexer.grammars.compiling import compiled
from indexer.grammars.parsers import grammar, parser
from indexer.grammars.strings import string_patterns
from indexer.languages.profile import profile_of
from indexer.lazy import lazy
from indexer.model import ReferenceKind
from indexer.text.linear import Linear

# "none" is for names that a later pattern would take for a reference.
MentionKind = ReferenceKind | Literal["none"]

_CAPTURE = re.compile(r'"(?:\\.|[^"\\])*"|@([a-z][\w.]*)')

_EVERY_CAPTURE = re.compile(r"@([\w.]+)")

_DEFINES = re.compile(r"^(?:definition|binding)\.")

_BRACKETS = '(#set! edges "brackets")'

_SETTING = re.compile(r'\(#set!\s+(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\)')

_PREDICATE = re.compile(r"\(#(?!set!)")

_REFERENCE = re.compile(r"\s*@reference\.\w+")

_FIRST_KIND = re.compile(r"\(+\s*(\w+)")

# What captures are called in a compiled query. Python keeps a string of one character, and makes any other for each
# capture of each match.
NAME, BODY, ROLE_LETTERS = "n", "b", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


# What a pattern finds. A GROUP is a fold or a block, BRACKETS are one in brackets of its own, a SPAN is a comment or an
# import, a STRING is one or code inside of one, and an OTHER is several things at once.
DEFINITION, BINDING, REFERENCE, GROUP, BRACKETS, SPAN, SCOPE, STRING, OTHER = range(9)

# Of these it does not matter in which order they are found.
_IN_ANY_ORDER = (DEFINITION, BINDING, REFERENCE, SPAN, STRING)


class Part(NamedTuple):
    """Patterns that are compiled together, and their numbers among all of the grammar."""

    query: Query
    numbers: list[int]


class Near(NamedTuple):
    """Patterns that are looked for around what matches an expression, from the innermost node of some kinds."""

    part: Part
    text: Linear
    kinds: frozenset[str]


class Pass:
    """Some patterns of a grammar that are looked for together. They are compiled when that first happens: it can take
    as long as ten parses of a long file.

    A pattern that begins at the node of the whole file stays open over all that is in it, wherever in the file somebody
    looks. So those are apart, and are looked for from that node alone, which costs next to nothing.
    """

    def __init__(self, name: str, patterns: list[str], numbers: list[int]) -> None:
        self._name = name
        self._patterns = patterns
        self._numbers = numbers

    @lazy
    def of_file(self) -> Part | None:
        """The patterns that begin at the node of the file."""
        return self._part([number for number in self._numbers if self._begins_at_file(number)])

    @lazy
    def others(self) -> Part | None:
        return self._part([number for number in self._numbers if not self._begins_at_file(number)])

    @lazy
    def near(self) -> Near | None:
        """Those of the others that say near what they are to be found."""
        numbers = [number for number in self._numbers if self._text_near(number)]
        part = self._part(numbers)
        if part is None:
            return None
        kinds = [begun[1] for number in numbers if (begun := _FIRST_KIND.match(self._patterns[number]))]
        texts = dict.fromkeys(self._text_near(number) for number in numbers)
        return Near(part, Linear("|".join(f"(?:{text})" for text in texts).encode()), frozenset(kinds))

    @lazy
    def anywhere(self) -> Part | None:
        """The others without those."""
        if self.near is None:
            return self.others
        return self._part([at for at in self._numbers if not self._begins_at_file(at) and not self._text_near(at)])

    def _text_near(self, number: int) -> str:
        settings: dict[str, str] = dict(_SETTING.findall(self._patterns[number]))
        return settings.get("near", "").replace("\\\\", "\\")

    @property
    def is_compiled(self) -> bool:
        return "others" in vars(self)

    @lazy
    def file_kind(self) -> str:
        """The kind of node that a whole file is."""
        parse = parser(self._name)
        return "" if parse is None else parse.parse(b"").root_node.type

    def _begins_at_file(self, number: int) -> bool:
        pattern = self._patterns[number]
        begun = _FIRST_KIND.match(pattern)
        return begun is not None and begun[1] == self.file_kind and _role(pattern) in _IN_ANY_ORDER

    def _part(self, numbers: list[int]) -> Part | None:
        language = grammar(self._name)
        assert language is not None
        patterns = [_lettered(self._patterns[number]) for number in numbers]
        return Part(compiled(language, patterns), numbers) if patterns else None


@dataclass(frozen=True, slots=True)
class StructureQuery:
    """The query of one grammar. `exact` is False when it was derived from node kinds.

    For each pattern, `roles` has what it finds and `role_captures` the captures that say so, in the order of their
    letters; those of definitions without their first word: "function".
    """

    whole: Pass
    first: Pass  # what an outline needs: definitions, and the comments inside of their heads
    rest: Pass  # all that is not definitions
    roles: tuple[int, ...]
    role_captures: tuple[tuple[str, ...], ...]
    mentioned: tuple[MentionKind, ...]  # for the patterns that find references: of what kind
    tops: tuple[bytes, ...]  # for the patterns of what counts only at the top of a file: what its name must be
    edges: tuple[str, ...]  # for the patterns of folds and blocks: what begins and ends them, or ""
    capitals: tuple[str, ...]  # for the patterns whose names in capitals are of another kind: that kind
    untils: tuple[bytes, ...]  # for the patterns whose names end before a sign inside of them: that sign
    sigil: re.Pattern[bytes] | None  # what stands before names and is no part of them
    beside: bool  # whether a pattern looks at nodes side by side, wherever they stand
    compares: bool  # whether a pattern compares the texts of nodes
    exact: bool

    @property
    def defines(self) -> bool:
        """Whether a pattern finds definitions."""
        return DEFINITION in self.roles or BINDING in self.roles

    @property
    def passes(self) -> tuple[Pass, ...]:
        """What finds everything: at once, unless definitions have been looked for alone and are compiled already."""
        return (self.first, self.rest) if self.first.is_compiled else (self.whole,)


@cache
def structure_query(name: str, names_alone: bool = False) -> StructureQuery | None:
    """The query for a grammar, or None when the grammar cannot be used. With `names_alone`, it finds definitions and
    nothing else."""
    language = grammar(name)
    if language is None:
        return None
    source, exact = query_source(name)
    patterns = [*split_patterns(source), *string_patterns(name, language)]
    # A pattern that takes a kind of node wherever it stands comes after those that look closer, inherited or not.
    patterns.sort(key=lambda pattern: "@name @reference." in pattern and pattern.count("(") == 1)
    patterns.sort(key=lambda pattern: max(min(_role(pattern), GROUP), BINDING))
    if names_alone:
        patterns = [pattern for pattern in patterns if _tells_names(pattern)]
    numbers = range(len(patterns))
    settings = [dict(_SETTING.findall(pattern)) for pattern in patterns]
    return StructureQuery(
        Pass(name, patterns, list(numbers)),
        Pass(name, patterns, [at for at in numbers if _serves_outlines(patterns[at])]),
        Pass(name, patterns, [at for at in numbers if _role(patterns[at]) not in (DEFINITION, BINDING, SCOPE)]),
        tuple(_role(pattern) for pattern in patterns),
        tuple(tuple(_DEFINES.sub("", name) for name in _role_captures(pattern)) for pattern in patterns),
        tuple(_mentioned(pattern) for pattern in patterns),
        tuple(of.get("top", "").encode() for of in settings),
        tuple(of.get("edges", "") for of in settings),
        tuple(of.get("capitals", "") for of in settings),
        tuple(of.get("until", "").encode() for of in settings),
        re.compile(sigil) if (sigil := profile_of(name).grammar.sigil) else None,
        any(_looks_beside(pattern) for pattern in patterns),
        any(_PREDICATE.search(pattern) for pattern in patterns),
        exact,
    )


def query_source(name: str) -> tuple[str, bool]:
    """The text of a grammar's query file and whether it was written by hand.

    A first line `; inherits: NAME` puts another language's patterns before the file's own.
    """
    folder = files("indexer.languages") / "queries"
    for path, exact in ((folder / f"{name}.scm", True), (folder / "derived" / f"{name}.scm", False)):
        if path.is_file():
            source = path.read_text("utf-8")
            inherited = re.match(r";\s*inherits:\s*(\w+)", source)
            return (f"{query_source(inherited[1])[0]}\n{source}" if inherited else source), exact
    return "", False


def _lettered(pattern: str) -> str:
    """A pattern whose captures have their short names.

    Where a name is a reference by its ancestors alone, only the name is captured: an edit that makes something else of
    it changes them, and so it is looked at again.
    """
    if _role(pattern) == REFERENCE and _is_path(pattern):
        pattern = _REFERENCE.sub("", pattern)
    letters = dict(zip(_role_captures(pattern), ROLE_LETTERS, strict=False)) | {"name": NAME, "body": BODY}
    return _CAPTURE.sub(lambda found: f"@{letters[found[1]]}" if found[1] else found[0], pattern)


def _looks_beside(pattern: str) -> bool:
    """Whether a pattern begins with several nodes side by side, and not with one that is around them."""
    if not re.match(r"\(\s*[(\[\"]", pattern):
        return False
    depth = beside = 0
    for sign in re.finditer(r'"(?:\\.|[^"\\])*"|[(\[)\]]', pattern):
        if sign[0] in ")]":
            depth -= 1
            continue
        beside += depth == 1 and not re.match(r"\s*#", pattern[sign.end() :])
        depth += sign[0] in "(["
    return beside > 1


def _is_path(pattern: str) -> bool:
    """Whether every node of a pattern has at most one child, and nothing else is asked of them."""
    if re.search(r"[\"#!*+?]|\s\.[\s)]", pattern):
        return False
    children: list[int] = []  # of the groups around, of which only those in parentheses count theirs
    for sign in re.findall(r"[(\[)\]]", pattern):
        if sign in ")]":
            if children.pop() > 1:
                return False
        else:
            if children:
                children[-1] += 1
            children.append(0 if sign == "(" else -(1 << 30))
    return True


def _role(pattern: str) -> int:
    role_captures = _role_captures(pattern)
    if "@definition." in pattern or "@binding." in pattern:
        return BINDING if role_captures[0].startswith("binding.") else DEFINITION
    if "@reference." in pattern:
        return REFERENCE
    if role_captures[0].startswith("string"):
        return STRING
    if len(_EVERY_CAPTURE.findall(pattern)) > 1 or re.search(r"[])\w][*+?]", pattern):
        return OTHER
    kind = role_captures[0].partition(".")[0]
    if _BRACKETS in pattern:
        return BRACKETS
    return {"fold": GROUP, "block": GROUP, "scope": SCOPE}.get(kind, SPAN)


def _tells_names(pattern: str) -> bool:
    """Whether a pattern finds definitions, or where bindings are local."""
    return _role(pattern) in (DEFINITION, BINDING) or any(name.startswith("scope.") for name in _role_captures(pattern))


def _serves_outlines(pattern: str) -> bool:
    """Whether an outline needs what a pattern finds."""
    return _tells_names(pattern) or "comment" in _role_captures(pattern)


def _role_captures(pattern: str) -> tuple[str, ...]:
    """The captures of a pattern that say what it finds."""
    return tuple(dict.fromkeys(name for name in _CAPTURE.findall(pattern) if name not in ("", "name", "body")))


def _mentioned(pattern: str) -> MentionKind:
    kind = _role_captures(pattern)[0].removeprefix("reference.")
    return cast(MentionKind, kind) if "@reference." in pattern else "none"


_QUERY_TOKEN = re.compile(r';[^\n]*|"(?:\\.|[^"\\])*"|[()\[\]]')


def split_patterns(source: str) -> list[str]:
    """The top-level patterns of a query's text, each with the captures that follow it."""
    starts: list[int] = []
    depth = 0
    source = re.sub(r"(?m)^\s*;.*$", "", source)
    for token in _QUERY_TOKEN.finditer(source):
        text = token[0]
        if text in ")]":
            depth -= 1
        elif text[0] != ";":
            if depth == 0:
                starts.append(token.start())
            depth += text in "(["
    return [source[start:end].strip() for start, end in pairwise([*starts, len(source)])]
