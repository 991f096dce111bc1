"""Rust: an import is a name for a path; members are added to types in many places; names hide those before them.

What is behind a pointer, a reference or a lock is worth what it points to: what is asked of either is a member of it.
"""

from __future__ import annotations

import re
from itertools import islice

from tree_sitter import Node

from indexer.languages.scoping import Loose, Paths, Patterns, Scoping, Shape

_OUTSIDE = (
    "primitive_type integer_literal float_literal string_literal raw_string_literal char_literal boolean_literal"
    " unit_expression unit_type never_type"
)
_TYPES = frozenset(["alias", "class", "generic", "import", "variant"])
_VALUES = frozenset(
    ["class", "constant", "function", "generic", "import", "method", "parameter", "variable", "variant"]
)
_DEFINED_TYPES = frozenset(["enum", "enum_member", "struct", "trait", "type"])
_PATHS = frozenset(["scoped_identifier", "scoped_type_identifier"])
_USES = frozenset(["use_declaration", "use_list", "use_as_clause", "use_wildcard", "extern_crate_declaration"])

_PRELUDE = """
Option Some None Result Ok Err Vec String Box ToString ToOwned Iterator IntoIterator DoubleEndedIterator
ExactSizeIterator Extend FromIterator Clone Copy Send Sync Sized Unpin Drop Fn FnMut FnOnce AsRef AsMut Into From
TryFrom TryInto Default PartialEq Eq PartialOrd Ord Debug Hash drop vec format println print eprintln eprint panic
assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne unreachable unimplemented todo matches write
writeln include include_str include_bytes concat stringify env option_env cfg line column file module_path
compile_error thread_local dbg std core alloc proc_macro derive test cfg_attr allow warn deny forbid inline must_use
doc repr non_exhaustive ignore should_panic deprecated macro_use macro_export no_mangle cold track_caller path
global_allocator automatically_derived
"""
_MEMBERS = """
and_then as_bytes as_deref as_deref_mut as_mut as_mut_ptr as_path as_ptr as_ref as_slice as_str borrow borrow_mut
capacity chars checked_add checked_mul checked_sub clone cloned cmp collect compare_exchange copied copy_from_slice
contains count display drain ends_with entry enumerate eq err expect expect_err extend extend_from_slice fetch_add
fetch_sub filter filter_map flat_map flatten fmt fold for_each from_utf8 get_or_insert_with hash insert_str into
into_boxed_slice into_inner into_iter into_owned into_string is_alphabetic is_alphanumeric is_ascii is_ascii_digit
is_char_boundary is_digit is_err is_none is_ok is_some is_some_and is_whitespace iter iter_mut join len len_utf8
lines load lock map map_err map_or map_or_else max min nth ok ok_or ok_or_else or_default or_else or_insert
or_insert_with parse partial_cmp peekable pop_front position pow push_back push_front push_str read_line
read_to_string read_to_end replace reserve resize retain rev rfind rsplit saturating_add saturating_sub sort sort_by
sort_by_key sort_unstable split split_at split_first split_last split_whitespace splitn starts_with step_by store
strip_prefix strip_suffix sum swap take_while then then_some to_ascii_lowercase to_be_bytes to_le_bytes to_lowercase
to_owned to_path_buf to_str to_string to_string_lossy to_uppercase to_vec trim trim_end trim_end_matches trim_start
trim_start_matches truncate try_from try_into unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else upgrade
values windows with_capacity wrapping_add wrapping_mul wrapping_sub zip
"""

_WRAPPERS = """
Arc Box CachePadded Cell Cow Lazy LazyLock ManuallyDrop MaybeUninit Mutex MutexGuard NonNull OnceCell OnceLock Pin
Rc Ref RefCell RefMut RwLock UnsafeCell
"""
_CONTAINERS = """
BTreeSet BinaryHeap DoubleEndedIterator ExactSizeIterator HashSet IndexSet IntoIter IntoIterator Iterator LinkedList
Option Poll Result SmallVec Vec VecDeque
"""
_KEEPERS = """
as_deref as_deref_mut as_mut as_ref as_slice borrow borrow_mut by_ref chain clone cloned context copied deref
deref_mut drain expect filter first first_mut get get_mut into_iter iter iter_mut last last_mut lock map_err next
next_back ok ok_or ok_or_else or_default or_insert or_insert_with peek peekable pop pop_back pop_front read remove
rev skip take to_owned to_vec unwrap with_context write
"""

