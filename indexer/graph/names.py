"""The names of one text: its scopes, what binds names in them, and what each name is asked of.

Made of the tree by a query and the scoping of the language, as plain data that can come from another process. Nothing
here knows other files: an import is a module and a name as written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tree_sitter import Node, Query

from indexer.documents import Document
from indexer.grammars.parsers import grammar
from indexer.grammars.queries import split_patterns
from indexer.grammars.time_limit import matches
from indexer.graph.expected import expected, key_of_literal
from indexer.graph.flow import hidden_from
from indexer.graph.loose import loose_name
from indexer.graph.patterns import Taking
from indexer.graph.values import (
    Call,
    Either,
    Function,
    Instance,
    Item,
    Key,
    Keyword,
    Many,
    Member,
    Name,
    Outside,
    Several,
    Super,
    Value,
    Values,
    parts_of,
    result_of,
    text_of,
)
from indexer.languages.scoping import Scoping, scoping_of
from indexer.model import Span

FILE = 0  # the scope that is the file
_USES = frozenset(["shorthand", "narrowed", "set"])  # bindings that are uses all the same
_FUNCTIONS = frozenset(["function", "method", "static", "classmethod", "property"])


class Scope(NamedTuple):
    """A part of a text that names are bound in."""

    kind: str  # file, class, function, block
    span: Span
    parent: int  # -1 for the file
    owner: int  # the binding whose inside it is, or -1
    bases: tuple[Value, ...] = ()
    adds: Value | None = None  # the type that its members are added to


class Binding(NamedTuple):
    """A place that gives a name a meaning."""

    name: str
    kind: str
    span: Span  # of the name
    whole: Span
    scope: int
    value: Value | None = None  # what it holds; of a function, what calling it gives
    inner: int = -1  # the scope that it is the name of
    module: str = ""  # of an import: where it looks
    imported: str = ""  # and what it takes from there
    of: str = ""  # the type that it is a method of
    space: str = ""  # the word for the names that it is one of, where a language has several kinds
    private: bool = False  # no other file sees it, unless it takes in this one whole
    since: int = 0  # where what binds it has been read: a name in its own value is another
    takes: tuple[Value | None, ...] | None = None  # the types of its parameters, where functions may share a name
    takes_more: bool = False  # the last of them any number of times
    hidden: tuple[Span, ...] = ()  # parts of its scope behind it that are never run after it
    under: str = ""  # the path that a class is named with


class Use(NamedTuple):
    """A name in a text that is not bound there, and what has to be worked out to know what it means."""

    name: str
    span: Span
    kind: str  # call, type, value, import, extends
    value: Value


class Names:
    """The scopes and bindings of one text."""

    def __init__(
        self,
        scopes: list[Scope],
        bindings: list[Binding],
        outers: list[Span],
        stars: list[tuple[int, str]],
        modules: list[tuple[Span, str]],
        packages: list[tuple[int, str]],
        taken: dict[Span, Span] | None = None,
        opened: frozenset[tuple[int, str]] = frozenset(),
        globs: dict[int, list[Value]] | None = None,
    ) -> None:
        self.made_of = scopes, bindings, outers, stars, modules, packages, taken, opened, globs
        self.scopes, self.bindings, self.stars, self.modules = scopes, bindings, stars, modules
        self._packages = packages
        self.opened = opened  # scopes, and names that they say they take from around
        self.package = packages[0][1] if packages else ""
        self.globs = globs or {}  # by scope: all names of these are known in it
        self._outers = outers
        self._starts = [scope.span.start for scope in scopes]
        self._outer_starts = [outer.start for outer in outers]
        self.at_place = {
            binding.span: at
            for at, binding in reversed(list(enumerate(bindings)))
            if binding.kind not in _USES and not binding.name.isdigit()
        }
        for span, place in (taken or {}).items():
            if place in self.at_place:
                self.at_place.setdefault(span, self.at_place[place])
        self.in_scope: dict[int, dict[str, list[int]]] = {}
        self.methods: dict[str, dict[str, list[int]]] = {}
        self.exports: dict[str, list[int]] = {}  # names that only other files know
        for at, binding in enumerate(bindings):
            if binding.kind == "export":
                self.exports.setdefault(binding.name, []).append(at)
            elif binding.of:
                self.methods.setdefault(binding.of, {}).setdefault(binding.name, []).append(at)
            else:
                self.in_scope.setdefault(binding.scope, {}).setdefault(binding.space + binding.name, []).append(at)
        self.additions: dict[str, list[int]] = {}  # by the name of a type: the scopes that add members to it
        for at, scope in enumerate(scopes):
            if isinstance(scope.adds, (Name, Member)):
                self.additions.setdefault(scope.adds.name, []).append(at)
        self.literals = {scope.span.start: at for at, scope in enumerate(scopes) if scope.kind == "class"}

    def scope_at(self, offset: int) -> int:
        """The innermost scope that a name at an offset is looked up in."""
        at = bisect_right(self._starts, offset) - 1
        while at > FILE and self.scopes[at].span.end <= offset:
            at = self.scopes[at].parent
        outer = bisect_right(self._outer_starts, offset) - 1
        if outer >= 0 and at > FILE:
            span = self._outers[outer]
            if span.start <= offset < span.end and self.scopes[at].span.start <= span.start:
                return self.scopes[at].parent
        return max(at, FILE)

    def package_at(self, offset: int) -> str:
        """The package that a part of the text is of, where a file may have several."""
        return next((name for start, name in reversed(self._packages) if start <= offset), self.package)

    def given(self, name: str) -> list[int]:
        """The bindings that other files know by a name."""
        return self.exports.get(name) or self.in_scope.get(FILE, {}).get(name, [])

    def full_name(self, scope: int, separator: str) -> str:
        """The name of a class with those of the classes around it."""
        words: list[str] = []
        while scope > FILE:
            owner = self.scopes[scope].owner
            if self.scopes[scope].kind == "class" and owner >= 0:
                binding = self.bindings[owner]
                words.append(f"{binding.under}{separator}{binding.name}" if binding.under else binding.name)
            scope = self.scopes[scope].parent
        return separator.join(reversed(words))

    def function_around(self, offset: int) -> Binding | None:
        """The function that an offset lies in, inside of the innermost class."""
        at = bisect_right(self._starts, offset) - 1
        while at > FILE and (self.scopes[at].span.end <= offset or self.scopes[at].kind not in ("class", "function")):
            at = self.scopes[at].parent
        owner = self.scopes[at].owner if at > FILE and self.scopes[at].kind == "function" else -1
        return self.bindings[owner] if owner >= 0 else None

    def class_around(self, offset: int, kind: str = "class") -> int:
        """The innermost class around an offset, or scope of another kind, or -1."""
        at = bisect_right(self._starts, offset) - 1
        while at > FILE and (self.scopes[at].span.end <= offset or self.scopes[at].kind != kind):
            at = self.scopes[at].parent
        return at if at > FILE else -1


@cache
def _query(name: str) -> tuple[Query, list[dict[str, str | None]]] | None:
    source = _query_source(name)
    language = grammar(name) if source else None
    if language is None:
        return None
    patterns = split_patterns(source)
    compiled = Query(language, "\n".join(patterns))
    return compiled, [dict(compiled.pattern_settings(at)) for at in range(len(patterns))]


def _query_source(name: str) -> str:
    found = files("indexer.languages") / "queries" / "scopes" / f"{name}.scm"
    source = found.read_text("utf-8") if found.is_file() else ""
    inherited = re.match(r"; inherits: (\w+)", source)
    return f"{_query_source(inherited[1])}\n{source}" if inherited else source


def can_resolve(document: Document) -> bool:
    """Whether names of a document can be told by more than their letters."""
    return _known(document) is not None


def _known(document: Document) -> str | None:
    name = document.language.grammar if document.language is not None else None
    return name if name is not None and scoping_of(name) is not None else None


def names_of(document: Document) -> Names | None:
    """The scopes and bindings of a text; None where its language says nothing of them, or it has no tree."""
    name = _known(document)
    root = document.code_root() if name is not None else None
    scoping, query = scoping_of(name), _query(name) if name is not None else None
    if root is None or scoping is None or query is None:
        return None
    return _Reading(root, scoping, len(document.text.data)).read(*query)


def uses_at(document: Document, offsets: list[int]) -> list[Use | None]:
    """What the names at some offsets are asked of; None where there is no name, or one that is bound there."""
    name = _known(document)
    root = document.code_root() if name is not None else None
    scoping = scoping_of(name)
    if root is None or scoping is None:
        return [None] * len(offsets)
    values = Values(scoping)
    found = [_use(root, scoping, values, offset) for offset in offsets]
    whole = document.whole_root()
    if whole is None or scoping.unwrapped is None:
        return found
    return [one or _use(whole, scoping, values, offset) for one, offset in zip(found, offsets, strict=True)]


def _use(root: Node, scoping: Scoping, values: Values, offset: int) -> Use | None:
    node = _identifier(root, scoping, offset, offset + 1)
    if node is None:
        node = _identifier(root, scoping, max(offset - 1, 0), offset)  # a cursor behind a name is at it
        if node is None:
            return None
    if scoping.is_name is not None and not scoping.is_name(node):
        return None
    name, span = text_of(node), Span(node.start_byte, node.end_byte)
    if signs := scoping.prefixes.get(node.type):  # a name as a value, unless it defines something
        return Use(name[signs:], Span(span.start + signs, span.end), "value", Keyword(_UNKNOWN, name[signs:]))
    parent = node.parent
    sign = parent if parent is not None and parent.type in scoping.signed else None
    if sign is not None:
        parent = sign.parent
    if parent is None:
        return None
    outermost = node
    if parent.type in scoping.paths:
        node = outermost = parent
        parent = node.parent or node
    shape = scoping.shapes.get(parent.type)
    named = shape is None or shape.op not in ("member", "invoke") or node in parts_of(parent, shape.parts[1:])
    sort = next((kind for kind in (parent.type if named else "", node.type) if kind in scoping.sorts), "")
    if sign is not None:
        sort = ""
    given = values.given(parent) if sort == parent.type else None
    value: Value = (
        values.named(node, sort, given)
        if node.type not in scoping.paths
        else Name(text_of(node), node.start_byte, sort)
    )
    if scoping.sort_of is not None:
        sort = values.sort(node)
        value = values.plain(node)
    if node.type in scoping.super_calls:
        value = _overridden(node, scoping)
    elif parent.type in scoping.loose.nodes:
        value = loose_name(node, scoping, values)
    elif parent.type in scoping.labels and (node.type in scoping.members or _is_label(parent, node, scoping)):
        value = Member(_labelled(parent, scoping, values) or _UNKNOWN, name, sort)
    elif parent.type in scoping.labels and not scoping.members:
        value = Key(_labelled(parent, scoping, values) or _UNKNOWN, name, node.start_byte)
    elif shape is not None and shape.op in ("member", "invoke"):
        of = (
            _object(parent, shape.parts, sign or node)
            if sign is None or parent.type in scoping.signed[sign.type]
            else None
        )
        if of is not None:
            base = values.of(of) if not isinstance(of, list) else _path(of)
            outermost = parent
            space = scoping.assigned_space if _is_given(parent, scoping) else ""
            value = Member(base if base is not None else _UNKNOWN, space + values.spaced(node), sort, given)
        elif shape.op == "member" and node.type in scoping.nested and not parts_of(parent, shape.parts[:1]):
            value = values.outermost(node)
    elif parent.type in scoping.keywords and parent.child_by_field_name(scoping.keywords[parent.type]) == node:
        value = Keyword(_called(parent, scoping, values) or _UNKNOWN, scoping.keyword_space + name)
    elif parent.parent is not None and parent.parent.type in scoping.literal_keys:
        pair = parent.parent
        if pair.named_children and pair.named_children[0] == parent:
            of_literal = _literal(pair, scoping, values) or _UNKNOWN
            keyed = Member(of_literal, name) if scoping.keys_are_fields else Key(of_literal, name, node.start_byte)
            value = keyed
    elif (literal := key_of_literal(node, scoping)) is not None:
        around = expected(literal, scoping, values)
        value = _UNKNOWN if around is None else Key(around, name, node.start_byte)
    elif parent.type in scoping.outside_names and scoping.outside_names[parent.type].fullmatch(name):
        value = Outside()
    if isinstance(value, Name) and node.type in scoping.members:
        value = Member(_UNKNOWN, name)
    return Use(name, span, _kind(outermost, node, scoping), value)


_UNKNOWN = Name("", 0)


def _identifier(root: Node, scoping: Scoping, start: int, end: int) -> Node | None:
    """The name between two offsets, which may be a word of the language inside of its node."""
    node = root.descendant_for_byte_range(start, end)
    if node is not None and not node.is_named and node.type not in scoping.identifiers:
        node = node.parent if node.parent is not None and node.parent.child_count == 1 else None
    known = node is not None and (node.type in scoping.identifiers or node.type in scoping.prefixes)
    return node if known else None


def _object(parent: Node, parts: tuple[str | int, ...], node: Node) -> Node | list[Node] | None:
    """What a name is a member of, if it is that part of its parent."""
    if parts:
        of, named = (next(iter(parts_of(parent, (part,))), None) for part in parts)
        return of if named == node else None
    before = [child for child in parent.named_children if child.end_byte <= node.start_byte]
    return before or None


def _path(nodes: list[Node]) -> Value:
    value: Value = Name(text_of(nodes[0]), nodes[0].start_byte)
    for node in nodes[1:]:
        value = Member(value, text_of(node))
    return value


def _is_label(parent: Node, node: Node, scoping: Scoping) -> bool:
    return bool(scoping.members) and parent.child_by_field_name("name") == node


def _overridden(node: Node, scoping: Scoping) -> Value:
    """What the function around a node overrides."""
    around = node.parent
    while around is not None and around.type not in scoping.functions:
        around = around.parent
    name = around.child_by_field_name("name") if around is not None else None
    return _UNKNOWN if name is None else Member(Super(node.start_byte), text_of(name))


def _is_given(node: Node, scoping: Scoping) -> bool:
    """Whether a node stands where something is given a value."""
    around = node.parent
    if around is None or around.type not in scoping.assigning:
        return False
    return around.child_by_field_name("right") != node


def _labelled(node: Node, scoping: Scoping, values: Values) -> Value | None:
    """What a label is a value of: the part of the statement around that is compared with it."""
    kind, field = scoping.labels[node.type]
    around = node.parent
    while around is not None and around.type != kind:
        around = around.parent
    return None if around is None else values.of(around.child_by_field_name(field))


def _called(node: Node, scoping: Scoping, values: Values) -> Value | None:
    around = node.parent
    while around is not None:
        shape = scoping.shapes.get(around.type)
        if shape is not None and shape.op in ("call", "instance"):
            return values.of(next(iter(parts_of(around, shape.parts[:1])), None))
        if shape is not None and shape.op == "invoke":
            made = values.of(around)
            return made.of if isinstance(made, (Call, Instance)) else None
        if shape is not None and shape.op == "outside":
            return None
        if around.type.endswith(("statement", "definition")):
            return None
        around = around.parent
    return None


def _literal(pair: Node, scoping: Scoping, values: Values, depth: int = 0) -> Value | None:
    """The type of the literal that a pair is in. One inside another need not say its type: it is an element."""
    body = pair.parent
    owner = body.parent if body is not None else None
    if body is None or owner is None or depth > 20:
        return None
    shape = scoping.shapes.get(owner.type)
    if shape is not None and shape.op == "instance":
        return values.of(owner.child_by_field_name(str(shape.parts[0])))
    if owner.type in scoping.declarators:
        while owner is not None and owner.type in scoping.declarators:
            owner = owner.parent
        return None if owner is None else values.of(owner.child_by_field_name("type"))
    if scoping.keys_are_fields:
        if owner.type not in scoping.literal_keys:
            return _literal(body, scoping, values, depth + 1)  # one of several in an array
        around = _literal(owner, scoping, values, depth + 1)
        key = owner.named_children[0].named_children if owner.named_children else []
        named = bool(key) and key[0].type in scoping.identifiers and owner.named_children[0].type.startswith("field")
        return Member(around, text_of(key[0])) if around is not None and named else around
    within = owner.parent
    if within is None:
        return None
    outer = within if within.type in scoping.literal_keys else owner
    around = _literal(outer, scoping, values, depth + 1)
    return None if around is None else Item(around)


def _kind(outermost: Node, node: Node, scoping: Scoping) -> str:
    parent = node.parent
    if scoping.shorthands and {node.type, parent.type if parent is not None else ""} & scoping.shorthands:
        return "shorthand"
    own = scoping.shapes.get(parent.type) if parent is not None else None
    if parent is not None and own is not None and own.op == "invoke" and node in parts_of(parent, own.parts[1:]):
        return "call"
    around = outermost.parent
    shape = scoping.shapes.get(around.type) if around is not None else None
    calls = around is not None and shape is not None and shape.op == "call" and bool(shape.parts)
    if calls and around is not None and shape is not None:
        called = around.child_by_field_name(str(shape.parts[0]))
        if called == outermost:
            return "call"
    if "type" in node.type or (around is not None and around.type == "type"):
        return "type"
    return "value"


class _Reading:
    """Makes the names of one tree."""

    def __init__(self, root: Node, scoping: Scoping, size: int) -> None:
        self._root, self._scoping, self._size = root, scoping, size
        self._values = Values(scoping)
        self._taking = Taking(scoping, self._values)
        self._scopes: list[Scope] = []
        self._found: dict[tuple[Span, int], tuple[int, Binding]] = {}  # by place and scope: the pattern, the binding
        self._taken: dict[Span, Span] = {}  # where imports say what they take, and the names that they bind it to
        self._returns: dict[int, list[Value]] = {}
        self._bases: dict[int, list[tuple[int, Value]]] = {}  # with the patterns, whose order is theirs
        self._elsewhere: dict[tuple[int, str], str] = {}
        self._again: list[bool] = []

    def read(self, query: Query, settings: list[dict[str, str | None]]) -> Names:
        found = matches(query, self._root)
        self._again = [of.get("again") == "same" for of in settings]
        self._make_scopes(found)
        probe = Names(self._scopes, [], [], [], [], [])
        outers: list[Span] = []
        stars: list[tuple[int, str]] = []
        modules: list[tuple[Span, str]] = []
        packages: list[tuple[int, str]] = []
        globs: dict[int, list[Value]] = {}
        binds = []
        for pattern, captures in found:
            outers += [Span(node.start_byte, node.end_byte) for node in captures.get("outer", ())]
            for node in captures.get("returns", ()):
                self._add_return(probe, node)
            for node in captures.get("base", ()):
                self._add_base(probe, pattern, node, captures["within"][0] if "within" in captures else node)
            for word in ("global", "nonlocal", "own"):
                for node in captures.get(word, ()):
                    self._elsewhere[probe.scope_at(node.start_byte), self._values.spaced(node)] = word
            if "package" in captures:
                packages.append((captures["package"][0].start_byte, text_of(captures["package"][0])))
            modules += [
                (Span(node.start_byte, node.end_byte), self._below(captures, _written(node)))
                for node in captures.get("module", captures.get("path", ()))
            ]
            kind = next((name[5:] for name in captures if name.startswith("bind.")), None)
            if kind == "star":
                stars.append((probe.scope_at(captures["module"][0].start_byte), _written(captures["module"][0])))
            elif kind == "glob":
                value = self._values.of(captures["value"][0])
                if value is not None:
                    globs.setdefault(probe.scope_at(captures["value"][0].start_byte), []).append(value)
            elif kind is not None:
                binds.append((pattern, kind, captures))
        for pattern, kind, captures in binds:
            self._bind(probe, pattern, kind, captures, settings[pattern])
        outers.sort()
        return self._made(outers, stars, modules, sorted(packages), globs)

    def _made(
        self,
        outers: list[Span],
        stars: list[tuple[int, str]],
        modules: list[tuple[Span, str]],
        packages: list[tuple[int, str]],
        globs: dict[int, list[Value]],
    ) -> Names:
        found = sorted(self._found.values(), key=lambda found: found[1].span)
        bindings = self._bound_once(self._shared(found) if self._scoping.blocks_share else found)
        owners = {binding.inner: at for at, binding in enumerate(bindings) if binding.inner >= 0}
        scopes = [
            scope._replace(owner=owners.get(at, -1), bases=self._bases_of(at)) for at, scope in enumerate(self._scopes)
        ]
        for at, binding in enumerate(bindings):
            given = self._returns.get(binding.inner)
            if binding.kind in _FUNCTIONS and binding.value is None and given:
                bindings[at] = binding._replace(value=given[0] if len(given) == 1 else Either(tuple(given)))
        opened = frozenset(self._elsewhere)
        return Names(scopes, bindings, outers, stars, sorted(modules), packages, self._taken, opened, globs)

    def _below(self, captures: dict[str, list[Node]], module: str) -> str:
        """The path of an import that may be written in two parts."""
        under = text_of(captures["under"][0]) + self._scoping.module_separator if "under" in captures else ""
        return under + module

    def _bases_of(self, scope: int) -> tuple[Value, ...]:
        return tuple(value for _, value in sorted(self._bases.get(scope, ()), key=lambda base: base[0]))

    def _shared(self, found: list[tuple[int, Binding]]) -> list[tuple[int, Binding]]:
        """The bindings with variables that blocks set in the scope around that has them already."""
        known: set[tuple[int, str]] = set()
        moved = []
        for pattern, binding in found:
            scope = binding.scope
            while (
                binding.kind == "variable"
                and self._scopes[scope].kind == "block"
                and (scope, binding.name) not in known
            ):
                scope = self._scopes[scope].parent
            if (scope, binding.name) in known:
                binding = binding._replace(scope=scope)
            known.add((binding.scope, binding.name))
            moved.append((pattern, binding))
        return moved

    def _bound_once(self, found: list[tuple[int, Binding]]) -> list[Binding]:
        """The bindings, without those that give a name of their scope another value and do not make a new one."""
        seen: set[tuple[int, str]] = set()
        bindings = []
        for pattern, binding in found:
            key = (binding.scope, binding.space + binding.name)
            if key not in seen or not self._again[pattern]:
                bindings.append(binding)
            seen.add(key)
        return bindings

    def _make_scopes(self, found: list[tuple[int, dict[str, list[Node]]]]) -> None:
        spans: dict[Span, str] = {}
        adding: dict[Span, Value | None] = {}
        for _, captures in found:
            for name, nodes in captures.items():
                if name.startswith("scope."):
                    for node in nodes:
                        span = Span(node.start_byte, node.end_byte)
                        spans.setdefault(span, name[6:])
                        if "adds" in captures:
                            adding[span] = self._values.of(captures["adds"][0])
        self._scopes.append(Scope("file", Span(0, self._size + 1), -1, -1))
        around = [FILE]
        for span in sorted(spans, key=lambda span: (span.start, -span.end)):
            while self._scopes[around[-1]].span.end < span.end or self._scopes[around[-1]].span.end <= span.start:
                around.pop()
            self._scopes.append(Scope(spans[span], span, around[-1], -1, (), adding.get(span)))
            around.append(len(self._scopes) - 1)

    def _add_return(self, probe: Names, node: Node) -> None:
        scope = probe.scope_at(node.start_byte)
        while scope > FILE and self._scopes[scope].kind != "function":
            scope = self._scopes[scope].parent
        value = self._values.of(node)
        if scope > FILE and value is not None:
            self._returns.setdefault(scope, []).append(value)

    def _add_base(self, probe: Names, pattern: int, node: Node, within: Node) -> None:
        value = self._values.of(node)
        scope = probe.class_around(within.start_byte)
        if within == node and scope >= 0 and self._scopes[scope].span == Span(node.start_byte, node.end_byte):
            scope = probe.class_around(node.start_byte - 1)  # a class in another, without a name
        if value is not None and scope >= 0:
            self._bases.setdefault(scope, []).append((pattern, value))

    def _bind(
        self, probe: Names, pattern: int, kind: str, captures: dict[str, list[Node]], settings: dict[str, str | None]
    ) -> None:
        whole = captures[f"bind.{kind}"][0]
        name = captures["name"][0] if "name" in captures else None
        if name is None:
            return
        span = Span(whole.start_byte, whole.end_byte)
        scope = self._scope_of(probe, whole, span, captures)
        inner = -1
        if scope > FILE and self._scopes[scope].span == span and "within" not in captures:
            inner, scope = scope, self._scopes[scope].parent
        wanted = settings.get("scope")
        while wanted and wanted != "own" and scope > FILE and not _fits(self._scopes[scope].kind, wanted):
            scope = self._scopes[scope].parent
        if kind == "self":
            kind = self._self(scope)
        if kind in ("field", "set") and "self" in captures:
            scope = self._field_scope(scope, text_of(captures["self"][0]))
            if scope < 0:
                return
        module = self._below(captures, _written(captures["module"][0])) if "module" in captures else ""
        if "path" in captures:
            module = text_of(name)
        source = captures.get("imported", captures.get("local"))
        imported = text_of(source[0]) if source else settings.get("imported") or ""
        of = text_of(captures["of"][0]) if "of" in captures else ""
        value = self._value(captures, settings)
        since = max(captures["name"][0].end_byte, *(node.end_byte for node in captures.get("value", captures["name"])))
        takes, more = self._parameters(captures["takes"][0]) if "takes" in captures else (None, False)
        taken = captures["imported"][0] if "imported" in captures else None
        called = settings.get("called")
        whatever = kind in ("import", "export") or called
        known = self._scoping.identifiers | self._scoping.prefixes.keys()
        under = text_of(captures["under"][0]) if "under" in captures and kind == "class" else ""
        for node, held in self._taking.named(name, value, "package" if whatever else settings.get("take")):
            place, word = self._bare(node, Span(node.start_byte, node.end_byte))
            space = self._scoping.spaces.get(node.parent.type, "") if node.parent is not None else ""
            space = settings.get("space") or space
            word = called or (word if node.type in known else package_name(module))
            if not word and isinstance(held, (Name, Member)):  # `use a::{self}`
                word = held.name
            target = self._moved(scope, space + word) if kind not in ("parameter", "field", "set", "global") else scope
            if wanted == "own" and self._elsewhere.get((scope, word)) != "own":
                target = FILE
            before = self._found.get((place, target))
            if before is not None and before[0] <= pattern:
                continue
            if taken is not None:
                self._taken[Span(taken.start_byte, taken.end_byte)] = place
            self._found[place, target] = (
                pattern,
                Binding(
                    word,
                    kind,
                    place,
                    span,
                    target,
                    held,
                    inner,
                    module,
                    imported,
                    of,
                    space,
                    "private" in captures,
                    since,
                    takes,
                    more,
                    hidden_from(node, self._scoping) if kind == "variable" and self._scoping.branches else (),
                    under,
                ),
            )

    def _bare(self, node: Node, place: Span) -> tuple[Span, str]:
        """Where a name is without the signs that its node has before it."""
        signs = self._scoping.prefixes.get(node.type, 0)
        return Span(place.start + signs, place.end), text_of(node)[signs:]

    def _parameters(self, node: Node) -> tuple[tuple[Value | None, ...], bool]:
        """The types of parameters, and whether there may be more of the last."""
        kinds = [child for child in node.named_children if not child.is_extra and child.type in self._scoping.shapes]
        more = bool(kinds) and any(child.type == "..." for child in kinds[-1].children)
        return tuple(self._values.of(child) for child in kinds), more

    def _scope_of(self, probe: Names, whole: Node, span: Span, captures: dict[str, list[Node]]) -> int:
        within = captures["within"][0].start_byte if "within" in captures else whole.start_byte
        at = bisect_right(probe._starts, within) - 1
        while at > FILE and self._scopes[at].span.end <= within:
            at = self._scopes[at].parent
        if "within" not in captures:  # what begins where a scope does may be around it
            while at > FILE and self._scopes[at].span.end < span.end:
                at = self._scopes[at].parent
        return max(at, FILE)

    def _self(self, scope: int) -> str:
        parent = self._scopes[scope].parent
        return "self" if parent >= 0 and self._scopes[parent].kind == "class" else "parameter"

    def _field_scope(self, scope: int, name: str) -> int:
        """The class of a field that is set on an object, if that is what a method of it was called on."""
        while scope > FILE and self._scopes[scope].kind != "function":
            scope = self._scopes[scope].parent
        parent = self._scopes[scope].parent
        if scope <= FILE or self._scopes[parent].kind != "class":
            return -1
        return parent if name in ("self", "cls", "this") else -1

    def _moved(self, scope: int, name: str) -> int:
        match self._elsewhere.get((scope, name)):
            case "global":
                return FILE
            case "nonlocal":
                scope = self._scopes[scope].parent
                while scope > FILE and self._scopes[scope].kind != "function":
                    scope = self._scopes[scope].parent
        return scope

    def _value(self, captures: dict[str, list[Node]], settings: dict[str, str | None]) -> Value | None:
        if "result" in captures:
            made = self._values.of(captures["result"][0])
            return None if made is None else result_of(made)
        if "type" in captures:
            kinds = [made for node in captures["type"] if (made := self._values.of(node)) is not None]
            if len(kinds) == 1 and isinstance(kinds[0], Several):
                return result_of(kinds[0])
            return None if not kinds else Instance(kinds[0] if len(kinds) == 1 else Either(tuple(kinds)))
        if "value" not in captures:
            return None
        made = self._values.of(captures["value"][0])
        if made is None:
            return None
        match settings.get("take"):
            case "element":
                return Item(made)
            case "instance":
                kinds = list(made.of) if isinstance(made, Several) else [made]
                return Instance(Either(tuple(kinds)))
            case "many":
                return Instance(Many(made))
            case "function":
                return Function(made)
            case "entered":
                return Either((Call(Member(made, "__enter__")), made))
        return made


def _fits(kind: str, wanted: str) -> bool:
    return kind != "class" if wanted == "not class" else kind == wanted


def package_name(module: str) -> str:
    """What a package is called of which only the path is known: its last word, without a version."""
    words = [word for word in module.split("/") if not re.fullmatch(r"v[0-9]+", word)] or [module]
    return re.sub(r"\.v[0-9]+$|^go-|[-.]go$", "", words[-1]).replace("-", "_")


def _written(node: Node) -> str:
    return text_of(node).strip("\"'`<>")
