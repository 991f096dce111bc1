"""C: names are known from their declaration on, and an include gives all that a header and its own includes have.

A pointer to a type, or an array of it, is worth the type: what is asked of either is a field of it. Tags and labels are
spaces of their own. A prototype, an `extern` or a tag without a body leads on to the definition.
"""

from __future__ import annotations

from indexer.languages.scoping import Scoping, Shape

_OUTSIDE = (
    "primitive_type sized_type_specifier number_literal string_literal concatenated_string char_literal"
    " true false null sizeof_expression"
)
_TAGGED = "struct_specifier union_specifier enum_specifier"

SCOPING = Scoping(
    identifiers=frozenset(["identifier", "type_identifier", "field_identifier", "statement_identifier"]),
    entries=frozenset(["main"]),
    shapes={
        "field_expression": Shape("member", ("argument", "field")),
        "call_expression": Shape("call", ("function",)),
        "parenthesized_expression": Shape("same", (0,)),
        "pointer_expression": Shape("same", ("argument",)),
        "subscript_expression": Shape("same", ("argument",)),
        "update_expression": Shape("same", ("argument",)),
        "assignment_expression": Shape("same", ("left",)),
        "comma_expression": Shape("same", ("right",)),
        "binary_expression": Shape("either", ("left", "right")),
        "conditional_expression": Shape("either", ("consequence", "alternative")),
        "cast_expression": Shape("instance", ("type",)),
        "compound_literal_expression": Shape("instance", ("type",)),
        "type_descriptor": Shape("same", ("type",)),
        **{kind: Shape("scope", ("name",)) for kind in _TAGGED.split()},
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    declarators=frozenset(
        [
            "array_declarator",
            "attributed_declarator",
            "function_declarator",
            "init_declarator",
            "parenthesized_declarator",
            "pointer_declarator",
        ]
    ),
    spaces={
        **dict.fromkeys(_TAGGED.split(), "tag "),
        "goto_statement": "label ",
        "labeled_statement": "label ",
    },
    ordered=frozenset(["function", "block"]),
    known_in_own_value=True,
    class_sees_itself=False,
    stars_are_implicit=True,
    announcing=frozenset(["prototype", "extern", "forward"]),
    literal_keys=frozenset(["initializer_pair"]),
    keys_are_fields=True,
    module_separator="/",
    builtins=frozenset(
        [
            "__func__",
            "__FUNCTION__",
            "__FILE__",
            "__LINE__",
            "__DATE__",
            "__TIME__",
            "__COUNTER__",
            "__VA_ARGS__",
            "__cplusplus",
            "__GNUC__",
            "__STDC__",
            "__STDC_VERSION__",
            "defined",
        ]
    ),
)
