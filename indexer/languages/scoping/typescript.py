"""TypeScript: what JavaScript has, and types."""

from __future__ import annotations

from indexer.languages.scoping import Shape
from indexer.languages.scoping.javascript import SCOPING as JAVASCRIPT

SCOPING = JAVASCRIPT._replace(
    identifiers=JAVASCRIPT.identifiers | {"type_identifier"},
    shapes={
        **JAVASCRIPT.shapes,
        "as_expression": Shape("instance", (1,)),
        "satisfies_expression": Shape("same", (0,)),
        "non_null_expression": Shape("same", (0,)),
        "instantiation_expression": Shape("same", (0,)),
        "type_annotation": Shape("same", (0,)),
        "type_arguments": Shape("same", (0,)),
        "constraint": Shape("same", (0,)),
        "parenthesized_type": Shape("same", (0,)),
        "readonly_type": Shape("same", (0,)),
        "type_query": Shape("same", (0,)),
        "nested_type_identifier": Shape("member", ("module", "name")),
        "nested_identifier": Shape("member", ("object", "property")),
        "generic_type": Shape("item", ("name",)),
        "union_type": Shape("either"),
        "conditional_type": Shape("either", ("consequence", "alternative")),
        "intersection_type": Shape("either"),
        "array_type": Shape("many", (0,)),
        "function_type": Shape("signature", ("return_type",)),
        "object_type": Shape("scope"),
        "predefined_type": Shape("outside"),
        "literal_type": Shape("outside"),
        "template_literal_type": Shape("outside"),
    },
    narrows=True,
    wrappers=frozenset(["Promise", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "Omit", "Pick"]),
    containers=frozenset(["Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "IterableIterator", "Iterator"]),
)
