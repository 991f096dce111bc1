"""What definitions, headings and footers look like in code of any language: words and patterns, no algorithm."""

from __future__ import annotations

import re

from indexer.languages.profile import profile_of
from indexer.text.linear import Linear

FUNCTION_LIKE = frozenset(("function", "method", "macro"))
CLASS_LIKE = frozenset(("class", "struct", "interface", "trait", "impl", "enum", "object"))

_MODIFIERS = (
    "abstract async augment const create data declare default define deferred elemental export extern external final"
    " friend global impure inline internal local memoize multi my native only open or our overload overloads override"
    " overrides partial private procedure proto protected pub public pure readonly recursive replace sealed shared"
    " static synchronized unit unsafe virtual"
)
_KEYWORDS = {
    "class": "class actor component contract entity",
    "enum": "enum",
    "function": (
        "def define defun defn defp defmethod destructor fn fun func function method proc procedure routine"
        " sub submethod subroutine"
    ),
    "impl": "impl extension instance",
    "interface": "interface protocol",
    "macro": "macro defmacro",
    "module": "library module namespace package program",
    "object": "object",
    "struct": "struct record union structure",
    "trait": "trait role mixin",
    "type": "type",
}
_NOT_NAMES = frozenset(
    b"and as division for from if import in into is like of on or section that the this to when where with".split()
)
_NAME = (
    rb"(?:self\.|this\.)?([A-Za-z_$@~&!\x80-\xff](?:[\w$\x80-\xff]|::|[.:'-](?=[\w$\x80-\xff]))*+[?!]?(?:=(?=\())?"
    rb"|(?:[=!<>+*/%~^&|-]{1,3}|\[\]=?)(?=\())"
)
_BETWEEN = rb"(?:\s*+<[^<>]*+>|\s*+\*)?\s++(?:\([^()]*+\)\s*+)?(?:\[[^\[\]]++\]\s*+)?|\s*+\*\s*+|(?<=efine)\s*+\(\s*+"


def definition_pattern(language: str) -> tuple[re.Pattern[bytes], dict[bytes, str]]:
    """What a row begins with that defines something, and the kind that each word stands for."""
    words = {word.encode(): kind for kind, listed in _KEYWORDS.items() for word in listed.split()}
    words |= {word.encode(): kind for word, kind in profile_of(language).layout.words.items()}
    alternatives = b"|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    modifiers = b"|".join(word.encode() for word in _MODIFIERS.split())
    pattern = re.compile(
        rb"\s*+[(<]?(?:@\w++\s++)*+(?:(?:" + modifiers + rb")(?:\([^()]*+\))?\s++)*"
        rb"(" + alternatives + rb")(?:" + _BETWEEN + rb")" + _NAME,
        re.IGNORECASE,
    )
    return pattern, words


def is_name(name: bytes, word: bytes) -> bool:
    """Whether what follows a defining word is a name: some of these words are words of English as well."""
    return name.lower() not in _NOT_NAMES or word in (b"def", b"fn", b"fun", b"func", b"function", b"sub")


# A variable declared with the type it has: `struct point p`.
C_VARIABLE = re.compile(rb"(?=[*&\s])\s*+[*&]?\s*+[A-Za-z_]\w*+\s*+(?:[=;,)\[(]|$)")
# A function that is the value of a name.
ASSIGNED = re.compile(
    rb"\s*+(?:export\s++)?(?:default\s++)?(?:(?:const|let|var|local|my|our|static|public|private|readonly)\s++)*"
    rb"([A-Za-z_$][\w$.]*+)\s*+(?:[:=]|:=)\s*+(?:async\s++)?"
    rb"(?:function\b|sub\s*+[{(]|(?:<[^<>]*+>)?\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\s*+(?::[^=;]++)?=>"
    rb"|[A-Za-z_$][\w$]*+\s*+=>)"
)
# A constant where constants are the names that begin with a capital.
CONSTANT = re.compile(rb"\s*+(?:private\s++)?([A-Z]\w*+)\s++=(?![=~>])")
SHAPE = re.compile(
    rb"\s*+(?:<[^<>]*+>|\[[^\[\]]*+\])?\s*+=?\s*+(struct|interface|class|enum|record|union|object)\b", re.IGNORECASE
)
SHAPES = {b"record": "struct", b"union": "struct"}
MACRO = re.compile(rb"\s*+#\s*+define\s++([A-Za-z_]\w*+)")
TYPEDEF = re.compile(rb"\s*+typedef\s++(struct|union|enum)\b")
TYPEDEF_NAME = re.compile(rb"\s*+\}\s*+([A-Za-z_]\w*+)")

# A function without a keyword: a name, its parameters, and a brace behind them. No assignment and no control word.
C_FUNCTION = Linear(
    rb"\s*(?:\[\[[^\]]*\]\]\s*)?(?:[A-Za-z_~@$][\w:<>,.*&\[\]?@\s]*?[\s*&>\]])??(~?[A-Za-z_$@#][\w$:~.-]*|\[[\w.$]+\])\s*"
    rb"(?:<[^<>()]*>\s*)?\([^;]*\)[\w\s:<>,.*&\[\]|?@()-]*(?:\{|=>)?\s*$"
)
# A function that is declared but not defined here, in languages that have headers.
PROTOTYPE = Linear(rb"(?:[A-Za-z_][\w\s*&]*?[\s*&])([A-Za-z_]\w*)\s*\([^;={}]*\)[\w\s()]*;\s*$")
CONTROL = frozenset(
    b"if else elif elseif elsif unless for foreach while until switch match case catch except finally try do loop with"
    b" using lock return throw new when select repeat begin await yield synchronized guard defer go print echo and or"
    b" not sizeof typeof".split()
)
BRANCHES = frozenset(
    b"begin but case catch default do else elif elseif elsif elsif: ensure except exception finally is of on-error"
    b" otherwise rescue then when where".split()
)
# Footers that are words of another meaning elsewhere, with the words that may open what they close.
PAIRED_FOOTERS: dict[bytes, frozenset[bytes]] = {
    b"fi": frozenset((b"if", b"elif", b"else")),
    b"done": frozenset((b"for", b"while", b"until", b"select", b"do")),
    b"esac": frozenset((b"case",)),
    b"od": frozenset((b"do", b"for", b"while")),
    b"next": frozenset((b"for",)),
    b"wend": frozenset((b"while",)),
    b"loop": frozenset((b"do",)),
    b"until": frozenset((b"repeat", b"do")),
    b"while": frozenset((b"do",)),
}
FOOTER = re.compile(
    rb"\s*+(?:[$]\{)?[#!.]?(end(?![\w-]*+\s*+[=(\[.](?!\s*+$)|\w*+::)(?:[\s_-]?[a-z]\w*+)?"
    rb"|(?:class|for|function|if|macro|package|program|proc|section|sectiongroup|sub|switch|type|while)[_-]?end)\b",
    re.IGNORECASE,
)
END_OF = re.compile(
    rb"\s*+(?:[$]\{)?[#!.]?(?:end[\s_-]?([a-z]\w*+)|(class|function|if|macro|package|proc|section|sectiongroup|sub)[_-]?end)\b",
    re.IGNORECASE,
)
