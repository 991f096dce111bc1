"""The scopes of a text and what binds names in them, made of its tree by a query and the scoping of its language."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from importlib.resources import files

from tree_sitter import Node, Query

from indexer.documents import Document
from indexer.grammars.compiling import compiled
from indexer.grammars.parsers import grammar
from indexer.grammars.queries import split_patterns
from indexer.grammars.time_limit import matches
from indexer.graph.depth import Depth
from indexer.graph.flow import hidden_from
from indexer.graph.marked import marked_names
from indexer.graph.names import FILE, Binding, Names, Scope
from indexer.graph.patterns import Taking
from indexer.graph.scopes import scopes_of
from indexer.graph.values import (
    Call,
    Either,
    Function,
    Instance,
    Item,
    Many,
    Member,
    Name,
    Several,
    This,
    Value,
    Values,
    result_of,
    text_of,
)
from indexer.languages.scoping import Scoping, scoping_of
from indexer.model import Span

_FUNCTIONS = frozenset(["function", "method", "static", "classmethod", "property"])


def names_of(document: Document) -> Names | None:
    """The scopes and bindings of a text; None where its language says nothing of them, or it has no tree."""
    name = scoped_grammar(document)
    scoping = scoping_of(name)
    if scoping is not None and not scoping.identifiers:
        return marked_names(document, scoping)
    root = document.code_root() if name is not None else None
    query = _query(name) if name is not None else None
    if root is None or scoping is None or query is None:
        return None
    return _Reading(root, scoping, len(document.text.data)).read(*query)


def scoped_grammar(document: Document) -> str | None:
    """The grammar of a document, if its names can be told by more than their letters."""
    name = document.language.grammar if document.language is not None else None
    return name if name is not None and scoping_of(name) is not None else None


@cache
def _query(name: str) -> tuple[Query, list[dict[str, str | None]]] | None:
    source = query_source(name)
    language = grammar(name) if source else None
    if language is None:
        return None
    patterns = split_patterns(source)
    query = compiled(language, patterns)
    return query, [dict(query.pattern_settings(at)) for at in range(len(patterns))]


def query_source(name: str) -> str:
    found = files("indexer.languages") / "queries" / "scopes" / f"{name}.scm"
    source = found.read_text("utf-8") if found.is_file() else ""
    inherited = re.match(r"; inherits: (\w+)", source)
    return f"{query_source(inherited[1])}\n{source}" if inherited else source


class _Reading:
    """Makes the names of one tree."""

    def __init__(self, root: Node, scoping: Scoping, size: int) -> None:
        self._root, self._scoping, self._size = root, scoping, size
        self._depth = Depth(root)
        self._values = Values(scoping)
        self._taking = Taking(scoping, self._values)
        self._scopes: list[Scope] = []
        self._found: dict[tuple[Span, int], tuple[int, Binding]] = {}  # by place and scope: the pattern, the binding
        self._taken: dict[Span, Span] = {}  # where imports say what they take, and the names that they bind it to
        self._returns: dict[int, list[Value]] = {}
        self._bases: dict[int, list[tuple[int, Value]]] = {}  # with the patterns, whose order is theirs
        self._elsewhere: dict[tuple[int, str], str] = {}
        self._again: list[bool] = []
        self._begun: dict[Span, int] = {}  # statements that begin a class, and its scope

    def read(self, query: Query, settings: list[dict[str, str | None]]) -> Names:
        found = matches(query, self._root)
        self._again = [of.get("again") == "same" for of in settings]
        self._scopes, self._begun = scopes_of(found, self._root, self._size, self._values)
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
                within = captures["within"][0] if "within" in captures else node
                self._add_base(probe, pattern, self._bases_in(node), node, within)
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

    def _add_return(self, probe: Names, node: Node) -> None:
        scope = probe.scope_at(node.start_byte)
        while scope > FILE and self._scopes[scope].kind != "function":
            scope = self._scopes[scope].parent
        value = self._values.of(node)
        if scope > FILE and value is not None:
            self._returns.setdefault(scope, []).append(value)

    def _bases_in(self, node: Node) -> list[Value]:
        if self._scoping.words is not None and self._holds_words(node):
            words = self._scoping.words(node)
            return [Name(word.name, word.start, self._values.sort(node)) for word in words]
        value = self._values.of(node)
        return [] if value is None else [value]

    def _add_base(self, probe: Names, pattern: int, values: list[Value], node: Node, within: Node) -> None:
        scope = probe.class_around(within.start_byte)
        if within == node and scope >= 0 and self._scopes[scope].span == Span(node.start_byte, node.end_byte):
            scope = probe.class_around(node.start_byte - 1)  # a class in another, without a name
        if scope >= 0:
            self._bases.setdefault(scope, []).extend((pattern, value) for value in values)

    def _bind(
        self, probe: Names, pattern: int, kind: str, captures: dict[str, list[Node]], settings: dict[str, str | None]
    ) -> None:
        whole = captures[f"bind.{kind}"][0]
        name = captures["name"][0] if "name" in captures else None
        if name is None or self._depth.is_too_much(name.start_byte):
            return
        span = Span(whole.start_byte, whole.end_byte)
        scope = self._scope_of(probe, whole, span, captures)
        inner = -1
        if self._begun.get(span, FILE) > FILE and "within" not in captures:
            inner = self._begun[span]
            scope = self._scopes[inner].parent
        elif scope > FILE and self._scopes[scope].span == span and "within" not in captures:
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
        since = max(
            self._read_with(captures["name"][0]).end_byte,
            *(node.end_byte for node in captures.get("value", captures["name"])),
        )
        takes, more = self._parameters(captures["takes"][0]) if "takes" in captures else (None, False)
        taken = captures["imported"][0] if "imported" in captures else None
        called = settings.get("called")
        whatever = kind in ("import", "export") or called
        known = self._scoping.identifiers | self._scoping.prefixes.keys()
        under = text_of(captures["under"][0]) if "under" in captures and kind == "class" else ""
        named = self._taking.named(name, value, "package" if whatever else settings.get("take"))
        for node, held, place, word, space in ((*one, *each) for one in named for each in self._written_in(one[0])):
            space = settings.get("space") or space
            space += "".join(f"{text_of(part)}." for part in captures.get("space", ()))
            word = called or (word if node.type in known else package_name(module))
            whole_path = ("class", "export") if self._scoping.packages_nest else ("class", "import", "export")
            if self._scoping.inner_paths and kind not in whole_path:
                under, _, word = word.rpartition(self._scoping.module_separator)
                place = Span(place.end - len(word.encode()), place.end)
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
                    space + word if source is not None and self._holds_words(node) else imported,
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

    def _written_in(self, node: Node) -> list[tuple[Span, str, str]]:
        """The names that a node is or holds: where each is, and the space it is one of."""
        if self._scoping.words is not None and self._holds_words(node):
            words = self._scoping.words(node)
            return [(Span(one.start, one.start + len(one.name.encode())), one.name, one.space) for one in words]
        place, word = self._bare(node, Span(node.start_byte, node.end_byte))
        return [(place, word, self._values.space(node))]

    def _holds_words(self, node: Node) -> bool:
        return node.type in self._scoping.word_nodes

    def _read_with(self, node: Node) -> Node:
        """All that is read before a name is known which a node binds."""
        while self._scoping.statements and node.parent and node.parent.type not in self._scoping.statements:
            node = node.parent
        return node

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
        if settings.get("take") == "this":
            return This(captures["name"][0].start_byte)
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