_WRAPPED = re.compile(
    rb"!\s?\{\s*+(?:(?://[^\n]{0,300}+\n|#!?\[[^\]]{0,300}+\])\s*+)*+"
    rb"(?:pub|fn|struct|impl|use|mod|enum|trait|type|const|static|unsafe|extern|async fn|macro_rules!)(?!\w)"
    rb"(?!(?:\s++\w++)?+\s++\w++\s*+:\s)"
)
_BEFORE = re.compile(rb"(?:^|\n)([ \t]*+)((?:\w++::)*+\w++)\Z")
_LONGEST = 200  # bytes before the sign of a macro
_ENDS = 60  # rows that may end it
_FARTHEST = 200_000  # bytes behind its beginning
_MOST = 500  # such macros in one text


def _unwrapped(data: bytes) -> bytes:
    """A text without the macros that stand around definitions, as `cfg_if! { … }`: blanks, so that offsets hold.

    What ends one is told by its indentation, and by as many braces that close as open.
    """
    blanks: list[tuple[int, int]] = []
    for match in islice(_WRAPPED.finditer(data), _MOST):
        opening = data.index(b"{", match.start()) + 1
        before = _BEFORE.search(data[max(match.start() - _LONGEST, 0) : match.start()])
        if before is None or before[2] == b"macro_rules":
            continue
        mark = b"\n" + before[1] + b"}"
        counted, depth = opening, 0
        for _ in range(_ENDS):
            end = data.find(mark, counted, opening + _FARTHEST) + len(mark) - 1
            if end < len(mark):
                break
            depth += data.count(b"{", counted, end) - data.count(b"}", counted, end)
            if depth == 0:
                blanks += [(match.start() - len(before[2]), opening), (end, end + 1)]
                break
            counted = end
    if not blanks:
        return data
    changed = bytearray(data)
    for start, end in blanks:
        changed[start:end] = re.sub(rb"[^\n]", b" ", data[start:end])
    return bytes(changed)


def _sort(node: Node) -> str:
    """What a name can mean, by where it stands: types, values, macros and members are told apart."""
    parent = node.parent
    if parent is None:
        return ""
    if parent.type == "token_tree":
        return _loose_sort(node)
    if parent.type in _PATHS:
        if parent.child_by_field_name("path") == node:
            return "path"
        around = parent.parent
        if around is not None and (around.type in _PATHS or around.type == "scoped_use_list"):
            return "path"
        if around is not None and around.type in _USES:
            return ""
        if around is not None and around.type == "macro_invocation":
            return "macro"
    elif parent.type in _USES:
        return "path" if parent.type in ("use_declaration", "use_wildcard", "extern_crate_declaration") else ""
    elif parent.type == "scoped_use_list":
        return "path"
    elif parent.type in ("macro_invocation", "attribute"):
        return "macro"
    if node.type == "type_identifier":
        return "type"
    if node.type == "field_identifier":
        around = parent.parent
        if around is not None and around.type == "generic_function":
            return "method"
        called = parent.type == "field_expression" and around is not None and around.type == "call_expression"
        return (
            "method" if called and around is not None and around.child_by_field_name("function") == parent else "field"
        )
    return "value" if node.type == "identifier" and parent.type not in ("lifetime", "label") else ""


def _loose_sort(node: Node) -> str:
    before, after = node.prev_sibling, node.next_sibling
    follows = after.type if after is not None else ""
    if before is not None and before.type == ".":
        called = follows == "::" or (follows == "token_tree" and (after.text or b"")[:1] == b"(") if after else False
        return "method" if called else "field"
    if follows == "!" and after is not None and after.next_sibling is not None:
        return "macro" if after.next_sibling.type == "token_tree" else ""
    return "path" if follows == "::" else ""


