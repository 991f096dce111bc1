"""PHP: variables are of their function; classes, functions and constants go by the namespace that a file declares."""

from __future__ import annotations

from indexer.languages.scoping import Scoping, Shape

_OUTSIDE = (
    "string encapsed_string heredoc nowdoc integer float boolean null primitive_type cast_expression"
    " shell_command_expression unary_op_expression update_expression print_intrinsic"
)
_CLASSES = frozenset(["class", "import"])
_METHODS = frozenset(["method"])
_CONSTANTS = frozenset(["constant", "case"])

SCOPING = Scoping(
    identifiers=frozenset(["name", "relative_scope"]),
    shapes={
        "variable_name": Shape("same", (0,)),
        "member_access_expression": Shape("member", ("object", "name")),
        "nullsafe_member_access_expression": Shape("member", ("object", "name")),
        "scoped_property_access_expression": Shape("member", ("scope", "name")),
        "class_constant_access_expression": Shape("member", (0, 1)),
        "member_call_expression": Shape("invoke", ("object", "name")),
        "nullsafe_member_call_expression": Shape("invoke", ("object", "name")),
        "scoped_call_expression": Shape("invoke", ("scope", "name")),
        "function_call_expression": Shape("call", ("function",)),
        "object_creation_expression": Shape("instance", (0,)),
        "attribute": Shape("instance", (0,)),
        "anonymous_class": Shape("scope"),
        "anonymous_function": Shape("signature", ("return_type",)),
        "arrow_function": Shape("function", ("body",)),
        "parenthesized_expression": Shape("same", (0,)),
        "assignment_expression": Shape("same", ("right",)),
        "reference_assignment_expression": Shape("same", ("right",)),
        "augmented_assignment_expression": Shape("either", ("left", "right")),
        "conditional_expression": Shape("either", ("body", "alternative")),
        "binary_expression": Shape("either", ("left", "right")),
        "clone_expression": Shape("same", (0,)),
        "subscript_expression": Shape("item", (0,)),
        "array_creation_expression": Shape("list", (0,)),
        "array_element_initializer": Shape("same", (-1,)),
        "named_type": Shape("same", (0,)),
        "optional_type": Shape("same", (0,)),
        "union_type": Shape("either"),
        "intersection_type": Shape("either"),
        "disjunctive_normal_form_type": Shape("either"),
        "type_list": Shape("either"),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    lists=frozenset(["list_literal"]),
    elements=frozenset(["list_literal"]),
    declarators=frozenset(["variable_name", "by_ref"]),
    signed={"variable_name": frozenset(["scoped_property_access_expression"])},
    spaces={
        "variable_name": "$",
        "dynamic_variable_name": "$",
        "member_access_expression": "$",
        "nullsafe_member_access_expression": "$",
    },
    keyword_space="$",
    keywords={"argument": "name"},
    sorts={
        "function_call_expression": frozenset(["function", "import"]),
        "member_call_expression": _METHODS,
        "nullsafe_member_call_expression": _METHODS,
        "scoped_call_expression": _METHODS,
        "class_constant_access_expression": _CONSTANTS,
        "object_creation_expression": _CLASSES,
        "named_type": _CLASSES,
        "base_clause": _CLASSES,
        "class_interface_clause": _CLASSES,
        "attribute": _CLASSES,
    },
    paths=frozenset(["qualified_name", "relative_name"]),
    selves=frozenset(["$this", "self", "static"]),
    parents=frozenset(["parent"]),
    closed=frozenset(["parameter", "variable", "narrowed"]),
    first_binds=True,
    branches={
        "if_statement": frozenset(["compound_statement", "colon_block", "else_if_clause", "expression_statement"]),
        "switch_block": frozenset(["case_statement", "default_statement"]),
        "try_statement": frozenset(["catch_clause"]),
    },
    blocks=frozenset(["compound_statement", "colon_block", "case_statement", "default_statement"]),
    jumps=frozenset(["return_statement", "throw_expression", "throw_statement", "exit_statement"]),
    steps=frozenset(["continue_statement", "break_statement"]),
    loops=frozenset(["foreach_statement", "for_statement", "while_statement", "do_statement"]),
    announcing=frozenset(["global"]),
    class_sees_itself=False,
    package="declared",
    module_separator="\\",
    constructors=("__construct",),
)
