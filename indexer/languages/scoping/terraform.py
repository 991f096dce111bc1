"""Terraform: all files of a folder are one module, and names in it are addresses (`var.x`, `aws_instance.web`).

What kind of thing a name is stands before it, where it is used as where it is defined. So each is bound with that in
its space, and the address of a use says which space it is looked up in. Blocks of a module know no other scopes but
those of `for` and `dynamic`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from indexer.languages.scoping import Scoping

# The first word of an address, the space of what it leads to, and how many words say what that is.
_ROOTS = {
    "var": ("variable", 1),
    "local": ("local", 1),
    "module": ("module", 1),
    "data": ("data", 2),
    "ephemeral": ("ephemeral", 2),
    "resource": ("resource", 2),
}
_OWN = frozenset(["count", "each", "path", "self", "terraform"])  # words with a meaning of their own
_DEFINING = frozenset(["data", "ephemeral", "module", "output", "resource", "variable"])
_META = frozenset(["count", "depends_on", "for_each", "lifecycle", "provider", "providers", "source", "version"])
_CHAINED = frozenset(["get_attr", "index", "splat"])
_SPLATS = frozenset(["attr_splat", "full_splat", "splat"])
_LOOPS = {"for_expr": "for_intro", "template_for": "template_for_start"}
_DEEPEST = 200
_LONGEST = 16  # parts of an address before a name of it; what follows on more is an attribute
_FARTHEST = 2000  # bytes of an expression before such a name: to look back takes as long as it is


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _around(node: Node) -> Iterator[Node]:
    """What is around a node, from inside out."""
    parent = node.parent
    for _ in range(_DEEPEST):
        if parent is None:
            return
        yield parent
        parent = parent.parent


def _head(block: Node) -> list[str]:
    """The word that a block begins with, and its labels."""
    found = []
    for child in block.named_children:
        if child.type == "identifier":
            found.append(_text(child))
        elif child.type == "string_lit":
            found.append(_text(child).strip('"'))
        else:
            break
    return found


def _block(node: Node) -> Node | None:
    """The block that a node is an attribute of."""
    body = node.parent
    block = body.parent if body is not None and body.type == "body" else None
    return block if block is not None and block.type == "block" else None


def is_name(node: Node) -> bool:
    """Whether a word is a name: not the key of an object, an argument of a resource, nor the kind of a block."""
    parent = node.parent
    if parent is None:
        return False
    if node.type == "template_literal":
        return _is_label(node, parent)
    if parent.type == "block":
        head = _head(parent)
        labels = [child for child in parent.named_children if child.type in ("identifier", "string_lit")]
        return node == labels[-1] and len(labels) > 1 and head[0] in _DEFINING
    if parent.type == "attribute":
        block = _block(parent)
        if block is None:  # of a file that says what variables are
            return parent.parent is not None and parent.parent.parent is not None and not parent.parent.parent.parent
        head = _head(block)
        return head == ["locals"] or (head[0] == "module" and len(head) == 2 and _text(node) not in _META)
    if parent.type == "variable_expr":
        return not _is_key(parent)
    return True


def _is_label(node: Node, parent: Node) -> bool:
    block = parent.parent
    if parent.type != "string_lit" or block is None:
        return False
    if block.type == "block":
        head = _head(block)
        last = [child for child in block.named_children if child.type in ("identifier", "string_lit")][-1]
        return last == parent and (head[0] in _DEFINING or head[0] == "dynamic")
    attribute = next((each for each in _around(parent) if each.type == "attribute"), None)
    owner = _block(attribute) if attribute is not None else None
    named = attribute is not None and _text(attribute.named_children[0]) == "alias"
    return named and owner is not None and _head(owner)[:1] == ["provider"]


def _is_key(expression: Node) -> bool:
    """Whether a plain word is the key of an object: it stands for itself then."""
    around = expression.parent
    pair = around.parent if around is not None else None
    if around is None or pair is None or pair.type != "object_elem" or around.named_child_count != 1:
        return False
    return pair.child_by_field_name("key") == around


def address(node: Node) -> tuple[str, ...] | None:
    """Where a name is looked up: in the module, and on from there; nowhere, if it is none of the module's.

    None is for a name that is looked up as it is written.
    """
    parent = node.parent
    if parent is None:
        return ()
    name = _text(node)
    if parent.type == "attribute":
        block = _block(parent)
        return (f"variable {name}",) if block is None else (f"module {_head(block)[-1]}", f"variable {name}")
    if parent.type not in ("variable_expr", "get_attr"):
        return ()
    words = _chain(parent)
    if not words:
        return ()
    if _is_bound(node, words[0]):
        return None if len(words) == 1 else ()
    if words[0] in _OWN or len(words) == 1:
        return ()
    if _names_provider(node):
        return (f"provider {words[0]}.{words[1]}",) if len(words) == 2 else ()
    if bound := bound_as(".".join(words)):
        return (bound,)
    if words[0] == "module" and len(words) == 3:
        return (f"module {words[1]}", f"output {words[2]}")
    return ()


def bound_as(written: str) -> str:
    """The name that an address means, with the space that its block binds it in."""
    words = written.split(".")
    space, needed = _ROOTS.get(words[0], ("resource", 2))
    own = words[1:] if words[0] in _ROOTS else words
    return f"{space} {'.'.join(own)}" if len(own) == needed else ""


def _chain(holder: Node) -> list[str]:
    """The words of an address up to a node that holds one of them; none where it does not begin with a word."""
    words: list[str] = []
    if holder.parent is None or holder.start_byte - holder.parent.start_byte > _FARTHEST:
        return []
    for _ in range(_LONGEST):
        if holder.type not in _CHAINED:
            break
        if holder.type == "get_attr":
            words.append(_text(holder.named_children[0]) if holder.named_children else "")
        before: Node | None = holder.prev_named_sibling
        around: Node | None = holder.parent
        while before is None and around is not None and around.type in _SPLATS:
            before, around = around.prev_named_sibling, around.parent
        if before is None:
            return []
        holder = before
    if holder.type != "variable_expr":
        return []
    return [_text(holder), *reversed(words)]


def _is_bound(node: Node, name: str) -> bool:
    """Whether a loop around a node gives each of its values this name."""
    for around in _around(node):
        if around.type in _LOOPS:
            intros = [child for child in _inside(around) if child.type == _LOOPS[around.type]]
            if any(child.type == "identifier" and _text(child) == name for one in intros for child in one.children):
                return True
        elif around.type == "block":
            head = _head(around)
            if head[:1] == ["dynamic"] and name in (head[-1], _iterator(around)):
                return True
    return False


def _inside(loop: Node) -> Iterator[Node]:
    yield from loop.named_children
    for child in loop.named_children:
        yield from child.named_children if child.type.startswith("for_") else ()


def _iterator(block: Node) -> str:
    body = next((child for child in block.named_children if child.type == "body"), None)
    for attribute in body.named_children if body is not None else ():
        if attribute.type == "attribute" and _text(attribute.named_children[0]) == "iterator":
            return _text(attribute.named_children[-1])
    return ""


def _names_provider(node: Node) -> bool:
    attribute = next((each for each in _around(node) if each.type == "attribute"), None)
    return attribute is not None and _text(attribute.named_children[0]) in ("provider", "providers")


SCOPING = Scoping(
    identifiers=frozenset(["identifier", "template_literal"]),
    shapes={},
    package="files",
    signs="-",
    is_name=is_name,
    address=address,
    bound_as=bound_as,
)