SCOPING = Scoping(
    identifiers=frozenset(["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"]),
    entries=frozenset(["main"]),
    shapes={
        "crate": Shape("module"),
        "super": Shape("module"),
        "self": Shape("this"),
        "scoped_identifier": Shape("member", ("path", "name")),
        "scoped_type_identifier": Shape("member", ("path", "name")),
        "field_expression": Shape("member", ("value", "field")),
        "use_wildcard": Shape("same", (0,)),
        "call_expression": Shape("call", ("function",)),
        "generic_function": Shape("same", ("function",)),
        "parenthesized_expression": Shape("same", (0,)),
        "reference_expression": Shape("same", ("value",)),
        "unary_expression": Shape("same", (0,)),
        "await_expression": Shape("same", (0,)),
        "unsafe_block": Shape("same", (0,)),
        "block": Shape("same", (-1,)),
        "else_clause": Shape("same", (0,)),
        "if_expression": Shape("either", ("consequence", "alternative")),
        "match_expression": Shape("same", ("body",)),
        "match_block": Shape("either"),
        "match_arm": Shape("same", ("value",)),
        "try_expression": Shape("item", (0,)),
        "index_expression": Shape("item", (0,)),
        "type_cast_expression": Shape("instance", ("type",)),
        "struct_expression": Shape("instance", ("name",)),
        "closure_expression": Shape("function", ("body",)),
        "tuple_expression": Shape("several"),
        "array_expression": Shape("list", (0,)),
        "tuple_type": Shape("several"),
        "reference_type": Shape("same", ("type",)),
        "pointer_type": Shape("same", ("type",)),
        "bracketed_type": Shape("same", (0,)),
        "qualified_type": Shape("either", ("type", "alias")),
        "dynamic_type": Shape("same", ("trait",)),
        "abstract_type": Shape("same", ("trait",)),
        "bounded_type": Shape("either"),
        "trait_bounds": Shape("either"),
        "type_binding": Shape("same", ("type",)),
        "higher_ranked_trait_bound": Shape("same", ("type",)),
        "generic_type": Shape("item", ("type",)),
        "generic_type_with_turbofish": Shape("same", ("type",)),
        "array_type": Shape("many", ("element",)),
        "function_type": Shape("signature", ("return_type",)),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    lists=frozenset(["tuple_pattern", "slice_pattern"]),
    elements=frozenset(["slice_pattern"]),
    members=frozenset(["field_identifier"]),
    labels={
        "field_initializer": ("struct_expression", "name"),
        "field_pattern": ("struct_pattern", "type"),
        "type_binding": ("generic_type", "type"),
    },
    spaces={"lifetime": "lifetime ", "label": "label "},
    sorts={
        "type": _TYPES,
        "path": (_TYPES - {"variant"}) | {"namespace"},
        "macro": frozenset(["import", "macro"]),
        "value": _VALUES,
        "method": frozenset(["function", "import", "method"]),
        "field": frozenset(["field"]),
    },
    sort_of=_sort,
    defined_as={
        "type": _DEFINED_TYPES,
        "path": _DEFINED_TYPES | {"module"},
        "macro": frozenset(["macro"]),
        "value": frozenset(["constant", "enum_member", "function", "struct", "test_function", "variable"]),
        "method": frozenset(["function", "method", "test_function"]),
        "field": frozenset(["field"]),
    },
    named_paths=Paths(
        roots={"crate": "top", "self": "here", "super": "above"},
        parts={
            "scoped_identifier": "path",
            "scoped_type_identifier": "path",
            "scoped_use_list": "path",
            "use_as_clause": "path",
            "use_list": "",
            "use_wildcard": "",
        },
        lists={"scoped_use_list": "path"},
        head="path",
        form="mod",
    ),
    patterns=Patterns(
        typed={"tuple_struct_pattern": "type", "struct_pattern": "type"},
        fields={"field_pattern": ("name", "pattern")},
        passing=frozenset(
            [
                "captured_pattern",
                "mut_pattern",
                "or_pattern",
                "ref_pattern",
                "reference_pattern",
                "parenthesized_pattern",
            ]
        ),
        holders=frozenset(["Some", "Ok"]),
        rest=frozenset(["remaining_field_pattern"]),
        constant=re.compile(r"[A-Z]\w*"),
    ),
    loose=Loose(
        nodes=frozenset(["token_tree"]),
        members=frozenset([".", "::"]),
        tries=frozenset(["?"]),
    ),
    shorthands=frozenset(["shorthand_field_identifier", "shorthand_field_initializer"]),
    hides=True,
    unordered=frozenset(["alias", "constant", "generic", "import", "macro", "namespace"]),
    ordered=frozenset(["function", "block"]),
    sealed=True,
    own_type="Self",
    class_sees_itself=False,
    module_separator="::",
    arguments=frozenset(["type_arguments"]),
    wrappers=frozenset(_WRAPPERS.split()),
    containers=frozenset(_CONTAINERS.split()),
    maps=frozenset(["HashMap", "BTreeMap", "IndexMap"]),
    containers_are_outside=True,
    givers=frozenset(["unwrap", "expect", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "unwrap_unchecked"]),
    valued=frozenset(["get", "get_mut", "remove", "values", "values_mut", "into_values", "entry", "insert"]),
    keepers=frozenset(_KEEPERS.split()),
    numbering=frozenset(["enumerate"]),
    copies=frozenset(
        [f"{wrapper}.new" for wrapper in ("Arc", "Box", "Cell", "Mutex", "Pin", "Rc", "RefCell", "RwLock")]
        + ["Arc.clone", "Rc.clone", "Box.pin"]
    ),
    unwrapped=_unwrapped,
    inherits_by={"Deref": "Target"},
    builtins=frozenset([*_PRELUDE.split(), "lifetime static", "lifetime _"]),
    outside_members=frozenset(_MEMBERS.split()),
)
