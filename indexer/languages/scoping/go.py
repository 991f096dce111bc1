"""Go: names are known after what declares them, those of a package in all of its files."""

from __future__ import annotations

import re

from indexer.languages.scoping import Scoping, Shape

# What the Linux of most people is not; and by habit, files for where something cannot be done.
_ELSEWHERE = re.compile(
    r"_(aix|android|darwin|bsd|dragonfly|freebsd|illumos|ios|js|netbsd|openbsd|plan9|solaris|wasip1|wasm|windows|zos"
    r"|386|arm|armx?|arm64|loong64|mips\w{0,9}|ppc64\w{0,9}|riscv64|s390x|fake|stubs?|other|none|no\w{1,20}|appengine)"
    r"(_\w{1,40}+)?\.go$"
)
_OUTSIDE = (
    "interpreted_string_literal raw_string_literal rune_literal int_literal float_literal imaginary_literal"
    " true false nil"
)

# What interfaces of the language and its library ask of a type that has all of these.
_INTERFACES = """
AppendBinary; AppendText; As; At Bounds ColorModel; BeginTx; BlockSize CryptBlocks; BlockSize Decrypt Encrypt
BlockSize Reset Size Sum Write; CheckNamedValue; Close; CloseNotify; Columns Close Next; Commit Rollback; Connect Driver
ConvertValue; Cookies SetCookies; Deadline Done Err Value; Enabled Handle WithAttrs WithGroup; Error; Exec Query
ExecContext; Flush; Format; GoString; GobDecode; GobEncode; Header Write WriteHeader; Hijack; Info IsDir Name Type
Int63 Seed; Is; IsDir ModTime Mode Name Size Sys; LastInsertId RowsAffected; Len Less Swap; Len Less Pop Push Swap
Lock Unlock; LogValue; MarshalBinary; MarshalJSON; MarshalJSONTo; MarshalText; MarshalXML; MarshalXMLAttr
Network String; Open; Open ReadDir; Open ReadFile; Open Stat; Open Sub; Ping; PrepareContext; Public Sign; QueryContext
RGBA; Read; ReadAt; ReadByte; ReadFrom; ReadRune; RoundTrip; Scan; Seek; ServeHTTP; Set String; String; Temporary
Timeout; Uint64 Seed; UnmarshalBinary; UnmarshalJSON; UnmarshalJSONFrom; UnmarshalText; UnmarshalXML; UnmarshalXMLAttr
Unwrap; Value; Write; WriteAt; WriteByte; WriteString; WriteTo
"""

SCOPING = Scoping(
    identifiers=frozenset(["identifier", "type_identifier", "field_identifier", "package_identifier", "label_name"]),
    shapes={
        "selector_expression": Shape("member", ("operand", "field")),
        "qualified_type": Shape("member", ("package", "name")),
        "call_expression": Shape("call", ("function",)),
        "parenthesized_expression": Shape("same", (0,)),
        "parenthesized_type": Shape("same", (0,)),
        "unary_expression": Shape("same", ("operand",)),
        "binary_expression": Shape("same", ("left",)),
        "pointer_type": Shape("same", (0,)),
        "slice_expression": Shape("same", ("operand",)),
        "generic_type": Shape("same", ("type",)),
        "negated_type": Shape("same", (0,)),
        "type_elem": Shape("same", (0,)),
        "type_constraint": Shape("same", (0,)),
        "index_expression": Shape("item", ("operand",)),
        "type_instantiation_expression": Shape("same", (0,)),
        "composite_literal": Shape("instance", ("type",)),
        "type_assertion_expression": Shape("instance", ("type",)),
        "type_conversion_expression": Shape("instance", ("type",)),
        "slice_type": Shape("many", ("element",)),
        "array_type": Shape("many", ("element",)),
        "implicit_length_array_type": Shape("many", ("element",)),
        "channel_type": Shape("many", ("value",)),
        "map_type": Shape("many", ("value", "key")),
        "struct_type": Shape("scope"),
        "interface_type": Shape("scope"),
        "func_literal": Shape("signature", ("result",)),
        "function_type": Shape("signature", ("result",)),
        "expression_list": Shape("several"),
        "parameter_list": Shape("several"),
        "parameter_declaration": Shape("same", ("type",)),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    lists=frozenset(["expression_list"]),
    ordered=frozenset(["function", "block"]),
    class_sees_itself=False,
    package="folder",
    folder_is_module=True,
    variant=_ELSEWHERE,
    module_separator="/",
    makers=frozenset(["new", "make"]),
    copies=frozenset(["append", "min", "max"]),
    taking=frozenset(["<-"]),
    literal_keys=frozenset(["keyed_element"]),
    builtins=frozenset(
        [
            "any",
            "bool",
            "byte",
            "comparable",
            "complex64",
            "complex128",
            "error",
            "float32",
            "float64",
            "int",
            "int8",
            "int16",
            "int32",
            "int64",
            "rune",
            "string",
            "uint",
            "uint8",
            "uint16",
            "uint32",
            "uint64",
            "uintptr",
            "true",
            "false",
            "iota",
            "nil",
            "append",
            "cap",
            "clear",
            "close",
            "complex",
            "copy",
            "delete",
            "imag",
            "len",
            "make",
            "max",
            "min",
            "new",
            "panic",
            "print",
            "println",
            "real",
            "recover",
            "_",
        ]
    ),
    outside_members=frozenset(["Error"]),
    entries=frozenset(["init", "main"]),
    structural=True,
    outside_interfaces=frozenset(
        frozenset(asked.split()) for line in _INTERFACES.split("\n") for asked in line.split(";") if asked.strip()
    ),
)
