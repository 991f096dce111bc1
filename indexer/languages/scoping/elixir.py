"""Elixir: functions are of their module, which is known by its full name; `alias` shortens that, `use` and `import`
bring functions of others. Variables are of their function and of the block that sets them."""

from __future__ import annotations

import re

from tree_sitter import Node

from indexer.languages.scoping import Patterns, Scoping, Shape, Word

# What every module can call without asking for it: functions and macros of Kernel, and its special forms.
_KERNEL = """
abs alias alias! and apply binary_part binary_slice binding bit_size byte_size case ceil cond dbg def defdelegate
defexception defguard defguardp defimpl defmacro defmacrop defmodule defoverridable defp defprotocol defstruct
destructure div elem exit floor fn for function_exported? get_and_update_in get_in hd if import in inspect is_atom
is_binary is_bitstring is_boolean is_exception is_float is_function is_integer is_list is_map is_map_key is_nil
is_non_struct_map is_number is_pid is_port is_reference is_struct is_tuple length macro_exported? make_ref map_size
match? max min node not or pop_in put_elem put_in quote raise receive rem require reraise round self send sigil_C
sigil_D sigil_N sigil_R sigil_S sigil_T sigil_U sigil_c sigil_r sigil_s sigil_w spawn spawn_link spawn_monitor
struct struct! super tap then throw tl to_charlist to_string to_timeout trunc try tuple_size unless unquote
unquote_splicing update_in use var! when with
"""
_OUTSIDE = (
    "atom quoted_atom string charlist integer float boolean nil list tuple map bitstring sigil anonymous_function"
)
_PATTERNS = "tuple list map map_content keywords pair binary_operator bitstring struct"
_TAKEN = ["pair", "keywords", "list", "pair", "keywords", "arguments"]  # what is around such a key
_MODULE_NAME = re.compile(r"[A-Z_].*")


def _is_name(node: Node) -> bool:
    return node.text != b"_"


def _space(node: Node) -> str:
    """The sign of a module's attribute, where it is used and where it is set."""
    parent = node.parent
    if parent is not None and parent.type == "call" and parent.child_by_field_name("target") == node:
        node, parent = parent, parent.parent
    if parent is None or parent.type != "unary_operator" or parent.child_by_field_name("operand") != node:
        return ""
    operator = parent.child_by_field_name("operator")
    return "@" if operator is not None and operator.type == "@" else ""


def _sort(node: Node) -> str:
    """Whether a name is that of a module, of something in one, of a field or of what may be a variable."""
    parent = node.parent
    if node.type == "alias":
        return "package"
    if parent is None:
        return ""
    if parent.type == "dot" and parent.child_by_field_name("right") == node:
        of = parent.child_by_field_name("left")
        if of is not None and (of.type == "alias" or of.text == b"__MODULE__"):
            return "member"
        around = parent.parent
        called = around is not None and any(child.type == "arguments" for child in around.children)
        return "" if called else "field"
    if parent.type == "call" or (parent.type == "binary_operator" and _captured(parent)):
        return ""
    return "variable"


def _captured(node: Node) -> bool:
    """Whether an operation is no sum: `&name/2`, `value |> name`."""
    operator = node.child_by_field_name("operator")
    around = node.parent
    return (operator is not None and operator.type == "|>") or (around is not None and around.type == "unary_operator")


def _words(node: Node) -> list[Word]:
    """The function that a key names in what is taken from a module: `import A, only: [name: 2]`."""
    within: list[str] = []
    around = node.parent
    while around is not None and len(within) < len(_TAKEN):
        within.append(around.type)
        around = around.parent
    if within != _TAKEN or around is None:
        return []
    target = around.child_by_field_name("target")
    name = (node.text or b"").decode("utf-8", "replace").rstrip(": \t\r\n")
    return [Word(node.start_byte, name, "")] if target is not None and target.text == b"import" else []


SCOPING = Scoping(
    identifiers=frozenset(["identifier", "alias", "keyword"]),
    shapes={
        "dot": Shape("member", ("left", "right")),
        "call": Shape("call", ("target",)),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    is_name=_is_name,
    sort_of=_sort,
    sorts={"package": frozenset(["class"])},
    # What is asked of a module is its own or nobody's, and a field or variable is no definition.
    defined_as={"member": frozenset(), "field": frozenset(), "variable": frozenset(), "package": frozenset()},
    nested=frozenset(["package"]),
    space_of=_space,
    patterns=Patterns(
        passing=frozenset(
            ["tuple", "list", "map", "map_content", "keywords", "pair", "binary_operator", "bitstring", "struct"]
        ),
        constant=_MODULE_NAME,
    ),
    word_nodes=frozenset(["keyword"]),
    words=_words,
    inner_paths=True,
    first_binds=True,
    closed=frozenset(["parameter", "variable"]),
    class_sees_itself=False,
    package="named",
    packages_nest=True,
    reopened=True,
    selves=frozenset(["__MODULE__"]),
    builtins=frozenset(_KERNEL.split()),
    outside_members=frozenset(["module_info", "__info__", "__struct__"]),
)
