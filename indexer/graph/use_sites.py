"""What the names at some places of a text are asked of, by the tree around them and the scoping of its language."""

from __future__ import annotations

from tree_sitter import Node

from indexer.documents import Document
from indexer.graph.bindings import scoped_grammar
from indexer.graph.depth import Depth
from indexer.graph.expected import expected, key_of_literal
from indexer.graph.loose import loose_name
from indexer.graph.marked import marks_in
from indexer.graph.marks import Marked
from indexer.graph.names import Use
from indexer.graph.values import (
    Call,
    Instance,
    Item,
    Key,
    Keyword,
    Member,
    Name,
    Outside,
    Super,
    Value,
    Values,
    parts_of,
    text_of,
)
from indexer.languages.scoping import Scoping, scoping_of
from indexer.model import Span

_UNKNOWN = Name("", 0)


def uses_at(document: Document, offsets: list[int]) -> list[Use | None]:
    """What the names at some offsets are asked of; None where there is no name.

    Nor is there an answer for one that is bound there, or that is too deep in the tree.
    """
    name = scoped_grammar(document)
    scoping = scoping_of(name)
    root = document.code_root() if name is not None else None
    if root is None or scoping is None:
        return [None] * len(offsets)
    values = Values(scoping)
    depth = Depth(root)
    found = [None if depth.is_too_much(offset) else _use(root, scoping, values, offset) for offset in offsets]
    if scoping.marks and None in found:
        marked = Marked(marks_in(document, scoping.marks))
        found = [one or marked.at(offset) for one, offset in zip(found, offsets, strict=True)]
    whole = document.whole_root()
    if whole is None or scoping.unwrapped is None:
        return found
    depth = Depth(whole)
    return [
        one or (None if depth.is_too_much(offset) else _use(whole, scoping, values, offset))
        for one, offset in zip(found, offsets, strict=True)
    ]


def _use(root: Node, scoping: Scoping, values: Values, offset: int) -> Use | None:
    node = _identifier(root, scoping, offset, offset + 1)
    if node is None:
        node = _identifier(root, scoping, max(offset - 1, 0), offset)  # a cursor behind a name is at it
        if node is None:
            return None
    if scoping.is_name is not None and not scoping.is_name(node):
        return None
    name, span = text_of(node), Span(node.start_byte, node.end_byte)
    if node.type in scoping.word_nodes:
        return _word(node, scoping, values, offset)
    if scoping.address is not None:
        return Use(name, span, "value", _addressed(node, scoping.address(node)))
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
        value = Key(_labelled(parent, scoping, values) or _UNKNOWN, name, node.start_byte, label=True)
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
    use = Use(name, span, _kind(outermost, node, scoping), value)
    return _last_of_path(use, scoping, offset) if scoping.inner_paths else use


def _word(node: Node, scoping: Scoping, values: Values, offset: int) -> Use | None:
    """One of the names that a node holds side by side."""
    for start, name, space in scoping.words(node) if scoping.words is not None else ():
        if start <= offset <= start + len(name.encode()):
            span = Span(start, start + len(name.encode()))
            return Use(name, span, "value", Name(space + name, start, values.sort(node)))
    return None


def _last_of_path(use: Use, scoping: Scoping, offset: int) -> Use:
    """A use that is written with the path to it: its last word, or the package that is the rest."""
    head, sign, last = use.name.rpartition(scoping.module_separator)
    if not sign or not last or not isinstance(use.value, (Name, Member)) or use.value.sort == "package":
        return use
    start = use.span.end - len(last.encode())
    package: Value = Name(head, use.span.start, "package")
    if head in scoping.parents:
        package = Super(use.span.start)
    elif offset < start - len(sign):
        return Use(head, Span(use.span.start, start - len(sign)), "value", package)
    value = Member(package, last, use.value.sort) if isinstance(use.value, Member) else use.value
    return Use(last, Span(start, use.span.end), use.kind, value)


def _addressed(node: Node, words: tuple[str, ...] | None) -> Value:
    """What a name is asked of by the address that it is part of."""
    if words is None:
        return Name(text_of(node), node.start_byte)
    if not words:
        return Outside()
    value: Value = Name(words[0], node.start_byte)
    for word in words[1:]:
        value = Member(value, word)
    return value


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
