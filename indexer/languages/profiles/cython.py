"""Cython: Python with declarations of C.

There is no grammar for it, and Python's loses a class at its first `cdef`. So Python's grammar is given the text with
the declarations in Python's own words: `cdef class` becomes `class`, `cdef int area(int r) except -1:` becomes
`def area(r):`, each padded with blanks to where it was. What Python has no words for, variables of C, structs, enums
and prototypes, becomes a number there and is read from its rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from indexer.languages.families.python import DAMAGE, DOCS, NAMES
from indexer.languages.profile import Grammar, Profile, Structure
from indexer.languages.rows import INDENT, Rows, Rule

_STRING = (
    rb"[rRbBuUfFcC]{0,2}(?:\"{3}(?:[^\\\"]|\\.|\"(?!\"\"))*+\"{3}|'{3}(?:[^\\']|\\.|'(?!''))*+'{3}"
    rb"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')"
)
_COMMENT = rb"#[^\n]*+"

_MODIFIERS = rb"(?:(?:public|readonly|inline|api|const|volatile|packed)[ \t]++)*+"
# A type and the blank, star or bracket between it and what it is the type of.
_PART = rb"(?:unsigned|signed|long|short|const|volatile|struct|enum|union)"
_SUFFIX = rb"(?:[ \t]*+\[[^\[\]\n]*+(?:\[[^\[\]\n]*+\][^\[\]\n]*+)*+\])"
_BETWEEN = rb"(?:(?:[ \t]*+[*&])++[ \t]*+|[ \t]++)"
_TYPED = rb"(?:(?:%s[ \t]++)*+(?:[A-Za-z_][\w.]*+|\([\w., \t]++\))%s?+%s|(?:%s%s)++)(?:const[ \t]++)?+" % (
    _PART,
    _SUFFIX,
    _BETWEEN,
    _PART,
    _BETWEEN,
)
# What has declarations in it and no code.
_BLOCK = (
    rb"(?:(?:cdef|cpdef|ctypedef)[ \t]++%s)?+"
    rb"(?:(?:struct|union|enum|fused)\b[^\n:#()]*+|extern[ \t]++from\b[^\n#]*?(?=:[ \t]*+(?:#|$)))"
    rb"|property[ \t]++\w++[ \t]*+|cdef(?:[ \t]++(?:public|readonly|inline|nogil|extern))*+[ \t]*+" % _MODIFIERS
)
_ARGUMENTS = rb"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\))*+\)"

# The statements that Python does not know, by what they begin with.
_DECLARATION = re.compile(
    rb"(?P<skip>%(comment)s|%(string)s)"
    rb"|(?P<head>^[ \t]*+)(?:"
    rb"(?P<class>(?:(?:cdef|cpdef|ctypedef)[ \t]++(?:extern[ \t]++)?+%(modifiers)s)?+(?:class|cppclass)[ \t]++"
    rb"(?:\w++\.)*+)"
    rb"(?P<called>\w++)(?P<bases>(?:[ \t]*+\([^()\n]*+\))?+)(?P<object>[ \t]*+\[[^\n\]]*+\])?+(?=[^\n#]*:)"
    rb"|(?P<block>%(block)s):"
    rb"|(?P<function>(?:cdef|cpdef)[ \t]++%(modifiers)s(?:%(typed)s)?+(?P<name>\w++)"
    rb"(?P<alias>[ \t]*+(?:\[[^\[\]\n]*+\]|\"[^\"\n]*+\")?+[ \t]*+))"
    rb"(?P<arguments>%(arguments)s)(?P<tail>[^\n:#=]*+)(?P<colon>:?+)"
    rb"|(?P<def>(?:async[ \t]++)?+def[ \t]++\w++[ \t]*+)(?P<parameters>%(arguments)s)"
    rb"|(?P<condition>IF|ELIF|ELSE)\b"
    rb"|(?P<import>(?:from[ \t]++[\w.]++[ \t]++)?+)cimport\b"
    rb"|(?P<variable>(?:cdef|cpdef|ctypedef|DEF|include)\b[^\n=#]*+)(?P<value>=?+)"
    rb")"
    % {
        b"comment": _COMMENT,
        b"string": _STRING,
        b"modifiers": _MODIFIERS,
        b"block": _BLOCK,
        b"typed": _TYPED,
        b"arguments": _ARGUMENTS,
    },
    re.MULTILINE | re.DOTALL,
)
_PARAMETER = re.compile(
    rb"(?P<type>(?<=[(,])\s*+(?:%s))(?=\w++[ \t]*+(?:\[[^\[\]]*+\][ \t]*+)?+(?:=|,|\)|\s|not\b|or\b))"
    rb"|(?P<more>\b(?:not|or)[ \t]++None\b)" % _TYPED
)
# A type in angle brackets before a value. What stands before it tells a cast from a comparison.
_CAST = re.compile(rb"<[ \t]*+[A-Za-z_][\w. \t*\[\],:]*+>(?=[ \t]*+[\w(&*\"'<-])")
_BEFORE_CAST = re.compile(
    rb"(?:\b(?:and|assert|elif|else|if|in|is|not|or|print|return|while|yield)|[^\w)\]}\"'\s]|^)[ \t]*+\Z"
)
_ADDRESS = re.compile(rb"((?:[=(,\[]|^)[ \t]*+)&(?=[\w(])", re.MULTILINE)
_FILLED = re.compile(rb"[^\s]")
# A row that begins a block of declarations, and a row in one that is more than a declaration.
_OPENS = re.compile(rb"^[ \t]*+(?!property\b)(?:%s):[ \t]*+(?:#|\r?$)" % _BLOCK, re.MULTILINE)
_NAMED = re.compile(rb"[ \t]*+(?:cdef|cpdef|ctypedef|cppclass|(?:struct|union|enum)\b[^\n]*:|[\"']|pass\b)")


def in_python(data: bytes) -> bytes:
    """The text with Python's words for what only Cython has; its length stays."""
    if _OPENS.search(data) is not None:
        data = _without_declared(data)
    data = _DECLARATION.sub(_in_python, data)
    return _ADDRESS.sub(rb"\1 ", _CAST.sub(_cast, data))


