"""Perl: variables are of their block and known behind their statement; functions are of their package.

The sign before a variable tells what it is, and so do the brackets behind it: `$x[0]` is an element of `@x`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from indexer.languages.scoping import Scoping, Shape, Word

_OUTSIDE = "string_literal interpolated_string_literal number heredoc_token quoted_regexp"
_CALLS = frozenset(("ambiguous_function_call_expression", "function_call_expression"))
_SIGNS = {"scalar": "$", "array": "@", "hash": "%", "arraylen": "@"}
_CONTAINERS = frozenset(("container_variable", "slice_container_variable", "keyval_container_variable"))
_LISTS = frozenset((
    "string_literal", "interpolated_string_literal", "quoted_word_list", "list_expression",
    "anonymous_array_expression", "parenthesized_expression",
))  # fmt: skip
_WORD = re.compile(rb"[$@%&*]?[A-Za-z_][\w:']*")
_BLANK = re.compile(rb"[^\s]+")
_EXPORTS = re.compile(rb"[@%](?:\w+::)*(EXPORT(?:_OK|_FAIL|_TAGS)?|ISA)")
_FORWARD = re.compile(rb"^[ \t]*+sub[ \t]++[\w:]++[ \t]*+(?:\([^()\n]*+\)[ \t]*+)?+;", re.M)
_LAST = re.compile(rb"(?<!\\)\$#(?=[\w{$:])")
_AND = re.compile(rb"(?<!&)&&(?!&)")
_BY = re.compile(rb"(\b[A-Z][A-Z\d_]+ )[/&](?= )")
_TIMES = re.compile(rb"\)x(?=\d)")

_FUNCTIONS = """
abs accept alarm atan2 bind binmode bless caller catch chdir chmod chomp chop chown chr chroot close closedir connect
cos crypt dbmclose dbmopen defined delete die do dump each endgrent endhostent endnetent endprotoent endpwent
endservent eof eval evalbytes exec exists exit exp fc fcntl fileno flock fork format formline getc getgrent getgrgid
getgrnam gethostbyaddr gethostbyname gethostent getlogin getnetbyaddr getnetbyname getnetent getpeername getpgrp
getppid getpriority getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwuid getservbyname getservbyport
getservent getsockname getsockopt glob gmtime goto grep hex import index int ioctl join keys kill last lc lcfirst
length link listen local localtime lock log lstat map mkdir msgctl msgget msgrcv msgsnd my new next no oct open
opendir ord our pack package pipe pop pos print printf prototype push quotemeta rand read readdir readline readlink
readpipe recv redo ref rename require reset return reverse rewinddir rindex rmdir say scalar seek seekdir select
semctl semget semop send setgrent sethostent setnetent setpgrp setpriority setprotoent setpwent setservent setsockopt
shift shmctl shmget shmread shmwrite shutdown sin sleep socket socketpair sort splice split sprintf sqrt srand stat
state study sub substr symlink syscall sysopen sysread sysseek system syswrite tell telldir tie tied time times
truncate uc ucfirst umask undef unlink unpack unshift untie use utime values vec wait waitpid wantarray warn write
__FILE__ __LINE__ __PACKAGE__ __SUB__ STDIN STDOUT STDERR ARGV ARGVOUT DATA UNIVERSAL CORE SUPER main
"""
_VARIABLES = """
$_ @_ $a $b $0 @ARGV %ENV @INC %INC %SIG @F $ARGV $ENV $INC $SIG $AUTOLOAD $OSNAME $EVAL_ERROR $OS_ERROR $PROGRAM_NAME
$PID $ERRNO $CHILD_ERROR
"""


def _is_name(node: Node) -> bool:
    """Whether a node is a name where it stands: most words in quotes are only themselves."""
    if node.type == "string_content":
        return bool(_listed(node))
    if node.type == "autoquoted_bareword":
        return _is_constant(node)
    if node.type == "func0op_call_expression":
        return node.text == b"__PACKAGE__"
    return not node.named_child_count


def _is_constant(node: Node) -> bool:
    """Whether a word before an arrow is the name of a constant that is made there, or of an attribute."""
    around = node.parent
    if around is not None and around.type == "list_expression":
        around = around.parent
    if around is not None and around.type == "anonymous_hash_expression":
        around = around.parent
    if around is None:
        return False
    named = around.child_by_field_name("module") or around.child_by_field_name("function")
    return named is not None and named.text in (b"constant", b"has")


def _listed(node: Node) -> str:
    """What the words in quotes are names of, by what they are listed for: packages, or all else; "" for no names."""
    around = node.parent
    for _ in range(5):
        if around is None or around.type not in _LISTS:
            break
        around = around.parent
    if around is None:
        return ""
    if around.type == "use_statement":
        module = around.child_by_field_name("module")
        text = module.text if module is not None else b""
        if text in (b"lib", b"overload"):
            return ""
        return "package" if text in (b"parent", b"base", b"Mojo::Base") else "function"
    if around.type == "assignment_expression":
        listed = _EXPORTS.search((around.children[0].text or b"")[:100])
    elif around.type in _CALLS:
        function = around.child_by_field_name("function")
        named = function.text if function is not None else b""
        if named in (b"extends", b"with"):
            return "package"
        if named == b"has":
            return "function"
        listed = _EXPORTS.search((around.text or b"")[:100]) if named in (b"push", b"unshift") else None
    else:
        return ""
    if listed is None:
        return ""
    return "package" if listed[1] == b"ISA" else "function"


def _words(node: Node) -> list[Word]:
    found = []
    for each in _BLANK.finditer(node.text or b""):
        if _WORD.fullmatch(each[0]):
            text, start = each[0].decode("utf-8", "replace"), node.start_byte + each.start()
            signed = text[0] in "$@%&*"
            found.append(Word(start + signed, text[signed:], text[0] if text[0] in "$@%" else ""))
    return found


def _space(node: Node) -> str:
    """The sign of a variable, by the node around its name; that of an element says what it is an element of."""
    parent = node.parent
    if parent is None or node.type != "varname":
        return ""
    if parent.type in _CONTAINERS:
        around = parent.parent
        return "%" if around is not None and around.child_by_field_name("hash") == parent else "@"
    return _SIGNS.get(parent.type, "")


def _sort(node: Node) -> str:
    parent = node.parent
    if node.type == "string_content":
        return _listed(node)
    if parent is None:
        return "function"
    if node.type == "varname":
        return "variable" if _space(node) else "function"
    if node.type == "package":
        return "package"
    if node.type == "method":
        return "method"
    if node.type == "bareword":
        invokes = parent.type == "method_call_expression" and parent.child_by_field_name("invocant") == node
        if invokes or parent.type in ("require_expression", "package_statement", "class_statement", "role_statement"):
            return "package"
    if node.type in ("function", "bareword"):  # `new Foo(1)`
        around = parent.parent if node.type == "function" else parent
        named = around.child_by_field_name("function") if around is not None and around.type in _CALLS else None
        if named is not None and named != node and named.text == b"new":
            return "package"
    return "function"


def _readable(data: bytes) -> bytes:
    """A text, as long as it is, without what the grammar stumbles over, where something else means the same names.

    A function that is only announced; `$#x` in a string, which is read as a comment; `WORD && $x`, which is read as a
    call of `WORD` with a function `&$x`, and `CONSTANT / 2` as one with a pattern; `()x3`.
    """
    for sign, pattern, instead in _STUMBLES:
        if sign in data:
            data = pattern.sub(instead, data)
    return data


_STUMBLES: tuple[tuple[bytes, re.Pattern[bytes], bytes | Callable[[re.Match[bytes]], bytes]], ...] = (
    (b"sub", _FORWARD, lambda match: b" " * len(match[0])),
    (b"$#", _LAST, b" @"),
    (b"&&", _AND, b"||"),
    (b" / ", _BY, rb"\1*"),
    (b" & ", _BY, rb"\1*"),
    (b")x", _TIMES, b")*"),
)

SCOPING = Scoping(
    identifiers=frozenset(
        [
            "varname",
            "function",
            "method",
            "bareword",
            "package",
            "string_content",
            "autoquoted_bareword",
            "func0op_call_expression",
        ]
    ),
    shapes={
        "scalar": Shape("same", (0,)),
        "array": Shape("same", (0,)),
        "function_call_expression": Shape("call", ("function",)),
        "ambiguous_function_call_expression": Shape("call", ("function",)),
        "method_call_expression": Shape("invoke", ("invocant", "method")),
        "assignment_expression": Shape("same", ("right",)),
        "binary_expression": Shape("either", ("left", "right")),
        "lowprec_logical_expression": Shape("either", ("left", "right")),
        "conditional_expression": Shape("either", ("consequent", "alternative")),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    is_name=_is_name,
    sort_of=_sort,
    sorts={"package": frozenset(["class"])},
    defined_as={
        "function": frozenset(["function", "constant", "test_function"]),
        "method": frozenset(["function", "method", "constant", "property", "constructor", "test_function"]),
        "package": frozenset(["package", "class", "trait"]),
    },
    signed=dict.fromkeys([*_SIGNS, *_CONTAINERS, "glob"], frozenset()),
    space_of=_space,
    word_nodes=frozenset(["string_content"]),
    words=_words,
    inner_paths=True,
    statements=frozenset(
        [
            "expression_statement",
            "conditional_statement",
            "elsif",
            "loop_statement",
            "for_statement",
            "cstyle_for_statement",
            "block",
            "block_statement",
            "source_file",
            "signature",
        ]
    ),
    ordered=frozenset(["file", "function", "block"]),
    hides=True,
    class_sees_itself=False,
    package="named",
    reopened=True,
    creates="new",
    selves=frozenset(["__PACKAGE__"]),
    parents=frozenset(["SUPER"]),
    module_separator="::",
    builtins=frozenset(f"{_FUNCTIONS} {_VARIABLES}".split()),
    builtin_pattern=re.compile(r"[$@%](?:\W|\d+|\^\w+)"),
    outside_members=frozenset(["can", "isa", "DOES", "VERSION", "import", "unimport"]),
    unwrapped=_readable,
)