def _cast(found: re.Match[bytes]) -> bytes:
    text, at = found.string, found.start()
    row = text.rfind(b"\n", 0, at) + 1
    return _blank(found) if _BEFORE_CAST.search(text[max(row, at - 40) : at]) else found[0]


def _without_declared(data: bytes) -> bytes:
    """The text with numbers for the rows of structs, of what C defines elsewhere, and the like."""
    rows = data.split(b"\n")
    around = -1  # the column of what declares, if the row is in such
    depth = 0  # of brackets that are open
    for at, row in enumerate(rows):
        bare = row.strip()
        if not bare or bare.startswith(b"#"):
            continue
        column = len(row) - len(row.lstrip())
        if depth <= 0 and column <= around:
            around = -1
        if depth <= 0 and _OPENS.match(row):
            around = column if around < 0 else around
        elif around >= 0 and (depth > 0 or not _NAMED.match(row)):
            rows[at] = (
                row[:column] + (_FILLED.sub(b" ", bare) if depth > 0 else _number(bare)) + row[column + len(bare) :]
            )
        if around >= 0:
            depth = max(depth + row.count(b"(") - row.count(b")"), 0)
    return b"\n".join(rows)


def _in_python(found: re.Match[bytes]) -> bytes:
    for name, change in _CHANGES.items():
        if found[name] is not None:
            return (found["head"] or b"") + change(found)
    return found[0]


def _character(found: re.Match[bytes]) -> bytes:
    """A string or comment as it is; a character of C without its letter."""
    return b" " + found["skip"][1:] if found["skip"].startswith(b"c") else found["skip"]


def _function(found: re.Match[bytes]) -> bytes:
    head, name = found["function"], found["name"]
    tail = _FILLED.sub(b" ", found["tail"])
    if not found["colon"]:  # a prototype
        return _number(head + found["arguments"]) + tail
    at = found.start("name") - found.start("function")
    return b"def".ljust(at) + name + b" " * len(found["alias"]) + _untyped(found["arguments"]) + tail + b":"


def _definition(found: re.Match[bytes]) -> bytes:
    return found["def"] + _untyped(found["parameters"])


def _untyped(arguments: bytes) -> bytes:
    return _PARAMETER.sub(_blank, arguments)


def _class(found: re.Match[bytes]) -> bytes:
    """A class, without the module that it comes from and the struct that it is in C."""
    return b"class".ljust(len(found["class"])) + found["called"] + found["bases"] + b" " * len(found["object"] or b"")


def _block(found: re.Match[bytes]) -> bytes:
    return b"if 1".ljust(len(found["block"])) + b":"


def _import(found: re.Match[bytes]) -> bytes:
    return found["import"] + b"import "


def _variable(found: re.Match[bytes]) -> bytes:
    return _number(found["variable"]) + (b"," if found["value"] else b"")


def _number(statement: bytes) -> bytes:
    """A statement that says nothing, as long as the one it stands for."""
    return b"0" + _FILLED.sub(b" ", statement[1:])


def _blank(found: re.Match[bytes]) -> bytes:
    return _FILLED.sub(b" ", found[0])


_CHANGES: dict[str, Callable[[re.Match[bytes]], bytes]] = {
    "skip": _character,
    "function": _function,
    "def": _definition,
    "class": _class,
    "block": _block,
    "condition": lambda found: found["condition"].lower(),
    "import": _import,
    "variable": _variable,
}

_CDEF = rb"(?:cdef|cpdef)[ \t]++" + _MODIFIERS
_NAMES = (
    rb"(\w++(?:[ \t]*+(?:\[\w*+\])?+(?:=[^,\n=]++)?+,[ \t]*+[*]*+\w++)*+)[ \t]*+(?:\[[^\n\]]*+\])?+[ \t]*+"
    rb"(?:=[^=]|;|$)"
)
_EACH = rb"(?<![\w=.\[])[A-Za-z_]\w*+(?![\w(.])"
_STATEMENT = (
    rb"(?!(?:and|assert|async|await|cdef|class|cpdef|ctypedef|def|del|elif|else|except|for|from|global|if|import|in|is"
    rb"|lambda|new|nonlocal|not|or|pass|print|raise|return|while|with|yield)\b)"
)
_ROWS = Rows(
    (
        Rule(
            "class",
            rb"(?:(?:cdef|cpdef|ctypedef)[ \t]++%s)?+(?:class|cppclass)[ \t]++(?:\w++\.)*+(\w++)" % _MODIFIERS,
            INDENT,
        ),
        Rule("function", rb"(?:async[ \t]++)?+def[ \t]++(\w++)", INDENT),
        Rule(
            "function", _CDEF + rb"(?:%s)?+(\w++)[ \t]*+(?:\"[^\"\n]*+\")?+%s[^\n:]*+:" % (_TYPED, _ARGUMENTS), INDENT
        ),
        Rule("struct", rb"(?:(?:cdef|ctypedef)[ \t]++%s)?+(?:struct|union)[ \t]++(\w++)" % _MODIFIERS, INDENT),
        Rule(
            "enum",
            rb"(?:(?:cdef|cpdef|ctypedef)[ \t]++%s)?+enum(?:[ \t]++class)?+[ \t]++(\w++)" % _MODIFIERS,
            INDENT,
        ),
        Rule("type", rb"ctypedef[ \t]++fused[ \t]++(\w++)", INDENT),
        Rule("type", rb"ctypedef[ \t]++[^\n(:]*?(\w++)[ \t]*+(?:\[\w*+\])?+[ \t]*+$"),
        Rule("type", rb"ctypedef[ \t]++[^\n(:]*?\([ \t]*+[*]++[ \t]*+(\w++)[ \t]*+\)"),
        Rule("property", rb"property[ \t]++(\w++)[ \t]*+:", INDENT, inside="class"),
        Rule("constant", rb"DEF[ \t]++(\w++)[ \t]*+="),
        Rule("enum_member", rb"(\w++)[ \t]*+(?:=[^=]|,|$)", inside="enum"),
        Rule("field", _TYPED + _NAMES, inside="struct", each=_EACH),
        Rule("field", _CDEF + _TYPED + _NAMES, inside="class", each=_EACH),
        Rule("variable", _CDEF + _TYPED + _NAMES, inside=".", each=_EACH),
        Rule(
            "prototype", rb"(?:%s|(?<=[ \t])%s)(?:%s)?+(\w++)[ \t]*+\(" % (_CDEF, _STATEMENT, _TYPED), inside=". class"
        ),
    ),
    comment=_COMMENT,
    string=_STRING,
)

PROFILE = Profile(
    imports="indexer.graph.imports.python:PythonResolver",
    grammar=Grammar(trusted=True, never_empty="block", compiled="python", translated=in_python),
    structure=Structure(rows=_ROWS, rows_with_tree="added"),
    damage=DAMAGE,
    names=NAMES,
    docs=DOCS,
)
